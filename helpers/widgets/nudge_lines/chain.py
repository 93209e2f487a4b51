"""A chain of layers, one number into one number each, and what a nudge of the first does to all others."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from helpers.drawing import svg

from ..errors import InputError
from ..stepper.computation import Computation, trace

LONGEST = 5  # layers that have room


class Chain(NamedTuple):
    """The values x → … → y; each layer's local factor; what arrives at each value on the way back."""

    names: tuple[str, ...]
    values: tuple[float, ...]
    locals: tuple[float, ...]
    arrives: tuple[float, ...]

    @property
    def whole(self) -> float:
        """How many times as far as x the end moves."""
        return self.arrives[0]


def chain_of(function: Callable, name: str, x: float, names=()) -> Chain:
    """Trace `function` at `x`, or raise an `InputError` if it is no chain of single numbers.

    >>> import numpy as np
    >>> chain_of(lambda x: np.square(np.square(x)), "x", 3.0)
    Chain(names=('x', 'v1', 'y'), values=(3.0, 9.0, 81.0), locals=(6.0, 18.0), arrives=(108.0, 18.0, 1.0))
    """
    traced = _traced(function, name, x, names)
    _check(traced, name)
    values = tuple(_values(traced))
    slopes = tuple(float(flow.local()) for flow in traced.flows)
    arrives = [1.0]
    for slope in reversed(slopes):
        arrives.insert(0, arrives[0] * slope)
    titles = tuple(box.title for box in traced.boxes)
    finite = np.isfinite([*values[1:], *slopes]).reshape(2, -1).all(axis=0)
    if not finite.all():
        worst = titles[1 + int(np.argmin(finite))]
        at = f"At {name} = {svg.number(x)}"
        raise InputError(
            f"{at} the value or the slope of {worst} is not finite: choose another {name}.", name
        )
    return Chain(titles, values, slopes, tuple(arrives))


def moves_of(function: Callable, name: str, chain: Chain, nudges: list[float]) -> list[list[float]]:
    """For each nudge of x, how far every value of the chain really moves.

    >>> double = lambda x: 2 * x
    >>> moves_of(double, "x", chain_of(double, "x", 1.0), [0.0, 0.5])
    [[0.0, 0.0], [0.5, 1.0]]
    """
    after = _all_at_once(function, name, chain, nudges)
    if after is None:
        after = [_values(_traced(function, name, chain.values[0] + nudge, ())) for nudge in nudges]
    if any(len(values) != len(chain.values) or not np.isfinite(values).all() for values in after):
        most = svg.number(nudges[-1])
        sentence = f"A nudge of {most} leaves the range of this function: make the nudge smaller."
        raise InputError(sentence, name)
    return [
        [nudge, *(float(now - before) for now, before in zip(values[1:], chain.values[1:], strict=True))]
        for nudge, values in zip(nudges, after, strict=True)
    ]


def _all_at_once(function, name, chain, nudges):
    """The values after each nudge from one run on all of them, or None where that is something else."""
    try:
        boxes = _traced(function, name, chain.values[0] + np.array(nudges), ()).boxes
    except Exception:  # a function of numbers, not of arrays: it is called for each
        return None
    columns = [box.values[0].array for box in boxes]
    if any(np.shape(column) != (len(nudges),) for column in columns):
        return None
    alone = _values(_traced(function, name, chain.values[0] + nudges[-1], ()))
    same = len(alone) == len(columns) and np.array_equal([column[-1] for column in columns], alone)
    return np.array(columns).T if same else None


def _values(traced):
    return [float(box.values[0].array) for box in traced.boxes]


def _traced(function, name, x, names):
    with np.errstate(all="ignore"):
        return trace(function, {name: x}, None, names)


def _check(traced: Computation, name: str) -> None:
    """Whether every value is one number, made from the one before and from nothing else."""
    if any(np.ndim(value.array) for box in traced.boxes for value in box.values):
        raise InputError("Number lines show single numbers: every value must be one number, not an array.")
    if not traced.boxes[0].template == () or traced.boxes[0].title != name:
        raise InputError(f"The answer does not depend on {name}: let the function compute it from {name}.")
    for k, box in enumerate(traced.boxes[1:], 1):
        if box.sources == ((k - 1, 0),) and len(box.values) == 1:
            continue
        again = f"{box.title} = {traced.formula(k)} uses "
        used = (
            "a value twice"
            if len(set(box.sources)) < len(box.sources)
            else "several values, or an earlier one"
        )
        raise InputError(
            f"{again}{used}, so this is no chain of layers: let each layer use only the one before it, "
            "for example np.square(x) for x * x."
        )
    if not traced.flows:
        raise InputError(f"The function returns {name} itself: let it compute something from {name}.")
    if len(traced.flows) > LONGEST:
        raise InputError(f"This chain has {len(traced.flows)} layers: there is room for {LONGEST}.")
