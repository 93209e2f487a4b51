"""A variation asks for the same idea again; what `test_every_exercise` asks holds for it as well."""

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.exercises import check, exercises, predictions
from helpers.exercises.key.keys import GAP
from helpers.exercises.key.shelf import LESSONS, part_of
from helpers.exercises.key.variations import Variation
from tests.exercises.cells import differences
from tests.together import for_all

BASES = {**exercises(), **predictions()}
ALL = [variation for lesson in LESSONS for variation in part_of(lesson, "again")["VARIATIONS"]]


class Noting(Variation):
    """A variation that notes which of its words change what is said, or keep it from being changed."""

    def __init__(self, variation):
        vars(self).update(vars(variation), found=set())

    def exchanged(self, text):
        exchanged = super().exchanged(text)
        for old in self.words.keys() - self.found:
            others = {other: new for other, new in self.words.items() if other != old}
            if old in text and Variation("", "", others).exchanged(text) != exchanged:
                self.found.add(old)
        return exchanged


@for_all({f"{variation.of}, {variation.task[:40]}": variation for variation in ALL})
def test_every_word_to_be_exchanged_changes_something(variation):
    """Of a word with gaps one place is enough, in the skeleton or in the solution."""
    noting = Noting(variation)
    noting.key(BASES[variation.of], f"{variation.of}b", {})
    assert not {GAP.sub(r"\1", old) for old in variation.words} - {
        GAP.sub(r"\1", old) for old in noting.found
    }


def all_at_once(losses, w, parts, known):
    rows, weights = np.concatenate(parts), np.concatenate(known)
    return ad.grad(lambda w: np.sum(weights * losses(w, rows)) / weights.sum())(w)


def through_the_jacobian(controller, simulate, w):
    y = controller(w)
    slopes = differences(simulate, y)[0]
    return slopes @ ad.jacobian(controller)(w)


@pytest.mark.parametrize(
    ("id", "answer", "diagnosis"),
    [
        ("02.3b", lambda f, x: ad.jacobian(f)(x), "jacobian-built"),
        (
            "02.4b",
            lambda g, first, second, x: ad.vjp(lambda x: second(first(x)), x)[1](g)[0],
            "one-sweep-for-all",
        ),
        ("02.6b", lambda f, x, v: v @ ad.hessian(f)(x) @ v, "jacobian-built"),
        ("04.4b", through_the_jacobian, "jacobian-built"),
        ("04.6b", all_at_once, "too-few-sweeps"),
    ],
)
def test_right_numbers_in_a_way_that_the_task_forbids_are_not_correct(id, answer, diagnosis):
    assert check(id, answer).diagnosis == diagnosis
