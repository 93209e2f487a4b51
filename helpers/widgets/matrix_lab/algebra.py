"""C = A B and its gradients: which stored entries make which entry.

Everything the lab says rests on two small tables: `products`, where C, dA and dB are each a product of two
stored matrices, taken straight or flipped, and `Indices`, where every array has one letter per axis. The text
of the formula, the numbers that light up, and the code to copy are read from them. The numbers are not: they
come from `helpers.autodiff`.
"""

from __future__ import annotations

import functools
import itertools
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


class Indices:
    """The axes of all six arrays by letters, as in ``einsum``, and what makes each entry.

    Along `i` run the rows of C, along `j` its columns, along `k` what A and B share, along `s` a batch.

    >>> of = Indices({"A": (2, 2), "B": (2, 3), "C": (2, 3), "dA": (2, 2), "dB": (2, 3), "G": (2, 3)})
    >>> of.letters["dA"], of.pairs("dA-0-1")
    ('ik', [('G-0-0', 'B-1-0'), ('G-0-1', 'B-1-1'), ('G-0-2', 'B-1-2')])
    >>> of.uses("G-0-1")[:2]
    [('B-0-1', 'dA-0-0'), ('B-1-1', 'dA-0-1')]
    """

    def __init__(self, shapes, transpose_a: bool = False, transpose_b: bool = False):
        shapes = dict(shapes)
        stored = {"A": "ki" if transpose_a else "ik", "B": "jk" if transpose_b else "kj", "C": "ij"}
        own = {name: stored["C" if name == "G" else name[-1]] for name in shapes}
        self.letters = {name: "s" * (len(shape) == 3) + own[name] for name, shape in shapes.items()}
        lengths = {x: n for name in "ABC" for x, n in zip(self.letters[name], shapes[name], strict=True)}
        self.sizes = {letter: lengths[letter] for letter in "sikj" if letter in lengths}
        order = products(transpose_a, transpose_b)
        self.factors = {name: (left.name, right.name) for name, (left, right) in order.items()}

    def at(self, key: str) -> dict[str, int]:
        """The index of an entry, by letter."""
        name, *index = key.split("-")
        return dict(zip(self.letters[name], map(int, index), strict=True))

    def pairs(self, key: str) -> list[tuple[str, str]]:
        """What is multiplied and added up for an entry of C, dA or dB; nothing for one of A, B or G."""
        one, other = self.factors.get(key.split("-")[0], ("", ""))
        if not one:
            return []
        ways = self._ways(self.at(key), self.letters[one] + self.letters[other])
        return [(self.key(one, way), self.key(other, way)) for way in ways]

    def uses(self, key: str) -> list[tuple[str, str]]:
        """What an entry of A, B or G is multiplied by, and the entry that it goes into with it."""
        name, found = key.split("-")[0], []
        for made, factors in self.factors.items():
            if name in factors:
                (other,) = set(factors) - {name}
                ways = self._ways(self.at(key), self.letters[made])
                found += [(self.key(other, way), self.key(made, way)) for way in ways]
        return found

    def _ways(self, fixed, letters):
        """Every index that has the `fixed` letters, and runs along the others."""
        free = [letter for letter in self.sizes if letter in letters and letter not in fixed]
        for run in itertools.product(*(range(self.sizes[letter]) for letter in free)):
            yield fixed | dict(zip(free, run, strict=True))

    def key(self, name: str, at: dict[str, int]) -> str:
        """The key of the entry of a name at an index given by letter."""
        return key_of(name, tuple([at[letter] for letter in self.letters[name]]))


@functools.lru_cache(maxsize=4096)
def key_of(name: str, index: tuple[int, ...]) -> str:
    """The key of an entry in the picture.

    >>> key_of("dA", (0, 1))
    'dA-0-1'
    """
    return "-".join(map(str, (name, *index)))


def label_of(key: str) -> str:
    """What a person calls the entry with this key.

    >>> label_of("dA-0-1")
    'dA[0,1]'
    """
    name, *index = key.split("-")
    return f"{name}[{','.join(index)}]"


def solve(a, b, upstream, transpose_a=False, transpose_b=False) -> dict[str, np.ndarray]:
    """C = op(A) op(B) and the gradients of ⟨upstream, C⟩, by the engine.

    >>> solve([[1.0, 2.0]], [[3.0], [4.0]], [[10.0]])["dA"].tolist()
    [[30.0, 40.0]]
    """
    A, B = ad.Tensor(a), ad.Tensor(b)
    C = ad.matmul(A, B, transpose_a=transpose_a, transpose_b=transpose_b)
    dA, dB = ad.gradients(C, [A, B], grad_ys=upstream)
    return {"A": A.value, "B": B.value, "C": C.value, "dA": dA, "dB": dB, "G": np.asarray(upstream, float)}


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
