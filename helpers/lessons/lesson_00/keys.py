"""Start here: one prediction and one exercise, to meet `predict`, `check` and `hint` before they matter."""

from helpers import autodiff as ad
from helpers.exercises.key.kinds import Value
from helpers.exercises.key.prediction import PredictionKey


def slope_at_3(f):
    """The slope of f at 3, by the engine."""
    x = ad.Tensor(3.0)
    return ad.gradients(f(x), x)


def square(x):
    """x², traced through its product."""
    return x * x


FIVE_ABOVE = Value("00.1", covers=("upstream-left-out",),
    reference=lambda: slope_at_3(lambda x: 5 * square(x)),
    worked="y = 10 · x² at x = 4. After the square a tiny step is 2 · 4 = 8 times as large, "
    "after the 10 another 10 times: 8 · 10 = 80.",
    because="A tiny step of x is made 6 times as large by the square, and then 5 times as large again.",
    hints=(
        "Let x take a tiny step. How many times as large is it after the square, and how many after the 5?",
        "gradient = 5 · d(x²)/dx",
        "gradient = 5 * «6»",
    ),
    wrong=(
    ("upstream-added", "5 + 6",
     "That adds 5 and 6. A step made 6 times as large and then 5 times as large: multiply."),
    ("upstream-missing", "slope_at_3(square)",
     "That is the slope of x² alone. The 5 that comes after it is missing: multiply by it."),
    ("upstream-divided", "6 / 5",
     "That divides 6 by 5. The 5 makes every step larger, not smaller: multiply."),
    ("upstream-alone", "5",
     "That is the 5 alone. The step that reaches it is 6 times that of x: multiply."),
    ("value-for-how-fast", "5 * square(3.0)",
     "That is y itself. The gradient says how many times as fast as x it moves."),
    ("two-of-the-slope-left-out", "5 * 3",
     "That takes x for the slope of x². Both factors of x · x grow, so its slope is 2x."),
    ("square-itself", "3**2", "That is x² itself. How fast does it move with x, and what does the 5 do?"),
    ("point-left-out", "5 * 2", "That is 5 · 2. The slope of x² is 2x: put in x = 3 as well."),
    ("power-kept", "5 * 2 * 3**2", "That is 5 · 2x². The slope of a power has one power less: 2x."),
    ("power-kept-alone", "2 * 3**2",
     "That is 2 · x² alone, without the 5. And the slope of x² has one power less."),
    ("how-far-alone", "5 * 6 * 0.001",
     "That is how far y moves for a tiny step. How many times as far as x is that?"),
    ("five-inside-the-square", "2 * (5 * 3) * 5",
     "That is the slope of (5x)², where the 5 is squared too. Here only x is squared."),
    ("slip-of-one", "5 * 6 + 1", "Close: it is 1 too large. What is 5 · 6?"),
    ("step-shrinks", "(5 * 3.001**2 - 45) / 0.001",
     "That is the slope for a step of 0.001. What does it come to as the step shrinks?"),
    ("whole-step", "5 * 4**2 - 5 * 3**2",
     "That is how far y moves for a whole step of x. The slope is that for a tiny one."),
    ),
    right=(
    ("gradient = 5 · d(x²)/dx", "5 * 2 * 3.0"),
    ("6 times as large by the square, and then 5 times as large again", "6.0 * 5"),
    ),
)

SQUARE_AT_3 = PredictionKey(
    "00.p1",
    "y = x² at x = 3. Let x take a tiny step: how far does y move per 1 of x?",
    example=10, truth=lambda: slope_at_3(square),
    because="From 3 to 3.001, y goes from 9 to 9.006: it moves 6 per 1 of x. The slope of x² is 2x.",
    guesses=(
    ("value-for-gradient", "square(3.0)", "That is y itself, not how fast it moves."),
    ("added-not-multiplied", "1",
     "That is how y = x + 9 moves, where x is only added. Here x is multiplied by itself."),
    ("one-factor-still", "3", "That lets only one of the two factors of x · x grow."),
    ("two-of-the-square", "2", "That is the 2 of x² alone, without x. Does y move equally fast at every x?"),
    ("whole-step", "4**2 - 3**2", "That is how far y moves for a whole step of x. Here the step is tiny."),
    ("step-of-a-tenth", "(3.1**2 - 3**2) / 0.1",
     "That is how far y moves per 1 of x at a step of 0.1: take it smaller."),
    ("how-far-alone", "0.006", "That is how far y moves. How many times as far as x is that?"),
    ("sign-flipped", "-6", "The right size, but y grows when x grows: no minus here."),
    ("in-all", "0", "That is how far y moves in all, for a step of almost nothing. And per 1 of x?"),
    ("power-kept", "2 * 3**2", "That is 2 · x². The slope of a power has one power less."),
    ("step-taken-down", "3**2 - 2**2",
     "That is how far y moves for a whole step of x, down to 2. Here the step is tiny."),
    ("at-another-x", "4", "That is how fast y moves at x = 2. Here x is 3."),
    ),
    given={"x": 3},
)
