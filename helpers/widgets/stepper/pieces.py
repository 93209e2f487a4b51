"""The small pieces that a picture of a sweep is put together from: values, pills, gates."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from helpers.drawing import svg
from helpers.drawing.svg.shapes import attributes
from helpers.drawing.svg.tables import shade

from . import written

LARGEST = 6  # rows and columns of an array that can still be read when printed
FEW = 4  # entries of a list that also travel as their numbers
CAPTION = 13
BIG = 19.0  # the size of a number
CELL, HIGH = 13.0, 22.0  # and of an entry, and how high its cell is


def are_few(number: Any) -> bool:
    """Whether an array is a short list."""
    return np.ndim(number) == 1 and 0 < np.size(number) <= FEW


@functools.lru_cache(maxsize=4096)
def entry(number: complex) -> str:
    """An entry of a list as briefly as it can be read: two or three digits, and no 0 before the point.

    >>> entry(-0.0521), entry(0.25), entry(2.0), entry(-0.69314)
    ('−.052', '.25', '2', '−.693')
    """
    digits = 2 if abs(number) < 0.1 else 3
    return re.sub(r"^(−?)0(\.\d+)$", r"\1\2", svg.number(number, digits=digits))


def value(
    number: Any, color: str, big: float = BIG, cell: Callable[[int, int], dict] | None = None
) -> svg.Block:
    """A number in large type, a small array with its entries, a large one by its shape."""
    array = np.asarray(number)
    if array.ndim == 0:
        return svg.words(written.plain(array), big, color, bold=True)
    if array.ndim <= 2 and array.size and max(array.shape) <= LARGEST:
        return cells(array, color, cell)
    return svg.words(f"array {written.shape(array)}", CAPTION, color)


def cells(
    array: Any,
    color: str,
    cell: Callable[[int, int], dict] | None = None,
    widths: Sequence[float] = (),
) -> svg.Block:
    """A small array, entry by entry; its columns are as wide as their numbers."""
    array = np.asarray(array)
    rows = array.reshape((1, -1) if array.ndim < 2 else array.shape).tolist()
    named = [attributes(cell(i, j)) for i, j in np.ndindex(len(rows), len(rows[0]))] if cell else ()
    return _table(tuple(map(tuple, rows)), color, tuple(named), tuple(widths or column_widths(rows)))


@functools.lru_cache(maxsize=512)  # the same array stands in many places, and in the next picture too
def _table(rows, color, named, widths):
    """A table of numbers; each cell has attributes of its own if they are `named`."""
    strongest = svg.largest(np.array(rows))
    parts, x, high = [], sum(widths), HIGH * len(rows)
    for i, row in enumerate(rows):
        for j, (width, number) in enumerate(zip(widths, row, strict=True)):
            hue, strength = shade(number, strongest)
            left, top = sum(widths[:j]), i * HIGH
            inside = svg.rect(left, top, width, HIGH, fill=hue, fill_opacity=round(strength, 2))
            lost = {"fill": svg.BAD, "font_weight": 700} if number != number else {}  # NaN
            inside += svg.text(entry(number), left + width / 2, top + 15.5, **lost)
            parts.append(f"<g{named[i * len(row) + j] if named else ''}>{inside}</g>")
    numbers = svg.group("".join(parts), font_size=CELL, text_anchor="middle", fill=svg.INK)
    return svg.canvas(x, high, numbers + svg.rect(0, 0, x, high, stroke=color, stroke_width=1.2, rx=3))


def column_widths(rows: Sequence[Sequence[complex]]) -> list[float]:
    """How wide the columns of a table are, or of lists that stand below each other."""
    return [
        max(19.0, *(svg.text_width(entry(each), CELL) + 4 for each in column))
        for column in zip(*rows, strict=True)
    ]


def formula(text: str) -> svg.Block:
    """A name or a formula; one with one-letter names as mathematics sets it."""
    if re.search(r"[A-Za-z]{2}", text):
        return svg.centred(svg.words(text, 13, svg.MUTED), height=20)
    return svg.words(text, 15, svg.MUTED).wrap(font_family=svg.FORMULA_FONT, font_style="italic")


def caption(text: str, color: str = svg.MUTED) -> svg.Block:
    """What stands above a number and says what it is."""
    return svg.words(text, CAPTION, color)


def brief(number: Any) -> str:
    """What travels, in a line: a number, a short list, or the shape of an array."""
    if isinstance(number, dict):
        return f"{len(number)} arrays"
    if are_few(number):
        return ", ".join(map(entry, np.asarray(number).tolist()))
    return written.plain(number) if np.ndim(number) == 0 else written.shape(number)


def gate(text: str, local: Any = None, widths: Sequence[float] = ()) -> svg.Block:
    """The local factor that stands on a way; that of a short list entry by entry."""
    inside = svg.words(text, 16, svg.LOCAL, bold=True)
    if are_few(local):
        inside = svg.row(
            svg.words("×", 15, svg.LOCAL, bold=True), cells(local, svg.LOCAL, widths=widths), gap=3
        )
        return svg.card(inside, 3, svg.LOCAL_WASH, svg.LOCAL, inside.width + 7, 28, stroke_width=1.5)
    return svg.card(inside, 3, svg.LOCAL_WASH, svg.LOCAL, inside.width + 16, 28, stroke_width=1.5)


def around(block: svg.Block) -> str:
    """The block's SVG, drawn around (0, 0)."""
    return block.at(-block.width / 2, -block.height / 2)
