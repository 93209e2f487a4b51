"""The controls: each names its places and reads what the browser sends, or says what is wrong with it."""

import numpy as np
import pytest

from helpers.widgets.base.controls import Choice, Matrix, Number, Toggle, with_change
from helpers.widgets.base.errors import InputError


@pytest.mark.parametrize(
    ("matrix", "cells", "place"),
    [
        (Matrix("x", np.ones(2)), [["two", "1"]], "Entry 0"),
        (Matrix("A", np.ones((2, 2))), [["1", "1"], ["1", "two"]], "Row 1, column 1"),
    ],
)
def test_cells_are_named_as_numpy_counts(matrix, cells, place):
    with pytest.raises(InputError, match=f"{place}: “two” is not a number"):
        matrix.read(cells)


@pytest.mark.parametrize(
    ("control", "value"),
    [
        (Number("x"), 2.5),
        (Number("n", whole=True), 3),
        (Toggle("on"), True),
        (Choice("way", options=("left", "right")), "right"),
        (Matrix("A", np.ones((2, 2))), np.array([[1.0, -2.0], [0.5, 1e-7]])),
        (Matrix("x", np.ones(3)), np.array([1.0, 2.0, 3.0])),
    ],
    ids=lambda part: type(part).__name__,
)
def test_what_a_control_writes_it_reads(control, value):
    assert np.array_equal(control.read(control.write(value)), value)
    assert type(control.read(control.write(value))) is type(value)


@pytest.mark.parametrize("raw", [None, [], "text", [[]], [["1", "2"], ["3"]], {"cells": 3}, {}, 5], ids=str)
def test_cells_that_are_no_table_get_a_sentence(raw):
    with pytest.raises(InputError, match=r"^[A-Z].*\.$") as said:
        Matrix("A", np.ones((2, 2))).read(raw)
    assert said.value.at == "A"


def test_a_table_that_is_far_too_large_is_refused_before_a_cell_is_read():
    matrix = Matrix("A", np.ones((2, 2)))
    with pytest.raises(InputError, match="A table of 2 × 2 numbers is needed here"):
        matrix.read([["no number"] * 1000] * 1000)
    with pytest.raises(InputError, match="2000000 characters: at most"):
        matrix.read({"cells": [["1"]], "row": 0, "column": 0, "paste": "1 " * 1_000_000})


def test_an_option_that_there_is_none_gets_a_sentence():
    with pytest.raises(InputError, match="“up” is not one of: left, right"):
        Choice("way", "left", options=("left", "right")).read("up")


@pytest.mark.parametrize("after", [[], [5], ["1"], [["1"], 5]], ids=str)
@pytest.mark.parametrize("base", ["1", 5, True, [["1"]]], ids=str)
def test_a_change_to_what_is_no_table_is_no_change(base, after):
    assert with_change(base, base, after) == base
