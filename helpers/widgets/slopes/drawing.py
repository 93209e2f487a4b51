"""The picture of a box of hidden slopes: weights at one side, what arrives at the other, all on one scale.

An upstream stands left of the box and mixes rows, which fall onto the sums below; a tangent stands above it
and mixes columns, which slide onto the sums at its right. What is known of a mixture has the colour of its
line, the rest is as grey as the box.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from helpers.drawing import svg
from helpers.drawing.held import handle, knob
from helpers.drawing.svg.film import Reel
from helpers.drawing.svg.pictures import PAD

from .hunt import Hunt

TICKETS = 4  # of sweeps that are listed
MOST = 3.0  # weights go from −3 to 3, by halves
GRID = 0.5
GAP = 5  # between cells
BAR = 13  # the height of a bar, and
LANE = 16  # how far below it the next one lies
LEG = 420  # milliseconds
INPUTS = svg.POSITIVE, svg.LOCAL, svg.PAIRS[0]  # not the tints that outputs have
LABELS, SHORT = ("upstream u", "weighted first", "multiplied afterwards"), ("u", "first", "after")


class Told(NamedTuple):
    """What the picture says besides: names, values, flags to be hit, a guess, and what was just done."""

    inputs: Sequence[str]
    outputs: Sequence[str]
    x: Sequence[float]
    y: Sequence[float]
    flags: Sequence[float | None] = ()
    guess: int | None = None
    afterwards: bool = False  # whether it is open from the start, and what that gives stands below the sums
    labels: Sequence[str] = LABELS  # of upstream, sums, what stands below; perhaps of the added rows
    says: str = ""
    done: tuple[str, int, int] = ("", 0, 0)  # what moves, of which line, and how many times something has


class Place:
    """Where all stands, and the scale: row i and column j of the box, line k of what is mixed, and end e."""

    def __init__(self, hunt: Hunt, rows: bool, narrow: int, told: Told):
        self.hunt, self.rows, self.narrow = hunt, rows, narrow
        self.sweeps = told.done[0] == "sweep"  # and moves; otherwise all has arrived
        self.m, self.n = hunt.table.shape if rows else hunt.table.shape[::-1]
        self.flags = (12 if rows else 6) * any(flag is not None for flag in told.flags)  # room for them
        self.width, self.per = (min(max(288, narrow - 2 * PAD), 480), 10) if narrow else (718, 18)
        self.left = (76 if narrow else 216) if rows else (52 if narrow else 118)
        self.right = self.width - (0 if rows else 92 if narrow else 240)
        self.top, self.pitch = (26, 64) if rows else (70, 64 + self.flags)
        self.bottom = self.top + self.m * self.pitch - GAP
        self.wide = (self.right - self.left - GAP * (self.n - 1)) / self.n
        self.under = self.bottom + 14 + self.flags + len(hunt.table) * LANE  # of the sums below the box
        self.labels = SHORT if narrow and told.labels == LABELS else told.labels
        self.afterwards, self.told_flags = told.afterwards, [flag for flag in told.flags if flag is not None]
        self.axis = self.under + 26 + 24 * told.afterwards
        low = self.axis + 38 if rows else self.bottom + 42
        beside = 0 if narrow else self.left if rows else 320  # of the sentence
        self.sentence = beside, low, 0.94 * (self.width - beside), 2
        self.listed = low + 44 if narrow else self.bottom + 42
        self.abreast, self.ticket = (1, self.width if narrow else 196) if rows or narrow else (2, 146)
        listed = 0 if told.afterwards else self.listed + 10 + 25 * TICKETS // self.abreast
        self.height = max(listed, low + 26)

    def column(self, j):
        return self.left + j * (self.wide + GAP)

    def row(self, i):
        return self.top + i * self.pitch

    def cell(self, k, e):
        """The corner of a cell."""
        i, j = (k, e) if self.rows else (e, k)
        return self.column(j), self.row(i)

    def bar(self, k, e):
        """Where the bar of a slope begins, and its upper edge."""
        x, y = self.cell(k, e)
        return x + self.zero, y + self.pitch - GAP - BAR - 8

    def lane(self, e, at):
        """Where a bar on the tray begins, and its upper edge."""
        if self.rows:
            return self.column(e) + self.zero, self.bottom + 12 + self.flags + at * LANE
        return self.right + self.beside, self.row(e) + 2 + self.flags + at * (LANE - 1)

    def sum(self, e):
        """Where a sum begins, its upper edge, and how high it is."""
        if self.rows:
            return self.column(e) + self.zero, self.under, 20
        return self.right + self.beside, self.row(e) + 4 + self.flags + len(self.hunt.table) * (LANE - 1), 18

    def sides(self, e):
        """Between what a sum may reach."""
        return (self.column(e), self.column(e) + self.wide) if self.rows else (self.right, self.width)

    def rail(self, k):
        """Where the weight of a line stands when it is 0."""
        if self.rows:
            x, y = (34, 48) if self.narrow else (self.left - 14 - MOST * self.per, 40)
            return x, self.row(k) + y
        return self.column(k) + self.wide / 2, 52

    @property
    def zero(self):
        """How far into its cell a bar begins: more than half way in where the slopes fall."""
        return (0.5 if self.afterwards else 0.58 if self.hunt.table.sum() < 0 else 0.42) * self.wide

    @property
    def beside(self):
        """How far right of the box the sums begin, if they stand there."""
        return 40 if self.narrow else 104

    @cached_property
    def unit(self) -> float:
        """Pixels for 1: it shrinks only where a mixture would leave its place.

        Of a box that is open from the start it is one for all weights.
        """
        table, mixed = self.hunt.table, self.hunt.mixed
        usual = np.abs(table).sum(axis=0).max() or 1.0
        room = (self.wide - self.zero if self.rows else self.width - self.right - self.beside) - 8
        back = self.zero if self.rows else self.beside
        if self.afterwards:
            return (min(room, back) - 4) / (MOST * usual)
        unit = min(room / (1.4 * usual), (self.wide - self.zero - 8) / (1.2 * np.abs(table).max() or 1.0))
        parts = np.array(mixed or [0.0] * len(table))[:, None] * table
        paths = np.cumsum(np.vstack([np.zeros(len(table[0])), parts]), axis=0)
        far = [flag + (34 if flag > 0 else -14) / unit for flag in self.told_flags if flag]  # and its number
        most, least = max(paths.max(), *far, 0.0), min(paths.min(), *far, 0.0)
        cell = (self.wide - self.zero - 4) / max(parts.max(), 1e-9), self.zero / max(-parts.min(), 1e-9)
        return min(unit, room / max(most, 1e-9), (back - 4) / max(-least, 1e-9), *cell)


def draw_slopes(hunt: Hunt, told: Told, rows: bool, narrow: int = 0) -> svg.Picture:
    """The box with what is known of it, the weights, and what the sweep on show has brought."""
    place, reel = Place(hunt, rows, narrow, told), Reel()
    parts = [
        *_names(place, told),
        *(part for k in range(len(hunt.table)) for part in _line(place, told, reel, k)),
        *_axes(place, told),
        *_tray(place, told, reel),
        *_flags(place, told),
        *(part for k in range(len(hunt.table)) for part in _rail(place, told, k)),
        *_pills(place, reel, told.done[0]),
        *(_afterwards(place, told) if told.afterwards else ()),
        *(() if told.afterwards else _sweeps(place, told)),
        *_sentence(place, told),
    ]
    title = f"A box with the slopes of {svg.listed(told.outputs)}"
    drawn = svg.picture(svg.canvas(place.width, place.height, *parts), title, desc=_desc(hunt, told, rows))
    kind, _, serial = told.done
    if not kind:
        return drawn
    stops = [""] * (_stops(hunt) if kind == "sweep" else 3)
    return replace(drawn, film=reel.film(stops, stops, alone=LEG, runs=f"{kind} {serial}"))


def _desc(hunt, told, rows):
    names = told.outputs if rows else told.inputs
    found = [f"{names[k]}: {svg.array_text(hunt.table[k])}" for k in sorted(hunt.known)]
    arrived = "" if hunt.mixed is None else f" {svg.listed(map(svg.number, _clean(hunt.total)))} arrive."
    weights = f"{'u' if rows else 't'} = {svg.array_text(list(hunt.weights))}"
    late = f" Below, {told.labels[2]}: {svg.array_text(_clean(hunt.afterwards))}." if told.afterwards else ""
    return f"{weights}. {'; '.join(found) or 'The box is shut'}.{arrived}{late} {told.says}"


def _clean(array):
    return np.round(array, 9) + 0.0


def _shown(value):
    return svg.number(round(float(value), 9) + 0.0)


def _text(words, x, y, size=14, anchor="start", fill=svg.INK, **look):
    return svg.text(words, x, y, font_size=size, text_anchor=anchor, fill=fill, **look)


def _tint(place, k):
    return (svg.PAIRS if place.rows else INPUTS)[k]


def _from(place, stop, before, after):
    """What is one thing before a stop of the sweep and another from there on."""
    return [before] * stop + [after] * (_stops(place.hunt) - stop) if place.sweeps else after


def _bar(reel, place, x, y, values, high, **look):
    """A bar from `x` on, as long as the values say; each may be a list, one for each stop."""
    count = max([len(each) for each in (x, y, values) if isinstance(each, list)], default=1)
    xs, ys, lengths = (each if isinstance(each, list) else [each] * count for each in (x, y, values))
    left = [x + min(0.0, v) * place.unit for x, v in zip(xs, lengths, strict=True)]
    wide = [max(abs(v) * place.unit, 0.6) for v in lengths]
    return reel.part("rect", x=left, y=ys, width=wide, height=high, **look)


# --- the box ---


def _names(place, told):
    small = 13 if place.narrow else 15
    for j, (name, value) in enumerate(zip(told.inputs, told.x, strict=True)):
        words = name if place.narrow and not place.rows else f"{name} = {svg.number(value)}"
        y = 16 if place.rows else 11
        yield _text(words, place.column(j) + place.wide / 2, y, small, "middle", font_weight=600)
    for i, (name, value) in enumerate(zip(told.outputs, told.y, strict=True)):
        y = place.row(i) + (13 if place.rows and place.narrow else 27)
        yield _text(name, 0, y, small, font_weight=600)
        if not (place.rows and place.narrow):
            yield _text(svg.number(value), 0, y + 19, 13, fill=svg.MUTED)
    x, y, anchor = (0, 12, "start") if place.rows else (0, 57, "start")
    words, color = (place.labels[0], svg.GRADIENT) if place.rows else ("tangent t", svg.ACCENT)
    if place.narrow and not place.rows:
        words = words[-1]
    if place.rows and not place.narrow:
        x, anchor = place.rail(0)[0], "middle"
    yield _text(words, x, y + 4 * place.rows, 14, anchor, color, font_weight=600)


def _line(place, told, reel, k):
    """A row, or a column, of the box: shut with what was wrongly put there, or open."""
    hunt, cells = place.hunt, ""
    names = told.outputs if place.rows else told.inputs
    high = place.pitch - GAP
    for e in range(len(hunt.table[0])):
        x, y = place.cell(k, e)
        shut = k not in hunt.known
        look = {"fill": svg.HAIRLINE if shut else svg.PANEL, "stroke": svg.HAIRLINE}
        if shut and hunt.strange:  # what arrived can be put here
            look |= {"stroke": svg.ACCENT, "stroke_width": 1.5, "stroke_dasharray": "5 4"}
        cells += svg.rect(x, y, place.wide, high, rx=8, **look)
        if shut:
            asked = _text("?", x + place.wide / 2, y + high / 2 + 7, 21, "middle", svg.MUTED, font_weight=600)
            cells += _ghost(place, k, e) if hunt.is_wrong(k, e) else asked
        else:
            cells += _slope(place, told, reel, k, e)
    yield cells
    if hunt.open:
        return
    label = f"{names[k]}: {svg.array_text(hunt.table[k])}" if k in hunt.known else f"{names[k]}, hidden"
    about = {"data_hot": f"line {k}", "data_label": f"{label}. Put what arrived here"}
    (x, y), (right, below) = place.cell(k, 0), place.cell(k, len(hunt.table[0]) - 1)
    reach = svg.rect(x, y, right + place.wide - x, below + high - y, rx=8, fill="transparent")
    yield svg.group(reach, data_set="pick", data_value=f"line {k}", **about)


def _ghost(place, k, e):
    """What somebody took for the slope."""
    x, y = place.bar(k, e)
    v = float(place.hunt.wrong[k][e])
    corner = place.cell(k, e)[0]
    left = max(x + min(0, v) * place.unit, corner + 3)
    wide = min(max(abs(v) * place.unit, 2), corner + place.wide - 3 - left)
    box = svg.rect(left, y, wide, BAR, stroke=svg.MUTED, stroke_dasharray="4 3")
    return box + _text(f"not {_shown(v)}", corner + place.wide - 8, y - 12, 13, "end", svg.INK)


def _slope(place, told, reel, k, e):
    hunt, (x, y), (left, top) = place.hunt, place.bar(k, e), place.cell(k, e)
    value, mixed = float(hunt.table[k, e]), hunt.mixed
    kind, line, _ = told.done
    body = svg.line(x, y - 5, x, y + BAR + 5, svg.LINE, 1.2)
    fill = {"fill": _tint(place, k), "stroke": svg.LINE}
    faded = None
    if kind == "claim" and line == k:  # it comes from the tray, and is divided by its weight
        weight, (tray, lane) = mixed[k], place.lane(e, len(_known_parts(hunt)) - 1)
        before = sum(mixed[other] * hunt.table[other, e] for other in _known_parts(hunt) if other != k)
        come = [weight * value, weight * value, value]
        body += _bar(reel, place, [tray + before * place.unit, x, x], [lane, y, y], come, BAR, **fill)
        faded = [0.0, 0.0, 1.0]
    elif mixed is None or mixed[k] == 1:
        body += _bar(reel, place, x, y, value, BAR, **fill)
    else:  # stretched by its weight; as it was is an outline
        grown = _from(place, 2, value, mixed[k] * value)
        body += _bar(reel, place, x, y, grown, BAR, fill_opacity=0.8, **fill)
        body += _bar(reel, place, x, y, value, BAR, fill="none", stroke=svg.LINE, stroke_dasharray="3 2")
    look = {"font_size": 17 if place.narrow else 20, "font_weight": 600, "fill": svg.LOCAL}
    if faded:
        look["opacity"] = faded
    body += reel.part("text", [svg.number(value)], x=left + 9, y=top + 23, **look)
    if mixed and mixed[k] != 1 and not place.narrow and kind != "claim":
        product = f"{svg.number(mixed[k])} × {svg.factor(value)} = {svg.number(mixed[k] * value)}"
        look = {"font_size": 14, "text_anchor": "end", "fill": _color(place)}
        look["opacity"] = _from(place, 2, 0.0, 1.0)
        body += reel.part("text", [product], x=left + place.wide - 9, y=top + 22, **look)
    return body


def _color(place):
    return svg.GRADIENT if place.rows else svg.ACCENT


# --- what arrives ---


def _known_parts(hunt):
    """The lines that lie on the tray with their colour, in this order."""
    return [k for k, weight in enumerate(hunt.mixed) if weight and k in hunt.known]


def _stops(hunt):
    """Of a sweep: the start, the weights in, all stretched, each fallen, and added up."""
    return 4 + len(_known_parts(hunt)) + bool(hunt.strange)


def _axes(place, told):
    """What the sums stand on, with a scale below."""
    apart = next((step for step in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50) if step * place.unit >= 32), 100)
    bottom = place.axis if place.rows else place.bottom
    for e in range(len(told.inputs)) if place.rows else [0]:
        x, top = place.lane(e, 0)
        top -= 6
        left, right = place.sides(e)
        first, last = (int(room / place.unit / apart) for room in (left + 12 - x, right - 12 - x))
        for tick in range(first, last + 1):
            at = x + tick * apart * place.unit
            yield svg.line(at, top, at, bottom, svg.LINE if tick == 0 else svg.HAIRLINE, 1.2)
            yield _text(_shown(tick * apart), at, bottom + 15, 13, "middle", svg.MUTED)


def _tray(place, told, reel):
    hunt = place.hunt
    ends = range(len(hunt.table[0]))
    if not place.rows:
        yield _text("arrives", place.right + place.beside - 4, 57, 14, fill=svg.ACCENT, font_weight=600)
    if hunt.mixed is None:
        for e in ends:
            x, y, high = place.sum(e)
            yield _text("?", x + 8, y + high - 4, 18, fill=svg.MUTED)
        return
    for e in ends:
        yield from _falling(place, told, reel, e)


def _falling(place, told, reel, e):
    """What is mixed, each part at the end of the one before, and their sum."""
    hunt, start = place.hunt, 0.0
    lines = _known_parts(hunt)
    for at, k in enumerate(lines):
        part = hunt.mixed[k] * float(hunt.table[k, e])
        (x0, y0), (x1, y1) = place.bar(k, e), place.lane(e, at)
        x1 += start * place.unit
        xs, ys = (_from(place, 3 + at, *ends) for ends in ((x0, x1), (y0, y1)))
        grown = _from(place, 2, float(hunt.table[k, e]), part)
        yield _bar(reel, place, xs, ys, grown, BAR, fill=_tint(place, k), stroke=svg.LINE)
        start += part
        x, y, _ = place.sum(e)
        below = place.lane(e, at + 1)[1] if at + 1 < len(lines) + bool(hunt.strange) else y
        link = {"stroke": svg.LINE, "stroke_dasharray": "2 3", "opacity": _from(place, 3 + at, 0.0, 1.0)}
        yield reel.part("path", d=f"M{x + start * place.unit:.2f} {y1 + BAR}V{below:.2f}", **link)
    if hunt.strange:
        yield from _unknown(place, told, reel, e, len(lines), start)
    yield from _sum(place, reel, e)


def _unknown(place, told, reel, e, at, start):
    """What no known line explains, grey as the box it comes from."""
    rest = float(place.hunt.rest[e])
    x1, y1 = place.lane(e, at)
    x1 += start * place.unit
    first, *others = place.hunt.strange
    x0, y0 = (x1, y1) if others else place.bar(first, e)  # of several, nobody has brought it alone
    xs, ys = (_from(place, 3 + at, *ends) for ends in ((x0, x1), (y0, y1)))
    shown = _from(place, 2 + at, 0.0, 1.0)
    yield _bar(reel, place, xs, ys, rest, BAR, fill=svg.HAIRLINE, stroke=svg.MUTED, opacity=shown)
    if place.hunt.known and at:
        end = x1 + max(rest, 0) * place.unit + 6
        look = {"font_size": 14, "font_weight": 600, "opacity": _from(place, 3 + at, 0.0, 1.0)}
        yield reel.part("text", [_shown(rest)], x=end, y=y1 + BAR - 1, fill=svg.INK, **look, **svg.halo())


def _sum(place, reel, e):
    total = float(_clean(place.hunt.total)[e])
    x, y, high = place.sum(e)
    last = _stops(place.hunt) - 1
    values = _from(place, last, 0.0, total)
    yield _bar(reel, place, x, y, values, high, fill=_color(place))
    size = 17 if place.narrow else 20
    end, anchor, inside = _end(place, e, total, _shown(total), size)
    look = {"font_size": size, "font_weight": 600, "opacity": _from(place, last, 0.0, 1.0)}
    look |= {"fill": svg.ON_GRADIENT if inside else _color(place)} | ({} if inside else svg.halo())
    yield reel.part("text", [_shown(total)], x=end, y=y + high - 3, text_anchor=anchor, **look)


def _end(place, e, value, words, size):
    """Where the words of a bar stand: beyond its end, inside, or beyond 0; its anchor; whether inside."""
    start, long, way = place.sum(e)[0], abs(value) * place.unit, -1 if value < 0 else 1
    left, right = place.sides(e)
    wide = svg.text_width(words, size)
    room = right - start if way > 0 else start - left
    outward, inward = ("start", "end")[::way]
    if long + 10 + wide <= room + 4 * (way < 0):
        return start + way * (long + 8), outward, False
    if long >= wide + 12:
        return start + way * (long - 8), inward, True
    return start - way * 6, inward, False


def _flags(place, told):
    """Where the sums are to be brought, once the box is open."""
    if not place.hunt.open:
        return
    for e, flag in enumerate(told.flags):
        if flag is None:
            continue
        x, y, _ = place.sum(e)  # the pole ends above it, and so above its number
        x += flag * place.unit
        top = place.lane(e, 0)[1] - 12
        for color, wide in ((svg.CARD, 5), (svg.LOCAL, 2.2)):  # it crosses bars that are as green
            yield svg.line(x, y, x, top, color, wide)
        yield svg.path(f"M{x:.2f} {top}h20l-5 5.5l5 5.5h-20z", fill=svg.LOCAL)
        yield _text(svg.number(flag), x + 25, top + 8, 14, fill=svg.LOCAL, font_weight=600, **svg.halo())


def _afterwards(place, told):
    """The other way, dashed: the lines added up first, and then multiplied."""
    for k, (said, color) in enumerate(zip(place.labels[1:3], (_color(place), svg.INK), strict=True)):
        yield _text(said, 0, place.under + 15 + 23 * k, 14, fill=color, font_weight=600)
    for name in place.labels[3:]:
        rows_added = f"{name} = {svg.array_text(_clean(place.hunt.table.sum(axis=0)))}"
        yield _text(rows_added, 0, place.under + 61, 14, font_weight=600)
    for e, value in enumerate(_clean(place.hunt.afterwards)):
        x, y = place.column(e) + place.zero, place.under + 23
        left, wide = x + min(0.0, value) * place.unit, max(abs(value) * place.unit, 0.6)
        yield svg.rect(left, y, wide, 20, stroke=svg.INK, stroke_width=1.4, stroke_dasharray="4 3")
        weight, added = place.hunt.weights[e], float(place.hunt.table[:, e].sum())
        made = "" if place.narrow else f"{_shown(weight)} × {svg.factor(added)} = "
        size, words = 15 if made else 17, made + _shown(value)
        end, anchor, _ = _end(place, e, value, words, size)
        yield _text(words, end, y + 15, size, anchor, font_weight=600, **svg.halo())


# --- the weights ---


def _rail(place, told, k):
    """The rail of a weight, with its handle."""
    zero, y = place.rail(k)
    names = told.outputs if place.rows else told.inputs
    yield svg.line(zero - MOST * place.per, y, zero + MOST * place.per, y, svg.LINE, 1.3)
    for mark in range(-int(MOST), int(MOST) + 1):
        x, r = zero + mark * place.per, 2.5 if mark else 3.6
        yield svg.circle(x, y, r, fill=svg.LINE)
    weight = place.hunt.weights[k]
    x = zero + weight * place.per
    look = {"font_weight": 600} | svg.halo()
    above = 19 if place.rows and place.narrow else 24  # the knob with its ring, below the name of its line
    yield _text(svg.number(weight), x, y - above, 16, "middle", _color(place), **look)
    label = f"the {'weight' if place.rows else 'speed'} of {names[k]}"
    yield handle(knob(x, y), f"weight_{k}", label, -MOST, MOST, GRID, place.per)


def _pills(place, reel, kind):
    """The weights on their way into the box."""
    if kind != "sweep":
        return
    count = _stops(place.hunt)
    for k, weight in enumerate(place.hunt.mixed):
        zero, y = place.rail(k)
        words, at = svg.number(weight), zero + weight * place.per
        to = (place.left + 12, y) if place.rows else (at, place.top + 10)
        wide = 14 + svg.text_width(words, 15)
        shown = [1.0, 1.0] + [0.0] * (count - 2)
        xs, ys = [at] + [to[0]] * (count - 1), [y] + [to[1]] * (count - 1)
        box = {"x": [x - wide / 2 for x in xs], "y": [y - 12 for y in ys]}
        yield reel.part("rect", **box, width=wide, height=24, rx=12, fill=_color(place), opacity=shown)
        look = {"font_size": 15, "font_weight": 600, "text_anchor": "middle", "fill": svg.CARD}
        yield reel.part("text", [words], x=xs, y=[y + 5 for y in ys], opacity=shown, **look)


def _sweeps(place, told):
    """A ticket for every sweep; it can be looked at again for nothing."""
    hunt, count = place.hunt, len(place.hunt.sweeps)
    word = "sweep" if place.rows else "run"
    y = place.listed
    yield _text(f"{count} {word}{'s' * (count != 1)}", 0, y, 14, font_weight=600)
    if told.guess and place.rows:
        yield from _guessed(place, told.guess, y)
    wide = place.ticket
    for at, n in enumerate(hunt.listed(TICKETS)):
        weights = hunt.sweeps[n]
        line, beside = divmod(at, place.abreast)
        top, left = y + 10 + 25 * line, 0.5 + beside * (wide + 8)
        look = {"fill": svg.ACCENT_WASH, "stroke": svg.ACCENT} if weights == hunt.mixed else {
            "fill": svg.CARD, "stroke": svg.LINE
        }  # fmt: skip
        arrived = _clean(np.array(weights) @ hunt.table)
        body = svg.rect(left, top, wide - 1, 22, rx=6, **look)
        asked = "  ".join(map(svg.number, weights))
        body += _text(asked, left + 8, top + 16, 13, fill=_color(place), font_weight=600)
        came = "  ".join(svg.number(v, digits=3) for v in arrived)
        body += _text(came, left + wide - 9, top + 16, 13, "end")
        label = f"{word} {n + 1} again: {asked} brought {came}"
        yield svg.group(
            body, data_set="pick", data_value=f"sweep {n}", data_hot=f"sweep {n}", data_label=label
        )


def _guessed(place, guess, y):
    """How many numbers were guessed to arrive, and how many do."""
    arrived = len(place.hunt.table[0]) if place.hunt.sweeps else None
    words = f"guessed {guess}, {arrived} arrived" if arrived else f"guessed {guess}"
    yield _text(words, place.ticket, y, 13, "end", svg.MUTED)


def _sentence(place, told):
    x, y, wide, lines = place.sentence
    size, said = svg.lines_within(told.says, 15 if place.narrow else 16, wide, lines)
    for k, line in enumerate(said):
        yield _text(line, x, y + 20 * k, size, font_weight=600)
