"""A page that was blurred by a matrix product, mended step by step with a rule of one's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from helpers.drawing import ink, svg
from helpers.drawing.film import Reel
from helpers.examples import scans

from .controls import Choice
from .errors import InputError
from .exhibit import FoldingExhibit

STEPS = 400
STOPS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 29, 38, 50, 65, 85, 110, 145, 190, 250, 320, STEPS)
TOLD = (0, 10, 50, STEPS)  # the steps that the transcript has
LARGEST = 64  # rows and columns of a page
MOST_RULES = 4
GREYS = 8  # of what moves: fewer shades, lighter steps
WIDTH, LEFT, RIGHT, HALF = 696, 410, 230, 192  # of the picture, of the page, beside it and below it
NARROW_LEFT, NARROW_HALF = 290, 138  # fits beside JupyterLab's file list in a window of 700
RULES = {"G Bᵀ": lambda G, B: G @ B.T, "G B": lambda G, B: G @ B}

Rule = Callable[[np.ndarray, np.ndarray], np.ndarray]


class Moment(NamedTuple):
    """The page after some steps, and what the machine would make of it."""

    step: int
    page: np.ndarray
    scan: np.ndarray
    off: float  # how far a pixel of that scan is off, on average


class Mending(FoldingExhibit):
    """A blurred page, scan = page @ smear, mended from a blank one: each step takes rule(G, smear) from it.

    G is how far page @ smear is off. `scan` (m, n) and `smear` (n, n) are matrices of at most 64 × 64, the
    first page of lesson 03 if they are left out; `rules` names functions of G and the smear. Raises
    `InputError` if the matrices do not fit, and if a rule returns anything but one number per pixel.

    >>> mending = Mending()
    >>> print(*mending.transcript, sep="\\n")
    A blank page. Its scan is off by 0.184 per pixel.
    After 10 steps its scan is off by 0.0123 per pixel.
    After 50 steps its scan is off by 0.00731 per pixel.
    After 400 steps its scan is off by 0.00329 per pixel. It reads MEET AT NINE.
    """

    def __init__(self, scan: Any = None, smear: Any = None, rules: Mapping[str, Rule] | None = None):
        if (scan is None) != (smear is None):
            raise InputError("Give both scan and smear, or neither of them for the page of lesson 03.")
        first = scans.first_page() if scan is None else (scan, smear)
        self._scan, self._smear = _matrix("scan", first[0]), _matrix("smear", first[1])
        width = self._scan.shape[1]
        if self._smear.shape != (width, width):
            has = " × ".join(map(str, self._smear.shape))
            raise InputError(
                f"A scan {width} pixels wide needs a {width} × {width} smear; this one is {has}."
            )
        self._rules = _checked(RULES if rules is None else rules)
        self._mended = {name: mended(self._scan, self._smear, name, f) for name, f in self._rules.items()}
        names = tuple(self._rules)
        self._seen: set[str] = set()  # the rules that were watched to the end
        super().__init__(Choice("rule", names[0], "Mend with", names, in_sight=True))
        self.keep_takes("rule")

    def draw(self, rule):
        if self.drawn and self.step == self.drawn.last:
            self._seen.add(self.values["rule"])
        ends = {
            name: moments[-1].page if name in {rule, *self._seen} else np.zeros_like(self._scan)
            for name, moments in self._mended.items()
        }
        return draw_mending(self._scan, self._mended[rule], rule, ends, self.narrow)


def _matrix(name, given):
    try:
        matrix = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        matrix = np.zeros(0)
    if matrix.ndim != 2 or not 0 < min(matrix.shape) <= max(matrix.shape) <= LARGEST:
        raise InputError(f"{name} must be a matrix of numbers, at most {LARGEST} × {LARGEST}.")
    if not np.isfinite(matrix).all():
        raise InputError(f"{name} has an entry that is not a finite number.")
    return matrix


def _checked(rules):
    if not isinstance(rules, Mapping) or not 0 < len(rules) <= MOST_RULES:
        raise InputError(f"rules must be a dict of one to {MOST_RULES} functions, each under its name.")
    for name, rule in rules.items():
        if not isinstance(name, str) or not callable(rule):
            raise InputError("rules must name functions: {'G Bᵀ': lambda G, B: G @ B.T}, for example.")
    return dict(rules)


def mended(scan: np.ndarray, smear: np.ndarray, name: str, rule: Rule) -> tuple[Moment, ...]:
    """The page at each of `STOPS`, from a blank one: a step takes rule(page @ smear - scan, smear) from it.

    >>> moments = mended(*scans.first_page(), "G Bᵀ", RULES["G Bᵀ"])
    >>> scans.reads(moments[0].page), scans.reads(moments[-1].page)
    ('', 'MEET AT NINE')
    """
    page, found = np.zeros_like(scan), []
    with np.errstate(all="ignore"):  # a wrong rule may run away beyond all bounds
        for step in range(STEPS + 1):
            if step in STOPS:
                off = float(np.abs(page @ smear - scan).mean())
                found.append(Moment(step, page, page @ smear, off))
            page = page - _downstream(name, rule, page @ smear - scan, smear)
    return tuple(found)


def _downstream(name, rule, upstream, smear):
    try:
        downstream = np.asarray(rule(upstream, smear), dtype=float)
    except Exception as error:
        raise InputError(f"The rule “{name}” stops: {error}") from None
    if downstream.shape != upstream.shape:
        shape, wanted = (" × ".join(map(str, part.shape)) or "one number" for part in (downstream, upstream))
        raise InputError(
            f"The rule “{name}” returns {shape}; the page has {wanted} pixels, and needs one for each."
        )
    return downstream


def draw_mending(
    scan: np.ndarray,
    moments: Sequence[Moment],
    rule: str,
    ends: Mapping[str, np.ndarray],
    narrow: bool = False,
) -> svg.Picture:
    """The page after the last step, and as a film at each stop; beside it the scan, and its own scan.

    `ends` are the pages to compare, by rule: that of `rule` is shown with the last step only. If `narrow`,
    the scans stand below the page.
    """
    rows, columns = scan.shape
    reel, said = Reel(), [_sentence(moment) for moment in moments]
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
    drawn = svg.picture(svg.canvas(wide, height - 8, *parts), f"A page that is mended with {rule}", told)
    return replace(drawn, film=reel.film([str(moment.step) for moment in moments], said, brief=160, room=80))


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


def _sentence(moment):
    off = f"is off by {svg.number(float(f'{moment.off:.3g}'))} per pixel."
    if moment.step == 0:
        return f"A blank page. Its scan {off}"
    text = scans.reads(moment.page)
    steps = f"{moment.step} step{'s' * (moment.step > 1)}"
    return f"After {steps} its scan {off}" + f" It reads {text}." * bool(text)
