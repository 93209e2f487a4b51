"""A thrower that learns to hit: a simulator that only runs, a controller, and every step of its training."""

from __future__ import annotations

import functools
import math
from typing import NamedTuple

import numpy as np

from helpers import autodiff as ad

TARGETS = np.array([4.0, 6.0, 8.0, 10.0])  # metres
STEPS, RATE = 300, 0.005
# The steps that are shown: what is worth seeing is in the first 30, so every one of those, and 30 others.
STOPS = (*range(30), *range(30, STEPS + 1, 9))


class Moment(NamedTuple):
    """A step of the training; of each array, the rows belong to the targets."""

    step: int
    y: np.ndarray  # the speed and the angle that the controller chooses
    landed: np.ndarray
    missed: np.ndarray
    sent: np.ndarray  # for the speed and for the angle: what gradients() gets as grad_ys

    @property
    def worst(self) -> float:
        """The worst miss."""
        return float(np.abs(self.missed).max())


def flight(speed: float, angle: float) -> list[tuple[float, float]]:
    """Where a ball is, x and y, a hundredth of a second at a time, with drag; at last where it lands."""
    x, y, vx, vy = 0.0, 2.0, speed * math.cos(angle), speed * math.sin(angle)
    way = [(x, y)]
    while y > 0:
        drag = 0.02 * math.hypot(vx, vy)
        vx, vy = vx - 0.01 * drag * vx, vy - 0.01 * (9.81 + drag * vy)
        x, y = x + 0.01 * vx, y + 0.01 * vy
        way.append((x, y))
    way[-1] = x - vx * y / vy, 0.0  # back to where it met the ground
    return way


def throw(speed: float, angle: float) -> float:
    """Where a ball lands. Nothing of it is traced: to its gradient, this program is a closed box.

    >>> round(throw(8.0, 0.5), 2)
    7.32
    """
    return flight(speed, angle)[-1][0]


def slopes(speed: float, angle: float, nudge: float = 0.01) -> np.ndarray:
    """How far the landing moves per unit of speed and of angle, measured by nudging both.

    >>> slopes(8.0, 0.5).round(4)
    array([1.2699, 2.4175])
    """
    by_speed = throw(speed + nudge, angle) - throw(speed - nudge, angle)
    by_angle = throw(speed, angle + nudge) - throw(speed, angle - nudge)
    return np.array([by_speed, by_angle]) / (2 * nudge)


@functools.cache
def train(informed: bool) -> tuple[Moment, ...]:
    """The training at each of `STOPS`; uninformed, ones are sent in place of what nudging measured.

    >>> moments = train(informed=True)
    >>> moments[0].missed.round(2)
    array([ 3.32,  1.32, -0.68, -2.68])
    >>> moments[-1].worst < 0.005
    True
    """
    features = np.vander((TARGETS - 7) / 3, 3)  # u², u and 1 for each target
    w, moments = np.array([[0.0, 0.0], [0.0, 0.0], [8.0, 0.5]]), []
    for step in range(STEPS + 1):
        leaf = ad.Tensor(w)
        y = features @ leaf  # a speed and an angle for each target
        sent = np.ones(y.shape)
        if informed or step in STOPS:
            landed = np.array([throw(*row) for row in y.value])
            missed = landed - TARGETS
        if informed:
            sent = np.stack([2 * miss * slopes(*row) for miss, row in zip(missed, y.value, strict=True)])
        if step in STOPS:
            moments.append(Moment(step, y.value, landed, missed, sent))
        w = w - RATE * ad.gradients(y, leaf, grad_ys=sent)
    return tuple(moments)
