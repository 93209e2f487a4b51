"""Rules by name: a function is taught by the line in the error, and a rule reads what its operation got."""

import math
import sys
import types

import numpy as np
import pytest

from helpers import autodiff as ad

from .test_errors import says

random = np.random.default_rng(0)
VECTOR, MATRIX = random.normal(size=4) + 3, random.normal(size=(3, 3)) + 3 * np.eye(3)

# Functions without a rule, of every kind that NumPy has, as a learner would call them.
UNTAUGHT = {
    "np.i0": (lambda x: np.i0(x), VECTOR),
    "np.ldexp": (lambda x: np.ldexp(x, 2), VECTOR),  # a ufunc of two inputs
    "np.modf": (lambda x: np.modf(x)[0], VECTOR),  # a ufunc of two outputs
    "np.frexp": (lambda x: np.frexp(x)[0], VECTOR),  # one of which is a whole number
    "np.correlate": (lambda x: np.correlate(x, [1.0, 2.0], "same"), VECTOR),
    "np.choose": (lambda x: np.choose([0, 1, 1, 0], [x, x * x]), VECTOR),  # takes a list of arrays
    "np.apply_over_axes": (lambda x: np.apply_over_axes(np.sum, x, [0]), MATRIX),
    "np.corrcoef": (lambda x: np.corrcoef(x), MATRIX),
    "np.nanvar": (lambda x: np.nanvar(x, axis=0), MATRIX),
    "np.nancumsum": (lambda x: np.nancumsum(x, 0), MATRIX),
    "np.gradient": (lambda x: np.gradient(x), VECTOR),
    "np.fft.hfft": (lambda x: np.fft.hfft(x), VECTOR),
    "np.linalg.qr": (lambda x: np.linalg.qr(x).R, MATRIX),
    "np.linalg.lstsq": (lambda x: np.linalg.lstsq(x, np.ones(3))[0], MATRIX),
    "np.emath.sqrt": (lambda x: np.emath.sqrt(x), VECTOR),  # its type would be Sqrt, which is taken
}


# And functions with a rule of their own, whose attributes a new rule must hand on as they were given.
RETAUGHT = {
    "floor": (lambda x: np.floor(x) + x, VECTOR),
    "sum": (lambda x: np.sum(x, 0) * np.sum(x, axis=1), MATRIX),
    "reshape": (lambda x: np.reshape(x, (1, 9)), MATRIX),
    "roll": (lambda x: np.roll(x, 1, axis=0), MATRIX),
    "matmul": (lambda x: ad.matmul(x, x[:2], transpose_b=True), MATRIX),
}


@pytest.mark.parametrize("name", RETAUGHT)
def test_a_numerical_rule_calls_the_function_as_it_was_called(name):
    f, at = RETAUGHT[name]
    ad.register_gradient(getattr(np, name), replace=True)(ad.numerical_rule)
    ad.check_gradient(f, at, order=1, tolerance=1e-5)


@pytest.mark.parametrize("name", UNTAUGHT)
def test_the_line_in_the_error_works_when_pasted(name):
    f, at = UNTAUGHT[name]
    with pytest.raises(NotImplementedError, match=f"{name.split('.')[-1]} has no gradient rule") as error:
        f(ad.Tensor(at))
    (line,) = [line for line in str(error.value).splitlines() if "ad.register_gradient" in line]
    exec(line.strip(), {"np": np, "ad": ad})  # a line of our own, from the sentence above
    np.testing.assert_array_equal(f(ad.Tensor(at)).value, f(at))
    ad.check_gradient(f, at, order=1, tolerance=1e-5)


# Functions of lists: with a rule of the table, and with one of a person's.
OF_LISTS = {
    "block": (np.block, lambda x: np.block([[x, 2 * x], [np.ones((3, 6))]])),
    "select": (np.select, lambda x: np.select([MATRIX > 1, MATRIX > 0], [x * x, 3 * x], 1.0)),
    "multi_dot": (np.linalg.multi_dot, lambda x: np.linalg.multi_dot([x, MATRIX, x.T])),
    "stack": (np.stack, lambda x: np.stack([x, MATRIX, x @ x], axis=1)),
}


@pytest.mark.parametrize("name", OF_LISTS)
def test_functions_of_lists_can_be_taught(name):
    function, f = OF_LISTS[name]
    ad.register_gradient(function, replace=True)(ad.numerical_rule)
    np.testing.assert_allclose(f(ad.Tensor(MATRIX)).value, f(MATRIX), rtol=1e-13)
    ad.check_gradient(f, MATRIX, order=1, tolerance=1e-5)


def test_a_rule_gets_what_stands_in_the_lists_one_input_each():
    @ad.register_gradient(np.choose)
    def rule(op, upstream):
        which, _, second = op.inputs
        assert (second.shape, op.get_attr("mode")) == ((2, 1), "clip")
        taken = np.array(which) == 0
        return (
            None,
            np.where(taken, upstream, 0.0),
            np.sum(np.where(taken, 0.0, upstream), axis=1, keepdims=True),
        )

    a, b = random.normal(size=(2, 2)), random.normal(size=(2, 1))
    ad.check_gradient(lambda a, b: np.choose([0, 1], [a, b * b], mode="clip"), a, b)


def test_lists_and_dicts_of_ones_own_operation_are_taken_apart():
    weighted = ad.op("WeightedForTest")(lambda parts, scale: (parts["a"] + 2 * parts["b"][0]) * scale)
    ad.register_gradient("WeightedForTest")(
        lambda op, up: (up * op.inputs[2], 2 * up * op.inputs[2], up * (op.inputs[0] + 2 * op.inputs[1]))
    )
    ad.check_gradient(lambda a, b, c: weighted({"a": a, "b": [b]}, c), 2.0, 3.0, 5.0)
    y = weighted({"a": ad.Tensor(2.0), "b": [3.0]}, 5.0)
    assert (y.op.inputs[1:], y.value) == ((3.0, 5.0), 40)
    parts = ad.op("WritesForTest")(lambda parts: np.multiply(parts[0], 2, out=parts[0]))
    with says(ValueError, "read-only"):
        parts([ad.Tensor([1.0])])


def test_the_ufunc_of_another_package_is_named_with_it(monkeypatch):
    """As scipy.special.expit: a ufunc does not say where it lives, so the modules are asked."""
    package, inside = types.ModuleType("other.special"), types.ModuleType("other.special._ufuncs")
    monkeypatch.setitem(sys.modules, "other", types.ModuleType("other"))
    sys.modules["other"].special = package
    expit = np.frompyfunc(lambda x: 1 / (1 + math.exp(-x)), 1, 1)
    for module in (inside, package):
        setattr(module, expit.__name__, expit)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    with pytest.raises(NotImplementedError) as error:
        expit(ad.Tensor(0.5))
    line = (
        f"    import other.special; ad.register_gradient(other.special.{expit.__name__})(ad.numerical_rule)"
    )
    assert line in str(error.value).splitlines()


def test_a_taught_function_has_a_second_order_too():
    ad.register_gradient(np.i0)(ad.numerical_rule)
    ad.check_gradient(np.i0, [0.5], tolerance=1e-3)


def test_functions_of_the_same_name_keep_apart():
    x = ad.Tensor([4.0])
    ad.register_gradient(np.emath.sqrt)(lambda op, up: up * 100)
    assert ad.gradients(np.emath.sqrt(x), x) == 100
    assert ad.gradients(np.sqrt(x), x) == 0.25
    with says(KeyError, r"np\.\w+\.\w*\.?sqrt has a gradient rule already"):
        ad.register_gradient(np.emath.sqrt)(lambda op, up: up)
    ad.register_gradient(np.emath.sqrt, replace=True)(lambda op, up: up * 200)
    assert ad.gradients(np.emath.sqrt(x), x) == 200
    assert ad.lookup_gradient(np.emath.sqrt)(np.emath.sqrt(x).op, np.ones(1)) == (200,)
    own = ad.op("I0")(lambda x: x * 3)
    ad.register_gradient("I0")(lambda op, up: up * 3)
    ad.register_gradient(np.i0)(lambda op, up: up * 7)
    assert ad.gradients(own(x), x) == 3
    assert ad.gradients(np.i0(x), x) == 7


def test_a_rule_reads_every_argument_however_it_was_given():
    seen = []

    @ad.register_gradient(np.nancumprod)
    def rule(op, up):
        seen.append((len(op.inputs), op.get_attr("axis"), op.get_attr("dtype")))
        return np.reshape(up, op.inputs[0].shape)

    x = ad.Tensor(MATRIX)
    for y in (np.nancumprod(x, 0), np.nancumprod(x, axis=1), np.nancumprod(x)):
        ad.gradients(y, x)
    assert seen == [(1, 0, None), (1, 1, None), (1, None, None)]

    scale = ad.op("ScaleByForTest")(lambda x, factor=2.0, *, power=1: x * factor**power)
    assert scale(x, 5.0).op.attrs == {"power": 1, "factor": 5.0}
    assert scale(x, power=3).op.attrs == {"factor": 2.0, "power": 3}
    assert len(scale(x, ad.Tensor(5.0)).op.inputs) == 2  # what may have a gradient is an input

    assert scale(x, 5.0, power=3).op.attrs == {"factor": 5.0, "power": 3}
    open_to_more = ad.op("OpenForTest")(lambda x, factor=2.0, **more: x * factor)
    assert open_to_more(x, 3.0).op.attrs == {"factor": 3.0}
    all_inputs = ad.op("AllInputsForTest")(lambda x, *others: x * sum(others))
    assert len(all_inputs(x, 3.0, 4.0).op.inputs) == 3

    hypot = ad.op("HypotForTest")(math.hypot)  # tells nobody what it takes
    five = hypot(ad.Tensor(3.0), 4.0)
    assert (five.value, len(five.op.inputs), five.op.attrs) == (5, 2, {})


def test_attributes_come_in_the_order_of_the_declaration():
    f = ad.op("OrderForTest")(lambda x, one=1, two=2, three=3, *, four=4: x * 1.0)
    for y in (f(ad.Tensor(1.0)), f(ad.Tensor(1.0), 5, three=3)):
        assert list(y.op.attrs) == ["one", "two", "three", "four"]


def test_an_input_given_by_name_is_an_input():
    times = ad.op("TimesByNameForTest")(lambda a, b, scale=1.0: a * b * scale)
    ad.register_gradient("TimesByNameForTest")(lambda op, up: (up * op.inputs[1], up * op.inputs[0]))
    y = times(x := ad.Tensor(2.0), b=3.0, scale=1.0)
    assert (y.op.inputs[1], y.op.attrs) == (3, {"scale": 1})
    assert ad.gradients(y, x) == 3


def test_a_rule_called_by_hand_gives_a_constant_of_whole_numbers_its_gradient():
    y = ad.Tensor([0.25]) * 2
    by_x, by_constant = ad.lookup_gradient("Multiply")(y.op, [1.0])
    assert (by_x.tolist(), by_constant) == ([2], 0.25)


def test_a_rule_that_calls_another_has_a_second_order():
    """The upstream is a plain 1, but what the rule knows of the inputs is differentiated again."""
    before = ad.lookup_gradient("Power")
    ad.register_gradient("Power", replace=True)(lambda op, up: before(op, up))

    @ad.custom_gradient
    def cube(x):
        y = x**3
        return y, lambda up: before(y.op, up)[0]

    for f in (lambda x: x**3, cube):
        assert ad.grad(ad.grad(f))(2.0) == pytest.approx(12)
        assert ad.grad(ad.grad(ad.grad(f)))(2.0) == pytest.approx(6)
    assert type(before((ad.Tensor(2.0) ** 3).op, 1.0)[0]) is np.float64  # nobody asks for more


def test_an_operation_that_uses_a_tensor_from_outside_is_refused():
    W = ad.Tensor([3.0, 4.0])
    f = ad.op("CaptureForTest")(lambda x: x * W)
    for x in (ad.Tensor([1.0, 2.0]), np.array([1.0, 2.0])):
        with says(TypeError, "a plain array would lose the history"):
            f(x)


def test_an_operation_that_returns_nothing_is_named():
    x = ad.Tensor([1.0])
    with says(TypeError, "NothingForTest returned object", "floats or complex"):
        ad.op("NothingForTest")(lambda x: None)(x)
    with says(TypeError, "nothing returned object"):

        @ad.custom_gradient
        def nothing(x):
            return None, lambda upstream: upstream

        nothing(x)
    assert ad.op("EmptyForTest")(lambda x: {})(x) == {}
    assert ad.custom_gradient(lambda x: ([], lambda: x))(x) == []


def test_the_operation_of_a_step_has_all_outputs():
    two = ad.op("TwoForTest")(lambda x: (x * 2, x * x))
    ad.register_gradient("TwoForTest")(lambda op, a, b: a * 2 + b * 2 * op.inputs[0])
    x = ad.Tensor([1.0, 2.0])
    first, second = two(x)
    (step,) = ad.backward_steps([first, second])
    assert [y.shape for y in step.op.outputs] == [(2,), (2,)]
    (gradient,) = ad.lookup_gradient("TwoForTest")(step.op, [1.0, 1.0], [1.0, 1.0])
    assert gradient.tolist() == [4, 6]
    assert second.op.outputs[1] is second


@pytest.mark.parametrize("create_graph", [False, True])
def test_a_new_rule_may_call_the_one_it_replaces(create_graph):
    for name in ("Tanh", "MatMul"):
        before = ad.lookup_gradient(name)
        ad.register_gradient(name, replace=True)(
            lambda op, up, before=before: [None if g is None else 10 * g for g in before(op, up)]
        )
    x = ad.Tensor(MATRIX)
    dx = ad.gradients(np.tanh(x), x, create_graph=create_graph)
    np.testing.assert_allclose(np.real(dx.value if create_graph else dx), 10 / np.cosh(MATRIX) ** 2)
    assert ad.gradients(x @ MATRIX, x, create_graph=create_graph).shape == (3, 3)


def test_each_rule_is_called_once_by_backward_steps():
    calls = []
    f = ad.custom_gradient(lambda x: (x * 2, lambda up: calls.append(up) or up * 2))
    steps = ad.backward_steps(f(f(ad.Tensor([1.0]))))
    assert [step.downstream[0].item() for step in steps] == [2, 4]
    assert len(calls) == 2


def test_an_operation_cannot_write_to_what_others_rely_on():
    centre = ad.op("CentreForTest")(lambda x: np.subtract(x, x.mean(), out=x))
    with says(ValueError, "read-only"):
        centre(ad.Tensor([1.0, 3.0]))
    mine = np.array([1.0, 2.0])
    ad.op("BesideForTest")(lambda x, y: x * y)(ad.Tensor([1.0, 3.0]), mine)
    mine[0] = 5.0  # an array of one's own stays one's own


def test_a_decorator_without_its_argument_is_noticed_at_once():
    with says(TypeError, "my_rule is no NumPy function", "ad.op"):

        @ad.register_gradient
        def my_rule(op, up):
            return up

    with says(TypeError, "needs a name", '@ad.op\\("MyOp"\\)'):

        @ad.op
        def forward(x):
            return x

    with says(TypeError, "5 is no NumPy function"):
        ad.register_gradient(5)


def test_a_rule_is_called_with_the_operation_not_with_what_it_made():
    c = ad.Tensor(MATRIX) @ MATRIX
    with says(TypeError, "c.op"):
        ad.lookup_gradient("MatMul")(c, MATRIX)


def test_whole_numbers_of_an_operation_stay_plain():
    ad.register_gradient(np.frexp)(lambda op, up, _: up / 2.0 ** op.outputs[1])
    mantissa, exponent = np.frexp(x := ad.Tensor([3.0]))
    assert type(exponent) is np.ndarray
    assert ad.gradients(mantissa, x) == 0.25
    ad.register_gradient(np.bincount)(ad.numerical_rule)
    assert np.bincount([0, 1, 1], weights=None).tolist() == [1, 2]
    ad.register_gradient(np.argpartition)(ad.numerical_rule)
    assert type(np.argpartition(ad.Tensor([3.0, 1.0]), 0)) is np.ndarray
    with says(TypeError, "OnlyIntegersForTest returned int64"):
        ad.op("OnlyIntegersForTest")(lambda x: x.astype(int))(x)
