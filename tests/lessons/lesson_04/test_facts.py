"""The facts of lesson 04, recomputed with NumPy alone and found in what the committed notebook shows."""

import cmath
import re

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers import notebooks
from tests.notebooks.facts import shows

EXAMS, COUNTS = np.array([[3.0, 2.0], [1.0, 4.0]]), np.array([10.0, 1.0])
BY_MARKS = EXAMS @ [2.0, 3.0] @ EXAMS
X2 = 2.0


def throw(speed, angle, step=0.01):
    """The same ball, written anew: position and velocity as complex numbers."""
    place, velocity = 2j, cmath.rect(speed, angle)
    while place.imag > 0:
        velocity -= step * (0.02 * abs(velocity) * velocity + 9.81j)
        place += step * velocity
    return place.real - velocity.real * place.imag / velocity.imag


def slopes(speed, angle, h=1e-2):
    by_speed = (throw(speed + h, angle) - throw(speed - h, angle)) / (2 * h)
    by_angle = (throw(speed, angle + h) - throw(speed, angle - h)) / (2 * h)
    return np.array([by_speed, by_angle])


FLAGS = np.array([4, 6, 8, 10])
AIMED = np.vander((FLAGS - 7) / 3, 3)  # u², u and 1 for each flag


def worst_with_ones(steps):
    y = [8, 0.5] - steps * 0.005 * (AIMED @ AIMED.sum(axis=0))[:, None]
    return max(abs(throw(*row) - flag) for row, flag in zip(y, FLAGS, strict=True))


def first_hit():
    """After so many steps all four land within half a metre, if twice the miss times the slope is sent."""
    w = np.array([[0.0, 0.0], [0.0, 0.0], [8.0, 0.5]])
    for step in range(60):
        y = AIMED @ w
        missed = np.array([throw(*row) for row in y]) - FLAGS
        if np.abs(missed).max() <= 0.5:
            return step
        w = w - 0.005 * AIMED.T @ [2 * miss * slopes(*row) for miss, row in zip(missed, y, strict=True)]
    return None


ARRAY = 12_000 * 8 / 1e6  # megabytes
FARTHEST = max(np.arange(0.5, 0.8, 0.01), key=lambda angle: throw(8.8, angle))
NEAR = pytest.approx(0, abs=0.07)  # metres, less than a hand's breadth
FACTS = {
    "questions": f"{([0, 5] @ np.array([[1, 2], [3, 4]])).tolist()}: five times the second row",
    "thrower-found": f"grows from {worst_with_ones(0):.2f} m to {worst_with_ones(30):.2f} m",
    "thrower-code": [throw(8, 0.5)],
    "opening-run": [(2, 4), np.array([2, 3]) * (2, 4), np.array([2, 3]) @ np.diag([2, 4])],
    "exams-run": [COUNTS * EXAMS.sum(axis=0), COUNTS @ EXAMS, (31, 24), "multiplied afterwards: [40. 6.]"],
    "cut-the-loss": "10 and 1 come down to the marks, 31 and 24 arrive at the hours.",
    "mix": "7 and 8 arrive. Below, multiplied afterwards: [8, 6]",
    "pick-run": [EXAMS[0], EXAMS[0], BY_MARKS, BY_MARKS, 2 * BY_MARKS, "grad_ys=one_hot [3. 2.]"],
    "several-run": [5 * 2 * X2 + 3, 5 * 2 * X2 + 3, 0,
                    *[f"grad_ys=[5.0, {w}]: 23.0 None" for w in (None, 1.0)]],
    "rounding-run": [0],
    "straight-through-run": [3, 1, 3, 1],
    "dial": "w is 1.4, the loss 16. 0 arrives",
    "bowl": "Step 40: w is −1.7",
    "simulator-slopes": [throw(8, 0.5), slopes(8, 0.5)],
    "train-the-thrower": [0, throw(8, 0.5) - FLAGS, 60, *[NEAR] * 4],
    "peak": [pytest.approx(400 * ARRAY, rel=0.05), pytest.approx(8 * ARRAY, rel=0.05),
             "same gradients: True"],
    "thrower-measured": [
        f"Its angle is soon {FARTHEST:.2f}",
        f"after {first_hit()} steps. Each is sent 2 · miss · slope",
    ],
}  # fmt: skip
test_shown = shows("04", FACTS)


def test_what_the_solution_of_04_3_says_of_the_slope_of_clip_at_its_borders():
    assert "these lessons and JAX give 0.5" in notebooks.find("04").cell("solution-04-3").source
    assert ad.grad(lambda x: np.clip(x, -1, 1))(1.0) == ad.grad(lambda x: np.clip(x, -1, 1))(-1.0) == 0.5


def test_the_dashed_curve_is_the_loss_without_rounding():
    pretended = re.search(r"pretended=(lambda w: .*)\)", notebooks.find("04").cell("dial").source)[1]
    assert eval(pretended)(np.round(1.4)) == 16  # as FACTS have it at 1.4


def test_cut_in_two_every_branch_runs_twice():
    runs, lesson = [], {"np": np, "ad": ad}
    exec(notebooks.find("04").cell("two-ways").source.split("sources =")[0], lesson)
    branch = lesson["branch"]
    lesson["branch"] = lambda *inputs: runs.append(1) or branch(*inputs)
    for ways, count in ("in_one_piece", 100), ("cut_in_two", 2 * 100):
        runs.clear()
        lesson[ways](np.ones((100, 2)), [ad.Tensor(1.0)] * 100)
        assert len(runs) == count


def test_the_key_to_the_questions():
    jacobian, weights = np.array([[1, 2], [3, 4]]), np.array([0, 5])
    right, ones = weights @ jacobian, jacobian.sum(axis=0)
    _, answer = notebooks.find("04").questions[2]
    assert f"[{right[0]}, {right[1]}]: five times the second row" in answer
    assert f"[{ones[0]}, {ones[1]}] times [0, 5] is [{ones[0] * 0}, {ones[1] * 5}]" in answer
