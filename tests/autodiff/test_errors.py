"""What goes wrong is said in one sentence: what it is, and what to do instead."""

import copy
import math
import pickle
import re
import types
import warnings
from collections import namedtuple
from fractions import Fraction

import numpy as np
import pytest

from helpers import autodiff as ad


@pytest.fixture
def x():
    return ad.Tensor([1.0, 2.0])


def says(error, *words):
    return pytest.raises(error, match="(?s)" + ".*".join(words))


def test_integers_are_refused():
    for make in (ad.Tensor, lambda v: ad.grad(np.sum)(v), lambda v: ad.vjp(np.sum, v)):
        with says(TypeError, "int64", "write 1.0 instead of 1"):
            make(np.array([1, 2]))


def test_ragged_rows_text_and_nothing_are_refused():
    with says(ValueError, "rows do not have the same length"):
        ad.Tensor([[1.0, 2.0], [3.0]])
    with says(TypeError, "not <U3", "not an array of numbers"):
        ad.Tensor("abc")
    with says(TypeError, "not object"):
        ad.Tensor(None)
    with says(TypeError, "Tensor already", "stop_gradient"):
        ad.Tensor(ad.Tensor(1.0))


def test_what_computes_in_its_own_way_is_refused(x):
    masked = np.ma.masked_array([1.0, 2.0], [True, False])
    for call in (
        lambda: x * masked,
        lambda: x @ np.eye(2).view(np.matrix),
        lambda: ad.grad(np.sum)(masked),
        lambda: ad.Tensor(np.eye(2).view(np.matrix)),
    ):
        with says(TypeError, "a (MaskedArray|matrix) computes in its own way: make a plain array"):
            call()
    with says(TypeError, "a masked array computes in its own way: let np.where"):
        masked * x


def test_what_other_libraries_have_is_named_as_it_is_here(x):
    for name, here in (
        ("backward", r"ad.gradients\(y, x\)"), ("grad", r"ad.gradients\(y, x\)"),
        ("detach", r"ad.stop_gradient\(x\)"), ("numpy", "x.value"), ("tolist", "x.value"),
    ):  # fmt: skip
        with says(AttributeError, f"a Tensor has no attribute '{name}'", here):
            getattr(x, name)


def test_weights_of_another_shape_need_an_axis(x):
    with says(ValueError, "np.average takes weights of the shape of x, or of its axes"):
        np.average(np.stack([x, x]), weights=[1.0, 2.0])
    for weights in ([1.0, -1.0], x * 0.0):
        with says(ZeroDivisionError, "the sum of the weights, and it is 0"):
            np.average(x, weights=weights)


def test_what_only_looks_like_a_number_is_told_from_one(x):
    """pow(x, 2, 3), say, or constants where a rule knows no Tensor."""
    with says(TypeError, "no subclasses"):
        type("Mine", (ad.Tensor,), {})
    with says(TypeError, "takes 2 positional arguments"):
        pow(x, 2, 3)
    with says(TypeError, "no gradient by constant_values"):
        np.pad(x, 1, constant_values=x[0])
    with says(TypeError, "np.copyto writes in place", "np.broadcast_to"):
        np.full_like(np.zeros(2), x[0])
    with says(TypeError, "an array needs", "generator"):
        ad.array(part for part in x)
    with says(TypeError, r"np.logaddexp.reduce has no gradient rule for the argument where="):
        np.logaddexp.reduce(x, where=[True, False])
    with says(ValueError, "there are 0 by position"):
        ad.grad(np.sum)(x=1.0)


def test_a_function_of_single_numbers_is_no_numpy_function(x):
    twice = np.frompyfunc(lambda number: 2 * number, 1, 1)
    for value in (x, x[0]):
        with says(NotImplementedError, "np.frompyfunc .* number by number", "ad.op"):
            twice(value)


def test_an_array_of_objects_is_refused(x):
    several = np.empty(2, dtype=object)
    for i in range(2):
        several[i] = x[i] ** 2
    for call in (lambda: 2 * x + several, lambda: np.where([True, False], several, x), lambda: several @ x):
        with says(TypeError, "not object", "ad.array"):
            call()
    with says(TypeError, "not object", r"write float\(x\) for a Fraction"):
        x * Fraction(1, 2)
    with says(TypeError, "upstream gradient needs .*not <U3"):
        ad.gradients(x, x, grad_ys="abc")


def test_a_tensor_does_not_turn_into_an_array_or_a_number(x):
    for joined in (lambda t: np.array([t[0], t[1]]), lambda t: np.asarray([t, t]), np.asarray):
        with says(TypeError, r"ad.array\(\[x, y\]\) for np.array\(\[x, y\]\)", "x.value"):
            joined(x)
    with says(TypeError, r"np.array\(x\)", "x.value"):
        np.array(x)
    with says(TypeError, r"a @ x for a.dot\(x\)", "x.value"):
        np.ones(2).dot(x)
    for leak in (float, int, complex, math.sin):
        with says(TypeError, "plain number", r"np.sin\(x\) for math.sin\(x\)", "x.value"):
            leak(ad.Tensor(1.0))
    with says(AttributeError, "'numpy'", "x.value"):
        x.numpy()


def test_a_tensor_is_not_copied_without_a_word(x):
    for copied in (copy.copy, copy.deepcopy, pickle.dumps, lambda x: copy.deepcopy({"w": [x]})):
        with says(TypeError, "lose the history", "x.value"):
            copied(x)


def test_in_place_writes_are_refused(x):
    with says(TypeError, "not changed in place", "np.where"):
        x[0] = 1.0
    buffer = np.zeros(2)
    with says(TypeError, "out=", "in place", r"y = y \+ x"):
        buffer += x
    with says(TypeError, "in place"):
        np.add(x, x, out=buffer)
    with says(TypeError, r"out\[i\] = x, keep the parts in a list, and ad.array\(parts\)"):
        buffer[:] = x
    with says(ValueError, "sequence") as error:  # NumPy puts its own words below ours, which are the cause
        buffer[0] = x[0]
    assert re.search(r"out\[i\] = x, keep .* list, .* ad.array\(parts\)", str(error.value.__cause__))


def test_plus_equals_makes_a_new_tensor(x):
    y = x
    y += 1.0
    assert x.value.tolist() == [1, 2]
    assert ad.gradients(y, x).tolist() == [1, 1]


def test_a_function_without_a_rule_is_named_with_the_line_that_teaches_it(x):
    with says(
        NotImplementedError,
        r"np.i0 has no gradient rule",
        r"ad.register_gradient\(np.i0\)\(ad.numerical_rule\)",
        "np.tanh",
    ):
        np.i0(x)
    with pytest.raises(NotImplementedError) as error:
        np.i0(x)
    listed = str(error.value).partition("Functions with a rule: ")[2].rstrip(".").split(", ")
    assert len(listed) > 100
    assert all(name.startswith("np.") for name in listed)
    for call, cure in (
        (lambda: np.subtract.reduce(x), r"np.subtract.reduce .* np.add, multiply, .* have one"),
        (lambda: np.maximum.accumulate(x), "np.maximum.accumulate .* np.add and np.multiply have one"),
        (lambda: np.add.reduceat(x, [0]), "np.add.reduceat .* np.split"),
        (lambda: np.add.at(np.zeros(2), [0, 1], x), r"np.add.at .* in place, .* np.eye\(n\)\[index\].T @ x"),
    ):
        with says(TypeError, cure):
            call()
    with says(TypeError, "np.cumsum", "dtype="):
        np.cumsum(x, dtype=np.float32)
    with says(NotImplementedError, "mode='constant' only", "'edge'"):
        np.pad(x, 1, mode="edge")
    for wrong in ("nuc", 0, 2, np.inf):
        with says(NotImplementedError, f"ord={wrong!r} of 2 axes"):
            np.linalg.norm(ad.Tensor(np.eye(2)), wrong)
    with says(NotImplementedError, "ord='fro' of 1 axes"):
        np.linalg.norm(x, "fro")


def test_an_argument_that_no_rule_knows_is_named(x):
    for call, argument, cure in (
        (lambda: np.prod(x, where=[True, False]), "where", r"np.where\(mask, x, 0.0\)"),
        (lambda: np.var(x, dtype=np.float32), "dtype", r"x.astype\(dtype\)"),
        (lambda: np.concatenate([x, x], dtype=np.float32), "dtype", r"x.astype\(dtype\)"),
        (lambda: np.max(x, initial=0.0), "initial", "np.maximum"),
        (lambda: np.linalg.eigvalsh(np.outer(x, x), UPLO="U"), "UPLO", "is symmetric"),
        (lambda: np.cumsum(x, out=np.ones(2)), "out", r"y = y \+ x"),
        (lambda: np.take(x, [0], mode="wrap"), "mode", "i % n"),
    ):
        with says(TypeError, f"has no gradient rule for the argument {argument}=: .*{cure}"):
            call()
    with says(TypeError, "np.sum takes Tensors by position", "not by keyword"):
        np.sum(x, initial=x[0])
    assert np.einsum("i,i->", x, x, optimize=True).value == 5


def test_what_numpy_refuses_is_refused(x):
    with says(ValueError, r"transposing needs a matrix, but the shape is \(2,\)"):
        ad.matmul(x, x, transpose_a=True)
    with says(ValueError, "1 arrays for the 2 terms of 'i,i->'"):
        np.einsum("i,i->", x)
    with says(TypeError, "float64"):
        np.repeat(x, x)
    with says(ValueError, "two dimensions"):
        np.diag(x[0])
    with says(ValueError, "np.cross .* vectors of 3, not of 2 and 2: .* a\\[..., 0\\]"):
        np.cross(x, x)
    for q in (1.5, -0.1, [0.5, np.nan]):
        with says(ValueError, "takes q from 0 to 1"):
            np.quantile(x, q)
    with says(TypeError, "no gradient by q"):
        np.quantile(x, x[0])
    with says(ValueError, "no 3 equal parts: np.array_split"):
        np.split(x, 3)
    with says(NotImplementedError, "ord=0 counts"):
        np.linalg.vector_norm(x, ord=0)
    for join in (lambda: np.concatenate([x[0], x[1]]), lambda: np.concatenate([x, x], axis=1)):
        with says(ValueError, "np.concatenate finds no axis (0|1)", "np.stack"):
            join()
    with says(ValueError, r"lengths \(2, 3\) over axes of lengths \(3, 2\)"):
        np.tensordot(ad.Tensor(np.ones((2, 3))), np.ones((3, 2)), axes=([0, 1], [0, 1]))


@pytest.mark.parametrize(
    "singular", [np.ones((2, 2)), np.ones((2, 2)) * 1j, np.stack([np.eye(2), np.ones((2, 2))])]
)
def test_the_logarithm_of_a_determinant_of_0_has_no_slope(singular):
    with (
        np.errstate(all="ignore"),
        says(np.linalg.LinAlgError, "no slope at a singular matrix", "np.linalg.det"),
    ):
        ad.grad(lambda a: np.sum(np.linalg.slogdet(a).logabsdet))(singular)


def test_numbers_in_lists_become_one_tensor(x):
    y = ad.array([[x[0], 2.0], (x[1] * x[0], x[1])])
    assert (y.value.tolist(), y.op.type) == ([[1, 2], [2, 2]], "Stack")
    assert ad.gradients(y, x, grad_ys=[[1.0, 10.0], [100.0, 1000.0]]).tolist() == [1 + 200, 100 + 1000]
    objects = np.empty(2, dtype=object)
    objects[0], objects[1] = x[0] * 3, 7.0
    assert ad.array(objects).value.tolist() == [3, 7]
    assert ad.array([x, [3.0, 4.0], np.ones(2)]).shape == (3, 2)
    assert ad.array(x) is x
    assert type(ad.array([[1, 2], [3, 4]])) is np.ndarray
    assert ad.array([]).shape == (0,)
    for ragged in ([[x[0], x[1]], [x[0]]], [x, x[0]]):
        with says(ValueError, "the parts have the shapes", "the same one"):
            ad.array(ragged)
    ad.check_gradient(lambda x: ad.array([[x[0] * x[1], x[1]], [np.sin(x[0]), 1.0]]), [0.5, 2.0])


@pytest.mark.parametrize(("package", "cure"), [("pandas", "df.to_numpy"), ("scipy", "S.toarray.*ad.op")])
def test_other_packages_are_named(x, package, cure):
    """They need not be here: who asks for an array is known by its module."""
    asking = {"__name__": f"{package}.core", "asarray": np.asarray, "x": x}
    with says(TypeError, f"{package} computes with plain arrays: let {cure}"):
        eval("asarray(x)", asking)
    with says(TypeError, r"plain array of it, by S.toarray\(\)"):
        x @ types.SimpleNamespace(toarray=None)


def test_a_function_that_is_not_holomorphic_has_no_complex_jacobian():
    for f in (np.conj, lambda z: z * np.abs(z), ad.grad(lambda z: np.sum(np.real(z**2)))):
        for unit in (1, 1e-9, 1e-200):
            with says(TypeError, "not holomorphic"):
                ad.jacobian(lambda z, f=f, unit=unit: unit * f(z))([1 + 1j, 2.0])
    with says(TypeError, "not holomorphic"):
        ad.jacobian(lambda z: z + 1e-7 * np.conj(z))(1 + 1j)
    for dtype in (complex, np.complex64):
        z = np.array([1 + 1j, 2.0], dtype)
        for unit in (1, 1e-9):
            J = ad.jacobian(lambda z, unit=unit: unit * np.abs(z) ** 2 / np.conj(z) * z)(z)  # z^2
            np.testing.assert_allclose(J, unit * np.diag([2 + 2j, 4]), rtol=1e-6)
        with np.errstate(divide="ignore", invalid="ignore"):
            assert np.isnan(ad.jacobian(lambda z: np.sqrt(z - 2) * 1e-9)(z)[1, 1])


def test_the_gradient_of_a_complex_answer_is_refused():
    for f in (lambda z: z**2, lambda z: 2j):
        with says(TypeError, "grad needs a real number", "ad.jacobian"):
            ad.grad(f)(1 + 2j)
    assert ad.grad(lambda z: np.real(z**2))(1 + 2j) == 2 - 4j


def test_an_upstream_of_the_wrong_shape_or_kind_is_refused(x):
    y = x * x
    with says(ValueError, r"shape \(3,\)", r"shape \(2,\)", "for every number of the output"):
        ad.gradients(y, x, grad_ys=[1.0, 2.0, 3.0])
    with says(TypeError, "complex128", "real"):
        ad.gradients(y, x, grad_ys=[1j, 2.0])
    with says(TypeError, "not <U1"):
        ad.gradients(y, x, grad_ys=["a", "b"])
    with says(ValueError, "grad_ys needs a list of 2, one for each"):
        ad.gradients([y, y], x, grad_ys=[[1.0, 1.0]])
    assert ad.gradients(y, x, grad_ys=[1, 10]).tolist() == [2, 40]  # whole numbers are fine as weights


def test_ys_and_xs_must_be_tensors(x):
    with says(TypeError, "xs must be Tensors", "ndarray"):
        ad.gradients(x * 2, np.ones(2))
    with says(TypeError, "ys must be Tensors", "float"):
        ad.gradients(3.0, x)


def test_grad_wants_one_number():
    with says(ValueError, r"shape \(2,\)", "ad.vjp", "np.sum", "ad.jacobian"):
        ad.grad(lambda x: x * x)([1.0, 2.0])
    for argnum in (2, "x"):
        with says(ValueError, f"argument {argnum}", "there are 1"):
            ad.grad(np.sum, argnums=(argnum,))([1.0])


@pytest.mark.parametrize("transform", [ad.grad, ad.value_and_grad, ad.jacobian])
@pytest.mark.parametrize(
    "f", [np.argmax, lambda x: x > 0, lambda x: np.sum(x > 0), lambda x: [True, 1], lambda x: 0]
)
def test_what_has_no_gradient_is_not_differentiated(transform, f):
    for call in (lambda: transform(f)([1.0, 2.0]), lambda: ad.vjp(f, [1.0, 2.0])):
        with says(
            TypeError, "whole numbers and truth values have no gradient", "return the loss", "3.0, not 3"
        ):
            call()


def test_whole_numbers_beside_an_answer_are_fine():
    (loss, hits), pullback = ad.vjp(lambda x: (np.sum(x * x), np.sum(x > 0)), [1.0, 2.0])
    assert (loss, hits) == (5, 2)
    assert pullback([1.0, None])[0].tolist() == [2, 4]


def test_the_accuracy_in_the_place_of_the_loss_is_noticed():
    labels = np.array([0, 1, 1])
    accuracy = lambda w: np.mean(np.argmax(w, axis=1) == labels)  # noqa: E731
    for transform in (ad.grad, ad.value_and_grad):
        with pytest.warns(UserWarning, match="does not depend .* Return the loss, not the accuracy"):
            transform(accuracy)(np.eye(3))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ad.grad(lambda x: x if x > 0 else 0.0)(-1.0) == 0  # a branch that is constant
        assert ad.grad(ad.grad(ad.grad(lambda x: 3 * x)))(1.0) == 0
        assert ad.grad(lambda x: 1.0)(2.0) == 0


def test_jvp_wants_lists():
    for primals in (1.0, np.ones(2)):
        with says(TypeError, "list of inputs", r"ad.jvp\(f, \[x\], \[tangent\]\)"):
            ad.jvp(np.sin, primals, primals)
    for tangents in (1.0, np.ones(1), [1.0, 2.0]):
        with says(ValueError, "tangents needs a list of 1"):
            ad.jvp(np.sin, [1.0], tangents)


def test_a_complex_jacobian_of_a_real_answer_is_refused():
    with says(TypeError, "no complex Jacobian", "ad.grad"):
        ad.jacobian(lambda z: np.abs(z))([1 + 1j])


def test_the_tape_says_how_it_is_used(x):
    tape = ad.GradientTape()
    with says(RuntimeError, "inside `with tape:`"):
        tape.gradient(x, x)
    with tape:
        y = x * x
    with says(ValueError, "tape.watch"):
        tape.gradient(y, x)
    with ad.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    with says(ValueError, "shape"):
        tape.gradient(y, x, output_gradients=[1.0])
    assert tape.gradient(y, x).tolist() == [2, 4]  # a mistake does not use it up
    with ad.GradientTape() as tape:
        tape.watch(x)
    with says(ValueError, "after the tape stopped"):
        tape.gradient(x * 2, x)
    with ad.GradientTape() as tape, says(TypeError, "watches must be Tensors"):
        tape.watch(np.ones(2))


class TestWrongRules:
    def gradient_of(self, rule, value=(1.0, 2.0)):
        f = ad.custom_gradient(lambda x: (x * 3.0, rule))
        x = ad.Tensor(list(value))
        return ad.gradients(f(x), x)

    def test_too_many_gradients(self):
        with says(ValueError, "returned 2 gradients for 1 input:"):
            self.gradient_of(lambda upstream: (upstream, upstream))

    def test_the_wrong_shape(self):
        with says(
            ValueError, r"returned shape \(4, 2\) for input 0 of shape \(2,\)", "Sum it over the broadcast"
        ):
            self.gradient_of(lambda upstream: np.ones((4, 2)))
        with says(ValueError, r"returned shape \(\)", r"the shape of its input\.$"):
            self.gradient_of(lambda upstream: 1.0)

    def test_not_numbers(self):
        with says(TypeError, "a gradient by input 0 of", "not <U1"):
            self.gradient_of(lambda upstream: np.array(["a", "b"]))

        for answer in ({"x": 1.0}, (one for one in [1.0])):
            with says(TypeError, "a gradient by input 0 of", "not object"):
                self.gradient_of(lambda upstream, answer=answer: answer)

    def test_gradients_in_a_tuple_with_names_are_plain_arrays_too(self):
        names = namedtuple("names", "dx")
        x = ad.Tensor([1.0, 2.0])
        y = ad.custom_gradient(lambda x: (x * x, lambda upstream: names(2 * x * upstream)))(x)
        assert type(ad.gradients(y, x)) is np.ndarray

    def test_whole_numbers_and_none_are_fine(self):
        assert self.gradient_of(lambda upstream: np.array([3, 4])).dtype == float
        assert self.gradient_of(lambda upstream: None) is None

    def test_no_gradient_function(self):
        for answer in (
            lambda x: x * 2,
            lambda x: (x, lambda up: up, 3),
            lambda x: (x, x),
            lambda x: [x, abs],
        ):
            with says(TypeError, r"must return \(y, grad\)"):
                ad.custom_gradient(answer)(ad.Tensor(1.0))

    def test_variables_without_variables(self):
        w = ad.Tensor(2.0)
        with says(TypeError, "uses Tensors from outside", "variables="):
            ad.custom_gradient(lambda x: (x * w, lambda up: up))(ad.Tensor(1.0))
        with says(TypeError, "uses Tensors from outside"):  # an input, but here it is used beside it
            ad.custom_gradient(lambda x: (x * w, lambda up: up * w))(w)

    def test_gradients_of_variables_that_are_missing(self):
        w = ad.Tensor(2.0)
        for answer in (1.0, [1.0, [1.0]], (1.0, [1.0], [1.0]), (1.0, 1.0)):
            f = ad.custom_gradient(lambda x, answer=answer: (x * w, lambda up, variables: answer))
            with says(TypeError, "must return", "gradients of the variables"):
                ad.gradients(f(ad.Tensor(1.0)), w)

    def test_tensors_hidden_in_a_structure(self):
        f = ad.custom_gradient(lambda params: (params["w"] * 2, lambda up: up))
        with says(TypeError, "by position only", "dict"):
            f({"w": ad.Tensor(1.0)})


class TestRegistry:
    def test_registering_twice(self):
        ad.register_gradient("TwiceForTest")(lambda op, up: up)
        with says(KeyError, "TwiceForTest", "replace=True"):
            ad.register_gradient("TwiceForTest")(lambda op, up: up)
        with says(KeyError, "MatMul"):
            ad.register_gradient("MatMul")(lambda op, up: up)
        with says(KeyError, "np.var"):
            ad.register_gradient(np.var)(lambda op, up: up)
        with says(KeyError, "matmul"):
            ad.register_gradient(ad.matmul)(lambda op, up: up)
        with says(KeyError, "built in"):
            ad.op("MatMul")(np.matmul)

    def test_no_operation_of_ones_own_takes_the_place_of_numpys(self):
        ad.register_gradient("Tanh", replace=True)(ad.lookup_gradient("Tanh"))
        ad.register_gradient(np.i0)(ad.numerical_rule)
        for name in ("Tanh", "I0", "Concatenate"):
            with says(KeyError, f"{name}.* is built in"):
                ad.op(name)(lambda x: 3 * x)

    def test_an_operation_without_a_rule(self):
        y = ad.op("RulelessForTest")(lambda x: x * 2)(x := ad.Tensor(1.0))
        with says(LookupError, "RulelessForTest", "register_gradient"):
            ad.gradients(y, x)
        with says(LookupError, "no gradient rule for 'RulelessForTest'; there is one for") as error:
            ad.lookup_gradient("RulelessForTest")
        assert str(error.value).count("RulelessForTest") == 1
        with says(LookupError, "no gradient rule for 'np.unwrap'; there is one for"):
            ad.lookup_gradient(np.unwrap)
        with says(LookupError, "no gradient rule for 'np.clip', it is composed of other operations;"):
            ad.lookup_gradient(np.clip)

    def test_the_rule_of_another_operation_or_another_number_of_upstreams(self):
        x = ad.Tensor(1.0)
        with says(ValueError, "this is the rule of MatMul", "it got Tanh"):
            ad.lookup_gradient("MatMul")(np.tanh(x).op, 1.0)
        for upstreams in ((), (1.0, 1.0)):
            with says(ValueError, "one upstream for each output", f"outputs: 1, upstreams: {len(upstreams)}"):
                ad.lookup_gradient("Tanh")(np.tanh(x).op, *upstreams)
        with says(TypeError, "no leaf"):
            ad.lookup_gradient("Tanh")(x.op, 1.0)

    def test_a_rule_that_is_no_function(self):
        with says(TypeError, "function rule\\(op, upstream\\), not float"):
            ad.register_gradient("NoFunctionForTest")(2.0)

    def test_an_unknown_attribute(self):
        op = (ad.Tensor([[1.0]]) @ ad.Tensor([[1.0]])).op
        with says(ValueError, "MatMul has no attribute 'axis'", "transpose_a"):
            op.get_attr("axis")
        with says(ValueError, "it has none"):
            np.sin(ad.Tensor(1.0)).op.get_attr("axis")


class TestCheckGradient:
    def test_it_names_the_input_the_index_and_both_numbers(self):
        wrong = ad.custom_gradient(lambda a, b: (a * b, lambda up: (up * b, up * a * np.array([1.0, -1.0]))))
        with pytest.raises(ad.GradientMismatch) as error:
            ad.check_gradient(wrong, [1.0, 2.0], [3.0, 4.0])
        assert (error.value.order, error.value.input, error.value.index) == (1, 1, (1,))
        assert error.value.received == pytest.approx(-error.value.measured)
        assert "gradient of input 1[1] is" in str(error.value)
        assert "an upstream drawn at random" in str(error.value)

    def test_of_a_single_output_it_says_the_upstream_that_makes_both_numbers(self):
        with pytest.raises(ad.GradientMismatch) as error:
            ad.check_gradient(ad.custom_gradient(lambda x: (x * x, lambda up: 2 * x)), 3.0)
        (upstream,) = error.value.upstreams
        assert error.value.measured == pytest.approx(6 * upstream)
        assert f"for the upstream {upstream:.8g}" in str(error.value)

    def test_it_does_not_judge_where_the_function_is_not_finite(self):
        with np.errstate(all="ignore"), says(ValueError, r"not finite around input 0\[0\]"):
            ad.check_gradient(np.log, [-1.0])

    def test_it_judges_numbers_beside_a_comparison_and_beside_infinity(self):
        ad.check_gradient(lambda x: (x * x, x > 0), 1.0)
        with np.errstate(invalid="ignore"):
            ad.check_gradient(lambda x: x[0], [1.0, np.inf])

    def test_what_rounding_takes_from_a_large_number_is_no_mismatch(self):
        ad.check_gradient(lambda x: x + 1e8, 1.0)

    def test_it_catches_what_only_an_imaginary_upstream_shows(self):
        f = ad.custom_gradient(lambda z: (2 * z, lambda up: 2 * np.real(up) + 0j))
        with says(ad.GradientMismatch, "gradient of input 0 is"):
            ad.check_gradient(f, 1 + 2j)

    def test_of_a_large_array_it_asks_a_hundred_numbers(self):
        calls = []
        ad.check_gradient(lambda x: calls.append(1) or 2 * x, np.ones(1000), order=1)
        assert len(calls) == 1 + 2 * 100

    def test_nan_in_a_gradient_is_a_mismatch(self):
        f = ad.custom_gradient(lambda x: (x * 1.0, lambda up: up * np.nan))
        with pytest.raises(ad.GradientMismatch):
            ad.check_gradient(f, 1.0)


def test_nan_and_inf_pass_through():
    with np.errstate(all="ignore"):
        assert np.isnan(ad.grad(np.sin)(np.nan))
        assert ad.grad(np.log)(0.0) == np.inf
        assert ad.gradients(y := ad.Tensor(2.0), y, grad_ys=np.inf) == np.inf
