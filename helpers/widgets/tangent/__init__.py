"""The tangent as an exhibit: a line that is turned until it touches, or steps that follow it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from helpers import autodiff as ad
from helpers.drawing import plots, svg

from ..base.controls import Button, Choice, Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import single_number, true_or_false
from .drawing import WIDE, Seen, crossing, draw_tangent, turned_by_a_pixel

NEAR = 0.01  # so near the wanted height, as a part of it, a step has arrived
MOST = 12  # steps that are kept


class Tangent(Exhibit):
    """A line at a point of the curve of `f`, a function of one number with a rising slope.

    With `level` a height c is pulled instead of a line, and x goes where the curve has it.

    With one `slope` the line is turned by hand, to where it only touches. With `slopes`, functions of x by
    name, the lines lead to the height `wanted`, step by step, which is Newton's method. `xs` are the ends of
    the picture, `called` says what is drawn. Raises `InputError` for what cannot be drawn.

    >>> line = Tangent(lambda x: x**3, 2.0, slope=6.0, xs=(0, 3))
    >>> line.set(slope=12)
    >>> line.found
    ['The line only touches: the slope is 12.']
    >>> found = Tangent(lambda x: x**2, 2.0, xs=(0, 4), level=True)
    >>> found.set(c=5)
    >>> found.set(c=4.1)
    >>> print(*found.found, sep="\\n")
    c goes up by 1, and x by 0.236.
    c goes up by 0.1, and x by 0.0248: that is 0.248 per 1 of c. The curve rises 4 per 1 of x.
    """

    def __init__(
        self,
        f: Callable,
        x: float,
        *,
        xs: tuple[float, float],
        slope: float = 1.0,
        slopes: Mapping[str, Callable] | None = None,
        wanted: float | None = None,
        level: bool = False,
        called: str = "curve",
        **traits,
    ):
        if not callable(f):
            raise InputError(f"f must be a function of one number, not {type(f).__name__}.", "f")
        self._start, self._xs = single_number("x", x), tuple(single_number("xs", end) for end in xs)
        if not self._xs[0] < self._start < self._xs[1]:
            raise InputError("x must lie between the two ends xs.", "x")
        self._f, self._called, self._been, self._took = f, called, (), {}
        self._begun = self._ended = None  # where the steps set out, and where the last one led
        self._slopes = dict(slopes or {})
        self._order = [*self._slopes]  # in which the goals are met: the reader's own
        self._wanted = single_number("wanted", wanted) if slopes else None
        self._true = float(ad.grad(f)(self._start))
        if not (np.isfinite(self._true) and self._true > 0):
            raise InputError("The curve must rise at x: choose another x.", "x")
        self._level = true_or_false("level", level)
        # A step of the hand is more than a pixel: a mouse passes none by.
        self._grid = plots.round_up(1.5 * turned_by_a_pixel(f, self._start, self._xs))
        super().__init__(*self._controls_for(slope), goals=[*self._goals()], **traits)

    def _controls_for(self, slope):
        if self._level:
            low, high = map(self._f, self._xs)
            return [Number("c", self._f(self._start), low=low, high=high, limit=high, in_picture=True)]
        if not self._slopes:
            return [Number("slope", single_number("slope", slope), in_picture=True)]
        names = tuple(self._slopes)
        rule = Choice("rule", names[0], "Step with the", names, in_sight=True)
        buttons = Button("step", "Step", main=True), Button("again", "Start again")
        return [Number("x", self._start, in_picture=True), rule, *buttons]

    def _goals(self):
        if self._level:
            yield "Pull c up by 1. How far must x go?"
            yield "And how far per 1 of c, for a move of 0.1 or less?"
        elif not self._slopes:
            yield f"Turn the line until it only touches the {self._called}. How steep is it then?"
        for name in self._order:
            begun, wanted = svg.number(self._start), f"{svg.number(self._wanted)}, give or take 1 %"
            yield f"With the {name}: step from x = {begun} until the {self._called} is {wanted}."

    def _seen(self, x=None, rule=None, slope=None, c=None):
        x = self._start if x is None else float(np.clip(x, *self._xs))
        slope = self._true if self._level else float(self._slopes[rule](x)) if rule else slope
        turned = None if rule or self._level else (0.0, 2 * self._true, self._grid)
        if turned and abs(slope - self._true) <= 0.501 * self._grid:
            slope = self._true  # no step of the hand is nearer
        level = None if c is None else self._found(c)
        return Seen(self._f, self._called, self._xs, x, slope, turned, self._wanted, self._been, "", level)

    def _found(self, c):
        """A height within the picture, where the curve has it, and how finely it is pulled."""
        low, high = self._xs
        c = float(np.clip(c, self._f(low), self._f(high)))
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if self._f(middle) < c else (low, middle)
        return c, low, 10.0 ** np.floor(np.log10((self._f(self._xs[1]) - self._f(self._xs[0])) / 100))

    def _moved(self, c):
        """How far c and x have moved, and both in words."""
        c, x, _ = self._found(c)
        up, right = c - self._f(self._start), x - self._start
        way = "down" if up < 0 else "up"
        return up, right, f"c goes {way} by {abs(up):.4g}, and x by {abs(right):.3g}"

    def draw(self, **values):
        seen = self._seen(**values)
        return draw_tangent(seen._replace(says=self._says(seen)), self.across(WIDE))

    def _says(self, seen):
        if seen.level:
            up, right, says = self._moved(seen.level[0])
            return f"{says}: {right / up:.3g} per 1 of c." if up else "Here x has been found. Now c moves."
        y, slope = seen.f(seen.x), svg.number(seen.slope)
        if seen.turned:
            if seen.slope == self._true:
                return f"The line rises {slope} per 1 of x, and only touches."
            flat, cut = seen.slope < self._true, crossing(seen)
            again = "" if cut is None else f", and again at x = {cut:.2f}"
            too = self.to_do(f": too {'flat' if flat else 'steep'}")
            return f"The line rises {slope} per 1 of x. It cuts through at the point{again}{too}."
        off, called = y - self._wanted, self._called.capitalize()
        digits = max(0, 3 - int(np.floor(np.log10(abs(self._wanted) or 1))))  # what is not near must look so
        if abs(off) <= NEAR * abs(self._wanted):
            return f"{called} {y:.{digits}f}: near enough."
        step = f"{abs(off):.{digits}f} / {seen.slope:.6g} = {abs(off / seen.slope):.4f}"  # it can be checked
        way = "too much" if off > 0 else "too little"
        now = f"{called} {y:.{digits}f}, {abs(off):.{digits}f} {way}."
        return f"{now} {step}: next x = {seen.x - off / seen.slope:.4f}."

    def adjust(self, name, values):
        if name == "step":
            seen = self._seen(**values)
            if seen.x != self._ended:  # pulled there, or at the beginning
                self._been, self._begun = (), seen.x
            self._been = (*self._been, seen.x)[-MOST:]
            new = seen.x - (seen.f(seen.x) - self._wanted) / seen.slope
            self._ended = float(np.clip(new, *self._xs))
            return {"x": self._ended}
        self._been, self._ended = (), None
        if name == "rule" and not self.found:
            self._order.sort(key=lambda rule: rule != values["rule"])
            self.goals = [*self._goals()]
        return {"x": self._start} if name in ("again", "rule") else {}

    def reaches(self, goal, **values):
        if self._level:
            up, right, says = self._moved(values["c"])
            if goal == 0:
                return f"{says}." if abs(up - 1) < 1e-9 else ""
            rises = f"The curve rises {svg.number(self._true)} per 1 of x."
            return f"{says}: that is {right / up:.3g} per 1 of c. {rises}" if 0 < abs(up) < 0.101 else ""
        seen = self._seen(**values)
        if seen.turned:
            says = f"The line only touches: the slope is {svg.number(seen.slope)}."
            return says if seen.slope == self._true else ""
        near = abs(seen.f(seen.x) - self._wanted) <= NEAR * abs(self._wanted)
        is_run = self._begun == self._start and seen.x == self._ended
        if not near or not is_run or values["rule"] != self._order[goal]:
            return ""
        before = self._took.get(values["rule"], MOST)
        self._took[values["rule"]] = min(before, len(self._been))  # a press at the goal is no step to it
        took = svg.listed(f"{count} with the {rule}" for rule, count in self._took.items())
        return f"Steps taken: {took}."
