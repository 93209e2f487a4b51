"""How an answer came to its numbers: the sweeps it made, its Jacobians, and what one sweep ran through.

The engine is watched from outside and knows nothing of it: as long as somebody counts, `Path.sweep` and
`jacobian_blocks`, which every way of differentiating passes, are exchanged for ones that count.
"""

import contextlib
import functools
import threading
from dataclasses import dataclass, field

from helpers.autodiff import tape, transforms
from helpers.autodiff.engine.sweep import Path
from helpers.autodiff.engine.tensor import tick

from .verdicts import Verdict


@dataclass
class Record:
    """What was counted while an answer ran on one case."""

    sweeps: int = 0
    jacobians: int = 0
    calls: dict = field(default_factory=dict)  # number of an input -> the orders made by each of its calls
    crossed: frozenset = frozenset()  # the inputs that some sweep ran through together

    def note_sweep(self, path):
        """Count a sweep along this path."""
        self.sweeps += 1
        orders = [node.order for node in path.nodes]
        met = {
            k for k, calls in self.calls.items() if any(order in made for made in calls for order in orders)
        }
        self.crossed = max(self.crossed, frozenset(met), key=len)


@dataclass(frozen=True, kw_only=True)
class Way:
    """How an exercise wants its numbers found; `says` is added to the sentence on any other way."""

    says: str
    sweeps: int | None = None  # so many do
    most_sweeps: int | None = None  # more are too many
    jacobians: bool = True  # may a whole Jacobian or Hessian be built?
    apart: tuple = ()  # inputs, by name, that no single sweep may run through together
    a_sweep_for_each: str = ""  # input, by name, that has as many parts as there have to be sweeps
    if_jacobian: str = ""  # said of a right answer that built one, where it may
    if_more_sweeps: str = ""  # said of a right answer that took more sweeps than do, but not too many

    def require(self, takes, cases, records):
        """Raise a Verdict on right numbers that were found in a way the task forbids."""
        if not self.jacobians and any(record.jacobians for record in records):
            raise Verdict("jacobian-built", more=self.says)
        for case, record in zip(cases, records, strict=True):
            if self.most_sweeps and record.sweeps > self.most_sweeps:
                raise Verdict("too-many-sweeps", took=record.sweeps, enough=self.sweeps, more=self.says)
            if len(record.crossed) > 1:
                raise Verdict("one-sweep-for-all", names=" and ".join(self.apart), more=self.says)
            if self.a_sweep_for_each:
                parts = len(case[takes.index(self.a_sweep_for_each)])
                if record.sweeps < parts:
                    raise Verdict("too-few-sweeps", took=record.sweeps, parts=parts, more=self.says)

    def remark(self, records):
        """What is said of a right answer that took a dearer way, or ""."""
        if any(record.jacobians for record in records):
            return self.if_jacobian
        if self.sweeps and any(record.sweeps > self.sweeps for record in records):
            return self.if_more_sweeps
        return ""


@contextlib.contextmanager
def watched(case, apart=()):
    """The case with the calls of some of its functions told apart, and the Record of what is done with it."""
    record, thread = Record(calls={k: [] for k in apart}), threading.get_ident()
    sweep, blocks = Path.sweep, transforms.jacobian_blocks

    def is_ours():
        return threading.get_ident() == thread

    def counted_sweep(path, *args, **settings):
        if is_ours():
            record.note_sweep(path)
        return sweep(path, *args, **settings)

    def counted_blocks(*args, **settings):
        record.jacobians += is_ours()
        return blocks(*args, **settings)

    case = tuple(
        told_apart(value, record.calls[k]) if k in record.calls else value for k, value in enumerate(case)
    )
    Path.sweep, transforms.jacobian_blocks, tape.jacobian_blocks = (
        counted_sweep, counted_blocks, counted_blocks,
    )  # fmt: skip
    try:
        yield case, record
    finally:
        Path.sweep, transforms.jacobian_blocks, tape.jacobian_blocks = sweep, blocks, blocks


def told_apart(function, calls):
    """The same function; each of its calls notes the orders of the Tensors that it makes."""

    @functools.wraps(function)
    def noting(*args, **settings):
        first = tick()
        try:
            return function(*args, **settings)
        finally:
            calls.append(range(first, tick()))

    return noting
