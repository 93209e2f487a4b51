"""The well-known wrong rules, made from the right one, so that a spec only has to name them.

Each function below turns a right rule `rule(upstream, *inputs)` into the wrong one of its name; what to tell
the person who wrote it stands in `sentences.py`.

>>> wrong = upstream_missing(lambda upstream, x: upstream * 2 * x)
>>> float(wrong(5.0, 3.0))      # 30 would be right
6.0
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .sentences import SAYS


@dataclass(frozen=True)
class Wrong:
    """A wrong answer worth naming: the wrong rule, or the letters; a name in SAYS needs no sentence."""

    name: str
    make: Callable | str
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
