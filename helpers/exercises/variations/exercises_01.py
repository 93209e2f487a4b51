"""Lesson 01, its exercises once more: other layers, other products, something forgotten elsewhere."""


import numpy as np

from ..lesson_01 import slope, square
from . import Variation

# --- 01.1 ---


def other_start(number):
    """The same two layers from another x."""
    x = (4, 5, 10)[number % 3]
    return Variation(
        f"The same two layers, y = (x²)², but at x = {x}.",
        words={"3": x, "9": x * x, "18": 2 * x * x, "6": 2 * x, "3²": f"{x}²"},
        inputs=lambda rng: (float(x),),
    )


def cube_then_square(x):
    """(upstream, local, downstream) at the layer nearest x of y = (x³)²."""
    upstream, downstream = slope(square, x**3), slope(lambda x: square(x * x * x), x)
    return upstream, downstream / upstream, downstream


CUBE_BELOW = Variation(
    "Another composition: y = (x³)² at x = 2. The layer nearest x is a cube now.",
    words={"(x²)²": "(x³)²", "x²": "x³", "3": 2, "9": 8, "18": 16, "6": 12, "3²": "2³", "2 · 3": "3 · 2²"},
    inputs=lambda rng: (2.0,),
    reference=cube_then_square,
    hints=(
        "The first layer never sees y. What number does the layer above hand to it?",
        "upstream here = downstream above,   local of x³ = 3 · input²,   downstream = upstream · local",
        """
        layer nearest y:  input 8   upstream 1    local 16       downstream 16
        layer nearest x:  input 2   upstream __   local 3 · 2²   downstream __ · __
        """,
    ),
    wrong=(
    "seed-at-every-layer", "upstream-and-local-swapped", "upstream-added", "upstream-divided",
    "upstream-alone", "upstream-missing",
    ("value-for-local", "upstream, x**3, upstream * x**3"),
    ("other-layer", "1, 2 * x**3, 2 * x**3"),
    ("square-for-cube", "upstream, 2 * x, upstream * 2 * x",
     "Your local is that of x². The layer nearest x is a cube, and the slope of x³ is 3x²."),
    ),
)


# --- 01.2 ---


def layer(name, function, slope, value, forward, *more):
    """The rule of one layer of that function, whose slope and value are written in code."""
    return Variation(
        f"Another layer, y = {function}. Its slope is given; finish the rule.",
        words={"square_rule": f"{name}_rule", "square": name, "2 * x": slope, "x²": function},
        forward=forward,
        wrong=(
        "upstream-missing", "upstream-alone", "upstream-squared", "upstream-added", "upstream-divided",
        "stopped", "sign-flipped", "transposed", "summed-too-much",
        ("output-for-local", f"upstream * {value}"),
        *more,
        ),
    )


CUBE = layer("cube", "x³", "3 * x**2", "x**3", lambda x: x**3, ("constant-factor", "upstream * x**2"))
RECIPROCAL = layer("reciprocal", "1/x", "-1 / x**2", "(1 / x)", lambda x: 1 / x)
SINE = layer("sine", "sin x", "np.cos(x)", "np.sin(x)", np.sin)


# --- 01.3 ---


def stretched(number):
    """log(1 + e to the power of 2x, 3x or 5x), which overflows on the other side."""
    digit, k = (("²", 2), ("³", 3), ("⁵", 5))[number % 3]
    power = f"e{digit}ˣ"
    return Variation(
        f"Another function that overflows: y = log(1 + {power}). Its rule must also be right at x = 1000.",
        words={"e⁻ˣ": power},
        stub=f"""
        def stretched_rule(upstream, x):
            e = np.exp({k} * x)
            return ...  # must also be right at x = 1000, where e is inf
        """,
        solution=f"""
        def stretched_rule(upstream, x):
            e = np.exp({k} * x)
            # {k} * e / (1 + e) is the same slope, but inf / inf at x = 1000.
            return upstream * {k} * (1 - 1 / (1 + e))
        """,
        answer="stretched_rule",
        forward=lambda x: np.log(1 + np.exp(k * x)),
        because=f"upstream times slope; {k}(1 − 1/(1 + {power})) is the slope, and survives x = 1000.",
        hints=(
            f"Which number arrives from above? And what is the slope of log(1 + {power}), the {k} included?",
            f"slope = {k}{power} / (1 + {power}),   and   {power} / (1 + {power}) = 1 − 1 / (1 + {power})",
            f"""
            def stretched_rule(upstream, x):
                e = np.exp({k} * x)
                local = {k} * (1 - ___)
                return ___ * local
            """,
        ),
        wrong=(
        "upstream-missing", "upstream-divided", "stopped", "sign-flipped",
        ("reciprocal", f"upstream * {k} * (1 - 1 / (1 + e)) -> upstream / ({k} * (1 - 1 / (1 + e)))"),
        ("inner-derivative-missing", f"upstream * {k} * (1 - 1 / (1 + e)) -> upstream / (1 + e)",
         f"This is the slope of the logarithm alone: multiply by the slope of what is inside, {k}{power}."),
        ("inner-factor-missing", f"upstream * {k} * -> upstream *",
         f"The {k} is missing: the slope of {power} is {k}{power}."),
        ("overflow", f"{k} * (1 - 1 / (1 + e)) -> {k} * e / (1 + e)",
         "Right as mathematics, but inf / inf = NaN at x = 1000.",
         f"Write it so that {power} stands in one place."),
        ),
    )


# --- 01.4 ---

TIMES_A_SQUARE = Variation(
    "Another function of two inputs: z = x · y². Write its rule.",
    words={"x * y": "x * y**2", "x · y": "x · y²", "product_rule": "mixed_rule"},
    forward=lambda x, y: x * y**2,
    solution="""
    def mixed_rule(upstream, x, y):
        # Nudging x moves z by y² times the nudge; nudging y moves it by x times the slope of y², 2y.
        return upstream * y**2, upstream * 2 * x * y
    """,
    hints=(
        "Nudge x by a little and keep y: by how much does z = x · y² move? Then the other way round.",
        "downstream to x = upstream · ∂z/∂x,   downstream to y = upstream · ∂z/∂y",
        """
        def mixed_rule(upstream, x, y):
            return upstream * ___, upstream * x * ___
        """,
    ),
    wrong=(
    "upstream-missing", "gradients-swapped", "upstream-alone", "upstream-squared", "upstream-shared-out",
    ("upstream-missing-once", "dy = 2 * x * y"),
    ("two-forgotten", "dy = upstream * x * y",
     "The slope of y² is 2y: in the downstream to y the 2 is missing."),
    ("one-for-both", "upstream * x * y**2, upstream * x * y**2",
     "Both inputs get upstream times z itself. Each needs the slope of z with respect to that input."),
    ("how-many", "upstream * (y**2 + 2 * x * y)"),
    ),
)

QUOTIENT = Variation(
    "Another function of two inputs: z = x / y. Write its rule.",
    words={"x * y": "x / y", "product_rule": "quotient_rule"},
    forward=lambda x, y: x / y,
    solution="""
    def quotient_rule(upstream, x, y):
        # With respect to x, x / y has the slope 1 / y; the slope of 1 / y is -1 / y², and x stands beside it.
        return upstream / y, -upstream * x / y**2
    """,
    hints=(
        "Write z as x · (1/y). What is x multiplied by? And what is the slope of 1/y?",
        "downstream to x = upstream · (1/y),   downstream to y = upstream · x · (−1/y²)",
        """
        def quotient_rule(upstream, x, y):
            return upstream / ___, -upstream * ___ / y**2
        """,
    ),
    wrong=(
    "upstream-missing", "gradients-swapped", "upstream-alone", "upstream-squared", "upstream-shared-out",
    ("upstream-missing-once", "dy = -x / y**2"),
    ("minus-missing", "dy = upstream * x / y**2",
     "The downstream to y has the wrong sign: a larger y makes x / y smaller, so its slope has a minus."),
    ("rule-of-the-product", "upstream * y, upstream * x",
     "That is the rule of x · y. Here x is divided by y: write z as x · (1/y)."),
    ("how-many", "upstream / y - upstream * x / y**2"),
    ),
)


# --- 01.5 ---

EXPONENTIAL_ORDER = Variation(
    "Another function: y = a · b with b = eᵃ and a = 3x. Put the lines in order; two are not needed.",
    stub="""
    # y = a * b, b = exp(a), a = 3x, and some upstream arrives at y.
    # Six of these lines compute down_x:
    #   A   b = np.exp(a)
    #   B   down_a = upstream * b
    #   C   down_x = down_a * 3
    #   D   down_a = down_b * np.exp(a)
    #   E   a = 3 * x
    #   F   down_x = upstream * 3
    #   G   down_b = upstream * a
    #   H   down_a = down_a + down_b * np.exp(a)
    order = "..."
    """,
    solution="""
    # Forward E A. Back from y: G and B in either order; H adds what comes through b, and only then C.
    order = "E A G B H C"
    """,
    hints=(
        "Two lines run forward, four backward, two are not needed. Where is a used, and how often?",
        "gradient at a = upstream · b  +  (upstream · a) · eᵃ,   then   gradient at x = that · 3",
        """
        forward:            E __
        back from y:        __ __
        added to it at a:   __
        down to x:          __
        """,
    ),
    wrong=(
    ("swept-too-soon", "E A G B C H"),
    ("overwritten", "E A G B D C",
     "Line D overwrites what came straight from y: down_a has a value already. What arrives there is added."),
    ("upstream-of-another-layer", "E A G B H F",
     "Line F multiplies the upstream of y by 3. What arrives at a is down_a: that is what 3 multiplies."),
    ("line-too-early", "E A C G B H"),
    ("line-missing", "E A G B H"),
    ("line-too-many", "E A G D B H C"),
    ),
)


# --- 01.6 ---

FORGOTTEN_BELOW = Variation(
    """
    Another function, and another layer that forgot: y = exp(sin(x²)). It runs, the shape fits, the number is
    wrong. Find that layer and repair it.
    """,
    stub="""
    def backward(upstream, x):
        # y = exp(b), b = sin(a), a = x²
        a = x * x
        b = np.sin(a)
        down_b = upstream * np.exp(b)
        down_a = down_b * np.cos(a)
        return 2 * x
    """,
    solution="""
    def backward(upstream, x):
        # y = exp(b), b = sin(a), a = x²
        a = x * x
        b = np.sin(a)
        down_b = upstream * np.exp(b)
        down_a = down_b * np.cos(a)
        return down_a * 2 * x  # down_a was computed and never used: this layer forgot its upstream
    """,
    forward=lambda x: np.exp(np.sin(x**2)),
    because="The forgetful layer cut off all that is above it: the slope of x² came out, whatever arrived.",
    hints=(
        "Change the upstream and call the function again: the result does not move. Where does it get lost?",
        "down_b = upstream · exp(b),   down_a = down_b · cos(a),   down_x = down_a · 2x",
        """
        down_b = upstream * np.exp(b)
        down_a = down_b * np.cos(a)
        return ___ * 2 * x
        """,
    ),
    wrong=(
    ("upstream-of-another-layer", "return upstream * 2 * x",
     "The lowest layer uses the upstream of y. Its own upstream is what the layer above sends down: down_a."),
    ("layer-left-out", "return down_b * 2 * x",
     "down_b arrives one layer higher up. The layer nearest x is sent down_a."),
    ("upstream-used-again", "return upstream * down_a * 2 * x",
     "The upstream of y is multiplied in twice. down_a contains it already."),
    ("layer-skipped", "return down_a",
     "Now the lowest layer passes its upstream on unchanged: its own slope, 2x, got lost."),
    "upstream-missing", "sign-flipped", "stopped",
    ),
)

FORGOTTEN_ABOVE = Variation(
    """
    Another function, and another layer that forgot: y = cos(3x)². With an upstream of 1 nobody would notice.
    Find that layer and repair it.
    """,
    stub="""
    def backward(upstream, x):
        # y = b², b = cos(a), a = 3x
        a = 3 * x
        b = np.cos(a)
        down_b = 2 * b
        down_a = down_b * -np.sin(a)
        return down_a * 3
    """,
    solution="""
    def backward(upstream, x):
        # y = b², b = cos(a), a = 3x
        a = 3 * x
        b = np.cos(a)
        down_b = upstream * 2 * b  # the top layer has an upstream as well: what the caller hands in
        down_a = down_b * -np.sin(a)
        return down_a * 3
    """,
    forward=lambda x: np.cos(3 * x) ** 2,
    because="The top layer is handed an upstream like any other. Only where that is 1 does nobody notice.",
    hints=(
        "One of the arguments is never used. Which layer should it have met first?",
        "down_b = upstream · 2b,   down_a = down_b · (−sin(a)),   down_x = down_a · 3",
        """
        down_b = ___ * 2 * b
        down_a = down_b * -np.sin(a)
        return down_a * 3
        """,
    ),
    wrong=(
    ("layer-skipped", "upstream * 2 * b -> upstream",
     "Now the top layer passes its upstream on unchanged: its own slope, 2b, got lost."),
    ("upstream-used-again", "return upstream * down_a * 3",
     "The upstream is multiplied in twice. down_a contains it already."),
    "upstream-added", "sign-flipped", "stopped",
    ),
)


# --- 01.7 ---


def x_times(name, slope, spoken, written):
    """Your own rule for x · name(x), whose slope is written in code and in words."""
    return Variation(
        f"Another function of which nothing was said: y = x · {name}(x). The slope of {name}(x) is {spoken}.",
        words={"swish": f"x_{name}", "sigmoid": name, "1 / (1 + np.exp(-x))": f"np.{name}(x)",
               "s * (1 - s)": slope, "s · (1 − s)": written, "1 / (1 + e⁻ˣ)": f"{name}(x)"},
        forward=lambda x: x * getattr(np, name)(x),
        wrong=(
        "upstream-missing", "upstream-squared", "upstream-alone", "stopped", "overwritten", "first-use-alone",
        "uses-multiplied", "no-rule",
        ("output-saved-for-input", "upstream * x * -> upstream * y *"),
        ),
    )


VARIATIONS = {
    "01.1": (other_start, CUBE_BELOW),
    "01.2": (CUBE, RECIPROCAL, SINE),
    "01.3": (stretched,),
    "01.4": (TIMES_A_SQUARE, QUOTIENT),
    "01.5": (EXPONENTIAL_ORDER,),
    "01.6": (FORGOTTEN_BELOW, FORGOTTEN_ABOVE),
    "01.7": (
        x_times("tanh", "(1 - s**2)", "1 − tanh²(x)", "(1 − s²)"),
        x_times("sin", "np.cos(x)", "cos(x)", "cos(x)"),
    ),
}
