"""What arrives where when the nodes of an engine send in some order, each once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..base.errors import InputError
from ..stepper.computation import trace


class Way(NamedTuple):
    """From a node back to one of those it was made from, by their numbers, and the local between."""

    user: int
    parent: int
    local: float


class Graph(NamedTuple):
    """The nodes with a name, the oldest first, and the ways between them."""

    names: tuple[str, ...]
    values: tuple[float, ...]
    ways: tuple[Way, ...]
    columns: tuple[int, ...]  # the longest way from an input
    has_ages: bool = True  # whether a node knows when it was born

    def users(self, k: int) -> set[int]:
        """Who was made from node `k`."""
        return {way.user for way in self.ways if way.parent == k}


class Arrival(NamedTuple):
    """What one way has brought, and whether its node had sent already."""

    way: int
    amount: float
    late: bool


def nodes_of(f: Callable, inputs: Mapping[str, float], node: Callable) -> list:
    """The inputs as nodes of that kind, and those that f makes of them, in order of birth."""
    leaves = [node(value) for value in inputs.values()]
    found, waiting = {}, [f(*leaves)]
    while waiting:
        each = waiting.pop()
        if id(each) not in found:
            found[id(each)] = each
            waiting.extend(each.parents)
    return [*leaves, *sorted((n for n in found.values() if n.parents), key=lambda n: n.born)]


def graph_of(nodes: Sequence, inputs: Mapping[str, float], names: Sequence[str]) -> Graph:
    """The graph of these nodes; `names` are those of what was made of the inputs."""
    if len(nodes) != len(inputs) + len(names):
        made = len(nodes) - len(inputs)
        raise InputError(f"names must hold a name for each of the {made} values that are made.", "names")
    number = {id(each): k for k, each in enumerate(nodes)}
    ways, columns = [], [0] * len(nodes)
    for k, each in enumerate(nodes):
        for parent, local in zip(each.parents, each.send(np.float64(1)), strict=True):
            if id(parent) in number:  # a constant gets nothing
                ways.append(Way(k, number[id(parent)], float(local)))
                columns[k] = max(columns[k], columns[number[id(parent)]] + 1)
    values = tuple(float(np.asarray(each.value)) for each in nodes)
    return Graph((*inputs, *names), values, tuple(ways), tuple(columns))


def given_by(order: Callable, nodes: Sequence) -> list[int]:
    """The order that a function of the last node gives, by number; [] for anything but a list of nodes."""
    number = {id(each): k for k, each in enumerate(nodes) if each.parents}
    try:
        return [number[id(each)] for each in order(nodes[-1]) if id(each) in number]
    except Exception:
        return []


def traced(f: Callable, inputs: Mapping[str, float], names: Sequence[str]) -> Graph:
    """The graph of f as the engine of these lessons traces it."""
    t = trace(f, inputs, names=names)
    ways = tuple(Way(flow.target, flow.source, float(flow.local())) for flow in t.flows if flow.step)
    columns = [0] * len(t.boxes)
    for way in ways:
        columns[way.user] = max(columns[way.user], columns[way.parent] + 1)
    values = tuple(float(box.values[0].array) for box in t.boxes)
    return Graph(tuple(box.title for box in t.boxes), values, ways, tuple(columns), has_ages=False)


def arrivals(graph: Graph, order: Sequence[int]) -> list[list[Arrival]]:
    """What has arrived at each node once these have sent, in this order, what they had then.

    >>> graph = Graph(("x", "y"), (3.0, 9.0), (Way(1, 0, 3.0), Way(1, 0, 3.0)), (0, 1))
    >>> [arrival.amount for arrival in arrivals(graph, [1])[0]]
    [3.0, 3.0]
    """
    found: list[list[Any]] = [[] for _ in graph.names]
    found[-1].append(Arrival(-1, 1.0, False))
    for place, k in enumerate(order):
        total = sum(arrival.amount for arrival in found[k] if not arrival.late)
        for number, way in enumerate(graph.ways):
            if way.user == k:
                late = way.parent in order[: place + 1]
                found[way.parent].append(Arrival(number, total * way.local, late))
    return found
