"""The picture of nodes that send: what has arrived at each, and what came too late."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from helpers.drawing import svg
from helpers.drawing.svg.film import Reel
from helpers.drawing.svg.pictures import PAD

from ..stepper import pieces
from ..stepper.boxes import ground
from .sending import Graph, arrivals

SLIMMEST, WIDEST = 284, 868  # of the picture
HIGH, LEVEL = 98, 50  # of a box, and how far down the ground of what arrives begins
TOP, DOWN = 8, 144  # of the first row of boxes, and from row to row
MIDDLE = {"text_anchor": "middle"}
STOPS, LEG = 5, 300  # on a way, and the milliseconds from one to the next


class Place(NamedTuple):
    """Where everything stands: the boxes' corners, their width, and the size of the picture."""

    corners: tuple[tuple[float, float], ...]
    wide: float
    width: float
    height: float


def place_of(graph: Graph, narrow: int) -> Place:
    """A column for each distance from the inputs; what stands alone in its column stands in its middle."""
    width = min(max(narrow - 2 * PAD, SLIMMEST), WIDEST) if narrow else WIDEST
    wide = 54 + 66 * (width - SLIMMEST) / (WIDEST - SLIMMEST)  # of a box
    columns = max(graph.columns) + 1
    members = [[k for k, c in enumerate(graph.columns) if c == column] for column in range(columns)]
    rows = max(map(len, members))
    corners = {}
    for column, inside in enumerate(members):
        for row, k in enumerate(inside):
            down = TOP + DOWN * (row + (rows - len(inside)) / 2)
            corners[k] = (column * (width - wide) / max(columns - 1, 1), down)
    ordered = tuple(corners[k] for k in range(len(graph.names)))
    return Place(ordered, wide, width, TOP + DOWN * rows + 34)


def draw_orders(graph: Graph, order: Sequence[int], says: str, narrow: int, color: str) -> svg.Picture:
    """The nodes after these have sent; what the last of them sent is on its way."""
    place, reel, found = place_of(graph, narrow), Reel(), arrivals(graph, order)
    parts = [
        part for number in range(len(graph.ways)) for part in _way(place, graph, reel, number, order, found)
    ]
    before = arrivals(graph, order[:-1])
    for k in range(len(graph.names)):
        parts += _node(place, graph, reel, k, order, (before[k], found[k]))
    parts.append(svg.paragraph(says, 16, place.width, color).at(0, place.height - 34))
    high = place.height + (44 if narrow else 14)
    film = reel.film([""] * STOPS, [""] * STOPS, alone=LEG, runs=f"{list(order)}") if order else None
    canvas = svg.canvas(place.width, high, *parts)
    return svg.picture(canvas, "Nodes that send, each once", desc=says, film=film)


def _ends(place, graph, number):
    """Where a way leaves its user and where it arrives, apart from the others there."""
    way, middle = graph.ways[number], (LEVEL + HIGH) / 2
    (ux, uy), (px, py) = place.corners[way.user], place.corners[way.parent]
    leave = [n for n, each in enumerate(graph.ways) if each.user == way.user]
    arrive = [n for n, each in enumerate(graph.ways) if each.parent == way.parent]
    arrive.sort(key=lambda n: place.corners[graph.ways[n].user][1])
    up, down = (
        min(28, 44 / max(len(ns) - 1, 1)) * (ns.index(number) - (len(ns) - 1) / 2) for ns in (leave, arrive)
    )
    return (ux, uy + middle + up), (px + place.wide, py + middle + down)


def _way(place, graph, reel, number, order, found):
    """A way with its gate, and the number that goes along it just now."""
    way, ((x0, y0), (x1, y1)) = graph.ways[number], _ends(place, graph, number)
    (arrival,) = [each for each in found[way.parent] if each.way == number] or [None]
    color = svg.HAIRLINE if arrival is None else svg.BAD if arrival.late else svg.GRADIENT
    yield svg.line(x0, y0, x1, y1, color, 3, "5 4" if arrival and arrival.late else None)
    yield svg.head(x1, y1, (x1 - x0, y1 - y0), 11, color)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    if order and way.user == order[-1]:
        sent = sum(each.amount for each in found[way.user] if not each.late)
        words = [svg.number(sent)] * 2 + [svg.number(arrival.amount)] * 3
        # out of its box, in under the gate, out of it as the product, and in under the next box
        xs, ys, shown = [x0 + 13, x, x, x1 - 13, x1 - 13], [y0, y, y, y1, y1], [1.0] * 4 + [0.0]
        yield reel.part("circle", cx=xs, cy=ys, r=13, fill=color, opacity=shown)
        about = {"font_size": 13, "font_weight": 600, "fill": svg.ON_GRADIENT, "opacity": shown} | MIDDLE
        yield reel.part("text", words, x=xs, y=[each + 4.5 for each in ys], **about)
    gate, shrinks = pieces.gate(f"×{svg.number(way.local)}"), min(place.wide / 66, 1)
    yield svg.group(pieces.around(gate), transform=f"translate({x:.1f} {y:.1f}) scale({shrinks:.2f})")


def _node(place, graph, reel, k, order, here):
    """A box with its value, a place to click, and what had arrived before the last one sent, and has."""
    (x, y), name, has_sent = place.corners[k], graph.names[k], k in order
    leaf = not any(way.user == k for way in graph.ways)
    middle, waits = x + place.wide / 2, not leaf and not has_sent
    made = svg.column(pieces.formula(name), pieces.value(graph.values[k], svg.INK), gap=1)
    box = ground(place.wide, HIGH, LEVEL, svg.ACCENT if waits else svg.LINE)
    body = svg.group(box, transform=f"translate({x:.1f} {y})")
    body += made.at(middle - made.width / 2, y + 4)
    told = f"born {k + 1}" if graph.has_ages else ""
    note = f"{told} {'✓' * has_sent}" if told else "sent ✓" if has_sent else "send" * waits
    small, arriving = {"font_size": pieces.CAPTION} | MIDDLE, "gradient" if leaf else "upstream"
    body += svg.text(note, middle, y + HIGH + 17, fill=svg.ACCENT if waits else svg.MUTED, **small)
    seen = f", {note.strip()}" if told or has_sent else ""  # a name begins with all that is read there
    value = f"{name} {svg.number(graph.values[k])}"
    label = f"Let {name} send: {value}{seen}{' sent' * (has_sent and bool(told))}"
    yield body if leaf else svg.group(body, data_set="send", data_value=name, data_hot=name, data_label=label)
    small |= {"fill": svg.MUTED, "pointer_events": "none"}
    yield svg.text(arriving * (place.wide > 62), middle, y + LEVEL + 16, **small)
    flying = STOPS - 1
    for (old, new), down, color in (
        ([_held(place, graph, k, each) for each in here], LEVEL + 38, svg.GRADIENT),
        ([_late(each) for each in here], HIGH + 34, svg.BAD),
    ):
        words = [old] * flying + [new]  # a number is written when it has come
        xs = [max(middle, 4.2 * len(each)) for each in words]
        look = {"font_size": 15, "font_weight": 600, "fill": svg.MUTED if new == "?" else color} | MIDDLE
        look["pointer_events"] = "none"  # a click on it is one on its box
        yield reel.part("text", words, x=xs, y=y + down, **look)


def _held(place, graph, k, here):
    """What has arrived in time, and its sum once all is there."""
    held = [arrival.amount for arrival in here if not arrival.late]
    told, whole = " + ".join(map(svg.number, held)), svg.number(sum(held))
    if not 1 < len(held) == sum(way.parent == k for way in graph.ways):
        return told or "?"
    return f"{told} = {whole}" if place.width > 0.75 * WIDEST else f"= {whole}"


def _late(here):
    late = [svg.number(arrival.amount) for arrival in here if arrival.late]
    return f"late: {' + '.join(late)}" if late else ""
