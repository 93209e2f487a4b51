"""Lesson 01 once more: other layers, other products, something forgotten elsewhere."""

import numpy as np

from helpers.exercises.key.variations import Variation

from .keys import forgetful_square, slope, square


def other_start(x):
    return Variation("01.1", f"The same two layers, y = (x²)², but at x = {x}.",
        words={"3": x, "9": x * x, "18": 2 * x * x, "6": 2 * x, "3²": f"{x}²"},
        inputs=lambda rng: (float(x),),
    )


def cube_then_square(x):
    """(upstream, local, downstream) at the layer nearest x of y = (x³)²."""
    upstream, downstream = slope(square, x**3), slope(lambda x: square(x * x * x), x)
    return upstream, downstream / upstream, downstream


def layer(name, function, slope, value, forward, *more):
    """The rule of one layer of that function, whose slope and value are written in code."""
    return Variation("01.2", f"Another layer, y = {function}. Work out its slope, and write its rule.",
        words={"square_rule": f"{name}_rule", "square": name, "2 * x": slope, "x²": function},
        hints=(f"What is the slope of {function}? And what must it be multiplied by before it goes on down?",
               ""),
        forward=forward,
        wrong=(..., ("output-for-local", f"upstream * {value}"), *more),
    )


def stretched(digit, k):
    """log(1 + e to the power of kx), which overflows on the other side."""
    power, slope = f"e{digit}ˣ", f"upstream * {k} * (1 - 1 / (1 + e))"
    return Variation(
        "01.3",
        f"Another function that overflows: y = log(1 + {power}). Its rule must also be right at x = 1000.",
        words={"mirrored_rule": "stretched_rule", "np.exp(-x)": f"np.exp({k} * x)", "-(": f"{k} * (",
               "-e": f"{k} * e", "−e⁻ˣ": f"{k}{power}", "e⁻ˣ": power, "−(1 − 1": f"{k}(1 − 1",
               "is −1": f"is {k}",
               "-1000": "1000", "−1000": "1000", "the minus included": f"the {k} included"},
        forward=lambda x: np.log(1 + np.exp(k * x)),
        wrong=(
        "upstream-missing", "upstream-divided", "inside-missing", "overflow-infinite",
        "zero-for-the-slope", "value-for-slope",
        ("divided-by-the-slope", f"{slope} -> upstream / ({k} * (1 - 1 / (1 + e)))"),
        ("inner-factor-missing", f"upstream * {k} * -> upstream *",
         f"The {k} is missing: the slope of {power} is {k}{power}."),
        ("only-the-factor", f"{slope} -> upstream * {k} / (1 + e)",
         f"Of the inner slope, {k}{power}, only the {k} is there: multiply by {power} as well."),
        ))


def of_two(name, forward, z, written, rule, **more):
    """The rule of another function of two inputs, which is written in code and in words."""
    return Variation("01.4", f"Another function of two inputs: z = {written}. Write its rule.",
        words={"x * y": z, "x · y": written, "product_rule": f"{name}_rule",
               "return upstream * «y», upstream * «x»": f"return {rule}"},
        forward=forward,
        without="slopes-exchanged",
        **more,
    )


FOR_BOTH = "Both inputs get upstream times z itself. Each needs the slope of z with respect to that input."


def x_times(name, the_name, slope, spoken, written):
    """Your own rule for x · name(x), whose slope is written in code and in words."""
    return Variation(
        "01.7",
        f"Another function of which nothing was said: y = x · {name}(x). The slope of {name}(x) is {spoken}.",
        words={"swish": f"x_{name}", "the sigmoid": the_name, "sigmoid": name,
               "1 / (1 + np.exp(-x))": f"np.{name}(x)", "s * (1 - s)": slope, "s · (1 − s)": written,
               "s(1 − s)": written},
        forward=lambda x: x * getattr(np, name)(x),
        wrong=(
        ...,
        ("output-for-input-too-often", "upstream * x * -> upstream * y *"),
        ("slope-of-the-sigmoid", f"downstream = upstream * {slope}"),
        ("value-for-slope", f"downstream = upstream * x * np.{name}(x)"),
        ))


VARIATIONS = [
other_start(5),
Variation("01.1", "Another composition: y = (x³)² at x = 2. The layer nearest x is a cube now.",
    words={"(x²)²": "(x³)²", "3": 2, "9": 8, "18": 16, "6": 12, "3²": "2³", "2 · 3": "3 · 2²"},
    inputs=lambda rng: (2.0,),
    reference=cube_then_square,
    hints=("",
           "upstream here = downstream above,   local of x³ = 3 · input²,   downstream = upstream · local"),
    without="local-of-the-layer-above",
    wrong=(
    ...,
    ("value-for-local", "upstream, x**3, upstream * x**3"),
    ("output-for-upstream", "x**3, local, x**3 * local"),
    ("other-layer", "1, 2 * x**3, 2 * x**3"),
    ("square-for-cube", "upstream, 2 * x, upstream * 2 * x",
     "Your local is that of x². The layer nearest x is a cube, and the slope of x³ is 3x²."),
    )),
*map(other_start, (4, 10)),
layer("cube", "x³", "3 * x**2", "x**3", lambda x: x**3, ("constant-factor", "upstream * x**2")),
layer("reciprocal", "1/x", "-1 / x**2", "(1 / x)", lambda x: 1 / x),
layer("sine", "sin x", "np.cos(x)", "np.sin(x)", np.sin),
stretched("³", 3),
stretched("⁵", 5),
stretched("²", 2),
of_two(
    "mixed", lambda x, y: x * y**2, "x * y**2", "x · y²", "upstream * «y**2», upstream * x * «2 * y»",
    wrong=(
    ...,
    ("second-lacks-upstream", "dy = 2 * x * y"),
    ("two-forgotten", "dy = upstream * x * y",
     "The slope of y² is 2y: in the downstream to y the 2 is missing."),
    ("one-for-both", "", FOR_BOTH),
    )),
of_two(
    "quotient", lambda x, y: x / y, "x / y", "x / y", "upstream / «y», -upstream * «x» / y**2",
    hints=("Write z as x · (1/y). What is x multiplied by? And what is the slope of 1/y?",
           "downstream to x = upstream · (1/y),   downstream to y = upstream · x · (−1/y²)"),
    wrong=(
    ...,
    ("second-lacks-upstream", "dy = -x / y**2"),
    ("minus-missing", "dy = upstream * x / y**2",
     "The downstream to y has the wrong sign: a larger y makes x / y smaller, so its slope has a minus."),
    ("rule-of-the-product", "upstream * y, upstream * x",
     "That is the rule of x · y. Here x is divided by y: write z as x · (1/y)."),
    ("one-for-both", "upstream * x / y, upstream * x / y", FOR_BOTH),
    )),
Variation(
    "01.5", "Another function: y = a · b with b = eᵃ and a = 3x. Put the lines in order; two are not needed.",
    words={"sin(a)": "exp(a)", "np.cos(a)": "np.exp(a)", "cos(a)": "eᵃ", "x²": "3x",
           "x * x": "3 * x", "down_a * 2 * x": "down_a * 3", "2 * x": "upstream * 3", "2x": "3"},
    letters="HECBAGDF",
    right=("ad.vjp(lambda x: 3 * x * np.exp(3 * x), x)[1](upstream)[0]", "E A B G H C"),
    without="upstream-missing",
    wrong=(
    ...,
    ("upstream-of-another-layer", "E A G B H F",
     "Line F multiplies the upstream of y by 3. What arrives at a is down_a: that is what 3 multiplies."),
    )),
Variation(
    "01.6",
    """
    Another function, and another layer that forgot: y = exp(sin(x²)). It runs, the shape fits, the number is
    wrong. Find that layer and repair it.
    """,
    code="""
      def backward(upstream, x):
          # y = exp(b), b = sin(a), a = x²
          a = x * x
          b = np.sin(a)
          down_b = upstream * np.exp(b)
          down_a = down_b * np.cos(a)
    -     return 2 * x
    +     return «down_a» * 2 * x
    """,
    forward=lambda x: np.exp(np.sin(x**2)),
    because="The forgetful layer cut off all that is above it: the slope of x² came out, whatever arrived.",
    hints=("", "down_b = upstream · exp(b),   down_a = down_b · cos(a),   down_x = down_a · 2x"),
    wrong=(
    ("upstream-of-another-layer", "return upstream * 2 * x",
     "The lowest layer uses the upstream of y. Its own upstream is what the layer above sends down: down_a."),
    ("layer-left-out", "return down_b * 2 * x",
     "down_b arrives one layer higher up. The layer nearest x is sent down_a."),
    ("upstream-used-again", "", "The upstream is multiplied in twice: it comes down with each downstream."),
    ("middle-layer-skipped", "return down_a",
     "Now the lowest layer passes its upstream on unchanged: its own slope, 2x, got lost."),
    "upstream-missing",
    )),
Variation(
    "01.6",
    """
    Another function, and another layer that forgot: y = cos(3x)². With an upstream of 1 nobody would notice.
    Find that layer and repair it.
    """,
    code="""
      def backward(upstream, x):
          # y = b², b = cos(a), a = 3x
          a = 3 * x
          b = np.cos(a)
    -     down_b = 2 * b
    +     down_b = «upstream» * 2 * b
          down_a = down_b * -np.sin(a)
          return down_a * 3
    """,
    forward=lambda x: np.cos(3 * x) ** 2,
    because="The top layer is handed an upstream like any other. Only where that is 1 does nobody notice.",
    hints=("One of the arguments is never used. Which layer should it have met first?",
           "down_b = upstream · 2b,   down_a = down_b · (−sin(a)),   down_x = down_a · 3"),
    wrong=(
    ("middle-layer-skipped", "upstream * 2 * b -> upstream",
     "Now the top layer passes its upstream on unchanged: its own slope, 2b, got lost."),
    ("upstream-used-again", "return upstream * down_a * 3",
     "The upstream is multiplied in twice: it comes down with each downstream."),
    "upstream-added",
    )),
x_times("tanh", "tanh", "(1 - np.tanh(x) ** 2)", "1 − tanh²(x)", "(1 − s²)"),
x_times("sin", "the sine", "np.cos(x)", "cos(x)", "cos(x)"),
Variation("01.p1", "y = (x²)² at x = 5. What gradient arrives at x?",
    example=200, truth=lambda: slope(lambda x: square(square(x)), 5.0),
    because="Going down: 1 × 50 = 50, then 50 × 10 = 500.",
    wrong=(
    ("last-local-alone", "slope(square, 25.0)",
     "That is the last local alone: the layer next to x multiplies by its own."),
    ("first-local-alone", "slope(square, 5.0)"),
    ("locals-added", "50 + 10",
     "That is the sum of the two locals. Along one path they are multiplied."),
    ("same-local-everywhere", "10 * 10",
     "That takes the slope at x for both layers. Each layer has its own input: 5, then 25."),
    ("value-for-gradient", "5**4", "That is y itself. The gradient says how fast y moves when x does."),
    )),
Variation(
    "01.p2", "At x = 2, y = x³ is 8 and its slope is 12. The end is 5 · y. What dy is the rule of x³ handed?",
    words={"10": 5, "0.5": 12, "slope(log1pexp, 0.0)": 12, "log1pexp(0.0)": 8},
    truth=lambda: slope(lambda y: 5 * y, 8.0),
),
Variation("01.p3", "y = x³ + 4x at x = 2: x is used twice. What gradient arrives at x?",
    words={"x²": "x³", "5x": "4x", "6": 12, "5": 4, "11": 16, "15": 8, "slope(square, 3.0)": 12},
    example=5, truth=lambda: slope(lambda x: x * x * x + 4 * x, 2.0),
    wrong=("overwritten", "first-use-alone", "uses-multiplied", ("product-for-slope", "12 + 4 * 2")),
),
Variation("01.p4", "Three squares at x = 2, but the one next to x forgets its upstream. What arrives at x?",
    truth=lambda: slope(lambda x: square(square(forgetful_square(x))), 2.0),
    because="All that comes from above, 256, is cut off. The layer's own slope at 2 goes down alone: 4.",
    wrong=(
    "forgetting-is-stopping",
    ("nothing-happens", "4 * 8 * 32", "That is the right gradient, as if nothing were forgotten.",
     "What comes from above never gets past this layer."),
    ("layer-skipped", "8 * 32", "That is what arrives from above.",
     "It is the other way round: all of it is lost, and the layer's own slope is left."),
    )),
]
