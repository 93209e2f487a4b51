"""Heat maps with every number printed."""

from __future__ import annotations

import cmath
import itertools
from collections.abc import Callable

import numpy as np

from .blocks import Block
from .palette import INK, LINE, MUTED, NEGATIVE, POSITIVE
from .printing import NOISE, escaped, largest, number, text_width
from .shapes import coordinate, group, rect

BESIDE = 0.75  # the room beside a number in its cell, in type sizes
MIDDLE = 0.36  # how far below the middle of its cell a number stands, in type sizes
PALEST, DEEPENS = 0.10, 0.45  # the opacity of a number near zero, and by how much the largest is stronger


def matrix(
    array: object,
    size: float = 16,
    color: str = LINE,
    scale: float | None = None,
    cell_size: tuple[float, float] | None = None,
    text: Callable[[complex], str] | None = None,
) -> Block:
    """A heat map with every number printed: orange above zero, blue below, stronger when larger.

    `array` has at most two axes (a vector is one row); `scale` is the magnitude of the strongest colour, by
    default the largest finite one in the array; `color` draws the frame. Cells grow with their numbers; if
    `cell_size` is their width and height, a long number is written smaller.

    >>> matrix([[1.0, -2.0]]).body.count("<text")
    2
    """
    a = np.asarray(array)
    if a.ndim > 2:
        raise ValueError(f"matrix: {a.ndim} axes cannot be drawn as one table; pass a slice with at most 2.")
    a = a.reshape((1, -1) if a.ndim < 2 else a.shape)
    rows, cols = a.shape
    strongest = largest(a)
    scale = strongest if scale is None else scale
    values, text = a.tolist(), text or (lambda value: number(value, scale=strongest))
    texts = [[text(value) for value in line] for line in values]
    needed = [[text_width(t, size) + BESIDE * size for t in line] for line in texts]
    w, h = cell_size or (max([2.4 * size, *itertools.chain(*needed)]), 1.8 * size)
    h = max(h, 1.8 * size)
    box = f'width="{coordinate(w)}" height="{coordinate(h)}"'
    lefts = [(coordinate(j * w), coordinate((j + 0.5) * w)) for j in range(cols)]
    parts = []
    for i, line in enumerate(values):
        top, middle = coordinate(i * h), (i + 0.5) * h
        for j, value in enumerate(line):
            hue, strength = shade(value, scale)
            fitting = size * min(1, w / needed[i][j])
            smaller = f' font-size="{coordinate(fitting)}"' if fitting < size else ""
            left, center = lefts[j]
            inside = (
                f'<rect x="{left}" y="{top}" {box} fill="{hue}" fill-opacity="{coordinate(strength)}"/>'
                f'<text x="{center}" y="{coordinate(middle + fitting * MIDDLE)}"{smaller}>'
                f"{escaped(texts[i][j])}</text>"
            )
            parts.append(group(inside))
    cells = group("".join(parts), font_size=coordinate(size), text_anchor="middle", fill=INK)
    frame = rect(0, 0, cols * w, rows * h, stroke=color, stroke_width=1.2, rx=3)
    return Block(cols * w, rows * h, cells + frame)


def shade(value: complex, scale: float) -> tuple[str, float]:
    """The colour and its opacity for one entry; never so strong that the number on it is hard to read.

    >>> shade(-2.0, scale=2.0)
    ('var(--up-negative,#2f7fd8)', 0.55)
    """
    if not cmath.isfinite(value):
        return MUTED, 0.25
    if isinstance(value, complex):
        value = abs(value)
    part = min(abs(float(value)) / scale, 1.0) if scale else 0.0
    return (NEGATIVE if value < 0 else POSITIVE), (PALEST + DEEPENS * part if part > NOISE else 0.0)
