"""The forgotten upstream, against derivatives worked out by hand for squares and for sines."""

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.figures.lesson_01 import forgotten_upstream

forgetful_square = ad.custom_gradient(lambda x: (x * x, lambda upstream: 2 * x))
forgetful_sine = ad.custom_gradient(lambda x: (np.sin(x), lambda upstream: np.cos(x)))


def curves(plot):
    """{text beside a curve: (xs, ys)}, by the height at which the curve ends."""
    (axes,) = plot.axes
    ends = {line.get_ydata()[-1]: line.get_data() for line in axes.get_lines() if len(line.get_xdata()) > 1}
    return {
        text.get_text(): ends[text.get_position()[1]] for text in axes.texts if "dot" not in text.get_text()
    }


def dots(plot):
    (axes,) = plot.axes
    return [(*line.get_xdata(), *line.get_ydata()) for line in axes.get_lines() if len(line.get_xdata()) == 1]


def test_the_curves_of_three_squares_are_the_derivatives():
    drawn = curves(forgotten_upstream(np.square, forgetful_square))
    assert len(drawn) == 4
    wanted = {
        "last": lambda x: 8 * x**7,  # above the last layer there is only the seed, 1
        "middle": lambda x: 4 * x**3,
        "first": lambda x: 2 * x,
        "stop": lambda x: 0 * x,
    }
    for word, derivative in wanted.items():
        ((label, (xs, ys)),) = ((label, curve) for label, curve in drawn.items() if word in label)
        np.testing.assert_allclose(ys, derivative(xs), atol=1e-12, err_msg=label)


def test_the_dots_are_where_the_forgotten_upstream_is_one():
    first, middle = dots(forgotten_upstream(np.square, forgetful_square))
    assert first == pytest.approx((0.25 ** (1 / 6), 2 * 0.25 ** (1 / 6)), abs=1e-3)  # 4x⁶ = 1
    assert middle == pytest.approx((0.5 ** (1 / 4), 4 * 0.5 ** (3 / 4)), abs=1e-3)  # 2x⁴ = 1


def test_the_alt_text_holds_the_numbers_of_the_curves():
    alt = forgotten_upstream(np.square, forgetful_square, stop=1.0).alt
    for sentence in (
        "right curve ends at 8.",
        "first layer it ends at 2 and meets the right one at x = 0.79",
        "middle layer it ends at 4 and meets the right one at x = 0.84",
        "last layer it ends at 8.",
        "With stop_gradient it is 0.",
    ):
        assert sentence in alt


def test_curves_that_never_meet_have_no_dots_and_no_note():
    plot = forgotten_upstream(np.sin, forgetful_sine, start=0.2, stop=1.4)
    assert dots(plot) == []
    assert not any("dot" in text.get_text() for text in plot.axes[0].texts)
    xs, ys = next(curve for label, curve in curves(plot).items() if "middle" in label)
    np.testing.assert_allclose(ys, np.cos(np.sin(xs)) * np.cos(xs))


def test_a_rule_that_does_not_forget_is_drawn_on_the_right_curve():
    drawn = forgotten_upstream(np.square, np.square)
    assert sum("grey: right" in text.get_text() for text in drawn.axes[0].texts) == 3


def test_nothing_is_cut_off_at_the_right():
    plot = forgotten_upstream(np.square, forgetful_square)
    plot.draw_without_rendering()
    (axes,) = plot.axes
    assert max(text.get_window_extent().x1 for text in axes.texts) <= plot.bbox.x1
