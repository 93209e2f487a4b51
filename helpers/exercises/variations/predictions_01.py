"""Lesson 01, its guesses once more: other layers, and another one that forgets."""

from ..lesson_01 import forgetful_square, slope, square
from ..prediction import PredictionKey

TWO_SQUARES = PredictionKey(
    "01.p1",
    "y = (x²)² at x = 5. What gradient arrives at x?",
    example=200,
    truth=lambda: slope(lambda x: square(square(x)), 5.0),
    because="Going down: 1 × 50 = 50, then 50 × 10 = 500.",
    guesses=(
    ("last-local-alone", "slope(square, 25.0)",
     "That is the last local derivative alone: the layer next to x multiplies by its own."),
    ("first-local-alone", "slope(square, 5.0)",
     "That is the local derivative next to x alone: it is missing the upstream, all that is above it."),
    ("locals-added", "50 + 10",
     "That is the sum of the two local derivatives. Along one path they are multiplied."),
    ("same-local-everywhere", "10 * 10",
     "That takes the slope at x for both layers. Each layer has its own input: 5, then 25."),
    ("value-for-gradient", "5**4", "That is y itself. The gradient says how fast y moves when x does."),
    ),
)

CUBE_AND_FIVE = PredictionKey(
    "01.p2",
    "At x = 2, y = x³ is 8 and its slope is 12. The end is 5 · y. What dy is the rule of x³ handed?",
    example=1.5,
    truth=lambda: slope(lambda y: 5 * y, 8.0),
    because="dy says how strongly the end reacts to y: here 5 times as far. It is not a small change of y.",
    guesses=(
    ("seed-at-every-layer", "1",
     "That is what arrives at the end, 5 · y. One layer further down it has met the 5."),
    ("local-for-upstream", "12",
     "That is dy/dx, the layer's own slope, which the rule works out. dy comes from above."),
    ("downstream-for-upstream", "5 * 12",
     "That is what the rule sends on, 5 × 12. dy is what it is handed."),
    ("upstream-cancels", "5 / 12",
     "That divides by the layer's own slope, as if dy were part of a fraction. dy has not met it yet."),
    ("output-for-upstream", "8", "That is y itself. dy says how strongly the end reacts when y moves."),
    ),
)

CUBE_PLUS_FOUR = PredictionKey(
    "01.p3",
    "y = x³ + 4x at x = 2: x is used twice. What gradient arrives at x?",
    example=5,
    truth=lambda: slope(lambda x: x * x * x + 4 * x, 2.0),
    because="Through x³ comes 12, through 4x comes 4, and both arrive: 12 + 4 = 16.",
    guesses=(
    ("overwritten", "12",
     "That is what comes back through x³ alone: what 4x sent was overwritten, not added to."),
    ("first-use-alone", "4", "That is what comes back through 4x alone: x³ sends something too."),
    ("uses-multiplied", "12 * 4",
     "That multiplies the two. Along one path slopes multiply; two paths into the same value add."),
    ),
)

FORGETFUL_FIRST = PredictionKey(
    "01.p4",
    "Three squares at x = 2, but the one next to x forgets its upstream. What arrives at x?",
    example=100,
    truth=lambda: slope(lambda x: square(square(forgetful_square(x))), 2.0),
    because="All that comes from above, 256, is cut off. The layer's own slope at 2 goes down alone: 4.",
    guesses=(
    ("forgetting-is-stopping", "0",
     "That is what stop_gradient would give.",
     "Forgetting stops nothing: the local derivative still goes down."),
    ("nothing-happens", "4 * 8 * 32",
     "That is the right gradient, as if nothing were forgotten.",
     "What comes from above never gets past this layer."),
    ("layer-skipped", "8 * 32",
     "That is what arrives from above.",
     "It is the other way round: all of it is lost, and the layer's own slope is left."),
    ),
)

VARIATIONS = {
    "01.p1": (TWO_SQUARES,),
    "01.p2": (CUBE_AND_FIVE,),
    "01.p3": (CUBE_PLUS_FOUR,),
    "01.p4": (FORGETFUL_FIRST,),
}
