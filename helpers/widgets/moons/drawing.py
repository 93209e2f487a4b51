"""The picture of a moment of the training: the echoes with the border of then, and the loss so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from helpers.drawing import svg
from helpers.drawing.borders import BORDER, legend, two_kinds
from helpers.drawing.held import handle, knob
from helpers.drawing.plots import Axes, Look

from .training import STEPS, TOGETHER, Moment

XS, YS = (-2.1, 2.1), (-1.5, 1.5)
LOSS, OTHER = Look(svg.ACCENT, mark=""), Look(svg.MUTED, "5 4", mark="")
TITLE = "Which ferry? A border that is learned"
WIDE, SLIM = 760, 588  # where there is room for the loss beside the echoes, and for less of it
MOST = 0.75  # the top of the loss's axis; the first loss is log 2


def draw_moment(
    moment: Moment,
    last: Moment,
    X: np.ndarray,
    T: np.ndarray,
    said: str,
    others: Mapping[str, Sequence[float]],
    wide: int = WIDE,
    pulled: bool = True,
) -> svg.Picture:
    """The echoes and the border at one moment, and the loss up to the last one, with a dot for this moment.

    The dot can be `pulled` once there is a loss to go back on; `said` is said, `others` are further losses.
    """
    narrow, below = wide < WIDE, wide < SLIM
    width = wide if below else 310 if narrow else 406
    high = round(width * 5 / 7)
    chart = Axes(0, 0, width, high, XS, YS)
    places = svg.canvas(width, high, two_kinds(chart, X, T[:, 0] == 1, moment.lead))
    known = (*last.losses, last.loss(X, T))
    size = (wide, 150) if below else (wide - width - 28, 150 if narrow else 174)
    side = _side(moment, known, others, X, T, *size, pulled and last.step > 0)
    both = svg.column(places, side, gap=14, align=0) if below else svg.row(places, side, gap=28)
    title = svg.paragraph(TITLE, 20, wide if narrow else 430, bold=True)
    key = legend("north ferry", "south ferry", BORDER)
    if key.width > wide:
        border = svg.row(BORDER[0], svg.words(BORDER[1], 14), gap=6)
        key = svg.column(legend("north ferry", "south ferry"), border, gap=4, align=0)
    head = svg.column(title, key, gap=10, align=0) if narrow else svg.row(title, key, gap=14)
    block = svg.column(head, both, _panel(said, wide, narrow), gap=10, align=0)
    return svg.picture(block, TITLE, desc=f"{said} {_numbers(moment, X, T)}")


def _numbers(moment, X, T):
    loss, right = moment.loss(X, T), moment.right(X, T)
    return f"Step {moment.step} of {STEPS}, loss {loss:.3f}, {right:.1%} classified correctly."


def _side(moment, known, others, X, T, width, height, pulled):
    """Three numbers, and under them the loss, as far as it is known, step by step."""
    title = f"the loss; dashed: {', '.join(others)}" if others else "the loss, step by step"
    facts = (
        ("step", f"{moment.step} of {STEPS}"),
        ("loss", f"{moment.loss(X, T):.3f}"),
        ("correct", f"{moment.right(X, T):.1%}"),
    )
    parts = []
    for (name, value), left in zip(facts, (0, 118, 196), strict=True):
        parts.append(svg.words(name, svg.SMALL, svg.MUTED, align="start").at(left, 0))
        parts.append(svg.words(value, 19, bold=True, align="start").at(left, 18))
    axes = Axes(34, 88, width - 50, height, (0, STEPS), (0, MOST))
    parts.append(svg.words_within(title, svg.SMALL, width, svg.MUTED).at(0, 58))
    for value in (0, 0.25, 0.5, 0.75):
        y = axes.y(value)
        parts.append(svg.rect(axes.left, y - 0.5, axes.width, 1, fill=svg.LINE, fill_opacity=0.45))
        words = svg.words(f"{value:g}", 13, svg.MUTED, align="end", width=30)
        parts.append(words.at(axes.left - 36, y - 9))
    parts += [axes.tick(step, str(step)) for step in (0, STEPS // 2, STEPS)]
    for losses, look in ((known, LOSS), *((each, OTHER) for each in others.values())):
        parts.append(axes.curve(range(len(losses)), np.minimum(losses, MOST), look))
    x, y = axes.x(moment.step), axes.y(min(known[moment.step], MOST))
    if pulled:
        per, furthest = axes.width / STEPS, len(known) - 1
        parts.append(handle(knob(x, y), "shown", "The step that is shown", 0, furthest, TOGETHER, per))
    else:
        parts.append(svg.circle(x, y, 5, fill=svg.ACCENT))
    return svg.canvas(width, height + 116, *parts)


def _panel(said, width, narrow):
    """What is said of this moment; as high whatever it says, so that nothing jumps."""
    words = svg.paragraph(said, 16, width - 28)
    height = 38 if not narrow else 62 if width > 400 else 86
    ground = svg.rect(0, 0, width, height, fill=svg.PANEL, rx=8)
    return svg.canvas(width, height, ground, words.at(14, 8))
