"""Plain arrays beside Tensors: somebody may write to them before the sweep reads them.

Indices, shapes and other attributes are small, so they are copied (`settled`). A constant, such as the data
of a model, can be large and used a thousand times: it is not copied but remembered by a fingerprint, and the
sweep refuses to go on with other numbers than the run had.
"""

import numpy as np
from numpy import ndarray

ROW = 4096  # numbers at most in a weighted sum
WEIGHTS = np.sin(np.arange(1, ROW + 1))  # all different
WEIGHTS = {"f": WEIGHTS.astype(np.float32), "d": WEIGHTS, "F": WEIGHTS.astype(np.float32), "D": WEIGHTS}


def settled(value):
    """An index or another attribute that nobody else can change any more.

    >>> index = [0, 1]
    >>> kept = settled((index, ...))
    >>> index[0] = 5
    >>> kept
    ([0, 1], Ellipsis)
    """
    if type(value) is ndarray:
        return value.copy()
    return type(value)(map(settled, value)) if type(value) in (list, tuple) else value


def fingerprint(array):
    """A few numbers that tell whether the array was written to: its own if it is small, else weighted sums.

    >>> data = np.ones((100, 100))
    >>> before = fingerprint(data)
    >>> data[[3, 5], 7] = 2, 0
    >>> is_like(before, fingerprint(data))
    False
    """
    n = array.size
    if n <= 64:
        return array.tobytes()
    weights = WEIGHTS.get(array.dtype.char)
    if weights is None:
        return hash(array.tobytes())
    length = array.shape[-1]
    if length <= ROW:
        rows = array if array.ndim <= 2 else array.reshape(-1, length)
        return rows.dot(weights[:length])
    columns = array.reshape(-1)
    whole = n // ROW * ROW
    return np.append(columns[:whole].reshape(-1, ROW).dot(weights), columns[whole:].dot(weights[: n - whole]))


def is_like(before, after):
    """Whether two fingerprints are the same, but for rounding: not every BLAS adds up in one order."""
    if type(before) is not ndarray and not isinstance(before, np.inexact):
        return before == after
    return before.tobytes() == after.tobytes() or np.allclose(before, after, 1e-12, 0, equal_nan=True)


def check_unchanged(node):
    """Refuse to use a constant that was written to after the run."""
    for i, before in node.constants:
        if not is_like(before, fingerprint(node.args[i])):
            raise ValueError(
                f"an array that {node.operation.name} was given has been written to since, so its gradient "
                "would be that of other numbers: give it a copy, c.copy(), or take the gradient before."
            )
