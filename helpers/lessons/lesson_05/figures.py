"""Lesson 05: the readings of a night, and the model's curve."""

import math

import numpy as np

from helpers.drawing import svg
from helpers.drawing.plots import LABEL, Axes, Look

__all__ = ["product", "readings"]

LEFT, TOP, WIDTH, HEIGHT = 74, 84, 470, 190
SLIP = LEFT + WIDTH + 74  # where the reading stands that is far off to the right
BARS, CHANCES = (1.0, 3.2), (-0.25, 1.0)  # room below 0 for what arrives there
PICTURE_WIDTH = 700

CURVE = Look(svg.ACCENT, mark="")


def readings(pressure, failed, w, b, arrives):
    """Draw the readings, each with what arrives at its z (or "?"), and the curve from healthy to failed.

    The last reading is ten times too large and stands behind a break in the axis.

    >>> readings(np.array([1.2, 27.0]), np.array([0, 1]), 4.0, -8.0, [0.04, np.nan])
    <Picture: The night's readings, ... In bar: 1.2 stayed healthy; 27 failed. ... 0.04 at 1.2, NaN at 27.>
    """
    axes = Axes(LEFT, TOP, WIDTH, HEIGHT, BARS, CHANCES)
    title = "The night's readings, and what the model makes of them"
    keys = [svg.words(title, 18, bold=True, align="start").at(0, 0), _key().at(0, 30)]
    grid = [axes.line_across(chance, text) for chance, text in ((1, "failed 1"), (0, "healthy 0"))]
    grid += [axes.tick(value, f"{value:g}") for value in (1, 1.5, 2, 2.5, 3)]
    xs = np.linspace(*BARS, 81)
    curve = axes.curve(xs, _chance(w * xs + b), CURVE)
    dots = [_reading(axes, *one) for one in zip(pressure, failed, arrives, strict=True)]
    beyond = _beyond(axes, pressure[-1], w, b)
    block = svg.canvas(PICTURE_WIDTH, TOP + HEIGHT + 46, *keys, *grid, curve, *beyond, *dots)
    return svg.picture(block, title, desc=_told(pressure, failed, w, b, arrives))


def product(parts):
    """Draw the Jacobian of one row's softmax, and how little goes into its product and comes out.

    >>> product(100)
    <Picture: The Jacobian of one row, ... times a column, all but one 0, is a full column of 100.>
    """
    side, thin = 120, 7
    square = svg.rect(0, 0, side, side, fill=svg.LOCAL, fill_opacity=0.3)  # −p pᵀ is nowhere 0
    square += svg.line(0, 0, side, side, svg.LOCAL, 2)  # the diagonal, to which p itself is added
    zeros = svg.rect(0, 0, thin, side, fill=svg.GRADIENT, fill_opacity=0.15)
    sent = svg.canvas(thin, side, zeros, svg.rect(0, side / 3, thin, 3, fill=svg.GRADIENT))
    column = svg.canvas(thin, side, svg.rect(0, 0, thin, side, fill=svg.GRADIENT))
    shown = (
        (svg.canvas(side, side, square), f"J, {parts**2:,} numbers, none 0"),
        (svg.words("·", 22), ""),
        (sent, f"upstream, {parts}, all but one 0"),
        (svg.words("=", 22), ""),
        (column, f"p − t, {parts}"),
    )
    block = svg.row(*(svg.column(body, svg.words(text, LABEL), gap=6) for body, text in shown), gap=14)
    desc = f"A full square of {parts} × {parts} times a column, all but one 0, is a full column of {parts}."
    return svg.picture(block, "The Jacobian of one row, its upstream, and their product", desc=desc)


def _chance(z):
    """What the model says to a score: how likely it is that the pump fails."""
    return np.exp(-np.logaddexp(0, -z))


def _key():
    line = svg.canvas(26, 18, svg.line(0, 9, 26, 9, svg.ACCENT, 2.5))
    entries = (
        (svg.canvas(16, 18, _mark(8, 9, False)), "stayed healthy"),
        (svg.canvas(16, 18, _mark(8, 9, True)), "failed"),
        (line, "the model: how sure that it fails"),
        (svg.words("0.04", 14, svg.GRADIENT, bold=True), "what arrives at its z"),
    )
    return svg.row(*(svg.row(mark, svg.words(text, 14), gap=6) for mark, text in entries), gap=18)


def _mark(x, y, has_failed):
    """A healthy pump is a ring, a failed one a full diamond."""
    if has_failed:
        return f'<path d="M{x:.1f} {y - 8:.1f}l8 8l-8 8l-8 -8z" fill="{svg.POSITIVE}"/>'
    look = f'fill="{svg.CARD}" stroke="{svg.NEGATIVE}" stroke-width="3"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" {look}/>'


def _place(axes, pressure):
    return axes.x(pressure) if pressure <= BARS[1] else SLIP


def _reading(axes, pressure, has_failed, arrives):
    """A reading's mark, and away from the curve what arrives at its z."""
    x, y = _place(axes, pressure), axes.y(has_failed)
    said = _rounded(arrives)
    lost = said == "NaN"
    words = svg.words(said, 18 if lost else 14, svg.BAD if lost else svg.GRADIENT, bold=True)
    top = y - 10 - words.height if has_failed else y + 9
    return _mark(x, y, has_failed) + words.at(x - words.width / 2, top)


def _beyond(axes, pressure, w, b):
    """The break in the axes, the curve behind it, and what the last reading is."""
    start, end = LEFT + WIDTH + 34, PICTURE_WIDTH - 20
    chance, zero, bottom = (axes.y(y) for y in (float(_chance(w * pressure + b)), 0, CHANCES[0]))
    for y in (axes.y(1), zero):
        yield svg.rect(start, y - 0.5, end - start, 1, fill=svg.LINE, fill_opacity=0.45)
    for x in (LEFT + WIDTH + 12, LEFT + WIDTH + 22):
        yield svg.line(x - 5, zero + 8, x + 5, zero - 8, svg.MUTED)
        yield svg.line(x - 5, chance + 8, x + 5, chance - 8, svg.MUTED)
    yield svg.line(start, chance, end, chance, svg.ACCENT, 2.5)
    yield svg.line(SLIP, axes.y(1) + 14, SLIP, bottom + 2, svg.INK, 1.6, "4 4")
    words = svg.words(f"{pressure:g}", LABEL, bold=True)
    yield words.at(SLIP - words.width / 2, bottom + 6)
    slip = svg.words(f"a slip for {pressure / 10:g}", LABEL)
    yield slip.at(SLIP - slip.width / 2, bottom + 24)
    unit = svg.words("bar", LABEL, svg.MUTED, align="start")
    yield unit.at(axes.x(BARS[1]) - unit.width, bottom + 6)


def _told(pressure, failed, w, b, arrives):
    groups = [
        f"{', '.join(f'{p:g}' for p, kind in zip(pressure, failed) if kind == which)} {became}"
        for which, became in enumerate(("stayed healthy", "failed"))
    ]
    last, each = pressure[-1], [f"{_rounded(a)} at {p:g}" for p, a in zip(pressure, arrives)]
    return f"""
        In bar: {"; ".join(groups)}. The model's curve rises from 0 to 1 and is at one half at {-b / w:g} bar.
        The last reading, {last:g}, a slip for {last / 10:g}, is far off to the right, behind a break in the
        axis. What arrives at each z: {", ".join(each)}."""


def _rounded(arrives):
    if arrives == "?":
        return arrives
    return "NaN" if math.isnan(arrives) else f"{arrives:.2f}".replace("-", "−")
