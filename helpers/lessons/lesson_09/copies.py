"""Lesson 09: what is to be found on one w that every example has a copy of."""

import numpy as np

from helpers.widgets.stepper.tasks import Task

__all__ = ["BALANCED"]

BALANCED = [
    Task(
        "Pull w until nothing arrives at it. Does any row of W pull then?",
        lambda now: not np.any(now.arrives["w"]),
        "The rows cancel: every example pulls, and nothing arrives at w.",
    )
]
