"""Groups of operations folded into one, whose one backward step is the VJP of the whole group."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping, Sequence

import numpy as np

from ..base.errors import InputError
from .computation import Computation, Flow


def members(t: Computation, groups: Mapping[str, Sequence[str]]) -> dict[str, list[int]]:
    """The boxes of each group, or an `InputError` that says why they cannot be folded into one."""
    where = {value.name: k for k, box in enumerate(t.boxes) for value in box.values}
    computed = [name for name, k in where.items() if t.boxes[k].template]
    found: dict[str, list[int]] = {}
    for group, names in groups.items():
        if not isinstance(group, str) or not isinstance(names, (list, tuple)):
            raise InputError(f"The group {group} must name its values in a list: {{'layer 1': ['a', 'h']}}.")
        for name in names:
            if name not in computed:
                what = "an input" if name in where else "not a value here"
                raise InputError(
                    f"The group {group} names {name}, which is {what}: name values that are computed, "
                    f"from {', '.join(computed)}."
                )
            if any(where[name] in boxes for boxes in found.values()):
                raise InputError(f"{name} is in two groups: name it in one.")
        boxes = found[group] = sorted({where[name] for name in names})
        if len(boxes) < 2:
            raise InputError(f"The group {group} has fewer than two operations: name at least two.")
        leaving = {flow.source for flow in t.flows if flow.source in boxes and flow.target not in boxes}
        leaving |= {len(t.boxes) - 1} & set(boxes)
        if leaving != {boxes[-1]} or len(t.boxes[boxes[-1]].values) > 1:
            out = ", ".join(t.boxes[k].title for k in sorted(leaving))
            raise InputError(
                f"The group {group} is used outside through {out}: a group that folds into one box "
                "has one value that is used outside."
            )
    return found


def fold(t: Computation, groups: Mapping[str, Sequence[str]], folded: Sequence[str]) -> Computation:
    """The same computation with each folded group as one operation, whose one step is the VJP of them all."""
    if not groups:
        return t
    found = members(t, groups)
    boxes = list(t.boxes)
    home = list(range(len(boxes)))
    for group, inside in found.items():
        for k in inside:
            boxes[k] = boxes[k]._replace(group=group)
        if group in folded:
            boxes[inside[-1]] = _as_one(t, group, inside)
            for k in inside:
                home[k] = inside[-1]
    kept = [k for k in range(len(boxes)) if home[k] == k]
    number = {k: i for i, k in enumerate(kept)}
    sweep = [k for k in t.sweep if home[k] == k]
    when = {k: i for i, k in enumerate(sweep, 1)}
    flows = []
    for flow in _joined(t, home):
        step = when[flow.target] if flow.step else 0
        flows.append(flow._replace(step=step, source=number[flow.source], target=number[flow.target]))
    new = [boxes[k]._replace(sources=tuple((number[s], o) for s, o in boxes[k].sources)) for k in kept]
    done = [0, *itertools.accumulate(sum(home[j] == k for j in t.sweep) for k in sweep)]
    return Computation(new, flows, [number[k] for k in sweep], t.answer, t.seed, done)


def replaced(t: Computation, one: Computation) -> Computation:
    """A computation that is folded into one box, with the value and the rule of `one` operation instead."""
    (*_, box), (*inputs, made) = t.boxes, one.boxes
    if len(one.sweep) != 1:
        raise InputError("as_one must be one operation, with a rule of its own: see ad.custom_gradient.")
    values = tuple(old._replace(array=new.array) for old, new in zip(box.values, made.values, strict=True))
    named = box._replace(values=values, sources=made.sources, upstream=made.upstream)
    return one._replace(boxes=[*inputs, named], done=t.done)


def _as_one(t, group, inside):
    """The box that stands for a group."""
    sources = tuple(dict.fromkeys(s for k in inside for s in t.boxes[k].sources if s[0] not in inside))
    template = f"{group}(", *[", "] * (len(sources) - 1), ")"
    return t.boxes[inside[-1]]._replace(
        template=template, sources=sources, group=group, operations=len(inside)
    )


def _joined(t, home):
    """The flows between homes: what the operations inside a home send to one value outside adds up."""
    joined: dict[tuple, Flow] = {}
    insides: dict[int, list[int]] = {}
    for k, h in enumerate(home):
        insides.setdefault(h, []).append(k)
    for number, flow in enumerate(t.flows):
        target = home[flow.target]
        if home[flow.source] == target:
            continue
        inside = insides[target]
        if len(inside) == 1:
            joined[number,] = flow
            continue
        key = flow.source, flow.output, target
        local = functools.partial(_through, t, inside, flow.source, flow.output)
        new = flow._replace(target=target, local=local, formula="")
        old = joined.get(key, new._replace(step=0))
        if new.step and old.step:
            new = new._replace(downstream=old.downstream + new.downstream)
        joined[key] = new if new.step else old
    return list(joined.values())


def _through(t, inside, source, output):
    """The Jacobian of the last box inside with respect to one value outside: the chain rule, backward."""
    value = np.asarray(t.boxes[inside[-1]].values[0].array)
    so_far = {(inside[-1], 0): np.eye(value.size).reshape(value.shape * 2)}
    for k in reversed(inside):
        if len(t.boxes[k].values) > 1:
            return None
        for flow in t.flows:
            if flow.target == k and flow.step:
                axes = np.ndim(t.boxes[k].values[0].array)
                part = np.tensordot(so_far[k, 0], flow.local(), axes=axes)
                key = flow.source, flow.output
                so_far[key] = so_far[key] + part if key in so_far else part
    return so_far[source, output]
