"""The problems the lab can show: its presets, and what is wrong with arrays that it cannot show."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..base.errors import InputError
from ..base.parsing import real_numbers

LARGEST = 6
MOST_IN_BATCH = 3
LIMIT = 1e6
BATCHES = {  # what the choice says -> (how many products, which factor they share)
    "no batch": (1, ""),
    "2 pairs": (2, ""),
    "3 pairs": (3, ""),
    "2 × A, one B": (2, "B"),
    "3 × A, one B": (3, "B"),
    "one A, 2 × B": (2, "A"),
    "one A, 3 × B": (3, "A"),
}

EXAMPLE = {"a": [[1, 2], [3, 4]], "b": [[6, 7, 8], [9, 10, 11]]}
PRESETS: dict[str, dict[str, Any]] = {
    "Upstream of ones": EXAMPLE,
    "Upstream C itself": EXAMPLE | {"upstream": [[24, 27, 30], [54, 61, 68]]},
    "Upstream one-hot: only C[0,0]": EXAMPLE | {"upstream": [[1, 0, 0], [0, 0, 0]]},
    "Upstream with signs": EXAMPLE | {"upstream": [[1, -2, 0.5], [0, 3, -1]]},
    "Square: shapes decide nothing": {
        "a": [[1, 2], [3, 4]],
        "b": [[0, 1], [5, -2]],
        "upstream": [[1, 3], [-1, 2]],
    },
    "Column times row": {"a": [[1], [2], [3]], "b": [[4, 5]], "upstream": [[1, 0], [0, 1], [2, -1]]},
    "Row times column": {"a": [[1, 2, 3]], "b": [[4], [5], [6]], "upstream": [[2]]},
    "A batch of two": {
        "a": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]],
        "b": [[[6, 7, 8], [9, 10, 11]], [[1, 0, -1], [2, 1, 0]]],
        "upstream": [[[1, 1, 1], [1, 1, 1]], [[1, 2, 0], [0, -1, 1]]],
    },
    "A batch sharing one B": {
        "a": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]],
        "b": [[6, 7, 8], [9, 10, 11]],
        "upstream": [[[1, 1, 1], [1, 1, 1]], [[1, 2, 0], [0, -1, 1]]],
    },
}
GIVEN = "As given"


class Sizes(NamedTuple):
    """C is m × n, the inner size is k; how many products, what they share, what is stored transposed."""

    m: int
    k: int
    n: int
    batch: int = 1
    shared: str = ""
    transpose_a: bool = False
    transpose_b: bool = False

    def shape(self, name: str) -> tuple[int, ...]:
        """The shape in which A, B or G is stored.

        >>> Sizes(2, 3, 4, batch=2, shared="B", transpose_b=True).shape("B")
        (4, 3)
        """
        rows, columns = {"A": (self.m, self.k), "B": (self.k, self.n), "G": (self.m, self.n)}[name]
        batch = (self.batch,) if self.batch > 1 and self.shared != name else ()
        return (*batch, columns, rows) if self.flips(name) else (*batch, rows, columns)

    def flips(self, name: str) -> bool:
        """Whether this matrix is stored transposed."""
        return {"A": self.transpose_a, "B": self.transpose_b, "G": False}[name]

    def store(self, name: str, array: np.ndarray, flipped: bool) -> np.ndarray:
        """`array`, which was stored straight or `flipped`, as these sizes store it: turned, cut, filled up.

        A matrix that is turned keeps its part in the product: C stays the same, and only the formula changes.
        """
        array = np.swapaxes(array, -1, -2) if self.flips(name) != flipped else array
        shape = self.shape(name)
        if array.shape == shape:
            return array
        new = np.ones((1, *shape)[-3:])
        if name != "G":  # new numbers differ from each other: a sum of equal numbers explains nothing
            new += np.indices(new.shape).sum(axis=0) % 5
        old = array.reshape((1, *array.shape)[-3:])
        kept = tuple(slice(min(sizes)) for sizes in zip(new.shape, old.shape, strict=True))
        new[kept] = old[kept]
        return new.reshape(shape)


def checked(a, b, upstream=None, transpose_a=False, transpose_b=False) -> tuple[Sizes, dict[str, np.ndarray]]:
    """The sizes of a problem and its arrays as floats, or an `InputError` with what is wrong.

    >>> checked([[1, 2]], [[3, 4]])
    Traceback (most recent call last):
    helpers.widgets.base.errors.InputError: A has 2 columns, but B has 1 row: they multiply only if ... equal.
    """
    A, B = stored_table("A", a), stored_table("B", b)
    (m, k), (inner, n) = (
        A.shape[:-3:-1][:: 1 if transpose_a else -1],
        B.shape[:-3:-1][:: 1 if transpose_b else -1],
    )
    if k != inner:
        raise InputError(
            f"{'The transpose of A' if transpose_a else 'A'} has {count(k, 'column')}, but "
            f"{'the transpose of B' if transpose_b else 'B'} has {count(inner, 'row')}: "
            "they multiply only if these are equal."
        )
    batches = {x.shape[0] for x in (A, B) if x.ndim == 3}
    if len(batches) > 1:
        raise InputError(f"A is a batch of {A.shape[0]} and B of {B.shape[0]}: they need the same number.")
    shared = "A" if A.ndim < B.ndim else "B" if B.ndim < A.ndim else ""
    sizes = Sizes(m, k, n, *(batches or {1}), shared, bool(transpose_a), bool(transpose_b))
    G = np.ones(sizes.shape("G")) if upstream is None else stored_table("upstream", upstream)
    if G.shape != sizes.shape("G"):
        raise InputError(
            f"The upstream has shape {G.shape}, but C has shape {sizes.shape('G')}: "
            "give one weight for every entry of C."
        )
    return sizes, {"A": A, "B": B, "G": G}


def stored_table(name: str, value: object) -> np.ndarray:
    """A matrix, or a batch of them, as floats; or an `InputError` with what is wrong with `value`.

    >>> stored_table("A", [[[1, 2]]])
    array([[1., 2.]])
    """
    many = isinstance(value, np.ndarray) and value.size > MOST_IN_BATCH * LARGEST**2  # not worth a copy
    what = "a table of real numbers, with rows of the same length"
    array = value if many else real_numbers(name, value, what)
    if array.ndim == 3 and array.shape[0] == 1:
        array = array[0]
    if array.ndim not in (2, 3):
        raise InputError(
            f"{name} has {count(array.ndim, 'axis')}: give a matrix (2), or a batch of matrices (3)."
        )
    *batch, rows, columns = array.shape
    if not (0 < rows <= LARGEST and 0 < columns <= LARGEST and batch in ([], [2], [3])):
        raise InputError(
            f"{name} has shape {array.shape}: matrices from 1 × 1 to {LARGEST} × {LARGEST} are drawn, "
            f"in batches of at most {MOST_IN_BATCH}."
        )
    if not np.all(np.abs(array) <= LIMIT):
        raise InputError(f"{name} must hold finite numbers between −{LIMIT:.0f} and {LIMIT:.0f}.")
    return array


def count(n: int, noun: str) -> str:
    """So many of something, in words.

    >>> count(1, "row"), count(2, "axis")
    ('1 row', '2 axes')
    """
    return f"{n} {'axes' if noun == 'axis' and n != 1 else noun if n == 1 else noun + 's'}"
