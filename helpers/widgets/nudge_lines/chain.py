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
    values = tuple(float(box.values[0].array) for box in traced.boxes)
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
    moves = []
    for nudge in nudges:
        boxes = _traced(function, name, chain.values[0] + nudge, ()).boxes
        now = [float(box.values[0].array) for box in boxes]
        moved = [after - before for after, before in zip(now, chain.values, strict=False)]
        if len(moved) != len(chain.values) or not np.isfinite(moved).all():
            sentence = (
                f"A nudge of {svg.number(nudge)} leaves the range of this function: make the nudge smaller."
            )
            raise InputError(sentence, name)
        moves.append([nudge, *moved[1:]])
    return moves


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
