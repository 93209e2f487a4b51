"""The stepper as an exhibit: its controls, and the groups that a click folds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..base.controls import Choice, Matrix, Toggle
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import real_numbers, true_or_false
from . import pieces, written
from .boxes import FOLD, SEED, Asked
from .computation import trace
from .drawing import draw_steps
from .folding import fold, members, replaced
from .forgetting import NO_RULE, forget, keep, rules, stepped
from .own_engine import WANTED, trace_own
from .tasks import Task, reason, swept

FORGETS, SWEEP = "forgets its upstream", "which sweep"  # names of controls, which no input can have
TYPE_IT, STANDS = "Type it in place of its ?, then step.", "Your guess is there: step."
SWEEPS = ("the first", "a second, .grad as it is", "a second, after zero_grad()")


class BackpropStepper(Exhibit):
    """Step through the backward sweep of a traced computation: upstream × local = downstream, on every edge.

    `function` is called with Tensors made from `inputs` (numbers, or arrays of at most 6 × 6), by keyword if
    it knows the names, else in their order. It must return one Tensor. `names` are given to the values it
    computes, in order; `grad_ys` is the upstream the sweep starts from (ones by default). Inputs, and what is
    given as `grad_ys`, are changed where they stand.

    What will arrive at a value can be typed where its `?` stands. At `ask`, the first input if nothing is
    said, that is the goal: `found` is what a right guess has shown. A `guess` made earlier stands there.
    With ``ask=""`` nothing is asked. `tasks` are further goals, met in any order once the sweep has arrived.

    `groups` folds operations into one box, whose one step is their VJP: ``{"layer 1": ("a", "h")}`` folds the
    values of these names. A group has one value that is used outside. A click, or Enter, on its name in the
    picture unfolds it, and folds it again; so do `unfold` and `fold`. Folded, a group of all operations can
    be `as_one`: another function of the same inputs, which is one operation, with a rule of its own.

    With `forgetful` a click on a gate makes its rule forget its upstream: it sends back its local alone, the
    whole sweep is shown, and each box says whether what arrives is still right; the name of a rule, such as
    "b = a²", lets that one forget from the start. With `accumulates` the sweep
    can be run a second time: `.grad` adds up what both bring, unless `zero_grad()` was called in between. If
    it is a number, that is the rate of a step in between, of which the record knows nothing.

    `engine` is for an engine of your own, which is drawn with all that goes wrong in it: (leaf, sweep).
    `leaf(value)` makes an input; `sweep(y, upstream)` yields (node, upstream) whenever a node is at work.
    A node has a `value`, a `name`, `parents`, and `send(upstream)`, which gives one downstream per parent.

    Raises `InputError` with one sentence when there is nothing to draw: an input that is not a number or too
    large, a function that does not return a Tensor, more than 40 values, a group that cannot be one box.

    >>> stepper = BackpropStepper(lambda x: np.square(np.square(np.square(x))), x=2.0)
    >>> print(*stepper.transcript, sep="\\n")
    The sweep starts at y with upstream 1.
    Forward: x = 2, v1 = 4, v2 = 16, y = 256.
    1 × 32 = 32 arrives at v2.
    Step 1 of 3: 1 leaves y = v2² at v2 = 16. To v2: upstream 1 × local 32 = downstream 32.
    32 × 8 = 256 arrives at v1.
    Step 2 of 3: 32 leaves v2 = v1² at v1 = 4. To v1: upstream 32 × local 8 = downstream 256.
    256 × 4 = 1024 arrives at x.
    Step 3 of 3: 256 leaves v1 = x² at x = 2. To x: upstream 256 × local 4 = downstream 1024.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        /,
        *,
        names: Sequence[str] = (),
        grad_ys: Any = None,
        groups: Mapping[str, Sequence[str]] = (),
        as_one: Callable[..., Any] | None = None,
        engine: tuple[Callable, Callable] | None = None,
        forgetful: bool | str = False,
        accumulates: bool | float = False,
        ask: str | None = None,
        tasks: Sequence[Task] = (),
        guess: Any = None,
        **inputs: Any,
    ):
        if not inputs:
            raise InputError(
                "Give at least one input by name, for example BackpropStepper(np.square, x=2.0)."
            )
        if not callable(function):
            raise InputError(f"function must be a Python function of Tensors, not {type(function).__name__}.")
        self._function, self._names, self._engine = function, checked_names(names), _checked_engine(engine)
        self._as_one = as_one
        edited = inputs | ({} if grad_ys is None else {SEED: grad_ys})
        controls = [_control(name, value) for name, value in edited.items()]
        self._scalars = {name for name, value in edited.items() if np.ndim(value) == 0}
        self._inputs, self._groups, self._plans = tuple(inputs), {}, {}
        self._ask = self._inputs[0] if ask is None else ask
        self._guess, self._tasks = _numbers(guess), tuple(tasks)
        values = {control.name: control.value for control in controls}
        if groups:
            if engine:  # what a group sends is found by the rules of these lessons' engine
                raise InputError("groups do not go with an engine of your own.")
            if not isinstance(groups, Mapping):
                raise InputError("groups must give a name to each group, with the values it folds.")
            self._groups = dict(groups)
            members(self._traced(values), self._groups)
            if as_one and (
                len(self._groups) > 1 or len(fold(self._traced(values), groups, groups).sweep) > 1
            ):
                raise InputError("as_one needs one group, of all operations.")
            controls += [Toggle(FOLD + name, True, name, in_picture=True) for name in self._groups]
        first = forgetful if isinstance(forgetful, str) else NO_RULE
        if first != NO_RULE or true_or_false("forgetful", forgetful):
            if groups or engine:
                raise InputError("forgetful goes with neither groups nor an engine of your own.")
            options = [NO_RULE, *rules(self._traced(values))]
            if first not in options:
                raise InputError(
                    f"forgetful names a rule that forgets: {', '.join(options[1:])}, or is True."
                )
            controls.append(Choice(FORGETS, first, options=options, in_picture=True))
        self._rate = accumulates if isinstance(accumulates, float) else 0.0
        if self._rate or true_or_false("accumulates", accumulates):
            controls.append(Choice(SWEEP, SWEEPS[0], "Which sweep?", options=SWEEPS, in_sight=True))
        super().__init__(*controls)
        how = STANDS if "data-guess" in self.picture else TYPE_IT
        asked = f"What will arrive at {self._ask}? {how}"
        guess = [asked] if "data-found" in self.picture else []
        self._wanted = [*guess, *(task.wanted for task in self._tasks)]
        self.goals = list(self._wanted)
        self.observe(lambda _: self.seek(), names=("step", "found"))
        if accumulates:
            self.keep_takes(SWEEP)

    def draw(self, **values):
        t = self._swept(values)
        edited = set() if self.on_a_wall else {name for name in (*self._inputs, SEED) if name in values}
        return draw_steps(
            t, self.narrow, edited, self._asked(t), FORGETS if FORGETS in values else "", self._plans
        )

    def adjust(self, name, values):
        if not name.startswith(FOLD):
            if self._guess is not None:
                self.goals, self._wanted = map(_to_be_typed, (self.goals, self._wanted))
            self._guess = None  # it was made of other numbers
        if name == FORGETS:
            self.step = len(self.transcript) - 1
        elif name == SWEEP:
            self.step = 0
        return {}

    def seek(self):
        """What is left may be met in any order; a guess waits, or is let go, while it has no `?`."""
        met = len(self.found)
        if met < len(self.goals) and self._tasks and not self.held:
            tasks = [task.wanted for task in self._tasks]
            barred = (
                [] if "data-found" in self.picture else [each for each in self._wanted if each not in tasks]
            )

            def turn(wanted):
                return not self._reached(wanted, self._good), wanted in barred, self._wanted.index(wanted)

            left = sorted(self.goals[met:], key=turn)
            self.goals = self.goals[:met] + (left if left != barred else [])
        super().seek()

    def reaches(self, goal, **values):
        return self._reached(self.goals[goal], values)

    def _reached(self, wanted, values):
        """What a task has shown, once the whole sweep has arrived; the guess is judged in the browser."""
        task = next((task for task in self._tasks if task.wanted == wanted), None)
        if task is None or self.step < self.drawn.last:
            return ""
        return task.found if task.reached(swept(self._swept(values), values)) else ""

    def _asked(self, t):
        """What has the flag, and what is found there."""
        k = next((k for k, box in enumerate(t.boxes) if box.title == self._ask), None)
        if k is None or k == len(t.boxes) - 1 or self.on_a_wall:
            return None
        parts = [flow.downstream for flow in t.arriving(k)]
        said = written.total(parts) if len(parts) > 1 else written.array(parts[0]) if parts else "Nothing"
        return Asked(self._ask, f"{said} arrives at {self._ask}{reason(t, k)}", self._guess)

    def _swept(self, values):
        folded = [name for name in self._groups if values[FOLD + name]]
        t = fold(self._traced(values), self._groups, folded)
        if folded and self._as_one:
            t = replaced(t, self._traced(values, self._as_one))
        if FORGETS in values:
            t = forget(t, rules(t).get(values[FORGETS]))
        if values.get(SWEEP, SWEEPS[0]) != SWEEPS[0]:
            t = keep(t, emptied=values[SWEEP] == SWEEPS[2])
            if self._rate:
                t = t._replace(anew=self._traced(values | stepped(t, self._rate)))
        return t._replace(rate=self._rate)

    def _traced(self, values, function=None):
        values = {name: value.item() if name in self._scalars else value for name, value in values.items()}
        inputs = {name: values[name] for name in self._inputs}
        with np.errstate(all="ignore"):
            if self._engine:
                return trace_own(self._function, inputs, values.get(SEED), self._names, self._engine)
            return trace(function or self._function, inputs, values.get(SEED), self._names)

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


def _to_be_typed(goals):
    """The goals, once the guess that was made before is one no more."""
    return [goal.replace(STANDS, TYPE_IT) for goal in goals]


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


def _numbers(guess):
    """A guess as numbers; None for one that is none."""
    try:
        made = np.asarray(guess, dtype=float)
    except (TypeError, ValueError):
        return None
    return made if np.isfinite(made).all() else None


def _control(name, value):
    array = real_numbers(name, value)
    if array.ndim > 2 or max(array.shape, default=1) > pieces.LARGEST or array.size == 0:
        shape, most = " × ".join(map(str, array.shape)), pieces.LARGEST
        raise InputError(f"{name} has shape {shape}: give an array of 1 × 1 to {most} × {most}.", name)
    label = "upstream (grad_ys)" if name == SEED else None
    if array.ndim:
        return Matrix(name, array, label, step=0.5)
    if np.isinf(2 * float(array)):
        raise InputError(f"{name} = {written.plain(array)} is too large to be drawn.", name)
    return Matrix(name, array.reshape(1), label, step=0.1, names=(name,))
