"""Lesson 02: the slopes between examples; a gradient cut in two, with a product and with an upstream."""

import numpy as np

from helpers.drawing import svg

__all__ = ["between_examples", "cut_in_two"]

WIDTH, CELL, HEIGHT = 720, 46, 34  # of the picture and of a cell
AT_W, GATE, AT_H, WALL, BESIDE, AT_LOSS = 0, 144, 200, 410, 436, 650  # from left to right
LANE = 66  # the height of a lane beside that of its tables
BLOCK_CELL, BLOCK_ROW, HEADS, GAP = 56, 27, 132, 6  # of the slopes between examples


def between_examples(jacobian):
    """Draw a Jacobian of shape (outputs, examples, inputs, examples), example by example.

    An example is a column of y, and of x. Blocks of zeros are pale. At most 8 columns fit.

    >>> between_examples(np.einsum("ik,jl->ijkl", np.ones((2, 1)), np.eye(3)))
    <Picture: The slopes between examples. A row of blocks for each example of y, ... and 0 elsewhere.>
    """
    outputs, examples, inputs, _ = jacobian.shape
    wide, tall = inputs * BLOCK_CELL + GAP, outputs * BLOCK_ROW + GAP
    parts, zero = [], []
    for k in range(examples):
        of_x = svg.words(f"x of example {k}", 14, svg.MUTED, True, width=wide - GAP)
        of_y = svg.words(f"y of example {k}", 14, svg.MUTED, True, "end", HEADS - 14)
        parts += [of_x.at(HEADS + k * wide, 0), of_y.at(0, 26 + k * tall + (tall - GAP) / 2 - 9)]
    for row, column in np.ndindex(examples, examples):
        block = jacobian[:, row, :, column]
        zero.append(not block.any())
        drawn = svg.matrix(
            block, color=svg.LINE if zero[-1] else svg.LOCAL, size=14, scale=svg.largest(jacobian),
            cell_size=(BLOCK_CELL, BLOCK_ROW),
        )  # fmt: skip
        faint = svg.group(drawn.at(HEADS + column * wide, 26 + row * tall), opacity=0.7 if zero[-1] else 1)
        parts.append(faint)
    desc = f"""
        A row of blocks for each example of y, a column of blocks for each example of x.
        {sum(zero)} of {len(zero)} blocks hold nothing but zeros: only an example's own x moves its y, by
        {_in_words(jacobian[:, 0, :, 0])}, and 0 elsewhere."""
    block = svg.canvas(HEADS + examples * wide - GAP, 26 + examples * tall - GAP, *parts)
    return svg.picture(block, "The slopes between examples", desc=desc)


def cut_in_two(g1, g2, gradient):
    """Draw the way back from the loss to W, cut at h: with ones as the lower part's upstream, and with g1.

    h is W x + b. The step from h to W mixes the rows of its J by what arrives at h.

    g1, the gradient of the loss at h, has the shape of h; g2, made with ones, and gradient, made with g1,
    that of W. All are 2-D float arrays, W with 2 columns at most and h with 4, printed to two decimals.

    >>> cut_in_two(np.full((1, 2), 0.5), np.ones((1, 1)), np.full((1, 1), 0.25))
    <Picture: The way back from the loss to W, cut at h. Above, two parts ... the gradient: 0.25.>
    """
    g1, g2, gradient = (np.asarray(part, dtype=float) for part in (g1, g2, gradient))
    scale = max(map(svg.largest, (g1, g2, gradient)))
    desc = f"""
        Above, two parts made separately: g1 arrives at h and stays there, and the step from h to W starts
        from ones, which gives g2: {_in_words(g2)}. Its shape, {g2.shape}, does not fit that of g1,
        {g1.shape}. Below, the step starts from g1, {_in_words(g1)}, and what reaches W is the gradient:
        {_in_words(gradient)}."""
    block = svg.column(_forward(), _apart(g1, g2, scale), _handed_over(g1, gradient, scale), gap=12, align=0)
    return svg.picture(block, "The way back from the loss to W, cut at h", desc=desc)


def _forward():
    """The three values, each above what arrives for it, and how each is made from the one before."""
    boxes = [svg.card(svg.words(name, 17, bold=True), pad=9) for name in ("W", "h = W x + b", "loss")]
    places, y = (AT_W + CELL - boxes[0].width / 2, AT_H, AT_LOSS), boxes[0].height / 2
    parts = [box.at(x, 0) for box, x in zip(boxes, places, strict=True)]
    for box, x, following in zip(boxes, places, places[1:], strict=False):
        parts.append(svg.arrow(x + box.width + 6, y, following - 6, y))
    return svg.canvas(WIDTH, boxes[0].height, *parts)


def _apart(g1, g2, scale):
    """The lower part begun anew with ones: g1 stays behind a wall."""
    tall = g1.shape[0] * HEIGHT
    top, bottom, middle = LANE - 4, LANE - 4 + tall, LANE - 4 + tall / 2
    sizes = " × ".join(map(str, g1.shape)), " × ".join(map(str, g2.shape))
    why = f"Two parts, made separately. Multiply? Neither * nor @ joins {sizes[0]} numbers and {sizes[1]}."
    parts = [
        *_title(why, svg.BAD),
        *_lower_part("g2", g2, "ones", np.ones_like(g1), scale, svg.MUTED),
        *_named("g1 stays here", g1, scale, svg.GRADIENT, BESIDE),
        svg.line(WALL, top - 22, WALL, bottom, svg.BAD, 4),
        _way(AT_LOSS + 24, BESIDE + g1.shape[1] * CELL, middle, svg.GRADIENT),
    ]
    return svg.canvas(WIDTH, LANE + tall, *parts)


def _handed_over(g1, gradient, scale):
    """The lower part begun with g1: one way from the loss to W."""
    tall = g1.shape[0] * HEIGHT
    middle, right = LANE - 4 + tall / 2, AT_H + g1.shape[1] * CELL
    parts = [
        *_title("One sweep: what arrives at h is the upstream of the step from W to h.", svg.GRADIENT),
        *_lower_part("the gradient", gradient, "g1", g1, scale, svg.GRADIENT),
        _way(AT_LOSS + 24, right, middle, svg.GRADIENT),
    ]
    return svg.canvas(WIDTH, LANE + tall, *parts)


def _lower_part(out_name, out, upstream_name, upstream, scale, color):
    """An upstream at h, the step's rule as a gate on the way, and what comes out at W."""
    middle = LANE - 4 + upstream.shape[0] * HEIGHT / 2
    gate = svg.card(svg.words("VJP", 15, svg.LOCAL, bold=True), pad=6, fill=svg.CARD, stroke=svg.LOCAL)
    yield from _named(out_name, out, scale, color, AT_W)
    yield from _named(upstream_name, upstream, scale, color, AT_H)
    yield _way(AT_H, AT_W + out.shape[1] * CELL, middle, color)
    yield gate.at(GATE - gate.width / 2, middle - gate.height / 2)


def _title(text, color):
    yield svg.rect(0, 0, WIDTH, 1, fill=svg.LINE, fill_opacity=0.6)
    yield svg.words(text, 16, color, bold=True, align="start").at(0, 8)


def _way(start, end, y, color):
    return svg.arrow(start - 8, y, end + 8, y, color, width=3.2, size=12)


def _named(name, numbers, scale, color, x):
    """A table, and above it what it is."""
    table = svg.matrix(numbers, 13.5, color, scale, cell_size=(CELL, HEIGHT), text=_short)
    yield svg.words(name, 14, color, bold=True, align="start").at(x, LANE - 26)
    yield table.at(x, LANE - 4)


def _short(number):
    text = f"{number:.3g}" if number == round(number) else f"{number:.2f}"
    return ("0" if text in ("-0.00", "0.00") else text).replace("-", "−")


def _in_words(matrix):
    return "; ".join(", ".join(_short(number) for number in row) for row in matrix)
