"""The picture of a machine that learns to aim: its throws, the flags, and under each what is sent to it.

It is a film of the run, so that the browser plays it. Ways and flags have one scale; so have all arrows, and
one that is longer than its lane says so.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from helpers.drawing import plots, svg
from helpers.drawing.held import handle
from helpers.drawing.svg.film import Reel

from .throwing import AFTER, STEPS, Run

MAT = 0.5  # metres: so near a flag is a hit
MOST = 10  # of an arrow: its lane is as long
LANE = 3.2  # pixels for 1 that is sent
APART, FIRST_FLAG, LAST_FLAG, GRID = 0.8, 2.5, 11.0, 0.1  # metres, for flags that are moved
WHAT = ("speed", "angle")
COLORS = svg.ACCENT, svg.LOCAL, svg.MUTED, svg.INK  # of a throw and its flag


class Layout(NamedTuple):
    """Where everything stands."""

    width: float
    height: float
    hand: float  # where x = 0 is
    metre: float
    ground: float
    cards: tuple[float, ...]  # the middles of the four
    half: float  # of a card
    top: float  # of the cards
    machine: tuple[float, float]  # the corner of its box
    plot: plots.Axes

    def x(self, metres: float) -> float:
        """Where something stands on the ground."""
        return self.hand + self.metre * metres

    @property
    def zero(self) -> float:
        """Where an arrow of 0 lies."""
        return self.top + MOST * LANE + 8


WIDE = Layout(
    672, 294, 196, 34, 135, (356, 440, 524, 608), 38, 163, (0, 30),
    plots.Axes(40, 186, 240, 58, (0, STEPS), (0, 8)),
)  # fmt: skip
NARROW = Layout(
    288, 372, 40, 21, 88, (36, 108, 180, 252), 34, 122, (0, 280),
    plots.Axes(164, 294, 120, 56, (0, STEPS), (0, 8)),
)  # fmt: skip


def draw_aim(
    run: Run, flags: Sequence[float], how: str, ones: Sequence[float] | None = None, narrow: bool = False
) -> svg.Picture:
    """The run at its last stop, and as a film at each; `how` says what is sent from now on.

    The worst misses with `ones` are drawn dashed, once they are known.
    """
    reel, place = Reel(), NARROW if narrow else WIDE
    parts = [
        *_plot(reel, place, run, ones),
        *_machine(reel, place, run),
        *_ways(reel, place, run),
        *(part for k, flag in enumerate(flags) for part in _flag(reel, place, run, flags, k, flag)),
        svg.group("".join(_balls(reel, place, run, flags, how)), pointer_events="none"),
        *(part for k in range(len(flags)) for part in _card(reel, place, run, k)),
        *_code(reel, place, run),
        *(part for k in range(len(flags)) for part in _pills(reel, place, run, k)),
    ]
    said = [_sentence(run, flags, how, stop) for stop in range(len(run.w))]
    title = f"A machine that throws at four flags, and is sent {how}"
    film = reel.film([str(k) for k in range(len(run.w))], said, alone=1500, brief=170, room=110, legs=1)
    canvas = svg.canvas(place.width, place.height, *parts)
    return svg.picture(canvas, title, [said[k] for k in (0, 10, -1)], film=film)


@functools.lru_cache(maxsize=4096)  # a moment later most numbers are printed again
def metres(value: float, sign: str = "") -> str:
    """A number with two decimals, a true minus sign and never −0.00."""
    return f"{round(float(value), 2) + 0.0:{sign}.2f}".replace("-", "−").replace("+0.00", "0.00")


@functools.lru_cache(maxsize=4096)
def given(value: float) -> str:
    """A number that is sent, to one decimal."""
    rounded = round(float(value), 1) + 0.0
    return f"{rounded:.0f}".replace("-", "−") if abs(rounded) >= 100 else svg.number(rounded)


def _sentence(run, flags, how, stop):
    if stop == 0 and np.ptp(run.landed[0]) < 0.005:
        start = f"Untrained: the same throw at every flag. All land at {metres(run.landed[0, 0])} m."
    else:
        steps = "1 step" if stop == 1 else f"{stop} steps"
        hits = int((np.abs(run.missed[stop]) <= MAT).sum())
        start = f"After {steps} the worst miss is {metres(run.worst[stop])} m; {hits} of 4 hit."
        if stop + 1 == len(run.w) and hits < 4:
            start += " The run is over, and not all hit: start again."
    if how != "measured":
        return start
    k = int(np.abs(run.missed[stop]).argmax())
    miss, sent = run.missed[stop, k], run.sent[stop, k]
    products = [
        f"2 · {metres(miss)} · {metres(value / (2 * miss or 1))} = {given(value)} for its {what}"
        for value, what in zip(sent, WHAT, strict=True)
    ]
    return f"{start} To the one at {svg.number(flags[k])} m go {' and '.join(products)}."


# --- the throws ---


def _machine(reel, place, run):
    """The ground, a post with an arm, and the six numbers that it aims with."""
    (x, y), hand, high = place.machine, place.x(0), place.ground - 2 * place.metre
    small, row = {"font_size": 13, "fill": svg.MUTED}, 20
    yield svg.line(0, place.ground, place.width, place.ground, svg.LINE, 2)
    yield svg.rect(hand - 2.5, high, 5, 2 * place.metre, fill=svg.INK, rx=2)
    yield svg.circle(hand, high, 5, fill=svg.INK)
    if place is WIDE:
        yield svg.line(x + 168, high + 8, hand, high + 8, svg.INK, 5)
    yield svg.rect(x + 0.5, y, 168 if place is WIDE else 128, 88, fill=svg.CARD, stroke=svg.INK, rx=8)
    look = {"font_family": svg.FORMULA_FONT, "font_style": "italic", "font_size": 17, "fill": svg.INK}
    yield svg.text("w", x + 10, y + 18, **look)
    for c, right in enumerate(_columns(place)):
        yield svg.text(WHAT[c], right, y + 17, text_anchor="end", **small)
        for r, name in enumerate(("far²", "far", "1")):
            level = y + 17 + row * (r + 1)
            if c == 0:
                yield svg.text(name, x + 10, level, **small)
            words = [metres(w) for w in run.w[:, r, c].tolist()]
            yield reel.part("text", words, x=right, y=level, text_anchor="end", font_size=14, fill=svg.INK)


def _columns(place):
    """Where the columns of w end."""
    x, _ = place.machine
    return (x + 104, x + 158) if place is WIDE else (x + 80, x + 122)


def _ways(reel, place, run):
    """Each ball's way through the air."""
    ground = place.ground
    spots = np.stack([place.x(run.ways.real), ground - place.metre * run.ways.imag], axis=-1)
    written = "M" + "L".join(["%.1f %.1f"] * spots.shape[1])
    for k in range(run.y.shape[1]):
        each = spots[:, :, k].reshape(len(spots), -1).tolist()
        paths = [written % tuple(way) for way in each]
        yield reel.part("path", d=paths, fill="none", stroke=COLORS[k], stroke_width=2.2)


def _balls(reel, place, run, flags, how):
    """Where each ball lies, and where it would some steps on."""
    ground = place.ground
    for k in range(run.y.shape[1]):
        if how != "measured":
            ring = {"fill": "none", "stroke": COLORS[k], "stroke_width": 1.6, "stroke_dasharray": "3 2"}
            yield reel.part("circle", cx=_onstage(place, run.ahead[:, k]), cy=ground, r=12, **ring)
        at = _onstage(place, run.landed[:, k])
        beneath = np.abs(run.landed[:, :k] - run.landed[:, k : k + 1]) * place.metre < 9
        lies = [float(ground - 17 * balls) for balls in beneath.sum(axis=1)]  # on those in the same place
        yield reel.part("circle", cx=at, cy=lies, r=9, fill=COLORS[k], stroke=svg.CARD)
        name = {
            "font_size": 12.5 if place is WIDE else 11,
            "font_weight": 600,
            "text_anchor": "middle",
            "fill": svg.CARD,
        }
        words = [f"{flags[k]:.0f}" if 9 < x < place.width - 9 else "" for x in at]
        yield reel.part("text", words, x=at, y=[y + 4 for y in lies], **name)
    if how != "measured":
        words = f"dashed: {AFTER} steps on, if you go on sending this"
        look = {"font_size": 13, "fill": svg.MUTED, "text_anchor": "end"}
        yield svg.text(words, place.width, 11 if place is WIDE else 9, **look)


def _onstage(place, landed):
    """Where balls lie; those far outside lie just outside."""
    return np.clip(place.x(landed), -30, place.width + 30).tolist()


def _flag(reel, place, run, flags, k, flag):
    """A flag that can be moved, its mat, and how far its throw misses it."""
    color = COLORS[k]
    x, ground, middle = place.x(flag), place.ground, place.cards[k]
    missed = run.missed[:, k].tolist()
    hits = [float(abs(miss) <= MAT) for miss in missed]
    high, wide, words = (50, 46, f"{flag:g} m") if place is WIDE else (36, 26, f"{flag:g}")
    lead = f"M{x:.2f} {ground + 5}L{middle:.2f} {place.top - 18}" if abs(x - middle) > 3 else ""
    yield svg.path(lead, stroke=color, stroke_opacity=0.5)
    mat = {"width": 2 * MAT * place.metre, "height": 7, "rx": 3.5, "x": x - MAT * place.metre}
    cloth = f"M{x:.2f} {ground - high}h{wide}l-5 10 5 10h-{wide}z"
    name = {"x": x + wide / 2 - 2, "y": ground - high + 15, "font_size": 13, "font_weight": 600}
    name["text_anchor"] = "middle"
    body = svg.rect(x - 12, ground - high - 4, wide + 14, high + 12, fill="transparent")
    body += svg.rect(
        mat["x"],
        ground - 3.5,
        mat["width"],
        7,
        rx=3.5,
        fill="none",
        stroke=color,
        stroke_width=1.2,
    )
    body += reel.part("rect", y=ground - 3.5, fill=color, opacity=hits, **mat)
    body += svg.line(x, ground, x, ground - high, color, 2.5)
    body += svg.path(cloth, fill=svg.CARD, stroke=color, stroke_width=1.5)
    body += reel.part("path", d=cloth, fill=color, opacity=hits)
    body += svg.text(words, fill=color, **name)
    body += reel.part("text", [words] * len(hits), fill=svg.CARD, opacity=hits, **name)
    low = flags[k - 1] + APART if k else FIRST_FLAG
    most = flags[k + 1] - APART if k + 1 < len(flags) else LAST_FLAG
    limits = round(low, 1), round(most, 1), GRID, place.metre
    yield handle(body, f"flag_{k + 1}", f"Flag {k + 1}, in metres", *limits)
    told = ["✓ hit" if hit else f"{metres(miss, '+')} m" for hit, miss in zip(hits, missed, strict=True)]
    if place is not WIDE:
        told = [words.removesuffix(" m") for words in told]
    look = {"text_anchor": "middle", "font_size": 15 if place is WIDE else 13, "font_weight": 600}
    yield reel.part("text", told, x=middle, y=place.top - 7, fill=svg.INK, **look | svg.halo())


# --- what is sent ---


def _card(reel, place, run, k):
    """Two arrows, for the speed and the angle of a throw: up for more than 0, down for less."""
    middle, zero, half = place.cards[k], place.zero, place.half
    low = zero + MOST * LANE + 8
    yield svg.rect(middle - half, place.top, 2 * half, low - place.top, fill=svg.GRADIENT_WASH, rx=8)
    yield svg.line(middle - half + 5, zero, middle + half - 5, zero, svg.LINE, 1)
    for c, what in enumerate(WHAT):
        x, sent = middle + (c - 0.5) * half, run.sent[:, k, c].tolist()
        tips = (zero - LANE * np.clip(sent, -MOST, MOST)).tolist()
        body = svg.rect(x - half / 2 + 1, place.top + 2, half - 2, low - place.top - 4, fill="transparent")
        bar = {"y": [min(tip, zero) for tip in tips], "height": [abs(tip - zero) for tip in tips]}
        body += reel.part("rect", x=x - 3, width=6, fill=svg.GRADIENT, **bar)
        body += reel.part("circle", cx=x, cy=tips, r=8.5, fill=svg.GRADIENT, stroke=svg.CARD)
        for apart in (-2.6, 1):  # a grip
            grip = {"y": [tip + apart for tip in tips], "width": 8, "height": 1.6}
            body += reel.part("rect", x=x - 4, fill=svg.ON_GRADIENT, **grip)
        goes_on = [_chevrons(x, zero, value) for value in sent]
        body += reel.part("path", d=goes_on, fill="none", stroke=svg.GRADIENT_WASH, stroke_width=2)
        label = f"What is sent for the {what} at flag {k + 1}"
        yield handle(body, f"{what}_{k + 1}", label, -MOST, MOST, 0.5, LANE, lift=True)


def _chevrons(x, zero, value):
    """Where an arrow is longer than its lane."""
    if abs(value) < MOST + 0.05:
        return ""
    sign = 1 if value > 0 else -1
    head = f"l5 {-sign * 4} 5 {sign * 4}"
    return f"M{x - 5} {zero - sign * (MOST * LANE - 20)}{head}m-10 {sign * 6}{head}"


def _code(reel, place, run):
    """The line of code of a step, its numbers under their arrows."""
    low, size = place.zero + MOST * LANE + 8, 13 if place is WIDE else 11
    small = {"font_size": size if place is WIDE else 11, "text_anchor": "middle"}
    code = {"font_family": "Menlo, Consolas, DejaVu Sans Mono, monospace", "font_size": 12.5}
    bold = {"font_weight": 600, "fill": svg.GRADIENT}
    for k, middle in enumerate(place.cards):
        for c, what in enumerate(WHAT):
            x = middle + (c - 0.5) * place.half
            yield svg.text(what, x, low + 14, fill=svg.MUTED, **small)
            words = [given(value) for value in run.sent[:, k, c].tolist()]
            at = {"x": x, "text_anchor": "middle", "font_size": size}
            yield reel.part("text", words, y=low + 32, **at | bold)
            yield reel.part(
                "text", [metres(y) for y in run.y[:, k, c].tolist()], y=low + 50, **at, fill=svg.INK
            )
        last = k + 1 == len(place.cards)
        yield svg.text(",", middle, low + 32, **code | {"fill": svg.GRADIENT, "text_anchor": "middle"})
        if place is WIDE:
            words = "]])" if last else "],["
            x = middle + place.half + (9 if last else (place.cards[1] - place.cards[0]) / 2 - place.half)
            yield svg.text(words, x, low + 32, text_anchor="middle", **code | bold)
    if place is WIDE:
        x = place.cards[0] - place.half - 2
        yield svg.text("gradients(y, w, grad_ys=[[", x, low + 32, text_anchor="end", **code | bold)
        yield svg.text("thrown with", x, low + 50, font_size=13, text_anchor="end", fill=svg.MUTED)


def _pills(reel, place, run, k):
    """What is sent, on its way to the weights, where all of it is added up."""
    _, top = place.machine
    for c in range(len(WHAT)):
        x, right = place.cards[k] + (c - 0.5) * place.half, _columns(place)[c]
        to, key = (right - 18, top + 48), f"sent-{k}-{c}"
        bend = place.zero - 40 if place is WIDE else place.zero + 80
        path = f"M{x} {place.zero}C{x} {bend - 60} {to[0] + 60} {bend - 90} {to[0]} {to[1]}"
        if place is not WIDE:
            path = f"M{x} {place.zero}C{x} {bend} {to[0]} {bend} {to[0]} {to[1]}"
        yield svg.path(path, data_way=key, data_move=1)
        look = {"font_size": 13, "font_weight": 600, "text_anchor": "middle", "fill": svg.ON_GRADIENT}
        body = svg.rect(-20, -10, 40, 20, fill=svg.GRADIENT, rx=10)
        body += reel.part("text", [given(value) for value in run.sent[:, k, c].tolist()], x=0, y=4.5, **look)
        yield svg.group(body, data_pill=key, display="none")


# --- the worst miss ---


def _plot(reel, place, run, ones):
    """The worst miss, drawn as far as it is known; dashed beside it the one with ones."""
    axes = place.plot
    small = {"font_size": 13 if place is WIDE else 11, "fill": svg.MUTED}
    yield svg.text(
        "worst miss, step by step" if place is WIDE else "worst miss", axes.left - 4, axes.top - 12, **small
    )
    band = axes.y(MAT)
    yield svg.rect(axes.left, band, axes.width, axes.y(0) - band, fill=svg.LOCAL, fill_opacity=0.35)
    corner = f"M{axes.left} {axes.top}V{axes.y(0)}H{axes.left + axes.width}"
    yield svg.path(corner, stroke=svg.LINE)
    for value in (0, 4, 8):
        yield svg.text(f"{value} m", axes.left - 5, axes.y(value) + 4.5, text_anchor="end", **small)
    for step in range(0, STEPS + 1, 10):
        yield svg.text(step, axes.x(step), axes.y(0) + 16, text_anchor="middle", **small)
    if ones is not None:
        known = [(axes.x(k), axes.y(min(miss, 8))) for k, miss in enumerate(ones)]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in known)
        yield svg.path(path, stroke=svg.INK, stroke_width=1.3, stroke_dasharray="4 3")
        words = {"text_anchor": "end", "font_size": small["font_size"], "fill": svg.INK}
        level = axes.y(min(ones[23], 8))
        level += 15 if level < axes.top + 12 else -5  # what is written above the plot stays clear
        yield svg.text("with ones", axes.x(23), level, **words | svg.halo())
    ends = [(axes.x(k), axes.y(min(miss, 8))) for k, miss in enumerate(run.worst)]
    so_far = [0.0, *accumulate(math.dist(*pair) for pair in pairwise(ends))]
    shares = [f"{100 * part / (so_far[-1] or 1):.2f} 101" for part in so_far]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ends)
    look = {"fill": "none", "stroke": svg.GRADIENT, "stroke_width": 2.5, "pathLength": 100}
    yield reel.part("path", d=path, stroke_dasharray=shares, **look)
    look = {"r": 5, "fill": svg.GRADIENT, "stroke": svg.CARD, "stroke_width": 2}
    yield reel.part("circle", cx=[x for x, _ in ends], cy=[y for _, y in ends], **look)
