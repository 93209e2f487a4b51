"""The stepper's numbers are the engine's numbers, and what it writes is true."""

import re

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.drawing import svg
from helpers.widgets import BackpropStepper
from helpers.widgets.errors import InputError
from helpers.widgets.stepper.computation import trace
from helpers.widgets.stepper.drawing import draw_steps
from helpers.widgets.stepper.folding import fold
from helpers.widgets.stepper.products import product, product_of
from tests.drawing.svg_reading import SVG, parse, parts, placed, shown, texts


def chain(x):
    return np.square(np.square(np.square(x)))


def network(x, w, b, v):
    return np.sum(np.tanh(x @ w + b) @ v)


def some_inputs(rng):
    return {
        "x": rng.normal(size=(2, 3)),
        "w": rng.normal(size=(3, 2)),
        "b": rng.normal(size=2),
        "v": rng.normal(size=(2, 1)),
    }


SCALARS = {
    "chain": chain,
    "product": lambda x, y: x * y,
    "used twice": lambda x, y: np.sin(x) * x + x * y,
    "same input twice": lambda x: x * x * 3.0,
    "three uses": lambda x: x * np.exp(x) / (1.0 + x * x),
    "log1pexp": lambda x: np.log(1.0 + np.exp(x)),
    "constant power": lambda x, y: x**2.0 - np.abs(y) ** 0.5,
}


def browser(stepper, **inputs):
    """What the browser sends."""
    stepper.set_state({"inputs": {**stepper.inputs, **inputs}})


def printed_products(stepper):
    """(step, upstream, local, downstream) as printed on each edge, in drawing order."""
    found = []
    for step in range(1, len(stepper.transcript)):
        for group in parts(stepper.picture, data_step=step, data_goto=step):
            up, times, local, equals, down = texts(group)
            assert (times, equals) == ("×", "=")
            found.append((step, up, local, down))
    return found


# --- facts -----------------------------------------------------------------------------------------------


def test_the_chain_of_squares_at_two():
    stepper = BackpropStepper(chain, x=2.0)
    facts = [(16, 1, 32, 32), (4, 32, 8, 256), (2, 256, 4, 1024)]
    said = re.findall(
        r"= (\d+)\. To \w+: upstream (\d+) × local (\d+) = downstream (\d+)", "\n".join(stepper.transcript)
    )
    assert [tuple(map(int, fact)) for fact in said] == facts
    drawn = sorted(printed_products(stepper))
    assert [tuple(map(int, fact[1:])) for fact in drawn] == [fact[1:] for fact in facts]


def test_a_value_used_twice_adds_up():
    stepper = BackpropStepper(lambda x, y: x * y + x, x=2.0, y=5.0, names=["p", "s"])
    assert "1 += 5" in shown(stepper.picture)
    assert stepper.transcript[-1].endswith("x adds up: 1 + 5 = 6.")


def test_squaring_by_multiplying_has_two_equal_contributions():
    stepper = BackpropStepper(lambda x: x * x, x=3.0)
    assert [fact[1:] for fact in printed_products(stepper)] == [("1", "3", "3")] * 2
    assert "3 += 3" in shown(stepper.picture)
    assert "x adds up: 3 + 3 = 6." in stepper.transcript[-1]


def test_the_matrix_product():
    stepper = BackpropStepper(lambda a, b: a @ b, a=[[1, 2], [3, 4]], b=[[6, 7, 8], [9, 10, 11]])
    line = stepper.transcript[1]
    assert "To a: upstream @ bᵀ = downstream [[21, 30], [21, 30]]." in line
    assert "To b: aᵀ @ upstream = downstream [[4, 4, 4], [6, 6, 6]]." in line


def test_stop_gradient_stops():
    stepper = BackpropStepper(lambda x: x * ad.stop_gradient(x * 2.0), x=3.0)
    assert "To x: upstream 1 × local 6 = downstream 6." in stepper.transcript[1]
    assert stepper.transcript[2].endswith("v2 = stop(v1) at v1 = 6. No gradient passes.")
    assert len(stepper.transcript) == 3  # what was computed before the stop is never reached


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
            svg.number(step.upstream),
            svg.number(np.asarray(local).item()),
            svg.number(np.asarray(down).item()),
        )
        for k, step in enumerate(ad.backward_steps(y, grad_ys=upstream), 1)
        for local, down in zip(step.local, step.downstream, strict=True)
        if down is not None
    ]
    assert sorted(printed_products(stepper)) == sorted(expected)
    gradients = ad.gradients(y, list(leaves.values()), grad_ys=upstream)
    still = shown(stepper.picture)
    for value, gradient in zip(values.values(), gradients, strict=True):
        assert svg.number(value) in still
        assert svg.number(gradient) in still
    assert svg.number(y.value) in still


@pytest.mark.parametrize("seed", range(3))
def test_printed_arrays_are_the_engines(seed):
    inputs = some_inputs(np.random.default_rng(seed))
    stepper = BackpropStepper(network, **inputs)
    leaves = [ad.Tensor(value) for value in inputs.values()]
    y = network(*leaves)
    printed = " ".join(shown(stepper.picture))
    spoken = "\n".join(stepper.transcript)
    for gradient in ad.gradients(y, leaves):
        assert " ".join(svg.number(v) for v in gradient.ravel()) in printed
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


def test_a_rule_that_is_not_linear_is_never_written_as_a_product():
    stepper = BackpropStepper(lambda x: clipped(x) * 5.0, x=2.0)
    assert stepper.transcript[2].endswith("To x: a rule that is not linear in upstream = downstream 1.")
    within = BackpropStepper(lambda x: clipped(x * 2.0) * 5.0, x=2.0, groups="runs")
    assert "not linear in upstream = downstream 2." in within.transcript[1]


# --- several inputs in a list, several outputs -----------------------------------------------------------


@ad.custom_gradient
def sine_and_cosine(x):
    return (np.sin(x), np.cos(x)), lambda s, c: s * np.cos(x) - c * np.sin(x)


def two_outputs(x, w):
    s, c = sine_and_cosine(x)
    return np.sum(s * w + c * s)


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
        assert " ".join(svg.number(v) for v in gradient.ravel()) in printed


def test_both_upstreams_of_an_operation_with_two_outputs_stand_on_its_edge():
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
    (edge,) = parts(stepper.picture, data_step=flow.step, data_goto=flow.step)
    numbers = [svg.number(v) for name in (0, 1) for v in p.upstream[name]]
    at = [texts(edge).index(text) for text in ("s", *numbers[:2], "c", *numbers[2:], "=")]
    assert at == sorted(at)
    assert "gradient of s" in shown(stepper.picture)
    assert "gradient of c" in shown(stepper.picture)


# --- groups ----------------------------------------------------------------------------------------------


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
    assert stepper.transcript[3].startswith("Step 3 of 4: out = layer 2(h, v).")
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
    assert f"h = {name}(x, w) at x = 2, w = 3." in stepper.transcript[2]


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
    assert stepper.transcript[1].endswith(
        f"y = f(x) at x = 2. To x: upstream 1 × local {slope} = downstream {slope}."
    )
    assert "adds up" not in stepper.transcript[1]


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


def test_runs_are_found_and_their_formula_is_composed():
    stepper = BackpropStepper(
        lambda x, w: np.exp(np.sin(x) * 2.0 + 1.0) * (w * w), x=1.0, w=3.0, groups="runs"
    )
    assert "v4 = exp((sin(x) × 2) + 1)" in stepper.transcript[2] + stepper.transcript[3]
    assert len(stepper.transcript) == 4
    assert (
        BackpropStepper(np.square, x=2.0, groups="runs").transcript
        == BackpropStepper(np.square, x=2.0).transcript
    )
    long = BackpropStepper(lambda x: chain(chain(chain(x))), x=1.0, groups="runs")
    assert long.transcript[1].startswith("Step 1 of 1: y = 9 operations on x at x = 1.")


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
        names=("d", "s"),
        groups={"f": ("d", "s", "y")},
    )
    assert stepper.transcript[1].endswith("To w: upstream 1 × local 6 = downstream 6.")


# --- time ------------------------------------------------------------------------------------------------


def at_step(picture, step):
    """The texts that the browser shows at a step, by the rule of the module."""
    found = []

    def walk(element):
        first, until = int(element.get("data-step", 0)), float(element.get("data-until", "inf"))
        if not first <= step < until:
            return
        if element.tag.endswith("}text"):
            found.append("".join(element.itertext()))
        for child in element:
            walk(child)

    walk(parse(picture))
    return found


def test_a_gradient_appears_with_its_step():
    stepper = BackpropStepper(chain, x=2.0)
    for step in range(4):
        now = at_step(stepper.picture, step)
        assert now.count("?") == 3 - step
        assert ("32" in now, "8" in now, "1024" in now) == (step >= 1, step >= 2, step >= 3)


def test_a_sum_is_unfinished_until_its_last_part():
    stepper = BackpropStepper(lambda x, y: np.sin(x) * x + x * y, x=1.0, y=-3.0)
    steps = [at_step(stepper.picture, k) for k in range(5)]
    assert ["gradient so far" in now for now in steps] == [False, False, True, True, False]


def test_the_still_image_is_the_last_step():
    stepper = BackpropStepper(chain, x=2.0)
    rings = len(parts(stepper.picture, data_step=3, data_until=4))
    assert rings == 1
    assert [t for t in at_step(stepper.picture, 3) if t != ""] == shown(stepper.picture)


def test_every_number_fits_its_box():
    rng = np.random.default_rng(0)
    drawn = draw_steps(trace(network, some_inputs(rng)))
    width, height = (float(parse(drawn.svg).get(side)) for side in ("width", "height"))
    assert width < 3000
    assert height < 1500


def random_computation(seed, values=40):
    """A function of x and w with so many values, or one less; what nothing uses is added up at the end."""

    def function(x, w):
        rng = np.random.default_rng(seed)
        made, unused = [x, w], {0, 1}
        while len(made) + len(unused) - 1 < values - 1:
            a, b = (max(0, len(made) - 1 - int(rng.exponential(5.0))) for _ in "ab")
            operation = [np.sin, np.tanh, np.add, np.multiply][rng.integers(4)]
            operands = (a, b)[: operation.nin]
            made.append(operation(*(made[k] for k in operands)))
            unused = (unused - set(operands)) | {len(made) - 1}
        first, *rest = sorted(unused)
        total = made[first]
        for k in rest:
            total = total + made[k]
        return total

    return function


def points(path):
    """Points along a drawn edge, M x y, C ..., L x y; and only those."""
    at, found = np.zeros(2), []
    for command, numbers in re.findall(r"([MCL])([^MCL]+)", path):
        corners = np.array(re.findall(r"-?[\d.]+", numbers), dtype=float).reshape(-1, 2)
        t = np.linspace(0, 1, 25)[:, None]
        if command == "C":
            a, b, end = corners
            curve = (1 - t) ** 3 * at + 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t**2 * b + t**3 * end
        else:
            (end,) = corners
            curve = at + t * (end - at) if command == "L" else corners
        found.append(curve)
        at = end
    return np.concatenate(found)


@pytest.mark.parametrize("seed", range(4))
def test_no_label_touches_a_curve_or_a_box_in_a_graph_of_40_values(seed):
    stepper = BackpropStepper(random_computation(seed), x=0.3, w=-0.7)
    values = stepper.transcript[0].count(" = ")
    assert 39 <= values <= 40
    outlines, curves, own = [], {}, {}  # label -> the edge it belongs to
    edge = None
    for element, x, y in placed(stepper.picture):
        if element.tag == SVG + "path" and element.get("fill") == "none":
            edge = element.get("d")
            curves[edge] = np.add(points(edge), (x, y))
        elif element.tag == SVG + "rect" and element.get("rx") in ("8", "9") and element.get("y") == "0":
            if element.get("rx") == "8":
                own[len(outlines)] = edge
            outlines.append((x, y, x + float(element.get("width")), y + float(element.get("height"))))
    assert len(outlines) == values + len(own)
    assert len(own) == sum(sentence.count("To ") for sentence in stepper.transcript)
    for i, (left, top, right, bottom) in enumerate(outlines):
        for other in outlines[:i]:
            apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
            assert apart
        for path, at in curves.items():
            inside = (left + 0.1 < at[:, 0]) & (at[:, 0] < right - 0.1)
            inside &= (top + 0.1 < at[:, 1]) & (at[:, 1] < bottom - 0.1)
            assert own.get(i) == path or not inside.any()


# --- changing the inputs ---------------------------------------------------------------------------------


def test_a_typed_number_recomputes_everything():
    stepper = BackpropStepper(chain, x=2.0)
    browser(stepper, x="-1.5")
    assert "To x: upstream 45.56 × local −3 = downstream −136.7." in stepper.transcript[3]
    assert stepper.values == {"x": -1.5}


def test_an_array_is_edited_cell_by_cell():
    stepper = BackpropStepper(lambda x: np.sum(x * x), x=[1.0, 2.0, 3.0])
    assert stepper.inputs == {"x": [["1", "2", "3"]]}
    browser(stepper, x=[["1", "2", "-5"]])
    assert "= [2, 4, −10]." in stepper.transcript[-1]


def test_the_upstream_can_be_chosen():
    stepper = BackpropStepper(lambda x: x * x, x=[1.0, 2.0], grad_ys=[2.0, 3.0])
    assert "= [4, 12]." in stepper.transcript[-1]
    browser(stepper, grad_ys=[["1", "1"]])
    assert "= [2, 4]." in stepper.transcript[-1]


@pytest.mark.parametrize("typed", ["", "two", "nan", "inf", "1e300", "2 2"])
def test_bad_text_is_answered_in_the_widget(typed):
    stepper = BackpropStepper(chain, x=2.0)
    before = stepper.picture
    browser(stepper, x=typed)
    assert stepper.errors["x"]
    assert stepper.picture == before
    assert stepper.inputs["x"] == typed


def test_overflow_is_drawn_not_raised(recwarn):
    stepper = BackpropStepper(lambda x: np.exp(np.exp(x)), x=2.0)
    browser(stepper, x="100")
    assert stepper.errors == {}
    assert "∞" in shown(stepper.picture)
    assert not recwarn.list


def test_a_function_that_fails_for_some_number_keeps_the_last_picture():
    def picky(x):
        if x.value > 3:
            raise ValueError("only up to 3")
        return x * x

    stepper = BackpropStepper(picky, x=2.0)
    before = stepper.picture
    browser(stepper, x="4")
    assert "only up to 3" in stepper.errors[""]
    assert stepper.picture == before


# --- what cannot be drawn --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: BackpropStepper(chain), "at least one input by name"),
        (
            lambda: BackpropStepper(chain, x="two"),
            "x must be a number or an array of real numbers, not 'two'",
        ),
        (lambda: BackpropStepper(chain, x=1j), "x must be a number"),
        (lambda: BackpropStepper(chain, x=np.ones((7, 2))), "x has shape 7 × 2"),
        (lambda: BackpropStepper(chain, x=np.ones((2, 2, 2))), "x has shape 2 × 2 × 2"),
        (lambda: BackpropStepper(chain, x=[[1.0], [1.0, 2.0]]), "x must be a number or an array"),
        (lambda: BackpropStepper(chain, x=[]), "x has shape 0"),
        (lambda: BackpropStepper(lambda x: 3.0, x=1.0), "returned float, not a Tensor"),
        (lambda: BackpropStepper(lambda x: (x, x), x=1.0), "returned tuple, not a Tensor"),
        (lambda: BackpropStepper(lambda x: sum([x] * 60), x=1.0), "61 values: the stepper draws at most 40"),
        (lambda: BackpropStepper(chain, x=float("nan")), "finite"),
        (
            lambda: BackpropStepper(chain, x=1.0, groups={"g": ("v1", "q")}),
            "names q, which is not a value here",
        ),
        (lambda: BackpropStepper(chain, x=1.0, groups={"g": ("x", "v1")}), "names x, which is an input"),
        (lambda: BackpropStepper(chain, x=1.0, groups={"g": ("v1",)}), "fewer than two operations"),
        (
            lambda: BackpropStepper(chain, x=1.0, groups={"g": ("v1", "v2"), "h": ("v2", "y")}),
            "v2 is in two groups",
        ),
        (lambda: BackpropStepper(chain, x=1.0, groups={"g": ("v1", "y")}), "used outside through v1, y"),
        (lambda: BackpropStepper(chain, x=1.0, groups="layers"), 'groups is "runs", or a name for each'),
        (lambda: BackpropStepper(chain, x=1.0).unfold("g"), "no group named g; there are none"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_sentence(make, sentence):
    with pytest.raises(InputError, match=sentence) as error:
        make()
    assert "\n" not in str(error.value)


def test_a_function_may_have_other_argument_names_or_be_a_ufunc():
    assert BackpropStepper(np.square, x=3.0).transcript[-1].endswith("downstream 6.")
    assert BackpropStepper(lambda a, b: a / b, p=1.0, q=2.0).transcript[-1].count("To ") == 2


def test_names_and_ranges():
    stepper = BackpropStepper(chain, x=2.0, names=["a", "b"], ranges={"x": (0, 3)})
    assert stepper.transcript[0].startswith("Forward: x = 2, a = 4, b = 16, y = 256.")
    about = stepper.controls[0]
    assert (about["low"], about["high"]) == (0, 3)


def test_the_title_is_a_sentence_about_the_picture():
    stepper = BackpropStepper(chain, x=2.0)
    assert (
        repr(stepper) == "<BackpropStepper: Backward through v1 = square(x), v2 = square(v1), y = square(v2)>"
    )
    assert stepper._repr_mimebundle_()[0]["text/plain"].splitlines()[1:] == stepper.transcript
