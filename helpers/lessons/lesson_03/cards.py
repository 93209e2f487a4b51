"""Lesson 03: the dots on test cards, shown one by one; the smear they tell, and the page mended with it."""

from functools import lru_cache

import numpy as np

from helpers.drawing import ink, svg
from helpers.drawing.held import handle, knob
from helpers.widgets import Exhibit
from helpers.widgets.base.controls import Number
from helpers.widgets.mending import RULES
from helpers.widgets.mending.training import mended

from . import scans

__all__ = ["Cards"]

WIDE, BESIDE, TOP = 800, 600, 92  # the picture, the least that has the smear beside the page, its top
GOALS = (
    "Pull the blue point to show the scanner all of card 1. What does each dot bring?",
    "Now read the page, with as few dots as you can.",
)


class Cards(Exhibit):
    """Pull how many dots of the cards a page's scanner was shown, column by column.

    `learn` makes a smear of cards and their scans; the page of `scan` is mended with it.

    >>> cards, scans_of_cards, scan = scans.second_page()
    >>> shown = Cards(cards, scans_of_cards, scan, lambda A, C: np.einsum("kij,kil->jl", A, C))
    >>> shown.set(dots=20)
    >>> shown.found
    ['20 dots gave 20 rows of the smear, and with them the left of the page: nobody can read it.']
    """

    def __init__(self, cards, scans_of_cards, scan, learn):
        self._cards, self._scans, self._scan, self._learn = cards, scans_of_cards, scan, learn
        self._count = cards.shape[-1]
        self._of = [int(card.sum()) for card in cards]  # dots on each
        self._known = lru_cache(None)(self._known)
        dots = Number(
            "dots", 0, low=0, high=self._count, step=1, whole=True, limit=self._count, in_picture=True
        )
        super().__init__(dots, goals=[*GOALS])

    def _known(self, dots):
        """The smear that so many dots tell, and the page mended with it."""
        cards = self._cards * (np.arange(self._count) < dots)
        smear = self._learn(cards, self._scans * cards.any(axis=-1, keepdims=True))
        return smear, mended(self._scan, smear, "G Bᵀ", RULES["G Bᵀ"])[-1].page

    def draw(self, dots):
        return draw_cards(self._of, dots, *self._known(dots), self._scan, self.across(WIDE))

    def _reads(self, dots):
        return scans.reads(self._known(dots)[1])

    def seek(self):
        """With dots that bring no ink, the page can be read; but it asks for fewer."""
        dots = self._good["dots"]
        read = f"With {dots} dots the page reads {self._reads(dots)}. Will fewer do?"
        self.goals = [GOALS[0], read if self._reads(dots) else GOALS[1]]
        super().seek()

    def reaches(self, goal, dots):
        rows, first = "{0} dots gave {0} rows of the smear".format, self._of[0]
        if goal == 0 and dots >= first:
            return f"{rows(first)}, and with them the left of the page: nobody can read it."
        page, text = self._known(dots)[1], self._reads(dots)
        if goal == 1 and text and page[:, dots - 1].max() > 0.5:  # the last was not in vain
            fewest = next(few for few in range(dots + 1) if self._reads(few))
            enough = fewest if fewest < dots else "no fewer"
            return f"{rows(dots)}, and the page reads {text}: {enough} will do."
        return ""


def draw_cards(of, dots, smear, page, scan, wide):
    """The dots in a row above the columns that they tell about, the page, the smear, and the page's scan."""
    slim, count = wide < BESIDE, sum(of)
    pixel = (wide - 20 if slim else (wide - 112) / 2) / count
    small = 3 if slim else pixel / 2
    left, top = (0, TOP + pixel * len(page) + 60) if slim else (pixel * count + 38, TOP)
    parts, start = [], 0
    for k, many in enumerate(of, 1):
        ends = start * pixel + 1, (start + many) * pixel - 1
        color = svg.INK if start < dots else svg.MUTED
        parts.append(svg.path("M{:.1f} 26v-5H{:.1f}v5".format(*ends), stroke=color))
        named = {"text_anchor": "middle", "font_size": 14, "fill": color}
        parts.append(svg.text(f"card {k}" if many > 1 else k, sum(ends) / 2, 15, **named))
        start += many
    for j in range(count):
        look = {"fill": svg.INK} if j < dots else {"fill": "none", "stroke": svg.MUTED}
        parts.append(svg.circle((j + 0.5) * pixel, 38, pixel / 3, **look))
    bold = {"font_size": 15, "font_weight": 600, "fill": svg.INK}
    for said, matrix, x, y, side in (
        ("the page, mended with it", page, 0, TOP, pixel),
        ("the smear so far", smear, left, top, small),
        ("the page’s scan", scan, left + small * count + 72, top, small),
    ):
        parts += [svg.text(said, x, y - 10, **bold), ink.page(matrix, side).at(x, y)]
    if dots:  # how many, and the row of the last
        parts.append(svg.text(dots, dots * pixel, 62, text_anchor="middle", font_size=14, fill=svg.ACCENT))
        y, wide_row = top + (dots - 1) * small, small * count
        parts.append(svg.rect(left - 2, y - 1, wide_row + 10, small + 3, stroke=svg.ACCENT, stroke_width=1.5))
        parts.append(svg.text(f"row {dots - 1}", left + wide_row + 14, y + 6, font_size=13, fill=svg.ACCENT))
    parts.append(handle(knob(dots * pixel, 38), "dots", "How many dots are shown", 0, count, 1, pixel))
    high = max(TOP + pixel * len(page), top + small * count) + 12
    desc = f"Dots shown: {dots}. The page reads {scans.reads(page) or 'nothing yet'}."
    return svg.picture(svg.canvas(wide, high, *parts), "A smear found from cards, and a page", desc=desc)
