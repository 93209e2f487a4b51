"""The facts that the lessons state about other frameworks, each as something to run."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Fact:
    name: str
    f: Any
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
BOUNDS, ONES = np.array([-1.0, 1.0]), np.ones(2)
NAN = np.nan

FACTS = [
    Fact("a @ b, ones", lambda a, b: a @ b, [A, B], np.ones((2, 3)),
         [[[21, 30], [21, 30]], [[4, 4, 4], [6, 6, 6]]]),
    Fact("a @ b, upstream c", lambda a: a @ np.asarray(B), [A], A @ B,
         [[[573, 816], [1295, 1844]]]),
    Fact("one entry of a @ b", lambda a: (a @ np.asarray(B))[0, 0], [A], np.array(1.0),
         [[[6, 9], [0, 0]]]),
    Fact("x * x, ones", lambda x: x * x, [X], np.ones(2), [[2, 4]]),
    Fact("x * x, upstream [2, 3]", lambda x: x * x, [X], np.array([2.0, 3.0]), [[4, 12]]),
    Fact("three squares at 2", lambda x: np.square(np.square(np.square(x))), [np.array(2.0)], np.array(1.0),
         [1024]),
    Fact("x * y at (2, 3)", lambda x, y: x * y, [np.array(2.0), np.array(3.0)], np.array(1.0), [3, 2]),
    Fact("sum z^2", lambda z: np.sum(z * z), [Z], np.array(1 + 0j), [[2 - 4j, 6 + 2j]]),
    Fact("sum |z|^2", lambda z: np.sum(np.real(z) ** 2 + np.imag(z) ** 2), [Z], np.array(1.0), [2 * Z]),
    Fact("maximum at a tie", lambda a, b: np.maximum(a, b), [np.array(2.0), np.array(2.0)], np.array(1.0),
         [0.5, 0.5], {"TensorFlow": [1, 0]}),
    Fact("clip at its bounds", lambda x: np.clip(x, -1.0, 1.0), [BOUNDS], np.ones(2), [[0.5, 0.5]],
         {"TensorFlow": [[1, 1]], "autograd": [[0, 0]], "PyTorch": [[0, 0]], "PyTorch 2.13.0": [[1, 1]]}),
    Fact("clip at bounds that are arrays", lambda x: np.clip(x, np.asarray(-ONES), np.asarray(ONES)),
         [BOUNDS], np.ones(2), [[0.5, 0.5]],
         {"TensorFlow": [[1, 1]], "autograd": [[0, 0]], "PyTorch 2.13.0": [[1, 1]]}),
    Fact("abs at 0", lambda x: np.absolute(x), [np.array(0.0)], np.array(1.0), [0], {"JAX": [1]}),
    Fact("x^0 at 0", lambda x, p: np.power(x, p), [np.array(0.0), np.array(0.0)], np.array(1.0), [0, 0],
         {"TensorFlow": [NAN, 0], "JAX": [NAN, 0]}),
    Fact("sqrt at 0", lambda x: np.sqrt(x), [np.array(0.0)], np.array(1.0), [np.inf]),
    Fact("where, with a NaN in the branch not taken", lambda x: np.where(x > 0, np.sqrt(x), 0.0 * x),
         [np.array(-1.0)], np.array(1.0), [NAN],
         {"TensorFlow": [0]}),  # its square root sends nothing back where nothing arrives
]
