"""How large a Jacobian grows, beside the one row or column of it that a sweep gives."""

from __future__ import annotations

import math

import numpy as np

from helpers.drawing import plots, svg
from helpers.drawing.svg.quantities import counted, in_bytes, spaced

from .controls import Button, Number
from .errors import InputError
from .exhibit import Exhibit
from .parsing import single_number

BYTES_PER_NUMBER = 8  # float64
WIDTH, LEFT, TOP = 760, 170, 60
ROW, BAR = 62, 46  # the height of a row, and of the bar in it
MARKS = {0: "1 byte", 3: "1 kB", 6: "1 MB", 9: "1 GB", 12: "1 TB", 15: "1 PB"}


def draw_growth(n: int, m: int) -> svg.Picture:
    """Numbers and bytes of J, of one VJP and of one JVP for a function with `n` inputs and `m` outputs.

    The bars are on a logarithmic scale, each mark 1000 times the one before, and every size is printed.
    """
    rows = (
        ("J, shape (m, n)", m * n, _size(m * n), svg.LOCAL),
        ("one VJP, shape (n,)", n, _size(n), svg.GRADIENT),
        ("one JVP, shape (m,)", m, _size(m), svg.ACCENT),
    )
    axes = plots.Axes(LEFT, TOP, WIDTH - LEFT - 12, 3 * ROW + 6, (0, 18), (0, 1))  # from 1 byte to 10^18
    title = f"A function with n = {counted(n, 'input')} and m = {counted(m, 'output')}"
    bars = [_bar(axes, TOP + 14 + ROW * k, *about) for k, about in enumerate(rows)]
    labels = [label for _, label in bars]
    parts = [
        svg.words(title, 20, bold=True, align="start").at(0, 0),
        *(axes.line_down(power, unit, around=labels) for power, unit in MARKS.items()),
        *(bar for bar, _ in bars),
    ]
    times = f"{spaced(m)} times as large as" if m > 1 else "exactly as large as"
    ratio = f"J is {times} a VJP, the only gradient that one step of training needs."
    sweeps = f"To build J takes m VJPs, one per row, or n JVPs, one per column: {spaced(m)} or {spaced(n)}."
    for k, line in enumerate((ratio, sweeps)):
        parts.append(svg.words_within(line, 16, WIDTH, svg.INK).at(0, TOP + 3 * ROW + 24 + 26 * k))
    sizes = " ".join(f"{name}: {size.replace(' ·', ',')}." for name, _, size, _ in rows)
    block = svg.canvas(WIDTH, TOP + 3 * ROW + 82, *parts)
    return svg.picture(block, "How large a Jacobian grows", desc=f"{sizes} {ratio} {sweeps}")


def _size(count):
    return f"{counted(count, 'number')} · {in_bytes(count * BYTES_PER_NUMBER)}"


def _bar(axes, y, name, count, text, color):
    """A bar with its name and its size, and where the size is written: behind the bar if there is room."""
    end = axes.x(math.log10(count * BYTES_PER_NUMBER))
    room = svg.text_width(text, 16) + 12
    x = end + 8 if end + room <= WIDTH else max(end - room, LEFT + 6)
    bar = (
        svg.words(name, 15, color, True, "end", LEFT - 12).at(0, y + 12)
        + svg.rect(LEFT, y, end - LEFT, BAR, fill=color, fill_opacity=0.28, stroke=color, rx=3)
        + svg.words(text, 16, svg.INK, align="start").at(x, y + 12)
    )
    return bar, plots.Span(x - 3, y + 6, x + room - 9, y + BAR - 6)


class JacobianGrowth(Exhibit):
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
        return draw_growth(n, m)

    def adjust(self, name, values):
        if name in ("loss", "reset"):
            return {"m": 1} if name == "loss" else self._start
        which, _, way = name.partition("_")
        if not way or which not in values:
            return {}
        value = values[which] * 10 if way == "up" else values[which] // 10
        return {which: int(np.clip(value, 1, 10**8))}
