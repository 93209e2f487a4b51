"""One point of a function: its outputs, each one's own gradient, and what weights make of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from helpers import autodiff as ad
from helpers.drawing import svg

from ..base.errors import InputError
from ..base.examples import LARGEST


class Outputs(NamedTuple):
    """One point of a function: its outputs, one below the other, and each one's own gradient."""

    x: np.ndarray
    shapes: tuple[tuple[int, ...], ...]  # of each y
    y: np.ndarray
    gradients: np.ndarray  # a row per number in y, with x flat
    finished: np.ndarray  # gradients(y, x): every weight 1, already added up


def outputs_of(function: Callable, x) -> Outputs:
    """The outputs of `function` at `x` (one y or a tuple of several), and each number’s gradient.

    >>> outputs = outputs_of(lambda x: (x * x, np.sum(x)), [1.0, 2.0])
    >>> outputs.gradients
    array([[2., 0.],
           [0., 4.],
           [1., 1.]])
    >>> outputs.finished
    array([3., 5.])
    """
    x = np.asarray(x, dtype=float)
    answer, pullback = ad.vjp(function, x)
    several = isinstance(answer, (tuple, list))
    ys = [np.asarray(y, dtype=float) for y in (answer if several else (answer,))]
    shapes, count = tuple(y.shape for y in ys), sum(y.size for y in ys)
    check_size("y", count)  # before a gradient is asked for each of them

    def pull(weights):
        parts = split(weights, shapes)
        (gradient,) = pullback(type(answer)(parts) if several else parts[0])
        return np.ravel(gradient)

    rows = np.array([pull(one_hot) for one_hot in np.eye(count)])
    return Outputs(x, shapes, np.concatenate([np.ravel(y) for y in ys]), rows, pull(np.ones(count)))


def check_size(name: str, size: int) -> None:
    """Raise an `InputError` where so many numbers cannot be read in the picture."""
    if not 1 <= size <= LARGEST:
        raise InputError(f"{name} has {size} entries: between 1 and {LARGEST} can be drawn.", "f")


def split(flat: np.ndarray, shapes: tuple[tuple[int, ...], ...]) -> list[np.ndarray]:
    """One flat array of weights as one array per y."""
    ends = np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1]
    return [part.reshape(shape)[()] for part, shape in zip(np.split(flat, ends), shapes, strict=True)]


def mix(weights, rows) -> np.ndarray:
    """Σ weight · row, added in the order of the outputs, one number at a time, as the browser does it.

    >>> mix([2.0, 3.0], [[2.0, 0.0], [0.0, 4.0]])
    array([ 4., 12.])
    """
    total = np.zeros(np.shape(rows)[1])
    for weight, row in zip(weights, rows, strict=True):
        total = total + weight * np.asarray(row)
    return total


def linear_parts(outputs: Outputs) -> dict[str, np.ndarray]:
    """For each row of the picture that follows the weights: what each weight is multiplied by."""
    parts = {"right": outputs.gradients}
    if fits(outputs):
        finished, (shape,) = outputs.finished.reshape(outputs.x.shape), outputs.shapes
        each = np.eye(outputs.y.size)
        parts["after"] = np.array([np.ravel(finished * one_hot.reshape(shape)) for one_hot in each])
        parts["gap"] = parts["after"] - outputs.gradients
    return parts


def mixed_parts(outputs: Outputs, weights: np.ndarray) -> dict[str, np.ndarray]:
    """Each of `linear_parts` mixed, with the noise of rounding set to 0."""
    mixed = {name: mix(weights, rows) for name, rows in linear_parts(outputs).items()}
    return {name: svg.without_noise(values, outputs.gradients, weights) for name, values in mixed.items()}


def fits(outputs: Outputs) -> bool:
    """Whether NumPy would multiply the weights onto the finished gradient at all."""
    if len(outputs.shapes) > 1:
        return False
    try:
        return np.broadcast_shapes(*outputs.shapes, outputs.x.shape) == outputs.x.shape
    except ValueError:
        return False
