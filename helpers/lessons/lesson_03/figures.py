"""Lesson 03: pages of ink, and the whole Jacobian of a small matrix product."""

import numpy as np

from helpers import autodiff as ad
from helpers.drawing import ink, svg

from . import scans

__all__ = ["jacobian_of_matmul", "pages"]

WIDTH, HEIGHT = 104, 46  # of a cell
PIXEL = 5
A_ROW = 3  # pictures stand in a row


def pages(named):
    """Draw matrices as ink on paper, each under its caption: 0 and less is paper, 1 and more is black.

    named maps a caption to a matrix. What is fainter than 1 everywhere is printed darker, as a copier does.

    >>> pages({"the scan": scans.first_page()[0]})
    <Picture: Ink on paper. The scan: 20 × 41 numbers, no words to be read.>
    """
    drawn = [
        svg.column(
            svg.words(caption, 15, bold=True, align="start"),
            ink.page(np.asarray(page), PIXEL),
            gap=4,
            align=0,
        )
        for caption, page in named.items()
    ]
    rows = [svg.row(*drawn[k : k + A_ROW], gap=22, align=0) for k in range(0, len(drawn), A_ROW)]
    told = [f"{_sentence(caption)}: {_told(np.asarray(page))}" for caption, page in named.items()]
    return svg.picture(svg.column(*rows, gap=18, align=0), "Ink on paper", desc=" ".join(told))


def _sentence(caption):
    return caption[0].upper() + caption[1:]


def _told(page):
    rows, columns = page.shape
    text = scans.reads(page)
    return f"{rows} × {columns} numbers, {f'it reads {text}' if text else 'no words to be read'}."


def jacobian_of_matmul(a, b, upstream):
    """Draw dC/dA for C = A B as one table, the upstream as weights of its rows, and what they add up to.

    a (m, k), b (k, n) and upstream (m, n) are small float arrays; the numbers come from the engine.

    >>> jacobian_of_matmul(np.eye(2), np.ones((2, 3)), np.ones((2, 3)))
    <Picture: The Jacobian of C = A B with respect to A. 24 numbers, 12 of them zero. ...>
    """
    a, b, upstream = (np.asarray(x, dtype=float) for x in (a, b, upstream))
    jacobian = ad.jacobian(lambda x: x @ b)(a).reshape(upstream.size, a.size)
    downstream = ad.vjp(lambda x: x @ b, a)[1](upstream)[0]
    table, weights = _table(jacobian, svg.LOCAL), _table(upstream.reshape(-1, 1), svg.GRADIENT)
    rows = [svg.centred(_name(name), 70, HEIGHT) for name in svg.entry_names("C", upstream.shape)]
    columns = [svg.centred(_name(name), WIDTH) for name in svg.entry_names("A", a.shape)]
    times = svg.centred(svg.words("×", 24, svg.MUTED), height=table.height)
    above = svg.row(
        svg.column(*rows, gap=0),
        svg.column(_title("upstream"), weights),
        times,
        svg.column(_title("every ∂C / ∂A", svg.LOCAL), svg.row(*columns, gap=0), table),
        align=1,
    )
    below = svg.row(_title("added up: downstream"), _table(downstream.reshape(1, -1), svg.GRADIENT))
    zeros = int(np.sum(jacobian == 0))
    desc = f"""
        {jacobian.size} numbers, {zeros} of them zero. A row of C depends on the same row of A alone, so B's
        transpose stands in {len(a)} blocks along the diagonal. On the left the upstream weighs the
        {upstream.size} rows; below, the weighted rows add up to the gradient of A:
        {svg.array_text(downstream)}."""
    block = svg.column(above, below, gap=18, align=1)
    return svg.picture(block, "The Jacobian of C = A B with respect to A", desc=desc)


def _table(array, color):
    return svg.matrix(array, size=17, color=color, cell_size=(WIDTH, HEIGHT))


def _title(text, color=svg.GRADIENT):
    return svg.words(text, 15, color, bold=True)


def _name(text):
    return svg.words(text, 15, svg.MUTED)
