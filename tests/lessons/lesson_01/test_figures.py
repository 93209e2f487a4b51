"""The forgotten upstream, against derivatives worked out by hand for squares and for sines."""

import re

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.lessons.lesson_01.figures import crossing, forgotten_upstream, gradients_of_three
from tests.drawing.svg_reading import parse, shown, text_boxes

forgetful_square = ad.custom_gradient(lambda x: (x * x, lambda upstream: 2 * x))
forgetful_sine = ad.custom_gradient(lambda x: (np.sin(x), lambda upstream: np.cos(x)))


def of_squares():
    return gradients_of_three(np.square, forgetful_square, 0.0, 1.05)


def dots(picture):
    return [part for part in parse(picture.svg).iter() if part.get("r") == "6"]


def test_the_curves_of_three_squares_are_the_derivatives():
    xs, right, wrong, stopped = of_squares()
    np.testing.assert_allclose(right, 8 * xs**7, atol=1e-12)
    np.testing.assert_allclose(wrong["last"], 8 * xs**7, atol=1e-12)  # above it there is only the seed, 1
    np.testing.assert_allclose(wrong["middle"], 4 * xs**3, atol=1e-12)
    np.testing.assert_allclose(wrong["first"], 2 * xs, atol=1e-12)
    assert not stopped.any()


def test_each_curve_is_drawn_where_its_numbers_are_and_has_its_name_at_its_end():
    picture = forgotten_upstream(np.square, forgetful_square)
    paths = [
        p for p in parse(picture.svg).iter() if p.get("fill") == "none" and p.get("d", "").count("L") > 9
    ]
    _, right, wrong, stopped = of_squares()
    curves = [right, wrong["last"], wrong["middle"], wrong["first"], stopped]
    drawn = [np.array(re.findall(r"[\d.]+", p.get("d")), float).reshape(-1, 2) for p in paths]
    assert len(drawn) == len(curves)
    scale, start = np.polyfit(right, drawn[0][:, 1], 1)
    for points, ys in zip(drawn, curves, strict=True):
        assert np.allclose(points[:, 1], scale * ys + start, atol=0.1)
        assert np.allclose(np.diff(points[:, 0]), np.diff(points[:, 0])[0], atol=0.11)
    tops = {text: top for text, _, top, _, _ in text_boxes(picture.svg)}
    order = ["right", "forgotten in the last layer", "forgotten in the middle layer"]
    order += ["forgotten in the first layer", "stop_gradient"]
    assert [tops[name] for name in order] == sorted(tops[name] for name in order)


def test_the_dots_are_where_the_forgotten_upstream_is_one():
    xs, right, wrong, _ = of_squares()
    assert crossing(xs, right, wrong["first"]) == pytest.approx(
        (0.25 ** (1 / 6), 2 * 0.25 ** (1 / 6)), abs=2e-3
    )
    assert crossing(xs, right, wrong["middle"]) == pytest.approx(
        (0.5 ** (1 / 4), 4 * 0.5 ** (3 / 4)), abs=2e-3
    )
    assert len(dots(forgotten_upstream(np.square, forgetful_square))) == 2  # 4x⁶ = 1, and 2x⁴ = 1


def test_curves_that_never_meet_have_no_dots_and_no_note():
    picture = forgotten_upstream(np.sin, forgetful_sine, start=0.2, stop=1.4)
    assert dots(picture) == []
    assert not any("dot" in text for text in shown(picture.svg))
    xs, _, wrong, _ = gradients_of_three(np.sin, forgetful_sine, 0.2, 1.4)
    np.testing.assert_allclose(wrong["middle"], np.cos(np.sin(xs)) * np.cos(xs))
