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


def slope_at_2(product):
    """The slope at x = 2 of a product made of s = 3 x."""
    return ad.grad(lambda x: product(3 * x))(2.0)


ONE_OF_THREE_STOPPED = PredictionKey(
    "04.p2",
    "x = 2, s = 3 · x = 6. s * s with one s stopped has the slope 18. And s * s * s with one s stopped?",
    example=100,
    truth=lambda: slope_at_2(lambda s: s * s * ad.stop_gradient(s)),
    because="Two factors are left, and each has the other two as its weight: 36 · 3 + 36 · 3 = 216.",
    guesses=(
    ("first-use-alone", "36 * 3",
     "That is what one factor sends. Two of the three are not stopped, and what they send adds up."),
    ("nothing-stopped", "slope_at_2(lambda s: s * s * s)",
     "That is with nothing stopped. The stopped factor is a weight, and sends nothing itself."),
    ("upstream-alone", "2 * 36",
     "That is the slope with respect to s. It still has to go through s = 3 · x."),
    ("stopped", "0", "Only one of the three is stopped. The other two send something back."),
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
     "The slope of 2r with respect to r is missing: multiply by 2 once more."),
    ),
)

TRICK_FOR_SIGN = PredictionKey(
    "04.p5",
    "y = 2x + stop_gradient(sign(x) - 2x). At x = 0.4 it is 1. What is its slope there?",
    example=5,
    truth=lambda: ad.grad(lambda x: 2 * x + ad.stop_gradient(np.sign(x) - 2 * x))(0.4),
    because="What stands inside stop_gradient counts as a constant; the 2x in front of it has the slope 2.",
    guesses=(
    ("stop-blocks-below", "0",
     "stop_gradient blocks what stands inside it, not all that is below. The first 2x stands outside."),
    ("value-for-gradient", "1", "That is y itself. The slope says how y moves, going back, when x does."),
    ),
)

def settled(added):
    """Where w of the cost (w - 3)² ends, this gradient added at every step."""
    w = 0.0
    for _ in range(200):
        w = w - 0.1 * (ad.grad(lambda w: (w - 3) ** 2)(w) + added)
    return np.round(w, 6)


CONSTANT_PUSH = PredictionKey(
    "04.p6",
    "The cost (w - 3)² alone brings w to 3. Somebody adds the gradient 2 at every step. Where does w end?",
    example=10,
    truth=lambda: settled(2.0),
    because="There 2 · (w − 3) = −2 cancels the 2 from elsewhere, so w rests at 2.",
    guesses=(
    ("undone", "3", "At 3 your own gradient is 0, and nothing holds the 2 from elsewhere."),
    ("added-for-subtracted", "4", "A step goes against the gradient: a positive one brings w down."),
    ("slope-forgotten", "1", "That is 2 below 3. But the slope is 2 · (w − 3), so it is −2 at 3 − 1 = 2."),
    ),
)

VARIATIONS = {
    "04.p1": (OTHER_SLOPES,),
    "04.p2": (ONE_OF_THREE_STOPPED,),
    "04.p3": (OTHER_NO_WEIGHT,),
    "04.p4": (PRETENDED,),
    "04.p5": (TRICK_FOR_SIGN,),
    "04.p6": (CONSTANT_PUSH,),
}
