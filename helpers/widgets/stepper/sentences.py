"""What each step of the backward sweep does, in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from . import written
from .computation import Computation, Value
from .pieces import are_few
from .products import Product


def _say(value, most=36):
    array = np.asarray(value)
    return written.array(array) if array.size <= most else f"of shape {written.shape(array)}"


def _is(value: Value):
    return f"{value.name} = {_say(value.array)}"


def sentences(t: Computation, products: Sequence[Product | None]) -> list[str]:
    """Line 0: the values forward. Line k: what step k does. Of each, the details come after a line break."""
    values = [value for box in t.boxes for value in box.values]
    held = "".join(f" {t.boxes[k].title}.grad holds {_say(grad)}." for k, grad in t.kept.items())
    if t.anew:
        held += "".join(f" {_is(t.anew.boxes[k].values[0])} by now." for k in t.kept)
    start = f"The sweep starts at {t.boxes[-1].values[t.answer].name} with upstream"
    whole = "" if _is_brief(t.seed) else f" {start} {_say(t.seed)}."
    lines = [f"{start} {_size(t.seed)}.{held}\nForward: {', '.join(map(_is, values))}.{whole}"]
    arrived: dict[tuple, list] = {(k, 0): [grad] for k, grad in t.kept.items()}
    by_step: list[list] = [[] for _ in t.sweep]
    for flow, p in zip(t.flows, products, strict=True):
        if flow.step:
            by_step[flow.step - 1].append((flow, p))
    for k, sent in enumerate(by_step, 1):
        for flow, _ in sent:
            arrived.setdefault((flow.source, flow.output), []).append(flow.downstream)
        said, *more = _step(t, k, sent, arrived)
        lines.append("\n".join([" ".join(filter(None, (said, t.remarks.get(k)))), *more]))
    return lines


def _step(t, k, sent, arrived):
    """What step k does, and its details if there are any."""
    number = t.sweep[k - 1]
    box, made = t.boxes[number], f"{t.boxes[number].title} = {t.formula(number)}"
    if not sent:
        return [f"{_sizes(box.upstream)} goes no further: no gradient passes {made}."]

    def value(place):
        return t.boxes[place[0]].values[place[1]]

    named = [(value((flow.source, flow.output)).name, p) for flow, p in sent]
    brief, full = [_lands(named)], [f"To {name}: {_product_words(p)}." for name, p in named]
    for place in dict.fromkeys((flow.source, flow.output) for flow, _ in sent):
        if len(parts := arrived[place]) > 1:
            name = value(place).name + ".grad" * (place[0] in t.kept)
            adds_up = f"{name} adds up: {written.total(parts)}."
            brief.append(f"What arrives at {name} adds up." if np.ndim(parts[0]) else adds_up)
            full += [adds_up] * (np.ndim(parts[0]) > 0)
        is_all = len(parts) == len(t.arriving(*place)) + (place[0] in t.kept)
        if t.rate and is_all and not t.boxes[place[0]].template:
            here = (t.anew or t).boxes[place[0]].values[0]
            brief.append(_stepped(t, here.name, here.array, sum(parts)))
    at = ", ".join(_is(value(place)) for place in dict.fromkeys(box.sources))
    upstream = sent[0][1].upstream if t.sweep.count(number) > 1 else box.upstream  # sent anew, there is more
    begins = f"Step {k} of {len(t.sweep)}: {_sizes(upstream)} leaves {made} at {at}."
    return [" ".join(brief), " ".join([begins, *full])]


def _stepped(t, name, here, grad):
    """Where the step after this sweep leads."""
    there = _say(here - t.rate * grad)
    return f"A step of {written.array(t.rate)} × {_say(grad)} leads {name} from {_say(here)} to {there}."


def _lands(named):
    """What each product comes to, and where: ``1 × 2 = 2 arrives at k, 1 × 10 = 10 at y.``"""
    places: dict[str, list[str]] = {}
    for name, p in named:
        places.setdefault(_brief(p), []).append(name)
    lands = enumerate(places.items())
    return ", ".join(f"{what}{'' if n else ' arrives'} at {_places(at)}" for n, (what, at) in lands) + "."


def _brief(p: Product):
    """A product in numbers, or in words where these are many."""
    down = _size(p.downstream)
    if p.forgets:
        return f"{_sizes(p.upstream)} is forgotten: {down} alone"
    if p.in_numbers:
        sign = written.product_sign(p.upstream, p.local, p.downstream)
        return f"{written.first(p.upstream)} × {written.factor(p.local)} {sign} {down}"
    says = p.words
    if p.local is not None:
        few = _is_brief(p.upstream) and _is_brief(p.local)
        says = f"{_say(p.upstream)} × {_say(p.local)}" if few else "upstream × local"
        says += ", summed," * p.words.startswith("summed")
    return f"{says} = {down}" if _is_brief(p.downstream) else f"{says.strip(',')}, of shape {down},"


def _places(names):
    """Where the same number arrives: ``a and at b``, or ``a, twice``."""
    times = {name: names.count(name) for name in names}
    often = {1: "", 2: ", twice"}
    return " and at ".join(name + often.get(n, f", {n} times") for name, n in times.items())


def _is_brief(value):
    return np.ndim(value) == 0 or are_few(value)


def _size(value):
    return _say(value) if _is_brief(value) else written.shape(value)


def _sizes(upstream):
    """Of an upstream, or of one for each of several outputs."""
    return " and ".join(map(_size, upstream.values() if isinstance(upstream, dict) else [upstream]))


def _product_words(p: Product) -> str:
    if p.local is None:
        return f"{p.words} = downstream {_say(p.downstream)}"
    more, sign = (f", {p.words}," if p.words else ""), "="
    if p.forgets:
        return f"upstream {_say(p.upstream)} is forgotten, local {_say(p.local)} alone"
    if p.in_numbers:
        sign = written.product_sign(p.upstream, p.local, p.downstream)
    local = "conjugated local" if np.imag(p.local).any() else "local"  # complex numbers meet its conjugate
    factors = f"upstream {_say(p.upstream)} × {local} {_say(p.local)}"
    return f"{factors}{more} {sign} downstream {_say(p.downstream)}"
