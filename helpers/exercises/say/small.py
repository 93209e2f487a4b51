"""Inputs that can be followed in the head, for the small case of a card."""

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Written:
    """A function among the inputs of a small case, with the formula that is shown for it."""

    formula: str
    function: Any

    def __call__(self, *arguments):
        return self.function(*arguments)


class WholeNumbers:
    """Draws like a NumPy Generator, but always the same small whole numbers, and the smallest sizes."""

    NUMBERS = (2, 1, 3, 5, -1, 4, -2)

    def __init__(self):
        self.drawn = 0

    def normal(self, size=()):
        """Whole numbers of that shape."""
        count = int(np.prod(size))
        numbers = [self.NUMBERS[(self.drawn + k) % len(self.NUMBERS)] for k in range(count)]
        self.drawn += count
        return np.array(numbers, float).reshape(size)

    def uniform(self, low, high, size=()):
        """Numbers of that shape between the two, in the middle.

        >>> WholeNumbers().uniform(10, 20, 4).tolist()
        [12.0, 14.0, 16.0, 18.0]
        """
        self.drawn += 1
        steps = np.arange(1, int(np.prod(size)) + 1)
        return (low + (high - low) * np.round(steps / (len(steps) + 1), 1)).reshape(size)

    def integers(self, low, high=None):
        """The smallest."""
        return 0 if high is None else low

    def permutation(self, values):
        """The values as they are."""
        return np.array(values)

    def choice(self, values):
        """The first."""
        return values[0]


def whole(*shapes):
    """An array of small whole numbers for each of these shapes.

    >>> whole((), (1, 3))[1]
    array([[1., 3., 5.]])
    """
    rng = WholeNumbers()
    return tuple(rng.normal(shape) for shape in shapes)


def whole_numbers(*numbers):
    """These numbers, each as an array of no dimension."""
    return tuple(np.array(float(n)) for n in numbers)


PAIR = Written("[x[0]·x[1], x[0] + 2·x[1]]", lambda x: np.stack([x[0] * x[1], x[0] + 2 * x[1]]))
THREE_OF_TWO = Written(
    "[x[0]·x[1], x[0] + 2·x[1], 5·x[0]]", lambda x: np.stack([x[0] * x[1], x[0] + 2 * x[1], 5 * x[0]])
)
BOWL = Written("y[0]² + 3·y[1]", lambda y: y[0] ** 2 + 3 * y[1])
CUBIC = Written("x[0]²·x[1] + x[1]³", lambda x: x[0] ** 2 * x[1] + x[1] ** 3)
ROWS = Written("rows @ w", lambda w, rows: rows @ w)
