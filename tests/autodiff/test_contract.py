"""What users type works as promised: the names, the shapes of the answers, the facts that lessons rely on."""

import functools
import gc
import inspect
import os
import subprocess
import sys
import tracemalloc
import weakref

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.autodiff.engine.operations import OPERATIONS

A = [[1.0, 2.0], [3.0, 4.0]]
B = [[6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]


def same(got, expected):
    np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-12)


@pytest.fixture
def product():
    a, b = ad.Tensor(A), ad.Tensor(B)
    return a, b, a @ b


class TestCanonicalFacts:
    """Beside those that other frameworks are asked as well: `tests.peers.facts`."""

    def test_multiplying_by_a_stopped_copy_is_choosing_the_upstream(self, product):
        a, _, c = product
        expected = [[573, 816], [1295, 1844]]
        same(ad.gradients(c * ad.stop_gradient(c), a), expected)
        same(ad.gradients(c, a, grad_ys=c.value), expected)
        same(ad.lookup_gradient("MatMul")(c.op, c.value)[0], expected)

    def test_every_argument_of_matmul_may_be_given_by_name(self, product):
        a, b, c = product
        for again in (ad.matmul(a, b=b), ad.matmul(b=b, a=a), ad.matmul(a, b.T.value, transpose_b=True)):
            same(again.value, c.value)
            assert again.op.type == "MatMul"
        with pytest.raises(TypeError, match="'b'"):
            ad.matmul(a, transpose_a=True)
        assert str(inspect.signature(ad.matmul)) == "(a, b, transpose_a=False, transpose_b=False)"

    def test_log1pexp_by_the_naive_rule_breaks_in_float32_only(self):
        @ad.custom_gradient
        def naive(x):
            return np.log1p(np.exp(x)), lambda upstream: upstream * np.exp(x) / (1 + np.exp(x))

        @ad.custom_gradient
        def stable(x):
            return np.logaddexp(0, x), lambda upstream: upstream * (1 - 1 / (1 + np.exp(x)))

        with np.errstate(over="ignore", invalid="ignore"):
            assert np.isnan(ad.grad(naive)(np.float32(100)))
            assert ad.grad(naive)(100.0) == 1.0
            assert np.isnan(ad.grad(naive)(710.0))
            assert ad.grad(stable)(np.float32(100)) == ad.grad(stable)(1000.0) == 1.0

    def test_the_nested_gradient_of_the_tensorflow_guide(self):
        """Its inner function takes the slope from outside, where it was computed on the way."""

        @ad.custom_gradient
        def cube(x):
            slope = 3 * x**2

            def first(upstream):
                inner = ad.custom_gradient(lambda unused: (slope, lambda up: up * 6 * x))
                return upstream * inner(x)

            return x**3, first

        assert ad.grad(cube)(3.0) == 27
        assert ad.grad(ad.grad(cube))(3.0) == 18
        assert ad.grad(ad.grad(lambda x: cube(x) ** 2))(3.0) == 2430

    def test_the_conventions_at_ties_and_edges(self):
        assert ad.grad(np.minimum, (0, 1))(2.0, 2.0) == (0.5, 0.5)
        same(ad.grad(np.max)(np.array([1.0, 3.0, 3.0])), [0, 0.5, 0.5])
        assert ad.grad(lambda x: x**0)(0.0) == 0
        assert ad.grad(lambda x: np.power(0.0, x))(0.0) == 0


class TestTensor:
    def test_it_remembers_how_it_was_made(self, product):
        a, b, c = product
        assert a.op is None
        assert (c.op.type, c.op.inputs, c.op.outputs) == ("MatMul", (a, b), (c,))
        assert c.op.get_attr("transpose_a") is False
        assert (c.shape, c.dtype, c.ndim, c.size, len(c)) == ((2, 3), np.float64, 2, 6, 2)

    def test_every_spelling_of_the_matrix_product_is_one_operation(self):
        a, b = ad.Tensor(A), ad.Tensor(B)
        for c in (a @ b, np.matmul(a, b), np.dot(a, b), ad.matmul(a, b), a @ np.array(B), np.array(A) @ b):
            assert c.op.type == "MatMul"

    def test_it_is_a_copy(self):
        array = np.array([1.0, 2.0])
        x = ad.Tensor(array)
        array[0] = 9
        same(x.value, [1, 2])

    def test_comparisons_are_plain(self):
        x = ad.Tensor([1.0, 3.0])
        assert type(x > 2) is np.ndarray
        assert type(np.argmax(x)) is np.int64
        assert bool(ad.Tensor(2.0) > 1)
        assert np.searchsorted([1.0, 2.0], v=x).tolist() == [0, 2]  # also what is given by name

    def test_methods_and_properties_are_those_of_an_array(self):
        z = ad.Tensor(np.array([[1 + 2j, 3.0], [4j, 5.0]]))
        real = ad.Tensor(A)
        for of in (
            lambda x: x.T, lambda x: x.mT, lambda x: x.real, lambda x: x.imag, lambda x: x.conj(),
            lambda x: x.transpose(), lambda x: x.transpose(0, 1), lambda x: x.transpose((1, 0)),
            lambda x: x.reshape(4), lambda x: x.reshape(1, -1), lambda x: x.reshape((4, 1)),
            lambda x: x.flatten(), lambda x: x.sum(axis=0), lambda x: x.astype(np.complex64),
        ):  # fmt: skip
            same(of(z).value, of(z.value))
        same(round(real / 3, 1).value, np.round(real.value / 3, 1))
        assert real.conjugate() is real  # nothing to do, nothing recorded
        assert len({real, real, z}) == 2  # a Tensor is hashed as itself, though == compares numbers

    def test_lists_stand_for_arrays_beside_a_tensor(self):
        x = ad.Tensor([1.0, 2.0])
        for y in (x * [3.0, 4.0], [3.0, 4.0] * x, np.multiply([3.0, 4.0], x), x * (3.0, 4.0)):
            same(ad.gradients(y, x), [3, 4])
        m = ad.Tensor(A)
        same(ad.gradients(m @ [[1.0], [2.0]], m), [[1, 2], [1, 2]])

    def test_it_prints_like_its_value(self):
        assert f"{ad.Tensor(2.0) / 3:.3f}" == "0.667"
        assert repr(ad.Tensor([1.0]) * 2) == "Tensor([2.], op=Multiply)"


class TestGradients:
    def test_several_ys_add_up_and_none_means_ones(self):
        a, b = ad.Tensor([1.0, 2.0]), ad.Tensor(3.0)
        y1, y2 = a * b, np.sum(a) * b
        da, db = ad.gradients([y1, y2], [a, b], grad_ys=[[10.0, 20.0], None])
        same(da, [10 * 3 + 3, 20 * 3 + 3])
        same(db, 10 * 1 + 20 * 2 + 3)

    def test_the_answer_mirrors_the_structure_of_xs(self):
        w, b, unused = ad.Tensor([1.0, 2.0]), ad.Tensor(0.5), ad.Tensor(1.0)
        found = ad.gradients(np.sum(w * w) + b, {"layer": [w, (b,)], "unused": unused})
        same(found["layer"][0], [2, 4])
        assert found["layer"][1] == (1.0,)
        assert found["unused"] is None

    def test_upstreams_have_the_structure_of_ys(self):
        x = ad.Tensor([1.0, 2.0])
        ys = {"double": 2 * x, "both": [3 * x, np.sum(x)]}
        upstreams = {"both": [[1.0, 2.0], None], "double": [10.0, 20.0]}
        same(ad.gradients(ys, x, grad_ys=upstreams), [20 + 3 + 1, 40 + 6 + 1])
        same(ad.gradients(ys, x, grad_ys={"double": None, "both": None}), [6, 6])
        for wrong in ({"double": [1.0, 2.0]}, [[1.0, 2.0], None], 5.0):
            with pytest.raises(ValueError, match="grad_ys needs a dict with the keys double, both"):
                ad.gradients(ys, x, grad_ys=wrong)
        with pytest.raises(ValueError, match="grad_ys needs a list of 2"):
            ad.gradients([x * 1, x * 2], x, grad_ys=5.0)

    def test_a_tensor_as_upstream_gives_plain_arrays_unless_a_graph_is_asked_for(self):
        x = ad.Tensor([1.0, 2.0])
        y = x * x
        assert type(ad.gradients(y, x, grad_ys=y)) is np.ndarray
        same(ad.gradients(y, x, grad_ys=y), 2 * x.value**3)
        assert type(ad.backward_steps(y, grad_ys=y)[0].upstream) is np.ndarray
        again = ad.gradients(y, x, grad_ys=y, create_graph=True)
        same(ad.gradients(again, x), 6 * x.value**2)

    def test_the_gradient_at_a_value_on_the_way(self):
        x = ad.Tensor(2.0)
        h = x * x
        assert ad.gradients(h * h, [x, h]) == [32, 8]

    def test_answers_are_free_to_be_changed(self):
        a, b, ones = ad.Tensor([1.0, 2.0]), ad.Tensor([3.0, 4.0]), np.ones(2)
        da, db = ad.gradients(a + b, [a, b], grad_ys=ones)
        again = ad.gradients(a + b, a, grad_ys=ones, create_graph=True)
        da += 5
        ones[:] = 1, 7
        same(again.value, [1, 1])
        ones[:] = 1
        same(db, [1, 1])
        same(ones, [1, 1])
        ad.gradients(np.sum(a), a)[0] = 7  # not a read-only view

    def test_a_long_chain_needs_no_recursion(self):
        x = y = ad.Tensor(1.0)
        for _ in range(20_000):
            y = y * 1.00001
        same(ad.gradients(y, x), y.value)

    def test_no_work_for_inputs_nobody_asked_about(self, monkeypatch):
        refuse = lambda *_: pytest.fail("not asked for")  # noqa: E731
        by_a, _ = OPERATIONS[np.multiply].per_input
        monkeypatch.setattr(OPERATIONS[np.multiply], "per_input", (by_a, refuse))
        monkeypatch.setattr(OPERATIONS[np.square], "per_input", (refuse,))
        a, b = ad.Tensor(2.0), ad.Tensor(3.0)
        assert ad.gradients(a * np.square(b), a) == 9

    def test_a_rule_is_not_run_where_no_gradient_arrives(self):
        x = ad.Tensor([1.0, 2.0])
        blocked = ad.custom_gradient(lambda x: (x * 3, lambda upstream: None))
        assert ad.gradients(blocked(x * x), x) is None
        assert [step.op.type for step in ad.backward_steps(blocked(x * x))] == ["<lambda>"]

    def test_a_rule_gets_its_upstream_in_the_precision_of_its_output(self):
        seen = []
        f = ad.custom_gradient(lambda x: (x * 3, lambda upstream: seen.append(upstream.dtype) or upstream))
        x = ad.Tensor(np.float32([1.0, 2.0]))
        ad.gradients(f(x), x, grad_ys=np.array([1.0, 2.0]))
        assert seen == [np.float32]

    def test_each_upstream_is_dropped_as_soon_as_it_has_been_used(self):
        """A chain of 60: its values are kept by the trace, but of its gradients only a few at a time."""
        x = y = ad.Tensor(np.ones(10_000))
        for _ in range(60):
            y = np.sin(y)
        ad.gradients(y, x)
        tracemalloc.start()
        ad.gradients(y, x)
        peak = tracemalloc.get_traced_memory()[1] / x.value.nbytes
        tracemalloc.stop()
        assert 1 < peak < 8

    def test_memory_is_given_back_as_soon_as_the_last_name_is_gone(self):
        gc.disable()
        try:
            x = ad.Tensor(np.ones(3))
            y = np.tanh(x * 2) @ np.ones(3)
            kept = weakref.ref(y.args[0].value)
            ad.gradients(y, x)
            assert kept() is not None
            del y
            assert kept() is None, "a reference cycle keeps the trace alive"
        finally:
            gc.enable()


class TestTransforms:
    def test_vjp_of_several_primals_with_structure(self):
        y, pullback = ad.vjp(
            lambda p, x: p["w"] @ x + p["b"], {"w": np.array(A), "b": np.ones(2)}, np.array([1.0, 1.0])
        )
        same(y, [4, 8])
        by_p, by_x = pullback([1.0, 10.0])
        same(by_p["w"], [[1, 1], [10, 10]])
        same(by_p["b"], [1, 10])
        same(by_x, [31, 42])

    def test_vjp_of_several_answers(self):
        (s, d), pullback = ad.vjp(lambda a, b: (a + b, a - b), 2.0, 3.0)
        assert (s, d) == (5, -1)
        assert pullback([1.0, 10.0]) == (11, -9)

    def test_vjp_gives_zeros_where_nothing_depends(self):
        assert ad.vjp(lambda a, b: a * 2, 1.0, np.ones(2))[1](1.0)[1].tolist() == [0, 0]

    @pytest.mark.parametrize("dtype", [float, complex])
    def test_jvp_is_the_jacobian_times_the_tangent(self, dtype):
        random = np.random.default_rng(0)
        W = random.normal(size=(3, 2))
        x, v = (random.normal(size=2).astype(dtype) * (1 if dtype is float else 1 + 0.5j) for _ in range(2))
        f = lambda x: np.sin(W @ x)  # noqa: E731
        y, tangent = ad.jvp(f, [x], [v])
        same(y, f(x))
        same(tangent, ad.jacobian(f)(x) @ v)
        same(tangent, np.cos(W @ x) * (W @ v))

    def test_jacobian_has_the_shape_of_y_plus_that_of_x(self):
        J = ad.jacobian(lambda a, b: a @ b, argnums=(0, 1))(np.ones((2, 3)), np.ones((3, 4)))
        assert [block.shape for block in J] == [(2, 4, 2, 3), (2, 4, 3, 4)]
        same(J[0][1, 2, 1], np.ones(3))
        same(J[0][1, 2, 0], np.zeros(3))

    def test_a_jacobian_takes_m_sweeps_and_the_other_way_round_n(self):
        n, m, sweeps = 3, 5, []

        def counted(x):
            return x * 1.0, lambda upstream: sweeps.append(1) or upstream

        f = lambda x: np.ones((m, n)) @ ad.custom_gradient(counted)(x)  # noqa: E731
        by_vjps = ad.jacobian(f)(np.ones(n))
        assert len(sweeps) == m
        by_jvps = [ad.jvp(f, [np.ones(n)], [one_hot])[1] for one_hot in np.eye(n)]
        assert len(sweeps) == m + n  # a JVP sweeps back through f once, and then back through that sweep
        same(by_vjps, np.stack(by_jvps, axis=1))

    def test_what_is_given_by_keyword_is_handed_on(self):
        f = lambda x, power=2, scale=None: scale * x**power  # noqa: E731
        assert ad.grad(f)(2.0, scale=10.0) == 40
        assert ad.value_and_grad(f)(2.0, power=3, scale=1.0) == (8, 12)
        assert ad.jacobian(f)(2.0, scale=ad.Tensor(1.0).value) == 4
        assert ad.hessian(f)(2.0, scale=10.0) == 20

    def test_jacobian_of_a_real_input_and_a_complex_output(self):
        same(ad.jacobian(lambda x: np.exp(1j * x))([0.5]), [[1j * np.exp(0.5j)]])

    def test_hessian(self):
        same(ad.hessian(lambda x: x[0] ** 2 * x[1])([1.0, 3.0]), [[6, 2], [2, 0]])
        assert repr(ad.hessian(lambda x: x**3)(1.0)) == "np.float64(6.0)"


class TestTape:
    def test_once_unless_persistent(self):
        x = ad.Tensor(2.0)
        for persistent in (False, True):
            with ad.GradientTape(persistent=persistent) as tape:
                tape.watch(x)
                y, z = x * x, x**3
            assert tape.gradient(y, x) == 4
            if persistent:
                assert tape.gradient(z, x) == 12
            else:
                with pytest.raises(RuntimeError, match=r"GradientTape\(persistent=True\)"):
                    tape.gradient(z, x)

    def test_what_happened_before_the_tape_is_not_on_it(self):
        x = ad.Tensor(2.0)
        h = x * x
        with ad.GradientTape() as tape:
            tape.watch([x, h])
            y = h * 3
        assert tape.gradient(y, [x, h]) == [None, 3]


class TestCustomGradient:
    def test_variables_from_outside(self):
        w = ad.Tensor([2.0, 5.0])

        x = ad.Tensor([1.0, 3.0])

        def told_by_any_name(up, **known):
            return up * w, [up * 7 for _ in known["variables"]]

        same(ad.gradients(ad.custom_gradient(lambda x: (x * w, told_by_any_name))(x), w), [7, 7])

        def of_two(up, variables):
            return (up * w, None), [up * 7]

        two = ad.custom_gradient(lambda x, y: (x * w * y, of_two))
        same(ad.gradients(two(x, x), [x, w]), [[2, 5], [7, 7]])

    def test_plain_arrays_go_straight_through(self):
        square = ad.custom_gradient(lambda x: (x * x, lambda upstream: upstream * 2 * x))
        assert type(square(np.array([3.0]))) is np.ndarray


class TestRegistry:
    def test_several_outputs(self):
        both = ad.op("SumAndProductForTest")(lambda a, b: (a + b, a * b))

        @ad.register_gradient("SumAndProductForTest", replace=True)
        def rule(op, up_sum, up_product):
            a, b = op.inputs
            return up_sum + up_product * b, up_sum + up_product * a

        ad.check_gradient(lambda a, b: list(both(a, b)), 2.0, 3.0)
        a = ad.Tensor(2.0)
        total, _ = both(a, 3.0)
        assert ad.gradients(total, a) == 1
        (step,) = ad.backward_steps(total)
        assert step.local == {0: (1, None), 1: (3, None)}

    def test_a_rule_called_by_hand_answers_for_constants_too_and_for_tensors_with_tensors(self):
        x = ad.Tensor([2.0, 3.0])
        y = x * 4.0
        by_x, by_constant = ad.lookup_gradient("Multiply")(y.op, [1.0, 10.0])
        same(by_x, [4, 40])
        same(by_constant, 32)
        assert ad.lookup_gradient("Where")(np.where([True, False], x, 0.0).op, [1.0, 1.0])[0] is None
        dx, _ = ad.lookup_gradient("Multiply")((x * x).op, ad.Tensor([1.0, 10.0]))
        same(ad.gradients(dx, x), [1, 10])
        (step,) = ad.backward_steps(y)
        same(step.downstream[0], [4, 4])
        assert step.downstream[1] is None

    def test_a_numpy_function_stands_for_its_name(self):
        assert ad.lookup_gradient(np.tanh)(np.tanh(ad.Tensor(0.0)).op, 5.0) == (5.0,)


@pytest.mark.thorough
def test_importing_costs_next_to_nothing_beside_numpy(tmp_path):
    """Milliseconds are the benchmark's. Here, a share of NumPy's own import: a busy machine slows both.

    NumPy imports `inspect` too, but not in every version.
    """
    code = (
        "import time; clock = time.process_time; start = clock(); import numpy, inspect; middle = clock();"
        "import helpers.autodiff; print((clock() - middle) / (middle - start))"
    )
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path), "PYTHONDONTWRITEBYTECODE": ""}
    run = functools.partial(subprocess.run, [sys.executable, "-c", code], capture_output=True, check=True)
    run(env=environment)  # compiles
    assert any(float(run(env=environment).stdout) < 0.15 for _ in range(6))


def test_the_engine_needs_numpy_alone():
    code = (
        "import sys, numpy; before = set(sys.modules); import helpers.autodiff;"
        "print(*(set(sys.modules) - before))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True
    ).stdout.split()
    outside = (
        {name.split(".")[0] for name in loaded}
        - {"helpers", "numpy", "__future__"}
        - set(sys.stdlib_module_names)
    )
    assert outside == set()
