"""Every rule is right at first and second order, for real and complex numbers, and under broadcasting."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, mutually_broadcastable_shapes

from helpers import autodiff as ad
from helpers.autodiff.engine.operations import COMPOSITES, OPERATIONS
from tests.together import for_all

from .cases import CASES, ELEMENTWISE, draw

BY_NAME = {case.name: case for case in CASES}


@for_all(BY_NAME)
def test_order_2_in_float64(case):
    ad.check_gradient(case.f, *case.inputs())


@pytest.mark.thorough
@for_all({name: case for name, case in BY_NAME.items() if case.is_complex})
def test_order_2_in_complex128(case):
    ad.check_gradient(case.f, *case.inputs(complex))


@for_all(BY_NAME)
def test_plain_arrays_and_tensors_give_the_same_answer(case):
    """But for rounding: NumPy may add up in another order, and 2.0 squares in another way for `**` than in
    `power`.
    """
    inputs = case.inputs()
    ours, numpys = case.f(*map(ad.Tensor, inputs)).value, case.f(*inputs)
    assert np.shape(ours) == np.shape(numpys)
    assert ours.dtype == numpys.dtype
    np.testing.assert_allclose(ours, numpys, rtol=1e-13, atol=1e-13)


@for_all(BY_NAME)
def test_every_dtype_is_that_of_numpy_and_a_gradient_has_that_of_its_input(case):
    """In every precision, for the gradient and for its own gradient."""
    for dtype in [np.float16, np.float32, np.longdouble] + [np.complex64] * case.is_complex:
        inputs = [x.astype(dtype) for x in case.inputs(complex if dtype is np.complex64 else float)]
        try:
            expected = np.asarray(case.f(*inputs)).dtype
        except TypeError:  # np.linalg has no half and no long precision
            continue
        tensors = list(map(ad.Tensor, inputs))
        answer = case.f(*tensors)
        assert answer.dtype == expected, dtype
        # Of half precision the numbers may be too large; BLAS fills up small matrices with what is there.
        with np.errstate(all="ignore"):
            first = ad.gradients(answer, tensors, create_graph=True)
            first = [gradient for gradient in first if gradient is not None]
            second = ad.gradients(first, tensors) if first else []
        for gradient in [*(gradient.value for gradient in first), *second]:
            assert gradient is None or gradient.dtype == dtype
            assert dtype is np.float16 or gradient is None or np.isfinite(gradient).all()


@for_all({name: case for name, case in BY_NAME.items() if len(case.shapes) > 1})
def test_order_2_in_mixed_precision(case):
    """Each input in single precision, the others in double: the gradients of double, each in its dtype."""
    inputs = case.inputs()
    for single in range(len(inputs)):
        dtypes = [np.float32 if i == single else np.float64 for i in range(len(inputs))]
        mixed = [x.astype(dtype) for x, dtype in zip(inputs, dtypes)]
        found = first_and_second(case.f, mixed)
        exact = first_and_second(case.f, [x.astype(float) for x in mixed])
        for got, wanted, dtype in zip(found, exact, 2 * dtypes):
            assert (got is None) == (wanted is None)
            if got is not None:
                assert got.dtype == dtype
                np.testing.assert_allclose(got, wanted, atol=2e-3 * (1 + np.abs(wanted).max(initial=0)))


def first_and_second(f, inputs):
    """The gradients, and those of their sum; the upstream is no ones."""
    tensors = list(map(ad.Tensor, inputs))
    y = f(*tensors)
    upstream = np.cos(np.arange(y.size)).reshape(y.shape).astype(y.dtype)
    first = ad.gradients(y, tensors, upstream, create_graph=True)
    second = ad.gradients([gradient for gradient in first if gradient is not None], tensors)
    return [gradient if gradient is None else gradient.value for gradient in first] + second


BINARY = [case for case in ELEMENTWISE if len(case.shapes) == 2]


@settings(max_examples=60)
@given(
    st.sampled_from(BINARY),
    mutually_broadcastable_shapes(num_shapes=2, max_dims=3, max_side=3),
    st.booleans(),
)
def test_order_2_under_broadcasting(case, shapes, is_complex):
    random = np.random.default_rng(len(case.name))
    dtype = complex if is_complex and case.is_complex else float
    a, b = (draw(case.domain, shape, dtype, random) for shape in shapes.input_shapes)
    ad.check_gradient(case.f, a, b)


ALONE = [case for case in ELEMENTWISE if len(case.shapes) == 1]


@settings(max_examples=150)
@given(st.sampled_from(ALONE), array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3), st.booleans())
def test_order_2_in_every_shape(case, shape, is_complex):
    random = np.random.default_rng(len(case.name))
    dtype = complex if is_complex and case.is_complex else float
    ad.check_gradient(case.f, draw(case.domain, shape, dtype, random))


@for_all({case.name: case for case in ALONE})
def test_order_2_of_a_single_number(case):
    random = np.random.default_rng(1)
    for dtype in (float, complex) if case.is_complex else (float,):
        ad.check_gradient(case.f, draw(case.domain, (), dtype, random))


def pair(shapes, dtype):
    random = np.random.default_rng(sum(map(sum, shapes.input_shapes)))
    return [draw("any", shape, dtype, random) for shape in shapes.input_shapes]


@settings(max_examples=60)
@given(
    mutually_broadcastable_shapes(signature=np.matmul.signature, max_dims=2, max_side=3),
    st.sampled_from([float, complex]),
)
def test_order_2_of_matrix_products_under_broadcasting(shapes, dtype):
    a, b = pair(shapes, dtype)
    ad.check_gradient(np.matmul, a, b)
    if a.ndim > 1 and b.ndim > 1:
        ad.check_gradient(lambda a, b: np.einsum("...ij,...jk", a, b), a, b)


@settings(max_examples=40)
@given(
    mutually_broadcastable_shapes(signature="(m,m),(m,n)->(m,n)", max_dims=2, max_side=3),
    st.sampled_from([float, complex]),
)
def test_order_2_of_solve_under_broadcasting(shapes, dtype):
    a, b = pair(shapes, dtype)
    ad.check_gradient(np.linalg.solve, a + 5 * np.eye(a.shape[-1]), b)


def test_every_operation_of_the_table_has_a_case():
    """A rule that no case reaches would be a rule that nothing checks."""
    reached, declared = set(), {operation.name for operation in OPERATIONS.values()}
    for case in CASES:
        todo = [case.f(*map(ad.Tensor, case.inputs()))]
        todo += [case.f(*map(ad.Tensor, case.inputs(complex)))] if case.is_complex else []
        while todo:
            node = todo.pop()
            if isinstance(node, ad.Tensor) and node.operation:
                reached.add(node.operation.name)
                todo.extend(node.args)
    # The sweep itself calls the first, and the rule of det the second: test_edges has singular matrices.
    second_order_only = {"Cast", "Cofactors"}
    assert declared - reached - second_order_only == set()


def test_every_composite_is_named_by_a_case():
    names = " ".join(case.name for case in CASES)
    assert len(COMPOSITES) > 15
    for function in COMPOSITES:
        assert function.__name__ in names
