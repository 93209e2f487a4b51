"""The reader of printed numbers is held against cells that show something else."""

import pytest

from helpers.notebooks import Cell, Output
from tests.notebooks.facts import assert_shows, side_by_side, without_facts

TEXT = "C          moves by\n[[1. 2.]   [[0.5 0. ]\n [3. 4.]]   [0.  7. ]]\nln 2 of A[0,1]: 0.6931"
FACTS = [side_by_side([[1, 2], [3, 4]], [[0.5, 0], [0, 7]]), 0.693147, "C moves by"]


def a_cell(text=TEXT):
    return Cell(0, "a-cell", "code", "show()", outputs=(Output("stream", {"text/plain": text}, "stdout"),))


def test_what_is_shown_is_a_fact():
    assert_shows(a_cell(), FACTS)
    assert_shows(a_cell(), [*FACTS[:1], pytest.approx(0.69, abs=0.01)])
    assert_shows(a_cell(), "ln 2")
    assert_shows(Cell(0, "text", "markdown", "It is 7."), "is 7")


@pytest.mark.parametrize(
    ("old", "new"),
    [("4.", "5."), ("0.5", "0.6"), ("0.6931", "0.6932"), ("0.6931", "0.693 1"), ("[0.  7. ]", "[0. ]"),
     ("moves by", "moves"), ("[3. 4.]", "[4. 3.]")],
)  # fmt: skip
def test_what_is_shown_otherwise_is_not(old, new):
    assert old in TEXT
    with pytest.raises(AssertionError, match="a-cell"):
        assert_shows(a_cell(TEXT.replace(old, new)), FACTS)


def test_a_cell_that_prints_numbers_needs_facts():
    class Lesson:
        def of_kind(self, kind):
            return [a_cell(), a_cell("no numbers")]

    assert [cell.text for cell in without_facts(Lesson(), {})] == [TEXT]
    assert not list(without_facts(Lesson(), {"a-cell": FACTS}))
