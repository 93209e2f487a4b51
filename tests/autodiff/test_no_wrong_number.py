"""No wrong number without a word: nothing is taken for constant, rounded away or read too late."""

import math
import types
import warnings
from collections import Counter, OrderedDict, defaultdict

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.autodiff.engine.operations import COMPOSITES, OPERATIONS, name_of

from .test_errors import says
from .test_nesting import SLOPES

random = np.random.default_rng(0)


# ---- a rule that knows something which is being differentiated by: z at 2 times (x from outside), by x at 5


def custom(x):
    return ad.custom_gradient(lambda y: (y * 3.0, lambda up: up * x))


def with_two_outputs(x):
    both = ad.custom_gradient(lambda y: ((y * 3.0, y), lambda up, _: up * x))
    return lambda y: both(y)[0]


def declared(x):
    thrice = ad.op("KnowsForTest")(lambda y: y * 3.0)
    ad.register_gradient("KnowsForTest", replace=True)(lambda op, up: up * x)
    return thrice


def registered(x):
    ad.register_gradient(np.i0, replace=True)(lambda op, up: up * x)
    return np.i0


def replaced(x):
    ad.register_gradient(np.tanh, replace=True)(lambda op, up: up * x)
    return np.tanh


def in_an_object(x):
    holder = types.SimpleNamespace(scale={"deep": [x * 1.0]})
    return ad.custom_gradient(lambda y: (y * 3.0, lambda up: up * holder.scale["deep"][0]))


def below_another(x):
    return lambda y: custom(x)(np.sin(y) / np.cos(2.0)) * 1.0


def above_another(x):
    return lambda y: np.sum(np.stack([custom(x)(y), 0.0 * y]))


def inside_another(x):
    return ad.custom_gradient(lambda y: (y * 3.0, lambda up: custom(x)(up) / 3.0 * x))


RULES = [custom, with_two_outputs, declared, registered, replaced, in_an_object, below_another, above_another]


@pytest.mark.parametrize("slope", SLOPES.values(), ids=SLOPES)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_what_a_rule_knows_from_outside_is_differentiated(rule, slope):
    """The slope at 2 is x, so x times it is x^2, which has the slope 10 at 5."""
    assert ad.grad(lambda x: x * slope(rule(x), 2.0))(5.0) == pytest.approx(10)
    assert ad.grad(ad.grad(lambda x: x * slope(rule(x), 2.0)))(5.0) == pytest.approx(2)
    x = ad.Tensor(5.0)
    with ad.GradientTape() as tape:
        tape.watch(x)
        y = x * slope(rule(x), 2.0)
    assert tape.gradient(y, x) == pytest.approx(10)


def test_a_rule_by_hand_and_its_steps_know_it_too():
    def f(x):
        y = custom(x)(ad.Tensor(2.0))
        (step,) = ad.backward_steps(y)
        assert (type(step.downstream[0]), step.local[0]) == (np.float64, 5)
        thrice = declared(x)(ad.Tensor(2.0))
        return ad.lookup_gradient("KnowsForTest")(thrice.op, 1.0)[0] * x

    assert ad.grad(f)(5.0) == 10


def test_a_rule_inside_a_rule_is_seen():
    assert ad.grad(lambda x: x * ad.grad(inside_another(x))(2.0))(5.0) == pytest.approx(10)


def test_what_nobody_differentiates_by_stays_a_constant():
    x = ad.Tensor(5.0)
    assert type(ad.grad(custom(x))(2.0)) is np.float64
    assert type(ad.grad(lambda w: w * ad.grad(custom(x))(2.0))(3.0)) is np.float64


# ---- a value that was worked out with plain numbers


def test_an_answer_worked_out_with_plain_numbers_is_told_and_has_a_way_that_works():
    def solved(x):
        return np.sqrt(x.value if isinstance(x, ad.Tensor) else x)

    @ad.custom_gradient
    def forgets(x):
        y = solved(x)
        return y, lambda up: up / (2 * y)

    @ad.custom_gradient
    def remembers(x):
        return solved(x), lambda up: up / (2 * remembers(x))

    ad.check_gradient(forgets, 2.0, order=1)
    with says(ad.GradientMismatch, "second-order", "use x and not x.value", "call the function again"):
        ad.check_gradient(forgets, 2.0)
    ad.check_gradient(remembers, 2.0, order=4, tolerance=1e-5)

    root = ad.op("RootForTest")(np.sqrt)
    ad.register_gradient("RootForTest")(lambda op, up: up / (2 * op.outputs[0]))
    ad.check_gradient(root, 2.0, order=3)


# ---- counts, means and ties of more numbers than half precision can count to (65504)

MANY = 100_000
OF_MANY = {
    "mean": (np.mean, 1 / MANY),
    "mean where": (lambda x: np.mean(x, where=np.arange(MANY) >= 0), 1 / MANY),
    "mean of rows": (lambda x: np.sum(np.mean(x.reshape(1, -1), axis=1)), 1 / MANY),
    "tie": (np.max, 1 / MANY),
    "tie of rows": (lambda x: np.sum(np.min(x.reshape(1, -1), axis=1, keepdims=True)), 1 / MANY),
    "average": (lambda x: np.average(x, weights=np.ones(MANY, x.dtype)), 1 / MANY),
    "var": (lambda x: np.var(x * np.tile([1.0, -1.0], MANY // 2).astype(x.dtype)), 2 / MANY),
    "std": (lambda x: np.std(x * np.tile([1.0, -1.0], MANY // 2).astype(x.dtype)), 1 / MANY),
}


@pytest.mark.parametrize("name", OF_MANY)
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.longdouble])
def test_many_numbers_of_little_precision(name, dtype):
    f, slope = OF_MANY[name]
    x = np.ones(MANY, dtype)
    value, gradient = ad.value_and_grad(f)(x)
    assert (np.asarray(value).dtype, gradient.dtype) == (dtype, dtype)
    assert value == pytest.approx(1, rel=2e-3)
    np.testing.assert_allclose(gradient.astype(float), slope, rtol=2e-3)  # 1e-5 is below the normal numbers
    again = ad.grad(lambda x: np.sum(ad.grad(f)(x) * x))(x)
    assert np.isfinite(again.astype(float)).all()


def test_the_log_of_a_sum_of_little_precision():
    """Added up one by one in half precision, it would stop at 8.9."""
    value, gradient = ad.value_and_grad(np.logaddexp.reduce)(np.ones(MANY, np.float16))
    assert value == pytest.approx(1 + np.log(MANY), rel=1e-3)
    assert gradient.astype(float).sum() == pytest.approx(1, rel=1e-2)
    assert (value.dtype, gradient.dtype) == (np.float16, np.float16)


@pytest.mark.parametrize("n", [4098, 70_000])
def test_a_place_among_many_numbers_of_little_precision(n):
    x = (np.arange(n) / n).astype(np.float16)
    assert np.median(ad.Tensor(x)).value == np.median(x)
    for f in (lambda x: np.quantile(x, [0.3, 0.9]), lambda x: np.percentile(x, 37)):
        np.testing.assert_allclose(f(ad.Tensor(x)).value, f(x.astype(float)), rtol=1e-3)
    assert np.sum(ad.grad(np.median)(x)) == 1


def test_containers_keep_their_type():
    ordered = OrderedDict(w=1.0, b=[2.0])
    found = ad.grad(lambda p: p["w"] * p["b"][0])(ordered)
    assert found == OrderedDict(w=2.0, b=[1.0])
    assert type(found) is OrderedDict
    counted = ad.grad(lambda p: p["w"] ** 2)(defaultdict(list, w=3.0))
    assert (type(counted), counted["w"], counted["new"]) == (defaultdict, 6, [])

    tallied = ad.grad(lambda p: p["w"] ** 2)(Counter(w=3.0))
    assert (type(tallied), tallied["w"]) == (Counter, 6)

    class Layers(list):
        pass

    assert type(ad.grad(lambda p: p[0] * p[1])(Layers([1.0, 2.0]))) is Layers


def test_a_function_may_change_the_lists_and_dicts_it_gets():
    """They are its own: what it takes out or puts in moves no gradient to another place."""

    def takes_out(p):
        return 3.0 * p.pop("a") + p["b"]

    def puts_in(p):
        p.insert(0, p[0] * p[1])
        return p[0]

    given = {"a": np.float64(1.0), "b": np.float64(2.0)}
    assert ad.grad(takes_out)(given) == {"a": 3, "b": 1}
    assert ad.vjp(takes_out, given)[1](2.0) == ({"a": 6, "b": 2},)
    assert list(given) == ["a", "b"]
    assert ad.grad(puts_in)([np.array(2.0), np.array(5.0)]) == [5, 2]
    assert ad.grad(lambda p: p["w"] ** 2 + p["new"])(defaultdict(float, w=3.0)) == {"w": 6}


# ---- points that meet


@pytest.mark.parametrize("points", [[1.0], [0.0, 1.0], [0.0, 0.0, 1.0], [0.0, 1.0, 1.0], [2.0, 2.0, 2.0]])
def test_a_line_through_few_points(points):
    at, heights = np.array([-1.0, 0.25, 0.5, 1.5, 2.5]), random.normal(size=len(points))
    both = np.concatenate([at, points])
    np.testing.assert_allclose(
        np.interp(ad.Tensor(both), points, heights).value, np.interp(both, points, heights)
    )
    ad.check_gradient(lambda x, y: np.interp(x, points, y), at, heights)


@pytest.mark.parametrize("x", [np.inf, -np.inf, np.nan, [np.inf, 0.5, -np.inf]])
def test_a_line_goes_on_to_infinity(x):
    np.testing.assert_array_equal(
        np.interp(ad.Tensor(x), [0.0, 1.0], [2.0, 4.0]).value, np.interp(x, [0, 1], [2, 4])
    )


@pytest.mark.parametrize("numbers", [[1.0, np.inf, np.inf], [3.0, 2.0, 1.0, np.inf], [2.0, np.nan, 1.0]])
def test_the_median_is_that_of_numpy(numbers):
    found = np.median(ad.Tensor(numbers)).value
    assert (type(found), repr(found)) == (np.float64, repr(np.median(numbers)))
    assert type(np.quantile(ad.Tensor([1.0, 2.0]), 0.5).value) is np.float64


def test_places_are_no_tensors():
    x = ad.Tensor([0.0, 1.0])
    with says(TypeError, "finds places", r"np.nonzero\(x\)"):
        np.where(x)
    assert repr(np.nonzero(x)) == "(array([1]),)"
    assert type(np.where(True, x[0], 1.0).value) is np.float64


def test_a_product_too_small_for_all_its_digits():
    np.testing.assert_allclose(ad.grad(np.prod)([1e-160, 3e-160, 7.0])[:2], [2.1e-159, 7e-160], rtol=1e-15)


# ---- determinants


def minors(a):
    """The slopes of det A, from the smaller determinants."""
    places = [(i, j) for i in range(len(a)) for j in range(len(a))]
    found = [(-1) ** (i + j) * np.linalg.det(np.delete(np.delete(a, i, 0), j, 1)) for i, j in places]
    return np.reshape(np.stack(found), a.shape)


REGULAR = np.array([[2.0, 1.0, 3.0], [1.0, 3.0, 1.0], [4.0, 1.0, 5.0]])
ALMOST = np.arange(1.0, 10.0).reshape(3, 3)  # singular but for rounding
SINGULAR = np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [7.0, 8.0, 9.0]])


@pytest.mark.parametrize("matrix", [REGULAR, ALMOST, SINGULAR, SINGULAR + 0j], ids=str)
@pytest.mark.parametrize("apart", [1, 1e3, 1e9, 1e12])
def test_a_determinant_whose_columns_have_different_units(matrix, apart):
    """det(A) = det(A / units), if their product is 1: of that, the numbers are about 1."""
    units = np.array([1, 1 / apart, apart])
    for a, unit in ((matrix * units, units), ((matrix.T * units).T, units[:, None])):
        slopes = ad.jacobian(np.linalg.det)(a) * unit
        np.testing.assert_allclose(slopes, minors(matrix), atol=1e-13)
        if matrix.dtype == float:
            unit = unit * np.ones((3, 3))
            second = ad.hessian(np.linalg.det)(a) * unit * unit[..., None, None]
            np.testing.assert_allclose(second, ad.jacobian(minors)(matrix), atol=1e-12)


def test_a_determinant_too_small_for_all_its_digits():
    slopes = ad.grad(np.linalg.det)(np.diag([1e-160, 3e-160, 7.0]))
    np.testing.assert_allclose(slopes.diagonal()[:2], [2.1e-159, 7e-160], rtol=1e-15)


@pytest.mark.parametrize("unit", [1e-150, 1e150])
def test_the_units_of_a_determinant_do_not_multiply_up(unit):
    slopes = ad.grad(np.linalg.det)(SINGULAR * unit)
    np.testing.assert_allclose(slopes / unit**2, minors(SINGULAR), atol=1e-13)


# ---- symmetric matrices

SPREAD = random.normal(size=(2, 3, 3))
COVARIANCES = SPREAD @ SPREAD.mT + np.eye(3)
TWISTED = SPREAD[0] + 1j * SPREAD[1]
OF_SYMMETRIC = {
    "eigvalsh": np.linalg.eigvalsh,
    "eigh": lambda a: np.linalg.eigh(a).eigenvalues ** 2,
    "eigh of a part": lambda a: np.linalg.eigh(a[..., :2, :2]).eigenvalues * a[..., 0, :2],
    "cholesky": lambda a: np.linalg.cholesky(2 * a),
    "log det": lambda a: np.sum(np.log(np.linalg.diagonal(np.linalg.cholesky(a)))),
}


@pytest.mark.parametrize("name", OF_SYMMETRIC)
@pytest.mark.parametrize(
    "matrix", [COVARIANCES, TWISTED @ TWISTED.conj().T + np.eye(3)], ids=["real", "complex"]
)
def test_a_symmetric_matrix_is_asked_as_one(name, matrix):
    ad.check_gradient(OF_SYMMETRIC[name], matrix)


def test_a_wrong_rule_of_a_symmetric_matrix_is_found():
    right = ad.lookup_gradient("Eigenvalues")
    for wrong in (lambda da: 2 * da, lambda da: np.tril(da), lambda da: da * np.eye(3), lambda da: -da):
        ad.register_gradient("Eigenvalues", replace=True)(lambda op, up, wrong=wrong: wrong(right(op, up)[0]))
        with pytest.raises(ad.GradientMismatch):
            ad.check_gradient(np.linalg.eigvalsh, COVARIANCES[0], order=1)


def test_a_matrix_that_is_not_symmetric_is_refused():
    """NumPy would read one half of it; our gradient would be that of another function."""
    half = np.tril(COVARIANCES[0])
    for f in (np.linalg.eigvalsh, np.linalg.eigh, np.linalg.cholesky):
        for matrix in (half, half.T, TWISTED @ TWISTED.T):
            with says(ValueError, "this matrix is not symmetric", r"\(A \+ A.mT\) / 2"):
                f(ad.Tensor(matrix))
    rounded = COVARIANCES[0] * (1 + 1e-7 * random.normal(size=(3, 3)))
    np.testing.assert_array_equal(np.linalg.cholesky(ad.Tensor(rounded)).value, np.linalg.cholesky(rounded))


# ---- arrays that are written to between the run and the sweep

WRITES = {
    "one number": lambda c: c.__setitem__((0,) * c.ndim, 7),
    "the last number": lambda c: c.__setitem__((-1,) * c.ndim, 7),
    "a row": lambda c: c.__setitem__(1, 7),
    "the signs": lambda c: np.negative(c, out=c),
    "the order": lambda c: c.__setitem__(..., c[::-1].copy()),
    "all": lambda c: c.fill(3),
}
USES = {
    "multiply": lambda x, c: x * c,
    "divide": lambda x, c: x / c,
    "power": lambda x, c: np.abs(x) ** c,
    "matmul": lambda x, c: x @ c,
    "maximum": lambda x, c: np.maximum(x, c),
    "einsum": lambda x, c: np.einsum("ij,jk->ik", x, c),
    "transposed": lambda x, c: x @ c.T,
    "a part": lambda x, c: x[:, ::2] * c[:, ::2],
    "twice": lambda x, c: (x + 1.0) @ c * c,
}


@pytest.mark.parametrize("dtype", [float, np.float32, np.float16, complex, int])
@pytest.mark.parametrize("n", [3, 22, 120])
def test_a_constant_that_was_written_to_is_noticed(n, dtype):
    for use in [USES["multiply"], USES["matmul"], USES["transposed"], USES["divide"]]:
        for name in WRITES if n < 100 else ("a row", "the signs", "the order", "all"):
            write = WRITES[name]
            x, c = ad.Tensor(random.normal(size=(n, n))), (random.normal(size=(n, n)) * 9 + 90).astype(dtype)
            y = use(x, c)
            ad.gradients(y, x)
            write(c)
            with says(ValueError, "has been written to", r"c.copy\(\)"):
                ad.gradients(y, x)


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("n", [1000, 1001, 1399, 1400, 20_000])
def test_of_a_large_constant_every_kth_number_is_looked_at(n, gaps):
    k = 1 if n <= 1000 else next(k for k in range(n // 200, n) if math.gcd(k, n) == 1)
    x, c = ad.Tensor(np.ones(n)), np.ones((n, 2))[:, 0] if gaps else np.ones(n)
    y = x * c
    for start in (*range(min(n - k, 100)), n - k):
        c[start : start + k] = 2  # always one of them
        with says(ValueError, "has been written to"):
            ad.gradients(y, x)
        c[start : start + k] = 1
    c[1:k] = 2  # and none of these
    np.testing.assert_array_equal(ad.gradients(y, x), c)


@pytest.mark.parametrize("shape", [(1000, 3), (200, 7), (200, 51), (5000, 5), (1001, 3), (40, 9, 11)])
def test_a_new_column_of_a_large_constant_is_noticed(shape):
    """Beside a column that stays the same, of ones or of times."""
    for column in range(shape[-1]):
        x, c = ad.Tensor(np.ones(shape[-1])), np.ones(shape)
        y = c * x
        c[..., column] = random.normal(size=shape[:-1])
        with says(ValueError, "has been written to"):
            ad.gradients(y, x)


@pytest.mark.parametrize("name", USES)
def test_every_use_of_it_counts(name):
    x, c = ad.Tensor(random.normal(size=(4, 4))), np.abs(random.normal(size=(4, 4))) + 0.5
    y = USES[name](x, c)
    c *= -2
    for look in (
        lambda: ad.gradients(y, x),
        lambda: ad.gradients(y, x, create_graph=True),
        lambda: ad.backward_steps(y),
    ):
        with says(ValueError, "has been written to"):
            look()


def test_what_the_rules_do_not_read_may_be_used_again():
    """A buffer for noise, say: x + noise has the same gradient whatever the noise was."""
    x, buffer, mask = ad.Tensor(np.ones(4)), np.zeros(4), np.array([True, False, True, False])
    total = np.zeros(4)
    for i in range(1, 3):
        buffer[:] = i
        total = (
            total
            + x
            + buffer
            - buffer / x * 0.0
            + np.where(mask, x, buffer)
            + np.concatenate([x, buffer])[:4]
        )
    by_hand = [6, 4, 6, 4]
    buffer[:] = 9
    np.testing.assert_array_equal(ad.gradients(total, x), by_hand)
    y = buffer / x  # d/dx is -y / x, which the trace has
    buffer[:] = 1
    np.testing.assert_array_equal(ad.gradients(y, x), np.full(4, -9))


def test_an_index_or_a_mask_may_be_used_again():
    x, rows, mask, shape = ad.Tensor([1.0, 2.0, 3.0]), np.array([0, 0]), np.array([True, False, True]), [3, 1]
    listed = [0, 0]
    ys = x[rows], x[listed], x[mask], np.take(x, rows), np.sum(x, where=mask), np.reshape(x, shape)
    first = [ad.gradients(y, x).tolist() for y in ys]
    rows += 2
    listed[0] = 2
    mask[:] = [False, True, False]
    shape[:] = [1, 3]
    assert [ad.gradients(y, x).tolist() for y in ys] == first
    assert first[0] == [2, 0, 0]
    np.testing.assert_array_equal(
        ad.gradients(ad.gradients(ys[0], x, ys[0], create_graph=True), x), [2, 0, 0]
    )


def test_a_constant_of_an_operation_of_ones_own_is_noticed():
    weighted = ad.op("WeightedByForTest")(lambda x, w: x * w)
    ad.register_gradient("WeightedByForTest")(lambda op, up: (up * op.inputs[1], None))
    x, w = ad.Tensor([1.0, 2.0]), np.array([3.0, 4.0])
    y = weighted(x, w)
    w += 1
    with says(ValueError, "WeightedByForTest was given has been written to"):
        ad.gradients(y, x)


@pytest.mark.parametrize("k", [[3.0], np.array([3.0]), {0: 3.0}, {0: [3.0]}], ids=repr)
def test_an_attribute_of_an_operation_of_ones_own_may_be_used_again(k):
    scaled = ad.op("ScaledByForTest")(lambda x, *, k: x * k[0])
    ad.register_gradient("ScaledByForTest")(lambda op, up: up * op.get_attr("k")[0])
    y = scaled(x := ad.Tensor([1.0]), k=k)
    where = k[0] if isinstance(k[0], list) else k
    where[0] = 50.0
    assert ad.gradients(y, x) == 3


def test_a_function_that_writes_to_what_it_is_differentiated_by_is_noticed():
    x = np.ones(3)

    def f(y):
        total = np.sum(y * y * y)
        x[0] = 5.0
        return total

    for transform in (ad.grad, ad.hessian, ad.jacobian, lambda f: lambda x: ad.jvp(f, [x], [x])):
        x[:] = 1
        with says(ValueError, "has written to an array that it is differentiated by", r"x.copy\(\)"):
            transform(f)(x)
    x[:] = 1
    np.testing.assert_array_equal(ad.grad(f)(x.copy()), [3, 3, 3])
    x[:] = 1
    np.testing.assert_array_equal(ad.vjp(f, x)[1](1.0)[0], [3, 3, 3])


def test_the_primals_of_a_vjp_may_be_written_to():
    x = np.array([1.0, 2.0])
    _, pullback = ad.vjp(lambda x: x * x, x)
    x += 100
    np.testing.assert_array_equal(pullback([1.0, 1.0])[0], [2, 4])
    state = {"w": np.array([1.0])}
    _, pullback = ad.vjp(lambda s: s["w"] ** 2, state)
    state["w"][:] = 5
    assert pullback([1.0])[0]["w"] == 2


TAKES_A_LIST = {
    "in a list": (ad.op("ListForTest")(lambda x, c: x * c[0]), lambda f, x, c: f(x, [c])),
    "in a list of a custom gradient": (
        ad.custom_gradient(lambda x, c: (x * c[0], lambda up: (up * c[0], None))),
        lambda f, x, c: f(x, [c]),
    ),
    "by keyword": (
        ad.custom_gradient(lambda x, c=None: (x * c, lambda up: up * c)),
        lambda f, x, c: f(x, c=c),
    ),
}
ad.register_gradient("ListForTest")(lambda op, up: (up * op.inputs[1][0], None))


@pytest.mark.parametrize("how", TAKES_A_LIST)
def test_a_constant_is_noticed_however_a_rule_got_it(how):
    f, call = TAKES_A_LIST[how]
    x, c = ad.Tensor([1.0, 2.0]), np.array([3.0, 4.0])
    y = call(f, x, c)
    np.testing.assert_array_equal(ad.gradients(y, x), c)
    c += 1
    with says(ValueError, "has been written to"):
        ad.gradients(y, x)


# ---- what NumPy refuses is refused

CALLS = {  # of the functions that take more than the array and the axis
    np.quantile: lambda x, axis: np.quantile(x, 0.5, axis=axis),
    np.percentile: lambda x, axis: np.percentile(x, 50, axis=axis),
    np.average: lambda x, axis: np.average(x, weights=[1.0, 2.0, 3.0], axis=axis),
    np.apply_along_axis: lambda x, axis: np.apply_along_axis(np.sum, axis, x),
    np.roll: lambda x, axis: np.roll(x, 1, axis=axis),
    np.take: lambda x, axis: np.take(x, [0], axis=axis),
    np.repeat: lambda x, axis: np.repeat(x, 2, axis=axis),
    np.concatenate: lambda x, axis: np.concatenate([x, x], axis=axis),
    np.append: lambda x, axis: np.append(x, x, axis=axis),
    np.split: lambda x, axis: np.split(x, 1, axis=axis),
    np.array_split: lambda x, axis: np.array_split(x, 2, axis=axis),
    np.delete: lambda x, axis: np.delete(x, 0, axis=axis),
    np.take_along_axis: lambda x, axis: np.take_along_axis(x, np.zeros((1, 4), int), axis),
    np.stack: lambda x, axis: np.stack([x, x], axis=axis + np.sign(axis)),
    np.expand_dims: lambda x, axis: np.expand_dims(x, axis + np.sign(axis)),
    np.cross: lambda x, axis: np.cross(x, x, axis=axis),
    np.linalg.cross: lambda x, axis: np.linalg.cross(x, x, axis=axis),
    np.lib.stride_tricks.sliding_window_view: lambda x, axis: np.lib.stride_tricks.sliding_window_view(
        x, 2, axis
    ),
}
ALONG_AN_AXIS = {function for function, one in OPERATIONS.items() if "axis" in one.attributes}
ALONG_AN_AXIS |= {function for function, (_, names, _) in COMPOSITES.items() if "axis" in names}


@pytest.mark.parametrize("name", sorted(name for name in map(name_of, ALONG_AN_AXIS) if name[:3] == "np."))
def test_an_axis_that_is_not_there_is_refused(name):
    (function,) = (function for function in ALONG_AN_AXIS if name_of(function) == name)
    call = CALLS.get(function, lambda x, axis: function(x, axis=axis))
    for axis in (2, 5, -3):
        for x in (np.ones((3, 4)), ad.Tensor(np.ones((3, 4)))):
            with pytest.raises((IndexError, ValueError)):  # AxisError is both
                call(x, axis)


square, line, solid = np.ones((2, 2)), np.ones(3), np.ones((2, 3, 4))
REFUSED_BY_NUMPY = {  # with a Tensor, each of them gave some number
    "half a power": lambda x: np.linalg.matrix_power(square * x, 2.5),
    "an outer product of matrices": lambda x: np.linalg.outer(square * x, square),
    "dots that are summed": lambda x: np.einsum("...i->i", solid * x),
    "a norm along three axes": lambda x: np.linalg.norm(solid * x, axis=(0, 1, 2)),
    "more values than points": lambda x: np.interp(0.5, [0.0, 1.0], line * x),
    "values in two rows": lambda x: np.interp(0.5, [0.0, 1.0], square * x),
    "no section": lambda x: np.array_split(line * x, 0),
    "less than no section": lambda x: np.split(line * x, -1),
    "less than no difference": lambda x: np.diff(line * x, -1),
    "lists of unequal depth": lambda x: np.block([[square * x], square]),
    "lists of unequal depth below": lambda x: np.block([square * x, [square]]),
    "an order of axes that is none": lambda x: np.meshgrid(line * x, line, indexing="ab"),
    "weights for another axis": lambda x: np.average(solid * x, axis=(0, 2), weights=np.ones((4, 2))),
}


@pytest.mark.parametrize("call", REFUSED_BY_NUMPY.values(), ids=REFUSED_BY_NUMPY)
def test_what_numpy_refuses_is_refused(call):
    for x in (1.0, ad.Tensor(1.0)):
        with pytest.raises((TypeError, ValueError, NotImplementedError)):
            call(x)


# ---- how an array lies in memory


@pytest.mark.parametrize("layout", ["row by row", "column by column", "backward"])
@pytest.mark.parametrize("order", ["C", "F", "A", "a"])
def test_a_gradient_is_moved_back_as_the_numbers_were(order, layout):
    x = {
        "row by row": np.arange(12.0).reshape(3, 4),
        "column by column": np.asfortranarray(np.arange(12.0).reshape(3, 4)),
        "backward": np.arange(12.0).reshape(3, 4)[::-1],
    }[layout]
    for f in (
        lambda x: np.reshape(x, (2, 6), order=order),
        lambda x: np.ravel(x, order),
        lambda x: x.flatten(order),
    ):
        y = f(leaf := ad.Tensor(x))
        for upstream in (f(x) ** 2, np.asfortranarray(f(x) ** 2)):
            np.testing.assert_array_equal(ad.gradients(y, leaf, grad_ys=upstream), x**2)


def test_the_order_of_memory_is_refused_where_there_is_none():
    x = ad.Tensor(np.ones((2, 3, 4)))
    np.testing.assert_array_equal(ad.gradients(np.ravel(x.T, "K") ** 2, x), 2 * x.value)
    y = np.ravel(np.moveaxis(x, 0, 1), "K")
    with says(NotImplementedError, "order='C'"):
        ad.gradients(y, x)


# ---- beyond what is asked every day


def test_more_degrees_of_freedom_than_numbers_leave_no_variance():
    x = np.array([[1.0, 2.0], [4.0, 9.0]])
    for f in (lambda x: np.var(x, axis=1, ddof=5), lambda x: np.std(x, ddof=5), lambda x: np.cov(x, ddof=5)):
        with np.errstate(divide="ignore", invalid="ignore"), warnings.catch_warnings(action="ignore"):
            expected, answer = f(x), f(ad.Tensor(x)).value
        np.testing.assert_array_equal(answer, expected)
        assert np.all(answer == np.inf)


def test_slopes_at_numbers_whose_squares_are_none():
    for big in (np.float16(300), np.float32(1e-30), np.float64(1e200)):
        by_a, by_b = ad.vjp(np.arctan2, big, big)[1](np.ones_like(big))
        np.testing.assert_allclose([by_a, by_b], [0.5 / big, -0.5 / big], rtol=1e-3)
        assert ad.vjp(np.arcsinh, big)[1](np.ones_like(big))[0] * np.hypot(big, 1) == pytest.approx(
            1, rel=1e-2
        )
    z = 1e200 * (1 + 1j)
    assert abs(ad.grad(np.angle)(z) - 1j * z / abs(z) / abs(z)) < 1e-210


def test_a_tape_that_is_entered_again_goes_on():
    x, tape = ad.Tensor(2.0), ad.GradientTape()
    with tape:
        tape.watch(x)
        y = x**3
    with tape:
        z = y * x
    assert tape.gradient(z, x) == 32


@pytest.mark.parametrize(
    "other", [np.array(["a", "b"]), np.array([1, 2], "m8[s]"), np.timedelta64(1, "s")], ids=repr
)
def test_what_is_no_number_makes_no_tensor(other):
    x = ad.Tensor([1.0, 2.0])
    for call in (
        lambda: x * other,
        lambda: np.stack([x, np.broadcast_to(other, 2)]),
        lambda: ad.array([x, other]),
    ):
        with says(TypeError, "needs float or complex numbers"):
            call()
