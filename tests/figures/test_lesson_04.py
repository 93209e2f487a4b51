import re

import pytest

from helpers.figures.lesson_04 import cut_at_y
from helpers.figures.style import Picture


def texts(picture):
    return [text.get_text() for text in picture.axes[0].texts if text.get_text()]


@pytest.fixture(params=[(409.2, 8.4, 100), (34.6, 9.0, 7)], ids=["100 branches", "7 branches"])
def case(request):
    return request.param


def test_the_peaks_are_printed_and_told(case):
    whole, cut, branches = case
    picture = cut_at_y(whole, cut, branches)
    assert isinstance(picture, Picture)
    most = f"{round(whole / 10) * 10 if whole > 100 else round(whole)} arrays"
    titles = [text for text in texts(picture) if "at the peak" in text]
    assert titles == [f"In one piece: {most} at the peak", f"Cut in two: {round(cut)} arrays at the peak"]
    assert f"{branches} branches meet in y" in picture.alt
    assert re.findall(r"at the peak, (\d+ arrays)", picture.alt) == [most, f"{round(cut)} arrays"]


def test_above_every_branch_is_kept_and_below_one(case):
    branches = case[2]
    shown = [text for text in texts(cut_at_y(*case)) if text.startswith("branch ")]
    assert shown == [
        *(f"branch {number}: kept" for number in (1, 2, branches)),
        *("branch 1", "branch 2: kept", f"branch {branches}"),
    ]


def test_the_sweep_runs_back_through_what_is_kept_alone(case):
    dashed = [
        note.arrow_patch
        for note in cut_at_y(*case).axes[0].texts
        if getattr(note, "arrow_patch", None) is not None and note.arrow_patch.get_linestyle() == "--"
    ]
    assert len(dashed) == (3 + 1) + (1 + 1)  # to the branches that are kept, and from the loss, in both lanes


def test_nothing_is_cut_off_or_overlaps(case):
    picture = cut_at_y(*case)
    picture.draw_without_rendering()  # lays it out
    written = [text for text in picture.axes[0].texts if text.get_text()]
    boxes = [text.get_window_extent() for text in written]
    width, height = picture.get_size_inches() * picture.dpi
    for i, box in enumerate(boxes):
        assert box.x0 >= 0 <= box.y0, written[i]
        assert box.x1 <= width, written[i]
        assert box.y1 <= height, written[i]
        for other in boxes[:i]:
            assert not box.overlaps(other), written[i]
