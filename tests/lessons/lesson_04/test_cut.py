import numpy as np
import pytest

from helpers.drawing import svg
from helpers.lessons.lesson_04.cut import BELOW, PLACES, WIDE, Cut
from helpers.lessons.lesson_04.inputs import exams
from tests.lessons.lesson_04.test_facts import COUNTS, EXAMS

NAMES = {"x": ["algebra", "geometry"], "y": ["exam one", "exam two"]}
LOSSES = {"tenfold": lambda marks: marks @ COUNTS, "squares": lambda marks: np.sum(marks**2) / 2}
MARKS = EXAMS @ [2.0, 3.0]


def test_what_the_loss_sends_stands_for_it_and_only_below_the_cut():
    cut = Cut(LOSSES, exams, [2.0, 3.0], NAMES)
    cut.set(sent_1=COUNTS[0])
    assert (cut.found, "grad_ys" in cut.picture) == ([], False), "the loss is there itself"
    cut.set(cut=BELOW)
    assert cut.found == ["10 and 1: what the loss sends. Nothing else of it is needed."]
    assert "grad_ys=[10, 1]" in cut.picture
    cut.set(sent_1=MARKS[0], sent_2=MARKS[1])
    assert (len(cut.found), cut.past) == (1, True)
    cut.set(loss="squares")
    assert cut.found[1].startswith("12 and 14: what the loss sends, the marks themselves.")
    cut.set(cut=PLACES)
    assert cut.past, "nothing was cut off"


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize(("place", "sent"), [(PLACES, None), (0, (1, 1)), (0, (15, 0)), (0, (2, 3))])
def test_what_comes_down_and_arrives_is_what_the_slopes_make_of_it(loss, place, sent):
    cut = Cut(LOSSES, exams, [2.0, 3.0], NAMES)
    cut.set(loss=loss, cut=place, **dict(zip(("sent_1", "sent_2"), sent or (7, 7), strict=True)))
    upstream = np.array(sent or (COUNTS if loss == "tenfold" else MARKS))
    down, arrives = (" and ".join(map(svg.number, each)) for each in (upstream, upstream @ EXAMS))
    assert f"{down} come down to the marks, {arrives} arrive at the hours." in cut.drawn.alt


def test_the_line_can_be_taken_hold_of_all_along_between_its_dashes_too():
    cut = Cut(LOSSES, exams, [2.0, 3.0], NAMES)
    held = cut.picture[cut.picture.index('data-lift="cut"') :]
    reach, line = held.index('fill="transparent"'), held.index("stroke-dasharray")
    assert reach < line
    assert f'width="{WIDE}" height="16"' in held[:line]
