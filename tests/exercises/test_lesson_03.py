"""What only lesson 03 can say of its exercises. `test_every_exercise` says what each table is for."""

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.exercises import check, exercises, lesson_03
from helpers.exercises.lesson_03 import A, B, G
from tests.exercises.ways import T, pullback_of


def envelope(op, g):
    A, x, B = (np.conj(each.value) for each in op.inputs)
    dP, dQ = g @ T(x @ B), A @ g
    return T(dP), np.sum(dQ @ T(B), axis=0), T(x) @ dQ


def aT_b(g, a, b, *flags):
    right = exercises()["03.4"].right_answer
    return ((g @ b.T).T, a @ g) if flags == (True, False) else right(g, a, b, *flags)


WAYS = [
    ("03.1", "dA[1,0] = row 1 of G · row 0 of B,   dB[0,2] = column 0 of A · column 2 of G",
     lambda: (G[1] @ B[0], A[:, 0] @ G[:, 2])),
    ("03.2", "", pullback_of(lambda a, b: a @ b)),
    ("03.2", "dB[j,k] = sum over i of A[i,j] · G[i,k]",
     lambda g, a, b: (g @ b.T, np.einsum("ij,ik->jk", a, g))),
    ("03.3", "", lambda g, X, W, V: pullback_of(lambda W, V: X @ W @ V)(g, W, V)),
    ("03.3", "dP = G Qᵀ (Q stays right),   dQ = Pᵀ G (P stays left)",
     lambda g, X, W, V: (X.T @ (g @ V.T), (X @ W).T @ g)),
    ("03.4", "", lambda g, a, b, *flags: pullback_of(lambda a, b: ad.matmul(a, b, *flags))(g, a, b)),
    ("03.4", "dP = G Bᵀ and dB = Pᵀ G; and dA = (dP)ᵀ.", aT_b),
    ("03.4", "dA = (G Bᵀ)ᵀ = B Gᵀ; and dB = Pᵀ G = A G.", aT_b),
    ("03.5", "", pullback_of(lambda x, W, bias: x @ W + bias)),
    ("03.5", "dbias[k] = what all the moves of bias[k] are worth, added up",
     lambda g, x, W, bias: (g @ W.T, x.T @ g, np.einsum("ik->k", g))),
    ("03.6", "", lambda op, g: pullback_of(lambda A, x, B: T(A) @ x @ B)(g, *[x.value for x in op.inputs])),
    ("03.6", "Q = x B:   the same rule once more, with dQ as its upstream", envelope),
]  # fmt: skip
RIGHT_TOO = [("03.3", "F L D N")]
TRUTHS = {"03.p1": [[6, 7, 8], [0, 0, 0]], "03.p2": [[6, 9], [0, 0]], "03.p3": 2, "03.p4": 1, "03.p5": 12}
COVERS = {"product-that-fits", "transposes-fix-shapes", "broadcast-needs-no-sum", "vector-has-a-transpose",
          "one-complex-convention"}  # fmt: skip


def test_the_bug_is_silent_on_squares_and_an_error_on_rectangles_and_every_branch_is_checked():
    key, rng = exercises()["03.4"], np.random.default_rng(2)
    square, oblong = (lesson_03.transposed_case(rng, True, False, sizes) for sizes in ((3, 3, 3), (2, 3, 4)))
    pairs = zip(key.handed_out(*square), key.right_answer(*square), strict=True)
    assert not any(np.allclose(got, want) for got, want in pairs)
    with pytest.raises(ValueError, match="matmul"):
        key.handed_out(*oblong)
    assert len({case[3:] for case in key.cases}) == 4


@pytest.mark.parametrize("to_b", [lambda upstream, a, b: upstream @ b, lambda upstream, a, b: a * upstream])
def test_shapes_that_never_fit_are_said_and_blamed_on_no_slip(to_b):
    """Many slips stop in the same way, so which it was nobody can tell from that."""
    result = check("03.2", lambda upstream, a, b: (upstream @ b.T, to_b(upstream, a, b)))
    assert result.diagnosis == "raises"
    assert "ValueError" in result.sentences[0]
