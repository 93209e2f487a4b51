"""The picture of a model that learns: its sweep, its two steps downhill, the guess and the error so far."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import accumulate, pairwise

from helpers.drawing import plots, svg
from helpers.drawing.film import Reel

from .learning import Moment
from .sentences import plain, sentences, shown

WIDTH, HEIGHT = 720, 452
BOX, TALL = 106, 94  # the width and the height of a box
BOXES = {  # where each stands, and what is written over its value
    "w": (0, 38, "w"),
    "product": (196, 38, "3w"),
    "b": (196, 172, "b"),
    "guess": (398, 105, "guess"),
    "error": (614, 105, "error = miss²"),
}
LANE = 71  # how far below the top of its box a number arrives and leaves
WAYS = (("error", "guess", "square"), ("guess", "product", "+"), ("guess", "b", "+"), ("product", "w", "3w"))
GATE, HIGH = 62, 28
LINE = (16, 324, 392)  # the number line of the guesses: from, to, and how far down
PLOT = plots.Axes(398, 318, 306, 96, (0, 1), (0, 1))
OFTEN = 15  # times the first error or miss: what is larger runs out of the picture


def draw_model(
    moments: list[Moment], target: float, rate: float, forgets: str, kept: list[Moment]
) -> svg.Picture:
    """The model after its last step, and as a film at every step; `kept` is what it does if none forgets."""
    reel = Reel()
    goal = shown(target)
    title = f"A guess that learns: 3w + b, and {goal} is right"
    if forgets in ("3w", "+"):
        title = f"A guess that cannot learn: the rule of {forgets} forgets its upstream"
    parts = [
        svg.words(title, 20, bold=True, align="start").at(0, -4),
        *(_way(*way) for way in WAYS),
        *(_box(reel, name, moments) for name in BOXES),
        *(_gate(reel, *way, moments, forgets) for way in WAYS),
        *_moves(reel, moments, rate),
        *_guesses(reel, moments, target),
        *_errors(reel, moments, kept if forgets else []),
    ]
    said = sentences(moments, rate, forgets)
    last = len(moments) - 1
    told = [said[k] for k in sorted({0, min(1, last), min(10, last), last})]
    drawn = svg.picture(svg.canvas(WIDTH, HEIGHT, *parts), title, told)
    return replace(drawn, film=reel.film([str(k) for k in range(len(moments))], said))


def _box(reel, name, moments):
    """A value, and in the purple band below it what arrives there."""
    x, y, label = BOXES[name]
    values = [plain(getattr(now, name)) for now in moments]
    arrives = [plain(now.arrives[name]) for now in moments]
    middle = {"x": x + BOX / 2, "text_anchor": "middle"}
    band = f"M{x + 1} {y + 49}h{BOX - 2}v{TALL - 58}a8 8 0 0 1 -8 8h{18 - BOX}a8 8 0 0 1 -8 -8z"
    return (
        svg.rect(x, y, BOX, TALL, fill=svg.PANEL, stroke=svg.LINE, rx=9)
        + f'<path d="{band}" fill="{svg.GRADIENT_WASH}"/>'
        + svg.text(label, y=y + 19, font_size=svg.SMALL, fill=svg.MUTED, **middle)
        + reel.part("text", values, y=y + 42, font_size=21, font_weight=600, fill=svg.INK, **middle)
        + reel.part("text", arrives, y=y + 78, font_size=19, font_weight=600, fill=svg.GRADIENT, **middle)
    )


def _ends(origin, to):
    """Where a number leaves one box on its way back, and where it arrives at another."""
    x, y, _ = BOXES[origin]
    left, top, _ = BOXES[to]
    beside = {"product": -10, "b": 10}.get(to, 0)  # two leave the guess
    return (x, y + LANE + beside), (left + BOX + 3, top + LANE)


def _way(origin, to, rule):
    (x, y), (end, level) = _ends(origin, to)
    half = (x + end + 8) / 2
    path = f"M{x} {y}C{half} {y} {half} {level} {end + 8} {level}"
    way = f'<path d="{path}" fill="none" stroke="{svg.GRADIENT}" stroke-width="3"/>'
    return way + svg.head(end, level, (-1, 0), 11, svg.GRADIENT)


def _gate(reel, origin, to, rule, moments, forgets):
    """The local factor on the way; one that stands alone, because its rule forgets, is outlined in red."""
    (x, y), (end, level) = _ends(origin, to)
    cx, cy = (x + end + 8) / 2, (y + level) / 2
    factors = {"3w": ["×3"], "+": ["×1"]}.get(rule) or [f"×{shown(now.local)}" for now in moments]
    lost = rule == forgets
    look = {"stroke": svg.BAD, "stroke_dasharray": "4 3"} if lost else {"stroke": svg.LOCAL}
    box = svg.rect(cx - GATE / 2, cy - HIGH / 2, GATE, HIGH, fill=svg.CARD, rx=8, stroke_width=1.5, **look)
    middle = {"x": cx, "text_anchor": "middle", "font_weight": 600}
    text = reel.part("text", factors, y=cy + 5, font_size=15, fill=svg.LOCAL, **middle)
    word = svg.text("forgets", y=cy + (31 if to == "b" else -20), font_size=14, fill=svg.BAD, **middle)
    return box + text + word * lost


def _moves(reel, moments, rate):
    """How far w and b go in the next step: against what arrives, times the rate."""
    for name, y in (("w", 232), ("b", 258)):
        arrives = [plain(now.arrives[name]) for now in moments]
        steps = [plain(-rate * now.arrives[name]) for now in moments]
        given = [f"({svg.number(v)})" if v < 0 else svg.number(v) for v in arrives]
        yield svg.text(
            f"next step of {name}:  −{svg.number(rate)} ×",
            560,
            y,
            font_size=15,
            text_anchor="end",
            fill=svg.MUTED,
        )
        yield reel.part("text", given, x=566, y=y, font_size=15, font_weight=600, fill=svg.GRADIENT)
        yield reel.part("text", [f"= {svg.signed(v)}" for v in steps], x=640, y=y, font_size=15, fill=svg.INK)


def _guesses(reel, moments, target):
    """The guesses on a number line, and the one that is right."""
    left, right, y = LINE
    reach = OFTEN * max(abs(moments[0].guess - target), 0.5)
    guesses = [min(max(now.guess, target - reach), target + reach) for now in moments]
    low, high = min(guesses), max(guesses)
    low, high = min(low, target) - 0.15 * (high - low) - 0.5, max(high, target) + 0.15 * (high - low) + 0.5
    axes = plots.Axes(left, y, right - left, 0, (low, high), (0, 1))
    step = plots.round_up((high - low) / 8)
    yield svg.words("the guess", svg.SMALL, svg.MUTED, align="start").at(0, 296)
    yield svg.rect(left - 8, y - 0.75, right - left + 16, 1.5, fill=svg.LINE)
    for k in range(math.ceil(low / step), math.floor(high / step) + 1):
        yield axes.tick(k * step, svg.number(round(k * step, 9)))
    goal = svg.text(
        f"{shown(target)} is right",
        axes.x(target),
        332,
        font_size=14,
        font_weight=600,
        text_anchor="middle",
        fill=svg.LOCAL,
    )
    yield goal + svg.rect(axes.x(target) - 1, 340, 2, y - 340, fill=svg.LOCAL)
    xs = [axes.x(guess) for guess in guesses]
    marked = -math.inf
    for k, x in enumerate(xs[:-1]):
        if abs(x - marked) > 3:
            marked = x
            look = f'r="4" fill="{svg.ACCENT}" fill-opacity="0.35"'
            yield f'<circle cx="{x:.1f}" cy="{y}" {look} data-step="{k}"/>'
    yield reel.part("circle", cx=xs, cy=y, r=9, fill=svg.ACCENT, stroke=svg.CARD, stroke_width=2)
    over = [min(max(x, left + 12), right - 12) for x in xs]
    yield reel.part("text", [plain(now.guess) for now in moments], x=over, y=y - 17, **_held(17))


def _held(size):
    """How a number looks that stands by the blue thing it belongs to, over whatever lies below it."""
    halo = {"paint_order": "stroke", "stroke": svg.CARD, "stroke_width": 5, "stroke_linejoin": "round"}
    return {"font_size": size, "font_weight": 600, "text_anchor": "middle", "fill": svg.ACCENT} | halo


def _errors(reel, moments, kept):
    """The error after each step; dashed, what the same steps do when nothing is forgotten."""
    first, last = moments[0].error, len(moments) - 1
    most = OFTEN * max(first, 0.25)
    errors = [min(now.error, most) for now in moments]
    axes = PLOT._replace(xs=(0, last), ys=(0, 1.05 * max(errors)))
    yield svg.words("the error, step by step", svg.SMALL, svg.MUTED, align="start").at(axes.left - 12, 296)
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
        ghost = [now.error for now in kept][: last + 1]
        ghost += ghost[-1:] * (last + 1 - len(ghost))  # it has settled
        path = _through([(axes.x(k), axes.y(min(error, most))) for k, error in enumerate(ghost)])
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
