"""A chain of layers, one number into one number each, and how far its values move when some are pulled."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import NamedTuple

from helpers import autodiff as ad

from ..base.errors import InputError

UNIT = 1e-6  # pulls and moves are counted in millionths: so small, a layer hardly bends


class Chain(NamedTuple):
    """The values from the input to the end, the layers between them, their local factors, and what arrives
    at each value on the way back from the end.
    """

    names: tuple[str, ...]
    layers: tuple[Callable, ...]
    values: tuple[float, ...]
    locals: tuple[float, ...]
    arrives: tuple[float, ...]

    @property
    def last(self) -> int:
        """The index of the end."""
        return len(self.layers)

    def run(self, pulls: Sequence[float]) -> list[float]:
        """The values when each is pulled by so many units, beyond where the pulls below take it."""
        made = [self.values[0] + pulls[0] * UNIT]
        for layer, pull in zip(self.layers, pulls[1:], strict=True):
            made.append(float(layer(made[-1])) + pull * UNIT)
        return made

    def moves(self, pulls: Sequence[float]) -> list[float]:
        """How many units every value moves.

        >>> import numpy as np
        >>> chain = chain_of(("x", "a", "y"), (np.square, np.square), 3.0)
        >>> [round(move, 3) for move in chain.moves((1, 0, 0))], chain.arrives
        ([1.0, 6.0, 108.0], (108.0, 18.0, 1.0))
        """
        return [(now - was) / UNIT for now, was in zip(self.run(pulls), self.values, strict=True)]

    def shares(self, pulls: Sequence[float]) -> list[list[float]]:
        """For every value, how far it moves with the lowest pull alone, with the two lowest, and so on."""
        counted = [
            self.moves([pull * (k <= upto) for k, pull in enumerate(pulls)]) for upto in range(len(pulls))
        ]
        return [[counted[upto][k] for upto in range(k + 1)] for k in range(len(pulls))]

    def fewest(self, flag: int, most: int) -> int | None:
        """How few whole pulls, at most `most` at a place, move the end by `flag` units; None for no way."""
        ways = sorted(itertools.product(range(most + 1), repeat=len(self.values)), key=sum)
        return next((sum(pulls) for pulls in ways if round(self.moves(pulls)[-1]) == flag), None)


def chain_of(names: Sequence[str], layers: Sequence[Callable], x: float) -> Chain:
    """The chain at `x`, with the local factors and what arrives from the engine's own rules.

    Raises an `InputError` for a layer that makes anything but one number of the one below it.
    """
    made = [ad.Tensor(float(x))]
    for name, layer in zip(names[1:], layers, strict=True):
        made.append(layer(made[-1]))
        if not isinstance(made[-1], ad.Tensor) or made[-1].shape or made[-1].op is None:
            raise InputError(f"{name} must be one number made from the one below it.")
    slopes = [float(ad.gradients(above, below)) for below, above in itertools.pairwise(made)]
    arrives = [float(gradient) for gradient in ad.gradients(made[-1], made)]
    values = [float(tensor.value) for tensor in made]
    return Chain(tuple(names), tuple(layers), tuple(values), tuple(slopes), tuple(arrives))
