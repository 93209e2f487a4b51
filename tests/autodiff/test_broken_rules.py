"""The checks bite: a broken copy of any rule, or of the sweep, does not pass check_gradient.

Each rule of the table is broken in six ways: the sign turned, the upstream left out, the upstream handed on
without the local derivative, two operands swapped, a conjugate forgotten, a broadcast axis not summed. A
broken copy that computes the same numbers on the inputs of a case (a + b with a and b swapped, say) is no
broken copy, and is not counted. A test run ends by saying how many there were, and were caught.
"""

import inspect
import itertools
from collections import defaultdict
from copy import copy
from unittest import mock

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.autodiff.engine import sweep
from helpers.autodiff.engine.operations import OPERATIONS
from helpers.autodiff.engine.pieces import joined
from helpers.autodiff.engine.sweep import ancestry
from helpers.autodiff.engine.tensor import Tensor
from helpers.autodiff.rules import determinants, elementwise, linalg, products, reductions

from .cases import CASES

FAMILIES = (determinants, elementwise, products, reductions)


def turned_sign(rule):
    return lambda g, y, *args, **kw: -joined(rule(g, y, *args, **kw))


def missing_upstream(rule):
    return lambda g, y, *args, **kw: rule(np.ones_like(g), y, *args, **kw)


def missing_local(rule):
    def passed_on(g, y, *args, **kw):
        right = joined(rule(g, y, *args, **kw))
        return g if np.shape(g) == np.shape(right) else right

    return passed_on


def swapped_operands(rule):
    def swapped(g, y, *args, **kw):
        arrays = [i for i, arg in enumerate(args) if getattr(arg, "ndim", 0) and arg.dtype.kind in "fc"]
        if len(arrays) < 2 or np.shape(args[arrays[0]]) != np.shape(args[arrays[1]]):
            return rule(g, y, *args, **kw)
        turned = list(args)
        turned[arrays[0]], turned[arrays[1]] = args[arrays[1]], args[arrays[0]]
        return rule(g, y, *turned, **kw)

    return swapped


def missing_conjugate(rule):
    def unconjugated(g, y, *args, **kw):
        patches = [mock.patch.object(family, "conj", lambda x: x) for family in FAMILIES]
        for family in (determinants, linalg, products):
            patches.append(mock.patch.object(family, "H", lambda x: x.swapaxes(-1, -2)))
        for patch in patches:
            patch.start()
        try:
            return rule(g, y, *args, **kw)
        finally:
            for patch in patches:
                patch.stop()

    return unconjugated


def one_row_for_the_sum(rule):
    """Where a broadcast axis should be summed, take the last entry of it."""

    def unsummed(gradient, value):
        for _ in range(gradient.ndim - value.ndim):
            gradient = gradient[-1]
        for axis, n in enumerate(value.shape):
            if n == 1 and gradient.shape[axis] != 1:
                gradient = gradient[(slice(None),) * axis + (slice(-1, None),)]
        return rule(gradient, value)

    return unsummed


BREAKS = [turned_sign, missing_upstream, missing_local, swapped_operands, missing_conjugate]


def runs():
    """Each case on real and complex inputs, with the operations it reaches."""
    for case in CASES:
        for dtype in (float, complex) if case.is_complex else (float,):
            inputs = case.inputs(dtype)
            answer = case.f(*map(Tensor, inputs))
            yield case, inputs, ancestry([answer]).values()


def rules_of(operation, node):
    """One rule for each input, also where the operation has one for all of them."""

    def of_input(i):
        return lambda g, y, *args, **kw: inspect.unwrap(operation.for_all)([i], g, y, *args, **kw)[0]

    return operation.per_input or [of_input(i) for i in range(len(node.args))]


def differs(rule, broken, node, random):
    """Whether the broken rule gives other numbers for a random upstream of this very operation."""
    upstream = random.normal(size=node.shape) + (
        1j * random.normal(size=node.shape) if node.dtype.kind == "c" else 0
    )
    both = (each(upstream, node.value, *node.plain_args, **node.attributes) for each in (rule, broken))
    right, wrong = map(joined, both)
    return np.shape(right) != np.shape(wrong) or not np.allclose(right, wrong)


def reached_by_the_cases():
    """{operation: every (case, inputs, node) in which it is reached}."""
    found = defaultdict(list)
    for case, inputs, nodes in runs():
        for node in nodes:
            if node.operation.name != "Output":
                found[node.operation].append((case, inputs, node))
    return found


def broken_copies(operation, reached):
    """(how, operation with one broken rule, the runs in which it computes something else)"""
    random = np.random.default_rng(1)
    positions = range(len(rules_of(operation, reached[0][2])))
    for position, break_it in itertools.product(positions, BREAKS):
        telling = []
        for case, inputs, node in reached:
            rules = rules_of(operation, node)
            usable = position < len(rules) and rules[position] and isinstance(node.args[position], Tensor)
            if usable and differs(rules[position], break_it(rules[position]), node, random):
                telling.append((case, inputs))
        if telling:
            yield f"{break_it.__name__} of input {position}", position, break_it, telling


def caught(operation, position, break_it, telling):
    original, right = (operation.per_input, operation.for_all), copy(operation)

    def for_all(which, node, upstream, create_graph):
        rules = rules_of(right, node)
        args, answer = (node.args, node) if create_graph else (node.plain_args, node.value)
        return [
            rule and rule(upstream, answer, *args, **node.attributes)
            for rule in (break_it(rules[i]) if i == position else rules[i] for i in which)
        ]

    operation.per_input, operation.for_all = (), for_all
    try:
        return any(fails(case, inputs) for case, inputs in telling)
    finally:
        operation.per_input, operation.for_all = original


def fails(case, inputs):
    try:
        ad.check_gradient(case.f, *inputs, order=1)
    except ad.GradientMismatch:
        return True
    return False


@np.errstate(all="ignore")  # operands that are swapped may divide by 0
def test_every_broken_copy_of_a_rule_is_caught(record_property):
    count, survivors = 0, []
    for operation, reached in reached_by_the_cases().items():
        copies = list(broken_copies(operation, reached))
        assert copies, f"no broken copy of {operation.name} computes anything else"
        count += len(copies)
        survivors += [(operation.name, how) for how, *broken in copies if not caught(operation, *broken)]
    record_property("broken rules", count)
    record_property("caught", count - len(survivors))
    assert survivors == []
    assert count >= 315, f"only {count} broken copies are left"  # it cannot shrink unseen


BROADCAST = [
    case
    for case in CASES
    if case.name in {"add", "multiply", "divide", "matmul of batches that broadcast", "vector batch"}
]


@pytest.mark.parametrize("case", BROADCAST, ids=lambda case: case.name)
def test_a_broadcast_axis_that_is_not_summed_is_caught(case, monkeypatch):
    monkeypatch.setattr(sweep, "fitted", one_row_for_the_sum(sweep.fitted))
    assert fails(case, case.inputs())


@pytest.mark.parametrize("break_it", BREAKS, ids=lambda break_it: break_it.__name__)
def test_a_broken_rule_of_the_cofactors_is_caught(break_it, monkeypatch):
    """Of them, only the second order of det at a singular matrix makes use."""
    operation = OPERATIONS[determinants.cofactors_by_singular_values]
    (right,) = operation.per_input
    random = np.random.default_rng(0)
    tall, wide = random.normal(size=(3, 2)), random.normal(size=(2, 3))
    singular = np.linalg.qr(tall + 1j * wide.T).Q @ wide
    monkeypatch.setattr(operation, "per_input", (break_it(right),))
    if break_it is swapped_operands:  # there is one
        ad.check_gradient(np.linalg.det, singular)
    else:
        with pytest.raises(ad.GradientMismatch):
            ad.check_gradient(np.linalg.det, singular)


def test_a_value_used_twice_that_is_overwritten_is_caught(monkeypatch):
    monkeypatch.setattr(sweep, "added", lambda before, gradient: gradient)
    with pytest.raises(ad.GradientMismatch):
        ad.check_gradient(lambda x: x * np.sin(x), np.array([1.0, 2.0]))


def test_a_checker_seeded_with_ones_would_miss_a_forgotten_upstream():
    """Why the upstream of check_gradient is random: with ones, upstream x local and local are the same."""
    forgetful = ad.custom_gradient(lambda x: (x * x, lambda upstream: 2 * x))
    x = ad.Tensor([1.0, 2.0])
    np.testing.assert_array_equal(ad.gradients(forgetful(x), x), ad.gradients(x * x, x))
    with pytest.raises(ad.GradientMismatch):
        ad.check_gradient(forgetful, [1.0, 2.0])
