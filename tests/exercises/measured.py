"""Other ways to a right answer: by the engine, from the function alone, or by measuring."""

import numpy as np

H = 1e-6


def differences(f, x):
    """The Jacobian of f at x, column by column, from central differences; one row if f is a number."""
    columns = [(np.atleast_1d(f(x + h)) - np.atleast_1d(f(x - h))) / (2 * H) for h in H * np.eye(x.size)]
    return np.stack(columns, axis=1)
