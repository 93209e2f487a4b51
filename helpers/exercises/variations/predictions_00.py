"""Lesson 00, its guess once more with another function."""

from helpers import autodiff as ad

from ..prediction import PredictionKey

CUBE = PredictionKey(
    "00.p1",
    "y = x³ at x = 2. If x grows by a tiny bit, how many times that bit does y grow?",
    example=5,
    truth=lambda: ad.grad(lambda x: x * x * x)(2.0),
    because="From 2 to 2.001, y goes from 8 to about 8.012: 12 times as far. The slope of x³ is 3x².",
    guesses=(
    ("value-for-gradient", "2**3", "That is y itself, not how fast it moves."),
    ("moves-along", "1",
     "That would be so for y = x + 6. Here x is a factor three times, and all three grow."),
    ("one-factor-grows", "2 * 2",
     "That lets only one of the three factors of x · x · x grow. All of them do."),
    ("factors-forgotten", "3 * 2",
     "That is 3x. The slope of x³ is 3x²: two factors stand beside the one that grows."),
    ),
)

VARIATIONS = {"00.p1": (CUBE,)}
