"""The sweep of an engine that somebody wrote, as the picture needs it, with all that goes wrong in it.

Nothing is swept here. The picture shows what the engine does: who is at work when, with which upstream, and
what that sends on. What arrives is added up; where the engine goes on with something else, a remark says so.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from helpers.drawing import svg

from ..base.errors import InputError
from .computation import MOST_VALUES, SYMBOLS, Box, Computation, Flow, Value

NUDGE = 1e-5
WANTED = "engine must be (leaf, sweep): what makes an input, and what yields (node, upstream) pairs"


@dataclass(eq=False)
class Work:
    """A node at work, once: with which upstream, what it was sent for that, and what it sends."""

    node: Any
    upstream: Any
    arrived: list[Sent] = field(default_factory=list)
    sends: list[Sent] = field(default_factory=list)
    rest_of: Work | None = None  # an earlier work, of which the sweep walks the rest only now
    begins: bool = False  # another sweep, after one that has begun at the end already


@dataclass(eq=False)
class Sent:
    """What one work sends to one parent, and which of them that is."""

    parent: Any
    downstream: Any
    slot: int = 0
    by: Work | None = None


def trace_own(function, inputs, grad_ys, names, engine) -> Computation:
    """Run the function on the engine's own inputs, and describe the sweep that the engine makes."""
    leaf, sweep = engine
    leaves = {name: leaf(np.array(value, dtype=float)) for name, value in inputs.items()}  # may be written to
    try:
        y = function(*leaves.values())
    except NameError as error:
        parts = getattr(getattr(function, "__code__", None), "co_consts", ())
        if any(error.name in getattr(part, "co_varnames", ()) for part in parts):
            says = f"A lambda ends at a comma, and {error.name} is unknown after it: put brackets round both."
            raise InputError(says) from None
        raise
    for part in ("value", "parents", "send"):
        if not hasattr(y, part):
            raise InputError(f"The function returned {type(y).__name__}, which has no {part}: return a node.")
    shape = np.shape(y.value)
    seed = np.ones(shape) if grad_ys is None else np.broadcast_to(np.asarray(grad_ys, float), shape)
    try:
        works, left_over = _worked(sweep(y, seed[()]), y, seed)
    except ValueError as error:
        if "zip()" in str(error):  # a sweep of whole lists has said no before a node was drawn
            for node in filter(lambda node: node.parents, _made(y, ())):
                _sent(node, np.ones(np.shape(node.value)))
        raise
    t = _Drawing(_made(y, leaves.values()), works, left_over, leaves, names, y).computation(seed)
    if not t.odd:  # the sweep does right, and a rule may not
        sent = [(sent.parent, sent.downstream) for work in works for sent in work.sends]
        brought = {name: sum(part for parent, part in sent if parent is x) for name, x in leaves.items()}
        last, measured = len(t.sweep), dict(_against_nudges(function, leaf, inputs, seed, brought))
        says = (f"A nudge of {name} measures {slope}." for name, slope in measured.items())
        t.remarks[last] = " ".join(filter(None, [t.remarks.get(last, ""), *says]))
        t = t._replace(measured=measured)
    return t._replace(typed=inputs)


def _against_nudges(function, leaf, inputs, seed, brought):
    """What nudges measure of each input, entry by entry, where something else was brought there."""
    for name, x in inputs.items():
        slope, room = np.zeros(np.shape(x)), 0.0
        for at in np.ndindex(slope.shape):
            nudge = np.zeros_like(slope)
            nudge[at] = NUDGE
            ends = (function(*map(leaf, (inputs | {name: x + each}).values())) for each in (nudge, -nudge))
            up, down = (float(np.sum(seed * end.value)) for end in ends)
            slope[at] = (up - down) / (2 * NUDGE)
            room = max(room, 1e-5 + 1e-10 * abs(up))  # so much rounding makes of it
        is_fit = np.shape(brought[name]) in ((), slope.shape)
        if is_fit and np.isfinite(slope).all() and not np.allclose(brought[name], slope, 1e-5, room):
            yield name, svg.array_text(np.round(slope, 4))


def _made(y, leaves: Iterable) -> list:
    """The inputs and operations y was made from, each after all that it was made from; no constants."""
    found, waiting, inputs = {}, [(y, False)], set(leaves)
    while waiting:
        node, is_ready = waiting.pop()
        if is_ready:
            found[node] = None
        elif node not in found and (node.parents or node in inputs):
            waiting += [(node, True), *((parent, False) for parent in reversed(node.parents))]
        if len(found) > MOST_VALUES or len(waiting) > MOST_VALUES**2:
            says = f"This computation has more than {MOST_VALUES} values, the most the stepper draws."
            raise InputError(says)
    return list(found)


def _worked(pairs, y, seed):
    """What the sweep does, work by work; and by node what was sent and never used."""
    if not isinstance(pairs, Iterable):
        raise InputError(f"The sweep gives {type(pairs).__name__}: it must yield (node, upstream) pairs.")
    works, waiting, late, steps = [], {y: [Sent(y, seed[()])]}, set(), 0
    for pair in itertools.islice(pairs.items() if isinstance(pairs, Mapping) else pairs, 10 * MOST_VALUES):
        if not (isinstance(pair, tuple) and len(pair) == 2 and hasattr(pair[0], "parents")):
            raise InputError(f"The sweep yields {type(pair).__name__}: it must yield (node, upstream) pairs.")
        if np.asarray(pair[1]).dtype.kind not in "biuf":
            raise InputError(f"The sweep yields {type(pair[1]).__name__} as an upstream: it must be numbers.")
        work = Work(pair[0], _number(pair[1]))
        here = waiting.get(work.node, [])
        if work.node is y and not here:
            here, work.begins = [Sent(y, seed[()])], True
        work.arrived, waiting[work.node] = here[: (count := _used(here, work.upstream))], here[count:]
        late |= set(here[count:])
        if work.node.parents:
            sent = _sent(work.node, pair[1])
            work.sends = [Sent(*each, k, work) for k, each in enumerate(zip(work.node.parents, sent))]
            steps += 1
        for sent in work.sends:
            waiting.setdefault(sent.parent, []).append(sent)
        works.append(work)
        if steps > MOST_VALUES:
            raise InputError(f"This sweep makes more than {MOST_VALUES} steps, the most the stepper draws.")
    left_over = {node: sents for node, sents in waiting.items() if sents}
    return list(_as_walked(works, late.difference(*left_over.values()))), left_over


def _sent(node, upstream):
    """What a node sends; an InputError if that is not one for each parent."""
    count, name = len(node.parents), getattr(node, "name", "") or "A node"
    try:
        sent = list(map(_number, node.send(upstream)))
        sends = len(sent)
    except ValueError as error:
        if "zip()" not in str(error):
            raise
        sends = "fewer or more"  # and the engine, which pairs both, has said no
    if sends != count:
        parents = "1 parent" if count == 1 else f"{count} parents"
        raise InputError(f"{name} has {parents}: its rule is to send a downstream to each, not {sends}.")
    return sent


def _as_walked(works, late):
    """The works, where what is used late is sent late: a sweep may go on elsewhere before it walks a way."""
    last = None
    for work in works:
        work.sends = [sent for sent in work.sends if sent not in late]
        for sent in late.intersection(work.arrived):
            if last is not sent.by and last.rest_of is not sent.by:
                last = Work(sent.by.node, sent.by.upstream, rest_of=sent.by)
                yield last
            last.sends.append(sent)
        if work.node.parents:
            last = work
        yield work


def _used(sents, upstream):
    """How many of what was sent make up this upstream: all, or else as few as do; all, if none do."""
    totals = list(itertools.accumulate(sent.downstream for sent in sents))
    fitting = [count for count, total in enumerate(totals, 1) if _same(total, upstream)]
    return len(sents) if not fitting or fitting[-1] == len(sents) else fitting[0]


class _Drawing:
    """A box for every node, however often it is at work, and a flow for all that is sent."""

    def __init__(self, nodes, works, left_over, leaves, names, y):
        self.nodes, self.works, self.left_over = nodes, works, left_over
        self.number = {node: k for k, node in enumerate(nodes)}
        self.labels = dict(zip(nodes, _labels(nodes, leaves, names, y), strict=True))

    def computation(self, seed):
        """All of it as a `Computation`."""
        sweep = [work for work in self.works if work.node.parents and work.node in self.number]
        boxes = [self._box(node) for node in self.nodes]
        flows = [
            flow
            for step, work in enumerate(sweep, 1)
            for flow in self._flows(step, work.node, work.sends, work.upstream)
        ]
        ways = {(flow.target, flow.slot) for flow in flows}
        unused = (
            self._flows(0, node, [Sent(parent, None, slot) for slot, parent in enumerate(node.parents)])
            for node in self.nodes
        )
        flows += [flow for each in unused for flow in each if (flow.target, flow.slot) not in ways]
        homes, done = [self.number[work.node] for work in sweep], list(range(len(sweep) + 1))
        remarks, odd = self._remarks({work: step for step, work in enumerate(sweep, 1)})
        return Computation(boxes, flows, homes, 0, seed, done, remarks, odd=odd)

    def _box(self, node):
        drawn = [slot for slot, parent in enumerate(node.parents) if parent in self.number]
        sources = tuple((self.number[node.parents[slot]], 0) for slot in drawn)
        upstreams = [work.upstream for work in self.works if work.node is node]
        value = Value(self.labels[node], _number(node.value))
        return Box((value,), _template(node, drawn), sources, upstreams[-1] if upstreams else None)

    def _flows(self, step, node, sents, upstream=None):
        for sent in sents:
            if sent.parent in self.number:
                local = functools.partial(_local, node, sent.slot)
                ends = self.number[sent.parent], 0, self.number[node]
                yield Flow(step, *ends, sent.downstream, local, slot=sent.slot, upstream=upstream)

    def _remarks(self, when):
        """By step, in words and briefly: where the engine works with something else than what arrived."""
        remarks: dict[int, list] = {}
        odd: dict[int, str] = {}
        totals: dict[Any, Any] = {}
        step = 0
        for work in (work for work in self.works if work.node in self.number and not work.rest_of):
            step, label = when.get(work, step), self.labels[work.node]
            if work.begins and work in when:
                remarks.setdefault(step, []).append("With this step a new sweep begins.")
                odd[step] = "a new sweep"
            arrived = [sent.downstream for sent in work.arrived]
            before, now = totals.get(work.node, 0.0), sum(arrived)
            totals[work.node] = before + now
            if _same(totals[work.node], work.upstream):
                if work in when and not _same(now, work.upstream):
                    again = f"sends {_say(before)} again"
                    remarks.setdefault(step, []).append(f"{label} {again}.")
                    odd[step] = again
            elif not _same(now, work.upstream):
                says = f"but this engine goes on with {_say(work.upstream)}."
                what = _sum(arrived) or "Nothing"
                remarks.setdefault(step, []).append(f"{what} arrived at {label}, {says}")
                odd[step] = f"goes on with {_say(work.upstream)}"
            if np.shape(work.upstream) != np.shape(work.node.value):
                shapes = f"{np.shape(work.upstream)}, and not {np.shape(work.node.value)} as its value has"
                remarks.setdefault(step, []).append(f"{label} gets {shapes}.")
        for node, sents in self.left_over.items():
            if node in self.labels:
                lost = _sum([sent.downstream for sent in sents])
                remarks.setdefault(len(when), []).append(f"{lost} for {self.labels[node]} is left over.")
        return {step: " ".join(said) for step, said in remarks.items()}, odd


def _labels(nodes, leaves, names, y):
    """x for inputs, the given names or v1, v2, ... for what is computed, y for the answer."""
    own, given = {node: name for name, node in leaves.items()}, list(names)
    made = [node for node in nodes if node not in own]
    for node in nodes:
        fallback = "y" if node is y else f"v{made.index(node) + 1}" if node in made else ""
        yield own.get(node) or (str(given.pop(0)) if given else fallback)


def _number(value):
    """A value as NumPy has it; one without dimensions as a number."""
    return np.asarray(value)[()]


def _local(node, slot):
    """The local Jacobian of one input, by rows: what a one-hot upstream sends to it; None if that fails."""
    value = np.asarray(node.value)
    rows = np.eye(value.size).reshape(-1, *value.shape)
    try:
        sent = [np.asarray(node.send(row[()])[slot]) for row in rows]
        return np.reshape(sent, value.shape + sent[0].shape)
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return None


def _template(node, drawn):
    """How a value was made: the text around each parent that is drawn; a constant is part of that text."""
    if not node.parents:
        return ()
    name = str(getattr(node, "name", "") or "made from")
    parts = ["\0" if slot in drawn else _say(parent.value) for slot, parent in enumerate(node.parents)]
    known = SYMBOLS.get(name.capitalize(), "")
    fits = known.count("{}") == len(parts)
    return tuple((known.format(*parts) if fits else f"{name}({', '.join(parts)})").split("\0"))


def _same(arrived, upstream):
    room = 1e-9 * max(1.0, float(np.max(np.abs(upstream), initial=0.0)))
    return np.shape(arrived) == np.shape(upstream) and bool(np.all(np.abs(arrived - upstream) <= room))


def _sum(parts):
    added = " + ".join(map(_say, parts))
    return f"{added} = {_say(sum(parts))}" if len(parts) > 1 else added


def _say(value):
    array = np.asarray(value)
    return svg.array_text(array) if array.size <= 6 else f"array {'×'.join(map(str, array.shape))}"
