"""Plain arrays beside Tensors: somebody may write to them before the sweep reads them.

Indices, shapes and other attributes are small, so they are copied (`settled`). A constant, such as the data
of a model, can be large and used a thousand times: it is not copied but remembered by a fingerprint, and the
sweep refuses to go on with other numbers than the run had.
"""

import dis
import inspect
import math
from functools import cache, partial

from numpy import ndarray

SMALL = 1000  # of an array of so many numbers, each is looked at
PLACES = 200  # of a larger one, about so many that are spread evenly


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
    if type(value) is dict:
        return {name: settled(item) for name, item in value.items()}
    return type(value)(map(settled, value)) if type(value) in (list, tuple) else value


def fingerprint(array):
    """(look, bytes): a function that reads numbers of an array, and what it reads now. The sweep looks again.

    Up to 1000 numbers: all of them. Of more: every k-th, with k about size / 200, in the order of memory if
    the array has no gaps there. So the next batch, another order, a step of an optimizer, and whatever
    changes k neighbours or more is noticed; a few scattered numbers of a large array may not be. To look at
    each would cost as much as the product W @ x itself, twice, and double the time of a linear model.

    >>> import numpy as np
    >>> data = np.ones((100, 100))
    >>> look, before = fingerprint(data)
    >>> data[3] = 2
    >>> look() == before
    False
    """
    if array.size <= SMALL:
        look = array.tobytes
    else:
        k = step_through(array.size)
        look = array.ravel("K")[::k].tobytes if array.flags.forc else partial(_every, k, array)
    return look, look()


@cache
def step_through(size):
    """About size / 200, and without a divisor in common with the size, as the number of columns is one.

    So the walk comes to another column each time, and to all of them before it comes to one again.
    """
    k = size // PLACES
    while math.gcd(k, size) > 1:
        k += 1
    return k


def _every(k, array):
    return array.flat[::k].tobytes()


def check_unchanged(node):
    """Refuse to use a constant that was written to after the run."""
    for look, before in node.fingerprints:
        if look() != before:
            raise ValueError(
                f"an array that {node.operation.name} was given has been written to since, so its gradient "
                "would be that of other numbers: give it a copy, c.copy(), or take the gradient before."
            )


def rule_reads(rule, i):
    """Whether the code of a rule reads input i: for d(a/b)/db = -g y/b it is b alone.

    >>> rule = lambda g, y, a, b: -g * y / b
    >>> rule_reads(rule, 0), rule_reads(rule, 1)
    (False, True)
    """
    if not hasattr(rule, "__code__"):
        return True  # nobody can tell
    code = rule.__code__
    if code.co_flags & inspect.CO_VARARGS:  # *inputs, whose name stands behind those of all others
        name = code.co_varnames[code.co_argcount + code.co_kwonlyargcount]
    else:
        name = code.co_varnames[: code.co_argcount][i + 2]  # behind the upstream and the answer
    # Each instruction of the compiled rule says what it reads: "a", or (since Python 3.13) "a, b".
    return any(name in step.argrepr.split(", ") for step in dis.get_instructions(code))
