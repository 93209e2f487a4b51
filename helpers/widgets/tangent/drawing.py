"""The picture of a curve with a line at one of its points, and where the line leads."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from helpers.drawing import plots, svg
from helpers.drawing.held import handle, knob

DOTS = 81  # of the curve
WIDE, LEFT, TOP, FEW = 632, 58, 24, 5  # its width, room at the left and above, and marks on the upright axis
HIGH, LOW = 230, 200  # how high it is drawn with room, and with less
REACH = 0.75  # of the way from the point to the right end: there the line has its knob


class Seen(NamedTuple):
    """What is drawn: the curve, the point on it, the line's slope, and what else there is."""

    f: Callable[[float], float]
    called: str
    xs: tuple[float, float]
    x: float
    slope: float
    turned: tuple[float, float, float] | None  # the slopes a hand can give the line, and their grid
    wanted: float | None  # the height that the steps lead to
    been: tuple[float, ...]  # where the steps came from
    says: str
    level: tuple[float, float, float] | None = None  # a height that is pulled, where the curve has it, a grid


def draw_tangent(seen: Seen, wide: float) -> svg.Picture:
    """The curve, the line, and with `wanted` the step that the line proposes."""
    width, height = wide - LEFT - 14, HIGH if wide == WIDE else LOW
    curve_x, heights = _curve(seen.f, seen.xs)
    axes = plots.Axes(LEFT, TOP, width, height, seen.xs, (min(0.0, *heights), max(heights)))
    ground = svg.rect(LEFT, TOP, width, height, fill=svg.PANEL)
    parts = [ground, *_scale(axes, seen), axes.curve(curve_x, heights, plots.Look(svg.INK, mark=""))]
    if not seen.level:
        parts.append(_line(axes, seen, seen.slope, svg.LOCAL))
    parts += (_level if seen.level else _turned if seen.turned else _step)(axes, seen)
    said = svg.paragraph(seen.says, 16, LEFT + width)
    room = svg.space(LEFT + width, 88 if wide < 400 else 66 if wide < WIDE else 44)
    low = TOP + height + 30
    block = svg.canvas(LEFT + width + 14, low + room.height, *parts, said.at(0, low))
    beside = "the x that it has at a height" if seen.level else "a line at one of its points"
    return svg.picture(block, f"The {seen.called}, and {beside}", desc=seen.says)


def _curve(f, xs):
    curve_x = np.linspace(*xs, DOTS)
    return curve_x, [float(f(x)) for x in curve_x]


def turned_by_a_pixel(f: Callable[[float], float], x: float, xs: tuple[float, float]) -> float:
    """How much steeper the line gets when its knob is lifted by a pixel, where it is drawn low."""
    heights = _curve(f, xs)[1]
    return (max(heights) - min(0.0, *heights)) / LOW / (REACH * (xs[1] - x))


def _scale(axes, seen):
    apart = plots.round_up(axes.ys[1] / FEW)
    for k in range(int(axes.ys[1] / apart) + 1):
        yield axes.line_across(k * apart, svg.number(k * apart))
    low, high = axes.xs
    apart = plots.round_up((high - low) / 5)
    for k in range(math.ceil(low / apart - 1e-9), math.floor(high / apart + 1e-9) + 1):
        yield axes.tick(k * apart, svg.number(k * apart))
    look = {"font_size": 14, "font_weight": 600, "fill": svg.MUTED}
    yield svg.text(seen.called.removeprefix("curve "), axes.left + 6, axes.top + 16, **look)
    if not seen.level:  # there the point says its x, on the axis
        yield svg.text("x", axes.left + axes.width - 8, axes.top + axes.height - 8, text_anchor="end", **look)


def _line(axes, seen, slope, color, **look):
    """The line through the point, as far as it is inside the axes."""
    y, (low, high) = seen.f(seen.x), axes.ys
    ends = [seen.x + (end - y) / slope for end in (low, high)] if slope else list(axes.xs)
    ends = [float(np.clip(end, *axes.xs)) for end in ends]
    (x0, y0), (x1, y1) = ((axes.x(x), axes.y(y + slope * (x - seen.x))) for x in ends)
    return svg.path(f"M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}", stroke=color, stroke_width=2.5, **look)


def crossing(seen: Seen) -> float | None:
    """Where else the line meets the curve: the nearest such place, if there is one in the picture."""
    xs = np.linspace(*seen.xs, 2001)
    above = np.array([seen.f(x) for x in xs]) - seen.f(seen.x) - seen.slope * (xs - seen.x)
    places = xs[:-1][np.diff(np.sign(above)) != 0]
    places = places[np.abs(places - seen.x) > 0.004 * (seen.xs[1] - seen.xs[0])]
    return float(places[np.argmin(np.abs(places - seen.x))]) if len(places) else None


def _turned(axes, seen):
    """The point, the place where the line cuts the curve, and the knob that turns it."""
    y, (low, high, grid) = seen.f(seen.x), seen.turned
    yield svg.circle(axes.x(seen.x), axes.y(y), 6, fill=svg.INK)
    cut = crossing(seen)
    if cut is not None:
        at = axes.x(cut), axes.y(seen.f(cut))
        yield svg.circle(*at, 7, fill="none", stroke=svg.BAD, stroke_width=2.5)
        left = cut < sum(seen.xs) / 2
        look = {"text_anchor": "start" if left else "end", "font_size": 14, "fill": svg.BAD}
        right, down = (12, 20) if left else (-12, -8)
        if at[1] + down > axes.top + axes.height:
            right, down = 4, -16  # clear of the ticks
        yield svg.text("cuts", at[0] + right, at[1] + down, **look | svg.halo())
    reach = REACH * (axes.xs[1] - seen.x)
    per = reach * axes.height / (axes.ys[1] - axes.ys[0])
    body = knob(axes.x(seen.x + reach), axes.y(y + seen.slope * reach))
    yield handle(body, "slope", "The slope of the line", low, high, grid, per, lift=True)


def _level(axes, seen):
    """From the height that is pulled to the curve and down to x, and how far both have moved."""
    yield from _steep(axes, seen)
    c, x, grid = seen.level
    y, at, low = seen.f(seen.x), (axes.x(x), axes.y(c)), axes.y(axes.ys[0])
    path = f"M{axes.x(seen.x):.1f} {low}V{axes.y(y):.1f}H{axes.left}"
    yield svg.path(path, stroke=svg.MUTED, stroke_dasharray="3 4")
    yield svg.circle(axes.x(seen.x), axes.y(y), 5, fill=svg.MUTED)
    yield svg.path(f"M{axes.left} {at[1]:.1f}H{at[0]:.1f}V{low}", stroke=svg.ACCENT, stroke_width=2)
    yield svg.circle(*at, 6, fill=svg.INK)
    bold = {"font_size": 14, "font_weight": 600} | svg.halo()
    reads_x, across = f"x = {x:.4g}", at[0] + 10
    is_left = across + svg.text_width(reads_x, 14) > axes.left + axes.width  # else it is cut off
    at_x = (at[0] - 10 if is_left else across, low - 9)
    up, right = (axes.left, axes.y(y), axes.left, at[1]), (axes.x(seen.x), low, at[0], low)
    for color, line, words, place, anchor in (
        (svg.ACCENT, up, f"c = {c:.4g}", (axes.left + 24, at[1] - 9), "start"),
        (svg.LOCAL, right, reads_x, at_x, "end" if is_left else "start"),
    ):
        yield svg.line(*line, color, 5)
        yield svg.text(words.replace("-", "−"), *place, fill=color, text_anchor=anchor, **bold)
    body = knob(axes.left, at[1])
    per = -axes.height / (axes.ys[1] - axes.ys[0])
    yield handle(body, "c", "The height c", *map(seen.f, seen.xs), grid, abs(per), lift=True)


def _steep(axes, seen):
    """The line that only touches where the height was, and the triangle that shows how steep it is."""
    yield _line(axes, seen, seen.slope, svg.MUTED, stroke_dasharray="6 4")
    y = seen.f(seen.x)
    if seen.x + 1 > axes.xs[1] or y + seen.slope > axes.ys[1]:
        return  # there is no room for a triangle that is 1 wide
    (left, right), (low, high) = map(axes.x, (seen.x, seen.x + 1)), map(axes.y, (y, y + seen.slope))
    legs = f"M{left:.1f} {low:.1f}H{right:.1f}V{high:.1f}"
    yield svg.path(legs, fill=svg.LOCAL_WASH, stroke=svg.MUTED, stroke_width=1.5)
    look = {"font_size": 14, "font_weight": 600, "fill": svg.MUTED} | svg.halo()
    yield svg.text("1 of x", (left + right) / 2, low + 17, text_anchor="middle", **look)
    rises = f"{svg.number(seen.slope)} of c"
    yield svg.text(rises, right - 8, (low + high) / 2 + 5, text_anchor="end", **look)


def _step(axes, seen):
    """The wanted height, the way along the line to it, and where the steps before came from."""
    y, level = seen.f(seen.x), axes.y(seen.wanted)
    dashed = {"stroke_width": 2, "stroke_dasharray": "7 4"}
    yield svg.path(f"M{axes.left} {level:.1f}h{axes.width}", stroke=svg.GRADIENT, **dashed)
    words = f"wanted: {svg.number(seen.wanted)}"
    look = {"fill": svg.GRADIENT, "font_size": 14, "font_weight": 600, "text_anchor": "end"}
    yield svg.text(words, axes.left + axes.width - 8, level - 7, **look | svg.halo())
    for x in seen.been:
        yield svg.circle(axes.x(x), axes.y(seen.f(x)), 4.5, stroke=svg.ACCENT, stroke_width=1.5)
    new = float(np.clip(seen.x + (seen.wanted - y) / seen.slope, *seen.xs)) if seen.slope else seen.x
    to = axes.y(seen.f(new))
    yield svg.path(f"M{axes.x(new):.1f} {level:.1f}V{to:.1f}", stroke=svg.LOCAL, **dashed)
    yield svg.circle(axes.x(new), to, 5, fill=svg.CARD, stroke=svg.LOCAL, stroke_width=2)
    low, high = seen.xs
    body = knob(axes.x(seen.x), axes.y(y))
    yield handle(body, "x", "The point on the curve", low, high, 0.01, axes.width / (high - low))
