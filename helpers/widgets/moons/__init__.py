"""The training as an exhibit: it goes on in small pieces, can be stopped, and is gone back on by hand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from helpers.drawing import svg
from helpers.drawing.svg.pictures import PAD

from ..base.controls import Button, Choice, Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit, told
from .drawing import SLIM, WIDE, draw_moment
from .training import OURS, PARTS, STEPS, TOGETHER, Moment, after, rests, uphill

BETWEEN = 0.05  # seconds between two pictures at least: more often, a browser could not keep up
OURS_NAME, YOURS_NAME = "these lessons' engine", "yours"
BACK = "Train. Then pull the dot back along the loss, to where it rests. What is the border like there?"
UPHILL = "Train with each. Where does a loss go up, though each step should go downhill? Pull the dot there."


class Moons(Exhibit):
    """A border between two ferries' echoes, *two moons*, drawn while a small network learns it.

    `X` (n, 2) are the places of the echoes; `T` (n, 2) has a 1 in each row, in the column of its ferry;
    `weights` are W1 (2, h), b1 (h,), W2 (h, 2) and b2 (2,) before the first step. With `engine`, a module or
    object with Node, gradients, tanh, logsumexp and mean, a switch trains with that one instead; a dict has
    engines by name, and none but these train. Each has a training of its own; the other's loss is dashed.
    What an engine says of its `parts` is shown. Raises `InputError` for arrays that do not fit, and for an
    engine that lacks something.
    A training that is stopped and carried on ends at the same weights as one that is not. A dot on the loss
    is pulled back to any moment of it; if the loss rests before it falls again, that is to be found, or of
    engines by name, which of them steps uphill.

    >>> X, T = np.array([[0.0, 1.0], [1.0, 0.0]]), np.eye(2)
    >>> moons = Moons(X, T, [np.ones((2, 3)), np.zeros(3), np.zeros((3, 2)), np.zeros(2)])
    >>> moons.moment.step, moons.transcript
    (0, [])
    """

    def __init__(self, X: Any, T: Any, weights: Sequence[Any], engine: Any = None, **traits):
        yours = {} if engine is None else {YOURS_NAME: engine}
        self._engines = engine if isinstance(engine, dict) else {OURS_NAME: OURS} | yours
        lacking = [part for each in self._engines.values() for part in PARTS if not hasattr(each, part)]
        if lacking:
            says = f"engine has no {', '.join(lacking)}: hand over one that has {', '.join(PARTS)}."
            raise InputError(says)
        self._data, self._untrained = _checked(X, T, weights)
        self._run = None  # stands for the training that is going on; another one, or none, stops it
        self._trained = {name: {0: self._untrained} for name in self._engines}  # step by step
        self._end = after(self._untrained, STEPS, *self._data, self._engines[self._name])
        goals = [UPHILL] if isinstance(engine, dict) else [BACK] if rests(self._end.losses) else []
        super().__init__(*self._controls_now(), goals=goals, **traits)
        self.takes = {"control": "train", "of": {"1": told(self._finished())}}

    @property
    def _kept(self):
        return self._trained[self._name]

    @property
    def moment(self) -> Moment:
        """Where the training stands."""
        return self._kept[max(self._kept)]

    def draw(self, shown, engine=""):
        here = self._kept[min(shown // TOGETHER * TOGETHER, self.moment.step)]
        others = {name: end.losses for name, end in self._ends().items() if name != self._name and end.step}
        return draw_moment(here, self.moment, *self._data, self._said(here.step), others, self._wide())

    def _ends(self):
        """How far each engine has trained."""
        return {name: kept[max(kept)] for name, kept in self._trained.items()}

    def _wide(self):
        if self.narrow >= SLIM + 2 * PAD:
            return SLIM
        return min(self.across(WIDE), 470) if self.narrow else WIDE

    def adjust(self, name, values):
        if name == "train" and self._run is None and not self.moment.is_done:
            self._begin()
        elif name == "stop" and self._run is not None:
            self._run = None
            self.set_controls(*self._controls_now())
        elif name in ("again", "engine"):
            self._run = None
            if name == "again":
                self._trained[self._name] = {0: self._untrained}
            self.set_controls(*self._controls_now())
        elif name == "shown" and self._run is not None:  # taken out of a training that was going on
            self._run = None
            self.set_controls(*self._controls_now())
            return {"shown": values["shown"]}
        return {}

    def reaches(self, goal, shown, engine="", **_):
        if self.goals[goal] == UPHILL:
            return self._uphill(shown, engine)
        losses = self.moment.losses
        times = rests(losses)
        if self._run is not None or shown not in times:
            return ""
        X = self._data[0]
        there, last = (self._kept[step].split_alike(X) for step in (shown, self.moment.step))
        rest = f"At step {shown} the loss rests at {losses[shown]:.2f}"
        line = f"A straight line agrees with this border on {there} of {len(X)} echoes, at the end on {last}."
        return f"{rest}; later it falls {times[shown]:.0f} times as fast. {line}"

    def _uphill(self, shown, name):
        """What is found where a step against wrong slopes raises the loss, once all have trained."""
        if not all(end.is_done for end in self._ends().values()):
            return ""
        ways = uphill(self._kept[shown], *self._data, self._engines[name])
        if not ways:
            return ""
        down, up = (svg.number(each, digits=1) for each in ways)
        return (
            f"By the slopes of {name}, a step from {shown} lowers the loss by {down}; in fact it rises "
            f"by {up}. Wrong slopes, and yet {self.moment.right(*self._data):.1%} are correct in the end."
        )

    def _missed(self, shown):
        """What the loss does from here on, where it is to rise and falls."""
        falls = np.diff(self.moment.losses) < 0
        if UPHILL not in self.goals or self.found or not falls[shown]:
            return ""
        if falls.all():
            return f" With {self._name} the loss falls at every step."
        return f" From {shown} the loss falls: look for a stretch where it rises."

    def _controls_now(self):
        running, started = self._run is not None, self.moment.step > 0
        names = tuple(self._engines)
        switch = (Choice("engine", self._name, "train with", names, in_sight=True),) if names[1:] else ()
        return (
            *switch,
            Button("train", "Carry on" if started and not self.moment.is_done else "Train",
                   enabled=not running and not self.moment.is_done),
            Button("stop", "Stop", enabled=running),
            Button("again", "Start again", enabled=started),
            Number("shown", self.moment.step, "step", low=0, high=STEPS, step=TOGETHER, whole=True,
                   limit=STEPS, in_picture=True),
        )  # fmt: skip

    def _said(self, shown):
        step = self.moment.step
        if self._run is not None:
            return "Learning: five steps between one picture and the next."
        if shown < step:
            further = "" if self.moment.is_done else f" Carry on goes on from step {step}."
            return f"Back at step {shown}, with its weights.{further or self._missed(shown)}"
        if self.moment.is_done:
            done = {name: end for name, end in self._ends().items() if end.is_done}
            correct = (f"{end.right(*self._data):.1%} with {name}" for name, end in done.items())
            return f"Correct after all {STEPS} steps: {svg.listed(correct)}."
        if step:
            return f"Stopped after {step} steps. Carry on: where does it end?"
        parts = getattr(self._engines[self._name], "parts", "")
        engine = self._name + (parts and f": {parts}") if len(self._engines) > 1 else ""
        return f"All scores are 0, so there is no border.{engine and f' It trains with {engine}.'}"

    def _begin(self):
        self._run = object()
        try:
            task = asyncio.get_running_loop().create_task(self._in_pieces(self._run))
        except RuntimeError:  # a plain script: there is nothing to keep free
            while not self.moment.is_done:
                self._go_on()
            self._run = None
        else:
            self._task = task  # a task that nobody holds may be thrown away
        self.set_controls(*self._controls_now())

    def _go_on(self):
        further = after(self.moment, TOGETHER, *self._data, self._engines[self._name])
        self._kept[further.step] = further

    async def _in_pieces(self, run):
        """Train a few steps, show them, and let the kernel do whatever else it is asked."""
        try:
            while self._run is run:
                began = time.perf_counter()
                with self._alone():
                    if self._run is not run:  # stopped by another thread
                        return
                    self._go_on()
                    if self.moment.is_done:
                        self._run = None
                    self._show()
                await asyncio.sleep(max(0.0, BETWEEN - (time.perf_counter() - began)))
        except Exception as error:
            with self._alone():
                self._run = None
                self._show()
                self.errors = {"": f"The training stopped: {type(error).__name__}: {error}"}

    def _show(self):
        """The picture and the buttons of this moment."""
        if bool(self._run) != self._controls["stop"].enabled or not self._controls["again"].enabled:
            self.set_controls(*self._controls_now())
        self.inputs = self.inputs | {"shown": str(self.moment.step)}
        self._publish(self._read()[0])

    @property
    def _name(self):
        return self.inputs.get("engine", next(iter(self._engines)))

    def _finished(self):
        """The picture at the end: for a page without a kernel, and for a stored notebook."""
        says = f"All {STEPS} steps are done."
        return draw_moment(self._end, self._end, *self._data, says, {}, self._wide(), pulled=False)

    def _repr_mimebundle_(self, **kwargs):
        """The live view, and for every place without a kernel the picture at the end."""
        live = self.drawn
        try:
            self.drawn = self._finished()
            return super()._repr_mimebundle_(**kwargs)
        finally:
            self.drawn = live


def _checked(X, T, weights):
    """The echoes as (X, T), and the moment before the first step; or an `InputError`."""
    try:
        X, T, *weights = (np.asarray(each, dtype=float) for each in (X, T, *weights))
    except (TypeError, ValueError):
        raise InputError("X, T and the weights must be arrays of real numbers.") from None
    if X.ndim != 2 or X.shape[1] != 2 or T.shape != X.shape:
        says = f"X and T must both have two columns, and a row per echo: not {X.shape} and {T.shape}."
        raise InputError(says)
    hidden = weights[1].size if len(weights) > 1 else 0
    wanted = [(2, hidden), (hidden,), (hidden, 2), (2,)]
    if [each.shape for each in weights] != wanted:
        raise InputError("weights must be W1 (2, h), b1 (h,), W2 (h, 2) and b2 (2,).")
    return (X, T), Moment(0, tuple(weights), ())
