"""What only lesson 07 can say of its exercises. `test_every_exercise` says what each table is for."""

import numpy as np

from tests.exercises.ways import pullback_of


def logsumexp(x):
    top = x.max(axis=1)
    return top + np.log(np.sum(np.exp(x - top[:, None]), axis=1))


def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True)


def by_vjp(gradient, shape):
    """Stretching is linear, so undoing it is its pullback."""
    zeros = np.zeros(shape)
    return pullback_of(lambda x: x + np.zeros(gradient.shape))(gradient, zeros)[0]


def step(w, x, target, _):
    gradient = 2 * (w * x - target) * x
    return w - 0.02 * gradient, gradient


WAYS = [
    ("07.3", "w_grad = 0 + 2 · miss · x,   then   w = w − 0.02 · w_grad", step),
    ("07.4", "", lambda upstream, x: (np.tanh(x), *pullback_of(np.tanh)(upstream, x))),
    ("07.4", "d tanh(x) / dx = 1 − tanh(x)² = 1 − y²,   downstream = upstream · (1 − y²)",
     lambda upstream, x: (np.tanh(x), upstream * (1 - np.tanh(x) ** 2))),
    ("07.5", "", by_vjp),
    ("07.6", "", lambda upstream, x: (logsumexp(x), *pullback_of(logsumexp)(upstream, x))),
    ("07.6", "dy/dx = exp(x) / Σ exp(x) = exp(x − y),   downstream = upstream · exp(x − y), row by row",
     lambda upstream, x: (logsumexp(x), upstream[:, None] * softmax(x))),
]  # fmt: skip
BLANKS = {
    "07.1": ["node.parents", "node.born"],
    "07.2": ["0.0", "downstream"],
    "07.4": ["upstream", "y * y"],
    "07.5": ["np.ndim(gradient)", "1", "True"],
    "07.6": ["y[:, None]"],
}
RIGHT_TOO = [("07.3", "C A D B")]
TRUTHS = {"07.p1": 4096, "07.p2": 6, "07.p3": 12, "07.p4": 2, "07.p5": 54}
COVERS = {
    "last-gradient-wins", "recursion-is-an-order", "backward-twice-is-harmless", "output-saved-for-input",
    "in-place-is-forbidden", "broadcast-needs-no-sum", "values-keep-the-graph",
}  # fmt: skip
