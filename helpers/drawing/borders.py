"""Two kinds of points in a plane, and the border that a model draws between them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from . import svg
from .plots import Axes

CELLS = (44, 32)  # across and down: between them the border is a straight line
CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))  # of a cell, one after the other, as (row, column)
RADIUS = 4
BORDER = svg.canvas(24, 18, svg.line(0, 9, 24, 9, svg.INK, 2.5)), "border"  # for a `legend`


def split(axes: Axes, score: Callable[[np.ndarray], np.ndarray]) -> tuple[str, str]:
    """Path data of the part of the axes where the score of a point is above 0, and of the border of it.

    `score` takes points (n, 2) and gives n numbers.

    >>> part, border = split(Axes(0, 0, 44, 32, (0, 44), (0, 32)), lambda points: points[:, 0] - 22.5)
    >>> part[:20], border[:18]
    ('M23 0h21v1h-21zM23 1', 'M22.5 0L22.5 1M22.')
    """
    xs, ys = (np.linspace(*ends, n + 1) for ends, n in zip((axes.xs, axes.ys[::-1]), CELLS, strict=True))
    points = np.stack(np.meshgrid(xs, ys), axis=-1)
    values = np.nan_to_num(score(points.reshape(-1, 2))).reshape(points.shape[:2])
    places = np.stack([axes.x(points[..., 0]), axes.y(points[..., 1])], axis=-1)
    above = values > 0
    count = above[:-1, :-1].astype(int) + above[:-1, 1:] + above[1:, :-1] + above[1:, 1:]
    parts, borders = _whole_cells(count == 4, places), []
    for i, j in np.argwhere((count > 0) & (count < 4)):
        outline, crossings = _through(values[i : i + 2, j : j + 2], places[i : i + 2, j : j + 2])
        parts.append(f"M{'L'.join(outline)}z")
        borders += [f"M{a}L{b}" for a, b in zip(crossings[::2], crossings[1::2])]
    return "".join(parts), "".join(borders)


def _whole_cells(inside, places):
    """Path data of the cells that lie inside, those of a row that touch as one."""
    paths = []
    for i, row in enumerate(inside):
        edges = np.flatnonzero(np.diff(np.concatenate([[False], row, [False]]).astype(int)))
        for start, end in zip(edges[::2], edges[1::2]):
            (left, top), (right, bottom) = places[i, start], places[i + 1, end]
            wide, high = right - left, bottom - top
            paths.append(f"M{left:.5g} {top:.5g}h{wide:.5g}v{high:.5g}h-{wide:.5g}z")
    return paths


def _through(values, places):
    """Of a cell that the border crosses: the outline of its part above 0, and the crossings."""
    outline, crossings = [], []
    for here, there in zip(CORNERS, (*CORNERS[1:], CORNERS[0]), strict=True):
        a, b = values[here], values[there]
        if a > 0:
            outline.append(_place(places[here]))
        if (a > 0) != (b > 0):
            crossings.append(_place(places[here] + (places[there] - places[here]) * a / (a - b)))
            outline.append(crossings[-1])
    return outline, crossings


def _place(point):
    return f"{round(point[0], 1):g} {round(point[1], 1):g}"


def two_kinds(axes: Axes, points: np.ndarray, is_first: np.ndarray, score: Callable) -> str:
    """The points, rings for the first kind and diamonds for the other, on the two sides of the border.

    The side on which the score says that a point is of the first kind, above 0, is the washed one.
    """
    part, border = split(axes, score)
    ground = svg.rect(axes.left, axes.top, axes.width, axes.height, fill=svg.PANEL)
    wash = f'<path d="{part}" fill="{svg.ACCENT_WASH}"/>'
    line = f'<path d="{border}" fill="none" stroke="{svg.INK}" stroke-width="2.5" stroke-linecap="round"/>'
    marks = "".join(
        ring(axes.x(x), axes.y(y)) if first else diamond(axes.x(x), axes.y(y))
        for (x, y), first in zip(points, is_first, strict=True)
    )
    return ground + wash + marks + line


def legend(first: str, second: str, *more: tuple[svg.Block, str]) -> svg.Block:
    """What the marks of the two kinds stand for, and `more` marks with their words."""
    kinds = (svg.canvas(14, 18, ring(7, 9)), first), (svg.canvas(14, 18, diamond(7, 9)), second)
    return svg.row(*(svg.row(mark, svg.words(text, 14), gap=6) for mark, text in (*kinds, *more)), gap=20)


def ring(x: float, y: float) -> str:
    """The mark of the first kind."""
    look = f'fill="{svg.CARD}" stroke="{svg.ACCENT}" stroke-width="2"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" {look}/>'


def diamond(x: float, y: float) -> str:
    """The mark of the other kind."""
    return f'<path d="M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5 -5z" fill="{svg.LOCAL}"/>'
