"""What some of lesson 07's questions ask for, measured on its engine."""

import numpy as np

from .engine import Node, exp, gradients

MAKERS = {"add": lambda a, b: a + b, "multiply": lambda a, b: a * b, "exp": lambda a, b: exp(a)}


def spoiled(operation, write_to):
    """Is the gradient another one, after somebody has written into an array of an operation?"""
    a, b = Node([1.0, 2.0]), Node([3.0, 4.0])
    y = operation(a, b)
    before = repr(gradients(y, [a, b], np.ones(2)))
    (a if write_to == "input" else y).value[:] = 0.0
    return repr(gradients(y, [a, b], np.ones(2))) != before


def writes_that_spoil(operations=MAKERS):
    """How many writes spoil the gradient: into an input or into the output of each of these operations."""
    return sum(spoiled(made, to) for made in operations.values() for to in ("input", "output"))
