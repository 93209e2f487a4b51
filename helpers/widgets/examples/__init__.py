"""The tiny model among several examples: a line is pulled until all that they send cancels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from helpers.drawing import svg
from helpers.drawing.held import handle, knob
from helpers.drawing.plots import LABEL, Axes
from helpers.drawing.svg.film import Reel

from ..base.controls import Button, Choice, Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import real_numbers

NONE, MOST = "none", 6
WIDE, HIGH, ROW = 360, 300, 30
WHOLE, GAP, LEAST = 776, 18, 200  # the picture; between chart and table; the least chart beside one
COLUMNS = 34, 88, 190, 316  # where x, the miss, what b gets and what w gets end
CLOSE = 12, 60, 148, 274  # and where there is little room
STEPS, SEEN = 3000, (0, 1, 16, 64, 256)  # of a descent, and those whose line is drawn
STILL, LEG = 1e-6, 400  # milliseconds from one of these lines to the next
PULL = "Pull the line, at w and at b, until all that is sent to w and to b adds up to 0."
ALONE = "Leave an example out, by its row, and start twice. Where does it end now?"
LEAVE_OUT = "One label is mistyped. Click its row to leave it out, then pull again. Where do the others lead?"


class Examples(Exhibit):
    """A line w·x + b among examples (x, target), each of which sends w and b something.

    The error is the sum of the squared misses: an example sends b twice its miss, and w that times its x.
    One can be left out. With `runs`, the line can start at random and descend; so many runs are to be made,
    and their starts stay in sight. Raises `InputError` unless there are 2 to 6 examples within ±20.

    >>> fit = Examples([(0, 1), (1, 14), (2, 7), (3, 10)])
    >>> fit.set(w=2, b=5)
    >>> fit.found
    ['At 2x + 5 they cancel: nothing more arrives at w or b, and the line goes through 0 of 4.']
    """

    def __init__(self, points: Sequence[tuple[float, float]], runs: int = 0):
        table = real_numbers("points", points, "pairs of numbers")
        if table.ndim != 2 or table.shape[1] != 2 or not 2 <= len(table) <= MOST:
            raise InputError(f"points must be 2 to {MOST} pairs (x, target).", "points")
        if not np.all(np.abs(table) <= 20):
            raise InputError("points must stay within ±20.", "points")
        self._x, self._targets = table.T
        self._runs, self._way, self._starts, self._is_at_random = runs, (), 0, False
        self._ran = {}  # by who is left out: where each run started, and where it ended
        held = {"low": -9, "high": 9, "step": 0.5, "limit": 20, "in_picture": True}
        left_out = Choice("without", NONE, options=(NONE, *map(str, range(len(table)))), in_picture=True)
        numbers = Number("w", 1.0, **held), Number("b", 0.0, **held | {"low": -20, "high": 20})
        if runs:
            buttons = Button("random", "Start at random"), Button("go", "Let it descend")
            goal = f"Start at random and let it descend, {runs} times. Where does it end?"
            super().__init__(*numbers, left_out, *buttons, goals=[goal] + [ALONE] * (len(table) == 2))
        else:
            super().__init__(*numbers, left_out, goals=[PULL, LEAVE_OUT])

    def adjust(self, name, values):
        self._way = ()
        at_random, self._is_at_random = self._is_at_random, name == "random"
        if name == "random":
            self._starts += 1
            (left, right), low_high = self._frame()
            start, end = np.random.default_rng(self._starts).uniform(*low_high, 2)  # at both sides: in sight
            w = (end - start) / (right - left)
            return {"w": round(w, 1), "b": round(start - w * left, 1)}
        if name == "go":
            *self._way, end = self._descent(**values)
            if at_random:
                self._ran.setdefault(values["without"], []).append((self._way[0], end))
            return dict(zip("wb", end, strict=True))
        return {}

    def _counted(self, without):
        """Which examples are counted: all, or all but one."""
        return np.arange(len(self._x)) != (-1 if without == NONE else int(without))

    def _disagree(self, without):
        """That no line meets all the others, once one is left out; else ""."""
        X, counted = np.stack([self._x, np.ones_like(self._x)], axis=1), self._counted(without)
        line = np.linalg.lstsq(X[counted], self._targets[counted], rcond=None)[0]
        meets = np.allclose((X @ line)[counted], self._targets[counted])
        if meets or without == NONE:
            return ""
        return f"The other {counted.sum()} lie on no line. Is this the mistyped one?"

    def _sent(self, w, b, without):
        """The misses, and what each example sends to w and to b."""
        misses = w * self._x + b - self._targets
        to_b = 2 * misses * self._counted(without)
        return misses, to_b * self._x, to_b

    def _descent(self, w, b, without):
        """The lines (w, b) of a descent after some of its steps, and where it ends."""
        X = np.stack([self._x, np.ones_like(self._x)], axis=1)[self._counted(without)]
        rate = 0.9 / np.linalg.eigvalsh(2 * X.T @ X).max()
        for step in range(STEPS):
            if step in SEEN:
                yield w, b
            _, to_w, to_b = self._sent(w, b, without)
            w, b = w - rate * to_w.sum(), b - rate * to_b.sum()
        yield round(float(w), 4) + 0.0, round(float(b), 4) + 0.0

    def draw(self, w, b, without):
        misses, to_w, to_b = self._sent(w, b, without)
        reel, stops = Reel(), [""] * (len(self._way) + 1)
        table, room = self._table(without, misses, to_w, to_b), self.across(WHOLE)
        beside = room - GAP - table.width >= LEAST
        chart = self._chart(
            w, b, without, misses, reel, min(WIDE, room - (GAP + table.width if beside else 0))
        )
        block = (svg.row if beside else svg.column)(chart, table, gap=GAP, align=0)
        each = zip(self._x, to_w, to_b, self._counted(without), strict=True)
        said = [
            f"x = {svg.number(x)} sends {svg.number(v)} to w and {svg.number(u)} to b"
            for x, v, u, counted in each
            if counted
        ]
        total = f"together {svg.number(_clean(to_w.sum()))} to w and {svg.number(_clean(to_b.sum()))} to b"
        desc = f"The line {_line(w, b)}: {'; '.join(said)}; {total}. {self._disagree(without)}".strip()
        film = reel.film(stops, stops, alone=LEG, runs=f"from {self._way[0]}") if self._way else None
        return svg.picture(block, "A line, and what each example sends it", desc=desc, film=film)

    def _frame(self):
        """From where to where the chart shows x, and y."""
        far = float(np.ptp(self._x)) or 1.0
        xs = min(0.0, self._x.min()) - 0.12 * far, self._x.max() + 0.12 * far
        return xs, (min(0.0, self._targets.min()) - 2, self._targets.max() + 2)

    def _chart(self, w, b, without, misses, reel, wide):
        xs, ys = self._frame()
        axes = Axes(0, 4, wide, HIGH, xs, ys)
        parts = [svg.line(0, axes.y(0), wide, axes.y(0), svg.LINE, 1.5)]
        parts.append(svg.line(axes.x(0), axes.top, axes.x(0), axes.top + HIGH, svg.LINE, 1.5))
        for tick in self._x:
            named = {"font_size": LABEL, "fill": svg.MUTED, "text_anchor": "middle"}
            parts.append(svg.text(svg.number(tick), axes.x(tick), axes.y(0) + 17, **named))
        lines = [_across(axes, *line) for line in (*self._way, (w, b))]
        parts += [svg.path(line, stroke=svg.HAIRLINE, stroke_width=2.5) for line in lines[:-1]]
        for start, end in self._ran.get(without, ()):
            parts.append(svg.path(_across(axes, *start), stroke=svg.MUTED, stroke_dasharray="6 5"))
            parts.append(svg.path(_across(axes, *end), stroke=svg.ACCENT, stroke_opacity=0.5))
        parts.append(reel.part("path", d=lines, stroke=svg.ACCENT, stroke_width=2.5))
        for k, (x, target, miss) in enumerate(zip(self._x, self._targets, misses, strict=True)):
            counted = without != str(k)
            at, y, to = axes.x(x), axes.y(target), axes.y(np.clip(target + miss, *ys))
            if counted:
                parts.append(svg.line(at, y, at, to, svg.GRADIENT, 3))
            look = {"fill": svg.GRADIENT if counted else svg.CARD, "stroke": svg.GRADIENT, "stroke_width": 2}
            beside = {"text_anchor": "end", "font_size": 14, "fill": svg.INK} | svg.halo()
            is_struck = 0 < (y - to if w >= 0 else to - y) < 30  # where the line is close, on that side
            off_the_line = 15 if is_struck == (w >= 0) else -5
            label = svg.text(svg.number(target), at - 10, y + off_the_line, **beside)
            parts.append(self._leaving(k, without, svg.circle(at, y, 6.5, **look)) + label)
        end = self._x.max() + 0.09 * (float(np.ptp(self._x)) or 1.0)
        per = HIGH / (ys[1] - ys[0])
        for name, x, scale in ("b", 0.0, 1.0), ("w", end, end):
            y = axes.y(np.clip(w * x + b, *ys))
            letter = svg.text(name, axes.x(x) - 4, y + 5, font_size=15, font_weight=600, fill=svg.CARD)
            low, high = (-20, 20) if name == "b" else (-9, 9)
            parts.append(handle(knob(axes.x(x), y, letter), name, name, low, high, 0.5, per * scale, True))
        return svg.canvas(wide, HIGH + 8, *parts)

    def _table(self, without, misses, to_w, to_b):
        """A row for each example: its x, its miss, and what it sends; below them what that is together."""
        slim = self.narrow > 0
        columns, dot = (CLOSE, "·") if slim else (COLUMNS, " · ")
        heads = "x", "miss", f"to b: 2{dot}miss", f"to w: that{dot}x"
        parts = [_ended(head, end, 15, svg.MUTED, 14) for head, end in zip(heads, columns, strict=True)]
        for k, (x, miss, v, u) in enumerate(zip(self._x, misses, to_w, to_b, strict=True)):
            counted = without != str(k)
            times = f"× {svg.number(x)}" if x >= 0 else f"× ({svg.number(x)})"
            sent = [svg.number(_clean(u)), f"{svg.number(_clean(u))} {times} = {svg.number(_clean(v))}"]
            cells = [svg.number(x), svg.number(_clean(miss)), *(sent if counted else ("left out", ""))]
            top = 24 + k * ROW
            row = svg.rect(0, top, columns[-1] + 8, ROW - 3, fill=svg.CARD, stroke=svg.HAIRLINE, rx=6)
            for cell, end, color in zip(cells, columns, _COLORS if counted else [svg.MUTED] * 4, strict=True):
                row += _ended(cell, end, top + 19, color)
            words = svg.words("leave out" if counted else "bring back", 13)
            chip = svg.card(words, 2, svg.CARD, svg.LINE, 66, 22, radius=6).at(columns[-1] + 14, top + 2)
            if slim:
                chip = svg.rect(0, top, columns[-1] + 8, ROW - 3, fill="transparent")  # all of the row
            parts += [row, self._leaving(k, without, chip)]
        y = 24 + len(self._x) * ROW + 21
        parts.append(_ended("together", max(columns[1], 72), y, svg.INK, bold=True))
        for total, end in (to_b.sum(), columns[2]), (to_w.sum(), columns[3]):
            words = svg.number(_clean(total)) + (" ✓" if abs(total) < STILL else "")
            parts.append(_ended(words, end, y, svg.GRADIENT, 18, bold=True))
        wide = columns[-1] + (10 if slim else 82)
        parts.append(svg.paragraph(self._disagree(without), 16, wide).at(0, y + 12))
        return svg.canvas(wide, y + 58, *parts)

    def _leaving(self, k, without, body):
        """A part that leaves an example out, or counts it again."""
        counted = without != str(k)
        label = f"{'leave out' if counted else 'bring back'} the example at {svg.number(self._x[k])}"
        return svg.group(body, data_set="without", data_value=str(k) if counted else NONE, data_label=label)

    def reaches(self, goal, w, b, without):
        if self._runs:
            ran = self._ran.get(without, [])
            ends = [*dict.fromkeys(_line(*end) for _, end in ran)]
            if goal == 0:
                alike = without == NONE and len(ran) >= self._runs and len(ends) == 1
                return f"{len(ran)} starts, and every run ends at {ends[0]}." if alike else ""
            if without == NONE or len(ends) < 2:
                return ""
            return f"Now {svg.listed(ends[-2:])}: any line through the other example is at rest."
        misses, to_w, to_b = self._sent(w, b, without)
        counted = self._counted(without)
        if max(abs(to_w.sum()), abs(to_b.sum())) > STILL or goal != (without != NONE):
            return ""
        met = f"the line goes through {np.sum(np.abs(misses[counted]) < STILL)} of {counted.sum()}"
        if goal == 0:
            return f"At {_line(w, b)} they cancel: nothing more arrives at w or b, and {met}."
        left_out = svg.number(self._x[int(without)])
        return f"Without the one at {left_out} it is {_line(w, b)}, and {met}."


_COLORS = svg.INK, svg.INK, svg.GRADIENT, svg.GRADIENT


def _ended(words, end, y, color, size=16, bold=False):
    """Words that end at a place, as numbers below each other do."""
    weight = {"font_weight": 600} if bold else {}
    return svg.text(words, end, y, text_anchor="end", font_size=size, fill=color, **weight)


def _ends(axes, w, b):
    """Where a line enters the chart and where it leaves it, in pixels: x, y and x, y."""
    for x in axes.xs:
        y = np.clip(w * x + b, *axes.ys)
        yield from (axes.x((y - b) / w if w else x), axes.y(y))


def _across(axes, w, b):
    """A line through the chart, as a path."""
    return "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*_ends(axes, w, b))


def _clean(value):
    return round(float(value), 4) + 0.0


def _line(w, b):
    """A line as one writes it.

    >>> _line(2.0, 5.0), _line(-1.0, -0.5)
    ('2x + 5', '−x − 0.5')
    """
    slope = {1: "", -1: "−"}.get(w, svg.number(w))
    return f"{slope}x {'−' if b < 0 else '+'} {svg.number(abs(b))}"
