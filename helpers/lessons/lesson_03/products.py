"""Lesson 03's judge of rules for a matrix product with its four cases."""

import numpy as np

from helpers import autodiff as ad

__all__ = ["verdict"]


def verdict(rule, m, k, n, transpose_a=False, transpose_b=False):
    """Compare rule(op, upstream) with the registered one, for an m × k times k × n product of random numbers.

    >>> verdict(lambda op, G: (G @ op.inputs[1].T, op.inputs[0].T @ G), 2, 3, 4)
    'right'
    >>> verdict(lambda op, G: (G @ op.inputs[1], op.inputs[0].T @ G), 3, 3, 3)
    'wrong, no error'
    >>> verdict(lambda op, G: (G @ op.inputs[1], op.inputs[0].T @ G), 2, 3, 4)
    'ValueError'
    """
    random = np.random.default_rng(3)
    a = ad.Tensor(random.normal(size=(k, m) if transpose_a else (m, k)))
    b = ad.Tensor(random.normal(size=(n, k) if transpose_b else (k, n)))
    op, upstream = ad.matmul(a, b, transpose_a, transpose_b).op, random.normal(size=(m, n))
    try:
        same = map(np.allclose, rule(op, upstream), ad.lookup_gradient("MatMul")(op, upstream))
        return "right" if all(same) else "wrong, no error"
    except Exception as error:
        return type(error).__name__
