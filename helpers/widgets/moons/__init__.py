"""The training as an exhibit: it goes on in small pieces, so it can be watched, stopped and carried on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..base.controls import Button, Choice, Progress
from ..base.errors import InputError
from ..base.exhibit import Exhibit, told
from .drawing import WIDE, draw_moment
from .training import OURS, PARTS, STEPS, Moment, after

TOGETHER = 5  # steps between two pictures
BETWEEN = 0.05  # seconds between two pictures at least: more often, a browser could not keep up
OURS_NAME, YOURS_NAME = "these lessons' engine", "yours"


class Moons(Exhibit):
    """A border between two ferries' echoes, *two moons*, drawn while a small network learns it.

    `X` (n, 2) are the places of the echoes; `T` (n, 2) has a 1 in each row, in the column of its ferry;
    `weights` are W1 (2, h), b1 (h,), W2 (h, 2) and b2 (2,) before the first step. With `engine`, a module or
    object with Node, gradients, tanh, logsumexp and mean, a switch trains on that one instead, or none other
    does if it is `alone`; when it is turned, the training starts again. Raises `InputError` for arrays
    that do not fit, and for an engine that lacks something. A training that is stopped and carried on ends at
    the same weights as one that is not.

    >>> X, T = np.array([[0.0, 1.0], [1.0, 0.0]]), np.eye(2)
    >>> moons = Moons(X, T, [np.ones((2, 3)), np.zeros(3), np.zeros((3, 2)), np.zeros(2)])
    >>> moons.moment.step, moons.transcript
    (0, [])
    """

    def __init__(self, X: Any, T: Any, weights: Sequence[Any], engine: Any = None, alone=False, **traits):
        lacking = [part for part in PARTS if engine is not None and not hasattr(engine, part)]
        if lacking:
            raise InputError(
                f"engine has no {', '.join(lacking)}: hand over one that has {', '.join(PARTS)}."
            )
        yours = {} if engine is None else {YOURS_NAME: engine}
        self._engines = yours if alone and yours else {OURS_NAME: OURS} | yours
        self._data, self._untrained = _checked(X, T, weights)
        self.moment = self._untrained
        self._run = None  # stands for the training that is going on; another one, or none, stops it
        super().__init__(*self._controls_now(), **traits)
        self.takes = {"control": "train", "of": {"1": told(self._finished())}}

    def draw(self, progress, engine=OURS_NAME):
        wide = min(self.across(WIDE), 470) if self.narrow else WIDE
        return draw_moment(self.moment, *self._data, self._said(), wide)

    def adjust(self, name, values):
        if name == "train" and self._run is None and not self.moment.is_done:
            self._begin()
        elif name == "stop" and self._run is not None:
            self._run = None
            self.set_controls(*self._controls_now())
        elif name in ("again", "engine"):
            self._run, self.moment = None, self._untrained
            self.set_controls(*self._controls_now())
        return {}

    def _controls_now(self):
        running, started = self._run is not None, self.moment.step > 0
        names = tuple(self._engines)
        chosen = self.inputs.get("engine", names[0])
        switch = (Choice("engine", chosen, "train on", names, in_sight=True),) if len(names) > 1 else ()
        return (
            *switch,
            Button("train", "Carry on" if started and not self.moment.is_done else "Train", new_row=True,
                   enabled=not running and not self.moment.is_done),
            Button("stop", "Stop", enabled=running),
            Button("again", "Start again", enabled=started),
            Progress("progress", self.moment.step / STEPS, "trained"),
        )  # fmt: skip

    def _said(self):
        step = self.moment.step
        if self._run is not None:
            return "Learning: five steps downhill between one picture and the next."
        if self.moment.is_done:
            return f"All {STEPS} steps are done."
        if step:
            return f"Stopped after {step} steps. Carry on: where does it end?"
        on = f" It trains on {self.inputs['engine']}." if len(self._engines) > 1 else ""
        return f"Untrained: all scores are 0, so there is no border.{on}"

    def _begin(self):
        self._run = object()
        try:
            task = asyncio.get_running_loop().create_task(self._in_pieces(self._run))
        except RuntimeError:  # a plain script: there is nothing to keep free
            self.moment, self._run = self._further(STEPS), None
        else:
            self._task = task  # a task that nobody holds may be thrown away
        self.set_controls(*self._controls_now())

    def _further(self, steps):
        return after(self.moment, steps, *self._data, self._engine)

    async def _in_pieces(self, run):
        """Train a few steps, show them, and let the kernel do whatever else it is asked."""
        try:
            while self._run is run:
                began = time.perf_counter()
                with self._alone():
                    if self._run is not run:  # stopped by another thread
                        return
                    self.moment = self._further(TOGETHER)
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
        done = round(self.moment.step / STEPS, 4)
        self.inputs = self.inputs | {"progress": done}
        self._publish(self._read()[0] | {"progress": done})

    @property
    def _engine(self):
        return self._engines[self.inputs.get("engine", next(iter(self._engines)))]

    def _finished(self):
        """The picture at the end: for a page without a kernel, and for a stored notebook."""
        here = self.moment
        try:
            self.moment = after(self._untrained, STEPS, *self._data, next(iter(self._engines.values())))
            return self.draw(1.0)
        finally:
            self.moment = here

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
        raise InputError(
            f"X and T must both have two columns, and a row per echo: not {X.shape} and {T.shape}."
        )
    hidden = weights[1].size if len(weights) > 1 else 0
    wanted = [(2, hidden), (hidden,), (hidden, 2), (2,)]
    if [each.shape for each in weights] != wanted:
        raise InputError("weights must be W1 (2, h), b1 (h,), W2 (h, 2) and b2 (2,).")
    return (X, T), Moment(0, tuple(weights), ())
