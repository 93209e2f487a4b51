"""What is to be reached besides the guess, and what a wrong guess may be."""

import numpy as np
import pytest

from helpers.widgets import BackpropStepper
from helpers.widgets.stepper import FORGETS, SWEEP, SWEEPS
from helpers.widgets.stepper.computation import trace
from helpers.widgets.stepper.forgetting import forget
from helpers.widgets.stepper.tasks import Task, near
from tests.widgets.stepper.computations import browser, chain, said


def test_tasks_follow_each_other_and_are_told_of_a_rule_that_forgets():
    tasks = [
        Task("Let a rule forget so that x alone is wrong.", lambda now: now.wrong == {"x"}, "It was x²."),
        Task("Let −10 arrive at x.", lambda now: now.arrives["x"] == -10, "At x = −5."),
    ]
    stepper = BackpropStepper(chain, x=2.0, forgetful=True, ask="", tasks=tasks)
    assert stepper.goals == [task.wanted for task in tasks]
    browser(stepper, **{FORGETS: "v2 = v1²"})
    assert (stepper.found, stepper.step) == ([], 3)
    browser(stepper, **{FORGETS: "v1 = x²"})
    assert stepper.found == ["It was x²."]
    browser(stepper, x=[["-5"]])
    assert stepper.found == ["It was x².", "At x = −5."]


def test_tasks_are_met_in_any_order_once_the_sweep_has_arrived_and_the_guess_waits_for_its_place():
    endless = Task("Let ∞ arrive.", lambda now: np.isinf(now.arrives["x"]), "It is ∞.")
    one = Task("Let 2e arrive.", lambda now: now.values["x"] == 1, "x is 1.")
    stepper = BackpropStepper(lambda x: np.exp(np.square(x)), x=2.0, tasks=[one, endless])
    assert [goal.split()[0] for goal in stepper.goals] == ["What", "Let", "Let"]
    browser(stepper, x=[["100"]])  # no `?` stands where ∞ arrives
    assert (stepper.found, stepper.goals[0]) == ([], one.wanted)
    stepper.step = stepper.drawn.last
    assert stepper.found == [endless.found]
    browser(stepper, x=[["2"]])
    assert stepper.goals[1].startswith("What")
    browser(stepper, x=[["1"]])
    assert stepper.found == [endless.found, one.found]
    browser(stepper, x=[["100"]])
    assert stepper.goals == [endless.wanted, one.wanted]


@pytest.mark.parametrize("x", [2.0, 1.7])
def test_a_wrong_guess_may_be_one_of_the_numbers_around(x):
    t = trace(chain, {"x": x}, 3.0)
    known = dict(map(reversed, near(t, 0)))
    np.testing.assert_allclose(known["what a start with 1 brings"], 8 * x**7)
    np.testing.assert_allclose(known["the locals, added"], 2 * x + 2 * x**2 + 2 * x**4)
    np.testing.assert_allclose(known["what arrives at v1"], 3 * 4 * x**6)
    assert known["the local alone"] == 2 * x
    assert 24 * x**7 not in known.values()
    assert "what v1 sends on" in dict(near(t, 1)).values()


def test_two_ways_may_be_taken_alone_or_multiplied():
    t = trace(lambda x: np.square(x) + 5 * x, {"x": 3.0})
    known = dict(reversed(near(t, 0)))
    assert known[30.0] == "the parts, multiplied"
    assert "comes through" in known[5.0]
    assert "comes through" in known[6.0]


def test_where_an_input_shares_its_operation_with_another_half_is_near_and_what_that_one_gets():
    two = near(trace(lambda x, y: 10 * (x * y), {"x": 2.0, "y": 3.0}), 0)
    assert {(15.0, "half: nothing is shared out"), (5.0, "half: nothing is shared out")} < set(two)
    assert "what v1 sends to y" in dict(two)[20.0]
    assert not any("half" in words for _, words in near(trace(chain, {"x": 2.0}), 0))


def test_of_a_record_that_a_step_left_behind_the_new_slope_and_what_grad_holds_are_near():
    stepper = BackpropStepper(lambda w: (w - 3) ** 2, names=("off", "loss"), accumulates=0.25, w=4.0)
    browser(stepper, **{SWEEP: SWEEPS[1]})
    t = stepper._swept(stepper.values)
    known = {float(number): words for number, words in reversed(near(t, 0))}
    assert known[4.0] == "what w.grad holds then"
    assert known[1.0] == "the slope at 3.5, not 4"
    assert "now 3.5" in stepper.picture
    assert said(stepper)[0].endswith("w.grad holds 2. w = 3.5 by now.")


def test_nothing_is_near_where_a_sweep_goes_wrong_or_numbers_are_many():
    t = trace(chain, {"x": 2.0})
    assert near(forget(t, 2), 0) == []
    assert near(trace(lambda x: np.sum(x * x), {"x": np.ones(2)}), 0) == []
