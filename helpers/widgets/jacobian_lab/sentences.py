"""What the picture of a Jacobian says about its numbers."""

from __future__ import annotations

import numpy as np

from helpers.drawing import svg
from helpers.drawing.svg.quantities import counted, in_bytes

from .numbers import JacobianNumbers

JACOBIAN, BY_ROW, BY_COLUMN = "J", "rows × u", "columns × t"  # what the table can show


class About:
    """The numbers as flat vectors and one table, and the sentences about them."""

    def __init__(self, numbers: JacobianNumbers, show: str):
        numbers = numbers._replace(
            vjp=svg.without_noise(numbers.vjp, numbers.jacobian, numbers.upstream),
            jvp=svg.without_noise(numbers.jvp, numbers.jacobian, numbers.tangent),
        )
        flat = {name: np.ravel(array) for name, array in numbers._asdict().items()}
        self.x, self.y, self.u, self.t = flat["x"], flat["y"], flat["upstream"], flat["tangent"]
        self.vjp, self.jvp, self.n, self.m = flat["vjp"], flat["jvp"], self.x.size, self.y.size
        self.jacobian = numbers.jacobian.reshape(self.m, self.n)
        self.xs, self.ys = svg.entry_names("x", numbers.x.shape), svg.entry_names("y", numbers.y.shape)
        self.numbers, self.show = numbers, show
        with np.errstate(all="ignore"):
            weighted = {BY_ROW: self.u[:, None] * self.jacobian, BY_COLUMN: self.jacobian * self.t}
        self.table = weighted.get(show, self.jacobian)

    def text(self, array, *index):
        """One entry as the heat map prints it: what is rounding noise beside its neighbours is 0."""
        return svg.number(array[index], scale=svg.largest(array))

    def rows_mixed(self):
        """The VJP as a sum of weighted rows."""
        mix = _sum(f"{self.text(self.u, i)} × row {i}" for i in range(self.m))
        return f"VJP = uᵀ J = {mix} = {self.all(self.numbers.vjp)}"

    def columns_mixed(self):
        """The JVP as a sum of weighted columns."""
        mix = _sum(f"{self.text(self.t, j)} × column {j}" for j in range(self.n))
        return f"JVP = J t = {mix} = {self.all(self.numbers.jvp)}"

    def all(self, array):
        """Every entry, in the array's own shape."""
        return svg.array_text(svg.without_noise(array, array))

    def sizes(self):
        """How many numbers J holds, and how many one VJP."""
        shape, n, size = self.numbers.y.shape + self.numbers.x.shape, self.n, self.m * self.n
        return (
            f"J.shape = y.shape + x.shape = {shape}: {counted(size, 'number')}, {in_bytes(8 * size)}. "
            f"The VJP, in the shape of x: {counted(n, 'number')}, {in_bytes(8 * n)}."
        )

    def vjp_entry(self, j):
        """An entry of the VJP as the sum of a weighted column of J."""
        terms = _sum(_product(self.u[i], self.jacobian[i, j]) for i in range(self.m))
        name, value = self.xs[j], self.text(self.vjp, j)
        return f"The VJP’s entry {name} is column {j} weighted by u: {terms} = {value}"

    def jvp_entry(self, i):
        """An entry of the JVP as the sum of a weighted row of J."""
        terms = _sum(_product(self.t[j], self.jacobian[i, j]) for j in range(self.n))
        name, value = self.ys[i], self.text(self.jvp, i)
        return f"The JVP’s entry {name} is row {i} weighted by t: {terms} = {value}"

    def upstream_entry(self, i):
        """What one weight of the upstream adds to the VJP."""
        weight, row = self.text(self.u, i), svg.array_text(self.jacobian[i])
        return f"{weight} × row {i} = {weight} × {row} is one part of the VJP"

    def tangent_entry(self, j):
        """What one weight of the tangent adds to the JVP."""
        weight, column = self.text(self.t, j), svg.array_text(self.jacobian[:, j])
        return f"{weight} × column {j} = {weight} × {column} is one part of the JVP"

    def entry(self, i, j):
        """What an entry of the table says of the inputs and the outputs."""
        slope, name = self.jacobian[i, j], f"∂{self.ys[i]}/∂{self.xs[j]}"
        if self.show == BY_ROW:
            product = f"{_product(self.u[i], slope)} = {self.text(self.table, i, j)}"
            return f"u{self.ys[i][1:]} · {name} = {product}: row {i}’s part in the VJP’s entry {self.xs[j]}"
        if self.show == BY_COLUMN:
            product = f"{_product(slope, self.t[j])} = {self.text(self.table, i, j)}"
            return (
                f"{name} · t{self.xs[j][1:]} = {product}: column {j}’s part in the JVP’s entry {self.ys[i]}"
            )
        text = self.text(self.jacobian, i, j)
        return f"{name} = {text}: a small move of {self.xs[j]} moves {self.ys[i]} {text} times as far"


def _sum(terms):
    """Terms joined by their own signs: 2 × row 0 − 3 × row 1."""
    first, *rest = terms
    return first + "".join(f" − {term[1:]}" if term.startswith("−") else f" + {term}" for term in rest)


def _product(a, b):
    second = svg.number(b)
    return f"{svg.number(a)}·{f'({second})' if second.startswith('−') else second}"
