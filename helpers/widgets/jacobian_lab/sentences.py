"""What the picture of a Jacobian says about its numbers."""

from __future__ import annotations

import numpy as np

from helpers.drawing import svg
from helpers.drawing.svg.quantities import counted, in_bytes

from ..base.examples import LARGEST, Names
from .numbers import JacobianNumbers

JACOBIAN, BY_ROW, BY_COLUMN = "J", "rows × u", "columns × t"  # what the table can show


class About:
    """The numbers as flat vectors and one table, and the sentences about them.

    `names` tells what the entries of x and y are called, where x[0] and y[0] would say less.
    """

    def __init__(self, numbers: JacobianNumbers, show: str, names: Names):
        numbers = numbers._replace(
            vjp=svg.without_noise(numbers.vjp, numbers.jacobian, numbers.upstream),
            jvp=svg.without_noise(numbers.jvp, numbers.jacobian, numbers.tangent),
        )
        flat = {name: np.ravel(array) for name, array in numbers._asdict().items()}
        self.x, self.y, self.u, self.t = flat["x"], flat["y"], flat["upstream"], flat["tangent"]
        self.vjp, self.jvp, self.n, self.m = flat["vjp"], flat["jvp"], self.x.size, self.y.size
        self.jacobian = numbers.jacobian.reshape(self.m, self.n)
        self.xs, self.ts = (svg.entry_names(letter, numbers.x.shape) for letter in "xt")
        self.ys, self.us = (svg.entry_names(letter, numbers.y.shape) for letter in "yu")
        self.rows, self.columns = ([f"{what} {k}" for k in range(LARGEST)] for what in ("row", "column"))
        if "x" in names:
            self.xs, self.columns = names["x"], [f"the {name} column" for name in names["x"]]
        if "y" in names:
            self.ys, self.rows = names["y"], [f"the {name} row" for name in names["y"]]
        self.numbers, self.show = numbers, show
        with np.errstate(all="ignore"):
            weighted = {BY_ROW: self.u[:, None] * self.jacobian, BY_COLUMN: self.jacobian * self.t}
        self.table = weighted.get(show, self.jacobian)

    def text(self, array, *index):
        """One entry as the heat map prints it: what is rounding noise beside its neighbours is 0."""
        return svg.number(array[index], scale=svg.largest(array))

    def rows_mixed(self):
        """The VJP as a sum of weighted rows."""
        mix = _sum(f"{self.text(self.u, i)} × {self.rows[i]}" for i in range(self.m))
        return f"VJP = uᵀ J = {mix} = {self.all(self.numbers.vjp)}"

    def columns_mixed(self):
        """The JVP as a sum of weighted columns."""
        mix = _sum(f"{self.text(self.t, j)} × {self.columns[j]}" for j in range(self.n))
        return f"JVP = J t = {mix} = {self.all(self.numbers.jvp)}"

    def all(self, array):
        """Every entry, in the array's own shape."""
        return svg.array_text(svg.without_noise(array, array))

    def sizes(self):
        """How many numbers J holds and how many sweeps it takes, and the same of one VJP."""
        shape, n, m = self.numbers.y.shape + self.numbers.x.shape, self.n, self.m
        return (
            f"J.shape = y.shape + x.shape = {shape}: {counted(m * n, 'number')}, {in_bytes(8 * m * n)}, "
            f"{counted(m, 'sweep')}. The VJP: {counted(n, 'number')}, {in_bytes(8 * n)}, 1 sweep."
        )

    def vjp_entry(self, j):
        """An entry of the VJP as the sum of a weighted column of J."""
        terms = _sum(_product(self.u[i], self.jacobian[i, j]) for i in range(self.m))
        name, value = self.xs[j], self.text(self.vjp, j)
        return f"The VJP’s entry {name} is {self.columns[j]} weighted by u: {terms} = {value}"

    def jvp_entry(self, i):
        """An entry of the JVP as the sum of a weighted row of J."""
        terms = _sum(_product(self.t[j], self.jacobian[i, j]) for j in range(self.n))
        name, value = self.ys[i], self.text(self.jvp, i)
        return f"The JVP’s entry {name} is {self.rows[i]} weighted by t: {terms} = {value}"

    def upstream_entry(self, i):
        """What one weight of the upstream adds to the VJP."""
        weight, row = self.text(self.u, i), svg.array_text(self.jacobian[i])
        return f"{weight} × {self.rows[i]} = {weight} × {row} is one part of the VJP"

    def tangent_entry(self, j):
        """What one weight of the tangent adds to the JVP."""
        weight, column = self.text(self.t, j), svg.array_text(self.jacobian[:, j])
        return f"{weight} × {self.columns[j]} = {weight} × {column} is one part of the JVP"

    def entry(self, i, j):
        """What an entry of the table says of the inputs and the outputs."""
        slope, name = self.jacobian[i, j], f"∂{self.ys[i]}/∂{self.xs[j]}"
        if self.show == BY_ROW:
            product = f"{_product(self.u[i], slope)} = {self.text(self.table, i, j)}"
            return f"{self.us[i]} · {name} = {product}: a part of the VJP’s entry {self.xs[j]}"
        if self.show == BY_COLUMN:
            product = f"{_product(slope, self.t[j])} = {self.text(self.table, i, j)}"
            return f"{name} · {self.ts[j]} = {product}: a part of the JVP’s entry {self.ys[i]}"
        text = self.text(self.jacobian, i, j)
        return f"{name} = {text}: a small move of {self.xs[j]} moves {self.ys[i]} {text} times as far"


def _sum(terms):
    """Terms joined by their own signs: 2 × row 0 − 3 × row 1."""
    first, *rest = terms
    return first + "".join(f" − {term[1:]}" if term.startswith("−") else f" + {term}" for term in rest)


def _product(a, b):
    second = svg.number(b)
    return f"{svg.number(a)}·{f'({second})' if second.startswith('−') else second}"
