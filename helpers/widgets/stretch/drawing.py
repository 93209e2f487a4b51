"""The picture of a chain that is pulled: a number line for every value, its end on top, all on one scale.

What moves is drawn true to scale, down to a hair, or as far as the frame goes. Only the rails, along which
the hand moves, are larger, and they say how much.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import NamedTuple

from helpers.drawing import svg, ways
from helpers.drawing.held import handle, knob
from helpers.drawing.svg.pictures import PAD
from helpers.drawing.svg.shapes import attributes

from .chain import UNIT, Chain

MOST = 6  # pulls at one place
TOP = 62  # where the topmost line stands
RAIL = 27  # above its line
BAR = 10  # the height of what moved
GRID = 0.04  # of the scale, in doublings
PER_DOUBLING = 48  # pixels that the end is dragged until the scale has halved
LABEL = 13
FORMULA = {"font_family": svg.FORMULA_FONT, "font_style": "italic"}


class Layout(NamedTuple):
    """How wide the picture is, and where its columns stand."""

    width: float
    column: float  # the middle of the way back
    half: float  # of a box on it
    zero: float  # where the moves begin
    hand: float  # pixels of a rail for one unit
    pitch: float  # from a line to the next
    below: float  # what the lowest line needs below it

    @property
    def room(self) -> float:
        """How long a move has room."""
        return self.width - self.zero - 6


WIDE = Layout(760, 36, 34, 212, 24, 82, 20)
NARROW, SLIM = Layout(288, 26, 26, 66, 15, 73, 26), 588  # pixels: as wide as a narrow one gets


class Pulled(NamedTuple):
    """Where the hands stand: how far each value is pulled, and at which scale it is looked at."""

    chain: Chain
    pulls: tuple[int, ...]
    scale: float  # in doublings, 0 where the moves are as large as the hand's
    flag: int | None = None  # where the end is to be brought; None while only the input can be pulled
    tried: Collection[str] = ()  # the values that were pulled before
    guess: float | None = None  # how far the end was guessed to move per 1 of the input
    said: tuple[float, ...] | None = None  # what an engine says arrives at each value; None for the truth
    seen: int = 0  # layers, from the input on, whose factors were seen before
    fewest: int | None = None  # how few pulls bring the end to the flag, if that is asked

    @property
    def arrives(self) -> tuple[float, ...]:
        """What is said to arrive at each value."""
        return self.chain.arrives if self.said is None else self.said

    @property
    def wrong(self) -> list[str]:
        """The values that were pulled, and moved the end otherwise than is said."""
        pairs = zip(self.chain.names, self.chain.arrives, self.arrives, strict=True)
        return [name for name, true, said in pairs if name in self.tried and not math.isclose(true, said)]


class Scale(NamedTuple):
    """Where a move ends in the picture."""

    place: Layout
    unit: float  # pixels for 1

    @property
    def right(self) -> float:
        """Where the frame ends."""
        return self.place.zero + self.place.room

    def x(self, move: float) -> float:
        """Where a move ends; it may be far outside."""
        return self.place.zero + move * self.unit

    def inside(self, move: float) -> bool:
        """Whether it ends in the frame."""
        return self.x(move) <= self.right + 0.5


def layout(narrow: int) -> Layout:
    """The layout for much or for little room."""
    return NARROW._replace(width=min(max(NARROW.width, narrow - 2 * PAD), SLIM)) if narrow else WIDE


def farthest(end: float, place: Layout) -> float:
    """The scale, in doublings below 0, on which a move so far ends in the middle of the frame."""
    return -max(0.0, math.log2(max(end, 1e-9) * place.hand / (0.5 * place.room)))


def scale_of(now: Pulled, place: Layout) -> Scale:
    """The scale of everything that moves; with a flag, the one on which the flag has room."""
    if now.flag is None:
        return Scale(place, place.hand * 2.0**now.scale)
    return Scale(place, 0.8 * place.room / now.flag)


def draw_stretch(now: Pulled, narrow: int = 0) -> svg.Picture:
    """The chain as it is pulled; with a flag also the way back, in as many steps as there are layers."""
    place, chain = layout(narrow), now.chain
    scale, shares = scale_of(now, place), chain.shares(now.pulls)
    moves = [each[-1] for each in shares]
    marks, captions = _grid(scale, _level(place, chain, 0))
    parts = [
        *marks,
        *_lane(now, place, scale, moves),
        *(part for k in range(chain.last) for part in _fan(chain, scale, shares, k)),
        *(part for k in range(chain.last + 1) for part in _bar(chain, scale, shares, k)),
        *captions,
        *(part for k in range(chain.last + 1) for part in _words(now, scale, moves, k)),
        *(_flag(now, scale, shares) if now.flag is not None else _guess(now, scale)),
        *(part for k in range(chain.last + 1) for part in _rail(now, scale, moves, k)),
        *(_end(now, scale, moves) if now.flag is None else ()),
    ]
    drawn = svg.canvas(place.width, _level(place, chain, 0) + place.below, *parts)
    title = f"How far {chain.names[-1]} moves, on one scale"
    told = _told(now, scale, moves)
    return svg.picture(drawn, title, () if now.flag is None else _way_back(now), desc=told)


def status(now: Pulled, end: float) -> str:
    """How many pulls there are, and how far the end is from the flag."""
    count = sum(now.pulls)
    pulled = f"{count} pull{'s' * (count != 1)}"
    off = round(end) - now.flag
    if not off:
        return f"{pulled}, at the flag" + ": fewer will do" * (now.fewest is not None and count > now.fewest)
    return f"{pulled}, {svg.number(abs(off))} {'too far' if off > 0 else 'to go'}"


def _level(place, chain, k):
    """How far down the line of a value stands: the end is on top."""
    return TOP + place.pitch * (chain.last - k)


def _told(now, scale, moves):
    chain = now.chain
    values = [f"{name} = {_written(value)}" for name, value in zip(chain.names, chain.values, strict=True)]
    moved = [
        f"{name} {f'moves {svg.number(move)}' if scale.inside(move) else _goes_on(scale, move)}"
        for name, move in zip(chain.names, moves, strict=True)
        if move
    ]
    known = f"In millionths, {', '.join(moved)}." if moved else "Nothing is pulled."
    return f"{', '.join(values)}. {known}{'' if now.flag is None else f' {status(now, moves[-1])}.'}"


def _goes_on(scale, move):
    """How much further than the frame it reaches."""
    frames = (scale.x(move) - scale.right) / scale.place.room
    if frames < 0.5:
        return "goes on a little more"
    return f"goes on for {svg.number(frames, digits=1 if frames < 1 else 2)} more picture widths"


def _way_back(now):
    """The way back in sentences, one for each step."""
    chain, end = now.chain, now.chain.names[-1]
    yield f"The way back begins at {end}, with 1."
    for k in reversed(range(chain.last)):
        up, local, down = map(svg.number, (now.arrives[k + 1], chain.locals[k], now.arrives[k]))
        if now.said:
            yield f"{up} arrives at {chain.names[k + 1]}, and its rule sends {down} to {chain.names[k]}."
        else:
            yield f"{end} moves {up} × {local} = {down} per 1 of {chain.names[k]}."


# --- what moves, on the right ---


def _grid(scale, bottom):
    """One grid for all lines, so that the zoom is seen; and its captions."""
    marks, captions, free = [], [], scale.right - 78
    for power in range(-1, 8):
        step = 10.0**power * scale.unit
        if step < 5:
            continue
        strength = 0.6 * min(1.0, (step - 5) / 55)
        for k in range(1, int(scale.place.room / step) + 1):
            if k % 10 == 0:
                continue
            x, words = scale.x(k * 10.0**power), svg.number(k * 10.0**power)
            look = {"stroke": svg.LINE, "stroke_opacity": round(strength, 3)}
            marks.append(svg.path(f"M{x:.2f} 20V{bottom + 8}", **look))
            wide = svg.text_width(words, LABEL) + 8
            roomy = step > wide or (k == 5 and step * 5 > wide + 4)
            if roomy and x + wide / 2 < free:
                captions.append(_small(words, x, 12, text_anchor="middle"))
    return marks, [*captions, _small("millionths", scale.right, 12, text_anchor="end")]


def _small(words, x, y, **look):
    return svg.text(words, x, y, **{"font_size": LABEL, "fill": svg.MUTED} | look)


def _fan(chain, scale, shares, k):
    """What leads from the moves of one value to those of the next."""
    here, on = [0.0, *shares[k]], [0.0, *shares[k + 1]]
    low, high = _level(scale.place, chain, k) - BAR / 2, _level(scale.place, chain, k + 1) + BAR / 2
    for j in range(k + 1):
        if on[j + 1] - on[j] < 1e-9:
            continue
        corners = [(here[j], low), (here[j + 1], low), (on[j + 1], high), (on[j], high)]
        cut = _cut([(scale.x(move), y) for move, y in corners], scale.right)
        if cut:
            path = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in cut) + "z"
            yield svg.path(path, fill=svg.ACCENT, fill_opacity=(0.13, 0.2)[j % 2])


def _cut(corners, right):
    """What of a polygon lies left of `right`."""
    kept = []
    for (x, y), (ahead, below) in zip(corners, corners[1:] + corners[:1], strict=True):
        if x <= right:
            kept.append((x, y))
        if (x <= right) != (ahead <= right):
            kept.append((right, y + (below - y) * (right - x) / (ahead - x)))
    return kept


def _bar(chain, scale, shares, k):
    """A number line, and on it how far its value moved: a part for every pull that it owes it to."""
    y, start = _level(scale.place, chain, k), 0.0
    yield svg.line(scale.place.zero, y, scale.right, y, svg.LINE, 1.3)
    yield svg.line(scale.place.zero, y - 9, scale.place.zero, y + 9, svg.LINE, 1.3)
    for end in shares[k]:
        left, wide = scale.x(start), min(scale.x(end), scale.right) - scale.x(start)
        if end - start > 1e-9 and left < scale.right:
            yield svg.rect(left, y - BAR / 2, max(wide, 0.8), BAR, fill=svg.ACCENT)
            if start and wide > 2:
                yield svg.line(left, y - BAR / 2, left, y + BAR / 2, svg.CARD, 1.5)
        start = max(start, end)
    if not scale.inside(start):
        tip = scale.right - (32 if k == chain.last else 8)  # it goes on
        for x in (tip - 8, tip):
            yield svg.path(f"M{x:.2f} {y - 4}l5 4-5 4", stroke=svg.CARD, stroke_width=1.8)


def _words(now, scale, moves, k):
    """A value's name and number, and how far it moved, once its end is in the frame."""
    chain, place, move = now.chain, scale.place, moves[k]
    y = _level(place, chain, k)
    known, moved = scale.inside(move), move > 1e-9
    x, level = (82, y + 5.5) if place is WIDE else (place.zero, y + 21)
    if place is not WIDE and k == chain.last and now.flag is None:
        level += 6  # its handle stands above
    yield _value(chain, k, move if known else None, x, level)
    if not moved:
        return
    strong = {"font_weight": 600, "fill": svg.ACCENT} | svg.halo(5)
    if not known and k == chain.last and now.flag is not None:
        return  # its status says how far
    if not known:
        beside = 28 if k == chain.last else 0  # its handle
        words = _goes_on(scale, move)
        yield svg.text(words, scale.right - beside, y - 14, font_size=15, text_anchor="end", **strong)
        return
    words, end = f"+{svg.number(move)}", scale.x(move)
    wide = svg.text_width(words, 16)
    if k == chain.last:  # above, for its end can be taken hold of, or stands at the flag
        if now.flag is None and end - 16 - wide > place.zero:
            end -= 16
        look = {"text_anchor": "end"} if end - wide > place.zero + 4 else {"text_anchor": "start"}
        if now.flag is not None:
            end, look = (end + 10, {}) if end + wide + 14 < scale.right else (scale.right, look)
        level = y - 17 if now.flag is None or "text_anchor" in look else y + 6
        size = 18 if now.flag is None else 16 if place is WIDE else 14
        yield svg.text(words, end, level, font_size=size, **strong | look)
    elif end + 8 + wide < scale.right:
        yield svg.text(words, end + 8, y + 5.5, font_size=16, **strong)
    else:
        yield svg.text(words, scale.right, y - 10, font_size=16, text_anchor="end", **strong)


def _value(chain, k, move, x, y):
    """The value as it is now, its millionths in colour; None for a move that is not in sight."""
    value = chain.values[k]
    if move is None:
        number = f'{_written(value)} + <tspan fill="{svg.ACCENT}" font-weight="600">?</tspan>'
    elif move > 1e-9:
        whole, digits = f"{value + move * UNIT:.6f}".split(".")
        lit = f'<tspan fill="{svg.ACCENT}" font-weight="600">{digits[:3]}\u2009{digits[3:]}</tspan>'
        number = f"{whole}.{lit}"
    else:
        number = _written(value)
    name = f"<tspan{attributes(FORMULA | {'font_size': 18})}>{svg.escape(chain.names[k])}</tspan>"
    look = attributes({"font_size": 15, "fill": svg.INK} | svg.halo(5))
    return f'<text x="{x}" y="{y}"{look}>{name} = {number}</text>'


def _written(value):
    return svg.number(value, digits=6)


def _guess(now, scale):
    """How far the end was guessed to move, as soon as the input has."""
    if now.guess is None or not now.pulls[0]:
        return
    x, y = scale.x(now.guess * now.pulls[0]), _level(scale.place, now.chain, now.chain.last)
    level = y + (24 if scale.place is WIDE else 45)
    if x > scale.right:
        yield _small("your guess is farther out", scale.right, level, text_anchor="end", **svg.halo(5))
        return
    yield svg.line(x, y - 13, x, level - 12, svg.MUTED, 1.6, "3 3")
    words = f"your guess, +{svg.number(now.guess * now.pulls[0])}"
    room = svg.text_width(words, LABEL)
    end = {"text_anchor": "end"} if x + room > scale.right else {}
    yield _small(words, x + (-6 if end else 6), level, **svg.halo(5), **end)


def _flag(now, scale, shares):
    """Where the end is to be brought, and what its move is made of."""
    y, x, zero = _level(scale.place, now.chain, now.chain.last), scale.x(now.flag), scale.place.zero
    yield svg.line(x, y + 9, x, y - 44, svg.LOCAL, 2)
    yield svg.path(f"M{x:.2f} {y - 44}l-20 7 20 7z", fill=svg.LOCAL)
    look = {"font_size": 15, "font_weight": 600, "fill": svg.LOCAL, "text_anchor": "end"} | svg.halo(5)
    yield svg.text(f"+{svg.number(now.flag)}", x - 25, y - 32, **look)
    wide = scale.place is WIDE
    words, beside = status(now, shares[-1][-1]), zero + scale.place.hand * MOST + 16
    if not wide:
        for line, level in zip(words.split(", "), (-3, 14), strict=True):
            low = _level(scale.place, now.chain, 0) - RAIL + level
            yield svg.text(line, beside, low, font_size=14, fill=svg.INK, **svg.halo(5))
        return
    yield svg.text(words, beside, y - RAIL + 5, font_size=15, fill=svg.INK, **svg.halo(5))
    start, free = 0.0, 0.0
    for name, end in zip(now.chain.names, shares[-1], strict=True):
        middle = (scale.x(start) + min(scale.x(end), scale.right)) / 2
        words = f"{name} {svg.number(end - start)}"
        half = svg.text_width(words, LABEL) / 2 + 4
        if end - start > 0.5 and free < middle - half and middle + half < scale.right:
            yield _small(words, middle, y + 22, text_anchor="middle", **svg.halo(5) | {"fill": svg.ACCENT})
            free = middle + half
        start = max(start, end)


# --- what is taken hold of ---


def _rail(now, scale, moves, k):
    """Where the hand pulls a value, larger than what it moves; only the input has one without a flag."""
    chain, place, pull = now.chain, scale.place, now.pulls[k]
    if now.flag is None and k:
        return
    y, end = _level(place, chain, k) - RAIL, place.zero + place.hand * MOST
    yield svg.line(place.zero, y, end, y, svg.LINE, 1.2)
    for stop in range(MOST + 1):
        yield svg.circle(place.zero + place.hand * stop, y, 2.4, fill=svg.LINE)
    x = place.zero + place.hand * pull
    if pull and scale.inside(moves[k]) and abs(scale.x(moves[k]) - x) > 1:
        yield svg.line(x, y + 10, scale.x(moves[k]), y + RAIL - BAR / 2 - 1, svg.ACCENT, 1.3, "1.5 4")
    larger = place.hand / scale.unit
    if k == 0 and larger > 1.2 and (now.flag is None or place is WIDE):
        words = f"your pull, drawn {svg.number(larger, digits=2)} times too long"
        yield _small(
            words if place is WIDE else words.removeprefix("your pull, "), end + 14, y + 4.5, **svg.halo(5)
        )
    elif k == 0 and not pull and now.flag is None:
        words = "pull the blue point" if place is WIDE else "pull the point"
        yield _small(words, end + 14, y + 4.5, class_="up-live-only", display="none")
    count = {"font_size": 14, "font_weight": 600, "text_anchor": "middle", "fill": svg.CARD}
    name, inside = chain.names[k], svg.text(str(pull) if pull else "", x, y + 5, **count)
    label = f"{name}: pull it, millionth by millionth"
    yield handle(knob(x, y, inside), f"pull_{name}", label, 0, MOST, 1, place.hand)


def _end(now, scale, moves):
    """The end of the topmost bar: dragged left, the scale shrinks."""
    if moves[-1] < 1e-9:
        return
    chain = now.chain
    x, y = min(scale.x(moves[-1]), scale.right - 11), _level(scale.place, chain, chain.last)
    arrow = {"stroke": svg.CARD, "stroke_width": 2.2, "stroke_linecap": "round"}
    inside = svg.path(f"M{x + 2.5:.2f} {y - 4.5}l-5 4.5 5 4.5", **arrow)
    per = PER_DOUBLING if scale.place is WIDE else PER_DOUBLING / 2
    low = round(math.floor(farthest(moves[-1], scale.place) / GRID) * GRID, 2)
    label = f"The scale, in doublings: drag the tip of {chain.names[-1]}’s bar left"
    yield handle(knob(x, y, inside), "scale", label, low, 0, GRID, per)


# --- the way back, on the left ---


def _lane(now, place, scale, moves):
    """The layers' factors; with a flag also what arrives at each value, in steps from the end."""
    chain, x = now.chain, place.column
    if now.flag is not None:
        above = "engine: per 1," if now.said else "per 1 here,"
        yield _small(above, x - place.half, 12, fill=svg.GRADIENT)
        end = f"<tspan{attributes(FORMULA | {'font_size': 15})}>{svg.escape(chain.names[-1])}</tspan>"
        look = attributes({"font_size": LABEL, "fill": svg.GRADIENT})
        yield f'<text x="{x - place.half}" y="30"{look}>{end} moves</text>'
    pills, gates = [], []
    for k in range(chain.last):
        top, bottom = _level(place, chain, k + 1) + 17, _level(place, chain, k) - 17
        gate, key = (x, (top + bottom) / 2), f"back-{k}"
        yield svg.line(x, top, x, bottom, svg.HAIRLINE, 3)
        in_sight = now.flag is None and moves[0] > 0 and scale.inside(moves[k + 1])
        known = now.flag is not None or in_sight or k < now.seen
        factor = moves[k + 1] / moves[k] if in_sight else chain.locals[k]
        words, pulled = f"×{svg.number(factor)}" if known else "×?", chain.names[k] in now.tried
        if now.said and not pulled:  # what an engine's rule does shows when it is tried
            words = "rule"
        broken = now.said and pulled and not math.isclose(now.arrives[k], now.arrives[k + 1] * factor)
        lost = svg.number(now.arrives[k + 1]) if math.isclose(now.arrives[k], chain.locals[k]) else ""
        gates.append(ways.gate(key, _gate(words, place, broken, lost), gate, 28))
        if now.flag is not None:
            path = f"M{x} {top}V{bottom}"
            yield ways.way(key, chain.last - k, path, gate)
            yield ways.trail(key, path, stroke=svg.GRADIENT, stroke_width=3)
            pills.append(_pill(key, now.arrives[k + 1], now.arrives[k]))
    yield from (*pills, *gates)
    if now.flag is not None:
        for k in range(chain.last + 1):
            yield from _slot(now, place, k)


def _gate(words, place, broken, lost):
    """What a rule multiplies by; if the engine's does not, what it `lost` is struck out, else the factor."""
    struck = (lost or words) if broken else ""
    kept = words if lost or not broken else ""
    look = {"font_size": 15, "font_weight": 600}
    room = 2 * place.half - 2
    apart = svg.text_width(f"{struck} ", 15) if struck and kept else svg.text_width(struck, 15)
    long = apart + svg.text_width(kept, 15)
    if long > room:
        look["font_size"] = 15 * room / long
        apart, long = apart * room / long, room
    wide = max(2 * place.half - 10, long + 8)
    dashes = {"stroke": svg.BAD, "stroke_dasharray": "4 3"} if broken else {"stroke": svg.LOCAL}
    body = svg.rect(-wide / 2, -14, wide, 28, fill=svg.LOCAL_WASH, stroke_width=1.5, rx=8, **dashes)
    if struck:
        body += svg.text(struck, -long / 2, 5.5, fill=svg.BAD, text_decoration="line-through", **look)
    return body + (svg.text(kept, apart - long / 2, 5.5, fill=svg.LOCAL, **look) if kept else "")


def _pill(key, leaves, lands):
    wide = 16 + max(svg.text_width(svg.number(value), 15) for value in (leaves, lands))
    look = {"font_size": 15, "font_weight": 600, "text_anchor": "middle", "fill": svg.ON_GRADIENT}
    faces = (svg.text(svg.number(value), 0, 5, **look) for value in (leaves, lands))
    return ways.pill(key, svg.rect(-wide / 2, -13, wide, 26, fill=svg.GRADIENT, rx=13), *faces, wide=26)


def _slot(now, place, k):
    """How far the end moves per 1 of a value: known once it was pulled, or once the way back is there."""
    chain, x, y, step = now.chain, place.column, _level(place, now.chain, k), now.chain.last - k
    wrong, tried = chain.names[k] in now.wrong, chain.names[k] in now.tried
    measured = svg.number(chain.moves([j == k for j in range(chain.last + 1)])[-1])
    number = svg.number(now.arrives[k])
    look = {"fill": svg.GRADIENT_WASH, "stroke": svg.BAD if wrong else svg.LINE, "rx": 8}
    yield svg.rect(x - place.half, y - 17, 2 * place.half, 34, **look)
    middle = {"font_size": 18, "text_anchor": "middle"}
    if wrong:
        number = f"{number} ≠ {measured}" if place is WIDE else f"≠ {measured}"
        fits = {"font_size": min(18, 18 * (2 * place.half - 4) / svg.text_width(number, 18))}
        yield svg.text(number, x, y + 5.5, font_weight=600, fill=svg.BAD, **middle | fits)
        return
    words = svg.text(measured if tried else number, x, y + 6.5, font_weight=600, fill=svg.GRADIENT, **middle)
    if not step or tried or now.said:
        yield words
        return
    yield svg.group(words, data_step=step - 0.06)
    yield svg.group(svg.text("?", x, y + 6.5, fill=svg.MUTED, **middle), data_until=step - 0.06)
