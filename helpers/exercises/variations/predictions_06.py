"""Lesson 06, its guesses once more with other numbers."""

import numpy as np

from helpers import autodiff as ad

from ..lesson_06 import lean, trap
from ..prediction import PredictionKey

OTHER_CURVATURE = PredictionKey(
    "06.p1",
    "U = (x²)², and its slope at x = 2 is 32. What is its second derivative there?",
    example=1000,
    truth=lambda: ad.grad(ad.grad(lambda x: (x**2) ** 2))(2.0),
    because="U is x⁴, its slope 4x³, the slope of that 12x²: 12 · 4 = 48.",
    guesses=(
    ("upstream-part-alone", "2 * 4 * 4", "That holds the local, 2x, still. It moves as well: 2 · 2x² more."),
    ("local-part-alone", "2 * 4 * 2",
     "That is the part through the local alone. The upstream moves as well."),
    ("power-kept", "12 * 8", "The power goes down once more: 4x³ has the slope 12x²."),
    ),
)  # fmt: skip

TRIPLED = PredictionKey(
    "06.p2",
    "A rule gives 1458 for cube(x)². What second derivative does it give for 5 · cube(x), at 3?",
    example=100,
    truth=lambda: ad.grad(ad.grad(lambda x: 5 * trap(x)))(3.0),
    because="90, which is right: the upstream is 5 and does not move with x, so nothing is lost.",
    guesses=(
    ("wrong-here-too", "0", "It would be 0 if the local stood still here too. It is seen to move."),
    ("factor-forgotten", "18", "That is cube(x) alone. The upstream is 5."),
    ("slope", "5 * 27", "That is the first derivative, 5 · 3x². Once more: 5 · 6x."),
    ),
)  # fmt: skip

OFF_DIAGONAL = PredictionKey(
    "06.p3",
    "Two equal scores, p = 0.5 each, saved as numbers. What does ad.hessian give for entry [0, 1]?",
    example=1,
    truth=lambda: ad.hessian(lean)(np.zeros(2))[0, 1],
    because="0: a number that was saved does not move with z. The right entry is −p · p = −0.25.",
    guesses=(
    ("right-anyway", "-0.25",
     "That is the true entry, −p · p. But p was saved as a number, and the engine cannot see it move."),
    ("diagonal", "0.25", "That would be the true entry on the diagonal. Saved as numbers, nothing moves."),
    ("probability", "0.5", "That is p. The Hessian asks how p − t moves with z."),
    ),
)  # fmt: skip

OTHER_LENGTH = PredictionKey(
    "06.p4",
    "x has 5 numbers, y has 2. The pullback, transposed, is handed a v. How many numbers has that v?",
    example=4,
    truth=lambda: len(np.zeros(5)),
    because="The pullback returns 5 numbers, so its transpose takes 5, like J itself.",
    guesses=(
    ("like-the-pullback", "2", "That is what the pullback takes. Its transpose goes the other way."),
    ("both-together", "5 + 2", "It takes what the pullback returns, and nothing else."),
    ("whole-jacobian", "2 * 5", "That is the size of J, which is never built."),
    ),
)  # fmt: skip

VARIATIONS = {
    "06.p1": (OTHER_CURVATURE,),
    "06.p2": (TRIPLED,),
    "06.p3": (OFF_DIAGONAL,),
    "06.p4": (OTHER_LENGTH,),
}
