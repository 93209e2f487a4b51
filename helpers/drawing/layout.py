"""Place a graph from left to right, with a label on every edge and nothing on top of anything else.

Boxes stand in columns, one column per layer; between two columns of boxes stands a column for the labels. An
edge that passes a column gets a slot of its own there. So curves live only in the empty gaps between columns,
where no box and no label is, and no label can touch a curve other than its own.

An edge may have two lanes, one as far above its curve as the other is below it.
"""

from __future__ import annotations

import functools
from itertools import pairwise
from typing import NamedTuple

BETWEEN = 16.0  # the least vertical distance between two things in a column
GAP = 26.0  # the least width of the empty room between columns; steep curves get more
NEARLY = BETWEEN / 3  # two neighbours may move towards each other by that
STUB = 9.0  # how far an edge leaves and enters a box before it bends: room for an arrow head


class Spot(NamedTuple):
    """The top left corner of something, and its size."""

    x: float
    y: float
    width: float
    height: float


class Layered(NamedTuple):
    """Where boxes and labels go, and for each edge the level runs (x1, x2, y) that its curve joins."""

    width: float
    height: float
    boxes: list[Spot]
    labels: list[Spot]
    routes: list[list[tuple[float, float, float]]]


class _Slot:
    """A box, a label, or the place where a long edge passes a column."""

    def __init__(self, column: int, width: float, height: float, level: float | None = None):
        self.column, self.width, self.height = column, width, height
        self.above = height / 2 if level is None else level  # how far below its top its edges meet it
        self.below = height - self.above
        self.level = 0.0  # where its edges meet it
        self.before: list[_Slot] = []
        self.after: list[_Slot] = []


@functools.lru_cache(maxsize=64)  # while a number is dragged, most pictures have the sizes of the one before
def layered(
    sizes: tuple[tuple[float, ...], ...],
    edges: tuple[tuple[int, int], ...],
    labels: tuple[tuple[float, ...], ...],
    lane: float = 0.0,
    wanted: float = 0.0,
    layers: tuple[int, ...] = (),
    gap: float = GAP,
) -> Layered:
    """Place boxes of the given sizes; edge i runs from its first box to its second and carries labels[i].

    The boxes must come in an order in which every edge leads forward. Everything is given as tuples. A size
    is (width, height), or (width, height, level): the level at which edges meet it, from its top, is the
    middle if it is not given. With a `lane` every edge takes that much room above and below its curve. The
    gaps, at least `gap`, grow within reason until the whole is `wanted` wide. `layers` says for each box in
    which column of boxes it stands, if it is not to be found out.

    >>> place = layered(((80, 60), (80, 60)), ((0, 1),), ((50, 30),))
    >>> [round(spot.x) for spot in (*place.boxes, *place.labels)]
    [0, 182, 106]
    """
    layers = layers or layers_of(len(sizes), edges)
    boxes = [_Slot(2 * layer, *size) for layer, size in zip(layers, sizes, strict=True)]
    chains = [
        _chain(boxes[a], boxes[b], size, 2 * lane + 8) for (a, b), size in zip(edges, labels, strict=True)
    ]
    slots = boxes + [slot for chain in chains for slot in chain[1:-1]]
    ranks = _ranks(len(sizes), edges)
    rank = {id(box): rank for box, rank in zip(boxes, ranks, strict=True)}
    for (a, _), chain in zip(edges, chains, strict=True):
        rank |= {id(slot): ranks[a] for slot in chain[1:-1]}
    slots.sort(key=lambda slot: rank[id(slot)])
    columns = [[slot for slot in slots if slot.column == c] for c in range(max(s.column for s in slots) + 1)]
    _arrange(columns)
    _straighten(_ports(boxes, chains, lane), chains)

    top = min(slot.level - slot.above for slot in slots)
    height = max(slot.level + slot.below for slot in slots) - top
    for slot in slots:
        slot.level -= top
    ports = _ports(boxes, chains, lane)
    lefts, widths, width = _spread(columns, chains, ports, wanted, gap)

    def spot(slot):
        x = lefts[slot.column] + (widths[slot.column] - slot.width) / 2
        return Spot(x, slot.level - slot.above, slot.width, slot.height)

    def route(i, chain):
        first, last = spot(chain[0]), spot(chain[-1])
        start, end = ports[i]
        runs = [(first.x + first.width, lefts[chain[0].column] + widths[chain[0].column] + STUB, start)]
        for slot in chain[1:-1]:
            runs.append((lefts[slot.column], lefts[slot.column] + widths[slot.column], slot.level))
        return [*runs, (lefts[chain[-1].column] - STUB, last.x, end)]

    return Layered(
        width,
        height,
        [spot(box) for box in boxes],
        [spot(chain[-2]) for chain in chains],
        [route(i, chain) for i, chain in enumerate(chains)],
    )


def layers_of(count: int, edges: tuple[tuple[int, int], ...]) -> list[int]:
    """The layer of every box: as far left as its inputs allow; an input stands right before its first use."""
    layers, inputs = [0] * count, set(range(count)) - {b for _, b in edges}
    for box in range(count):
        layers[box] = max((layers[a] + 1 for a, b in edges if b == box), default=0)
    for box in inputs:
        layers[box] = min((layers[b] - 1 for a, b in edges if a == box), default=0)
    return layers


def _ranks(count, edges):
    """The order in which boxes are met walking back from the last one, inputs in the order of the call."""
    ranks: dict[int, int] = {}
    waiting = list(range(count))
    while waiting:
        box = waiting.pop()
        if box not in ranks:
            ranks[box] = len(ranks)
            waiting += [a for a, b in reversed(edges) if b == box]
    return [ranks[box] for box in range(count)]


def _chain(start, end, label, passing):
    """The slots of one edge from box to box; the label stands just before the end."""
    middle = [_Slot(c, 0, passing) for c in range(start.column + 1, end.column - 1)]
    chain = [start, *middle, _Slot(end.column - 1, *label), end]
    for a, b in pairwise(chain):
        a.after.append(b)
        b.before.append(a)
    return chain


def _arrange(columns):
    """Order every column by where its neighbours are, and bring it as close to them as the room allows."""
    for column in columns:
        _settle(column, [0.0] * len(column))
    for sweep in range(12):
        forward = sweep % 2 == 0
        for column in columns if forward else reversed(columns):
            wanted = [_mean(slot.before if forward else slot.after, slot) for slot in column]
            if sweep < 8:  # later sweeps only straighten
                order = sorted(range(len(column)), key=lambda k: wanted[k])
                column[:] = [column[k] for k in order]
                wanted = [wanted[k] for k in order]
            _settle(column, wanted)
    for column in reversed(columns):
        _settle(column, [_mean(slot.before + slot.after, slot) for slot in column])


def _mean(neighbours, slot):
    return sum(n.level for n in neighbours) / len(neighbours) if neighbours else slot.level


def _settle(column, wanted):
    """The levels nearest to the wanted ones (least squares) that keep the order and the distances.

    With every slot moved up by the room its predecessors need, this is isotonic regression: pool neighbours
    that would be out of order, and give each pool its mean.
    """
    need, pools = 0.0, []
    needs = []
    for k, slot in enumerate(column):
        if k:
            need += column[k - 1].below + slot.above + BETWEEN
        needs.append(need)
        pools.append([wanted[k] - need, 1])
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            mean, count = pools.pop()
            pools[-1] = [
                (pools[-1][0] * pools[-1][1] + mean * count) / (pools[-1][1] + count),
                pools[-1][1] + count,
            ]
    means = [mean for mean, count in pools for _ in range(count)]
    for slot, mean, room in zip(column, means, needs, strict=True):
        slot.level = mean + room


def _straighten(ports, chains):
    """An edge that is nearly level between a box and its label becomes level."""
    for ends, chain in zip(ports, chains, strict=True):
        for slot in chain[1:-1]:
            nearest = min(ends, key=lambda level, slot=slot: abs(level - slot.level))
            if abs(nearest - slot.level) < NEARLY:
                slot.level = nearest


def _ports(boxes, chains, lane):
    """The height at which each edge leaves its first box and enters its last, spread out."""
    starts, ends = {}, {}
    for box in boxes:
        leaving = sorted((i for i, c in enumerate(chains) if c[0] is box), key=lambda i: chains[i][1].level)
        entering = sorted(
            (i for i, c in enumerate(chains) if c[-1] is box), key=lambda i: chains[i][-2].level
        )
        for side, places in ((leaving, starts), (entering, ends)):
            room = 1.4 * lane or box.height  # beside each other, the lanes of one way and of the other
            apart = min(26.0, room / (len(side) + 1)) if side else 0
            for k, i in enumerate(side):
                places[i] = box.level + (k - (len(side) - 1) / 2) * apart
    return [(starts[i], ends[i]) for i in range(len(chains))]


def _spread(columns, chains, ports, wanted, gap):
    """The left edge and the width of every column, and the width of all."""
    steepest = [0.0] * len(columns)
    for (start, end), chain in zip(ports, chains, strict=True):
        levels = [start, *(slot.level for slot in chain[1:-1]), end]
        for slot, (a, b) in zip(chain, pairwise(levels), strict=False):
            steepest[slot.column] = max(steepest[slot.column], abs(a - b))
    widths = [max((slot.width for slot in column), default=0) for column in columns]
    gaps = [min(gap + 0.25 * steep, 74.0) for steep in steepest[:-1]]
    missing = wanted - sum(widths) - sum(gaps)
    more = min(max(missing, 0.0) / max(len(gaps), 1), 2 * GAP)
    lefts, x = [], 0.0
    for width, gap in zip(widths, [*gaps, 0.0], strict=True):
        lefts.append(x)
        x += width + gap + more
    return lefts, widths, lefts[-1] + widths[-1]
