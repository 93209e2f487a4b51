"""Lesson 03: the matmul gradient. From one entry by hand to a registered rule for batched, complex matrices.

03.1 worked (one entry is given), 03.2 faded, 03.3 lines to order, 03.4 a bug hunt, 03.5 blank, 03.6 transfer.
Each spec holds the stub and the solution that the notebook shows.
"""

from inspect import cleandoc as code

import numpy as np

from helpers import autodiff as ad

from . import wrong_rules as known
from .kinds import Function, OpRule, Order, Value
from .prediction import Prediction
from .wrong_rules import Wrong

A = np.array([[1.0, 2.0], [3.0, 4.0]])
B = np.array([[6.0, 7.0, 8.0], [9.0, 10.0, 11.0]])


def matmul_rule(upstream, a, b):
    return upstream @ b.T, a.T @ upstream


def matmul_case(rng):
    m, k, n = rng.permutation([2, 3, 4])
    return rng.normal(size=(m, n)), rng.normal(size=(m, k)), rng.normal(size=(k, n))


# --- 03.1 ---

G = np.array([[2.0, 0.0, 1.0], [0.0, 3.0, -2.0]])


def two_entries():
    """dA[1,0] and dB[0,2] of C = A B with the upstream G, by the engine."""
    a, b = ad.Tensor(A), ad.Tensor(B)
    down_a, down_b = ad.gradients(a @ b, [a, b], grad_ys=G)
    return float(down_a[1, 0]), float(down_b[0, 2])


ENTRIES = Value(
    id="03.1",
    title="Two entries by hand",
    difficulty=1,
    minutes=2,
    covers=("product-that-fits", "ones-prove-the-rule"),
    gives=("dA[1,0]", "dB[0,2]"),
    reference=two_entries,
    wrong=(
        Wrong(
            "upstream-missing",
            lambda: (B[0].sum(), A[:, 0].sum()),
            "These are the moves of C, added up. G says what each move is worth: weigh them by G first.",
        ),
        Wrong(
            "one-entry-alone",
            lambda: (G[1, 0] * B[0, 0], G[0, 2] * A[0, 0]),
            "This follows one entry of C alone. The nudge moves a whole row or column: add up all its moves.",
        ),
        Wrong(
            "wrong-line-of-g",
            lambda: (G[0] @ B[0], G[:, 0] @ A[:, 0]),
            "The moves are right, but weighed by the wrong line of G: use the line of C that moves.",
        ),
        Wrong(
            "wrong-line-of-the-other",
            lambda: (G[1] @ B[1], G[:, 2] @ A[:, 1]),
            "The weights are right, the moves belong to another nudge: which numbers does yours multiply?",
        ),
        Wrong(
            "rows-for-columns",
            lambda: (G[1] @ B[0], G[0, :2] @ A[0]),
            "dA[1,0] is right. Nudging B[0,2] moves a column of C, not a row: weigh with column 2 of G.",
        ),
    ),
    because="A nudge of A moves a row of C, a nudge of B a column; G says what the moves are worth.",
    hints=(
        "Raise A[1,0] by 1 in your mind: which row of C moves, and by what? For B[0,2]: which column?",
        "dA[1,0] = row 1 of G · row 0 of B,   dB[0,2] = column 0 of A · column 2 of G",
        code("""
            dA[0,0]:  row 0 of C moves by [6, 7, 8],  worth [2, 0, 1]:   12 + 0 + 8 = 20
            dA[1,0]:  row _ of C moves by [6, 7, 8],  worth [__, __, __]
            dB[0,2]:  column 2 of C moves by [__, __],  worth [1, -2]
            """),
    ),
    stub=code("""
        # C = A B as above, but with another upstream: G = [[2, 0, 1], [0, 3, -2]].
        # dA[0,0] is done: A[0,0] moves row 0 of C by row 0 of B, so 2*6 + 0*7 + 1*8 = 20.
        # Fill in dA[1,0], then dB[0,2]. Arithmetic such as 2*6 + 1*8 is welcome.
        entries = (..., ...)
        """),
    solution=code("""
        # A[1,0] moves row 1 of C by [6, 7, 8], and row 1 of G is [0, 3, -2].
        # B[0,2] moves column 2 of C by column 0 of A, [1, 3], and column 2 of G is [1, -2].
        entries = (0*6 + 3*7 - 2*8, 1*1 - 2*3)
        """),
    answer="entries",
)

# --- 03.2 ---

MATMUL_RULE = Function(
    id="03.2",
    title="The other half of the rule",
    difficulty=1,
    minutes=2,
    covers=("transposes-fix-shapes", "product-that-fits", "ones-prove-the-rule"),
    inputs=matmul_case,
    takes=("upstream", "a", "b"),
    gives=("downstream to a", "downstream to b"),
    reference=matmul_rule,
    wrong=(
        known.ones_for_upstream,
        Wrong(
            "output-for-upstream",
            lambda upstream, a, b: (upstream @ b.T, a.T @ (a @ b)),
            "This weighs the moves by C itself. What a move is worth is said by the upstream alone.",
        ),
        Wrong(
            "transposed",
            lambda upstream, a, b: (upstream @ b.T, upstream.T @ a),
            "This is the transpose of what b needs: entry [j,k] is column j of a times column k of G.",
        ),
        known.gradients_swapped,
        Wrong(
            "averaged",
            lambda upstream, a, b: (upstream @ b.T, a.T @ upstream / len(a)),
            "This is a mean over the rows. An entry of b moves every row of C, and all those moves add up.",
        ),
        Wrong(
            "upstream-missing-once",
            lambda upstream, a, b: (upstream @ b.T, a.T @ np.ones_like(upstream)),
            "b's half is right only for an upstream of ones. Use the upstream that arrives, as for a.",
        ),
        Wrong(
            "reshaped-to-fit",
            lambda upstream, a, b: (upstream @ b.T, (upstream.T @ a).reshape(b.shape)),
            "reshape makes the shape fit and scrambles the entries. To exchange rows and columns, transpose.",
        ),
    ),
    because="Column j of a times column k of G: exactly the moves that b[j,k] makes, and their worth.",
    hints=(
        "b[j,k] is multiplied by a[i,j] in every row i, and always lands in column k of C.",
        "dB[j,k] = sum over i of A[i,j] · G[i,k]",
        code("""
            def matmul_rule(upstream, a, b):
                downstream_a = upstream @ b.T
                downstream_b = a.T @ ___    # sum over the rows i, which stand first in both
                return downstream_a, downstream_b
            """),
    ),
    stub=code("""
        def matmul_rule(upstream, a, b):
            downstream_a = upstream @ b.T
            downstream_b = ...
            return downstream_a, downstream_b
        """),
    solution=code("""
        def matmul_rule(upstream, a, b):
            downstream_a = upstream @ b.T
            downstream_b = a.T @ upstream  # sums over i, the rows of a and of G: every row that b[j,k] moves
            return downstream_a, downstream_b
        """),
    answer="matmul_rule",
)

# --- 03.3 ---

TWO_LAYERS = Order(
    id="03.3",
    title="Two layers, all square",
    difficulty=2,
    minutes=3,
    covers=("transposes-fix-shapes", "product-that-fits"),
    inputs=lambda rng: tuple(rng.normal(size=(4, 3, 3))),
    takes=("upstream", "X", "W", "V"),
    gives=("dW", "dV"),
    reference="E G C A",
    lines={
        "A": "dW = X.T @ dH",
        "B": "dV = H * upstream",
        "C": "dH = upstream @ V.T",
        "D": "dW = dH @ X.T",
        "E": "H = X @ W",
        "F": "dH = V.T @ upstream",
        "G": "dV = H.T @ upstream",
    },
    wrong=(
        Wrong(
            "elementwise",
            "E B C A",
            "Line B goes entry by entry. But an entry of V moves a whole column of Y: use a matrix product.",
        ),
        Wrong(
            "left-for-right",
            "E G F A",
            "Line F puts V on the left of the upstream. H stands left of V, so V comes back on the right.",
        ),
        Wrong(
            "right-for-left",
            "E G C D",
            "Line D puts X on the right. W stands right of X, so X comes back on the left.",
        ),
        Wrong(
            "both-sides-swapped",
            "E G F D",
            "Lines F and D both have the factor on the wrong side, and the square shapes do not protest.",
        ),
        Wrong("line-too-early", "E G A C"),
        Wrong("line-missing", "E C A"),
        Wrong("line-too-many", "E B G C A"),
    ),
    because="A factor that stood on the right comes back on the right, transposed; likewise on the left.",
    hints=(
        "First forward. Then back through H V, only then through X W. On which side stood each factor?",
        "for P Q with upstream G:   dP = G Qᵀ (Q stays right),   dQ = Pᵀ G (P stays left)",
        code("""
            forward:               E
            back through H V:      __ __
            back through X W:      __
            """),
    ),
    stub=code("""
        # Y = H V, H = X W, everything 3 by 3. Four of these lines compute dW and dV. All of them run.
        #   A   dW = X.T @ dH
        #   B   dV = H * upstream
        #   C   dH = upstream @ V.T
        #   D   dW = dH @ X.T
        #   E   H = X @ W
        #   F   dH = V.T @ upstream
        #   G   dV = H.T @ upstream
        order = "..."
        """),
    solution=code("""
        # Forward E. Through H V: V gets G, and H gets C, where V stays on the right. Through X W: W gets A.
        order = "E G C A"
        """),
    answer="order",
)

# --- 03.4 ---


def with_tn_branch(tn):
    """The rule with four branches, of which the one for AᵀB is `tn`."""

    def rule(upstream, a, b, transpose_a, transpose_b):
        if not transpose_a and not transpose_b:
            return upstream @ b.T, a.T @ upstream
        if not transpose_a and transpose_b:
            return upstream @ b, upstream.T @ a
        if transpose_a and not transpose_b:
            return tn(upstream, a, b)
        return b.T @ upstream.T, upstream.T @ a.T

    return rule


def transposed_case(rng, transpose_a, transpose_b, sizes):
    m, k, n = sizes
    a = rng.normal(size=(k, m) if transpose_a else (m, k))
    b = rng.normal(size=(n, k) if transpose_b else (k, n))
    return rng.normal(size=(m, n)), a, b, transpose_a, transpose_b


def case_that_runs(rng):
    """Not square; not AᵀB, where the code as it was given stops with an error instead of a wrong number."""
    flags = [(False, False), (False, True), (True, True)][rng.integers(3)]
    return transposed_case(rng, *flags, rng.permutation([2, 3, 4]))


BUG_HUNT = Function(
    id="03.4",
    title="Bug hunt: four branches, one of them copied",
    difficulty=2,
    minutes=3,
    covers=("transposes-fix-shapes",),
    inputs=case_that_runs,
    edge_cases=tuple(
        transposed_case(np.random.default_rng(34), *flags, sizes)
        for *flags, sizes in (
            (False, False, (2, 3, 4)),
            (False, True, (4, 2, 3)),
            (True, True, (3, 4, 2)),
            (True, False, (3, 3, 3)),  # square: here the bug makes wrong numbers, and no error
        )
    ),
    takes=("upstream", "a", "b", "transpose_a", "transpose_b"),
    gives=("downstream to a", "downstream to b"),
    reference=with_tn_branch(lambda G, a, b: (b @ G.T, a @ G)),
    given=with_tn_branch(lambda G, a, b: (G @ b, G.T @ a)),
    wrong=(
        Wrong(
            "untransposed-copied",
            with_tn_branch(lambda G, a, b: (G @ b.T, a.T @ G)),
            "The branch has the formulas of A B now. Here Aᵀ is multiplied: put Aᵀ for A, and derive.",
        ),
        Wrong(
            "not-turned-back",
            with_tn_branch(lambda G, a, b: (G @ b.T, a @ G)),
            "That is the gradient of Aᵀ. The input is A itself: transpose the result once more.",
        ),
        Wrong(
            "half-repaired",
            with_tn_branch(lambda G, a, b: (b @ G.T, G.T @ a)),
            "The downstream to a is repaired; the one to b still holds the copied formula.",
        ),
        Wrong(
            "other-half-repaired",
            with_tn_branch(lambda G, a, b: (G @ b, a @ G)),
            "The downstream to b is repaired; the one to a still holds the copied formula.",
        ),
        Wrong(
            "factors-exchanged",
            with_tn_branch(lambda G, a, b: (G.T @ b, G @ a)),
            "The right factors on the wrong sides, and squares do not protest. Derive, and do not fit.",
        ),
        Wrong(
            "gradients-exchanged",
            with_tn_branch(lambda G, a, b: (a @ G, b @ G.T)),
            "Both formulas are right, but in the wrong order: first what goes down to a, then to b.",
        ),
    ),
    because="With P = Aᵀ: dP = G Bᵀ, turned back dA = (G Bᵀ)ᵀ = B Gᵀ; and dB = Pᵀ G = A G.",
    hints=(
        "Two branches are letter for letter the same. Both cannot be right: derive the one you trust less.",
        "For C = Aᵀ B put P = Aᵀ. Then dP = G Bᵀ and dB = Pᵀ G; and dA = (dP)ᵀ.",
        code("""
            if transpose_a and not transpose_b:
                return b @ ___, a @ ___
            """),
    ),
    stub=code("""
        def four_branches(upstream, a, b, transpose_a, transpose_b):
            if not transpose_a and not transpose_b:
                return upstream @ b.T, a.T @ upstream
            if not transpose_a and transpose_b:
                return upstream @ b, upstream.T @ a
            if transpose_a and not transpose_b:
                return upstream @ b, upstream.T @ a
            return b.T @ upstream.T, upstream.T @ a.T
        """),
    solution=code("""
        def four_branches(upstream, a, b, transpose_a, transpose_b):
            if not transpose_a and not transpose_b:
                return upstream @ b.T, a.T @ upstream
            if not transpose_a and transpose_b:
                return upstream @ b, upstream.T @ a
            if transpose_a and not transpose_b:
                return b @ upstream.T, a @ upstream  # (G Bᵀ)ᵀ = B Gᵀ, and (Aᵀ)ᵀ G = A G
            return b.T @ upstream.T, upstream.T @ a.T
        """),
    answer="four_branches",
)

# --- 03.5 ---


def linear_rule(upstream, x, W, bias):
    return upstream @ W.T, x.T @ upstream, upstream.sum(axis=0)


def linear_case(rng):
    samples, into, out = rng.permutation([3, 4, 5])
    shapes = (samples, out), (samples, into), (into, out), (out,)
    return tuple(rng.normal(size=shape) for shape in shapes)


def with_part(index, part):
    """The linear rule with one of its three gradients computed in another way."""

    def wrong(upstream, x, W, bias):
        gradients = list(linear_rule(upstream, x, W, bias))
        gradients[index] = part(upstream, x, W)
        return tuple(gradients)

    return wrong


LINEAR_RULE = Function(
    id="03.5",
    title="A linear layer for a batch",
    difficulty=2,
    minutes=2,
    covers=("broadcast-needs-no-sum", "transposes-fix-shapes", "ones-prove-the-rule"),
    inputs=linear_case,
    takes=("upstream", "x", "W", "bias"),
    gives=("downstream to x", "downstream to W", "downstream to bias"),
    reference=linear_rule,
    wrong=(
        known.ones_for_upstream,
        Wrong(
            "not-summed",
            with_part(2, lambda upstream, x, W: upstream),
            "The bias got one gradient per example. Broadcasting used it in every example: sum over them.",
        ),
        Wrong(
            "wrong-axis",
            with_part(2, lambda upstream, x, W: upstream.sum(axis=1)),
            "The bias is summed over its own entries, and one number per example is left: the other axis.",
        ),
        Wrong(
            "summed-too-much",
            with_part(2, lambda upstream, x, W: upstream.sum()),
            "The bias got one number for all its entries: sum over the examples only, and keep its own axis.",
        ),
        Wrong(
            "averaged",
            with_part(2, lambda upstream, x, W: upstream.mean(axis=0)),
            "This is the mean over the batch. A mean belongs to the loss, if it takes one; a rule adds up.",
        ),
        Wrong(
            "counted",
            with_part(2, lambda upstream, x, W: np.full(upstream.shape[1], float(len(upstream)))),
            "This counts how often the bias was used. Each use is worth its own upstream: sum those instead.",
        ),
        Wrong(
            "kept-per-example",
            with_part(1, lambda upstream, x, W: x[:, :, None] * upstream[:, None, :]),
            "W got one gradient per example. All examples share the same W: sum over them.",
        ),
        Wrong("how-many", lambda upstream, x, W, bias: linear_rule(upstream, x, W, bias)[:2]),
    ),
    because="W and bias serve every example, so what comes back from the examples adds up in both.",
    hints=(
        "x W is a product you know. The bias is added to every row: what does a nudge of bias[0] move?",
        "dx = G Wᵀ,   dW = xᵀ G,   dbias[k] = sum over the rows i of G[i,k]",
        code("""
            def linear_rule(upstream, x, W, bias):
                return upstream @ ___, x.T @ ___, upstream.sum(axis=___)
            """),
    ),
    stub=code("""
        def linear_rule(upstream, x, W, bias):
            # y = x @ W + bias: x holds one example per row; every example uses the same W and bias.
            # Return the downstream to x, to W and to bias.
            return ...
        """),
    solution=code("""
        def linear_rule(upstream, x, W, bias):
            # xᵀ G sums over the examples by itself, because they are what it contracts.
            # The bias was stretched over the rows, so its gradient is summed over the rows.
            return upstream @ W.T, x.T @ upstream, upstream.sum(axis=0)
        """),
    answer="linear_rule",
)

# --- 03.6 ---


def T(M):
    """The transpose of every matrix in a stack."""
    return np.swapaxes(M, -1, -2)


envelope = ad.op("Envelope")(lambda A, x, B: T(A) @ x @ B)


def envelope_rule(op, grad, conj=np.conj):
    A, x, B = map(conj, op.inputs)
    return x @ B @ T(grad), np.sum(A @ grad @ T(B), axis=0), T(x) @ A @ grad


def envelope_case(rng, is_complex=False):
    """A stack of square matrices on each side, as in y = f(A, B), and one shared x between them."""
    batch, m, n = 4, 2, 3

    def draw(*shape):
        return rng.normal(size=shape) + (1j * rng.normal(size=shape) if is_complex else 0)

    A, x, B = map(ad.Tensor, (draw(batch, m, m), draw(m, n), draw(batch, n, n)))
    return envelope(A, x, B).op, draw(batch, m, n)


def envelope_with(index, part):
    """The rule with one of its gradients computed in another way."""

    def wrong(op, grad, conj=np.conj):
        gradients = list(envelope_rule(op, grad, conj))
        gradients[index] = part(grad, *map(conj, op.inputs))
        return tuple(gradients)

    return wrong


def rule_of_the_example(op, grad, conj=np.conj):
    """The formulas of y = A x Bᵀ, where y = Aᵀ x B is wanted."""
    A, x, B = map(conj, op.inputs)
    return grad @ B @ T(x), np.sum(T(A) @ grad @ B, axis=0), T(grad) @ A @ x


def with_and_without_conj(*wrongs):
    """Each mistake twice: whoever makes one has often not thought of complex numbers yet."""
    for wrong in wrongs:
        yield wrong
        yield Wrong(
            f"{wrong.name} and conj-missing",
            lambda op, grad, make=wrong.make: make(op, grad, conj=np.positive),
            f"{wrong.says} And for complex numbers conjugate A, x and B.",
        )


ENVELOPE_MISTAKES = (
    Wrong(
        "not-summed",
        envelope_with(1, lambda G, A, x, B: A @ G @ T(B)),
        "x got one gradient per matrix of the stack. All of them share the same x: sum over the batch.",
    ),
    Wrong(
        "averaged",
        envelope_with(1, lambda G, A, x, B: np.mean(A @ G @ T(B), axis=0)),
        "x got the mean over the batch. A nudge of x moves every y of the batch: add the contributions.",
    ),
    Wrong(
        "one-of-the-batch",
        envelope_with(1, lambda G, A, x, B: (A @ G @ T(B))[0]),
        "x got what the first matrix of the stack sends. The others send theirs too: sum over the batch.",
    ),
    Wrong(
        "not-turned-back",
        envelope_with(0, lambda G, A, x, B: T(x @ B @ T(G))),
        "What goes down to A is the gradient of Aᵀ. The input is A: transpose each matrix once more.",
    ),
    Wrong(
        "rule-of-the-example",
        rule_of_the_example,
        "These are the formulas of A x Bᵀ. Here A is transposed and B is not: derive it as P Q, twice.",
    ),
    Wrong(
        "shape-by-luck",
        envelope_with(2, lambda G, A, x, B: T(G) @ A @ x),
        "The downstream to B fits and is transposed: B stands on the right, so what it gets is Pᵀ G.",
    ),
)

ENVELOPE_RULE = OpRule(
    id="03.6",
    title="Register your own rule for y = Aᵀ x B",
    difficulty=3,
    minutes=4,
    covers=(
        "broadcast-needs-no-sum",
        "one-complex-convention",
        "transposes-fix-shapes",
        "ones-prove-the-rule",
    ),
    inputs=envelope_case,
    edge_cases=(envelope_case(np.random.default_rng(36), is_complex=True),),
    gives=("downstream to A", "downstream to x", "downstream to B"),
    reference=envelope_rule,
    wrong=(
        known.ones_for_upstream,
        Wrong(
            "conj-missing",
            lambda op, grad: envelope_rule(op, grad, conj=np.positive),
            "Right for real numbers. For complex ones the rule conjugates A, x and B before it multiplies.",
        ),
        *with_and_without_conj(*ENVELOPE_MISTAKES),
    ),
    because="Batched is the same rule once per matrix; what is shared is summed; complex is conjugated.",
    hints=(
        "Split it: P = Aᵀ, Q = x B, then y = P Q. You know the rule of P Q. Then split Q the same way.",
        "dP = G Qᵀ, dQ = Pᵀ G; dA = dPᵀ, dx = dQ Bᵀ summed over the batch, dB = xᵀ dQ; all inputs conjugated",
        code("""
            @ad.register_gradient("Envelope", replace=True)
            def envelope_rule(op, upstream):
                A, x, B = map(np.conj, op.inputs)
                dP = upstream @ T(x @ B)
                dQ = ___ @ upstream
                return T(dP), np.sum(dQ @ T(B), axis=___), T(x) @ ___
            """),
    ),
    stub=code("""
        def T(M):
            return np.swapaxes(M, -1, -2)


        envelope = ad.op("Envelope")(lambda A, x, B: T(A) @ x @ B)


        @ad.register_gradient("Envelope", replace=True)
        def envelope_rule(op, upstream):
            A, x, B = op.inputs  # of shape (batch, m, m), (m, n) and (batch, n, n); real or complex
            dP = upstream @ T(x @ B)  # y = P Q with P = Aᵀ and Q = x B
            dQ = ...
            return ..., ..., ...
        """),
    solution=code("""
        def T(M):
            return np.swapaxes(M, -1, -2)


        envelope = ad.op("Envelope")(lambda A, x, B: T(A) @ x @ B)


        @ad.register_gradient("Envelope", replace=True)
        def envelope_rule(op, upstream):
            A, x, B = map(np.conj, op.inputs)
            dP = upstream @ T(x @ B)  # y = P Q with P = Aᵀ and Q = x B
            dQ = A @ upstream         # Pᵀ is A itself
            return T(dP), np.sum(dQ @ T(B), axis=0), T(x) @ dQ  # one x for the whole batch: summed
        """),
    answer="envelope_rule",
)

EXERCISES = (ENTRIES, MATMUL_RULE, TWO_LAYERS, BUG_HUNT, LINEAR_RULE, ENVELOPE_RULE)


# --- predictions ---


def products(left, right):
    """Every product of one of `left` with one of `right`, in either order, that can be computed."""
    pairs = [(p, q) for p in left for q in right]
    return [p @ q for p, q in pairs + [(q, p) for p, q in pairs] if p.shape[1] == q.shape[0]]


def of_the_shape_of_a():
    upstream = np.ones(np.shape(A @ B))
    return sum(p.shape == A.shape for p in products((upstream, upstream.T), (B, B.T)))


def gradient_of_b(stacked):
    """What arrives at b from the sum of a stack of A's, all multiplied by the same b."""
    b = ad.Tensor(B)
    return ad.gradients(stacked @ b, b)


def nudged(i, j):
    step = np.zeros_like(A)
    step[i, j] = 1.0
    return (A + step) @ B - A @ B


def gradient_of_a(pick):
    a = ad.Tensor(A)
    return ad.gradients(pick(a @ B), a)


PREDICTIONS = (
    Prediction(
        id="03.p1",
        question="C = A B. A[0,0] grows by 1, from 1 to 2. By how much does each entry of C move?",
        example=[[1, 1, 1], [1, 1, 1]],
        truth=lambda: nudged(0, 0),
        covers=("product-that-fits",),
        guesses=(
            Wrong(
                "one-entry-alone",
                lambda: nudged(0, 0) * [[1, 0, 0], [0, 0, 0]],
                "That moves C[0,0] alone. A[0,0] takes part in every entry of row 0 of C.",
            ),
            Wrong(
                "column-for-row",
                lambda: np.outer(B[:, 0], [1.0, 0.0, 0.0]),
                "That moves a column of C. A column is moved by an entry of B; an entry of A moves a row.",
            ),
            Wrong(
                "other-row-of-b",
                lambda: np.outer([1.0, 0.0], B[1]),
                "The right row moves, but by the other row of B: A[0,0] is multiplied by row 0 of B.",
            ),
            Wrong(
                "every-row",
                lambda: np.outer([1.0, 1.0], B[0]),
                "That moves both rows of C. Row 1 of C is made from row 1 of A, which did not change.",
            ),
        ),
        because="Row 0 of C moves by row 0 of B; nothing else moves.",
    ),
    Prediction(
        id="03.p2",
        question="What is gradients(c[0,0], a), the gradient of the single number C[0,0] = 24?",
        example=[[1, 1], [1, 1]],
        truth=lambda: gradient_of_a(lambda c: c[0, 0]),
        covers=("gradient-is-the-jacobian",),
        guesses=(
            Wrong(
                "summed-anyway",
                lambda: gradient_of_a(lambda c: c),
                "That is the gradient of the sum of all of C. Here every entry but C[0,0] has the weight 0.",
            ),
            Wrong(
                "row-for-column",
                lambda: np.outer([1.0, 0.0], B[0, :2]),
                "Those are entries of a row of B. C[0,0] is row 0 of A times column 0 of B: 1·6 + 2·9.",
            ),
            Wrong(
                "every-row",
                lambda: np.outer([1.0, 1.0], B[:, 0]),
                "The first row is right. Row 1 of A takes no part in C[0,0], so its gradient is 0.",
            ),
            Wrong(
                "one-entry-alone",
                lambda: np.outer([1.0, 0.0], [B[0, 0], 0.0]),
                "A[0,1] takes part in C[0,0] too: 24 = 1·6 + 2·9.",
            ),
        ),
        because="C[0,0] = 1·6 + 2·9, so its slope is 6 towards A[0,0], 9 towards A[0,1], and 0 elsewhere.",
    ),
    Prediction(
        id="03.p3",
        question="G is 2 by 3, B is 2 by 3, A is 2 by 2. Of the eight products, how many have A's shape?",
        example=5,
        truth=of_the_shape_of_a,
        covers=("transposes-fix-shapes",),
        guesses=(
            Wrong(
                "shapes-decide",
                lambda: 1,
                "Besides G Bᵀ there is B Gᵀ, which is 2 by 2 as well: shapes do not decide, not even here.",
            ),
            Wrong(
                "all-fit",
                lambda: 8,
                "All eight fit when every matrix is square. Here G B, for one, cannot even be computed.",
            ),
            Wrong(
                "computable",
                lambda: len(products((np.ones((2, 3)), np.ones((3, 2))), (B, B.T))),
                "So many can be computed, but half of them are 3 by 3.",
            ),
        ),
        because="G Bᵀ and B Gᵀ: 2 have the shape of A, and they are not the same matrix.",
    ),
    Prediction(
        id="03.p4",
        question="x = [5, 6] and g = [10, 1] are 1-D arrays. How many numbers does g @ x.T hold?",
        example=3,
        truth=lambda: np.size(np.array([10.0, 1.0]) @ np.array([5.0, 6.0]).T),
        covers=("vector-has-a-transpose",),
        guesses=(
            Wrong(
                "outer-product",
                lambda: 4,
                "A column times a row has 4, but x.T of a 1-D array is x itself. np.outer(g, x) has the 4.",
            ),
            Wrong(
                "elementwise",
                lambda: 2,
                "That is g * x, entry by entry. @ adds the products up: 10·5 + 1·6.",
            ),
        ),
        because="x.T is x itself, so this is the dot product 10·5 + 1·6 = 56: 1 number.",
    ),
    Prediction(
        id="03.p5",
        question="Three copies of A, stacked, share one B. What gradient of the sum arrives at B[0,0]?",
        example=7,
        truth=lambda: gradient_of_b(np.stack([A, A, A]))[0, 0],
        covers=("broadcast-needs-no-sum",),
        guesses=(
            Wrong(
                "not-summed",
                lambda: gradient_of_b(A)[0, 0],
                "That is what one copy sends, 1 + 3. B is used by all three, and what they send adds up.",
            ),
            Wrong(
                "averaged",
                lambda: gradient_of_b(A)[0, 0] / 3,
                "That shares out what one copy sends. Nothing is shared out: what the copies send adds up.",
            ),
            Wrong(
                "one-entry-alone",
                lambda: 3 * A[0, 0],
                "That follows C[0,0] of every copy. B[0,0] moves C[1,0] as well, by A[1,0] = 3.",
            ),
        ),
        because="Each copy sends 1 + 3 = 4 to B[0,0], and there are three of them: 12.",
    ),
)
