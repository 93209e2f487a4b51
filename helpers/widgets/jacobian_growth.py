"""How large a Jacobian grows, beside the one row or column of it that a sweep gives."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from helpers.drawing import plots, svg
from helpers.drawing.svg.quantities import counted, in_bytes, spaced

from .controls import Button, Number
from .errors import InputError
from .exhibit import FoldingExhibit
from .parsing import single_number

BYTES_PER_NUMBER = 8  # float64
BAR = 46  # the height of a bar
MARKS = {0: "1 byte", 3: "1 kB", 6: "1 MB", 9: "1 GB", 12: "1 TB", 15: "1 PB"}


class Layout(NamedTuple):
    """The width of the picture, where the bars begin, how far apart they are, and where their names stand."""

    width: float
    left: float
    row: float
    beside: bool


WIDE, NARROW = Layout(760, 170, 62, beside=True), Layout(484, 12, 84, beside=False)


def draw_growth(n: int, m: int, narrow: bool = False) -> svg.Picture:
    """Numbers and bytes of J, of one VJP and of one JVP for a function with `n` inputs and `m` outputs.

    The bars are on a logarithmic scale, each mark 1000 times the one before, and every size is printed. If
    `narrow`, each has its name above it.
    """
    at = NARROW if narrow else WIDE
    rows = (
        ("J, shape (m, n)", m * n, _size(m * n), svg.LOCAL),
        ("one VJP, shape (n,)", n, _size(n), svg.GRADIENT),
        ("one JVP, shape (m,)", m, _size(m), svg.ACCENT),
    )
    axes = plots.Axes(at.left, 24, at.width - at.left - 12, 3 * at.row + 6, (0, 18), (0, 1))  # to 10^18 bytes
    title = "A function with " * (not narrow) + f"n = {counted(n, 'input')} and m = {counted(m, 'output')}"
    heading = svg.words(title, svg.size_within(title, 20, at.width), bold=True, align="start")
    bars = [_bar(axes, at, k, *about) for k, about in enumerate(rows)]
    labels = [label for _, labels in bars for label in labels]
    lines = [axes.line_down(power, unit, around=labels) for power, unit in MARKS.items()]
    plot = svg.canvas(at.width, 24 + 3 * at.row + 12, *lines, *(bar for bar, _ in bars))
    times = f"{spaced(m)} times as large as" if m > 1 else "exactly as large as"
    ratio = f"J is {times} a VJP, the only gradient that one step of training needs."
    said = svg.paragraph(ratio, 16, at.width)
    sizes = " ".join(f"{name}: {size.replace(' ·', ',')}." for name, _, size, _ in rows)
    block = svg.column(svg.centred(heading, height=28), plot, said, gap=9, align=0)
    return svg.picture(block, "How large a Jacobian grows", desc=f"{sizes} {ratio}")


def _size(count):
    return f"{counted(count, 'number')} · {in_bytes(count * BYTES_PER_NUMBER)}"


def _bar(axes, at, k, name, count, text, color):
    """A bar with its name and its size, and where these are: the size behind the bar if there is room."""
    y = axes.top + 14 + at.row * k + (0 if at.beside else 22)
    end = axes.x(math.log10(count * BYTES_PER_NUMBER))
    room = svg.text_width(text, 16) + 12
    x = end + 8 if end + room <= at.width else max(end - room, at.left + 6)
    if at.beside:
        called = svg.words(name, 15, color, True, "end", at.left - 12).at(0, y + 12)
    else:
        called = svg.words(name, 15, color, True, "start").at(at.left, y - 23)
    bar = (
        called
        + svg.rect(at.left, y, end - at.left, BAR, fill=color, fill_opacity=0.28, stroke=color, rx=3)
        + svg.words(text, 16, svg.INK, align="start").at(x, y + 12)
    )
    above = plots.Span(at.left - 3, y - 24, at.left + svg.text_width(name, 16) + 9, y - 2)
    return bar, [plots.Span(x - 3, y + 6, x + room - 9, y + BAR - 6), *([] if at.beside else [above])]


class JacobianGrowth(FoldingExhibit):
    """Numbers and bytes of J against those of one VJP and one JVP, as n and m grow.

    `n` inputs and `m` outputs, each from 1 to 10⁸.

    >>> JacobianGrowth(n=1_000_000, m=1000)
    <JacobianGrowth: How large a Jacobian grows>
    """

    def __init__(self, n=1000, m=1000, **traits):
        self._start = {"n": single_number("n", n), "m": single_number("m", m)}
        bounds = {"low": 1, "high": 1e8, "step": 1, "slider": False, "whole": True, "limit": 1e8}
        controls = [
            (
                Number(name, start, f"{name} {what}", **bounds),
                Button(f"{name}_up", f"{name} × 10"),
                Button(f"{name}_down", f"{name} ÷ 10"),
            )
            for (name, start), what in zip(self._start.items(), ("inputs", "outputs"), strict=True)
        ]
        super().__init__(
            *controls[0], *controls[1], Button("loss", "a loss: m = 1"), Button("reset", "Reset"), **traits
        )

    def draw(self, n, m):
        for name, value in (("n", n), ("m", m)):
            if value < 1:
                raise InputError(f"There is at least 1: {name} = {value} has nothing to count.", name)
        return draw_growth(n, m, self.narrow)

    def adjust(self, name, values):
        if name in ("loss", "reset"):
            return {"m": 1} if name == "loss" else self._start
        which, _, way = name.partition("_")
        if not way or which not in values:
            return {}
        value = values[which] * 10 if way == "up" else values[which] // 10
        return {which: int(np.clip(value, 1, 10**8))}
