"""The lecturer's guide says of each lesson what the lesson and its keys know."""

import re
from dataclasses import replace

import pytest

from helpers import notebooks
from helpers.guides import guide
from helpers.notebooks import talk

LESSONS = [lesson.number for lesson in notebooks.lessons()]


@pytest.mark.parametrize("number", LESSONS)
def test_every_lesson_has_its_slides_its_polls_and_its_homework(number):
    lesson = notebooks.find(number)
    text = guide.text(lesson)
    assert text.count("<details>") == text.count("</details>") == len(lesson.predictions) + 1
    assert text.count(" ✓ |") == len(lesson.predictions)
    for exercise in lesson.exercises:
        assert text.count(f"{exercise.id} {exercise.title}") == 1


def test_what_a_poll_asks_is_no_markup(monkeypatch):
    asked = replace(guide.poll("01.p1"), question="Is a < b?")
    monkeypatch.setattr(guide, "poll", lambda _: asked)
    assert "Is a &lt; b?</summary>" in guide.text(notebooks.find("01"))


def test_what_the_talk_votes_on_is_not_asked_again_in_a_longer_lecture(monkeypatch):
    lesson = notebooks.find("01")
    said = talk.read("# One\n\nvote: 01.p1")
    monkeypatch.setattr(talk, "of", lambda _: said)
    longer = guide.text(lesson).partition("**50 minutes:** ")[2].partition("\n")[0]
    assert "01.p2" in longer
    assert "01.p1" not in longer


def test_lessons_take_the_place_of_those_that_were_there():
    other, old = {"id": "a", "metadata": {}}, {"id": "b", "metadata": {"tags": ["lecture:99"]}}
    known = notebooks.lessons()[:2]
    cells = guide.with_lessons({"cells": [other, old, other]}, known, ValueError)["cells"]
    assert [cell["id"] for cell in cells] == ["a", "lecture-00", "lecture-01", "a"]


@pytest.mark.parametrize("number", LESSONS)
def test_the_board_shows_the_numbers_of_the_lesson(number):
    lesson = notebooks.find(number)
    (board,) = (
        line for note in lesson.notes for line in re.findall(r"- \*\*Board:\*\*(.*?)(?=\n- )", note, re.S)
    )
    shown = " ".join(cell.source + cell.text for cell in lesson.cells if "speaker-notes" not in cell.roles)
    numbers = set(re.findall(r"−?\d+(?:\.\d+)?", re.sub(r"\$[^$]*\$|`[^`]*`", "", board)))
    assert not {n for n in numbers if not re.search(rf"(?<![\d.]){n.replace('−', '[−-]')}(?![\d])", shown)}
