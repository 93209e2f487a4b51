"""Lesson 08, its guesses once more: two scores, another constant, another step, more classes, other rows."""

import numpy as np

from helpers.examples.ferries import cross_entropy, softmax

from ..lesson_08 import after_steps
from ..prediction import PredictionKey

TWO_SCORES = PredictionKey(
    "08.p1",
    "An untrained model gives a row two scores, both 3. What does softmax say to the first?",
    example=0.9,
    truth=lambda: float(softmax(np.array([[3.0, 3.0]]))[0, 0]),
    because="Equal scores get equal shares of 1, however large they are: 0.5.",
    guesses=(
    ("sigmoid-of-it", "1 / (1 + np.exp(-3))",
     "That is the sigmoid of 3. Softmax divides e³ by the sum over both scores."),
    ("one-score", "1", "That would be the share of a single score. Here there are two."),
    ("unnormalised", "np.exp(3)", "That is e³. Softmax divides it by the sum of both."),
    ("score-itself", "3", "That is the score. Softmax makes shares of 1."),
    ),
)  # fmt: skip

OTHER_CONSTANT = PredictionKey(
    "08.p2",
    "W = 3 gets the gradient −0.2 at each of 100 steps, with rate 0.5, and nothing else. Where is it then?",
    example=1,
    truth=lambda: after_steps(100, start=3.0, sent=-0.2, rate=0.5),
    because="Each step takes −0.1 away, so it adds 0.1, and nothing says stop: 3 + 100 · 0.1 = 13.",
    guesses=(
    ("sign-lost", "3 - 10", "A gradient is subtracted, and this one is below 0: W goes up."),
    ("one-step", "3.1", "That is where one step leads. It is sent a hundred times."),
    ("rate-forgotten", "3 + 20", "The rate is missing: each step adds 0.5 · 0.2."),
    ("way-for-place", "10", "That is how far it has gone. It started at 3."),
    ("stays", "3", "It would stay for a gradient of 0."),
    ),
)  # fmt: skip


def large_in_float32():
    """The slope of a square at 1000 in float32, measured with a step of 1e-5."""
    x, h = np.float32(1000), np.float32(1e-5)
    return float(((x + h) ** 2 - (x - h) ** 2) / (2 * h))


FAR_OUT = PredictionKey(
    "08.p3",
    "x² at 1000 in float32: what is (f(1000 + h) − f(1000 − h)) / 2h with h = 1e-5? Its slope is 2000.",
    example=5,
    truth=large_in_float32,
    because="float32 has 7 digits: 1000 + 0.00001 is 1000 in it, and the difference of two like values is 0.",
    guesses=(
    ("as-on-paper", "2000", "On paper. But in some 7 digits 1000.00001 is 1000."),
    ("value-for-slope", "1e6", "That is the value of x² at 1000. The slope is a difference of two values."),
    ("twice", "4000", "The way is 2h, and you divided by h. But float32 sees no way at all here."),
    ),
)  # fmt: skip

TEN_CLASSES = PredictionKey(
    "08.p4",
    "Ten kinds of ship, all scores 0: what is the mean of −log p of the right one?",
    example=5,
    truth=lambda: float(cross_entropy(softmax(np.zeros((10, 10))), np.eye(10))),
    because="p is one tenth each, and −log 0.1 is log 10, so 2.30259.",
    guesses=(
    ("probability-for-loss", "0.1", "That is p. The loss is −log p."),
    ("two-classes", "np.log(2)", "That is the loss for two. Here there are ten."),
    ("base-ten", "1.0", "With logarithms to base 10 it would be 1. np.log is natural: log 10."),
    ("sure", "0", "A loss of 0 means p = 1. Here p is one tenth."),
    ("number-of-classes", "10", "That is 1 / p. The loss is its logarithm."),
    ("sign", "-np.log(10)", "log 0.1 is below 0, and the minus in front makes it positive."),
    ),
)  # fmt: skip


def written_last():
    """What stands in row 1 after grad[[1, 1, 0]] += [5, 7, 9]."""
    grad = np.zeros(2)
    grad[np.array([1, 1, 0])] += np.array([5.0, 7.0, 9.0])
    return float(grad[1])


LAST_WRITE = PredictionKey(
    "08.p5",
    "grad is zeros, rows = [1, 1, 0]. After grad[rows] += [5, 7, 9], what does NumPy hold in grad[1]?",
    example=2,
    truth=written_last,
    because="NumPy reads two zeros, makes 5 and 7 of them, and writes both: the last write stays, 7.",
    guesses=(
    ("adds-up", "12", "So it should be. But NumPy reads all places first, then adds, then writes."),
    ("first-write", "5", "The first write is followed by another one to the same place."),
    ("everything", "21", "9 goes to row 0, and the writes to row 1 do not add up."),
    ("nothing", "0", "Something is written there."),
    ("averaged", "6", "Nothing is averaged: NumPy writes twice, one after the other."),
    ),
)  # fmt: skip


VARIATIONS = {
    "08.p1": (TWO_SCORES,),
    "08.p2": (OTHER_CONSTANT,),
    "08.p3": (FAR_OUT,),
    "08.p4": (TEN_CLASSES,),
    "08.p5": (LAST_WRITE,),
}
