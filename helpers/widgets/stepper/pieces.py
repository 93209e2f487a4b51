"""The small pieces that a picture of a sweep is put together from: values, pills, gates."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np

from helpers.drawing import svg
from helpers.drawing.svg.tables import shade

from . import written

LARGEST = 6  # rows and columns of an array that can still be read when printed
LANE = {
    False: 26.0,
    True: 46.0,
}  # from the middle of a way to each of its two lanes; True: in a narrow picture
CAPTION = 13
GATE_HEIGHT = 30.0
TINY = 7.0  # the side of an entry of the small heat map on a pill


class Piece(NamedTuple):
    """A block in the graph, and where its ways meet it: below its top, or right of its left if narrow."""

    block: svg.Block
    level: float

    def size(self, narrow: bool) -> tuple[float, float, float]:
        """Its size along the sweep and across it, and the level of its ways."""
        block = self.block
        return (block.height, block.width, self.level) if narrow else (block.width, block.height, self.level)


def value(number: Any, color: str, big: float = 22.0, small: float = 14.0) -> svg.Block:
    """A number in large type, a small array as a heat map, a large one by its shape."""
    array = np.asarray(number)
    if array.ndim == 0:
        return svg.words(written.plain(array), big, color, bold=True)
    if array.ndim <= 2 and array.size and max(array.shape) <= LARGEST:
        return svg.matrix(array, size=small + 1, color=color)
    return svg.words(f"array {written.shape(array)}", small, color)


def formula(text: str) -> svg.Block:
    """A name or a formula; one with one-letter names as mathematics sets it."""
    if re.search(r"[A-Za-z]{2}", text):
        return svg.centred(svg.words(text, svg.SMALL, svg.MUTED), height=22)
    return svg.words(text, 16, svg.MUTED).wrap(font_family=svg.FORMULA_FONT, font_style="italic")


def caption(text: str, color: str = svg.MUTED) -> svg.Block:
    """What stands above a number and says what it is."""
    return svg.words(text, CAPTION, color)


def pill(number: Any) -> svg.Block:
    """What travels: a number, or a small heat map of an array with its shape."""
    if isinstance(number, dict):
        inside = svg.words(f"{len(number)} arrays", 15, svg.ON_GRADIENT, bold=True)
    elif np.ndim(number) == 0:
        inside = svg.words(written.plain(number), 16, svg.ON_GRADIENT, bold=True)
    else:
        size = svg.words(written.shape(number), CAPTION, svg.ON_GRADIENT, bold=True)
        inside = svg.row(_tiny(np.asarray(number)), size, gap=6)
    height = max(28.0, inside.height + 8)
    return svg.card(inside, 3, svg.GRADIENT, "none", inside.width + 18, height, min(14.0, height / 2))


def _tiny(array):
    """A heat map without numbers; of what is larger than can be read, only a piece."""
    rows = array.reshape(-1, array.shape[-1] if array.ndim > 1 else array.size)[:LARGEST, :LARGEST]
    strongest = svg.largest(array)
    cells = [svg.rect(0, 0, rows.shape[1] * TINY, rows.shape[0] * TINY, fill=svg.CARD)]
    for i, line in enumerate(rows.tolist()):
        for j, entry in enumerate(line):
            hue, strength = shade(entry, strongest)
            look = {"fill": hue, "fill_opacity": round(min(1.8 * strength, 1.0), 2)}
            cells.append(svg.rect(j * TINY, i * TINY, TINY, TINY, **look))
    return svg.canvas(rows.shape[1] * TINY, rows.shape[0] * TINY, *cells)


def gate(text: str) -> svg.Block:
    """The local factor that stands on a way."""
    inside = svg.words(text, 17, svg.LOCAL, bold=True)
    size = inside.width + 18, GATE_HEIGHT
    return svg.card(inside, 3, svg.LOCAL_WASH, svg.LOCAL, *size, stroke_width=1.5)


def around(block: svg.Block) -> str:
    """The block's SVG, drawn around (0, 0)."""
    return block.at(-block.width / 2, -block.height / 2)
