"""What must hold for every prediction of every lesson, and for every variation of one."""

import itertools
import re

import numpy as np

from helpers.exercises import predict, predictions
from helpers.exercises.key.index import varied
from helpers.exercises.key.prediction import PredictionKey
from helpers.exercises.run.arithmetic import calculated
from helpers.exercises.say.cards import show
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


@for_all(KEYS)
def test_the_explanation_names_a_truth_that_is_a_number(key):
    truth = key.truth()
    if np.ndim(truth) == 0 and not isinstance(truth, str):
        assert show(truth) in re.sub(r"(\d),(\d{3})", r"\1\2", key.because).replace("−", "-")


@for_all(KEYS)
def test_the_example_gives_nothing_away(key):
    result = predict(key.id, key.example)
    known = isinstance(key.truth(), str)  # of a few words, each wrong one is known
    assert (result.state, result.diagnosis) == ("not yet", result.diagnosis if known else "values"), result


@for_all(KEYS)
def test_a_guess_that_is_off_by_a_tenth_is_not_right(key):
    if not isinstance(truth := key.truth(), str):
        assert predict(key.id, truth + 0.02 * np.abs(truth) + 0.1).state == "not yet"


@for_all(KEYS)
def test_each_known_guess_is_named_and_told_its_own_sentence(key):
    for mistake in key.mistakes:
        result = predict(key.id, mistake.answer)
        assert (result.state, result.diagnosis) == ("not yet", mistake.name)
        assert mistake.says in result.sentences
        assert ("the truth" in dict(result.facts)) is not key.is_revealed


@for_all(predictions())
def test_a_known_guess_is_told_nothing_of_the_truth(key):
    truth = key.truth()
    assert key.is_revealed
    for mistake in key.mistakes:
        card = predict(key.id, mistake.answer)
        assert "the truth" not in dict(card.facts)
        assert key.because not in card.sentences
        for said in numbers_in(mistake.says):
            assert not key.same(np.asarray(said), truth), (mistake.name, said)


NUMBER = r"[−-]?\d+(?:\.\d+)?"
SUM = re.compile(rf"{NUMBER}(?: ?[·×*/+−-] ?{NUMBER})*")


def numbers_in(sentence):
    """Every number and every sum in a sentence, worked out."""
    for found in SUM.findall(re.sub(r"(\d),(\d{3})", r"\1\2", sentence)):
        yield calculated(found.replace("−", "-").replace("·", "*").replace("×", "*"), {})


def test_a_sentence_that_works_out_the_truth_would_be_found():
    assert list(numbers_in("That is x⁷, as 2 · 64; then −1 is left.")) == [128.0, -1.0]


@for_all(KEYS)
def test_no_two_known_guesses_are_alike(key):
    known = {mistake.name: mistake.answer for mistake in key.mistakes}
    assert len(known) == len(key.mistakes) >= 1
    for one, other in itertools.combinations(known.values(), 2):
        assert not key.same(np.asarray(one) if not isinstance(one, str) else one, other)


@for_all(KEYS)
def test_a_key_says_why_and_every_sentence_ends(key):
    assert key.because.endswith(".")
    for mistake in key.mistakes:
        assert mistake.says[-1] in ".?", mistake.says
