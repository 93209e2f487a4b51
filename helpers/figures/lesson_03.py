"""Lesson 03: the whole Jacobian of a small matrix product, and how little of it a rule needs."""

import numpy as np

from helpers import autodiff as ad

from .style import BLUE, GRID, INK, ORANGE, Picture, house_style

__all__ = ["jacobian_of_matmul"]


@house_style
def jacobian_of_matmul(a, b, upstream):
    """Draw dC/dA for C = A B as one table, the upstream as weights of its rows, and what they add up to.

    a (m, k), b (k, n) and upstream (m, n) are small float arrays; the numbers come from the engine.

    >>> jacobian_of_matmul(np.eye(2), np.ones((2, 3)), np.ones((2, 3)))
    <Picture: The Jacobian of C = A B with respect to A: 24 numbers, 12 of them zero. ...>
    """
    a, b, upstream = (np.asarray(x, dtype=float) for x in (a, b, upstream))
    jacobian = ad.jacobian(lambda x: x @ b)(a).reshape(upstream.size, a.size)
    downstream = ad.vjp(lambda x: x @ b, a)[1](upstream)[0]
    zeros = int(np.sum(jacobian == 0))
    picture = Picture(
        alt=f"""The Jacobian of C = A B with respect to A: {jacobian.size} numbers, {zeros} of them zero.
        A row of C depends on the same row of A alone, so B's transpose stands in {len(a)} blocks along the
        diagonal. On the left the upstream weighs the {upstream.size} rows; below, the weighted rows add up
        to the gradient of A: {_in_words(downstream)}.""",
        width=8.0,
        height=5.2,
    )
    axes = picture.subplots()
    weights, columns = upstream.ravel(), a.size
    for row, entries in enumerate(jacobian):
        _cell(axes, -1.6, row, weights[row], ORANGE)
        for column, entry in enumerate(entries):
            _cell(axes, column, row, entry, BLUE if entry else None)
    for column, entry in enumerate(downstream.ravel()):
        _cell(axes, column, len(jacobian) + 0.6, entry, ORANGE)
    _label_axes(axes, _names("C", upstream.shape), _names("A", a.shape))
    axes.text(-1.6, -0.85, "upstream", ha="center", color=ORANGE)
    axes.text((columns - 1) / 2, -1.45, "every ∂C / ∂A", ha="center", color=BLUE)
    axes.text(-0.75, len(jacobian) / 2 - 0.5, "×", ha="center", va="center", size=20)
    axes.text(-0.75, len(jacobian) + 0.6, "added up: downstream", ha="right", va="center", color=ORANGE)
    axes.set(xlim=(-3.4, columns - 0.4), ylim=(len(jacobian) + 1.2, -1.8))
    return picture


def _cell(axes, x, y, value, colour):
    """One number in its box; a zero stays pale, so that the blocks are seen."""
    from matplotlib.patches import Rectangle

    box = {"edgecolor": colour or GRID, "facecolor": colour or "none", "alpha": 0.14 if colour else 1}
    axes.add_patch(Rectangle((x - 0.46, y - 0.42), 0.92, 0.84, **box))
    axes.text(x, y, f"{value:g}".replace("-", "−"), ha="center", va="center", color=INK)


def _label_axes(axes, rows, columns):
    axes.grid(False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    axes.set_yticks([])
    axes.set_xticks([])
    for y, name in enumerate(rows):
        axes.text(-2.25, y, name, ha="right", va="center")
    for x, name in enumerate(columns):
        axes.text(x, -0.85, name, ha="center")


def _names(letter, shape):
    return [f"{letter}[{','.join(map(str, index))}]" for index in np.ndindex(*shape)]


def _in_words(matrix):
    return "; ".join(", ".join(f"{entry:g}" for entry in row) for row in matrix)
