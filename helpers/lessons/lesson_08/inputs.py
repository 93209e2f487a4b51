"""The inputs of lesson 08's exercises, and what its questions ask for."""

import numpy as np

from helpers import autodiff as ad

from . import ferries
from .clinic import his_gradients


def layer_case(rng, rows=None, inputs=None, outputs=None):
    """An upstream, a batch, and weights: of so many rows, inputs and outputs."""
    rows, inputs = rows or int(rng.integers(3, 6)), inputs or 2
    outputs = outputs or rows + 1
    return tuple(rng.normal(size=size) for size in ((rows, outputs), (rows, inputs), (inputs, outputs)))


def hidden_case(rng, rows=3, hidden=4):
    """What the way down to the first layer needs: X, a, h, W2 and ds."""
    X, W1, b1 = rng.normal(size=(rows, 2)), rng.normal(size=(2, hidden)), rng.normal(size=hidden)
    a = X @ W1 + b1
    return X, a, np.tanh(a), rng.normal(size=(hidden, 2)), rng.normal(size=(rows, 2))


def claim_case(rng, size=None):
    """A function, a claimed gradient that is not quite right, a place and a direction."""
    size = (int(rng.integers(2, 4)), 4) if size is None else size
    weights, x, v, error = rng.normal(size=(4, *size))

    def f(x):
        return np.sum(weights * np.sin(x) + 0.3 * x * x)

    return f, np.asarray(ad.grad(f)(x) + error), np.asarray(x), np.asarray(v)


def parts_case(rng, size=2, lengths=(5, 4, 6)):
    """Weights, a bias, and in parts the rows and their labels."""
    Xs = [rng.normal(size=(rows, size)) for rows in lengths]
    ys = [np.round(rng.uniform(0, 1, size=rows)) for rows in lengths]
    return rng.normal(size=size), np.float64(rng.normal()), Xs, ys


def one_step(w, b, Xs, ys):
    """The step that the whole loss asks for, by the engine."""
    X, y = np.concatenate(Xs), np.concatenate(ys)
    _, pullback = ad.vjp(lambda w, b: np.mean(np.logaddexp(0, X @ w + b) - y * (X @ w + b)), w, b)
    dw, db = pullback(np.ones(()))
    return w - 0.5 * dw, b - 0.5 * db


def lookup_case(rng, stations=4, lookups=6, size=3):
    """An upstream, a table and the rows looked up, one of them more than once."""
    rows = np.append(rng.integers(0, stations, size=lookups - 1), 0) if lookups > 1 else np.array([0])
    rows[0] = 0
    return rng.normal(size=(lookups, size)), rng.normal(size=(stations, size)), rows


def block_case(rng, rows=3, size=4, hidden=2):
    """An upstream, a batch, and the weights into the hidden layer and out of it."""
    shapes = (rows, size), (rows, size), (size, hidden), (hidden, size)
    return tuple(rng.normal(size=shape) for shape in shapes)


def after_steps(steps, start=1.0, sent=0.05, rate=0.1):
    """Where a weight stands after so many steps against a constant gradient."""
    return round(start - rate * sent * steps, 9)


def in_float32():
    """The slope of a square at 3, measured in float32 with a step of 1e-8."""
    ahead, behind = np.float32(3) + np.float32(1e-8), np.float32(3) - np.float32(1e-8)
    return float((ahead**2 - behind**2) / np.float32(2e-8))


def read_once():
    """What stands at station 2 after grad[stations] += ones."""
    grad, stations = np.zeros(4), np.array([2, 0, 2, 2])
    grad[stations] += np.ones(4)
    return float(grad[2])


def dies_at(factor):
    """Where on his way down least is left of what arrived, once his W1 is so many times as large."""
    X, T = ferries.echoes(day=1)
    weights = ferries.first_weights()
    for _ in range(400):
        weights = [w - dw for w, dw in zip(weights, his_gradients(X, T, *weights))]

    def sizes(factor):
        a, h, s, loss = ferries.network(X, T, *map(ad.Tensor, [factor * weights[0], *weights[1:]]))
        return np.array([np.abs(arrives).mean() for arrives in ad.gradients(loss, [s, h, a])])

    return "sha"[np.argmin(sizes(factor) / sizes(1))]
