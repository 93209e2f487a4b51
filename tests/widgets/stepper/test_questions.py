"""What the quiz asks: its answers are the engine's numbers, and no slip is called one that is right."""

import json

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.widgets import BackpropStepper
from tests.drawing.svg_reading import parse
from tests.widgets.stepper.computations import SCALARS, network, some_inputs


def asked(stepper):
    """The ways that ask something, in the order of the sweep."""
    ways = [e for e in parse(stepper.picture).iter() if e.get("data-ask")]
    return sorted(ways, key=lambda way: int(way.get("data-move")))


@pytest.mark.parametrize("name", SCALARS)
def test_the_last_question_about_an_input_is_its_gradient(name):
    function = SCALARS[name]
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    values = {name: 0.5 + k for k, name in enumerate(names)}
    stepper = BackpropStepper(function, **values)
    leaves = {name: ad.Tensor(value) for name, value in values.items()}
    gradients = ad.gradients(function(**leaves), list(leaves.values()))
    for name, gradient in zip(values, gradients, strict=True):
        about = [way for way in asked(stepper) if f"at {name}" in way.get("data-ask")]
        answers = [float(way.get("data-answer")) for way in about]
        assert any(np.isclose(answer, float(gradient)) for answer in answers), name


def test_every_wrong_answer_is_wrong_and_there_are_enough_for_a_poll():
    rng = np.random.default_rng(0)
    for stepper in (
        BackpropStepper(lambda x: x * x + 5 * x, x=3.0),
        BackpropStepper(network, **some_inputs(rng)),
    ):
        ways = asked(stepper)
        assert ways
        for way in ways:
            slips = json.loads(way.get("data-slips"))
            assert len(slips) >= 3
            assert not any(np.isclose(number, float(way.get("data-answer"))) for number, _ in slips)


def test_an_entry_of_an_array_is_asked_for_by_its_place():
    stepper = BackpropStepper(lambda a, b: a @ b, a=[[1, 2], [3, 4]], b=[[6, 7, 8], [9, 10, 11]])
    by_question = {way.get("data-ask"): float(way.get("data-answer")) for way in asked(stepper)}
    assert by_question == {
        "What arrives at a, in row 0, column 1?": 30,
        "What arrives at b, in row 1, column 0?": 6,
    }


def test_what_is_no_number_is_not_asked_for():
    (way,) = asked(BackpropStepper(lambda x: np.exp(x) * 2, x=1e4))  # ∞ arrives at x
    assert way.get("data-ask") == "What arrives at v1?"
