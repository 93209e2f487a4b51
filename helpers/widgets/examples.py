"""What the Jacobian lab and the mixer have in common."""

from __future__ import annotations

import numpy as np

from .errors import InputError

LARGEST = 6  # entries of x, and of y: a larger table cannot be read from the last row
B = ((6.0, 7.0, 8.0), (9.0, 10.0, 11.0))


def next_one_hot(now):
    """The one-hot after this one; the first if this is none.

    >>> next_one_hot([0.0, 1.0, 0.0]), next_one_hot([2.0, 1.0])
    (array([0., 0., 1.]), array([1., 0.]))
    """
    flat, after = np.ravel(now), np.zeros(np.shape(now))
    hot = np.flatnonzero(flat)
    is_one_hot = hot.size == 1 and flat[hot[0]] == 1
    after.flat[(hot[0] + 1) % flat.size if is_one_hot else 0] = 1
    return after


def function_name(f: object) -> str:
    """`f` if it is a text, as the name of a function or a formula must be, or an `InputError`.

    >>> function_name("square")
    'square'
    """
    if not isinstance(f, str):
        what = "the name of an example, a formula, or a Python function"
        raise InputError(f"f must be {what}, not {type(f).__name__}.", "f")
    return f
