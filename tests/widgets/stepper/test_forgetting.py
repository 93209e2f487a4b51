"""Sweeps that go wrong: a rule that forgets its upstream, and a second sweep without zero_grad()."""

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.widgets import BackpropStepper
from helpers.widgets.base.errors import InputError
from helpers.widgets.stepper import FORGETS, SWEEP, SWEEPS
from helpers.widgets.stepper.computation import trace
from helpers.widgets.stepper.forgetting import forget, rules, upstream_of
from tests.drawing.svg_reading import shown
from tests.widgets.stepper.computations import browser, chain, network, said, some_inputs, two_outputs


@ad.custom_gradient
def forgetful_square(x):
    return np.square(x), lambda upstream: 2 * x


@pytest.mark.parametrize(("rule", "layer"), [("v1 = x²", 0), ("v2 = v1²", 1), ("y = v2²", 2)])
def test_the_numbers_are_those_of_an_engine_with_such_a_rule(rule, layer):
    def forgetting_chain(x):
        for k in range(3):
            x = forgetful_square(x) if k == layer else np.square(x)
        return x

    stepper = BackpropStepper(chain, x=1.5, grad_ys=2.0, forgetful=True)
    browser(stepper, **{FORGETS: rule})
    (wrong,) = ad.vjp(forgetting_chain, 1.5)[1](2.0)
    printed = shown(stepper.picture)
    assert f"{float(wrong):.7g}" in printed
    assert "should be 273.375" in printed
    assert printed.count("right") == 2 - layer


def test_a_rule_that_forgets_from_the_start_is_asked_about():
    stepper = BackpropStepper(chain, x=2.0, forgetful="v2 = v1²")
    assert stepper.step == 0
    assert 'data-ask="x" data-at="0" data-answer="32.0"' in stepper.picture
    assert "32 arrives at x, as you said." in stepper.picture


def test_the_last_rule_may_forget_a_seed_of_one_and_nobody_can_tell():
    stepper = BackpropStepper(chain, x=2.0, forgetful=True)
    browser(stepper, **{FORGETS: "y = v2²"})
    assert shown(stepper.picture).count("right, by luck") == 3


@pytest.mark.parametrize("seed", range(2))
def test_arrays_forget_too_and_every_other_rule_goes_on_as_it_should(seed):
    inputs = some_inputs(np.random.default_rng(seed))
    t = trace(network, inputs)
    for k in rules(t).values():
        wrong = forget(t, k)
        below = {k} | {flow.source for flow in wrong.flows if flow.target == k}
        for number in range(len(t.boxes)):
            same = np.allclose(upstream_of(wrong, number), upstream_of(t, number))
            assert same or number < k
        assert len(below) > 1
        ones = {flow.source: flow for flow in wrong.flows if flow.target == k}
        for flow in ones.values():
            true = np.tensordot(np.ones(np.shape(t.boxes[k].values[0].array)), flow.local(),
                                axes=np.ndim(t.boxes[k].values[0].array))  # fmt: skip
            np.testing.assert_allclose(flow.downstream, true)


def test_the_picture_has_one_height_whichever_rule_forgets():
    stepper = BackpropStepper(chain, x=2.0, forgetful=True)
    heights = set()
    for rule in ("no rule", "v1 = x²", "v2 = v1²", "y = v2²"):
        browser(stepper, **{FORGETS: rule})
        heights.add(stepper.picture.split('height="')[1].split('"')[0])
    assert len(heights) == 1


def test_a_second_sweep_adds_to_what_the_first_left_unless_it_was_emptied():
    stepper = BackpropStepper(lambda x: np.square(x) + 5 * x, x=3.0, accumulates=True)
    assert "5 + 6 = 11" in shown(stepper.picture)
    browser(stepper, **{SWEEP: SWEEPS[1]})
    assert {"11 + 5 + 6 = 22", "x.grad"} <= set(shown(stepper.picture))
    assert said(stepper)[0].endswith("x.grad holds 11.")
    browser(stepper, **{SWEEP: SWEEPS[2]})
    assert "0 + 5 + 6 = 11" in shown(stepper.picture)


def test_each_sweep_says_where_a_step_leads_from_where_its_loss_is():
    stepper = BackpropStepper(lambda w: (w - 3) ** 2, w=3.8, accumulates=0.1)
    assert stepper.transcript[-1].split("\n")[0].endswith(" A step of 0.1 × 1.6 leads w from 3.8 to 3.64.")


def test_a_page_without_a_kernel_has_both_sweeps():
    stepper = BackpropStepper(np.square, w=1.0, accumulates=True)
    sweeps = [stepper.takes["of"][sweep]["transcript"][1].split("\n")[0] for sweep in SWEEPS]
    assert [each.rpartition(" ")[2] for each in sweeps] == ["w.", "4.", "2."]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: BackpropStepper(chain, x=2.0, forgetful=2), "forgetful must be True or False"),
        (
            lambda: BackpropStepper(chain, x=2.0, forgetful="no"),
            "forgetful names a rule that forgets: y = v2²",
        ),
        (lambda: BackpropStepper(chain, x=2.0, accumulates=2), "accumulates must be True or False"),
        (
            lambda: BackpropStepper(chain, x=2.0, forgetful=True, groups={"g": ("v1", "v2")}),
            "neither groups nor an engine",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(make, sentence):
    with pytest.raises(InputError, match=sentence):
        make()


def test_an_operation_with_several_outputs_keeps_the_last_picture():
    stepper = BackpropStepper(two_outputs, x=[1.0, 2.0], w=[3.0, 4.0], forgetful=True)
    before, rule = stepper.picture, stepper.controls[-1]["options"][1]
    browser(stepper, **{FORGETS: rule})
    assert "every operation must have one output" in stepper.errors[""]
    assert stepper.picture == before
