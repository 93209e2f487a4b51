"""Every version of an exercise's solution with a slip in it, ready to be run on the exercise's inputs."""

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from ..sources import NAMES
from .edits import Edit, begun_with, edits, functions
from .places import Place
from .words import RANK

UPSTREAM = "upstream"
COMPUTED = {*RANK} - {"arithmetic-slip"}  # what happens in a program
LEFT_OUT = {kind for kind, rank in RANK.items() if rank <= RANK["transpose-dropped"]}  # may come in pairs
NOT_PUT_IN = {kind for kind in COMPUTED if RANK[kind] < RANK["function-twice"]}
BY_HAND = {  # what happens to numbers that were worked out by hand: little, as a number soon fits by chance
    *LEFT_OUT,
    "abs-taken", "added-for-multiplied", "arithmetic-slip", "column-for-row", "divided-for-multiplied",
    "doubled", "entries-exchanged", "entry-copied", "factor-twice", "halved", "minus-added", "name-exchanged",
    "other-line", "power-for-product", "row-for-column", "sign-of-number", "sign-of-term",
}  # fmt: skip


@dataclass(frozen=True)
class Version:
    """A source with an edit in it, or two."""

    source: "Source"
    root: ast.Module
    edits: tuple

    @property
    def as_given(self):
        """Is it a version of the code that was handed out, with a bug in it already?"""
        return self.source.as_given

    def told(self):
        """What is stored of its edits."""
        return [[e.kind, e.about, e.place.home, e.place.branch] for e in self.edits]

    def outcome(self, key):
        """What it gives in every case, None where it breaks; None if it breaks in all of them."""
        try:
            return key.outcome_if_any(self.source.run(self.root))
        except Exception:  # of our own making: it does not even compile, or breaks before there is an answer
            return None


class Source:
    """A solution, or other code to start from: its tree, and what is needed to run a version of it."""

    def __init__(self, key, source, as_given=False):
        self.answer, self.as_given = key.listed.answer, as_given
        module = ast.parse(source)
        function = next((f for f in module.body if getattr(f, "name", "") == self.answer), None)
        self.names = {**NAMES, **key.scope}
        if function:  # the rest of the cell runs once, and a version registers nothing
            function.decorator_list = []
            rest = ast.Module([line for line in module.body if line is not function], [])
            exec(compile(rest, "<solution>", "exec"), self.names)
        self.root = ast.Module([function] if function else module.body, [])

    def run(self, root):
        """What a version of it hands to the check."""
        names = dict(self.names)
        with warnings.catch_warnings(action="ignore"):
            exec(compile(ast.fix_missing_locations(root), "<slip>", "exec"), names)
        return names[self.answer]


def versions(key, with_pairs=True) -> Iterator[Version]:
    """Every version of the solution, of the other ways to write it, and of the code that was handed out."""
    for text in key.ways if key.by_hand and key.ways else (key.listed.solution, *key.ways):
        source = Source(key, text)
        firsts = [edit for edit in edits(source.root) if edit.kind in (BY_HAND if key.by_hand else COMPUTED)]
        yield from (Version(source, edit.made_in(source.root), (edit,)) for edit in firsts)
        if with_pairs and not key.by_hand:
            yield from in_pairs(source, firsts)
    if key.handed_out:
        source = Source(key, key.listed.stub, as_given=True)
        for edit in edits(source.root):
            if edit.kind in NOT_PUT_IN:
                yield Version(source, edit.made_in(source.root), (edit,))


def in_pairs(source, firsts):
    """Two things left out; and the upstream left out everywhere, beside another slip."""
    for first in firsts:
        if first.kind in LEFT_OUT:
            root = first.made_in(source.root)
            for second in edits(root):
                if second.kind in LEFT_OUT and order(second) > order(first):
                    yield Version(source, second.made_in(root), (first, second))
    root = without_upstream(source.root)
    missing = Edit("upstream-missing", Place(source.root, ()), ())
    for second in edits(root) if root is not source.root else ():
        if second.kind in NOT_PUT_IN:
            yield Version(source, second.made_in(root), (missing, second))


def order(edit):
    """Where an edit stands, to be compared: two of them are made in one order only."""
    return [(name, -1 if k is None else k) for name, k in edit.place.path]


def without_upstream(root):
    """The same tree, with ones for the upstream wherever it comes in."""
    for path, function in functions(root):
        if UPSTREAM in [argument.arg for argument in function.args.args]:
            return begun_with(root, path, function, f"{UPSTREAM} = np.ones_like({UPSTREAM})")
    return root
