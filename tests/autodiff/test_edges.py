"""The corners: empty arrays, numbers without axes, negative axes, lists, positions, what cannot be told."""

import inspect
import time
from array import array
from collections import deque, namedtuple

import numpy as np
import pytest

from helpers import autodiff as ad
from tests.together import for_all

from .test_errors import says

random = np.random.default_rng(0)
CUBE = random.normal(size=(2, 3, 4))


# Points that random numbers never hit: a tie with the mean, a zero, a power of 0.
SPECIAL = {
    "var": (np.var, [1.0, 2.0, 3.0]),
    "var along an axis": (lambda x: np.var(x, axis=0), [[1.0, 2.0], [3.0, 2.0], [2.0, 2.0]]),
    "var of complex numbers": (np.var, [1 + 1j, 2.0, 3 - 1j]),
    "std": (np.std, [1.0, 2.0, 3.0]),
    "layer norm": (lambda x: (x - x.mean()) / np.sqrt(x.var() + 1e-2), [1.0, 2.0, 3.0]),
    "norm": (np.linalg.norm, [3.0, 0.0]),
    "norm of rows": (lambda x: np.linalg.norm(x, axis=1), [[3.0, 0.0], [0.0, 4.0]]),
    "norm of complex numbers": (np.linalg.norm, [3j, 0.0]),
    "cosine": (lambda a, b: a @ b / (np.linalg.norm(a) * np.linalg.norm(b)), [1.0, 0.0], [0.0, 2.0]),
    "x**p at p = 0": (np.power, 2.0, 0.0),
    "x**p at p = 1": (np.power, [2.0, 3.0], [1.0, 0.0]),
    "x**3 at x = 0": (lambda x: x**3, [0.0, 1.0]),
    "prod with two zeros": (np.prod, [0.0, 0.0, 2.0]),
}


def test_one_number_alone_has_no_spread():
    assert (ad.grad(np.std)(3.5), ad.grad(np.var)(3.5)) == (0, 0)
    rows = [[3.5], [1.0]]
    np.testing.assert_array_equal(ad.grad(lambda x: np.sum(np.std(x, axis=1)))(rows), [[0], [0]])
    ad.check_gradient(lambda x: np.std(x) + x**2, 3.5)
    with np.errstate(all="ignore"):
        assert np.isnan(ad.grad(np.std)([2.0, 2.0])).all()  # a kink


@pytest.mark.parametrize("name", SPECIAL)
def test_three_orders_at_special_points(name):
    f, *primals = SPECIAL[name]
    ad.check_gradient(f, *primals, order=3, tolerance=1e-5)


def test_beside_a_nan_nobody_has_lost():
    assert ad.grad(np.maximum, (0, 1))(np.nan, 2.0) == (1, 1)
    assert ad.grad(np.minimum, (0, 1))(2.0, np.nan) == (1, 1)
    assert ad.grad(lambda x: np.clip(x, 0, 1))(np.nan) == 1


EMPTY = {
    "sum": np.sum,
    "mean": lambda x: np.mean(x, axis=0),
    "mean of all": np.mean,
    "prod": np.prod,
    "var": lambda x: np.var(x, axis=0),
    "std": lambda x: np.std(x, axis=1),
    "cumsum": np.cumsum,
    "product": lambda x: x.T @ x,
    "where": lambda x: np.where(x > 0, x, 1.0),
    "picking": lambda x: x[1:],
    "a mask": lambda x: x[x > 0],
    "joining": lambda x: np.concatenate([x, x * 2]),
    "broadcasting": lambda x: x * np.ones((1, 1)),
    "norm": np.linalg.norm,
    "tensordot": lambda x: np.tensordot(x, x, axes=((0, 1), (0, 1))),
    "inner": lambda x: np.inner(x, x),
}


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@for_all({f"{name} {shape}": (f, shape) for name, f in EMPTY.items() for shape in [(3, 0), (0, 3), (0, 0)]})
def test_empty_arrays(f, shape):
    empty = np.zeros(shape)
    y, pullback = ad.vjp(f, empty)
    np.testing.assert_array_equal(ad.stop_gradient(y).value if isinstance(y, ad.Tensor) else y, f(empty))
    (gradient,) = pullback(np.ones(np.shape(y)))
    assert gradient.shape == shape
    assert ad.jacobian(f)(empty).shape == np.shape(y) + shape


def test_summing_an_upstream_over_nothing_gives_zero():
    one = ad.Tensor(np.ones(1))
    np.testing.assert_array_equal(ad.gradients(one * np.zeros((2, 0)), one), [0])


NUMBERS = {
    "sum": np.sum,
    "mean": np.mean,
    "prod": np.prod,
    "max": np.max,
    "cumsum": lambda x: np.sum(np.cumsum(x)),
    "var": lambda x: np.var(x) + x,
    "ravel": lambda x: np.sum(np.ravel(x)),
    "reshape": lambda x: np.sum(np.reshape(x, (1, 1))),
    "where": lambda x: np.where(x > 0, x, 0.0),
    "clip": lambda x: np.clip(x, 0, 9),
    "stack": lambda x: np.sum(np.stack([x, x])),
    "transpose": np.transpose,
    "norm": np.linalg.norm,
    "new axis": lambda x: np.sum(x[None]),
    "ellipsis": lambda x: x[...],
}


@pytest.mark.parametrize("f", NUMBERS.values(), ids=NUMBERS)
def test_the_gradient_by_a_number_is_a_number(f):
    assert type(ad.grad(f)(2.0)) is np.float64
    ad.check_gradient(f, 2.0)


def test_lists_stand_for_arrays_in_every_operation():
    m = [[2.0, 1.0], [0.0, 3.0]]
    for f in (
        lambda x: ad.matmul(m, x),
        lambda x: np.linalg.solve(m, x),
        lambda x: np.einsum("ij,j->i", m, x),
        lambda x: np.concatenate([x, [1.0, 2.0]]),
        lambda x: np.where([True, False], x, [1.0, 2.0]),
        lambda x: x * range(2),
        lambda x: array("d", [3.0, 4.0]) @ x,
        lambda x: x ** deque([2, 3]),
    ):
        ad.check_gradient(f, [1.0, 2.0])
    assert ad.matmul([[1.0, 2.0]], [[3.0]], transpose_a=True).tolist() == [[3], [6]]


def test_a_vector_solved_by_a_stack_of_matrices():
    stack, vector = random.normal(size=(2, 3, 3)) + 3 * np.eye(3), random.normal(size=3)
    ad.check_gradient(np.linalg.solve, stack, vector)
    ad.check_gradient(np.linalg.solve, stack[0], random.normal(size=(2, 3, 2)))


def test_arguments_by_position_are_those_of_numpy():
    x = ad.Tensor(CUBE)
    for f in (
        lambda x: np.std(x, 0, None, None, 1),
        lambda x: np.sum(x, (0, 2), None, None, True),
        lambda x: np.max(x, 1, None, True),
        lambda x: np.cumsum(x, 1, None),
        lambda x: np.clip(x, None, 0.5),
    ):
        np.testing.assert_array_equal(f(x).value, f(CUBE))
        ad.check_gradient(f, CUBE[:, :2])
    with says(TypeError, "np.cumsum has no gradient rule for the argument dtype="):
        np.cumsum(x, 1, np.float64)
    with says(TypeError, "np.angle has no gradient rule for the argument deg="):
        np.angle(x * 1j, True)


def test_inputs_by_name_are_those_of_numpy():
    shape = [*inspect.signature(np.reshape).parameters][1]  # its name has changed in NumPy 2.1
    for f in (
        lambda x: np.sum(a=x, axis=1),
        lambda x: np.reshape(x, **{shape: (2, 12)}),
        lambda x: np.clip(a=x, a_min=-0.5, a_max=0.5),
        lambda x: np.append(x, values=2 * x),
        lambda x: np.flipud(m=x),
        lambda x: np.dot(x[0], b=x[1].T),
        lambda x: np.linalg.solve(a=x[0, :, :3], b=x[1]),
        lambda x: np.stack(arrays=[x, x], axis=1),
        lambda x: np.vstack(tup=[x, x]),
    ):
        np.testing.assert_allclose(f(ad.Tensor(CUBE)).value, f(CUBE), rtol=1e-13)
        ad.check_gradient(f, CUBE)


def test_what_says_the_same_as_the_default_of_numpy_is_left_out():
    x = ad.Tensor(CUBE)
    np.testing.assert_array_equal(np.sum(x, axis=0, out=None, dtype=None).value, CUBE.sum(0))
    np.testing.assert_array_equal(np.take(x, [1], axis=1, mode="raise").value, CUBE[:, [1]])
    values = np.linalg.eigvalsh(x @ x.mT, UPLO="L").value
    np.testing.assert_allclose(values, np.linalg.eigvalsh(CUBE @ CUBE.mT), rtol=1e-13)


def test_a_product_whose_transposes_are_given_by_position_reads_as_one():
    @ad.register_gradient("MatMul", replace=True)
    def rule(op, upstream):
        _, b = op.inputs
        assert op.get_attr("transpose_a") is True
        return (upstream @ b.T).T, None

    a = ad.Tensor(random.normal(size=(2, 3)))
    np.testing.assert_allclose(ad.gradients(ad.matmul(a, np.ones((2, 4)), True), a), np.full((2, 3), 4.0))


@pytest.mark.parametrize("reduce", [np.sum, np.prod, np.max, np.min, np.cumsum])
def test_a_single_number_has_the_axis_that_numpy_gives_it(reduce):
    for number in (2.0, 0.0):
        ad.check_gradient(lambda x: reduce(x, axis=0), number)
        ad.check_gradient(lambda x: reduce(x, axis=-1), number)


def test_products_and_joins_of_numbers_and_vectors():
    x = ad.Tensor([1.0, 2.0])
    for y in (np.dot(3.0, x), np.dot(x, 3.0), np.hstack([x, 3 * x, 5.0])[2:], np.hstack([3 * x])):
        assert ad.gradients(y, x).tolist() == [3, 3]
    assert np.hstack([x[0], x[1], 7.0]).value.tolist() == [1, 2, 7]


def test_a_function_that_answers_with_nothing():
    assert ad.jvp(lambda x: [], [1.0], [1.0]) == ([], [])
    assert ad.vjp(lambda x: [], 2.0)[1]([]) == (0.0,)


def test_the_determinant_of_a_singular_matrix_has_a_gradient():
    """The inverse does not exist, the slopes do: the minors."""
    slopes = ad.grad(np.linalg.det)([[1.0, 2.0], [2.0, 4.0]])
    np.testing.assert_allclose(slopes, [[4, -2], [-2, 1]], rtol=1e-14)
    assert ad.grad(np.linalg.det)([[0.0]]).tolist() == [[1]]
    with says(NotImplementedError, "two derivatives at a singular matrix"):
        ad.check_gradient(np.linalg.det, np.diag([1.0, 2.0, 0.0]), order=3)
    once, twice = np.diag([1.0, 2.0, 0.0]), np.diag([1.0, 0.0, 0.0])
    for singular in (once, twice, np.zeros((3, 3)), once * 1j, np.stack([once, np.eye(3)])):
        ad.check_gradient(np.linalg.det, singular)


def test_small_differences_teach_any_function():
    for function in (np.linalg.slogdet, np.nan_to_num, np.linalg.cholesky):
        ad.register_gradient(function, replace=True)(ad.numerical_rule)
    positive = random.normal(size=(2, 2)) / 4 + np.eye(2)
    ad.check_gradient(lambda x: np.linalg.slogdet(x).logabsdet, positive, order=1)
    ad.check_gradient(lambda x: np.linalg.cholesky(x @ x.T), positive, order=1)
    ad.check_gradient(np.nan_to_num, [1 + 2j, 3.0], order=1)
    single = ad.grad(lambda x: np.linalg.slogdet(x).logabsdet)(positive.astype(np.float32))
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, np.linalg.inv(positive).T, rtol=2e-3)


def test_the_search_for_variables_goes_each_way_once():
    inner = ad.custom_gradient(lambda x: (x * 1.0, lambda upstream: upstream))

    @ad.custom_gradient
    def outer(x):
        doubled = x
        for _ in range(24):  # 2^24 ways lead from here to x
            doubled = doubled + doubled
        beside = ad.custom_gradient(lambda y: (y * doubled, lambda upstream: upstream))
        return beside(1.0) + inner(x) * 0.0, lambda upstream: upstream

    start = time.process_time()
    assert outer(ad.Tensor(1.0)).value == 2**24
    assert time.process_time() - start < 2  # 0.001 s; way by way it would be 6 s


def test_what_would_lose_the_gradient_without_a_word_is_refused():
    x = ad.Tensor(2.0)
    with says(TypeError, "NoneType", "return"):
        ad.grad(lambda x: None)(1.0)
    add = ad.op("AddListForTest")(lambda parts, scale=1.0: (parts[0] + parts[1]) * scale)
    for call in (lambda: add([1.0, 2.0], scale=x), lambda: add([x, x], scale=[x])):
        with says(TypeError, "AddListForTest", "by position", "not by keyword"):
            call()
    with says(TypeError, "np.copyto", "in place"):
        np.copyto(np.zeros(3), x)
    with says(ValueError, "one target"):
        with ad.GradientTape() as tape:
            tape.watch(x)
            y = x * x
        tape.jacobian([y, y], x)


Point = namedtuple("Point", "a b")


def test_small_things():
    x = ad.Tensor([1.5, -2.5])
    np.testing.assert_array_equal(x // 1, [1, -3])
    np.testing.assert_array_equal(7.0 // x, [4, -3])
    assert type(x.astype(int)) is np.ndarray
    assert x.astype(np.float32, copy=False).dtype == np.float32
    assert x.argsort().tolist() == [1, 0]
    assert np.full_like(x.astype(np.float32), 2.0).dtype == np.float32
    assert ad.grad(lambda p: p.a * p.b)(Point(2.0, 3.0)) == Point(3.0, 2.0)
    assert ad.grad(np.multiply, argnums=np.int64(1))(2.0, 3.0) == 2
    thrice = ad.grad(lambda a, b: a * a * b, argnums=(0, 0, -2))(2.0, 3.0)
    assert [(type(gradient), gradient) for gradient in thrice] == [(np.float64, 12)] * 3
    assert (x.take([1]).value, x.any(), x.all()) == (-2.5, True, True)
    assert ad.gradients(np.full_like(x, y := ad.Tensor(3.0)), y) == 2
    assert ad.gradients(np.full_like(x, fill_value=y), y) == 2
    np.testing.assert_array_equal(ad.grad(np.sum)([np.float32(1), np.float32(2)]), [1, 1])
    corners = np.pad(ad.Tensor(np.ones((1, 1))), 1, constant_values=((1, 2), (3, 4)))
    np.testing.assert_array_equal(corners.value, np.pad(np.ones((1, 1)), 1, constant_values=((1, 2), (3, 4))))
    assert ad.jvp(lambda x: 3.0, [1.0], [1.0]) == (3, 0)
    assert ad.jvp(lambda x: (x * 2, 3), [1.0], [1.0])[1] == (2, 0)


def test_arguments_in_rare_forms():
    x, line = random.normal(size=(2, 3, 4)), np.array([1.0, 2.0, 4.0])
    for axes, shape in (((0, 2), (2, 4)), ((2, 0), (4, 2)), (1, (3,))):
        ad.check_gradient(lambda x, w, a=axes: np.average(x, a, w), x, 1 + random.random(shape))
    for mode in ("full", "same", "valid"):
        ad.check_gradient(lambda a, b, m=mode: np.convolve(a, b, m), line, np.float64(2.0))
    assert ad.grad(lambda x: np.sum(np.median(x, axis=1)))(np.zeros((0, 3))).shape == (0, 3)
    assert np.median(ad.Tensor(np.zeros((0, 3))), axis=1).shape == (0,)
    single = ad.Tensor(np.float32(1.5))
    assert np.polyval([1.0, 2.0], single).dtype == np.polyval([1.0, 2.0], single.value).dtype == float
    assert ad.gradients(np.polyval([single, 2.0], single), single) == 3


def test_a_tape_says_none_for_each_source_that_does_not_take_part():
    x, unused = ad.Tensor([1.0, 2.0]), ad.Tensor([1.0])
    with ad.GradientTape() as tape:
        tape.watch([x, unused])
        y = x * x
    by_x, nothing = tape.jacobian(y, [x, unused])
    np.testing.assert_array_equal(by_x, [[2, 0], [0, 4]])
    assert nothing is None
    with says(RuntimeError, "one gradient"):
        tape.jacobian(y, x)


def test_gradients_where_floats_end():
    """The slope exists, and the shortest formula for it does not survive: 0/0, inf - inf, a tenth, 0 - 1."""
    assert ad.grad(np.prod)([1e-200, 1e-200, 1e250]).tolist() == pytest.approx([1e50, 1e50, 0])
    assert ad.grad(np.prod)([np.inf, 2.0]).tolist() == [2, np.inf]
    assert ad.grad(lambda b: 1.0 % b)(0.1) == -9  # 1.0 / 0.1 rounds to 10
    assert ad.grad(lambda x: np.sum(x ** np.arange(4, dtype=np.uint8)))(50.0) == 1 + 2 * 50 + 3 * 2500
    never = -np.inf
    by_a, by_b = ad.vjp(np.logaddexp, [never, never, 1.0, 700.0], [never, 1.0, 1.0, never])[1](np.ones(4))
    np.testing.assert_allclose([by_a, by_b], [[1, 0, 0.5, 1], [1, 1, 0.5, 0]], rtol=1e-15)

    def log_likelihood(emissions, start=(0.0, never), moves=((-1.0, -0.5), (never, 0.0))):
        """A hidden Markov model that never goes back: what cannot be has the logarithm -inf."""
        a, b = emissions[0] + start
        for e in emissions[1:]:
            a, b = (np.logaddexp(a + moves[0][j], b + moves[1][j]) + e[j] for j in range(2))
        return np.logaddexp(a, b)

    ad.check_gradient(log_likelihood, random.normal(size=(3, 2)))
