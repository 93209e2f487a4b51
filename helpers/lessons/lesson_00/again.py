"""Lesson 00 once more: another factor, another power."""

from helpers import autodiff as ad
from helpers.exercises.key.variations import Variation


def times_a_square(name, a, x):
    return Variation("00.1", f"The same with other numbers: y = {a} · x² at x = {x}.",
        words={"Five": name, "5": a, "5x": f"{a}x", "3": x, "4": x + 1, "6": 2 * x},
        reference=lambda: ad.grad(lambda x: a * x * x)(float(x)),
        wrong=(..., ("upstream-missing", f"{2 * x}")),
    )  # fmt: skip


VARIATIONS = [
times_a_square("Seven", 7, 5),
times_a_square("Four", 4, 5),
times_a_square("Nine", 9, 4),
times_a_square("Three", 3, 10),
times_a_square("Three", 3, 4),
Variation("00.p1", "y = x³ at x = 2. Let x take a tiny step: how far does y move per 1 of x?",
    example=5, truth=lambda: ad.grad(lambda x: x * x * x)(2.0),
    because="From 2 to 2.001, y goes from 8 to about 8.012: it moves 12 per 1 of x. The slope of x³ is 3x².",
    wrong=(
    ("value-for-gradient", "2**3"),
    ("added-not-multiplied", "1",
     "That would be so for y = x + 6. Here x is a factor three times, and all three grow."),
    ("one-factor-grows", "2 * 2",
     "That lets only one of the three factors of x · x · x grow. All of them do."),
    ("factors-forgotten", "3 * 2",
     "That is 3x. The slope of x³ is 3x²: two factors stand beside the one that grows."),
    )),
]
