"""Lesson 01: what is the upstream gradient? From one step of a sweep to a rule of your own.

01.1 worked (one row of the table is given), 01.2 faded, 01.3 and 01.4 blank, 01.5 lines to order, 01.6 a bug
hunt, 01.7 transfer to a function of which nothing was said.
"""

import numpy as np

from helpers import autodiff as ad
from helpers.exercises.key.further import alike
from helpers.exercises.key.kinds import Custom, Function, Value
from helpers.exercises.key.letters import Order
from helpers.exercises.key.prediction import PredictionKey
from helpers.exercises.say.small import whole, whole_numbers


def matrix_and_upstream(rng):
    """An upstream and an input of the same shape, which is neither square nor the same in every case."""
    rows = int(rng.integers(2, 4))
    upstream, x = rng.normal(size=(2, rows, rows + 1))
    return upstream, x


def first_layer_row(x):
    """(upstream, local, downstream) at the layer nearest x of y = (x²)², from the engine's own sweep."""
    x = ad.Tensor(x)
    y = (x * x) ** 2
    _, x_step = ad.backward_steps(y)
    downstream = sum(x_step.downstream)  # x * x uses x twice
    return x_step.upstream, downstream / x_step.upstream, downstream


def square(x):
    """x², traced through its product."""
    return x * x


ONE_ROW = Value("01.1", covers=("seed-is-a-mystery", "upstream-cancels-like-a-fraction"),
    inputs=lambda rng: (3.0,),
    takes=("x",), gives=("upstream", "local", "downstream"),
    reference=first_layer_row,
    worked="At x = 2, the layer nearest y has the input 4: its local is 2 · 4 = 8, and 1 · 8 = 8 goes down. "
    "So the layer nearest x has the upstream 8, the local 2 · 2 = 4 and the downstream 8 · 4 = 32.",
    because="The upstream is the downstream of the layer above; upstream × local = downstream throughout.",
    hints=(
        "The layer nearest x never sees y. What number does the layer above hand to it?",
        "upstream here = downstream above,   local = 2 · input,   downstream = upstream · local",
        """
        layer nearest y:  input 9   upstream 1    local 18      downstream 18
        layer nearest x:  input 3   upstream __   local 2 · 3   downstream __ · __
        """,
    ),
    wrong=(
    ("seed-at-every-layer", "1, local, local",
     "The 1 starts the sweep at the very end. Every other layer is sent the downstream of the layer above."),
    ("upstream-squared", "upstream * upstream, local, upstream * upstream * local",
     "Your downstream fits your upstream. But your upstream is 18 · 18: what does the layer above send?"),
    ("upstream-and-local-swapped", "local, upstream, downstream",
     "Upstream and local have changed places: the upstream is what arrives."),
    ("upstream-added", "downstream = upstream + local"),
    ("upstream-divided", "downstream = local / upstream"),
    ("upstream-alone", "downstream = upstream"),
    ("upstream-missing", "downstream = local"),
    ("value-for-local", "upstream, x * x, upstream * x * x",
     "Your local is 3², what the layer gives. The local is its slope there, 2 · 3."),
    ("other-layer", "1, 2 * x * x, 2 * x * x",
     "This is the row above, which is given. You want the layer nearest x: its input is x itself."),
    ("input-for-upstream", "x, local, x * local",
     "Your upstream is 3, the input of this layer. The upstream is what the layer above sends."),
    ("seed-for-upstream", "1, local, downstream",
     "The upstream is not the seed, 1, but what the layer above sends."),
    ("output-for-upstream", "x * x, local, x * x * local",
     "Your upstream is 9, what this layer hands up. The upstream comes down, from the layer above."),
    ("local-of-the-layer-above", "upstream, upstream, upstream * upstream",
     "Your local is that of the layer above. Both are squares, but each is taken at its own input: here 3."),
    ),
    right=(
    """
        x = 3
        upstream = 2 * (x * x)
        local = 2 * x
        row = (upstream, local, upstream * local)
    """,
    ("upstream × local = downstream", "18, 6, 18 * 6"),
    ("upstream here = downstream above,   local = 2 · input", "18, 2 * x, 18 * 2 * x"),
    ),
    words={"upstream": "the upstream", "local": "the local"},
)

SQUARE_RULE = Function("01.2",
    covers=("upstream-left-out", "upstream-cancels-like-a-fraction", "ones-prove-the-rule"),
    inputs=matrix_and_upstream,
    wider=alike(2, large=1e6),
    forward=square,
    small=(whole_numbers(3, 2), whole((1, 3), (1, 3))),
    takes=("upstream", "x"),
    because="Every upstream is multiplied by the slope, not only ones: the check drew random ones.",
    hints=(
        "You have the slope of x² already. What must it be multiplied by before it goes on down?",
        "downstream = upstream · d(x²)/dx",
        """
        def square_rule(upstream, x):
            local = 2 * x
            return «upstream» * local
        """,
    ),
    wrong=(
    "upstream-missing", "upstream-alone", "upstream-squared", "upstream-added", "upstream-divided",
    ("summed-too-much", "np.sum(upstream * 2 * x)",
     "This is one number for all of x. Each entry of x has a slope of its own: keep the shape of x."),
    ("output-for-local", "upstream * x * x",
     "This multiplies by the layer's output x². The local is the slope of x², not x² itself."),
    ),
    right=(
    ("downstream = upstream · d(x²)/dx", "upstream * (2 * x)"),
    ("Every upstream is multiplied by the slope", """
        def square_rule(upstream, x):
            down = np.zeros_like(x)
            for index in np.ndindex(x.shape):
                down[index] = upstream[index] * 2 * x[index]
            return down
     """),
    ),
)

MIRRORED = Function("01.3",
    covers=("seed-is-a-mystery", "upstream-cancels-like-a-fraction", "upstream-left-out"),
    inputs=matrix_and_upstream,
    wider=alike(2),
    # where e⁻ˣ vanishes, and where it overflows
    edge_cases=((np.array([0.5, -2.0, 3.0]), np.array([1000.0, -1000.0, -800.0])),),
    forward=lambda x: np.log(1 + np.exp(-x)),
    small=(whole_numbers(4, 0), whole_numbers(4, 1), whole((1, 3), (1, 3))),
    takes=("upstream", "x"),
    because="upstream times slope; −(1 − 1/(1 + e⁻ˣ)) is the slope, written so that it survives x = −1000.",
    hints=(
        "Which number arrives from above? And what is the slope of log(1 + e⁻ˣ), the minus included?",
        "slope = −e⁻ˣ / (1 + e⁻ˣ),   and again   e⁻ˣ / (1 + e⁻ˣ) = 1 − 1 / (1 + e⁻ˣ)",
        """
        def mirrored_rule(upstream, x):
            e = np.exp(-x)
            local = -(1 - «1 / (1 + e)»)
            return «upstream» * local
        """,
    ),
    wrong=(
    "upstream-missing", "upstream-divided",
    ("divided-by-the-slope", "upstream * -( -> upstream / -(",
     "This divides by the slope. dy in the code is not the dy of dy/dx: it is the upstream, so multiply."),
    ("inside-missing", "upstream / (1 + np.exp(-x))",
     "These are the numbers of 1 / (1 + e⁻ˣ): the slope of the logarithm alone, and that of log(1 + eˣ).",
     "Here e⁻ˣ stands inside: multiply by its slope, −e⁻ˣ."),
    ("logarithm-not-yet", "-upstream * np.exp(-x)",
     "These are the numbers of −e⁻ˣ: the slope of e⁻ˣ, and not yet that of the logarithm around it.",
     "log(u) moves 1/u per 1 of u, and here u is 1 + e⁻ˣ."),
    ("inner-slope-alone", "-np.exp(-x)",
     "These are the numbers of −e⁻ˣ alone: the upstream is not in them, nor the slope of the logarithm."),
    ("outer-derivative-and-minus-missing", "upstream * np.exp(-x)",
     "These are the numbers of e⁻ˣ. Its slope is −e⁻ˣ, and the logarithm around it has a slope too."),
    ("denominator-without-one", "upstream * -(1 - 1 / np.exp(-x))",
     "These are the numbers with e⁻ˣ alone in the denominator. The logarithm is that of 1 + e⁻ˣ."),
    ("steep-everywhere", "-upstream",
     "These are the numbers of a slope of −1 at every x. The function is that steep only far below 0."),
    ("minus-missing", "upstream * -( -> upstream * (",
     "Every sign is turned round. Inside is e⁻ˣ, and its slope is −e⁻ˣ."),
    ("overflow-infinite", "(1 - 1 / (1 + e)) -> e / (1 + e)",
     "At x = −1000, e⁻ˣ is infinite, and this gives NaN. Write it so that e⁻ˣ stands in one place."),
    ("zero-for-the-slope", "-(1 - 1 / (1 + e)) -> np.nan_to_num(-e / (1 + e))",
     "At x = −1000 the slope is −1, and this is zero. Write it so that e⁻ˣ stands in one place."),
    ("only-the-sign", "-upstream / (1 + np.exp(-x))",
     "These are the numbers of −1 / (1 + e⁻ˣ): of the inner slope, −e⁻ˣ, only the sign is there.",
     "Multiply by e⁻ˣ as well."),
    ("value-for-slope", "upstream * np.log(1 + np.exp(-x))",
     "You multiply by the value of the function. The local is its slope."),
    ("two-signs", "upstream * (1 - 1 / (1 - np.exp(-x)))",
     "Two signs: the logarithm is that of 1 + e⁻ˣ, and the slope of e⁻ˣ brings a minus."),
    ("exponent-for-slope", "-upstream * x / (1 + np.exp(-x))",
     "The inner slope is not −x, which stands in the exponent: the slope of e⁻ˣ is −e⁻ˣ."),
    ("slope-of-the-sigmoid", "upstream * (1 / (1 + np.exp(-x)) - 1 / (1 + np.exp(-x)) ** 2)",
     "That is the slope of 1 / (1 + e⁻ˣ), the sigmoid. Here we have a logarithm: log(1 + e⁻ˣ)."),
    ),
    right=(
    ("−(1 − 1/(1 + e⁻ˣ)) is the slope", "upstream * -(1 - 1 / (1 + np.exp(-x)))"),
    ("e⁻ˣ / (1 + e⁻ˣ) = 1 − 1 / (1 + e⁻ˣ)", "upstream * (1 / (1 + np.exp(-x)) - 1)"),
    "-upstream * 0.5 * (1 + np.tanh(-x / 2))",
    ),
)

PRODUCT_RULE = Function("01.4", covers=("upstream-left-out",),
    inputs=lambda rng: tuple(rng.normal(size=(3, 2, 3))),
    wider=alike(3, large=1e6),
    forward=lambda x, y: x * y,
    small=(whole_numbers(3, 2, 5), whole((1, 2), (1, 2), (1, 2))),
    takes=("upstream", "x", "y"), gives=("downstream to x", "downstream to y"),
    because="One upstream comes in; each input gets all of it, times the slope with respect to that input.",
    hints=(
        "Nudge x by a little and keep y: by how much does z = x · y move? Then the other way round.",
        "downstream to x = upstream · ∂z/∂x,   downstream to y = upstream · ∂z/∂y",
        """
        def product_rule(upstream, x, y):
            return upstream * «y», upstream * «x»
        """,
    ),
    wrong=(
    "upstream-missing", "upstream-alone", "upstream-squared",
    ("slopes-exchanged", "upstream * x, upstream * y",
     "These stand the other way round. If x moves by 1, z moves by y: that is the slope for x."),
    ("second-lacks-upstream", "dy = x",
     "The second downstream lacks the upstream. Both inputs receive it, each times its own slope."),
    ("upstream-shared-out", "dx / 2, dy / 2",
     "Each input gets half. The upstream is not shared out: each input receives all of it."),
    ("one-for-both", "upstream * x * y, upstream * x * y",
     "Both inputs get upstream times z. The slope with respect to x is y, with respect to y it is x."),
    ),
    right=(
    ("to x = upstream · ∂z/∂x,   downstream to y = upstream · ∂z/∂y", "upstream * y, upstream * x"),
    ("each input gets all of it, times the slope with respect to that input", "[y * upstream, x * upstream]"),
    ),
)

SWEEP_ORDER = Order("01.5", covers=("last-gradient-wins", "upstream-left-out"),
    inputs=lambda rng: tuple(rng.uniform(0.5, 1.5, size=2)),
    small=((2.0, 1.0),),
    takes=("upstream", "x"), gives=("down_x",),
    because="Forward, then from y downwards; a is used twice, so it waits for two downstreams and adds.",
    hints=(
        "Two lines run forward, four backward, two are not needed. Where is a used, and how often?",
        "gradient at a = upstream · b  +  (upstream · a) · cos(a),   then   gradient at x = that · 2x",
        """
        forward:            B __
        back from y:        __ __
        added to it at a:   __
        down to x:          __
        """,
    ),
    wrong=(
    ("swept-too-soon", "B E F D C A",
     "down_x lacks what comes through b: that is overwritten, or added too late, or missing.",
     "A value adds up what all of its uses send, and only then sends it on."),
    ("overwritten", "B E F D G C",
     "down_x holds what comes through b alone: what comes straight from y is overwritten, or missing.",
     "Add both."),
    ("straight-path-lost", "B E F G A C", "G and A both bring what comes through b, so it counts twice.",
     "What comes straight from y to a never arrives."),
    ("upstream-missing", "B E F D A H",
     "Line H sends the local alone: what arrived at a is left out. Multiply by it."),
    ),
    right=(
    ("gradient at a = upstream · b  +  (upstream · a) · cos(a),   then   gradient at x = that · 2x",
     "(upstream * np.sin(x * x) + upstream * x * x * np.cos(x * x)) * 2 * x"),
    ("Forward, then from y downwards", "B E D F A C"),
    ),
)

BUG_HUNT = Function("01.6", covers=("upstream-left-out", "forgetting-is-stopping"),
    inputs=matrix_and_upstream,
    wider=alike(2, large=10.0),
    forward=lambda x: np.sin(np.exp(-(x**2))),
    small=(whole_numbers(3, 1), (np.array([[2.0, 1.0]]), np.array([[1.5, -1.0]]))),  # e⁻ˣ² is no noise
    takes=("upstream", "x"),
    because="The forgetful layer cut off down_b and everything above it: with −b the sweep began anew.",
    hints=(
        "Change the upstream and call the function again: the result does not move. Where does it get lost?",
        "down_b = upstream · cos(b),   down_a = down_b · (−b),   down_x = down_a · 2x",
        """
        down_b = upstream * np.cos(b)
        down_a = «down_b» * -b
        return down_a * 2 * x
        """,
    ),
    wrong=(
    ("upstream-of-another-layer", "= down_b * -b -> = upstream * -b",
     "cos(b) is missing here. What arrives at the middle layer is down_b, not the upstream of y."),
    ("upstream-used-again", "return upstream * down_a * 2 * x",
     "The upstream of y is multiplied in twice. down_b contains it already."),
    ("middle-layer-skipped", "= down_b * -b -> = down_b",
     "The middle layer's own slope, −b, is missing here. Multiply what comes from above by it."),
    ("value-for-slope", "upstream * np.sin(np.exp(-x * x))",
     "You multiply by y itself. What comes down is the upstream times the slopes of all three layers."),
    ("slope-put-inside", "upstream * np.cos(-2 * x * np.exp(-x * x))",
     "The slopes of the lower layers stand inside the cosine. They are factors: multiply by them."),
    "upstream-missing",
    ),
    right=(
    ("down_b = upstream · cos(b),   down_a = down_b · (−b),   down_x = down_a · 2x",
     "upstream * np.cos(np.exp(-x * x)) * -np.exp(-x * x) * 2 * x"),
    ("with −b the sweep began anew", """
        def backward(upstream, x):
            a = x**2
            b = np.exp(-a)
            down = upstream
            for local in (np.cos(b), -b, 2 * x):
                down = down * local
            return down
     """),
    ),
)

SWISH = Custom("01.7", covers=("upstream-left-out", "output-saved-for-input", "forgetting-is-stopping"),
    inputs=matrix_and_upstream,
    wider=alike(2),
    forward=lambda x: x / (1 + np.exp(-x)),
    small=(whole_numbers(4, 0), whole_numbers(3, 1), whole((1, 2), (1, 2))),
    takes=("upstream", "x"), gives=("y", "downstream"),
    because="x is used twice, so two contributions are added, and both are multiplied by the upstream.",
    hints=(
        "y = x · s is a product of two things that both depend on x: what does each send back?",
        "∂y/∂x = s,   ∂y/∂s = x,   ds/dx = s · (1 − s):   slopes along a path multiply, paths add",
        """
        def grad(upstream):
            return upstream * («s» + x * «s * (1 - s)»)
        """,
    ),
    wrong=(
    "upstream-missing", "upstream-squared", "upstream-alone", "stopped",
    ("through-the-sigmoid-alone", "through_x + through_s -> through_s",
     "Only what comes through the sigmoid is there. x is used twice: add what its use as a factor sends."),
    ("first-use-alone", "through_x + through_s -> through_x",
     "Only the use of x as a factor counts here. x is used in the sigmoid too: add what comes from there."),
    ("slope-of-the-sigmoid", "downstream = upstream / (1 + np.exp(-x)) * (1 - 1 / (1 + np.exp(-x)))",
     "That is the slope of the sigmoid alone. y is x times it: x is a factor, and has a slope of its own."),
    ("uses-multiplied", "through_x + through_s -> s * through_s"),
    ("output-for-input-too-often", "upstream * x * s -> upstream * y * s",
     "On the path through the sigmoid s is a factor once too often, as if y, which is x · s, stood for x.",
     "With respect to s, the slope of x · s is x."),
    ("slope-on-both-paths", "downstream = upstream * ((s := 1 / (1 + np.exp(-x))) + x) * s * (1 - s)",
     "The slope of the sigmoid multiplies both terms. x as a factor does not go through the sigmoid."),
    ("sigmoid-left-out", "x * s * (1 - s) -> x",
     "These are the numbers of s + x. The path through s goes on through the sigmoid: times s(1 − s)."),
    ("slopes-exchanged", "= upstream * s -> = upstream * x; x * s * (1 - s) -> s * (1 - s)",
     "These are the numbers of x + s(1 − s).",
     "The slope of x · s is s with respect to x, and x with respect to s."),
    ("factor-on-the-other-path", "= upstream * s -> = upstream * s * x; x * s * (1 - s) -> s * (1 - s)",
     "These are the numbers of s(1 − s) + x · s: the factor x stands on the wrong one of the two paths."),
    ("factors-slopes-added", "= upstream * s -> = upstream; x * s * (1 - s) -> s * (1 - s)",
     "These are the numbers of 1 + s(1 − s), the slopes of the two factors, added.",
     "Multiply each by the other factor first: 1 · s and x · s(1 − s)."),
    ("value-for-slope", "downstream = upstream * x / (1 + np.exp(-x))",
     "You multiply by y itself. What comes down is the upstream times the slope of y."),
    ),
    words={"through_x": "the path straight through x", "through_s": "the path through the sigmoid"},
    right=(
    ("∂y/∂x = s,   ∂y/∂s = x,   ds/dx = s · (1 − s):   slopes along a path multiply, paths add",
     "downstream = upstream * ((s := 1 / (1 + np.exp(-x))) + x * s * (1 - s))"),
    ("two contributions are added, and both are multiplied by the upstream", """
        def swish(x):
            s = 1 / (1 + np.exp(-x))
            y = x * s

            def grad(upstream):
                return (upstream * (y + s * (1 - y)),)

            return y, grad
     """),
    ),
)


# --- predictions ---


def slope(f, x):
    """The slope of f at x, by the engine."""
    x = ad.Tensor(x)
    return ad.gradients(f(x), x)


def three_squares(x):
    """((x²)²)²."""
    return square(square(square(x)))


@ad.custom_gradient
def forgetful_square(x):
    """x², with a rule that forgets its upstream."""
    return x * x, lambda upstream: np.ones_like(upstream) * 2 * x


@ad.custom_gradient
def log1pexp(x):
    """log(1 + eˣ), with the rule that the lesson shows."""
    e = np.exp(x)
    return np.log(1 + e), lambda upstream: upstream * (1 - 1 / (1 + e))


THREE_SQUARES = PredictionKey("01.p1",
    "y = ((x²)²)² at x = 2. x takes a tiny step: how far does y move per 1 of x?",
    example=100, truth=lambda: slope(three_squares, 2.0), covers=("seed-is-a-mystery",),
    because="A tiny move of x is made 4 times as large, then 8 times, then 32 times: 4 · 8 · 32 = 1024.",
    guesses=(
    ("last-local-alone", "slope(square, 16.0)",
     "That is the slope of the last square alone, and also 4 · 8, that of the first two. There are three."),
    ("first-local-alone", "slope(square, 2.0)",
     "That is the slope of the first square alone: how far x² moves, and not yet the end."),
    ("locals-added", "4 + 8 + 32",
     "That is the sum of the three squares' slopes. What does each square do to a nudge that reaches it?"),
    ("same-local-everywhere", "4 * 4 * 4",
     "That takes the slope at x for all three squares. Is each of them fed the same number?"),
    ("value-for-gradient", "three_squares(2.0)",
     "That is y itself, and also 8 · 32, the slope without the first square. How far does y move with x?"),
    ("sign-flipped", "-slope(three_squares, 2.0)",
     "The sign: every square grows when what it is fed grows. So which way does y move with x?"),
    ("eight-comes-down", "2**7",
     "That is x⁷. y is x⁸, and its slope is 8 · x⁷: the exponent comes down as a factor."),
    ("pull-too-long", "(2.01**8 - 2**8) / 0.01",
     "y moves that far per 1 of x if x moves by 0.01. The slope is that of a tiny move."),
    ("slope-of-a-cube", "3 * 2**2",
     "That is the slope of x³. Three squares in a row are no cube: count the exponents."),
    ("exponents-added", "6 * 2**5",
     "That is the slope of x⁶, as if exponents added up. What does squaring do to an exponent?"),
    ("middle-local-alone", "slope(square, 4.0)",
     "That is the slope of the middle square alone. One stands before it, and one after it."),
    ("seed-alone", "1",
     "That is how far y moves per 1 of y itself. Three squares lie between it and x."),
    ("value-on-the-way", "square(square(2.0))",
     "That is a value on the way forward. The gradient says how fast y moves when x does."),
    ("y-stands-still", "0",
     "With 0, y would stand still when x moves. Each square hands on what reaches it, and stretches it."),
    ("at-another-x", "slope(three_squares, 3.0)", "That is the slope at x = 3. Here x is 2."),
    ("one-square-at-another-x", "slope(square, 3.0)",
     "That is the slope of one square at x = 3, as in *Start here*. Here three squares begin at 2."),
    ),
    given={"x": 2},
)

WHAT_DY_IS = PredictionKey("01.p2",
    "At x = 0, y = log(1 + eˣ) has the slope 0.5. The end is 10 · y; x moves by 0.01. What is dy?",
    example=1.5, truth=lambda: slope(lambda y: 10 * y, np.log(2.0)),
    covers=("seed-is-a-mystery", "upstream-cancels-like-a-fraction", "upstream-left-out"),
    because="dy says how strongly the end reacts to y: 10 per 1 of y. It is not a small change of y.",
    guesses=(
    ("seed-at-every-layer", "1",
     "That is what arrives at the end itself. Between the end and this rule stands one more layer."),
    ("local-for-upstream", "slope(log1pexp, 0.0)",
     "That is dy/dx, the layer's own slope, which the rule works out. dy comes from above."),
    ("downstream-for-upstream", "10 * slope(log1pexp, 0.0)",
     "That is what the rule sends on, its own slope included. dy is what it is handed."),
    ("upstream-cancels", "10 / 0.5",
     "That divides by the layer's own slope, as if dy were part of a fraction. dy has not met it yet."),
    ("output-for-upstream", "log1pexp(0.0)",
     "That is y itself. dy says how strongly the end reacts when y moves."),
    ("value-for-gradient", "10 * log1pexp(0.0)",
     "That is the value at the end. dy says how strongly it reacts when y moves."),
    ("a-small-change", "0",
     "A rule is handed no small change. dy says how strongly the end reacts to y, and it does react."),
    ("move-of-y", "0.01 * 0.5",
     "That is how far y moves. No move is handed back: dy says how far the end moves per 1 of y."),
    ("neither-is-handed-back", "0.01",
     "That is how far x moves. No move is handed back, neither of x nor of y."),
    ("move-of-the-end", "0.01 * 0.5 * 10",
     "That is how far the end moves. dy says how far it moves per 1 of y, however far x moves."),
    ("other-way-round", "1 / 10",
     "That is how far y moves when the end moves by 1. dy is the other way round."),
    ("slope-divided-out", "1 / 0.5",
     "That divides by the layer's own slope. dy has not met that slope yet: it comes from above."),
    ("sign-flipped", "-10", "The sign: when y grows, the end grows too."),
    ("slope-added", "10 + 0.5",
     "That adds the layer's own slope. dy has not met it yet, and when it does, the two are multiplied."),
    ),
    given={"seed": 1, "factor": 10},
)

USED_TWICE = PredictionKey("01.p3", "y = x² + 5x at x = 3: x is used twice. What gradient arrives at x?",
    example=4, truth=lambda: slope(lambda x: x * x + 5 * x, 3.0), covers=("last-gradient-wins",),
    because="Through x² comes 6, through 5x comes 5, and both arrive: 6 + 5 = 11.",
    guesses=(
    ("overwritten", "slope(square, 3.0)",
     "That is what comes back through x² alone. x is used a second time."),
    ("first-use-alone", "5", "That is what comes back through 5x alone. x is used a second time."),
    ("uses-multiplied", "6 * 5",
     "That multiplies what comes back on the two paths. One nudge of x travels along both at once."),
    ("value-for-gradient", "3**2 + 5 * 3", "That is y itself. The gradient says how fast it moves."),
    ("square-itself", "3**2 + 5", "That takes x² itself, 9, where its slope belongs."),
    ("product-for-slope", "2 * 3 + 5 * 3", "That takes the value of 5x, 15, where its slope belongs."),
    ("one-factor-still", "3 + 5",
     "That takes x for the slope of x², as if one of the two factors stood still."),
    ("two-of-the-square", "2 + 5", "That takes 2 for the slope of x². Is x² equally steep at every x?"),
    ("sign-flipped", "-(6 + 5)", "The sign: at x = 3 both x² and 5x grow with x."),
    ("nothing-divides", "(6 + 5) / 2",
     "That is the mean of what comes back on the two paths. Nothing divides their sum."),
    ),
    given={"x": 3},
)

FORGETFUL_MIDDLE = PredictionKey("01.p4",
    "Three squares at x = 3, but the middle one's rule forgets its upstream. What arrives at x?",
    example=100, truth=lambda: slope(lambda x: square(forgetful_square(square(x))), 3.0),
    covers=("upstream-left-out", "forgetting-is-stopping"),
    because="The 162 from above is cut off; 18 is left, and below it the sweep goes on: 18 × 6 = 108.",
    guesses=(
    ("forgetting-is-stopping", "0",
     "That is what stop_gradient would give. What does the rule that forgets still return?"),
    ("nothing-happens", "6 * 18 * 162",
     "That is the right gradient, as if nothing were forgotten. How much of it gets past the middle?"),
    ("layer-skipped", "162 * 6",
     "That skips the middle layer's own slope, and keeps what comes from the end.",
     "Which of the two does a rule that forgets return?"),
    ("local-alone", "slope(square, 9.0)",
     "That is what the forgetful layer sends down. One more layer follows on the way to x."),
    ("lowest-local-alone", "slope(square, 3.0)",
     "That is the slope next to x alone. What does the forgetful layer send down to it?"),
    ("above-the-lowest", "162 * 18",
     "That is what arrives just above the lowest square if nothing is forgotten."),
    ("upstream-alone", "162", "That is what arrives at the layer that forgets. It is just what is lost."),
    ("locals-added", "6 + 18",
     "Those are the two slopes that are left, added. What does a layer do with what arrives?"),
    ("all-locals-added", "6 + 18 + 162",
     "Those are all three slopes, added. One of them is above the layer that forgets."),
    ("same-local-everywhere", "6 * 6",
     "That takes the slope at x for both layers that are left. Are both fed the same number?"),
    ("sign-flipped", "-18 * 6",
     "The sign: forgetting brings no minus. Does one of the slopes that are left?"),
    ("fresh-start-alone", "1",
     "With a 1 the forgetful layer starts afresh.",
     "Its own slope, and that of the layer next to x, are still to come."),
    ("value-for-gradient", "three_squares(3.0)", "That is y itself. The gradient says how fast it moves."),
    ),
    given={"x": 3},
)
