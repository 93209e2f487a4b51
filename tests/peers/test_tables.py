"""The tables that end lessons 02 and 04 say of other frameworks what these do."""

import importlib.util
import json

import pytest

from .tables import RIGHT, STORED, WORLDS, answers_of, calls_of, in_words, package, rows, version

ANSWERS = json.loads(STORED.read_text(encoding="utf-8"))
PYTORCH_ADDS = {
    "left out": "unless y is one number",
    "not connected": "or `None` with `allow_unused`",
}
every_framework = pytest.mark.parametrize("framework", WORLDS)


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
    if importlib.util.find_spec(package(framework)) is None:
        pytest.skip(f"{framework.partition(' ')[0]} is not installed")
    if version(framework) != ANSWERS[framework]["version"]:
        pytest.skip(f"{framework} {ANSWERS[framework]['version']} was asked, here is {version(framework)}")
    assert answers_of(framework) == ANSWERS[framework]
