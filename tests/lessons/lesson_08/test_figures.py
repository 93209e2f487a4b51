"""The pictures of lesson 08 say in words what they show."""

import numpy as np

from helpers.lessons.lesson_08.figures import chart

PLACES, TRUTH = np.array([[-1.0, 0.5], [1.0, -0.5], [-0.5, 1.0]]), np.eye(2)[[0, 1, 1]]


def test_the_chart_counts_what_is_on_the_right_side():
    one_wrong = chart(PLACES, TRUTH, lambda p: p * [-1, 0])
    assert "The border leaves 2 of 3 on the right side." in one_wrong.alt
    assert one_wrong.svg.count('r="9"') == 2  # round the wrong one, and in the key
    none_wrong = chart(PLACES[:2], TRUTH[:2], lambda p: -p)
    assert none_wrong.svg.count('r="9"') == 1
    assert none_wrong.svg.count('r="4"') == 2  # one in the key


def test_a_disc_is_as_wide_as_the_pull_and_the_hardest_is_named():
    drawn = chart(PLACES, TRUTH, lambda p: p, pull=np.array([1.0, 4.0, 2.0]))
    assert [f'r="{radius}"' in drawn.svg for radius in (26, 13, 6.5)] == [True] * 3
    assert "3 echoes, 1 of the north ferry." in drawn.alt
    assert "Echo 1 has the largest disc." in drawn.alt
