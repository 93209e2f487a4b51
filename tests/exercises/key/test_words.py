"""What is said must hold: sums are added up, and a sentence belongs to the name beside it."""

import itertools
import re

import pytest

from helpers.exercises import exercises, predictions
from helpers.exercises.key.index import varied
from helpers.exercises.key.keys import AnswerKey
from helpers.exercises.key.letters import Order
from helpers.exercises.key.mistakes import Mistake, read_row
from helpers.exercises.key.prediction import PredictionKey
from helpers.exercises.review.polls import poll
from helpers.exercises.say.cards import show
from helpers.exercises.say.sentences import SAYS
from tests.equations import wrong
from tests.together import for_all

KEYS = {**exercises(), **predictions(), **varied(AnswerKey), **varied(PredictionKey)}


def texts_of(key):
    hints, listed = getattr(key, "hints", ()), getattr(key, "listed", None)
    return (*hints, key.because, *(mistake.says for mistake in key.mistakes), listed.stub if listed else "")


@for_all(KEYS)
def test_numbers_that_are_said_to_be_equal_are_equal(key):
    assert not [each for text in texts_of(key) for each in wrong(text)]


FREQUENT = {"the", "and", "for", "that", "this", "not", "with", "one", "grad", "mean"}


def stems(text):
    return {word[:4] for word in re.findall(r"[a-z]{3,}", text.lower())} - FREQUENT


def fit(name, says):
    return len(stems(name) & stems(says))


def exchanged(mistakes, by=1):
    """Pairs whose sentences would fit the names better, by so many words, if they changed places."""
    for one, other in itertools.combinations(mistakes, 2):
        gain = fit(one.name, other.says) + fit(other.name, one.says)
        if gain - fit(one.name, one.says) - fit(other.name, other.says) >= by:
            yield one.name, other.name


@for_all(KEYS)
def test_no_sentence_stands_beside_the_name_of_another(key):
    pairs = list(exchanged(mistake for mistake in key.mistakes if " and " not in mistake.name))
    assert not pairs, "each sentence would fit the other's name better: let a name use its sentence's words"


@for_all({**exercises(), **predictions()})
def test_neighbours_that_change_their_sentences_fit_worse(key):
    """Or a guide holds a copy, as of each option of a poll."""
    is_guess = isinstance(key, PredictionKey)
    copied = {option.says for option in poll(key.id).options} if is_guess else set()
    rows = [row for row in (key.guesses if is_guess else key.wrong) if isinstance(row, tuple) and row[2:]]
    for pair in itertools.pairwise(Mistake(name, None, says) for name, _, says in map(read_row, rows)):
        says = {each.says for each in pair}
        assert len(says) == 1 or says & copied or not list(exchanged(pair, by=0)), "say more in a name"


@for_all({id: key for id, key in KEYS.items() if isinstance(key, Order)})
def test_a_sentence_speaks_of_lines_of_its_own_answer(key):
    for mistake in key.mistakes:
        named = re.findall(r"Lines? ([A-Z])(?: and ([A-Z]))?", mistake.says)
        wrong = set(key.letters(mistake.answer)) - set(key.letters(key.right_answer))
        assert {letter for pair in named for letter in pair if letter} <= wrong, mistake.name


def test_no_shared_sentence_stands_beside_the_name_of_another():
    shared = (Mistake(name, None, says) for name, says in SAYS.items())
    assert not list(exchanged(shared, by=2))


def features(*texts):
    """The words, the letters and the numbers of texts, by which they can be told to speak of the same."""
    text = " ".join(texts).replace("_", " ")
    return stems(text) | set(re.findall(r"\b(?:[A-Za-z]|\d+(?:\.\d+)?)\b", text))


def all_of(key):
    """What else is said in an exercise or a prediction, its reason apart."""
    says = (mistake.says for mistake in key.mistakes)
    if isinstance(key, PredictionKey):
        return features(key.question, show(key.truth()), *says)
    return features(*key.hints, key.listed.title, key.listed.stub, key.listed.solution, *says)


LESSONS = sorted({id[:2] for id in KEYS})


@pytest.mark.parametrize("lesson", LESSONS)
def test_no_reason_stands_in_the_place_of_another(lesson):
    """Exchanged, two reasons would speak of more that their exercises do not speak of."""
    keys = [key for key in {**exercises(), **predictions()}.values() if key.id.startswith(lesson)]
    says, speaks = {key.id: features(key.because) for key in keys}, {key.id: all_of(key) for key in keys}
    for one, other in itertools.combinations(says, 2):
        strange = len(says[one] - speaks[one]) + len(says[other] - speaks[other])
        assert strange <= len(says[one] - speaks[other]) + len(says[other] - speaks[one]), (one, other)
