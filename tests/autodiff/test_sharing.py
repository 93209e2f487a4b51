"""Values, upstreams and answers share arrays, but nobody's writing reaches somebody else's numbers."""

import numpy as np
import pytest

from helpers import autodiff as ad


@pytest.fixture
def two():
    return ad.Tensor([1.0, 2.0]), ad.Tensor([3.0, 4.0])


def with_rule(rule):
    @ad.register_gradient("SharingForTest", replace=True)
    def _(op, upstream):
        return rule(op, upstream)

    return ad.op("SharingForTest")(lambda a, b: a * b)


SHARED = {
    "the upstream itself": lambda op, up: (up, up),
    "part of the upstream": lambda op, up: (up[::1], up[::-1]),
    "the inputs": lambda op, up: (op.inputs[1], op.inputs[0]),
    "the output": lambda op, up: (op.outputs[0], op.outputs[0]),
}


@pytest.mark.parametrize("rule", SHARED.values(), ids=SHARED)
@pytest.mark.parametrize("by_hand", [False, True], ids=["gradients", "lookup_gradient"])
def test_a_gradient_may_be_written_to(two, rule, by_hand):
    a, b = two
    y, upstream = with_rule(rule)(a, b), np.array([5.0, 6.0])
    if by_hand:
        first, second = ad.lookup_gradient("SharingForTest")(y.op, upstream)
    else:
        first, second = ad.gradients(y, [a, b], grad_ys=upstream)
    kept = second.copy()
    first += 100
    np.testing.assert_array_equal(second, kept)
    np.testing.assert_array_equal(upstream, [5, 6])
    np.testing.assert_array_equal([a.value, b.value, y.value], [[1, 2], [3, 4], [3, 8]])


def test_an_array_the_rule_holds_is_not_handed_out(two):
    a, _ = two
    constant = np.array([7.0, 8.0])
    gradient = ad.gradients(ad.custom_gradient(lambda x: (x * 1.0, lambda up: constant))(a), a)
    gradient += 5
    np.testing.assert_array_equal(constant, [7, 8])


def test_the_answer_of_a_vjp_may_be_written_to():
    x = np.zeros(2)
    for f, gradient in ((np.exp, [1, 1]), (lambda x: x, [1, 1])):
        y, pullback = ad.vjp(f, x)
        y += 10
        np.testing.assert_array_equal(pullback(np.ones(2))[0], gradient)
        np.testing.assert_array_equal(x, [0, 0])


@pytest.mark.parametrize(("what", "again"), [("upstream", False), ("upstream", True), ("inputs", False)])
def test_a_rule_that_writes_to_what_it_was_given_is_refused(two, what, again):
    def careless(op, upstream):
        array = upstream if what == "upstream" else op.inputs[0]
        array *= 2
        return array, None

    a, b = two
    seed = np.ones(2)
    with pytest.raises(ValueError, match="read-only"):
        ad.gradients(with_rule(careless)(a, b) + b, [a, b], grad_ys=seed, create_graph=again)
    np.testing.assert_array_equal(seed, [1, 1])
    np.testing.assert_array_equal(a.value, [1, 2])


def test_the_same_x_twice_gives_two_arrays(two):
    a, _ = two
    first, second = ad.gradients(a * 2, [a, a])
    first += 1
    np.testing.assert_array_equal(second, [2, 2])
