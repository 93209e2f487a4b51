"""What each step of the backward sweep does, in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from helpers.drawing import svg

from .computation import Computation, Value
from .products import Product


def _say(value, most=36):
    array = np.asarray(value)
    return svg.array_text(array) if array.size <= most else f"of shape {'×'.join(map(str, array.shape))}"


def _is(value: Value):
    return f"{value.name} = {_say(value.array)}"


def sentences(t: Computation, products: Sequence[Product | None]) -> list[str]:
    """Line 0: the values forward. Line k: what step k does; arrays come after a line break."""
    values = [value for box in t.boxes for value in box.values]
    forward = ", ".join(map(_is, values))
    answer = t.boxes[-1].values[t.answer].name
    start = f"The sweep starts at {answer} with upstream {_say(t.seed)}."
    if _brief(values) and len(values) <= 5:
        lines = [f"Forward: {forward}. {start}"]
    elif t.seed.ndim == 0:
        lines = [f"Every value is known. {start}\nForward: {forward}."]
    else:
        lines = [f"Every value is known. The sweep starts at {answer}.\nForward: {forward}. {start}"]
    arrived: dict[tuple, list] = {}
    by_step: list[list] = [[] for _ in t.sweep]
    for flow, p in zip(t.flows, products, strict=True):
        if flow.step:
            by_step[flow.step - 1].append((flow, p))
    for k, sent in enumerate(by_step, 1):
        for flow, _ in sent:
            arrived.setdefault((flow.source, flow.output), []).append(flow.downstream)
        lines.append(_sentence(t, k, sent, arrived))
    return [" ".join(filter(None, (line, t.remarks.get(k)))) for k, line in enumerate(lines)]


def _sentence(t, k, sent, arrived):
    box = t.boxes[t.sweep[k - 1]]
    made = f"Step {k} of {len(t.sweep)}: {box.title} = {t.formula(t.sweep[k - 1])}"

    def value(place):
        return t.boxes[place[0]].values[place[1]]

    sources = [value(place) for place in dict.fromkeys(box.sources)]
    at = ", ".join(map(_is, sources))
    named = [(value((flow.source, flow.output)).name, p) for flow, p in sent]
    full = [f"To {name}: {_product_words(p)}." for name, p in named]
    places = dict.fromkeys((flow.source, flow.output) for flow, _ in sent)
    sums = [(value(place).name, arrived[place]) for place in places if len(arrived[place]) > 1]
    full += [f"{name} adds up: {' + '.join(map(_say, parts))} = {_say(sum(parts))}." for name, parts in sums]
    if not sent:
        full = ["No gradient passes."]
    if _brief([*sources, *box.values]):
        return " ".join([f"{made} at {at}.", *full])
    brief = [f"To {name}: {'upstream × local' if p.local is not None else p.words}." for name, p in named]
    brief += [f"{name} adds up {len(parts)} downstreams." for name, parts in sums]
    return " ".join([f"{made}.", *(brief or full)]) + "\n" + " ".join([f"At {at}.", *full])


def _brief(values):
    return all(np.ndim(value.array) == 0 for value in values)


def _product_words(p: Product) -> str:
    if p.local is None:
        return f"{p.words} = downstream {_say(p.downstream)}"
    more = f", {p.words}," if p.words else ""
    return f"upstream {_say(p.upstream)} × local {_say(p.local)}{more} = downstream {_say(p.downstream)}"
