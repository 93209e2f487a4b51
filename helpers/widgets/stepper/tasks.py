"""What can be reached with a stepper besides the guess, and what a wrong guess may be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from . import written
from .computation import Computation
from .forgetting import is_right, upstream_of


class Swept(NamedTuple):
    """A sweep as it stands: what the controls hold, what arrives at each value, and where that is wrong."""

    values: Mapping[str, Any]
    arrives: Mapping[str, Any]
    wrong: frozenset[str]


class Task(NamedTuple):
    """A goal in words, whether a sweep reaches it, and what is found then."""

    wanted: str
    reached: Callable[[Swept], bool]
    found: str


def swept(t: Computation, values: Mapping[str, Any]) -> Swept:
    """The sweep, for a task: what arrives is None where nothing does."""
    arrives = {box.title: upstream_of(t, k) for k, box in enumerate(t.boxes)}
    right = {box.title: upstream_of(t.right or t, k) for k, box in enumerate(t.boxes)}
    wrong = (name for name, true in right.items() if true is not None and not is_right(true, arrives[name]))
    return Swept(values, arrives, frozenset(wrong))


def near(t: Computation, k: int) -> list[tuple[float, str]]:
    """What may be taken for the number that arrives at box k: each other number, and what it is.

    Empty where a sweep goes wrong, or where anything is no real number.
    """
    flows = t.arriving(k)
    if t.right or not all(_is_plain(flow, t) for flow in flows):
        return []
    answer = sum(float(flow.downstream) for flow in flows)
    if t.odd:  # an engine of one's own goes wrong: what the others are is not worth a word
        right = right_gradient(t, k)
        return [] if right is None else [(right, "as a right sweep brings")]
    others = ((float(number), words) for number, words in _others(t, k, flows, answer))
    return list(dict.fromkeys(pair for pair in others if pair[0] != answer and np.isfinite(pair[0])))


def reason(t: Computation, k: int) -> str:
    """Why so much arrives at box k: by the chain rule; or by what an engine of one's own does wrong."""
    flows, remarks = t.arriving(k), [t.remarks[step] for step in t.odd]
    if remarks:
        right, brought = right_gradient(t, k), sum(flow.downstream for flow in flows)
        if right is not None and not is_right(right, brought):
            return f"; a right sweep brings {written.array(right)}. {min(remarks, key=len)}"
    elif t.anew:
        then, now = _moved(t, k)
        return f": the record is of {t.boxes[k].title} = {then}, which is {now} by now."
    elif len(flows) > 1:
        return ": along a path locals multiply, where paths meet they add up."
    return ", as you said."


def right_gradient(t: Computation, k: int) -> float | None:
    """What the same rules bring to box k where every node waits for its users; None of other than numbers."""
    brings = {len(t.boxes) - 1: t.seed}
    for j in reversed(range(k, len(t.boxes) - 1)):
        ways = {(flow.target, flow.slot): flow for flow in t.flows if flow.source == j}.values()
        locals_ = [way.local() for way in ways]
        if any(local is None or np.ndim(local) for local in locals_):
            return None
        brings[j] = sum(brings[way.target] * local for way, local in zip(ways, locals_, strict=True))
    return float(brings[k]) if np.ndim(brings[k]) == 0 else None


def _is_plain(flow, t):
    numbers = t.boxes[flow.target].upstream, flow.downstream, flow.local()
    return all(np.ndim(number) == 0 and isinstance(number, (float, np.ndarray)) for number in numbers)


def _others(t, k, flows, answer) -> Iterator[tuple[float, str]]:
    if k in t.kept:
        yield t.kept[k] + answer, f"what {t.boxes[k].title}.grad holds then"
        yield t.kept[k], f"what {t.boxes[k].title}.grad holds before"
    if t.anew:
        then, now = _moved(t, k)
        yield upstream_of(t.anew, k), f"the slope at {now}, not {then}"
    if len(flows) > 1:
        yield from ((flow.downstream, f"what comes through {t.boxes[flow.target].title}") for flow in flows)
        yield np.prod([flow.downstream for flow in flows]), "the parts, multiplied"
    sent = [way.downstream for way in t.flows if way.target == k]
    yield from ((number, f"what {t.boxes[k].title} sends on") for number in sent if isinstance(number, float))
    if len(flows) == 1:
        above = t.boxes[flows[0].target]
        beside = [way for way in t.flows if way.target == flows[0].target and way.source != k]
        for way in beside:
            yield way.downstream, f"what {above.title} sends to {t.boxes[way.source].title}"
        for whole in (answer, above.upstream) if beside else ():
            yield whole / 2, "half: nothing is shared out"
    for flow in flows:
        above, local = t.boxes[flow.target], flow.local()
        yield above.upstream, f"what arrives at {above.title}"
        yield local, "the local alone"
        yield above.upstream + local, "upstream + local"
    locals_ = _locals_above(t, k)
    if len(locals_) > 1:
        yield sum(locals_), "the locals, added"
    if np.ndim(t.seed) == 0 and t.seed not in (0, 1):
        yield answer / t.seed, "what a start with 1 brings"
    for box in (t.boxes[k], t.boxes[-1]):
        if np.ndim(box.values[0].array) == 0:
            yield box.values[0].array, f"the value of {box.title}"


def _moved(t, k):
    """Input k as the record has it, and where a step has led it since."""
    return [written.array(each.boxes[k].values[0].array) for each in (t, t.anew)]


def _locals_above(t, k):
    """The locals from box k to the end, as long as a single way leads there."""
    found = []
    while len(flows := t.arriving(k)) == 1 and _is_plain(flows[0], t):
        found.append(float(flows[0].local()))
        k = flows[0].target
    return found
