"""Lesson 02: the VJP, the JVP and the Jacobian. From counting their numbers to using one without the others.

02.1 worked (one size is given), 02.2 faded, 02.3 blank, 02.4 a bug hunt, 02.5 lines to order, 02.6 transfer
to a second derivative. Each spec holds the stub and the solution that the notebook shows.
"""

import itertools
from inspect import cleandoc as code

import numpy as np

from helpers import autodiff as ad

from . import wrong_rules as known
from .kinds import Function, Order, Value
from .prediction import Prediction
from .wrong_rules import Wrong


def garden(x):
    """Area, fence and diagonal of a rectangle of width x[0] and depth x[1]: the example of the lesson."""
    width, depth = x[0], x[1]
    return np.stack([width * depth, 2 * (width + depth), np.sqrt(width**2 + depth**2)])


def row_vjp(f, x, upstream):
    """The VJP at x as a plain array."""
    _, pullback = ad.vjp(f, x)
    return pullback(upstream)[0]


# --- 02.1 ---


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


# Each part can be wrong on its own: {part: {mistake: (its size from y.size and x.size, what to say)}}.
MISTAKEN_SIZES = {
    "upstream": {
        "seed-shaped-like-the-input": (
            lambda m, n: n,
            "The upstream weighs outputs: one number for each of y, not of x.",
        ),
    },
    "vjp": {
        "vjp-is-a-matrix": (
            lambda m, n: m * n,
            "In a VJP the rows of J are added up already: it is no larger than x.",
        ),
        "vjp-per-output": (
            lambda m, n: m,
            "A VJP is a gradient: one number for each of x, not of y.",
        ),
    },
    "jvp": {
        "jvp-is-a-matrix": (
            lambda m, n: m * n,
            "In a JVP the columns of J are added up already: it is no larger than y.",
        ),
        "jvp-per-input": (
            lambda m, n: n,
            "A JVP says how the outputs move: one number for each of y, not of x.",
        ),
    },
    "jacobian": {
        "sizes-added": (
            lambda m, n: m + n,
            "The Jacobian has a slope for every pair of an output and an input: multiply, do not add.",
        ),
    },
}


def with_mistaken_sizes(mistakes):
    """The five sizes with these mistakes in them: {part: its size from y.size and x.size}."""

    def wrong(x_shape, y_shape):
        right = dict(zip(SIZES.gives, sizes(x_shape, y_shape), strict=True))
        m, n = right["upstream"], right["tangent"]
        return tuple({**right, **{part: size(m, n) for part, size in mistakes.items()}}.values())

    return wrong


def every_mix_of_mistakes():
    """People are wrong in several parts at once, and each part deserves its sentence."""
    options = [[None, *names] for names in MISTAKEN_SIZES.values()]
    for chosen in list(itertools.product(*options))[1:]:
        found = {
            part: (name, *MISTAKEN_SIZES[part][name])
            for part, name in zip(MISTAKEN_SIZES, chosen, strict=True)
            if name
        }
        names, _, sentences = zip(*found.values(), strict=True)
        mistakes = {part: size for part, (_, size, _) in found.items()}
        yield Wrong(" and ".join(names), with_mistaken_sizes(mistakes), " ".join(sentences))


SIZES = Value(
    id="02.1",
    title="How many numbers?",
    difficulty=1,
    minutes=3,
    covers=("vector-gradient-is-a-matrix", "seed-shaped-like-the-input", "vjp-jvp-transpose-are-one"),
    inputs=lambda rng: ((4, 3), (2, 5)),
    takes=("x_shape", "y_shape"),
    gives=("upstream", "vjp", "tangent", "jvp", "jacobian"),
    reference=sizes,
    wrong=tuple(every_mix_of_mistakes()),
    because=(
        "Upstream and JVP look like y, tangent and VJP like x; only the Jacobian has a number for every pair."
    ),
    hints=(
        "Ask of each: does it belong to the outputs, to the inputs, or to every pair of the two?",
        "upstream, JVP: y.size     tangent, VJP: x.size     Jacobian: y.size · x.size",
        code("""
            x.size, y.size = 4 * 3, 2 * 5
            upstream: __.size   vjp: __.size   tangent: x.size   jvp: __.size   jacobian: __.size * __.size
            """),
    ),
    stub=code("""
        sizes = (
            ...,  # upstream
            ...,  # VJP
            4 * 3,  # tangent: it nudges every number of x
            ...,  # JVP
            ...,  # Jacobian
        )
        """),
    solution=code("""
        sizes = (
            2 * 5,  # upstream: it weighs every number of y
            4 * 3,  # VJP: a gradient has the shape of x
            4 * 3,  # tangent: it nudges every number of x
            2 * 5,  # JVP: it says how every number of y moves
            (2 * 5) * (4 * 3),  # Jacobian: a slope for every pair
        )
        """),
    answer="sizes",
)

# --- 02.2 ---


def vjp_by_hand(upstream, jacobian):
    return upstream @ jacobian


def jacobian_and_upstream(rng):
    outputs = int(rng.integers(2, 5))
    return rng.normal(size=outputs), rng.normal(size=(outputs, outputs + 1))


VJP_BY_HAND = Function(
    id="02.2",
    title="Mix the rows by hand",
    difficulty=1,
    minutes=2,
    covers=("gradient-is-the-jacobian", "vector-gradient-is-a-matrix"),
    inputs=jacobian_and_upstream,
    takes=("upstream", "jacobian"),
    reference=vjp_by_hand,
    wrong=(
        known.ones_for_upstream,
        Wrong(
            "rows-not-added",
            lambda upstream, jacobian: upstream[:, None] * jacobian,
            "These are the weighted rows, still side by side. One gradient comes back: add them up.",
        ),
        Wrong(
            "added-along-the-row",
            lambda upstream, jacobian: (upstream[:, None] * jacobian).sum(axis=1),
            "You added along each row, and have one number per output. Add the rows to each other: axis=0.",
        ),
        Wrong(
            "everything-added",
            lambda upstream, jacobian: (upstream[:, None] * jacobian).sum(),
            (
                "You added everything into one number. Only the rows are added: each input keeps a number of "
                "its own."
            ),
        ),
        Wrong(
            "averaged",
            lambda upstream, jacobian: (upstream[:, None] * jacobian).mean(axis=0),
            "This is the mean of the weighted rows. A VJP is their sum: an output more does not thin it out.",
        ),
        Wrong(
            "first-row-alone",
            lambda upstream, jacobian: upstream[0] * jacobian[0],
            "This is the first row alone. Every output has a row, and every row counts with its own weight.",
        ),
        known.sign_flipped,
    ),
    because="That sum of weighted rows is what a matrix product from the left does: upstream @ jacobian.",
    hints=(
        (
            "weighted_rows has a row per output and a column per input. Which of the two must be gone at the "
            "end?"
        ),
        "VJP[j] = Σ_i upstream[i] · J[i, j]",
        code("""
            def vjp_by_hand(upstream, jacobian):
                weighted_rows = upstream[:, None] * jacobian
                return weighted_rows.sum(axis=___)
            """),
    ),
    stub=code("""
        def vjp_by_hand(upstream, jacobian):
            weighted_rows = upstream[:, None] * jacobian  # row i times upstream[i]
            return ...
        """),
    solution=code("""
        def vjp_by_hand(upstream, jacobian):
            weighted_rows = upstream[:, None] * jacobian  # row i times upstream[i]
            return weighted_rows.sum(axis=0)  # the outputs are added up; one number per input is left
        """),
    answer="vjp_by_hand",
)

# --- 02.3 ---


def jacobian_by_rows(f, x):
    y, pullback = ad.vjp(f, x)
    return np.stack([pullback(one_hot)[0] for one_hot in np.eye(y.size)])


def function_and_input(outputs, inputs):
    """Draws a vector function whose Jacobian has no zero in it, and the input to take it at."""

    def draw(rng):
        mixing, x = rng.normal(size=(outputs, inputs)), rng.normal(size=inputs)
        return lambda x: np.tanh(mixing @ x) * np.sum(x * x), x

    return draw


def functions_of_several_shapes(rng):
    outputs = int(rng.integers(2, 5))
    inputs = int(rng.choice([n for n in (2, 3, 4) if n != outputs]))
    return function_and_input(outputs, inputs)(rng)


JACOBIAN_BY_ROWS = Function(
    id="02.3",
    title="A Jacobian from nothing but VJPs",
    difficulty=2,
    minutes=2,
    covers=("vjp-of-ones-is-the-diagonal", "gradient-is-the-jacobian", "seed-shaped-like-the-input"),
    inputs=functions_of_several_shapes,
    takes=("f", "x"),
    reference=jacobian_by_rows,
    wrong=(
        Wrong(
            "rows-as-columns",
            lambda f, x: jacobian_by_rows(f, x).T,
            (
                "This is the Jacobian turned over: each VJP stands as a column. An output's slopes make "
                "a row: "
                "stack along axis 0."
            ),
        ),
        Wrong(
            "one-vjp-with-ones",
            lambda f, x: row_vjp(f, x, np.ones(f(x).size)),
            (
                "This is one VJP, with ones: all rows added up, and nothing can take that sum apart "
                "again. Ask for "
                "one row at a time."
            ),
        ),
        Wrong(
            "ones-are-the-diagonal",
            lambda f, x: np.diag(row_vjp(f, x, np.ones(f(x).size))),
            (
                "A VJP with ones adds up every column; it is not the diagonal. And a Jacobian is not "
                "diagonal "
                "unless f works entry by entry."
            ),
        ),
        Wrong(
            "first-row-alone",
            lambda f, x: jacobian_by_rows(f, x)[0],
            "This is the first row, from the first one-hot upstream. Do the same for every output.",
        ),
        Wrong(
            "last-row-alone",
            lambda f, x: jacobian_by_rows(f, x)[-1],
            "Only the last row is left: each row has replaced the one before. Keep them all in a list.",
        ),
        Wrong(
            "tuples-stacked",
            lambda f, x: jacobian_by_rows(f, x)[:, None, :],
            (
                "There is an axis of length 1 too many: pullback returns a tuple, one gradient per input. "
                "Take its [0]."
            ),
        ),
    ),
    because="One VJP per output, m in all: that is how ad.jacobian does it too.",
    hints=(
        "Which upstream lets through the slopes of output i and silences all the others?",
        (
            "row i of J = VJP with the one-hot upstream (0, …, 1, …, 0);   the rows of np.eye(m) are these "
            "upstreams"
        ),
        code("""
            def jacobian_by_rows(f, x):
                y, pullback = ad.vjp(f, x)
                rows = [pullback(___)[0] for one_hot in np.eye(___)]
                return np.stack(rows)
            """),
    ),
    stub=code("""
        def jacobian_by_rows(f, x):
            y, pullback = ad.vjp(f, x)  # pullback(upstream) is a tuple of one gradient
            return ...
        """),
    solution=code("""
        def jacobian_by_rows(f, x):
            y, pullback = ad.vjp(f, x)
            # A one-hot upstream silences all outputs but one, so the sum of rows has one row left in it.
            rows = [pullback(one_hot)[0] for one_hot in np.eye(y.size)]
            return np.stack(rows)
        """),
    answer="jacobian_by_rows",
)

# --- 02.4 ---


def gradient_as_given(loss, step, x):
    """What a learner of the chain rule for single numbers writes."""
    x = ad.Tensor(x)
    h = step(x)
    g1 = ad.gradients(loss(h), h)
    g2 = ad.gradients(h, x)
    return g1 * g2


def gradient_in_two_parts(loss, step, x):
    x = ad.Tensor(x)
    h = step(x)
    g1 = ad.gradients(loss(h), h)
    return ad.gradients(h, x, grad_ys=g1)


def with_parts(combine):
    """The two parts found correctly and put together by combine(g1, jacobian of the step, loss)."""

    def wrong(loss, step, x):
        h = ad.Tensor(step(x))
        return combine(ad.gradients(loss(h), h), ad.jacobian(step)(x), loss(step(x)))

    return wrong


def gradient_at_the_wrong_place(loss, step, x):
    return row_vjp(step, x, ad.grad(loss)(x))


def loss_step_and_input(rng):
    size = int(rng.integers(2, 5))
    target = rng.normal(size=size)
    step, x = function_and_input(size, size)(rng)
    return lambda h: np.mean((h - target) ** 2), step, x


TWO_PARTS = Function(
    id="02.4",
    title="Bug hunt: two parts that fit",
    difficulty=2,
    minutes=2,
    covers=("gradient-is-the-jacobian", "vjp-of-ones-is-the-diagonal", "vjp-jvp-transpose-are-one"),
    inputs=loss_step_and_input,
    takes=("loss", "step", "x"),
    reference=gradient_in_two_parts,
    given=gradient_as_given,
    wrong=(
        Wrong(
            "ones-for-upstream",
            with_parts(lambda g1, jacobian, loss: jacobian.sum(axis=0)),
            (
                "This is g2 alone: the step with an upstream of ones. What the loss says of each entry of h "
                "is lost."
            ),
        ),
        Wrong(
            "upstream-alone",
            with_parts(lambda g1, jacobian, loss: 1 * g1),
            "This is g1 alone: the gradient at h. It has still to pass through the step, down to x.",
        ),
        Wrong(
            "jvp-for-vjp",
            with_parts(lambda g1, jacobian, loss: jacobian @ g1),
            (
                "This is J · g1: the columns are mixed, as in a JVP. g1 belongs to the outputs of the "
                "step, so it "
                "mixes the rows: g1 · J."
            ),
        ),
        Wrong(
            "diagonal-for-jacobian",
            with_parts(lambda g1, jacobian, loss: g1 * np.diag(jacobian)),
            "This uses the diagonal of J alone: how h[i] reacts to x[i]. It reacts to the other entries too.",
        ),
        Wrong(
            "upstream-added-up-first",
            with_parts(lambda g1, jacobian, loss: g1.sum() * jacobian.sum(axis=0)),
            (
                "g1 is added up before it meets the step. Each of its numbers belongs to one entry of h: "
                "keep them apart."
            ),
        ),
        Wrong(
            "loss-for-upstream",
            with_parts(lambda g1, jacobian, loss: loss * jacobian.sum(axis=0)),
            "You multiply by the value of the loss. What arrives at h is the gradient of the loss, g1.",
        ),
        Wrong(
            "wrong-place",
            gradient_at_the_wrong_place,
            (
                "This upstream is the gradient of the loss at x. Take it at h, which is what the loss gets "
                "to see."
            ),
        ),
    ),
    because=(
        "g1 is the upstream of the step. g2 had ones in that place, and no product can put g1 there "
        "afterwards."
    ),
    hints=(
        (
            "g2 was made with an upstream already, though nobody wrote one. Which one, and which should it "
            "have been?"
        ),
        "d loss/dx = g1 · J,   and   ad.gradients(h, x, grad_ys=u) = u · J",
        code("""
            h = step(x)
            g1 = ad.gradients(loss(h), h)
            return ad.gradients(h, x, grad_ys=___)
            """),
    ),
    stub=code("""
        def gradient_in_two_parts(loss, step, x):
            x = ad.Tensor(x)
            h = step(x)
            g1 = ad.gradients(loss(h), h)
            g2 = ad.gradients(h, x)
            return g1 * g2  # the shapes fit, the numbers are wrong
        """),
    solution=code("""
        def gradient_in_two_parts(loss, step, x):
            x = ad.Tensor(x)
            h = step(x)
            g1 = ad.gradients(loss(h), h)
            return ad.gradients(h, x, grad_ys=g1)  # g1 is what arrives at h: the upstream of the step
        """),
    answer="gradient_in_two_parts",
)

# --- 02.5 ---


FORWARD_MODE = Order(
    id="02.5",
    title="Put forward mode in order",
    difficulty=2,
    minutes=3,
    covers=("vjp-jvp-transpose-are-one",),
    # As many outputs as inputs, so that a VJP in the place of the JVP fits, and is told by its numbers.
    inputs=lambda rng: (ad, *function_and_input(3, 3)(rng), rng.normal(size=3)),
    takes=("ad", "f", "x", "t"),
    gives=("tangent",),
    reference="D F B E",
    lines={
        "A": "tangent = ad.gradients(down, u)",
        "B": "(down,) = pullback(u)",
        "C": "(tangent,) = pullback(t)",
        "D": "y, pullback = ad.vjp(f, x)",
        "E": "tangent = ad.gradients(down, u, grad_ys=t)",
        "F": "u = ad.Tensor(np.zeros(y.shape))",
    },
    wrong=(
        Wrong(
            "vjp-for-jvp",
            "D C",
            (
                "That is the VJP of t: it fits only because f has as many outputs as inputs. A JVP needs "
                "a second "
                "sweep, through the pullback."
            ),
        ),
        Wrong(
            "ones-for-tangent",
            "D F B A",
            (
                "Line A leaves the tangent out, so ones stand in for it: this is how y moves if all of x "
                "moves by 1."
            ),
        ),
        Wrong("line-too-early", "D B F E"),
        Wrong("line-missing", "D F B"),
        Wrong("line-too-many", "D C F B E"),
    ),
    because="The first sweep makes uJ, a function of u; the second is its VJP with t, and that is Jt.",
    hints=(
        "Two sweeps. The first goes from u down to x; what do you differentiate in the second, and by what?",
        "down = u · J is linear in u, so the VJP of (u → down) with the upstream t is J · t",
        code("""
            the pullback of f:             D
            any upstream, as a Tensor:     __
            first sweep:                   __
            second sweep, back to u:       __
            """),
    ),
    stub=code("""
        # Four of these lines compute tangent, the JVP of f at x along t.
        #   A   tangent = ad.gradients(down, u)
        #   B   (down,) = pullback(u)
        #   C   (tangent,) = pullback(t)
        #   D   y, pullback = ad.vjp(f, x)
        #   E   tangent = ad.gradients(down, u, grad_ys=t)
        #   F   u = ad.Tensor(np.zeros(y.shape))
        order = "..."
        """),
    solution=code("""
        # D: the pullback. F and B: sweep once with a u that is watched. E: sweep from its result back to u.
        order = "D F B E"
        """),
    answer="order",
)

# --- 02.6 ---


def hessian_times(f, x, v):
    _, pullback = ad.vjp(ad.grad(f), x)
    (product,) = pullback(v)
    return product


def bowl_point_and_direction(rng):
    size = int(rng.integers(3, 6))
    mixing, x, v = rng.normal(size=(size + 1, size)), *rng.normal(size=(2, size))
    return lambda x: np.sum(np.tanh(mixing @ x) ** 2) + np.prod(x), x, v


HESSIAN_TIMES = Function(
    id="02.6",
    title="A Hessian times a vector",
    difficulty=3,
    minutes=4,
    covers=("vjp-of-ones-is-the-diagonal", "gradient-is-the-jacobian"),
    inputs=bowl_point_and_direction,
    takes=("f", "x", "v"),
    reference=hessian_times,
    wrong=(
        Wrong(
            "ones-for-upstream",
            lambda f, x, v: ad.hessian(f)(x).sum(axis=0),
            (
                "v plays no part in this: it is the Hessian with ones, all its rows added. Pass v as the "
                "upstream."
            ),
        ),
        Wrong(
            "diagonal-for-hessian",
            lambda f, x, v: np.diag(ad.hessian(f)(x)) * v,
            "This uses the diagonal of the Hessian alone. Every pair of inputs has a second derivative.",
        ),
        Wrong(
            "diagonal-by-ones",
            lambda f, x, v: ad.hessian(f)(x).sum(axis=0) * v,
            (
                "You took the VJP with ones and multiplied by v afterwards, as if ones gave a diagonal. "
                "The weights "
                "must be there before the rows are added."
            ),
        ),
        Wrong(
            "hessian-itself",
            lambda f, x, v: ad.hessian(f)(x),
            "This is the whole Hessian: n times n numbers. Only its product with v is wanted, n numbers.",
        ),
        Wrong(
            "weighted-not-added",
            lambda f, x, v: ad.hessian(f)(x) * v,
            "These are the entries of the Hessian, weighed by v and not yet added up: n numbers are wanted.",
        ),
        Wrong(
            "gradient-times-v",
            lambda f, x, v: ad.grad(f)(x) * v,
            (
                "This is the gradient times v, a first derivative. Differentiate once more: the gradient is "
                "a function."
            ),
        ),
        Wrong(
            "slope-along-v",
            lambda f, x, v: ad.grad(f)(x) @ v,
            (
                "This is how fast f itself grows along v: one number, a first derivative. Differentiate it "
                "once more."
            ),
        ),
        Wrong(
            "curvature-along-v",
            lambda f, x, v: v @ ad.hessian(f)(x) @ v,
            "This is the curvature along v, one number: v is multiplied in once too often.",
        ),
    ),
    because="The gradient is a vector function, its Jacobian the Hessian: one VJP, never n of them, does it.",
    hints=(
        "The gradient of f takes n numbers to n numbers. What is its Jacobian called?",
        (
            "H = Jacobian of (x → ∇f(x)),   so   v · H = VJP of ∇f with the upstream v;   H is symmetric: v "
            "· H = H · v"
        ),
        code("""
            def hessian_times(f, x, v):
                _, pullback = ad.vjp(___, x)
                (product,) = pullback(___)
                return product
            """),
    ),
    stub=code("""
        def hessian_times(f, x, v):
            # The Hessian of f times v: n numbers. Never build the n × n Hessian.
            gradient = ad.grad(f)  # a function of its own, from n numbers to n
            return ...
        """),
    solution=code("""
        def hessian_times(f, x, v):
            gradient = ad.grad(f)
            _, pullback = ad.vjp(gradient, x)  # the Jacobian of the gradient is the Hessian
            (product,) = pullback(v)  # v mixes its rows; it is symmetric, so rows and columns are alike
            return product
        """),
    answer="hessian_times",
)

EXERCISES = (SIZES, VJP_BY_HAND, JACOBIAN_BY_ROWS, TWO_PARTS, FORWARD_MODE, HESSIAN_TIMES)


# --- predictions ---

AT = np.array([4.0, 3.0])  # the garden is 4 wide and 3 deep


def lawn_and_fence(x):
    """The first two outputs of `garden`: two in, two out, and not diagonal."""
    return garden(x)[:2]


def spread(x):
    """Three numbers to fifty."""
    return np.sin(np.outer(np.arange(1.0, 51.0), x).sum(axis=1))


PREDICTIONS = (
    Prediction(
        id="02.p1",
        question="x holds 2 numbers, y = garden(x) holds 3. How many numbers does ad.gradients(y, x) give?",
        example=5,
        truth=lambda: row_vjp(garden, AT, np.ones(3)).size,
        covers=("vector-gradient-is-a-matrix", "gradient-is-the-jacobian"),
        guesses=(
            Wrong(
                "vector-gradient-is-a-matrix",
                lambda: ad.jacobian(garden)(AT).size,
                "Those are all the slopes there are, the Jacobian. A gradient function never hands it out.",
            ),
            Wrong(
                "one-per-output",
                lambda: garden(AT).size,
                (
                    "That is one for each output. A gradient has the shape of what you differentiate by, and "
                    "that is x."
                ),
            ),
            Wrong(
                "one-for-everything",
                lambda: 1,
                "One number would do if x were one number. Each of the two inputs gets a slope of its own.",
            ),
        ),
        because="A gradient looks like x, whatever y looks like: 2 numbers. So six slopes were made into 2.",
    ),
    Prediction(
        id="02.p2",
        question="The Jacobian is [[3, 4], [2, 2]]. What does ad.gradients(y, x) give, without grad_ys?",
        example=[1, 2],
        truth=lambda: row_vjp(lawn_and_fence, AT, np.ones(2)),
        covers=("vjp-of-ones-is-the-diagonal", "vjp-jvp-transpose-are-one"),
        guesses=(
            Wrong(
                "ones-are-the-diagonal",
                lambda: np.diag(ad.jacobian(lawn_and_fence)(AT)),
                "That is the diagonal. Ones give it only if J has nothing beside its diagonal, as for x * x.",
            ),
            Wrong(
                "jvp-for-vjp",
                lambda: ad.jvp(lawn_and_fence, [AT], [np.ones(2)])[1],
                (
                    "You added along the rows: that is the JVP with ones. An upstream adds the rows to each "
                    "other."
                ),
            ),
            Wrong(
                "averaged",
                lambda: ad.jacobian(lawn_and_fence)(AT).mean(axis=0),
                "That is the mean of the rows. Nothing divides by the number of outputs.",
            ),
            Wrong(
                "first-row-alone",
                lambda: ad.jacobian(lawn_and_fence)(AT)[0],
                "That is the first row, the gradient of the area alone. The fence counts as well.",
            ),
        ),
        because="Ones add the rows: [3 + 2, 4 + 2]. The diagonal, [3, 2], is something else.",
    ),
    Prediction(
        id="02.p3",
        question="x and y hold 10,000 float64 numbers each. How many megabytes is the Jacobian?",
        example=3,
        truth=lambda: np.zeros(10_000).nbytes * 10_000 / 1e6,
        covers=("gradient-is-the-jacobian",),
        guesses=(
            Wrong(
                "one-vector",
                lambda: np.zeros(10_000).nbytes / 1e6,
                (
                    "That is one vector of 10,000 numbers: a VJP. The Jacobian has as many such rows as y "
                    "has numbers."
                ),
            ),
            Wrong(
                "sizes-added",
                lambda: np.zeros(20_000).nbytes / 1e6,
                "You added the sizes. There is a slope for every pair of an output and an input: multiply.",
            ),
            Wrong(
                "bytes-for-megabytes",
                lambda: 10_000 * 10_000 * 8.0,
                "So many bytes, indeed. A megabyte is a million of them.",
            ),
            Wrong(
                "bytes-forgotten",
                lambda: 10_000 * 10_000 / 1e6,
                "So many million numbers it holds indeed; each of them takes 8 bytes.",
            ),
        ),
        because="10,000 × 10,000 slopes of 8 bytes make 800 megabytes. The VJP takes 0.08.",
    ),
    Prediction(
        id="02.p4",
        question="f takes 3 numbers to 50. With how few VJPs or JVPs do you get its whole Jacobian?",
        example=20,
        truth=lambda: min(ad.jacobian(spread)(np.ones(3)).shape),
        covers=("vjp-jvp-transpose-are-one", "gradient-is-the-jacobian"),
        guesses=(
            Wrong(
                "reverse-by-habit",
                lambda: 50,
                "That is the count for VJPs, a row each. Columns are fewer here, and a JVP gives a column.",
            ),
            Wrong(
                "one-per-entry",
                lambda: 150,
                "That would be one for every slope. One VJP brings a whole row, one JVP a whole column.",
            ),
            Wrong(
                "one-for-all",
                lambda: 1,
                "One sweep gives one mix of rows or of columns. It cannot be taken apart into all of them.",
            ),
            Wrong(
                "rows-and-columns",
                lambda: 53,
                "You counted rows and columns. All the rows, or all the columns, hold every slope already.",
            ),
        ),
        because="There are 50 rows and 3 columns; a JVP gives a column: 3 of them are enough.",
    ),
)
