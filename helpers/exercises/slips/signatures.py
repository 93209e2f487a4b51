"""Outcomes made small: a few numbers that are equal, within the tolerance of the check, for equal outcomes.

The signature of one part of an answer, an array per case or None where the answer broke, is its shapes and
two weighted sums of its numbers, squeezed by arcsinh so that no large number hides the others. NaN equals
NaN, and −0 equals 0."""

import functools

import numpy as np

NAN, INFINITE, RAISED = 997.0, 800.0, 1009.0  # stand-ins: arcsinh of the largest float is 710


def signature(part, rtol):
    """Shapes, two projections and how far these may be off, of one part in all cases (arrays, or None)."""
    shapes = ";".join("raised" if array is None else ",".join(map(str, array.shape)) for array in part)
    values, slack = (np.concatenate(side) for side in zip(*(squeezed(array, rtol) for array in part)))
    weights = _weights(len(values))
    return shapes, weights @ values, np.abs(weights) @ slack


def squeezed(array, rtol):
    """The numbers of an array, real parts before imaginary ones, squeezed; and the tolerance of each."""
    if array is None:
        return np.array([RAISED]), np.zeros(1)
    flat = np.ravel(array)
    flat = np.concatenate([flat.real, flat.imag]) if np.iscomplexobj(flat) else flat.astype(float)
    finite = np.isfinite(flat)
    number = np.where(finite, flat, 0.0)
    stand_in = np.where(np.isnan(flat), NAN, np.copysign(INFINITE, flat))
    scale = np.max(np.abs(number), initial=1.0)
    slack = rtol * (np.abs(number) + 1e-3 * scale) / np.hypot(1.0, number)
    return np.where(finite, np.arcsinh(number), stand_in), np.where(finite, np.minimum(slack, 2 * rtol), 0.0)


@functools.cache
def _weights(count):
    """Two rows of fixed weights of either sign, the same on every machine and in every version of NumPy."""
    k = np.arange(1.0, count + 1)
    return np.stack([np.modf(k * 0.6180339887)[0], np.modf(k * k * 0.7548776662)[0]]) * 4 - 2
