"""The page at every stop, the scan, what the page would look like scanned, and how the rules end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, takewhile

import numpy as np

from helpers.drawing import ink, svg
from helpers.drawing.held import handle
from helpers.drawing.svg.film import Reel

from .training import STOPS, TOLD, Moment

GREYS = 8  # of what moves: fewer shades, lighter steps
# How wide the page is, and the columns beside it: the scans, and the ends.
WIDE, SLIM = (380, 158), (284, 118)
NARROW = 290, 138  # where the columns stand below it; fits beside JupyterLab's file list in a window of 700
LEAST = 620  # pixels: there is room for columns beside the page
LANE, LOW_LANE, NAMES = 28, 19, 116  # of the rows below the pages: a row, and what stands left of it
ARROWS = svg.ACCENT, svg.GRADIENT  # to where a dot's ink lands, and from there to where it is taken away
GAP, CAPTION = 30, 46  # between columns, and what a page takes besides its pixels: caption and frame

Reads = Callable[[np.ndarray], str]  # what can be read on a page, "" for nothing


def draw_mending(
    scan: np.ndarray,
    moments: Sequence[Moment],
    rule: str,
    ends: Mapping[str, np.ndarray],
    reads: Reads,
    of_a_dot: Mapping[str, np.ndarray],
    frame: int | None,
    narrow: int = 0,
    waits: bool = True,
) -> svg.Picture:
    """The page after the last step, and as a film at each stop; beside it the scan, and its own scan.

    `ends` are the pages to compare, by their ways: that of `rule`, if it `waits`, comes with the last step.
    `of_a_dot` are rows of ink, of which the first has a dot that can be pulled, and arrows lead from where
    one has most to where the next has; column `frame` of the last may have a frame. If it is
    `narrow`, the other pages stand below the page.
    """
    rows, columns = scan.shape
    reel, said = Reel(), [_sentence(moment, reads, moments[0].off) for moment in moments]
    below = 0 < narrow < LEAST
    left, side = NARROW if below else SLIM if narrow else WIDE
    high, apart = rows * left / columns + CAPTION, rows * side / columns + CAPTION

    def place(column, row):
        if below:
            return row * (left - side), high + column * apart, side
        return left + GAP + column * (side + GAP), row * apart, side

    black = max(np.abs(scan).max(), 1e-9)  # what is faint everywhere is printed darker
    parts = _filmed(reel, "the page so far", [moment.page for moment in moments], (0, 0, left))
    parts += _filmed(reel, "the scan you have", [scan / black], place(0, 0))
    parts += _filmed(reel, "its scan so far", [moment.scan / black for moment in moments], place(0, 1))
    for row, (name, end) in enumerate(ends.items()):
        until = np.zeros_like(end) if waits and name == rule else end
        at_stops = [*[until] * (len(moments) - 1), end]
        parts += _filmed(reel, f"in the end, with {name}", at_stops, place(1, row))
    wide = left if below else left + (1 + bool(ends)) * (GAP + side)
    foot, lane = (high + 2 * apart, LOW_LANE) if below else (max(high, 2 * apart), LANE)
    parts += _rows(of_a_dot, frame, foot, wide, lane)
    told = [said[STOPS.index(step)] for step in TOLD]
    film = reel.film([str(moment.step) for moment in moments], said, brief=160, room=80)
    canvas = svg.canvas(wide + 8, foot + lane * len(of_a_dot) - 5, *parts)
    desc = " ".join(told) + _of_a_dot_in_words(of_a_dot)
    return svg.picture(canvas, f"A page that is mended with {rule}", told, desc, film=film)


def _filmed(reel, caption, matrices, place):
    """A matrix of ink under its caption, at every stop: one path for each shade, which changes there."""
    x, y, width = place
    pixel = width / matrices[0].shape[1]
    drawn = [_shades(matrix.tobytes(), matrix.shape, pixel) for matrix in matrices]
    paths = [
        reel.part("path", d=[each.get(shade, "") for each in drawn], fill=svg.INK, fill_opacity=shade / GREYS)
        for shade in range(1, GREYS + 1)
    ]
    above = svg.words_within(caption, 15, width + 4)
    return [above.at(x, y), svg.canvas(0, 0, ink.paper(matrices[0], pixel), *paths).at(x + 4, y + 30)]


@lru_cache(500)  # pages of two rules at two widths: they stay as they are while the dot is pulled
def _shades(numbers, shape, pixel):
    return ink.shades(np.frombuffer(numbers).reshape(shape), pixel, GREYS)


def _rows(named, frame, y, width, lane):
    """Rows of ink, one below the other: arrows lead down them, and the dot of the first is a handle."""
    if not named:
        return
    (columns,) = {row.shape[1] for row in named.values()}
    pixel, high = (width - NAMES) / columns, lane - 6
    tops = [y + lane * k for k in range(len(named))]
    for top, (name, row) in zip(tops, named.items(), strict=True):
        yield svg.text(name, 4, top + lane / 2 + 2, font_size=13, fill=svg.MUTED)
        sheet = svg.rect(0, 0, width - NAMES, high, fill=svg.PANEL, stroke=svg.LINE, rx=3)
        shades = ink.shades(row / max(np.abs(row).max(), 1e-9), pixel, GREYS).items()
        cells = [svg.path(d, fill=svg.INK, fill_opacity=shade / GREYS) for shade, d in shades]
        scale = f"scale(1 {high / pixel:.2f})"
        yield svg.canvas(0, 0, sheet, svg.group("".join(cells), transform=scale)).at(NAMES + 4, top)
    if frame is not None:
        look = {"fill": "none", "stroke": svg.LOCAL, "stroke_width": 3, "rx": 3}
        yield svg.rect(NAMES + 2 + frame * pixel, tops[-1] - 2, pixel + 4, high + 4, **look)
        below = {"font_size": 13, "text_anchor": "middle", "fill": svg.LOCAL}
        middle = NAMES + 4 + (frame + 0.5) * pixel
        yield svg.text("let the arrows end here", middle, tops[-1] + high + 13, **below)
    inked = takewhile(np.any, named.values())  # nothing leads to a row without ink
    most = [(NAMES + 4 + (int(np.abs(row).argmax()) + 0.5) * pixel) for row in inked]
    stops = [(x, top + high / 2) for x, top in zip(most, tops, strict=False)]
    for color, (start, end) in zip(ARROWS, pairwise(stops), strict=False):
        arrow = svg.arrow(*start, *end, color, 3.5, size=14)
        halo = {"stroke": svg.CARD, "stroke_width": 4, "paint_order": "stroke"}  # of its head
        yield svg.line(*start, *end, svg.CARD, 6) + svg.group(arrow, **halo)
    x, reach = most[0] - pixel / 2, {"fill": "transparent", "stroke": "none"}
    body = svg.rect(x - 2, y - 1, pixel + 4, high + 2, rx=3, fill=svg.ACCENT)
    body += svg.rect(x - 8, y - 8, pixel + 16, lane + 10, **reach)
    yield handle(body, "dot", "the dot's column", 0, columns - 1, 1, pixel)


def _of_a_dot_in_words(named):
    if not named:
        return ""
    dot, *_, taken = (int(row.argmax()) for row in named.values())
    where = f"most from column {taken}" if [*named.values()][-1].any() else "nothing"
    return f" One dot too many, in column {dot}: {[*named][-1]}: {where}."


def _sentence(moment, reads, blank):
    off = f"is off by {svg.number(float(f'{moment.off:.3g}'))} per pixel."
    if moment.step == 0:
        return f"A blank page. Its scan {off}"
    text = reads(moment.page)
    steps = f"{moment.step} step{'s' * (moment.step > 1)}"
    farther = " That is farther off than a blank page." * (moment.off > blank)
    return f"After {steps} its scan {off}{farther}" + f" It reads {text}." * bool(text)
