"""A way back: its gate, what is multiplied there, and the pill that travels it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from helpers.drawing import svg

from . import pieces, written
from .computation import Computation, Flow
from .pieces import LANE, Piece
from .products import Product

# When the factors stand side by side, when their product is there, and when it has landed, as parts of a
# step: see helpers/widgets/browser/travel.js.
MEETS, MADE, LANDED = 0.34, 0.70, 0.94
WORDS_WIDE = 130.0  # what is said at a gate is wrapped to this width


class Way(NamedTuple):
    """What stands on one edge: a piece with room for its gate, where that is, and the faces of its pill."""

    piece: Piece
    gate: svg.Block | None = None
    place: tuple[float, float] = (0.0, 0.0)
    faces: tuple[svg.Block, ...] = ()


def way(t: Computation, flow: Flow, p: Product | None, narrow: bool) -> Way:
    """The gate on the way back, with the arithmetic beside it; room alone where nothing is sent."""
    lane = LANE[narrow]
    if p is None:
        return Way(Piece(svg.space(2 * lane + 8, 30) if narrow else svg.space(30, 2 * lane + 8), lane + 4))
    gate = pieces.gate(gate_text(p))
    faces = tuple(pieces.pill(number) for number in (p.upstream, p.downstream))
    notes = [block.wrap(**_timed(flow.step, since)) for since, block in _arithmetic(p, narrow)]
    below = svg.column(*notes, gap=1, align=0 if narrow else 0.5)
    level = lane + 4
    if narrow:
        left = level + lane - gate.width / 2
        height = max(gate.height + 2 * faces[0].height - 16, below.height + 8)
        place = level + lane, height / 2
        body = below.at(left + gate.width + 8, (height - below.height) / 2)
        block = svg.canvas(left + gate.width + 8 + below.width, height, body)
    else:
        width = max(below.width, gate.width + 2 * max(faces[0].width - 14, 8))
        top = level + lane + gate.height / 2 + 3
        place = width / 2, level + lane
        block = svg.canvas(width, top + below.height, below.at((width - below.width) / 2, top))
    return Way(Piece(block, level), gate, place, faces)


def _timed(step, since):
    """Always there if it stands there from the start; else it fades in while the number is at the gate."""
    if since == 0:
        return {}
    return {"data_step": f"{step - 1 + since:g}", "data_fade": 0.1, "data_goto": step}


def _arithmetic(p, narrow):
    """(from which part of the step, block): both factors, then their product."""
    if p.in_numbers:
        up, local, down = written.first(p.upstream), written.factor(p.local), written.plain(p.downstream)
        if p.forgets:
            struck = svg.row(_number(up, svg.GRADIENT), _sign("×"), gap=4)
            struck = struck.wrap(text_decoration="line-through", fill=svg.BAD)
            return [
                (MEETS, svg.row(struck, _number(local, svg.LOCAL), gap=4)),
                (MADE, svg.row(_sign("="), _number(down, svg.GRADIENT), gap=4)),
            ]
        sign = written.product_sign(p.upstream, p.local, p.downstream)
        return [
            (MEETS, svg.row(_number(up, svg.GRADIENT), _sign("×"), _number(local, svg.LOCAL), gap=4)),
            (MADE, svg.row(_sign(sign), _number(down, svg.GRADIENT), gap=4)),
        ]
    lines = []
    if np.ndim(p.local):  # a number stands on the gate itself
        lines.append((0, pieces.value(p.local, svg.LOCAL, 15, 12)))
    for line in svg.wrapped(p.words, pieces.CAPTION, WORDS_WIDE) if p.words else ():
        lines.append((MEETS, svg.words(line, pieces.CAPTION, svg.LOCAL)))
    lines.append((MADE, svg.row(_sign("="), _number(_size(p.downstream), svg.GRADIENT), gap=4)))
    return lines


def _size(array):
    return written.shape(array) or written.array(array)


def _number(text, color):
    return svg.words(text, 15, color, bold=True)


def _sign(text):
    return svg.words(text, 15, svg.MUTED)


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
