"""The picture of a Jacobian between its upstream and its tangent: a pure function from numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from helpers.drawing import svg
from helpers.drawing.svg.shapes import coordinate

from ..base.examples import Names
from ..base.parsing import write_number
from .numbers import JacobianNumbers
from .sentences import JACOBIAN, About

TABLE_HEIGHT = 216  # room for six rows
STRIP = 36  # the tangent's row and the VJP's
TOP, MIDDLE = 50, 366  # the title, and the table with its strips
SAID = 16  # the size of the sentences
LINE = 34  # between the table and the VJP: room for a sentence about what was typed


class Layout(NamedTuple):
    """How wide all is, the table, the columns beside it, y's names and values, and the × before them.

    And how many lines a sentence has.
    """

    width: float
    table: float
    side: float
    heads: float
    times: float
    lines: int

    @property
    def room(self) -> float:
        """The room for a line of a sentence."""
        return self.width - 28

    @property
    def bottom(self) -> float:
        """The height of the three sentences."""
        return 12 + 84 * self.lines


WIDE = Layout(760, 424, 86, 128, 34, lines=1)  # room for six columns
NARROW = Layout(484, 228, 54, 100, 20, lines=2)
MOST_IN_NARROW = 4  # columns


def draw_jacobian(
    numbers: JacobianNumbers,
    title: str,
    note: str = "",
    show: str = JACOBIAN,
    names: Names | None = None,
    narrow: bool = False,
) -> svg.Picture:
    """J as a heat map between its upstream and its tangent, with the VJP below and the JVP at the right.

    Each entry of the VJP stands under the column of J that it sums, and each entry of the JVP beside its row.
    `show` chooses what the table holds: J itself, or J with its rows or its columns weighted. `names` are
    those of the entries of "x" and "y". If `narrow`, and x has few entries, it is laid out for little room.
    """
    about = About(numbers, show, names or {})
    layout = NARROW if narrow and about.n <= MOST_IN_NARROW else WIDE
    parts = [
        svg.words(title, svg.size_within(title, 20, layout.width), bold=True, align="start").at(0, 0),
        svg.words_within(note, svg.SMALL, layout.width, svg.MUTED).at(0, 28),
        *_tables(about, layout),
        _panel(about, layout).at(0, TOP + MIDDLE),
    ]
    desc = (
        f"At x = {svg.array_text(numbers.x)}, y = {svg.array_text(numbers.y)} and J = "
        f"{svg.array_text(about.jacobian)}. The upstream {svg.array_text(numbers.upstream)} mixes the rows "
        f"of J into the VJP {about.all(numbers.vjp)}. The tangent {svg.array_text(numbers.tangent)} mixes "
        f"the columns into the JVP {about.all(numbers.jvp)}. {about.sizes()}"
    )
    block = svg.canvas(layout.width, TOP + MIDDLE + layout.bottom, *parts)
    return svg.picture(block.wrap(data_rest="", **_saying(about.sizes(), layout)), title, desc=desc)


class Places(NamedTuple):
    """Where the table of J lies, and how large its cells are."""

    layout: Layout
    rows: int
    columns: int
    cell_width: float
    cell_height: float
    left: float
    top: float

    @property
    def right(self) -> float:
        """The right edge of the table."""
        return self.left + self.columns * self.cell_width

    @property
    def bottom(self) -> float:
        """The lower edge of the table."""
        return self.top + self.rows * self.cell_height

    @property
    def type_size(self) -> float:
        """The size of the numbers in it."""
        return min(26, 0.42 * self.cell_height, 0.24 * self.cell_width)

    @property
    def begin(self) -> float:
        """The left edge of the upstream's column."""
        return self.left - self.layout.heads - self.layout.side


def _places(layout, rows, columns):
    """J in the middle of its room, with the upstream left of its rows and the tangent above its columns."""
    w, h = min(132, layout.table / columns), min(72, TABLE_HEIGHT / rows)
    beside = layout.side + layout.heads
    left = (layout.width - (beside + layout.side + columns * w + 34)) / 2 + beside
    top = TOP + (MIDDLE - rows * h - 2 * STRIP - 30 - LINE) / 2 + STRIP + 30
    return Places(layout, rows, columns, w, h, left, top)


def _tables(about, layout):
    """J, its weights beside and above it, and opposite of each what its weights mix."""
    at = _places(layout, about.m, about.n)
    gradient, accent, side = svg.GRADIENT, svg.ACCENT, layout.side
    tangent = svg.words("tangent t", svg.SMALL, accent, True, "end", layout.heads)
    return [
        _strip(about, at, "u").at(at.begin, at.top),
        _strip(about, at, "t").at(at.left, at.top - 30 - STRIP),
        _jacobian(about, at).at(at.left, at.top),
        svg.rect(at.left, at.bottom + LINE - 8, at.right - at.left, 2, fill=gradient),
        _strip(about, at, "v").at(at.left, at.bottom + LINE),
        svg.rect(at.right + 16, at.top, 2, at.bottom - at.top, fill=accent),
        _strip(about, at, "w").at(at.right + 34, at.top),
        svg.words("upstream u", svg.SMALL, gradient, True, width=side).at(at.begin, at.top - 26),
        tangent.at(at.left - tangent.width - 12, at.top - 58),
        _lines(("VJP = uᵀ J", "rows mixed by u"), gradient, 1).at(at.left - 12, at.bottom + LINE - 2),
        _lines(("JVP = J t", "columns", "mixed by t"), accent, 0.5).at(at.right + 34 + side / 2, at.top - 62),
        *_heads(about, at),
    ]


def _jacobian(about, at):
    def cell(i, j):
        return _hot(f"J{i}-{j}", f"u{i} t{j} v{j} w{i}", about.entry(i, j), at.layout)

    scale, digits = svg.largest(about.table), 4 if at.columns < 5 else 3
    return svg.matrix(
        about.table, at.type_size, svg.LOCAL, cell=cell, cell_size=(at.cell_width, at.cell_height),
        text=lambda value: svg.number(value, scale, digits=digits),
    )  # fmt: skip


# What stands beside the table, by its key: whether it stands upright beside the rows, the key of what it
# mixes or is mixed by, and what is said of an entry.
STRIPS = {
    "u": (True, "v", About.upstream_entry),
    "t": (False, "w", About.tangent_entry),
    "v": (False, "u", About.vjp_entry),
    "w": (True, "t", About.jvp_entry),
}


def _strip(about, at, key):
    upright, other, sentence = STRIPS[key]
    array = {"u": about.u, "t": about.t, "v": about.vjp, "w": about.jvp}[key]
    others = " ".join(f"{other}{k}" for k in range(at.rows if STRIPS[other][0] else at.columns))

    def line(k):  # the row or the column of J that stands beside entry k
        if upright:
            return " ".join(f"J{k}-{j}" for j in range(at.columns))
        return " ".join(f"J{i}-{k}" for i in range(at.rows))

    def cell(i, j):
        k = i if upright else j
        hot = _hot(f"{key}{k}", f"{others} {line(k)}", sentence(about, k), at.layout)
        return hot | _edited(key, about.numbers, k)

    return svg.matrix(
        array[:, None] if upright else array,
        size=min(at.type_size, 19),
        color=svg.GRADIENT if key in "uv" else svg.ACCENT,
        cell=cell,
        cell_size=(at.layout.side, at.cell_height) if upright else (at.cell_width, STRIP),
    )


def _heads(about, at):
    """The inputs with their values above the columns, the outputs beside the rows."""
    for j in range(at.columns):
        head = f"{about.xs[j]} = {about.text(about.x, j)}"
        head = svg.words_within(head, svg.SMALL, at.cell_width - 4, svg.MUTED, "middle")
        yield head.at(at.left + j * at.cell_width + 2, at.top - 24)
    heads, times = at.layout.heads, at.layout.times
    for i in range(at.rows):
        head, y = f"{about.ys[i]} = {about.text(about.y, i)}", at.top + (i + 0.5) * at.cell_height
        head = svg.words_within(head, svg.SMALL, heads - times - 10, svg.MUTED, "end")
        yield head.at(at.left - heads + times, y - 10)
        yield svg.words("×", 18, svg.MUTED, width=times).at(at.left - heads, y - 12)


def _panel(about, layout):
    """The two mixes in words, and what is said of what is pointed at; the sizes, while nothing is."""
    said = ((about.rows_mixed(), svg.GRADIENT), (about.columns_mixed(), svg.ACCENT), (about.sizes(), svg.INK))
    parts = [svg.rect(0, 0, layout.width, layout.bottom, fill=svg.PANEL, rx=8)]
    for k, (sentence, color) in enumerate(said):
        size, lines = svg.lines_within(sentence, SAID, layout.room, layout.lines)
        for i in range(layout.lines):
            line = svg.words(lines[i] if i < len(lines) else "", size, color, align="start")
            line = line.wrap(data_line="") if color == svg.INK else line
            parts.append(line.at(14, 8 + 28 * k * layout.lines + 22 * i))
    return svg.canvas(layout.width, layout.bottom, *parts)


def _saying(sentence, layout):
    """Attributes of a part of which this is said, in type that fits its lines in the panel."""
    size, lines = svg.lines_within(sentence, SAID, layout.room, layout.lines)
    return {"data_label": "\n".join(lines), "data_size": coordinate(size)}


def _edited(key, numbers, k):
    """Marks entry k of the upstream or the tangent as a cell that is edited where it is drawn."""
    name = {"u": "upstream", "t": "tangent"}.get(key)
    if name is None:
        return {}
    array = np.atleast_2d(getattr(numbers, name))
    row, column = divmod(k, array.shape[-1])
    return {"data_cell": f"{name}[{row},{column}]", "data_value": write_number(array[row, column])}


def _hot(key, lit_by, sentence, layout):
    return {"data_hot": key, "data_lit": f"{key} {lit_by}", **_saying(sentence, layout)}


def _lines(lines, color, align):
    """A bold line above plain ones; the place of the block is its left edge, its middle or its right one."""
    first, *others = lines
    anchor = {0: "start", 0.5: "middle", 1: "end"}[align]
    words = svg.text(first, 0, 16, font_size=16, font_weight=600, fill=color, text_anchor=anchor)
    for k, line in enumerate(others):
        words += svg.text(line, 0, 36 + 16 * k, font_size=13, fill=color, text_anchor=anchor)
    return svg.canvas(0, 0, words)
