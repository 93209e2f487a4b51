"""The tiny model learns by the numbers of gradient descent, and does not where a rule forgets."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.widgets import TinyModel
from helpers.widgets.tiny_model.learning import learn
from tests.drawing.svg_reading import shown


def descend(w, b, target, rate, steps):
    """Gradient descent on (3 w + b − target)², written out."""
    for _ in range(steps):
        miss = 3 * w + b - target
        w, b = w - rate * 2 * miss * 3, b - rate * 2 * miss
    return w, b


@settings(max_examples=8, deadline=None)
@given(*[st.floats(-20, 20) for _ in range(3)], st.floats(0.005, 0.09))
def test_every_step_goes_downhill(w, b, target, rate):
    moments = learn(w, b, target, rate)
    for k in (1, 7, len(moments) - 1):
        np.testing.assert_allclose((moments[k].w, moments[k].b), descend(w, b, target, rate, k), atol=1e-9)
        assert moments[k].error <= moments[k - 1].error + 1e-12
    now = moments[3]
    assert now.arrives["w"] == pytest.approx(6 * (now.guess - target))
    assert now.error == pytest.approx((3 * now.w + now.b - target) ** 2)


def test_what_a_rule_that_forgets_does():
    w, b = 2.0, 1.0
    for moment in learn(w, b, 10.0, 0.02, "3w")[:50]:
        assert (moment.w, moment.b) == (pytest.approx(w), pytest.approx(b))
        w, b = w - 0.02 * 3, b - 0.02 * 2 * (3 * w + b - 10)
    guesses = [moment.guess for moment in learn(2.0, 1.0, 10.0, 0.02, "+")]
    np.testing.assert_allclose(np.diff(guesses), -0.2)
    assert learn(2.0, 1.0, 10.0, 0.02, "square") == learn(2.0, 1.0, 10.0, 0.02)


def test_the_stored_picture_is_the_last_step_and_the_film_begins_at_the_first():
    model = TinyModel()
    assert {"10", "2.9", "1.3"} <= set(shown(model.picture))
    numbers = [track[""][0] for track in model.drawn.film.tracks.values() if "" in track]
    assert {7.0, 2.0, 1.0, -18.0, -6.0} <= {number for number in numbers if isinstance(number, float)}
    lengths = [len(v) for track in model.drawn.film.tracks.values() for v in track.values()]
    assert set(lengths) <= {1, len(model.moments)}
    assert len(model.film["said"]) == len(model.film["stops"]) == len(model.moments)


def test_without_a_kernel_every_rule_shows_what_the_kernel_would():
    takes = TinyModel().takes
    assert takes["control"] == "forgets"
    for rule in ("3w", "+", "square"):
        model = TinyModel(forgets=rule)
        assert takes["of"][rule] == {name: getattr(model, name) for name in ("picture", "transcript", "film")}


def test_another_rule_starts_at_its_start_and_says_what_forgets():
    model = TinyModel()
    model.step = 12
    model.set(forgets="3w")
    assert (model.step, model.drawn.last) == (0, 200)
    assert "forgets" in shown(model.picture)
    assert "the rule of 3w forgets" in model.drawn.title
    assert "forgets the −6 that arrives. It sends 3 to w, and not −18." in model.film["said"][0]
    model.set(forgets="square")
    assert "forgets the 1 that arrives. It sends −6 to the guess." in model.film["said"][0]


def test_a_guess_that_jumps_to_and_fro_leaves_one_mark_at_each_place():
    marks = re.findall(r'<circle cx="([\d.]+)"[^>]*data-step', TinyModel(rate=0.1).picture)
    assert len(marks) == len(set(marks)) == 2


@pytest.mark.parametrize("forgets", ["3w", "+", "square"])
def test_what_would_happen_without_forgetting_stays_in_its_plot(forgets):
    """Above a rate of 0.1 it runs away, beyond every error of the run that forgets."""
    picture = TinyModel(forgets=forgets, rate=0.12).picture
    [dashed] = re.findall(r'd="M([^"]*)"[^>]*stroke-dasharray="3 4"', picture)
    [drawn] = re.findall(r'<path d="M([^"]*)" fill="none" stroke="var\(--up-accent', picture)

    def highest(curve):
        return min(float(point.split()[1]) for point in curve.split("L"))

    assert highest(dashed) >= highest(drawn) - 10


def test_a_rate_that_goes_nowhere_or_uphill_is_shown_too():
    model = TinyModel(rate=0)
    assert {moment.guess for moment in model.moments} == {7.0}
    assert "nothing has moved" in model.film["said"][-1]
    model.set(rate=-0.02)
    assert model.moments[1].error > model.moments[0].error
    assert "uphill" in model.film["said"][-1]
    assert "−(−0.02) ×" in " ".join(shown(model.picture))
    model.set(forgets="3w")
    assert "w rises by 0.06 every time" in model.film["said"][1]


@pytest.mark.parametrize("about", [{"rate": 1e-9}, {"rate": 50.0}, {"target": 7.0}])
def test_whatever_it_starts_from_it_has_an_end(about):
    model = TinyModel(**about)
    assert 1 <= model.drawn.last <= 300
    assert "nan" not in model.picture.lower()
