"""A folded group is one step with the VJP of all its operations."""

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.drawing import svg
from helpers.widgets import BackpropStepper
from helpers.widgets.stepper.computation import trace
from helpers.widgets.stepper.folding import fold
from tests.drawing.svg_reading import parts, shown
from tests.widgets.stepper.computations import browser, said, some_inputs, two_outputs


def layers(x, w, b, v):
    hidden = np.tanh(x @ w + b)
    return np.sum(np.tanh(hidden @ v * 0.5) + 1.0)


LAYERS = {"layer 1": ("z", "a", "h"), "layer 2": ("m", "half", "out")}
NAMES = ("z", "a", "h", "m", "half", "out", "moved", "loss")


def in_layers(seed=0, **more):
    inputs = some_inputs(np.random.default_rng(seed))
    return BackpropStepper(layers, names=NAMES, groups=LAYERS, **inputs, **more), inputs


def test_a_folded_group_is_one_step_with_the_vjp_of_the_whole():
    stepper, inputs = in_layers()
    assert len(stepper.transcript) == 5  # loss, moved, and each layer
    assert "\nStep 3 of 4: 2×1 leaves out = layer 2(h, v) at " in stepper.transcript[3]
    leaves = [ad.Tensor(value) for value in inputs.values()]
    for gradient in ad.gradients(layers(*leaves), leaves):
        assert f"= downstream {svg.array_text(gradient)}" in "\n".join(stepper.transcript)
    hidden = np.tanh(inputs["x"] @ inputs["w"] + inputs["b"])
    into_h = ad.grad(lambda h: np.sum(np.tanh(h @ inputs["v"] * 0.5) + 1.0))(hidden)
    assert f"downstream {svg.array_text(into_h)}. To v: upstream · Jacobian 2×1×2×1" in stepper.transcript[3]


@pytest.mark.parametrize("name", ["{}", "{x} {0!r}", "{", "a } b", "%s", "\0", "<b>&"])
def test_a_group_may_have_any_name(name):
    stepper = BackpropStepper(
        lambda x, w: np.tanh(x * w) + w, x=2.0, w=3.0, names=("p", "h"), groups={name: ("p", "h")}
    )
    shown_name = svg.escape(name).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    assert f"h = {shown_name}(x, w)" in shown(stepper.picture)
    assert f"leaves h = {name}(x, w) at " in stepper.transcript[2]


def test_an_operation_of_ones_own_may_have_any_name():
    curly = ad.op("Curly{0}{}")(np.square)
    ad.register_gradient("Curly{0}{}", replace=True)(lambda op, grad: 2 * op.inputs[0] * grad)
    stepper = BackpropStepper(lambda x: curly(x) + 1, x=3.0, names=("c",))
    assert "c = curly{0}{}(x)" in stepper.transcript[2]


@pytest.mark.parametrize("seed", range(3))
def test_the_local_jacobian_of_a_group_is_the_chain_rules(seed):
    inputs = some_inputs(np.random.default_rng(seed))
    whole = trace(layers, inputs, names=NAMES)
    t = fold(whole, LAYERS, list(LAYERS))
    layer = next(k for k, box in enumerate(t.boxes) if box.group == "layer 1")
    for flow in t.flows:
        if flow.target == layer:
            name = t.boxes[flow.source].values[0].name
            true = ad.jacobian(
                lambda value, name=name: np.tanh(
                    (value if name == "x" else inputs["x"]) @ (value if name == "w" else inputs["w"])
                    + (value if name == "b" else inputs["b"])
                )
            )(inputs[name])
            np.testing.assert_allclose(flow.local(), true, rtol=1e-12, atol=1e-12)


def test_a_value_used_twice_inside_a_group_arrives_once_and_whole():
    stepper = BackpropStepper(
        lambda x: np.sin(x) * x + x, x=2.0, names=("s", "p"), groups={"f": ("s", "p", "y")}
    )
    slope = svg.number(np.cos(2.0) * 2.0 + np.sin(2.0) + 1.0)
    assert "y = f(x)" in stepper.transcript[1]
    assert said(stepper)[1] == f"1 × {slope} = {slope} arrives at x."


def test_folding_and_unfolding_keep_the_numbers_and_the_place_in_the_sweep():
    stepper, inputs = in_layers()
    plain = BackpropStepper(layers, names=NAMES, **inputs)
    stepper.step = 3  # layer 2 is done
    stepper.unfold("layer 2")
    assert stepper.step == 5
    assert "To h: upstream @ vᵀ" in stepper.transcript[stepper.step]
    stepper.step = 4  # in the middle of layer 2
    stepper.fold("layer 2")
    assert stepper.step == 2  # not yet done
    stepper.step = 4
    stepper.unfold()
    assert stepper.step == 8
    assert stepper.transcript == plain.transcript
    stepper.fold()
    assert stepper.step == 4


def test_the_switch_in_the_picture_is_what_a_click_sends():
    stepper, _ = in_layers()
    (switch,) = parts(stepper.picture, data_set="fold layer 1")
    assert switch.get("data-label") == "layer 1: show its 3 operations"
    assert (switch.get("data-value"), switch.get("aria-expanded")) == ("", "false")
    browser(stepper, **{"fold layer 1": switch.get("data-value")})
    (switch,) = parts(stepper.picture, data_set="fold layer 1")
    assert (switch.get("data-value"), switch.get("aria-expanded")) == ("1", "true")
    assert len(stepper.transcript) == 7
    browser(stepper, x=[["0"] * 3] * 2)  # it stays unfolded while numbers change
    assert len(stepper.transcript) == 7


def test_an_operation_with_two_outputs_may_be_inside_a_group():
    groups = {"f": ("s", "c", "p", "q", "t", "y")}
    stepper = BackpropStepper(two_outputs, x=[1.0, 2.0], w=[3.0, 4.0], names=(*groups["f"],), groups=groups)
    leaves = [ad.Tensor([1.0, 2.0]), ad.Tensor([3.0, 4.0])]
    for gradient in ad.gradients(two_outputs(*leaves), leaves):
        assert f"downstream {svg.array_text(gradient)}" in stepper.transcript[1]


def test_what_a_stop_cuts_off_stays_cut_off_inside_a_group():
    stepper = BackpropStepper(
        lambda x, w: ad.stop_gradient(x * 2.0) * w,
        x=3.0,
        w=5.0,
        names=("d",),
        groups={"f": ("d", "frozen", "y")},
    )
    assert said(stepper)[1] == "1 × 6 = 6 arrives at w."


def test_folded_into_one_operation_it_has_the_value_and_the_rule_of_that_one():
    one = ad.custom_gradient(lambda x: (np.logaddexp(0, x), lambda upstream: upstream / (1 + np.exp(-x))))
    names = ("e", "plus", "y")
    stepper = BackpropStepper(
        lambda x: np.log(1 + np.exp(x)), x=800.0, names=names, groups={"one": names}, as_one=one
    )
    assert "y = 800" in stepper.transcript[0]
    assert said(stepper)[-1].endswith("= 1 arrives at x.")
    stepper.unfold()
    assert "NaN arrives at x" in stepper.transcript[-1]
