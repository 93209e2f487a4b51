"""The page at every stop, the scan, what the page would look like scanned, and how the rules end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from helpers.drawing import ink, svg
from helpers.drawing.held import handle
from helpers.drawing.svg.film import Reel

from .training import STOPS, TOLD, Moment

GREYS = 8  # of what moves: fewer shades, lighter steps
LEFT, SIDE = 380, 190  # of the page, and of the columns beside it: the scans, and the ends
NARROW_LEFT, NARROW_SIDE = 290, 138  # fits beside JupyterLab's file list in a window of 700
LANE, LOW_LANE, NAMES = 36, 19, 116  # of the rows below the page: a row, and what stands left of it
GAP, CAPTION = 30, 46  # between columns, and what a page takes besides its pixels: caption and frame

Reads = Callable[[np.ndarray], str]  # what can be read on a page, "" for nothing


def draw_mending(
    scan: np.ndarray,
    moments: Sequence[Moment],
    rule: str,
    ends: Mapping[str, np.ndarray],
    reads: Reads,
    of_a_dot: Mapping[str, np.ndarray],
    narrow: bool = False,
) -> svg.Picture:
    """The page after the last step, and as a film at each stop; beside it the scan, and its own scan.

    `ends` are the pages to compare, by their ways: that of `rule` is shown with the last step only.
    `of_a_dot` are rows of ink, of which the first has a dot that can be pulled. If `narrow`, the other pages
    stand below the page.
    """
    rows, columns = scan.shape
    reel, said = Reel(), [_sentence(moment, reads, moments[0].off) for moment in moments]
    left, side = (NARROW_LEFT, NARROW_SIDE) if narrow else (LEFT, SIDE)
    high, apart = rows * left / columns + CAPTION, rows * side / columns + CAPTION

    def place(column, row):
        if narrow:
            return row * (left - side), high + column * apart, side
        return left + GAP + column * (side + GAP), row * apart, side

    black = max(np.abs(scan).max(), 1e-9)  # what is faint everywhere is printed darker
    parts = _filmed(reel, "the page so far", [moment.page for moment in moments], (0, 0, left))
    parts += _filmed(reel, "the scan you have", [scan / black], place(0, 0))
    scanned = "so far, scanned" if narrow else "the page so far, scanned"
    parts += _filmed(reel, scanned, [moment.scan / black for moment in moments], place(0, 1))
    for row, (name, end) in enumerate(ends.items()):  # of this way it waits until its last step is shown
        waiting = [np.zeros_like(end) if name == rule else end] * (len(moments) - 1)
        parts += _filmed(reel, f"at last, with {name}", [*waiting, end], place(1, row))
    height = high + 2 * apart if narrow else max(high, 2 * apart)
    below, lane = (height, LOW_LANE) if narrow else (high, LANE)
    parts += _rows(of_a_dot, below, left, lane)
    height = max(height, below + lane * len(of_a_dot))
    told = [said[STOPS.index(step)] for step in TOLD]
    film = reel.film([str(moment.step) for moment in moments], said, brief=160, room=80)
    wide = left + 8 if narrow else left + (1 + bool(ends)) * (GAP + side) + 8
    canvas = svg.canvas(wide, height - 8, *parts)
    desc = " ".join(told) + _of_a_dot_in_words(of_a_dot)
    return svg.picture(canvas, f"A page that is mended with {rule}", told, desc, film=film)


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


def _rows(named, y, width, lane):
    """Rows of ink, one below the other; the dot of the first is a handle, and a line leads down from it."""
    pixel = (width - NAMES) / max((row.shape[1] for row in named.values()), default=1)
    for k, (name, row) in enumerate(named.items()):
        top, black = y + lane * k, max(np.abs(row).max(), 1e-9)
        yield svg.text(name, 4, top + lane / 2 + 2, font_size=13, fill=svg.MUTED)
        sheet = svg.rect(0, 0, width - NAMES, lane - 6, fill=svg.PANEL, stroke=svg.LINE, rx=3)
        shades = ink.shades(row / black, pixel, GREYS).items()
        cells = [svg.path(d, fill=svg.INK, fill_opacity=shade / GREYS) for shade, d in shades]
        scale = f"scale(1 {(lane - 6) / pixel:.2f})"
        yield svg.canvas(0, 0, sheet, svg.group("".join(cells), transform=scale)).at(NAMES + 4, top)
    if named:
        dot, x = int(np.argmax(next(iter(named.values())))), NAMES + 4
        middle, low = x + (dot + 0.5) * pixel, y + lane * len(named) - 6
        yield svg.line(middle, y + lane - 6, middle, low, svg.ACCENT, 1.5, "3 3")
        body = svg.rect(x + dot * pixel - 2, y - 1, pixel + 4, lane - 4, rx=3, fill=svg.ACCENT)
        body += svg.rect(x + dot * pixel - 8, y - 8, pixel + 16, lane + 10, fill="transparent", stroke="none")
        yield handle(body, "dot", "the dot's column", 0, row.shape[1] - 1, 1, pixel)


def _of_a_dot_in_words(named):
    columns = [f"{int(row.argmax())}" for row in named.values()]
    if not columns:
        return ""
    return f" One dot too many, in column {columns[0]}: {[*named][-1]} most from column {columns[-1]}."


def _sentence(moment, reads, blank):
    off = f"is off by {svg.number(float(f'{moment.off:.3g}'))} per pixel."
    if moment.step == 0:
        return f"A blank page. Its scan {off}"
    text = reads(moment.page)
    steps = f"{moment.step} step{'s' * (moment.step > 1)}"
    farther = " That is farther off than a blank page." * (moment.off > blank)
    return f"After {steps} its scan {off}{farther}" + f" It reads {text}." * bool(text)
