"""A computation cut where one value carries all that comes later, into parts that have room one by one."""

from __future__ import annotations

from helpers.drawing import svg

from .computation import Box, Computation
from .drawing import draw_steps

# What a slide of 1280 × 720 holds, below the controls or beside them, with no type smaller than 18.
ROOMS = ((1100, 500), (820, 600))


def has_room(drawn: svg.Picture) -> bool:
    """Whether the whole picture can be seen on a slide."""
    width, height = drawn.size
    return any(width <= widest and height <= highest for widest, highest in ROOMS)


def cut(t: Computation) -> list[Computation]:
    """The computation in parts that have room, the last operations first: that is the order of the sweep.

    The value at a cut is in both parts: its upstream arrives in one, and the next begins from it. Where no
    cut helps, it stays one part.
    """
    if t.right or t.kept or has_room(draw_steps(t)):
        return [t]
    for k in range(len(t.boxes) - 1):
        below = _below(t, k)
        if not _carries_all(t, k, below):
            continue
        above = _part(t, [j for j in range(len(t.boxes)) if j not in below or j == k])
        if has_room(draw_steps(above)):
            return [above, *cut(_part(t, sorted(below)))]
    return [t]


def _below(t, k):
    """Box k, and all that it was made from."""
    found, waiting = set(), [k]
    while waiting:
        box = waiting.pop()
        if box not in found:
            found.add(box)
            waiting += [source for source, _ in t.boxes[box].sources]
    return found


def _carries_all(t, k, below):
    """Whether box k was computed and got an upstream, and what is above uses its one value, none below it."""
    box = t.boxes[k]
    computed_one = box.template and len(box.values) == 1 and box.upstream is not None
    used_above = {flow.source for flow in t.flows if flow.source in below and flow.target not in below}
    return computed_one and used_above == {k}


def _part(t, kept):
    """The computation of these boxes alone: one that has lost its sources stands there as an input."""
    number = {k: i for i, k in enumerate(kept)}
    whole = {k for k in kept if all(source in number for source, _ in t.boxes[k].sources)}
    boxes = [_box(t.boxes[k], number if k in whole else None) for k in kept]
    sweep = [k for k in t.sweep if k in whole]
    step = {t.sweep.index(k) + 1: i for i, k in enumerate(sweep, 1)}
    flows = [
        flow._replace(step=step.get(flow.step, 0), source=number[flow.source], target=number[flow.target])
        for flow in t.flows
        if flow.target in whole
    ]
    remarks = {step[was]: remark for was, remark in t.remarks.items() if was in step}
    is_top = kept[-1] == len(t.boxes) - 1
    answer, seed = (t.answer, t.seed) if is_top else (0, t.boxes[kept[-1]].upstream)
    done = list(range(len(sweep) + 1))
    return Computation(boxes, flows, [number[k] for k in sweep], answer, seed, done, remarks)


def _box(box: Box, number) -> Box:
    """The box with its sources renumbered, or as an input; nothing folds in a part."""
    sources = tuple((number[source], output) for source, output in box.sources) if number else ()
    lost = bool(box.template) and not number
    template = () if lost else box.template
    return box._replace(template=template, sources=sources, group="", made_elsewhere=lost)
