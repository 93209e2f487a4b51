"""A garden whose edges are pulled: its area, its fence and its path follow."""

from __future__ import annotations

import math

from helpers.drawing import svg
from helpers.drawing.held import handle, knob

from ..base.controls import Number
from ..base.exhibit import Exhibit

WIDEST, DEEPEST = 7, 5  # metres
LOW, GRID = 1, 0.5


class Garden(Exhibit):
    """A garden, `width` metres by `depth`, of which both are pulled until `area` and `fence` are reached.

    >>> garden = Garden(4, 3, area=20, fence=18)
    >>> garden.set(width=5, depth=4)
    >>> garden.found
    ['5 by 4. Each pull moved all three numbers, each at its own rate: six slopes.']
    """

    def __init__(self, width: float = 4, depth: float = 3, *, area: float = 20, fence: float = 18):
        self._start, self._wanted = (width, depth), (area, fence)
        about = {"low": LOW, "step": GRID, "in_picture": True}
        super().__init__(
            Number("width", width, high=WIDEST, limit=WIDEST, **about),
            Number("depth", depth, high=DEEPEST, limit=DEEPEST, **about),
            goals=[f"Pull two edges until the area is {svg.number(area)} and the fence {svg.number(fence)}."],
        )

    def draw(self, width, depth):
        width, depth = max(width, LOW), max(depth, LOW)
        wide = self.across(640)
        per, slim = (42 if wide > 500 else 32), wide <= 500
        left, foot = 6, 26 + DEEPEST * per
        right, top = left + width * per, foot - depth * per
        was = left, foot - self._start[1] * per, self._start[0] * per, self._start[1] * per
        parts = [
            svg.rect(left, top, right - left, foot - top, fill=svg.PAIRS[0], stroke="none"),
            _strip(left, foot, right, top, svg.PAIRS[2]),
            *(_strip(*side, svg.PAIRS[1]) for side in _sides(left, top, right, foot)),
            _named("area", left + 0.24 * (right - left), top + 0.3 * (foot - top) + 5),
            _named("path", (left + right) / 2, (top + foot) / 2 + 5),
            _named("fence", left + 0.3 * (right - left), foot + 5),
        ]
        for name, x, y, lift, high in (
            ("width", right, (top + foot) / 2, False, WIDEST),
            ("depth", (left + right) / 2, top, True, DEEPEST),
        ):
            parts.append(handle(knob(x, y), name, f"the {name}", LOW, high, GRID, per, lift=lift))
        if (width, depth) != self._start:
            parts.insert(1, svg.rect(*was, stroke=svg.MUTED, stroke_dasharray="4 4"))
        parts.append(_named(f"{svg.number(width)} m wide", (left + right) / 2, foot + 26))
        parts.append(_named(f"{svg.number(depth)} m deep", right + 48, (top + foot) / 2 + 5))
        x, y, step = (left, foot + 56, 26) if slim else (left + WIDEST * per + 98, 96, 38)
        for k, (name, (now, first)) in enumerate(self._numbers(width, depth).items()):
            parts.append(svg.rect(x, y + step * k - 14, 16, 16, rx=4, fill=svg.PAIRS[k], stroke=svg.LINE))
            words = f"{name} {now}"
            look = {"font_size": 19, "font_weight": 600, "text_anchor": "start", "fill": svg.INK}
            parts.append(svg.text(words, x + 26, y + step * k, **look))
            look = {"font_size": 14, "fill": svg.MUTED, "text_anchor": "start"}
            parts.append(svg.text(f"at first {first}", x + 152, y + step * k, **look))
        told = ", ".join(f"{name} {now}" for name, (now, _) in self._numbers(width, depth).items())
        desc = f"{svg.number(width)} m wide and {svg.number(depth)} m deep: {told}."
        height = foot + 56 + 3 * step if slim else foot + 34
        return svg.picture(svg.canvas(wide, height, *parts), "A garden with a fence and a path", desc=desc)

    def _numbers(self, *now):
        """Each number by its name: now, and at first."""
        pairs = zip(_measured(*now), _measured(*self._start), strict=True)
        units = {"area": " m²", "fence": " m", "path": " m"}
        return {
            name: [svg.number(round(each, 2)) + unit for each in pair]
            for (name, unit), pair in zip(units.items(), pairs, strict=True)
        }

    def reaches(self, goal, width, depth):
        if _measured(width, depth)[:2] != self._wanted:
            return ""
        size = f"{svg.number(width)} by {svg.number(depth)}"
        return f"{size}. Each pull moved all three numbers, each at its own rate: six slopes."


def _measured(width, depth):
    """Area, fence and path."""
    return width * depth, 2 * (width + depth), math.hypot(width, depth)


def _sides(left, top, right, foot):
    return (
        (left, top, right, top),
        (right, top, right, foot),
        (right, foot, left, foot),
        (left, foot, left, top),
    )


def _strip(x0, y0, x1, y1, color):
    """A strip on the ground, seen from above."""
    return svg.line(x0, y0, x1, y1, svg.MUTED, 8) + svg.line(x0, y0, x1, y1, color, 6)


def _named(words, x, y):
    return svg.text(words, x, y, font_size=14, text_anchor="middle", fill=svg.INK, **svg.halo())
