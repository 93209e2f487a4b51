"""Sweeps that go wrong: one rule forgets its upstream, or a second sweep adds to what the first one left."""

from __future__ import annotations

import numpy as np

from ..base.errors import InputError
from . import written
from .computation import Computation

NO_RULE = "no rule"


def rules(t: Computation) -> dict[str, int]:
    """The operations whose rule can forget its upstream, by how they were made: ``{"b = a²": 2}``."""
    return {f"{t.boxes[k].title} = {t.formula(k)}": k for k in t.sweep}


def forget(t: Computation, k: int | None) -> Computation:
    """The same sweep, but the rule of box k (None: of no box) sends back its local alone.

    Every other rule goes on as it should, with what it gets: downstream = upstream · local Jacobian. The
    true sweep is kept in `right`.
    """
    if k is None:
        return t._replace(right=t)
    arrived: dict[int, object] = {len(t.boxes) - 1: t.seed}
    flows, boxes = list(t.flows), list(t.boxes)
    for working in t.sweep:
        upstream = arrived.get(working)
        if upstream is None:
            continue
        boxes[working] = boxes[working]._replace(upstream=upstream, forgets=working == k)
        used = np.ones(np.shape(upstream)) if working == k else upstream
        for number, flow in enumerate(t.flows):
            if flow.target == working and flow.step:
                downstream = np.tensordot(used, _local(flow), axes=np.ndim(used))
                flows[number] = flow._replace(downstream=downstream)
                before = arrived.get(flow.source)
                arrived[flow.source] = downstream if before is None else before + downstream
    return t._replace(boxes=boxes, flows=flows, right=t)


def _local(flow):
    local = flow.local()
    if local is None:
        raise InputError("With forgetful=True every operation must have one output and a local Jacobian.")
    return np.asarray(local)


def upstream_of(t: Computation, k: int) -> object:
    """All that arrives at the first value of box k; None if nothing does."""
    if k == len(t.boxes) - 1:
        return t.seed
    parts = [flow.downstream for flow in t.flows if flow.source == k and flow.output == 0 and flow.step]
    return sum(parts[1:], start=parts[0]) if parts else None


def is_right(true: object, given: object) -> bool:
    """Whether what arrives is right, as far as can be seen: the same as it is written."""
    return np.allclose(true, given, rtol=1e-9, atol=0) or written.array(true) == written.array(given)


def keep(t: Computation, emptied: bool) -> Computation:
    """A second sweep: each input's ``.grad`` holds what the first one left, or 0 if it was emptied."""
    inputs = [k for k, box in enumerate(t.boxes) if not box.template]
    left = {k: upstream_of(t, k) for k in inputs}
    held = {k: np.asarray(grad) * (not emptied) for k, grad in left.items() if grad is not None}
    return t._replace(kept=held)


def stepped(t: Computation, rate: float) -> dict[str, object]:
    """Where a step leads every input that something arrives at, by name."""
    return {t.boxes[k].title: t.boxes[k].values[0].array - rate * upstream_of(t, k) for k in t.kept}
