"""Lesson 01: what is the upstream gradient? From one step of a sweep to a rule of your own.

01.1 worked (one row of the table is given), 01.2 faded, 01.3 and 01.4 blank, 01.5 lines to order, 01.6 a bug
hunt, 01.7 transfer to a function of which nothing was said. Each spec holds the stub and the
solution that the notebook shows.
"""

from inspect import cleandoc as code

import numpy as np

from helpers import autodiff as ad

from . import wrong_rules as known
from .kinds import Custom, Function, Order, Value
from .prediction import Prediction
from .wrong_rules import Wrong


def matrix_and_upstream(rng):
    """An upstream and an input of the same shape, which is neither square nor the same in every case."""
    rows = int(rng.integers(2, 4))
    upstream, x = rng.normal(size=(2, rows, rows + 1))
    return upstream, x


# --- 01.1 ---


def first_layer_row(x):
    """(upstream, local, downstream) at the layer nearest x of y = (x²)², from the engine's own sweep."""
    x = ad.Tensor(x)
    y = (x * x) ** 2
    _, x_step = ad.backward_steps(y)
    downstream = sum(x_step.downstream)  # x * x uses x twice
    return x_step.upstream, downstream / x_step.upstream, downstream


def seeded_again(x):
    _, local, _ = first_layer_row(x)
    return 1.0, local, local


def with_downstream(combine):
    """The row with the right upstream and local, and a downstream made from them in some other way."""

    def wrong(x):
        upstream, local, _ = first_layer_row(x)
        return upstream, local, combine(upstream, local)

    return wrong


ONE_ROW = Value(
    id="01.1",
    title="One row of the table",
    difficulty=1,
    minutes=2,
    covers=("seed-is-a-mystery", "upstream-cancels-like-a-fraction"),
    inputs=lambda rng: (3.0,),
    takes=("x",),
    gives=("upstream", "local", "downstream"),
    reference=first_layer_row,
    wrong=(
        Wrong(
            "seed-at-every-layer",
            seeded_again,
            (
                "The 1 starts the sweep at the very end. Every other layer is sent the downstream of "
                "the layer above."
            ),
        ),
        Wrong(
            "upstream-and-local-swapped",
            lambda x: (first_layer_row(x)[1], first_layer_row(x)[0], first_layer_row(x)[2]),
            "The product is right, but upstream and local have changed places: the upstream is what arrives.",
        ),
        Wrong("upstream-added", with_downstream(lambda upstream, local: upstream + local)),
        Wrong("upstream-divided", with_downstream(lambda upstream, local: local / upstream)),
        Wrong("upstream-alone", with_downstream(lambda upstream, local: upstream)),
        Wrong("upstream-missing", with_downstream(lambda upstream, local: local)),
        Wrong(
            "value-for-local",
            lambda x: (first_layer_row(x)[0], x * x, first_layer_row(x)[0] * x * x),
            "Your local is 3², what the layer gives. The local is its slope there, 2 · 3.",
        ),
        Wrong(
            "other-layer",
            lambda x: (1.0, 2 * x * x, 2 * x * x),
            "This is the row above, which is given. You want the layer nearest x: its input is x itself.",
        ),
    ),
    because="The upstream is the downstream of the layer above; upstream × local = downstream throughout.",
    hints=(
        "The first layer never sees y. What number does the layer above hand to it?",
        "upstream here = downstream above,   local = 2 · input,   downstream = upstream · local",
        code("""
            layer nearest y:  input 9   upstream 1    local 18      downstream 18
            layer nearest x:  input 3   upstream __   local 2 · 3   downstream __ · __
            """),
    ),
    stub=code("""
        # y = (x²)² at x = 3. The layer nearest y is done:
        #     input 9, upstream 1, local 18, downstream 18.
        # Fill in the layer nearest x, whose input is 3.
        row = (..., ..., ...)  # upstream, local, downstream
        """),
    solution=code("""
        # What arrives is what the layer above sent down, 18; the slope of x² at 3 is 6.
        row = (18, 6, 18 * 6)
        """),
    answer="row",
)

# --- 01.2 ---


def square_rule(upstream, x):
    return upstream * 2 * x


SQUARE_RULE = Function(
    id="01.2",
    title="The rule of one square layer",
    difficulty=1,
    minutes=2,
    covers=("upstream-left-out", "upstream-cancels-like-a-fraction", "ones-prove-the-rule"),
    inputs=matrix_and_upstream,
    takes=("upstream", "x"),
    reference=square_rule,
    wrong=(
        known.upstream_missing,
        known.upstream_alone,
        known.upstream_squared,
        known.upstream_added,
        known.upstream_divided,
        known.stopped,
        known.sign_flipped,
        Wrong("constant-factor", lambda upstream, x: upstream * x),
        known.transposed,
        known.summed_too_much,
        Wrong(
            "output-for-local",
            lambda upstream, x: upstream * x * x,
            "This multiplies by the layer's output x². The local factor is the slope of x², not x² itself.",
        ),
    ),
    because="It holds for every upstream, not only for ones: the check drew random ones.",
    hints=(
        "You have the slope of x² already. What must it be multiplied by before it goes on down?",
        "downstream = upstream · d(x²)/dx",
        code("""
            def square_rule(upstream, x):
                local = 2 * x
                return ___ * local
            """),
    ),
    stub=code("""
        def square_rule(upstream, x):
            local = 2 * x
            return ...
        """),
    solution=code("""
        def square_rule(upstream, x):
            local = 2 * x
            return upstream * local  # what arrives, scaled by how strongly this layer passes a change on
        """),
    answer="square_rule",
)

# --- 01.3 ---


def mirrored_rule(upstream, x):
    """The pullback of log(1 + e⁻ˣ)."""
    return upstream * (1 / (1 + np.exp(-x)) - 1)


MIRRORED = Function(
    id="01.3",
    title="Your turn: log(1 + e⁻ˣ)",
    difficulty=2,
    minutes=2,
    covers=("seed-is-a-mystery", "upstream-cancels-like-a-fraction", "upstream-left-out"),
    inputs=matrix_and_upstream,
    edge_cases=(
        (np.array([0.5, -2.0]), np.array([1000.0, -1000.0])),
    ),  # where e⁻ˣ vanishes, and where it overflows
    takes=("upstream", "x"),
    reference=mirrored_rule,
    wrong=(
        known.upstream_missing,
        known.upstream_divided,
        known.stopped,
        Wrong(
            "reciprocal",
            lambda upstream, x: upstream / (1 / (1 + np.exp(-x)) - 1),
            (
                "This divides by the slope. dy in the code is not the dy of dy/dx: it is the "
                "upstream, so multiply."
            ),
        ),
        Wrong(
            "inner-derivative-missing",
            lambda upstream, x: upstream / (1 + np.exp(-x)),
            "This is the slope of the logarithm alone: multiply by the slope of what is inside, −e⁻ˣ.",
        ),
        Wrong(
            "minus-missing",
            lambda upstream, x: upstream * (1 - 1 / (1 + np.exp(-x))),
            "Every sign is turned round. Inside stands e⁻ˣ, and its slope is −e⁻ˣ.",
        ),
        Wrong(
            "overflow",
            lambda upstream, x: -upstream * np.exp(-x) / (1 + np.exp(-x)),
            (
                "Right as mathematics, but at x = −1000 it is inf / inf = NaN. Write it so that e⁻ˣ "
                "stands in one place."
            ),
        ),
    ),
    because="upstream times slope; −(1 − 1/(1 + e⁻ˣ)) is the slope, written so that it survives x = −1000.",
    hints=(
        "Which number arrives from above? And what is the slope of log(1 + e⁻ˣ), the minus included?",
        "slope = −e⁻ˣ / (1 + e⁻ˣ),   and as above   e⁻ˣ / (1 + e⁻ˣ) = 1 − 1 / (1 + e⁻ˣ)",
        code("""
            def mirrored_rule(upstream, x):
                e = np.exp(-x)
                local = -(1 - ___)
                return ___ * local
            """),
    ),
    stub=code("""
        def mirrored_rule(upstream, x):
            e = np.exp(-x)
            return ...  # must also be right at x = -1000, where e is inf
        """),
    solution=code("""
        def mirrored_rule(upstream, x):
            e = np.exp(-x)
            return upstream * -(1 - 1 / (1 + e))  # -e / (1 + e) is the same slope, but inf / inf at x = -1000
        """),
    answer="mirrored_rule",
)

# --- 01.4 ---


def product_rule(upstream, x, y):
    return upstream * y, upstream * x


PRODUCT_RULE = Function(
    id="01.4",
    title="Two inputs, two downstreams",
    difficulty=2,
    minutes=2,
    covers=("upstream-left-out",),
    inputs=lambda rng: tuple(rng.normal(size=(3, 2, 3))),
    takes=("upstream", "x", "y"),
    gives=("downstream to x", "downstream to y"),
    reference=product_rule,
    wrong=(
        known.upstream_missing,
        known.gradients_swapped,
        known.upstream_alone,
        known.upstream_squared,
        Wrong(
            "upstream-missing-once",
            lambda upstream, x, y: (upstream * y, x),
            "The second downstream lacks the upstream. Both inputs receive it, each times its own slope.",
        ),
        Wrong(
            "upstream-shared-out",
            lambda upstream, x, y: (upstream * y / 2, upstream * x / 2),
            "The upstream is split between the inputs. It is not shared out: each input receives all of it.",
        ),
        Wrong(
            "one-for-both",
            lambda upstream, x, y: (upstream * x * y, upstream * x * y),
            "Both inputs get upstream times z. The slope towards x is what x is multiplied by, and so for y.",
        ),
        Wrong("how-many", lambda upstream, x, y: upstream * (x + y)),
    ),
    because="One upstream comes in; each input gets all of it, times the slope towards that input.",
    hints=(
        "Nudge x by a little and keep y: by how much does z = x · y move? Then the other way round.",
        "downstream to x = upstream · ∂z/∂x,   downstream to y = upstream · ∂z/∂y",
        code("""
            def product_rule(upstream, x, y):
                return upstream * ___, upstream * ___
            """),
    ),
    stub=code("""
        def product_rule(upstream, x, y):
            # z = x * y. Return the downstream to x, then the downstream to y.
            return ...
        """),
    solution=code("""
        def product_rule(upstream, x, y):
            # Nudging x moves z by y times the nudge, so y is the slope towards x; and the other way round.
            return upstream * y, upstream * x
        """),
    answer="product_rule",
)

# --- 01.5 ---


SWEEP_ORDER = Order(
    id="01.5",
    title="Put a backward sweep in order",
    difficulty=2,
    minutes=4,
    covers=("last-gradient-wins", "upstream-left-out"),
    inputs=lambda rng: tuple(rng.uniform(0.5, 1.5, size=2)),
    takes=("upstream", "x"),
    gives=("down_x",),
    reference="B E F D A C",
    lines={
        "A": "down_a = down_a + down_b * np.cos(a)",
        "B": "a = x * x",
        "C": "down_x = down_a * 2 * x",
        "D": "down_a = upstream * b",
        "E": "b = np.sin(a)",
        "F": "down_b = upstream * a",
        "G": "down_a = down_b * np.cos(a)",
        "H": "down_x = 2 * x",
    },
    wrong=(
        Wrong(
            "swept-too-soon",
            "B E F D C A",
            (
                "down_x is sent before everything has arrived at a. A value waits until all of its "
                "uses have sent theirs."
            ),
        ),
        Wrong("overwritten", "B E F D G C"),
        Wrong(
            "upstream-missing",
            "B E F D A H",
            "Line H sends the local derivative alone: what arrived at a is left out. Multiply by it.",
        ),
        Wrong("line-too-early", "B E C D F A"),
        Wrong("line-missing", "B E F D A"),
        Wrong("line-too-many", "B E F G D A C"),
    ),
    because="Forward, then from y downwards; a is used twice, so it waits for both gradients and adds them.",
    hints=(
        "Two lines run forward, four backward, two are not needed. Where is a used, and how often?",
        "gradient at a = upstream · b  +  (upstream · a) · cos(a),   then   gradient at x = that · 2x",
        code("""
            forward:            B __
            back from y:        __ __
            added to it at a:   __
            down to x:          __
            """),
    ),
    stub=code("""
        # y = a * b, b = sin(a), a = x², and some upstream arrives at y.
        # Six of these lines compute down_x:
        #   A   down_a = down_a + down_b * np.cos(a)
        #   B   a = x * x
        #   C   down_x = down_a * 2 * x
        #   D   down_a = upstream * b
        #   E   b = np.sin(a)
        #   F   down_b = upstream * a
        #   G   down_a = down_b * np.cos(a)
        #   H   down_x = 2 * x
        order = "..."
        """),
    solution=code("""
        # Forward B E. Back from y: F and D in either order; A adds what comes through b, and only then C.
        order = "B E F D A C"
        """),
    answer="order",
)

# --- 01.6 ---


def backward_with_bug(upstream, x):
    a = x * x
    b = np.exp(-a)
    down_a = -b
    return down_a * 2 * x


def backward(upstream, x):
    a = x * x
    b = np.exp(-a)
    down_b = upstream * np.cos(b)
    down_a = down_b * -b
    return down_a * 2 * x


BUG_HUNT = Function(
    id="01.6",
    title="Bug hunt: somebody forgot something",
    difficulty=2,
    minutes=2,
    covers=("upstream-left-out", "forgetting-is-stopping"),
    inputs=matrix_and_upstream,
    takes=("upstream", "x"),
    reference=backward,
    given=backward_with_bug,
    wrong=(
        Wrong(
            "upstream-of-another-layer",
            lambda upstream, x: upstream * -np.exp(-x * x) * 2 * x,
            (
                "The middle layer uses the upstream of y. Its own upstream is what the layer above "
                "sends down: down_b."
            ),
        ),
        Wrong(
            "upstream-used-again",
            lambda upstream, x: upstream * backward(upstream, x),
            "The upstream of y is multiplied in twice. down_b contains it already.",
        ),
        Wrong(
            "layer-skipped",
            lambda upstream, x: upstream * np.cos(np.exp(-x * x)) * 2 * x,
            "Now the middle layer passes its upstream on unchanged: its own slope, −b, got lost.",
        ),
        known.upstream_missing,
        known.sign_flipped,
        known.stopped,
    ),
    because="The forgetful layer cut off everything above it; below it the sweep went on as if y were b.",
    hints=(
        "Change the upstream and call the function again: the result does not move. Where does it get lost?",
        "down_b = upstream · cos(b),   down_a = down_b · (−b),   down_x = down_a · 2x",
        code("""
            down_b = upstream * np.cos(b)
            down_a = ___ * -b
            return down_a * 2 * x
            """),
    ),
    stub=code("""
        def backward(upstream, x):
            # y = sin(b), b = exp(-a), a = x²
            a = x * x
            b = np.exp(-a)
            down_b = upstream * np.cos(b)
            down_a = -b
            return down_a * 2 * x
        """),
    solution=code("""
        def backward(upstream, x):
            # y = sin(b), b = exp(-a), a = x²
            a = x * x
            b = np.exp(-a)
            down_b = upstream * np.cos(b)
            down_a = down_b * -b  # down_b was computed and never used: this layer forgot its upstream
            return down_a * 2 * x
        """),
    answer="backward",
)

# --- 01.7 ---


def swish(x):
    s = 1 / (1 + np.exp(-x))
    return x * s, lambda upstream: upstream * (s + x * s * (1 - s))


def swish_with(local):
    """swish with another local derivative, a function of the input x, s = sigmoid(x) and the output y."""

    def wrong(x):
        s = 1 / (1 + np.exp(-x))
        return x * s, lambda upstream: upstream * local(x, s, x * s)

    return wrong


SWISH = Custom(
    id="01.7",
    title="Your own rule for x · sigmoid(x)",
    difficulty=3,
    minutes=4,
    covers=("upstream-left-out", "output-saved-for-input", "forgetting-is-stopping"),
    inputs=matrix_and_upstream,
    takes=("upstream", "x"),
    gives=("y", "downstream"),
    reference=swish,
    wrong=(
        known.upstream_missing,
        known.upstream_squared,
        known.upstream_alone,
        known.stopped,
        Wrong("overwritten", swish_with(lambda x, s, y: x * s * (1 - s))),
        Wrong("first-use-alone", swish_with(lambda x, s, y: s)),
        Wrong("uses-multiplied", swish_with(lambda x, s, y: s * x * s * (1 - s))),
        Wrong(
            "output-saved-for-input",
            swish_with(lambda x, s, y: s + y * s * (1 - s)),
            "The slope is taken at the output y. It belongs to the input: use the x the function was given.",
        ),
        Wrong(
            "no-rule",
            lambda x: x / (1 + np.exp(-x)),
            "Only the value is returned. Return `y, grad`: the value and the rule, without the decorator.",
        ),
    ),
    because="x is used twice, so two contributions are added, and both are multiplied by the upstream.",
    hints=(
        "y = x · s is a product of two things that both depend on x: what does each send back?",
        "dy/dx = s + x · s · (1 − s)   with   s = 1 / (1 + e⁻ˣ),   and   downstream = upstream · dy/dx",
        code("""
            def grad(upstream):
                return upstream * (___ + x * ___)
            """),
    ),
    stub=code("""
        def swish(x):
            s = 1 / (1 + np.exp(-x))
            y = x * s

            def grad(upstream):
                return ...

            return y, grad
        """),
    solution=code("""
        def swish(x):
            s = 1 / (1 + np.exp(-x))
            y = x * s

            def grad(upstream):
                through_x = upstream * s                # y = x * s: the slope towards x is s
                through_s = upstream * x * s * (1 - s)  # and towards s it is x, then on through sigmoid
                return through_x + through_s

            return y, grad
        """),
    answer="swish",
)

EXERCISES = (ONE_ROW, SQUARE_RULE, MIRRORED, PRODUCT_RULE, SWEEP_ORDER, BUG_HUNT, SWISH)


# --- predictions ---


def gradient_at(f, x):
    x = ad.Tensor(x)
    return ad.gradients(f(x), x)


def square(x):
    return x * x


@ad.custom_gradient
def forgetful_square(x):
    """x², with a rule that forgets its upstream."""
    return x * x, lambda upstream: np.ones_like(upstream) * 2 * x


@ad.custom_gradient
def log1pexp(x):
    e = np.exp(x)
    return np.log(1 + e), lambda upstream: upstream * (1 - 1 / (1 + e))


def slope_at_zero():
    return gradient_at(log1pexp, 0.0)


PREDICTIONS = (
    Prediction(
        id="01.p1",
        question="y = ((x²)²)² at x = 2. What gradient arrives at x?",
        example=100,
        truth=lambda: gradient_at(lambda x: square(square(square(x))), 2.0),
        covers=("seed-is-a-mystery",),
        guesses=(
            Wrong(
                "last-local-alone",
                lambda: gradient_at(square, 16.0),
                "That is the last local derivative alone: two more layers each multiply by theirs.",
            ),
            Wrong(
                "first-local-alone",
                lambda: gradient_at(square, 2.0),
                (
                    "That is the local derivative next to x alone: it is missing the upstream, all "
                    "that is above it."
                ),
            ),
            Wrong(
                "locals-added",
                lambda: sum(gradient_at(square, x) for x in (2.0, 4.0, 16.0)),
                "That is the sum of the three local derivatives. Along one path they are multiplied.",
            ),
            Wrong(
                "same-local-everywhere",
                lambda: gradient_at(square, 2.0) ** 3,
                (
                    "That takes the slope at x for all three layers. Each layer has its own input: "
                    "2, then 4, then 16."
                ),
            ),
            Wrong(
                "value-for-gradient",
                lambda: square(square(square(2.0))),
                "That is y itself. The gradient says how fast y moves when x does.",
            ),
        ),
        because="Going down: 1 × 32 = 32, then 32 × 8 = 256, then 256 × 4 = 1024.",
    ),
    Prediction(
        id="01.p2",
        question="At x = 0 the slope of log(1 + eˣ) is 0.5. Its rule gets dy = 10. What does it return?",
        example=1.5,
        truth=lambda: ad.vjp(log1pexp, 0.0)[1](10.0)[0],
        covers=("seed-is-a-mystery", "upstream-cancels-like-a-fraction", "upstream-left-out"),
        guesses=(
            Wrong(
                "upstream-missing", slope_at_zero, "That is the slope alone: the 10 that arrives is left out."
            ),
            Wrong(
                "upstream-cancels",
                lambda: 10.0 / slope_at_zero(),
                (
                    "That divides by the slope, as if dy and dx were a fraction. dy is a number that "
                    "arrives: multiply."
                ),
            ),
            Wrong(
                "upstream-divided",
                lambda: slope_at_zero() / 10.0,
                "That divides the slope by what arrives. Nothing cancels: multiply.",
            ),
            Wrong(
                "upstream-alone",
                lambda: 10.0,
                "That is what arrives, passed on unchanged: the layer's own slope, 0.5, still has to act.",
            ),
        ),
        because="dy is not a small change of y: it is the upstream gradient, here 10, and 10 × 0.5 = 5.",
    ),
    Prediction(
        id="01.p3",
        question="y = x² + 5x at x = 3: x is used twice. What gradient arrives at x?",
        example=4,
        truth=lambda: gradient_at(lambda x: x * x + 5 * x, 3.0),
        covers=("last-gradient-wins",),
        guesses=(
            Wrong(
                "overwritten",
                lambda: gradient_at(square, 3.0),
                "That is what comes back through x² alone: what 5x sent was overwritten, not added to.",
            ),
            Wrong(
                "first-use-alone",
                lambda: gradient_at(lambda x: 5 * x, 3.0),
                "That is what comes back through 5x alone: x² sends something too.",
            ),
            Wrong(
                "uses-multiplied",
                lambda: gradient_at(square, 3.0) * gradient_at(lambda x: 5 * x, 3.0),
                "That multiplies the two. Along one path slopes multiply; two paths into the same value add.",
            ),
        ),
        because="Through x² comes 6, through 5x comes 5, and both arrive: 6 + 5 = 11.",
    ),
    Prediction(
        id="01.p4",
        question="Three squares at x = 2, but the middle one's rule forgets its upstream. What arrives at x?",
        example=100,
        truth=lambda: gradient_at(lambda x: square(forgetful_square(square(x))), 2.0),
        covers=("upstream-left-out", "forgetting-is-stopping"),
        guesses=(
            Wrong(
                "forgetting-is-stopping",
                lambda: 0.0,  # the engine itself says None there: nothing connects x with y any more
                (
                    "That is what stop_gradient would give. Forgetting stops nothing: the local "
                    "derivative still goes down."
                ),
            ),
            Wrong(
                "nothing-happens",
                lambda: gradient_at(lambda x: square(square(square(x))), 2.0),
                (
                    "That is the right gradient, as if nothing were forgotten. The top layer's 32 "
                    "never gets past the middle."
                ),
            ),
            Wrong(
                "layer-skipped",
                lambda: gradient_at(square, 16.0) * gradient_at(square, 2.0),
                (
                    "That leaves out the forgetful layer's own slope. It is the other way round: its "
                    "slope is all that is left."
                ),
            ),
            Wrong(
                "local-alone",
                lambda: gradient_at(square, 4.0),
                (
                    "That is what the forgetful layer sends down. One more layer, the one next to x, "
                    "still multiplies by 4."
                ),
            ),
        ),
        because="The 32 from above is cut off; 8 is left, and below it the sweep goes on: 8 × 4 = 32.",
    ),
)
