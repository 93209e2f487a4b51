"""What only lesson 01 can say of its exercises. `test_every_exercise` says what each table is for."""

import numpy as np

from tests.exercises.ways import pullback_of


def swish(x):
    return x / (1 + np.exp(-x))


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


WAYS = [
    ("01.1", "upstream × local = downstream", lambda x: (18, 6, 18 * 6)),
    ("01.1", "upstream here = downstream above,   local = 2 · input", lambda x: (18, 2 * x, 18 * 2 * x)),
    ("01.2", "", pullback_of(lambda x: x * x)),
    ("01.2", "downstream = upstream · d(x²)/dx", lambda upstream, x: upstream * (2 * x)),
    ("01.3", "", pullback_of(lambda x: np.logaddexp(0.0, -x))),
    ("01.3", "−(1 − 1/(1 + e⁻ˣ)) is the slope", lambda upstream, x: upstream * -(1 - sigmoid(x))),
    ("01.3", "e⁻ˣ / (1 + e⁻ˣ) = 1 − 1 / (1 + e⁻ˣ)", lambda upstream, x: upstream * -(1 - sigmoid(x))),
    ("01.4", "", pullback_of(lambda x, y: x * y)),
    ("01.4", "to x = upstream · ∂z/∂x,   downstream to y = upstream · ∂z/∂y", lambda g, x, y: (g * y, g * x)),
    ("01.5", "", pullback_of(lambda x: x * x * np.sin(x * x))),
    ("01.5", "gradient at a = upstream · b  +  (upstream · a) · cos(a),   then   gradient at x = that · 2x",
     lambda g, x: (g * np.sin(x * x) + g * x * x * np.cos(x * x)) * 2 * x),
    ("01.6", "", pullback_of(lambda x: np.sin(np.exp(-x * x)))),
    ("01.6", "down_b = upstream · cos(b),   down_a = down_b · (−b),   down_x = down_a · 2x",
     lambda g, x: g * np.cos(np.exp(-x * x)) * -np.exp(-x * x) * 2 * x),
    ("01.7", "", lambda upstream, x: (swish(x), *pullback_of(swish)(upstream, x))),
    ("01.7", "∂y/∂x = s,   ∂y/∂s = x,   ds/dx = s · (1 − s):   slopes along a path multiply, paths add",
     lambda g, x: (swish(x), g * (sigmoid(x) + x * sigmoid(x) * (1 - sigmoid(x))))),
]  # fmt: skip
BLANKS = {"01.3": ["1 / (1 + e)", "upstream"], "01.7": ["s", "s * (1 - s)"]}
RIGHT_TOO = [("01.5", "B E D F A C")]
TRUTHS = {"01.p1": 1024, "01.p2": 10, "01.p3": 11, "01.p4": 32}
COVERS = {
    "seed-is-a-mystery", "upstream-cancels-like-a-fraction", "upstream-left-out", "last-gradient-wins",
    "forgetting-is-stopping",
}  # fmt: skip
