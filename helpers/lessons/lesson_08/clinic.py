"""Six pieces of training code, each with one bug: the patients of lesson 08.

Every one gives gradients(X, T, W1, b1, W2, b2) of the network in `ferries`, a list of four; the line at fault
ends in "# bug". What the patient itself prints as its loss is `Patient.loss`.
"""

import inspect
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from helpers import autodiff as ad

from .ferries import cross_entropy, scores, softmax

__all__ = ["PATIENTS", "Patient", "layer_back", "line_at_fault", "right_gradients"]


class Patient(NamedTuple):
    """`new()` gives its gradient function afresh, `loss` is what it prints at every step."""

    new: Callable
    loss: Callable

    def alone(self, k, X, T, weights, visit=1):
        """The printed loss as a function of parameter k alone, with the gradient of the given visit."""

        def loss_of(w):
            case = [*weights[:k], getattr(w, "value", w), *weights[k + 1 :]]
            gradients = self.new()
            claimed = [gradients(X, T, *case) for _ in range(visit)][-1][k]
            return self.loss(X, T, *case), lambda upstream: upstream * claimed

        return ad.custom_gradient(loss_of)

    def examined(self, k, *case, visit=1):
        """What `ad.check_gradient` says of parameter k: right, wrong, or which shape its gradient has."""
        try:
            ad.check_gradient(self.alone(k, *case, visit=visit), case[-1][k], order=1)
        except ad.GradientMismatch as mismatch:
            return "wrong" if mismatch.received else "zero"
        except ValueError:  # of another shape than the parameter
            X, T, weights = case
            return str(np.shape(self.new()(X, T, *weights)[k]))
        return "right"


def printed_loss(X, T, *weights, axis=1):
    """The loss as the training code computes it."""
    return cross_entropy(softmax(scores(X, *weights)[1], axis), T)


def layer_back(upstream, x, W):
    """What the layer x W + b sends on: to x, to W, and to b."""
    return upstream @ W.T, x.T @ upstream, np.sum(upstream, axis=0)


def right_gradients(X, T, W1, b1, W2, b2):
    """The backward pass without a bug, by hand."""
    h, s = scores(X, W1, b1, W2, b2)
    dh, dW2, db2 = layer_back((softmax(s) - T) / len(X), h, W2)
    _, dW1, db1 = layer_back(dh * (1 - h * h), X, W1)
    return [dW1, db1, dW2, db2]


def forgets_upstream(X, T, W1, b1, W2, b2):
    """The rule of tanh does not look at what arrives."""
    h, s = scores(X, W1, b1, W2, b2)
    ds = (softmax(s) - T) / len(X)
    da = (1 - h * h) / len(X)  # bug
    return [X.T @ da, np.sum(da, axis=0), h.T @ ds, np.sum(ds, axis=0)]


def overwrites(X, T, *weights):
    """The echoes come in two halves, and the second takes the place of the first."""
    half = len(X) // 2
    for part in (slice(0, half), slice(half, None)):
        total = [0.5 * slope for slope in right_gradients(X[part], T[part], *weights)]  # bug
    return total


def sums_no_bias(X, T, W1, b1, W2, b2):
    """b1 gets one gradient for each echo."""
    h, s = scores(X, W1, b1, W2, b2)
    ds = (softmax(s) - T) / len(X)
    da = ds @ W2.T * (1 - h * h)
    db1 = da  # bug
    return [X.T @ da, db1, h.T @ ds, np.sum(ds, axis=0)]


class NeverCleared:
    """What the step before has left is still there."""

    def __init__(self):
        self.kept = [0.0] * 4

    def __call__(self, X, T, *weights):
        """Add to what was kept."""
        new = right_gradients(X, T, *weights)
        self.kept = [kept + slope for kept, slope in zip(self.kept, new, strict=True)]  # bug
        return self.kept


def wrong_axis(X, T, W1, b1, W2, b2):
    """The two ferries' probabilities add up to 1 over all echoes, not for each."""
    h, s = scores(X, W1, b1, W2, b2)
    p = softmax(s, axis=0)  # bug
    ds = (p - T) / len(X)
    da = ds @ W2.T * (1 - h * h)
    return [X.T @ da, np.sum(da, axis=0), h.T @ ds, np.sum(ds, axis=0)]


def accuracy(X, T, W1, b1, W2, b2):
    """The share of echoes classified correctly, on the engine."""
    s = np.tanh(X @ W1 + b1) @ W2 + b2
    return np.mean((s[:, 0] > s[:, 1]) == (T[:, 0] == 1))


def climbs_accuracy(X, T, *weights):
    """The engine is asked for the slopes of the accuracy."""
    error, pullback = ad.vjp(lambda *weights: 1.0 - accuracy(X, T, *weights), *weights)  # bug
    return pullback(np.ones_like(error))


PATIENTS = {
    "A": Patient(lambda: forgets_upstream, printed_loss),
    "B": Patient(lambda: overwrites, printed_loss),
    "C": Patient(lambda: sums_no_bias, printed_loss),
    "D": Patient(NeverCleared, printed_loss),
    "E": Patient(lambda: wrong_axis, lambda *case: printed_loss(*case, axis=0)),
    "F": Patient(lambda: climbs_accuracy, printed_loss),
}


def line_at_fault(name):
    """The one line of a patient that is wrong.

    >>> line_at_fault("A")
    'da = (1 - h * h) / len(X)'
    """
    gradients = PATIENTS[name].new()
    source = inspect.getsource(type(gradients) if isinstance(gradients, NeverCleared) else gradients)
    (line,) = (line for line in source.splitlines() if line.endswith("# bug"))
    return line.removesuffix("# bug").strip()
