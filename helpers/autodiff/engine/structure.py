"""Lists, tuples and dicts of Tensors: taken apart before the sweep, and put together again after it."""

from copy import copy

CONTAINERS = (list, tuple, dict)


def flatten(structure):
    """The leaves of a structure, in order.

    >>> flatten({"w": [1, 2], "b": 3}), flatten(4)
    ([1, 2, 3], [4])
    """
    if not isinstance(structure, CONTAINERS):
        return [structure]
    parts = structure.values() if isinstance(structure, dict) else structure
    leaves = []
    for part in parts:
        if isinstance(part, CONTAINERS):
            leaves += flatten(part)
        else:
            leaves.append(part)
    return leaves


def flatten_like(pattern, structure, what):
    """One entry of `structure` for every leaf of `pattern`; None stands for a whole missing branch.

    >>> flatten_like(["y1", "y2"], [[5, 6], None], "grad_ys")
    [[5, 6], None]
    """
    if not isinstance(pattern, CONTAINERS):
        return [structure]
    if structure is None:
        return [None] * len(flatten(pattern))
    if isinstance(pattern, dict):
        if not isinstance(structure, dict) or structure.keys() != pattern.keys():
            raise ValueError(f"{what} needs a dict with the keys {', '.join(map(str, pattern))}.")
        pattern, structure = pattern.values(), [structure[key] for key in pattern]
    if not isinstance(structure, (list, tuple)) or len(structure) != len(pattern):
        raise ValueError(f"{what} needs a list of {len(pattern)}, one for each.")
    return [leaf for part, entry in zip(pattern, structure) for leaf in flatten_like(part, entry, what)]


def rebuild(structure, leaves):
    """The same structure with other leaves.

    >>> rebuild({"w": [1, 2], "b": 3}, [10, 20, 30])
    {'w': [10, 20], 'b': 30}
    """
    leaves = iter(leaves)  # an iterator gives itself back: all branches take from the same one
    if not isinstance(structure, CONTAINERS):
        return next(leaves)
    if isinstance(structure, dict):
        parts = {key: rebuild(part, leaves) for key, part in structure.items()}
        if type(structure) is dict:
            return parts
        made = copy(structure)  # an OrderedDict, a defaultdict with its factory ...
        for key, part in parts.items():  # one by one: the `update` of a Counter would add
            made[key] = part
        return made
    kind = type(structure)
    parts = [rebuild(part, leaves) if isinstance(part, CONTAINERS) else next(leaves) for part in structure]
    if kind is list:
        return parts
    return kind(*parts) if hasattr(structure, "_fields") else kind(parts)  # named tuples take each part
