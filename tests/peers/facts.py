"""The facts that the lessons state about other frameworks, each as something to run in every NumPy."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Fact:
    name: str
    f: Any  # a function of a framework's NumPy and the inputs
    inputs: list
    upstream: Any
    ours: list
    # Where others differ from us: their gradients by framework, or by framework and version.
    others: dict = field(default_factory=dict)

    def expected(self, framework, version):
        """The gradients that this version of a framework gives."""
        return self.others.get(f"{framework} {version}", self.others.get(framework, self.ours))


A, B = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[6.0, 7.0, 8.0], [9.0, 10.0, 11.0]])
X = np.array([1.0, 2.0])
Z = np.array([1 + 2j, 3 - 1j])
ONE, TWO, THREE, ZERO = map(np.array, (1.0, 2.0, 3.0, 0.0))
BOUNDS, ONES = np.array([-1.0, 1.0]), np.ones(2)
NAN = np.nan

FACTS = [
    Fact("a @ b, ones", lambda np, a, b: a @ b, [A, B], np.ones((2, 3)),
         [[[21, 30], [21, 30]], [[4, 4, 4], [6, 6, 6]]]),
    Fact("a @ b, upstream c", lambda np, a, b: a @ b, [A, B], A @ B,
         [[[573, 816], [1295, 1844]], [[186, 210, 234], [264, 298, 332]]]),
    Fact("one entry of a @ b", lambda np, a, b: (a @ b)[0, 0], [A, B], ONE,
         [[[6, 9], [0, 0]], [[1, 0, 0], [2, 0, 0]]]),
    Fact("x * x, ones", lambda np, x: x * x, [X], ONES, [[2, 4]]),
    Fact("x * x, upstream [2, 3]", lambda np, x: x * x, [X], np.array([2.0, 3.0]), [[4, 12]]),
    Fact("three squares at 2", lambda np, x: np.square(np.square(np.square(x))), [TWO], ONE, [1024]),
    Fact("x * y at (2, 3)", lambda np, x, y: x * y, [TWO, THREE], ONE, [3, 2]),
    Fact("sum z^2", lambda np, z: np.sum(z * z), [Z], np.array(1 + 0j), [[2 - 4j, 6 + 2j]]),
    Fact("sum |z|^2", lambda np, z: np.sum(np.real(z) ** 2 + np.imag(z) ** 2), [Z], ONE, [2 * Z]),
    Fact("maximum at a tie", lambda np, a, b: np.maximum(a, b), [TWO, TWO], ONE,
         [0.5, 0.5], {"TensorFlow": [1, 0]}),
    Fact("clip at its bounds", lambda np, x: np.clip(x, -1.0, 1.0), [BOUNDS], ONES, [[0.5, 0.5]],
         {"TensorFlow": [[1, 1]], "autograd": [[0, 0]], "PyTorch": [[0, 0]], "PyTorch 2.13.0": [[1, 1]]}),
    Fact("clip at bounds that are arrays", lambda np, x: np.clip(x, -np.ones_like(x), np.ones_like(x)),
         [BOUNDS], ONES, [[0.5, 0.5]],
         {"TensorFlow": [[1, 1]], "autograd": [[0, 0]], "PyTorch 2.13.0": [[1, 1]]}),
    Fact("abs at 0", lambda np, x: np.abs(x), [ZERO], ONE, [0], {"JAX": [1]}),
    Fact("x^0 at 0", lambda np, x, p: x**p, [ZERO, ZERO], ONE, [0, 0],
         {"TensorFlow": [NAN, 0], "JAX": [NAN, 0]}),
    Fact("sqrt at 0", lambda np, x: np.sqrt(x), [ZERO], ONE, [np.inf]),
    Fact("where, with a NaN in the branch not taken", lambda np, x: np.where(x > 0, np.sqrt(x), 0.0 * x),
         [-ONE], ONE, [NAN], {"TensorFlow": [0]}),  # its square root sends nothing back where nothing arrives
]
