"""The numbers of the start page, recomputed by hand and found in what the committed notebook shows."""

import pytest

from tests.notebooks.facts import shows

W, B, TARGET, RATE = 2.0, 1.0, 10.0, 0.02


def learned(steps, forgets=""):
    """The guess after so many steps downhill, with one rule that sends its own slope alone."""
    w, b = W, B
    for _ in range(steps):
        at_guess = 2 * (3 * w + b - TARGET)  # above the square is 1: forgetting it changes nothing
        at_sum = 1.0 if forgets == "+" else at_guess
        w, b = w - RATE * (3 if forgets == "3w" else 3 * at_sum), b - RATE * at_sum
    return 3 * w + b


def minus(number):
    return f"{number:g}".replace("-", "−")


UP = 2 * (3 * W + B - TARGET)
STUCK = learned(200, "3w")
FACTS = {
    "demo": [
        f"the error {(learned(0) - TARGET) ** 2:g}. {minus(3 * UP)} arrives at w and {minus(UP)} at b",
        f"After 10 steps the guess is {learned(10):.4g} and the error {(learned(10) - TARGET) ** 2:.1g}.",
    ],
    "demo-read": [
        f"off by {learned(0):g} − {TARGET:g} = {minus(learned(0) - TARGET)}",
        f"{minus(UP)} arrives at the guess, and at $b$",
        f"{minus(3 * UP)} arrives at $w$",
    ],
    "break-it": [
        f"rests at {STUCK:.4g}, with an error of {(STUCK - TARGET) ** 2:.4g}",
        f"{learned(6, '+') - learned(7, '+'):.1f} lower at every step",
    ],
    "installation": "Everything is here",
}
test_shown = shows("00", FACTS)


def test_the_guess_reaches_ten_and_then_nothing_arrives():
    assert learned(40) == pytest.approx(TARGET)
