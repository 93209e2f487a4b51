"""What a talk asks of a run: numbers, pictures, exhibits with what each press brings; or why not."""

import re

import numpy as np
import pytest

from helpers.classroom.slides import told
from helpers.drawing import svg
from helpers.notebooks import talk
from helpers.widgets import BackpropStepper, Exhibit, Meet
from helpers.widgets.base.controls import Number


def twice(x):
    return 2 * x


@pytest.fixture(scope="module")
def shown():
    return {"stepper": BackpropStepper(lambda x: np.square(np.square(x)), x=2.0), "printed": None}


def asked(source, shown):
    [slide] = talk.read(f"# A\n\n{source}").slides
    return told.answer({"twice": twice}, shown, slide.blocks[0].asks)


def test_a_number_is_written_as_on_a_board():
    answers = [told.answer({"twice": twice}, {}, {"value": v}) for v in ("twice(8748.0)", "twice(-0.25)")]
    assert answers == [{"value": "17,496"}, {"value": "−0.5"}]


def test_an_exhibit_is_told_with_its_steps_and_settings_and_left_as_it_was(shown):
    answer = asked("show: stepper with x = 3.0\n- x = 1.0", shown)
    assert answer["presses"] == [(0, 0), (0, 1), (0, 2), (1, 2)]
    assert [drawing["transcript"][0].splitlines()[1][:14] for drawing in answer["drawings"]] == [
        "Forward: x = 3",
        "Forward: x = 1",
    ]
    assert shown["stepper"].values["x"] == 2.0


def test_at_the_end_and_at_the_start_it_is_a_picture(shown):
    end, start = (asked(f"show: stepper at the {where}", shown)["svg"] for where in ("end", "start"))
    assert start.count('display="none"') > end.count('display="none"')


def test_of_steps_that_are_not_shown_nothing_is_told(shown):
    places = "", " at the start\n- x = 1.0", " at the end\n- x = 1.0", " at the end\n- x = 2.0"
    mute = [bool(asked(f"show: stepper{each}", shown)["mute"]) for each in places]
    assert mute == [False, True, False, True], "the last press says what was said before"


MET = "show: meet with answer = [[2.0]] at the end"  # what one more of A[1,0] is worth


def test_a_slide_shows_no_trace_of_the_options_that_were_tried():
    shown = {"meet": Meet([[1.0, 2.0], [3.0, 4.0]], [[1.0], [5.0]], upstream=[[1.0], [2.0]])}
    with_presses = asked(f"{MET}\n- side = 1", shown)
    assert with_presses["drawings"][0]["picture"] == asked(MET, shown)["svg"]


def test_what_a_press_answers_is_not_asked_with_it():
    shown = {"meet": Meet([[1.0, 2.0], [3.0, 4.0]], [[1.0], [5.0]], upstream=[[1.0], [2.0]])}
    pulled = asked("show: meet at the end\n- pull_A_0_0 = 1.0", shown)["drawings"][1]["picture"]
    assert "Row 0 of C moves by row 0 of B" in pulled
    assert "Which numbers" not in pulled


class Remembers(Exhibit):
    """It shows how many values it has drawn."""

    def __init__(self):
        self.drawn_before = []
        super().__init__(Number("x", 1.0))

    def draw(self, x):
        self.drawn_before.append(x)
        return svg.picture(svg.words(str(len(self.drawn_before)), 16), "remembered")


def test_a_slide_shows_no_trace_of_another():
    shown = {"it": Remembers()}
    first, second = (asked("show: it with x = 2.0 at the end", shown)["svg"] for _ in range(2))
    assert first == second


def test_nothing_on_a_slide_can_be_pulled_or_typed(shown):
    live, still = asked("show: stepper", shown), asked("show: stepper at the end", shown)["svg"]
    asks = {"meet": Meet([[1.0]], [[1.0]], upstream=[[1.0]])}
    for picture in (
        live["drawings"][0]["picture"],
        still,
        asked("show: meet at the end", asks)["svg"],
    ):
        assert not re.search(r"data-(drag|lift|cell)=", picture)


WRONG = {
    "no cell of the lesson is named nothing": "show: nothing",
    "the cell printed ends with nothing that could be shown": "show: printed",
    "There is no control named z; there are x": "show: stepper with z = 1.0",
    "cannot tell twice() (TypeError": "show: twice()",
    "is no exhibit, so nothing can be set in it": "show: twice(2) with x = 1",
}


@pytest.mark.parametrize("says", WRONG)
def test_what_cannot_be_told_is_said_in_one_sentence(says, shown):
    assert says in asked(WRONG[says], shown)["error"]
