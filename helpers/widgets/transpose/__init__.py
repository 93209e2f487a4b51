"""Transposing as an exhibit: the routes through a function, walked back with u, and forward with t."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from helpers import autodiff as ad
from helpers.drawing import svg

from ..base.controls import Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import real_numbers
from ..names import checked_names
from .drawing import MOST, Walk, draw_walk

LARGEST = 3  # inputs, and outputs: more would be cramped


class Transpose(Exhibit):
    """The slopes of `f` at a vector `x` as gates on routes: u goes back along them, t goes forward.

    What is pulled is what is sent: first u, until the numbers `back` arrive at the inputs, then t, until
    `forward` arrive at the outputs. At most three inputs and outputs, called by `names` as in `Slopes`.
    Raises `InputError` for what does not fit.

    >>> f = lambda x: np.stack([x[0] * x[1], x[0] + x[1]])
    >>> walk = Transpose(f, [2.0, 3.0], back=[4, 3], forward=[5, 2])
    >>> walk.set(u_0=1, u_1=1)
    >>> walk.found
    ['u = [1, 1] brings 4 and 3. Each route multiplies; where routes meet, they add.']
    """

    def __init__(
        self,
        f: Callable,
        x: Sequence[float],
        *,
        back: Sequence[float],
        forward: Sequence[float],
        names: Mapping[str, Sequence[str]] | None = None,
        **traits,
    ):
        x = real_numbers("x", x)
        if not callable(f) or x.ndim != 1:
            raise InputError("f must be a function of one vector, and x a vector.", "f")
        self._J = np.atleast_2d(np.asarray(ad.jacobian(f)(x)))
        outputs, inputs = self._J.shape
        names = checked_names(names, inputs, outputs)
        self._names = [
            names.get(end) or svg.entry_names(end, (n,)) for end, n in (("x", inputs), ("y", outputs))
        ]
        if max(outputs, inputs) > LARGEST or not np.isfinite(self._J).all():
            raise InputError(f"f must have at most {LARGEST} inputs and outputs, with finite slopes.", "f")
        self._wanted = [tuple(real_numbers("back", back)), tuple(real_numbers("forward", forward))]
        self._back, self._sent = True, set()
        if (len(back), len(forward)) != (inputs, outputs):
            raise InputError(
                f"back has a number for each of {inputs} inputs, forward for each of {outputs} outputs."
            )
        pulled = [*(f"u_{i}" for i in range(outputs)), *(f"t_{j}" for j in range(inputs))]
        numbers = (
            Number(name, 1, low=-MOST, high=MOST, step=1, limit=MOST, in_picture=True) for name in pulled
        )
        back, forward = (svg.listed(map(svg.number, wanted)) for wanted in self._wanted)
        goals = [
            f"Pull at the right until {back} arrive at the left.",
            f"The same routes, the other way round: pull at the left until {forward} arrive at the right.",
        ]
        super().__init__(*numbers, goals=goals, **traits)

    def adjust(self, name, values):
        self._back = name[0] == "u"  # it is sent from the end that is pulled
        self._sent.add(name[0])
        return {}

    def _walk(self, says="", **pulled):
        u, t = (tuple(float(value) for name, value in pulled.items() if name[0] == end) for end in "ut")
        is_asked = self._back or self.found  # what is asked of the other end comes second
        wanted = self._wanted[not self._back] if is_asked and not self.on_a_wall else ()
        held, waits, other = (u, t, "t") if self._back else (t, u, "u")
        return Walk(self._J, self._back, held, waits if other in self._sent else (), wanted, says)

    def draw(self, **pulled):
        u, t = (np.array([value for name, value in pulled.items() if name[0] == end]) for end in "ut")
        last, first = svg.number(float(u @ (self._J @ t))), svg.number(float((u @ self._J) @ t))
        sums = f"u · (Jt) = {last}, and (Jᵀu) · t = {first}"
        says = f"With the u that you sent back, {sums}: the same products, added up in two orders."
        if self._back or "u" not in self._sent:
            says = "The further a number is from 0, the thicker its line; below 0 it is hollow."
        return draw_walk(self._walk(says, **pulled), self._names, self.across(600))

    def reaches(self, goal, **pulled):
        now, wanted = self._walk(**pulled), self._wanted[goal]
        if self._back == bool(goal) or not np.allclose(now.arrives, wanted):
            return ""
        held, wanted = svg.array_text(list(now.held)), svg.listed(map(svg.number, wanted))
        if self._back:
            return f"u = {held} brings {wanted}. Each route multiplies; where routes meet, they add."
        return (
            f"t = {held} brings {wanted}, over the same routes, walked forward. That is all a transpose is."
        )
