"""The lecturer's guide says of each lesson what the lesson and its keys know."""

import dataclasses
import re

import pytest

from helpers import notebooks
from helpers.guides import guide
from helpers.notebooks import lecture

LESSONS = [lesson.number for lesson in notebooks.lessons()]


@pytest.mark.parametrize("number", LESSONS)
def test_every_lesson_has_its_minutes_its_polls_and_its_homework(number):
    lesson = notebooks.find(number)
    text = guide.text(lesson)
    assert text.count("<details>") == text.count("</details>") == len(lesson.predictions)
    assert text.count(" ✓ |") == len(lesson.predictions)
    for exercise in lesson.exercises:
        assert text.count(f"{exercise.id} {exercise.title}") == 1


def test_the_last_row_adds_up_the_minutes_of_each_cut():
    lesson = notebooks.find("01")
    totals = [f"{lecture.length(lecture.steps_of(lesson, cut)):g}" for cut in lecture.CUTS]
    assert f"| **together** | {' | '.join(totals)} |" in guide.text(lesson)


def test_a_cut_that_is_moved_moves_in_the_guide():
    lesson = notebooks.find("01")
    cells = [
        dataclasses.replace(cell, tags=tuple(tag for tag in cell.tags if not tag.startswith("cut:")))
        for cell in lesson.cells
    ]
    without = dataclasses.replace(lesson, cells=tuple(cells))
    assert "Poll 01.p1:" in guide.text(lesson)
    assert "Poll 01.p1, from 50 minutes on:" in guide.text(without)
    assert "**In the room" not in guide.text(without)


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
