"""What every lesson says of itself in the same words: its number, its minutes, its exercises, its end."""

import re

import pytest

from helpers.exercises import exercises
from helpers.lessons import paths
from tests.notebooks import standard, stored

LESSONS = [path.name for path in paths() if re.match(r"0[1-9]_", path.name)]
START = "00_start_here.ipynb"


def exercises_of(name):
    return {id: spec for id, spec in exercises().items() if id.startswith(name[:2])}


def in_words(minutes):
    return "1 minute" if minutes == 1 else f"{minutes} minutes"


@pytest.mark.parametrize("name", [START, *LESSONS])
def test_the_title_carries_the_number_of_the_file(name):
    assert stored.notebook(name).cells[0].source.startswith(f"# {name[:2]} · ")


@pytest.mark.parametrize("name", LESSONS)
def test_the_minutes_of_the_exercises_add_up_to_what_the_title_and_the_map_say(name):
    total = sum(spec.minutes for spec in exercises_of(name).values())
    working, exercising = standard.TIME.search(stored.notebook(name).cells[0].source).groups()
    assert int(exercising) == total
    lines = "\n".join(cell.source for cell in stored.notebook(START).cells).splitlines()
    (line,) = [line for line in lines if line.startswith(f"| [{name[:2]} ")]
    assert line.endswith(f"| {working} + {total} |")


@pytest.mark.parametrize("name", LESSONS)
def test_the_minutes_of_the_exercises_are_enough(name):
    text = "\n".join(cell.source for _, cell in standard.cells(stored.notebook(name), "markdown"))
    needed = {}
    for id, spec in exercises_of(name).items():
        announcement = re.search(rf"^### Exercise {id}:.*?\n\n\*[^*]*\*(.*)", text, re.MULTILINE)[1]
        needed[id] = standard.minutes_to_solve(spec, announcement)
        assert spec.minutes >= needed[id] - 0.5, f"{id} takes about {needed[id]:.1f} minutes"
    assert sum(spec.minutes for spec in exercises_of(name).values()) >= sum(needed.values()) - 0.5


@pytest.mark.parametrize("name", [START, *LESSONS])
def test_every_exercise_is_announced_with_its_title_its_difficulty_and_its_minutes(name):
    prose = "\n".join(cell.source for _, cell in standard.cells(stored.notebook(name), "markdown"))
    for id, spec in exercises_of(name).items():
        dots = "●" * spec.difficulty + "○" * (3 - spec.difficulty)
        how_hard = f"*Difficulty {spec.difficulty} of 3 {dots}, {in_words(spec.minutes)}.*"
        assert f"### Exercise {id}: {spec.title}\n\n{how_hard}" in prose


@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson_ends_with_the_map_row_five_questions_and_one_sentence(name):
    headings = [
        line
        for _, cell in standard.cells(stored.notebook(name), "markdown")
        for line in standard.without_code(cell.source).splitlines()
        if line.startswith("## ")
    ]
    assert headings[-3:] == [
        "## The same thing elsewhere",
        "## Five questions, from memory",
        "## To take home",
    ]
