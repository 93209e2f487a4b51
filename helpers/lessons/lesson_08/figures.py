"""Lesson 08: the chart of two ferries' echoes with a border; the sizes of what passes a hook."""

import numpy as np

from helpers.drawing import svg
from helpers.drawing.borders import BORDER, legend, two_kinds
from helpers.drawing.plots import Axes

__all__ = ["chart", "passing"]

XS, YS = (-2.1, 2.1), (-1.5, 1.5)
WIDE, HIGH, TOP = 476, 340, 74


def chart(X, T, scores, title="The echoes, and the border of his model", pull=None):
    """Draw the echoes and the border where both scores are equal; scores(points) gives two columns.

    Round each echo a disc as wide as its `pull`, if that is given.

    >>> X, T = np.array([[-1.0, 0.5], [1.0, -0.5]]), np.eye(2)
    >>> chart(X, T, lambda points: -points)
    <Picture: The echoes, and ... 2 echoes, 1 of each ferry. The border leaves 2 of 2 on the right side.>
    """

    def lead(points):
        first, second = np.asarray(scores(points)).T
        return first - second

    is_first = np.asarray(T)[:, 0] == 1
    axes = Axes(0, TOP, WIDE, HIGH, XS, YS)
    parts = [svg.words(title, 18, bold=True, align="start").at(0, 0), _key(pull is not None).at(0, 34)]
    is_right = (lead(X) > 0) == is_first
    wrong = [_loop(axes.x(x), axes.y(y)) for x, y in np.asarray(X)[~is_right]]
    if pull is not None:
        sizes = 26 * pull / np.max(pull)
        wrong += [_disc(axes.x(x), axes.y(y), r) for (x, y), r in zip(X, sizes, strict=True) if r > 4]
    block = svg.canvas(WIDE, TOP + HIGH, *parts, two_kinds(axes, X, is_first, lead), *wrong)
    right = int(np.sum(is_right))
    north = int(is_first.sum())
    of = "each" if 2 * north == len(X) else "the north"
    each = f"{len(X)} echoes, {north} of {of} ferry."
    desc = f"{each} The border leaves {right} of {len(X)} on the right side."
    if pull is not None:
        desc += f" Echo {np.argmax(pull)} has the largest disc."
    return svg.picture(block, title, desc=desc)


def _disc(x, y, r):
    return svg.circle(x, y, round(float(r), 1), fill=svg.BAD, fill_opacity=0.25, stroke=svg.BAD)


def _loop(x, y):
    """Round an echo on the wrong side."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="none" stroke="{svg.INK}" stroke-width="1.5"/>'


def _key(has_discs):
    wrong = svg.canvas(20, 18, _loop(10, 9)), "wrong side"
    more = (wrong, (svg.canvas(20, 18, _disc(10, 9, 8)), "its pull")) if has_discs else (BORDER, wrong)
    return legend("north ferry", "south ferry", *more)


def passing(runs):
    """Draw the mean sizes that a hook saw at each place, of the values and of what comes back; by run.

    >>> passing({"small": {"h": (0.5, 0.0007), "a": (1.0, 0.0004)}})
    <Picture: Mean sizes, on the way up and back. small: h up 0.5000, back 0.000700; a up 1.0000, back ...>
    """
    most = np.max([[*run.values()] for run in runs.values()], axis=(0, 1))
    columns, said = [], []
    for label, run in runs.items():
        rows = [svg.words(label, 16, bold=True, align="start")]
        for place, sizes in run.items():
            parts = [svg.text(place, 0, 26, font_size=16, fill=svg.INK)]
            for k, (way, digits, color) in enumerate((("up", 4, svg.MUTED), ("back", 6, svg.GRADIENT))):
                wide, y = 120 * sizes[k] / most[k], 4 + 21 * k
                parts.append(svg.rect(58, y, max(wide, 1), 15, fill=color))
                text = f"{way} {sizes[k]:.{digits}f}"
                parts.append(svg.text(text, 64 + wide, y + 12, font_size=14, fill=color))
            rows.append(svg.canvas(290, 50, *parts))
        columns.append(svg.column(*rows, gap=4, align=0))
        seen = (f"{place} up {up:.4f}, back {back:.6f}" for place, (up, back) in run.items())
        said.append(f"{label}: {'; '.join(seen)}.")
    return svg.picture(svg.row(*columns, gap=20), "Mean sizes, on the way up and back", desc=" ".join(said))
