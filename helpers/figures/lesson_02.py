"""Lesson 02: a gradient cut in two, once with a product afterwards and once with g1 as the upstream."""

import numpy as np

from helpers.drawing import svg

from .two_sweeps import there_and_back

__all__ = ["cut_in_two", "there_and_back"]

WIDTH = 700
AT_W, AT_H, AT_LOSS = 0, 230, 560  # where W, h and the loss stand
CELL_HEIGHT = 36


def cut_in_two(g1, g2, gradient):
    """Draw the way back from the loss to W, cut at h: with ones as the lower part's upstream, and with g1.

    g1, the gradient of the loss by h, has the shape of h; g2, made with ones, and gradient, made with g1,
    that of W. All are 2-D float arrays, W with 2 columns at most and h with 4, printed to two decimals.

    >>> cut_in_two(np.full((1, 2), 0.5), np.ones((1, 1)), np.full((1, 1), 0.25))
    <Picture: The way back from the loss to W, cut at h. Above, two parts ... the gradient: 0.25.>
    """
    g1, g2, gradient = (np.asarray(part, dtype=float) for part in (g1, g2, gradient))
    ones, scale = np.ones_like(g1), max(map(svg.largest, (g1, g2, gradient)))
    sizes = " × ".join(map(str, g1.shape)), " × ".join(map(str, g2.shape))
    stays = ("g1 stays up here:", f"its {sizes[0]} numbers", "find no place in", f"the {sizes[1]} of g2")
    parts_apart = _lane("Two parts, multiplied afterwards", "g2", g2, "ones as upstream", ones, scale, stays)
    handed_over = _lane("g1 handed over", "the gradient", gradient, "g1 as upstream", g1, scale)
    desc = f"""
        Above, two parts made apart: g1 arrives at h and stays there, and the step from h to W starts from
        ones, which gives g2: {_in_words(g2)}. Its shape, {g2.shape}, does not fit that of g1, {g1.shape}.
        Below, the step starts from g1, {_in_words(g1)}, and what reaches W is the gradient:
        {_in_words(gradient)}."""
    block = svg.column(_forward(), parts_apart, handed_over, gap=14, align=0)
    return svg.picture(block, "The way back from the loss to W, cut at h", desc=desc)


def _forward():
    """The three values, and how each is made from the one before."""
    boxes = [svg.card(svg.words(name, 17, bold=True), pad=9) for name in ("W", "h = W x + b", "loss")]
    places, y = (AT_W, AT_H, AT_LOSS), boxes[0].height / 2
    parts = [box.at(x, 0) for box, x in zip(boxes, places, strict=True)]
    for box, x, following in zip(boxes, places, places[1:], strict=False):
        parts.append(svg.arrow(x + box.width + 6, y, following - 6, y))
    return svg.canvas(WIDTH, boxes[0].height, *parts)


def _lane(title, out_name, out, upstream_name, upstream, scale, stays=None):
    """One way to go from h to W: an upstream at h, and what comes out at W; `stays` if g1 stays behind."""
    color = svg.MUTED if stays else svg.GRADIENT
    at_w, at_h = _named(out_name, out, scale, color), _named(upstream_name, upstream, scale, color)
    y = 40 + at_h.height - CELL_HEIGHT * len(upstream) / 2  # the middle of the table
    way = {"color": color, "width": 3.2, "size": 12, "dash": "7 5" if stays else None}
    parts = [
        svg.rect(0, 0, WIDTH, 1, fill=svg.LINE, fill_opacity=0.6),
        svg.words(title, 17, svg.BAD if stays else svg.GRADIENT, bold=True, align="start").at(0, 8),
        at_w.at(AT_W, 40),
        at_h.at(AT_H, 40),
        svg.arrow(AT_H - 10, y, AT_W + at_w.width + 10, y, **way),
    ]
    if stays:
        lines = svg.column(*(svg.words(line, 16, svg.BAD, align="start") for line in stays), gap=1, align=0)
        parts.append(lines.at(AT_LOSS - 20, y - lines.height / 2))
    else:
        parts.append(svg.arrow(AT_LOSS + 28, y, AT_H + at_h.width + 10, y, **way))
    return svg.canvas(WIDTH, 40 + max(at_w.height, at_h.height), *parts)


def _named(name, numbers, scale, color):
    cells = {"cell_width": 62, "cell_height": CELL_HEIGHT, "shrink": True}
    table = svg.matrix(numbers, color=color, scale=scale, text=_short, **cells)
    return svg.column(svg.words(name, 15, align="start"), table, gap=3, align=0)


def _short(number):
    return f"{number:.3g}".replace("-", "−") if number == round(number) else f"{number:.2f}".replace("-", "−")


def _in_words(matrix):
    return "; ".join(", ".join(_short(number) for number in row) for row in matrix)
