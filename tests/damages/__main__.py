"""Damages of each kind are tried, and a table says what saw them: `python -m tests.damages --each 10`."""

import argparse
import collections

from tests import ROOT
from tests.damages.damage import OUTCOMES, drawn, outcome
from tests.damages.kinds import KINDS
from tests.damages.trying import copy_of


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.damages", description=__doc__)
    parser.add_argument("kinds", nargs="*", help="a kind, or how its name begins; all, if none is named")
    parser.add_argument("--each", type=int, default=10, help="how many of each kind")
    parser.add_argument("--seed", default="0")
    asked = parser.parse_args()
    table = collections.defaultdict(collections.Counter)
    with copy_of(ROOT) as copy:
        for kind in (kind for kind in KINDS if not asked.kinds or kind.startswith(tuple(asked.kinds))):
            for damage in drawn(kind, asked.seed)[: asked.each]:
                found = outcome(copy, damage)
                table[kind][found] += 1
                print(f"{found:11}  {damage}", flush=True)
    print(f"\n{'':28}", *(f"{name:>11}" for name in OUTCOMES), f"{'all':>6}")
    for kind, counts in table.items():
        print(f"{kind:28}", *(f"{counts[name]:11}" for name in OUTCOMES), f"{counts.total():6}")


if __name__ == "__main__":
    main()
