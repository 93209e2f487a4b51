"""Other ways to a right answer: by the engine, from the function alone, or by measuring."""

import numpy as np

from helpers import autodiff as ad

H = 1e-6


def pullback_of(function):
    """The right rule of a function: from the upstream and the inputs to one downstream per input."""
    return lambda upstream, *inputs: ad.vjp(function, *inputs)[1](upstream)


def T(M):
    """The transpose of every matrix in a stack."""
    return np.swapaxes(M, -1, -2)


def differences(f, x):
    """The Jacobian of f at x, column by column, from central differences; one row if f is a number."""
    columns = [(np.atleast_1d(f(x + h)) - np.atleast_1d(f(x - h))) / (2 * H) for h in H * np.eye(x.size)]
    return np.stack(columns, axis=1)
