"""Lesson 06: masses in a row on their way to rest, straight downhill and by Newton's method, step by step."""

import numpy as np

from helpers.drawing import svg
from helpers.drawing.plots import Axes, Look, round_up
from helpers.widgets import Exhibit
from helpers.widgets.base.controls import Number

__all__ = ["Race"]

WIDE, LEFT, RIGHT, TOP, HIGH = 640, 66, 84, 26, 170  # the picture, and the room around its axes
REST = 0.01  # the largest slope of a row that rests
DOTS = 101  # of a row
HELD, DOWNHILL = Look(svg.INK, "2 6", "", 9), Look(svg.GRADIENT, "7 4", "")  # HELD is seen below a row
LOOKS = {"held at": HELD, "downhill": DOWNHILL, "Newton": Look(svg.ACCENT, mark="")}


class Race(Exhibit):
    """Pull the steps of two ways to rest: both rows of numbers, beside where they are `held`.

    Each way has the rows that it reached after 0, 1, 2 … steps; `slope` has a number for each of a row.

    >>> race = Race(lambda x: x - 4, downhill=[[0], [2], [3]], newton=[[0], [4], [4]], held=[4])
    >>> race.set(steps=2)
    >>> race.found
    ['Newton rests from step 1 on. Downhill the largest slope is then still 2.']
    """

    def __init__(self, slope, *, downhill, newton, held):
        self._rows = {"held at": [held] * len(newton), "downhill": downhill, "Newton": newton}
        self._far = round_up(max(np.abs(rows).max() for rows in self._rows.values()))
        self._steep = {name: [float(np.abs(slope(np.array(row))).max()) for row in self._rows[name]]
                       for name in ("downhill", "Newton")}  # fmt: skip
        self._rests = max((k + 1 for k, steep in enumerate(self._steep["Newton"]) if steep > REST), default=0)
        last = len(newton) - 1
        steps = Number("steps", 0, low=0, high=last, step=1, whole=True, least=0, limit=last)
        super().__init__(steps, goals=[f"Pull the steps until one rests: nowhere a slope above {REST}."])

    def draw(self, steps):
        rows = {name: np.array(rows[steps]) for name, rows in self._rows.items()}
        wide, far, count = self.across(WIDE), self._far, rows["Newton"].size
        axes = Axes(LEFT, TOP, wide - LEFT - RIGHT, HIGH, (1, count), (-far, far))
        parts = [svg.text("each mass is pulled by", 0, 12, font_size=13, fill=svg.MUTED)]
        parts += [axes.line_across(x, svg.number(x)) for x in (-far, 0, far)]
        parts += [axes.tick(k, f"mass {k}" if k == 1 else str(k), 4) for k in (1, count)]
        some = np.linspace(0, count - 1, min(count, DOTS)).round().astype(int)
        parts += [axes.curve(some + 1, row[some], LOOKS[name]) for name, row in rows.items()]
        parts += axes.names([row[-1] for row in rows.values()], [*rows], [*LOOKS.values()])
        steep = {name: slopes[steps] for name, slopes in self._steep.items()}
        told = {name: f"{name}: largest slope {_short(each) if each >= 0.001 else 'below 0.001'}"
                for name, each in steep.items()}  # fmt: skip
        lines = (svg.words(says, 16, LOOKS[name].color, bold=True) for name, says in told.items())
        block = svg.column(svg.canvas(wide, TOP + HIGH + 30, *parts), *lines, gap=3, align=0)
        ends = ", ".join(f"{name} {_short(row[-1])}" for name, row in rows.items())
        desc = f"At step {steps} mass {count} is {ends}. {'; '.join(told.values())}."
        return svg.picture(block, "Masses in a row, and two ways to rest", desc=desc)

    def reaches(self, goal, steps):
        if steps < self._rests:
            return ""
        still = _short(self._steep["downhill"][self._rests])
        return f"Newton rests from step {self._rests} on. Downhill the largest slope is then still {still}."


def _short(number):
    return svg.number(round(float(number), 3) + 0.0)
