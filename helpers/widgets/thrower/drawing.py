"""The picture of the training: four throws, what is sent for each of them, and the worst miss so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from helpers.drawing import plots, svg
from helpers.drawing.film import Reel

from .training import STEPS, STOPS, TARGETS, Moment, flight

WIDTH, HEIGHT = 720, 446
HAND, METRE, HIGHER, GROUND = (
    152,
    52,
    44,
    212,
)  # where x = 0 is, a metre across and up, and where the ground is
POINTS = 24  # of a way, evenly in time
SEEN = 0.02  # metres: a smaller miss would be drawn as a speck
HIT = 0.005  # metres: this near, a miss prints as 0.00
TABLE, ROW = 322, 26
COLUMNS = {
    "target": 48,
    "speed, m/s": 124,
    "angle, rad": 204,
    "misses by, m": 304,
    "for speed": 394,
    "for angle": 466,
}
PLOT = plots.Axes(522, 316, 190, 100, (0, len(STOPS) - 1), (0, 1))


def draw_training(moments: Sequence[Moment], other: Sequence[Moment], informed: bool) -> svg.Picture:
    """The training after its last step, and as a film at each stop; beside it the `other` way to train."""
    reel = Reel()
    title = "A thrower learns from a box it cannot open"
    if not informed:
        title = "A thrower that gets ones learns nothing"
    parts = [
        svg.words(title, 20, bold=True, align="start").at(0, -4),
        *_scene(reel, moments),
        *_table(reel, moments, informed),
        *_plot(reel, moments, other, informed),
    ]
    said = [_sentence(moment, informed) for moment in moments]
    told = [said[STOPS.index(step)] for step in (0, 10, 30, STEPS)]
    drawn = svg.picture(svg.canvas(WIDTH, HEIGHT, *parts), title, told)
    return replace(drawn, film=reel.film([str(moment.step) for moment in moments], said, room=80))


def _sentence(moment, informed):
    if moment.step == 0:
        return f"Untrained: the same throw for every target. All land at {_metres(moment.landed[0])} m."
    steps = "1 step" if moment.step == 1 else f"{moment.step} steps"
    start = f"After {steps} the worst miss is {_metres(moment.worst)} m."
    if informed:
        return start + " All four land to the centimetre." * (moment.worst < HIT)
    return f"{start[:-1]}: ones say nothing about the targets."


def _metres(value, sign=""):
    """A number with two decimals, a true minus sign and never −0.00."""
    return f"{round(float(value), 2) + 0.0:{sign}.2f}".replace("-", "−").replace("+0.00", "0.00")


def _scene(reel, moments):
    """The ground, the targets, and each ball's way to where it lands."""
    xs = lambda x: HAND + METRE * x  # noqa: E731
    yield svg.rect(0, GROUND - 1, WIDTH, 2, fill=svg.LINE)
    yield svg.rect(HAND - 2.5, GROUND - 2 * HIGHER, 5, 2 * HIGHER, fill=svg.INK, rx=2)
    yield f'<circle cx="{HAND}" cy="{GROUND - 2 * HIGHER - 9}" r="9" fill="{svg.INK}"/>'
    first = _way(flight(*moments[0].y[0]))
    yield f'<path d="{first}" fill="none" stroke="{svg.LINE}" stroke-width="1.5" stroke-dasharray="2 5"/>'
    for k, target in enumerate(TARGETS):
        x = xs(target)
        yield svg.rect(x - 1, GROUND - 26, 2, 26, fill=svg.LOCAL)
        yield f'<path d="M{x} {GROUND - 26}l13 5-13 5z" fill="{svg.LOCAL}"/>'
        name = {"font_size": 15, "font_weight": 600, "text_anchor": "middle", "fill": svg.LOCAL}
        yield svg.text(f"{target:g} m", x, GROUND + 52, **name)
        landed = [xs(moment.landed[k]) for moment in moments]
        level = GROUND + 9 + 6 * k
        near = [abs(moment.missed[k]) < SEEN for moment in moments]
        yield reel.part(
            "rect",
            x=[min(at, x) for at in landed],
            y=level,
            width=[0.0 if hit else abs(at - x) for at, hit in zip(landed, near, strict=True)],
            height=3.5,
            rx=1.7,
            fill=svg.GRADIENT,
        )
        ways = [_way(flight(*moment.y[k])) for moment in moments]
        yield reel.part(
            "path", d=ways, fill="none", stroke=svg.ACCENT, stroke_width="2.2", stroke_opacity="0.85"
        )
        yield reel.part("circle", cx=landed, cy=GROUND, r=6, fill=svg.ACCENT, stroke=svg.CARD, stroke_width=2)


def _way(points):
    """A ball's way as a path, always through as many points, so that one way can turn into another."""
    last = len(points) - 1
    chosen = [points[round(k * last / (POINTS - 1))] for k in range(POINTS)]
    return "M" + "L".join(f"{HAND + METRE * x:.1f} {GROUND - HIGHER * y:.1f}" for x, y in chosen)


def _table(reel, moments, informed):
    """Every throw in numbers, and on purple what is sent for it."""
    left = COLUMNS["for speed"] - 80
    yield svg.rect(
        left, TABLE - 42, COLUMNS["for angle"] + 8 - left, 4 * ROW + 46, fill=svg.GRADIENT_WASH, rx=6
    )
    sent = "sent: 2 · miss · slope" if informed else "sent: ones"
    heading = {"font_size": svg.SMALL, "text_anchor": "end"}
    yield svg.text(sent, COLUMNS["for angle"], TABLE - 24, fill=svg.GRADIENT, font_weight=600, **heading)
    for name, x in COLUMNS.items():
        yield svg.text(name, x, TABLE - 4, fill=svg.GRADIENT if "for" in name else svg.MUTED, **heading)
    for k, target in enumerate(TARGETS):
        y = TABLE + ROW * (k + 1) - 4
        cell = {"y": y, "font_size": 15, "text_anchor": "end"}
        speed, angle, missed, by_speed, by_angle = list(COLUMNS.values())[1:]
        yield svg.text(f"{target:g} m", COLUMNS["target"], fill=svg.INK, **cell)
        for x, column in ((speed, 0), (angle, 1)):
            yield reel.part("text", [_metres(m.y[k][column]) for m in moments], x=x, fill=svg.INK, **cell)
        bold = cell | {"font_weight": 600}
        yield reel.part("text", [_metres(m.missed[k], "+") for m in moments], x=missed, fill=svg.INK, **bold)
        for x, column in ((by_speed, 0), (by_angle, 1)):
            words = [_metres(m.sent[k][column]) for m in moments]
            yield reel.part("text", words, x=x, fill=svg.GRADIENT, **bold)


def _plot(reel, moments, other, informed):
    """The worst miss at every stop, both ways to train; the first 30 steps have half of the room."""
    most = max(moment.worst for moment in (*moments, *other))
    axes = PLOT._replace(ys=(0, 1.05 * most))
    small = {"font_size": svg.SMALL, "fill": svg.MUTED}
    yield svg.text("the worst miss", axes.left - 4, TABLE - 24, **small)
    yield svg.rect(axes.left, axes.top, 1.5, axes.height, fill=svg.LINE)
    yield svg.rect(axes.left, axes.y(0), axes.width, 1.5, fill=svg.LINE)
    for value in (0, 5, 10):
        yield svg.text(f"{value} m", axes.left - 6, axes.y(value) + 5, text_anchor="end", **small)
    for step in (0, 10, 30, STEPS):
        anchor = "end" if step == STEPS else "middle"
        yield svg.text(step, axes.x(STOPS.index(step)), axes.y(0) + 20, text_anchor=anchor, **small)
    for run, mine in ((other, False), (moments, True)):
        ends = [(axes.x(k), axes.y(moment.worst)) for k, moment in enumerate(run)]
        taught = informed == mine
        color, name = (svg.GRADIENT, "with grad_ys") if taught else (svg.INK, "with ones")
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ends)
        dash = "" if taught else ' stroke-dasharray="4 3"'
        yield f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{2.5 if mine else 1.2}"{dash}/>'
        spot = (axes.left + axes.width, axes.y(0) - 8) if taught else (axes.x(29), axes.y(most) + 14)
        yield svg.text(
            name, *spot, font_size=svg.SMALL, font_weight=600 if mine else 400, fill=color, text_anchor="end"
        )
        if mine:
            look = {"fill": color, "stroke": svg.CARD, "stroke_width": 2}
            yield reel.part("circle", cx=[x for x, _ in ends], cy=[y for _, y in ends], r=5, **look)
