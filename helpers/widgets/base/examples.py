"""What exhibits of a function of one's own have in common."""

from __future__ import annotations

import numpy as np

from .errors import InputError

LARGEST = 6  # entries of x, and of y: a larger table cannot be read from the last row
B = ((6.0, 7.0, 8.0), (9.0, 10.0, 11.0))


LONGEST_NAME = 30  # characters of what a quantity is called
Names = dict[str, tuple[str, ...]]  # what the entries of "x" and "y" are called


def checked_names(names: object, x: int, y: int) -> Names:
    """`names` for `x` inputs and `y` outputs, as a dict of tuples, or an `InputError`.

    >>> checked_names({"y": ["area", "fence"]}, x=3, y=2)
    {'y': ('area', 'fence')}
    >>> checked_names({"y": ["area"]}, x=3, y=2)
    Traceback (most recent call last):
    helpers.widgets.base.errors.InputError: names has 1 name for y, but y has 2 entries.
    """
    if names is None:
        return {}
    if not isinstance(names, dict) or not set(names) <= {"x", "y"}:
        example = '{"x": ["width", "depth"], "y": ["area", "fence"]}'
        raise InputError(f"names must be a dict with lists of names for x, y or both, such as {example}.")
    for key, count in (("x", x), ("y", y)):
        given = names.get(key, [""] * count)
        if not isinstance(given, (list, tuple)) or not all(isinstance(name, str) for name in given):
            raise InputError(f"The names of {key} must be a list of texts, one for each entry.")
        if any(len(name) > LONGEST_NAME for name in given):
            raise InputError(f"A name of {key} is longer than {LONGEST_NAME} characters: there is no room.")
        if len(given) != count:
            names_given = f"{len(given)} name{'s' * (len(given) != 1)}"
            entries = "1 entry" if count == 1 else f"{count} entries"
            raise InputError(f"names has {names_given} for {key}, but {key} has {entries}.")
    return {key: tuple(given) for key, given in names.items()}


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
