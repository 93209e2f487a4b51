"""The texts of predictions and hints, and what is read as a guess."""

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers import exercises
from helpers.exercises import predict
from helpers.exercises.key.prediction import PredictionKey
from helpers.exercises.run import memory

KEYS = {
    "number": PredictionKey("number", "How much?", truth=lambda: ad.grad(lambda x: x**2)(3.0), example=1),
    "row": PredictionKey(
        "row",
        "Which row?",
        truth=lambda: ad.grad(lambda x: np.sum(x**2))(np.array([2.0, 6.0])),
        example=[0, 0],
        guesses=(("ones", "np.ones_like(right)", "Those are ones."),),
    ),
    "word": PredictionKey(
        "word",
        "Which type?",
        truth=lambda: str(np.float32(1).dtype),
        example="int8",
        guesses=(("double", "'float64'", "That is the double."),),
    ),
}


LISTED = exercises.predictions()


@pytest.fixture
def _these_keys(monkeypatch):
    monkeypatch.setattr(exercises, "find", lambda id, form: KEYS[id])


@pytest.mark.usefixtures("_these_keys")
@pytest.mark.parametrize(
    ("id", "guess", "state"),
    [
        ("number", 6, "correct"),
        ("number", "6", "correct"),
        ("number", " 6.0 ", "correct"),
        ("number", "12/2", "correct"),
        ("number", "2*3", "correct"),
        ("number", ad.Tensor(6.0), "correct"),
        ("number", np.float32(6), "correct"),
        ("number", np.array(6), "correct"),
        ("number", 6.01, "correct"),
        ("number", 6.1, "not yet"),
        ("number", -6, "not yet"),
        ("number", float("nan"), "not yet"),
        ("row", [4, 12], "correct"),
        ("row", "[4, 12]", "correct"),
        ("row", "4, 12", "correct"),
        ("row", np.array([4.0, 12.0]), "correct"),
        ("row", (1, 1), "not yet"),
        ("word", " Float32", "correct"),
        ("word", "float64", "not yet"),
    ],
)
def test_guesses_are_read_in_many_forms(id, guess, state):
    result = predict(id, guess)
    assert result.state == state, result
    assert "the truth" in dict(result.facts), "no notebook shows it"


@pytest.mark.usefixtures("_these_keys")
@pytest.mark.parametrize(
    ("id", "guess", "words"),
    [
        ("number", "six", "“six” cannot be read as a number"),
        ("number", "1/0", "cannot be read"),
        ("number", "__import__('os')", "cannot be read"),
        ("number", [6, 6], "Your guess has shape (2,), and a number is wanted."),
        (
            "number",
            (300, 0),
            "these are 2 numbers. If you mean one with a comma in it, write 300000 or 300.0.",
        ),
        ("number", (0, 69), "write 0.69."),
        ("number", (3.5, 69), "Your guess has shape (2,)"),
        ("number", True, "a bool"),
        ("number", {"a": 1}, "a dict"),
        ("number", np.sin, "This is a function"),
        ("number", type("Tensor", (), {"__module__": "torch"})(), "PyTorch"),
        ("row", 4, "Your guess has shape (), and an array of shape (2,) is wanted."),
        ("row", [[1, 2], [3]], "different lengths"),
        ("row", "[1, 2", "cannot be read"),
        ("row", '["a", "b"]', "cannot be read as an array of shape (2,)"),
        ("word", 32, "A word is wanted"),
    ],
)
def test_a_guess_that_cannot_be_read_gets_a_sentence_and_no_reveal(id, guess, words):
    result = predict(id, guess)
    assert (result.state, result.diagnosis) == ("not yet", "unreadable"), result
    assert words in repr(result)
    assert "Write it like this: guess = " in repr(result)
    assert "the truth" not in repr(result)


def test_a_count_has_to_be_exact():
    assert predict("02.p1", 2)
    assert predict("02.p1", 2.008).diagnosis == "not-whole"
    assert predict("02.p1", 3.0).diagnosis == "one-per-output"
    near = [predict("07.p1", visits).diagnosis for visits in (4094, 4095, 4097, 8190, 8191, 8192)]
    assert near == ["values", "all-but-one", "values", "values", "every-node", "one-too-many"]


def test_whole_numbers_are_told_apart_where_others_may_be_near():
    assert not predict("01.p1", 1025)
    assert predict("01.p1", 1024.5)


def test_a_guess_may_be_an_expression_over_the_lesson_s_names():
    x = ad.Tensor(3.0)
    assert predict("00.p1", 2 * x)
    assert predict("00.p1", "2*x")
    assert predict("01.p2", "factor * 1")
    assert "`2*w`" not in repr(predict("00.p1", "2*w"))
    assert "w has no value here: give its number" in repr(predict("00.p1", "2*w"))
    assert "This is a function" in repr(predict("00.p1", lambda x: 2 * x))


def test_a_known_guess_of_another_shape_is_named():
    assert predict("02.p2", [[5, 4], [2, 2]]).diagnosis == "the-whole-jacobian"
    assert predict("03.p5", [4, 4, 4]).diagnosis == "not-added-up"


def test_a_number_in_brackets_is_that_number():
    assert predict("02.p1", (2,)).state == "correct"
    assert predict("02.p1", [3]).diagnosis == "one-per-output"


def test_of_a_guess_only_a_thought_is_told_and_nothing_that_leads_to_the_truth():
    for guess in (-12, 22, 12.5, 12, 2 + 3 + 5):
        assert predict("01.p3", guess).sentences == ("Not what happens.",)


@pytest.mark.usefixtures("_these_keys")
def test_a_known_guess_is_named():
    assert predict("row", [1, 1]).diagnosis == "ones"
    assert "Those are ones." in repr(predict("row", [1, 1]))
    assert predict("word", "float64").diagnosis == "double"


def test_a_wrong_guess_is_noted_and_the_notebook_shows_what_happens():
    assert repr(predict("01.p1", 32)).splitlines() == [
        "Prediction 01.p1: y = ((x²)²)² at x = 2. x takes a tiny step: how far does y move per 1 of x?",
        "Not what happens.",
        LISTED["01.p1"].mistakes[0].says,
        "  your guess: 32",
        "Next step: read on; a cell further down shows what happens.",
    ]


def test_a_variation_which_no_notebook_shows_says_what_happens_itself():
    card = predict("01.p1b", 25)
    assert dict(card.facts)["the truth"] == "500"
    assert "then 50 × 10 = 500." in repr(card)
    assert not card.next_step


def test_the_guess_is_there_for_an_exhibit_to_mark():
    assert memory.guess("01.p1") is None
    predict("01.p1", "many")
    assert memory.guess("01.p1") is None
    predict("01.p1", 32)
    predict("01.p1", "4 * 8")
    predict("02.p2", [3, 2])
    assert memory.guess("01.p1") == 32
    assert memory.guess("02.p2").tolist() == [3, 2]


def test_a_success_is_not_scolded():
    predict("01.p1", 32)
    right = predict("01.p1", 1024)
    assert right.missed == 1
    assert "issed" not in repr(right)
    assert "4 · 8 · 32 = 1024." in repr(right)
