"""A machine that throws at four flags: a simulator that only runs, six weights, and every step of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from helpers import autodiff as ad

HOME = (4.0, 6.0, 8.0, 10.0)  # metres: where the flags stand at first
FIRST = np.array([[0.0, 0.0], [0.0, 0.0], [8.0, 0.5]])  # for speed and angle
STEPS, AGAIN = 30, 12  # of a run, and of one with weights that were trained before
RATE, NUDGE = 0.005, 0.01
LONGEST = 1200  # hundredths of a second in the air
TOP = 5000.0  # metres a second
FALL = np.array(0.0981j / TOP)  # in a hundredth of a second
ALL = np.array(1.0)
BLOCK = 20  # of them: to ask after each whether all are down would take longest
AFTER = 20  # steps: so far ahead it is looked


class Run(NamedTuple):
    """A training at each of its stops; of every array, the first axis is theirs, the second the flags."""

    w: np.ndarray
    y: np.ndarray  # the speed and the angle for each flag
    landed: np.ndarray
    missed: np.ndarray
    sent: np.ndarray  # what gradients() gets as grad_ys
    ahead: np.ndarray  # where each would land some steps on, if the same were sent in all of them
    ways: np.ndarray  # some points of every flight, evenly in time, as complex numbers

    @property
    def worst(self) -> np.ndarray:
        """The worst miss at each stop."""
        return np.abs(self.missed).max(axis=1)


def flights(y: np.ndarray) -> np.ndarray:
    """Where balls are, a hundredth of a second at a time, with drag: x + iy, the first axis being time.

    The last axis of `y` has a speed and an angle. A ball that has landed goes on below the ground.
    """
    # In units of 5000 m/s the drag of a velocity is its size: so few operations, on arrays that are there and
    # of one type, as most of the time goes to the number of operations, and much to any change of type.
    velocity = np.empty((LONGEST, *np.shape(y)[:-1]), complex)
    velocity[0] = y[..., 0] * np.exp(1j * y[..., 1]) / TOP
    place, here = 2j, velocity[0, ...]
    kept, factor = np.empty(here.shape), np.empty(here.shape, complex)
    for now in range(1, LONGEST):
        np.abs(here, kept)
        np.subtract(ALL, kept, kept)
        factor[...] = kept
        here = np.multiply(here, factor, velocity[now, ...])
        np.subtract(here, FALL, here)
        if now % BLOCK == 0:
            place = place + 0.01 * TOP * velocity[now - BLOCK + 1 : now + 1].sum(axis=0)
            if (np.imag(place) <= 0).all():
                break
    velocity[0] = 0
    return 2j + 0.01 * TOP * np.cumsum(velocity[: now + 1], axis=0)


def landings(way: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where the flights meet the ground, and how many of their places come before that."""
    flat = way.reshape(len(way), -1)
    last, each = np.argmax(flat.imag <= 0, axis=0), np.arange(flat.shape[1])
    before, after = flat[last - 1, each], flat[last, each]
    share = before.imag / np.where(before.imag == after.imag, 1, before.imag - after.imag)
    landed = before.real + share * (after.real - before.real)
    return landed.reshape(way.shape[1:]), last.reshape(way.shape[1:])


def throw(speed: float, angle: float) -> float:
    """Where a ball lands. Nothing of it is traced: to its gradient, this program is a closed box.

    >>> round(throw(8.0, 0.5), 2)
    7.32
    """
    return float(landings(flights(np.array([float(speed), float(angle)])))[0])


def features(flags: Sequence[float]) -> np.ndarray:
    """far², far and 1 for each flag, where far is how far it stands beyond 7 m, in units of 3 m."""
    return np.vander((np.asarray(flags) - 7) / 3, 3)


def measured(y: np.ndarray, flags: Sequence[float]) -> np.ndarray:
    """Twice the miss, times how far the landing moves per unit of speed and of angle: four runs per throw.

    >>> measured(np.array([[8.0, 0.5]]), [4.0]).round(1)
    array([[ 8.4, 16.1]])
    """
    nudges = NUDGE * np.array([[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]])
    landed, *ends = landings(flights(y + nudges[:, None]))[0]
    slopes = np.subtract(ends[::2], ends[1::2]).T / (2 * NUDGE)
    return 2 * (landed - flags)[:, None] * slopes


def train(
    start: np.ndarray,
    flags: Sequence[float],
    past: Sequence[np.ndarray],
    sends: np.ndarray | None,
    steps: int = STEPS,
    points: int = 18,
    rate: float = RATE,
) -> Run:
    """A run from the weights `start`: first what was sent in the `past`, then always `sends`, or, if that is
    None, what is measured at each step.

    >>> run = train(FIRST, HOME, [], None)
    >>> run.missed[0].round(2), bool(run.worst[-1] < 0.5)
    (array([ 3.32,  1.32, -0.68, -2.68]), True)
    """
    table, w, ws, sent = features(flags), start, [], []
    for step in range(steps + 1):
        leaf = ad.Tensor(w)
        y = table @ leaf
        now = past[step] if step < len(past) else measured(y.value, flags) if sends is None else sends
        ws.append(w)
        sent.append(now)
        w = w - rate * ad.gradients(y, leaf, grad_ys=now)
    ws, sent = np.array(ws), np.array(sent)
    later = ws - AFTER * rate * np.einsum("fk,sfc->skc", table, sent)
    both = np.einsum("fk,tskc->tsfc", table, [ws, later])
    way = flights(both)
    landed, last = landings(way)
    at = np.round(np.linspace(0, 1, points)[:, None, None] * (last[0] - 1)).astype(int)
    ways = np.take_along_axis(way[:, 0], at, axis=0).swapaxes(0, 1)
    ways[:, -1] = landed[0]
    return Run(ws, both[0], landed[0], landed[0] - flags, sent, landed[1], ways)


def standing(run: Run, steps: int) -> Run:
    """A run of no steps as one in which as many steps change nothing."""
    return Run(*(np.repeat(each, steps + 1, axis=0) for each in run))
