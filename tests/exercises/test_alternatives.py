"""An honest answer in another style stays correct."""

from collections import Counter

from helpers.exercises import check, exercises
from tests.exercises.alternatives import RIGHT
from tests.together import for_all


@for_all({f"{right[0]} {getattr(right[1], '__name__', '')}, {k}": right for k, right in enumerate(RIGHT)})
def test_it_is_correct(id, answer):
    assert check(id, answer), check(id, answer)


def test_there_are_three_for_every_exercise():
    counted = Counter(id for id, _ in RIGHT)
    assert {id for id in exercises() if counted[id] < 3} == set()
