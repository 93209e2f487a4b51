"""The measurement as an exhibit: it runs piece by piece on the kernel's own event loop.

So it can be cancelled, and the kernel is free in between.
"""

from __future__ import annotations

import asyncio
import json
import pathlib

from ..controls import Button, Progress
from ..errors import InputError
from ..exhibit import Exhibit
from .drawing import draw_cost, draw_fan_in
from .measuring import conditions, finished, measure_cost, measure_fan_in

EARLIER = pathlib.Path(__file__).with_name("earlier.json")
MEASURED = {"cost": (measure_cost, draw_cost), "fan-in": (measure_fan_in, draw_fan_in)}


class Measurement(Exhibit):
    """A button that measures here and now; before it is pressed, an earlier measurement that says what it is.

    `what` is "cost" (a VJP, a JVP and a Jacobian of tanh(W x) as n and m grow) or "fan-in" (the peak memory
    of 100 branches, all at once and branch by branch). Raises `InputError` for any other.

    >>> Measurement("fan-in")
    <Measurement: The most memory one training step holds, in arrays of the size of one branch>
    """

    def __init__(self, what="cost", **traits):
        if what not in tuple(MEASURED):
            known = " or ".join(map(repr, MEASURED))
            raise InputError(f"There is no measurement named {what!r}: choose {known}.")
        self._measure, self._picture_of = MEASURED[what]
        stored = json.loads(EARLIER.read_text(encoding="utf-8"))[what]
        self.result, self._made = stored["result"], f"An earlier measurement: {stored['conditions']}."
        self._run = None  # stands for the measurement that is running; another one, or none, stops it
        super().__init__(
            Button("measure", "Measure here"),
            Button("cancel", "Cancel"),
            Progress("progress", 0.0, "measured"),
            **traits,
        )

    def draw(self, progress):
        return self._picture_of(self.result, self._made)

    def adjust(self, name, values):
        if name == "cancel":
            self._run = None
            return {"progress": 0.0}
        if name == "measure":
            self._run = run = object()
            try:
                task = asyncio.get_running_loop().create_task(self._in_pieces(run))
            except RuntimeError:  # a plain script: there is nothing to keep free
                self._take(finished(self._measure()))
            else:
                self._task = task  # a task that nobody holds may be thrown away
        return {}

    async def _in_pieces(self, run):
        """Measure piece by piece; between two pieces the kernel does whatever else it is asked."""
        steps, result, shown = self._measure(), None, 0.0
        try:
            while result is None:
                try:
                    done = next(steps)
                except StopIteration as end:
                    result, done = end.value, 1.0
                with self._alone():
                    if self._run is not run:  # cancelled, perhaps by another thread
                        steps.close()
                        return
                    if done - shown >= 0.02 and result is None:  # more often would only keep the browser busy
                        shown = done
                        self._tell(done)
                await asyncio.sleep(0)
            with self._alone():
                self._take(result)
                self._publish(self.values | {"progress": 0.0})
                self._tell(0.0)
        except Exception as error:
            with self._alone():
                self._tell(0.0)
                self.errors = {"": f"The measurement stopped: {type(error).__name__}: {error}"}

    def _take(self, result):
        self.result, self._made = result, f"Measured here: {conditions()}."

    def _tell(self, done):
        self.inputs = self.inputs | {"progress": round(done, 2)}
