"""C = A B and its gradients: which stored rows and columns make which entry.

Everything the lab says rests on one small table, `products`: C, dA and dB are each a product of two stored
matrices, taken straight or flipped. The text of the formula, the row and the column that light up, and the
code to copy are read from it. The numbers are not: they come from `helpers.autodiff`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from helpers import autodiff as ad


class Factor(NamedTuple):
    """A stored matrix as it stands in a product: straight, or flipped over its diagonal."""

    name: str
    flipped: bool = False

    @property
    def T(self) -> Factor:
        """The same matrix turned once more."""
        return Factor(self.name, not self.flipped)

    def __str__(self) -> str:
        return self.name + "ᵀ" * self.flipped


def products(transpose_a: bool = False, transpose_b: bool = False) -> dict[str, tuple[Factor, Factor]]:
    """The two factors of C, dA and dB, derived from C = op(A) op(B), where op flips a stored transpose.

    A step dA moves the weighted sum ⟨G, C⟩ by ⟨G, op(dA) op(B)⟩ = ⟨G op(B)ᵀ, op(dA)⟩: the gradient of op(A)
    is G op(B)ᵀ. If A is stored flipped, so is its gradient: the factors change places, and each is flipped.

    >>> {name: f"{left} {right}" for name, (left, right) in products(transpose_b=True).items()}
    {'C': 'A Bᵀ', 'dA': 'G B', 'dB': 'Gᵀ A'}
    """
    a, b, g = Factor("A", transpose_a), Factor("B", transpose_b), Factor("G")
    return {
        "C": (a, b),
        "dA": (b, g.T) if transpose_a else (g, b.T),
        "dB": (g.T, a) if transpose_b else (a.T, g),
    }


class Line(NamedTuple):
    """A row or a column of a matrix as it is stored; `batch` is () for a matrix without a batch axis."""

    name: str
    batch: tuple[int, ...]
    axis: str  # "row" or "column"
    at: int

    def __str__(self) -> str:
        return f"{self.axis} {self.at} of {self.name}{list(self.batch) if self.batch else ''}"

    def of(self, arrays: dict[str, np.ndarray]) -> np.ndarray:
        """Its numbers."""
        table = arrays[self.name][self.batch]
        return table[self.at] if self.axis == "row" else table[:, self.at]


class Entry(NamedTuple):
    """An entry of C, dA or dB, and the pairs of lines whose products it adds up: one, or one per batch."""

    name: str
    index: tuple[int, ...]
    pairs: tuple[tuple[Line, Line], ...]

    @property
    def key(self) -> str:
        """What the picture calls it, as in "dA-0-1"."""
        return key_of(self.name, self.index)

    @property
    def label(self) -> str:
        """What a person calls it, as in "dA[0,1]"."""
        return f"{self.name}[{','.join(map(str, self.index))}]"


@functools.lru_cache(maxsize=4096)
def key_of(name: str, index: tuple[int, ...]) -> str:
    """The key of an entry in the picture.

    >>> key_of("dA", (0, 1))
    'dA-0-1'
    """
    return "-".join(map(str, (name, *index)))


def entries(name: str, factors: tuple[Factor, Factor], shapes: dict[str, tuple[int, ...]]) -> Iterator[Entry]:
    """Every entry of the product `name`, with the lines it is made of.

    >>> shapes = {name: (2, 2) for name in ("A", "B", "C", "dA", "dB", "G")}
    >>> for line in next(entries("dA", products()["dA"], shapes)).pairs[0]:
    ...     print(line)
    row 0 of G
    row 0 of B
    """
    many = range(max(shape[0] if len(shape) == 3 else 1 for shape in shapes.values()))
    for index in np.ndindex(shapes[name]):

        def line(axis, s, index=index):
            batched = len(shapes[factors[axis].name]) == 3
            stored = "row" if (axis == 0) != factors[axis].flipped else "column"
            return Line(factors[axis].name, (s,) if batched else (), stored, index[axis - 2])

        # Without a batch axis of its own, an entry was used in every product of the batch: it gets their sum.
        yield Entry(name, index, tuple((line(0, s), line(1, s)) for s in (index[:-2] or many)))


class Answer(NamedTuple):
    """What the engine says: all six arrays, and how far C moves when one entry of A or B grows by 1.

    ``moves["dA"][i]`` has the shape of C: it belongs to entry ``i`` of A.
    """

    arrays: dict[str, np.ndarray]
    moves: dict[str, np.ndarray]


def solve(a, b, upstream, transpose_a=False, transpose_b=False, nudge=False) -> Answer:
    """C = op(A) op(B) and the gradients of ⟨upstream, C⟩; with `nudge` also the moves of C.

    >>> answer = solve([[1.0, 2.0]], [[3.0], [4.0]], [[10.0]], nudge=True)
    >>> answer.arrays["dA"].tolist(), answer.moves["dA"].tolist()
    ([[30.0, 40.0]], [[[[3.0]], [[4.0]]]])
    """
    A, B = ad.Tensor(a), ad.Tensor(b)
    turned = {"transpose_a": transpose_a, "transpose_b": transpose_b}
    C = ad.matmul(A, B, **turned)
    dA, dB = ad.gradients(C, [A, B], grad_ys=upstream)
    arrays = {"A": A.value, "B": B.value, "C": C.value, "dA": dA, "dB": dB, "G": np.asarray(upstream, float)}
    moves = {}
    if nudge:
        grown = each_plus_one(A.value, C.ndim), each_plus_one(B.value, C.ndim)
        moves["dA"] = ad.matmul(grown[0], B.value, **turned) - C.value
        moves["dB"] = ad.matmul(A.value, grown[1], **turned) - C.value
        moves = {name: move.reshape(arrays[name].shape + C.shape) for name, move in moves.items()}
    return Answer(arrays, moves)


def each_plus_one(array: np.ndarray, ndim: int) -> np.ndarray:
    """The array as many times as it has entries, each time with the next one grown by 1; `ndim` axes each.

    >>> each_plus_one(np.array([[1.0, 2.0]]), 2).tolist()
    [[[2.0, 2.0]], [[1.0, 3.0]]]
    """
    steps = np.eye(array.size).reshape(-1, *(1,) * (ndim - array.ndim), *array.shape)
    return array + steps


def numpy_code(a, b, upstream, transpose_a=False, transpose_b=False) -> str:
    """The lab's numbers and formulas as a program in plain NumPy.

    >>> print(numpy_code([[1.0]], [[2.0]], [[3.0]]).splitlines()[-1])
    dB = A.T @ G
    """
    factors = products(transpose_a, transpose_b)
    arrays = {"A": np.asarray(a), "B": np.asarray(b), "G": np.asarray(upstream)}
    batch = any(array.ndim == 3 for array in arrays.values())
    lines = ["import numpy as np", ""]
    for name, array in arrays.items():
        note = "  # the upstream gradient of C" if name == "G" else ""
        lines.append(f"{name} = np.array({array.tolist()}){note}")
    lines.append("")
    turn = ".mT" if batch else ".T"  # .mT turns the last two axes: the matrices, not the batch
    for name, (left, right) in factors.items():
        product = " @ ".join(f.name + turn * f.flipped for f in (left, right))
        summed = batch and name != "C" and arrays[name[1:]].ndim == 2
        lines.append(f"{name} = ({product}).sum(axis=0)" if summed else f"{name} = {product}")
    return "\n".join(lines)
