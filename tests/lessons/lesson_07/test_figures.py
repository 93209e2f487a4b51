"""The picture of lesson 07 says in words what it shows."""

import numpy as np

from helpers.lessons.lesson_07.figures import errors_of, growing, lines_through

POINTS = [(3.0, 10.0), (0.0, 1.0)]


def test_it_says_which_points_a_line_meets():
    assert "The line 3 x + 1 meets every point." in lines_through(POINTS, 3.0, 1.0).alt
    assert "The line 2 x + 1 meets (0, 1)." in lines_through(POINTS, 2.0, 1.0).alt
    assert "The line −1 x + 5 meets no point." in lines_through(POINTS, -1.0, 5.0).alt


def test_several_lines_have_a_name_each():
    picture = lines_through(POINTS, np.array([3.0, 0.0]), np.array([1.0, 1.0]))
    assert picture.svg.count("x + 1</text>") == 2
    assert picture.svg.count("<circle") == len(POINTS)


def test_every_error_has_its_mark_and_every_training_its_name():
    picture = errors_of({"cleared": [9, 4, 1], "never cleared": [9, 4, 6]})
    assert picture.svg.count("<circle") == 3
    assert ">never cleared</text>" in picture.svg


def test_a_product_grows_by_two_strips_and_a_corner():
    picture = growing(3, 2, 0.6, 0.4)
    assert picture.alt.endswith("A rectangle of 3 by 2; dashed round it, one of 3.6 by 2.4.")
    whole, before = (rect for rect in picture.svg.split("<rect")[1:] if "rx" not in rect)
    assert ('width="216" height="144"' in whole, 'width="180" height="120"' in before) == (True, True)
