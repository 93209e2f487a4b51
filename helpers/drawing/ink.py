"""Matrices as ink on paper: 0 and less is paper, 1 and more is black."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from . import svg
from .svg.shapes import coordinate

GREYS = 16  # shades of ink that are told apart


def shades(matrix: np.ndarray, pixel: float, greys: int = GREYS) -> dict[int, str]:
    """Path data for each shade from 1 to `greys`, made of runs of pixels: a page is then 3 kB and not 60.

    >>> shades(np.array([[0, 1, 1], [0.5, 0, 0]]), pixel=2, greys=2)
    {1: 'M0 2h2v2h-2z', 2: 'M2 0h4v2h-4z'}
    """
    levels = np.rint(np.clip(np.nan_to_num(matrix), 0, 1) * greys).astype(int)
    runs: dict[int, list[str]] = {shade: [] for shade in range(1, greys + 1)}
    side = coordinate(pixel)
    for i, row in enumerate(levels):
        starts = [0, *(np.flatnonzero(np.diff(row)) + 1), len(row)]
        for start, end in pairwise(starts):
            if shade := int(row[start]):
                x, y, width = (coordinate(pixel * n) for n in (start, i, end - start))
                runs[shade].append(f"M{x} {y}h{width}v{side}h-{width}z")
    return {shade: "".join(parts) for shade, parts in runs.items() if parts}


def paper(matrix: np.ndarray, pixel: float) -> str:
    """The sheet under a matrix of ink, as SVG text."""
    height, width = (pixel * size for size in matrix.shape)
    return svg.rect(-3, -3, width + 6, height + 6, fill=svg.PANEL, stroke=svg.LINE, rx=3)


def page(matrix: np.ndarray, pixel: float) -> svg.Block:
    """A matrix as ink on its sheet; what is fainter than 1 everywhere is printed darker, as a copier does.

    >>> page(np.eye(2), pixel=5).width
    10
    """
    ink = np.clip(np.nan_to_num(matrix), 0, 1)
    paths = "".join(
        f'<path d="{path}" fill="{svg.INK}" fill-opacity="{shade / GREYS:g}"/>'
        for shade, path in shades(ink / max(ink.max(), 1e-9), pixel).items()
    )
    height, width = (pixel * size for size in matrix.shape)
    return svg.canvas(width, height, paper(matrix, pixel), paths)
