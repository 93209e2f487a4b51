"""Making the books: run every version of every solution, and keep what it gives."""

import ast
import functools
import hashlib
import heapq
import json
from pathlib import Path

import numpy as np

from ..comparing import wrong_parts
from ..sources import has_gaps
from .book import DIGITS, FOLDER, Book, parts_of
from .signatures import signature
from .versions import versions
from .words import RANK

QUICK = 100  # versions: a tenth of a second or two
SLIPPED = 0.1  # of a number: what its arithmetic may be off by
EVERYWHERE = 99  # deeper than any place: what is done in every place explains last
MADE_BY = ("edits", "places", "rewrites", "signatures", "trees", "versions")  # the modules a book depends on


@functools.cache
def quick_book(key):
    """A small book of the likeliest slips, made while somebody waits, for a key that has no stored one."""
    return None if key.by_hand else Book(book_of(key, heapq.nsmallest(QUICK, ranked(key, with_pairs=False))))


def book_of(key, chosen=None):
    """The book of one exercise, as it is stored: of every slip, or of those chosen, each with its rank."""
    right = key.right_outcome
    shapes, parts, entries, tried = {}, [{} for _ in key.gives], {}, 0

    def stored(outcome, k):
        return tuple(
            number
            for group in parts_of(key.groups(outcome), k)
            for number in rounded(group, key.rtol, shapes)
        )

    for rank, version in chosen or ranked(key):
        tried += 1
        outcome = version.outcome(key)
        wrong = wrong_parts(outcome, right, key.rtol) if tells(version, outcome, right) else ()
        if all(has_numbers(outcome, k) for k in wrong) and wrong:
            ids = [
                parts[k].setdefault(stored(outcome, k), len(parts[k])) if k in wrong else None
                for k in range(len(parts))
            ]
            best = entries.get(tuple(ids))
            if best is None or rank < best[0]:
                entries[tuple(ids)] = rank, [version.told(), int(version.as_given), ids]
    return {
        "made from": fingerprint(key),
        "tried": tried,
        "right": [stored(right, k) for k in range(len(parts))],
        "shapes": list(shapes),
        "parts": [list(part) for part in parts],
        "entries": [entry for _, entry in sorted(entries.values(), key=lambda ranked: ranked[0])],
    }


def tells(version, outcome, right):
    """Is there an outcome to be recognised? Code with a bug in it already has to run in every case."""
    if outcome is None or (version.as_given and None in outcome):
        return False
    slipped = any(edit.kind == "arithmetic-slip" for edit in version.edits)
    return not slipped or all(
        np.all(np.abs(got - want) <= SLIPPED * np.abs(want))
        for case, wanted in zip(outcome, right, strict=True)
        for got, want in zip(case, wanted, strict=True)
    )


def has_numbers(outcome, k):
    """Has this part a number that is not zero? Nothing but zeros or NaN comes of too many slips."""
    return any(case and np.any(np.isfinite(case[k]) & (case[k] != 0)) for case in outcome)


def ranked(key, with_pairs=True):
    """Every version with its rank as an explanation: the smallest is preferred. No two ranks are equal."""
    complete = complete_lines(key.listed.stub)
    for count, version in enumerate(versions(key, with_pairs)):
        places = [edit.place for edit in version.edits]
        in_complete_lines = sum(place.line in complete for place in places)
        kinds = sum(RANK[edit.kind] for edit in version.edits)
        depth = sum(place.depth if isinstance(place.node, ast.expr) else EVERYWHERE for place in places)
        size = sum(sum(1 for _ in ast.walk(place.node)) for place in places)
        late = [-k for place in places for _, k in place.path if k is not None]  # the later, the further out
        yield (version.as_given, len(places), in_complete_lines, kinds, depth, size, late, count), version


def complete_lines(stub):
    """The lines that the stub holds already: a slip is likelier in those that were left to write."""
    if not has_gaps(stub):  # nothing is left to write, or this is no code
        return set()
    lines = [ast.unparse(line) for line in ast.walk(ast.parse(stub)) if isinstance(line, ast.stmt)]
    return {line for line in lines if not has_gaps(line)}


def rounded(cases, rtol, shapes):
    """The signature of one part in a group of cases, as it is stored; `shapes` are numbered as they come."""
    its_shapes, projections, _ = signature(cases, rtol)
    return shapes.setdefault(its_shapes, len(shapes)), *np.round(projections, DIGITS).tolist()


def fingerprint(key):
    """What a book was made from: another one is needed as soon as this is another."""
    here = Path(__file__).parent
    texts = [key.listed.solution, key.listed.stub, *key.ways, str(RANK)]
    texts += [(here / f"{name}.py").read_text(encoding="utf-8") for name in MADE_BY]
    return hashlib.sha256("".join("".join(texts).split()).encode()).hexdigest()[:16]


def text_of(books):
    """The books of one lesson as JSON, an entry per line."""

    def compact(value):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    texts = []
    for id, made in books.items():
        rest = compact({name: value for name, value in made.items() if name != "entries"})
        entries = ",\n".join(map(compact, made["entries"]))
        texts.append(f'"{id}":{rest[:-1]},"entries":[\n{entries}]}}')
    return "{" + ",\n".join(texts) + "}\n"


def write(books):
    """Store books by the lesson they belong to."""
    FOLDER.mkdir(exist_ok=True)
    for lesson in sorted({id.partition(".")[0] for id in books}):
        mine = {id: made for id, made in books.items() if id.startswith(lesson)}
        (FOLDER / f"{lesson}.json").write_text(text_of(mine), encoding="utf-8")
