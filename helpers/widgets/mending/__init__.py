"""A page that was blurred by a matrix product, mended step by step with a rule of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..base.controls import Choice, Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from .drawing import Reads, draw_mending
from .training import Rule, mended

LARGEST = 64  # rows and columns of a page
FRAME = 0.6  # how far across a page the column is framed from which ink is to be taken
READ = "Which rule mends the page? Choose one, and play."
PULL = "With each rule, pull the dot until the arrows end in the frame."
RULES = {"G Bᵀ": lambda G, B: G @ B.T, "G B": lambda G, B: G @ B}


class Mending(Exhibit):
    """A blurred page, scan = page @ smear, mended from a blank one: each step takes rule(G, smear) from it.

    G is how far page @ smear is off. `scan` (m, n) and `smear` (n, n) are matrices of at most 64 × 64;
    `rules` names two functions of G and the smear. A dot below the page is pulled until each takes ink
    away in a frame. `reads` tells what can be read on a page, if anything. Goals are met in any order. Raises
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
        self._scan, self._reads = _matrix("scan", scan), reads
        self._smear, self._rules = self._fitting(smear), _checked(rules)
        self._mended = {
            name: mended(self._scan, self._smear, name, rule) for name, rule in self._rules.items()
        }
        names = tuple(self._mended)
        self._seen: set[str] = set()  # the ways that were watched to the end
        self._framed: dict[str, int] = {}  # by rule: a dot for which it takes ink in the frame
        self._first = {name: self._read_at(moments) for name, moments in self._mended.items()}
        last = self._scan.shape[1] - 1
        self._frame = round(FRAME * last)
        self._takes = {name: [*self._taken(name, last)] for name in names}
        self._goals = dict(self._wanted())
        super().__init__(
            Choice("rule", names[0], "Mend with", names, in_sight=True),
            Number("dot", last // 3, "dot", 0, last, 1, True, last, in_picture=True),
            goals=[*self._goals],
        )
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
        """What is to be reached, each with what finds it."""
        if all(moments[-1].off < moments[0].off for moments in self._mended.values()):
            return  # both fit the scan: nothing is to be chosen
        if any(first is not None for first in self._first.values()):
            yield READ, self._readable
        if all(self._frame in columns for columns in self._takes.values()):
            yield PULL, self._all_framed

    def _read_at(self, moments):
        """The stop at which the page can first be read, if there is one."""
        return next((k for k, moment in enumerate(moments) if self._reads(moment.page)), None)

    def _readable(self, rule, at):
        moments, first = self._mended[rule], self._first[rule]
        if first is None or at < first:
            return ""
        text, step = self._reads(moments[first].page), moments[first].step
        return f"With {rule} the page reads {text} by step {step}."

    def _all_framed(self, rule, at):
        """What each rule takes in the frame, once the dot was pulled to where it does."""
        if len(self._framed) < len(self._rules):
            return ""
        each = [f"by {name} for a dot in column {k}" for name, k in self._framed.items()]
        return f"Most is taken from column {self._frame}: {', '.join(each)}."

    def reaches(self, goal, rule, dot):
        return self._goals[self.goals[goal]](rule, min(self.step, self.drawn.last))

    def seek(self):
        """What is left may be met in any order."""
        now = self._good
        if not self.held and self._takes[now["rule"]][now["dot"]] == self._frame:
            self._framed[now["rule"]] = now["dot"]
        met, at = self.goals[: len(self.found)], min(self.step, self.drawn.last)
        left = [goal for goal in self._goals if goal not in met]
        self.goals = met + sorted(left, key=lambda goal: not self._goals[goal](now["rule"], at))
        super().seek()
        met, left = self.goals[: len(self.found)], self.goals[len(self.found) :]
        halves = {goal: self._half(goal) for goal in left}
        self.goals = met + sorted((halves[goal] or goal for goal in left), key=lambda goal: goal in left)

    def _half(self, goal):
        """What one rule has shown of a goal, and that the other is left; "" if none has."""
        framed = self._framed if goal == PULL else {}
        wrong = [name for name in self._seen if self._first[name] is None] if goal == READ else []
        if len(framed) + len(wrong) != 1:
            return ""
        (name,) = (*framed, *wrong)
        (other,) = self._rules.keys() - {name}
        if framed:
            return f"{PULL} {name}: column {framed[name]}. Now with {other}."
        blank, *_, last = self._mended[name]
        ends = "farther off than a blank page" if last.off > blank.off else "not all can be read"
        return f"{name}: {ends}. Now with {other}."

    def adjust(self, name, values):
        if name == "rule":
            self.step = 0  # its first steps are the telling ones
        return {}

    def _look(self):
        if self.step == self.drawn.last and self.values["rule"] not in self._seen:
            self._seen.add(self.values["rule"])
            self.redraw()  # its end stays while it is played again
        self.seek()

    def _taken(self, rule, last):
        """The column from which that rule takes most, for a dot in each."""
        for dot in range(last + 1):
            *_, taken = self._of_a_dot(rule, dot).values()
            yield int(taken.argmax())

    def _of_a_dot(self, rule, dot):
        """A dot too many in every row of the page, what its scan is off by then, and what the rule takes."""
        page = np.zeros_like(self._scan)
        page[:, dot] = 1
        off = page @ self._smear
        taken = self._rules[rule](off, self._smear)
        return {
            "one dot too many": page[:1],
            "its scan is off": off[:1],
            f"taken by {rule}": taken[:1],
        }

    def draw(self, rule, dot):
        ends = {
            name: moments[-1].page if name in {rule, *self._seen} else np.zeros_like(self._scan)
            for name, moments in self._mended.items()
            if not self.on_a_wall  # there a slide shows one rule
        }
        reads = (lambda page: "") if self.on_a_wall else self._reads  # there the room reads it
        of_a_dot = {} if self.on_a_wall else self._of_a_dot(rule, dot)
        waits, moments = rule not in self._seen, self._mended[rule]
        frame = self._frame if PULL in self._goals else None
        return draw_mending(self._scan, moments, rule, ends, reads, of_a_dot, frame, self.narrow, waits)


def _checked(rules):
    if not isinstance(rules, Mapping) or [*map(type, rules)] != [str, str]:
        raise InputError("rules must be a dict of two, each under its name.")
    for name, rule in rules.items():
        if not callable(rule):
            raise InputError(f"The rule “{name}” must be a function: lambda G, B: G @ B.T, for example.")
    return dict(rules)


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
