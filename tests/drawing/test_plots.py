"""A plot puts everything where its numbers say, and lets no label be struck through."""

import itertools
import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.drawing import svg
from helpers.drawing.plots import Axes, Look, round_up
from tests.drawing.svg_reading import parse, text_boxes

AXES = Axes(100, 50, 300, 200, (0, 10), (-1, 1))


def drawn(*parts):
    return svg.picture(svg.canvas(600, 300, *parts), "A plot").svg


def test_the_ends_of_the_axes_are_the_corners_of_the_plot():
    assert (AXES.x(0), AXES.x(10)) == (100, 400)
    assert (AXES.y(-1), AXES.y(1)) == (250, 50)
    assert Axes(0, 0, 10, 10, (3, 3), (2, 2)).x(3) == 0  # a single value is no division by zero


def test_a_curve_goes_through_its_points_and_marks_each():
    curve = parse(drawn(AXES.curve([0, 5, 10], [-1, 0, 1], Look("red", dash="2 4", mark="square"))))
    (path,) = [part for part in curve.iter() if part.get("stroke-dasharray") == "2 4"]
    assert re.findall(r"[\d.]+", path.get("d")) == ["100.0", "250.0", "250.0", "150.0", "400.0", "50.0"]
    marks = [part for part in curve.iter() if part.get("width") == "9"]
    assert [float(mark.get("x")) + 4.5 for mark in marks] == [100, 250, 400]


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=5))
def test_names_of_curves_that_end_close_together_are_pushed_apart(ends):
    looks = [Look(svg.INK)] * len(ends)
    names = [f"curve {k}" for k in range(len(ends))]
    boxes = sorted(text_boxes(drawn(*AXES.names(ends, names, looks))), key=lambda box: box[2])
    tops = [top for _, _, top, _, _ in boxes]
    assert all(b - a >= 17 for a, b in itertools.pairwise(tops))
    assert sorted(text for text, *_ in boxes) == names


@given(st.floats(1e-6, 1e9))
def test_a_round_step_is_1_2_or_5_and_at_least_what_was_asked(value):
    step = round_up(value)
    digit = step / 10.0 ** math.floor(math.log10(step) + 1e-9)
    assert digit == pytest.approx(round(digit))
    assert round(digit) in (1, 2, 5, 10)
    assert value * (1 - 1e-8) <= step < 2.6 * value
