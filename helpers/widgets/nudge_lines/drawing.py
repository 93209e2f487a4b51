"""The picture of a nudge: a number line for every value, the end on top, and on the left the way back."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

from helpers.drawing import svg, ways
from helpers.drawing.film import Reel
from helpers.drawing.svg.pictures import PAD

from ..stepper.written import plain, product_sign
from .chain import Chain

THINNEST = 4  # how wide a nudge enters its layer, at least
LANE, SLOT, HIGH = 42, 76, 40  # the middle of the way back, and its boxes
REDRAWN = 40  # how far above its line a movement is drawn again, to enter the next layer
UNDER = 24  # how far below a line its words stand


class Layout(NamedTuple):
    """Where the lines begin and end, how long the longest is, and how far apart two of them are."""

    left: float
    room: float
    right: float
    apart: float


WIDE, NARROW = Layout(205, 480, 697, 137), Layout(124, 152, 288, 158)


def draw_lines(
    chain: Chain, nudges: list[float], moves: list[list[float]], narrow: bool = False
) -> svg.Picture:
    """The way back in steps; and as a film, held by hand, what each of the nudges moves."""
    reel, scale = Reel(), _Scale(chain, nudges[-1], NARROW if narrow else WIDE)
    last = chain.names[-1]
    title = f"How far {last} moves when {chain.names[0]} moves a little"
    product = _product(chain)
    said = [_sentence(chain, moved, product) for moved in moves]
    words, high = _words(reel, scale.place, said)
    levels = [high + 52 + scale.place.apart * k for k in reversed(range(len(chain.values)))]
    parts = [words, svg.text(f"{last} moves", 4, high + 22, font_size=svg.SMALL, fill=svg.MUTED)]
    for k in range(len(chain.locals)):
        parts += _layer(reel, scale, k, levels[k : k + 2], moves)
    for k in range(len(chain.values)):
        parts += _line(reel, scale, k, levels[k], moves)
    parts += [*_back(chain, levels, narrow), _handle(reel, scale, levels[0], moves)]
    size = scale.place.right + (0 if narrow else 7), levels[0] + (44 if narrow else 36)
    drawn = svg.picture(svg.canvas(*size, *parts), title, _transcript(chain))
    stops = [svg.number(nudge) for nudge in nudges]
    return replace(drawn, film=reel.film(stops, [" ".join(both).strip() for both in said], held="nudge"))


def _words(reel, place, said):
    """The two sentences of every nudge above the lines, and how high they are."""
    narrow = place is NARROW
    x, y, parts = (0 if narrow else place.left - 12), 0, []
    for which, size, color in ((0, 16 if narrow else 17, svg.INK), (1, 15, svg.MUTED)):
        lines = [svg.wrapped(both[which], size, place.right - x) for both in said]
        for k in range(max(map(len, lines))):
            y += size + 7
            words = [each[k] if k < len(each) else "" for each in lines]
            parts.append(reel.part("text", words, x=x, y=y - 8, font_size=size, fill=color))
    return "".join(parts), y


class _Scale:
    """How wide movements are drawn: all enter their layer equally wide, and leave it true to scale."""

    def __init__(self, chain, most, place):
        self.both_ways = min(chain.locals) < 0  # then zero is in the middle of the lines
        self.room = place.room / 2 if self.both_ways else place.room
        self.origin = place.left + (self.room if self.both_ways else 0)
        steepest = max(map(abs, chain.locals))
        widest = place.room / 4
        self.enters = min(max(self.room / steepest if steepest else widest, THINNEST), widest)
        self.most, self.chain, self.place = most, chain, place

    def entering(self, k, moved):
        """How far the value k is drawn to move where it enters the next layer."""
        return math.copysign(self.enters * moved[0] / self.most, moved[k]) if moved[k] else 0.0

    def leaving(self, k, moved):
        """How far the value k is drawn to move: the x line in full, any other as its layer stretches it."""
        if k == 0:
            return self.room * moved[0] / self.most
        return max(-self.room, min(self.entering(k - 1, moved) * self.ratio(k, moved), self.room))

    def ratio(self, k, moved):
        """How many times as far as the value before it the value k moves."""
        return moved[k] / moved[k - 1] if moved[k - 1] else self.chain.locals[k - 1]


def _bar(reel, scale, y, widths):
    lefts = [scale.origin + min(width, 0) for width in widths]
    return reel.part("rect", x=lefts, y=y, width=list(map(abs, widths)), height=8, rx=2, fill=svg.ACCENT)


def _line(reel, scale, k, y, moves):
    """A number line with the movement of its value, printed at the right."""
    origin, place, chain = scale.origin, scale.place, scale.chain
    yield svg.line(place.left - 12, y, place.right, y, svg.LINE, 1.5)
    yield svg.line(origin, y - 8, origin, y + 8, svg.LINE, 1.5)
    yield _bar(reel, scale, y - 4, [scale.leaving(k, moved) for moved in moves])
    value = f"{chain.names[k]} = {plain(chain.values[k])}"
    yield svg.text(value, place.left if place is NARROW else origin, y + UNDER, font_size=16, fill=svg.INK)
    moved = [svg.signed(each[k]) for each in moves]
    look = {"font_size": 16, "font_weight": 600, "text_anchor": "end", "fill": svg.ACCENT}
    yield reel.part("text", moved, x=place.right, y=y + UNDER, **look)


def _layer(reel, scale, k, levels, moves):
    """One layer: the movement of value k is drawn again, as wide as all enter, and stretched from there."""
    (y, above), zero = levels, scale.origin
    enters = [zero + scale.entering(k, moved) for moved in moves]
    widths = list(zip((zero + scale.leaving(k, moved) for moved in moves), enters, strict=True))
    leaves = [zero + scale.leaving(k + 1, moved) for moved in moves]
    bottom, top = y - REDRAWN, above + 4
    fan = [
        f"M{zero} {bottom - 4}L{enter:.1f} {bottom - 4}L{leave:.1f} {top}L{zero} {top}z"
        for enter, leave in zip(enters, leaves, strict=True)
    ]
    yield reel.part("path", d=fan, fill=svg.ACCENT, fill_opacity="0.15")
    up = bottom + 4
    same = [f"M{zero} {y - 6}V{up}M{long:.1f} {y - 6}L{enter:.1f} {up}" for long, enter in widths]
    dotted = {"stroke": svg.LINE, "stroke_dasharray": "1.5 4", "stroke_width": "1.3"}
    yield reel.part("path", d=same, fill="none", **dotted)
    yield _bar(reel, scale, bottom - 4, [enter - zero for enter in enters])
    yield _same_again(reel, scale, k, y, widths, moves)
    yield from _said_of(reel, scale, k, above + 66, zip(enters, leaves, strict=True), moves)


def _said_of(reel, scale, k, y, sides, moves):
    """What a layer does to the nudge, beside its sides: by its local factor, and as measured."""
    word, ratios = _stretched(scale.chain.locals[k]), [scale.ratio(k + 1, moved) for moved in moves]
    cut = ", cut off" * (abs(ratios[-1]) * scale.enters > scale.room + 8)
    measured = [
        f"measured ×{svg.number(ratio)}{cut}" if moved[0] else ""
        for ratio, moved in zip(ratios, moves, strict=True)
    ]
    at = {"x": scale.place.right, "text_anchor": "end"}
    if scale.place is WIDE:
        last = scale.place.right - max(svg.text_width(word, 16), svg.text_width(measured[-1], svg.SMALL))
        at = {"x": [min(max(scale.origin, a, a + (b - a) * 0.7) + 14, last) for a, b in sides]}
    yield reel.part(
        "text", _if_nudged(word, moves), y=y - 19, font_size=16, font_weight=600, fill=svg.LOCAL, **at
    )
    yield reel.part("text", measured, y=y, font_size=svg.SMALL, fill=svg.MUTED, **at)


def _if_nudged(words, moves):
    """What is said only once there is a nudge: before, it would answer what is still to be seen."""
    return [words if moved[0] else "" for moved in moves]


def _same_again(reel, scale, k, y, widths, moves):
    """By how much smaller the same movement is drawn again."""
    place, chain = scale.place, scale.chain
    times = scale.room / scale.enters if k == 0 else abs(chain.locals[k - 1] or scale.ratio(k, moves[-1]))
    note = f"the same, drawn {_times(times)}" if times else "nothing goes on"
    look = {"font_size": svg.SMALL, "fill": svg.MUTED}
    free = scale.both_ways and math.prod(chain.locals[:k]) >= 0  # the left half is
    if place is NARROW:
        lines = svg.wrapped(note, svg.SMALL, 88 if scale.both_ways else 120)
        at = {"x": place.left - 12} if free else {"x": place.right, "text_anchor": "end"}
        placed = [(_if_nudged(line, moves), y - 21 - 17 * n) for n, line in enumerate(lines[::-1])]
        return "".join(reel.part("text", words, y=level, **at, **look) for words, level in placed)
    words = _if_nudged(note, moves)
    if free:
        return reel.part("text", words, x=place.left - 12, y=y - 22, **look)
    beside = [max(scale.origin + (long - scale.origin) * 0.62, enter) + 14 for long, enter in widths]
    if k == 0 or scale.both_ways or beside[-1] + svg.text_width(note, svg.SMALL) > place.right:
        level = y - (22 if scale.both_ways else 36)
        return reel.part("text", words, x=place.right, y=level, text_anchor="end", **look)
    return reel.part("text", words, x=beside, y=y - 22, **look)


def _stretched(local):
    factor = plain(local)
    word = "stretched" if local > 1 else "squeezed" if local > 0 else "turned round" if local else "lost"
    return f"{'passed on' if factor == '1' else word} ×{factor}"


def _times(times):
    said, inverse = plain(times), plain(1 / times)
    if "1" in (said, inverse):
        return "again"
    return f"{said} times smaller" if times > 1 else f"{inverse} times larger"


def _handle(reel, scale, y, moves):
    """What is held by hand: a round end of the nudge of x."""
    xs = [scale.origin + scale.leaving(0, moved) for moved in moves]
    look = {"fill": svg.ACCENT, "stroke": svg.CARD, "stroke_width": 3}
    wide = reel.part("circle", cx=xs, cy=y, r=22, fill="transparent")
    hint = ""
    if scale.place is WIDE:  # a still picture cannot be pulled
        value = f"{scale.chain.names[0]} = {plain(scale.chain.values[0])}"
        x = scale.place.left + (-12 if scale.both_ways else max(110, svg.text_width(value, 16) + 12))
        named = {"class_": "up-live-only", "display": "none", "font_size": svg.SMALL, "fill": svg.MUTED}
        hint = svg.text("pull the blue point, or press ← →", x, y + UNDER, **named)
    return hint + svg.group(
        wide + reel.part("circle", cx=xs, cy=y, r=10, **look),
        data_hold="nudge",
        data_from=f"{scale.origin:g}",
        data_to=f"{scale.origin + scale.room:g}",
        data_pad=PAD,
        data_label=f"the nudge of {scale.chain.names[0]}",
    )


def _back(chain, levels, narrow):
    """The way back: a box for what arrives at every value, and between two of them the local factor."""
    last = len(chain.values) - 1
    lanes, slots, gates, pills = [], [], [], []
    for k in range(last):
        start, end, step = levels[k + 1] + HIGH / 2 + 2, levels[k] - HIGH / 2 - 4, last - k
        at, path, key = (LANE, (start + end) / 2), f"M{LANE} {start}V{end - 8}", f"back-{k}"
        lanes.append(svg.line(LANE, start, LANE, end, svg.LINE, 3))
        lanes.append(ways.way(key, step, path, at))
        trail = ways.trail(key, path, stroke=svg.GRADIENT, stroke_width=3)
        head = svg.group(svg.head(LANE, end + 2, (0, 1), 11, svg.GRADIENT), data_step=step)
        lanes += [trail, head]
        factor = f"×{plain(chain.locals[k])}"
        wide = max(60, svg.text_width(factor, 17) + 16)
        look = {"font_size": 17, "font_weight": 600, "text_anchor": "middle", "fill": svg.LOCAL}
        box = svg.rect(-wide / 2, -15, wide, 30, fill=svg.CARD, stroke=svg.LOCAL, stroke_width=1.5, rx=8)
        gates.append(ways.gate(key, box + svg.text(factor, 0, 6, **look), at, 30))
        pills.append(_pill(key, chain.arrives[k + 1], chain.arrives[k]))
    for k, y in enumerate(levels):
        slots += _slot(chain, k, y, last - k, narrow)
    return [*lanes, *pills, *gates, *slots]


def _pill(key, leaves, lands):
    wide = 18 + max(svg.text_width(plain(value), 16) for value in (leaves, lands))
    look = {"font_size": 16, "font_weight": 600, "text_anchor": "middle", "fill": svg.CARD}
    faces = (svg.text(plain(value), 0, 5.5, **look) for value in (leaves, lands))
    body = svg.rect(-wide / 2, -14, wide, 28, fill=svg.GRADIENT, rx=14)
    return ways.pill(key, body, *faces, wide=wide)


def _slot(chain, k, y, step, narrow):
    """What arrives at a value, from step `step` on."""
    text = plain(chain.arrives[k])
    size = svg.size_within(text, 20, SLOT - 8)
    middle = {"text_anchor": "middle"}
    yield svg.rect(LANE - SLOT / 2, y - HIGH / 2, SLOT, HIGH, fill=svg.GRADIENT_WASH, stroke=svg.LINE, rx=9)
    number = svg.text(text, LANE, y + 7, font_size=size, font_weight=600, fill=svg.GRADIENT, **middle)
    words = f"per 1 of {chain.names[k]}"
    x, level, room = (LANE + 8, y + 38, 70) if narrow else (LANE + SLOT / 2 + 10, y + 5, 100)
    per = svg.text(words, x, level, font_size=svg.size_within(words, svg.SMALL, room), fill=svg.MUTED)
    if step == 0:
        yield number + per
        return
    yield svg.group(number + per, data_step=step)
    unknown = svg.text("?", LANE, y + 7, font_size=20, fill=svg.MUTED, **middle)
    yield svg.group(unknown, data_until=step)


def _transcript(chain):
    """The way back in sentences, one for each step."""
    names, last = chain.names, len(chain.values) - 1
    forward = ", ".join(f"{n} = {plain(v)}" for n, v in zip(names, chain.values, strict=True))
    yield f"{forward}. The way back starts at {names[last]}, with 1."
    for k in reversed(range(last)):
        up, local, down = map(plain, (chain.arrives[k + 1], chain.locals[k], chain.arrives[k]))
        here, below = names[k + 1], names[k]
        start = f"{names[last]} moves {up} per 1 of {here}, and " if here != names[last] else ""
        sign = product_sign(chain.arrives[k + 1], chain.locals[k], chain.arrives[k])
        yield f"{start}{here} moves {local} per 1 of {below}: {up} × {local} {sign} {down} per 1 of {below}."


def _sentence(chain, moved, product):
    """What this nudge moves, and why it is not the product exactly."""
    first, last, whole = chain.names[0], chain.names[-1], plain(chain.whole)
    if not moved[0]:
        return f"Pull the blue point: that nudges {first}.", f"Then see how far {last} moves."
    times = svg.number(moved[-1] / moved[0])
    ends = f"{first} moves {svg.number(moved[0])}, {last} moves {svg.number(moved[-1])}"
    exact = f"The factors say so: {product}." if len(chain.locals) > 1 else ""
    return (
        f"{ends}: {times} times as far.",
        exact if times == whole else f"For a tiny nudge: {product} times as far.",
    )


def _product(chain):
    """All factors, and what their product is: about that, where they are rounded as they are shown."""
    whole = plain(chain.whole)
    if len(chain.locals) == 1:
        return whole
    steps = zip(chain.arrives[1:], chain.locals, chain.arrives, strict=False)
    sign = "≈" if any(product_sign(*step) == "≈" for step in steps) else "="
    factors = " · ".join(f"({plain(v)})" if v < 0 else plain(v) for v in chain.locals)
    return f"{factors} {sign} {whole}"
