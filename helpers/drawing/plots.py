"""Simple plots: axes, ticks, lines, bars' scales and labels, as parts for the blocks of `svg`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from . import svg

LABEL = 13  # the type size beside an axis
NAMED = 14  # the type size of a curve's name
BESIDE = 66  # the room for the words on a vertical axis
STROKE = 2.5


class Look(NamedTuple):
    """How a curve looks: a colour, a dash and a mark, so that none says anything alone.

    A mark of "" is none, for a curve of many points.
    """

    color: str
    dash: str = ""
    mark: str = "circle"
    width: float = STROKE


class Axes(NamedTuple):
    """A pair of axes in the picture, and where a point (x, y) lies in them.

    >>> axes = Axes(0, 0, 100, 50, (0, 10), (0, 1))
    >>> axes.x(5), axes.y(1)
    (50.0, 0.0)
    """

    left: float
    top: float
    width: float
    height: float
    xs: tuple[float, float]
    ys: tuple[float, float]

    def x(self, value: float) -> float:
        """Where a value of the horizontal axis lies."""
        return self.left + self.width * (value - self.xs[0]) / ((self.xs[1] - self.xs[0]) or 1)

    def y(self, value: float) -> float:
        """Where a value of the vertical axis lies."""
        return self.top + self.height * (1 - (value - self.ys[0]) / ((self.ys[1] - self.ys[0]) or 1))

    def line_across(self, value: float, text: str) -> str:
        """A horizontal gridline, and what it stands for at its left."""
        y = self.y(value)
        line = svg.rect(self.left, y - 0.5, self.width, 1, fill=svg.LINE, fill_opacity=0.45)
        words = svg.words(text, LABEL, svg.MUTED, align="end", width=BESIDE - 8)
        return line + words.at(self.left - BESIDE, y - 9)

    def tick(self, value: float, text: str, below: float = 6) -> str:
        """A mark on the horizontal axis, and what it stands for, so far `below` it."""
        x, y = self.x(value), self.top + self.height
        words = svg.words(text, LABEL, svg.MUTED, width=40)
        return svg.rect(x - 0.5, y, 1, 5, fill=svg.LINE) + words.at(x - 20, y + below)

    def curve(self, xs: Sequence[float], ys: Sequence[float], look: Look) -> str:
        """A line through the points, with its mark at each."""
        points = [(self.x(x), self.y(y)) for x, y in zip(xs, ys, strict=True)]
        path = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        more = f' stroke-dasharray="{look.dash}"' if look.dash else ""
        line = f'<path d="{path}" fill="none" stroke="{look.color}" stroke-width="{look.width}"{more}/>'
        return line + "".join(_mark(x, y, look) for x, y in points if look.mark)

    def names(self, ends: Sequence[float], texts: Sequence[str], looks: Sequence[Look]) -> list[str]:
        """Each curve's name beside its end, pushed apart where two ends are close."""
        order = sorted(range(len(ends)), key=lambda k: -ends[k])
        placed, parts = -math.inf, []
        for k in order:
            placed = max(self.y(ends[k]) - 10, placed + 19)
            words = svg.words(texts[k], NAMED, looks[k].color, bold=True, align="start")
            parts.append(words.at(self.left + self.width + 10, placed))
        return parts


def _mark(x, y, look):
    if look.mark == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{look.color}"/>'
    if look.mark == "square":
        return svg.rect(x - 4.5, y - 4.5, 9, 9, fill=look.color)
    return f'<path d="M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z" fill="{look.color}"/>'


def round_up(value: float) -> float:
    """The next 1, 2 or 5 times a power of ten: a round step for an axis or a slider.

    >>> round_up(151), round_up(0.3), round_up(0.02)
    (200.0, 0.5, 0.02)
    """
    power = 10.0 ** math.floor(math.log10(value))
    return next(k * power for k in (1, 2, 5, 10) if k * power >= value * (1 - 1e-9))
