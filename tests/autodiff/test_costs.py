"""No cost grows faster than the work: four times as many parts take about four times as long, not sixteen."""

import time
import tracemalloc

import numpy as np
import pytest

from helpers import autodiff as ad

from .test_nesting import by_tape


def stacked(n, join=np.stack):
    x = ad.Tensor(np.ones(4))
    y = join([x] * n)
    return lambda: ad.gradients(y, x)


def cut(n, parts=lambda x, n: np.split(x, n)):
    def run():
        x = ad.Tensor(np.ones((n, 4)))
        return ad.gradients(sum(parts(x, n), start=0.0), x)

    return run


def cut_twice(n):
    def run():
        x = ad.Tensor(np.ones((n, 4)))
        first = ad.gradients(sum((row * row for row in x), start=0.0), x, create_graph=True)
        return ad.gradients(sum(first, start=0.0), x)

    return run


def several_outputs(n):
    @ad.custom_gradient
    def apart(x):
        return tuple(x[i] for i in range(n)), lambda *upstreams: np.stack(upstreams)

    def run():
        x = ad.Tensor(np.ones(n))
        return ad.gradients(list(apart(x)), x)

    return run


def an_operation_of_ones_own(n):
    total = ad.op("TotalForTest")(lambda parts: sum(parts))
    ad.register_gradient("TotalForTest", replace=True)(lambda op, up: [up] * n)
    x = ad.Tensor(1.0)
    y = total([x] * n)
    return lambda: ad.gradients(y, x)


def inner_gradients(n, slope=lambda f: ad.grad(f)(1.0)):
    def loss(w):
        h = w
        for _ in range(n // 4):
            h = h + 0.001 * slope(lambda z, h=h: z * z * h)
        return h

    return lambda: ad.grad(loss)(1.0)


def own_rules_that_know_the_state(n):
    def step(h):
        return ad.custom_gradient(lambda z: (z * 2.0, lambda up: up * h))

    def loss(w):
        h = w
        for _ in range(n // 4):
            h = h + 0.001 * ad.grad(step(h))(1.0)
        return h

    return lambda: ad.grad(loss)(1.0)


def own_functions_that_use_the_state(n):
    """Each uses a Tensor from outside, behind which there is a longer and longer history."""

    def loss(w):
        h = w
        for _ in range(n // 4):
            step = lambda z, h=h: (z * h, lambda up, variables: (up * h, [up * z]))  # noqa: E731
            h = h * 0.5 + ad.custom_gradient(step)(ad.stop_gradient(w)) * 0.5
        return h

    return lambda: ad.grad(loss)(1.0)


def product_with_a_zero(n):
    x = ad.Tensor(np.append(np.ones(10 * n - 1), 0.0))
    y = np.prod(x)
    return lambda: ad.gradients(y, x)


LINEAR = {
    "stack": stacked,
    "concatenate": lambda n: stacked(n, np.concatenate),
    "vstack": lambda n: stacked(n, np.vstack),
    "einsum of lists": lambda n: stacked(n, lambda parts: np.stack([[1.0] * 4, *parts, [2.0] * 4])),
    "split": cut,
    "array_split": lambda n: cut(n, np.array_split),
    "iterating": lambda n: cut(n, lambda x, n: x),
    "unstack": lambda n: cut(n, lambda x, n: [x[i] for i in range(n)]),
    "rows by lists": lambda n: cut(n, lambda x, n: [x[[i]] for i in range(n)]),
    "rows, beside the whole": lambda n: cut(n, lambda x, n: [*x, np.sum(x)]),
    "second order": cut_twice,
    "several outputs": several_outputs,
    "an operation of one's own": an_operation_of_ones_own,
    "inner gradients": inner_gradients,
    "inner tapes": lambda n: inner_gradients(n, lambda f: by_tape(f, 1.0)),
    "inner vjps": lambda n: inner_gradients(n, lambda f: ad.vjp(f, 1.0)[1](1.0)[0]),
    "rules that know the state": own_rules_that_know_the_state,
    "functions that use the state": own_functions_that_use_the_state,
    "product with a zero": product_with_a_zero,
}


def seconds(run):
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
    return best


@pytest.mark.parametrize("work", LINEAR.values(), ids=LINEAR)
def test_it_grows_as_the_number_of_parts(work):
    n = 200
    for _ in range(8):  # a busy machine may spoil an attempt
        growth = seconds(work(4 * n)) / seconds(work(n))
        if growth < 9:
            return
    pytest.fail(f"four times as many parts take {growth:.1f} times as long")


def peak_of(run):
    tracemalloc.start()
    run()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def test_a_product_with_a_zero_needs_a_few_arrays():
    x = ad.Tensor(np.append(np.ones(9999), 0.0))
    y = np.prod(x)
    assert peak_of(lambda: ad.gradients(y, x)) < 20 * x.value.nbytes


def test_a_singular_matrix_needs_a_few_matrices():
    x = ad.Tensor(np.diag(np.arange(60.0)))
    y = np.linalg.det(x)
    assert peak_of(lambda: ad.gradients(y, x)) < 20 * x.value.nbytes


def test_one_product_for_a_weight_that_a_whole_batch_shares():
    """A gradient for each example would be 400 of them."""
    W, examples = ad.Tensor(np.ones((50, 60))), np.ones((400, 2, 50))
    y = examples @ W
    assert peak_of(lambda: ad.gradients(y, W)) < 2 * y.value.nbytes + 10 * W.value.nbytes
    y = W @ np.ones((400, 60, 2))
    assert peak_of(lambda: ad.gradients(y, W)) < 6 * y.value.nbytes + 10 * W.value.nbytes


def test_a_large_constant_is_not_copied():
    large, x = np.ones((600, 1200)), ad.Tensor(np.ones(600))
    for constant in (large[:, :600], large[:, ::2], large.T[:600].T, large.reshape(2, 600, 600)[0]):
        assert peak_of(lambda constant=constant: np.sum(constant @ x * x)) < large.nbytes / 20


def test_products_keep_their_order():
    """(A B) v would make a large matrix on the way."""
    n = 400
    A, B, v = ad.Tensor(np.ones((n, n))), np.ones((n, n)), np.ones(n)
    assert peak_of(lambda: np.linalg.multi_dot([A, B, v])) < A.value.nbytes / 4
    optimized = np.einsum("ij,jk,k", A, B, v, optimize="optimal")
    assert optimized.op.get_attr("optimize") == "optimal"
    assert seconds(lambda: ad.gradients(optimized, A)) < 0.5  # in one loop: 64 million steps


def test_what_only_moves_needs_no_table_of_indices():
    x = ad.Tensor(np.ones((100, 100)))
    for f in (
        lambda x: np.tile(x, (3, 1)), lambda x: np.repeat(x, 3, axis=1), np.fliplr, np.flipud,
        np.atleast_3d, lambda x: np.split(x, 4)[1],
    ):  # fmt: skip
        todo, types = [f(x)], set()
        while todo:
            node = todo.pop()
            if node.op:
                types.add(node.op.type)
                index = node.op.attrs.get("index", 0)
                assert not any(isinstance(part, np.ndarray) for part in np.index_exp[index])
                todo += [x for x in node.op.inputs if isinstance(x, ad.Tensor)]
        assert types
