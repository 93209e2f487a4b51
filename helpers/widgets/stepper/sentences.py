"""What each step of the backward sweep does, in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from . import written
from .computation import Computation, Value
from .pieces import are_few
from .products import Product
from .ways import gate_text


def _say(value, most=36):
    array = np.asarray(value)
    return written.array(array) if array.size <= most else f"of shape {written.shape(array)}"


def _is(value: Value):
    return f"{value.name} = {_say(value.array)}"


def sentences(t: Computation, products: Sequence[Product | None]) -> list[str]:
    """Line 0: the values forward. Line k: what step k does; arrays come after a line break.

    In a line that a number travels, what it becomes stands behind the second colon.
    """
    values = [value for box in t.boxes for value in box.values]
    forward = ", ".join(map(_is, values))
    answer = t.boxes[-1].values[t.answer].name
    held = "".join(f" {t.boxes[k].title}.grad holds {_say(grad)}." for k, grad in t.kept.items())
    if t.anew:
        held += "".join(f" {_is(t.anew.boxes[k].values[0])} by now." for k in t.kept)
    start = f"The sweep starts at {answer} with upstream {_say(t.seed)}.{held}"
    if _brief(values) and len(values) <= 5:
        lines = [f"Forward: {forward}. {start}"]
    elif t.seed.ndim == 0:
        lines = [f"Every value is known. {start}\nForward: {forward}."]
    else:
        lines = [f"Every value is known. The sweep starts at {answer}.\nForward: {forward}. {start}"]
    arrived: dict[tuple, list] = {(k, 0): [grad] for k, grad in t.kept.items()}
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
    number = t.sweep[k - 1]
    box = t.boxes[number]
    begin, made = f"Step {k} of {len(t.sweep)}", f"{box.title} = {t.formula(number)}"

    def value(place):
        return t.boxes[place[0]].values[place[1]]

    at = ", ".join(_is(value(place)) for place in dict.fromkeys(box.sources))
    if not sent:
        return f"{begin}: the upstream {_say(box.upstream)} of {made} goes no further. No gradient passes."
    named = [(value((flow.source, flow.output)).name, p) for flow, p in sent]
    sums = [
        f"{value(place).name}{'.grad' * (place[0] in t.kept)} adds up: {written.total(arrived[place])}."
        for place in dict.fromkeys((flow.source, flow.output) for flow, _ in sent)
        if len(arrived[place]) > 1
    ]
    upstream = sent[0][1].upstream if t.sweep.count(number) > 1 else box.upstream  # sent anew, there is more
    if all(p.in_numbers for _, p in named):
        return _in_numbers(f"{begin}: {_say(upstream)} leaves {made}", at, named, sums)
    upstream = upstream if isinstance(upstream, dict) else {0: upstream}
    left = " and ".join(map(_size, upstream.values()))
    meets = _with_way(named, [_factor(p) for _, p in named])
    meets += ", but its rule forgets the upstream" * box.forgets
    lands = ", ".join(f"{_size(p.downstream)} arrives at {name}" for name, p in named)
    brief = f"{begin}: upstream {left} leaves {made} and meets {meets}: downstream {lands}."
    if sums:
        brief += " What arrives at one place adds up."
    full = [f"To {name}: {_product_words(p)}." for name, p in named] + sums
    return f"{brief}\n" + " ".join([f"At {at}.", *full])


def _factor(p):
    """What an array is multiplied by."""
    if p.local is not None:
        return "the local, entry by entry" + ", then summed" * p.words.startswith("summed")
    return gate_text(p) if "@" in p.words else "the local Jacobian" if "Jacobian" in p.words else "its rule"


def _in_numbers(leaves, at, named, sums):
    """The whole step in one line."""
    meets = _with_way(named, [_say(p.local) for _, p in named])
    plural = _local(*(p for _, p in named)) + "s" * (len({_say(p.local) for _, p in named}) > 1)
    by_product: dict[str, list[str]] = {}
    for name, p in named:
        by_product.setdefault(_product_words(p), []).append(name)
    lands = ", ".join(f"{words} arrives at {_places(to)}" for words, to in by_product.items())
    return " ".join([f"{leaves} and meets the {plural} {meets} at {at}: {lands}.", *sums])


def _places(names):
    """Where the same number arrives: ``a and at b``, or ``a, twice``."""
    times = {name: names.count(name) for name in names}
    often = {1: "", 2: ", twice"}
    return " and at ".join(name + often.get(n, f", {n} times") for name, n in times.items())


def _with_way(named, factors):
    """The factors; with the ways they stand on if they differ."""
    if len(set(factors)) == 1:
        return factors[0]
    ways: dict[str, list[str]] = {}
    for (name, _), factor in zip(named, factors, strict=True):
        ways.setdefault(factor, []).append(name)
    return " and ".join(f"{factor} (to {', '.join(names)})" for factor, names in ways.items())


def _size(value):
    return _say(value) if np.ndim(value) == 0 or are_few(value) else written.shape(value)


def _brief(values):
    return all(np.ndim(value.array) == 0 for value in values)


def _product_words(p: Product) -> str:
    if p.local is None:
        return f"{p.words} = downstream {_say(p.downstream)}"
    more, sign = (f", {p.words}," if p.words else ""), "="
    if p.forgets:
        return f"upstream {_say(p.upstream)} is forgotten, local {_say(p.local)} alone"
    if p.in_numbers:
        sign = written.product_sign(p.upstream, p.local, p.downstream)
    upstream, local = f"upstream {_say(p.upstream)}", f"{_local(p)} {_say(p.local)}"
    return f"{upstream} × {local}{more} {sign} downstream {_say(p.downstream)}"


def _local(*products):
    """What the local is called: complex numbers meet its conjugate."""
    return "conjugated local" if any(np.imag(p.local).any() for p in products) else "local"
