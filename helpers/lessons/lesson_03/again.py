"""Lesson 03 once more: other entries, other products, another copy that went wrong."""

import numpy as np

from helpers import autodiff as ad
from helpers.exercises.key.further import all_of, scaled, sized
from helpers.exercises.key.mistakes import combined
from helpers.exercises.key.variations import Variation
from helpers.exercises.say.small import WholeNumbers

from .inputs import transposed_case
from .keys import NO_CONJ, A, B


def spelled(numbers, weights):
    """A sum of products, as one would type it."""
    return " + ".join(f"{n:g}*{w:g}" if w >= 0 else f"{n:g}*({w:g})" for n, w in zip(numbers, weights))


def other_entries(rows, in_a, in_b):
    """Two other entries, with another upstream."""
    G, (i, j), (k, col) = np.array(rows, dtype=float), in_a, in_b
    name_a, name_b, other = f"dA[{i},{j}]", f"dB[{k},{col}]", (col + 1) % 3

    of_a = (
        ("the-other-column-of-a", f"{name_b} = G[:, {col}] @ A[:, {1 - k}]",
         f"That is column {col} of G with column {1 - k} of A. For {name_b} it is the other one."),
        ("row-of-a", f"{name_b} = A[{k}] @ G[:, {col}]",
         f"You took row {k} of A. With B[{k},{col}] column {col} of C moves by column {k} of A."),
    )

    def by_the_engine(G):
        down_a, down_b = ad.vjp(np.matmul, A, B)[1](G)
        return float(down_a[in_a]), float(down_b[in_b])

    return Variation(
        "03.1",
        f"The same A and B, another upstream, G = {rows}, and two other entries: {name_a} and {name_b}.",
        words={"dA[1,0]": name_a, "dB[0,2]": name_b, "A[1,0]": f"A[{i},{j}]", "B[0,2]": f"B[{k},{col}]"},
        code=f"""
          # C = A B with A = [[1, 2], [3, 4]] and B = [[6, 7, 8], [9, 10, 11]], and the upstream
          # G = {rows}.
          # Fill in {name_a}, then {name_b}. Arithmetic such as 2*6 + 1*8 is welcome.
        - entries = (..., ...)
        + entries = ({spelled(B[j], G[i])}, {spelled(A[:, k], G[:, col])})
        """,
        inputs=lambda rng: (G,),
        takes=("G",),
        gives=(name_a, name_b),
        reference=by_the_engine,
        hints=(
            "",
            f"{name_a} = row {i} of G · row {j} of B,   {name_b} = column {k} of A · column {col} of G",
            f"""
            {name_a}:  row {i} of C moves by [__, __, __],  worth [__, __, __]
            {name_b}:  column {col} of C moves by [__, __],  worth [__, __]
            """,
        ),
        wrong=(
        ("upstream-missing", f"B[{j}].sum(), A[:, {k}].sum()"),
        ("one-entry-alone", f"G[{i}, 0] * B[{j}, 0], G[0, {col}] * A[0, {k}]"),
        ("wrong-line-of-g", f"G[{1 - i}] @ B[{j}], G[:, {other}] @ A[:, {k}]"),
        ("moves-of-another-nudge", f"G[{i}] @ B[{1 - j}], G[:, {col}] @ A[:, {1 - k}]"),
        ("rows-for-columns", f"{name_b} = G[{k}, :2] @ A[{k}]",
         f"Nudging B[{k},{col}] moves a column of C, not a row: multiply by column {col} of G."),
        ("the-other-row-of-b", f"{name_a} = G[{i}] @ B[{1 - j}]",
         f"That is row {i} of G with row {1 - j} of B. For A[{i},{j}] it is the other row of B."),
        ("the-other-row-of-g", f"{name_a} = G[{1 - i}] @ B[{j}]",
         f"That is row {1 - i} of G with row {j} of B. A[{i},{j}] moves row {i} of C: take that row of G."),
        *(of_a if A[k] @ G[:, col] != A[:, 1 - k] @ G[:, col] else ()),  # else nobody knows which it was
        ))


def inputs_of(shape_of_a, shape_of_b, forward):
    """The fields for another product, of shapes that are letters of m, k, n; else nothing is square."""

    def inputs(rng, *sizes):
        size = dict(zip("mkn", sizes or rng.permutation([2, 3, 4])))
        shapes = [[size[axis] for axis in shape] for shape in ("mn", shape_of_a, shape_of_b)]
        return tuple(rng.normal(size=shape) for shape in shapes)

    wider = all_of(
        sized(inputs, one_row=(1, 3, 4), one_column=(3, 4, 1), column_times_row=(3, 1, 4),
              one_entry=(1, 1, 1), more=(5, 6, 7)),
        scaled(inputs, 2, 3, 4),
    )  # fmt: skip
    small = [inputs(WholeNumbers(), *sizes) for sizes in ((1, 1, 1), (2, 3, 1), (2, 1, 3), (2, 3, 4))]
    return {"inputs": inputs, "wider": wider, "forward": forward, "small": tuple(small)}


def other_case_that_runs(rng):
    """Not square; not A Bᵀ, where the code as it was given stops with an error instead of a wrong number."""
    flags = [(False, False), (True, False), (True, True)][rng.integers(3)]
    return transposed_case(rng, *flags, rng.permutation([2, 3, 4]))


def columns_case(rng, *sizes):
    """An upstream, weights, examples in columns, and a bias; of as many examples, inputs and outputs."""
    samples, into, out = sizes or rng.permutation([3, 4, 5])
    shapes = (out, samples), (out, into), (into, samples), (out,)
    return tuple(rng.normal(size=shape) for shape in shapes)


sandwich = ad.op("Sandwich")(lambda A, x, B: A @ x @ B)


def sandwich_case(rng, is_complex=False, sizes=(4, 2, 3)):
    """Stacks of A and of x, and one B shared by all of them."""
    batch, m, n = sizes

    def draw(*shape):
        return rng.normal(size=shape) + (1j * rng.normal(size=shape) if is_complex else 0)

    A, x, B = map(ad.Tensor, (draw(batch, m, m), draw(batch, m, n), draw(n, n)))
    return sandwich(A, x, B).op, draw(batch, m, n)


SANDWICH_MISTAKES = (
    ("turned-once-too-often", "return T(dP), dQ @ T(B), np.sum(T(x) @ dQ, axis=0)",
     "What goes down to A is transposed. A itself is a factor here, not Aᵀ: nothing is turned back."),
    ("transpose-missing", "dQ @ T(B) -> dQ @ B",
     "In what goes down to x, B stands as it was. A factor comes back transposed: dx = dQ Bᵀ."),
    ("rule-of-the-lesson", "return x @ B @ T(upstream), A @ upstream @ T(B), (T(x) @ A @ upstream).sum(0)",
     "These are the formulas of Aᵀ x B. Here A is not transposed: derive it as P Q, twice."),
)  # fmt: skip


def shapes_of_products(g, b):
    """The shapes of all products of G or Gᵀ with B or Bᵀ, in either order, that can be computed."""
    pairs = [(p, q) for one in (g, g[::-1]) for two in (b, b[::-1]) for p, q in ((one, two), (two, one))]
    return [(p[0], q[1]) for p, q in pairs if p[1] == q[0]]


MATRICES = "A = [[1, 2], [3, 4]], B = [[6, 7, 8], [9, 10, 11]]"

VARIATIONS = [
other_entries([[2, -1, 1], [1, 3, 2]], (1, 1), (0, 1)),
other_entries([[3, 1, -1], [1, 2, 2]], (0, 0), (1, 2)),
other_entries([[1, 2, -1], [3, 1, 2]], (0, 1), (1, 0)),
Variation("03.2", "Another product, C = A Bᵀ. The half for A is done; find the one for B.",
    code="""
      def matmul_rule(upstream, a, b):
          # c = a @ b.T
          downstream_a = upstream @ b
    -     downstream_b = ...
    +     downstream_b = «upstream.T» @ a
          return downstream_a, downstream_b
    """,
    **inputs_of("mk", "nk", lambda a, b: a @ b.T),
    because="Column k of G times column j of a: exactly the moves that b[k,j] makes, and their worth.",
    hints=("b[k,j] is multiplied by a[i,j] in every row i, and always lands in column k of C.",
           "dB[k,j] = sum over i of G[i,k] · A[i,j]"),
    wrong=(
    "ones-for-upstream",
    ("output-for-upstream", "db = (a @ b.T).T @ a"),
    ("transposed", "db = a.T @ upstream",
     "This is the transpose of what b needs: entry [k,j] is column k of G times column j of a."),
    ("averaged", "db = upstream.T @ a / len(a)"),
    ("upstream-missing-once", "db = np.ones_like(upstream).T @ a"),
    ("reshaped-to-fit", "db = (a.T @ upstream).reshape(b.shape)"),
    )),
Variation("03.2", "Another product, C = Aᵀ B. The half for B is done; find the one for A.",
    code="""
      def matmul_rule(upstream, a, b):
          # c = a.T @ b
    -     downstream_a = ...
    +     downstream_a = b @ «upstream.T»
          downstream_b = a @ upstream
          return downstream_a, downstream_b
    """,
    **inputs_of("km", "kn", lambda a, b: a.T @ b),
    because="Row j of b times row i of G: exactly the moves that a[j,i] makes, and their worth.",
    hints=("a[j,i] is multiplied by b[j,k] in every column k, and always lands in row i of C.",
           "dA[j,i] = sum over k of B[j,k] · G[i,k]"),
    wrong=(
    "ones-for-upstream",
    ("output-for-upstream", "da = b @ (a.T @ b).T"),
    ("transposed", "da = upstream @ b.T",
     "This is the transpose of what a needs: entry [j,i] is row j of b times row i of G."),
    ("averaged", "da = b @ upstream.T / b.shape[1]",
     "This is a mean over the columns. An entry of a moves every column of C, and all those moves add up."),
    ("upstream-missing-once", "da = b @ np.ones_like(upstream).T",
     "a's half is right only for an upstream of ones. Use the upstream that arrives, as for b."),
    ("reshaped-to-fit", "da = (upstream @ b.T).reshape(a.shape)"),
    )),
Variation(
    "03.3",
    """
    Two layers again, but with the weights on the left: Y = V H, H = W X. Put the lines in order; three are
    not needed.
    """,
    words={"H V": "V H", "X W": "W X", "X @ W": "W @ X",
           "H * upstream": "upstream * H", "H.T @ upstream": "upstream @ H.T",
           "a whole column": "a whole row",
           "upstream @ V.T": "V.T @ upstream", "V.T @ upstream": "upstream @ V.T",
           "X.T @ dH": "dH @ X.T", "dH @ X.T": "X.T @ dH"},
    letters="FNMLEDK",
    right=("ad.vjp(lambda W, V: V @ (W @ X), W, V)[1](upstream)", "E M K F"),
    without="upstream-on-the-wrong-side right-for-left",
    wrong=(
    ...,
    ("upstream-on-the-wrong-side", "E K D F",
     "Line D puts V on the right of the upstream. V stood on the left, so it comes back on the left."),
    ("left-for-right", "E K M L",
     "Line L puts X on the left. X stood on the right, so it comes back on the right."),
    )),
Variation(
    "03.4",
    "A B, A Bᵀ, Aᵀ B and Aᵀ Bᵀ again; now another of the four branches is a copy. Find it, and repair it.",
    code="""
      def four_branches(upstream, a, b, transpose_a, transpose_b):
          if not transpose_a and not transpose_b:
              return upstream @ b.T, a.T @ upstream
          if not transpose_a and transpose_b:
    -         return upstream @ b.T, a.T @ upstream
    +         return upstream @ «b», «upstream.T» @ a
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
    hints=("", "For C = A Bᵀ put Q = Bᵀ. Then dA = G Qᵀ and dQ = Aᵀ G; and dB = (dQ)ᵀ."),
    without="formulas-of-another-branch not-turned-back",
    wrong=(
    ...,
    ("second-as-copied", "upstream @ b, upstream.T @ a -> upstream @ b, a.T @ upstream",
     "The second downstream, to b, is that of Bᵀ, as copied: transpose it once more."),
    ("first-as-copied", "upstream @ b, upstream.T -> upstream @ b.T, upstream.T"),
    ("transposed-copied", "upstream @ b, upstream.T @ a -> b @ upstream.T, a @ upstream",
     "The branch has the formulas of Aᵀ B now. Here B is transposed: put Bᵀ in place of B, and derive."),
    ("factors-exchanged", "upstream @ b, upstream.T @ a -> b @ upstream, a @ upstream.T"),
    ("gradients-exchanged", "upstream @ b, upstream.T @ a -> upstream.T @ a, upstream @ b"),
    )),
Variation(
    "03.5",
    "A linear layer with one example per column: y = W x + bias, one bias per row of y. Write its rule.",
    code="""
      def linear_rule(upstream, W, x, bias):
          # y = W @ x + bias[:, None]: x holds one example per column.
          # Every example uses the same W and bias.
          # Return the downstream to W, to x and to bias.
    -     return ...
    +     return upstream @ «x.T», «W.T» @ upstream, upstream.sum(axis=«1»)
    """,
    inputs=columns_case,
    wider=all_of(
        sized(columns_case, square=(3, 3, 3), one_example=(1, 4, 3), one_input=(4, 1, 3),
              one_output=(4, 3, 1), one_entry=(1, 1, 1), more=(12, 6, 7)),
        scaled(columns_case, 2, 3, 4),
    ),
    forward=lambda W, x, bias: W @ x + bias[:, None],
    small=tuple(
        columns_case(WholeNumbers(), *sizes)
        for sizes in ((1, 1, 1), (2, 1, 1), (2, 1, 3), (1, 3, 2), (2, 3, 4))
    ),
    takes=("upstream", "W", "x", "bias"), gives=("downstream to W", "downstream to x", "downstream to bias"),
    hints=("W x is a product you know. The bias is added to every column: what does a nudge of bias[0] move?",
           "dW = G xᵀ,   dx = Wᵀ G,   dbias[i] = sum over the columns k of G[i,k]"),
    wrong=(
    ...,
    ("on-the-wrong-side", "dx = upstream @ W.T",
     "For x this is G Wᵀ. W stood on the left: so Wᵀ comes back on the left."),
    ("back-on-its-side-transposed", "dx = upstream @ W",
     "For x this is G W. W stood on the left: so it comes back on the left, and transposed."),
    ("on-the-wrong-side-for-W", "dW = x.T @ upstream",
     "For W this is xᵀ G. x stood on the right: so xᵀ comes back on the right."),
    ("not-turned", "dx = W @ upstream",
     "For x this is W G. A column of G must meet the columns of W: so W has to turn."),
    ("summed-over-the-other-axis", "dbias = upstream.sum(axis=0)"),
    ("averaged-over-the-batch", "dbias = upstream.mean(axis=1)"),
    ("counted", "dbias = np.ones_like(upstream).sum(axis=1)"),
    ("kept-per-example", "dW = upstream.T[:, :, None] * x.T[:, None, :]"),
    )),
Variation(
    "03.6",
    """
    Another op, y = A x B: a stack of A, a stack of x, and one B that all of them share. Write its rule and
    register it, for complex matrices too.
    """,
    title="Register your own rule for y = A x B",
    words={"dQ @ T(B)": "T(x) @ dQ", "x got": "B got", "the same x": "the same B",
           "nudge of x": "nudge of B"},
    code="""
      def T(M):
          return np.swapaxes(M, -1, -2)


      sandwich = ad.op("Sandwich")(lambda A, x, B: A @ x @ B)


      @ad.register_gradient("Sandwich", replace=True)
      def sandwich_rule(op, upstream):
    -     A, x, B = op.inputs  # of shape (batch, m, m), (batch, m, n) and (n, n); real or complex
    +     A, x, B = map(np.conj, op.inputs)
          dQ = T(A) @ upstream  # y = P Q with P = A and Q = x B
    -     dP = ...
    -     return ..., ..., ...
    +     dP = upstream @ «T(x @ B)»
    +     return dP, dQ @ «T(B)», np.sum(«T(x)» @ dQ, axis=0)
    """,
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
    ),
    wrong=(
    "ones-for-upstream", "conj-missing",
    *(name + more for name in ("not-summed-per-matrix", "averaged-contributions", "first-of-the-stack")
      for more in ("", " and conj-missing")),
    *SANDWICH_MISTAKES,
    *(combined(row, ("conj-missing", NO_CONJ, "And for complex numbers conjugate A, x and B."))
      for row in SANDWICH_MISTAKES),
    )),
Variation("03.p1", f"C = A B, {MATRICES}. A[1,1] grows by 1. By how much does each entry of C move?",
    words={"A[0,0]": "A[1,1]", "C[0,0]": "C[1,1]", "row 0": "row 1", "row 1": "row 0", "Row 0": "Row 1",
           "[[6, 0, 0], [0, 0, 0]]": "[[0, 0, 0], [0, 10, 0]]",
           "[[6, 0, 0], [9, 0, 0]]": "[[0, 7, 0], [0, 10, 0]]", "[B[1], [0, 0, 0]]": "[[0, 0, 0], B[0]]",
           "[B[0], B[0]]": "[B[1], B[1]]", "[[1, 0, 0], [0, 0, 0]]": "[[0, 0, 0], [0, 1, 0]]",
           "[[1, 1, 1], [0, 0, 0]]": "[[0, 0, 0], [1, 1, 1]]", "[[2, 2], [3, 4]]": "[[1, 2], [3, 5]]"},
    truth=lambda: np.add(A, [[0, 0], [0, 1]]) @ B - A @ B,
    without="other-row-of-c the-new-number-times-b worth-already",
),
Variation("03.p2", f"C = A B, {MATRICES}. What is gradients(c[1,2], a), the gradient of C[1,2] = 68?",
    words={"C[0,0]": "C[1,2]", "1·6 + 2·9": "3·8 + 4·11", "A[0,0]": "A[1,0]", "A[0,1]": "A[1,1]",
           "6": 8, "9": 11, "first row": "second row", "row 0": "row 1", "row 1": "row 0",
           "[[6, 7], [0, 0]]": "[[0, 0], [9, 10]]", "[[6, 0], [0, 0]]": "[[0, 0], [8, 0]]",
           "[[1, 2], [0, 0]]": "[[0, 0], [3, 4]]", "[[6, 0], [9, 0]]": "[[0, 8], [0, 11]]",
           "[[21, 30], [0, 0]]": "[[0, 0], [21, 30]]", "[[1, 1], [0, 0]]": "[[0, 0], [1, 1]]",
           "[[24, 0], [0, 0]]": "[[0, 0], [68, 0]]", "B[:, :2]": "B[:, 1:]"},
    truth=lambda: ad.grad(lambda a: (a @ B)[1, 2])(A),
    without="picked-entry",
    wrong=(..., ("summed-anyway", "ad.grad(lambda a: np.sum(a @ B))(A)")),
),
Variation("03.p3", "G is 2 by 4, B is 3 by 4, A is 2 by 3. Of the eight products, how many have A's shape?",
    truth=lambda: shapes_of_products((2, 4), (3, 4)).count((2, 3)),
    because="Only G Bᵀ, so 1: with no two sizes alike, shapes do decide. They still give no reason.",
    wrong=(
    ("as-for-squares", "2", "Besides G Bᵀ there is B Gᵀ, but that is 3 by 2: A is 2 by 3."),
    "all-fit",
    ("nothing-fits", "0", "G Bᵀ is 2 by 4 times 4 by 3, and that is 2 by 3."),
    )),
Variation("03.p4", "x = [1, 2, 3] and g = [10, 1, 5] are 1-D arrays. How many numbers does x.T @ g hold?",
    words={"10·5 + 1·6": "1·10 + 2·1 + 3·5", "56": 27, "2": 3, "g * x": "x * g",
           "np.outer(g, x)": "np.outer(x, g)", "10 * 5 + 1 * 6": "1 * 10 + 2 * 1 + 3 * 5"},
    example=2, truth=lambda: np.size(np.array([1.0, 2.0, 3.0]).T @ np.array([10.0, 1.0, 5.0])),
),
Variation(
    "03.p5",
    "Four copies of A = [[1, 2], [3, 4]] share one B, C = A B. What gradient of C's sum arrives at B[1,0]?",
    words={"1 + 3": "2 + 4", "4": 6, "12": 24, "6": 9, "three": "four", "a third": "a quarter",
           "B[0,0]": "B[1,0]", "row 0": "row 1", "3 * (1 + 2)": "4 * (3 + 4)", "3 * A.sum()": "4 * A.sum()",
           "3 * B[0, 0]": "4 * B[1, 0]", "1 + 1 + 1": "4 * 2", "[4, 4, 4]": "[6, 6, 6, 6]",
           "(1 + 3) / 3": "(2 + 4) / 4"},
    truth=lambda: ad.grad(lambda b: np.sum(np.stack([A, A, A, A]) @ b))(B)[1, 0],
),
]
