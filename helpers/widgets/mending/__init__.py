"""A page that was blurred by a matrix product, mended step by step with a rule of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from helpers.drawing import svg

from ..base.controls import Choice, Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from .drawing import Reads, draw_mending
from .training import Forward, Rule, mended

LARGEST = 64  # rows and columns of a page
MOST_WAYS = 2  # of mending: their ends stand below each other
RULES = {"G Bᵀ": lambda G, B: G @ B.T, "G B": lambda G, B: G @ B}


class Mending(Exhibit):
    """A blurred page, scan = page @ smear, mended from a blank one: each step takes rule(G, smear) from it.

    G is how far page @ smear is off. `scan` (m, n) and `smear` (n, n) are matrices of at most 64 × 64;
    `rules` names one or two functions of G and the smear. Or `smear` names one or two matrices, and the
    first rule mends with each. With two rules a dot below the page is pulled: what its scan is off by, and
    where the rule takes ink away. `forward` is how a page is scanned, if it is not page @ smear; `reads`
    tells what can be read on a page, if anything. Raises `InputError` if the matrices do not fit, and if a
    rule returns anything but one number per pixel.

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
        forward: Forward = np.matmul,
    ):
        self._scan, self._reads, self._forward = _matrix("scan", scan), reads, forward
        self._ways = {
            name: (self._fitting(matrix), rule) for name, (matrix, rule) in _ways(smear, rules).items()
        }
        self._mended = {
            name: mended(self._scan, matrix, name, rule, forward)
            for name, (matrix, rule) in self._ways.items()
        }
        names = tuple(self._mended)
        self._seen: set[str] = set()  # the ways that were watched to the end
        self._goals = dict(self._wanted())
        controls = [Choice("rule", names[0], "Mend with", names, in_sight=True)]
        if len({id(matrix) for matrix, _ in self._ways.values()}) < len(names):
            last = self._scan.shape[1] - 1
            controls.append(Number("dot", last // 3, "dot", 0, last, 1, True, last, in_picture=True))
        super().__init__(*controls, goals=[*self._goals])
        self.keep_takes("rule")
        self.observe(lambda _: self._look(), names="step")

    def _fitting(self, smear):
        smear, width = _matrix("smear", smear), self._scan.shape[1]
        if smear.shape != (width, width):
            has = " × ".join(map(str, smear.shape))
            raise InputError(
                f"A scan {width} pixels wide needs a {width} × {width} smear; this one is {has}."
            )
        return smear

    def _wanted(self):
        """What is to be reached, each with what finds it: a page to read, and what does not lead there."""
        readable = {name for name in self._mended if self._first(name) is not None}
        away = [name for name, moments in self._mended.items() if moments[-1].off > moments[0].off]
        if len(readable) == len(away) == 1:  # which is which, is to be found out
            yield "Which rule reads the page? Choose one, and play.", self._readable(*readable)
            yield "Now the other rule, to the last step: does it come nearer?", self._ran_away(*away)
            return
        for at, name in enumerate(self._mended):
            mend = f"{'Now mend' if at else 'Mend'} with {name}"
            if name in readable:
                yield f"{mend} until you can read the page.", self._readable(name)
            elif name in away:
                yield f"{mend}, to the last step. Does it come nearer?", self._ran_away(name)
            elif readable:
                yield f"{mend}, to the last step. What is missing?", self._falls_short(name)

    def _first(self, name):
        """The stop at which the page can first be read, if there is one."""
        return next((k for k, moment in enumerate(self._mended[name]) if self._reads(moment.page)), None)

    def _readable(self, name):
        moments, first = self._mended[name], self._first(name)
        text, step = self._reads(moments[first].page), moments[first].step
        found = f"With {name} the page reads {text} by step {step}."
        return lambda rule, at: found if name in self._seen or (rule == name and at >= first) else ""

    def _ran_away(self, name):
        blank, *_, last = self._mended[name]
        times, word = last.off / blank.off, ""
        if times >= 1e6:
            times, word = times / 1e6, " million"
        found = f"{name} ends {svg.number(float(f'{times:.2g}'))}{word} times as far off as it began."
        return lambda rule, at: found if name in self._seen else ""

    def _falls_short(self, name):
        last = self._mended[name][-1]
        still = f"After {last.step} steps its scan is still off by {svg.number(float(f'{last.off:.2g}'))}"
        return self._at_the_end(name, f"{still} per pixel: {name} cannot do it.")

    def _at_the_end(self, name, found):
        return lambda rule, at: found if name in self._seen else ""

    def reaches(self, goal, rule, dot=None):
        return [*self._goals.values()][goal](rule, min(self.step, self.drawn.last))

    def adjust(self, name, values):
        if name == "rule":
            self.step = 0  # its first steps are the telling ones
        return {}

    def _look(self):
        if self.step == self.drawn.last:
            self._seen.add(self.values["rule"])
        for _ in self.goals:  # a later one may have been met before
            self.seek()

    def _of_a_dot(self, rule, dot):
        """A dot too many in every row of the page, what its scan is off by then, and what the rule takes."""
        page, (smear, take) = np.zeros_like(self._scan), self._ways[rule]
        page[:, dot] = 1
        off = self._forward(page, smear)
        return {
            "one dot too many": page[:1],
            "its scan is off": off[:1],
            f"{rule} takes": take(off, smear)[:1],
        }

    def draw(self, rule, dot=None):
        ends = {
            name: moments[-1].page if name in {rule, *self._seen} else np.zeros_like(self._scan)
            for name, moments in self._mended.items()
            if not self.on_a_wall  # there a slide shows one rule
        }
        reads = (lambda page: "") if self.on_a_wall else self._reads  # there the room reads it
        of_a_dot = {} if dot is None or self.on_a_wall else self._of_a_dot(rule, dot)
        return draw_mending(self._scan, self._mended[rule], rule, ends, reads, of_a_dot, self.narrow)


def _ways(smear, rules):
    """Each way of mending, by its name: a smear, and the rule that mends with it."""
    rules = _checked("rules", rules)
    for name, rule in rules.items():
        if not callable(rule):
            raise InputError(f"The rule “{name}” must be a function: lambda G, B: G @ B.T, for example.")
    if not isinstance(smear, Mapping):
        smear = _matrix("smear", smear)
        return {name: (smear, rule) for name, rule in rules.items()}
    first = next(iter(rules.values()))
    return {name: (matrix, first) for name, matrix in _checked("smear", smear).items()}


def _checked(what, named):
    if not isinstance(named, Mapping) or not 0 < len(named) <= MOST_WAYS:
        raise InputError(f"{what} must be a dict of one or {MOST_WAYS}, each under its name.")
    if not all(isinstance(name, str) for name in named):
        raise InputError(f"{what} must have names that are texts.")
    return dict(named)


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
