"""Equations of numbers that stand in a text: what is said to be equal is worked out."""

import itertools
import re

import numpy as np

from tests.notebooks.facts import is_printed_as

NUMBER = r"[−-]?\d+(?:,\d{3})*(?:\.\d+)?[²³]?"
TERM = rf"(?:{NUMBER}|\[{NUMBER}(?:, {NUMBER})*\])"
TIMES = r"[·×*+/−-]|\\cdot|\\times"
SIDE = rf"{TERM}(?: ?(?:{TIMES}) ?{TERM})*"
NOT_BEGUN = r"(?<![·×*+/−^_-] )(?<!cdot )(?<!times )(?<!log )(?<![\w.,·×*/^_{(−-])"
EQUATION = re.compile(rf"{NOT_BEGUN}{SIDE}(?: = {SIDE})+(?! ?(?:{TIMES}|\^|\()|[\w·/]|\.\d| \\)")
PYTHON = {r"\cdot": "*", r"\times": "*", "·": "*", "×": "*", "−": "-", "²": "**2", "³": "**3"}


def equations(text):
    """Every equation of numbers in a text, as its sides."""
    return [found[0].split(" = ") for found in EQUATION.finditer(text)]


def value_of(side):
    """What a sum of printed numbers and rows comes to; this is our own text, and it has no names in it."""
    text = re.sub(r"(?<=\d),(?=\d{3})", "", side)
    for sign, python in PYTHON.items():
        text = text.replace(sign, python)
    return eval(text.replace("[", "np.array([").replace("]", "])"), {"np": np})


def is_equal(one, other):
    """Whether two sides are; a side that is one number may be rounded.

    >>> is_equal("6 × 0.1257", "0.754"), is_equal("1 + [1, 2]", "[2, 3]"), is_equal("2", "3")
    (True, True, False)
    """
    if not re.fullmatch(r"[−-]?\d+\.\d+", other):
        return bool(np.allclose(value_of(one), value_of(other)))
    return is_printed_as(value_of(one), other.replace("−", "-"))


def wrong(text):
    """The equations of a text that do not hold, as they stand there.

    >>> wrong("24 = 1·6 + 2·9, but 6 + 5 = 12, and 1,000 + 1 = 1,001.")
    ['6 + 5 = 12']
    """
    chains = equations(text)
    return [" = ".join(pair) for sides in chains for pair in itertools.pairwise(sides) if not is_equal(*pair)]
