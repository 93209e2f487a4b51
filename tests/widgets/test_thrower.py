"""The thrower's training is lesson 04's, number for number, and its picture says the same."""

import math
import re

import numpy as np
import pytest

from helpers.widgets import Thrower
from helpers.widgets.thrower import slopes, throw
from helpers.widgets.thrower.training import STOPS, TARGETS, flight, train


def test_a_flight_falls_slows_and_ends_on_the_ground():
    way = np.array(flight(9.0, 0.7))
    steps = np.diff(way[:-1], axis=0)
    assert way[-1, 1] == 0
    assert (np.diff(steps[:, 0]) < 0).all()
    assert (np.diff(steps[:, 1]) < 0).all()
    assert way[-1, 0] == throw(9.0, 0.7)
    # Hardly any air stops a slow ball: nearly the parabola from two metres.
    speed, angle = 1.0, 0.3
    up = speed * math.sin(angle)
    seconds = (up + math.sqrt(up**2 + 4 * 9.81)) / 9.81
    assert throw(speed, angle) == pytest.approx(speed * math.cos(angle) * seconds, rel=0.03)


def test_the_training_sends_twice_the_miss_times_the_slope():
    first, second = train(True)[:2]
    features = np.vander((TARGETS - 7) / 3, 3)
    sent = [2 * m * slopes(*row) for m, row in zip(first.missed, first.y, strict=True)]
    np.testing.assert_allclose(first.sent, sent)
    np.testing.assert_allclose(second.y, first.y - 0.005 * features @ features.T @ first.sent)
    ones = train(False)
    np.testing.assert_allclose(ones[7].y, ones[0].y - 7 * 0.005 * features @ features.T @ np.ones((4, 2)))


def test_it_hits_with_grad_ys_and_not_with_ones():
    assert train(True)[-1].worst < 0.005
    assert train(False)[-1].worst > 5
    assert STOPS[len(STOPS) // 2] == 30  # so the first 30 steps have half of the slider
    assert (STOPS[0], STOPS[-1]) == (0, 300)


def test_each_way_ends_where_the_ball_lands():
    thrower = Thrower()
    ways = [track["d"] for track in thrower.drawn.film.tracks.values() if "d" in track]
    balls = [track["cx"] for track in thrower.drawn.film.tracks.values() if "cx" in track][:4]
    assert len(ways) == 4
    for way, ball in zip(ways, balls, strict=True):
        ends = [float(re.search(r"L(-?[\d.]+) [\d.]+$", path)[1]) for path in way]
        np.testing.assert_allclose(ends, np.array(ball, float), atol=0.06)
        assert len({path.count("L") for path in way}) == 1  # so that one can turn into the next


def test_no_curve_tells_the_end_before_it_is_reached_and_ones_alone_say_nothing_of_the_other_way():
    alone = Thrower(grad_ys=False)
    assert "with grad_ys" not in alone.picture
    assert alone.values == {}
    for thrower in alone, Thrower():
        tracks = thrower.drawn.film.tracks.values()
        (dashes,) = [track["stroke-dasharray"] for track in tracks if "stroke-dasharray" in track]
        drawn = [float(dash.split()[0]) for dash in dashes]
        assert drawn == sorted(drawn)
        assert (drawn[0], drawn[-1]) == (0, 100)


def test_the_other_way_to_train_keeps_the_step():
    thrower = Thrower()
    thrower.step = 12
    thrower.set(sent="without: ones")
    assert thrower.step == 12
    assert thrower.film["said"][12].startswith("After 12 steps the worst miss is 4.65 m")
