"""The picture of a model that is pulled by hand: three w and one b laid end to end, and the way back beside.

All lengths have one scale. It begins at 0 and reaches past the target; where the model leaves that, the scale
shrinks in sight. The error is a real square on the miss.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from helpers.drawing import svg, ways
from helpers.drawing.held import handle, knob

from .learning import FACTOR, Moment, stepped

BLOCK = 24  # the height of a block
LANES = {"w": 40, "product": 106, "b": 144, "guess": 216, "error": 302}  # how far down each value stands
GATES = {"square": 259, "+": 180, "3w": 73}
WAYS = (  # from, to, through the rule, in step
    ("error", "guess", "square", 1),
    ("guess", "product", "+", 2),
    ("guess", "b", "+", 2),
    ("product", "w", "3w", 3),
)
LAST = 3  # the step in which the sweep ends
HIGH = 362
REACH = 1.26  # times the target: how far the scale goes at least
LANDS = 0.05  # so near is there
CELL = 14  # pixels: a smaller cell would only be a haze


class Layout(NamedTuple):
    """How wide the picture is, and where its columns stand."""

    width: float
    column: float  # the middle of the boxes at which something arrives
    half: float  # of such a box
    beside: float  # the middle of b's box
    zero: float  # where the lengths begin


WIDE = Layout(760, 36, 33, 112, 204)
NARROW = Layout(288, 26, 25, 74, 110)


class Scale(NamedTuple):
    """Where a length ends in the picture."""

    zero: float  # where 0 stands
    unit: float  # pixels for 1

    def x(self, value: float) -> float:
        """Where a value stands."""
        return self.zero + self.unit * value


def scale_of(now: Moment, target: float, place: Layout) -> Scale:
    """The scale on which everything has room: it shrinks only where the model leaves it."""
    ends = (now.w, now.product, now.guess, REACH * target)
    low, high = min(0.0, *ends), max(0.0, *ends)
    unit = (place.width - place.zero - 12) / ((high - low) or 1)
    return Scale(place.zero - low * unit, unit)


def draw_model(
    now: Moment,
    target: float,
    rate: float,
    forgets: str = "",
    pulled: Mapping[str, float] | None = None,
    start: tuple[float, float] = (2.0, 1.0),
    narrow: bool = False,
) -> svg.Picture:
    """The model where it stands, its sweep in three steps, and the step downhill that the sweep says.

    `pulled` tells how far w alone, or b alone, was pulled from its `start` to reach the target.
    """
    place = NARROW if narrow else WIDE
    scale = scale_of(now, target, place)
    parts = [
        *(_way(place, *each) for each in WAYS),
        *(_pill(place, now, *each[:2]) for each in WAYS),
        *(_gate(place, now, rule, forgets) for rule in GATES),
        *(_arrives(place, now, name) for name in LANES),
        svg.text("arrives", place.column, 332, font_size=13, text_anchor="middle", fill=svg.MUTED),
        *_error(place, scale, now, target),
        *_axis(place, scale, target),
        *_lengths(place, scale, now),
        *_marks(place, scale, pulled or {}, start),
        *_next_step(place, scale, now, target, rate, forgets),
        *_handles(place, scale, now),
    ]
    title = f"Three w and one b, end to end: {shown(target)} is wanted"
    return svg.picture(svg.canvas(place.width, HIGH, *parts), title, _told(now, target, rate, forgets))


def shown(value: float) -> str:
    """A value as it is shown: to three decimals, so that what has all but vanished is 0."""
    return svg.number(round(value, 3) + 0.0)


def _told(now, target, rate, forgets):
    """A sentence for each step of the sweep."""
    at = {name: shown(value) for name, value in now.arrives.items()}
    lines = [f"The guess is {shown(now.guess)}, {_off(now)}: the error is {shown(now.error)}."]
    factors = {"square": shown(now.local), "+": "1", "3w": "3"}
    for origin, to, rule, _ in (way for way in WAYS if way[1] != "b"):
        name = {"guess": "the guess", "product": "3w, and as much at b", "w": "w"}[to]
        if rule == forgets:
            lines.append(f"{at[to]} arrives at {name}, whatever came: the {at[origin]} is forgotten.")
        else:
            lines.append(f"{at[origin]} × {_given(factors[rule])} = {at[to]} arrives at {name}.")
    ahead = stepped(now, rate, target, forgets)
    lines[-1] += f" One step against it, {shown(rate)} times as far, takes the guess to {shown(ahead.guess)}."
    return lines


def _off(now):
    if abs(now.miss) < 5e-4:
        return "as wanted"
    return f"{shown(abs(now.miss))} too {'short' if now.miss < 0 else 'long'}"


def _given(number):
    """A factor, in brackets if it is negative."""
    return f"({number})" if number.startswith("−") else number


# --- the way back, on the left ---


def _spot(place, name):
    return (place.beside if name == "b" else place.column), LANES[name]


def _path(place, origin, to):
    (x, y), (left, top) = _spot(place, origin), _spot(place, to)
    if to == "b":
        return f"M{x} {GATES['+']}L{left} {top + 13}"
    return f"M{x} {y - 13}V{top + 13}"


def _way(place, origin, to, rule, step):
    at = (place.column, GATES[rule])
    key, path = f"{origin}-{to}", _path(place, origin, to)
    trail = ways.trail(key, path, stroke=svg.GRADIENT, stroke_width=3)
    return ways.way(key, step, path, at, stroke=svg.HAIRLINE, stroke_width=3) + trail


def _pill(place, now, origin, to):
    faces = [shown(now.arrives[name]) for name in (origin, to)]
    wide = 16 + max(svg.text_width(face, 15) for face in faces)
    look = {"font_size": 15, "font_weight": 600, "text_anchor": "middle", "fill": svg.ON_GRADIENT}
    body = svg.rect(-wide / 2, -12.5, wide, 25, rx=12.5, fill=svg.GRADIENT)
    return ways.pill(f"{origin}-{to}", body, *(svg.text(face, 0, 5, **look) for face in faces), wide=25)


def _gate(place, now, rule, forgets):
    """The local factor on the way: clicked, its rule forgets what arrives, or hears it again."""
    words = {"square": f"×{_given(shown(now.local))}", "+": "×1", "3w": "×3"}[rule]
    wide, lost = max(38, 16 + svg.text_width(words, 15)), rule == forgets
    look = {"stroke": svg.BAD, "stroke_dasharray": "4 3", "fill": svg.CARD} if lost else {
        "stroke": svg.LOCAL, "fill": svg.LOCAL_WASH
    }  # fmt: skip
    body = svg.rect(-wide / 2, -13, wide, 26, rx=8, stroke_width=1.5, **look)
    body += svg.text(words, 0, 5, font_size=15, font_weight=600, text_anchor="middle", fill=svg.LOCAL)
    if lost:
        body += svg.text(
            "forgets", wide / 2 + 6, 5, font_size=13, font_weight=600, fill=svg.BAD, **svg.halo(5)
        )
    does = "forgets what arrives; click, and it hears again" if lost else "click, and it forgets"
    label = f"The rule of {rule}, {words}: {does}"
    gate = ways.gate(rule, body, (place.column, GATES[rule]), 26)
    return svg.group(gate, data_set="forgets", data_value="none" if lost else rule, data_label=label)


def _arrives(place, now, name):
    """A box, and what arrives there once the sweep has come to it."""
    x, y = _spot(place, name)
    step = {to: step for _, to, _, step in WAYS}.get(name, 0)
    box = svg.rect(x - place.half, y - 13, 2 * place.half, 26, rx=7, fill=svg.GRADIENT_WASH, stroke=svg.LINE)
    middle = {"font_size": 15, "text_anchor": "middle"}
    number = svg.text(shown(now.arrives[name]), x, y + 5.5, font_weight=600, fill=svg.GRADIENT, **middle)
    if step == 0:
        return box + number
    asked = svg.group(svg.text("?", x, y + 5.5, fill=svg.MUTED, **middle), data_until=step - 0.06)
    return box + asked + svg.group(number, data_step=step - 0.06)


# --- the lengths, on the right ---


def _axis(place, scale, target):
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
    x, top = scale.x(target), 62
    yield svg.line(x, y + 6, x, top, svg.LOCAL, 2.5)
    yield svg.path(f"M{x:.2f} {top}h24l-6 8l6 8h-24z", fill=svg.LOCAL)
    yield svg.text(shown(target), x + 2, top - 6, font_size=16, font_weight=600, fill=svg.LOCAL)


def _error(place, scale, now, target):
    """The error, a square on the miss; what does not fit below the line goes on beyond the picture's edge."""
    y, side = LANES["guess"], abs(now.miss) * scale.unit
    left, room = scale.x(min(now.guess, target)), HIGH - LANES["guess"]
    if side < 1:
        return
    high = min(side, room)
    yield svg.rect(left, y, side, high, fill=svg.PAIRS[2])
    ends = f"M{left:.2f} {y + high:.2f}V{y}h{side:.2f}V{y + high:.2f}" + ("z" if side <= room else "")
    yield svg.path(ends, stroke=svg.LINE)
    if scale.unit >= CELL:  # its cells: as many as the error says
        lines = [scale.unit * k for k in range(1, math.ceil(abs(now.miss)))]
        across = "".join(f"M{left:.2f} {y + by:.2f}h{side:.2f}" for by in lines if by < high)
        down = "".join(f"M{left + by:.2f} {y}v{high:.2f}" for by in lines)
        yield svg.path(across + down, stroke=svg.LINE, stroke_opacity=0.4)
    words = f"error {shown(now.error)}"
    middle = {"text_anchor": "middle", "font_size": 15, "font_weight": 600, "fill": svg.INK}
    wide = svg.text_width(words, 15)
    x = min(max(left + side / 2, place.zero + wide / 2), place.width - wide / 2)
    yield svg.text(words, x, min(y + high / 2 + 14, HIGH - 28), **middle, **svg.halo(5))
    off = f"{shown(abs(now.miss))} off, squared"
    if high > 60:
        yield svg.text(
            off, x, min(y + high / 2 + 34, HIGH - 8), font_size=13, text_anchor="middle", fill=svg.MUTED
        )


def _block(scale, start, length, y, fill, letter=""):
    """A block from `start` on, to scale, with its letter where there is room."""
    ends = sorted((scale.x(start), scale.x(start + length)))
    box = svg.rect(ends[0], y - BLOCK / 2, ends[1] - ends[0], BLOCK, fill=fill, stroke=svg.LINE)
    if ends[1] - ends[0] < 16:
        return box
    look = {"font_family": svg.FORMULA_FONT, "font_style": "italic", "font_size": 17, "text_anchor": "middle"}
    return box + svg.text(letter, sum(ends) / 2, y + 5.5, fill=svg.INK, **look)


def _lengths(place, scale, now):
    named = {"font_size": 17, "text_anchor": "end", "fill": svg.INK, "font_style": "italic"}
    named |= {"font_family": svg.FORMULA_FONT}
    left = scale.x(min(now.product, now.guess))
    for name, text, x in (("w", "w", place.zero), ("product", "3w", place.zero), ("b", "b", left)):
        yield svg.text(text, x - 9, LANES[name] + 5.5, **named)
    yield _block(scale, 0, now.w, LANES["w"], svg.PAIRS[0], "w")
    for k in range(int(FACTOR)):
        yield _block(scale, k * now.w, now.w, LANES["product"], svg.PAIRS[0], "w")
    yield _block(scale, now.product, now.b, LANES["b"], svg.PAIRS[1])
    for value, top, end in (("product", "product", "b"), ("guess", "b", "guess")):
        x = scale.x(getattr(now, value))
        yield svg.line(x, LANES[top] + BLOCK / 2, x, LANES[end], svg.LINE, 1, "3 3")
    x, y = scale.x(now.guess), LANES["guess"]
    yield svg.circle(x, y, 6.5, fill=svg.INK)
    look = {"font_size": 19, "font_weight": 600, "fill": svg.INK} | svg.halo(5)
    yield svg.text(shown(now.guess), x - 10, y - 9, text_anchor="end", **look)


def _marks(place, scale, pulled, start):
    """How far one end alone had to be pulled: the marks stay."""
    look = {"font_size": 13, "fill": svg.ACCENT} | svg.halo(5)
    w, b = start
    for name, by in pulled.items():
        begin = w if name == "w" else FACTOR * w + b
        y = LANES[name] + BLOCK / 2 + 9
        yield svg.arrow(scale.x(begin), y, scale.x(begin + by), y, svg.ACCENT, 1.6, "4 3", 7)
        words = f"{svg.signed(by)} of {name} did it"
        x = min(scale.x(begin) + 4, place.width - svg.text_width(words, 13))
        yield svg.text(words, x, y + 15, **look)


def _next_step(place, scale, now, target, rate, forgets):
    """The two steps that the sweep says, drawn where they will be taken; w's is also the rate's handle."""
    ahead = stepped(now, rate, target, forgets)
    if now.arrives["w"] == now.arrives["b"] == 0:
        return
    arrows = ""
    for name, x in (("w", scale.x(now.w)), ("b", scale.x(now.guess))):
        by, y = -rate * now.arrives[name], LANES[name] - 22
        tip = x + by * scale.unit
        arrows += svg.line(x, y - 5, x, y + 9, svg.GRADIENT, 2) + svg.arrow(x, y, tip, y, svg.GRADIENT, 3)
        words = svg.signed(round(by, 3))
        if place is WIDE:
            words = f"−{shown(rate)} × {_given(shown(now.arrives[name]))} = {words}"
        look = {"font_size": 13, "font_weight": 600, "fill": svg.GRADIENT} | svg.halo(5)
        arrows += svg.text(words, max(x, tip) + (16 if name == "w" else 8), y + 4.5, **look)
        if name == "w":
            body, per = knob(tip, y, size=8, color=svg.GRADIENT), -now.arrives["w"] * scale.unit
            arrows += handle(body, "rate", "The rate: the purple arrow", 0, 0.2, 0.002, per)
    x, y, lands = scale.x(ahead.guess), LANES["guess"], abs(ahead.miss) < LANDS
    color = svg.LOCAL if lands else svg.GRADIENT
    arrows += svg.line(x, y - 22, x, y + 22, color, 2, "3 3")
    if lands:
        said = {"font_size": 14, "font_weight": 600, "text_anchor": "end", "fill": svg.LOCAL} | svg.halo(5)
        arrows += svg.text("one step lands here", x - 6, y + 37, **said)
    yield svg.group(arrows, data_step=LAST)


def _handles(place, scale, now):
    """The two ends that can be pulled."""
    for name, x in (("w", scale.x(now.w)), ("b", scale.x(now.guess))):
        y, value = LANES[name], getattr(now, name)
        grip = svg.path(f"M{x - 3:.2f} {y - 4}v8M{x + 3:.2f} {y - 4}v8", stroke=svg.CARD)
        words = {"font_size": 16, "font_weight": 600, "fill": svg.ACCENT} | svg.halo(5)
        yield svg.text(shown(value), x + 16, y + 5.5, **words)
        yield handle(knob(x, y, grip), name, f"{name}: pull its end", -99, 99, 0.05, scale.unit)
