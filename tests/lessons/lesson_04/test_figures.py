import pytest

from helpers.lessons.lesson_04.figures import cut_at_y
from tests.drawing.svg_reading import parse, shown


@pytest.fixture(params=[100, 7])
def branches(request):
    return request.param


def test_above_every_branch_is_kept_and_below_one(branches):
    picture = cut_at_y(branches)
    assert f"{branches} branches meet in y" in picture.alt
    assert [text for text in shown(picture.svg) if text.startswith("branch ")] == [
        *(f"branch {number}: kept" for number in (1, 2, branches)),
        *("branch 1", "branch 2: kept", f"branch {branches}"),
    ]
    squares = [e for e in parse(picture.svg).iter() if e.tag.endswith("rect") and e.get("rx") is None]
    filled = [e for e in squares if e.get("fill") != "none"]
    assert (len(squares), len(filled)) == (2 * branches, branches + 1)


def test_the_sweep_runs_back_through_what_is_kept_alone(branches):
    dashed = [p for p in parse(cut_at_y(branches).svg).iter() if p.get("stroke-dasharray") == "7 4"]
    assert len(dashed) == (3 + 1) + (1 + 1)  # to the branches that are kept, and from the loss, in both lanes
