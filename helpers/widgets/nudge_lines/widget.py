"""The number lines as an exhibit: x is a control, and the nudge is held in the picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from helpers.drawing import svg
from helpers.drawing.plots import round_up

from ..controls import Number
from ..errors import InputError
from ..exhibit import FoldingExhibit
from ..parsing import single_number
from ..stepper.widget import checked_names
from .chain import Chain, chain_of, moves_of
from .drawing import draw_lines

STOPS = 25  # of the handle, between no nudge and the largest


class NudgeLines(FoldingExhibit):
    """See how far the end of a chain moves when its input moves a little.

    `function` is called with one Tensor and must be a chain: each layer takes one number and returns one.
    Give its input by name; `names` are given to the values it computes, in order. Each layer stretches the
    nudge, at most `nudge` long, by its local factor; on the left the same product comes back from the end.
    Raises `InputError` with one sentence if the function is no chain.

    >>> import numpy as np
    >>> lines = NudgeLines(lambda x: np.square(np.square(np.square(x))), names=("a", "b", "y"), x=2.0)
    >>> lines.chain.locals, lines.chain.whole
    ((4.0, 8.0, 32.0), 1024.0)
    >>> print(lines.transcript[-1])
    y moves 256 per 1 of a, and a moves 4 per 1 of x: 256 × 4 = 1024 per 1 of x.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        /,
        *,
        names: Sequence[str] = (),
        nudge: float = 0.01,
        **inputs: float,
    ):
        if not callable(function):
            raise InputError(
                f"function must be a Python function of one Tensor, not {type(function).__name__}."
            )
        if len(inputs) != 1:
            raise InputError("Give one input by name, for example NudgeLines(np.square, x=2.0).")
        ((self._name, x),) = inputs.items()
        self._function, self._names = function, checked_names(names)
        x, self._nudge = single_number(self._name, x), single_number("nudge", nudge)
        if not 1e-6 <= self._nudge <= 1:
            raise InputError(f"nudge = {svg.number(self._nudge)} must be between 0.000001 and 1.", "nudge")
        reach = max(3.0, 1.5 * abs(x))
        super().__init__(Number(self._name, x, low=-reach, high=reach, step=round_up(2 * reach / 101)))

    @property
    def chain(self) -> Chain:
        """The values, the local factors, and what arrives at each value."""
        return chain_of(self._function, self._name, self.values[self._name], self._names)

    def draw(self, **values):
        chain = chain_of(self._function, self._name, values[self._name], self._names)
        nudges = [self._nudge * k / STOPS for k in range(STOPS + 1)]
        moves = moves_of(self._function, self._name, chain, nudges)
        return draw_lines(chain, nudges, moves, self.narrow)
