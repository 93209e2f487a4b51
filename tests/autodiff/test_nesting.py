"""Gradients inside gradients: transforms, tapes, custom rules and threads, each inside the other."""

import asyncio
import threading

import numpy as np
import pytest

from helpers import autodiff as ad


def by_gradients(f, x):
    z = x if isinstance(x, ad.Tensor) else ad.Tensor(x)
    return ad.gradients(f(z), z)


def by_tape(f, x, ask=ad.GradientTape.gradient):
    z = x if isinstance(x, ad.Tensor) else ad.Tensor(x)
    with ad.GradientTape() as tape:
        tape.watch(z)
        y = f(z)
    return ask(tape, y, z)


SLOPES = {  # of f at x, in every way
    "grad": lambda f, x: ad.grad(f)(x),
    "value_and_grad": lambda f, x: ad.value_and_grad(f)(x)[1],
    "vjp": lambda f, x: ad.vjp(f, x)[1](1.0)[0],
    "jvp": lambda f, x: ad.jvp(f, [x], [1.0])[1],
    "jacobian": lambda f, x: ad.jacobian(f)(x),
    "gradients": by_gradients,
    "tape": by_tape,
    "jacobian of a tape": lambda f, x: by_tape(f, x, ad.GradientTape.jacobian),
}
OF_THE_CUBE = [lambda x, slope=slope: slope(lambda z: z**3, x) for slope in SLOPES.values()]


@pytest.mark.parametrize("inner", OF_THE_CUBE, ids=SLOPES)
class TestEveryTransformInsideEveryOther:
    """d/dx 3x^2 = 18 at 3, whoever takes the inner slope and whoever the outer one."""

    def test_inside_grad(self, inner):
        assert ad.grad(inner)(3.0) == 18

    def test_inside_jacobian_and_jvp(self, inner):
        assert ad.jacobian(inner)(3.0) == 18
        assert ad.jvp(inner, [3.0], [1.0]) == (27, 18)

    def test_inside_a_tape(self, inner):
        x = ad.Tensor(3.0)
        with ad.GradientTape() as tape:
            tape.watch(x)
            first = inner(x)
        assert tape.gradient(first, x) == 18

    def test_three_deep(self, inner):
        assert ad.grad(lambda x: ad.grad(inner)(x))(3.0) == 18 / 3
        assert ad.grad(lambda x: by_tape(lambda z: z**3, x) * inner(x))(1.0) == 4 * 9

    def test_what_nobody_outside_watches_stays_plain(self, inner):
        def f(x):
            assert not isinstance(inner(2.0), ad.Tensor)
            return x * x

        assert ad.grad(f)(3.0) == 6
        assert not isinstance(inner(2.0), ad.Tensor)


def test_the_upstream_may_be_what_the_outside_watches():
    assert ad.grad(lambda u: ad.gradients(z := ad.Tensor(2.0), z, grad_ys=u) * u)(3.0) == 6


def test_a_function_that_fails_leaves_nothing_behind():
    def fails(x):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ad.grad(fails)(1.0)
    tape, x, made = ad.GradientTape(), ad.Tensor(2.0), []

    def fails_on_tape():
        with tape:
            tape.watch(x)
            made.append(x * x)
            fails(x)

    with pytest.raises(ZeroDivisionError):
        fails_on_tape()
    assert type(tape.gradient(made[0], x)) is np.float64
    assert type(by_gradients(np.square, 2.0)) is np.float64


def in_a_thread(work):
    """What work() gives in a thread of its own."""
    answers = []
    thread = threading.Thread(target=lambda: answers.append(work()))
    thread.start()
    thread.join()
    return answers[0]


def in_an_event_loop(work):
    async def main():
        return await asyncio.to_thread(work)

    return in_a_thread(lambda: asyncio.run(main()))


ELSEWHERE = [in_a_thread, in_an_event_loop]


@pytest.mark.parametrize("elsewhere", ELSEWHERE, ids=lambda where: where.__name__)
class TestWhoWatchesIsKnownInEveryThread:
    """A worker thread knows x from outside, and somebody outside differentiates by it."""

    @pytest.mark.parametrize("inner", OF_THE_CUBE, ids=SLOPES)
    def test_a_slope_found_in_a_worker_is_differentiated(self, inner, elsewhere):
        assert ad.grad(lambda x: elsewhere(lambda: inner(x)))(3.0) == 18
        x = ad.Tensor(3.0)
        with ad.GradientTape() as tape:
            tape.watch(x)
            first = elsewhere(lambda: inner(x))
        assert tape.gradient(first, x) == 18

    def test_what_a_worker_only_knows_from_outside_counts(self, elsewhere):
        def f(x):
            return x * elsewhere(lambda: ad.grad(lambda z: z**3 * x)(2.0))

        assert ad.grad(f)(3.0) == 2 * 12 * 3


def test_threads_differentiate_side_by_side():
    answers = {}

    def work(i):
        answers[i] = [slope(float(i)) for _ in range(20) for slope in OF_THE_CUBE]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(set(map(float, found)) == {3.0 * i * i} for i, found in answers.items())
    assert len(answers) == 6


class TestWhenAGradientIsATensor:
    """Where somebody may differentiate it again: one policy for gradients, tapes and transforms."""

    def gradients_of(self, f, x, upstream=1.0):
        """The gradient of f at x in every way, and what vjp and value_and_grad say f is."""
        z = ad.Tensor(x)
        with ad.GradientTape() as tape:
            tape.watch(z)
            y = f(z)
        again, pullback = ad.vjp(f, x)
        return [
            ad.gradients(f(z), z, grad_ys=upstream),
            tape.gradient(y, z, output_gradients=upstream),
            ad.grad(f)(x),
            ad.jacobian(f)(x),
            *ad.value_and_grad(f)(x),
            again,
            *pullback(upstream),
            *ad.jvp(f, [x], [1.0]),
        ]

    def test_not_by_a_tensor_that_nobody_differentiates_by(self):
        w = ad.Tensor(3.0)
        assert {type(found) for found in self.gradients_of(lambda x: x * w, 2.0)} == {np.float64}

    def test_inside_of_who_differentiates_by_that_tensor(self):
        def f(w):
            found = self.gradients_of(lambda x: x * w, 2.0)
            assert {type(gradient) for gradient in found} == {ad.Tensor}
            return sum(found)

        assert ad.grad(f)(3.0) == 7 + 3 * 2.0  # seven slopes w, three values 2 w
        w = ad.Tensor(3.0)
        with ad.GradientTape() as tape:
            tape.watch(w)
            y = f(w)
        assert tape.gradient(y, w) == 13

    def test_inside_of_who_differentiates_by_something_else(self):
        w = ad.Tensor(3.0)

        def f(z):
            assert {type(found) for found in self.gradients_of(lambda x: x * w, 2.0)} == {np.float64}
            return z * z

        assert ad.grad(f)(3.0) == 6

    def test_a_pullback_is_asked_when_it_is_called(self):
        w = ad.Tensor(3.0)
        _, pullback = ad.vjp(lambda x: x * w, 2.0)
        assert type(pullback(1.0)[0]) is np.float64
        with ad.GradientTape() as tape:
            tape.watch(w)
            (slope,) = pullback(1.0)
        assert type(slope) is ad.Tensor

    def test_a_transform_that_is_handed_a_tensor_gives_one(self):
        x, f = ad.Tensor(3.0), lambda x, scale=1.0: scale * x**3
        for found in (
            ad.grad(f)(x),
            ad.grad(f)(3.0, scale=ad.Tensor(1.0)),
            ad.value_and_grad(f)(x)[0],
            ad.jacobian(f)(x),
            ad.jvp(f, [3.0], [x])[1],
            ad.vjp(f, 3.0)[1](x)[0],
            ad.grad(lambda p: f(p["w"][0]))({"w": [x]})["w"][0],
        ):
            assert type(found) is ad.Tensor
        assert ad.gradients(ad.grad(f)(x) * x, x) == 18 * 3 + 27
        assert type(ad.gradients(f(x), x, grad_ys=ad.Tensor(1.0))) is np.float64  # asks create_graph instead

    def test_training_on_data_that_is_a_tensor_gathers_no_history(self):
        data, w = ad.Tensor([1.0, 2.0]), np.zeros(2)
        for _ in range(3):
            w = w - 0.1 * ad.grad(lambda w: np.sum((w - data) ** 2))(w)
        assert type(w) is np.ndarray


class TestCreateGraph:
    def test_a_gradient_that_does_not_depend_on_anything_is_a_tensor_too(self):
        x = ad.Tensor(2.0)
        for y in (3 * x, x + 1.0, x):
            first = ad.gradients(y, x, create_graph=True)
            assert isinstance(first, ad.Tensor)
            assert ad.gradients(first, x) is None

    def test_none_stays_none(self):
        x, unused = ad.Tensor(2.0), ad.Tensor(1.0)
        first, nothing = ad.gradients(x**3, [x, unused], create_graph=True)
        assert nothing is None
        assert ad.gradients(first, [x, unused]) == [12, None]

    def test_an_output_that_is_not_used(self):
        @ad.custom_gradient
        def polar(r, t):
            x, y = r * np.cos(t), r * np.sin(t)
            return (x, y), lambda up_x, up_y: (up_x * np.cos(t) + up_y * np.sin(t), up_y * x - up_x * y)

        ad.check_gradient(lambda r, t: polar(r, t)[0], 2.0, 0.3, order=3)
        ad.check_gradient(lambda r, t: polar(r, t)[1] * r, 2.0, 0.3, order=3)


class TestCustomGradientInside:
    def test_a_rule_may_take_gradients_itself(self):
        """Recompute instead of remember: the rule runs the function again."""

        @ad.custom_gradient
        def recomputed(x):
            return np.sin(x), lambda upstream: ad.gradients(np.sin(x), x, grad_ys=upstream)

        ad.check_gradient(recomputed, [0.5, 1.0], order=3)
        x = ad.Tensor(0.5)
        first = ad.gradients(recomputed(x), x, create_graph=True)
        assert ad.gradients(first, x) == -np.sin(0.5)

    def test_a_variable_is_found_at_any_depth(self):
        def loss(w):
            square = ad.custom_gradient(lambda x: (x * w, lambda upstream: upstream * w))
            return square(3.0 * w)

        for nested in (ad.grad(loss), ad.grad(ad.grad(loss)), ad.hessian(loss)):
            with pytest.raises(TypeError, match="uses Tensors from outside"):
                nested(2.0)

    def test_variables_in_a_nested_custom_gradient(self):
        w = ad.Tensor(2.0)

        @ad.custom_gradient
        def inner(x):
            return x * w**2, lambda up, variables: (up * w**2, [up * 2 * x * variables[0]])

        @ad.custom_gradient
        def outer(x):
            def rule(up, variables):
                return up * 2 * inner(x) * w**2, [up * 2 * inner(x) * 2 * x * variables[0]]

            return inner(x) ** 2, rule

        x = ad.Tensor(3.0)  # (x w^2)^2: by x 2 x w^4, by w 4 x^2 w^3
        assert ad.gradients(outer(x), [x, w]) == [96, 288]
        by_x = ad.gradients(outer(x), x, create_graph=True)
        assert ad.gradients(by_x, [x, w]) == [32, 192]

    def test_what_was_computed_outside_counts_as_a_variable(self):
        w = ad.Tensor(2.0)
        h = w * 2

        def with_variables(x):
            return x * h, lambda up, variables: (up * variables[0], [up * x])

        assert ad.gradients(ad.custom_gradient(with_variables)(ad.Tensor(3.0)), w) == 6
        with pytest.raises(TypeError, match="uses Tensors from outside"):
            ad.custom_gradient(lambda x: (x * h, lambda up: up * h))(ad.Tensor(3.0))

    def test_what_was_stopped_does_not(self):
        w, x = ad.Tensor(2.0), ad.Tensor(3.0)
        kept = ad.stop_gradient(w)
        for constant in (lambda: ad.stop_gradient(w), lambda: kept):
            f = ad.custom_gradient(lambda x, constant=constant: (x * constant(), lambda up: up * 2.0))
            assert ad.gradients(f(x), [x, w]) == [2, None]


def test_stop_gradient_of_a_structure():
    a, b = ad.Tensor(2.0), ad.Tensor(3.0)
    stopped = ad.stop_gradient({"a": a, "rest": [b, 1.0]})
    assert ad.gradients(a * stopped["a"] + stopped["rest"][0], [a, b]) == [2, None]


def test_a_vjp_and_a_jvp_are_linear_functions_that_can_be_differentiated():
    """With respect to the upstream, or the tangent: the answer is the same Jacobian from either side."""
    x, along = np.array([0.5, 1.0]), ad.Tensor([2.0, 3.0])
    _, pullback = ad.vjp(np.sin, x)
    (pulled,) = pullback(along)
    _, pushed = ad.jvp(np.sin, [x], [along])
    for moved in (pulled, pushed):
        np.testing.assert_allclose(moved.value, np.cos(x) * along.value)
        np.testing.assert_allclose(ad.gradients(moved, along), np.cos(x))
