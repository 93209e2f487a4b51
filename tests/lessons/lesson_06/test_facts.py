"""The facts of lesson 06, recomputed with NumPy alone and found in what the committed notebook shows."""

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers import notebooks
from tests.notebooks.facts import shows

X, LOAD = 3.0, 480.0
FORCE, RIGHT, TRAPPED = 6 * X**5, 30 * X**4, 2 * (3 * X**2) ** 2
LOST = RIGHT - TRAPPED
J = np.array([[3.0, 2.0], [1.0, 1.0], [4.0, 0.0]])  # of [x0 x1, x0 + x1, x0²] at [2, 3]
U, V = np.array([1.0, 2.0, 3.0]), np.array([1.0, 10.0])
BACK, FORWARD = U @ J, J @ V
CLIPPED = np.clip(BACK, -1, 1)


def counted():
    """Swings per second of a mass of 1 on the buffer, integrated in another way."""
    x, v, times = 3.001, 0.0, []
    for k in range(40_000):
        half = v + 0.5e-4 * (FORCE - 6 * x**5)
        x += 1e-4 * half
        after = half + 0.5e-4 * (FORCE - 6 * x**5)
        if v <= 0 < after:
            times.append(k * 1e-4)
        v = after
    return pytest.approx((len(times) - 1) / (times[-1] - times[0]), abs=0.15)


def newton(stiffness):
    """Where it is, and the force there, after 1, 3 and 6 steps."""
    x, shown = X, []
    for step in range(1, 7):
        x -= (6 * x**5 - LOAD) / stiffness(x)
        shown += [x, 6 * x**5] if step in (1, 3, 6) else []
    return shown


FACTS = {
    "opening-run": [3, FORCE, "first order: passes"],
    "stiffness-run": [TRAPPED, np.sqrt(TRAPPED) / (2 * np.pi), counted()],
    "nudge-run": [RIGHT, RIGHT, TRAPPED],
    "parts-run": [TRAPPED, LOST, RIGHT, "Together 2430."],
    "stepper": ["5 operations", f"{TRAPPED:.0f}"],
    "trap-run": [6 * X, TRAPPED],
    "repair-run": [RIGHT, RIGHT],
    "saved-run": [0.25 - 1, 0.25, 0.25, 0.25, np.zeros(4)],
    "orders-run": [0, 0, 0, "repaired, order 2: passes", "plain, order 2: passes",
                   "trap, order 2: the second-order gradient", "lean, order 2: the second-order gradient"],
    "linear-run": [BACK, 2 * BACK, BACK],
    "transposed-run": [FORWARD, FORWARD, FORWARD, FORWARD],
    "dot-run": [BACK, FORWARD, U @ FORWARD, BACK @ V, CLIPPED, FORWARD, U @ FORWARD, CLIPPED @ V,
                BACK, 0 * FORWARD, 0, BACK @ V],
    "forward-used": [27, 3, 27, 3 * 10, RIGHT, 30, "second order holds: True"],
    "newton-run": [*newton(lambda x: 18 * x**4), *newton(lambda x: 30 * x**4)],
}  # fmt: skip
test_shown = shows("06", FACTS)


def test_the_coincidence_that_the_text_names():
    assert FORCE == TRAPPED == 1458
    assert (RIGHT, LOST) == (2430, 972)
    text = notebooks.find("06").cell("which").source
    assert "$6x^5 = 18x^4$" in text
    assert (
        f"{np.sqrt(RIGHT) / (2 * np.pi):.1f} times a second: far from {np.sqrt(TRAPPED) / (2 * np.pi):.1f}"
        in text
    )


def test_the_two_parts_of_the_first_exercise_are_the_second_derivative():
    assert 6 * 4 * 2 * 2 * 2 * 2 + 3 * 4**2 * 2 == 30 * 2**4


def test_a_tangent_rule_serves_both_ways_and_twice():
    names = {"np": np, "ad": ad}
    exec(notebooks.find("06").cell("forward-run").source, names)
    sine = names["from_forward"](np.sin, lambda x, v: np.cos(x) * v)
    x, v = np.array([0.3, -1.2]), np.array([2.0, 5.0])
    np.testing.assert_allclose(ad.jvp(sine, [x], [v])[1], np.cos(x) * v)
    np.testing.assert_allclose(ad.vjp(sine, x)[1](v)[0], np.cos(x) * v)
    ad.check_gradient(lambda x: sine(x) ** 2, x, order=2)
