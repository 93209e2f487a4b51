"""A slope measured without any rule; sweeps printed line by line; what is to be reached in the steppers."""

import textwrap

from helpers import autodiff as ad
from helpers.widgets.stepper import FORGETS
from helpers.widgets.stepper.tasks import Task

__all__ = ["ANOTHER_END", "ANOTHER_X", "CANCELLED", "FORGETTING", "SHARED", "measured_slope", "show_check",
           "show_sweep"]  # fmt: skip


def _arrives(now, **wanted):
    """Whether these numbers arrive, as far as one can type."""
    return all(abs(now.arrives[name] - number) < 1e-6 for name, number in wanted.items())


ANOTHER_X = (
    Task(
        "Change x until 24 arrives there.",
        lambda now: now.values["x"] == 1 and _arrives(now, x=24.0),
        "At x = 1 every local is 2: 3 × 2 × 2 × 2 = 24.",
    ),
    Task(
        "Change x until what arrives there is below 0. Which local is below 0, too?",
        lambda now: now.values["x"] < 0 and now.arrives["x"] < 0,
        "Only the local next to x: the other layers are fed squares, which are never below 0.",
    ),
)
ANOTHER_END = (
    Task(
        "Keep x at 0, and change k, the factor after y, until 3 arrives at x.",
        lambda now: now.values["x"] == 0 and _arrives(now, x=3.0),
        "k = 6, and y’s rule is handed 6, though only what comes after y has changed.",
    ),
)
SHARED = (
    Task(
        "Change x and y until 50 arrives at x, and 20 at y.",
        lambda now: _arrives(now, x=50.0, y=20.0, z=10.0),
        "x = 2, y = 5. Each input is sent all of the 10, times the other input: nothing is shared out.",
    ),
)
CANCELLED = (
    Task(
        "Change x until what comes through a cancels what comes through b.",
        lambda now: _arrives(now, x=0.0),
        "2x + 5 = 0: so x = −2.5, and there y is lowest.",
    ),
)
FORGETTING = (
    Task(
        "Click a gate, and its rule forgets. Which one makes only x wrong?",
        lambda now: now.wrong == {"x"},
        "The gate next to x: forgetting spoils what lies nearer x, and nothing else.",
    ),
    Task(
        "Which one can forget without making any number wrong?",
        lambda now: now.values[FORGETS].startswith("y") and not now.wrong,
        "The gate next to the end: only the seed arrives there, and forgetting a 1 loses nothing.",
    ),
    Task(
        "Let the gate next to the end forget, and change a number until x is wrong.",
        lambda now: now.values[FORGETS].startswith("y") and "x" in now.wrong,
        "Another seed shows it; no x does. So a test has to draw its upstream at random.",
    ),
)


def measured_slope(f, x, nudge=1e-6):
    """How far the value of f moves per 1 of x: (f(x + nudge) - f(x - nudge)) / (2 nudge), rounded.

    >>> measured_slope(lambda x: x * x, 3.0)
    6.0
    """
    return round((f(x + nudge) - f(x - nudge)) / (2 * nudge), 4)


def show_sweep(y):
    """Print a line for every input of every layer, in the order in which the sweep back from y runs.

    >>> show_sweep(ad.Tensor(3.0) * 5)
         layer   input  upstream   local  downstream
      Multiply       3         1       5           5
    """
    print(f"{'layer':>10} {'input':>7} {'upstream':>9} {'local':>7} {'downstream':>11}")
    for step in ad.backward_steps(y):
        for value, local, downstream in zip(step.inputs, step.local, step.downstream, strict=True):
            if downstream is not None:  # constants have no gradient
                print(f"{step.op.type:>10} {value:7.4g} {step.upstream:9.4g} {local:7.4g} {downstream:11.4g}")


def show_check(f, x):
    """Print what `ad.check_gradient` says of f at x.

    >>> show_check(ad.custom_gradient(lambda x: (5 * x, lambda upstream: 5 * upstream)), 3.0)
    <lambda> passes
    """
    try:
        ad.check_gradient(f, x)
        print(f"{f.__name__} passes")
    except ad.GradientMismatch as error:
        print(textwrap.fill(f"{f.__name__} is caught: {error}", 80))
