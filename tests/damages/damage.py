"""A damage, how some are drawn, and what comes of them."""

import functools
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass

from tests import ROOT
from tests.damages.kinds import KINDS

OUTCOMES = "ordinary", "thorough", "harmless", "for readers", "missed"
HARMLESS = {  # what is found in how a damage is written: why it says the same, or nobody can tell
    r"^edition: script .*(momentary|of:|LOOK_EVERY|NEEDED_PAGES.*) ?=? ?\[\d+→": "not to be told from before",
    r"^slides: script .*/stage.js .*(: \[\d+|beside > \[[\d.]+)→": "a slide's smallest unit is not seen",
    r"^exhibits: script .*([A-Z] = |\w: |PACE = \[1700, )\[+(\d\d|\d\.|[3-9])": "a measure by eye",
    r"^exhibits: script .*\|\| \[0→1\]\) \+ 1": "a press counts, whichever number it has",
    r"^exhibits: script .*stop: 0, out: \[1→": "nothing has set out before its way is measured",
    r"^exhibits: script .*/tables.js .*((beside\(|ahead\(cell\).*|target, )\[\d→)": "as near as before",
    r"^check .*super\(\).__init__\(name\)→": "an exception keeps its arguments by itself",
    r"^guides: numbers .*\. \[\d+→\d+\]\. ": "Markdown counts a list by itself",
    r"^code .* one-score-run: ": "a row labelled 0 adds nothing, as the cell says",
    r"^hub .*\[\d[\d_]+→": "a limit may be one more",
    r"^tags .*without task$": "an exhibit may stand without a task; it counts for two minutes of a lesson",
}


@dataclass(frozen=True)
class Damage:
    kind: str
    path: str
    what: str
    text: Callable  # of the damaged file

    def __str__(self):
        return f"{self.kind} | {self.path} | {self.what}"


@functools.cache
def drawn(kind, seed):
    """All of a kind, at random. Where a file is changed, most of those elsewhere stay where they are."""
    found = []
    for file in ROOT.glob(KINDS[kind].files):
        text, path = file.read_text(encoding="utf-8"), file.relative_to(ROOT).as_posix()
        found += [Damage(kind, path, *place) for place in KINDS[kind].places(text)]
    return sorted(found, key=lambda damage: hashlib.md5(f"{seed}{damage}".encode()).digest())


def outcome(copy, damage):
    """In which run the damage turns a test red."""
    kind, text = KINDS[damage.kind], damage.text()
    for run in OUTCOMES[: 1 + kind.thorough]:
        for tests in kind.tests(damage):
            if copy.sees(tests, damage.path, text, run == "thorough"):
                return run
    if any(re.search(pattern, str(damage)) for pattern in HARMLESS):
        return "harmless"
    return "for readers" if "words" in damage.kind else "missed"
