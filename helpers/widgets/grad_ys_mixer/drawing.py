"""The mixer's picture: each output's own gradient beside its weight, their mix, and the wrong idea below."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from helpers.drawing import svg

from ..base.examples import Names
from ..base.parsing import write_number
from .outputs import Outputs, fits, mixed_parts

ROWS_HEIGHT = 192  # room for six rows
STRIP, TYPE = 34, 16
TWO_LINES = 44  # as high as a row must be for two lines beside it
LINE = 36  # between the rows and their mix: room for a sentence about what was typed
HOW = "Each row is the gradient of one output alone. Its weight stands before it: the gradient is their mix."
NO_GAP = (
    "No gap: with these weights both ways agree. They always do when all weights are equal, "
    "or when each output depends on its own input alone."
)
GAP = (
    "The finished gradient has added the outputs up already: what c should have weighed is gone. "
    "So the weights go in first, as grad_ys, before anything is added."
)


class Layout(NamedTuple):
    """How wide all is, what stands before the table, and the weights in it; and how high the words below are.

    With `values`, the outputs’ names have their values behind them.
    """

    width: float
    left: float
    weights: float
    said: float
    values: bool

    @property
    def table(self) -> float:
        """The width of the table."""
        return self.width - self.left


WIDE, NARROW = Layout(760, 250, 90, 46, values=True), Layout(484, 190, 64, 70, values=False)


def draw_mixer(
    outputs: Outputs, weights: np.ndarray, text: str, names: Names | None = None, narrow: bool = False
) -> svg.Picture:
    """Each output’s own gradient beside its weight, their mix, and what multiplying afterwards gives.

    `names` are those of the entries of "x" and "y". The height is the same for any number of outputs.
    """
    layout = NARROW if narrow else WIDE
    mixed, left, width = mixed_parts(outputs, weights), layout.left, layout.width
    how = svg.paragraph(HOW, svg.SMALL, width, svg.MUTED)
    bottom = 67 + how.height + ROWS_HEIGHT
    title = f"One weight per output of {text}"
    said = (
        f"With grad_ys = {svg.array_text(weights)} the gradients of the outputs, "
        f"{svg.array_text(outputs.gradients)}, mix to {svg.array_text(mixed['right'])}. "
    )
    parts = [
        svg.words(title, svg.size_within(title, 20, width), bold=True, align="start").at(0, 0),
        how.at(0, 28),
        *_rows(outputs, weights, bottom, names or {}, layout),
        svg.rect(left, bottom + LINE - 8, layout.table, 2, fill=svg.GRADIENT),
        svg.rect(0, bottom + LINE + 48, width, 1, fill=svg.LINE, fill_opacity=0.6),
    ]

    def strip(name, values, y, label, color=svg.MUTED):
        parts.extend(_strip(outputs, name, values, y, label, color, layout))

    strip("right", mixed["right"], bottom + LINE, "gradients(y, x, grad_ys=c)", svg.GRADIENT)
    y = bottom + LINE + 56
    heading = "The wrong idea: multiply the finished gradient afterwards"
    parts.append(svg.words(heading, svg.size_within(heading, TYPE, width), bold=True, align="start").at(0, y))
    strip("finished", svg.without_noise(outputs.finished, outputs.gradients), y + 30, "gradients(y, x)")
    below, last = y + 38 + STRIP, y + 46 + 2 * STRIP
    if fits(outputs):
        after, gap = mixed["after"], mixed["gap"]
        strip("after", after, below, "gradients(y, x) * c")
        strip("gap", gap, last, "how far off", svg.INK)
        said += f"Multiplying afterwards gives {svg.array_text(after)}, off by {svg.array_text(gap)}."
        for off, sentence in ((False, NO_GAP), (True, GAP)):
            hidden = "none" if off != bool(np.any(gap)) else None
            words = svg.paragraph(sentence, TYPE, width).at(0, last + STRIP + 10)
            parts.append(svg.group(words, data_off=str(off).lower(), display=hidden))
    else:
        parts += _no_product(outputs, below, last + STRIP, layout)
        parts.append(svg.paragraph(_misfit(outputs), TYPE, width).at(0, last + STRIP + 10))
        said += _misfit(outputs)
    return svg.picture(svg.canvas(width, last + STRIP + 14 + layout.said, *parts), title, desc=said)


def _rows(outputs, weights, bottom, names, layout):
    """The weights, and beside each the gradient of its output; the last row ends at `bottom`."""
    m, n = outputs.gradients.shape
    w, h, left = layout.table / n, min(96, ROWS_HEIGHT / m), layout.left
    top = bottom - m * h
    xs = names.get("x", svg.entry_names("x", outputs.x.shape))
    ys = names.get("y", output_names(outputs))

    def weight(k, _):
        lit = " ".join(f"right-{j}" for j in range(n))
        cell = {"data_cell": f"c[0,{k}]", "data_value": write_number(weights[k])}
        return cell | {"data_hot": f"c{k}", "data_lit": f"c{k} {lit}"}

    def slope(k, j):
        label = f"∂{ys[k]}/∂{xs[j]}: {svg.number(outputs.gradients[k, j])}"
        return {"data_hot": f"g{k}-{j}", "data_lit": f"g{k}-{j} c{k} right-{j}", "data_label": label}

    yield svg.words("weights c", svg.SMALL, svg.GRADIENT, True, width=layout.weights).at(0, top - 24)
    yield svg.matrix(
        weights[:, None], TYPE, svg.GRADIENT, cell=weight, cell_size=(layout.weights, h),
        text=lambda value: write_number(value).replace("-", "−"),
    ).at(0, top)  # fmt: skip
    yield svg.matrix(outputs.gradients, TYPE, svg.LOCAL, cell=slope, cell_size=(w, h)).at(left, top)
    for j, value in enumerate(np.ravel(outputs.x)):
        head = svg.words_within(f"{xs[j]} = {svg.number(value)}", svg.SMALL, w - 4, svg.MUTED, "middle")
        yield head.at(left + j * w + 2, top - 24)
    for k, value in enumerate(outputs.y):
        head = f"× gradient of {ys[k]}" + f" (now\xa0{svg.number(value)})" * layout.values
        room = left - layout.weights - 18
        size, lines = svg.lines_within(head, svg.SMALL, room, 2 if h > TWO_LINES else 1)
        head = svg.column(*(svg.words(line, size, svg.MUTED) for line in lines), gap=0, align=0)
        yield head.at(layout.weights + 8, top + (k + 0.5) * h - head.height / 2)


def _strip(outputs, name, values, y, label, color, layout):
    """One row in the shape of x, below the rows it is made of."""
    m, n = outputs.gradients.shape
    signed = name == "gap"

    def cell(_, j):
        column = " ".join(f"g{k}-{j}" for k in range(m))
        weights = {"right": " ".join(f"c{k}" for k in range(m)), "after": f"c{j}"}.get(name, "")
        lit = f"{name}-{j} {column} {weights}".strip()
        follows = {} if name == "finished" else {"data_mix": f"{name}-{j}"}
        return {"data_hot": f"{name}-{j}", "data_lit": lit} | follows

    text = svg.signed if signed else svg.number
    cell_size = (layout.table / n, STRIP)
    yield svg.words_within(label, TYPE, layout.left - 14, color, "end").at(0, y + 6)
    yield svg.matrix(values, TYPE, color, cell=cell, cell_size=cell_size, text=text).at(layout.left, y)


def _no_product(outputs, top, bottom, layout):
    """In the place of the product afterwards: why there is none."""
    several, shapes = len(outputs.shapes) > 1, _in_words(outputs.shapes)
    why = f"shape {outputs.x.shape}, and c holds " if several else f"shapes {outputs.x.shape} and "
    why += shapes if several else f"{shapes} do not multiply"
    label = svg.words_within("gradients(y, x) * c", TYPE, layout.left - 14, svg.MUTED, "end")
    words = svg.words_within(why, TYPE, layout.table - 20, svg.MUTED, "middle")
    middle = (top + bottom - words.height) / 2
    frame = {"stroke": svg.LINE, "stroke_dasharray": "5 5", "rx": 3}
    yield svg.rect(layout.left, top, layout.table, bottom - top, **frame)
    yield label.at(0, middle)
    yield words.at(layout.left + 10, middle)


def _in_words(shapes):
    return " and ".join(map(str, shapes))


def output_names(outputs):
    """y[0], y[1], …, or y1[0], y2, … where there are several outputs."""
    several = len(outputs.shapes) > 1
    return [
        name
        for k, shape in enumerate(outputs.shapes)
        for name in svg.entry_names(f"y{k + 1}" if several else "y", shape)
    ]


def _misfit(outputs):
    shapes = _in_words(outputs.shapes)
    if len(outputs.shapes) > 1:
        return (
            f"Outputs of shapes {shapes} came back as one gradient of shape {outputs.x.shape}. "
            "They are already added up: no weight can find its own output any more."
        )
    return (
        f"The finished gradient has shape {outputs.x.shape}, and c has shape {shapes}. "
        "There is nothing to multiply entry by entry: c belongs to the outputs, not to the inputs."
    )
