"""The picture of the training: four throws, what is sent for each of them, and the worst miss so far."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from helpers.drawing import plots, svg
from helpers.drawing.svg.film import Reel

from .training import STEPS, STOPS, TARGETS, Moment, flight

POINTS = 24  # of a way, evenly in time
SEEN = 0.02  # metres: a smaller miss would be drawn as a speck
HIT = 0.005  # metres: this near, a miss prints as 0.00
ROW = 26  # of the table


class Layout(NamedTuple):
    """Where everything stands."""

    width: float
    height: float
    title: float  # its type size
    hand: float  # where x = 0 is
    metre: float  # across
    higher: float  # a metre up
    ground: float
    table: float  # where it begins
    columns: dict[str, float]  # where each ends
    plot: plots.Axes


WIDE = Layout(
    720, 446, 20, 152, 52, 44, 212, 322,
    {"target": 48, "speed, m/s": 124, "angle, rad": 204, "misses by, m": 304}
    | {"for speed": 394, "for angle": 466},
    plots.Axes(522, 316, 190, 100, (0, len(STOPS) - 1), (0, 1)),
)  # fmt: skip
NARROW = Layout(
    288, 496, 17, 62, 20.5, 24, 152, 248,
    {"target": 36, "m/s": 80, "rad": 128, "miss, m": 184, "speed": 234, "angle": 284},
    plots.Axes(44, 386, 240, 84, (0, len(STOPS) - 1), (0, 1)),
)  # fmt: skip


def draw_training(
    moments: Sequence[Moment], other: Sequence[Moment], informed: bool, narrow: bool = False
) -> svg.Picture:
    """The training after its last step, and as a film at each stop; beside it the `other` way, if any."""
    reel, place = Reel(), NARROW if narrow else WIDE
    title = f"A thrower that is sent {'2 · miss · slope' if informed else 'ones'}"
    parts = [
        *(
            svg.words(line, place.title, bold=True, align="start").at(0, 22 * k - 4)
            for k, line in enumerate(svg.wrapped(title, place.title * 1.06, place.width))
        ),
        *_scene(reel, place, moments),
        *_table(reel, place, moments, informed),
        *_plot(reel, place, moments, other, informed),
    ]
    said = [_sentence(moment) for moment in moments]
    told = [said[STOPS.index(step)] for step in (0, 10, 30, STEPS)]
    drawn = svg.picture(svg.canvas(place.width, place.height, *parts), title, told)
    return replace(drawn, film=reel.film([str(moment.step) for moment in moments], said, room=80))


def _sentence(moment):
    if moment.step == 0:
        return f"Untrained: the same throw for every target. All land at {_metres(moment.landed[0])} m."
    steps = "1 step" if moment.step == 1 else f"{moment.step} steps"
    start = f"After {steps} the worst miss is {_metres(moment.worst)} m."
    return start + " All four land to the centimetre." * (moment.worst < HIT)


def _metres(value, sign=""):
    """A number with two decimals, a true minus sign and never −0.00."""
    return f"{round(float(value), 2) + 0.0:{sign}.2f}".replace("-", "−").replace("+0.00", "0.00")


def _scene(reel, place, moments):
    """The ground, the targets, and each ball's way to where it lands."""
    ground, hand, top = place.ground, place.hand, place.ground - 2 * place.higher
    yield svg.rect(0, ground - 1, place.width, 2, fill=svg.LINE)
    yield svg.rect(hand - 2.5, top, 5, 2 * place.higher, fill=svg.INK, rx=2)
    yield f'<circle cx="{hand}" cy="{top - 9}" r="9" fill="{svg.INK}"/>'
    first = _way(place, flight(*moments[0].y[0]))
    yield f'<path d="{first}" fill="none" stroke="{svg.LINE}" stroke-width="1.5" stroke-dasharray="2 5"/>'
    for k, target in enumerate(TARGETS):
        x = hand + place.metre * target
        yield svg.rect(x - 1, ground - 26, 2, 26, fill=svg.LOCAL)
        yield f'<path d="M{x} {ground - 26}l13 5-13 5z" fill="{svg.LOCAL}"/>'
        name = {"font_size": 15, "font_weight": 600, "text_anchor": "middle", "fill": svg.LOCAL}
        yield svg.text(f"{target:g} m", x, ground + 52, **name)
        yield from _throws(reel, place, moments, k, x)


def _throws(reel, place, moments, k, target):
    """The ways of one ball, where it lands, and how far from its target."""
    landed = [place.hand + place.metre * moment.landed[k] for moment in moments]
    seen = [abs(moment.missed[k]) >= SEEN for moment in moments]
    missed = {
        "x": [min(at, target) for at in landed],
        "width": [abs(at - target) * shown for at, shown in zip(landed, seen, strict=True)],
    }
    yield reel.part("rect", y=place.ground + 9 + 6 * k, height=3.5, rx=1.7, fill=svg.GRADIENT, **missed)
    ways = [_way(place, flight(*moment.y[k])) for moment in moments]
    yield reel.part("path", d=ways, fill="none", stroke=svg.ACCENT, stroke_width="2.2", stroke_opacity="0.85")
    look = {"r": 6, "fill": svg.ACCENT, "stroke": svg.CARD, "stroke_width": 2}
    yield reel.part("circle", cx=landed, cy=place.ground, **look)


def _way(place, points):
    """A ball's way as a path, always through as many points, so that one way can turn into another."""
    last = len(points) - 1
    chosen = [points[round(k * last / (POINTS - 1))] for k in range(POINTS)]
    spots = ((place.hand + place.metre * x, place.ground - place.higher * y) for x, y in chosen)
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)


def _table(reel, place, moments, informed):
    """Every throw in numbers, and on purple what is sent for it."""
    top, (goal, speed, angle, missed, *sent) = place.table, place.columns.values()
    left, right = missed + 10, sent[-1]
    yield svg.rect(left, top - 42, right + 8 - left, 4 * ROW + 46, fill=svg.GRADIENT_WASH, rx=6)
    what = "sent: " * (place is WIDE) + ("2 · miss · slope" if informed else "ones")
    heading = {"font_size": svg.SMALL, "text_anchor": "end"}
    yield svg.text(what, right, top - 24, fill=svg.GRADIENT, font_weight=600, **heading)
    for name, x in place.columns.items():
        yield svg.text(name, x, top - 4, fill=svg.GRADIENT if x in sent else svg.MUTED, **heading)
    for k, target in enumerate(TARGETS):
        cell = {"y": top + ROW * (k + 1) - 4, "font_size": 15, "text_anchor": "end", "fill": svg.INK}
        bold = cell | {"font_weight": 600}
        yield svg.text(f"{target:g} m", goal, **cell)
        for column, x in enumerate((speed, angle)):
            yield reel.part("text", [_metres(m.y[k][column]) for m in moments], x=x, **cell)
        yield reel.part("text", [_metres(m.missed[k], "+") for m in moments], x=missed, **bold)
        for column, x in enumerate(sent):
            words = [_metres(m.sent[k][column]) for m in moments]
            yield reel.part("text", words, x=x, **bold | {"fill": svg.GRADIENT})


def _plot(reel, place, moments, other, informed):
    """The worst miss, drawn as far as it is known; the first 30 steps have half of the room.

    Of another way to train, if there is one, all is known.
    """
    most = max(moment.worst for moment in (*moments, *other))
    axes = place.plot._replace(ys=(0, 1.05 * most))
    small = {"font_size": svg.SMALL, "fill": svg.MUTED}
    above = "worst miss; steps not to scale"
    yield svg.words_within(above, svg.SMALL, axes.width + 40, svg.MUTED).at(axes.left - 36, axes.top - 30)
    yield svg.rect(axes.left, axes.top, 1.5, axes.height, fill=svg.LINE)
    yield svg.rect(axes.left, axes.y(0), axes.width, 1.5, fill=svg.LINE)
    for value in (0, 5, 10):
        yield svg.text(f"{value} m", axes.left - 6, axes.y(value) + 5, text_anchor="end", **small)
    for step in (0, 10, 30, STEPS):
        anchor = "end" if step == STEPS else "middle"
        yield svg.text(step, axes.x(STOPS.index(step)), axes.y(0) + 20, text_anchor=anchor, **small)
    for run, mine in ((other, False), (moments, True)) if other else ((moments, True),):
        ends = [(axes.x(k), axes.y(moment.worst)) for k, moment in enumerate(run)]
        taught = informed == mine
        color, name = (svg.GRADIENT, "with grad_ys") if taught else (svg.INK, "with ones")
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ends)
        look = {"d": path, "fill": "none", "stroke": color, "stroke_width": 2.5 if mine else 1.2}
        if mine:
            look |= {"pathLength": 100, "stroke_dasharray": [f"{part:.2f} 101" for part in _drawn(ends)]}
        yield reel.part("path", **look | ({} if mine or taught else {"stroke_dasharray": "4 3"}))
        spot = (axes.left + axes.width, axes.y(0) - 8) if taught else (axes.x(29), axes.y(most) + 14)
        yield svg.text(
            name, *spot, font_size=svg.SMALL, font_weight=600 if mine else 400, fill=color, text_anchor="end"
        )
        if mine:
            look = {"fill": color, "stroke": svg.CARD, "stroke_width": 2}
            yield reel.part("circle", cx=[x for x, _ in ends], cy=[y for _, y in ends], r=5, **look)


def _drawn(ends):
    """Of a line through these points, the part that is drawn when each of them is reached, in hundredths."""
    pieces = [math.dist(*pair) for pair in pairwise(ends)]
    return [100 * sum(pieces[:k]) / sum(pieces) for k in range(len(ends))]
