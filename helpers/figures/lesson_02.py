"""Lesson 02: a gradient cut in two, once with a product afterwards and once with g1 as the upstream."""

import numpy as np

from .style import BLUE, GRID, INK, ORANGE, Picture, house_style

__all__ = ["cut_in_two"]

AT_W, AT_H, AT_LOSS = 0.0, 4.3, 10.2  # where the three values stand, in widths of a number
END = 11.6
LANE_HEIGHT, FIRST_ROW = 6.1, 2.8


@house_style
def cut_in_two(g1, g2, gradient):
    """Draw the way back from the loss to W, cut at h: with ones as the lower part's upstream, and with g1.

    g1, the gradient of the loss by h, has the shape of h; g2, made with ones, and gradient, made with g1,
    that of W. All are 2-D float arrays, h with 4 columns at most, printed as they are given.

    >>> cut_in_two(np.full((1, 2), 0.5), np.ones((1, 1)), np.full((1, 1), 0.25))
    <Picture: The way back from the loss to W, cut at h. Above, two parts ... the gradient: 0.25.>
    """
    g1, g2, gradient = (np.asarray(part, dtype=float) for part in (g1, g2, gradient))
    alt = f"""The way back from the loss to W, cut at h. Above, two parts made apart: g1 arrives at h and
        stays there, and the step from h to W starts from ones, which gives g2: {_in_words(g2)}. Its shape,
        {g2.shape}, does not fit that of g1, {g1.shape}. Below, the step starts from g1, {_in_words(g1)}, and
        what reaches W is the gradient: {_in_words(gradient)}."""
    picture = Picture(alt=alt, width=8, height=5.2)
    axes = picture.subplots()
    axes.set(xlim=(-0.3, END), ylim=(2 * LANE_HEIGHT + 0.9, -0.8))
    axes.axis("off")
    for x, name in ((AT_W, "W"), (AT_H, "h = W x + b"), (AT_LOSS, "loss")):
        axes.text(x, 0, name, weight="bold", va="center")
    _arrow(axes, (0.7, 0), (AT_H - 0.3, 0), INK)
    _arrow(axes, (8.0, 0), (AT_LOSS - 0.3, 0), INK)
    ones = np.ones_like(g1)
    _lane(axes, 1.0, "Two parts, multiplied afterwards", ones, "ones for upstream", g2, "g2", ORANGE, "--")
    _lane(
        axes, 1.0 + LANE_HEIGHT, "g1 handed over", g1, "g1 for upstream", gradient, "the gradient", BLUE, "-"
    )
    sizes = " × ".join(map(str, g1.shape)), " × ".join(map(str, g2.shape))
    wrong = "g1 stays up here:\nits {} numbers\nfind no place in\nthe {} of g2".format(*sizes)
    axes.text(8.6, 3.0, wrong, color=ORANGE, va="top")
    middle = 1.0 + LANE_HEIGHT + _middle(g1)
    _arrow(axes, (END - 0.5, middle), (AT_H + g1.shape[1] + 0.2, middle), BLUE)
    return picture


def _lane(axes, top, title, upstream, upstream_name, downstream, downstream_name, colour, line):
    """One way of going from h to W: an upstream at h, an arrow, and what comes out at W."""
    axes.plot([-0.3, END], [top, top], color=GRID, linewidth=1.5, linestyle="-")
    axes.text(-0.1, top + 0.7, title, color=colour, weight="bold", va="center")
    for x, name, numbers in ((AT_H, upstream_name, upstream), (AT_W, downstream_name, downstream)):
        axes.text(x, top + 1.75, name, va="center")
        for (i, j), number in np.ndenumerate(numbers):
            place = (x + j + 0.75, top + FIRST_ROW + i)
            axes.text(*place, _short(number), ha="right", va="center", size=12, color=colour)
    middle = top + _middle(upstream)
    _arrow(axes, (AT_H - 0.2, middle), (AT_W + downstream.shape[1] + 0.2, middle), colour, line)


def _middle(numbers):
    return FIRST_ROW + (len(numbers) - 1) / 2


def _arrow(axes, start, end, colour, line="-"):
    style = {"arrowstyle": "->", "color": colour, "linestyle": line, "linewidth": 2.5}
    axes.annotate("", end, start, arrowprops=style)


def _short(number):
    return f"{number:.3g}".replace("-", "−") if number == round(number) else f"{number:.2f}".replace("-", "−")


def _in_words(matrix):
    return "; ".join(", ".join(_short(number) for number in row) for row in matrix)
