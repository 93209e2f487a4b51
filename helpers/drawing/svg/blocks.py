"""Blocks: pieces of SVG that know their size, put together side by side and one below the other."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from .palette import INK, LINE, PANEL, TYPE
from .printing import escape, text_width, wrapped
from .shapes import coordinate, group, rect


@dataclass(frozen=True)
class Block:
    """A piece of SVG drawn from its top left corner, and the room it takes."""

    width: float
    height: float
    body: str

    def at(self, x: float, y: float) -> str:
        """The block's SVG, moved to (x, y)."""
        return f'<g transform="translate({coordinate(x)} {coordinate(y)})">{self.body}</g>'

    def wrap(self, **attributes: object) -> Block:
        """The same block inside a ``<g>`` with attributes; ``data_step=2`` becomes ``data-step="2"``.

        >>> Block(1, 1, "<path/>").wrap(data_step=2).body
        '<g data-step="2"><path/></g>'
        """
        return Block(self.width, self.height, group(self.body, **attributes))


def words(
    text: object,
    size: float = TYPE,
    color: str = INK,
    bold: bool = False,
    align: str = "middle",
    width: float = 0,
) -> Block:
    """One line of text as a block; `align` is start, middle or end within `width` (at least the text's)."""
    return _words(str(text), size, color, bold, align, width)


@functools.lru_cache(maxsize=4096)  # a picture that is drawn again says nearly all of it again
def _words(text, size, color, bold, align, width):
    room = max(width, text_width(text, size))
    x = {"start": 0, "middle": room / 2, "end": room}[align]
    weight = ' font-weight="600"' if bold else ""
    body = (
        f'<text x="{coordinate(x)}" y="{coordinate(size * 1.02)}" font-size="{coordinate(size)}" '
        f'text-anchor="{align}" fill="{color}"{weight}>{escape(text)}</text>'
    )
    return Block(room, size * 1.36, body)


def words_within(text: object, size: float, width: float, color: str = INK, align: str = "start") -> Block:
    """One line of text that never leaves its room: what is too long is written smaller."""
    return words(text, size_within(text, size, width), color, align=align, width=width)


def paragraph(text: str, size: float, width: float, color: str = INK, bold: bool = False) -> Block:
    """Text in as many lines as it needs within a width.

    >>> one, two = paragraph("Once", 16, 90), paragraph("Once upon a time", 16, 90)
    >>> two.height > 1.9 * one.height
    True
    """
    lines = wrapped(text, size * (1.06 if bold else 1), width)
    block = column(*(words(line, size, color, bold, "start") for line in lines), gap=0, align=0)
    return Block(min(width, block.width), block.height, block.body)  # the estimate is generous


def size_within(text: object, size: float, width: float) -> float:
    """The type size, at most `size`, in which a line of text has room.

    >>> size_within("x", 16, 100), size_within("x" * 100, 16, 100) < 2
    (16, True)
    """
    needed = text_width(str(text), size)
    return size * min(1, width / needed) if needed else size


def lines_within(text: str, size: float, width: float, count: int) -> tuple[float, list[str]]:
    """The type size, at most `size`, in which a text has room in `count` lines, and these lines.

    A no-break space holds two words together, and becomes a space.

    >>> lines_within("Once upon a time", 16, 90, 2)
    (16, ['Once upon', 'a time'])
    >>> lines_within("Once upon a\\xa0time", 16, 200, 1)
    (16, ['Once upon a time'])
    """
    if count == 1:
        return size_within(text, size, width), [text.replace("\xa0", " ")]
    while len(lines := wrapped(text, size, width)) > count:
        size *= 0.95
    return size, lines


def row(*blocks: Block, gap: float = 12, align: float = 0.5) -> Block:
    """Blocks side by side; `align` 0 hangs them from the top, 0.5 centres, 1 stands them on the bottom."""
    height = max((b.height for b in blocks), default=0)
    x, parts = 0.0, []
    for block in blocks:
        parts.append(block.at(x, (height - block.height) * align))
        x += block.width + gap
    return Block(max(x - gap, 0), height, "".join(parts))


def column(*blocks: Block, gap: float = 6, align: float = 0.5) -> Block:
    """Blocks one below the other; `align` 0 is flush left, 0.5 centred, 1 flush right."""
    width = max((b.width for b in blocks), default=0)
    y, parts = 0.0, []
    for block in blocks:
        parts.append(block.at((width - block.width) * align, y))
        y += block.height + gap
    return Block(width, max(y - gap, 0), "".join(parts))


def card(
    block: Block,
    pad: float = 10,
    fill: str = PANEL,
    stroke: str = LINE,
    width: float = 0,
    height: float = 0,
    radius: float = 8,
    stroke_width: float = 1,
) -> Block:
    """A block centred in a rounded box that is at least `width` × `height`."""
    inside = centred(block, max(width, block.width + 2 * pad), max(height, block.height + 2 * pad))
    w, h = inside.width, inside.height
    box = rect(0, 0, w, h, fill=fill, stroke=stroke, rx=radius, stroke_width=stroke_width)
    return Block(w, h, box + inside.body)


def centred(block: Block, width: float = 0, height: float = 0) -> Block:
    """A block in the middle of a room that is at least `width` × `height`."""
    w, h = max(width, block.width), max(height, block.height)
    return Block(w, h, block.at((w - block.width) / 2, (h - block.height) / 2))


def canvas(width: float, height: float, *parts: str) -> Block:
    """Loose SVG parts, already placed, as one block of a given size."""
    return Block(width, height, "".join(parts))


def space(width: float, height: float = 0) -> Block:
    """Empty room."""
    return Block(width, height, "")
