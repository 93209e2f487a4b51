"""Start here: one prediction and one exercise, to meet `predict`, `check` and `hint` before they matter."""

from inspect import cleandoc as code

from helpers import autodiff as ad

from .kinds import Value
from .prediction import Prediction
from .wrong_rules import Wrong


def gradient_at_3(f):
    x = ad.Tensor(3.0)
    return ad.gradients(f(x), x)


def square(x):
    return x * x


FIVE_ABOVE = Value(
    id="00.1",
    title="Five times a square",
    difficulty=1,
    minutes=1,
    covers=("upstream-left-out",),
    reference=lambda: gradient_at_3(lambda x: 5 * square(x)),
    wrong=(
        Wrong(
            "upstream-added",
            lambda: 5 + gradient_at_3(square),
            "That adds 5 and 6. A nudge made 6 times as large and then 5 times as large: multiply.",
        ),
        Wrong(
            "upstream-missing",
            lambda: gradient_at_3(square),
            "That is the slope of x² alone. The 5 that stands above it is missing: multiply by it.",
        ),
        Wrong(
            "upstream-divided",
            lambda: gradient_at_3(square) / 5,
            "That divides 6 by 5. The 5 makes every nudge larger, not smaller: multiply.",
        ),
        Wrong(
            "upstream-alone",
            lambda: 5.0,
            "That is the 5 alone. The nudge that reaches it is 6 times the nudge of x: multiply.",
        ),
        Wrong(
            "value-for-gradient",
            lambda: 5 * square(3.0),
            "That is y itself. The gradient says how many times as fast as x it moves.",
        ),
    ),
    because="A nudge of x is made 6 times as large by the square, and then 5 times as large again.",
    hints=(
        "Nudge x by 0.001. How large is the nudge behind the square, and how large behind the 5?",
        "gradient = 5 · d(x²)/dx",
        code("""
            gradient = 5 * ___
            """),
    ),
    stub=code("""
        # y = 5 · x² at x = 3: how many times as fast as x does y move?
        gradient = ...
        """),
    solution=code("""
        gradient = 5 * 6  # behind the square 6 times, and behind the 5 another 5 times
        """),
    answer="gradient",
)

EXERCISES = (FIVE_ABOVE,)

PREDICTIONS = (
    Prediction(
        id="00.p1",
        question="y = x² at x = 3. If x grows by a tiny bit, how many times that bit does y grow?",
        example=4,
        truth=lambda: gradient_at_3(square),
        guesses=(
            Wrong("value-for-gradient", lambda: square(3.0), "That is y itself, not how fast it moves."),
            Wrong(
                "moves-along",
                lambda: 1.0,
                "That would be so for y = x + 6. Here x is a factor twice, and both factors grow.",
            ),
            Wrong(
                "one-factor-still",
                lambda: 3.0,
                "That lets only one of the two factors of x · x grow. Both do.",
            ),
        ),
        because="From 3 to 3.001, y goes from 9 to 9.006: six times as far. The slope of x² is 2x.",
    ),
)
