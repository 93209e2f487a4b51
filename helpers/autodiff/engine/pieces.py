"""Gradients that arrive in pieces.

Where n parts of one array are used, x[0], x[1] and so on, n gradients arrive for it, each for its part. To
add up n arrays of the size of x, nearly all zeros, would take n times the work of the run. So the pieces are
kept as they come, and put together once: when the sweep gets to x, and all of them have arrived.
"""


class Pieces:
    """The gradients of parts of an array, each with the index of its part.

    ``parts`` is a list of (index, gradient), of which ``put_together(parts, shape)`` makes one gradient, of
    this ``shape`` and ``dtype``.

    >>> first, second = (Pieces(lambda parts, shape: parts, (3,), float, i, 10.0 * i) for i in (1, 2))
    >>> joined(added(first, second))
    [(1, 10.0), (2, 20.0)]
    """

    __slots__ = ("dtype", "parts", "put_together", "shape")

    def __init__(self, put_together, shape, dtype, index, gradient):
        self.put_together, self.shape, self.dtype = put_together, shape, dtype
        self.parts = [(index, gradient)]


def added(a, b):
    """a + b, of gradients which may be in pieces."""
    if type(a) is not Pieces:
        a, b = b, a
    if type(a) is not Pieces:
        return a + b
    a.parts += b.parts if type(b) is Pieces else [(..., b)]
    return a


def joined(gradient):
    """The gradient in one piece."""
    if type(gradient) is Pieces:
        return gradient.put_together(gradient.parts, gradient.shape)
    return gradient
