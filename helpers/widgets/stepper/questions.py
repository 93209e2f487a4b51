"""What can be asked before a number lands: the question, its answer, and a sentence for each likely slip."""

from __future__ import annotations

import json
import math
from typing import Any, NamedTuple

import numpy as np

from . import written
from .computation import Computation, Flow
from .products import Product

FEWEST = 3  # wrong answers to choose from in a poll


class Question(NamedTuple):
    """A question about one number, and what to say to whoever answers it."""

    ask: str
    answer: float
    because: str
    slips: dict[float, str]

    def attributes(self) -> dict[str, str]:
        """As data- attributes of the way on which the number comes."""
        slips = json.dumps([list(slip) for slip in self.slips.items()], ensure_ascii=False)
        answer = repr(self.answer)
        return {
            "data_ask": self.ask,
            "data_answer": answer,
            "data_because": self.because,
            "data_slips": slips,
        }


def question(t: Computation, flow: Flow, p: Product, before: list, more: bool) -> Question | None:
    """What to ask about a flow, after `before` has arrived at the same place; `more` will, if it is true."""
    name = t.boxes[flow.source].values[flow.output].name
    if np.iscomplexobj(p.downstream) or np.iscomplexobj(p.upstream):
        return None
    if np.ndim(p.downstream):
        return _about_an_entry(name, p)
    down = float(p.downstream)
    slips = _slips_of_a_product(t.boxes[flow.target].title, p) if p.in_numbers else {}
    if not before:
        ask = f"What arrives at {name}{' first' if more else ''}?"
        return _checked(ask, down, _why(p), slips)
    there = written.joined(before)
    parts = [*before, down]
    if more:
        return _checked(f"What arrives at {name} now, besides the {there}?", down, _why(p), slips)
    because = f"{_why(p)}, and {written.total(parts)}"
    alone = f"{written.plain(down)} is what arrives now. The {there} that is there already is added to it."
    slips = {down: alone} | {
        float(sum(before)): f"{there} is there already. What arrives now is added to it."
    }
    what = t.boxes[flow.source].arriving
    ask = f"{there} is at {name} already. What is its {what} when this has arrived too?"
    return _checked(ask, float(sum(parts)), because, slips)


def _slips_of_a_product(target, p):
    up, local = float(p.upstream), float(p.local)
    shown_up, shown_local = written.plain(up), written.plain(local)
    slips = {
        up: f"{shown_up} is what leaves {target}. On its way it meets the local {shown_local}.",
        local: f"{shown_local} is the local alone. The upstream {shown_up} is to be multiplied in.",
        up + local: "That adds the two. Boxes add, but ways multiply.",
        up * local: f"That would be right if the rule did not forget the upstream {shown_up}.",
    }
    return slips | ({} if local == 0 else {up / local: "That divides. A way multiplies by its local."})


def _about_an_entry(name, p):
    down = np.asarray(p.downstream)
    if not down.size or not np.isfinite(down).all():
        return None
    place = np.unravel_index(np.abs(down).argmax(), down.shape)
    words = ", ".join(f"{axis} {i}" for axis, i in zip(("row", "column"), place, strict=False))
    where = f"entry {place[0]}" if down.ndim == 1 else words if down.ndim == 2 else f"entry {place}"
    answer, slips, because = float(down[place]), {}, _why(p)
    if p.local is not None and np.shape(p.upstream) == np.shape(p.local) == down.shape:
        one = Product(p.upstream[place], p.local[place], "", answer, p.forgets)
        slips, because = _slips_of_a_product("its box", one), _why(one)
    return _checked(f"What arrives at {name}, in {where}?", answer, because, slips)


def _why(p: Product) -> str:
    if p.forgets:
        return "its rule forgets the upstream"
    if not p.in_numbers:
        return p.words or "upstream × local, entry by entry"
    up, local, down = written.plain(p.upstream), written.factor(p.local), written.plain(p.downstream)
    return f"{up} × {local} {written.product_sign(p.upstream, p.local, p.downstream)} {down}"


def _checked(ask: str, answer: float, because: str, slips: dict[float, Any]) -> Question | None:
    """The question with enough wrong answers for a poll, all finite and each only once."""
    if not math.isfinite(answer):
        return None
    fillers = (-answer, 2 * answer, 0.0, answer + 1, answer - 1)
    signs = dict.fromkeys(fillers[:1], "The size is right. Look at the signs.")
    for value in fillers:
        if len([v for v in slips if v != answer]) < FEWEST:
            slips = {value: signs.get(value, "")} | slips
    kept = {v: says for v, says in slips.items() if math.isfinite(v) and not _same(v, answer)}
    return Question(ask, answer, because, kept)


def _same(value: float, answer: float) -> bool:
    return math.isclose(value, answer, rel_tol=1e-3, abs_tol=1e-8)
