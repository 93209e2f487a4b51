"""Problems for the matrix lab, and their answers by the engine."""

import itertools

from helpers import autodiff as ad

FOUR = list(itertools.product([False, True], repeat=2))
LAYOUTS = [(1, ""), (2, ""), (2, "B"), (3, "A")]
NAMES = ("A", "B", "C", "dA", "dB", "G")


def problem(rng, m, k, n, transpose_a=False, transpose_b=False, batch=1, shared="", whole=False):
    """Stored arrays and switches, as draw_lab takes them; no two numbers are equal or negatives."""
    a, b = ((k, m) if transpose_a else (m, k)), ((n, k) if transpose_b else (k, n))
    shapes = [
        ((batch,) if batch > 1 and shared != name else ()) + shape
        for name, shape in (("A", a), ("B", b), ("G", (m, n)))
    ]
    make = (lambda s: rng.integers(-9, 10, s).astype(float)) if whole else (lambda s: rng.normal(size=s))
    return [make(shape) for shape in shapes], {"transpose_a": transpose_a, "transpose_b": transpose_b}


def by_the_engine(a, b, upstream, transpose_a, transpose_b):
    A, B = ad.Tensor(a), ad.Tensor(b)
    C = ad.matmul(A, B, transpose_a=transpose_a, transpose_b=transpose_b)
    dA, dB = ad.gradients(C, [A, B], grad_ys=upstream)
    return dict(zip(NAMES, (a, b, C.value, dA, dB, upstream), strict=True))
