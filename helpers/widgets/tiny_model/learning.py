"""A model of two numbers that learns: where it is after each step, and what arrives at each of its values."""

from __future__ import annotations

import functools
import math
from typing import NamedTuple

import numpy as np

from helpers import autodiff as ad

FACTOR = 3.0  # the model is guess = 3 w + b
RULES = ("3w", "+", "square")  # that can forget their upstream
FEWEST, MOST = 40, 300  # steps that are shown
SETTLED = 5e-4  # from here on, the guess stays put as far as it is printed
LOST = 1e4  # a guess that is farther away will not come back


class Moment(NamedTuple):
    """The model after some steps: its values, and `arrives`, the upstream that arrives at each of them."""

    w: float
    b: float
    product: float
    guess: float
    error: float
    local: float  # of the square: twice the miss
    arrives: dict[str, float]


def moment(w: float, b: float, target: float, forgets: str = "") -> Moment:
    """One sweep through error = (3 w + b − target)², in which the rule `forgets` sends its local alone.

    >>> moment(2.0, 1.0, 10.0).arrives
    {'error': 1.0, 'guess': -6.0, 'product': -6.0, 'w': -18.0, 'b': -6.0}
    >>> moment(2.0, 1.0, 10.0, forgets="3w").arrives["w"]
    3.0
    """
    times, plus, squared_miss = _layers(target, forgets)
    leaves = ad.Tensor(w), ad.Tensor(b)
    product = times(leaves[0])
    guess = plus(product, leaves[1])
    error = squared_miss(guess)
    made = {"error": error, "guess": guess, "product": product, "w": leaves[0], "b": leaves[1]}
    sent = ad.gradients(error, list(made.values()))
    arrives = {name: float(gradient) for name, gradient in zip(made, sent, strict=True)}
    values = [float(each.value) for each in (product, guess, error)]
    return Moment(w, b, *values, 2 * (values[1] - target), arrives)


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


@functools.lru_cache(maxsize=64)  # while a rate is dragged to and fro, most of them come again
def learn(w: float, b: float, target: float, rate: float, forgets: str = "") -> tuple[Moment, ...]:
    """The model at its start and after every step downhill, until its guess has settled or is lost.

    >>> moments = learn(2.0, 1.0, target=10.0, rate=0.02)
    >>> len(moments), round(moments[10].guess, 3), round(moments[10].error, 4)
    (41, 9.982, 0.0003)
    >>> round(learn(2.0, 1.0, target=10.0, rate=0.02, forgets="3w")[-1].error, 2)
    20.25
    """
    moments = [moment(w, b, target, forgets)]
    while len(moments) <= MOST and not _is_over(moments, target):
        now = moments[-1]
        w, b = now.w - rate * now.arrives["w"], now.b - rate * now.arrives["b"]
        moments.append(moment(w, b, target, forgets))
    return tuple(moments[: _enough([each.guess for each in moments]) + 1])


def _is_over(moments, target):
    """Whether the guess is lost, or will not move any more."""
    guess = moments[-1].guess
    rests = len(moments) > FEWEST and abs(guess - moments[-2].guess) < SETTLED * 1e-6
    return rests or abs(guess - target) > LOST + abs(target)


def _enough(guesses):
    """After how many steps nothing new is to be seen: a multiple of ten."""
    moving = [k for k, guess in enumerate(guesses) if abs(guess - guesses[-1]) > SETTLED]
    settled = max(moving, default=-1) + 1
    if settled >= MOST:  # it never settles
        settled = FEWEST
    return min(max(FEWEST, 10 * math.ceil(settled / 10)), len(guesses) - 1)
