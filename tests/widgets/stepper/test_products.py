"""What an edge says is what the engine computes, and never more than is true."""

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.drawing import svg
from helpers.widgets import BackpropStepper
from helpers.widgets.stepper.computation import trace
from helpers.widgets.stepper.pieces import entry
from helpers.widgets.stepper.products import product, product_of
from helpers.widgets.stepper.written import plain
from tests.drawing.svg_reading import shown
from tests.widgets.stepper.computations import (
    SCALARS,
    chain,
    network,
    printed_products,
    products_said,
    said,
    sine_and_cosine,
    some_inputs,
    two_outputs,
)


def test_the_chain_of_squares_at_two():
    stepper = BackpropStepper(chain, x=2.0)
    facts = [("1", "32", "32"), ("32", "8", "256"), ("256", "4", "1024")]
    assert products_said(stepper) == facts
    assert [fact[1:] for fact in sorted(printed_products(stepper))] == facts


def test_a_value_used_twice_adds_up():
    stepper = BackpropStepper(lambda x, y: x * y + x, x=2.0, y=5.0, names=["p", "s"])
    assert "1 + 5 = 6" in shown(stepper.picture)
    assert said(stepper)[-1] == "1 × 5 = 5 arrives at x, 1 × 2 = 2 at y. x adds up: 1 + 5 = 6."


def test_squaring_by_multiplying_has_two_equal_contributions():
    stepper = BackpropStepper(lambda x: x * x, x=3.0)
    assert [fact[1:] for fact in printed_products(stepper)] == [("1", "3", "3")] * 2
    assert "3 + 3 = 6" in shown(stepper.picture)
    assert said(stepper)[-1] == "1 × 3 = 3 arrives at x, twice. x adds up: 3 + 3 = 6."


def test_the_matrix_product():
    stepper = BackpropStepper(lambda a, b: a @ b, a=[[1, 2], [3, 4]], b=[[6, 7, 8], [9, 10, 11]])
    brief, line = stepper.transcript[1].split("\n")
    assert brief == "upstream @ bᵀ, of shape 2×2, arrives at a, aᵀ @ upstream, of shape 2×3, at b."
    assert "To a: upstream @ bᵀ = downstream [[21, 30], [21, 30]]." in line
    assert "To b: aᵀ @ upstream = downstream [[4, 4, 4], [6, 6, 6]]." in line


def test_stop_gradient_stops():
    stepper = BackpropStepper(lambda x: x * ad.stop_gradient(x * 2.0), x=3.0)
    assert said(stepper)[1:] == [
        "1 × 6 = 6 arrives at x, 1 × 3 = 3 at frozen.",
        "3 goes no further: no gradient passes frozen = stop(v1).",
    ]
    assert len(stepper.transcript) == 3  # what was computed before the stop is never reached


def test_complex_values_are_drawn_and_nothing_is_asked_about_them():
    stepper = BackpropStepper(lambda x: np.abs(x * 1j) * 2.0, x=2.0)
    assert "0+2j" in shown(stepper.picture)
    assert stepper.picture.count("data-ask=") == 2, "at v3, and at x, where it is real again"


def test_a_product_of_complex_numbers_is_said_as_it_is():
    stepper = BackpropStepper(lambda x: np.real(np.square(x * (1 + 2j))), x=1.5)
    assert said(stepper)[2] == "1 × (3−6j) = 3−6j arrives at v1."
    assert stepper.transcript[2].endswith("upstream 1 × conjugated local 3−6j = downstream 3−6j.")
    assert stepper.transcript[3].endswith("To x: the real part of upstream × conj(local) = downstream −9.")
    matrices = BackpropStepper(lambda a: np.real((a * 1j) @ (a * (2 - 1j))), a=[[1.0, 2.0], [3.0, 4.0]])
    assert "upstream @ conj(v2)ᵀ" in matrices.transcript[2]
    assert "conj(v1)ᵀ @ upstream" in matrices.transcript[2]


# --- the engine's numbers --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCALARS)
@pytest.mark.parametrize("seed", range(3))
def test_printed_numbers_are_the_engines(name, seed):
    rng = np.random.default_rng(seed)
    function = SCALARS[name]
    values = {n: float(rng.normal()) for n in function.__code__.co_varnames[: function.__code__.co_argcount]}
    upstream = float(rng.normal())
    stepper = BackpropStepper(function, grad_ys=upstream, **values)

    leaves = {n: ad.Tensor(v) for n, v in values.items()}
    y = function(**leaves)
    expected = [
        (
            k,
            plain(float(step.upstream)),
            plain(np.asarray(local).item()),
            plain(np.asarray(down).item()),
        )
        for k, step in enumerate(ad.backward_steps(y, grad_ys=upstream), 1)
        for local, down in zip(step.local, step.downstream, strict=True)
        if down is not None
    ]
    assert sorted(printed_products(stepper)) == sorted(expected)
    gradients = ad.gradients(y, list(leaves.values()), grad_ys=upstream)
    still = shown(stepper.picture)
    for value, gradient in zip(values.values(), gradients, strict=True):
        assert plain(value) in still
        assert any(text.split(" ")[-1] == plain(float(gradient)) for text in still)
    assert plain(float(y.value)) in still


@pytest.mark.parametrize("seed", range(3))
def test_printed_arrays_are_the_engines(seed):
    inputs = some_inputs(np.random.default_rng(seed))
    stepper = BackpropStepper(network, **inputs)
    leaves = [ad.Tensor(value) for value in inputs.values()]
    y = network(*leaves)
    printed = " ".join(shown(stepper.picture))
    spoken = "\n".join(stepper.transcript)
    for gradient in ad.gradients(y, leaves):
        assert " ".join(entry(v) for v in gradient.ravel().tolist()) in printed
        assert f"downstream {svg.array_text(gradient)}" in spoken
    for step in ad.backward_steps(y):
        assert f"{svg.array_text(step.output.value)}" in spoken


OPERATIONS = {
    "tanh": (np.tanh, (2, 3)),
    "bias": (lambda x: np.ones((4, 3)) * 2.0 + x, (3,)),
    "scalar times array": (lambda x: x * np.arange(1.0, 7.0).reshape(2, 3), ()),
    "sum": (np.sum, (2, 3)),
    "sum over an axis": (lambda x: np.sum(x, axis=1), (2, 3)),
    "mean": (lambda x: np.mean(x, axis=0), (2, 3)),
    "max": (np.max, (5,)),
    "transpose": (np.transpose, (2, 3)),
    "reshape": (lambda x: np.reshape(x, (3, 2)), (2, 3)),
    "a part": (lambda x: x[1:, :2], (3, 3)),
    "matrix product": (lambda x: x @ np.arange(6.0).reshape(3, 2), (2, 3)),
    "vector product": (lambda x: np.arange(6.0).reshape(2, 3) @ x, (3,)),
    "cumsum": (np.cumsum, (4,)),
    "all zero": (lambda x: x * 0.0, (3,)),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_what_an_edge_claims_is_true(name):
    """The arrays on an edge, multiplied as the edge says, give the engine's downstream."""
    function, shape = OPERATIONS[name]
    rng = np.random.default_rng(1)
    x = ad.Tensor(rng.normal(size=shape))
    y = function(x)
    upstream = rng.normal(size=y.shape)
    step = ad.backward_steps(y, grad_ys=upstream)[-1]
    slot = next(i for i, down in enumerate(step.downstream) if down is not None)
    p = product(step.upstream, step.local[slot], step.downstream[slot])
    jacobian = np.asarray(step.local[slot])
    true = np.tensordot(step.upstream, jacobian, axes=np.ndim(step.upstream))
    np.testing.assert_allclose(p.downstream, true, rtol=1e-12, atol=1e-12)
    if p.local is None:
        assert p.words
        return
    if p.local.shape == p.upstream.shape:  # entry by entry, then summed where it was broadcast
        each = p.upstream * p.local
        while each.ndim > p.downstream.ndim:
            each = each.sum(axis=0)
        assert bool(p.words) == (p.upstream.size > p.downstream.size)
    else:  # each entry of the input takes the upstream of the one output it went into
        owner = np.abs(jacobian.reshape(p.upstream.size, -1)).argmax(axis=0)
        each = p.upstream.ravel()[owner].reshape(p.local.shape) * p.local
    np.testing.assert_allclose(each, p.downstream, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", ["matrix product", "vector product", "cumsum"])
def test_a_jacobian_that_mixes_is_never_written_as_a_plain_product(name):
    function, shape = OPERATIONS[name]
    y = function(ad.Tensor(np.random.default_rng(1).normal(size=shape)))
    step = ad.backward_steps(y)[-1]
    slot = next(i for i, down in enumerate(step.downstream) if down is not None)
    assert product(step.upstream, step.local[slot], step.downstream[slot]).local is None


@ad.custom_gradient
def clipped(x):
    return x * 3.0, lambda upstream: np.clip(upstream * 3.0, -1.0, 1.0)


@pytest.mark.thorough
def test_a_rule_that_is_not_linear_is_never_written_as_a_product():
    stepper = BackpropStepper(lambda x: clipped(x) * 5.0, x=2.0)
    assert stepper.transcript[2].endswith("To x: a rule that is not linear in upstream = downstream 1.")
    groups = {"g": ("v1", "v2", "y")}
    within = BackpropStepper(lambda x: clipped(x * 2.0) * 5.0, x=2.0, groups=groups)
    assert "not linear in upstream = downstream 2." in within.transcript[1]


# --- several inputs in a list, several outputs -----------------------------------------------------------


LISTS = {
    "concatenate": (lambda x, z: np.concatenate([x, z, [1.0]]), (2,), (3,)),
    "stack": (lambda x, z: np.stack([x, z * 2.0]), (3,), (3,)),
    "einsum": (lambda x, z: np.einsum("ij,jk->ik", x, z), (2, 3), (3, 2)),
    "split": (lambda x, z: np.multiply(*np.split(np.concatenate([x, z]), 2)), (2,), (4,)),
    "two outputs": (two_outputs, (3,), (3,)),
    "one of two outputs": (lambda x, z: sine_and_cosine(x)[1] + z, (3,), (3,)),
}


@pytest.mark.parametrize("name", LISTS)
def test_lists_and_several_outputs_are_drawn_with_the_engines_numbers(name):
    function, *shapes = LISTS[name]
    rng = np.random.default_rng(3)
    values = [rng.normal(size=shape) for shape in shapes]
    upstream = rng.normal(size=function(*values).shape) if name != "two outputs" else None
    stepper = BackpropStepper(function, x=values[0], z=values[1], grad_ys=upstream)
    leaves = [ad.Tensor(value) for value in values]
    gradients = ad.gradients(function(*leaves), leaves, grad_ys=upstream)
    printed = " ".join(shown(stepper.picture))
    for gradient in gradients:
        assert f"downstream {svg.array_text(gradient)}" in "\n".join(stepper.transcript)
        assert " ".join(entry(v) for v in gradient.ravel().tolist()) in printed


def test_both_upstreams_of_an_operation_with_two_outputs_stand_in_its_box():
    t = trace(two_outputs, {"x": [1.0, 2.0], "w": [3.0, 4.0]}, names=("s", "c"))
    k = next(k for k, box in enumerate(t.boxes) if len(box.values) == 2)
    assert [value.name for value in t.boxes[k].values] == ["s", "c"]
    (flow,) = [flow for flow in t.flows if flow.target == k]
    p = product_of(t, flow)
    x, w = np.array([1.0, 2.0]), np.array([3.0, 4.0])
    np.testing.assert_allclose(p.upstream[0], w + np.cos(x))
    np.testing.assert_allclose(p.upstream[1], np.sin(x))
    np.testing.assert_allclose(p.downstream, (w + np.cos(x)) * np.cos(x) - np.sin(x) ** 2)
    stepper = BackpropStepper(two_outputs, x=x, w=w, names=("s", "c"))
    assert {"upstream of s", "upstream of c"} <= set(shown(stepper.picture))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_local_that_is_no_number_at_one_entry_is_one_at_the_others():
    t = trace(lambda z, total: z / total, {"z": [np.inf, 1.0, 2.0], "total": np.inf})
    facts = product_of(t, t.flows[1])
    np.testing.assert_array_equal(facts.local, [np.nan, 0, 0], "−z / total², entry by entry")
    assert (facts.words, plain(facts.downstream)) == ("summed where it was broadcast", "NaN")
