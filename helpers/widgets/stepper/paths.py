"""The ways from the end to one value, each with the product of its factors: boxes add, ways multiply."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from helpers.drawing import svg

from . import written
from .computation import Computation
from .ways import LANDED

MOST = 4
TYPE = 14


class Paths(NamedTuple):
    """What is written below the graph, and what lights up with each path."""

    foot: svg.Block
    of: list[tuple]  # by path: its ways, as (target, slot, source)

    def lit_by(self, part) -> dict[str, str]:
        """The attributes of a box or a way: what it lights up with."""
        if not self.of:
            return {}
        is_way, keys = isinstance(part, tuple), []
        for n, ways in enumerate(self.of):
            boxes = {k for target, _, source in ways for k in (target, source)}
            if part in (ways if is_way else boxes):
                keys += [f"path{n}", *(map(_key, ways))]
        lit = {"class_": "up-on-a-path", "data_lit": " ".join(dict.fromkeys(keys)) or None}
        return lit | ({"data_hot": _key(part)} if is_way and keys else {})


def paths_to(t: Computation, name: str, room: float) -> Paths:
    """The paths from the end to the value of this name, if they are few and numbers travel them."""
    goal = next((k for k, box in enumerate(t.boxes) if box.title == name), None)
    ways = {(f.target, f.slot, f.source): f for f in t.flows if f.step}
    found: list[tuple] = []
    waiting = [(len(t.boxes) - 1, ())]
    while waiting and len(found) <= MOST:
        k, path = waiting.pop(0)
        if k == goal:
            found.append(path)
        else:
            waiting += [(way[2], (*path, way)) for way in ways if way[0] == k]
    scalar = t.right is None and all(
        _is_real(ways[way].downstream) and _is_real(ways[way].local()) for path in found for way in path
    )
    none = Paths(svg.space(0), [])
    if goal is None or not 0 < len(found) <= MOST or not scalar or max(map(len, found)) < 2:
        return none
    steps = t.arriving(goal)
    products = (np.prod([ways[way].local() for way in path], initial=t.seed) for path in found)
    if not np.isclose(sum(products), sum(flow.downstream for flow in steps)):  # an engine that goes wrong
        return none
    since = f"{steps[-1].step - 1 + LANDED:g}"
    chips = [_chip(n, [float(ways[way].local()) for way in path], t, path) for n, path in enumerate(found)]
    blocks = [svg.words(f"{name}:", TYPE, svg.MUTED)]
    for n, chip in enumerate(chips):
        blocks += [svg.words("+", TYPE, svg.MUTED)] * bool(n) + [chip]
    foot = svg.row(*blocks, gap=7)
    if foot.width > room:
        foot = svg.column(*(svg.row(blocks[0], chip, gap=7) for chip in chips), gap=3, align=0)
    return Paths(foot.wrap(data_step=since), found)


def _chip(n, factors, t, path):
    """The product of one path, which lights it up."""
    seed = [] if float(t.seed) == 1 else [float(t.seed)]
    factors = [*seed, *factors]
    product = float(np.prod(factors))
    sign = written.product_sign(*factors, product)
    text = " × ".join([written.first(factors[0]), *map(written.factor, factors[1:])])
    words = svg.row(
        svg.words(text, TYPE, svg.LOCAL),
        svg.words(sign, TYPE, svg.MUTED),
        svg.words(written.plain(product), TYPE, svg.GRADIENT, bold=True),
        gap=5,
    )
    places = " ← ".join([t.boxes[source].title for _, _, source in reversed(path)] + [t.boxes[-1].title])
    frame = svg.card(words, 3, "none", svg.HAIRLINE, words.width + 14, 25, 6)
    lit = " ".join([f"path{n}", *map(_key, path)])
    label = f"{places}: {text} {sign} {written.plain(product)}"
    return frame.wrap(data_hot=f"path{n}", data_lit=lit, data_label=label)


def _is_real(number):
    return number is not None and np.ndim(number) == 0 and np.isrealobj(number)


def _key(way):
    return "way-" + "-".join(map(str, way))
