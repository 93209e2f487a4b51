"""The page at every stop, the scan, what the page would look like scanned, and how the rules end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from helpers.drawing import ink, svg
from helpers.drawing.svg.film import Reel

from .training import STOPS, TOLD, Moment

GREYS = 8  # of what moves: fewer shades, lighter steps
WIDTH, LEFT, RIGHT, HALF = 696, 410, 230, 192  # of the picture, of the page, beside it and below it
NARROW_LEFT, NARROW_HALF = 290, 138  # fits beside JupyterLab's file list in a window of 700

Reads = Callable[[np.ndarray], str]  # what can be read on a page, "" for nothing


def draw_mending(
    scan: np.ndarray,
    moments: Sequence[Moment],
    rule: str,
    ends: Mapping[str, np.ndarray],
    reads: Reads,
    narrow: bool = False,
) -> svg.Picture:
    """The page after the last step, and as a film at each stop; beside it the scan, and its own scan.

    `ends` are the pages to compare, by rule: that of `rule` is shown with the last step only. If `narrow`,
    the scans stand below the page.
    """
    rows, columns = scan.shape
    reel, said = Reel(), [_sentence(moment, reads) for moment in moments]
    left, half = (NARROW_LEFT, NARROW_HALF) if narrow else (LEFT, HALF)

    def high(width):
        return rows * width / columns + 46

    below = high(left)
    wide, places = WIDTH, ((left + 44, 0, RIGHT), (left + 44, high(RIGHT), RIGHT))
    if narrow:
        wide, places = left + 8, ((0, below, half), (left - half, below, half))
        below += high(half)
    black = max(np.abs(scan).max(), 1e-9)  # what is faint everywhere is printed darker
    parts = _filmed(reel, "the page so far", [moment.page for moment in moments], (0, 0, left))
    parts += _filmed(reel, "the scan you have", [scan / black], places[0])
    scanned = "so far, scanned" if narrow else "the page so far, scanned"
    parts += _filmed(reel, scanned, [moment.scan / black for moment in moments], places[1])
    for k, (name, end) in enumerate(ends.items()):  # the end of this rule waits until its last step is shown
        waiting = [np.zeros_like(end) if name == rule else end] * (len(moments) - 1)
        place = ((k % 2) * (left - half), below + (k // 2) * high(half), half)
        parts += _filmed(reel, f"in the end, with {name}", [*waiting, end], place)
    height = max(places[1][1] + high(places[1][2]), below + high(half) * ((len(ends) + 1) // 2))
    told = [said[STOPS.index(step)] for step in TOLD]
    film = reel.film([str(moment.step) for moment in moments], said, brief=160, room=80)
    canvas = svg.canvas(wide, height - 8, *parts)
    return svg.picture(canvas, f"A page that is mended with {rule}", told, film=film)


def _filmed(reel, caption, matrices, place):
    """A matrix of ink under its caption, at every stop: one path for each shade, which changes there."""
    x, y, width = place
    pixel = width / matrices[0].shape[1]
    drawn = [ink.shades(matrix, pixel, GREYS) for matrix in matrices]
    paths = [
        reel.part("path", d=[each.get(shade, "") for each in drawn], fill=svg.INK, fill_opacity=shade / GREYS)
        for shade in range(1, GREYS + 1)
    ]
    above = svg.words_within(caption, 15, width + 4)
    return [above.at(x, y), svg.canvas(0, 0, ink.paper(matrices[0], pixel), *paths).at(x + 4, y + 30)]


def _sentence(moment, reads):
    off = f"is off by {svg.number(float(f'{moment.off:.3g}'))} per pixel."
    if moment.step == 0:
        return f"A blank page. Its scan {off}"
    text = reads(moment.page)
    steps = f"{moment.step} step{'s' * (moment.step > 1)}"
    return f"After {steps} its scan {off}" + f" It reads {text}." * bool(text)
