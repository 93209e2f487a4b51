"""A lesson as a lecture: no cell is lost, and what is cut is cut whole."""

import itertools

import pytest

from helpers import notebooks
from helpers.notebooks import LessonError, lecture

LESSONS = [lesson.number for lesson in notebooks.lessons()]


@pytest.mark.parametrize("number", LESSONS)
def test_every_cell_that_is_to_be_seen_is_on_one_step(number):
    lesson = notebooks.find(number)
    steps = lecture.steps(lesson)
    seen = dict.fromkeys(cell.number for step in steps for cell in step.cells)
    assert list(seen) == [cell.number for cell in lesson.cells if cell.slide not in ("skip", "notes")]
    beside = [cell.number for step in steps for cell in step.notes]
    assert beside == [cell.number for cell in lesson.cells if cell.slide == "notes"]
    assert len({step.id for step in steps}) == len(steps)


@pytest.mark.parametrize("number", LESSONS)
def test_every_cut_has_the_title_and_the_last_word_and_grows(number):
    lesson = notebooks.find(number)
    cuts = [lecture.steps_of(lesson, cut) for cut in lecture.CUTS]
    for shorter, longer in itertools.pairwise(cuts):
        assert [step for step in longer if step in shorter] == list(shorter)
    assert cuts[-1] == lecture.steps(lesson)
    first, last = cuts[0][0], cuts[0][-1]
    assert first.id == lesson.cells[0].id
    assert lesson.cells[-1].source.endswith(last.cells[-1].source)


def test_what_closes_a_step_above_the_next_heading_stays_with_it():
    steps = {step.id: step for step in lecture.steps(notebooks.find("03"))}
    assert steps["page-run"].cells[-1].source.startswith("Play both")
    assert steps["exercise-03-3-prompt"].cells[0].source.startswith("### Exercise 03.3")
    assert steps["exercise-03-3-prompt"].notes[0].ids("solution") == ("03.3",)
    assert "Five questions" in steps["questions"].cells[0].source
    assert "To take home" not in steps["questions"].cells[0].source


def test_the_longest_cut_that_fits_is_shown():
    assert [lecture.longest_cut(minutes) for minutes in (20, 49, 50, 90)] == [20, 20, 50, 80]
    with pytest.raises(LessonError, match="the shortest lecture takes 20 minutes, and 15 are given"):
        lecture.longest_cut(15)
