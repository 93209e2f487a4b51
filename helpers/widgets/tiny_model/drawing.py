"""The picture of a model that is pulled by hand: three w and one b laid end to end, and the way back beside.

All lengths have one scale. It begins at 0 and reaches past the target; where the model leaves that, the scale
shrinks in sight. The error is a real square on the miss. One more layer may follow it, k times the error.
Below stands what the steps have done so far, step by step.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from helpers.drawing import svg, ways
from helpers.drawing.held import handle, knob
from helpers.drawing.svg.film import Reel
from helpers.drawing.svg.pictures import PAD

from .learning import FACTOR, Moment, moment, stepped

BLOCK = 24  # the height of a block
LANES = {
    "w": 32,
    "product": 100,
    "b": 144,
    "guess": 188,
    "error": 252,
    "end": 316,
}  # how far down each stands
GATES = {"k": 284, "square": 220, "+": 146, "3w": 66}
WAYS = (  # from, to, through the rule
    ("end", "error", "k"),
    ("error", "guess", "square"),
    ("guess", "product", "+"),
    ("guess", "b", "+"),
    ("product", "w", "3w"),
)
LAST = 3  # the step in which the sweep from the error ends
ROOM, LESS_ROOM = 122, 80  # for the error, below the guess; less above the line of k
TRAIL = 328  # how far down the steps stand that were taken
MOST_STEPS = 60  # of them are shown
GLIDE = 300  # milliseconds that a step takes
RACE = 5  # steps after which one sees who goes where
PILL = 20  # the height of what travels
K = (-2.0, 3.0)  # between which k is pulled
REACH = 1.26  # times the target: how far the scale goes at least
LANDS = 0.05  # so near is there
ASIDE = 21  # from the middle of a handle: its ring hides no number
FAR_OFF = 0.5  # a step from nearer does not land: it was there
FASTEST = 0.1  # the rate to which the arrow can be drawn: at a larger one every step makes the error larger
CELL = 7  # pixels: a smaller cell would only be a haze, so for the error's sake no unit gets smaller
SMALL = 20  # pixels for a unit: with less, the marks of pulls would lie over each other
FAINT = 5e-5  # what is smaller and not 0 is said to be so


class Layout(NamedTuple):
    """How wide the picture is, and where its columns stand."""

    width: float
    column: float  # the middle of the boxes at which something arrives
    half: float  # of such a box
    beside: float  # the middle of b's box
    zero: float  # where the lengths begin


WIDE = Layout(760, 36, 33, 112, 204)
NARROW, SLIM = Layout(288, 26, 25, 74, 110), 588  # pixels: as wide as a narrow one gets
ROOMY = 480  # pixels: then a step is told as a product


class Scale(NamedTuple):
    """Where a length ends in the picture."""

    zero: float  # where 0 stands
    unit: float  # pixels for 1

    def x(self, value: float) -> float:
        """Where a value stands."""
        return self.zero + self.unit * value


def scale_of(now: Moment, target: float, place: Layout, room: float = ROOM) -> Scale:
    """The scale on which everything has room: it shrinks only where the model leaves it."""
    ends = (now.w, now.product, now.guess, REACH * target)
    low, high = min(0.0, *ends), max(0.0, *ends)
    unit = (place.width - place.zero - 12) / ((high - low) or 1)
    if abs(now.miss) * unit > room:
        unit = min(unit, max(room / abs(now.miss), CELL))
    return Scale(place.zero - low * unit, unit)


def draw_model(
    now: Moment,
    target: float,
    rate: float,
    forgets: str = "",
    pulled: Mapping[str, float] | None = None,
    start: tuple[float, float] = (2.0, 1.0),
    narrow: int = 0,
    k: float | None = None,
    trails: Sequence[Sequence[float]] = (),
    remark: str = "",
    deaf: Moment | None = None,
    came: tuple[Moment, Moment | None] | None = None,
) -> svg.Picture:
    """The model where it stands, its sweep step by step, and the step downhill that the sweep says.

    `pulled` tells how far w alone, or b alone, was pulled from its `start` to reach the target. With `k` the
    end is k times the error, and beside the step stands that of a square which forgets its upstream.
    `trails` are the guesses so far; with `k` they are the ends, and those of a square which forgets; that
    model stands where `deaf` says, or where this one does. Both glide there from where they `came` from.
    """
    place = NARROW._replace(width=min(max(NARROW.width, narrow - 2 * PAD), SLIM)) if narrow else WIDE
    room = ROOM if k is None else LESS_ROOM
    taken = WAYS if k is not None else WAYS[1:]
    steps = {to: len({way[0] for way in taken[: n + 1]}) for n, (_, to, _) in enumerate(taken)}

    def standing(now: Moment, deaf: Moment | None):
        scale, last = scale_of(now, target, place, room), steps["w"]
        yield "".join(_error(place, scale, now, target, room))
        yield "".join(_axis(place, scale, target, k is None))
        yield "".join(_lengths(place, scale, now, target))
        yield "".join(_marks(place, scale, {} if trails else pulled or {}, start))
        yield "".join(_next_step(place, scale, now, target, rate, forgets, k, last))
        if k is not None:
            apart = _apart(scale, now, deaf)
            yield "".join(_deaf_step(place, scale, deaf or now, target, rate, last, apart))
            yield "".join(_factor_line(place, now, k))
        yield "".join(_handles(place, scale, now))

    reel, there = Reel(), standing(now, deaf)
    parts = [
        *(_way(place, *each, steps[each[1]]) for each in taken),
        *(_pill(place, now, *each[:2]) for each in taken),
        *(_gate(place, now, rule, forgets, k) for rule in dict.fromkeys(way[2] for way in taken)),
        *(_arrives(place, now, name, steps.get(name, 0)) for name in [taken[0][0], *steps]),
        svg.text("what arrives at", 3, 12, font_size=13, fill=svg.MUTED),
        *(map(reel.glide, standing(*came), there) if came else there),
        *_trails(place, trails or [[now.guess if k is None else now.end]], None if k is not None else target),
        *_remark(place, remark, TRAIL - 6 if k is None else TRAIL + 76),
    ]
    film = reel.film([""] * 2, [""] * 2, alone=GLIDE, runs=f"step {len(trails[0])}") if came else None
    title = f"Three w and one b, end to end: {shown(target)} is wanted"
    drawn = svg.canvas(place.width, TRAIL + (54 if k is None else 80), *parts)
    return svg.picture(drawn, title, _told(now, target, rate, forgets, k, taken), film=film)


def shown(value: float) -> str:
    """A value as it is shown, to three decimals; what is smaller still is not said to be 0.

    >>> shown(-6.00001), shown(0.00032), shown(1e-9), shown(0.0)
    ('−6', '0.0003', '≈ 0', '0')
    """
    if 0 < abs(value) < 5e-4:
        return svg.number(value, digits=1) if abs(value) >= FAINT else "≈ 0"
    return svg.number(round(value, 3) + 0.0)


def _told(now, target, rate, forgets, k, taken):
    """A sentence for each step of the sweep."""
    at = {name: shown(value) for name, value in now.arrives.items()}
    end = "L" if k is not None else "The error"
    lines = [f"The guess is {shown(now.guess)}, {_off(now)}: the error is {shown(now.error)}."]
    factors = {"k": shown(now.end if k is None else k), "square": shown(now.local), "+": "1", "3w": "3"}
    places = {"error": "the error", "guess": "the guess", "product": "3w, and the same at b", "w": "w"}
    for origin, to, rule in (way for way in taken if way[1] != "b"):
        name = places[to]
        if rule == forgets:
            lines.append(f"{at[to]} arrives at {name}, whatever came: the {at[origin]} is forgotten.")
        elif "≈" in at[origin]:
            lines.append(f"Next to nothing arrives at {name}: there is next to no error.")
        else:
            lines.append(f"{at[origin]} × {_given(factors[rule])} = {at[to]} arrives at {name}.")
    lines[1] = f"{end} moves 1 per 1 of itself, so the way back begins with 1: {lines[1]}"
    if not now.arrives["w"]:
        lines[-1] += " Nothing is left to change."
        return lines
    ahead = stepped(now, rate, target, forgets, k=1.0 if k is None else k)
    lines[-1] += f" A step is {shown(-rate)} times what arrives: the guess goes to {shown(ahead.guess)}."
    return lines


def _off(now):
    if not now.miss:
        return "as wanted"
    return f"{shown(abs(now.miss))} too {'short' if now.miss < 0 else 'long'}"


def _given(number):
    """A factor, in brackets if it is negative."""
    return f"({number})" if number.startswith("−") else number


# --- the way back, on the left ---


def _spot(place, name):
    return (place.beside, GATES["+"]) if name == "b" else (place.column, LANES[name])


def _path(place, origin, to):
    (x, y), (left, top) = _spot(place, origin), _spot(place, to)
    if to == "b":
        return f"M{x} {top}H{left - place.half}"
    return f"M{x} {y - 13}V{top + 13}"


def _way(place, origin, to, rule, step):
    at = (place.column, GATES[rule])
    key, path = f"{origin}-{to}", _path(place, origin, to)
    trail = ways.trail(key, path, stroke=svg.GRADIENT, stroke_width=3)
    return ways.way(key, step, path, at, stroke=svg.HAIRLINE, stroke_width=3) + trail


def _pill(place, now, origin, to):
    faces = [shown(now.arrives[name]) for name in (origin, to)]
    wide = 16 + max(svg.text_width(face, 14) for face in faces)
    look = {"font_size": 14, "font_weight": 600, "text_anchor": "middle", "fill": svg.ON_GRADIENT}
    body = svg.rect(-wide / 2, -PILL / 2, wide, PILL, rx=PILL / 2, fill=svg.GRADIENT)
    return ways.pill(f"{origin}-{to}", body, *(svg.text(face, 0, 5, **look) for face in faces), wide=PILL)


def _gate(place, now, rule, forgets, k):
    """The local factor on the way: clicked, its rule forgets what arrives, or hears it again."""
    words = {
        "k": f"×{_given(shown(k or 0.0))}",
        "square": f"×{_given(shown(now.local))}",
        "+": "×1",
        "3w": "×3",
    }[rule]
    words = words.replace("×≈", "≈")
    wide, lost = max(38, 16 + svg.text_width(words, 15)), rule == forgets
    look = {"stroke": svg.BAD, "stroke_dasharray": "4 3", "fill": svg.CARD} if lost else {
        "stroke": svg.LOCAL, "fill": svg.LOCAL_WASH
    }  # fmt: skip
    body = svg.rect(-wide / 2, -12, wide, 24, rx=8, stroke_width=1.5, **look)
    body += svg.text(words, 0, 5, font_size=15, font_weight=600, text_anchor="middle", fill=svg.LOCAL)
    if lost:  # beside it, but above the +, where b's box is beside
        at = (0, -16) if rule == "+" else (wide / 2 + 6, 5)
        look = {"text_anchor": "middle"} if rule == "+" else {}
        body += svg.text("forgets", *at, font_size=13, font_weight=600, fill=svg.BAD, **svg.halo(5) | look)
    does = "forgets what arrives; click, and it hears again" if lost else "click, and it forgets"
    label = f"The rule of {rule}, {words}: {does}"
    for origin, to in (way[:2] for way in WAYS if way[2] == rule):
        body = svg.group(body, data_gate=f"{origin}-{to}", data_wide=24)
    gate = f'<g transform="translate({place.column} {GATES[rule]})">{body}</g>'
    if rule == "k":
        return gate
    return svg.group(gate, data_set="forgets", data_value="none" if lost else rule, data_label=label)


def _arrives(place, now, name, step):
    """A box, and what arrives there once the sweep has come to it."""
    x, y = _spot(place, name)
    box = svg.rect(x - place.half, y - 13, 2 * place.half, 26, rx=7, fill=svg.GRADIENT_WASH, stroke=svg.LINE)
    middle = {"font_size": 15, "text_anchor": "middle"}
    number = svg.text(shown(now.arrives[name]), x, y + 5.5, font_weight=600, fill=svg.GRADIENT, **middle)
    called = {"product": "3w", "end": "L"}.get(name, name)
    letter = {} if len(called) > 2 else {"font_family": svg.FORMULA_FONT, "font_style": "italic"}
    look = {"font_size": 16 if letter else 14, "fill": svg.MUTED} | letter
    if name == "b":
        box += svg.text(called, x, y - 18, text_anchor="middle", **look)
    elif place is WIDE or name not in ("w", "product"):  # else the name on its line is beside it
        box += svg.text(called, x + place.half + 5, y + 5, **look)
    if step == 0:
        return box + number
    asked = svg.group(svg.text("?", x, y + 5.5, fill=svg.MUTED, **middle), data_until=step - 0.06)
    return box + asked + svg.group(number, data_step=step - 0.06)


# --- the lengths, on the right ---


def _axis(place, scale, target, flag):
    y, right = LANES["guess"], place.width - 6
    left = min(place.zero, scale.zero)
    yield svg.line(left, y, right, y)
    small = {"font_size": 12, "fill": svg.MUTED}
    apart = next((each for each in (1, 2, 5, 10, 20, 50, 100, 200, 500) if each * scale.unit >= 38), 1000)
    for tick in range(math.ceil((left - scale.zero) / scale.unit / apart), 10**6):
        x = scale.x(tick * apart)
        if x > right:
            break
        yield svg.rect(x - 0.5, y, 1, 5, fill=svg.LINE)
        yield svg.text(shown(tick * apart), x, y + 19, text_anchor="middle", **small)
    x, top = scale.x(target), LANES["product"] - 26
    look = {"font_weight": 600, "fill": svg.LOCAL} | svg.halo(5)
    yield svg.line(x, y + 6, x, top, svg.LOCAL, 2.5, None if flag else "4 4")
    if not flag:
        at, anchor = (x + 6, "start") if x + 56 < place.width else (x - 6, "end")
        yield svg.text("error 0", at, top + 10, font_size=13, text_anchor=anchor, **look)
        return
    yield svg.path(f"M{x:.2f} {top}h24l-6 8l6 8h-24z", fill=svg.LOCAL)
    yield svg.text(shown(target), x + 2, top - 6, font_size=16, **look)


def _error(place, scale, now, target, room):
    """The error, a square on the miss; what does not fit below the line is torn off."""
    y, side = LANES["guess"], abs(now.miss) * scale.unit
    left = scale.x(min(now.guess, target))
    high, teeth, is_torn = min(side, room), math.ceil(side / 12), side > room + 1e-6
    edge = f"l{-side / teeth / 2:.2f} -6l{-side / teeth / 2:.2f} 6" * teeth if is_torn else f"h{-side:.2f}"
    square = f"M{left:.2f} {y}h{side:.2f}v{high:.2f}{edge}z"
    yield svg.path(square, fill=svg.PAIRS[2], stroke=svg.LINE)
    if not is_torn and scale.unit >= CELL:  # its cells: as many as the error says
        lines = [scale.unit * k for k in range(1, math.ceil(abs(now.miss)))]
        across = "".join(f"M{left:.2f} {y + by:.2f}h{side:.2f}" for by in lines)
        down = "".join(f"M{left + by:.2f} {y}v{high:.2f}" for by in lines)
        yield svg.path(across + down, stroke=svg.LINE, stroke_opacity=0.4)
    words = f"error {shown(now.error)}"
    middle = {"text_anchor": "middle", "font_size": 15, "font_weight": 600, "fill": svg.INK}
    wide = svg.text_width(words, 15)
    x = min(max(left + side / 2, place.zero + wide / 2), place.width - wide / 2)
    below = max(42, min(high / 2 + 14, room - 28))  # the numbers of the axis
    yield svg.text(words, x, y + below, **middle, **svg.halo(5))
    off = f"{shown(abs(now.miss))} off, squared"
    if high > 60 and svg.text_width(off, 13) < side:
        yield svg.text(
            off, x, min(y + high / 2 + 34, y + room - 8), font_size=13, text_anchor="middle", fill=svg.INK
        )


def _block(scale, start, length, y, fill, letter=""):
    """A block from `start` on, to scale, with its letter where there is room."""
    ends = sorted((scale.x(start), scale.x(start + length)))
    box = svg.rect(ends[0], y - BLOCK / 2, ends[1] - ends[0], BLOCK, fill=fill, stroke=svg.LINE)
    look = {"font_family": svg.FORMULA_FONT, "font_style": "italic", "font_size": 17, "text_anchor": "middle"}
    return box + svg.text(letter * (ends[1] - ends[0] >= 16), sum(ends) / 2, y + 5.5, fill=svg.INK, **look)


def _lengths(place, scale, now, target):
    named = {"font_size": 17, "text_anchor": "end", "fill": svg.INK, "font_style": "italic"}
    named |= {"font_family": svg.FORMULA_FONT}
    left = scale.x(min(now.product, now.guess))
    left -= 13 if now.b < 0 and place is WIDE else 0  # there its handle stands
    for name, text, x in (("w", "w", place.zero), ("product", "3w", place.zero), ("b", "b", left)):
        yield svg.text(text, x - 9, LANES[name] + 5.5, **named)
    yield _block(scale, 0, now.w, LANES["w"], svg.PAIRS[0], "w" * (abs(now.w) * scale.unit > 38))
    for k in range(int(FACTOR)):
        yield _block(scale, k * now.w, now.w, LANES["product"], svg.PAIRS[0], "w")
    yield _block(scale, now.product, now.b, LANES["b"], svg.PAIRS[1])
    for value, top, end in (("product", "product", "b"), ("guess", "b", "guess")):
        x = scale.x(getattr(now, value))
        yield svg.line(x, LANES[top] + BLOCK / 2, x, LANES[end], svg.LINE, 1, "3 3")
    x, y = scale.x(now.guess), LANES["guess"]
    yield svg.circle(x, y, 6.5, fill=svg.INK)
    look = {"font_size": 19, "font_weight": 600, "fill": svg.INK} | svg.halo(5)
    wide = 10 + svg.text_width(shown(now.guess), 19)
    over_pole = x - wide < scale.x(target) < x and x + wide < place.width
    if over_pole or x - wide < place.column + place.half + 44:  # there its box has its name
        yield svg.text(shown(now.guess), x + 10, y - 9, **look)
    else:
        yield svg.text(shown(now.guess), x - 10, y - 9, text_anchor="end", **look)


def _marks(place, scale, pulled, start):
    """How far one end alone had to be pulled: the marks stay while there is room."""
    if scale.unit < SMALL:
        return
    look = {"font_size": 13, "fill": svg.ACCENT} | svg.halo(5)
    w, b = start
    for name, by in pulled.items():
        begin = w if name == "w" else FACTOR * w + b
        y = LANES[name] + BLOCK / 2 + 9
        yield svg.arrow(scale.x(begin), y, scale.x(begin + by), y, svg.ACCENT, 1.6, "4 3", 7)
        words = f"{svg.signed(by)} of {name} did it" if place.width >= ROOMY else f"{svg.signed(by)}"
        yield svg.text(words, scale.x(begin + max(by, 0)) + 8, y + 4.5, **look)


def _next_step(place, scale, now, target, rate, forgets, k, last):
    """The two steps that the sweep says, drawn where they will be taken; w's is also the rate's handle."""
    ahead = stepped(now, rate, target, forgets, k=1.0 if k is None else k)
    if now.arrives["w"] == now.arrives["b"] == 0:
        return
    arrows, flag = "", scale.x(target)
    for name, x in (("w", scale.x(now.w)), ("b", scale.x(now.guess))):
        by, y = -rate * now.arrives[name], LANES[name] - (22 if name == "w" else 18)
        tip = x + by * scale.unit
        arrows += svg.line(x, y - 5, x, y + 9, svg.GRADIENT, 2) + svg.arrow(x, y, tip, y, svg.GRADIENT, 3)
        words = f"+{shown(by)}" if shown(by)[0].isdigit() and by else shown(by)
        told = [words]
        if place.width >= ROOMY and words != "≈ 0":
            told = [f"−{shown(rate)} × {_given(shown(now.arrives[name]))} = {words}", *told[name == "w" :]]
        look = {"font_size": 13, "font_weight": 600, "fill": svg.GRADIENT} | svg.halo(5)
        for words in told:  # b's in short rather than across its bar
            # beside a head that may be longer than the step, or beside the room of a hand
            begin, wide = max(x, tip) + (24 if name == "w" else 16), svg.text_width(words, 13)
            if name == "b" and begin < flag < begin + wide + 3:
                begin = flag + 8  # beyond its pole
            if begin + wide <= place.width:
                break
        else:
            begin = min(x, tip) - 16 - wide
        arrows += svg.text(words, begin, y + 4.5, **look)
        if name == "w" and place.width >= ROOMY and k is None and begin > x:
            hint = begin + wide + 14
            look = {"font_size": 13, "fill": svg.MUTED, "class_": "up-live-only", "display": "none"}
            drag = "← drag the purple arrow: the rate", "← drag it: the rate", "← drag it"
            fitting = (each for each in drag if hint + svg.text_width(each, 13) <= place.width)
            arrows += svg.text(next(fitting, ""), hint, y + 4.5, **look)
        if name == "w":
            body, per = _head(tip, y, by), -now.arrives["w"] * scale.unit
            arrows += handle(body, "rate", "The rate: the purple arrow", 0, FASTEST, 0.002, per)
    x, y = scale.x(ahead.guess), LANES["guess"]
    lands = abs(ahead.miss) < LANDS and abs(now.miss) >= FAR_OFF
    color = svg.LOCAL if lands else svg.GRADIENT
    if x > place.zero - 12:  # else it lies beyond the picture
        arrows += svg.path(f"M{x:.2f} {y + 1}l-6 9h12z", fill=color, stroke=svg.CARD)
    if lands:
        said = {"font_size": 14, "font_weight": 600, "text_anchor": "end", "fill": svg.LOCAL} | svg.halo(5)
        arrows += svg.text("one step lands here", x - 6, y + 37, **said)
    yield svg.group(arrows, data_step=last)


def _head(tip, y, by):
    """The head of an arrow, as large as a hand needs; it can be met a little beside what is seen."""
    reach = svg.rect(tip - 18, y - 18, 36, 36, fill="transparent", stroke="none")
    ahead = 1 if by > 0 else -1
    return reach + svg.path(f"M{tip:.2f} {y}l{-15 * ahead} -9v18z", fill=svg.GRADIENT, stroke=svg.CARD)


def _deaf_step(place, scale, now, target, rate, last, apart):
    """Where a model stands whose square forgets its upstream, a ring for its guess, and its step of w.

    The ring has a name once it stands `apart` from the guess.
    """
    look = {"font_size": 13, "font_weight": 600, "fill": svg.BAD} | svg.halo(5)
    if 0 < (x := scale.x(now.guess)) < place.width:
        yield svg.circle(x, LANES["guess"], 9, stroke=svg.BAD, stroke_width=2.5)
        if apart:
            yield svg.text("forgets", x, LANES["guess"] - 13, text_anchor="middle", **look)
    by = -rate * moment(now.w, now.b, target, "square").arrives["w"]
    x, y = scale.x(now.w), LANES["w"] + BLOCK / 2 + 14
    says = svg.signed(round(by, 3))
    words = f"{says} if the square forgets" if place is WIDE else f"forgets: {says}"
    arrow = svg.line(x, y - 10, x, y + 6, svg.BAD, 2)
    arrow += svg.arrow(x, y, x + by * scale.unit, y, svg.BAD, 2.5, "5 3", 8)
    begin, wide = x + max(by * scale.unit, 0) + 8, svg.text_width(words, 13)
    if begin + wide > place.width:
        begin = x + min(by * scale.unit, 0) - 8 - wide
    yield svg.group(arrow + svg.text(words, begin, y + 4.5, **look), data_step=last)


def _apart(scale, now, deaf):
    return deaf is not None and abs(deaf.guess - now.guess) * scale.unit > 88  # beside its number


def _factor_line(place, now, k):
    """The last layer, with its factor on a line of its own."""
    y, (low, high) = LANES["end"] - 10, K
    per = (place.width - place.zero - 24) / (high - low)
    left = place.zero + 12 - low * per
    formula = "k · error = " if place is WIDE else ""
    words = f"L = {formula}{shown(k)} · {shown(now.error)} = {shown(now.end)}"
    if "≈" in words:
        words = f"L = {formula}{shown(now.end)}".replace("= ≈", "≈")
    yield svg.text(words, place.zero, y - 20, font_size=15, fill=svg.INK)
    yield svg.line(left + low * per, y, left + high * per, y)
    for tick in range(math.ceil(low), math.floor(high) + 1):
        yield svg.rect(left + tick * per - 0.5, y, 1, 5, fill=svg.LINE)
        yield svg.text(
            shown(tick), left + tick * per, y + 19, text_anchor="middle", font_size=12, fill=svg.MUTED
        )
    named = {"font_family": svg.FORMULA_FONT, "font_style": "italic", "font_size": 17, "fill": svg.INK}
    yield svg.text("k", place.zero - 9, y + 5.5, text_anchor="end", **named)
    yield handle(knob(left + k * per, y), "k", "k: pull it", low, high, 0.1, per)


# --- the steps that were taken, below ---


def _trails(place, trails, wanted):
    """What the steps have made of the guess, or of L: a dot for each; a second row for one that forgets."""
    trails = [list(trail)[-MOST_STEPS:] for trail in trails]
    values = [*itertools.chain(*trails), *([] if wanted is None else [wanted])]
    low, high = min(values), max(values)
    middle, half = (low + high) / 2, max((high - low) / 2, 1e-3)
    named = {"font_size": 13, "fill": svg.MUTED}
    for line, words in enumerate(("L should", "fall") if wanted is None else ("the guess,", "step by step")):
        yield svg.text(words, 3, TRAIL + 27 + 16 * line, **named)
    left, tail = place.zero, 118 if len(trails) > 1 else 64
    apart = (place.width - left - tail) / max(len(trails[0]) - 1, RACE)

    def level(value):
        return TRAIL + 32 - 18 * (value - middle) / half

    if wanted is not None:
        y = level(wanted)
        yield svg.line(left, y, place.width - tail, y, svg.LOCAL, 1.5, "5 4")
        yield svg.text(shown(wanted), left - 8, y + 4.5, text_anchor="end", **named | {"fill": svg.LOCAL})
    else:
        y = level(trails[0][0])
        yield svg.text(shown(trails[0][0]), left - 8, y + 4.5, text_anchor="end", **named)
    looks = ((svg.GRADIENT, None), (svg.BAD, "5 3"))
    tips = [level(trail[-1]) for trail in trails]
    if len(tips) > 1 and abs(tips[0] - tips[1]) < 15:
        tips = [tips[0] - 7.5, tips[1] + 7.5] if tips[0] <= tips[1] else [tips[0] + 7.5, tips[1] - 7.5]
    for trail, (color, dashes), tip, who in zip(trails, looks, tips, ("", "forgets: "), strict=False):
        spots = [(left + apart * n, level(value)) for n, value in enumerate(trail)]
        way = "L".join(f"{x:.2f} {y:.2f}" for x, y in spots)
        yield svg.path(f"M{way}", stroke=color, stroke_width=1.5, stroke_dasharray=dashes)
        yield "".join(svg.circle(x, y, 2.6, fill=color) for x, y in spots)
        if len(trail) > 1:
            look = {"font_size": 13, "font_weight": 600, "fill": color} | svg.halo(5)
            yield svg.text(f"{who}{shown(trail[-1])}", spots[-1][0] + 8, tip + 4.5, **look)


def _remark(place, words, y):
    """What is to be said of what was just done: a second line stands above the first one's place."""
    size, lines = svg.lines_within(words, 14, place.width - 4, 2)
    look = {"font_size": size, "font_weight": 600, "fill": svg.ACCENT} | svg.halo(5)
    yield from (
        svg.text(line, place.width - 4, y - 17 * n, text_anchor="end", **look)
        for n, line in enumerate(reversed(lines))
    )


def _handles(place, scale, now):
    """The two ends that can be pulled."""
    for name, x in (("w", scale.x(now.w)), ("b", scale.x(now.guess))):
        y, value = LANES[name], getattr(now, name)
        grip = svg.path(f"M{x - 3:.2f} {y - 4}v8M{x + 3:.2f} {y - 4}v8", stroke=svg.CARD)
        words = {"font_size": 16, "font_weight": 600, "fill": svg.ACCENT} | svg.halo(5)
        begin, wide = x + ASIDE, svg.text_width(shown(value), 16)
        if begin + wide > place.width or (value < 0 and x - ASIDE - wide > place.zero - 6):  # beside its bar
            begin = x - ASIDE - wide
        yield svg.text(shown(value), begin, y + 5.5, **words)
        yield handle(knob(x, y, grip), name, f"{name}: pull its end", -99, 99, 0.05, scale.unit)
