"""The inputs of lesson 03's exercises: upstreams and matrices of other sizes each time."""

import numpy as np

from helpers import autodiff as ad


def upstream_and_factors(rng, m, k, n):
    """An upstream and the factors of an m × k times k × n product."""
    return rng.normal(size=(m, n)), rng.normal(size=(m, k)), rng.normal(size=(k, n))


def matmul_case(rng):
    """An upstream and two factors, of three different sizes."""
    return upstream_and_factors(rng, *rng.permutation([2, 3, 4]))


def transposed_case(rng, transpose_a, transpose_b, sizes):
    """An upstream, two factors and their switches, for a product of these sizes."""
    m, k, n = sizes
    a = rng.normal(size=(k, m) if transpose_a else (m, k))
    b = rng.normal(size=(n, k) if transpose_b else (k, n))
    return rng.normal(size=(m, n)), a, b, transpose_a, transpose_b


def case_that_runs(rng):
    """Not square; not AᵀB, where the code as it was given stops with an error instead of a wrong number."""
    flags = [(False, False), (False, True), (True, True)][rng.integers(3)]
    return transposed_case(rng, *flags, rng.permutation([2, 3, 4]))


def linear_case(rng, sizes=None):
    """An upstream, a batch, weights and a bias, of three sizes: of as many examples, inputs and outputs."""
    samples, into, out = sizes or rng.permutation([3, 4, 5])
    shapes = (samples, out), (samples, into), (into, out), (out,)
    return tuple(rng.normal(size=shape) for shape in shapes)


envelope = ad.op("Envelope")(lambda A, x, B: np.swapaxes(A, -1, -2) @ x @ B)


def envelope_case(rng, is_complex=False, sizes=(4, 2, 3)):
    """A stack of square matrices on each side, as in y = f(A, B), and one shared x between them."""
    batch, m, n = sizes

    def draw(*shape):
        return rng.normal(size=shape) + (1j * rng.normal(size=shape) if is_complex else 0)

    A, x, B = map(ad.Tensor, (draw(batch, m, m), draw(m, n), draw(batch, n, n)))
    return envelope(A, x, B).op, draw(batch, m, n)
