"""Lesson 03: the matmul gradient. From one entry by hand to a registered rule for batched, complex matrices.

03.1 worked (one entry is given), 03.2 faded, 03.3 lines to order, 03.4 a bug hunt, 03.5 blank, 03.6 transfer.
"""

import numpy as np

from helpers import autodiff as ad
from helpers.exercises.key.further import all_of, scaled, sized
from helpers.exercises.key.kinds import Function, OpRule, Value
from helpers.exercises.key.letters import Order
from helpers.exercises.key.mistakes import combined
from helpers.exercises.key.prediction import PredictionKey
from helpers.exercises.say.small import WholeNumbers, whole

from .inputs import (
    case_that_runs,
    envelope_case,
    linear_case,
    matmul_case,
    transposed_case,
    upstream_and_factors,
)

A = np.array([[1.0, 2.0], [3.0, 4.0]])
B = np.array([[6.0, 7.0, 8.0], [9.0, 10.0, 11.0]])
G = np.array([[3.0, 0.0, 1.0], [0.0, 2.0, -4.0]])


def two_entries():
    """dA[1,0] and dB[0,2] of C = A B with the upstream G, by the engine."""
    down_a, down_b = ad.vjp(np.matmul, A, B)[1](G)
    return float(down_a[1, 0]), float(down_b[0, 2])


ENTRIES = Value("03.1", covers=("product-that-fits", "ones-prove-the-rule"),
    gives=("dA[1,0]", "dB[0,2]"),
    reference=two_entries,
    worked="A = [[6, 7]], B = [[1, 2], [3, 4]], G = [[10, 2]]. A[0,1] moves row 0 of C by row 1 of B, "
    "[3, 4], worth 10 · 3 + 2 · 4 = 38. B[0,1] moves column 1 of C by column 0 of A, [6], worth 2 · 6 = 12.",
    because="A nudge of A moves a row of C, a nudge of B a column; G says what the moves are worth.",
    hints=(
        "Raise A[1,0] by 1 in your mind: which row of C moves, and by what? For B[0,2]: which column?",
        "dA[1,0] = row 1 of G · row 0 of B,   dB[0,2] = column 0 of A · column 2 of G",
        """
        dA[0,0]:  row 0 of C moves by [6, 7, 8],  worth [3, 0, 1]:   18 + 0 + 8 = 26
        dA[1,0]:  row _ of C moves by [6, 7, 8],  worth [__, __, __]
        dB[0,2]:  column 2 of C moves by [__, __],  worth [1, -4]
        """,
    ),
    wrong=(
    ("upstream-missing", "B[0].sum(), A[:, 0].sum()",
     "These numbers are C's moves, added up. G says what each move is worth: multiply each by it first."),
    ("one-entry-alone", "G[1, 0] * B[0, 0], G[0, 2] * A[0, 0]",
     "Each is what one entry of C brings. The nudge moves a whole row or column: add up all that it brings."),
    ("row-of-g-added-up", "dA[1,0] = G[1].sum()",
     "Your dA[1,0] is row 1 of G, added up. First multiply each by how far its entry of C moves."),
    ("column-of-g-added-up", "dB[0,2] = G[:, 2].sum()",
     "Your dB[0,2] is column 2 of G, added up. First multiply each by how far its entry of C moves."),
    ("upstream-row-missing", "dA[1,0] = B[0].sum()",
     "Your dA[1,0] is the sum of C's moves. First multiply each by what it is worth, row 1 of G."),
    ("upstream-column-missing", "dB[0,2] = A[:, 0].sum()",
     "Your dB[0,2] is the sum of C's moves. First multiply each by what it is worth, column 2 of G."),
    ("middle-entry-for-a", "dA[1,0] = G[1, 1] * B[0, 1]",
     "Your dA[1,0] is what one entry of C brings, the middle one. The nudge moves a whole row: add them up."),
    ("last-entry-for-a", "dA[1,0] = G[1, 2] * B[0, 2]",
     "Your dA[1,0] is what one entry of C brings, the last one. The nudge moves a whole row: add them up."),
    ("lower-entry-for-b", "dB[0,2] = G[1, 2] * A[1, 0]",
     "Your dB[0,2] is what one entry of C brings, the lower one. A nudge moves a whole column: add up both."),
    ("one-entry-for-b", "dB[0,2] = G[0, 2] * A[0, 0]",
     "Your dB[0,2] is what one entry of C brings, the upper one. A nudge moves a whole column: add up both."),
    ("wrong-line-of-g", "G[0] @ B[0], G[:, 0] @ A[:, 0]",
     "The moves are right, but multiplied by the wrong row or column of G: use the one that moves in C."),
    ("moves-of-another-nudge", "G[1] @ B[1], G[:, 2] @ A[:, 1]",
     "The numbers of G are right, but the moves belong to another nudge: which numbers does yours multiply?"),
    ("rows-for-columns", "dB[0,2] = G[0, :2] @ A[0]",
     "Nudging B[0,2] moves column 2 of C, and nothing else: multiply by column 2 of G."),
    ("numbers-of-b", "dB[0,2] = G[:, 2] @ B[:, 2]",
     "For dB[0,2] you took the numbers of B. A says how far C moves with an entry of B."),
    ("the-one-that-is-done", "dA[1,0] = G[0] @ B[0]",
     "Your dA[1,0] is dA[0,0], the one that is done. A[1,0] moves row 1 of C: take row 1 of G."),
    ("the-other-row-of-b", "dA[1,0] = G[1] @ B[1]",
     "Your dA[1,0] is dA[1,1], row 1 of G with row 1 of B. For A[1,0] it is the other row of B."),
    ("the-other-column-of-a", "dB[0,2] = G[:, 2] @ A[:, 1]",
     "Your dB[0,2] is dB[1,2], column 2 of G with column 1 of A. Take the other column of A."),
    ("another-column-of-g", "dB[0,2] = G[:, 1] @ A[:, 0]",
     "Your dB[0,2] is dB[0,1]: it has column 1 of G. B[0,2] moves column 2 of C: take column 2 of G."),
    ("indices-turned", "dA[1,0] = G[0] @ B[1]",
     "Your dA[1,0] is dA[0,1]. For dA[1,0] look at row 1 of C, and at row 0 of B."),
    ("row-of-the-lesson", "dA[1,0] = 0*6 + 3*7 - 1*8",
     "Your dA[1,0] is right for the G of the lesson. Here row 1 of G is [0, 2, -4]."),
    ("column-of-the-lesson", "dB[0,2] = 1*2 - 3*1",
     "Your dB[0,2] is right for the G of the lesson. Here column 2 of G is [1, -4]."),
    ("entry-by-entry", "G[1, 0] * A[1, 0], G[0, 2] * B[0, 2]",
     "That multiplies entries in the same place. A nudge moves a whole row or column of C: which?"),
    ),
    right=(
    ("dA[1,0] = row 1 of G · row 0 of B,   dB[0,2] = column 0 of A · column 2 of G",
     "entries = (G[1] @ B[0], A[:, 0] @ G[:, 2])"),
    ("A nudge of A moves a row of C, a nudge of B a column; G says what the moves are worth",
     "entries = np.sum(G * np.outer([0, 1], B[0])), np.sum(G * np.outer(A[:, 0], [0, 0, 1]))"),
    ),
)


# On squares, the wrong order of a product runs too, and can be told by its numbers.
SQUARE_MATRICES = tuple(np.random.default_rng(32).normal(size=(3, 3, 3)))


MATMUL_RULE = Function("03.2", covers=("transposes-fix-shapes", "product-that-fits", "ones-prove-the-rule"),
    inputs=matmul_case,
    edge_cases=(SQUARE_MATRICES,),
    wider=all_of(
        sized(upstream_and_factors, one_row=(1, 3, 4), one_column=(3, 4, 1), column_times_row=(3, 1, 4),
              one_entry=(1, 1, 1), more=(5, 6, 7)),
        scaled(upstream_and_factors, 2, 3, 4),
    ),
    forward=np.matmul,
    small=tuple(whole((m, n), (m, k), (k, n))
                for m, k, n in ((1, 1, 1), (2, 3, 1), (2, 1, 3), (2, 2, 2), (2, 3, 4))),
    takes=("upstream", "a", "b"), gives=("downstream to a", "downstream to b"),
    because="Column j of a times column k of G: exactly the moves that b[j,k] makes, and their worth.",
    hints=(
        "b[j,k] is multiplied by a[i,j] in every row i, and always lands in column k of C.",
        "dB[j,k] = sum over i of A[i,j] · G[i,k]",
        """
        def matmul_rule(upstream, a, b):
            downstream_a = upstream @ b.T
            downstream_b = a.T @ «upstream»    # sum over the rows i, which stand first in both
            return downstream_a, downstream_b
        """,
    ),
    wrong=(
    "ones-for-upstream",
    ("output-for-upstream", "db = a.T @ (a @ b)",
     "This multiplies the moves by C itself. The upstream alone says what a move is worth."),
    ("transposed", "db = upstream.T @ a",
     "This is the transpose of what b needs: entry [j,k] is column j of a times column k of G."),
    ("averaged", "db = a.T @ upstream / len(a)",
     "This is a mean over the rows. An entry of b moves every row of C, and all those moves add up."),
    ("upstream-missing-once", "db = a.T @ np.ones_like(upstream)",
     "b's half is right only for an upstream of ones. Use the upstream that arrives, as for a."),
    ("back-on-the-left-transposed", "db = upstream @ a",
     "For b this is G A. In C = A B, a stood on the left: so it comes back on the left, and transposed."),
    ("turned-on-the-wrong-side", "db = upstream @ a.T",
     "For b this is G Aᵀ. In C = A B, a stood on the left: so Aᵀ comes back on the left."),
    ("entry-by-entry", "db = a.T * upstream",
     "For b this goes entry by entry. b[j,k] moves a column of C: use a matrix product, Aᵀ on its left."),
    ("product-undone", "db = np.linalg.inv(a) @ upstream",
     "The inverse undoes a product. A rule undoes nothing: it says what the moves of b[j,k] are worth."),
    ("reshaped-to-fit", "db = (upstream.T @ a).reshape(b.shape)",
     "reshape makes the shape fit and scrambles the entries. To exchange rows and columns, transpose."),
    ),
    words={"each": "row"},
    right=(
    ("dB[j,k] = sum over i of A[i,j] · G[i,k]", 'upstream @ b.T, np.einsum("ij,ik->jk", a, upstream)'),
    ("Column j of a times column k of G",
     "upstream @ np.swapaxes(b, -1, -2), np.tensordot(a, upstream, axes=(0, 0))"),
    ),
)

TWO_LAYERS = Order("03.3", covers=("transposes-fix-shapes", "product-that-fits"),
    inputs=lambda rng: tuple(rng.normal(size=(4, 3, 3))),
    small=(whole((2, 2), (2, 2), (2, 2), (2, 2)),),
    takes=("upstream", "X", "W", "V"), gives=("dW", "dV"),
    because="A factor that stood on the right comes back on the right, transposed; likewise on the left.",
    hints=(
        "First forward. Then back through H V, only then through X W. On which side did each factor stand?",
        "for P Q with upstream G:   dP = G Qᵀ (Q stays right),   dQ = Pᵀ G (P stays left)",
        """
        forward:               L
        back through H V:      __ __
        back through X W:      __
        """,
    ),
    wrong=(
    ("elementwise", "L E F D",
     "Line E goes entry by entry. But an entry of V moves a whole column of Y: use a matrix product."),
    ("upstream-on-the-wrong-side", "L N M D",
     "Line M puts V on the left of the upstream. V stood on the right, so it comes back on the right."),
    ("right-for-left", "L N F K",
     "Line K puts X on the right. X stood on the left, so it comes back on the left."),
    ("both-sides-swapped", "L N M K",
     "Lines K and M both have the factor on the wrong side, but the square shapes do not protest."),
    ),
    right=(
    ("dP = G Qᵀ (Q stays right),   dQ = Pᵀ G (P stays left)", "X.T @ (upstream @ V.T), (X @ W).T @ upstream"),
    ("A factor that stood on the right comes back on the right, transposed", "L F D N"),
    ),
)


BUG_HUNT = Function("03.4", covers=("transposes-fix-shapes",),
    inputs=case_that_runs,
    forward=lambda a, b, transpose_a, transpose_b: (a.T if transpose_a else a) @ (b.T if transpose_b else b),
    small=tuple(
        transposed_case(WholeNumbers(), *flags, sizes)
        for sizes in ((2, 3, 1), (1, 3, 2), (2, 3, 4), (2, 2, 2))
        for flags in ((False, False), (False, True), (True, False), (True, True))
    ),
    edge_cases=tuple(
        transposed_case(np.random.default_rng(34), *flags, sizes)
        for *flags, sizes in (
            (False, False, (2, 3, 4)),
            (False, True, (4, 2, 3)),
            (True, True, (3, 4, 2)),
            (True, False, (3, 3, 3)),  # square: here the bug makes wrong numbers, and no error
        )
    ),
    wider=all_of(
        *(sized(transposed_case, square=(a, b, (3, 3, 3)), one_row=(a, b, (1, 3, 4)),
                one_column=(a, b, (3, 4, 1)), column_times_row=(a, b, (3, 1, 4)), one_entry=(a, b, (1, 1, 1)),
                more=(a, b, (5, 7, 6)))
          for a in (False, True) for b in (False, True)),
        scaled(transposed_case, True, False, (2, 3, 4)),
    ),
    takes=("upstream", "a", "b", "transpose_a", "transpose_b"), gives=("downstream to a", "downstream to b"),
    because="With P = Aᵀ: dP = G Bᵀ, transposed back dA = (G Bᵀ)ᵀ = B Gᵀ; and dB = Pᵀ G = A G.",
    hints=(
        "Two branches are letter for letter the same. Only one can be right: derive the one you trust less.",
        "For C = Aᵀ B put P = Aᵀ. Then dP = G Bᵀ and dB = Pᵀ G; and dA = (dP)ᵀ.",
        """
        if transpose_a and not transpose_b:
            return b @ «upstream.T», a @ «upstream»
        """,
    ),
    wrong=(
    ("formulas-of-another-branch", "b @ upstream.T, a @ upstream -> upstream @ b.T, a.T @ upstream",
     "The branch has the formulas of A B now. Here Aᵀ is multiplied: put Aᵀ in place of A, and derive."),
    ("not-turned-back", "b @ upstream.T, a -> upstream @ b.T, a",
     "That is the gradient of Aᵀ. The input is A itself: transpose the result once more."),
    ("second-as-copied", "upstream.T, a @ upstream -> upstream.T, upstream.T @ a",
     "The second downstream, to b, still has the numbers of the copied formula."),
    ("transposed-for-b", "a @ upstream -> a.T @ upstream",
     "In the branch Aᵀ B, the downstream to b: a must not be transposed here. With P = Aᵀ it is Pᵀ G."),
    ("first-as-copied", "b @ upstream.T, a -> upstream @ b, a",
     "The first downstream, to a, still has the numbers of the copied formula."),
    ("factors-exchanged", "b @ upstream.T, a @ upstream -> upstream.T @ b, upstream @ a",
     "The factors are on the wrong sides, but squares do not protest. Derive them: shapes cannot tell."),
    ("gradients-exchanged", "b @ upstream.T, a @ upstream -> a @ upstream, b @ upstream.T",
     "Both formulas are right, but in the wrong order: first what goes down to a, then to b."),
    ("never-turned-back", "da.T if transpose_a else da, db.T if transpose_b else db",
     "These are dP and dQ, never turned back: where an input was transposed, its gradient is too."),
    ("turned-by-the-wrong-switch",
     "(da, db) if transpose_a == transpose_b else (da.T, db.T)",
     "The switches are exchanged on the way back. Each turns back the gradient of its own input."),
    ),
    words={
        "not transpose_a and not transpose_b": "the branch A B", "otherwise": "the branch Aᵀ Bᵀ",
        "not transpose_a and transpose_b": "the branch A Bᵀ",
        "transpose_a and not transpose_b": "the branch Aᵀ B",
    },
    right=(
    ("For C = Aᵀ B put P = Aᵀ. Then dP = G Bᵀ and dB = Pᵀ G; and dA = (dP)ᵀ.", """
        def four_branches(upstream, a, b, transpose_a, transpose_b):
            P, Q = a.T if transpose_a else a, b.T if transpose_b else b
            dP, dQ = upstream @ Q.T, P.T @ upstream
            return dP.T if transpose_a else dP, dQ.T if transpose_b else dQ
     """),
    ("dA = (G Bᵀ)ᵀ = B Gᵀ; and dB = Pᵀ G = A G.",
     "(b @ upstream.T, a @ upstream) if transpose_a and not transpose_b else right"),
    """
        def four_branches(upstream, a, b, transpose_a, transpose_b):
            A, B = "ji" if transpose_a else "ij", "kj" if transpose_b else "jk"
            return np.einsum(f"ik,{B}->{A}", upstream, b), np.einsum(f"ik,{A}->{B}", upstream, a)
    """,
    ),
)


LINEAR_RULE = Function("03.5",
    covers=("broadcast-needs-no-sum", "transposes-fix-shapes", "ones-prove-the-rule"),
    inputs=linear_case,
    # on squares the wrong order of a product runs too, and its numbers tell
    edge_cases=((*np.random.default_rng(35).normal(size=(3, 3, 3)), np.array([0.5, -1.0, 2.0])),),
    wider=all_of(
        sized(linear_case, square=((3, 3, 3),), one_example=((1, 4, 3),), one_input=((4, 1, 3),),
              one_output=((4, 3, 1),), one_entry=((1, 1, 1),), more=((12, 6, 7),)),
        scaled(linear_case, (2, 3, 4)),
    ),
    forward=lambda x, W, bias: x @ W + bias,
    small=tuple(
        whole((samples, out), (samples, into), (into, out), (out,))
        for samples, into, out in ((2, 1, 1), (2, 1, 3), (1, 3, 2), (2, 3, 4), (2, 2, 2))
    ),
    takes=("upstream", "x", "W", "bias"), gives=("downstream to x", "downstream to W", "downstream to bias"),
    because="W and bias serve every example, so what comes back from the examples adds up in both.",
    hints=(
        "x W is a product you know. The bias is added to every row: what does a nudge of bias[0] move?",
        "x W is P Q:   dP = G Qᵀ, dQ = Pᵀ G.   dbias[k] = what all the moves of bias[k] are worth, added up",
        """
        def linear_rule(upstream, x, W, bias):
            return upstream @ «W.T», x.T @ «upstream», upstream.sum(axis=«0»)
        """,
    ),
    wrong=(
    "ones-for-upstream",
    ("bias-not-summed", "dbias = upstream",
     "The bias got one gradient per example. Broadcasting used it in every example: sum over them."),
    ("on-the-wrong-side", "dx = W.T @ upstream",
     "For x this is Wᵀ G. W stood on the right: so Wᵀ comes back on the right."),
    ("back-on-its-side-transposed", "dx = W @ upstream",
     "For x this is W G. W stood on the right: so it comes back on the right, and transposed."),
    ("on-the-wrong-side-for-W", "dW = upstream @ x.T",
     "For W this is G xᵀ. x stood on the left: so xᵀ comes back on the left."),
    ("not-turned", "dx = upstream @ W",
     "For x this is G W. A row of G must meet the rows of W: so W has to turn."),
    ("summed-over-the-other-axis", "dbias = upstream.sum(axis=1)",
     "What arrives is summed along each row, and one number per example is left: sum over the other axis."),
    ("summed-too-much", "dbias = upstream.sum()",
     "The bias got one number for all its entries: sum over the examples only, and keep its own axis."),
    ("averaged-over-the-batch", "dbias = upstream.mean(axis=0)",
     "This is the mean over the batch. A mean belongs to the loss, if it takes one; a rule adds up."),
    ("counted", "dbias = np.ones_like(upstream).sum(axis=0)",
     "This counts how often the bias was used. Each use is worth its own upstream: sum those instead."),
    ("ones-for-the-bias", "dbias = np.ones_like(bias)",
     "The bias got ones: the upstream is missing. A nudge of bias[0] is worth something in every row."),
    ("bias-itself", "dbias = bias", "This is the bias itself. Its gradient is what arrives, added up."),
    ("multiplied-by-the-bias", "dbias = upstream * bias",
     "The bias is multiplied in. It is only added to the product: just add up what arrives."),
    ("kept-per-example", "dW = x[:, :, None] * upstream[:, None, :]",
     "W got one gradient per example. All examples share the same W: sum over them."),
    ),
    words={"each": "example"},
    right=(
    ("dbias[k] = what all the moves of bias[k] are worth, added up", 'dbias = np.einsum("ik->k", upstream)'),
    ("what comes back from the examples adds up in both",
     'upstream @ W.T, np.einsum("si,so->io", x, upstream), np.ones(len(x)) @ upstream'),
    ),
)


NO_CONJ = "map(np.conj, op.inputs) -> op.inputs"

ENVELOPE_MISTAKES = (
    ("not-summed-per-matrix", "np.sum(dQ @ T(B), axis=0) -> dQ @ T(B)",
     "x got one gradient per matrix of the stack. All of them share the same x: sum over the batch."),
    ("averaged-contributions", "np.sum( -> np.mean(",
     "x got the mean over the batch. A nudge of x moves every y of the batch: add the contributions."),
    ("first-of-the-stack", "np.sum(dQ @ T(B), axis=0) -> (dQ @ T(B))[0]",
     "x got what the first matrix of the stack sends. The others send theirs too: sum over the batch."),
    ("not-turned-back", "T(dP) -> dP",
     "What goes down to A is the gradient of Aᵀ. The input is A: transpose each matrix once more."),
    ("fits-by-luck", "T(x) @ dQ -> T(upstream) @ A @ x",
     "The downstream to B fits but is transposed: B stands on the right, so what it gets is Pᵀ G."),
    ("rule-of-the-example", "return upstream @ B @ T(x), (T(A) @ upstream @ B).sum(0), T(upstream) @ A @ x",
     "These are the formulas of A x Bᵀ. Here A is transposed and B is not: derive it as P Q, twice."),
)

ENVELOPE_RULE = OpRule("03.6",
    covers=("broadcast-needs-no-sum", "one-complex-convention", "transposes-fix-shapes",
            "ones-prove-the-rule"),
    inputs=envelope_case,
    forward=lambda A, x, B: np.swapaxes(A, -1, -2) @ x @ B,
    small=tuple(envelope_case(WholeNumbers(), sizes=sizes)
                for sizes in ((1, 1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 2), (2, 1, 2))),
    edge_cases=(envelope_case(WholeNumbers(), True, (1, 1, 1)),  # small enough for a card
                envelope_case(np.random.default_rng(36), True),
                envelope_case(np.random.default_rng(37), True, (2, 3, 3))),  # here x @ dQ runs
    wider=sized(envelope_case, square=(True, (3, 2, 2)), one_matrix=(True, (1, 2, 3)),
                one_row=(True, (4, 1, 3)), one_column=(False, (4, 3, 1)), one_entry=(True, (1, 1, 1)),
                more=(True, (7, 3, 3))),
    gives=("downstream to A", "downstream to x", "downstream to B"),
    because="A batch takes the rule once per matrix; what is shared is summed, what is complex, conjugated.",
    hints=(
        "Split it: P = Aᵀ, Q = x B, then y = P Q. You know the rule of P Q. Then split Q the same way.",
        "y = P Q:   dP = G Qᵀ, dQ = Pᵀ G.   Q = x B:   the same rule once more, with dQ as its upstream.",
        """
        @ad.register_gradient("Envelope", replace=True)
        def envelope_rule(op, upstream):
            A, x, B = map(np.conj, op.inputs)
            dP = upstream @ T(x @ B)
            dQ = «A» @ upstream
            return T(dP), np.sum(dQ @ T(B), axis=«0»), T(x) @ «dQ»
        """,
    ),
    wrong=(
    "ones-for-upstream",
    ("conj-missing", NO_CONJ,
     "Right for real numbers. For complex ones the rule conjugates A, x and B before it multiplies."),
    *ENVELOPE_MISTAKES,  # each alone, and by somebody who has not thought of complex numbers yet either
    *(combined(row, ("conj-missing", NO_CONJ, "And for complex numbers conjugate A, x and B."))
      for row in ENVELOPE_MISTAKES),
    ),
    words={"each": "matrix of the stack", "T": "the transpose"},
    right=(
    ("Q = x B:   the same rule once more, with dQ as its upstream", """
        def envelope_rule(op, upstream):
            A, x, B = (np.conj(part.value) for part in op.inputs)
            return (
                np.einsum("bkn,mp,bpn->bmk", upstream, x, B),
                np.einsum("bmk,bkn,bpn->mp", A, upstream, B),
                np.einsum("mp,bmk,bkn->bpn", x, A, upstream),
            )
     """),
    ("A batch takes the rule once per matrix; what is shared is summed, what is complex, conjugated", """
        def envelope_rule(op, upstream):
            A, x, B = (part.value for part in op.inputs)
            dA, dx, dB = np.zeros_like(A), np.zeros_like(x), np.zeros_like(B)
            for k in range(len(A)):
                dA[k] = (upstream[k] @ (x @ B[k]).conj().T).T
                dx += A[k].conj() @ upstream[k] @ B[k].conj().T
                dB[k] = x.conj().T @ A[k].conj() @ upstream[k]
            return dA, dx, dB
     """),
    ),
)


# --- predictions ---


# The shapes of the products of G or Gᵀ with B or Bᵀ, in either order, that can be computed.
PRODUCTS = [(p @ q).shape for one in (G, G.T) for other in (B, B.T)
            for p, q in ((one, other), (other, one)) if p.shape[1] == q.shape[0]]

ROW_MOVES = PredictionKey("03.p1",
    "C = A B. A[0,0] grows by 1, from 1 to 2. By how much does each entry of C move?",
    example=[[1, 1, 1], [1, 1, 1]], truth=lambda: np.array([[2.0, 2.0], [3.0, 4.0]]) @ B - A @ B,
    covers=("product-that-fits",),
    because="Row 0 of C moves by row 0 of B; nothing else moves.",
    guesses=(
    ("one-entry-alone", "[[6, 0, 0], [0, 0, 0]]",
     "That moves C[0,0] alone. In which other entries of C does A[0,0] take part?"),
    ("column-for-row", "[[6, 0, 0], [9, 0, 0]]",
     "That moves a column of C. In which entries of C does A[0,0] take part?"),
    ("other-row-of-b", "[B[1], [0, 0, 0]]",
     "The right row moves, by a row of B, but not by the one that meets A[0,0]."),
    ("every-row", "[B[0], B[0]]", "That moves every row of C. Does A[0,0] take part in both?"),
    ("below-each-other-in-b", "[[6, 9, 0], [0, 0, 0]]",
     "6 and 9 make a column of B. Is A[0,0] multiplied by both?"),
    ("nudge-itself", "[[1, 0, 0], [0, 0, 0]]",
     "That is the nudge itself. What is it multiplied by on its way into C, and how often?"),
    ("the-new-c", "np.array([[2, 2], [3, 4]]) @ B",
     "That is C after the nudge. The question is how far it moved."),
    ("row-after-the-nudge", "[[30, 34, 38], [0, 0, 0]]",
     "That is row 0 of C after the nudge. The question is how far it moved."),
    ("the-new-number-times-b", "2 * np.outer([1, 0], B[0])",
     "That is the new A[0,0], 2, times row 0 of B. How much did A[0,0] grow?"),
    ("worth-already", "[[1, 0, 2], [0, 0, 0]] * np.outer([1, 0], B[0])",
     "That already multiplies each move by its number of G. How far does each entry move?"),
    ("row-of-the-upstream", "[[1, 0, 2], [0, 0, 0]]",
     "That is row 0 of G: what each move will be worth. How far does each entry move?"),
    ("the-old-c", "A @ B", "That is C before the nudge. The question is how far it moves."),
    ("other-row-of-c", "[[0, 0, 0], B[0]]",
     "A row of C does move that far, but which one? Where does row 0 of A go?"),
    ("row-moves-by-the-nudge", "[[1, 1, 1], [0, 0, 0]]",
     "The right row moves, but not by the nudge itself. What is A[0,0] multiplied by there?"),
    ("moves-by-all-of-b", "B", "Row 0 is right. With all of B row 1 moves too: does A[0,0] take part in it?"),
    ),
)

ONE_NUMBER = PredictionKey("03.p2",
    "What is gradients(c[0,0], a), the gradient of the single number C[0,0] = 24?",
    example=[[1, 1], [1, 1]], truth=lambda: ad.grad(lambda a: (a @ B)[0, 0])(A),
    covers=("gradient-is-the-jacobian",),
    because="C[0,0] = 1·6 + 2·9, so its slopes are 6 for A[0,0], 9 for A[0,1], and 0 elsewhere.",
    guesses=(
    ("summed-anyway", "ad.grad(lambda a: np.sum(a @ B))(A)",
     "That is the gradient of the sum of C. Here a single entry of C is asked about."),
    ("another-upstream", "[[22, 31], [13, 19]]",
     "That is what the rule sends down if G arrives. Which upstream picks a single entry?"),
    ("row-for-column", "[[6, 7], [0, 0]]",
     "Those are entries of a row of B. Is it a row of B that goes into C[0,0]?"),
    ("every-row", "[[6, 9], [6, 9]]", "The first row is right. Does row 1 of A take part in C[0,0]?"),
    ("row-of-another-upstream", "[[22, 31], [0, 0]]",
     "That is row 0 of what the rule sends down if G arrives. Which upstream picks a single entry?"),
    ("leaves-one-out", "[[6, 0], [0, 0]]", "That leaves A[0,1] out. Does it take part in C[0,0]?"),
    ("row-of-a", "[[1, 2], [0, 0]]",
     "That is row 0 of A itself. The slope for an entry of A is what that entry is multiplied by."),
    ("right-numbers-elsewhere", "[[6, 0], [9, 0]]",
     "The numbers are right. Which two entries of A do they belong to?"),
    ("row-of-the-sum", "[[21, 30], [0, 0]]",
     "That is the gradient of all of row 0 of C. Here a single entry of it is asked about."),
    ("corner-of-b", "B[:, :2]", "Those are four entries of B. How many of them go into C[0,0]?"),
    ("picked-entry", "[[1, 0], [0, 0]]",
     "That says which entry of C was picked. The question is how fast it moves when an entry of A does."),
    ("right-two-counted", "[[1, 1], [0, 0]]",
     "The right two entries take part. How fast does each of them move C[0,0]?"),
    ("value-for-gradient", "[[24, 0], [0, 0]]",
     "That is C[0,0] itself. The gradient says how fast it moves when an entry of A does."),
    ),
)

SHAPES_THAT_FIT = PredictionKey("03.p3",
    "G is 2 by 3, B is 2 by 3, A is 2 by 2. Of the eight products, how many have A's shape?",
    example=5, truth=lambda: PRODUCTS.count(A.shape), covers=("transposes-fix-shapes",),
    because="G Bᵀ and B Gᵀ: 2 have the shape of A, and they are not the same matrix.",
    guesses=(
    ("shapes-decide", "1", "One that fits is easily found, as if shapes decided. Is it the only one?"),
    ("all-fit", "8",
     "All eight fit when every matrix is square. Here G B, for one, cannot even be computed."),
    ("computable", "len(PRODUCTS)", "That is how many can be computed. Do all of these have A's shape?"),
    ("one-too-many", "3", "Not that many. Write down the shapes of all eight: which have that of A?"),
    ("nothing-fits", "0", "As they stand, G and B cannot be multiplied. Transpose one of them."),
    ),
)

VECTORS = PredictionKey("03.p4",
    "x = [5, 6] and g = [10, 1] are 1-D arrays. How many numbers does g @ x.T hold?",
    example=3, truth=lambda: np.size(np.array([10.0, 1.0]) @ np.array([5.0, 6.0]).T),
    covers=("vector-has-a-transpose",),
    because="x.T is x itself, so this is the dot product 10·5 + 1·6 = 56: 1 number.",
    guesses=(
    ("outer-product", "2 * 2", "That is a column times a row, np.outer(g, x). Does .T make a column of x?"),
    ("elementwise", "2", "That is g * x, entry by entry. What does @ do with the products?"),
    ("its-value", "10 * 5 + 1 * 6", "That is the number itself. The question is how many there are."),
    ("an-error", "0", "It raises no error. What does .T make of x?"),
    ),
)

SHARED_B = PredictionKey("03.p5",
    "Three copies of A, stacked, share one B. Ones arrive at the product: what arrives at B[0,0]?",
    example=7, truth=lambda: ad.grad(lambda b: np.sum(np.stack([A, A, A]) @ b))(B)[0, 0],
    covers=("broadcast-needs-no-sum",),
    because="Each copy sends 1 + 3 = 4 to B[0,0], and there are three of them: 12.",
    guesses=(
    ("not-summed", "1 + 3", "That is what one copy sends. B is used by all three."),
    ("averaged", "(1 + 3) / 3",
     "That is a third of what one copy sends. Nothing is shared out on the way back."),
    ("one-entry-alone", "1 + 1 + 1",
     "That follows one entry of every copy's product. B[0,0] takes part in another one as well."),
    ("not-added-up", "[4, 4, 4]", "That is one gradient per copy. All of them share one B."),
    ("row-for-column", "3 * (1 + 2)", "That takes row 0 of A, in every copy. Is it row 0 that meets B[0,0]?"),
    ("all-of-a", "3 * A.sum()", "That adds up all of A. Does all of it meet B[0,0]?"),
    ("all-of-one-copy", "A.sum()",
     "That adds up all of one copy. Does all of it meet B[0,0], and what about the other copies?"),
    ("value-for-slope", "3 * B[0, 0]",
     "That is B[0,0] itself, once for each copy. What arrives is what it is multiplied by."),
    ("not-multiplied-on-the-way", "1",
     "That is what arrives at an entry of the product. On the way it meets what B[0,0] is multiplied by."),
    ("copies-counted-twice", "3 * 3 * (1 + 3)",
     "Which numbers of one copy multiply B[0,0]? Add those, once for each copy."),
    ("one-itself", "6",
     "That is B[0,0] itself. What arrives says how strongly the products move when it does."),
    ),
)
