import pytest

from helpers import lessons
from helpers.exercises import exercises, predictions
from helpers.lessons import catalogue, standard

NOTEBOOKS = [str(path.relative_to(lessons.NOTEBOOKS)) for path in lessons.paths()]
LESSONS = [lesson.number for lesson in lessons.lessons() if lesson.number != "00"]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_notebook(name):
    assert not standard.breaches(standard.EVERY_NOTEBOOK, lessons.read(lessons.NOTEBOOKS / name))


@pytest.mark.parametrize("number", LESSONS)
def test_every_lesson(number):
    assert not standard.breaches(standard.EVERY_LESSON, lessons.find(number))


def test_notebooks_are_found():
    assert "00_start_here.ipynb" in NOTEBOOKS
    assert LESSONS


def test_what_the_notebooks_ask_is_what_can_be_checked():
    assert set(catalogue.exercises()) == set(exercises())
    assert set(catalogue.predictions()) == set(predictions())
