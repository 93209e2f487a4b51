"""A machine on a buffer, shaken by its motor: at one pace, its own, it swings by far the most."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from helpers import autodiff as ad
from helpers.drawing import svg
from helpers.drawing.held import BELOW, handle, knob
from helpers.drawing.plots import Axes
from helpers.drawing.svg.film import Reel

from ..base.controls import Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import single_number

GRID, DAMPING = 0.1, 0.02  # in which steps the motor is set; how much of a swing the rubber eats
SLOW = 4  # times as slow as it is, so that it can be seen
SWINGS = 6  # that are seen once its pace was set
HIGH, REST, SWING = 250, 128, 58  # of the machine's picture; where it rests, how far it swings at most
FREE = 34  # the height of a buffer that nothing presses
WIDE, BESIDE, SLIM = 760, 272, 228  # the picture, the machine with its gap, and a chart beside it


class Shaker(Exhibit):
    """A machine that presses a buffer of the energy `f` by `x`, and a motor whose pace is pulled.

    How far the machine swings is drawn at each pace that was tried; `expected` is the pace at which
    it should swing most. Raises `InputError` for a buffer that does not push back.

    >>> shaker = Shaker(lambda x: 800 * x**2, 0.0, expected=5.0)
    >>> for turns in 6.4, 7.0:
    ...     shaker.set(turns=turns)
    >>> shaker.found
    ['It swings most at 6.4 turns a second, not at 5: 24 times as far as a steady push moves it.']
    """

    def __init__(self, f: Callable, x: float, *, expected: float, mass: float = 1.0, **traits):
        if not callable(f):
            raise InputError(f"f must be a function of one number, not {type(f).__name__}.", "f")
        self._x, mass = single_number("x", x), single_number("mass", mass)
        stiffness = float(ad.grad(ad.grad(f))(self._x))
        if not mass > 0:
            raise InputError("The mass must be above 0.", "mass")
        if not stiffness > 0:
            raise InputError("The buffer must push back at x: its second derivative must be above 0.", "x")
        self._own = np.sqrt(stiffness / mass) / (2 * np.pi)
        self._expected = single_number("expected", expected)
        self._most = float(max(np.arange(round(self._own) - 1, round(self._own) + 1, GRID), key=self._swings))
        paces = self._expected, self._own
        self._xs = (float(np.floor(min(paces)) - 1), float(np.ceil(max(paces)) + 1))
        self._tried: dict[float, float] = {}
        motor = Number("turns", self._expected, low=self._xs[0], high=self._xs[1], step=GRID, in_picture=True)
        goal = "Pull the motor's pace: at how many turns a second does the machine swing most?"
        super().__init__(motor, goals=[goal], **traits)

    def _swings(self, turns):
        """How far it swings, as a multiple of what the same push does when it stays."""
        pace = turns / self._own
        return float(np.hypot(1 - pace**2, 2 * DAMPING * pace) ** -1)

    def _times(self, turns):
        return f"{svg.number(float(f'{self._swings(turns):.2g}'))} times as far as a steady push moves it"

    def draw(self, turns):
        far = self._swings(turns)
        self._tried[round(turns, 2)] = far
        says = f"{svg.number(round(turns, 2))} turns a second: it swings {self._times(turns)}."
        reel, wide = Reel(), self.across(WIDE)
        beside = wide - BESIDE >= SLIM
        chart = self._chart(turns, far, wide - BESIDE if beside else wide)
        seen = (svg.row if beside else svg.column)(self._machine(reel, far), chart, gap=22)
        block = svg.column(seen, svg.paragraph(says, 16, wide), gap=8, align=0)
        stops = [""] * (2 * SWINGS + 2)
        film = reel.film(stops, stops, alone=round(500 * SLOW / turns), runs=f"{turns:g}", aside=True)
        return svg.picture(block, "A machine on its buffer, shaken by its motor", desc=says, film=film)

    def _machine(self, reel, far):
        """The mass on its buffer, with the places between which it swings."""
        a = SWING * far / self._swings(self._most)
        tops = [REST - 54 - end for end in (0, *(a, -a) * SWINGS, 0)]
        low = HIGH - 34
        ends = [top + 54 for top in tops]
        rubber = {"x": 62, "width": 56, "fill": svg.LOCAL_WASH, "stroke": svg.LOCAL}
        parts = [reel.part("rect", y=ends, height=[low - end for end in ends], **rubber)]
        box = {"rx": 6, "fill": svg.CARD, "stroke": svg.INK, "stroke_width": 2}
        parts.append(reel.part("rect", x=40, y=tops, width=100, height=54, **box))
        named = {"font_size": 14, "text_anchor": "middle"}
        says, low_in_it = ["machine"] * len(tops), [top + 32 for top in tops]
        parts.append(reel.part("text", says, x=90, y=low_in_it, fill=svg.INK, **named))
        for end in (a, -a):
            dash = {"stroke": svg.BAD, "stroke_width": 2, "stroke_dasharray": "5 4"}
            parts.append(svg.path(f"M18 {REST - 27 - end:.1f}h18m108 0h18", **dash))
        parts.append(svg.line(10, low, 170, low, svg.INK, 2))
        parts.append(svg.text("buffer", 90, low + 20, fill=svg.LOCAL, **named))
        return svg.canvas(BESIDE - 22, HIGH, *parts, *self._pressed() if self._x else ())

    def _pressed(self):
        """From where the buffer would end to where it is pressed: x."""
        yield svg.path(f"M122 {FREE}h74M168 {REST}h28", stroke=svg.MUTED, stroke_dasharray="3 4")
        yield svg.arrow(182, FREE, 182, REST - 2, svg.ACCENT, 2)
        yield svg.text("not pressed", 146, FREE - 8, font_size=14, fill=svg.MUTED)
        words, look = f"x = {svg.number(self._x)}", {"font_weight": 600, "fill": svg.ACCENT}
        yield svg.text(words, 192, (FREE + REST) / 2 + 5, font_size=14, **look)

    def _chart(self, turns, far, wide):
        """How far it swings at each pace that was tried, above the motor's knob."""
        most = self._swings(self._most)
        axes = Axes(40, 28, wide - 54, 166, self._xs, (0, 1.1 * most))
        parts = [axes.line_across(value, svg.number(value)) for value in np.arange(0, most, 10)]
        parts += [axes.tick(value, svg.number(value), BELOW) for value in np.arange(*self._xs) + 1]
        named = {"font_size": 14, "fill": svg.MUTED}
        parts.append(svg.text("times as far as a steady push", axes.left, 16, **named))
        parts.append(svg.text("the motor's turns a second", wide - 14, HIGH - 4, text_anchor="end", **named))
        at = axes.x(self._expected)
        dash = {"stroke": svg.GRADIENT, "stroke_width": 2, "stroke_dasharray": "5 4"}
        parts.append(svg.path(f"M{at:.1f} {axes.top}v{axes.height}", **dash))
        words = f"expected: {svg.number(self._expected)}"
        parts.append(svg.text(words, at + 6, axes.top + 14, font_size=14, fill=svg.GRADIENT))
        for tried, swing in self._tried.items():
            parts.append(svg.circle(axes.x(tried), axes.y(swing), 4, fill=svg.BAD))
        parts.append(svg.line(axes.x(turns), axes.y(far), axes.x(turns), axes.y(0), svg.BAD, 2))
        per = axes.width / (self._xs[1] - self._xs[0])
        body = knob(axes.x(turns), axes.y(0))
        parts.append(handle(body, "turns", "Turns of the motor a second", *self._xs, GRID, per))
        return svg.canvas(wide, HIGH, *parts)

    def reaches(self, goal, turns):
        """That the peak was tried, and on each side of it a pace with a smaller swing."""
        off = [tried - self._most for tried in self._tried]
        if not min(off) < -GRID / 2 < min(off, key=abs) < GRID / 2 < max(off):
            return ""
        wrong = f", not at {svg.number(self._expected)}" * (abs(self._most - self._expected) > GRID)
        most = svg.number(round(self._most, 2))
        return f"It swings most at {most} turns a second{wrong}: {self._times(self._most)}."
