"""Radar echoes of two ferries whose routes curl round each other, and a network that tells them apart."""

import numpy as np

__all__ = [
    "cross_entropy", "echoes", "first_weights", "mistyped", "network", "one_lost", "pulls", "scores",
    "share_right", "softmax",
]  # fmt: skip

EACH = 100  # echoes of each ferry on one day
BLUR = 0.15  # how far an echo lies off the route, in kilometres
HIDDEN = 8


def echoes(day=1):
    """The places of 200 echoes, (200, 2), and in a row for each a 1 in the column of its ferry, (200, 2).

    The first ferry's come first. Another day has other echoes on the same two routes.

    >>> X, T = echoes()
    >>> X.shape, T[0], T[-1]
    ((200, 2), array([1., 0.]), array([0., 1.]))
    """
    random = np.random.default_rng(day)
    turn, other = np.pi * random.random((2, EACH))
    north = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    south = np.stack([1 - np.cos(other), 0.5 - np.sin(other)], axis=1)
    places = np.concatenate([north, south]) - [0.5, 0.25] + BLUR * random.normal(size=(2 * EACH, 2))
    return places, np.repeat(np.eye(2), EACH, axis=0)


def mistyped(T):
    """The same truth, with one label exchanged."""
    return np.where(np.arange(len(T))[:, None] == 134, 1 - T, T)


def one_lost(X):
    """The same places, one of them infinitely far out."""
    return np.where(np.arange(len(X))[:, None] == 17, np.inf, X)


def pulls(upstream, x):
    """How long each row's own gradient of W is, for y = x W: of |x_r| |u_r|, the outer product of the two."""
    return np.linalg.norm(x, axis=1) * np.linalg.norm(upstream, axis=1)


def first_weights(hidden=HIDDEN):
    """W1, b1, W2, b2 before the first step: W1 random, the others 0, so that both ferries score alike."""
    random = np.random.default_rng(0)
    return [0.5 * random.normal(size=(2, hidden)), np.zeros(hidden), np.zeros((hidden, 2)), np.zeros(2)]


def scores(X, W1, b1, W2, b2):
    """The hidden layer and the two scores of each echo: h = tanh(X W1 + b1), s = h W2 + b2."""
    h = np.tanh(X @ W1 + b1)
    return h, h @ W2 + b2


def softmax(s, axis=1):
    """Scores as probabilities: e^s / sum(e^s), along `axis`."""
    e = np.exp(s - np.max(s, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)


def cross_entropy(p, T):
    """The mean of -log p of the ferry that it was.

    >>> cross_entropy(np.array([[0.5, 0.5]]), np.array([[1.0, 0.0]])).round(4)
    np.float64(0.6931)
    """
    return -np.mean(np.log(np.sum(T * p, axis=1)))


def network(X, T, W1, b1, W2, b2, look=lambda name, x: x):
    """What the engine needs to see: a, h, s and the loss; each of the first three passes through `look`."""
    a = look("a", X @ W1 + b1)
    h = look("h", np.tanh(a))
    s = look("s", h @ W2 + b2)
    return a, h, s, np.mean(np.logaddexp(s[:, 0], s[:, 1]) - np.sum(T * s, axis=1))


def share_right(X, T, *weights):
    """The share of echoes whose own ferry has the higher score."""
    return np.mean(np.argmax(scores(X, *weights)[1], axis=1) == np.argmax(T, axis=1))
