"""Lesson 05, its guesses once more with other numbers."""

import numpy as np

from helpers import autodiff as ad

from ..prediction import PredictionKey


@np.errstate(all="ignore")
def rows_left():
    """How many of the four biases of four models, which share one batch, are still numbers."""
    z = ad.Tensor(np.float32([[1.0, 2.0], [100.0, 1.0], [3.0, 0.0], [0.0, 1.0]]))
    biases = ad.Tensor(np.zeros((4, 1), np.float32))
    return int(np.isfinite(ad.gradients(np.sum(np.log(1 + np.exp(z + biases))), biases)).sum())


ONE_OF_FOUR = PredictionKey(
    "05.p1",
    "Four models, each with its own readings and its own bias. One of its readings sends NaN to model two. "
    "How many of the four biases are numbers afterwards?",
    example=2,
    truth=rows_left,
    because="Each bias adds up what its own readings send: only model two's gets the NaN, 3 are left.",
    guesses=(
    ("all-lost", "0",
     "NaN spreads to what is computed from it. The other models have no part in that sum."),
    ("all-spared", "4", "Model two adds up what its readings send, and one of them sends NaN."),
    ("one-reading", "7", "That counts readings. The question is how many of the four biases are left."),
    ),
)  # fmt: skip


@np.errstate(all="ignore")
def nans_of_log():
    """How many of four gradients of a shielded value, but not a shielded input, are NaN."""
    x = ad.Tensor([-2.0, 0.0, 1.0, 4.0])
    return int(np.isnan(ad.gradients(np.where(x > 0, np.sqrt(x), 0.0), x)).sum())


ROOTS = PredictionKey(
    "05.p2",
    "y = where(x > 0, sqrt(x), 0) at x = [-2, 0, 1, 4]: how many of the 4 gradients are NaN?",
    example=3,
    truth=nans_of_log,
    because="The slope of the root is NaN at −2 and ∞ at 0; times the 0 that where sends, both are NaN.",
    guesses=(
    ("unchosen-branch-is-free", "0",
     "Both branches that are not chosen get 0, and multiply it by their local."),
    ("only-below-zero", "1", "At 0 as well: the slope of the root there is ∞, and 0 · ∞ is NaN."),
    ("all-of-them", "4", "At 1 and at 4 the root is chosen, and its slope is a number."),
    ),
)  # fmt: skip


def other_bottom():
    """What arrives at four equal scores, the first one right."""
    return ad.grad(lambda z: -np.log((np.exp(z) / np.sum(np.exp(z)))[0]))(np.zeros(4))


EQUAL = PredictionKey(
    "05.p3",
    "Four equal scores, so p = 0.25 each, and the first is right: what arrives at the scores?",
    example=[1, 0, 0, 1],
    truth=other_bottom,
    because="p, with 1 taken off the right one: 0.25 − 1 = −0.75.",
    guesses=(
    ("probabilities-alone", "[0.25, 0.25, 0.25, 0.25]",
     "Those are the probabilities: take 1 off the right one."),
    ("own-score-alone", "[-0.75, 0, 0, 0]", "The other scores have a say as well: they share the total."),
    ("turned-round", "[0.75, -0.25, -0.25, -0.25]",
     "The signs are turned: a higher score of the right one makes the loss smaller."),
    ("top-rung-alone", "[-4, 0, 0, 0]", "That is what arrives at p, −1/p. The softmax is still to come."),
    ),
)  # fmt: skip

FIVE = PredictionKey(
    "05.p4",
    "y = clip(x, low, high) · scale, an array x and three numbers: how many gradients must its rule return?",
    example=7,
    truth=lambda: len(("x", "low", "high", "scale")),
    because="One for each input, so 4, with None where there is none.",
    guesses=(
    ("only-what-learns", "1", "That answers for x alone. A rule answers for every input, if only with None."),
    ("numbers-together", "2", "The numbers have one place each: four inputs, four gradients."),
    ("only-the-bounds", "3", "That answers for three of the inputs, and there are more."),
    ),
)  # fmt: skip


def through_itself():
    """What arrives at a sensor of which x is three times the reading, through x · stop(x)."""

    def gated(sensor):
        x = 3 * sensor
        return x * ad.stop_gradient(x)

    return ad.grad(gated)(2.0)


HALF_STOPPED = PredictionKey(
    "05.p5",
    "x = 3 · sensor, y = x · stop(x), and the sensor shows 2. What arrives at the sensor?",
    example=5,
    truth=through_itself,
    because="The x outside gets the other factor, 6; the one inside gets nothing. At the sensor: 3 · 6 = 18.",
    guesses=(
    ("stop-blocks-below", "0",
     "stop_gradient blocks what is inside it, not all below it. One x stands outside it."),
    ("as-far-as-x", "6", "That is what arrives at x. The sensor is below it: x = 3 · sensor."),
    ("both-count", "2 * 6 * 3", "The x inside stop gets nothing: only one of the two factors counts."),
    ),
)  # fmt: skip


def reversed_twice():
    """What arrives at h through two reversals in a row."""
    turned = ad.custom_gradient(lambda h: (1.0 * h, lambda upstream: -upstream))
    return ad.grad(lambda h: 2 * h + 5 * turned(turned(h)))(1.0)


TWO_GATES = PredictionKey(
    "05.p6",
    "The task sends 2 to h. The device loss sends 5, through two reversals in a row: what arrives at h?",
    example=12,
    truth=reversed_twice,
    because="−1 times −1 is 1: two reversals are none, 2 + 5 = 7.",
    guesses=(
    ("turned-once", "2 - 5", "That is what one reversal gives. There are two, and they undo each other."),
    ("cancelled", "2", "The share is not cancelled, it keeps its sign: + 5."),
    ("strong-turn", "2 - 10", "Two turns are not twice a turn: −1 times −1 is 1."),
    ),
)  # fmt: skip

SHORT_ONES = PredictionKey(
    "05.p7",
    "Clipped at 0.1, rate 0.5: the gradients of four steps are 0.04, 0.3, −5 and 0.1. How far does w move "
    "down, all in all?",
    example=1,
    truth=lambda: 0.5 * np.clip([0.04, 0.3, -5, 0.1], -0.1, 0.1).sum(),
    because="0.04 passes as it is, 0.3 becomes 0.1, −5 becomes −0.1: 0.14 in all, half of it is 0.07.",
    guesses=(
    ("rate-forgotten", "0.04 + 0.1 - 0.1 + 0.1",
     "That is the sum of the gradients. A step is the rate times one."),
    ("short-stretched", "0.5 * 0.2", "Clipping shortens what is too long. 0.04 is not, and stays 0.04."),
    ("sign-lost", "0.5 * 0.34", "−5 is clipped to −0.1: it keeps its sign, and pulls the other way."),
    ("not-clipped", "0.5 * (0.04 + 0.3 - 5 + 0.1)", "Those are the steps without the clip."),
    ),
)  # fmt: skip

VARIATIONS = {
    "05.p1": (ONE_OF_FOUR,),
    "05.p2": (ROOTS,),
    "05.p3": (EQUAL,),
    "05.p4": (FIVE,),
    "05.p5": (HALF_STOPPED,),
    "05.p6": (TWO_GATES,),
    "05.p7": (SHORT_ONES,),
}
