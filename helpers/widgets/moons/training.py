"""The training, written once for both engines: ours, and another one that is handed over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from helpers import autodiff as ad

STEPS = 400
TOGETHER = 5  # steps between two pictures, and between two moments that are kept
RESTS = 4  # later it falls so many times as fast, or more
RATE, NUDGE = 1.0, 1e-6


class Engine(NamedTuple):
    """What the training needs of an engine; a module can have it too."""

    Node: Callable[[Any], Any]  # an input that is to be followed
    gradients: Callable[[Any, list], list]
    tanh: Callable[[Any], Any]
    logsumexp: Callable[[Any], Any]  # row by row
    mean: Callable[[Any], Any]


OURS = Engine(ad.Tensor, ad.gradients, np.tanh, lambda s: np.logaddexp(s[:, 0], s[:, 1]), np.mean)
PARTS = Engine._fields


class Moment(NamedTuple):
    """Where the training stands: how many steps are done, the weights, and the loss before every step."""

    step: int
    weights: tuple[np.ndarray, ...]
    losses: tuple[float, ...]

    @property
    def is_done(self) -> bool:
        """Have all steps been taken?"""
        return self.step >= STEPS

    def lead(self, places: np.ndarray) -> np.ndarray:
        """By how much the first score is above the second, at each place."""
        return _scores(places, *self.weights) @ [1.0, -1.0]

    def loss(self, X: np.ndarray, T: np.ndarray) -> float:
        """The loss as it stands."""
        scores = _scores(X, *self.weights)
        e = np.exp(scores - np.max(scores, axis=1, keepdims=True))
        p = e / np.sum(e, axis=1, keepdims=True)
        return float(-np.mean(np.log(np.sum(T * p, axis=1))))

    def right(self, X: np.ndarray, T: np.ndarray) -> float:
        """The share of echoes classified correctly."""
        return float(np.mean(np.argmax(_scores(X, *self.weights), axis=1) == np.argmax(T, axis=1)))

    def split_alike(self, X: np.ndarray) -> int:
        """How many echoes the straight line that fits the scores best puts on the side where they are."""
        lead, line = self.lead(X), np.c_[X, np.ones(len(X))]
        return int(np.sum((line @ np.linalg.lstsq(line, lead)[0] > 0) == (lead > 0)))


def _scores(X, W1, b1, W2, b2):
    """The two scores of each echo."""
    return np.tanh(X @ W1 + b1) @ W2 + b2


def after(moment: Moment, steps: int, X: np.ndarray, T: np.ndarray, engine: Any = OURS) -> Moment:
    """So many steps further, or as many as are left; a pure function, so a stop changes nothing.

    >>> X, T = np.array([[0.0, 1.0], [1.0, 0.0]]), np.eye(2)
    >>> start = Moment(0, (np.ones((2, 3)), np.zeros(3), np.zeros((3, 2)), np.zeros(2)), ())
    >>> stopped = after(after(start, 3, X, T), 2, X, T)
    >>> stopped.step, stopped.losses == after(start, 5, X, T).losses
    (5, True)
    """
    weights, losses = moment.weights, list(moment.losses)
    for _ in range(min(steps, STEPS - moment.step)):
        loss, slopes = loss_and_slopes(weights, X, T, engine)
        weights = tuple(w - RATE * np.asarray(slope) for w, slope in zip(weights, slopes, strict=True))
        losses.append(loss)
    return Moment(len(losses), weights, tuple(losses))


def rests(losses: Sequence[float]) -> dict[int, float]:
    """The steps at which a loss rests that always falls: how many times as fast it falls later, at most."""
    falls = -np.diff(losses[::TOGETHER])
    if not np.all(falls > 0):
        return {}
    times = np.maximum.accumulate(falls[::-1])[::-1] / falls
    return {TOGETHER * k: float(each) for k, each in enumerate(times) if each >= RESTS}


def uphill(moment: Moment, X: np.ndarray, T: np.ndarray, engine: Any) -> tuple[float, float] | None:
    """How far down a step goes by the engine's slopes, and how far up it goes, if the slopes are wrong."""
    _, slopes = loss_and_slopes(moment.weights, X, T, engine)
    before, goes = moment.loss(X, T), after(moment, 1, X, T, engine).loss(X, T)
    weights = tuple(w - NUDGE * slope for w, slope in zip(moment.weights, slopes, strict=True))
    nudged = (before - moment._replace(weights=weights).loss(X, T)) / NUDGE
    told = float(sum(np.sum(slope * slope) for slope in slopes))
    return None if goes <= before or np.isclose(told, nudged, 0.01) else (RATE * told, goes - before)


def loss_and_slopes(weights, X, T, engine):
    """The cross-entropy and its gradient for every parameter, by that engine."""
    W1, b1, W2, b2 = leaves = [engine.Node(w) for w in weights]
    s = engine.tanh(engine.Node(X) @ W1 + b1) @ W2 + b2
    loss = engine.mean(engine.logsumexp(s)) - 2.0 * engine.mean(T * s)  # the mean over two columns, doubled
    return float(loss.value), engine.gradients(loss, leaves)
