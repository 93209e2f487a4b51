"""The picture of the routes between the inputs and the outputs of a function, with a slope on each."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from helpers.drawing import svg
from helpers.drawing.held import handle
from helpers.drawing.svg.film import Reel

TOP, DOWN, HIGH, PER = 34, 82, 50, 9  # the first box, from box to box, a box, and pixels for 1 of a hand
MOST = 12  # of what a hand sends
LEG = 900  # milliseconds on a way
THICK, RIM, DEAD = 24, 1.5, 1.5  # of a way: at most, its edge where it is hollow, and if it carries nothing


class Walk(NamedTuple):
    """What is walked: the slopes, what is sent from one end, and what could be or is wanted at the other."""

    J: np.ndarray
    back: bool
    held: tuple[float, ...]
    waits: tuple[float, ...]  # at the end where it arrives, and was sent before; or none
    wanted: tuple[float, ...]  # or none
    says: str

    @property
    def arrives(self) -> np.ndarray:
        """What comes out at the other end."""
        return np.array(self.held) @ self.J if self.back else self.J @ np.array(self.held)


def draw_walk(walk: Walk, names: tuple[list[str], list[str]], width: int) -> svg.Picture:
    """The inputs at the left, the outputs at the right, and whatever is sent between them."""
    outputs, inputs = walk.J.shape
    slim = width < 500
    wide = 84 if slim else 110
    rows = max(outputs, inputs)
    height = TOP + DOWN * rows

    def corner(side, k):
        count = outputs if side else inputs
        row = k * (rows - 1) / (count - 1) if count > 1 else (rows - 1) / 2
        return (width - wide) * side, TOP + DOWN * row

    reel = Reel()
    held = np.array(walk.held).reshape((-1, 1) if walk.back else -1) + 0 * walk.J
    # what is hollow comes first: it hides no other way
    hollow_first = sorted(np.ndindex(held.shape), key=lambda at: min(held[at], held[at] * walk.J[at]) >= 0)
    parts = [part for i, j in hollow_first for part in _way(walk, reel, i, j, corner, wide)]
    for side, count in enumerate((inputs, outputs)):
        is_held = walk.back == bool(side)
        what = ("u" if side else "Jᵀu") if walk.back else ("Jt" if side else "t")
        color = svg.GRADIENT if walk.back else svg.ACCENT
        x = corner(side, 0)[0] + wide / 2
        parts.append(
            svg.text(what, x, TOP - 16, font_size=16, font_weight=600, text_anchor="middle", fill=color)
        )
        for k in range(count):
            parts.append(_end(walk, names[side][k], k, corner(side, k), wide, is_held, color))
    parts.append(svg.paragraph(walk.says, 16, width).at(0, height))
    return svg.picture(
        svg.canvas(width, height + (66 if slim else 44), *parts),
        "The routes between inputs and outputs",
        desc=f"{_in_words(walk)} {walk.says}",
        film=reel.film([""] * 2, [""] * 2, alone=LEG, runs="back" if walk.back else "forward"),
    )


def _in_words(walk):
    """What is held, where it goes, and what arrives there: for those who do not see the picture."""
    held, arrives = (
        " ".join(f"{round(float(each), 6) + 0.0:g}" for each in some) for some in (walk.held, walk.arrives)
    )
    what, where = ("u", "back to x") if walk.back else ("t", "forward to y")
    return f"{what} = {held} goes {where}, where {arrives} arrives."


def _way(walk, reel, i, j, corner, wide):
    """A way between input j and output i, its slope on a gate, and what goes along it at a turn."""
    (x0, y0), (x1, y1) = corner(0, j), corner(1, i)
    left, right = (x0 + wide, y0 + HIGH / 2), (x1, y1 + HIGH / 2)
    sent = walk.held[i if walk.back else j]
    slope, color = float(walk.J[i, j]), svg.GRADIENT if walk.back else svg.ACCENT
    dead = not slope or not sent
    outputs, inputs = walk.J.shape
    apart = (0.39,) * 3 if inputs < outputs else (0.61,) * 3 if inputs > outputs else (0.36, 0.7, 0.36)
    share = apart[j]  # no gate lies on another way
    x, y = (a + share * (b - a) for a, b in zip(left, right, strict=True))
    ends = (right, left) if walk.back else (left, right)
    carried = sent, sent * slope
    most = MOST * max(1.0, np.abs(walk.J).max())  # no way can carry more, so no two numbers look alike
    sizes = [float(THICK * np.sqrt(abs(c) / most)) for c in carried]
    look = {"stroke": svg.HAIRLINE if dead else color, "stroke_dasharray": "5 4" if dead else None}
    for end, size, number in zip(ends, sizes, carried, strict=True):  # the gate changes what is carried
        way = f"M{end[0]} {end[1]}L{x:.1f} {y:.1f}"
        yield svg.path(way, stroke_width=DEAD if dead else size, **look)
        if number < 0 and not dead:
            yield svg.path(way, stroke_width=size - 2 * min(RIM, size / 3), stroke=svg.CARD)
    words = f"×{svg.number(slope)}"
    half = 9 + 4.2 * len(words)
    yield svg.rect(x - half, y - 11, 2 * half, 22, rx=10, fill=svg.LOCAL_WASH, stroke=svg.LOCAL)
    yield svg.text(words, x, y + 5, font_size=14, font_weight=600, text_anchor="middle", fill=svg.LOCAL)
    if not dead:
        (x0, y0), (x1, y1) = ends
        dot = {"r": [4 + size / 2 for size in sizes], "fill": color, "opacity": [1.0, 0.0]}
        yield reel.part("circle", cx=[x0, x1], cy=[y0, y1], **dot)


def _end(walk, name, k, corner, wide, is_held, color):
    """A box that can be pulled up and down: with the number that it sends, or one that arrives."""
    x, y = corner
    value = walk.held[k] if is_held else float(walk.arrives[k])
    look = {"stroke": color if is_held else svg.INK, "stroke_width": 2.5 if is_held else 1.2}
    body = svg.rect(x, y, wide, HIGH, rx=8, fill=svg.CARD, **look)
    body += svg.text(name, x + 7, y + 20, font_size=13, fill=svg.MUTED)
    if walk.wanted:
        body += svg.text("↕", x + 7, y + 40, font_size=16, fill=color if is_held else svg.MUTED)
    words = svg.number(round(value, 6))
    body += svg.text(
        words, x + wide - 7, y + 38, font_size=18, font_weight=600, text_anchor="end", fill=color
    )
    end = "ut"[walk.back != is_held]
    if not is_held and walk.waits:
        about = {"font_size": 13, "text_anchor": "end", "fill": svg.MUTED}
        body += svg.text(f"{end} {svg.number(walk.waits[k])}", x + wide - 7, y + 20, **about)
    body = handle(body, f"{end}_{k}", f"What is sent from {name}", -MOST, MOST, 1, PER, lift=True)
    if is_held or not walk.wanted:
        return body
    goal = walk.wanted[k]
    at = {"font_size": 13}
    met = abs(goal - value) < 1e-6
    words = f"✓ {svg.number(goal)}" if met else f"wanted {svg.number(goal)}"
    return body + svg.text(words, x + 2, y + HIGH + 14, fill=svg.LOCAL if met else svg.MUTED, **at)
