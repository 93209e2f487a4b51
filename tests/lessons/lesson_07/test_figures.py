"""The picture of lesson 07 says in words what it shows."""

import numpy as np

from helpers.lessons.lesson_07.figures import lines_through

POINTS = [(3.0, 10.0), (0.0, 1.0)]


def test_it_says_which_points_a_line_meets():
    assert "The line 3 x + 1 meets every point." in lines_through(POINTS, 3.0, 1.0).alt
    assert "The line 2 x + 1 meets (0, 1)." in lines_through(POINTS, 2.0, 1.0).alt
    assert "The line −1 x + 5 meets no point." in lines_through(POINTS, -1.0, 5.0).alt


def test_several_lines_have_a_name_each():
    picture = lines_through(POINTS, np.array([3.0, 0.0]), np.array([1.0, 1.0]))
    assert picture.svg.count("x + 1</text>") == 2
    assert picture.svg.count("<circle") == len(POINTS)
