"""A garden whose edges are pulled: its area, its fence and its path follow, each at rates of its own."""

from __future__ import annotations

import math

from helpers.drawing import svg
from helpers.drawing.held import handle, knob

from ..base.controls import Number
from ..base.exhibit import Exhibit

WIDEST, DEEPEST = 7, 5  # metres
LOW, GRID = 1, 0.1
UNITS = {"area": "m²", "fence": "m", "path": "m"}
WIDE, BESIDE = 760, 580  # the picture, and the least that has the gauges beside the ground
ROW, BAR = 58, 14  # of a gauge with its words, and of its bar


class Garden(Exhibit):
    """A garden, `width` metres by `depth`, of which both are pulled until `area` and `fence` are reached.

    Of each edge it is told what the three numbers moved by per metre, since it was last taken hold of; or,
    where nothing is to be reached, by how much per metre they move there: its six slopes.

    >>> garden = Garden(4, 3, area=20, fence=18)
    >>> garden.set(width=5, depth=4)
    >>> garden.found
    ['5 by 4. Each pull moved all three numbers, each at its own rate: six slopes.']
    """

    def __init__(self, width: float = 4, depth: float = 3, *, area: float = 0, fence: float = 0):
        self._start, self._wanted = (width, depth), (area, fence) if area else ()
        self._edge, self._origin = "", {"width": width, "depth": depth}  # what moved last, and from where
        self._rates: dict[str, list[float]] = {}  # by edge: what each number moved, per metre
        self._pulled_from: dict[str, str] = {}  # by edge: the garden before
        about = {"low": LOW, "step": GRID, "in_picture": True}
        until = f"until the area is {svg.number(area)} and the fence {svg.number(fence)}"
        goal = f"two edges {until}" if area else "an edge until both slopes of the path are equal"
        super().__init__(
            Number("width", width, high=WIDEST, limit=WIDEST, **about),
            Number("depth", depth, high=DEEPEST, limit=DEEPEST, **about),
            goals=[f"Pull {goal}."],
        )
        self.observe(lambda _: setattr(self, "_edge", "" if self.held else self._edge), names="held")

    def adjust(self, name, values):
        if name != self._edge:
            self._edge, self._origin = name, self.values
        to = max(values[name], LOW)
        if by := to - self._origin[name]:
            moved = zip(_measured(**self._origin | {name: to}), _measured(**self._origin), strict=True)
            self._pulled_from[name] = " × ".join(map(svg.number, self._origin.values()))
            self._rates[name] = [(each - before) / by for each, before in moved]
        return {}

    def draw(self, width, depth):
        width, depth = max(width, LOW), max(depth, LOW)
        wide = self.across(WIDE)
        per, slim = (42 if wide == WIDE else 32), wide < BESIDE
        left, foot = 6, 26 + DEEPEST * per
        right, top = left + width * per, foot - depth * per
        plot = left, top, right - left, foot - top
        was = left, foot - self._start[1] * per, self._start[0] * per, self._start[1] * per
        parts = [
            _metres(left, foot, per),
            svg.rect(*plot, fill=svg.PAIRS[0], stroke="none"),
            _strip(left, foot, right, top, svg.PAIRS[2]),
            svg.rect(*plot, stroke=svg.MUTED, stroke_width=8),
            svg.rect(*plot, stroke=svg.PAIRS[1], stroke_width=6),
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
            parts.insert(2, svg.rect(*was, stroke=svg.MUTED, stroke_dasharray="4 4"))
        parts.append(_named(f"{svg.number(width)} m wide", (left + right) / 2, foot + 26))
        parts.append(_named(f"{svg.number(depth)} m deep", right + 54, (top + foot) / 2 + 5))
        x, y = (left, foot + 56) if slim else (left + WIDEST * per + 98, 34)
        parts.append(
            svg.group("".join(self._gauges(width, depth, wide - x - 6)), transform=f"translate({x} {y})")
        )
        told = [
            f"{name} {now} {UNITS[name]}" for name, now in zip(UNITS, _rounded(width, depth), strict=True)
        ]
        desc = f"{svg.number(width)} m wide and {svg.number(depth)} m deep: {', '.join(told)}."
        height = y + 3 * ROW + 10 if slim else foot + 34
        return svg.picture(svg.canvas(wide, height, *parts), "A garden with a fence and a path", desc=desc)

    def _gauges(self, width, depth, long):
        """The three numbers, each over its gauge, and what each moved per metre of either edge."""
        columns, look = {"width": long - 92, "depth": long - 24}, {"font_size": 14, "fill": svg.MUTED}
        head = "moved per metre of" if self._wanted else "slope per metre of"
        yield svg.text(head, long - 124, -15, text_anchor="end", **look)
        for edge, x in columns.items():
            yield svg.text(edge, x, -15, text_anchor="middle", **look)
            if self._wanted:
                yield svg.text(self._pulled_from.get(edge, ""), x, 2, text_anchor="middle", **look)
        if self._wanted and self._pulled_from:
            yield svg.text("pulled from", long - 124, 2, text_anchor="end", **look)
        most, now, was = (
            _measured(*each) for each in ((WIDEST, DEEPEST), (width, depth), self._origin.values())
        )
        for k, (name, words) in enumerate(zip(UNITS, _rounded(width, depth), strict=True)):
            y, per = 28 + ROW * k, long / most[k]
            bold = {"font_size": 19, "font_weight": 600}
            yield svg.text(f"{name} {words} {UNITS[name]}", 0, y, fill=svg.INK, **bold)
            for edge, x in columns.items():
                rate, color = self._rate(k, edge, width, depth)
                yield svg.text(rate, x, y, text_anchor="middle", fill=color, **bold)
            yield svg.rect(0, y + 8, long, BAR, fill=svg.PANEL, stroke=svg.LINE, rx=3)
            yield svg.rect(0, y + 8, now[k] * per, BAR, fill=svg.PAIRS[k], stroke=svg.MUTED, rx=3)
            if self._edge:  # the part that this pull has moved
                low, high = sorted((now[k], was[k]))
                look_moved = {"fill": "none", "stroke": svg.ACCENT, "stroke_width": 2.5}
                yield svg.rect(low * per, y + 8, (high - low) * per, BAR, **look_moved)
            if k < len(self._wanted):
                x = self._wanted[k] * per
                yield svg.path(f"M{x:.1f} {y + 11 + BAR}l5 8h-10z", fill=svg.INK)
                yield svg.text(svg.number(self._wanted[k]), x + 10, y + 21 + BAR, font_size=13, fill=svg.INK)

    def _rate(self, k, edge, width, depth):
        """What is told of number k and an edge, and its colour: that of a pull where it has changed."""
        if self._wanted:
            color = svg.ACCENT if edge == self._edge else svg.INK if edge in self._rates else svg.MUTED
            return svg.signed(round(self._rates[edge][k], 2)) if edge in self._rates else "?", color
        now, was = (_slopes(**at)[edge][k] for at in ({"width": width, "depth": depth}, self._origin))
        return svg.number(round(now, 2)), svg.ACCENT if self._edge and now != was else svg.INK

    def reaches(self, goal, width, depth):
        size = f"{svg.number(width)} by {svg.number(depth)}"
        if not self._wanted:
            both = svg.number(round(_slopes(width, depth)["width"][2], 2))
            others = "The area’s slopes are the other edge; the fence’s never change."
            return f"{size}, and both are {both}. {others}" if width == depth else ""
        if _measured(width, depth)[:2] != self._wanted:
            return ""
        return f"{size}. Each pull moved all three numbers, each at its own rate: six slopes."


def _measured(width, depth):
    """Area, fence and path."""
    return width * depth, 2 * (width + depth), math.hypot(width, depth)


def _slopes(width, depth):
    """By edge, how much each of the three moves per metre: the columns of their Jacobian."""
    path = math.hypot(width, depth)
    return {"width": (depth, 2, width / path), "depth": (width, 2, depth / path)}


def _rounded(width, depth):
    return [svg.number(round(each, 2)) for each in _measured(width, depth)]


def _metres(left, foot, per):
    """The ground on which the garden can grow, metre by metre."""
    across, up = WIDEST * per, DEEPEST * per
    lines = [f"M{left + k * per} {foot}v{-up}" for k in range(WIDEST + 1)]
    lines += [f"M{left} {foot - k * per}h{across}" for k in range(DEEPEST + 1)]
    return svg.path("".join(lines), stroke=svg.HAIRLINE)


def _strip(x0, y0, x1, y1, color):
    """A strip on the ground, seen from above."""
    return svg.line(x0, y0, x1, y1, svg.MUTED, 8) + svg.line(x0, y0, x1, y1, color, 6)


def _named(words, x, y):
    return svg.text(words, x, y, font_size=14, text_anchor="middle", fill=svg.INK, **svg.halo())
