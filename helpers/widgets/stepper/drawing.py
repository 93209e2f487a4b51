"""The picture of a computation and its backward sweep: a pure function, every step of it in one SVG."""

from __future__ import annotations

from dataclasses import replace

from helpers.drawing import svg
from helpers.drawing.layout import layered
from helpers.drawing.svg.shapes import attributes

from . import pieces
from .boxes import box
from .computation import Computation
from .pieces import LANE
from .products import product_of
from .questions import question
from .sentences import sentences
from .ways import LANDED, MEETS, way

WANTED = 760.0  # a graph that is less wide gets wider gaps
HEAD = 11.0  # the size of an arrow head of a way back


def draw_steps(t: Computation, narrow: bool = False) -> svg.Picture:
    """The graph from left to right, or from top to bottom if `narrow`: values forward, upstreams backward."""
    products = [product_of(t, flow) if flow.step else None for flow in t.flows]
    boxes = [box(t, k, narrow) for k in range(len(t.boxes))]
    ways = [way(t, flow, p, narrow) for flow, p in zip(t.flows, products, strict=True)]
    place = layered(
        tuple(each.size(narrow) for each in boxes),
        tuple((flow.source, flow.target) for flow in t.flows),
        tuple(each.piece.size(narrow) for each in ways),
        LANE[narrow],
        0.0 if narrow else WANTED,
    )

    def corner(spot):
        return (spot.y, spot.x) if narrow else (spot.x, spot.y)

    lanes, pills, notes = [], [], []
    for number, (flow, made, route, spot) in enumerate(
        zip(t.flows, ways, place.routes, place.labels, strict=True)
    ):
        x, y = corner(spot)
        lanes.append(_forward(route, narrow))
        if not flow.step and flow.target in t.sweep:
            lanes.append(_stopped(route, narrow, t.sweep.index(flow.target) + 1))
        if flow.step:
            center = x + made.place[0], y + made.place[1]
            asked = question(t, flow, products[number], *_company(t, number))
            lanes.append(_back(route, narrow, number, flow.step, center, asked))
            pills.append(_pill(made.faces, number, narrow))
            notes.append(made.piece.block.at(x, y) + _gate(made.gate, number, center, narrow))
    standing = [each.block.at(*corner(spot)) for each, spot in zip(boxes, place.boxes, strict=True)]
    size = (place.height, place.width) if narrow else (place.width, place.height)
    graph = svg.canvas(*size, *lanes, *pills, *notes, *standing)
    return _closed(t, graph, products, narrow)


def _closed(t, graph, products, narrow):
    """The graph with its legend, its title and what it says in words."""
    made = [f"{each.title} = {t.formula(k)}" for k, each in enumerate(t.boxes) if each.template]
    what = ", ".join(made) if len(made) <= 4 else f"{len(made)} operations"
    whole = svg.column(graph, _legend(narrow), gap=14, align=0)
    drawn = svg.picture(whole, f"Backward through {what}", sentences(t, products))
    return replace(drawn, done=tuple(t.done))


def _path(route, shift, narrow, back=False):
    """One lane of an edge, shifted from its middle: level runs joined by S-curves."""
    runs = [(end, start, level) for start, end, level in reversed(route)] if back else route

    def point(along, across):
        x, y = (across, along) if narrow else (along, across)
        return f"{x:.1f} {y:.1f}"

    along, across = runs[0][0], runs[0][2] + shift
    parts = [f"M{point(along, across)}"]
    for start, end, level in runs:
        now = level + shift
        if abs(now - across) > 0.5:
            middle = (along + start) / 2
            parts.append(f"C{point(middle, across)} {point(middle, now)} {point(start, now)}")
        parts.append(f"L{point(end, now)}")
        along, across = end, now
    return "".join(parts)


def _head(along, across, toward, narrow, size, color):
    at, way = ((across, along), (0, toward)) if narrow else ((along, across), (toward, 0))
    return svg.head(*at, way, size, color)


def _forward(route, narrow):
    """The thin lane of the values, with its arrow head."""
    d = _path(route, -LANE[narrow], narrow)
    end = route[-1]
    path = f'<path d="{d}" fill="none" stroke="{svg.LINE}" stroke-width="1.5"/>'
    return path + _head(end[1], end[2] - LANE[narrow], 1, narrow, 9, svg.LINE)


def _stopped(route, narrow, step):
    """A bar across the lane of what is sent back, at an operation that sends nothing."""
    end, across = route[-1][1], route[-1][2] + LANE[narrow]
    at, look = end - 15, {"color": svg.GRADIENT, "width": 3}
    ends = (end, across, at, across), (at, across - 10, at, across + 10)
    bar = "".join(svg.line(*((y, x, v, u) if narrow else (x, y, u, v)), **look) for x, y, u, v in ends)
    return svg.group(bar, data_step=f"{step - 1 + MEETS:g}", data_fade=0.1)


def _company(t, number):
    """What has arrived at the same place before a flow does, and whether more will."""
    flow = t.flows[number]
    same = [
        (other.step, k, other.downstream)
        for k, other in enumerate(t.flows)
        if other.step and (other.source, other.output) == (flow.source, flow.output)
    ]
    held = [t.kept[flow.source]] if flow.source in t.kept else []
    before = [downstream for step, k, downstream in sorted(same, key=lambda each: each[:2])
              if (step, k) < (flow.step, number)]  # fmt: skip
    return held + before, len(before) + 1 < len(same)


def _back(route, narrow, number, step, center, asked):
    """The lane of what is sent back: the way, the trail behind the number, the arrow head."""
    d = _path(route, LANE[narrow], narrow, back=True)
    start, place = route[0], f"{center[0]:.1f} {center[1]:.1f}"
    named = {"data_way": number, "data_move": step, "data_at": place, "d": d, "fill": "none"}
    if asked:
        named |= asked.attributes()
    way = f"<path{attributes(named | {'stroke': svg.HAIRLINE, 'stroke_width': 3})}/>"
    trail = (
        f'<path data-trail="{number}" pathLength="1" d="{d}" fill="none" stroke="{svg.GRADIENT}" '
        'stroke-width="3"/>'
    )
    head = _head(start[0], start[2] + LANE[narrow], -1, narrow, HEAD, svg.GRADIENT)
    return way + trail + svg.group(head, data_step=f"{step - 1 + LANDED:g}", data_goto=step)


def _pill(faces, number, narrow):
    """What travels a way, as it leaves and as it lands."""
    leaves, lands = map(pieces.around, faces)
    both = svg.group(leaves, data_face="leaves") + svg.group(lands, data_face="lands")
    return svg.group(both, data_pill=number, data_wide=_along(faces[0], narrow), display="none")


def _along(block, narrow):
    """How much of its way a block takes."""
    return f"{block.height if narrow else block.width:.0f}"


def _gate(gate, number, center, narrow):
    inside = svg.group(pieces.around(gate), data_gate=number, data_wide=_along(gate, narrow))
    return svg.group(inside, transform=f"translate({center[0]:.1f} {center[1]:.1f})")


def _legend(narrow) -> svg.Block:
    """What the colours say, in words."""
    product = svg.row(
        svg.words("upstream", 15, svg.GRADIENT, bold=True),
        svg.words("×", 15, svg.MUTED),
        svg.words("local", 15, svg.LOCAL, bold=True),
        svg.words("=", 15, svg.MUTED),
        svg.words("downstream,", 15, svg.GRADIENT, bold=True),
        gap=6,
    )
    also = svg.words("which arrives at the next box", 15, svg.MUTED)
    return svg.column(product, also, gap=2, align=0) if narrow else svg.row(product, also, gap=5)
