"""Drawing primitives for the exhibits: SVG as text, from plain Python.

Everything drawable is a `Block`, a piece of SVG that knows its size; blocks are put together with `row`,
`column`, `card` and `canvas`, and `picture` closes them into one SVG text with a title and a description.

The same text is the live view and the committed image. Live, the colours are CSS variables that follow the
theme; in an ``<img>`` nothing sets the variables, so each carries its light value as a fallback. No element
has an ``id``: several views of one picture live in one page, and ids would clash (so arrow heads are drawn,
not referenced as markers).

Attributes the browser module understands, on any element (a still image is the finished picture):

=================  ====================================================================================
``data-step=k``     shown from step ``k`` on
``data-until=k``    shown before step ``k`` only; hidden in the still image
``data-goto=k``     clicking it jumps to step ``k``; without a ``data-step`` it is a button, for keys too
``data-hot=key``    hovering or focusing it makes ``key`` hot; arrow keys move between hot elements
``data-lit="k1 k2"``  marked with the class ``up-lit`` while one of the keys is hot
``data-only="k1 k2"``  shown while one of the keys is hot, and hidden in the still image; "": while nothing is
``data-word``       a text in such a part: it shows the next of the ``data-words`` of what is hot
``data-line=k``     a text that shows line ``k`` of the ``data-label`` of what is hot
``data-rest=key``   ``key`` is hot while nothing else is
``data-cell=name``  the cell ``name`` of a `Matrix` edited in the picture; ``data-value`` is its number
``data-mix=name-j``  entry ``j`` of a row that follows weights in the browser (see ``grad_ys_mixer.py``)
``data-off=true``   shown while such a row named gap is not zero; ``false``: while it is
``data-set=name``   clicking it sets the control ``name`` to ``data-value`` (a button is pressed)
=================  ====================================================================================
"""

from __future__ import annotations

import cmath
import functools
import itertools
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

# Each role is a theme variable with its light value as the fallback; text has a contrast of 4.5:1 or more.
INK = "var(--up-ink,#1f2328)"
MUTED = "var(--up-muted,#59636e)"
LINE = "var(--up-line,#8c959f)"
CARD = "var(--up-card,#ffffff)"
PANEL = "var(--up-panel,#f4f5f7)"
GRADIENT = "var(--up-gradient,#7b2d8e)"  # upstream and downstream: the quantity that flows backward
LOCAL = "var(--up-local,#00665c)"  # local derivatives
GRADIENT_WASH = "var(--up-gradient-wash,#f6eef8)"
POSITIVE = "var(--up-positive,#e8741a)"  # orange and blue stay apart for every common colour blindness
NEGATIVE = "var(--up-negative,#2f7fd8)"
ACCENT = "var(--up-accent,#0b62c4)"

FONT = "'Segoe UI','Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans',sans-serif"

TYPE = 18  # the body size; a lecture hall reads it when the picture fills a projector
SMALL = 14


class Picture(NamedTuple):
    """What an exhibit draws: SVG text, a title, a sentence per step (line 0: the start), alternative text.

    Where the same thing can be told in fewer or more steps, `done` says how far each step has come, so that
    the person stays at the same place.
    """

    svg: str
    title: str
    transcript: tuple[str, ...]
    alt: str
    done: tuple[int, ...] = ()


@dataclass(frozen=True)
class Block:
    """A piece of SVG drawn from its top left corner, and the room it takes."""

    width: float
    height: float
    body: str

    def at(self, x: float, y: float) -> str:
        """The block's SVG, moved to (x, y)."""
        return f'<g transform="translate({_n(x)} {_n(y)})">{self.body}</g>'

    def wrap(self, **attributes: object) -> Block:
        """The same block inside a ``<g>`` with attributes; ``data_step=2`` becomes ``data-step="2"``.

        >>> Block(1, 1, "<path/>").wrap(data_step=2).body
        '<g data-step="2"><path/></g>'
        """
        return Block(self.width, self.height, group(self.body, **attributes))


# --- numbers and text -------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=4096, typed=True)
def number(value: complex, scale: float | None = None, digits: int = 4) -> str:
    """A short, stable text for one number: at most `digits` significant digits, a true minus sign, never -0.

    `scale` is the largest magnitude beside it: what is 10¹² times smaller is rounding noise and prints as 0.

    >>> [number(v) for v in (1024.0, -0.5, 1 / 3, -0.0, 1e-7, 123456.7, 2.5e9)]
    ['1024', '−0.5', '0.3333', '0', '1e−7', '123457', '2.5e9']
    >>> [number(v) for v in (float("nan"), float("-inf"), 1 - 2j, True)]
    ['NaN', '−∞', '1−2j', 'True']
    >>> number(1e-17, scale=1.0)
    '0'
    """
    if type(value) is float:  # nearly always
        return _number(value, scale, digits)
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (complex, np.complexfloating)):
        real, imag = number(value.real, scale, digits), number(value.imag, scale, digits)
        return f"{real}{'' if imag.startswith('−') else '+'}{imag}j"
    return _number(float(value), scale, digits)


@functools.lru_cache(maxsize=4096)  # a picture and its transcript print the same numbers many times over
def _number(v, scale, digits):
    if math.isnan(v):
        return "NaN"
    if math.isinf(v):
        return "∞" if v > 0 else "−∞"
    if scale is not None and math.isfinite(scale) and abs(v) < 1e-12 * abs(scale):
        v = 0.0
    text = f"{v:.0f}" if 10 ** (digits - 1) <= abs(v) <= 10**6 else f"{v:.{digits}g}"
    mantissa, e, exponent = text.partition("e")
    text = mantissa + (f"e{int(exponent)}" if e else "")
    return "0" if text in ("-0", "0") else text.replace("-", "−")


def array_text(array: object, digits: int = 4) -> str:
    """An array on one line, each entry as `number` writes it.

    >>> array_text([[1.0, -2.0], [0.5, 0.0]])
    '[[1, −2], [0.5, 0]]'
    """
    values = array if isinstance(array, (list, float)) else np.asarray(array).tolist()
    if not isinstance(values, list):
        return number(values, digits=digits)
    return "[" + ", ".join(array_text(part, digits) for part in values) + "]"


# Widths of Arial's glyphs in units of the type size; the other fonts are close, and every box has padding.
class _Widths(dict):
    def __missing__(self, character):
        return self.setdefault(character, 0.68 if character.isupper() else 0.556)


_WIDTHS = _Widths(
    dict.fromkeys(" .,:;'|!iljIt[]()/f·", 0.28)
    | dict.fromkeys("mMwW@%∂", 0.86)
    | dict.fromkeys("+−×=÷∞→<>", 0.6)
)


@functools.lru_cache(maxsize=4096)
def text_width(text: str, size: float = TYPE) -> float:
    """An estimate, a little generous, of how wide `text` is."""
    return 1.06 * size * sum(map(_WIDTHS.__getitem__, text))


def escape(text: object) -> str:
    """Text made safe inside SVG and its attributes.

    >>> escape('a < "b"')
    'a &lt; &quot;b&quot;'
    """
    return _escaped(str(text))


@functools.lru_cache(maxsize=4096)
def _escaped(text):
    if not text.replace("\n", "").isprintable():  # control codes are not XML
        text = "".join(c if c.isprintable() or c == "\n" else "�" for c in text)
    for character, escaped in _ESCAPES.items():  # much faster than str.translate, whose map is in Python
        text = text.replace(character, escaped)
    return text


_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "\n": "&#10;"}


def words(
    text: object,
    size: float = TYPE,
    color: str = INK,
    bold: bool = False,
    align: str = "middle",
    width: float = 0,
) -> Block:
    """One line of text as a block; `align` is start, middle or end within `width` (at least the text's)."""
    room = max(width, text_width(str(text), size))
    x = {"start": 0, "middle": room / 2, "end": room}[align]
    weight = ' font-weight="600"' if bold else ""
    body = (
        f'<text x="{_n(x)}" y="{_n(size * 1.02)}" font-size="{_n(size)}" text-anchor="{align}" '
        f'fill="{color}"{weight}>{escape(text)}</text>'
    )
    return Block(room, size * 1.36, body)


def fitted(text: object, size: float, width: float, color: str = INK, align: str = "start") -> Block:
    """One line of text that never leaves its room: what is too long is written smaller."""
    needed = text_width(str(text), size)
    return words(text, size * min(1, width / needed) if needed else size, color, align=align, width=width)


# --- putting blocks together ------------------------------------------------------------------------------


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
    w, h = max(width, block.width + 2 * pad), max(height, block.height + 2 * pad)
    box = rect(0, 0, w, h, fill=fill, stroke=stroke, rx=radius, stroke_width=stroke_width)
    return Block(w, h, box + block.at((w - block.width) / 2, (h - block.height) / 2))


def canvas(width: float, height: float, *parts: str) -> Block:
    """Loose SVG parts, already placed, as one block of a given size."""
    return Block(width, height, "".join(parts))


def space(width: float, height: float = 0) -> Block:
    """Empty room."""
    return Block(width, height, "")


def group(body: str, **attributes: object) -> str:
    """SVG text inside a ``<g>`` with attributes; what a still image must not show is hidden there."""
    if "data_until" in attributes or attributes.get("data_only"):
        attributes = {"display": "none"} | attributes
    return f"<g{_attributes(attributes)}>{body}</g>"


def picture(block: Block, title: str, transcript: Iterable[str] = (), desc: str | None = None) -> Picture:
    """Close a block into one SVG text on a card, with its title and description.

    >>> drawn = picture(words("hello"), "A greeting", ["It says hello."])
    >>> drawn.svg.startswith("<svg ") and "<title>A greeting</title>" in drawn.svg
    True
    >>> drawn.alt
    'A greeting. It says hello.'
    """
    transcript = tuple(transcript)
    desc = " ".join(transcript) if desc is None else desc
    pad = 16
    width, height = math.ceil(block.width + 2 * pad), math.ceil(block.height + 2 * pad)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="{FONT}" font-size="{TYPE}" '
        'style="font-variant-numeric:tabular-nums">'
        f"<title>{escape(title)}</title><desc>{escape(desc)}</desc>"
        f"{rect(0.5, 0.5, width - 1, height - 1, fill=CARD, stroke='none', rx=10)}{block.at(pad, pad)}</svg>"
    )
    return Picture(svg, title, transcript, f"{title}. {desc}".strip() if desc else title)


# --- shapes -----------------------------------------------------------------------------------------------


def rect(x: float, y: float, width: float, height: float, **attributes: object) -> str:
    """A rectangle as SVG text."""
    return (
        f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
        f"{_attributes({'fill': 'none'} | attributes)}/>"
    )


def curve(
    x1: float, y1: float, x2: float, y2: float, color: str = LINE, width: float = 1.6, **attributes
) -> str:
    """A calm S-curve that leaves and arrives horizontally (a straight line when level)."""
    bend = (x2 - x1) / 2
    path = (
        f"M{_n(x1)} {_n(y1)}C{_n(x1 + bend)} {_n(y1)} {_n(x2 - bend)} {_n(y2)} {_n(x2)} {_n(y2)}"
        if abs(y1 - y2) > 0.5
        else f"M{_n(x1)} {_n(y1)}H{_n(x2)}"
    )
    return (
        f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{_n(width)}"{_attributes(attributes)}/>'
    )


def head(x: float, y: float, toward: tuple[float, float] = (1, 0), size: float = 9, color: str = LINE) -> str:
    """An arrow head whose tip is at (x, y), pointing along `toward`."""
    length = math.hypot(*toward) or 1.0
    dx, dy = toward[0] / length, toward[1] / length
    back_x, back_y, half = x - size * dx, y - size * dy, size * 0.55
    points = [(x, y), (back_x - half * dy, back_y + half * dx), (back_x + half * dy, back_y - half * dx)]
    return f'<path d="M{" L".join(f"{_n(a)} {_n(b)}" for a, b in points)}Z" fill="{color}"/>'


def arrow(
    x1: float, y1: float, x2: float, y2: float, color: str = LINE, width: float = 1.6, size: float = 9
) -> str:
    """A curve with a head at its end, pointing left or right.

    >>> arrow(0, 0, 50, 0).count("<path")
    2
    """
    way = 1 if x2 >= x1 else -1
    return curve(x1, y1, x2 - way * size * 0.8, y2, color, width) + head(x2, y2, (way, 0), size, color)


def text(words: object, x: float, y: float, **attributes: object) -> str:
    """Words as SVG text, standing on the line `y`; for many that share a group, which knows their style."""
    return f'<text x="{_n(x)}" y="{_n(y)}"{_attributes(attributes)}>{escape(words)}</text>'


# --- matrices ---------------------------------------------------------------------------------------------


def matrix(
    array: object,
    label: str | None = None,
    size: float = 16,
    color: str = LINE,
    scale: float | None = None,
    cell: Callable[[int, int], dict[str, object]] | None = None,
    cell_width: float = 0,
    label_color: str | None = None,
    text: Callable[[complex], str] | None = None,
    cell_height: float = 0,
    shrink: bool = False,
) -> Block:
    """A heat map with every number printed: orange above zero, blue below, stronger when larger.

    `array` has at most two axes (a vector is one row); `scale` is the magnitude of the strongest colour, by
    default the largest finite one in the array; `cell(i, j)` gives extra attributes for an entry's ``<g>``,
    for example ``{"data_hot": "A-0-1"}``; `color` draws the frame. Cells grow with their numbers; with
    `shrink` they stay `cell_width` wide, and a long number is written smaller.

    >>> matrix([[1.0, -2.0]]).body.count("<text")
    2
    """
    a = np.asarray(array)
    if a.ndim > 2:
        raise ValueError(f"matrix: {a.ndim} axes cannot be drawn as one table; pass a slice with at most 2.")
    a = a.reshape((1, -1) if a.ndim < 2 else a.shape)
    rows, cols = a.shape
    finite = np.abs(a[np.isfinite(a)]) if a.size else np.zeros(0)
    largest = float(finite.max()) if finite.size else 0.0
    scale = largest if scale is None else scale
    values = a.tolist()
    texts = [[(text or (lambda v: number(v, scale=largest)))(v) for v in line] for line in values]
    widths = [[text_width(t, size) + 0.75 * size for t in line] for line in texts]
    w = cell_width if shrink else max([cell_width, 2.4 * size, *itertools.chain(*widths)])
    h = max(cell_height, 1.8 * size)
    wide, high = _n(w), _n(h)
    parts = []
    for i, line in enumerate(values):
        for j, value in enumerate(line):
            hue, strength = _shade(value, scale)
            fitting = size * min(1, w / widths[i][j])
            smaller = f' font-size="{_n(fitting)}"' if fitting < size else ""
            inside = (
                f'<rect x="{_n(j * w)}" y="{_n(i * h)}" width="{wide}" height="{high}" fill="{hue}" '
                f'fill-opacity="{_n(strength)}"/>'
                f'<text x="{_n((j + 0.5) * w)}" y="{_n((i + 0.5) * h + fitting * 0.36)}"{smaller}>'
                f"{_escaped(texts[i][j])}</text>"
            )
            parts.append(group(inside, **(cell(i, j) if cell else {})))
    cells = group("".join(parts), font_size=_n(size), text_anchor="middle", fill=INK)
    frame = rect(0, 0, cols * w, rows * h, stroke=color, stroke_width=1.2, rx=3)
    table = Block(cols * w, rows * h, cells + frame)
    if label is None:
        return table
    return column(words(label, SMALL, label_color or MUTED), table, gap=2)


def _shade(value: complex, scale: float) -> tuple[str, float]:
    """The colour and its opacity for one entry; never so strong that the number on it is hard to read."""
    if not cmath.isfinite(value):
        return MUTED, 0.25
    if isinstance(value, complex):
        value = abs(value)
    part = min(abs(float(value)) / scale, 1.0) if scale else 0.0
    return (NEGATIVE if value < 0 else POSITIVE), (0.10 + 0.45 * part if part > 1e-12 else 0.0)


def _attributes(attributes: dict[str, object]) -> str:
    return "".join(
        [
            f' {_attribute(name)}="{_escaped(value if type(value) is str else str(value))}"'
            for name, value in attributes.items()
            if value is not None
        ]
    )


@functools.cache
def _attribute(name):
    return name.rstrip("_").replace("_", "-")


@functools.lru_cache(maxsize=16384)
def _n(value: float) -> str:
    """A coordinate with at most one decimal: short text, and the same text on every machine."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))
