"""The well-known wrong rules: their names, what to tell the person who wrote one, and how to make one.

A spec names these instead of writing them again. Each function below turns a right rule
`rule(upstream, *inputs)` into the wrong one of its name:

>>> wrong = upstream_missing(lambda upstream, x: upstream * 2 * x)
>>> float(wrong(5.0, 3.0))      # 30 would be right
6.0
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

SAYS = {
    # the upstream
    "upstream-missing": (
        "This is the local derivative alone: the upstream gradient is missing. Multiply by it."
    ),
    "ones-for-upstream": "This is right only for an upstream of ones. Use the upstream that arrives instead.",
    "upstream-alone": "This is the upstream passed on unchanged: multiply it by the local derivative.",
    "upstream-squared": "The upstream is multiplied in twice. Multiply by it exactly once.",
    "upstream-added": "The upstream is added to the local derivative. The chain rule multiplies them.",
    "upstream-divided": (
        "The local derivative is divided by the upstream. The upstream is a factor: nothing cancels."
    ),
    "stopped": "Everything is zero: that is stop_gradient. A rule passes on upstream times local.",
    # how contributions combine
    "overwritten": "Only the last use of the value counts here. Every use sends a gradient: add them (+=).",
    "first-use-alone": (
        "Only the first use of the value counts here. Every use sends a gradient: add them (+=)."
    ),
    "uses-multiplied": (
        "The contributions of the uses are multiplied together. Contributions of several uses add."
    ),
    "not-summed": (
        "An axis is left that broadcasting put there. Sum over it, to come back to the input's shape."
    ),
    "summed-too-much": "An axis is gone that the input has. Sum only over the axes that broadcasting added.",
    # right numbers, wrong place or size
    "sign-flipped": "The numbers are right, but every sign is the other way round.",
    "doubled": "Everything is exactly twice too large: one contribution is counted twice.",
    "constant-factor": "Everything is off by one and the same factor: look for a constant lost or added.",
    "transposed": "This is the transpose of the right answer: rows and columns have changed places.",
    "gradients-swapped": (
        "The gradients are right but in the wrong order: return them in the order of the inputs."
    ),
    "conj-missing": (
        "This is the complex conjugate of the right answer: our rules conjugate the local derivative."
    ),
}


@dataclass(frozen=True)
class Wrong:
    """A wrong answer worth naming: `make` is the wrong rule itself; a name in SAYS needs no sentence."""

    name: str
    make: Callable
    says: str = ""

    def __post_init__(self):
        object.__setattr__(self, "says", self.says or SAYS.get(self.name, ""))


def transformation(change):
    """Mark a function from rule to rule; its name, with hyphens, is the name of the diagnosis."""
    change.diagnosis = change.__name__.replace("_", "-")
    return change


def each(change, result):
    """Apply `change` to a gradient, or to every gradient of a tuple."""
    return tuple(change(part) for part in result) if isinstance(result, tuple) else change(result)


@transformation
def upstream_missing(rule):
    return lambda upstream, *inputs: rule(np.ones_like(upstream), *inputs)


@transformation
def ones_for_upstream(
    rule,
):  # the same numbers; said where the local derivative is not a factor, as in matmul
    return upstream_missing(rule)


@transformation
def upstream_alone(rule):
    return lambda upstream, *inputs: each(lambda _: 1 * upstream, rule(upstream, *inputs))


@transformation
def upstream_squared(rule):
    return lambda upstream, *inputs: rule(upstream * upstream, *inputs)


@transformation
def upstream_added(rule):
    return lambda upstream, *inputs: each(lambda g: upstream + g, upstream_missing(rule)(upstream, *inputs))


@transformation
def upstream_divided(rule):
    return lambda upstream, *inputs: rule(1 / upstream, *inputs)


@transformation
def stopped(rule):
    return lambda upstream, *inputs: each(np.zeros_like, rule(upstream, *inputs))


@transformation
def sign_flipped(rule):
    return lambda *arguments: each(np.negative, rule(*arguments))


@transformation
def doubled(rule):
    return lambda *arguments: each(lambda g: 2 * g, rule(*arguments))


@transformation
def transposed(rule):
    return lambda *arguments: each(np.transpose, rule(*arguments))


@transformation
def gradients_swapped(rule):
    return lambda *arguments: rule(*arguments)[::-1]


@transformation
def summed_too_much(rule):
    return lambda *arguments: each(np.sum, rule(*arguments))


@transformation
def conj_missing(rule):
    return lambda *arguments: each(np.conj, rule(*arguments))
