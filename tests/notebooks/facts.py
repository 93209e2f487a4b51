"""Facts: what a stored notebook must show, computed anew and without the engine.

A lesson's facts are data, cell by cell: every number the cell prints, in order, and words that stand in it.

    FACTS = {"nudge": [side_by_side(C, move, G), 22, 22, 22, "C moves by"]}
    test_shown = shows("03", FACTS)

A number must be the printed one once it is rounded to as many digits; one that takes long is given as the
function that finds it. Of a text cell only words are compared.
"""

import re

import numpy as np
import pytest

from helpers import notebooks
from tests.together import for_all

NUMBER = re.compile(r"(?<![\w.])(?:-?\d+(?:\.\d*)?(?:e[+-]?\d+)?|-?inf|nan)(?!\w)")
NAME = re.compile(r"\w+\[[\d, ]+\]")  # such as A[0,0]
LABEL = re.compile(r"^[^:\n]*:", re.MULTILINE)
APPROXIMATE = type(pytest.approx(1.0))


def printed(text):
    """Every number printed in a text, in order; of "label: numbers" those behind the label.

    >>> printed("C[0,0] and the label 7: [22. 31.]\\n dz/dx = -3.5, log1p 1e-3")
    ['22.', '31.', '-3.5', '1e-3']
    """
    return NUMBER.findall(NAME.sub("", LABEL.sub("", text.replace("−", "-"))))


def is_printed_as(number, text):
    """Whether this text is what rounding the number gives; a text without decimals says it exactly.

    >>> is_printed_as(np.log(2), "0.6931"), is_printed_as(2 / 3, "0.66"), is_printed_as(2.1, "2.")
    (True, False, False)
    """
    if isinstance(number, APPROXIMATE):
        return float(text) == number
    mantissa, _, exponent = text.partition("e")
    decimals = len(mantissa.partition(".")[2])
    step = 10.0 ** (int(exponent or 0) - decimals) if decimals else 0
    return bool(np.isclose(number, float(text), rtol=1e-12, atol=1e-12 + step / 2, equal_nan=True))


def side_by_side(*matrices):
    """Matrices of the same height as `show` prints them: line by line."""
    return np.hstack(matrices)


def assert_shows(cell, expected):
    expected = [expected] if isinstance(expected, str) else expected
    text = cell.text if cell.kind == "code" else cell.source
    shown = one_line(" ".join([text, *(image.alt for image in cell.images)]))
    for words in (item for item in expected if isinstance(item, str)):
        assert one_line(words) in shown, f"{cell.name} does not show “{words}”"
    numbers = [number for item in expected if not isinstance(item, str) for number in flat(item)]
    if numbers:
        found = printed("".join(output.text for output in cell.outputs if not output.images))
        assert len(found) == len(numbers), f"{cell.name} prints {found}"
        for number, text in zip(numbers, found, strict=True):
            assert is_printed_as(number, text), f"{cell.name} prints {text} where {number} is right"


def one_line(text):
    return re.sub(r"\s+", " ", text)


def flat(item):
    return [item] if isinstance(item, APPROXIMATE) else np.ravel(item() if callable(item) else item)


def shows(lesson, facts):
    @for_all({cell: cell for cell in facts})
    def test(cell):
        assert_shows(notebooks.find(lesson).cell(cell), facts[cell])

    return test


def without_facts(lesson, facts):
    """The cells that print numbers, and of which no fact is known."""
    for cell in lesson.of_kind("code"):
        streams = "".join(output.text for output in cell.outputs if output.stream)
        if cell.id not in facts and printed(streams):
            yield cell
