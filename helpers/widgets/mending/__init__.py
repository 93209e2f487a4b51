"""A page that was blurred by a matrix product, mended step by step with a rule of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from helpers.drawing import svg

from ..base.controls import Choice
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from .drawing import Reads, draw_mending
from .training import Rule, mended

LARGEST = 64  # rows and columns of a page
MOST_RULES = 4
RULES = {"G Bᵀ": lambda G, B: G @ B.T, "G B": lambda G, B: G @ B}


class Mending(Exhibit):
    """A blurred page, scan = page @ smear, mended from a blank one: each step takes rule(G, smear) from it.

    G is how far page @ smear is off. `scan` (m, n) and `smear` (n, n) are matrices of at most 64 × 64;
    `rules` names functions of G and the smear; `reads` tells what can be read on a page, if anything. Raises
    `InputError` if the matrices do not fit, and if a rule returns anything but one number per pixel.

    >>> scan, smear = [[0.5, 0.25]], [[1, 0], [0, 0.5]]
    >>> mending = Mending(scan, smear, reads=lambda page: "HALF" if page.min() > 0.49 else "")
    >>> print(*mending.transcript[1:3], sep="\\n")
    After 10 steps its scan is off by 0.00704 per pixel.
    After 50 steps its scan is off by 7.08e−8 per pixel. It reads HALF.
    """

    def __init__(
        self,
        scan: Any,
        smear: Any,
        rules: Mapping[str, Rule] = RULES,
        reads: Reads = lambda page: "",
    ):
        self._scan, self._smear, self._reads = _matrix("scan", scan), _matrix("smear", smear), reads
        width = self._scan.shape[1]
        if self._smear.shape != (width, width):
            has = " × ".join(map(str, self._smear.shape))
            raise InputError(
                f"A scan {width} pixels wide needs a {width} × {width} smear; this one is {has}."
            )
        self._rules = _checked(rules)
        self._mended = {name: mended(self._scan, self._smear, name, f) for name, f in self._rules.items()}
        names = tuple(self._rules)
        self._seen: set[str] = set()  # the rules that were watched to the end
        self._goals = dict(self._wanted())
        super().__init__(Choice("rule", names[0], "Mend with", names, in_sight=True), goals=[*self._goals])
        self.keep_takes("rule")
        self.observe(lambda _: self.seek(), names="step")

    def _wanted(self):
        """What is to be reached, each with what finds it: a page to read, and a rule that runs away."""
        for name, moments in self._mended.items():
            if any(self._reads(moment.page) for moment in moments):
                yield f"Mend with {name} until you can read the page.", self._readable(name)
            elif moments[-1].off > moments[0].off:
                yield f"Now with {name}, to the end. Is that nearer than a blank page?", self._ran_away(name)

    def _readable(self, name):
        moments = self._mended[name]
        first = next(k for k, moment in enumerate(moments) if self._reads(moment.page))
        found = f"It reads {self._reads(moments[first].page)} at step {moments[first].step}"
        found += f", and not yet at step {moments[first - 1].step}." if first else "."
        return lambda rule, at: found if rule == name and at >= first else ""

    def _ran_away(self, name):
        blank, *between, last = self._mended[name]
        times = svg.number(float(f"{last.off / blank.off:.2g}"))
        found, end = f"{name} ends {times} times as far off as it began.", len(between) + 1
        return lambda rule, at: found if (rule, at) == (name, end) else ""

    def reaches(self, goal, rule):
        return [*self._goals.values()][goal](rule, min(self.step, self.drawn.last))

    def draw(self, rule):
        if self.drawn and self.step == self.drawn.last:
            self._seen.add(self.values["rule"])
        ends = {
            name: moments[-1].page if name in {rule, *self._seen} else np.zeros_like(self._scan)
            for name, moments in self._mended.items()
        }
        reads = (lambda page: "") if self.on_a_wall else self._reads  # there the room reads it
        return draw_mending(self._scan, self._mended[rule], rule, ends, reads, self.narrow)


def _matrix(name, given):
    try:
        matrix = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        matrix = np.zeros(0)
    if matrix.ndim != 2 or not 0 < min(matrix.shape) <= max(matrix.shape) <= LARGEST:
        raise InputError(f"{name} must be a matrix of numbers, at most {LARGEST} × {LARGEST}.")
    if not np.isfinite(matrix).all():
        raise InputError(f"{name} has an entry that is not a finite number.")
    return matrix


def _checked(rules):
    if not isinstance(rules, Mapping) or not 0 < len(rules) <= MOST_RULES:
        raise InputError(f"rules must be a dict of one to {MOST_RULES} functions, each under its name.")
    for name, rule in rules.items():
        if not isinstance(name, str) or not callable(rule):
            raise InputError("rules must name functions: {'G Bᵀ': lambda G, B: G @ B.T}, for example.")
    return dict(rules)
