"""Lesson 03: pages of ink."""

import numpy as np

from helpers.drawing import ink, svg

from . import scans

__all__ = ["pages"]

PIXEL = 5
A_ROW = 3  # pictures stand in a row


def pages(named):
    """Draw matrices as ink on paper, each under its caption: 0 and less is paper, 1 and more is ink.

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
