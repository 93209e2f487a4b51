"""A model of two numbers that learns: its values, and what arrives at each of them in one sweep back."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np

from helpers import autodiff as ad

FACTOR = 3.0  # the model is guess = 3 w + b
RULES = ("3w", "+", "square")  # that can forget their upstream


class Moment(NamedTuple):
    """The model where it stands: its values, and `arrives`, the upstream that arrives at each of them."""

    w: float
    b: float
    product: float
    guess: float
    error: float
    end: float  # k times the error
    local: float  # of the square: twice the miss
    arrives: dict[str, float]

    @property
    def miss(self) -> float:
        """How far the guess is off."""
        return self.local / 2


def moment(w: float, b: float, target: float, forgets: str = "", k: float = 1.0) -> Moment:
    """One sweep back from end = k · (3 w + b − target)²; the rule `forgets` sends its local alone.

    >>> moment(2.0, 1.0, 10.0).arrives
    {'end': 1.0, 'error': 1.0, 'guess': -6.0, 'product': -6.0, 'w': -18.0, 'b': -6.0}
    >>> moment(2.0, 1.0, 10.0, forgets="3w").arrives["w"]
    3.0
    """
    times, plus, squared_miss = _layers(target, forgets)
    leaves = ad.Tensor(w), ad.Tensor(b)
    product = times(leaves[0])
    guess = plus(product, leaves[1])
    error = squared_miss(guess)
    end = k * error
    made = {"end": end, "error": error, "guess": guess, "product": product, "w": leaves[0], "b": leaves[1]}
    sent = ad.gradients(end, list(made.values()))
    arrives = {name: float(gradient) for name, gradient in zip(made, sent, strict=True)}
    values = [float(each.value) for each in (product, guess, error, end)]
    return Moment(w, b, *values, 2 * (values[1] - target), arrives)


def stepped(
    now: Moment, rate: float, target: float, forgets: str = "", steps: int = 1, k: float = 1.0
) -> Moment:
    """The model after so many steps downhill, each `rate` times what arrives, against it.

    >>> after = stepped(moment(2.0, 1.0, 10.0), 0.05, 10.0)
    >>> round(after.w, 3), round(after.b, 3), round(after.guess, 3)
    (2.9, 1.3, 10.0)
    """
    for _ in range(steps):
        w, b = (at - rate * now.arrives[name] for name, at in (("w", now.w), ("b", now.b)))
        now = moment(w, b, target, forgets, k)
    return now


@functools.lru_cache(maxsize=8)
def _layers(target, forgets):
    """The three layers of the model, of which one may forget its upstream."""
    layers = {
        "3w": lambda w: FACTOR * w,
        "+": lambda product, b: product + b,
        "square": lambda guess: np.square(guess - target),
    }
    return [_forgetful(layer) if name == forgets else layer for name, layer in layers.items()]


def _forgetful(layer):
    """The layer with a rule that takes whatever upstream arrives for a 1: it sends its local alone."""

    @ad.custom_gradient
    def forgets(*inputs):
        value, pullback = ad.vjp(layer, *inputs)
        return value, lambda upstream: pullback(np.ones_like(upstream))

    return forgets
