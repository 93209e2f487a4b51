"""Lesson 03, its exercises once more: other entries, other products, another copy that went wrong."""

import numpy as np

from helpers import autodiff as ad

from ..cases_03 import transposed_case
from ..further import all_of, scaled, sized
from ..lesson_03 import NO_CONJ, A, B
from ..mistakes import combined
from ..small import WholeNumbers
from . import Variation

# --- 03.1 ---

UPSTREAMS = (  # an upstream, an entry of A, an entry of B
    ([[1, 2, -1], [3, 1, 2]], (0, 1), (1, 0)),
    ([[2, -1, 1], [1, 3, 2]], (1, 1), (0, 1)),
    ([[3, 1, -2], [1, 2, 2]], (0, 0), (1, 2)),
)


def spelled(numbers, weights):
    """A sum of products, as one would type it."""
    return " + ".join(f"{n:g}*{w:g}" if w >= 0 else f"{n:g}*({w:g})" for n, w in zip(numbers, weights))


def other_entries(number):
    """Two other entries, with another upstream."""
    rows, (i, j), (k, col) = UPSTREAMS[number % len(UPSTREAMS)]
    G, other = np.array(rows, dtype=float), (col + 1) % 3
    in_a, in_b = f"dA[{i},{j}]", f"dB[{k},{col}]"
    of_a, of_b = spelled(B[j], G[i]), spelled(A[:, k], G[:, col])

    def by_the_engine(G):
        down_a, down_b = ad.vjp(np.matmul, A, B)[1](G)
        return float(down_a[i, j]), float(down_b[k, col])

    return Variation(
        f"The same A and B, another upstream, G = {rows}, and two other entries: {in_a} and {in_b}.",
        stub=f"""
        # C = A B with A = [[1, 2], [3, 4]] and B = [[6, 7, 8], [9, 10, 11]], and the upstream
        # G = {rows}.
        # Fill in {in_a}, then {in_b}. Arithmetic such as 2*6 + 1*8 is welcome.
        entries = (..., ...)
        """,
        solution=f"""
        # A[{i},{j}] moves row {i} of C by row {j} of B.
        # B[{k},{col}] moves column {col} of C by column {k} of A.
        entries = ({of_a}, {of_b})
        """,
        inputs=lambda rng: (G,),
        takes=("G",),
        gives=(in_a, in_b),
        reference=by_the_engine,
        hints=(
            f"Raise A[{i},{j}] by 1 in your mind: which row of C moves, by what? B[{k},{col}]: which column?",
            f"{in_a} = row {i} of G · row {j} of B,   {in_b} = column {k} of A · column {col} of G",
            f"""
            {in_a}:  row {i} of C moves by [__, __, __],  worth [__, __, __]
            {in_b}:  column {col} of C moves by [__, __],  worth [__, __]
            """,
        ),
        wrong=(
        ("upstream-missing", f"B[{j}].sum(), A[:, {k}].sum()"),
        ("one-entry-alone", f"G[{i}, 0] * B[{j}, 0], G[0, {col}] * A[0, {k}]"),
        ("wrong-line-of-g", f"G[{1 - i}] @ B[{j}], G[:, {other}] @ A[:, {k}]"),
        ("wrong-line-of-the-other", f"G[{i}] @ B[{1 - j}], G[:, {col}] @ A[:, {1 - k}]"),
        ("rows-for-columns", f"dB[{k},{col}] = G[{k}, :2] @ A[{k}]",
         f"{in_a} is right.",
         f"Nudging B[{k},{col}] moves a column of C, not a row: multiply by column {col} of G."),
        ),
    )


# --- 03.2 ---


def inputs_of(shape_of_a, shape_of_b, forward):
    """The fields for another product, of shapes that are letters of m, k, n; else nothing is square."""

    def inputs(rng, *sizes):
        size = dict(zip("mkn", sizes or rng.permutation([2, 3, 4])))
        shapes = [[size[axis] for axis in shape] for shape in ("mn", shape_of_a, shape_of_b)]
        return tuple(rng.normal(size=shape) for shape in shapes)

    wider = all_of(
        sized(inputs, one_row=(1, 3, 4), one_column=(3, 4, 1), column_times_row=(3, 1, 4),
              one_entry=(1, 1, 1), empty=(0, 3, 2), more=(5, 6, 7)),
        scaled(inputs, 2, 3, 4),
    )  # fmt: skip
    small = [inputs(WholeNumbers(), *sizes) for sizes in ((1, 1, 1), (2, 3, 1), (2, 1, 3), (2, 3, 4))]
    return {"inputs": inputs, "wider": wider, "forward": forward, "small": tuple(small)}


SECOND_TRANSPOSED = Variation(
    "Another product, C = A Bᵀ. The half of A is done; find that of B.",
    stub="""
    def matmul_rule(upstream, a, b):
        # c = a @ b.T
        downstream_a = upstream @ b
        downstream_b = ...
        return downstream_a, downstream_b
    """,
    solution="""
    def matmul_rule(upstream, a, b):
        # c = a @ b.T
        downstream_a = upstream @ b
        downstream_b = upstream.T @ a  # sums over i, the rows of a and of G: every row that b[k,j] moves
        return downstream_a, downstream_b
    """,
    **inputs_of("mk", "nk", lambda a, b: a @ b.T),
    because="Column k of G times column j of a: exactly the moves that b[k,j] makes, and their worth.",
    hints=(
        "b[k,j] is multiplied by a[i,j] in every row i, and always lands in column k of C.",
        "dB[k,j] = sum over i of G[i,k] · A[i,j]",
        """
        def matmul_rule(upstream, a, b):
            downstream_a = upstream @ b
            downstream_b = ___ @ a    # sum over the rows i
            return downstream_a, downstream_b
        """,
    ),
    wrong=(
    "ones-for-upstream", "gradients-swapped",
    ("output-for-upstream", "db = (a @ b.T).T @ a"),
    ("transposed", "db = a.T @ upstream",
     "This is the transpose of what b needs: entry [k,j] is column k of G times column j of a."),
    ("averaged", "db = upstream.T @ a / len(a)"),
    ("upstream-missing-once", "db = np.ones_like(upstream).T @ a"),
    ("reshaped-to-fit", "db = (a.T @ upstream).reshape(b.shape)"),
    ),
)

FIRST_TRANSPOSED = Variation(
    "Another product, C = Aᵀ B. The half of B is done; find that of A.",
    stub="""
    def matmul_rule(upstream, a, b):
        # c = a.T @ b
        downstream_a = ...
        downstream_b = a @ upstream
        return downstream_a, downstream_b
    """,
    solution="""
    def matmul_rule(upstream, a, b):
        # c = a.T @ b
        downstream_a = b @ upstream.T  # sums over k, the columns of b and G: every one that a[j,i] moves
        downstream_b = a @ upstream
        return downstream_a, downstream_b
    """,
    **inputs_of("km", "kn", lambda a, b: a.T @ b),
    because="Row j of b times row i of G: exactly the moves that a[j,i] makes, and their worth.",
    hints=(
        "a[j,i] is multiplied by b[j,k] in every column k, and always lands in row i of C.",
        "dA[j,i] = sum over k of B[j,k] · G[i,k]",
        """
        def matmul_rule(upstream, a, b):
            downstream_a = b @ ___    # sum over the columns k
            downstream_b = a @ upstream
            return downstream_a, downstream_b
        """,
    ),
    wrong=(
    "ones-for-upstream", "gradients-swapped",
    ("output-for-upstream", "da = b @ (a.T @ b).T"),
    ("transposed", "da = upstream @ b.T",
     "This is the transpose of what a needs: entry [j,i] is row j of b times row i of G."),
    ("averaged", "da = b @ upstream.T / b.shape[1]",
     "This is a mean over the columns. An entry of a moves every column of C, and all those moves add up."),
    ("upstream-missing-once", "da = b @ np.ones_like(upstream).T",
     "a's half is right only for an upstream of ones. Use the upstream that arrives, as for b."),
    ("reshaped-to-fit", "da = (upstream @ b.T).reshape(a.shape)"),
    ),
)


# --- 03.3 ---

WEIGHTS_ON_THE_LEFT = Variation(
    """
    Two layers again, but with the weights on the left: Y = V H, H = W X. Put the lines in order; three are
    not needed.
    """,
    stub="""
    # Y = V H, H = W X, everything 3 by 3. Four of these lines compute dW and dV. All of them run.
    #   D   dH = upstream @ V.T
    #   E   H = W @ X
    #   F   dW = dH @ X.T
    #   K   dV = upstream @ H.T
    #   L   dW = X.T @ dH
    #   M   dH = V.T @ upstream
    #   N   dV = upstream * H
    order = "..."
    """,
    solution="""
    # Forward E. Back through V H: line K makes dV, and M makes dH, V still on the left. Through W X: F.
    order = "E K M F"
    """,
    hints=(
        "First forward. Then back through V H, only then through W X. On which side stood each factor?",
        "for P Q with upstream G:   dP = G Qᵀ (Q stays right),   dQ = Pᵀ G (P stays left)",
        """
        forward:               E
        back through V H:      __ __
        back through W X:      __
        """,
    ),
    wrong=(
    ("elementwise", "E N M F",
     "Line N goes entry by entry. But an entry of V moves a whole row of Y: use a matrix product."),
    ("right-for-left", "E K D F",
     "Line D puts V on the right of the upstream. H stands right of V, so V comes back on the left."),
    ("left-for-right", "E K M L",
     "Line L puts X on the left. W stands left of X, so X comes back on the right."),
    ("both-sides-swapped", "E K D L",
     "Lines D and L both have the factor on the wrong side, and the square shapes do not protest."),
    ("line-too-early", "E K F M"),
    ("line-missing", "E M F"),
    ("line-too-many", "E N K M F"),
    ),
)


# --- 03.4 ---


def other_case_that_runs(rng):
    """Not square; not A Bᵀ, where the code as it was given stops with an error instead of a wrong number."""
    flags = [(False, False), (True, False), (True, True)][rng.integers(3)]
    return transposed_case(rng, *flags, rng.permutation([2, 3, 4]))


OTHER_BRANCH = Variation(
    "A B, A Bᵀ, Aᵀ B and Aᵀ Bᵀ again; now another of the four branches is a copy. Find it, and repair it.",
    stub="""
    def four_branches(upstream, a, b, transpose_a, transpose_b):
        if not transpose_a and not transpose_b:
            return upstream @ b.T, a.T @ upstream
        if not transpose_a and transpose_b:
            return upstream @ b.T, a.T @ upstream
        if transpose_a and not transpose_b:
            return b @ upstream.T, a @ upstream
        return b.T @ upstream.T, upstream.T @ a.T
    """,
    solution="""
    def four_branches(upstream, a, b, transpose_a, transpose_b):
        if not transpose_a and not transpose_b:
            return upstream @ b.T, a.T @ upstream
        if not transpose_a and transpose_b:
            return upstream @ b, upstream.T @ a  # (Bᵀ)ᵀ = B, and (Aᵀ G)ᵀ = Gᵀ A
        if transpose_a and not transpose_b:
            return b @ upstream.T, a @ upstream
        return b.T @ upstream.T, upstream.T @ a.T
    """,
    inputs=other_case_that_runs,
    edge_cases=tuple(
        transposed_case(np.random.default_rng(43), *flags, sizes)
        for *flags, sizes in (
            (False, False, (2, 3, 4)),
            (True, False, (4, 2, 3)),
            (True, True, (3, 4, 2)),
            (False, True, (3, 3, 3)),  # square: here the bug makes wrong numbers, and no error
        )
    ),
    because="With Q = Bᵀ: dA = G Qᵀ = G B; and dQ = Aᵀ G, turned back dB = (Aᵀ G)ᵀ = Gᵀ A.",
    hints=(
        "Two branches are letter for letter the same. Both cannot be right: derive the one you trust less.",
        "For C = A Bᵀ put Q = Bᵀ. Then dA = G Qᵀ and dQ = Aᵀ G; and dB = (dQ)ᵀ.",
        """
        if not transpose_a and transpose_b:
            return upstream @ ___, ___ @ a
        """,
    ),
    wrong=(
    ("half-repaired", "upstream @ b, upstream.T @ a -> upstream @ b, a.T @ upstream",
     "The downstream to a is repaired. The one to b is still that of Bᵀ: transpose it once more."),
    ("other-half-repaired", "upstream @ b, upstream.T -> upstream @ b.T, upstream.T",
     "The downstream to b is repaired; the one to a still holds the copied formula."),
    ("transposed-copied", "upstream @ b, upstream.T @ a -> b @ upstream.T, a @ upstream",
     "The branch has the formulas of Aᵀ B now. Here B is transposed: put Bᵀ for B, and derive."),
    ("factors-exchanged", "upstream @ b, upstream.T @ a -> b @ upstream, a @ upstream.T"),
    ("gradients-exchanged", "upstream @ b, upstream.T @ a -> upstream.T @ a, upstream @ b"),
    ),
)


# --- 03.5 ---


def columns_case(rng, *sizes):
    """An upstream, weights, examples in columns, and a bias; of as many examples, inputs and outputs."""
    samples, into, out = sizes or rng.permutation([3, 4, 5])
    shapes = (out, samples), (out, into), (into, samples), (out,)
    return tuple(rng.normal(size=shape) for shape in shapes)


EXAMPLES_IN_COLUMNS = Variation(
    "A linear layer with one example per column: y = W x + bias, one bias per row of y. Write its rule.",
    stub="""
    def linear_rule(upstream, W, x, bias):
        # y = W @ x + bias[:, None]: x holds one example per column.
        # Every example uses the same W and bias.
        # Return the downstream to W, to x and to bias.
        return ...
    """,
    solution="""
    def linear_rule(upstream, W, x, bias):
        # G xᵀ sums over the examples by itself, because they are what it contracts.
        # The bias was stretched over the columns, so its gradient is summed over the columns.
        return upstream @ x.T, W.T @ upstream, upstream.sum(axis=1)
    """,
    inputs=columns_case,
    wider=all_of(
        sized(columns_case, square=(3, 3, 3), one_example=(1, 4, 3), one_input=(4, 1, 3),
              one_output=(4, 3, 1), one_entry=(1, 1, 1), empty=(0, 3, 2), more=(8, 6, 7)),
        scaled(columns_case, 2, 3, 4),
    ),
    forward=lambda W, x, bias: W @ x + bias[:, None],
    small=tuple(
        columns_case(WholeNumbers(), *sizes)
        for sizes in ((1, 1, 1), (2, 1, 1), (2, 1, 3), (1, 3, 2), (2, 3, 4))
    ),
    takes=("upstream", "W", "x", "bias"),
    gives=("downstream to W", "downstream to x", "downstream to bias"),
    hints=(
        "W x is a product you know. The bias is added to every column: what does a nudge of bias[0] move?",
        "dW = G xᵀ,   dx = Wᵀ G,   dbias[i] = sum over the columns k of G[i,k]",
        """
        def linear_rule(upstream, W, x, bias):
            return upstream @ ___, ___ @ upstream, upstream.sum(axis=___)
        """,
    ),
    wrong=(
    "ones-for-upstream", "not-summed", "summed-too-much",
    ("wrong-axis", "dbias = upstream.sum(axis=0)"),
    ("averaged", "dbias = upstream.mean(axis=1)"),
    ("counted", "dbias = np.ones_like(upstream).sum(axis=1)"),
    ("kept-per-example", "dW = upstream.T[:, :, None] * x.T[:, None, :]"),
    ("how-many", "dW, dx"),
    ),
)


# --- 03.6 ---

sandwich = ad.op("Sandwich")(lambda A, x, B: A @ x @ B)


def sandwich_case(rng, is_complex=False, sizes=(4, 2, 3)):
    """Stacks of A and of x, and one B shared by all of them."""
    batch, m, n = sizes

    def draw(*shape):
        return rng.normal(size=shape) + (1j * rng.normal(size=shape) if is_complex else 0)

    A, x, B = map(ad.Tensor, (draw(batch, m, m), draw(batch, m, n), draw(n, n)))
    return sandwich(A, x, B).op, draw(batch, m, n)


SANDWICH_MISTAKES = (
    ("not-summed", "np.sum(T(x) @ dQ, axis=0) -> T(x) @ dQ",
     "B got one gradient per matrix of the stack. All of them share the same B: sum over the batch."),
    ("averaged", "np.sum( -> np.mean(",
     "B got the mean over the batch. A nudge of B moves every y of the batch: add the contributions."),
    ("one-of-the-batch", "np.sum(T(x) @ dQ, axis=0) -> (T(x) @ dQ)[0]",
     "B got what the first matrix of the stack sends. The others send theirs too: sum over the batch."),
    ("turned-once-too-often", "return T(dP), dQ @ T(B), np.sum(T(x) @ dQ, axis=0)",
     "What goes down to A is transposed. A itself is a factor here, not Aᵀ: nothing is turned back."),
    ("transpose-missing", "dQ @ T(B) -> dQ @ B",
     "B comes back as it stood in what goes down to x. A factor comes back transposed: dx = dQ Bᵀ."),
    ("rule-of-the-lesson", "return x @ B @ T(upstream), A @ upstream @ T(B), (T(x) @ A @ upstream).sum(0)",
     "These are the formulas of Aᵀ x B. Here A is not transposed: derive it as P Q, twice."),
)

SANDWICH = Variation(
    """
    Another op, y = A x B: a stack of A, a stack of x, and one B that all of them share. Write its rule and
    register it, for complex matrices too.
    """,
    title="Register your own rule for y = A x B",
    stub="""
    def T(M):
        return np.swapaxes(M, -1, -2)


    sandwich = ad.op("Sandwich")(lambda A, x, B: A @ x @ B)


    @ad.register_gradient("Sandwich", replace=True)
    def sandwich_rule(op, upstream):
        A, x, B = op.inputs  # of shape (batch, m, m), (batch, m, n) and (n, n); real or complex
        dQ = T(A) @ upstream  # y = P Q with P = A and Q = x B
        dP = ...
        return ..., ..., ...
    """,
    solution="""
    def T(M):
        return np.swapaxes(M, -1, -2)


    sandwich = ad.op("Sandwich")(lambda A, x, B: A @ x @ B)


    @ad.register_gradient("Sandwich", replace=True)
    def sandwich_rule(op, upstream):
        A, x, B = map(np.conj, op.inputs)
        dQ = T(A) @ upstream      # y = P Q with P = A and Q = x B
        dP = upstream @ T(x @ B)  # P is A itself
        return dP, dQ @ T(B), np.sum(T(x) @ dQ, axis=0)  # one B for the whole batch: summed
    """,
    answer="sandwich_rule",
    inputs=sandwich_case,
    wider=sized(sandwich_case, square=(True, (3, 2, 2)), one_matrix=(True, (1, 2, 3)),
                one_row=(True, (4, 1, 3)), one_column=(False, (4, 3, 1)), one_entry=(True, (1, 1, 1)),
                more=(True, (3, 3, 3))),
    forward=lambda A, x, B: A @ x @ B,
    small=tuple(
        sandwich_case(WholeNumbers(), sizes=sizes)
        for sizes in ((1, 1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 2), (2, 1, 2))
    ),
    edge_cases=(sandwich_case(np.random.default_rng(63), is_complex=True),),
    hints=(
        "Split it: P = A, Q = x B, then y = P Q. You know the rule of P Q. Then split Q the same way.",
        "dP = G Qᵀ, dQ = Pᵀ G; dA = dP, dx = dQ Bᵀ, dB = xᵀ dQ summed over the batch; all inputs conjugated",
        """
        @ad.register_gradient("Sandwich", replace=True)
        def sandwich_rule(op, upstream):
            A, x, B = map(np.conj, op.inputs)
            dQ = T(A) @ upstream
            dP = upstream @ ___
            return dP, dQ @ ___, np.sum(___ @ dQ, axis=0)
        """,
    ),
    wrong=(
    "ones-for-upstream",
    ("conj-missing", NO_CONJ),
    *SANDWICH_MISTAKES,
    *(combined(row, ("conj-missing", NO_CONJ, "And for complex numbers conjugate A, x and B."))
      for row in SANDWICH_MISTAKES),
    ),
)

VARIATIONS = {
    "03.1": (other_entries,),
    "03.2": (SECOND_TRANSPOSED, FIRST_TRANSPOSED),
    "03.3": (WEIGHTS_ON_THE_LEFT,),
    "03.4": (OTHER_BRANCH,),
    "03.5": (EXAMPLES_IN_COLUMNS,),
    "03.6": (SANDWICH,),
}
