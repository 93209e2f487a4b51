"""The tables that end the lessons say of other frameworks what these have, and what they do."""

import pytest

from helpers.lessons.lesson_09.phrasebook.asking import version_here

from . import THEIRS, require
from .tables import RIGHT, answers_of, calls_of, in_words, known, names_of, rows

ANSWERS = known()
PYTORCH_ADDS = {
    "left out": "unless y is one number",
    "not connected": "or `None` with `allow_unused`",
}
every_framework = pytest.mark.parametrize("framework", THEIRS)


@every_framework
def test_every_name_in_the_tables_was_found_in_its_framework(framework):
    names = names_of(framework)
    assert names, "the tables of every framework name something"
    assert names <= set(ANSWERS[framework]["names"]), "misspelt, or new: run `python -m tests.peers`"


@every_framework
def test_the_calls_in_the_tables_give_what_their_columns_promise(framework):
    """Word for word as they stand there: a call that was never run is not in the file."""
    for code, kind in calls_of(framework).items():
        assert ANSWERS[framework]["calls"][code] == RIGHT[kind], code


@every_framework
@pytest.mark.parametrize(
    ("lesson", "column", "asked"),
    [
        ("02", "`u` left out", "left out"),
        ("04", "left out", "left out"),
        ("04", "not connected", "not connected"),
    ],
)
def test_what_the_tables_say_in_words_is_what_happens(framework, lesson, column, asked):
    said = rows(lesson)[framework][column]
    first, *more = said.split(", ")
    assert first == in_words(ANSWERS[framework][asked])
    if framework == "PyTorch":
        assert more == [PYTORCH_ADDS[asked]]
        assert ANSWERS[framework]["left out, one number"] == [2.0, 4.0]
        assert ANSWERS[framework]["not connected, allowed"] is None
    else:
        assert not more


@every_framework
def test_the_stored_answers_are_theirs(framework):
    require(framework)
    here, asked = version_here(framework), ANSWERS[framework]["version"]
    if here != asked:
        pytest.skip(f"{framework} {asked} was asked, here is {here}")
    assert answers_of(framework) == ANSWERS[framework]
