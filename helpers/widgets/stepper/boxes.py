"""A box: how values were made, the values themselves, and the upstreams as they arrive."""

from __future__ import annotations

import numpy as np

from helpers.drawing import svg

from . import pieces, written
from .computation import Computation
from .forgetting import upstream_of
from .pieces import LANE, Piece
from .ways import LANDED

FOLD = "fold "  # before the name of a group: the name of its switch
PAD = 7.0
VERDICT = 13


def box(t: Computation, k: int, narrow: bool) -> Piece:
    """Box k: the values above, what arrives for them below; in a narrow picture side by side."""
    inside = _group_name(t, k)
    made = _made(t, k, inside)
    bands = [_states(t, k, output) for output in range(len(t.boxes[k].values))]
    bands = [states for states in bands if states]
    least = 2 * LANE[narrow] + (28 if narrow else 8)  # beside both lanes
    (height, width), line = (_beside if narrow else _below)(made, bands, least)
    parts = [_ground(t, k, width, height, line, narrow, bool(bands))]
    across, down = (line, height) if narrow else (width, line)  # the room of the values
    left, above = (across - made.width) / 2, (down - made.height) / 2
    parts.append(made.at(left, above))
    center = (line + width) / 2 if narrow else width / 2
    top = ((height if narrow else line + height) - _high(bands)) / 2
    done = 0
    for states in bands:
        below = max(block.height for *_, block in states)
        for since, until, block in states:
            at = block.at(center - block.width / 2, top + (below - block.height) / 2)
            times = {"data_step": f"{since:g}" if since else None}
            parts.append(svg.group(at, **times, **({} if until is None else {"data_until": f"{until:g}"})))
            done = max(done, int(np.ceil(since)))
        top += below + 4
    parts.append(_ring(t, k, width, height))
    body = svg.group("".join(parts), data_goto=done)
    if inside:
        body += inside.at((across - inside.width) / 2, above)
    return Piece(svg.Block(width, height, body), line)


def _high(bands):
    """The height of all bands, each as high as the highest of its states."""
    return sum(max(block.height for *_, block in states) + 4 for states in bands) - 4 if bands else 0


def _wide(bands):
    return max((block.width for states in bands for *_, block in states), default=0)


def _below(made, bands, least):
    """(height, width) of a box, and where the line under its values runs."""
    width = max(94.0, made.width + 2 * PAD, _wide(bands) + 2 * PAD)
    line = max(made.height + 10, least / 2)
    return (line + max(_high(bands) + 9, least / 2), width), line


def _beside(made, bands, least):
    """(height, width) of a box, and where the line beside its values runs."""
    line = max(made.width + 2 * PAD, least / 2)
    width = line + max(_wide(bands) + 2 * PAD, least / 2)
    return (max(made.height, _high(bands)) + 12, width), line


def _ground(t, k, width, height, line, narrow, band):
    """The frame, and the ground of what arrives."""
    stroke = svg.ACCENT if t.boxes[k].group else svg.LINE
    parts = svg.rect(0, 0, width, height, fill=svg.PANEL, stroke=stroke, rx=9)
    if not band:
        return parts
    if narrow:
        parts += svg.rect(line, 1, width - line - 1, height - 2, fill=svg.GRADIENT_WASH, rx=8)
        return parts + svg.rect(line, 0, 1, height, fill=svg.LINE)
    parts += svg.rect(1, line, width - 2, height - line - 1, fill=svg.GRADIENT_WASH, rx=8)
    return parts + svg.rect(0, line, width, 1, fill=svg.LINE)


def _ring(t, k, width, height):
    """A ring marks the operation at work."""
    if k not in t.sweep:
        return ""
    step = t.sweep.index(k) + 1
    ring = svg.rect(-4, -4, width + 8, height + 8, stroke=svg.GRADIENT, stroke_width=2.5, rx=12)
    return svg.group(ring, data_step=f"{step - 0.995:g}", data_until=f"{step + 0.005:g}")


def _made(t, k, inside):
    """The formula and the values."""
    made = t.boxes[k]
    title = pieces.formula(f"{made.title} = {t.formula(k)}" if made.template else made.title)
    shown = [pieces.value(value.array, svg.INK) for value in made.values]
    several = len(made.values) > 1
    if several:
        names = [svg.words(value.name, svg.SMALL, svg.MUTED) for value in made.values]
        shown = [svg.row(*pair, gap=8) for pair in zip(names, shown, strict=True)]
    top = svg.column(title, *shown, gap=4 if several else 2)
    if inside:
        top = svg.column(svg.space(inside.width, inside.height), top, gap=3)
    return top


def _group_name(t: Computation, k: int) -> svg.Block | None:
    """The name of a box's group; on the box that stands for it, or is its last, a switch that folds it."""
    box = t.boxes[k]
    if not box.group:
        return None
    folded, last = box.operations > 1, max(i for i, b in enumerate(t.boxes) if b.group == box.group)
    if k != last:
        return svg.words(box.group, 13, svg.ACCENT)
    count = sum(b.operations for b in t.boxes if b.group == box.group)
    text = svg.words(box.group, 13, svg.ACCENT, bold=True)
    points = "M2 2L10 7L2 12Z" if folded else "M1 3L12 3L6.5 11Z"  # ▸ and ▾, which not every font has
    mark = svg.canvas(13, 14, f'<path d="{points}" fill="{svg.ACCENT}"/>')
    inside = svg.row(mark, text, gap=5)
    look = {"fill": svg.CARD, "stroke": svg.ACCENT, "radius": 13}
    switch = svg.card(inside, width=inside.width + 24, height=26, pad=4, **look)
    return switch.wrap(
        data_set=FOLD + box.group,
        data_value="" if folded else "1",
        data_label=f"{box.group}: {'show its' if folded else 'fold its'} {count} operations",
        aria_expanded="false" if folded else "true",
    )


def _states(t: Computation, k: int, output: int):
    """What stands for one value's upstream over time: (from step, until step or None, block)."""
    name = t.boxes[k].values[output].name if len(t.boxes[k].values) > 1 else ""
    if k == len(t.boxes) - 1:
        start = svg.column(_caption(t.boxes[k], name), pieces.value(t.seed, svg.GRADIENT, 21), gap=0)
        return [(0, None, start)] if output == t.answer else []
    flows = [flow for flow in t.flows if (flow.source, flow.output) == (k, output) and flow.step]
    if flows:
        return _arriving(t, k, flows, name)
    given = t.boxes[k].upstream  # what somebody's own engine starts from there, though nothing arrived
    if given is not None and not isinstance(given, dict):
        return [(0, None, svg.column(_caption(t.boxes[k], name), _so_far([given], False), gap=0))]
    return _in_vain(t, k, output, name)


def _arriving(t, k, flows, name):
    """What stands for a value to which one flow after the other brings something."""
    times = sorted({flow.step for flow in flows})
    kept = [t.kept[k]] if k in t.kept else []
    caption = pieces.caption(f"{t.boxes[k].title}.grad") if kept else _caption(t.boxes[k], name)
    waiting = _so_far(kept, more=True) if kept else svg.words("?", 21, svg.MUTED)
    states, since = [(0, svg.column(caption, waiting, _verdict(t, k, False), gap=0))], kept
    for step in times:
        since = since + [flow.downstream for flow in flows if flow.step == step]
        last = step == times[-1]
        shown = svg.column(caption, _so_far(since, not last), _verdict(t, k, last), gap=0)
        states.append((step - 1 + LANDED, shown))
    ends = [start for start, _ in states[1:]] + [None]
    return [(start, end, block) for (start, block), end in zip(states, ends, strict=True)]


def _in_vain(t, k, output, name):
    """What stands for a value that was used, and to which the sweep brings nothing."""
    if not any((flow.source, flow.output) == (k, output) for flow in t.flows):
        return []
    waits, nothing = (
        svg.column(_caption(t.boxes[k], name), svg.words(text, size, svg.MUTED), gap=0)
        for text, size in (("?", 21), ("nothing", 17))
    )
    end = len(t.sweep) - 1 + LANDED
    return [(0, end, waits), (end, None, nothing)]


def _verdict(t, k, complete):
    """Whether what has arrived is right, where a rule can forget; the room for it where none does now."""
    if t.right is None:
        return svg.space(0)
    true, given = upstream_of(t.right, k), upstream_of(t, k)
    if not complete or not any(box.forgets for box in t.boxes) or true is None:
        return svg.space(0, VERDICT * 1.36)
    if np.allclose(true, given, rtol=1e-9, atol=0):
        return svg.words("right", VERDICT, svg.LOCAL, bold=True)
    should = f"should be {written.array(true)}" if np.ndim(true) == 0 else "wrong"
    return svg.words(should, VERDICT, svg.BAD, bold=True)


def _caption(box, name):
    return pieces.caption(f"{box.arriving} of {name}" if name else box.arriving)


def _so_far(parts, more):
    """What has arrived; what is still to come is a question mark."""
    if np.ndim(parts[0]):
        table = pieces.value(sum(parts[1:], start=parts[0]), svg.GRADIENT)
        return svg.row(table, svg.words("+ ?", 18, svg.MUTED), gap=6) if more else table
    if more:
        arrived = svg.words(written.joined(parts), 21, svg.GRADIENT, bold=True)
        return svg.row(arrived, svg.words("+ ?", 21, svg.MUTED), gap=6)
    if len(parts) == 1:
        return pieces.value(parts[0], svg.GRADIENT, 21)
    text = svg.words(written.total(parts), 18 if len(parts) < 4 else 15, svg.GRADIENT, bold=True)
    return svg.centred(text, height=21 * 1.36)
