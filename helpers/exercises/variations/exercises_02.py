"""Lesson 02, its exercises once more: columns for rows, other shapes, two inputs."""

import numpy as np

from ..further import sized
from ..lesson_02 import SQUARE_JACOBIAN, function_and_input
from ..small import PAIR, Written
from ..sweeps import Way
from . import Variation

# --- 02.1 ---


def other_shapes(number):
    """Other shapes of x and y."""
    x_shape, y_shape = (((5, 3), (2, 4)), ((3, 6), (2, 2)), ((7, 2), (3, 4)))[number % 3]
    shapes = dict(zip(("4", "3", "2", "5"), (*x_shape, *y_shape)))
    return Variation(
        f"How many numbers are there if x has shape {x_shape} and y = f(x) has shape {y_shape}?",
        words=shapes | {"sizes = (": f"# x has shape {x_shape}, y = f(x) has shape {y_shape}.\nsizes = ("},
        inputs=lambda rng: (x_shape, y_shape),
    )


# --- 02.2 ---


def jacobian_and_tangent(rng, outputs=3, inputs=4):
    """A Jacobian, and a number for each of its columns."""
    return rng.normal(size=(outputs, inputs)), rng.normal(size=inputs)


JVP_BY_HAND = Variation(
    "The other half: a JVP mixes the columns of J by a tangent. Finish it without calling the engine.",
    title="Mix the columns by hand",
    stub="""
    def jvp_by_hand(jacobian, tangent):
        weighted_columns = jacobian * tangent  # column j times tangent[j]
        return ...
    """,
    solution="""
    def jvp_by_hand(jacobian, tangent):
        weighted_columns = jacobian * tangent  # column j times tangent[j]
        return weighted_columns.sum(axis=1)  # the inputs are added up; one number per output is left
    """,
    answer="jvp_by_hand",
    takes=("jacobian", "tangent"),
    inputs=jacobian_and_tangent,
    wider=sized(jacobian_and_tangent, one_output=(1, 4), one_input=(4, 1), one_to_one=(1, 1), uneven=(5, 2)),
    small=((np.array([[1.0, 2.0, 0.0], [4.0, 0.0, 5.0]]), np.array([3.0, 1.0, 2.0])),),
    edge_cases=(SQUARE_JACOBIAN[::-1],),
    because="That sum of weighted columns is what a matrix product from the right does: jacobian @ tangent.",
    hints=(
        "weighted_columns has a row per output and a column per input. Which must be gone at the end?",
        "JVP[i] = Σ_j J[i, j] · tangent[j]",
        """
        def jvp_by_hand(jacobian, tangent):
            weighted_columns = jacobian * tangent
            return weighted_columns.sum(axis=___)
        """,
    ),
    wrong=(
    ("ones-for-tangent", "jacobian.sum(axis=1)",
     "This is right only for a tangent of ones: the columns are added without their weights."),
    ("columns-not-added", "weighted_columns.sum(axis=1) -> weighted_columns",
     "These are the weighted columns, still side by side. One tangent comes out: add them up."),
    ("added-down-the-column", "sum(axis=1) -> sum(axis=0)",
     "You added down each column: one number per input is left. A JVP has one for each output."),
    ("everything-added", "sum(axis=1) -> sum()",
     "You added everything into one number.",
     "Only the columns are added: each output keeps a number of its own."),
    ("averaged", "sum(axis=1) -> mean(axis=1)",
     "This is the mean of the weighted columns. A JVP is their sum: nothing is divided."),
    ("first-column-alone", "jacobian[:, 0] * tangent[0]",
     "This is the first column alone.",
     "Every input has a column, and every column counts with its own weight."),
    ("vjp-for-jvp", "tangent @ jacobian",
     "That order mixes the rows: it is a VJP. A tangent mixes the columns, and stands on the right."),
    "sign-flipped",
    ),
)


# --- 02.3 ---

JACOBIAN_BY_COLUMNS = Variation(
    "The other way round: build the Jacobian from JVPs, one column at a time.",
    title="A Jacobian from nothing but JVPs",
    stub="""
    def jacobian_by_columns(f, x):
        # ad.jvp(f, [x], [tangent]) gives two things: y, and how y moves along that tangent.
        return ...
    """,
    solution="""
    def jacobian_by_columns(f, x):
        # A one-hot tangent nudges one input and no other, so the sum of columns has one column left in it.
        columns = [ad.jvp(f, [x], [one_hot])[1] for one_hot in np.eye(x.size)]
        return np.stack(columns, axis=1)
    """,
    answer="jacobian_by_columns",
    way=Way(jacobians=False, says="Here it is to be built from JVPs alone, one column after the other."),
    because="One JVP per input, n in all: the cheaper way where the inputs are few.",
    hints=(
        "Which tangent nudges input j and leaves all the others still?",
        "column j of J = JVP with the one-hot tangent (0, …, 1, …, 0);   np.eye(n) holds these tangents",
        """
        def jacobian_by_columns(f, x):
            columns = [ad.jvp(f, [x], [___])[1] for one_hot in np.eye(___)]
            return np.stack(columns, axis=___)
        """,
    ),
    wrong=(
    ("columns-as-rows", "np.stack(columns, axis=1) -> np.stack(columns)",
     "This is the Jacobian turned over: each JVP stands as a row. What one input moves is a column: axis=1."),
    ("one-jvp-with-ones", "np.stack(columns, axis=1) -> sum(columns)",
     "This is one JVP, with ones: all columns added up, and no way back. Ask for one column at a time."),
    ("ones-are-the-diagonal", "np.stack(columns, axis=1) -> np.diag(sum(columns))",
     "A JVP with ones adds whole columns, no diagonal. J is diagonal only if f works entry by entry."),
    ("first-column-alone", "np.stack(columns, axis=1) -> columns[0]",
     "This is the first column, from the first one-hot tangent. Do the same for every input."),
    ("last-column-alone", "np.stack(columns, axis=1) -> columns[-1]",
     "Only the last column is left: each one has replaced the one before. Keep them all in a list."),
    ("values-for-tangents", "[one_hot])[1] -> [one_hot])[0]",
     "These are values of f, one copy for each input.",
     "ad.jvp gives y first, and second how it moves: take [1]."),
    ),
)


# --- 02.4 ---


def two_steps(rng, *sizes):
    """An upstream, two functions in a row, and the input of the first; all of one size, or of three."""
    outputs, between, inputs = sizes or 3 * [int(rng.integers(2, 5))]
    first, x = function_and_input(rng, between, inputs)
    second, _ = function_and_input(rng, outputs, between)
    return rng.normal(size=outputs), first, second, x


OTHER_PAIR = Written("[h[0] + h[1], h[0]·h[1]]", lambda h: np.stack([h[0] + h[1], h[0] * h[1]]))


TWO_STEPS = Variation(
    """
    Two steps in a row, each from a vector to a vector, and an upstream that arrives at the end of the second.
    It runs, the shape fits, the numbers are wrong. Find out why, and repair it.
    """,
    title="Bug hunt: two steps that fit",
    stub="""
    def through_both(upstream, first, second, x):
        x = ad.Tensor(x)
        h = first(x)
        g = ad.gradients(second(h), h, grad_ys=upstream)
        return g * ad.gradients(h, x)  # the shapes fit, the numbers are wrong
    """,
    solution="""
    def through_both(upstream, first, second, x):
        x = ad.Tensor(x)
        h = first(x)
        g = ad.gradients(second(h), h, grad_ys=upstream)
        return ad.gradients(h, x, grad_ys=g)  # g is what arrives at h: the upstream of the first step
    """,
    answer="through_both",
    takes=("upstream", "first", "second", "x"),
    inputs=two_steps,
    wider=sized(two_steps, one_to_one=(1, 1, 1), uneven=(5, 4, 3), more=(7, 7, 7)),
    way=Way(apart=("first", "second"), says="Two sweeps are wanted, which meet only in the upstream at h.",
            if_jacobian="The rows of J are mixed here, and that is right. But J takes a sweep per output and "
            "room for all its slopes. With g as the upstream of the first step, one sweep does it."),
    forward=lambda first, second, x: second(first(x)),
    small=((np.array([2.0, 1.0]), PAIR, OTHER_PAIR, np.array([3.0, 1.0])),),
    because="Each step is handed what the one after it sends down; no product can put g there afterwards.",
    hints=(
        "The second step is given its upstream. Which one did the first step get, though nobody wrote one?",
        "g = upstream · J of the second step,   and   d/dx = g · J of the first step",
        """
        h = first(x)
        g = ad.gradients(second(h), h, grad_ys=upstream)
        return ad.gradients(h, x, grad_ys=___)
        """,
    ),
    wrong=(
    ("ones-for-upstream", "grad_ys=g) -> grad_ys=None)",
     "This is the first step with an upstream of ones.",
     "What the second step says about each entry of h is lost."),
    ("upstream-alone", "ad.gradients(h, x, grad_ys=g) -> g",
     "This is g alone: the gradient at h. It still has to pass through the first step, down to x."),
    ("jvp-for-vjp", "ad.gradients(h, x, grad_ys=g) -> ad.jacobian(first)(x.value) @ g",
     "This is J · g, a JVP: it mixes columns. g belongs to the outputs of the first step, so it mixes rows."),
    ("diagonal-for-jacobian", "ad.gradients(h, x, grad_ys=g) -> g * np.diag(ad.jacobian(first)(x.value))",
     "This uses the diagonal of J alone: how h[i] reacts to x[i]. It reacts to the other entries too."),
    ("upstream-added-up-first", "grad_ys=g) -> grad_ys=np.full(h.shape, g.sum()))",
     "g is added up before the first step. Each of its numbers belongs to one entry of h: keep them apart."),
    ("step-left-out", "grad_ys=g) -> grad_ys=upstream)",
     "The first step is handed the upstream of the second. What arrives at h is g."),
    ("upstream-missing", "grad_ys=upstream -> grad_ys=None",
     "The first step is right now, but the second has lost its upstream: it is handed the one that arrives."),
    ),
)


# --- 02.5 ---


def function_of_two(rng):
    """A function of two vectors, the two, and a tangent for each."""
    one, x = function_and_input(rng, 3, 3)
    other, z = function_and_input(rng, 3, 3)
    return lambda x, z: one(x) * other(z), x, z, *rng.normal(size=(2, 3))


TWO_INPUTS = Variation(
    """
    Now f has two inputs: x is nudged along s, and z along t. Put the lines of forward mode in order; two are
    not needed.
    """,
    title="Forward mode with two inputs, in order",
    stub="""
    # Four of these lines compute moved, the JVP of f at x and z along s and t.
    #   A   moved = ad.gradients([down_x, down_z], u)
    #   B   y, pullback = ad.vjp(f, x, z)
    #   C   moved = ad.gradients(down_x, u, grad_ys=s)
    #   D   u = ad.Tensor(np.zeros(y.shape))
    #   E   moved = ad.gradients([down_x, down_z], u, grad_ys=[s, t])
    #   F   down_x, down_z = pullback(u)
    order = "..."
    """,
    solution="""
    # B: the pullback. D and F: sweep once with a u that is watched. E: sweep from both results back to u.
    order = "B D F E"
    """,
    takes=("f", "x", "z", "s", "t"),
    inputs=function_of_two,
    because="The first sweep makes a result per input, linear in u; the second weighs each by its tangent.",
    hints=(
        "Two sweeps. The first goes from u to x and z; what do you differentiate in the second, and by what?",
        "moved = J_x · s + J_z · t = the VJP of (u → down_x, down_z) with the upstreams s and t",
        """
        the pullback of f:             B
        any upstream, as a Tensor:     __
        first sweep:                   __
        second sweep, back to u:       __
        """,
    ),
    wrong=(
    ("ones-for-tangent", "B D F A",
     "Line A leaves the tangents out, so ones stand in for them: all of x and z moves by 1."),
    ("one-input-forgotten", "B D F C",
     "Line C follows the nudge of x alone. z is nudged as well, and what both do to y adds up."),
    ("line-too-early", "B F D E"),
    ("line-missing", "B D F"),
    ("line-too-many", "B D F C E"),
    ),
)


# --- 02.6 ---

CURVATURE = Variation(
    "One step further: the curvature of f along v, the number v · H · v. Never build the Hessian H itself.",
    title="A Hessian from both sides",
    stub="""
    def curvature_along(f, x, v):
        # v · H · v, one number. Never build the n × n Hessian.
        gradient = ad.grad(f)  # a function of its own, from n numbers to n
        return ...
    """,
    solution="""
    def curvature_along(f, x, v):
        gradient = ad.grad(f)
        _, pullback = ad.vjp(gradient, x)  # the Jacobian of the gradient is the Hessian
        (product,) = pullback(v)  # v · H: n numbers
        return product @ v
    """,
    answer="curvature_along",
    because="One VJP of the gradient makes v · H, n numbers; weighed by v once more, a single one is left.",
    hints=(
        "You know how to get v · H without H. What is left to do with these n numbers?",
        "v · H = VJP of ∇f with the upstream v;   curvature = (v · H) · v",
        """
        def curvature_along(f, x, v):
            _, pullback = ad.vjp(___, x)
            (product,) = pullback(___)
            return product @ ___
        """,
    ),
    wrong=(
    ("one-side-alone", "return product",
     "This is v · H, n numbers. Weigh them by v once more and add them up: one number is left."),
    ("weighted-not-added", "product @ v -> product * v",
     "These are the n numbers of v · H, weighed by v and not yet added up: use @ instead of *."),
    ("ones-for-upstream", "pullback(v) -> pullback(np.ones(x.size))",
     "v comes in on one side only; on the other, all rows are added with ones.",
     "Pass v as the upstream as well."),
    ("slope-along-v", "ad.grad(f)(x) @ v",
     "This is how fast f grows along v, a first derivative. Differentiate once more."),
    ("slope-squared", "(ad.grad(f)(x) @ v) ** 2",
     "This is the slope along v, squared. A second derivative is not that: differentiate the gradient."),
    ("diagonal-for-hessian", "np.diag(ad.hessian(f)(x)) @ v**2",
     "This uses the diagonal of the Hessian alone. Every pair of inputs has a second derivative."),
    ),
)

VARIATIONS = {
    "02.1": (other_shapes,),
    "02.2": (JVP_BY_HAND,),
    "02.3": (JACOBIAN_BY_COLUMNS,),
    "02.4": (TWO_STEPS,),
    "02.5": (TWO_INPUTS,),
    "02.6": (CURVATURE,),
}
