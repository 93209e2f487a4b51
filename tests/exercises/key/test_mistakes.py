"""Rows of wrong answers: what each form of a line stands for, and what is said of one that cannot be read."""

import dataclasses

import numpy as np
import pytest

from helpers.exercises import exercises
from helpers.exercises.key.kinds import Custom, Function
from helpers.exercises.key.letters import Order
from helpers.exercises.key.mistakes import combined
from helpers.exercises.key.prediction import PredictionKey
from helpers.notebooks.catalogue import Listed

SOURCE = "def rule(upstream, x, y):\n    d = upstream * y\n    return d, upstream * x"
RULE = Listed("01.0", "a test", 1, 1, "", "rule", SOURCE)
PRODUCT = Function(
    "01.0",
    inputs=lambda rng: (2.0, 3.0, 5.0),
    takes=("upstream", "x", "y"),
    gives=("downstream to x", "downstream to y"),
    because="",
    hints=("a", "b", "c"),
    scope={"ten": 10.0},
    listed=RULE,
)  # right are 10 and 6


def told(maths, key=PRODUCT):
    """The answer that the row stands for, on the one case of the exercise."""
    (mistake,) = dataclasses.replace(key, wrong=(("some-name", maths, "Says something."),)).mistakes
    return mistake.answer(2.0, 3.0, 5.0)


@pytest.mark.parametrize(
    ("maths", "expected"),
    [
        ("upstream, x + ten", (2, 13)),
        ("right[::-1]", (6, 10)),
        ("dy, dx", (6, 10)),
        ("dx = y", (5, 6)),
        ("dx = dy; dy = dx", (6, 10)),
        ("dx = sum(part for part in right)", (16, 6)),
        ("return d, d", (10, 10)),
        ("upstream * y -> upstream + y", (7, 6)),
        ("upstream * y -> y; return d, x", (5, 3)),
    ],
)
def test_a_line_of_maths_stands_for_an_answer(maths, expected):
    assert told(maths) == expected


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (("a-name", "upstrem * x", "Says."), "names upstrem, which nothing here defines"),
        (("a-name", "upstream *", "Says."), "is no Python"),
        (("a-name", "dz = upstream", "Says."), "sets none of dx, dy"),
        (
            ("a-name", "upstream -> 1", "Says."),
            "the solution has 'upstream' 3 times, and should have it once",
        ),
        (("a-name", "upstream * 2 -> 1", "Says."), "0 times"),
        (("a-name", "upstream * x"), "needs a sentence"),
        (("a-name",), "needs a line of maths"),
        ("no-such-mistake", "needs a line of maths, or the name of a well-known mistake"),
    ],
)
def test_a_row_that_cannot_be_read_is_named_with_its_exercise(row, words):
    name = row if isinstance(row, str) else row[0]
    with pytest.raises(ValueError, match="exercise 01.0, wrong answer '" + name) as caught:
        _ = dataclasses.replace(PRODUCT, wrong=(row,)).mistakes
    assert words in str(caught.value)


def test_a_guess_that_cannot_be_read_is_named_with_its_prediction():
    key = PredictionKey("01.p0", "?", truth=lambda: 1, example=2, guesses=(("a-name", "truht", "Says."),))
    with pytest.raises(ValueError, match=r"prediction 01\.p0, guess 'a-name': 'truht' names truht"):
        _ = key.mistakes


def test_a_function_with_its_rule_can_be_wrong_in_either_part():
    source = "def rule(x):\n    return 3 * x, lambda upstream: 3 * upstream"
    listed = dataclasses.replace(RULE, solution=source)
    rows = (
        ("value", "value = x", "."),
        ("down", "downstream = upstream + value", "."),
        ("pair", "right[0]", "."),
    )
    key = Custom(
        "01.0", takes=("upstream", "x"), gives=("value", "downstream"), because="", hints=("a", "b", "c"),
        listed=listed, wrong=rows,
    )  # fmt: skip
    value, down, pair = (mistake.answer for mistake in key.mistakes)
    assert (value(5.0)[0], value(5.0)[1](2.0)) == (5, 6)
    assert (down(5.0)[0], down(5.0)[1](2.0)) == (15, 17)
    assert pair(5.0) == 15


def test_rows_are_combined():
    assert combined(("a", "b -> c", "D."), ("e", "f", "G.")) == ("a and e", "b -> c; f", "D. G.")


def test_a_sentence_may_come_in_two_pieces():
    row = ("a-name", "dx = x", "One thing.", "Another.")
    assert dataclasses.replace(PRODUCT, wrong=(row,)).mistakes[0].says == "One thing. Another."


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("upstream-missing", (5, 3)), ("ones-for-upstream", (5, 3)), ("upstream-alone", (2, 2)),
        ("upstream-squared", (20, 12)), ("upstream-added", (7, 5)), ("upstream-divided", (2.5, 1.5)),
        ("stopped", (0, 0)), ("sign-flipped", (-10, -6)), ("conj-missing", (10, 6)),
    ],
)  # fmt: skip
def test_a_well_known_mistake_is_made_from_the_right_rule(name, expected):
    (mistake,) = dataclasses.replace(PRODUCT, wrong=(name,)).mistakes
    assert mistake.answer(2.0, 3.0, 5.0) == expected


def test_the_answer_of_an_order_is_its_letters():
    key = Order("01.0", because="", hints=("a", "b", "c"), listed=RULE, wrong=(("overwritten", "B A"),))
    assert key.wrong_answers == {"overwritten": "B A"}


@pytest.mark.parametrize(
    ("order", "letter", "mark"),
    [
        ("B E F G D C", "D", "overwrites down_a = 1.081"),  # G made what comes through b, and rightly
        ("B E F D G C", "G", "the first line that goes wrong"),
        ("B H E F G A C", "G", "the first line that goes wrong"),  # C overwrites what H made
        ("B E D F A C G H", "H", "the first line that goes wrong"),  # nothing reads what G made
    ],
)
def test_of_an_order_that_line_is_marked_which_loses_something(order, letter, mark):
    (lines,) = exercises()["01.5"].case_by_hand(order).shown
    assert (lines.rows[-1][0], lines.mark) == (letter, mark)


def test_a_solution_that_registers_its_rule_leaves_the_learners_own_in_place():
    from helpers import autodiff as ad

    key = exercises()["03.6"]
    op, upstream = key.cases[0]
    ad.register_gradient("Envelope", replace=True)(lambda op, upstream: (None, None, None))
    assert key.answer_of(key.listed.solution)(op, upstream)[1].shape == (2, 3)
    assert ad.lookup_gradient("Envelope")(op, upstream) == (None, None, None)
    np.testing.assert_array_equal(key.cases[0][1], upstream)
