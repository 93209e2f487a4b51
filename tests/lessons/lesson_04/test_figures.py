import re

import pytest

from helpers.lessons.lesson_04.figures import cut_at_y
from tests.drawing.svg_reading import parse, shown


@pytest.fixture(params=[(409.2, 8.4, 100), (34.6, 9.0, 7)], ids=["100 branches", "7 branches"])
def case(request):
    return request.param


def test_the_peaks_are_printed_and_told(case):
    whole, cut, branches = case
    picture = cut_at_y(whole, cut, branches)
    most = f"{round(whole / 10) * 10 if whole > 100 else round(whole)} arrays"
    titles = [text for text in shown(picture.svg) if "at the peak" in text]
    assert titles == [f"In one piece: {most} at the peak", f"Cut in two: {round(cut)} arrays at the peak"]
    assert f"{branches} branches meet in y" in picture.alt
    assert re.findall(r"at the peak, (\d+ arrays)", picture.alt) == [most, f"{round(cut)} arrays"]


def test_above_every_branch_is_kept_and_below_one(case):
    branches = case[2]
    assert [text for text in shown(cut_at_y(*case).svg) if text.startswith("branch ")] == [
        *(f"branch {number}: kept" for number in (1, 2, branches)),
        *("branch 1", "branch 2: kept", f"branch {branches}"),
    ]


def test_the_sweep_runs_back_through_what_is_kept_alone(case):
    dashed = [p for p in parse(cut_at_y(*case).svg).iter() if p.get("stroke-dasharray") == "7 4"]
    assert len(dashed) == (3 + 1) + (1 + 1)  # to the branches that are kept, and from the loss, in both lanes
