"""9. One Tensor of numbers that stand in lists."""

import numpy as np

from .engine.tensor import ANY_NUMBERS, Tensor, as_numbers


def array(nested):
    """np.array for lists with Tensors in them, nested as you like: y[i][j] = nested[i][j].

    Tensors and plain numbers or arrays of the same shape, in lists or tuples or in an array of objects. The
    answer is a Tensor with the history of all its parts, and a plain array if there is no Tensor. Raises
    ValueError where the parts of a list do not have the same shape.

    >>> x = Tensor([1.0, 2.0])
    >>> y = array([[x[0], 0.0], [x[0] * x[1], 1.0]])
    >>> y.shape
    (2, 2)
    >>> from helpers import autodiff as ad
    >>> ad.gradients(y, x)
    array([3., 1.])
    """
    if isinstance(nested, np.ndarray) and nested.dtype.hasobject:
        nested = nested.tolist()
    if type(nested) is Tensor:
        return nested
    if not isinstance(nested, (list, tuple)):
        return as_numbers(nested, ANY_NUMBERS, what="an array")
    parts = list(map(array, nested))
    shapes = sorted(set(map(np.shape, parts)))
    if len(shapes) > 1:
        raise ValueError(
            f"the parts have the shapes {', '.join(map(str, shapes))}: give them all the same one."
        )
    return np.stack(parts) if parts else np.array([])
