"""The picture of a clinic: what each patient does and what each test found, beside the code of one of them.

Every result shows in grey what a healthy one shows.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from helpers.drawing import svg
from helpers.drawing.svg.pictures import PAD

from .cases import Dots, Finding, Level, Shape, Ward

POWERS = (-2.6, 1.5)  # powers of ten: what of a loss is drawn
CODE = "Menlo, Consolas, DejaVu Sans Mono, monospace"
REWRITE, UNPROVED = 5, 15  # minutes, once a test has found something, and before
HOUR = 60
LINES = 2  # of a sentence


class State(NamedTuple):
    """How things stand; `spent` has what was done and how long it took, `fresh` what has just changed."""

    ward: Ward
    who: str
    seen: frozenset[tuple[str, str]]
    spent: tuple[tuple[str, int], ...]
    healed: frozenset[str]
    missed: frozenset[tuple[str, int]]
    armed: int | None
    said: str
    fresh: str
    guess: float | None = None  # of a healthy loss at its first step

    @property
    def minutes(self) -> int:
        """How long it took so far."""
        return sum(minutes for _, minutes in self.spent)

    @property
    def is_proved(self) -> bool:
        """Whether a test has found something in the chosen one."""
        return any(who == self.who and not self.ward.found(who, test).ok for who, test in self.seen)

    @property
    def rewrite(self) -> int:
        """How long it takes to rewrite a line."""
        return REWRITE if self.is_proved else UNPROVED


class Layout(NamedTuple):
    """Where everything stands."""

    width: float
    height: float
    head: float  # how wide the patients' own column is
    cell: float
    row: float
    table: float  # where it begins: the rows
    code: tuple[float, float, float]  # left, top, width
    curve: float  # how high the loss above the code is
    pitch: float  # from a line of code to the next
    type: float
    said: float  # where the sentence stands

    def x(self, k: int) -> float:
        """Where a column of results begins."""
        return self.head + self.cell * k


WIDE = Layout(760, 378, 122, 56, 39, 68, (420, 44, 340), 58, 17, 12, 359)
BESIDE = Layout(550, 376, 56, 38, 38, 64, (252, 44, 298), 52, 16, 11, 342)  # a window of half the width
ROOMY = Layout(488, 630, 118, 74, 40, 66, (0, 332, 488), 0, 17, 13, 582)  # JupyterLab in one of 640 px
NARROW = Layout(288, 630, 68, 44, 40, 66, (0, 332, 288), 0, 17, 11, 582)


def draw_clinic(state: State, narrow: int = 0) -> svg.Picture:
    """The table with what was found so far, the code of a patient, and the hour."""
    fitting = (place for place in (BESIDE, ROOMY) if narrow >= place.width + 2 * PAD)
    place = next(fitting, NARROW) if narrow else WIDE
    parts = [
        *_hour(state, place),
        *_heads(state, place),
        *(part for k, who in enumerate(state.ward.patients) for part in _row(state, place, k, who)),
        *_caught(state, place),
        *_code(state, place),
        *_sentence(state, place),
    ]
    block = svg.canvas(place.width, place.height, *parts)
    well = svg.listed(sorted(state.healed)) or "nobody"
    desc = f"{state.said} {state.minutes} of {HOUR} minutes are spent; well: {well}."
    block = block.wrap(data_rest="", data_label=_wrapped(state.said, place))
    return svg.picture(block, "The clinic: training programs with one bug each", desc=desc)


def _wrapped(said, place):
    """A sentence in as many lines as there is room for."""
    size = 15 if place is WIDE else 13
    return "\n".join(svg.wrapped(said, size, place.width)[: LINES + (place is not WIDE)])


def _text(words, x, y, size=13.0, color=svg.INK, **look):
    return svg.text(words, x, y, font_size=size, fill=color, **look)


def _sentence(state, place):
    lines = [*_wrapped(state.said, place).split("\n"), "", "", ""][: LINES + (place is not WIDE)]
    for k, line in enumerate(lines):
        size = 15 if place is WIDE else 13
        yield _text(line, 0, place.said + 1.25 * size * k, size, data_line="")


def _hour(state, place):
    """Every minute that was spent, to scale."""
    wide, high, at = place.width - (108 if place is WIDE else 92), 12, 0
    unit = wide / HOUR
    yield svg.rect(0, 4, wide, high, fill=svg.PANEL, stroke=svg.HAIRLINE, rx=3)
    colors = {"exam": svg.ACCENT, "healed": svg.LOCAL, "missed": svg.BAD}
    for kind, minutes in state.spent:
        if at < HOUR:
            shown = min(minutes, HOUR - at)
            yield svg.rect(at * unit + 0.5, 4.5, shown * unit - 1, high - 1, fill=colors[kind], rx=1.5)
        at += minutes
    for minute in range(10, HOUR, 10):
        yield svg.line(minute * unit, 4 + high, minute * unit, 8 + high, svg.LINE, 1)
    yield svg.line(wide, 22, wide, 0, svg.LOCAL, 2)
    yield f'<path d="M{wide:.1f} 0l11 4.5-11 4.5z" fill="{svg.LOCAL}"/>'
    late = state.minutes > HOUR
    look = {"text_anchor": "end", "font_weight": 600}
    size = 15 if place is WIDE else 13
    yield _text(f"{state.minutes} of {HOUR} min", place.width, 16, size, svg.BAD if late else svg.INK, **look)


def _heads(state, place):
    """The names of the tests; each orders it for all who are well."""
    top = place.table - 38
    yield _text("loss", place.head - 8, place.table - 8, place.type, svg.MUTED, text_anchor="end")
    for k, (test, exam) in enumerate(state.ward.tests.items()):
        first, _, last = test.partition(" ")
        x = place.x(k)
        body = svg.rect(x + 1, top, place.cell - 2, 34, fill="transparent", rx=5)
        for line, level in ((first, 13), (last, 27)):
            size = place.type if place.cell > 50 else 11
            body += _text(line, x + place.cell / 2, top + level, size, text_anchor="middle")
        label = f"{test}: {exam.asks} {_minutes(exam).capitalize()}; free for all who are well."
        about = {"data_set": "column", "data_value": test, "data_hot": f"column {test}"}
        yield svg.group(body, data_label=_wrapped(label, place), **about)


def _minutes(exam):
    return "1 minute" if exam.minutes == 1 else f"{exam.minutes} minutes"


def _row(state, place, k, who):
    y = place.table + place.row * k
    patient, chosen, well = state.ward.patients[who], who == state.who, who in state.healed
    look = {"fill": svg.ACCENT_WASH, "stroke": svg.ACCENT} if chosen else {"fill": svg.CARD, "stroke": "none"}
    body = svg.rect(0.5, y + 1.5, place.head - 5, place.row - 3, rx=7, **look)
    body += _text(who, 8, y + 20, 16, font_weight=600)
    if well:
        body += _mark(9, y + place.row - 17, True)
    inset = 26
    frame = (inset, y + 5, place.head - inset - 10, place.row - 10)
    body += _course(state.ward.healthy, frame, None) + _loss(state, who, frame, who if chosen else "")
    said = _cured(state, who) if well else f"{who} {patient.symptom}."
    about = {"data_set": "who", "data_value": who, "data_hot": f"who {who}"}
    yield svg.group(body, data_label=_wrapped(said, place), **about)
    for j, test in enumerate(state.ward.tests):
        yield _cell(state, place, (place.x(j), y), who, test)


def _cured(state, who):
    return f"{who} is well: {state.ward.patients[who].why}."


def _loss(state, who, frame, key=""):
    """The course of a patient's loss: once it is well, the healthy one over a shadow of its own."""
    patient, fresh = state.ward.patients[who], state.fresh in ("all", f"loss {who}")
    if who in state.healed:
        shadow = _course(patient.losses, frame, svg.LINE, 1.2)
        return shadow + _course(state.ward.healthy, frame, svg.LOCAL, 2, fresh)
    return _course(patient.losses, frame, svg.ACCENT, 2, fresh)


def _course(losses, frame, color, width=1.4, fresh=False):
    """A loss, step by step, on a logarithmic scale, cut off where it leaves the frame."""
    look = {"fill": "none", "stroke": color or svg.LINE, "stroke_width": width, "stroke_linejoin": "round"}
    look |= {"stroke_dasharray": "4 3"} if color is None else {}
    look |= {"class_": "up-course", "pathLength": 1} if fresh else {}
    return svg.path(_path(tuple(losses), frame), **look)


@functools.lru_cache(maxsize=64)
def _path(losses, frame):
    left, top, wide, high = frame
    with np.errstate(all="ignore"):
        ys = np.log10(np.maximum(np.nan_to_num(np.array(losses), nan=np.inf), 1e-9))
    places = top + high * (1 - (np.clip(ys, *POWERS) - POWERS[0]) / (POWERS[1] - POWERS[0]))
    xs = left + wide * np.arange(len(losses)) / (len(losses) - 1)
    ends = np.flatnonzero(ys >= POWERS[1])
    keep = _corners(places[: ends[0] + 1] if ends.size else places)
    return "M" + "L".join(f"{xs[i]:.1f} {places[i]:.1f}" for i in keep)


def _corners(ys, tolerance=0.7):
    """Which points of a course suffice: those where it leaves the straight way by more than a little."""
    kept, last = [0], 0
    for k in range(2, len(ys)):
        straight = np.linspace(ys[last], ys[k], k - last + 1)
        if np.abs(straight - ys[last : k + 1]).max() > tolerance:
            last = k - 1
            kept.append(last)
    return [*kept, len(ys) - 1]


# --- what a test found ---


def _cell(state, place, at, who, test):
    x, y = at[0] + 2, at[1] + 2
    wide, high = place.cell - 4, place.row - 4
    about = {"data_set": "order", "data_value": f"{who} {test}", "data_hot": f"cell {who} {test}"}
    if (who, test) not in state.seen:
        free, exam = who in state.healed, state.ward.tests[test]
        body = svg.rect(x, y, wide, high, fill=svg.PANEL, rx=6)
        words = "free" if free else f"{exam.minutes} min"
        middle = {"text_anchor": "middle"}
        body += _text(words, x + wide / 2, y + high / 2 + 4.5, place.type, svg.ACCENT, **middle)
        label = f"{who}, {test}: {'free, now that it is well' if free else _minutes(exam)}."
        return svg.group(body, data_label=label, **about)
    found = state.ward.found(who, test)
    color = svg.LOCAL if found.ok else svg.BAD
    body = svg.rect(x + 0.5, y + 0.5, wide - 1, high - 1, fill=svg.CARD, stroke=color, rx=6)
    if not found.ok:
        body += svg.rect(x + 0.5, y + 0.5, wide - 1, high - 1, fill=svg.BAD, fill_opacity=0.1, rx=6)
    inside = _result(found, (x + 5, y + 5, wide - 10, high - 10))
    fresh = state.fresh in (f"cell {who} {test}", f"column {test}")
    body += svg.group(inside, class_="up-result") if fresh else inside
    body += _mark(x + 5, y + 5, found.ok)
    words = f"{found.drawn.words}; " if isinstance(found.drawn, Shape) else ""  # what is read is also said
    return svg.group(body, data_label=_wrapped(f"{who}, {test}: {words}{found.said}.", place), **about)


def _mark(x, y, ok):
    """A tick or a cross; drawn, as it stands in a button and is no part of its name."""
    look = {"fill": "none", "stroke": svg.LOCAL if ok else svg.BAD, "stroke_width": 1.8}
    path = f"M{x:g} {y + 4:g}l2.5 3 4.5-7" if ok else f"M{x:g} {y:g}l7 7m0-7l-7 7"
    return svg.path(path, **look, stroke_linecap="round")


def _result(found: Finding, frame):
    left, top, wide, high = frame
    middle = top + high / 2
    if isinstance(found.drawn, Shape):
        size = svg.size_within(found.drawn.words, 13, wide + 8)
        color = svg.INK if found.ok else svg.BAD
        at = left + wide / 2, middle + 5, round(size, 2)
        return _text(found.drawn.words, *at, color, text_anchor="middle")
    if isinstance(found.drawn, Level):
        value, wanted, low, most = found.drawn
        left, wide = left + 9, wide - 12
        x = [left + wide * (min(each, most) - low) / (most - low) for each in (value, wanted)]
        rail = svg.line(left, middle + 5, left + wide, middle + 5, svg.LINE, 1.2)
        flag = svg.line(x[1], middle + 9, x[1], middle - 9, svg.LOCAL, 1.8)
        flag += f'<path d="M{x[1]:.1f} {middle - 9:.1f}l-8 3.5 8 3.5z" fill="{svg.LOCAL}"/>'
        return rail + flag + svg.circle(x[0], middle + 5, 4.5, fill=svg.ACCENT, stroke=svg.CARD)
    return _scatter(found.drawn, left + wide / 2, middle, min(wide, high) / 2, found.ok)


def _scatter(dots: Dots, x, y, half, ok):
    """Pairs that should lie on the diagonal."""
    diagonal = svg.line(x - half, y + half, x + half, y - half, svg.LINE, 1, "3 2")
    places = [(x + 0.8 * half * a, y - 0.8 * half * b) for a, b in zip(dots.xs, dots.ys, strict=True)]
    path = "".join(f"M{a:.1f} {b:.1f}h0" for a, b in dict.fromkeys(places))
    look = {"stroke": svg.GRADIENT if ok else svg.BAD, "stroke_width": 3.6, "stroke_linecap": "round"}
    return diagonal + svg.path(path, **look)


def _caught(state, place):
    """How many each test has caught, of those it was ordered for."""
    y = place.table + place.row * len(state.ward.patients) + 16
    yield _text("catches", place.head - 8, y, place.type, svg.MUTED, text_anchor="end")
    for k, test in enumerate(state.ward.tests):
        known = [state.ward.found(who, test).ok for who in state.ward.patients if (who, test) in state.seen]
        if known:
            words = f"{known.count(False)} of {len(known)}"
            look = {"text_anchor": "middle", "font_weight": 600}
            color = svg.BAD if not all(known) else svg.MUTED
            size = place.type if place.cell > 50 else 11
            yield _text(words, place.x(k) + place.cell / 2, y, size, color, **look)


# --- the code ---


def _code(state, place):
    """The loss of the chosen one, large, and its program, whose lines can be accused."""
    (left, top, wide), who = place.code, state.who
    patient, well = state.ward.patients[who], who in state.healed
    if place.curve:
        frame = (left + 36, top + 2, wide - 40, place.curve)
        for power in (1, 0, -1, -2):
            y = frame[1] + frame[3] * (POWERS[1] - power) / (POWERS[1] - POWERS[0])
            yield svg.line(frame[0], y, frame[0] + frame[2], y, svg.HAIRLINE, 1)
            yield _text(f"{10.0**power:g}", left + 30, y + 4.5, 12, svg.MUTED, text_anchor="end")
        yield _course(state.ward.healthy, frame, None) + _loss(state, who, frame)
        guess = [*_guess(state, frame)]
        yield from guess
        told = f"; ▸ your guess, {svg.number(state.guess)}" if guess else ""
        yield _text(
            f"{who}: loss, step by step; dashed: healthy{told}",
            left + wide - 4, top - 5, 12, svg.MUTED, text_anchor="end",
        )  # fmt: skip
        top += place.curve + 12
    lines = patient.cured if well else patient.lines
    high = place.pitch * 13 + 8
    yield svg.rect(left, top, wide, high, fill=svg.PANEL, rx=8)
    for k, line in enumerate(lines):
        yield _line(state, place, (left, top + 4 + place.pitch * k, wide), k, line)


def _guess(state, frame):
    """Where a loss was guessed to begin."""
    if state.guess is None or not POWERS[0] < np.log10(state.guess) < POWERS[1]:
        return
    y = frame[1] + frame[3] * (POWERS[1] - np.log10(state.guess)) / (POWERS[1] - POWERS[0])
    yield f'<path d="M{frame[0]} {y:.1f}l9-5v10z" fill="{svg.CARD}" stroke="{svg.INK}"/>'


def _line(state, place, at, k, line):
    (left, top, wide), who = at, state.who
    patient, base = state.ward.patients[who], at[1] + place.pitch - 5
    missed, armed = (who, k) in state.missed, state.armed == k
    mended = who in state.healed and k == patient.mended
    look = {"fill": "transparent"}
    if mended or armed:
        look = {"fill": svg.LOCAL_WASH if mended else svg.CARD, "stroke": svg.LOCAL if mended else svg.BAD}
    body = svg.rect(left + 3, top, wide - 6, place.pitch, rx=4, **look)
    gutter = 14 if place is NARROW else 10 + place.type
    body += _text(k + 1, left + gutter - 2, base, place.type, svg.MUTED, text_anchor="end")
    color = svg.LOCAL if mended else svg.MUTED if missed else svg.INK
    code = {"font_family": CODE, "font_weight": 700 if mended else None}
    code |= {"text_decoration": "line-through"} if missed else {}
    size, text = place.type, line.lstrip()
    x = left + gutter + 2 + 0.602 * size * (len(line) - len(text))  # of its type, a character is so wide
    body += _text(text, x, base, size, color, **code)
    if who in state.healed:
        if not mended:
            return body
        about = {"data_hot": f"line {who} {patient.fault}", "data_label": _wrapped(_cured(state, who), place)}
        return svg.group(body, **about)  # the focus stays on it
    if missed:
        label = f"The same loss again: {patient.not_it(k)}"
        return svg.group(body, data_hot=f"line {who} {k}", data_label=_wrapped(label, place))
    where = f"Line {k + 1}, {line.strip()}"
    if not armed:
        label = f"{where}: accuse it?"
        about = {"data_set": "line", "data_value": f"{who} {k}", "data_hot": f"line {who} {k}"}
        return svg.group(body, data_label=_wrapped(label, place), **about)
    chip = 98
    body += svg.rect(left + wide - chip - 5, top + 1, chip, place.pitch - 2, fill=svg.BAD, rx=5)
    x = left + wide - chip / 2 - 5
    words = {"text_anchor": "middle", "font_weight": 600}
    body += _text(f"rewrite: {state.rewrite} min", x, base, 12, svg.CARD, **words)
    label = f"{_wrapped(where, place)}\nrewrite: {state.rewrite} min, and train again"
    about = {"data_set": "rewrite", "data_value": f"{who} {k}", "data_hot": f"line {who} {k}"}
    return svg.group(body, data_label=label, **about)


def catches(ward: Ward) -> Mapping[str, list[str]]:
    """Whom each test catches."""
    return {test: [who for who in ward.patients if not ward.found(who, test).ok] for test in ward.tests}
