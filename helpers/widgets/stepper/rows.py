"""Where boxes and ways stand: from left to right, in as many rows as the room asks for.

A way that leads on to the next row runs round to it as a line of text does, and its gate stands between both.
"""

from __future__ import annotations

import functools
import itertools
from typing import NamedTuple

from helpers.drawing.layout import layered, layers_of

GAPS = 18.0, 10.0  # the least room between boxes and gates, and where it is tight
TIGHTEST = 4.0  # where numbers have grown
STAYS = 1.06  # as much too wide it may become until it is made tighter,
SCROLLS = 1.5  # and until it is laid out anew: to scroll a little is better than to jump
TURN = 9.0  # how round the way to the next row is
SIDE = 8.0  # from a row to the first way that runs round
BETWEEN = 10.0  # from a row to what runs below it
APART = 13.0  # between two lines that run round


class Turn(NamedTuple):
    """Where a way runs round to the next row: its place beside the rows, and the levels of its two lines."""

    near: int  # how many run between it and the row, on the right
    far: int  # and on the left
    gate: float
    below: float


class Arranged(NamedTuple):
    """The size of all, the corner of each box, and the gate and both lines of each way."""

    width: float
    height: float
    boxes: list[tuple[float, float]]
    gates: list[tuple[tuple[float, float], bool]]  # the middle of each, and whether it runs round
    forward: list[str]  # the line of the values
    backward: list[str]  # and that of what comes back
    heads: list[tuple[tuple[float, float], tuple[float, float]]]  # where each of them ends


class Label(NamedTuple):
    """What stands on a way: its size, how far below its top the way is, and what the gate needs above it."""

    width: float
    height: float
    level: float
    above: float


def arrange(
    sizes: tuple[tuple[float, float, float], ...],
    edges: tuple[tuple[int, int], ...],
    labels: tuple[tuple[Label, Label], ...],
    lane: float,
    room: float,
    most: float,
    plans: dict,
) -> Arranged:
    """Place boxes (width, height, level) as low as can be in so much room, and never wider than `most`.

    Each way has two labels: between two boxes, and where it runs round.

    `plans` remembers where the rows of such a graph were cut: while its numbers change, nothing jumps.
    """
    graph = room, edges, tuple(layers_of(len(sizes), edges))
    if graph in plans:
        rows, gap = plans[graph]
        for tight in (gap, GAPS[-1], TIGHTEST):
            found = _arranged(sizes, edges, labels, lane, room, rows, tight)
            if found.width <= STAYS * most:
                return found
        if found.width <= SCROLLS * most:
            return found
    tried: dict[tuple, Arranged] = {}
    for part in (1.0, 0.92, 0.84, 0.76, 0.68):  # rows may come out wider than they were thought to be
        for wide, gap in itertools.product((room * part, most * part), GAPS):
            plan = tuple(_rows(sizes, edges, labels, graph[2], wide, gap)), gap
            if plan not in tried:
                tried[plan] = _arranged(sizes, edges, labels, lane, room, *plan)
        if min(each.width for each in tried.values()) <= room:
            break
    fitting = [plan for plan, found in tried.items() if found.width <= most]
    fitting = fitting or [min(tried, key=lambda plan: tried[plan].width)]
    plan = min(fitting, key=lambda plan: tried[plan].height / max(tried[plan].width / room, 1.0))
    plans[graph] = plan
    return tried[plan]


@functools.lru_cache(maxsize=256)  # other numbers often take as much room
def _arranged(sizes, edges, labels, lane, room, rows, gap):
    layers = tuple(layers_of(len(sizes), edges))
    labels, turned = zip(*labels, strict=True) if labels else ((), ())
    placed = [_Row(sizes, edges, labels, layers, start, end, lane, gap) for start, end in rows]
    most = max(len(row.leaving) for row in placed)
    side = SIDE + 2 * APART * most if most else 0.0
    widest = max(row.place.width for row in placed)
    for row in placed:
        row.spread(max(room - 2 * side, widest))  # gaps grow
    inner, top = max(row.place.width for row in placed), 0.0
    for row in placed:
        row.left, row.top = side + (inner - row.place.width) / 2, top
        top += row.place.height
        if row.leaving:
            top += BETWEEN
            for n, i in enumerate(sorted(row.leaving, key=row.level_of, reverse=True)):
                gate = top + turned[i].above
                top = gate + turned[i].height - turned[i].level - lane + APART
                row.turns[i] = Turn(n, len(row.leaving) - 1 - n, gate, top - APART / 2)
    boxes = dict(corner for row in placed for corner in row.corners())
    found = Arranged(2 * side + inner, top, [boxes[k] for k in range(len(sizes))], [], [], [], [])
    for i, label in enumerate(labels):
        passed = [row for row in placed if i in row.ways]
        runs, turns = [row.route(i) for row in passed], [row.turns[i] for row in passed[:-1]]
        lines = [_line(runs, turns, shift, (side, side + inner)) for shift in (-lane, lane)]
        x, y = passed[0].label(i)
        middle = x + label.width / 2, y + label.level + lane
        found.gates.append(((side + inner / 2, turns[0].gate), True) if turns else (middle, False))
        found.forward.append(_written(lines[0]))
        found.backward.append(_written(_turned(lines[1])))
        found.heads.append((lines[0][-1][-1], lines[1][0][-1]))
    return found


def _rows(sizes, edges, labels, layers, room, gap):
    """From which column to which each row goes: few rows, few ways between them, and none too wide."""
    count = max(layers) + 1
    columns = [max(size[0] for size, at in zip(sizes, layers, strict=True) if at == c) for c in range(count)]
    gaps = [0.0] * count  # before each column
    crossing = [0] * (count + 1)
    for (a, b), (label, _) in zip(edges, labels, strict=True):
        gaps[layers[b]] = max(gaps[layers[b]], label.width + 2 * gap)
        for c in range(layers[a] + 1, layers[b] + 1):
            crossing[c] += 1

    def width(start, end):
        inside = sum(columns[start:end]) + sum(gaps[start + 1 : end])
        ports = (crossing[start] if start else 0), (crossing[end] if end < count else 0)
        most = max(ports)
        return inside + (gap * sum(map(bool, ports)) + 2 * (SIDE + 2 * APART * most) if most else 0.0)

    @functools.cache
    def best(start):
        """(cost, ends of the rows) from this column on."""
        if start == count:
            return (0.0, 0, 0.0), ()
        found = []
        for end in range(start + 1, count + 1):
            wide = width(start, end)
            if wide > room and end > start + 1 and found:
                break
            (over, price, widest), ends = best(end)
            price += 100 + (60 * crossing[end] if end < count else 0)
            found.append(((over + max(wide - room, 0.0), price, max(widest, wide)), (end, *ends)))
        return min(found)

    ends = best(0)[1]
    return list(zip((0, *ends[:-1]), ends, strict=True))


class _Row:
    """The columns from `start` to `end`, with a port at either side for each way that leads on."""

    def __init__(self, sizes, edges, labels, layers, start, end, lane, gap):
        self.gap = gap
        self.boxes = [k for k, layer in enumerate(layers) if start <= layer < end]
        self.inside, self.coming, self.leaving = [], [], []
        for i, (a, b) in enumerate(edges):
            if layers[b] < start or layers[a] >= end:
                continue
            if layers[a] < start:
                self.coming.append(i)
            if layers[b] >= end:
                self.leaving.append(i)
            if start <= layers[a] and layers[b] < end:
                self.inside.append(i)
        first = len(self.coming)
        at = {k: first + n for n, k in enumerate(self.boxes)}
        last = first + len(self.boxes)
        port = (0.0, 2 * lane + 8.0)
        shift = 1 if first else 0
        all_sizes = [port] * first + [sizes[k] for k in self.boxes] + [port] * len(self.leaving)
        columns = [0] * first + [layers[k] - start + shift for k in self.boxes]
        columns += [end - start + shift] * len(self.leaving)
        self.turns: dict[int, Turn] = {}
        self.runs = [(i, (at[edges[i][0]], at[edges[i][1]]), labels[i][:3]) for i in self.inside]
        for n, i in enumerate(self.coming):
            to = at.get(edges[i][1], last + self.leaving.index(i) if i in self.leaving else None)
            self.runs.append((i, (n, to), port))
        for n, i in enumerate(self.leaving):
            if i not in self.coming:
                self.runs.append((i, (at[edges[i][0]], last + n), port))
        self.runs.sort(key=lambda run: run[1])
        self.ways, ends, widths = zip(*self.runs, strict=True) if self.runs else ((), (), ())
        self.given = tuple(all_sizes), ends, widths, lane
        self.columns, self.left, self.top = tuple(columns), 0.0, 0.0
        self.spread(0.0)

    def spread(self, wanted):
        """Place it, if it can be so wide."""
        self.place = layered(*self.given, wanted, self.columns, self.gap)

    def corners(self):
        """Each box with its corner."""
        for k, spot in zip(self.boxes, self.place.boxes[len(self.coming) :], strict=False):
            yield k, (self.left + spot.x, self.top + spot.y)

    def route(self, i):
        """The level runs of a way in this row."""
        return [
            (self.left + a, self.left + b, self.top + y) for a, b, y in self.place.routes[self.ways.index(i)]
        ]

    def level_of(self, i):
        """How low a way leaves this row."""
        return self.place.routes[self.ways.index(i)][-1][2]

    def label(self, i):
        """The corner of what stands on a way."""
        spot = self.place.labels[self.ways.index(i)]
        return self.left + spot.x, self.top + spot.y


def _line(rows, turns, shift, ends):
    """One line of a way, shifted from its middle: ("L", point), or a curve with its controls before it."""
    points = []
    for n, runs in enumerate(rows):
        if n:
            points += _around(turns[n - 1], ends, points[-1][-1][1], runs[0][2] + shift, shift < 0)
        for k, (start, end, level) in enumerate(runs):
            along, across = points[-1][-1] if points else (start, level + shift)
            now = level + shift
            if k and abs(now - across) > 0.5:
                middle = (along + start) / 2
                points.append(("C", (middle, across), (middle, now), (start, now)))
            else:
                points.append(("L", (start, now)))
            points.append(("L", (end, now)))
    return points


def _around(turn, ends, start, end, values):
    """Out of a row, back between the rows, and into the next; the values run outside on the right."""
    right = ends[1] + SIDE + APART * (2 * turn.near + values)
    left = ends[0] - SIDE - APART * (2 * turn.far + 1 - values)
    level = turn.below if values else turn.gate
    corners = [(right, start, -1, 1), (right, level, -1, -1), (left, level, 1, 1), (left, end, 1, -1)]
    for n, (x, y, aside, down) in enumerate(corners):
        ways = [(x + TURN * aside, y), (x, y + TURN * down)]
        first, last = ways if n % 2 == 0 else ways[::-1]
        yield "L", first
        yield "Q", (x, y), last


def _turned(points):
    """The same line, drawn from its end."""
    found, ends = [("L", points[-1][-1])], [each[-1] for each in points]
    for n in range(len(points) - 1, 0, -1):
        kind, *controls, _ = points[n]
        found.append((kind, *reversed(controls), ends[n - 1]))
    return found


def _written(points):
    pairs = ((kind if n else "M", where) for n, (kind, *where) in enumerate(points))
    return "".join(kind + " ".join(f"{x:.1f} {y:.1f}" for x, y in where) for kind, where in pairs)
