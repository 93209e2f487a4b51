"""What is said must hold: sums are added up, and a sentence belongs to the name beside it."""

import itertools
import re

import numpy as np
import pytest

from helpers.exercises import exercises, predictions
from helpers.exercises.key.index import varied
from helpers.exercises.key.keys import AnswerKey
from helpers.exercises.key.letters import Order
from helpers.exercises.key.mistakes import Mistake
from helpers.exercises.key.prediction import PredictionKey
from helpers.exercises.say.sentences import SAYS
from tests.together import for_all

KEYS = {**exercises(), **predictions(), **varied(AnswerKey), **varied(PredictionKey)}

NUMBER = r"−?\d+(?:,\d{3})*(?:\.\d+)?"
TERM = rf"(?:{NUMBER}|\[{NUMBER}(?:, {NUMBER})*\])"
SIDE = rf"{TERM}(?: ?[+·×*/−] ?{TERM})*"
EQUATION = re.compile(rf"(?<![·×*+/−=] )(?<![\w.,·*/]){SIDE}(?: = {SIDE})+(?![\w·/])")
PYTHON = {"·": "*", "×": "*", "−": "-"}


def value_of(side):
    """What a sum of printed numbers and rows comes to; this is our own text, and it has no names in it."""
    text = re.sub(r"(?<=\d),(?=\d{3})", "", side)
    text = "".join(PYTHON.get(letter, letter) for letter in text)
    return eval(text.replace("[", "np.array([").replace("]", "])"), {"np": np})


def equations(text):
    """Every equation of numbers in a text, as its sides."""
    return [found[0].split(" = ") for found in EQUATION.finditer(text)]


def texts_of(key):
    hints, listed = getattr(key, "hints", ()), getattr(key, "listed", None)
    return (*hints, key.because, *(mistake.says for mistake in key.mistakes), listed.stub if listed else "")


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Going down: 1 × 32 = 32, then 32 × 8 = 256.", [True, True]),
        ("Each sends 1 + 3 = 4, so 10 · [3, 2] + 1 · [1, 4] = [31, 24].", [True, True]),
        ("24 = 1·6 + 2·9, but 6 + 5 = 12.", [True, False]),
        ("C[0,0] = 24 and x = 3; 1,000 + 1 = 1,001", [True]),
    ],
)
def test_equations_are_found_in_a_text(text, right):
    found = [all(np.array_equal(value_of(a), value_of(b)) for a, b in itertools.pairwise(sides))
             for sides in equations(text)]  # fmt: skip
    assert found == right


@for_all(KEYS)
def test_numbers_that_are_said_to_be_equal_are_equal(key):
    for sides in itertools.chain(*map(equations, texts_of(key))):
        for one, other in itertools.pairwise(sides):
            np.testing.assert_allclose(value_of(one), value_of(other), err_msg=" = ".join(sides))


FREQUENT = {"the", "and", "for", "that", "this", "not", "with", "one", "grad", "mean"}


def stems(text):
    return {word[:4] for word in re.findall(r"[a-z]{3,}", text.lower())} - FREQUENT


def fit(name, says):
    return len(stems(name) & stems(says))


def exchanged(mistakes):
    """Pairs whose sentences would fit the names better by two words or more if they changed places."""
    for one, other in itertools.combinations(mistakes, 2):
        gain = fit(one.name, other.says) + fit(other.name, one.says)
        if gain - fit(one.name, one.says) - fit(other.name, other.says) >= 2:
            yield one.name, other.name


@for_all(KEYS)
def test_no_sentence_stands_beside_the_name_of_another(key):
    assert not list(exchanged(mistake for mistake in key.mistakes if " and " not in mistake.name))


@for_all({id: key for id, key in KEYS.items() if isinstance(key, Order)})
def test_a_sentence_speaks_of_lines_of_its_own_answer(key):
    for mistake in key.mistakes:
        named = re.findall(r"Lines? ([A-Z])(?: and ([A-Z]))?", mistake.says)
        wrong = set(key.letters(mistake.answer)) - set(key.letters(key.right_answer))
        assert {letter for pair in named for letter in pair if letter} <= wrong, mistake.name


def test_no_shared_sentence_stands_beside_the_name_of_another():
    assert not list(exchanged(Mistake(name, None, says) for name, says in SAYS.items()))
