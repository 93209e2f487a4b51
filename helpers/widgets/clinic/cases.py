"""What a clinic is made of: programs with a bug, tests, and what a test finds."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple


class Dots(NamedTuple):
    """Pairs of numbers that should be equal, on a scale of −1 to 1."""

    xs: Sequence[float]
    ys: Sequence[float]


class Level(NamedTuple):
    """A number, the one that is right, and the scale they are drawn on."""

    value: float
    wanted: float
    low: float
    high: float


class Shape(NamedTuple):
    """A few characters."""

    words: str


class Finding(NamedTuple):
    """What a test finds: whether all is right, a sentence without its full stop, and a picture of it."""

    ok: bool
    said: str
    drawn: Dots | Level | Shape


class Exam(NamedTuple):
    """A test that takes so many minutes; `examine` tells what it finds in a patient."""

    asks: str  # a question
    minutes: int
    examine: Callable[[str], Finding]


class Patient(NamedTuple):
    """A program with a bug, and what it does: its loss, step by step."""

    lines: Sequence[str]
    fault: int  # the number of the line that is wrong, counted from 0
    cured: Sequence[str]  # the lines without the bug,
    mended: int  # and which of them it is that was changed
    symptom: str
    why: str
    replies: Mapping[int, str]  # what is said of a line that looks wrong and is right
    losses: Sequence[float]

    def not_it(self, k: int) -> str:
        """What is said of a line that is not the wrong one."""
        reply = self.replies.get(k, "It does what it should")
        return f"not line {k + 1}. {reply}{'' if reply.endswith('?') else '.'}"


class Ward:
    """The patients and the tests by name, and the losses of a healthy program."""

    def __init__(self, patients: Mapping[str, Patient], tests: Mapping[str, Exam], healthy: Sequence[float]):
        self.patients, self.tests, self.healthy = dict(patients), dict(tests), healthy
        self.found = functools.cache(lambda who, test: self.tests[test].examine(who))
