"""The controls of an exhibit, described as data: what the browser shows, and how Python reads it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .errors import InputError
from .parsing import parse_number, parse_table, real_numbers, single_number, write_number

_LOST = "The cells did not arrive: reload the page and run this cell again."


@dataclass
class Control:
    """What every control has: its `name` (the keyword given to ``draw``), its first value and its label.

    With `new_row` it starts a row of controls, however much room is left beside the one before.
    """

    name: str
    value: Any = None
    label: str | None = None
    new_row: bool = field(default=False, kw_only=True)

    kind = "control"

    def describe(self) -> dict[str, Any]:
        """What the browser needs in order to draw the control."""
        label = self.label or self.name
        return {"kind": self.kind, "name": self.name, "label": label, "new_row": self.new_row}

    def write(self, value: Any) -> Any:
        """The control's text for a value: what the browser keeps and shows."""
        return value

    def read(self, raw: Any) -> Any:
        """The value in what the browser sent, or an `InputError`."""
        return raw


@dataclass
class Number(Control):
    """A number field, with a slider from `low` to `high`.

    The slider is a convenience, not a fence: any number up to ±`limit`, none below `least`, may be typed. One
    `in_picture` has no field: something drawn with ``data-drag`` moves it.
    """

    low: float = -5.0
    high: float = 5.0
    step: float = 0.1
    whole: bool = False
    limit: float = 1e6
    least: float = -np.inf
    in_picture: bool = False

    kind = "number"

    def describe(self):
        about = {"low": self.low, "high": self.high, "step": self.step, "in_picture": self.in_picture}
        return super().describe() | about

    def write(self, value):
        return write_number(single_number(self.name, value))

    def read(self, raw):
        value = parse_number(raw, max(-self.limit, self.least), self.limit, self.whole)
        return int(value) if self.whole else value


@dataclass
class Matrix(Control):
    """A table of number fields, one per cell; a 1-D `value` is one row. ``draw`` gets an array.

    The fields lie over the numbers that the picture draws with ``data_cell="name[i,j]"``, and take sums, such
    as 3*7 - 8. Pasting a block fills the cells from the one in focus. The entries may have `names`, one for
    each in order: what the picture calls them. A cell of one that is `asked` may be empty, which is NaN.
    """

    step: float = 1.0
    limit: float = 1e6
    names: Sequence[str] = ()
    asked: bool = False

    kind = "matrix"

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns of cells there are."""
        return (1, *np.shape(self.value))[-2:]

    def describe(self):
        rows, cols = self.shape
        places = [[self._place(i, j) for j in range(cols)] for i in range(rows)]
        return super().describe() | {"rows": rows, "cols": cols, "places": places, "step": self.step}

    def _place(self, i, j):
        """Where a cell is: its name, or in words; counted from 0, as NumPy counts."""
        if self.names:
            return self.names[i * self.shape[1] + j]
        return f"entry {j}" if np.ndim(self.value) == 1 else f"row {i}, column {j}"

    def write(self, value):
        array = np.atleast_2d(real_numbers(self.name, value))
        if array.ndim > 2:
            raise InputError(f"{self.name} has {array.ndim} axes: at most two can be drawn.", self.name)
        return [
            ["" if self.asked and np.isnan(v) else write_number(v) for v in line] for line in array.tolist()
        ]

    def read(self, raw):
        rows, cols = self.shape
        if isinstance(raw, dict):  # a paste: {"cells": texts before it, "row": i, "column": j, "paste": text}
            raw = self._pasted(raw)
        lengths = _lengths(raw)
        if lengths is None:
            raise InputError(_LOST, self.name)
        if lengths != [cols] * rows:
            raise InputError(f"A table of {rows} × {cols} numbers is needed here.", self.name)
        out = np.empty((rows, cols))
        for i, j in np.ndindex(rows, cols):
            try:
                empty = self.asked and not str(raw[i][j]).strip()
                out[i, j] = np.nan if empty else parse_number(raw[i][j], -self.limit, self.limit, sums=True)
            except InputError as error:
                raise InputError(f"{self._called(i, j)}: {error}", f"{self.name}[{i},{j}]") from None
        return out.ravel() if np.ndim(self.value) == 1 else out

    def _called(self, i, j):
        """The place at the start of a sentence; a name stays as it is."""
        place = self._place(i, j)
        return place if self.names else place.capitalize()

    def _pasted(self, raw):
        """The cells after a paste, which arrives as a dict: see `read`."""
        cells, row, column = (raw.get(key) for key in ("cells", "row", "column"))
        if not _lengths(cells) or type(row) is not int or type(column) is not int:
            raise InputError(_LOST, self.name)
        try:
            block = parse_table(str(raw.get("paste", "")))
        except InputError as error:
            raise InputError(str(error), self.name) from None
        if not block:
            raise InputError("Nothing was pasted: copy a table of numbers first.", self.name)
        rows, cols = len(cells), len(cells[0])
        high, wide = len(block), len(block[0])
        if row + high > rows or column + wide > cols:
            raise InputError(
                f"You pasted {high} × {wide} numbers, but from {self._place(row, column)} on "
                f"there is room for {rows - row} × {cols - column}.",
                self.name,
            )
        filled = [list(line) for line in cells]
        for i, line in enumerate(block):
            filled[row + i][column : column + wide] = line
        return filled


@dataclass
class Toggle(Control):
    """A switch, True or False. One `in_picture` has no box: something drawn with ``data-set`` turns it."""

    in_picture: bool = False

    kind = "toggle"

    def describe(self):
        return super().describe() | {"in_picture": self.in_picture}

    def read(self, raw):
        return bool(raw)


@dataclass
class Choice(Control):
    """One of several named options; the value is the option's text. All are `in_sight`, or in a list.

    One `in_picture` has no list: things drawn with ``data-set`` choose among them.
    """

    options: Sequence[str] = ()
    in_sight: bool = False
    in_picture: bool = False

    kind = "choice"

    def describe(self):
        about = {"options": list(self.options), "in_sight": self.in_sight}
        return super().describe() | about | {"in_picture": self.in_picture}

    def read(self, raw):
        if raw not in self.options:
            raise InputError(f"“{raw}” is not one of: {', '.join(self.options)}.", self.name)
        return raw


@dataclass
class Button(Control):
    """A button: pressing it calls ``adjust(name, values)``. It has no value and is not given to ``draw``.

    One that is not `enabled` is pale and does nothing; the `main` one of an exhibit is filled.
    """

    value: int = 0
    enabled: bool = True
    main: bool = False

    kind = "button"

    def __init__(self, name, label=None, new_row=False, enabled=True, main=False):
        super().__init__(name, 0, label, new_row=new_row)
        self.enabled, self.main = enabled, main

    def describe(self):
        return super().describe() | {"enabled": self.enabled, "main": self.main}


def with_change(base: Any, before: Any, after: Any) -> Any:
    """What a control holds, `base`, with a change from `before` to `after` made on top of it.

    Of a table only the cells that changed, if it still has that shape; anything else is replaced.

    >>> with_change([["0", "0"]], [["1", "2"]], [["1", "7"]]), with_change("1", "2", "3")
    ([['0', '7']], '3')
    >>> with_change([["0"]], [["1", "2"]], [["1", "7"]])
    [['0']]
    """
    if not isinstance(after, list):
        return after
    if not _lengths(after) or _lengths(base) != _lengths(after):
        return base
    before = before if _lengths(before) == _lengths(after) else base
    return [
        [now if now != was else kept for kept, was, now in zip(*lines, strict=True)]
        for lines in zip(base, before, after, strict=True)
    ]


def _lengths(table):
    if isinstance(table, list) and all(isinstance(line, list) for line in table):
        return [len(line) for line in table]
    return None
