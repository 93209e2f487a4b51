"""What the entries of x and y are called, checked."""

from __future__ import annotations

from .base.errors import InputError

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
