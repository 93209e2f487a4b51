"""The numbers of the start page, recomputed by hand and found in what the committed notebook shows."""

import pytest

from tests.notebooks.facts import shows

W, B, TARGET, RATE = 2.0, 1.0, 10.0, 0.02


def learned(steps, forgets="", rate=RATE):
    """The guess after so many steps downhill, with one rule that sends its own slope alone."""
    w, b = W, B
    for _ in range(steps):
        at_guess = 2 * (3 * w + b - TARGET)  # above the square is 1: forgetting it changes nothing
        at_sum = 1.0 if forgets == "+" else at_guess
        w, b = w - rate * (3 if forgets == "3w" else 3 * at_sum), b - rate * at_sum
    return 3 * w + b


def minus(number):
    return f"{number:g}".replace("-", "−")


UP = 2 * (3 * W + B - TARGET)
ONE_STEP = 1 / 20  # the rate at which one step takes away all of the miss: 2 · rate · (3² + 1) = 1
STUCK = learned(200, "3w", ONE_STEP)
RESTS = next(k for k in range(200) if abs(learned(k, "3w", ONE_STEP) - STUCK) < 1e-3)
FACTS = {
    "demo": [
        f"The guess is {learned(0):g}, {TARGET - learned(0):g} too short",
        f"the error is {(learned(0) - TARGET) ** 2:g}.",
        f"{minus(UP)} × 3 = {minus(3 * UP)} arrives at w.",
        f"the guess goes to {learned(1):.4g}.",
    ],
    "demo-read": [
        f"With $w$ alone +{(TARGET - learned(0)) / 3:g} is enough",
        f"with $b$ alone it takes +{TARGET - learned(0):g}",
        f"{minus(UP)} arrives at the guess and at $b$, {minus(3 * UP)} at $w$. The {minus(UP)} is",
        f"2 · ({learned(0):g} − {TARGET:g})",
        f"At a rate of {ONE_STEP:g} one step",
    ],
    "break-it": [
        f"rests at {STUCK:.4g}, with an error of {(STUCK - TARGET) ** 2:.4g}",
        f"falls {learned(6, '+', ONE_STEP) - learned(7, '+', ONE_STEP):.1f} at every step",
        f"after about {round(RESTS, -1)} steps it rests",
    ],
    "installation": "Everything is here",
}
test_shown = shows("00", FACTS)


def test_one_step_at_that_rate_lands_on_the_target():
    w, b = W - ONE_STEP * 3 * UP, B - ONE_STEP * UP
    assert 3 * w + b == pytest.approx(TARGET)


def test_the_guess_reaches_ten_and_then_nothing_arrives():
    assert learned(40) == pytest.approx(TARGET)


def test_at_twice_that_rate_the_guess_jumps_to_and_fro():
    assert [learned(k, rate=2 * ONE_STEP) for k in range(4)] == pytest.approx([7, 13, 7, 13])
