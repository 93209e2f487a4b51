import numpy as np
import pytest

from helpers.drawing import svg
from helpers.figures.lesson_03 import jacobian_of_matmul
from tests.drawing.svg_reading import numbers, shown


@pytest.mark.parametrize("shape", [(2, 2, 3), (3, 2, 2)], ids=str)
def test_it_draws_and_tells_the_jacobian_its_weights_and_their_sum(shape):
    m, k, n = shape
    rng = np.random.default_rng(m)
    a, b, upstream = (rng.integers(1, 9, size).astype(float) for size in ((m, k), (k, n), (m, n)))
    jacobian, down_a = np.kron(np.eye(m), b.T), upstream @ b.T  # the row-major Jacobian of A -> A B
    picture = jacobian_of_matmul(a, b, upstream)
    assert numbers(picture.svg) == [*upstream.ravel(), *jacobian.ravel(), *down_a.ravel()]
    assert {"C[0,0]", "C[1,1]", "A[0,0]", "A[1,1]", "upstream", "every ∂C / ∂A"} <= set(shown(picture.svg))
    assert f"{jacobian.size} numbers, {np.sum(jacobian == 0)} of them zero" in picture.alt
    assert f"the gradient of A: {svg.array_text(down_a)}" in picture.alt
