"""The slips of one exercise with what they give, made beforehand and looked up within milliseconds.

A book is generated and stored (see `making`). Every entry is a slip or two, and for each part of the answer
that they make wrong the number of the outcome they give there. Entries stand in the order in which
explanations are preferred. An outcome is known by its signatures: on the inputs that were drawn, and on the
edge cases."""

import functools
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .signatures import signature

FOLDER = Path(__file__).with_name("books")
DIGITS = 4  # of a projection, as it is stored


@dataclass(frozen=True)
class Slip:
    """One edit of a right solution: its kind, what it is about, and where it stands."""

    kind: str
    about: dict  # hole -> source text
    home: str = ""  # the name that its line sets
    branch: str = ""  # the condition under which it runs


@dataclass(frozen=True)
class Entry:
    """One slip or two, in the solution or in the code that was handed out, and what comes of them."""

    slips: tuple
    as_given: bool  # is the bug that was handed out in it as well?
    ids: dict  # number of a wrong part -> number of its outcome

    @property
    def parts(self):
        """The numbers of the parts that it makes wrong."""
        return frozenset(self.ids)


class Book:
    """Everything that is known of the slips of one exercise."""

    def __init__(self, stored):
        self.made_from, self.tried = stored["made from"], stored["tried"]
        self.right = [Outcomes([right], stored["shapes"]) for right in stored["right"]]
        self.parts = [Outcomes(part, stored["shapes"]) for part in stored["parts"]]
        self.entries = [
            Entry(
                tuple(Slip(*slip) for slip in slips),
                bool(as_given),
                {k: id for k, id in enumerate(ids) if id is not None},
            )
            for slips, as_given, ids in stored["entries"]
        ]

    def found_in(self, groups, wrong, rtol):
        """The entries that some of the wrong parts show, the best first.

        `groups` are outcomes on groups of cases, each a tuple of arrays or None per case; `wrong` holds the
        numbers of the wrong parts. With the first group alone, only the inputs that were drawn count.
        """
        given = {k: self.parts[k].like(parts_of(groups, k), rtol) for k in wrong}
        return [
            entry
            for entry in self.entries
            if all(k in given and id in given[k] for k, id in entry.ids.items())
        ]

    def fits(self, groups, rtol):
        """Was this book made on inputs on which the right answer gives this?"""
        return all(right.like(parts_of(groups, k), rtol) for k, right in enumerate(self.right))


class Outcomes:
    """The outcomes that are known of one part."""

    def __init__(self, stored, shapes):
        groups = len(stored[0]) // 3 if stored else 1  # for each its shapes, and two projections
        table = np.array(stored, float).reshape(len(stored), groups, 3)
        self.shapes, self.projections = np.array(shapes)[table[..., 0].astype(int)], table[..., 1:]

    def like(self, part, rtol):
        """The numbers of those that equal a part in every group given, within the tolerance of the check."""
        alike = np.ones(len(self.shapes), bool)
        for k, cases in enumerate(part[: self.shapes.shape[1]]):
            shapes, projections, slack = signature(cases, rtol)
            near = np.abs(self.projections[:, k] - projections) <= slack + 10.0**-DIGITS
            alike &= near.all(axis=1) & (self.shapes[:, k] == shapes)
        return set(np.flatnonzero(alike).tolist())


def parts_of(groups, k):
    """One part of an outcome, group by group: its array in every case."""
    return [[case and case[k] for case in cases] for cases in groups]


@functools.cache
def _stored(lesson):
    path = FOLDER / f"{lesson}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


@functools.cache
def book(id):
    """The book of an exercise; None if none was made."""
    stored = _stored(id.partition(".")[0]).get(id)
    return Book(stored) if stored else None
