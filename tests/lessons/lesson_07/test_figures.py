"""The picture of lesson 07 says in words what it shows."""

import numpy as np

from helpers.lessons.lesson_07.figures import LOOKS, errors_of, lines_through
from tests.drawing.svg_reading import parts, shown

POINTS = [(3.0, 10.0), (0.0, 1.0)]


def test_it_says_which_points_a_line_meets():
    assert "The line 3 x + 1 meets every point." in lines_through(POINTS, 3.0, 1.0).alt
    assert "The line 2 x + 1 meets (0, 1)." in lines_through(POINTS, 2.0, 1.0).alt
    assert "The line −1 x + 5 meets no point." in lines_through(POINTS, -1.0, 5.0).alt


def test_several_lines_have_a_name_each():
    picture = lines_through(POINTS, np.array([3.0, 0.0]), np.array([1.0, 1.0]))
    assert picture.svg.count("x + 1</text>") == 2
    for look in LOOKS[:2]:  # each in a colour of its own, as its point, and in a dash
        assert len(parts(picture.svg, fill=look.color)) == 2
        assert len(parts(picture.svg, stroke=look.color)) == 1


def test_every_error_has_its_mark_and_every_training_its_name():
    picture = errors_of({"cleared": [9, 4, 1], "never cleared": [9, 4, 6]})
    assert picture.svg.count("<circle") == 3
    assert {"10", "step 0"} <= {*shown(picture.svg)}  # the axis goes beyond the largest
    assert ">never cleared</text>" in picture.svg
