"""The picture of a computation and its backward sweep: a pure function, every step of it in one SVG."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from helpers.drawing import svg
from helpers.drawing.layout import layered

from .computation import Computation, Flow
from .products import Product, product_of
from .sentences import sentences

FOLD = "fold "  # before the name of a group: the name of its switch
LARGEST = 6  # rows and columns of an array that can still be read when printed


def draw_steps(t: Computation) -> svg.Picture:
    """The graph from left to right: values forward in the boxes, gradients backward on the edges."""
    products = [product_of(t, flow) if flow.step else None for flow in t.flows]
    boxes = [_box(t, k) for k in range(len(t.boxes))]
    labels = [_label(t, flow, p) for flow, p in zip(t.flows, products, strict=True)]
    place = layered(
        tuple((box.width, box.height) for box in boxes),
        tuple((flow.source, flow.target) for flow in t.flows),
        tuple((label.width, label.height) for label in labels),
    )
    parts = []
    for flow, route, label, spot in zip(t.flows, place.routes, labels, place.labels, strict=True):
        parts.append(_path(route, svg.LINE, 1.6))
        if flow.step:
            back = _path(route, svg.GRADIENT, 2.4)
            back += svg.head(route[0][0], route[0][2], (-1, 0), 11, svg.GRADIENT)
            parts.append(svg.group(back + label.at(spot.x, spot.y), data_step=flow.step, data_goto=flow.step))
        parts.append(svg.head(route[-1][1], route[-1][2]))
    parts += [box.at(spot.x, spot.y) for box, spot in zip(boxes, place.boxes, strict=True)]
    graph = svg.canvas(place.width, place.height, *parts)
    made = [f"{box.title} = {t.formula(k)}" for k, box in enumerate(t.boxes) if box.template]
    what = ", ".join(made) if len(made) <= 4 else f"{len(made)} operations"
    drawn = svg.picture(
        svg.column(graph, _legend(), gap=14, align=0), f"Backward through {what}", sentences(t, products)
    )
    return replace(drawn, done=tuple(t.done))


def _path(route, color, width):
    """An edge: level runs joined by S-curves, as one path."""
    x, y = route[0][0], route[0][2]
    parts = [f"M{x:.1f} {y:.1f}"]
    for start, end, level in route:
        if abs(level - y) > 0.5:
            bend = (start - x) / 2
            parts.append(f"C{x + bend:.1f} {y:.1f} {start - bend:.1f} {level:.1f} {start:.1f} {level:.1f}")
        parts.append(f"L{end:.1f} {level:.1f}")
        x, y = end, level
    return f'<path d="{"".join(parts)}" fill="none" stroke="{color}" stroke-width="{width}"/>'


def _show(value, color, big=22.0, small=14.0):
    """A number in large type, a small array as a heat map, a large one by its shape."""
    array = np.asarray(value)
    if array.ndim == 0:
        return svg.words(svg.number(array[()]), big, color, bold=True)
    if array.ndim <= 2 and array.size and max(array.shape) <= LARGEST:
        return svg.matrix(array, size=small + 1, color=color)
    return svg.words(f"array {'×'.join(map(str, array.shape))}", small, color)


def _caption(text, name=""):
    return svg.words(text + f" of {name}" * bool(name), 12, svg.MUTED)


def _box(t: Computation, k: int) -> svg.Block:
    """How values were made, the values themselves, and below them the gradients as they arrive."""
    box = t.boxes[k]
    title = f"{box.title} = {t.formula(k)}" if box.template else box.title
    shown = [_show(value.array, svg.INK) for value in box.values]
    several = len(box.values) > 1
    if several:
        names = [svg.words(value.name, svg.SMALL, svg.MUTED) for value in box.values]
        shown = [svg.row(*pair, gap=8) for pair in zip(names, shown, strict=True)]
    top = svg.column(svg.words(title, svg.SMALL, svg.MUTED), *shown, gap=4 if several else 2)
    inside = _group_name(t, k)
    if inside:
        top = svg.column(svg.space(inside.width, inside.height), top, gap=3)
    bands = [_gradient_states(t, k, i, value.name * several) for i, value in enumerate(box.values)]
    bands = [states for states in bands if states]
    width = max([84, top.width, *(block.width for states in bands for *_, block in states)]) + 14
    heights = [max(block.height for *_, block in states) for states in bands]
    height = top.height + 14 + (sum(heights) + 6 * len(bands) + 6 if bands else 0)
    stroke = svg.ACCENT if box.group else svg.LINE
    parts = [svg.rect(0, 0, width, height, fill=svg.PANEL, stroke=stroke, rx=9)]
    parts.append(top.at((width - top.width) / 2, 6))
    done = 0
    if bands:
        y = top.height + 12
        band = svg.rect(1, y, width - 2, height - y - 1, fill=svg.GRADIENT_WASH, rx=8)
        line = svg.rect(0, y, width, 1, fill=svg.LINE)
        parts.append(band + line)
        for states, below in zip(bands, heights, strict=True):
            for start, until, block in states:
                middle = block.at((width - block.width) / 2, y + 6 + (below - block.height) / 2)
                still = {} if until is None else {"data_until": until}
                parts.append(svg.group(middle, **({} if start == 0 else {"data_step": start}), **still))
            y += below + 6
            done = max(done, states[-1][0])
    if k in t.sweep:  # a ring marks the operation at work
        step = t.sweep.index(k) + 1
        ring = svg.rect(-4, -4, width + 8, height + 8, stroke=svg.GRADIENT, stroke_width=3, rx=12)
        parts.append(svg.group(ring, data_step=step, data_until=step + 1))
    body = svg.group("".join(parts), data_goto=done)
    return svg.Block(width, height, body + (inside.at((width - inside.width) / 2, 6) if inside else ""))


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


def _gradient_states(t: Computation, k: int, output: int, name: str):
    """What the lower half of a box shows over time: (from step, until step or None, block)."""
    color = svg.GRADIENT
    if k == len(t.boxes) - 1:
        start = svg.column(_caption("upstream", name), _show(t.seed, color), gap=0)
        return [(0, None, start)] if output == t.answer else []
    flows = [flow for flow in t.flows if (flow.source, flow.output) == (k, output) and flow.step]
    if not flows:
        return []
    times = sorted({flow.step for flow in flows})
    several = len(flows) > 1
    scalar = np.ndim(t.boxes[k].values[output].array) == 0
    states = [(0, times[0], svg.column(_caption("gradient", name), svg.words("?", 22, svg.MUTED), gap=0))]
    total = None
    for i, time in enumerate(times):
        new = [flow.downstream for flow in flows if flow.step == time]
        parts = new if total is None else [total, *new]
        total = sum(parts[1:], start=parts[0])
        block = [_caption("gradient" if i == len(times) - 1 else "gradient so far", name)]
        if several and scalar:
            text = " += ".join(svg.number(part) for part in parts) if len(parts) > 1 else " "
            block.append(svg.words(text, 15, color))
        elif len(parts) > 1:
            block.append(svg.words("+= what arrives", svg.SMALL, color))
        block.append(_show(total, color))
        states.append((time, times[i + 1] if i + 1 < len(times) else None, svg.column(*block, gap=0)))
    return states


def _label(t: Computation, flow: Flow, p: Product | None) -> svg.Block:
    """upstream × local = downstream, written on the edge."""
    if p is None:
        return svg.space(30, 8)
    if p.local is not None and np.ndim(p.downstream) == np.ndim(p.upstream) == 0:
        first = [_show(p.upstream, svg.GRADIENT, 18), _sign("×"), _show(p.local, svg.LOCAL, 18)]
        second = [_sign("="), _show(p.downstream, svg.GRADIENT, 18)]
        body = svg.column(svg.row(*first, gap=6), svg.row(*second, gap=6), gap=0)
        return svg.card(body, pad=7, fill=svg.CARD, stroke=svg.GRADIENT, width=70)
    upstreams = {" ": p.upstream}
    if isinstance(p.upstream, dict):
        upstreams = {t.boxes[flow.target].values[i].name: up for i, up in sorted(p.upstream.items())}
    lines = [svg.row(_sign(name), _show(up, svg.GRADIENT, 18, 13), gap=6) for name, up in upstreams.items()]
    if p.local is not None:
        lines.append(svg.row(_sign("×"), _show(p.local, svg.LOCAL, 18, 13), gap=6))
    if p.words:
        lines.append(svg.words(p.words, svg.SMALL, svg.LOCAL))
    lines.append(svg.row(_sign("="), _show(p.downstream, svg.GRADIENT, 18, 13), gap=6))
    return svg.card(svg.column(*lines, gap=5), pad=8, fill=svg.CARD, stroke=svg.GRADIENT, width=76)


def _sign(text, size=svg.TYPE):
    return svg.words(text, size, svg.MUTED)


def _legend() -> svg.Block:
    """What the colours say, in words."""
    return svg.row(
        svg.words("upstream", 15, svg.GRADIENT, bold=True),
        _sign("×", 15),
        svg.words("local", 15, svg.LOCAL, bold=True),
        _sign("=", 15),
        svg.words("downstream", 15, svg.GRADIENT, bold=True),
        gap=6,
    )
