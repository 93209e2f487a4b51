import pytest

from helpers import notebooks
from helpers.exercises import exercises, predictions
from helpers.notebooks import catalogue
from tests.notebooks import standard

NOTEBOOKS = [str(path.relative_to(notebooks.NOTEBOOKS)) for path in notebooks.paths()]
LESSONS = [lesson.number for lesson in notebooks.lessons() if lesson.number != "00"]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_notebook(name):
    assert not standard.breaches(standard.EVERY_NOTEBOOK, notebooks.read(notebooks.NOTEBOOKS / name))


@pytest.mark.parametrize("number", LESSONS)
def test_every_lesson(number):
    assert not standard.breaches(standard.EVERY_LESSON, notebooks.find(number))


def test_notebooks_are_found():
    assert "00_start_here.ipynb" in NOTEBOOKS
    assert LESSONS


def test_what_the_notebooks_ask_is_what_can_be_checked():
    assert set(catalogue.exercises()) == set(exercises())
    items = {id for lesson in catalogue.lessons().values() for id in lesson.items}
    assert items == {*exercises(), *predictions()}
