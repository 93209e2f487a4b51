import pytest

from helpers.lessons.lesson_06.figures import WIDTH, both_sides
from tests.drawing.svg_reading import parse, shown


def strips(picture):
    """Width and height of the area, of the strip at the side, of the one on top, and of the corner."""
    found = [e for e in parse(picture.svg).iter() if e.tag.endswith("rect")]
    return [(float(rect.get("width")), float(rect.get("height"))) for rect in found[-4:]]


@pytest.mark.parametrize("case", [(54.0, 27.0, 54.0, 18.0, 0.2), (10.0, 6.0, 4.0, 3.0, 0.5)])
def test_everything_is_drawn_to_scale(case):
    upstream, local, upstream_moves, local_moves, nudge = case
    unit = WIDTH / upstream
    wanted = [
        (upstream, local),
        (upstream_moves * nudge, local),
        (upstream, local_moves * nudge),
        (upstream_moves * nudge, local_moves * nudge),
    ]
    for drawn, sides in zip(strips(both_sides(*case)), wanted, strict=True):
        assert drawn == pytest.approx([side * unit for side in sides], abs=0.1)


def test_both_parts_and_their_sum_are_printed_and_told():
    picture = both_sides(10.0, 6.0, 4.0, 3.0, 0.5)
    for text in ("4 · 6 = 24 a unit of x", "10 · 3 = 30 a unit of x", "54 a unit of x"):
        assert text in shown(picture.svg)
    assert "4 · 6 = 24" in picture.alt
    assert "Together 54" in picture.alt
