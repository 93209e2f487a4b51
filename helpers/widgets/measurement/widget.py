"""The measurement as an exhibit: it runs piece by piece on the kernel's own event loop.

So it can be cancelled, its points appear as they are measured, and the kernel is free in between.
"""

from __future__ import annotations

import asyncio
import copy
import json
import pathlib
import time

from ..controls import Button, Progress
from ..errors import InputError
from ..exhibit import FoldingExhibit
from .cost import measure_cost
from .drawing import draw_cost, draw_fan_in
from .fan_in import measure_fan_in
from .measuring import conditions, finished

EARLIER = pathlib.Path(__file__).with_name("earlier.json")
MEASURED = {"cost": (measure_cost, draw_cost), "fan-in": (measure_fan_in, draw_fan_in)}
BETWEEN = 0.12  # seconds between two pictures: drawn more often, they would take the time that is measured


class Measurement(FoldingExhibit):
    """A button that measures here and now; before it is pressed, an earlier measurement that says what it is.

    `what` is "cost" (a VJP, a JVP and a Jacobian of tanh(W x) as n and m grow) or "fan-in" (the peak memory
    and the time of 100 branches that meet, in one piece and cut in two). Raises `InputError` for any other.

    >>> Measurement("fan-in")
    <Measurement: The most memory one training step holds, in arrays of the size of one source>
    """

    def __init__(self, what="cost", **traits):
        if what not in tuple(MEASURED):
            known = " or ".join(map(repr, MEASURED))
            raise InputError(f"There is no measurement named {what!r}: choose {known}.")
        self._measure, self._picture_of = MEASURED[what]
        stored = json.loads(EARLIER.read_text(encoding="utf-8"))[what]
        self.result, self._made = stored["result"], f"An earlier measurement: {stored['conditions']}."
        self._cancelled = ""  # what became of the last run, if it was cancelled
        self._run = None  # stands for the measurement that is running; another one, or none, stops it
        self._known = None  # what it has found so far
        super().__init__(*self._buttons(), **traits)

    def draw(self, progress):
        if self._known:
            return self._picture_of(self._known, f"Measuring: {progress:.0%}", self.result, self.narrow)
        return self._picture_of(self.result, f"{self._cancelled}{self._made}", narrow=self.narrow)

    def adjust(self, name, values):
        if name == "cancel" and self._run:
            self._stop()
        elif name == "measure":
            self._run, self._known = object(), None
            try:
                task = asyncio.get_running_loop().create_task(self._in_pieces(self._run))
            except RuntimeError:  # a plain script: there is nothing to keep free
                self._take(finished(self._measure()))
            else:
                self._task = task  # a task that nobody holds may be thrown away
                self.set_controls(*self._buttons())
        return {}

    def _buttons(self, done=0.0):
        running = self._run is not None
        return (
            Button("measure", "Measure here", enabled=not running),
            Button("cancel", "Cancel", enabled=running),
            Progress("progress", done, "measured"),
        )

    async def _in_pieces(self, run):
        """Measure piece by piece; between two pieces the kernel does whatever else it is asked."""
        steps, result, shown = self._measure(), None, time.perf_counter()
        try:
            while result is None:
                try:
                    piece = next(steps)
                except StopIteration as end:
                    result = end.value
                with self._alone():
                    if self._run is not run:  # cancelled, perhaps by another thread
                        steps.close()
                        return
                    if result is not None:
                        self._take(result)
                        self._show()
                    elif piece.done > 0 and time.perf_counter() - shown > BETWEEN:
                        self._known = piece.known
                        self._show(piece.done)
                        shown = time.perf_counter()
                await asyncio.sleep(0)
        except Exception as error:
            with self._alone():
                self._run = self._known = None
                self._show()
                self.errors = {"": f"The measurement stopped: {type(error).__name__}: {error}"}

    def _stop(self):
        """Cancel: complete rounds are kept; without one, the run before stays."""
        known, rounds = self._known, self._known["rounds"] if self._known else 0
        if rounds:
            self._take(copy.deepcopy(known))
            self._cancelled = f"Cancelled: {rounds} complete round{'s' * (rounds != 1)} kept. "
        else:
            self._run = self._known = None
            self._cancelled = "Cancelled before a round was complete: the run before stays. "
        self.set_controls(*self._buttons())

    def _take(self, result):
        self.result, self._made, self._cancelled = result, f"Measured here: {conditions()}.", ""
        self._run = self._known = None

    def _show(self, done=0.0):
        """The picture and the buttons of this moment."""
        if bool(self._run) != self._controls["cancel"].enabled:
            self.set_controls(*self._buttons(done))
        done = round(done, 2)
        self.inputs = self.inputs | {"progress": done}
        self._publish(self.values | {"progress": done})
