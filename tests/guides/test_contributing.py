"""What the maintainer's guide shows is how it is done: its exercise works, and what it names is there."""

import json
import re

import pytest

from helpers import notebooks
from helpers.exercises import check, exercises, hint
from helpers.exercises.key import index
from helpers.exercises.key.keys import AnswerKey
from helpers.notebooks import __main__ as command
from tests import ROOT
from tests.test_shape import FLOORS

GUIDE = notebooks.read(notebooks.NOTEBOOKS / "guides/contributing.ipynb")
STUB = 'def cube_rule(upstream, x):\n    return ...\n\n\ncheck("01.8", cube_rule)'
SOLUTION = STUB.replace("...", "upstream * 3 * x**2")
CELLS = [
    ("markdown", "### Exercise 01.8: A cube\n\n*Difficulty 1 of 3 ●○○, 1 minute.* Write its rule.", []),
    ("code", STUB, ["exercise:01.8"]),
    (
        "markdown",
        f"<details><summary>Solution</summary>\n\n```python\n{SOLUTION}\n```\n\n</details>",
        ["solution:01.8"],
    ),
]


@pytest.fixture
def exercise(tmp_path, monkeypatch):
    """The guide's exercise, as its three cells and its key make it."""
    cells = [
        {"cell_type": kind, "source": source, "metadata": {"tags": tags}} for kind, source, tags in CELLS
    ]
    path = tmp_path / "01_cubes.ipynb"
    path.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    (listed,) = notebooks.read(path).exercises
    scope = {}
    exec(GUIDE.cell("exercise-key").source, scope)
    key = scope["CUBE_RULE"].bound(scope, listed)
    known = index.keys_of("01", AnswerKey) | {key.id: key}
    monkeypatch.setattr(index, "keys_of", lambda lesson, form: known)
    return key


def test_the_exercise_of_the_guide_is_two_places_and_works(exercise):
    listed = exercise.listed
    assert (listed.title, listed.answer, listed.minutes) == ("A cube", "cube_rule", 1)
    assert check("01.8", exercise.answer_of(listed.stub)).state == "not attempted"
    assert check("01.8", exercise.answer_of(listed.solution))
    assert set(exercise.wrong_answers) == {"upstream-missing", "slope-without-its-3"}
    for name, answer in exercise.wrong_answers.items():
        assert check("01.8", answer).diagnosis == name
    for _, line in exercise.right:
        assert check("01.8", exercise.from_maths(line))
    assert exercise.covers
    assert hint("01.8", 3).code.endswith("upstream * ___")


def test_its_number_is_free():
    assert "01.8" not in exercises()


CODE = re.compile(r"`[^`\n]+`")
NAMED = re.compile(r"\b((?:helpers|tests|notebooks)/[\w./]*\w)")


@pytest.mark.parametrize("text", [ROOT / "README.md", GUIDE.path], ids=lambda path: path.name)
def test_every_file_and_command_that_is_named_is_there(text):
    text = text.read_text(encoding="utf-8")
    for name in NAMED.findall(" ".join(CODE.findall(text))):
        assert (ROOT / name).exists(), name
    for name in re.findall(r"python -m helpers\.notebooks (\w+)", text):
        command.parser().parse_args([name])


def test_the_floors_of_the_guide_are_those_that_are_tested():
    rooms = re.findall(r"^\| `helpers/(\w+)`", GUIDE.cell("rooms").source, re.MULTILINE)
    assert tuple(rooms) == FLOORS
