"""Lesson 08: the chart of two ferries' echoes with a border; where two passes differ."""

import numpy as np

from helpers.drawing import svg
from helpers.drawing.borders import BORDER, legend, two_kinds
from helpers.drawing.plots import Axes

__all__ = ["chart", "ladder"]

XS, YS = (-2.1, 2.1), (-1.5, 1.5)
WIDE, HIGH, TOP = 476, 340, 74


def chart(X, T, scores=None, title="The echoes, and the border of his model", pull=None):
    """Draw the echoes, and the border where both scores are equal, if scores(points) gives two columns.

    Round each echo a disc as wide as its `pull`, if that is given.

    >>> X, T = np.array([[-1.0, 0.5], [1.0, -0.5]]), np.eye(2)
    >>> chart(X, T, lambda points: -points)
    <Picture: The echoes, and ... 2 echoes, 1 of each ferry. The border leaves 2 of 2 on the right side.>
    """

    def lead(points):
        first, second = np.asarray(scores(points)).T if scores else np.zeros((2, len(points)))
        return first - second

    is_first = np.asarray(T)[:, 0] == 1
    axes = Axes(0, TOP, WIDE, HIGH, XS, YS)
    parts = [
        svg.words(title, 18, bold=True, align="start").at(0, 0),
        _key(scores, pull is not None).at(0, 34),
    ]
    is_right = (lead(X) > 0) == is_first if scores else np.ones(len(X), bool)
    wrong = [_loop(axes.x(x), axes.y(y)) for x, y in np.asarray(X)[~is_right]]
    if pull is not None:
        sizes = 26 * pull / np.max(pull)
        wrong += [_disc(axes.x(x), axes.y(y), r) for (x, y), r in zip(X, sizes, strict=True) if r > 4]
    block = svg.canvas(WIDE, TOP + HIGH, *parts, two_kinds(axes, X, is_first, lead), *wrong)
    right = int(np.sum(is_right))
    north = int(is_first.sum())
    of = "each" if 2 * north == len(X) else "the north"
    each = f"{len(X)} echoes, {north} of {of} ferry."
    desc = f"{each} The border leaves {right} of {len(X)} on the right side." if scores else each
    if pull is not None:
        desc += f" Echo {np.argmax(pull)} has the largest disc."
    return svg.picture(block, title, desc=desc)


def ladder(places, off):
    """Draw where two backward passes differ, from the loss down: off[who] is how far off at each of places.

    >>> ladder(("s", "h", "a"), {"yours": (0, 0, 0), "his": (0, 0, 0.82)})
    <Picture: How far off, from the loss down. yours: s 0.00, h 0.00, a 0.00. his: s 0.00, h 0.00, a 0.82.>
    """
    parts, said, step = [], [], 82
    for k, (who, each) in enumerate(off.items()):
        y = 30 + 52 * k
        parts.append(svg.text(who, 0, y + 26, font_size=15, font_weight=600, fill=svg.INK))
        for j, (place, d) in enumerate(zip(places, each, strict=True)):
            x, color = 82 + step * j, svg.LOCAL if d < 0.005 else svg.BAD
            look = {"fill": color, "fill_opacity": 0.12, "stroke": color, "stroke_width": 2, "rx": 7}
            parts.append(svg.rect(x, y, step - 14, 40, **look))
            number = {"font_size": 17, "font_weight": 600, "text_anchor": "middle", "fill": color}
            parts.append(svg.text(f"{d:.2f}", x + (step - 14) / 2, y + 26, **number))
            at = {"font_size": 15, "text_anchor": "middle", "fill": svg.MUTED}
            parts += [svg.text(place, x + (step - 14) / 2, 20, **at)] * (k == 0)
        said.append(f"{who}: {', '.join(f'{at} {d:.2f}' for at, d in zip(places, each, strict=True))}.")
    block = svg.canvas(82 + step * len(places), 30 + 52 * len(off), *parts)
    return svg.picture(block, "How far off, from the loss down", desc=" ".join(said))


def _disc(x, y, r):
    return svg.circle(x, y, round(float(r), 1), fill=svg.BAD, fill_opacity=0.25, stroke=svg.BAD)


def _loop(x, y):
    """Round an echo on the wrong side."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="none" stroke="{svg.INK}" stroke-width="1.5"/>'


def _key(has_border, has_discs):
    if not has_border:
        return legend("north ferry", "south ferry")
    wrong = svg.canvas(20, 18, _loop(10, 9)), "wrong side"
    more = (wrong, (svg.canvas(20, 18, _disc(10, 9, 8)), "its pull")) if has_discs else (BORDER, wrong)
    return legend("north ferry", "south ferry", *more)
