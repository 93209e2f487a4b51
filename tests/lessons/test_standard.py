import pytest

from helpers import lessons
from helpers.exercises import exercises, predictions
from helpers.lessons import catalogue, standard

NOTEBOOKS = [str(path.relative_to(lessons.NOTEBOOKS)) for path in lessons.paths()]
LESSONS = [lesson.number for lesson in lessons.lessons() if lesson.number != "00"]


@pytest.mark.parametrize("name", NOTEBOOKS)
@pytest.mark.parametrize("demand", standard.EVERY_NOTEBOOK, ids=lambda demand: demand.__name__)
def test_every_notebook(name, demand):
    assert not standard.breaches([demand], lessons.read(lessons.NOTEBOOKS / name))


@pytest.mark.parametrize("number", LESSONS)
@pytest.mark.parametrize("demand", standard.EVERY_LESSON, ids=lambda demand: demand.__name__)
def test_every_lesson(number, demand):
    assert not standard.breaches([demand], lessons.find(number))


def test_notebooks_are_found():
    assert "00_start_here.ipynb" in NOTEBOOKS
    assert LESSONS


def test_what_the_notebooks_ask_is_what_can_be_checked():
    assert set(catalogue.exercises()) == set(exercises())
    assert set(catalogue.predictions()) == set(predictions())
