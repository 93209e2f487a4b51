"""A variation asks for the same idea again; what `test_every_exercise` asks holds for it as well."""

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.exercises import check
from helpers.exercises.lesson_05 import with_temperature
from tests.exercises.ways import differences, pullback_of


def with_value(function):
    """Both parts of an answer that returns its rule: the value, and what goes down."""
    return lambda upstream, x: (function(x), *pullback_of(function)(upstream, x))


def stretched(k):
    return pullback_of(lambda x: np.logaddexp(0.0, k * x))


def weighed(z, y):
    return y * np.logaddexp(0, z)


def softmax(z):
    return np.exp(z) / np.sum(np.exp(z), axis=1, keepdims=True)


def swapped(flags_first):
    return lambda upstream, a, b, *flags: pullback_of(lambda a, b: ad.matmul(a, b, *flags))(upstream, a, b)


def sandwich(op, upstream):
    return pullback_of(lambda A, x, B: A @ x @ B)(upstream, *(x.value for x in op.inputs))


def mean_of(loss):
    return lambda model, w, target: ad.grad(lambda w: np.mean(loss(model(w) - target)))(w)


def second_derivative_along(f, x, v, h=1e-3):
    return (f(x + h * v) - 2 * f(x) + f(x - h * v)) / h**2


def halves_added(w, x, target, _):
    gradient = 2 * (w * x - target) * x + 2 * (w - target)
    return w - 0.02 * gradient, gradient


def sigmoid_layer(X, a, h, W2, ds):
    to_a = pullback_of(lambda a: (1 / (1 + np.exp(-a))) @ W2)(ds, a)[0]
    return X.T @ to_a, to_a.sum(axis=0)


def all_at_once(losses, w, parts, known):
    rows, weights = np.concatenate(parts), np.concatenate(known)
    return ad.grad(lambda w: np.sum(weights * losses(w, rows)) / weights.sum())(w)


WAYS = [
    ("09.5b", "", lambda x, v: ad.hessian(lambda x: np.sum(x) ** 2 * x[0])(x) @ v),
    ("01.2b", "", pullback_of(lambda x: x**3)),
    ("01.2c", "", pullback_of(lambda x: 1 / x)),
    ("01.2d", "", pullback_of(np.sin)),
    *((f"01.3{letter}", "", stretched(k)) for letter, k in zip("bcdef", (3, 5, 2, 3, 5), strict=True)),
    ("01.4b", "", pullback_of(lambda x, y: x * y**2)),
    ("01.4c", "", pullback_of(lambda x, y: x / y)),
    ("01.5b", "", pullback_of(lambda x: 3 * x * np.exp(3 * x))),
    ("01.6b", "", pullback_of(lambda x: np.exp(np.sin(x * x)))),
    ("01.6c", "", pullback_of(lambda x: np.cos(3 * x) ** 2)),
    ("01.7b", "", with_value(lambda x: x * np.tanh(x))),
    ("01.7c", "", with_value(lambda x: x * np.sin(x))),
    ("02.2b", "", lambda jacobian, tangent: jacobian @ tangent),
    ("02.3b", "", differences),
    ("02.4b", "", lambda g, first, second, x: pullback_of(lambda x: second(first(x)))(g, x)),
    ("02.5b", "", lambda f, x, z, s, t: ad.jvp(f, [x, z], [s, t])[1]),
    ("02.6b", "v · H", lambda f, x, v: v @ ad.hessian(f)(x) @ v),
    ("03.2b", "", pullback_of(lambda a, b: a @ b.T)),
    ("03.2c", "", pullback_of(lambda a, b: a.T @ b)),
    ("03.3b", "", lambda g, X, W, V: pullback_of(lambda W, V: V @ (W @ X))(g, W, V)),
    ("03.4b", "", lambda g, a, b, *flags: pullback_of(lambda a, b: ad.matmul(a, b, *flags))(g, a, b)),
    ("03.5b", "", pullback_of(lambda W, x, bias: W @ x + bias[:, None])),
    ("03.6b", "", sandwich),
    ("04.2b", "", mean_of(lambda error: error**4)),
    ("04.2c", "", mean_of(np.abs)),
    ("04.3b", "the slope of clip(x, 0, 1)",
     lambda g, x: (1.0 * (x > 0), *pullback_of(lambda x: np.clip(x, -1e-9, 1 + 1e-9))(g, x))),
    ("04.4b", "", lambda controller, simulate, w: differences(lambda w: simulate(controller(w)), w)[0]),
    ("04.5b", "", lambda head, branch, x, rest: ad.grad(lambda x: head(branch(x) * rest))(x)),
    ("04.6b", "", all_at_once),
    ("05.1b", "", lambda g, z, y: (y * np.logaddexp(0, z), *pullback_of(weighed)(g, z, y))),
    ("05.2b", "", lambda g, x: g * np.where(x > 0, 1 + np.log(np.where(x > 0, x, 1.0)), 0.0)),
    ("05.3b", "", lambda g, z: pullback_of(softmax)(g, z - np.max(z, axis=1, keepdims=True))),
    ("05.5b", "", lambda g, x: (1.0 * x, g * min(1.0, 0.5 / np.linalg.norm(g)))),
    ("06.2b", "", lambda x: 2 * (1 - np.tanh(x) ** 2) * (1 - 3 * np.tanh(x) ** 2)),
    ("06.3b", "", lambda x: 4 * np.exp(2 * x)),
    ("06.4b", "", lambda pullback, y, v: y @ ad.vjp(pullback, 0 * y)[1](v)[0]),
    ("06.5b", "", lambda v, z: ad.jvp(softmax, [z], [v])[1]),
    ("05.6b", "", lambda g, z, t, T: pullback_of(lambda z, T: with_temperature(z, t, 1 / T))(g, z, T)),
    ("07.3b", "", halves_added),
    ("07.4b", "", with_value(lambda x: 1 / (1 + np.exp(-x)))),
    ("07.5b", "", lambda gradient: gradient.sum(axis=0)[None]),
    ("07.6b", "", with_value(lambda x: np.sqrt(np.sum(x * x, axis=1)))),
    ("08.2b", "", sigmoid_layer),
]  # fmt: skip
BLANKS = {
    **{f"01.3{letter}": ["1 / (1 + e)", "upstream"] for letter in "bcdef"},
    "01.4b": ["y**2", "2 * y"],
    "01.7b": ["s", "(1 - s**2)"],
    "01.7c": ["s", "np.cos(x)"],
    "02.6b": ["ad.grad(f)", "v", "v"],
    "04.3b": ["0", "1", "upstream"],
    "05.1b": ["sigmoid", "z"],
    "05.2b": ["1.0", "safe"],
    "05.5b": ["length / 0.5", "1"],
    "05.6b": ["T", "z"],
    "06.2b": ["x", "slope"],
    "06.4b": ["y", "v"],
    "06.5b": ["p", "v"],
    "07.1b": ["node.parents", "node.born"],
    "07.2c": ["arrived[node]"],
    "07.4b": ["upstream", "y"],
    "07.5b": ["0", "True"],
    "07.6b": ["x", "y[:, None]"],
    "08.1b": ["x", "0", "0"],
    "08.3b": ["h", "v"],
    "08.4b": ["y", "y"],
    "08.5b": ["0", "rows"],
    "08.6b": ["t * t", "gate", "da"],
}
RIGHT_TOO = [
    ("01.5b", "E A B G H C"),
    ("03.3b", "E M K F"),
    ("04.5b", "F B C A D"),
    ("07.3b", "D C B A"),
    ("08.2b", "D A B E"),
]


def through_the_jacobian(controller, simulate, w):
    y = controller(w)
    slopes = differences(simulate, y)[0]
    return slopes @ ad.jacobian(controller)(w)


@pytest.mark.parametrize(
    ("id", "answer", "diagnosis"),
    [
        ("02.3b", lambda f, x: ad.jacobian(f)(x), "jacobian-built"),
        (
            "02.4b",
            lambda g, first, second, x: ad.vjp(lambda x: second(first(x)), x)[1](g)[0],
            "one-sweep-for-all",
        ),
        ("02.6b", lambda f, x, v: v @ ad.hessian(f)(x) @ v, "jacobian-built"),
        ("04.4b", through_the_jacobian, "jacobian-built"),
        ("04.6b", all_at_once, "too-few-sweeps"),
    ],
)
def test_right_numbers_in_a_way_that_the_task_forbids_are_not_correct(id, answer, diagnosis):
    assert check(id, answer).diagnosis == diagnosis
