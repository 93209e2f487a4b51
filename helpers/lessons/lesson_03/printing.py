"""Printing that the lessons share."""

__all__ = ["side_by_side"]


def side_by_side(matrices):
    """Print matrices of the same height next to each other, each under its name.

    >>> import numpy as np
    >>> side_by_side({"A": np.eye(2), "twice A": 2 * np.eye(2)})
    A           twice A
    [[1. 0.]    [[2. 0.]
     [0. 1.]]    [0. 2.]]
    """
    columns = [[name, *str(matrix).splitlines()] for name, matrix in matrices.items()]
    for line in zip(*columns, strict=True):
        padded = [text.ljust(max(map(len, column))) for text, column in zip(line, columns, strict=True)]
        print("   ".join(padded).rstrip())
