"""Lists, tuples and dicts of Tensors: taken apart before the sweep and put together again after it."""


def flatten(structure, like=None, what="this"):
    """The leaves of a structure in order. With `like`, a leaf stands wherever `like` has one.

    >>> flatten({"w": [1, 2], "b": 3})
    [1, 2, 3]
    >>> flatten([[5, 6], None], like=["y1", "y2"])
    [[5, 6], None]
    """
    shape = structure if like is None else like
    if not isinstance(shape, (list, tuple, dict)):
        return [structure]
    if structure is None:
        return [None] * len(flatten(like))
    if isinstance(shape, dict):
        if not isinstance(structure, dict) or structure.keys() != shape.keys():
            raise ValueError(f"{what} needs the keys {', '.join(map(str, shape))}.")
        return [leaf for key in shape for leaf in flatten(structure[key], shape[key] if like is not None else None, what)]
    if not isinstance(structure, (list, tuple)) or len(structure) != len(shape):
        raise ValueError(f"{what} needs {len(shape)} entries in a list, one for each.")
    return [
        leaf for part, of in zip(structure, shape) for leaf in flatten(part, of if like is not None else None, what)
    ]


def rebuild(structure, leaves):
    """The same structure with other leaves.

    >>> rebuild({"w": [1, 2], "b": 3}, [10, 20, 30])
    {'w': [10, 20], 'b': 30}
    """
    leaves = iter(leaves)

    def build(part):
        if isinstance(part, dict):
            return {key: build(item) for key, item in part.items()}
        if isinstance(part, (list, tuple)):
            made = [build(item) for item in part]
            return type(part)(*made) if hasattr(part, "_fields") else type(part)(made)
        return next(leaves)

    return build(structure)


def is_data(value):
    """Whether a list is just numbers, [1.0, 2.0], and not a structure of several arrays.

    >>> is_data([[1.0, 2.0], [3.0, 4.0]]), is_data({"w": 1.0}), is_data(2.0)
    (True, False, True)
    """
    if isinstance(value, (list, tuple)):
        return all(map(is_data, value))
    return isinstance(value, (int, float, complex))
