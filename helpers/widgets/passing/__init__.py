"""What passes the places of a network, on the way up and back, while something before them is enlarged."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from helpers.drawing import svg
from helpers.drawing.held import BELOW, handle, knob
from helpers.drawing.plots import Axes

from ..base.controls import Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit

TIMES = [1 + 0.5 * k for k in range(19)]
MOST = TIMES[-1]
LEFT, NUMBER, ROW, TOP = 34, 132, 52, 32  # the place; behind a bar its number; of a place; above the first
FEW, WANTED = 0.1, 1e-3  # so small a share is choked; the update ratio that a rule of thumb wants
WAYS = ("value", 4, svg.MUTED), ("upstream", 6, svg.GRADIENT)


class Passing(Exhibit):
    """Pull how many times as large `what` is: the mean sizes of what passes each place, and the update ratio.

    `at(times)` gives both: by place the sizes of the value and of its upstream; and the ratio. Of what passed
    at first an outline stays. Raises `InputError` if `at` gives anything else.

    >>> a = np.array([-0.2, 1.0, 2.0])
    >>> def at(times):
    ...     slopes = 1 - np.tanh(times * a) ** 2
    ...     return {"h": (1 - slopes.mean(), 1), "a": (times, slopes.mean())}, 0.01 / times**2
    >>> passing = Passing("W1", at)
    >>> passing.set(times=9)
    >>> passing.found
    ['W1 times 9: of what arrived at first, 100% is left at h and 7.1% at a.']
    """

    def __init__(self, what: str, at: Callable):
        self._what = what
        try:
            sizes, ratios = zip(*map(at, TIMES), strict=True)
            self._places, self._ratios = [*sizes[0]], np.array(ratios, float)
            self._sizes = np.array([[*each.values()] for each in sizes], float)
            if self._sizes.shape[1:] != (len(self._places), 2) or not np.all(self._sizes > 0):
                raise ValueError
        except Exception as error:  # whatever `at` raises
            raise InputError("at(times) must give two sizes by place, and the update ratio.", "at") from error
        held = {"low": 1, "high": MOST, "step": 0.5, "least": 1, "limit": MOST, "in_picture": True}
        choked = f"Pull {what} larger, until less than a tenth of what was there arrives at one place."
        goals = [choked, f"Now find where the update ratio comes nearest to {WANTED:g}."]
        super().__init__(Number("times", 1, **held), goals=goals)

    def draw(self, times):
        now, wide = self._now(times), self.across(560)
        head, bold = f"{self._what} times {svg.number(times)}", {"font_size": 16, "font_weight": 600}
        ratio = f"update ratio {self._ratios[now]:.5f}"
        parts = [svg.text(head, 0, 16, fill=svg.ACCENT, **bold), *self._bars(now, wide - LEFT - NUMBER)]
        parts.append(svg.text(ratio, wide, 16, text_anchor="end", fill=svg.INK, **bold))
        axis = Axes(LEFT, TOP + ROW * len(self._places) + 16, wide - LEFT - 20, 0, (1, MOST), (0, 1))
        parts.append(svg.line(axis.left, axis.top, axis.left + axis.width, axis.top, svg.LINE, 1.5))
        parts += [axis.tick(each, svg.number(each), BELOW) for each in TIMES[::2]]
        limits = 1, MOST, 0.5, axis.width / (MOST - 1)
        parts.append(handle(knob(axis.x(times), axis.top), "times", f"{self._what}, times", *limits))
        passes = zip(self._places, self._sizes[now], strict=True)
        said = (f"{place} value {up:.4f}, upstream {back:.6f}" for place, (up, back) in passes)
        block = svg.canvas(wide, axis.top + 38, *parts)
        desc = f"{head}: {'; '.join(said)}; {ratio}."
        return svg.picture(block, "Mean sizes, on the way up and back", desc=desc)

    def _now(self, times):
        return int(np.argmin(np.abs(np.subtract(TIMES, times))))

    def _bars(self, now, room):
        """A bar for each way through a place, as long as the largest of its kind allows."""
        per = room / self._sizes.max(axis=(0, 1))
        for row, place in enumerate(self._places):
            top = TOP + ROW * row
            yield svg.text(place, 0, top + 26, font_size=16, fill=svg.INK)
            for k, (way, digits, color) in enumerate(WAYS):
                size, y = self._sizes[now, row, k], top + 4 + 21 * k
                long, first = (max(per[k] * each, 1) for each in (size, self._sizes[0, row, k]))
                yield svg.rect(LEFT, y, long, 15, fill=color)
                if first > long:
                    yield svg.rect(LEFT, y, first, 15, fill="none", stroke=color, stroke_dasharray="3 2")
                words = {"font_size": 14, "fill": color}
                yield svg.text(f"{way} {size:.{digits}f}", LEFT + max(long, first) + 6, y + 12, **words)

    def reaches(self, goal, times):
        now, head = self._now(times), f"{self._what} times {svg.number(times)}"
        if goal:
            is_nearest = now == np.argmin(np.abs(self._ratios - WANTED))
            return f"{head}: {self._ratios[now]:.5f}. It was {self._ratios[0]:.5f}." * bool(is_nearest)
        left = self._sizes[now, :, 1] / self._sizes[0, :, 1]
        shares = [f"{svg.number(round(100 * each, 1))}%" for each in left]
        at = [f"{share} at {place}" for share, place in zip(shares, self._places, strict=True)]
        told = svg.listed([at[0].replace("%", "% is left", 1), *at[1:]])
        return f"{head}: of what arrived at first, {told}." * bool(left.min() < FEW)
