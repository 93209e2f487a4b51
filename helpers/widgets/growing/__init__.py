"""A product whose factors grow: it gains two strips and a corner, and the corner shrinks faster than they."""

from __future__ import annotations

from helpers.drawing import svg
from helpers.drawing.held import handle, knob

from ..base.controls import Choice, Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import single_number

LEAST = 0.01  # of the time, and the steps in which it is pulled
SMALL = 0.1  # so far it is to be pulled
LEFT, TOP = 76, 42  # the room for names, and for the knob
ROW = 34  # the height of a line of the table
PARTS = ("right strip", "upper strip", "corner")
NONE = "nothing"


class Growing(Exhibit):
    """The product of `a` and `b` as an area, and what it gains while they grow at the rates `da` and `db`.

    The time that they grow is pulled; where they are `named`, how far x moves. Before, one of these two
    sides is frozen: with which is `wanted` gained per 1 of x? Raises `InputError` unless all are above 0.

    >>> growing = Growing(3, 2, da=2, db=1)
    >>> growing.set(time=0.1)
    >>> growing.found
    ['In the time 0.1 there is 0.1 of each strip, and 0.01 of the corner: it adds ever less to the rate.']
    >>> product = Growing(300, 2000, da=60, db=600, named=("local", "up"), wanted=180_000)
    >>> product.set(freeze="local")
    >>> product.set(freeze="nothing", time=0.1)
    >>> product.found
    ['With local frozen its strip is lost, 120000 per 1 of x: 180000 is left.',
     'While x moves by 0.1 it is 303600. Of it 300000 stays, and the corner, 3600, shrinks to 0.']
    """

    def __init__(
        self, a: float, b: float, *, da: float, db: float, named: tuple[str, str] = (), wanted: float = 0
    ):
        given = {"a": a, "b": b, "da": da, "db": db}
        self._given = tuple(single_number(name, value) for name, value in given.items())
        if min(self._given) <= 0:
            raise InputError("a, b, da and db must be above 0.")
        time = Number("time", 1, low=LEAST, high=1, limit=1, step=LEAST, in_picture=True)
        corner = svg.number(SMALL * self._given[2] * SMALL * self._given[3])
        goals = [f"Pull the time back until the corner's area is {corner}, a hundredth of what it was."]
        self._named, self._wanted = named, wanted
        controls = [time]
        if named:
            goals = [
                f"Freeze one side. With which is the program's {svg.number(wanted)} left?",
                f"Freeze nothing, and let x move by {SMALL} or less: what is “together” per 1 of x?",
            ]
            controls.append(Choice("freeze", NONE, "Freeze", options=(NONE, *named), in_sight=True))
        super().__init__(*controls, goals=goals)

    def draw(self, time, freeze=NONE):
        time, (a, b, da, db), wide = max(time, LEAST), self._given, self.across(760)
        across, high = min(wide - LEFT - 26, 330) / (a + da), 210 / (b + db)
        if not self._named:
            across = high = min(across, high)
        foot = TOP + high * (b + db)
        right, end, low = LEFT + across * a, LEFT + across * (a + da * time), foot - high * (b + db * time)
        top, held = foot - high * b, (end, low)
        lost = _lost(self._named, freeze, ((right, low, end, foot), (LEFT, low, end, top)))
        if freeze in self._named[:1]:
            da, end = 0, right
        elif freeze != NONE:
            db, low = 0, top
        areas = (time * da * b, time * db * a, time * da * time * db)
        parts = [svg.rect(LEFT, top, right - LEFT, foot - top, fill=svg.PANEL, stroke=svg.INK)]
        grown = ((right, top, end, foot), (LEFT, low, right, top), (right, low, end, top))
        for (x0, y0, x1, y1), fill in zip(grown, svg.PAIRS, strict=True):
            parts.append(svg.rect(x0, y0, x1 - x0, y1 - y0, fill=fill, stroke=svg.INK))
        parts += lost
        (one, other), grows, within, of, label = self._words(svg.number(time))
        for words, x0, y0, anchor in (
            (f"{one} · {other}", (LEFT + right) / 2, (top + foot) / 2, "middle"),
            (f"{one} = {svg.number(a)}", (LEFT + right) / 2, foot + 15, "middle"),
            (f"{grows[0]}{svg.number(da)} · {svg.number(time)}", right, foot + 15, "start"),
            (f"{other} = {svg.number(b)}", LEFT - 8, (top + foot) / 2, "end"),
            (grows[1], LEFT - 8, (low + top) / 2 - 8, "end"),
            (f"{grows[2]}{svg.number(db)} · {svg.number(time)}", LEFT - 8, (low + top) / 2 + 10, "end"),
        ):
            parts.append(svg.text(words, x0, y0 + 5, font_size=15, text_anchor=anchor, fill=svg.INK))
        end, low = held  # by the hand, which a frozen side does not leave behind
        parts.append(svg.line(end, low, end + 14, low - 14, svg.ACCENT, 2))
        body = knob(end + 14, low - 14)
        parts.append(handle(body, "time", label, LEAST, 1, LEAST, across * self._given[2]))
        slim = wide <= 500
        left, upper = (0, foot + 52) if slim else (LEFT + (a + self._given[2]) * across + 56, TOP)
        rows = "".join(_table(time, areas, wide - left, within, of))
        parts.append(svg.group(rows, transform=f"translate({left:.1f} {upper:.1f})"))
        height = upper + 4.4 * ROW if slim else foot + 34
        told = ", ".join(f"{part} {svg.number(area)}" for part, area in zip(PARTS, areas, strict=True))
        desc = f"{within[0].upper()}{within[1:]}{',' * bool(self._named)} it gains: {told}."
        return svg.picture(svg.canvas(wide, height, *parts), "A product that grows", desc=desc)

    def _words(self, time):
        """What the sides, their growth and all that they grow within are called."""
        if self._named:
            return self._named, ("", "", ""), f"while x moves by {time}", "x", "how far x moves"
        grows = "da · time = ", "db · time", "= "
        return "ab", grows, f"in the time {time}", "time", "the time that both sides grow"

    def reaches(self, goal, time, freeze=NONE):
        a, b, da, db = self._given
        if self._named and goal:
            if time > SMALL or freeze != NONE:
                return ""
            strips, corner = da * b + db * a, round(da * db * max(time, LEAST), 4)
            together = f"it is {svg.number(strips + corner)}. Of it {svg.number(strips)} stays"
            moves = svg.number(max(time, LEAST))
            return f"While x moves by {moves} {together}, and the corner, {svg.number(corner)}, shrinks to 0."
        if self._named:
            lost, left = (da * b, db * a) if freeze == self._named[0] else (db * a, da * b)
            if freeze == NONE or left != self._wanted:
                return ""
            gone = f"its strip is lost, {svg.number(lost)} per 1 of x"
            return f"With {freeze} frozen {gone}: {svg.number(left)} is left."
        if time > SMALL:
            return ""
        strip, corner = svg.number(time), svg.number(round(time * time, 4))
        shares = f"there is {strip} of each strip, and {corner} of the corner"
        return f"In the time {strip} {shares}: it adds ever less to the rate."


def _lost(sides, freeze, strips):
    """What is gained no more where a side is frozen."""
    for side, (x0, y0, x1, y1) in zip(sides, strips, strict=False):
        if side == freeze:
            yield svg.rect(x0, y0, x1 - x0, y1 - y0, stroke=svg.BAD, stroke_width=2, stroke_dasharray="5 4")


def _table(time, areas, wide, within, of):
    """What each part has gained, and how much that is per 1 of time."""
    for k, (part, area) in enumerate(zip((*PARTS, "together"), (*areas, sum(areas)), strict=True), 1):
        if part != "together":
            yield svg.rect(0, k * ROW - 13, 16, 16, fill=svg.PAIRS[k - 1], stroke=svg.INK)
        yield svg.text(part, 26, k * ROW, font_size=16, fill=svg.INK)
        for number, x in ((area, 0.66 * wide), (area / time, wide - 4)):
            says = svg.number(round(number, 4))
            yield svg.text(says, x, k * ROW, font_size=18, font_weight=600, text_anchor="end", fill=svg.INK)
    for says, x in ((within, 0.66 * wide), (f"per 1 of {of}", wide - 4)):
        yield svg.text(says, x, 0, font_size=14, text_anchor="end", fill=svg.MUTED)
