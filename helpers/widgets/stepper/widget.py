"""The stepper as an exhibit: its controls, and the groups that a click folds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from helpers.drawing import svg
from helpers.drawing.plots import round_up

from ..base.controls import Choice, Matrix, Number, Toggle
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import real_numbers, true_or_false
from .boxes import FOLD
from .computation import trace
from .cutting import cut, has_room
from .drawing import draw_steps
from .folding import fold, members, runs
from .forgetting import NO_RULE, forget, keep, rules
from .own_engine import WANTED, trace_own
from .pieces import LARGEST

FORGETS, SWEEP = "forgets its upstream", "which sweep"  # names of controls, which no input can have
SWEEPS = ("the first", "a second, .grad as it is", "a second, after zero_grad()")


class BackpropStepper(Exhibit):
    """Step through the backward sweep of a traced computation: upstream × local = downstream, on every edge.

    `function` is called with Tensors made from `inputs` (numbers, or arrays of at most 6 × 6), by keyword if
    it knows the names, else in their order. It must return one Tensor. `names` are given to the values it
    computes, in order; `grad_ys` is the upstream the sweep starts from (ones by default), and becomes a
    control; `ranges` sets the ends of a slider, for example ``{"x": (0, 3)}``.

    `groups` folds operations into one box, whose one step is their VJP: ``{"layer 1": ("a", "h")}`` folds the
    values of these names, ``"runs"`` every run of operations on one value. A group has one value that is used
    outside. A click, or Enter, on its name in the picture unfolds it, and folds it again; so do `unfold` and
    `fold`.

    With `forgetful` one rule can be made to forget its upstream: it sends back its local alone, and each box
    says whether what arrives is still right. With `accumulates` the sweep can be run a second time: `.grad`
    adds up what both bring, unless `zero_grad()` was called in between.

    `engine` is for an engine of your own, which is drawn with all that goes wrong in it: (leaf, sweep).
    `leaf(value)` makes an input; `sweep(y, upstream)` yields (node, upstream) whenever a node is at work.
    A node has a `value`, a `name`, `parents`, and `send(upstream)`, which gives one downstream per parent.

    Raises `InputError` with one sentence when there is nothing to draw: an input that is not a number or too
    large, a function that does not return a Tensor, more than 40 values, a group that cannot be one box.

    >>> stepper = BackpropStepper(lambda x: np.square(np.square(np.square(x))), x=2.0)
    >>> print(*stepper.transcript, sep="\\n")
    Forward: x = 2, v1 = 4, v2 = 16, y = 256. The sweep starts at y with upstream 1.
    Step 1 of 3: 1 leaves y = v2² and meets the local 32 at v2 = 16: upstream 1 × local 32 = downstream ...
    Step 2 of 3: 32 leaves v2 = v1² and meets the local 8 at v1 = 4: upstream 32 × local 8 = downstream ...
    Step 3 of 3: 256 leaves v1 = x² and meets the local 4 at x = 2: upstream 256 × local 4 = downstream ...
    >>> stepper = BackpropStepper(lambda x: np.square(np.square(np.square(x))), x=2.0, groups="runs")
    >>> print(stepper.transcript[1])
    Step 1 of 1: 1 leaves y = ((x²)²)² and meets the local 1024 at x = 2: upstream 1 × local 1024 = ...
    """

    def __init__(
        self,
        function: Callable[..., Any],
        /,
        *,
        names: Sequence[str] = (),
        grad_ys: Any = None,
        ranges: Mapping[str, tuple[float, float]] | None = None,
        groups: Mapping[str, Sequence[str]] | str = (),
        engine: tuple[Callable, Callable] | None = None,
        forgetful: bool = False,
        accumulates: bool = False,
        **inputs: Any,
    ):
        if not inputs:
            raise InputError(
                "Give at least one input by name, for example BackpropStepper(np.square, x=2.0)."
            )
        if not callable(function):
            raise InputError(f"function must be a Python function of Tensors, not {type(function).__name__}.")
        self._function, self._names, self._engine = function, checked_names(names), _checked_engine(engine)
        seed = {} if grad_ys is None else {"grad_ys": grad_ys}
        ends = _checked_ranges(ranges)
        controls = [_control(name, value, ends.get(name)) for name, value in (inputs | seed).items()]
        if seed:
            controls[-1].label = "upstream (grad_ys)"
        self._inputs = tuple(inputs)
        self._composed, self._groups = groups == "runs", {}
        if groups:
            if not self._composed and not isinstance(groups, Mapping):
                raise InputError('groups is "runs", or a name for each group with the values it folds.')
            values = {control.name: control.value for control in controls}
            traced = self._traced(values)
            self._groups = runs(traced) if self._composed else dict(groups)
            members(traced, self._groups)
            controls += [Toggle(FOLD + name, True, name, in_picture=True) for name in self._groups]
        if true_or_false("forgetful", forgetful):
            if groups or engine:
                raise InputError("forgetful goes with neither groups nor an engine of your own.")
            values = {control.name: control.value for control in controls}
            options = [NO_RULE, *rules(self._traced(values))]
            controls.append(Choice(FORGETS, NO_RULE, "Which rule forgets its upstream?", options=options))
        if true_or_false("accumulates", accumulates):
            controls.append(Choice(SWEEP, SWEEPS[0], "Which sweep?", options=SWEEPS))
        super().__init__(*controls)
        if accumulates:
            self.keep_takes(SWEEP)

    def draw(self, **values):
        folded = [name for name in self._groups if values[FOLD + name]]
        return draw_steps(self._swept(values, folded), self.narrow)

    def parts(self):
        """The sweep in stretches, and then with all groups folded."""
        if has_room(self.drawn):
            return []
        folded = [name for name in self._groups if self.values[FOLD + name]]
        stretches = cut(self._swept(self.values, folded))
        drawn = [draw_steps(stretch) for stretch in stretches]
        whole = draw_steps(self._swept(self.values, [*self._groups]))
        return [*drawn, whole] if set(folded) < set(self._groups) and has_room(whole) else drawn

    def _swept(self, values, folded):
        t = fold(self._traced(values), self._groups, folded, self._composed)
        if FORGETS in values:
            t = forget(t, rules(t).get(values[FORGETS]))
        if values.get(SWEEP, SWEEPS[0]) != SWEEPS[0]:
            t = keep(t, emptied=values[SWEEP] == SWEEPS[2])
        return t

    def _traced(self, values):
        inputs = {name: values[name] for name in self._inputs}
        with np.errstate(all="ignore"):
            if self._engine:
                return trace_own(self._function, inputs, values.get("grad_ys"), self._names, self._engine)
            return trace(self._function, inputs, values.get("grad_ys"), self._names)

    def fold(self, *groups: str) -> None:
        """Show these groups (all, if none is named) as one box each."""
        self._turn(groups, True)

    def unfold(self, *groups: str) -> None:
        """Show the operations of these groups (of all, if none is named)."""
        self._turn(groups, False)

    def _turn(self, groups, folded):
        for name in groups:
            if name not in self._groups:
                there = f"there are {', '.join(self._groups)}" if self._groups else "there are none"
                raise InputError(f"There is no group named {name}; {there}.")
        self.set(**{FOLD + name: folded for name in groups or self._groups})


def checked_names(names):
    """`names` as a tuple, or an `InputError`."""
    if names is None:
        return ()
    if not isinstance(names, (list, tuple)):
        raise InputError(f"names must be a list of texts, one for each value, not {type(names).__name__}.")
    return tuple(names)


def _checked_engine(engine):
    is_pair = isinstance(engine, (list, tuple)) and len(engine) == 2 and all(map(callable, engine))
    if not is_pair and engine is not None:
        raise InputError(f"{WANTED}.")
    return engine


def _checked_ranges(ranges):
    """The ends of each slider as two floats, or a sentence."""
    if ranges is None:
        return {}
    example = "ranges must give two numbers for an input, the lower one first, such as {'x': (0, 3)}"
    if not isinstance(ranges, Mapping):
        raise InputError(f"{example}.")
    checked = {}
    for name, pair in ranges.items():
        ends = real_numbers(f"ranges[{name!r}]", pair, "two numbers, the lower one first")
        if ends.shape != (2,) or not np.isfinite(ends).all():
            raise InputError(f"{example}.")
        low, high = ends.tolist()
        if not low < high:
            raise InputError(f"{example}: {name} goes from {svg.number(low)} to {svg.number(high)}.")
        checked[name] = low, high
    return checked


def _control(name, value, ends):
    array = real_numbers(name, value)
    if array.ndim > 2 or max(array.shape, default=1) > LARGEST or array.size == 0:
        shape = " × ".join(map(str, array.shape))
        raise InputError(f"{name} has shape {shape}: give an array of 1 × 1 to {LARGEST} × {LARGEST}.", name)
    if array.ndim:
        return Matrix(name, array, step=0.5)
    reach = max(5.0, 2 * abs(float(array)))
    if np.isinf(2 * reach):
        raise InputError(f"{name} = {svg.number(float(array))} is too large to be drawn.", name)
    low, high = ends or (-reach, reach)
    # About a hundred steps over a slider, each a round number.
    return Number(name, float(array), low=low, high=high, step=round_up((high - low) / 101))
