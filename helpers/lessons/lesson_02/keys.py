"""Lesson 02: the VJP, the JVP and the Jacobian. From counting their numbers to using one without the others.

02.1 worked (one size is given), 02.2 faded, 02.3 blank, 02.4 a bug hunt, 02.5 lines to order, 02.6 transfer
to a second derivative.
"""

import numpy as np

from helpers import autodiff as ad
from helpers.exercises.key.further import all_of, scaled, sized
from helpers.exercises.key.kinds import Function, Value
from helpers.exercises.key.letters import Order
from helpers.exercises.key.prediction import PredictionKey
from helpers.exercises.run.sweeps import Method
from helpers.exercises.say.small import BOWL, CUBIC, PAIR, THREE_OF_TWO


def sizes(x_shape, y_shape):
    """How many numbers upstream, VJP, tangent, JVP and Jacobian hold: by making each of them."""
    mixing = np.random.default_rng(0).normal(size=(*y_shape, *x_shape))
    x = np.ones(x_shape)

    def f(x):
        return np.tensordot(mixing, x, x.ndim)

    y, pullback = ad.vjp(f, x)
    (down,) = pullback(np.ones(y_shape))
    _, tangent_of_y = ad.jvp(f, [x], [np.ones(x_shape)])
    return y.size, down.size, x.size, tangent_of_y.size, ad.jacobian(f)(x).size


ADDED = "You added the lengths of the axes. Shape (2, 5) holds 2 rows of 5 numbers: multiply."
ONE_AXIS = "That is the length of one axis. Shape (2, 5) holds 2 rows of 5 numbers: multiply."
SAME = "You multiplied a size by itself. Each pair is one number of y and one of x."
SIZES = Value("02.1",
    covers=("vector-gradient-is-a-matrix", "seed-shaped-like-the-input", "vjp-jvp-transpose-are-one"),
    inputs=lambda rng: ((4, 3), (2, 5)),
    takes=("x_shape", "y_shape"), gives=("upstream", "VJP", "tangent", "JVP", "Jacobian"),
    reference=sizes,
    worked="x of shape (2,) holds 2 numbers, y of shape (3,) holds 3: the upstream has 3, the VJP 2, "
    "the tangent 2, the JVP 3, the Jacobian 3 · 2 = 6.",
    because="Upstream and JVP look like y, tangent and VJP like x; "
    "only the Jacobian has a number for every pair.",
    hints=(
        "Ask of each: does it belong to the outputs, to the inputs, or to every pair of the two?",
        "upstream: y.size     tangent: x.size     a VJP ends at the inputs, a JVP at the outputs",
        """
        x.size, y.size = 4 * 3, 2 * 5
        upstream: __.size   vjp: __.size   tangent: x.size   jvp: __.size   jacobian: __.size * __.size
        """,
    ),
    wrong=(
    ("seed-shaped-like-the-input", "upstream = VJP",
     "The upstream weights outputs: one for each number of y, not of x."),
    ("vjp-is-a-matrix", "VJP = Jacobian",
     "In a VJP the rows of J are added up already: it is no larger than x."),
    ("vjp-for-each-output", "VJP = upstream", "A VJP is a gradient: one for each number of x, not of y."),
    ("upstream-is-one-number", "upstream = 1",
     "Where y was one number, so was the upstream. Here it weights every number of y."),
    ("vjp-is-one-number", "VJP = 1",
     "A VJP is not one number: a row times a table is a row, as long as x."),
    ("jvp-is-one-number", "JVP = 1", "A JVP is not one number: every number of y moves."),
    ("tangent-per-output", "tangent = upstream",
     "A tangent nudges inputs, not outputs: one for each number of x."),
    ("jvp-is-a-matrix", "JVP = Jacobian",
     "In a JVP the columns of J are added up already: it is no larger than y."),
    ("jvp-for-each-input", "JVP = tangent",
     "A JVP says how the outputs move: one for each number of y, not of x."),
    ("pairs-not-multiplied", "Jacobian = upstream + VJP",
     "The Jacobian has a slope for every pair of an output and an input: multiply, do not add."),
    ("upstream-of-axes-added", "upstream = 2 + 5", ADDED),
    ("vjp-of-axes-added", "VJP = 4 + 3", ADDED),
    ("jvp-of-axes-added", "JVP = 2 + 5", ADDED),
    ("length-of-one-axis", "upstream = 5", ONE_AXIS),
    ("length-of-one-axis-for-vjp", "VJP = 3", ONE_AXIS),
    ("length-of-one-axis-for-jvp", "JVP = 5", ONE_AXIS),
    ("length-of-first-axis", "upstream = 2", ONE_AXIS),
    ("length-of-first-axis-for-vjp", "VJP = 4", ONE_AXIS),
    ("length-of-first-axis-for-jvp", "JVP = 2", ONE_AXIS),
    ("size-of-y-by-itself", "Jacobian = upstream * upstream", SAME),
    ("size-of-x-by-itself", "Jacobian = VJP * VJP", SAME),
    ("axes-counted", "Jacobian = 2 + 2",
     "That counts axes, not slopes. There is one slope for every pair of an output and an input."),
    ("lengths-added", "Jacobian = 4 + 3 + 2 + 5",
     "That adds the lengths of all axes. There is one slope for every pair of an output and an input."),
    ),
    right=(
    ("Upstream and JVP look like y, tangent and VJP like x", """
        x, y = 4 * 3, 2 * 5
        sizes = (y, x, x, y, y * x)
     """),
    ("upstream: y.size     tangent: x.size     a VJP ends at the inputs, a JVP at the outputs",
     "sizes = (2 * 5, 4 * 3, 4 * 3, 2 * 5, 2 * 5 * 4 * 3)"),
    ),
    words={"x": "the size of x", "y": "the size of y", "VJP": "the VJP", "JVP": "the JVP",
           "Jacobian": "the Jacobian"},
)


def upstream_and_jacobian(rng, outputs, inputs):
    """An upstream and a Jacobian of that size."""
    return rng.normal(size=outputs), rng.normal(size=(outputs, inputs))


def jacobian_and_upstream(rng):
    """An upstream, and a Jacobian with one more input than outputs."""
    outputs = int(rng.integers(2, 5))
    return upstream_and_jacobian(rng, outputs, outputs + 1)


# On a square, the wrong order of a product runs too, and can be told by its numbers.
SQUARE_JACOBIAN = np.array([3.0, 1.0, 2.0]), np.array([[1.0, 2.0, 0.0], [4.0, 0.0, 5.0], [0.0, 3.0, 1.0]])

VJP_BY_HAND = Function("02.2", covers=("gradient-is-the-jacobian", "vector-gradient-is-a-matrix"),
    inputs=jacobian_and_upstream,
    edge_cases=(SQUARE_JACOBIAN,),
    wider=all_of(
        sized(upstream_and_jacobian, one_output=(1, 4), one_input=(4, 1), one_to_one=(1, 1), uneven=(5, 2)),
        scaled(upstream_and_jacobian, 3, 4),
    ),
    small=((np.array([3.0, 1.0]), np.array([[1.0, 2.0, 0.0], [4.0, 0.0, 5.0]])),),
    takes=("upstream", "jacobian"),
    because="That sum of weighted rows is what a matrix product from the left does: upstream @ jacobian.",
    hints=(
        ("weighted_rows has a row per output and a column per input. "
         "Which of the two must be gone at the end?"),
        "VJP[j] = Σ_i upstream[i] · J[i, j]",
        """
        def vjp_by_hand(upstream, jacobian):
            weighted_rows = upstream[:, None] * jacobian
            return weighted_rows.sum(axis=«0»)
        """,
    ),
    wrong=(
    ("rows-not-added", "return weighted_rows",
     "These are the weighted rows, one above the other. One gradient comes back: add them up."),
    ("added-along-the-row", "return weighted_rows.sum(axis=1)",
     "You added along each row: one number per output is left. A gradient has one for each input."),
    ("everything-added", "return weighted_rows.sum()",
     "You added everything into one number. Only the rows are added: each input keeps a number of its own."),
    ("averaged", "return weighted_rows.mean(axis=0)",
     "This is the mean of the weighted rows. A VJP is their sum: another output does not dilute the rest."),
    ("columns-mixed", "jacobian @ upstream",
     "This mixes the columns: it is a JVP. upstream @ jacobian mixes the rows, with jacobian as it stands."),
    ("columns-weighted-alone", "return upstream * jacobian",
     "upstream * jacobian weights the columns, and adds nothing up.",
     "upstream[:, None] gives each row its weight; then add the rows."),
    ("rows-turned", "return weighted_rows.T",
     "These are the weighted rows turned into columns, not yet added up."),
    ("columns-weighted", "upstream[:, None] * jacobian -> upstream * jacobian",
     "upstream weights the columns here. It belongs to the outputs: weight the rows, then add them up."),
    ("upstream-alone", "return upstream",
     "This is the upstream as it came: nothing of the Jacobian is in it."),
    ("weighed-twice", "return upstream @ weighted_rows",
     "The upstream counts twice here: weighted_rows already holds it. Just add the rows up."),
    ("two-rows-alone", "return weighted_rows[0] + weighted_rows[1]",
     "These are the first two rows, added. Every output has a row: add all of them, however many."),
    ("first-row-alone", "return weighted_rows[0]",
     "This is the first row alone. Every output has a row, and every row counts with its own weight."),
    ("times-the-outputs", "return weighted_rows.sum(axis=0) * len(upstream)",
     "The sum is right, and then multiplied once more, by the number of outputs. Leave it as it is."),
    ("rows-multiplied", "return weighted_rows.prod(axis=0)",
     "Here the weighted rows are multiplied with each other: add them up."),
    ("axis-kept", "return weighted_rows.sum(axis=0, keepdims=True)",
     "The numbers are right, but the axis along which they were added up is still there: drop it."),
    ),
    words={"each": "row"},
    right=(
    ("VJP[j] = Σ_i upstream[i] · J[i, j]", 'np.einsum("i,ij->j", upstream, jacobian)'),
    ("upstream @ jacobian", "upstream @ jacobian"),
    "sum(u * row for u, row in zip(upstream, jacobian))",
    ),
)


def function_and_input(rng, outputs, inputs):
    """A vector function whose Jacobian has no zero in it, and the input to take it at."""
    mixing, x = rng.normal(size=(outputs, inputs)), rng.normal(size=inputs)
    return lambda x: np.tanh(mixing @ x) * np.sum(x * x), x


def functions_of_several_shapes(rng):
    """A vector function, never with as many outputs as inputs, and its input."""
    outputs = int(rng.integers(2, 5))
    inputs = int(rng.choice([n for n in (2, 3, 4) if n != outputs]))
    return function_and_input(rng, outputs, inputs)


def ends_at_the_input(sweeps, f, x):
    """Does every sweep lead down to x? That of a JVP leads back to the upstream of another."""
    return all(np.array_equal(end, x) for _, ends in sweeps for end in ends)


JACOBIAN_BY_ROWS = Function("02.3",
    covers=("vjp-of-ones-is-the-diagonal", "gradient-is-the-jacobian", "seed-shaped-like-the-input"),
    inputs=functions_of_several_shapes,
    wider=sized(function_and_input, square=(3, 3), one_output=(1, 3), one_input=(3, 1), one_to_one=(1, 1),
                more=(7, 5)),
    method=Method(jacobians=False, allows=ends_at_the_input,
                  says="Build it here from pullback alone, row by row."),
    forward=lambda f, x: f(x),
    small=((THREE_OF_TWO, np.array([2.0, 3.0])),),
    takes=("f", "x"),
    because="One VJP per output, m in all: that is how ad.jacobian does it too.",
    hints=(
        "Which upstream lets the slopes of output i through, and silences every other output?",
        ("row i of J = VJP with the one-hot upstream (0, …, 1, …, 0);   "
         "the rows of np.eye(m) are these upstreams"),
        """
        def jacobian_by_rows(f, x):
            y, pullback = ad.vjp(f, x)
            rows = [pullback(«one_hot»)[0] for one_hot in np.eye(«y.size»)]
            return np.stack(rows)
        """,
    ),
    wrong=(
    ("values-for-upstream", "return pullback(y)[0]",
     "One upstream brings one mix of the rows, and y as the upstream weights each row by its output.",
     "A one-hot lets one row through."),
    ("rows-as-columns", "right.T", "This is the Jacobian turned over: each VJP is a column here.",
     "An output's slopes make a row."),
    ("one-vjp-with-ones", "return sum(rows)",
     "These are all the rows added up, as in one VJP with ones: nothing separates them. Ask row by row."),
    ("ones-each-time", "return np.stack([sum(rows)] * y.size)",
     "Every row is the same: all rows of J added up, as with ones. A one-hot upstream lets one through."),
    ("ones-are-the-diagonal", "return np.diag(sum(rows))",
     "A VJP with ones adds whole rows, including numbers off the diagonal: the sum is not the diagonal."),
    ("one-number-handed-over", "return pullback(1.0)[0]",
     "A pullback takes a number for each output, but got only one: hand it the one-hots, one by one."),
    ("only-the-first", "return rows[0]",
     "This is the first row, from the first one-hot upstream. Do the same for every output."),
    ("last-row-alone", "return rows[-1]",
     "This is the last row alone. Every output has one: keep them all in a list."),
    ("tuples-stacked", "pullback(one_hot)[0] -> pullback(one_hot)",
     "There is one axis too many. A pullback gives a tuple, one gradient per input: its [0] is a row."),
    ("one-hot-per-input", "np.eye(y.size) -> np.eye(x.size)",
     "This upstream is as long as x. A one-hot belongs to each output, not to each input:",
     "it is as long as y, and there are as many of them as y has numbers."),
    ("one-hots-at-once", "return pullback(np.eye(y.size))[0]",
     "The pullback takes one upstream at a time: hand it the one-hots one after the other."),
    ),
    words={"each": "row"},
    right=(
    ("the rows of np.eye(m) are these upstreams",
     "np.stack([ad.vjp(f, x)[1](one_hot)[0] for one_hot in np.eye(f(x).size)])"),
    "np.array([ad.grad(lambda x, i=i: f(x)[i])(x) for i in range(len(f(x)))])",
    ("One VJP per output", """
        def jacobian_by_rows(f, x):
            x = ad.Tensor(x)
            y = f(x)
            return np.vstack([ad.gradients(y, x, grad_ys=row) for row in np.eye(y.size)])
     """),
    ),
)


def loss_and_step(rng, outputs, inputs):
    """A mean squared error with errors of both signs, the step before it, and the input of the step."""
    step, x = function_and_input(rng, outputs, inputs)
    target = step(x) + rng.uniform(0.5, 1.5, size=outputs) * (-1.0) ** np.arange(outputs)
    return lambda h: np.mean((h - target) ** 2), step, x


def loss_step_and_input(rng):
    """The same, with a step that gives as many numbers as it takes."""
    size = int(rng.integers(2, 5))
    return loss_and_step(rng, size, size)


TWO_PARTS = Function("02.4",
    covers=("gradient-is-the-jacobian", "vjp-of-ones-is-the-diagonal", "vjp-jvp-transpose-are-one"),
    inputs=loss_step_and_input,
    wider=sized(loss_and_step, one_to_one=(1, 1), uneven=(5, 3), more=(7, 7)),
    method=Method(apart=("loss", "step"), says="The two parts should meet only in the upstream at h.",
            if_jacobian="Here g1 mixes the rows of J, and that is right. But J takes a sweep for each number "
            "of h, and room for all its slopes. With g1 as the upstream at h, one sweep does it."),
    forward=lambda loss, step, x: loss(step(x)),
    small=((BOWL, PAIR, np.array([3.0, 1.0])),),
    takes=("loss", "step", "x"),
    because="g1 is the upstream of the step. "
    "g2 had ones in that place. Unless J is diagonal, no product puts g1 there afterwards.",
    hints=(
        "g2 has an upstream too, even where none is written. Which one is it, and which should it be?",
        "d loss/dx = g1 · J,   and   ad.gradients(h, x, grad_ys=u) = u · J",
        """
        h = step(x)
        g1 = ad.gradients(loss(h), h)
        return ad.gradients(h, x, grad_ys=«g1»)
        """,
    ),
    wrong=(
    ("ones-for-the-loss", "return ad.gradients(h, x)",
     "This is g2 alone: the step with an upstream of ones. What the loss says of each entry of h is lost."),
    ("step-for-upstream", "grad_ys=g1 -> grad_ys=ad.gradients(h, x)",
     "Here g2, what the step sends down with ones, serves as its upstream. But g1 is what arrives at h."),
    ("upstream-alone", "return g1",
     "This is g1 alone: the gradient at h. It still has to pass through the step, down to x."),
    ("jvp-for-vjp", "return ad.jacobian(step)(x.value) @ g1",
     "This is J · g1, a JVP: it mixes columns. g1 belongs to the step's outputs, so it mixes rows: g1 · J."),
    ("diagonal-for-jacobian", "return g1 * np.diag(ad.jacobian(step)(x.value))",
     "This uses the diagonal of J alone: how h[i] reacts to x[i]. It reacts to the other entries too."),
    ("upstream-of-the-loss", "ad.gradients(h, x, -> ad.gradients(loss(h), x,",
     "This upstream is as long as h, but the sweep begins at one number.",
     "Begin it at h: what arrives there is the slope of the loss."),
    ("upstream-added-up-first", "return g1.sum() * ad.gradients(h, x)",
     "g1 is added up before the step. Each of its numbers belongs to one entry of h: keep them apart."),
    ("weighted-not-added", "return g1[:, None] * ad.jacobian(step)(x.value)",
     "These are the rows of J, each weighted by its g1. They have yet to be added up."),
    ("columns-weighted", "return g1 * ad.jacobian(step)(x.value)",
     "g1 weighs the columns of J here. It belongs to the outputs: weight the rows, and add them up."),
    ("value-of-the-loss", "return loss(h.value) * ad.gradients(h, x)",
     "You multiply by the value of the loss. What arrives at h is the gradient of the loss, g1."),
    ("gradient-taken-at-x", "loss(h), h -> loss(x), x",
     "This upstream is the gradient of the loss at x. Take it at h, the input of the loss."),
    ("parts-added", "return g1 + ad.gradients(h, x)",
     "g1 and g2 are added here, as from two paths. But they lie on one path, one behind the other."),
    ("parts-made-one-number", "return g1 @ ad.gradients(h, x)",
     "This is g1 * g2, added up into one number, and x needs a slope for each entry.",
     "In g2 the outputs were added up already: g1 belongs before that sum."),
    ),
    right=(
    ("d loss/dx = g1 · J", "ad.grad(loss)(step(x)) @ ad.jacobian(step)(x)"),
    ("g1 is the upstream of the step", "ad.vjp(step, x)[1](ad.vjp(loss, step(x))[1](1.0)[0])[0]"),
    """
        def gradient_in_two_parts(loss, step, x):
            x = ad.Tensor(x)
            h = step(x)
            g1 = ad.gradients(loss(h), h)
            return ad.gradients((h * g1).sum(), x)
    """,
    ),
)

FORWARD_MODE = Order("02.5", covers=("vjp-jvp-transpose-are-one",),
    # As many outputs as inputs, so that a VJP in the place of the JVP fits, and is told by its numbers.
    inputs=lambda rng: (*function_and_input(rng, 3, 3), rng.normal(size=3)),
    small=((PAIR, np.array([3.0, 1.0]), np.array([1.0, 2.0])),),
    takes=("f", "x", "t"), gives=("moved",),
    because="The first sweep makes u · J, a function of u; the second is its VJP with t, and that is J · t.",
    hints=(
        "Two sweeps, the first from u to x. Then what is differentiated, with respect to what?",
        "down = u · J is linear in u, so the VJP of (u → down) with the upstream t is J · t",
        """
        the pullback of f:             D
        any upstream, as a Tensor:     __
        first sweep:                   __
        second sweep, back to u:       __
        """,
    ),
    wrong=(
    ("vjp-for-jvp", "D C", "That is the VJP of t: it fits only where f has as many outputs as inputs.",
     "A JVP needs a second sweep, through the pullback."),
    ("ones-for-tangent", "D F B A",
     "Line A leaves the tangent out, so ones stand in for it, as if every input had speed 1."),
    ),
    right=(
    ("the VJP of (u → down) with the upstream t is J · t", "ad.jacobian(f)(x) @ t"),
    ("the second is its VJP with t, and that is J · t", "ad.jvp(f, [x], [t])[1]"),
    ),
)


def bowl_point_and_direction(rng, size=None):
    """A function with a full Hessian, a point, and a direction."""
    size = size or int(rng.integers(3, 6))
    mixing, x, v = rng.normal(size=(size + 1, size)), *rng.normal(size=(2, size))
    return lambda x: np.sum(np.tanh(mixing @ x) ** 2) + np.prod(x), x, v


GRADIENT_AGAIN = (
    "Here the gradient of f is taken at its own value instead of at x: nothing is differentiated twice."
)
HESSIAN_TIMES = Function("02.6", covers=("vjp-of-ones-is-the-diagonal", "gradient-is-the-jacobian"),
    inputs=bowl_point_and_direction,
    wider=sized(bowl_point_and_direction, one_input=(1,), more=(8,)),
    method=Method(sweeps=2, most_sweeps=3, jacobians=False,
            says="A VJP of the gradient mixes the rows of the Hessian without ever holding them.",
            if_more_sweeps="That took three sweeps; two are enough. A JVP of the gradient mixes the columns "
            "of the Hessian, and this engine makes it with two (see the appendix). A VJP mixes its rows, the "
            "same numbers, in one."),
    forward=lambda f, x, v: np.sum(ad.grad(f)(x) * v),  # the slope along v: its own slopes are H · v
    small=((CUBIC, np.array([1.0, 2.0]), np.array([1.0, 3.0])),),
    takes=("f", "x", "v"),
    because="The gradient is a vector function, its Jacobian the Hessian: one VJP, never n of them, does it.",
    hints=(
        "You want the rows of the Hessian mixed by v, not the rows themselves. What brings such a mix?",
        ("H = Jacobian of (x → ∇f(x)),   so   v · H = VJP of ∇f with the upstream v;   "
         "H is symmetric: v · H = H · v"),
        """
        def hessian_times(f, x, v):
            _, pullback = ad.vjp(«ad.grad(f)», x)
            (product,) = pullback(«v»)
            return product
        """,
    ),
    wrong=(
    ("ones-for-upstream", "pullback(v) -> pullback(np.ones(x.size))",
     "v plays no part in this: ones have added up the rows of the Hessian. Pass v as the upstream."),
    ("diagonal-for-hessian", "np.diag(ad.hessian(f)(x)) * v",
     "This uses the diagonal of the Hessian alone. Every pair of inputs has a second derivative."),
    ("diagonal-by-ones", "ad.hessian(f)(x).sum(axis=0) * v",
     "Here the rows of the Hessian are added up, as with ones, and then multiplied by v.",
     "Weight the rows before they are added up."),
    ("hessian-itself", "ad.hessian(f)(x)",
     "This is the whole Hessian: n times n numbers. Only its product with v is wanted, n numbers."),
    ("weighted-not-added", "ad.hessian(f)(x) * v",
     "These are the entries of the Hessian, weighted by v and not yet added up: n numbers are wanted."),
    ("slope-times-all-of-v", "ad.grad(lambda x: np.sum(f(x) * v))(x)",
     "These are the numbers of f's gradient times the sum of v. Nothing has been differentiated twice."),
    ("first-derivative-times-v", "ad.grad(f)(x) * v", "This is the gradient times v, a first derivative.",
     "Differentiate once more: the gradient is a function."),
    ("gradient-at-its-own-value-times-v", "ad.grad(f)(ad.grad(f)(x)) * v", GRADIENT_AGAIN),
    ("gradient-taken-at-its-own-value", "ad.grad(f)(ad.grad(f)(x))", GRADIENT_AGAIN),
    ("one-wanted", "ad.jvp(ad.grad(f), [x], [v])",
     "ad.jvp gives two things: the value of the gradient, and how it moves along v.",
     "The second is wanted: take [1]."),
    ("vjp-of-f", "ad.vjp(f, x)[1](v)",
     "f gives one number, so its pullback takes one, but v has as many as x.",
     "Take the VJP of its gradient, which gives n."),
    ("slope-along-v", "ad.grad(f)(x) @ v",
     "This is how fast f itself grows along v: one number, a first derivative. Differentiate it once more."),
    ("curvature-along-v", "v @ right",
     "This is the curvature along v, one number: v is multiplied in once too often."),
    ("gradient-alone", "ad.grad(f)(x)",
     "This is the gradient of f at x: v plays no part in it. Differentiate it once more, along v."),
    ("gradient-at-v", "ad.grad(f)(v)",
     "v has taken the place of x. Take the Hessian at x, and multiply it by v."),
    ("whole-step", "ad.grad(f)(x + v) - ad.grad(f)(x)",
     "That is how far the gradient moves for a whole step of v. H · v is how fast it moves: differentiate."),
    ),
    right=(
    ("v · H = H · v", "v @ ad.hessian(f)(x)"),
    "ad.jvp(ad.grad(f), [x], [v])[1]",
    "ad.grad(lambda x: np.sum(ad.grad(f)(x) * v))(x)",
    ("The gradient is a vector function, its Jacobian the Hessian: one VJP", """
        def hessian_times(f, x, v):
            x = ad.Tensor(x)
            gradient = ad.gradients(f(x), x, create_graph=True)
            return ad.gradients(gradient, x, grad_ys=v)
     """),
    ),
)


# --- predictions ---


def garden(x):
    """Area, fence and diagonal of a rectangle of width x[0] and depth x[1]: the example of the lesson."""
    width, depth = x[0], x[1]
    return np.stack([width * depth, 2 * (width + depth), np.sqrt(width**2 + depth**2)])


AT = np.array([4.0, 3.0])  # the garden is 4 wide and 3 deep
DEEPER = np.array([4.0, 5.0])  # another one, which no box has shown
J = ad.jacobian(garden)(DEEPER)[:2]  # of its first two outputs: two in, two out, and not diagonal


def spread(x):
    """Three numbers to fifty."""
    return np.sin(np.outer(np.arange(1.0, 51.0), x).sum(axis=1))


HOW_MANY_NUMBERS = PredictionKey("02.p1",
    "x holds 2 numbers, y = garden(x) holds 3. How many numbers does ad.gradients(y, x) give?",
    example=20, truth=lambda: ad.grad(lambda x: np.sum(garden(x)))(AT).size,
    covers=("vector-gradient-is-a-matrix", "gradient-is-the-jacobian"),
    because="A gradient looks like x, whatever y looks like: 2 numbers. So six slopes were made into 2.",
    guesses=(
    ("vector-gradient-is-a-matrix", "3 * 2",
     "That is every slope there is. Does a gradient function hand out all of them?"),
    ("one-per-output", "3",
     "That is one for each output. What gets a gradient: what is moved, or what is looked at?"),
    ("one-number", "1", "One number would do if x were one number."),
    ("sizes-added", "2 + 3", "That adds inputs and outputs. A gradient has the shape of one of the two."),
    ),
)

SUM_OF_ROWS = PredictionKey("02.p2",
    "In a garden 4 by 5, area and fence have the slopes [[5, 4], [2, 2]]. What does ad.gradients give?",
    example=[1, 2], truth=lambda: ad.vjp(lambda x: garden(x)[:2], DEEPER)[1](np.ones(2))[0],
    covers=("vjp-of-ones-is-the-diagonal", "vjp-jvp-transpose-are-one"),
    because="Ones add the rows: [5 + 2, 4 + 2]. The diagonal, [5, 2], is something else.",
    guesses=(
    ("ones-are-the-diagonal", "np.diag(J)",
     "That is the diagonal, one slope of each output. Then the other two would count for nothing."),
    ("jvp-for-vjp", "J @ [1, 1]",
     "You added along the rows, which leaves one number for each output. A gradient belongs to the inputs."),
    ("slopes-in-the-depth", "J[:, 1]",
     "Those are the slopes for the depth, one for each output. A gradient has a number for each input."),
    ("averaged", "J.mean(axis=0)", "That is a mean. Nothing divides by the number of outputs."),
    ("first-row-alone", "J[0]",
     "That is the first row, the gradient of the area alone. What about the fence?"),
    ("the-whole-jacobian", "J", "That is the whole Jacobian. How many numbers did ad.gradients give above?"),
    ("wrong-order", "J.sum(axis=0)[::-1]", "The right numbers in the wrong order: the width is first."),
    ("last-row-alone", "J[1]", "That is the second row: of one output alone. And the other?"),
    ("rows-multiplied", "J[0] * J[1]", "That multiplies the rows. A sweep weights each of them, here by 1."),
    ("garden-above", "[5, 6]", "That is right for the garden above. This one is deeper, and has another J."),
    ("second-row-left-out", "[J[:, 0].sum(), J[0, 1]]",
     "The first is right. In the second, the second row is left out: both rows count for both."),
    ("first-adds-along-a-row", "[J[0].sum(), J[:, 1].sum()]",
     "The second is right. The first adds along a row: add the rows to each other instead."),
    ("everything-added", "J.sum()",
     "That adds everything into one number. Each of the two inputs keeps a slope of its own."),
    ),
    otherwise="Each of the two numbers mixes one column of slopes. How much does each slope count in it?",
)

BYTES = PredictionKey("02.p3",
    "x and y hold 10,000 float64 numbers each. How many megabytes is the Jacobian?",
    example=3, truth=lambda: np.zeros(10_000).nbytes * 10_000 / 1e6, covers=("gradient-is-the-jacobian",),
    because="10,000 × 10,000 slopes of 8 bytes make 800 megabytes. The VJP takes 0.08.",
    otherwise="It is rows × columns × bytes of one number.",
    guesses=(
    ("one-vector", "10_000 * 8 / 1e6",
     "That is one vector of 10,000 numbers. How many such rows does the Jacobian have?"),
    ("one-vector-in-bytes", "10_000 * 8",
     "That is one vector, in bytes. How many such rows does the Jacobian have?"),
    ("twice-the-bytes", "10_000 * 10_000 * 16 / 1e6",
     "That is twice as much: a float64 takes only 8 bytes."),
    ("sizes-added", "(10_000 + 10_000) * 8 / 1e6",
     "You added the sizes. How many pairs of an input and an output are there?"),
    ("bytes-for-megabytes", "10_000 * 10_000 * 8", "That is in bytes. A megabyte is a million of them."),
    ("bytes-forgotten", "10_000 * 10_000 / 1e6",
     "That counts numbers, in millions. Each of them takes some bytes."),
    ("numbers-for-megabytes", "10_000 * 10_000",
     "That counts numbers. Each takes some bytes, and a megabyte is a million of them."),
    ("a-tenth", "10_000 * 10_000 * 8 / 1e7", "That is a tenth: a zero is missing."),
    ("ten-times", "10_000 * 10_000 * 8 / 1e5", "That is ten times as much: a zero too many."),
    ("half", "10_000 * 10_000 * 4 / 1e6", "That is half, as with float32: a float64 takes 8 bytes."),
    ("bits-for-bytes", "10_000 * 10_000 * 64 / 1e6", "That is in megabits. A byte is 8 bits."),
    ("gigabytes", "10_000 * 10_000 * 8 / 1e9", "That is in gigabytes."),
    ("mebibytes", "10_000 * 10_000 * 8 / 2**20",
     "That is in units of 1024 · 1024 bytes. A megabyte is a million bytes."),
    ),
)

FEWEST_SWEEPS = PredictionKey("02.p4",
    "f takes 3 numbers to 50. How few VJPs or JVPs give its whole Jacobian?",
    example=20, truth=lambda: min(ad.jacobian(spread)(np.ones(3)).shape),
    covers=("vjp-jvp-transpose-are-one", "gradient-is-the-jacobian"),
    because="There are 50 rows and 3 columns; a JVP gives a column: 3 of them are enough.",
    guesses=(
    ("reverse-by-habit", "50",
     "That is the count for VJPs, a row each. Does a JVP, a column each, need as many?"),
    ("one-per-entry", "3 * 50",
     "That would be one for every slope. How many slopes does one VJP give, or one JVP?"),
    ("one-for-all", "1",
     "One VJP gives one mix of the rows, one JVP one of the columns. Neither can be taken apart."),
    ("rows-and-columns", "3 + 50", "You counted rows and columns. Does it take both to get every slope?"),
    ("twice-the-columns", "2 * 3",
     "That is twice as many as needed: what does one of them fill, a single slope or a whole line of J?"),
    ),
    otherwise="A VJP gives a row of J, a JVP a column. How many rows are there, how many columns?",
)
