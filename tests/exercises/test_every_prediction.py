"""What must hold for every prediction of every lesson, and for every variation of one."""

import itertools

import numpy as np

from helpers.exercises import predict, predictions
from helpers.exercises.cards import show
from helpers.exercises.prediction import PredictionKey
from helpers.exercises.registry import varied
from tests.exercises.test_every_exercise import SAID
from tests.together import for_all

KEYS = {**predictions(), **varied(PredictionKey)}


@for_all(KEYS)
def test_without_a_guess_it_asks_for_one(key):
    result = predict(key.id)
    assert result.state == "not attempted"
    assert key.question in repr(result)
    assert f"guess = {key.example!r}," in repr(result)
    assert "skip" in repr(result)
    assert "truth" not in repr(result)


@for_all(KEYS)
def test_the_truth_is_a_right_guess(key):
    result = predict(key.id, key.truth())
    assert (result.state, result.diagnosis) == ("correct", None), result
    assert dict(result.facts)["the truth"] == dict(result.facts)["your guess"]


def test_the_truths_are_those_that_the_lessons_are_about():
    expected = {id: truth for said in SAID.values() for id, truth in said.TRUTHS.items()}
    assert {id: np.asarray(KEYS[id].truth()).tolist() for id in expected} == expected


@for_all(KEYS)
def test_the_explanation_ends_at_the_truth(key):
    truth = key.truth()
    if np.ndim(truth) == 0 and not isinstance(truth, str):
        assert show(truth) in key.because


@for_all(KEYS)
def test_the_example_gives_nothing_away(key):
    result = predict(key.id, key.example)
    assert (result.state, result.diagnosis) == ("not yet", "values"), result


@for_all(KEYS)
def test_a_guess_that_is_off_by_a_tenth_is_not_right(key):
    truth = np.asarray(key.truth())
    assert predict(key.id, truth + 0.02 * abs(truth) + 0.1).state == "not yet"


@for_all(KEYS)
def test_each_known_guess_is_named_and_told_its_own_sentence(key):
    for mistake in key.mistakes:
        result = predict(key.id, mistake.answer)
        assert (result.state, result.diagnosis) == ("not yet", mistake.name)
        assert mistake.says in result.sentences
        assert "the truth" in dict(result.facts)


@for_all(KEYS)
def test_no_two_known_guesses_are_alike(key):
    assert len(key.known_guesses) == len(key.mistakes) >= 1
    for one, other in itertools.combinations(key.known_guesses.values(), 2):
        assert not key.same(np.asarray(one) if not isinstance(one, str) else one, other)


@for_all(KEYS)
def test_a_key_says_why_and_every_sentence_ends(key):
    for sentence in (key.because, *(mistake.says for mistake in key.mistakes)):
        assert sentence.endswith("."), sentence
