"""Lesson 04: many branches that meet in y, swept in one piece or cut in two, and what is kept meanwhile."""

import numpy as np

from helpers.drawing import plots, svg
from helpers.drawing.svg.film import Reel
from helpers.widgets import Exhibit
from helpers.widgets.base.controls import Choice

__all__ = ["Branches"]

WHOLE, CUT = "in one piece", "cut in two at y"
ABREAST, TOP = 10, 26  # branches in a row, and where the first row begins


class Branches(Exhibit):
    """Step through a sweep over many branches, which are added up to y, and see how many of them are kept.

    >>> branches = Branches(100)
    >>> branches.step = branches.drawn.last
    >>> branches.found
    ['100 of 100: in one piece, the sweep begins when all have run.']
    """

    def __init__(self, count):
        self._count = count
        goals = [
            "A branch whose values are kept is filled. Play: how many are filled, at most?",
            "Your guess: how many, if it is cut at y and swept branch by branch? Then play that.",
        ]
        way = Choice("way", WHOLE, label="Sweep", options=(WHOLE, CUT), in_sight=True)
        super().__init__(way, goals=goals)
        self.observe(lambda _: self.seek(), names="step")

    def adjust(self, name, values):
        self.step = 0
        return {}

    def draw(self, way):
        return draw_branches(self._count, way == CUT, self.across(700))

    def reaches(self, goal, way):
        if self.step < self.drawn.last or (goal == 1) != (way == CUT):
            return ""
        if way == CUT:
            return f"1 of {self._count}. The price: every branch runs twice."
        return f"{self._count} of {self._count}: in one piece, the sweep begins when all have run."


def moments(count, cut):
    """What happens, the first of the branches that are kept and how many are, and where it happens."""
    yield "Nothing has run yet", 0, 0, 0
    for k in range(count):
        yield f"Branch {k + 1} runs forward", 0, 0 if cut else k + 1, k
    yield "The branches are added up to y, and y leads to the loss", 0, 0 if cut else count, "loss"
    yield "The sweep goes from the loss to y", 0, 0 if cut else count, "y"
    for k in reversed(range(count)):
        if cut:
            yield f"Branch {k + 1} runs once more and is swept, with what arrived at y as grad_ys", k, 1, k
        else:
            yield f"The sweep goes back through branch {k + 1}, whose values are then let go", 0, k, k


def draw_branches(count, cut, wide):
    """The branches as squares, y and the loss, and the most that were kept up to each step."""
    said, first, kept, where = zip(*moments(count, cut), strict=True)
    reel, roomy = Reel(), wide > 500
    size, gap = (22, 44) if roomy else (15, 26)
    right, low = ABREAST * size, TOP - count // -ABREAST * size
    middle = (TOP + low) / 2
    spots = {"y": right + gap + 20, "loss": right + 2 * gap + 66}
    parts = [svg.text(f"{count} branches", 0, 14, font_size=13, fill=svg.MUTED)]
    for row in range(0, count, ABREAST):
        most = min(ABREAST, count - row)
        ends = [np.clip(np.array(end) - row, 0, most) * size for end in (first, np.add(first, kept))]
        look = {"y": TOP + row // ABREAST * size, "height": size, "fill": svg.ACCENT}
        moving = {"x": ends[0].tolist(), "width": (ends[1] - ends[0]).tolist()}
        parts.append(reel.part("rect", **moving, **look))
    for k in range(count):
        x, y = _corner(k, size)
        parts.append(svg.rect(x, y, size, size, stroke=svg.CARD, stroke_width=3))
        parts.append(svg.rect(x + 2, y + 2, size - 4, size - 4, stroke=svg.LINE, rx=2))
    for start, end in (right + 6, spots["y"] - 26), (spots["y"] + 26, spots["loss"] - 30):
        parts.append(svg.arrow(start, middle, end, middle, svg.INK))
    for name, x in spots.items():
        box = svg.card(svg.words(name, 16, bold=True), 6, width=40 if name == "y" else 52, height=40)
        parts.append(box.at(x - box.width / 2, middle - 20))
    for start, end in ((TOP, middle - 24), (middle + 24, low)) if cut else ():
        parts.append(svg.line(spots["y"], start, spots["y"], end, svg.INK, 2, "6 5"))
    spots |= {k: _corner(k, size)[0] + size / 2 for k in range(count)}
    levels = [middle if k in ("y", "loss") else _corner(k, size)[1] + size / 2 for k in where]
    colors = [svg.INK if step <= count + 1 else svg.GRADIENT for step in range(len(said))]
    look = {"r": 6, "fill": colors, "stroke": svg.CARD, "stroke_width": 2}
    parts.append(reel.part("circle", cx=[spots[k] for k in where], cy=levels, **look))
    place = (spots["loss"] + 80, TOP, wide - spots["loss"] - 86) if roomy else (34, low + 44, wide - 40)
    axes = plots.Axes(*place, low - TOP - 20, (0, len(said) - 1), (0, count))
    parts += _kept_so_far(reel, axes, kept)
    said = [f"{words}: {now} kept." for words, now in zip(said, kept, strict=True)]
    film = reel.film([*map(str, range(len(said)))], said, alone=500, brief=30, room=95)
    title = f"{count} branches meet in y, which leads to the loss"
    high = low if roomy else axes.y(0) + 24
    return svg.picture(svg.canvas(wide, high, *parts), title, [said[0], said[-1]], film=film)


def _corner(k, size):
    """Of the square of a branch."""
    return k % ABREAST * size, TOP + k // ABREAST * size


def _kept_so_far(reel, axes, kept):
    """How many are kept at each step, drawn as far as it has come."""
    small = {"font_size": 13, "fill": svg.MUTED}
    yield svg.text("kept, step by step", axes.left, axes.top - 12, **small)
    for value in axes.ys:
        yield svg.text(value, axes.left - 6, axes.y(value) + 5, text_anchor="end", **small)
    xs, ys = [*map(axes.x, range(len(kept)))], [*map(axes.y, kept)]
    points = zip(xs, ys, strict=True)
    yield svg.path("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points), stroke=svg.ACCENT, stroke_width=2.5)
    ahead = {"x": xs, "width": [xs[-1] + 3 - x for x in xs]}
    yield reel.part("rect", y=axes.top - 3, height=axes.height + 6, fill=svg.CARD, **ahead)
    yield svg.path(f"M{axes.left} {axes.top}V{axes.y(0)}H{axes.left + axes.width}", stroke=svg.LINE)
    yield reel.part("circle", cx=xs, cy=ys, r=5, fill=svg.ACCENT)
