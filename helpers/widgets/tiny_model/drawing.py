"""The picture of a model that learns: its sweep, its two steps downhill, the guess and the error so far."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import NamedTuple

from helpers.drawing import plots, svg, ways
from helpers.drawing.film import Reel

from .learning import Moment
from .sentences import plain, sentences, shown

BOX, TALL = 94, 94  # the width and the height of a box
LABELS = {"w": "w", "product": "3w", "b": "b", "guess": "guess", "error": "error"}
LANE = 71  # how far below the top of its box a number arrives and leaves
WAYS = (("error", "guess", 1), ("guess", "product", 2), ("guess", "b", 2), ("product", "w", 3))  # and when
RULE_OF = {"error": "square", "guess": "+", "product": "3w"}
HIGH = 28  # of a gate
PACE = {"alone": 2200, "legs": 3, "room": 100}
LEAP, FAR = 10, 50  # the steps that are taken in one go, in a short film and in a long one,
TAKES = 2600  # and the milliseconds for that
LONG = 100
OFTEN = 15  # times the first error or miss: what is larger runs out of the picture


class Layout(NamedTuple):
    """Where everything stands; in a narrow picture the numbers travel down."""

    width: float
    height: float
    boxes: dict[str, tuple[float, float]]
    down: bool
    title: float  # its type size
    moves: tuple[float, float]  # the two next steps: where their words end, and how far down the first is
    line: tuple[float, float, float]  # the number line of the guesses: from, to, and how far down
    plot: plots.Axes


WIDE = Layout(
    760, 462,
    {"w": (0, 38), "product": (214, 38), "b": (214, 172), "guess": (434, 105), "error": (666, 105)},
    False, 20, (590, 232), (16, 344, 402), plots.Axes(434, 332, 310, 96, (0, 1), (0, 1)),
)  # fmt: skip
NARROW = Layout(
    288, 998,
    {"error": (97, 54), "guess": (97, 220), "product": (14, 386), "b": (180, 386), "w": (14, 552)},
    True, 17, (140, 680), (16, 272, 828), plots.Axes(30, 896, 250, 76, (0, 1), (0, 1)),
)  # fmt: skip


def draw_model(
    moments: Sequence[Moment],
    target: float,
    rate: float,
    forgets: str = "",
    kept: Sequence[Moment] = (),
    narrow: bool = False,
) -> svg.Picture:
    """The model after its last step, and as a film at every step; `kept` is what it does if none forgets."""
    reel, place = Reel(), NARROW if narrow else WIDE
    title = f"A guess that learns: 3w + b, and {shown(target)} is right"
    if forgets:
        rule = "the square" if forgets == "square" else forgets
        title = f"Does it learn? Of 3w + b, the rule of {rule} forgets its upstream"
    lines = svg.wrapped(title, place.title * 1.06, place.width)
    parts = [
        *(
            svg.words(line, place.title, bold=True, align="start").at(0, 22 * k - 4)
            for k, line in enumerate(lines)
        ),
        *(_way(place, *way) for way in WAYS),
        *(_pill(reel, place, origin, to, moments) for origin, to, _ in WAYS),
        *(_gate(reel, place, origin, to, moments, forgets) for origin, to, _ in WAYS),
        *(_box(reel, place, name, moments) for name in LABELS),
        *_moves(reel, place, moments, rate),
        *_guesses(reel, place, moments, target),
        *_errors(reel, place, moments, kept),
    ]
    said = sentences(moments, rate, forgets)
    last = len(moments) - 1
    told = [said[k] for k in sorted({0, min(1, last), min(10, last), last})]
    drawn = svg.picture(svg.canvas(place.width, place.height, *parts), title, told)
    leap = FAR if last > LONG else LEAP
    pace = PACE | {"leap": leap, "brief": TAKES // leap}
    return replace(drawn, film=reel.film(list(map(str, range(last + 1))), said, **pace))


def _box(reel, place, name, moments):
    """A value, and in the purple band below it what arrives there."""
    x, y = place.boxes[name]
    values = [plain(getattr(now, name)) for now in moments]
    arrives = [plain(now.arrives[name]) for now in moments]
    middle = {"x": x + BOX / 2, "text_anchor": "middle"}
    band = f"M{x + 1} {y + 49}h{BOX - 2}v{TALL - 58}a8 8 0 0 1 -8 8h{18 - BOX}a8 8 0 0 1 -8 -8z"
    return (
        svg.rect(x, y, BOX, TALL, fill=svg.PANEL, stroke=svg.LINE, rx=9)
        + f'<path d="{band}" fill="{svg.GRADIENT_WASH}"/>'
        + svg.text(LABELS[name], y=y + 19, font_size=svg.SMALL, fill=svg.MUTED, **middle)
        + reel.part("text", values, y=y + 42, font_size=21, font_weight=600, fill=svg.INK, **middle)
        + reel.part("text", arrives, y=y + 78, font_size=19, font_weight=600, fill=svg.GRADIENT, **middle)
    )


def _ends(place, origin, to):
    """Where a number leaves one box on its way back, and where it arrives at another."""
    (x, y), (left, top) = place.boxes[origin], place.boxes[to]
    beside = {"product": -10, "b": 10}.get(to, 0)  # two leave the guess
    if place.down:
        return (x + BOX / 2 + beside, y + TALL), (left + BOX / 2, top - 3)
    return (x, y + LANE + beside), (left + BOX + 3, top + LANE)


def _path(place, origin, to):
    """The way of a number back from one box to another, and the middle of it."""
    (x, y), (end, level) = _ends(place, origin, to)
    if place.down:
        half = (y + level - 8) / 2
        return f"M{x} {y}C{x} {half} {end} {half} {end} {level - 8}", ((x + end) / 2, half)
    half = (x + end + 8) / 2
    return f"M{x} {y}C{half} {y} {half} {level} {end + 8} {level}", (half, (y + level) / 2)


def _way(place, origin, to, leg):
    path, at = _path(place, origin, to)
    way = ways.way(f"{origin}-{to}", leg, path, at, stroke=svg.GRADIENT, stroke_width=3)
    toward = (0, 1) if place.down else (-1, 0)
    return way + svg.head(*_ends(place, origin, to)[1], toward, 11, svg.GRADIENT)


def _pill(reel, place, origin, to, moments):
    """The number on its way: what left, and from the gate on what arrives."""
    look = {"y": 5, "font_size": 15, "font_weight": 600, "text_anchor": "middle", "fill": svg.CARD}
    left, arrived = ([plain(now.arrives[name]) for now in moments] for name in (origin, to))
    wide = [
        16 + max(svg.text_width(svg.number(v), 15) for v in pair) for pair in zip(left, arrived, strict=True)
    ]
    box = {"y": -12.5, "height": 25, "rx": 12.5, "fill": svg.GRADIENT}
    body = reel.part("rect", x=[-each / 2 for each in wide], width=wide, **box)
    faces = (reel.part("text", words, **look) for words in (left, arrived))
    return ways.pill(f"{origin}-{to}", body, *faces, wide=25 if place.down else wide[0])


def _gate(reel, place, origin, to, moments, forgets):
    """The local factor on the way; one that stands alone, because its rule forgets, is outlined in red."""
    _, (x, y) = _path(place, origin, to)
    rule = RULE_OF[origin]
    factors = {"3w": ["×3"], "+": ["×1"]}.get(rule) or [f"×{_given(plain(now.local))}" for now in moments]
    wide, lost = 40 if len(factors) == 1 else 84, rule == forgets
    look = {"stroke": svg.BAD, "stroke_dasharray": "4 3"} if lost else {"stroke": svg.LOCAL}
    box = svg.rect(-wide / 2, -HIGH / 2, wide, HIGH, fill=svg.CARD, rx=8, stroke_width=1.5, **look)
    middle = {"text_anchor": "middle", "font_weight": 600}
    text = reel.part("text", factors, x=0, y=5, font_size=15, fill=svg.LOCAL, **middle)
    gate = ways.gate(f"{origin}-{to}", box + text, (x, y), HIGH if place.down else wide)
    return gate + _forgets(place, to, x, y, wide) * lost


def _forgets(place, to, x, y, wide):
    """The word beside a gate whose rule forgets."""
    look = {"font_size": svg.SMALL, "font_weight": 600, "fill": svg.BAD}
    if not place.down:
        return svg.text("forgets", x, y + (31 if to == "b" else -20), text_anchor="middle", **look)
    if to == "product":
        return svg.text("forgets", x - wide / 2 - 7, y + 5, text_anchor="end", **look)
    return svg.text("forgets", x + wide / 2 + 7, y + 5, **look)


def _moves(reel, place, moments, rate):
    """How far w and b go in the next step: against what arrives, times the rate."""
    end, top = place.moves
    for name, y in (("w", top), ("b", top + 26)):
        arrives = [plain(now.arrives[name]) for now in moments]
        steps = [plain(-rate * now.arrives[name]) for now in moments]
        given = [_given(v) for v in arrives]
        words = f"{'' if place.down else 'next '}step of {name}: −{_given(rate)} ×"
        yield svg.text(words, end, y, font_size=15, text_anchor="end", fill=svg.MUTED)
        yield reel.part("text", given, x=end + 5, y=y, font_size=15, font_weight=600, fill=svg.GRADIENT)
        made = [f"= {svg.signed(v)}" for v in steps]
        x = place.width if place.down else end + 150
        yield reel.part("text", made, x=x, y=y, font_size=15, text_anchor="end", fill=svg.INK)


def _given(value):
    return f"({svg.number(value)})" if value < 0 else svg.number(value)


def _guesses(reel, place, moments, target):
    """The guesses on a number line, and the one that is right."""
    left, right, y = place.line
    reach = OFTEN * max(abs(moments[0].guess - target), 0.5)
    guesses = [min(max(now.guess, target - reach), target + reach) for now in moments]
    low, high = min(guesses), max(guesses)
    low, high = min(low, target) - 0.15 * (high - low) - 0.5, max(high, target) + 0.15 * (high - low) + 0.5
    axes = plots.Axes(left, y, right - left, 0, (low, high), (0, 1))
    step = plots.round_up((high - low) / 8)
    yield svg.words("the guess", svg.SMALL, svg.MUTED, align="start").at(0, y - 106)
    yield svg.rect(left - 8, y - 0.75, right - left + 16, 1.5, fill=svg.LINE)
    for k in range(math.ceil(low / step), math.floor(high / step) + 1):
        yield axes.tick(k * step, svg.number(round(k * step, 9)))
    goal = svg.text(
        f"{shown(target)} is right",
        axes.x(target),
        y - 60,
        font_size=14,
        font_weight=600,
        text_anchor="middle",
        fill=svg.LOCAL,
    )
    yield goal + svg.rect(axes.x(target) - 1, y - 52, 2, 52, fill=svg.LOCAL)
    xs = [axes.x(guess) for guess in guesses]
    marked = []
    for k, x in enumerate(xs[:-1]):
        if all(abs(x - other) > 3 for other in marked):
            marked.append(x)
            look = f'r="4" fill="{svg.ACCENT}" fill-opacity="0.35"'
            yield f'<circle cx="{x:.1f}" cy="{y}" {look} data-step="{k}"/>'
    yield reel.part("circle", cx=xs, cy=y, r=9, fill=svg.ACCENT, stroke=svg.CARD, stroke_width=2)
    over = [min(max(x, left + 12), right - 12) for x in xs]
    yield reel.part("text", [plain(now.guess) for now in moments], x=over, y=y - 17, **_held(17))


def _held(size):
    """How a number looks that stands by the blue thing it belongs to, over whatever lies below it."""
    halo = {"paint_order": "stroke", "stroke": svg.CARD, "stroke_width": 5, "stroke_linejoin": "round"}
    return {"font_size": size, "font_weight": 600, "text_anchor": "middle", "fill": svg.ACCENT} | halo


def _errors(reel, place, moments, kept):
    """The error after each step; dashed, what the same steps do when nothing is forgotten."""
    first, last = moments[0].error, len(moments) - 1
    most = OFTEN * max(first, 0.25)
    errors = [min(now.error, most) for now in moments]
    highest = 1.05 * max(errors)
    axes = place.plot._replace(xs=(0, last), ys=(0, highest))
    yield svg.words("the error, step by step", svg.SMALL, svg.MUTED, align="start").at(
        axes.left - 12 if not place.down else 0, axes.top - 36
    )
    yield svg.rect(axes.left, axes.top, 1.5, axes.height, fill=svg.LINE)
    yield svg.rect(axes.left, axes.top + axes.height, axes.width, 1.5, fill=svg.LINE)
    for value in (0.0, first):
        if value == 0 or axes.y(0) - axes.y(value) > 15:
            yield svg.text(
                shown(value),
                axes.left - 7,
                axes.y(value) + 5,
                font_size=14,
                text_anchor="end",
                fill=svg.MUTED,
            )
    yield svg.text(
        f"{last} steps",
        axes.left + axes.width,
        axes.y(0) + 20,
        font_size=14,
        text_anchor="end",
        fill=svg.MUTED,
    )
    if kept:
        ghost = [now.error for now in kept[: last + 1]]
        ghost += ghost[-1:] * (last + 1 - len(ghost))  # it has settled
        path = _through([(axes.x(k), axes.y(min(error, highest))) for k, error in enumerate(ghost)])
        yield f'<path d="{path}" fill="none" stroke="{svg.LINE}" stroke-width="1.5" stroke-dasharray="3 4"/>'
    points = [(axes.x(k), axes.y(error)) for k, error in enumerate(errors)]
    drawn = [
        f"{length:.1f} 9999"
        for length in accumulate((math.dist(*two) for two in pairwise(points)), initial=0)
    ]
    yield reel.part(
        "path", d=_through(points), fill="none", stroke=svg.ACCENT, stroke_width="2.5", stroke_dasharray=drawn
    )
    xs, ys = [x for x, _ in points], [y for _, y in points]
    yield reel.part("circle", cx=xs, cy=ys, r=5, fill=svg.ACCENT)
    beside = [min(max(x, axes.left + 24), axes.left + axes.width - 20) for x in xs]
    yield reel.part(
        "text", [plain(now.error) for now in moments], x=beside, y=[y - 12 for y in ys], **_held(15)
    )


def _through(points):
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
