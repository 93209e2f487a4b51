"""An exhibit made for tests, with one of each control: a table that is edited in its picture, times x."""

import numpy as np

from helpers.drawing import svg
from helpers.widgets.base.controls import Button, Choice, Matrix, Number, Toggle
from helpers.widgets.base.errors import InputError
from helpers.widgets.base.exhibit import Exhibit
from helpers.widgets.base.parsing import write_number

A = np.array([[1.0, 2.0], [3.0, 4.0]])
SIZE = 60  # of a cell


class Table(Exhibit):
    """x times A, turned when asked."""

    def __init__(self, a=A):
        self._start = {"x": 2.0, "A": np.array(a, dtype=float)}
        super().__init__(
            Number("x", 2.0),
            Matrix("A", self._start["A"]),
            Toggle("turned", False),
            Choice("sign", "plus", options=["plus", "minus"]),
            Button("reset", "Reset"),
        )

    def draw(self, x, A, turned, sign):
        if x == 7:
            raise InputError("Seven is not wanted here.", at="x")
        if x == 8:
            raise RuntimeError("eight broke it")
        out = x * (A.T if turned else A) * (1 if sign == "plus" else -1)
        high, wide = SIZE * max(A.shape), SIZE * A.shape[1]
        drawn = svg.group(_cells("A", A, edited=True) + _cells("C", out, wide + 40), font_size=18)
        canvas = svg.canvas(wide + 40 + high, high + 60, drawn)
        return svg.picture(canvas, "x times A", ["Start.", f"Multiply by {svg.number(x)}."])

    def adjust(self, name, values):
        return self._start if name == "reset" else {}


def _cells(name, array, left=0, edited=False):
    for_fields = lambda i, j: {"data_cell": f"{name}[{i},{j}]", "data_value": write_number(array[i, j])}  # noqa: E731
    parts = []
    for i, j in np.ndindex(array.shape):
        x, y = left + SIZE * j, SIZE * i
        inside = svg.rect(x, y, SIZE - 4, SIZE - 4, stroke=svg.LINE)
        inside += svg.text(svg.number(array[i, j]), x + SIZE / 2, y + SIZE / 2, text_anchor="middle")
        about = {"data_hot": f"{name}-{i}-{j}", "data_lit": f"{name}-{i}-{j}"}
        parts.append(svg.group(inside, **about, **(for_fields(i, j) if edited else {})))
    return "".join(parts)
