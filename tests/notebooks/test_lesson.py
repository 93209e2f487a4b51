"""A notebook is read into a lesson, or answered with one sentence that names the cell."""

import json
import subprocess
import sys

import pytest

from helpers import notebooks
from helpers.notebooks import LessonError, catalogue

SOLVED = '```python\nx = 1  # one\n\ncheck("05.1", x)\n```'
SOLUTION = f"<details><summary>S</summary>\n\n{SOLVED}\n\nBecause.\n\n</details>"
QUESTIONS = "1. Why?\n2. How\n   much?\n<details><summary>Key</summary>\n\n1. So.\n2. 2.\n</details>"
ANNOUNCED = "And so on.\n\n### Exercise 05.1: One\n\n*Difficulty 2 of 3 ●●○, 1 minute.* Say 1."


def cell(kind, source, *tags, id="a-cell"):
    return {"cell_type": kind, "id": id, "source": source, "metadata": {"tags": list(tags)}}


def cells():
    """The cells of a small lesson, to be spoiled by one test."""
    head = "# 05 · Ones\n\n**Time:** 8 minutes, and 20 for the exercises."
    return [
        cell("markdown", head, id="title"),
        cell("code", 'predict("05.p1", guess)', "predict:05.p1"),
        cell("code", "print(1)", "reveal:05.p1", id="truth"),
        cell("markdown", ANNOUNCED, id="prompt"),
        cell("code", 'x = ...\n\n\ncheck("05.1", x)', "exercise:05.1", id="stub"),
        cell("markdown", SOLUTION, "solution:05.1", id="solution"),
        cell("markdown", QUESTIONS, "questions", "answers", id="questions"),
    ]


@pytest.fixture
def write(tmp_path):
    def written(cells):
        path = tmp_path / "05_ones.ipynb"
        path.write_text(json.dumps({"cells": cells, "metadata": {}}), encoding="utf-8")
        return path

    return written


def test_what_a_lesson_says_is_read(write):
    lesson = notebooks.read(write(cells()))
    assert (lesson.number, lesson.title, lesson.minutes, lesson.exercise_minutes) == ("05", "Ones", 8, 20)
    (guess,) = lesson.predictions
    assert (guess.id, [cell.id for cell in guess.reveals]) == ("05.p1", ["truth"])
    (one,) = lesson.exercises
    assert (one.title, one.difficulty, one.minutes) == ("One", 2, 1)
    assert (one.stub, one.answer, one.solution, one.why) == ("x = ...", "x", "x = 1  # one", "Because.")
    assert lesson.questions == (("Why?", "So."), ("How much?", "2."))


def without_tags(number):
    return lambda cells: cells[number]["metadata"].update(tags=[])


def with_source(number, source):
    return lambda cells: cells[number].update(source=source)


TROUBLES = [  # what is done to the cells, which part is asked for, and a part of the sentence
    (with_source(0, "No title"), "title", "cell 0 (id title): the first cell does not begin with the title"),
    (with_source(0, "# 05 · Ones"), "minutes", "cell 0 (id title): the first cell does not say “**Time:**"),
    (without_tags(1), "predictions", "cell 1 (id a-cell): it lacks the tag predict:05.p1"),
    (without_tags(4), "exercises", "cell 4 (id stub): it lacks the tag exercise:05.1"),
    (without_tags(5), "exercises", "no cell is tagged solution:05.1"),
    (lambda cells: cells.pop(4), "exercises", "cell 3 (id prompt): it speaks of exercise 05.1, but no cell"),
    (lambda cells: cells.append(cells[5]), "exercises", "2 cells are tagged solution:05.1"),
    (with_source(3, "Say 1."), "exercises", "cell 4 (id stub): exercise 05.1 has no heading"),
    (with_source(3, "### Exercise 05.1: One\n\nSay 1."), "exercises", "does not say “*Difficulty"),
    (with_source(4, "x = ..."), "exercises", 'cell 4 (id stub): its code does not end in check("05.1"'),
    (with_source(5, "It is 1."), "exercises", "cell 5 (id solution): the solution has 0 blocks of ```python"),
    (with_source(6, "1. Why?"), "questions", "cell 6 (id questions): it asks 1 questions, and the key has 0"),
]


@pytest.mark.parametrize(("change", "part", "says"), TROUBLES, ids=[says for *_, says in TROUBLES])
def test_what_cannot_be_understood_is_named_with_its_cell(write, change, part, says):
    changed = cells()
    change(changed)
    with pytest.raises(LessonError) as caught:
        getattr(notebooks.read(write(changed)), part)
    assert says in str(caught.value)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "it is not JSON"),
        ("[]", "has no list of cells"),
        ('{"cells": [1]}', "cell 0: it is not a cell of a notebook"),
        ('{"cells": [{"cell_type": "code"}]}', "cell 0: it is not a cell of a notebook"),
    ],
)
def test_what_is_no_notebook_is_refused(tmp_path, text, says):
    path = tmp_path / "05_ones.ipynb"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LessonError, match=says):
        notebooks.read(path)
    with pytest.raises(LessonError, match="there is no such notebook"):
        notebooks.read(tmp_path / "06_none.ipynb")
    with pytest.raises(LessonError, match="there is no lesson '99'; known are 00, 01"):
        notebooks.find("99")


def test_what_cannot_be_read_is_a_sentence(tmp_path):
    (tmp_path / "a_folder.ipynb").mkdir()
    (tmp_path / "deep.ipynb").write_text("[" * 100_000, encoding="utf-8")
    for name in ("a_folder.ipynb", "deep.ipynb"):
        with pytest.raises(LessonError, match=f"^{name}: "):
            notebooks.read(tmp_path / name)


def test_reading_lessons_needs_the_standard_library_alone():
    code = "import sys; from helpers.notebooks import catalogue; catalogue.exercises(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    packages = {name.partition(".")[0] for name in loaded.stdout.split()}
    assert not packages & {"numpy", "nbformat", "nbclient", "traitlets", "ipywidgets", "anywidget", "IPython"}


def test_the_catalogue_is_what_the_notebooks_say():
    assert catalogue.PATH.read_text(encoding="utf-8") == catalogue.text_of(notebooks.lessons()), (
        "run `python -m helpers.notebooks store` with the notebook that has changed"
    )
