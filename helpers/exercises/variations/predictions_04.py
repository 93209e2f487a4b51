"""Lesson 04, its guesses once more with other weights."""

import numpy as np

from helpers import autodiff as ad

from ..prediction import PredictionKey

EXAMS = np.array([[2.0, 1.0], [0.0, 5.0]])  # slopes, a row per exam

OTHER_SLOPES = PredictionKey(
    "04.p1",
    "Slopes [[2, 1], [0, 5]], a row per exam: what is gradients(marks, hours, grad_ys=[3, 1])?",
    example=[1, 2],
    truth=lambda: ad.vjp(lambda hours: EXAMS @ hours, np.ones(2))[1](np.array([3.0, 1.0]))[0],
    because="The first row counts three times, the second once: 3 · [2, 1] + 1 · [0, 5] = [6, 8].",
    guesses=(
    ("weights-can-wait", "[3 * 2, 1 * 6]",
     "That is [2, 6] multiplied afterwards. But in 6 = 1 + 5 only the 1 is of the first exam."),
    ("jvp-for-vjp", "[2 * 3 + 1 * 1, 0 * 3 + 5 * 1]",
     "You went along the rows, as if there were 3 hours and 1. The weights are those of exams."),
    ("ones-for-upstream", "[2 + 0, 1 + 5]", "That is the answer without grad_ys, with every weight 1."),
    ),
)


def one_hot_gradient_of_b():
    """The gradient with respect to b of c[0, 0] alone, for c = a @ b."""
    a, b, weights = np.ones((3, 4)), np.ones((4, 2)), np.zeros((3, 2))
    weights[0, 0] = 1.0
    return ad.vjp(lambda b: a @ b, b)[1](weights)[0]


ONE_HOT_OF_B = PredictionKey(
    "04.p2",
    "c = a @ b, grad_ys is 1 at c[0, 0], else 0. How many numbers of b's gradient (4 × 2) are not 0?",
    example=3,
    truth=lambda: np.count_nonzero(one_hot_gradient_of_b()),
    because="c[0, 0] is made from the first column of b: its 4 numbers have a slope, the other 4 have none.",
    guesses=(
    ("one-hot-stays-one-hot", "1",
     "The 1 picks an output, not an input. All that c[0, 0] was made from has a slope."),
    ("all-of-b", "4 * 2", "c[0, 0] was made from the first column of b alone. The other has no way to it."),
    ("row-for-column", "2",
     "That is a row of b. c[0, 0] is the first row of a times the first column of b: 4 numbers."),
    ("nothing-left", "0",
     "The zeros silence the other outputs. c[0, 0] still has slopes, and they all come through."),
    ),
)


def pair_at_3(weights):
    """x², 5x at x = 3: their gradient with these weights."""
    x = ad.Tensor(3.0)
    return ad.gradients([x * x, 5 * x], x, grad_ys=weights)


OTHER_NO_WEIGHT = PredictionKey(
    "04.p3",
    "At x = 3, what does ad.gradients([x * x, 5 * x], x, grad_ys=[None, 4]) give?",
    example=1,
    truth=lambda: pair_at_3([None, 4.0]),
    because="1 · 6 for x², because a weight left out is 1, plus 4 · 5 for 5x: 26.",
    guesses=(
    ("none-is-zero", "pair_at_3([0.0, 4.0])",
     "That takes None for a weight of 0. Left out means ones: x² counts once."),
    ("weights-can-wait", "4 * (6 + 5)", "You multiplied the sum by 4. The 4 belongs to 5x alone."),
    ("ones-for-upstream", "6 + 5", "The 4 is missing: it belongs to 5x."),
    ),
)

PRETENDED = PredictionKey(
    "04.p4",
    "loss = (2r − 6)², r is w = 3.6 rounded; going back, r pretends to be w. What gradient arrives at w?",
    example=5,
    truth=lambda: ad.grad(lambda w: (2 * (w + ad.stop_gradient(np.round(w) - w)) - 6) ** 2)(3.6),
    because="Forward, r is 4: the slope of the loss at r is 2 · (8 − 6) · 2 = 8. r hands it on to w.",
    guesses=(
    ("forgetting-is-stopping", "0",
     "That is the true gradient, with which nothing is ever learned. Going back, r pretends to be w."),
    ("not-rounded-at-all", "2 * (2 * 3.6 - 6) * 2",
     "That takes the unrounded 3.6 forward as well. Forward nothing is pretended: r is 4."),
    ("inner-derivative-missing", "2 * (2 * 4 - 6)",
     "The slope of 2r by r is missing: multiply by 2 once more."),
    ),
)

VARIATIONS = {
    "04.p1": (OTHER_SLOPES,),
    "04.p2": (ONE_HOT_OF_B,),
    "04.p3": (OTHER_NO_WEIGHT,),
    "04.p4": (PRETENDED,),
}
