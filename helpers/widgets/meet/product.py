"""C = A B with the upstream G: what an entry moves, what that is worth, and what fits beside G."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

OTHER = {"A": "B", "B": "A"}
SIDES = ("left", "right")


class Move(NamedTuple):
    """One entry of C, `at`, that an entry moves; by as much as the entry `by` of the other factor."""

    at: tuple[int, int]
    by: tuple[int, int]


class Product(NamedTuple):
    """The factors, and what one more of each entry of C is worth."""

    A: np.ndarray
    B: np.ndarray
    G: np.ndarray

    @property
    def C(self) -> np.ndarray:
        """A B."""
        return self.A @ self.B

    def moves(self, name: str, i: int, j: int) -> list[Move]:
        """What one more of an entry moves: one of A a row of C by a row of B, one of B a column by one of A.

        >>> Product(np.eye(2), np.eye(2), np.eye(2)).moves("B", 0, 1)
        [Move(at=(0, 1), by=(0, 0)), Move(at=(1, 1), by=(1, 0))]
        """
        m, n = self.G.shape
        if name == "A":
            return [Move((i, k), (j, k)) for k in range(n)]
        return [Move((k, j), (k, i)) for k in range(m)]

    def worth(self, name: str) -> np.ndarray:
        """What one more of each entry is worth, measured: C is computed anew for every one of them.

        >>> A, B = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[6.0, 7.0, 8.0], [9.0, 10.0, 11.0]])
        >>> Product(A, B, np.array([[1.0, 0.0, 2.0], [0.0, 3.0, -1.0]])).worth("A")
        array([[22., 31.],
               [13., 19.]])
        """
        factor = getattr(self, name)
        worth = np.zeros(factor.shape)
        for at in np.ndindex(factor.shape):
            nudged = factor.copy()
            nudged[at] += 1
            worth[at] = np.sum(self.G * (self._replace(**{name: nudged}).C - self.C))
        return worth


class Card(NamedTuple):
    """A factor beside G: perhaps turned, so that its rows are its columns, on one `side` of it."""

    product: Product
    name: str
    turned: bool
    side: str

    @property
    def array(self) -> np.ndarray:
        """The factor as it stands there."""
        factor = getattr(self.product, self.name)
        return factor.T if self.turned else factor

    @property
    def label(self) -> str:
        """What it is called there."""
        return self.name + "ᵀ" * self.turned

    @property
    def formula(self) -> str:
        """The product with G."""
        return f"G {self.label}" if self.side == "right" else f"{self.label} G"

    @property
    def teeth(self) -> tuple[int, int]:
        """How many numbers a row of the left one of the two has, and a column of the right one."""
        rows, columns = self.array.shape
        return (self.product.G.shape[1], rows) if self.side == "right" else (columns, self.product.G.shape[0])

    @property
    def locks(self) -> bool:
        """Whether rows and columns can meet."""
        return len(set(self.teeth)) == 1

    @property
    def made(self) -> np.ndarray | None:
        """The product with G; None if there is none."""
        if not self.locks:
            return None
        return self.product.G @ self.array if self.side == "right" else self.array @ self.product.G

    @property
    def fits(self) -> bool:
        """Whether what is made has the shape of the other factor, whose downstream it may be."""
        return self.made is not None and self.made.shape == getattr(self.product, OTHER[self.name]).shape

    @property
    def right(self) -> bool:
        """Whether it also agrees with what was measured."""
        return self.fits and np.allclose(self.made, self.product.worth(OTHER[self.name]))
