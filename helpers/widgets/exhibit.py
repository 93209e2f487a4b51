"""The base of every exhibit: one widget, one pure function from numbers to a picture.

How to write a new exhibit
--------------------------
1. Write ``draw(**values) -> svg.Picture``: a pure function of the controls' values that builds its picture
   from the blocks of `helpers.drawing.svg`. It takes its numbers from `helpers.autodiff`, and keeps no state.
2. Subclass `Exhibit`, describe the controls as data, and hand them to ``super().__init__``::

       class Doubler(Exhibit):
           '''Twice a number.'''

           def __init__(self, x=1.0):
               super().__init__(Number("x", x, low=-9, high=9, step=0.5), Button("reset", "Reset"))

           def draw(self, x):
               twice = svg.number(2 * x)
               return svg.picture(svg.words(twice, size=40), "Twice x", desc=f"Twice {x} is {twice}.")

           def adjust(self, name, values):           # only if one control sets others
               return {"x": 1.0} if name == "reset" else {}

3. Add a line to the table in ``helpers/widgets/__init__.py`` and test it without a browser: call ``draw`` on
   random numbers and compare what is printed; play the browser with
   ``widget.set_state({"inputs": {**widget.inputs, "x": "2.5"}})``.

What the base does, so that no exhibit does it again: it reads what the person typed (`Number`, `Matrix`,
`Toggle`, `Choice`, `Text`, `Button`); on bad input or an exception it shows one sentence next to the control
at fault, and keeps the last good picture and what was typed; it sends one message per update; it shows the
same picture where no kernel runs; and in the browser it handles focus, keys, steps, the projector mode and
the announcements for screen readers.

* Raise ``InputError("sentence", at="B")`` in ``draw`` to blame a control; "B[0,1]" blames one cell of it.
* A ``Picture`` whose transcript has n + 1 lines has n steps: mark what step k reveals with ``data_step=k``.
  Hover, focus and click effects are attributes too: the table at the top of ``svg.py`` lists them. Neither
  needs the kernel. A picture without steps gives ``desc=``, which is announced when the numbers change.
* The first line of a step's text is shown while stepping; the rest of it only in the list of steps.
* Define ``as_code(**values)`` to offer the same as a NumPy program that can be copied.
* Call ``self.set_controls(...)`` in ``adjust`` when the controls themselves change (a matrix grows).
* Keep the picture's size the same for every value, or nearly: the view never shrinks, so nothing jumps.
"""

from __future__ import annotations

import base64
import pathlib
import re
import threading
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import anywidget
import numpy as np
import traitlets

from helpers.drawing import svg

from .errors import InputError

HERE = pathlib.Path(__file__).parent


# --- reading what was typed -------------------------------------------------------------------------------

_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d{1,4})?")


def parse_number(text: object, low: float = -1e6, high: float = 1e6, whole: bool = False) -> float:
    """The number in `text`, or an `InputError` with a sentence that says what to type instead.

    A decimal comma and a true minus sign are understood. Nothing is evaluated.

    >>> parse_number("2,5"), parse_number(" −1e-3 ")
    (2.5, -0.001)
    >>> parse_number("two")
    Traceback (most recent call last):
    helpers.widgets.errors.InputError: “two” is not a number: type digits, such as 2, -0.5 or 1e-3.
    """
    typed = text if isinstance(text, str) else "" if text is None else str(text)
    clean = typed.strip().replace("−", "-")
    shown = clean if len(clean) <= 24 else clean[:23] + "…"
    if not clean:
        raise InputError("This cell is empty: type a number.")
    if clean.lower().lstrip("+-") in ("inf", "infinity", "nan", "∞"):
        raise InputError(f"“{shown}” cannot be drawn: type a finite number.")
    if not _NUMBER.fullmatch(clean):
        raise InputError(f"“{shown}” is not a number: type digits, such as 2, -0.5 or 1e-3.")
    value = float(clean.replace(",", "."))
    if not low <= value <= high:
        size = "large" if value > high else "small"
        raise InputError(
            f"{shown} is too {size} here: stay between {svg.number(low)} and {svg.number(high)}."
        )
    if whole and value != int(value):
        raise InputError(f"{shown} is not a whole number: type one such as {round(value)}.")
    return value + 0.0  # -0.0 becomes 0.0


def parse_table(text: str) -> list[list[str]]:
    """The cells of a pasted block: parted by tabs, semicolons, commas or spaces, or a NumPy or Python list.

    >>> parse_table("1\\t2\\n3\\t4"), parse_table("[[1, 2],\\n [3, 4]]")
    ([['1', '2'], ['3', '4']], [['1', '2'], ['3', '4']])
    >>> parse_table("1 2\\n3")
    Traceback (most recent call last):
    helpers.widgets.errors.InputError: Line 2 of what you pasted has 1 number, but line 1 has 2: ...
    """
    text = text.strip()
    if "[" in text:
        text = re.sub(r"\]\s*,?\s*\[", "\n", text).replace("[", "").replace("]", "").replace("array(", "")
        text = text.rstrip(")")
    lines = [line for line in re.split(r"\r?\n|\r", text) if line.strip()]
    mark = next((mark for mark in ("\t", ";") if any(mark in line for line in lines)), None)
    split = (
        (lambda line: line.split(mark)) if mark else (lambda line: re.split(r"\s*,\s*|\s+", line.strip(" ,")))
    )
    cells = [[cell.strip() for cell in split(line)] for line in lines]
    for i, line in enumerate(cells):
        if len(line) != len(cells[0]):
            raise InputError(
                f"Line {i + 1} of what you pasted has {len(line)} number{'s' * (len(line) != 1)}, "
                f"but line 1 has {len(cells[0])}: make every line the same length."
            )
    return cells


# --- controls, described as data --------------------------------------------------------------------------


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
    """A number field, with a slider from `low` to `high` unless `slider` is false.

    The slider is a convenience, not a fence: any number up to ±`limit` may be typed.
    """

    low: float = -5.0
    high: float = 5.0
    step: float = 0.1
    slider: bool = True
    whole: bool = False
    limit: float = 1e6

    kind = "number"

    def describe(self):
        about = {"low": self.low, "high": self.high, "step": self.step, "slider": self.slider}
        return super().describe() | about

    def write(self, value):
        return write_number(value)

    def read(self, raw):
        value = parse_number(raw, -self.limit, self.limit, self.whole)
        return int(value) if self.whole else value


@dataclass
class Matrix(Control):
    """A table of number fields, one per cell; a 1-D `value` is one row. ``draw`` gets an array.

    Pasting a block fills the cells from the one in focus. A block of another shape pasted into the first cell
    is refused unless `resizable`: then ``draw`` and ``adjust`` get an array of the new shape (at most
    `largest` each way), and ``adjust`` calls ``set_controls`` so that the cells follow.

    With `in_picture` the fields lie over the numbers that the picture draws with ``data_cell="name[i,j]"``.
    The value may be several matrices of the same shape, `stacked` on top of each other.
    """

    step: float = 1.0
    limit: float = 1e6
    resizable: bool = False
    largest: int = 6
    in_picture: bool = False
    stacked: int = 1

    kind = "matrix"

    def describe(self):
        shape = np.shape(self.value)
        rows, cols = (1, *shape)[-2:]
        return super().describe() | {
            "rows": rows,
            "cols": cols,
            "places": [[self._place(i, j) for j in range(cols)] for i in range(rows)],
            "step": self.step,
            "in_picture": self.in_picture,
        }

    def _place(self, i, j):
        """Where a cell is, in words; counted from 0, as NumPy counts."""
        if np.ndim(self.value) == 1:
            return f"entry {max(i, j)}"
        if self.stacked == 1:
            return f"row {i}, column {j}"
        matrix, row = divmod(i, len(self.value) // self.stacked)
        return f"matrix {matrix}, row {row}, column {j}"

    def write(self, value):
        return [[write_number(v) for v in line] for line in np.atleast_2d(value).tolist()]

    def read(self, raw):
        rows, cols = (1, *np.shape(self.value))[-2:]
        if isinstance(raw, dict):  # a paste: {"cells": texts before it, "row": i, "column": j, "paste": text}
            raw = self._pasted(**raw)
        if not (isinstance(raw, list) and all(isinstance(line, list) for line in raw)):
            raise InputError("The cells did not arrive: reload the page and run this cell again.", self.name)
        lengths = {len(line) for line in raw}
        whole = len(lengths) == 1 and 0 not in lengths
        if not whole or not (self.resizable or (len(raw), *lengths) == (rows, cols)):
            raise InputError(f"A table of {rows} × {cols} numbers is needed here.", self.name)
        out = np.empty((len(raw), len(raw[0])))
        for i, line in enumerate(raw):
            for j, text in enumerate(line):
                try:
                    out[i, j] = parse_number(text, -self.limit, self.limit)
                except InputError as error:
                    place = self._place(i, j).capitalize()
                    raise InputError(f"{place}: {error}", f"{self.name}[{i},{j}]") from None
        return out.ravel() if np.ndim(self.value) == 1 and 1 in out.shape else out

    def _pasted(self, cells, row, column, paste):
        block = parse_table(str(paste))
        if not block:
            raise InputError("Nothing was pasted: copy a table of numbers first.", self.name)
        rows, cols = len(cells), len(cells[0])
        high, wide = len(block), len(block[0])
        vector = np.ndim(self.value) == 1 and max(high, wide) > 1
        if self.resizable and (row, column) == (0, 0) and (vector or high > rows or wide > cols):
            if max(high, wide) > self.largest:
                most = f"{self.largest} × {self.largest}"
                raise InputError(f"You pasted {high} × {wide} numbers: {most} is the most.", self.name)
            return block
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
    """One of several named options; the value is the option's text."""

    options: Sequence[str] = ()

    kind = "choice"

    def describe(self):
        return super().describe() | {"options": list(self.options)}

    def read(self, raw):
        if raw not in self.options:
            raise InputError(f"“{raw}” is not one of: {', '.join(self.options)}.", self.name)
        return raw


@dataclass
class Text(Control):
    """A line of text, such as a formula; the value is the text, cut at `longest` characters."""

    longest: int = 300

    kind = "text"

    def describe(self):
        return super().describe() | {"longest": self.longest}

    def read(self, raw):
        return str(raw)[: self.longest]


@dataclass
class Progress(Control):
    """How much of something is done, from 0 to 1; only Python changes it."""

    kind = "progress"


@dataclass
class Button(Control):
    """A button: pressing it calls ``adjust(name, values)``. It has no value and is not given to ``draw``."""

    value: int = 0

    kind = "button"

    def __init__(self, name, label=None, new_row=False):
        super().__init__(name, 0, label, new_row=new_row)


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
    if _lengths(base) != _lengths(after):
        return base
    before = before if _lengths(before) == _lengths(after) else base
    return [
        [now if now != was else kept for kept, was, now in zip(*lines, strict=True)]
        for lines in zip(base, before, after, strict=True)
    ]


def _refused_pastes(inputs):
    """A paste that was refused stands in no cell: it is forgotten as soon as something else is done."""
    return {name: raw.get("cells") for name, raw in inputs.items() if isinstance(raw, dict)}


def _lengths(table):
    if isinstance(table, list) and all(isinstance(line, list) for line in table):
        return [len(line) for line in table]
    return None


def _sentences(do, *args) -> dict[str, str]:
    """What went wrong in doing it, by the control at fault; empty if nothing did."""
    try:
        return do(*args) or {}
    except InputError as error:
        return {error.at: str(error)}
    except Exception as error:
        return {"": f"{type(error).__name__}: {error}"}


def write_number(value: float) -> str:
    """A number as a person would type it: every digit that matters, and no more.

    >>> write_number(2.0), write_number(0.1), write_number(-0.0)
    ('2', '0.1', '0')
    """
    value = float(value) + 0.0
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


# --- the widget -------------------------------------------------------------------------------------------


class Exhibit(anywidget.AnyWidget):
    """A picture that answers to controls. See the top of this module for how to write one."""

    _esm = HERE / "exhibits.js"
    _css = HERE / "exhibits.css"

    picture = traitlets.Unicode(help="the last good picture, as SVG text").tag(sync=True)
    transcript = traitlets.List(traitlets.Unicode(), help="one sentence per step").tag(sync=True)
    controls = traitlets.List(help="the controls, described as data").tag(sync=True)
    inputs = traitlets.Dict(help="what was typed, by control name").tag(sync=True)
    changes = traitlets.List(help="the person's last: [number, control, before, after]").tag(sync=True)
    heard = traitlets.Int(0, help="the number of the last change that is in the inputs").tag(sync=True)
    errors = traitlets.Dict(help="a sentence per control at fault").tag(sync=True)
    source = traitlets.Unicode(help="the same as a NumPy program, to copy").tag(sync=True)
    step = traitlets.Int(0, help="how many steps are revealed").tag(sync=True)
    projector = traitlets.Bool(False, help="bigger type, for a lecture hall").tag(sync=True)

    def __init__(self, *controls: Control, **traits: Any):
        # JupyterLab has what the browser sends answered in a thread of its own, while cells run in another.
        self._lock, self._busy, self._drawn = threading.RLock(), None, None
        super().__init__(**traits)
        with self._alone():
            self.set_controls(*controls)
            values, errors = self._read()
            if errors:
                raise InputError(" ".join(errors.values()), next(iter(errors)))
            self._publish(values)
        self.observe(self._heard, names="inputs")
        self.observe(self._take_changes, names="changes")

    # What a subclass writes:

    def draw(self, **values: Any) -> svg.Picture:
        """The picture for these values: pure, and the only thing an exhibit must have."""
        raise NotImplementedError(f"{type(self).__name__} must define draw(**values) -> svg.Picture.")

    def adjust(self, name: str, values: dict[str, Any]) -> dict[str, Any]:
        """New values for other controls, after the person changed or pressed `name`."""
        return {}

    def as_code(self, **values: Any) -> str:
        """The same as a NumPy program that the person can copy; empty for none."""
        return ""

    # What the base does:

    @property
    def values(self) -> dict[str, Any]:
        """The values behind the picture, as ``draw`` got them."""
        return dict(self._good)

    def set_controls(self, *controls: Control) -> None:
        """Put these controls in place of the present ones, at their own values."""
        self._controls = {control.name: control for control in controls}
        presses = {c.name: self.inputs.get(c.name, 0) for c in controls if c.kind == "button"}
        self.controls = [control.describe() for control in controls]
        self.inputs = {c.name: c.write(c.value) for c in controls} | presses

    def set(self, **values: Any) -> None:
        """Set controls from Python, as if they had been typed; bad values raise an `InputError`."""
        unknown = set(values) - set(self._controls)
        if unknown:
            known = ", ".join(self._controls)
            raise InputError(f"There is no control named {', '.join(sorted(unknown))}; there are {known}.")
        written = {name: self._controls[name].write(value) for name, value in values.items()}
        with self._lock:
            self.inputs = self.inputs | written
            if self.errors:
                raise InputError(" ".join(self.errors.values()))

    def _take_changes(self, change) -> None:
        """Take up the person's new changes, one on top of the other.

        They may have been made while an answer was under way, not knowing what it set (a reset, say).
        """
        new = [made for made in change["new"] if made[0] > self.heard]
        if new:
            self._answer(self._edits(new))

    def _edits(self, changes):
        for number, name, before, after in changes:
            self.heard = number
            inputs = self.inputs | _refused_pastes(self.inputs)
            now = inputs | ({name: with_change(inputs[name], before, after)} if name in inputs else {})
            if now != self.inputs:
                self.inputs = now
                yield inputs, now

    def _heard(self, change) -> None:
        if self._busy == threading.get_ident():
            return
        before, now = change["old"], change["new"]
        refused = {
            name: cells for name, cells in _refused_pastes(now).items() if now[name] == before.get(name)
        }
        with self._alone():
            self.inputs = now | refused
            self._answer([(before | refused, self.inputs)])

    def _answer(self, edits) -> None:
        """Take in the edits (before, now), draw once: always a picture or a sentence, never a traceback."""
        with self._alone():
            errors = None
            for before, now in edits:
                errors = _sentences(self._settle, before, now)
            if errors is not None:
                self.errors = errors or _sentences(self._draw_again)

    def _settle(self, before: dict, now: dict) -> dict[str, str]:
        """Let what changed adjust other controls; returns a sentence for each that cannot be read."""
        values, errors = self._read()
        for name in [name for name in self._controls if before.get(name) != now.get(name)]:
            if name not in self._controls or name in {key.partition("[")[0] for key in errors}:
                continue
            new = self.adjust(name, self._good | values) or {}
            self.inputs = self.inputs | {n: self._controls[n].write(v) for n, v in new.items()}
            values, errors = self._read()
        # A paste that was understood becomes ordinary cells.
        pastes = [name for name in values if isinstance(self.inputs.get(name), dict)]
        self.inputs = self.inputs | {name: self._controls[name].write(values[name]) for name in pastes}
        return errors

    def _draw_again(self) -> None:
        self._publish(self._read()[0])

    def _read(self) -> tuple[dict[str, Any], dict[str, str]]:
        """The value of every control that can be read, and a sentence for each that cannot."""
        values, errors = {}, {}
        for name, control in self._controls.items():
            try:
                if control.kind != "button":
                    values[name] = control.read(self.inputs[name])
            except InputError as error:
                errors[error.at or name] = str(error)
        return values, errors

    def _publish(self, values: dict[str, Any]) -> None:
        # The picture prints NaN and ∞; a warning in the log would tell nobody.
        with np.errstate(all="ignore"):
            drawn = self.draw(**values)
        step = min(self.step, max(len(drawn.transcript) - 1, 0))
        if self._drawn and self._drawn.done != drawn.done:
            so_far = self._drawn.done[min(self.step, len(self._drawn.done) - 1)]
            step = max(k for k, done in enumerate(drawn.done) if done <= so_far)
        self._good, self._drawn = values, drawn
        self.picture, self.transcript, self.errors = drawn.svg, list(drawn.transcript), {}
        self.source = self.as_code(**values)
        self.step = step

    @contextmanager
    def _alone(self):
        """One message to the browser for everything set inside, and no answer to our own changes."""
        with self._lock:
            outer, self._busy = self._busy, threading.get_ident()
            try:
                with self.hold_sync():
                    yield
            finally:
                self._busy = outer

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """What the browser sent, taken up by one thread at a time, and answered in one message."""
        with self._lock, self.hold_sync():
            super().set_state(sync_data)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._drawn.title}>"

    def _repr_mimebundle_(self, **kwargs):
        """The live view, and the same picture for every place without a kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        image = base64.b64encode(self._drawn.svg.encode()).decode()
        source = f"data:image/svg+xml;base64,{image}"
        fallback = {
            "text/plain": "\n".join([self._drawn.title, *self._drawn.transcript]) or repr(self),
            "text/html": f'<img alt="{svg.escape(self._drawn.alt)}" src="{source}" style="max-width:100%">',
        }
        return data | fallback, metadata
