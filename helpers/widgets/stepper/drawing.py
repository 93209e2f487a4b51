"""The picture of a computation and its backward sweep: a pure function, every step of it in one SVG."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from helpers.drawing import svg, ways

from .boxes import Asked, box
from .computation import Computation
from .paths import paths_to
from .products import product_of
from .rows import arrange
from .sentences import sentences
from .ways import LANDED, LANE, MEETS, pill, way

PAD = 16.0  # around a picture
SHRINKS = 0.85  # as far as its type can still be read
WIDE = 900, 844  # a column, and the least that is one


def draw_steps(
    t: Computation,
    column: int = 0,
    controls: Collection[str] = (),
    goal: Asked | None = None,
    forgets: str = "",
    plans: dict | None = None,
) -> svg.Picture:
    """The graph from left to right, in rows that a column has room for: values forward, upstreams backward.

    `controls` names the inputs that are changed in the picture, and `forgets` the control that a click on a
    gate sets; `plans` remembers where rows were cut.
    """
    products = [product_of(t, flow) if flow.step else None for flow in t.flows]
    lines = sorted({(flow.target, flow.slot, flow.source) for flow in t.flows})
    sent: dict[tuple, list] = {line: [] for line in lines}
    for flow, p in zip(t.flows, products, strict=True):
        if flow.step:
            sent[flow.target, flow.slot, flow.source].append((flow, p))
    for each in sent.values():
        each.sort(key=lambda pair: pair[0].step)
    boxes = [box(t, k, controls, goal) for k in range(len(t.boxes))]
    sizes = tuple((block.width, block.height, level) for block, level in boxes)
    edges = tuple((source, target) for target, _, source in lines)
    wide, least = (column, column) if column else WIDE
    room = wide - 2 * PAD, least / SHRINKS - 2 * PAD
    made = {line: way(each, room[0] / 2 - 2 * LANE) for line, each in sent.items()}
    labels = tuple(made[line].labels for line in lines)
    place = arrange(sizes, edges, labels, LANE, *room, {} if plans is None else plans)
    paths = paths_to(t, goal.name if goal else "", place.width)

    under, pills, gates = [], [], []
    for number, line in enumerate(lines):
        values, back = place.forward[number], place.backward[number]
        (x, y), (left, low) = place.heads[number]
        under.append(f'<path d="{values}" fill="none" stroke="{svg.LINE}" stroke-width="1.5"/>')
        under.append(svg.head(x, y, (1, 0), 9, svg.LINE))
        target = line[0]
        if not sent[line] and target in t.sweep:
            under.append(_stopped(back, t.sweep.index(target) + 1))
        if not sent[line]:
            continue
        center, turns = place.gates[number]
        way_there, trails = "", ""
        for flow, p in sent[line]:
            key = f"{number}-{flow.step}"
            way_there += ways.way(key, flow.step, back, center, stroke=svg.HAIRLINE, stroke_width=3)
            head = svg.head(left, low, (-1, 0), 11, svg.GRADIENT)
            trails += ways.trail(key, back, stroke=svg.GRADIENT, stroke_width=3)
            trails += svg.group(head, data_step=f"{flow.step - 1 + LANDED:g}", data_goto=flow.step)
            pills.append(pill(key, p))
        lit = paths.lit_by(line)
        if "data_hot" in lit:
            lit |= {"data_label": f"the way from {t.boxes[target].title} to {t.boxes[line[2]].title}"}
        under.append(svg.group(way_there + trails, **lit))
        gate = _gate(t, number, line, made[line].gate, sent[line], forgets) + made[line].notes[turns]
        x, y = center
        gates.append(svg.group(svg.group(gate, transform=f"translate({x:.1f} {y:.1f})"), **lit))
    standing = [
        svg.group(block.at(x, y), **paths.lit_by(k))
        for k, ((block, _), (x, y)) in enumerate(zip(boxes, place.boxes, strict=True))
    ]
    graph = svg.canvas(place.width, place.height, *under, *pills, *gates, *standing)
    whole = svg.column(graph, paths.foot, gap=8, align=0) if paths.foot.height else graph
    named = [f"{each.title} = {t.formula(k)}" for k, each in enumerate(t.boxes) if each.template]
    what = ", ".join(named) if len(named) <= 4 else f"{len(named)} operations"
    drawn = svg.picture(whole, f"Backward through {what}", sentences(t, products))
    return replace(drawn, done=tuple(t.done))


def _stopped(back, step):
    """A bar across the line of what is sent back, at an operation that sends nothing."""
    x, y = map(float, back[1:].split("L")[0].split())
    bar = svg.line(x, y, x - 15, y, svg.GRADIENT, 3) + svg.line(
        x - 15, y - 10, x - 15, y + 10, svg.GRADIENT, 3
    )
    return svg.group(bar, data_step=f"{step - 1 + MEETS:g}", data_fade=0.1)


def _gate(t, number, line, gate, sent, forgets):
    """The gate, around its middle; where a rule can forget, a click makes it."""
    body = gate.at(-gate.width / 2, -gate.height / 2)
    for flow, _ in sent:
        body = svg.group(body, data_gate=f"{number}-{flow.step}", data_wide=f"{gate.width:.0f}")
    if forgets:
        rule = f"{t.boxes[line[0]].title} = {t.formula(line[0])}"
        lost = t.boxes[line[0]].forgets
        does = "it forgets its upstream; click, and it hears again" if lost else "click, and it forgets"
        label = {"data_label": f"The rule of {rule}: {does}"}
        body = svg.group(body, data_set=forgets, data_value="no rule" if lost else rule, **label)
        if lost:
            look = {"font_size": 13, "font_weight": 600, "text_anchor": "middle", "fill": svg.BAD}
            wide, high = gate.width + 8, gate.height + 8
            body += svg.rect(-wide / 2, -high / 2, wide, high, rx=10, stroke=svg.BAD, stroke_dasharray="4 3")
            body += svg.text("forgets", 0, -high / 2 - 6, **look)
    return body
