"""What the shapes of a problem decide about its picture, whatever the numbers."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from helpers.drawing import svg

from ..parsing import write_number
from .algebra import Line, entries, key_of, products

GAP = 44  # between the columns of the picture
SAID = 16  # the size of the sentences
POINTS_AT = {"A": "dA", "B": "dB", "G": "C"}  # pointing at a number that can be changed lights this entry
COLOR = dict.fromkeys("ABC", svg.INK) | dict.fromkeys(("dA", "dB", "G"), svg.GRADIENT)


class Cells:
    """How large the cells are drawn, and with how many digits."""

    def __init__(self, type_size: float, digits: int):
        self.type_size, self.digits = type_size, digits
        self.width, self.height = 3.5 * type_size, round(2.1 * type_size)
        self.room = 1.2 * self.width - 0.75 * type_size  # for a number, which may be written a little smaller


ROOMY, TIGHT = Cells(16, 4), Cells(14, 3)  # up to 4 × 4, and beyond


class Plan:
    """The sizes, the entries, what lights up for which, and all parts of the picture without a number."""

    def __init__(self, shapes, transpose_a, transpose_b, rest):
        self.shapes, self.rest = dict(shapes), rest
        self.factors = products(transpose_a, transpose_b)
        self.transposed = {"A": transpose_a, "B": transpose_b}
        self.cell = ROOMY if max(n for shape in self.shapes.values() for n in shape[-2:]) < 5 else TIGHT
        # Room for the three tables side by side, and for a sentence.
        columns = sum(self.shapes[name][-1] for name in "ABC")
        self.room = max(520, columns * self.cell.width + 2 * GAP)
        self.entries = [e for name, pair in self.factors.items() for e in entries(name, pair, self.shapes)]
        self.lit_by: dict[Line, list[str]] = {}
        for entry in self.entries:
            for line in (line for pair in entry.pairs for line in pair):
                self.lit_by.setdefault(line, []).append(entry.key)
        self.headings = {name: self._heading(name) for name in self.shapes}
        places = [(name, batch) for name in self.shapes for batch in self.batches(name)]
        self.attributes = {place: self._attributes(*place) for place in places}
        self.frames = {place: self._frames(*place) for place in places}
        self.meetings = {entry.key: self._meeting(entry) for entry in self.entries}

    @functools.cached_property
    def badges(self) -> dict:
        """Nudge mode: by table, "+1" on the entry of A or B that grows."""
        return {place: self._badges(*place) for place in self.attributes if place[0] in ("A", "B")}

    @functools.cached_property
    def moves(self) -> dict:
        """Nudge mode: by entry, the row or column of C that moves with it, and the sentence about it.

        The numbers by which it moves follow the sentence, unless it is about a whole batch.
        """
        return {entry.key: self._move(entry) for entry in self.entries if entry.name != "C"}

    def batches(self, name: str) -> list[tuple[int, ...]]:
        """The tables of a name: the index of each in the batch, () for a single one."""
        shape = self.shapes[name]
        return [(s,) for s in range(shape[0])] if len(shape) == 3 else [()]

    def formula(self, name: str) -> str:
        """How `name` is made, for example "G Bᵀ"; with Σ where it is summed over the batch."""
        left, right = self.factors[name]
        return f"{'Σ ' * (len(self.shapes[name]) < len(self.shapes['C']))}{left} {right}"

    def wrap(self, sentence: str) -> list[str]:
        """A sentence in lines that the picture has room for."""
        return svg.wrapped(sentence, SAID, self.room - 28)

    def only(self, keys: Iterable[str]) -> dict[str, str | None]:
        """Attributes of what shows while one of the keys is hot; the still image shows the one at rest."""
        return {"data_only": " ".join(keys), "display": None if self.rest in keys else "none"}

    def table(self, name: str, values, largest: float, attributes: list[list[dict[str, Any]]]) -> svg.Block:
        """The numbers of one table, each with its attributes; `largest` has the strongest colour."""
        return svg.matrix(
            values,
            size=self.cell.type_size,
            color=svg.LINE if COLOR[name] == svg.INK else svg.GRADIENT,
            scale=largest,
            cell=lambda i, j: attributes[i][j],
            cell_width=self.cell.width,
            cell_height=self.cell.height,
            shrink=True,
            text=lambda value: number_in(self.cell, value, largest),
        )

    def _heading(self, name):
        formula = f"{name} = {self.formula(name)}" if name in self.factors else name
        about = "the upstream, " * (name == "G") + " × ".join(map(str, self.shapes[name]))
        about += ", stored transposed" * self.transposed.get(name, False)
        return svg.row(
            svg.words(formula, svg.TYPE, COLOR[name], bold=True, align="start"),
            svg.words(about, svg.SMALL, svg.MUTED, align="start"),
            gap=8,
            align=0.8,
        )

    def _attributes(self, name, batch):
        """What the page needs to know of every cell of a table."""
        rows, columns = self.shapes[name][-2:]
        first_row = batch[0] * rows if batch else 0

        def cell(i, j):
            if name in POINTS_AT:
                hot = key_of(POINTS_AT[name], (*batch, i, j))
                return {"data_cell": f"{name}[{first_row + i},{j}]", "data_value": None, "data_hot": hot}
            key = key_of(name, (*batch, i, j))
            return {"data_hot": key, "data_lit": key}

        return [[cell(i, j) for j in range(columns)] for i in range(rows)]

    def _frames(self, name, batch):
        """A frame around each row or column, which shows while an entry made from it is pointed at; and one
        around the entry at rest, for the still image (live, the style sheet frames it)."""
        rows, columns = self.shapes[name][-2:]
        w, h = self.cell.width, self.cell.height
        frames = []
        for line, keys in self.lit_by.items():
            if line[:2] == (name, batch):
                row = line.axis == "row"
                box = (0, line.at * h, columns * w, h) if row else (line.at * w, 0, w, rows * h)
                frames.append(svg.rect(*box, rx=5, **self.only(keys)))
        color = svg.GRADIENT if name == "G" else svg.LOCAL
        lines = svg.group("".join(frames), stroke=color, stroke_width=3.5, pointer_events="none")
        *table, i, j = self.rest.split("-")
        if "-".join(table) != key_of(name, batch):
            return lines
        style = {"stroke": svg.ACCENT, "stroke_width": 2.5, "class_": "up-still"}
        return svg.rect(int(j) * w, int(i) * h, w, h, **style) + lines

    def _badges(self, name, batch):
        w, h, size = self.cell.width, self.cell.height, self.cell.type_size
        badges = [
            svg.text("+1", (j + 1) * w - 4, i * h + 0.77 * size, **self.only([cell["data_hot"]]))
            for i, line in enumerate(self.attributes[name, batch])
            for j, cell in enumerate(line)
        ]
        style = {"font_size": 0.75 * size, "font_weight": 600, "text_anchor": "end", "fill": svg.ACCENT}
        return svg.group("".join(badges), **style)

    def _meeting(self, entry):
        """Which row and which column it is made of, by their names in the formula and as they are stored."""
        one = len(entry.pairs) == 1
        seen = []
        for axis, line, factor in zip(
            ("row", "column"), entry.pairs[0], self.factors[entry.name], strict=True
        ):
            batch = list(line.batch) if line.batch and one else ""
            stored = f" ({line.axis} {line.at} of {line.name})" if factor.flipped else ""
            seen.append(f"{axis} {line.at} of {factor}{batch}{stored}")
        meet = f"{entry.label} is {' times '.join(seen)}{'' if one else ', summed over the batch'}"
        return self.wrap(meet)

    def _move(self, entry):
        pair = entry.pairs[0]
        weights, source = pair if pair[0].name == "G" else pair[::-1]
        moved = weights._replace(name="C")
        what = f"{moved} by {source}:"
        if len(entry.pairs) > 1:
            what = f"{moved.axis} {moved.at} of every C by {source.axis} {source.at} of its {source.name}"
        return moved, f"{entry.label.removeprefix('d')} + 1 moves {what}"


plan_for = functools.lru_cache(maxsize=32)(Plan)


# --- with numbers: one that is changed changes few rows, columns and tables; the others are remembered -----


@functools.lru_cache(maxsize=8192)
def number_in(cell: Cells, value: float, scale: float | None = None) -> str:
    """A number in as many digits as a cell has room for.

    >>> number_in(TIGHT, 1.23456), number_in(TIGHT, -1.23456e-10)
    ('1.23', '−1.2e−10')
    """
    for digits in range(cell.digits, 1, -1):
        text = svg.number(value, scale, digits)
        if svg.text_width(text, cell.type_size) <= cell.room:
            break
    return text


@functools.lru_cache(maxsize=128)
def given_table(plan: Plan, name: str, batch: tuple[int, ...], values: tuple, largest: float) -> svg.Block:
    """A table that is edited: while A changes, those of B and G stay."""
    attributes = [
        [cell | {"data_value": write_number(value)} for cell, value in zip(*lines, strict=True)]
        for lines in zip(plan.attributes[name, batch], values, strict=True)
    ]
    return plan.table(name, values, largest, attributes)


@functools.lru_cache(maxsize=1024)
def moving(plan: Plan, key: str, steps: tuple[float, ...]) -> list[str]:
    """Nudge mode: which row or column of C moves, and by how much, when the entry's own number grows by 1."""
    _, sentence = plan.moves[key]
    return plan.wrap(" ".join([sentence, *map(svg.signed, steps)]))


@functools.lru_cache(maxsize=1024)
def cover(plan: Plan, i: int, j: int, end: str, step: str, movers: tuple[str, ...]) -> str:
    """Nudge mode: what lies over entry [i, j] of C while one of its movers is pointed at."""
    w, h, size = plan.cell.width, plan.cell.height, plan.cell.type_size
    x, small = (j + 0.5) * w, {"font_size": round(0.8 * size, 1), "fill": svg.ACCENT}
    return svg.group(
        svg.rect(j * w, i * h, w, h, fill=svg.CARD, stroke=svg.ACCENT, stroke_width=1.5)
        + svg.text(end, x, i * h + 0.95 * size, data_line="")
        + svg.text(step, x, i * h + 1.85 * size, **small, data_line=""),
        **plan.only(movers),
    )


@functools.lru_cache(maxsize=1024)
def sum_of_products(ones: tuple[str, ...], others: tuple[str, ...]) -> str:
    """Factors written as one sum.

    >>> sum_of_products(("1", "2"), ("3", "(−4)"))
    '1·3 + 2·(−4)'
    """
    return " + ".join([f"{x}·{y}" for x, y in zip(ones, others, strict=True)])
