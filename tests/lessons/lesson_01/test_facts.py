"""The facts of lesson 01, recomputed with NumPy alone and found in what the committed notebook shows."""

import numpy as np
import pytest

from tests.notebooks.facts import shows


def squares(x, layers=3):
    """What a row of squares hands back, from the end: (input, upstream, local, downstream) of each layer."""
    inputs, rows, upstream = [x**2**k for k in range(layers)], [], 1.0
    for value in reversed(inputs):
        rows.append((value, upstream, 2 * value, upstream * 2 * value))
        upstream *= 2 * value
    return rows


LOG2 = np.log(2.0)
RANDOM = np.random.default_rng(0).normal()  # what the check of a rule draws first
BELOW, OWN, ABOVE = 2 * 3, 2 * 3**2, 2 * 3**4  # the locals of three squares at 3

FACTS = {
    "my-square": [2 * 3.0, 2 * 3.0],
    "opening-run": [2 * 3.0, 8 * 3.0**7],
    "what-arrives": "2 → 4 → 16 → 256",
    "nudge": ", ".join(f"{name} = {2**2**k}" for k, name in enumerate("xaby")) + ". Nothing is pulled.",
    "nudge-read": [f"4 · 8 · 32 = {8 * 2**7}", f"{2 * 2} at $x = 2$, {2 * 4} at $a = 4$, {2 * 16} at",
                   f"8 · 32 = {8 * 32} per 1 of $a$",
                   f"by 0.01 instead of a millionth moves $y$ by {(2.01**8 - 256) / 0.01:.0f} per"],
    "sweep-of-squares": [*squares(2.0), 8 * 2.0**7, "Square 2 256 4 1024"],
    "stepper": [f"{3 * upstream:g} × {local:g} = {3 * downstream:g} arrives"
                for _, upstream, local, downstream in squares(2.0)],
    "three-ends": [f"k = 10, y = {LOG2:.4f}", "1 × 10 = 10 at y", "10 × 0.5 = 5 arrives at x"],
    "two-inputs-run": ["10 × 3 = 30 arrives at x, 10 × 2 = 20 at y"],
    "add-read": [f"by {2 * 3} millionths", "$5x$ by 5", f"$y$, their sum, moves by {2 * 3 + 5}"],
    "stepper-twice": "x adds up: 5 + 6 = 11",
    "too-soon-run": "Which one can send first?",
    "engine-try": [f"32 arrives at b, and its rule sends {2 * 4} to a",
                   f"{2 * 4} arrives at a, and its rule sends {2 * 2} to x"],
    "forgetting-table": [[8 * 3**7] * 3, (BELOW, BELOW * OWN, BELOW * OWN * ABOVE), [0] * 3,
                         "forgetful 6 108 17496", "stopping 0 0 0"],
    "forgetting-stepper": f"{OWN} × {BELOW} = {OWN * BELOW} arrives at x",
    "dy-is-upstream": "handed 6 instead of 10",
    "tiny-model": [f"{-6 * 3} × 3 = {-6 * 3 * 3} arrives at w".replace("-", "−"), "the guess goes to 10.6"],
    "exercise-01-6-prompt": [f"Handed {RANDOM:.4f},", f"6 × {RANDOM:.4f} = {6 * RANDOM:.3f} down"],
    "repair": [0, 6, pytest.approx(6 * RANDOM, rel=1e-6), pytest.approx(RANDOM, rel=1e-6), 8 * 3.0**7],
}  # fmt: skip
test_shown = shows("01", FACTS)
