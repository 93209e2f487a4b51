"""Lesson 02 once more: columns for rows, other shapes, two inputs."""

import numpy as np

from helpers import autodiff as ad
from helpers.exercises.key.further import sized
from helpers.exercises.key.variations import Variation
from helpers.exercises.run.sweeps import Method
from helpers.exercises.say.small import PAIR, Written

from .keys import SQUARE_JACOBIAN, function_and_input

FORWARD = {  # what is said of rows, upstreams and VJPs, as it is said of columns, tangents and JVPs
    "row": "column", "rows": "columns", "column": "row", "VJP": "JVP", "upstream": "tangent",
    "output": "input", "input": "output",
}  # fmt: skip


def other_shapes(x_shape, y_shape):
    sizes = zip(("4", "3", "2", "5"), map(str, (*x_shape, *y_shape)))
    shapes = {old: new for old, new in sizes if old != new}
    return Variation(
        "02.1", f"How many numbers are there if x has shape {x_shape} and y = f(x) has shape {y_shape}?",
        words=shapes | {"sizes = (": f"# x has shape {x_shape}, y = f(x) has shape {y_shape}.\nsizes = ("},
        inputs=lambda rng: (x_shape, y_shape),
        wrong=(..., ("axes-counted", "Jacobian = 2 + 2")),
    )


def jacobian_and_tangent(rng, outputs=3, inputs=4):
    """A Jacobian, and a number for each of its columns."""
    return rng.normal(size=(outputs, inputs)), rng.normal(size=inputs)


def two_steps(rng, *sizes):
    """An upstream, two functions in a row, and the input of the first; all of one size, or of three."""
    outputs, between, inputs = sizes or 3 * [int(rng.integers(2, 5))]
    first, x = function_and_input(rng, between, inputs)
    second, _ = function_and_input(rng, outputs, between)
    return rng.normal(size=outputs), first, second, x


OTHER_PAIR = Written("[h[0] + h[1], h[0]·h[1]]", lambda h: np.stack([h[0] + h[1], h[0] * h[1]]))


def function_of_two(rng):
    """A function of two vectors, the two, and a tangent for each."""
    one, x = function_and_input(rng, 3, 3)
    other, z = function_and_input(rng, 3, 3)
    return lambda x, z: one(x) * other(z), x, z, *rng.normal(size=(2, 3))


# --- for the guesses ---

J2 = np.array([[1.0, 5.0], [2.0, 3.0]])  # a Jacobian with no zero in it


def two_from_four(x):
    return np.stack([np.sum(x), np.prod(x)])


def four_from_many(x):
    return np.sin(np.outer(np.arange(1.0, 5.0), x).sum(axis=1))


VARIATIONS = [
other_shapes((3, 6), (2, 7)),
other_shapes((7, 2), (3, 4)),
other_shapes((5, 4), (2, 3)),
Variation(
    "02.2",
    "The other half: a JVP mixes the columns of J by a tangent. Finish it without calling the engine.",
    words={**FORWARD, "columns": "rows", "JVP": "VJP", "outputs": "inputs", "A gradient": "A JVP",
           "axis=«0»": "axis=«1»", "axis=1": "axis=0", "from the left": "from the right",
           "vjp_by_hand(upstream, jacobian)": "jvp_by_hand(jacobian, tangent)",
           "vjp_by_hand": "jvp_by_hand", "weighted_rows": "weighted_columns",
           "weighted_rows[0]": "weighted_columns[:, 0]", "upstream[:, None] * jacobian": "jacobian * tangent",
           "VJP[j] = Σ_i upstream[i] · J[i, j]": "JVP[i] = Σ_j J[i, j] · tangent[j]",
           "upstream @ jacobian": "jacobian @ tangent", "One gradient comes back": "One JVP comes out",
           "row i times upstream[i]": "column j times tangent[j]"},
    takes=("jacobian", "tangent"),
    inputs=jacobian_and_tangent,
    wider=sized(jacobian_and_tangent, one_output=(1, 4), one_input=(4, 1), one_to_one=(1, 1), uneven=(5, 2)),
    small=((np.array([[1.0, 2.0, 0.0], [4.0, 0.0, 5.0]]), np.array([3.0, 1.0, 2.0])),),
    edge_cases=(SQUARE_JACOBIAN[::-1],),
    right=("jacobian @ tangent",),
    without="columns-mixed columns-weighted columns-weighted-alone",
    wrong=(
    ...,
    ("ones-for-tangent", "jacobian.sum(axis=1)",
     "This is right only for a tangent of ones: the columns are added without their weights."),
    ("vjp-mixes-the-rows", "tangent @ jacobian",
     "This mixes the rows: it is a VJP. jacobian @ tangent mixes the columns, with jacobian as it stands."),
    )),
Variation("02.3", "The other way round: build the Jacobian from JVPs, one column at a time.",
    title="A Jacobian from nothing but JVPs",
    words=FORWARD,
    code="""
      def jacobian_by_columns(f, x):
          # ad.jvp(f, [x], [tangent]) gives two things: y, and how y moves along that tangent.
    -     return ...
    +     columns = [ad.jvp(f, [x], [«one_hot»])[1] for one_hot in np.eye(«x.size»)]
    +     return np.stack(columns, axis=«1»)
    """,
    method=Method(jacobians=False,
                  says="Build it here from JVPs alone, column by column."),
    because="One JVP per input, n in all: the cheaper way where the inputs are few.",
    hints=("Which tangent nudges input j and leaves all the others still?",
           "column j of J = JVP with the one-hot tangent (0, …, 1, …, 0);   np.eye(n) holds these tangents"),
    wrong=(
    "rows-as-columns", "one-vjp-with-ones", "ones-are-the-diagonal", "only-the-first", "last-row-alone",
    ("values-for-tangents", "[one_hot])[1] -> [one_hot])[0]",
     "These are values of f, one copy for each input.",
     "ad.jvp gives y first, then how it moves: take [1]."),
    )),
Variation(
    "02.4",
    """
    Two steps in a row, each from a vector to a vector, and an upstream that arrives at the end of the second.
    It runs and the shape fits, but the numbers are wrong. Find out why, and repair it.
    """,
    title="Bug hunt: two steps that fit",
    words={"gradient_in_two_parts(loss, step, x)": "through_both(upstream, first, second, x)",
           "gradient_in_two_parts": "through_both", "step": "first",
           "loss(h), h": "second(h), h, grad_ys=upstream",
           "loss(x), x": "second(x), x, grad_ys=upstream", "the step": "the first step",
           "the loss": "the second step"},
    takes=("upstream", "first", "second", "x"),
    inputs=two_steps,
    wider=sized(two_steps, one_to_one=(1, 1, 1), uneven=(5, 4, 3), more=(7, 7, 7)),
    method=Method(apart=("first", "second"),
                  says="The two sweeps should meet only in the upstream at h.",
                  if_jacobian="The rows of J are mixed here, and that is right. But J takes a sweep per "
                  "output and room for all its slopes. With g1 as the upstream of the first step, one sweep "
                  "does it."),
    forward=lambda first, second, x: second(first(x)),
    small=((np.array([2.0, 1.0]), PAIR, OTHER_PAIR, np.array([3.0, 1.0])),),
    because="Each step is handed what the one after it sends down; no product can put g1 there afterwards.",
    hints=(
        "The second step is given its upstream. Which one did the first step get, though nobody wrote one?",
        "g1 = upstream · J of the second step,   and   d/dx = g1 · J of the first step",
    ),
    without="upstream-of-the-loss value-of-the-loss",
    wrong=(
    ...,
    ("step-left-out", "grad_ys=g1) -> grad_ys=upstream)",
     "The first step is handed the upstream of the second. What arrives at h is g1."),
    ("upstream-missing", "grad_ys=upstream -> grad_ys=None",
     "The first step is right now, but the second has lost its upstream: hand it the one that arrives."),
    )),
Variation(
    "02.5",
    """
    Now f has two inputs: x is nudged along s, and z along t. Put the lines of forward mode in order; two are
    not needed.
    """,
    title="Forward mode with two inputs, in order",
    words={"(down,) =": "down_x, down_z =", "ad.gradients(down, u)": "ad.gradients([down_x, down_z], u)",
           "ad.gradients(down, u, grad_ys=t)": "ad.gradients([down_x, down_z], u, grad_ys=[s, t])",
           "(moved,) = pullback(t)": "moved = ad.gradients(down_x, u, grad_ys=s)",
           "ad.vjp(f, x)": "ad.vjp(f, x, z)", "at x along the tangent t": "at x and z along s and t"},
    letters="AFCBED",
    takes=("f", "x", "z", "s", "t"),
    inputs=function_of_two,
    because="The first sweep makes a result per input, linear in u; the second weights each by its tangent.",
    hints=(
        "Two sweeps, the first from u to x and z. Then what is differentiated, with respect to what?",
        "moved = J_x · s + J_z · t = the VJP of (u → down_x, down_z) with the upstreams s and t",
    ),
    right=("ad.jvp(f, [x, z], [s, t])[1]",),
    without="vjp-for-jvp",
    wrong=(
    ...,
    ("ones-for-tangent", "",
     "Line A leaves the tangents out, so ones stand in for them, as if every input had speed 1."),
    ("one-input-forgotten", "B D F C",
     "Line C follows the nudge of x alone. z is nudged as well, and what both do to y adds up."),
    )),
Variation(
    "02.6",
    "One step further: the curvature of f along v, the number v · H · v. Never build the Hessian H itself.",
    title="A Hessian from both sides",
    words={"hessian_times": "curvature_along", "The Hessian of f times v: n numbers": "v · H · v, one number",
           "pullback(«v»)\n    return product": "pullback(«v»)\n    return product @ «v»"},
    because="One VJP of the gradient makes v · H, n numbers; weighted by v once more, they leave one.",
    hints=("You know how to get v · H without H. What is left to do with these n numbers?",
           "v · H = VJP of ∇f with the upstream v;   curvature = (v · H) · v"),
    right=(("v · H", "v @ ad.hessian(f)(x) @ v"),),
    wrong=(
    ("one-side-alone", "return product",
     "This is v · H, n numbers. Weight them by v once more and add them up: one number is left."),
    ("weighted-not-added", "product @ v -> product * v",
     "These are the n numbers of v · H, weighted by v and not yet added up: use @ instead of *."),
    ("ones-for-upstream", "",
     "v comes in on one side only; on the other, all rows are added with ones.",
     "Pass v as the upstream as well."),
    "slope-along-v",
    ("slope-squared", "(ad.grad(f)(x) @ v) ** 2",
     "This is the slope along v, squared, no second derivative: differentiate the gradient."),
    ("diagonal-for-hessian", "np.diag(ad.hessian(f)(x)) @ v**2"),
    )),
Variation("02.p1", "x holds 4 numbers, y = f(x) holds 2. How many numbers does ad.gradients(y, x) give?",
    words={"2": 4, "3": 2, "six": "eight"},
    truth=lambda: ad.grad(lambda x: np.sum(two_from_four(x)))(np.ones(4)).size,
),
Variation("02.p2", "The Jacobian is [[1, 5], [2, 3]]. What does ad.gradients(y, x) give, without grad_ys?",
    words={"J": "J2"},
    truth=lambda: ad.vjp(lambda x: J2 @ x, np.ones(2))[1](np.ones(2))[0],
    because="Ones add the rows: [1 + 2, 5 + 3]. The diagonal, [1, 3], is something else.",
    without="garden-above",
    wrong=(
    ...,
    ("first-row-alone", "",
     "That is the first row, the gradient of the first output alone. The second counts as well."),
    ("the-whole-jacobian", "",
     "That is the whole Jacobian. A gradient is one row: with ones, the sum of all rows."),
    )),
Variation("02.p3", "x holds 1,000 float64 numbers and y holds 2,000. How many megabytes is the Jacobian?",
    words={"10,000": "1,000", "10,000 × 10,000": "2,000 × 1,000", "800": 16,
           "10_000": "1_000", "10_000 * 10_000": "2_000 * 1_000", "0.08": "0.008",
           "(10_000 + 10_000)": "(1_000 + 2_000)"},
    truth=lambda: np.zeros(1_000).nbytes * 2_000 / 1e6,
),
Variation("02.p4", "f takes 200 numbers to 4. How few VJPs or JVPs give its whole Jacobian?",
    words={"3": 200, "50": 4},
    truth=lambda: min(ad.jacobian(four_from_many)(np.ones(200)).shape),
    because="There are 4 rows and 200 columns; a VJP gives a row: 4 of them are enough.",
    without="reverse-by-habit",
    wrong=(..., ("forward-by-habit", "200",
                 "That is the count for JVPs, a column each. Rows are fewer here, and a VJP gives a row.")),
),
]
