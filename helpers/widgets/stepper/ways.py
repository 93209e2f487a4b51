"""A way back: its gate, what is multiplied there, and what travels it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from helpers.drawing import svg, ways

from . import pieces, written
from .computation import Flow
from .products import Product
from .rows import Label

LANE = 22.0  # from the middle of a way to each of its two lines
LEVEL = LANE + 4
# When the factors stand side by side, when their product is there, and when it has landed, as parts of a
# step: see helpers/widgets/browser/travel.js.
MEETS, MADE, LANDED = 0.34, 0.70, 0.94
WORDS_WIDE = 120.0  # what is said at a gate is wrapped to this width


class Way(NamedTuple):
    """What stands on one way: its gate, the arithmetic around it, and the room that both take.

    Each twice: as it stands between two boxes, and where the way runs round to the next row.
    """

    labels: tuple[Label, Label]
    gate: svg.Block | None = None
    notes: tuple[str, str] = "", ""  # drawn around the middle of the gate


def way(sent: Sequence[tuple[Flow, Product]], reach: float) -> Way:
    """The gate on a way back, and what is multiplied there each time that it is used.

    Where the way runs round, that stands beside the gate, as far as it does not `reach` too far.
    """
    if not sent:
        return Way((Label(26.0, 2 * LANE + 8, LEVEL, LANE),) * 2)
    first = sent[0][1]
    lists = [each for _, p in sent for each in (p.upstream, p.local, p.downstream) if pieces.are_few(each)]
    alike = len({len(each) for each in lists}) == 1
    widths = pieces.column_widths(np.asarray(lists).tolist()) if alike else []
    gate = pieces.gate(gate_text(first), first.local, widths)
    labels, notes = zip(*(_noted(sent, gate, widths, far) for far in (0, reach)), strict=True)
    return Way(labels, gate, notes)


def _noted(sent, gate, widths, reach):
    """The arithmetic around a gate, with its label."""
    notes, wide, low, above = [], gate.width, 14.0, 17.0
    for n, (flow, p) in enumerate(sent):
        until = sent[n + 1][0].step - 1 + MEETS if n + 1 < len(sent) else None
        along = gate.width / 2
        for since, place, block in _arithmetic(p, widths):
            times = {"data_step": f"{flow.step - 1 + since:g}", "data_goto": flow.step, "data_fade": 0.1}
            if since == 0:
                times = {}
            hidden = {} if until is None else {"data_until": f"{until:g}"}
            left, top = -block.width / 2, -17 - block.height if place < 0 else 17 + place
            if since and place >= 0 and along + 6 + block.width < reach:
                # Beside a table below the gate, or else above the number that goes on.
                left, top = along + 6, 17 if low > 14 else -15 - block.height
                along = left + block.width
            notes.append(svg.group(svg.group(block.at(left, top), **times), **hidden))
            wide, low = max(wide, block.width), max(low, top + block.height)
            above = max(above, -top)
    return Label(wide, LEVEL + LANE + low, LEVEL, above), "".join(notes)


def _arithmetic(p, widths):
    """(from which part of the step, how far below the gate or −1 for above it, block) of all that is said."""
    if p.in_numbers:
        up, local, down = written.first(p.upstream), written.factor(p.local), written.plain(p.downstream)
        up = _number(up, svg.GRADIENT)
        sign = written.product_sign(p.upstream, p.local, p.downstream)
        if p.forgets:
            struck = svg.row(up, _sign("×"), gap=4).wrap(text_decoration="line-through", fill=svg.BAD)
            factors, sign = svg.row(struck, _number(local, svg.LOCAL), gap=4), "="
        else:
            factors = svg.row(up, _sign("×"), _number(local, svg.LOCAL), gap=4)
        yield MEETS, 0, factors
        yield MADE, 19, svg.row(_sign(sign), _number(down, svg.GRADIENT), gap=4)
        return
    low = 0
    if pieces.are_few(p.local):
        if pieces.are_few(p.upstream) or np.ndim(p.upstream) == 0:
            yield MEETS, -1, _shown(p.upstream, widths)
    elif np.ndim(p.local):
        table = pieces.value(p.local, svg.LOCAL)
        yield 0, low, table
        low += table.height + 2
    words = p.words.removesuffix(" where it was broadcast")
    if words:
        lines = svg.wrapped(words, pieces.CAPTION, WORDS_WIDE)
        yield MEETS, low, svg.column(*(svg.words(line, pieces.CAPTION, svg.LOCAL) for line in lines), gap=0)
        low += 18 * len(lines)
    yield MADE, low, svg.row(_sign("="), _shown(p.downstream, widths), gap=4)


def _shown(number, widths):
    """A short list entry by entry; anything else in a line."""
    if pieces.are_few(number):
        return pieces.cells(number, svg.GRADIENT, widths=widths)
    return _number(pieces.brief(number), svg.GRADIENT)


def _number(text, color):
    return svg.words(text, 15, color, bold=True)


def _sign(text):
    return svg.words(text, 15, svg.MUTED)


def pill(key: str, p: Product) -> str:
    """What travels a way, as it leaves and as it lands."""
    texts = [pieces.brief(number) for number in (p.upstream, p.downstream)]
    wide = max(svg.text_width(text, 15) for text in texts) + 18
    look = {"font_size": 15, "font_weight": 600, "text_anchor": "middle", "fill": svg.ON_GRADIENT}
    faces = (svg.text(text, 0, 5.5, **look) for text in texts)
    body = svg.rect(-wide / 2, -13.5, wide, 27, fill=svg.GRADIENT, rx=13.5)
    return ways.pill(key, body, *faces, wide=wide)


def gate_text(p: Product) -> str:
    """The local factor as briefly as it can be said: a number, a shape, or the product it stands for."""
    if p.local is None and "@" in p.words:
        return p.words.replace("upstream", "").replace("ones", "").strip()
    if p.local is None:
        return "· J" if "Jacobian" in p.words else "its rule"
    if np.ndim(p.local) == 0:
        return f"×{written.factor(p.local)}"
    if max(p.local.shape) <= pieces.LARGEST and p.local.ndim <= 2:
        return "× local"  # whose numbers stand beside it
    return f"× {written.shape(p.local)}"
