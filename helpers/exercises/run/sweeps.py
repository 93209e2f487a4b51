"""How an answer came to its numbers: the sweeps it made, its Jacobians, and what one sweep ran through.

The engine is watched from outside and knows nothing of it: as long as somebody counts, `Path.sweep` and
`jacobian_blocks`, which every way of differentiating passes, are exchanged for ones that count.
"""

import contextlib
import functools
import itertools
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from helpers.autodiff import tape, transforms
from helpers.autodiff.engine.sweep import Path
from helpers.autodiff.engine.tensor import tick

from ..say.verdicts import Verdict
from .keeping import exchanged


@dataclass
class Tally:
    """What was counted while an answer ran on one case."""

    sweeps: int = 0
    jacobians: int = 0
    own_rules: int = 0  # sweeps that ran through a custom gradient
    calls: dict = field(default_factory=dict)  # number of an input -> serial numbers each of its calls made
    crossed: frozenset = frozenset()  # the inputs that some sweep ran through together
    ends: list = field(default_factory=list)  # of each sweep: the values it began at, those it led to
    traced: list = field(default_factory=list)  # of each sweep: when its trace began, and when it was swept

    def note_sweep(self, path):
        """Count a sweep along this path."""
        self.sweeps += 1
        self.own_rules += any("rule" in node.attributes for node in path.nodes)
        self.ends.append(([y.value for y in path.ys], [x.value for x in path.xs]))
        serials = [node.serial for node in path.nodes]
        self.traced.append((min(serials, default=0), tick()))
        met = {
            k
            for k, calls in self.calls.items()
            if any(serial in made for made in calls for serial in serials)
        }
        self.crossed = max(self.crossed, frozenset(met), key=len)


@dataclass(frozen=True, kw_only=True)
class Method:
    """How an exercise wants its numbers found; `says` is added to the sentence on any other way."""

    says: str
    sweeps: int | None = None  # so many do
    most_sweeps: int | None = None  # more are too many
    jacobians: bool = True  # may a whole Jacobian or Hessian be built?
    own_rules: bool = False  # is a custom gradient to be swept?
    apart: tuple = ()  # inputs, by name, that no single sweep may run through together
    allows: Callable | None = None  # (ends of the sweeps, *inputs): is that what was to be differentiated?
    a_sweep_for_each: str = ""  # input, by name, that has as many parts as are to be traced and swept in turn
    most_runs: int | None = None  # of each of the inputs that are told `apart`
    if_jacobian: str = ""  # said of a right answer that built one, where it may
    if_more_sweeps: str = ""  # said of a right answer that took more sweeps than do, but not too many

    def require(self, takes, cases, tallies):
        """Raise a Verdict on right numbers that were found in a way the task forbids."""
        if not self.jacobians and any(tally.jacobians for tally in tallies):
            raise Verdict("jacobian-built", more=self.says)
        for case, tally in zip(cases, tallies, strict=True):
            if self.most_sweeps and tally.sweeps > self.most_sweeps:
                raise Verdict("too-many-sweeps", took=tally.sweeps, enough=self.sweeps, more=self.says)
            if self.own_rules and not tally.own_rules:
                raise Verdict("not-as-asked", more=self.says)
            if self.allows and not self.allows(tally.ends, *case):
                raise Verdict("not-as-asked", more=self.says)
            if len(tally.crossed) > 1:
                raise Verdict("one-sweep-for-all", names=" and ".join(self.apart), more=self.says)
            if self.a_sweep_for_each:
                parts = len(case[takes.index(self.a_sweep_for_each)])
                if tally.sweeps < parts:
                    raise Verdict("too-few-sweeps", took=tally.sweeps, parts=parts, more=self.says)
                if any(begun < swept for (_, swept), (begun, _) in itertools.pairwise(tally.traced)):
                    raise Verdict("not-as-asked", more=self.says)
            if self.most_runs and any(len(runs) > self.most_runs for runs in tally.calls.values()):
                raise Verdict("not-as-asked", more=self.says)

    def remark(self, tallies):
        """What is said of a right answer that took a dearer way, or ""."""
        if any(tally.jacobians for tally in tallies):
            return self.if_jacobian
        if self.sweeps and any(tally.sweeps > self.sweeps for tally in tallies):
            return self.if_more_sweeps
        return ""


@contextlib.contextmanager
def watched(case, apart=()):
    """The case with the calls of some of its functions told apart, and the Tally of what is done with it."""
    tally, thread = Tally(calls={k: [] for k in apart}), threading.get_ident()
    sweep, blocks = Path.sweep, transforms.jacobian_blocks

    def is_ours():
        return threading.get_ident() == thread

    def counted_sweep(path, *args, **settings):
        if is_ours():
            tally.note_sweep(path)
        return sweep(path, *args, **settings)

    def counted_blocks(*args, **settings):
        tally.jacobians += is_ours()
        return blocks(*args, **settings)

    case = tuple(
        told_apart(value, tally.calls[k]) if k in tally.calls else value for k, value in enumerate(case)
    )
    with exchanged(
        (Path, "sweep", counted_sweep),
        (transforms, "jacobian_blocks", counted_blocks),
        (tape, "jacobian_blocks", counted_blocks),
    ):
        yield case, tally


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
