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

from .throwing import AFTER, HOME, RATE, STEPS, Run, train

MAT = 0.5  # metres: so near a flag is a hit
MOST = 10  # of an arrow: its lane is as long
LANE = 2.7  # pixels for 1 that is sent
APART, FIRST_FLAG, LAST_FLAG, GRID = 0.8, 2.5, 11.0, 0.1  # metres, for flags that are moved
HIGHEST, BESIDE = 3.65, 16  # metres, of a throw that hits; pixels between two throws, one before the other
WHAT = ("speed", "angle")
COLORS = svg.ACCENT, svg.LOCAL, svg.MUTED, svg.INK  # of a throw and its flag
SMALL = {"font_size": 13, "fill": svg.MUTED}


class Layout(NamedTuple):
    """Where everything stands: each throw has its own lane, so that no ball and no flag hides another."""

    width: float
    height: float
    hand: float  # where x = 0 is
    metre: float
    ground: float  # of the throw farthest back
    cards: tuple[float, ...]  # the middles of the four
    half: float  # of a card
    machine: tuple[float, float, float]  # the corner of its box, and its width
    plot: plots.Axes

    def x(self, metres: float) -> float:
        """Where something stands on the ground."""
        return self.hand + self.metre * metres

    def lane(self, k: int) -> float:
        """Where the ground of a throw is."""
        return self.ground + BESIDE * k

    @property
    def top(self) -> float:
        """Where the cards begin."""
        return self.lane(3) + (27 if self.width == WIDE.width else 43)

    @property
    def zero(self) -> float:
        """Where an arrow of 0 lies."""
        return self.top + MOST * LANE + 8


WIDE = Layout(
    672, 364, 24, 52, 190, tuple(24 + 52 * flag for flag in HOME), 46, (0, 266, 150),
    plots.Axes(528, 24, 136, 50, (0, STEPS), (0, 8)),
)  # fmt: skip


@functools.lru_cache
def layout(width: int) -> Layout:
    """Where everything stands in a picture so wide."""
    if width == WIDE.width:
        return WIDE
    metre = (width - 44) / LAST_FLAG
    ground = HIGHEST * metre
    low = ground + 3 * BESIDE + 43 + 2 * MOST * LANE + 16 + 50  # below the cards and their numbers
    cards = tuple(width * (k + 0.5) / 4 for k in range(len(HOME)))
    plot = plots.Axes(width - 112, low + 20, 108, 50, (0, STEPS), (0, 8))
    return Layout(width, low + 92, 14, metre, ground, cards, width / 8 - 2, (0, low, 128), plot)


def draw_aim(
    run: Run,
    flags: Sequence[float],
    how: str,
    ones: Sequence[float] | None = None,
    width: int = WIDE.width,
    steps: int = STEPS,
) -> svg.Picture:
    """The run, of so many steps if nothing ends it, at its last stop, and as a film at each; `how` says what
    is sent from now on.

    The worst misses with `ones` are drawn dashed, once they are known.
    """
    reel, place = Reel(), layout(width)
    on_its_mat = (np.abs(run.ahead - flags) <= MAT) & (how != "measured")  # the ring of a throw
    parts = [
        *_machine(reel, place, run),
        *_ways(reel, place, run),
        *_plot(reel, place, run, ones),
        *(part for k in range(len(flags)) for part in _flag(reel, place, run, flags, k, on_its_mat)),
        svg.group("".join(_balls(reel, place, run, how, on_its_mat)), pointer_events="none"),
        *(part for k, flag in enumerate(flags) for part in _card(reel, place, run, k, flag)),
        *_code(reel, place, run),
        *(part for k in range(len(flags)) for part in _pills(reel, place, run, k)),
    ]
    said = [_sentence(run, flags, how, stop) for stop in range(len(run.w))]
    title = f"A machine that throws at four flags, and is sent {how}"
    about = {"alone": 1500, "brief": 170, "room": 110, "legs": 1, "of": str(steps)}
    film = reel.film([str(k) for k in range(len(run.w))], said, **about)
    canvas = svg.canvas(place.width, place.height, *parts)
    return svg.picture(canvas, title, [said[0], *said[10:-1][:1], said[-1]], film=film)


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
            is_run = how == "measured" and (run.w[0] != run.w[-1]).any()  # a flag in the hand waits
            shorter = train(run.w[0], flags, [], None, 2 * STEPS, rate=RATE / 2) if is_run else run
            why = "with steps half as long, all would be. Start" if shorter.worst[-1] <= MAT else "start"
            start += f" The run is over, and not all hit: {why} again."
        elif stop + 1 == len(run.w) and how != "measured":
            start += " The run is over: start again to send other numbers."
    if how != "measured":
        return start
    k = int(np.abs(run.missed[stop]).argmax())
    miss, sent = run.missed[stop, k], run.sent[stop, k]
    factors = [[_factor(v) for v in (miss, value / (2 * miss or 1))] for value in sent]
    products = [
        f"2 · {' · '.join(pair)} ≈ {given(value)} for its {what}"
        for pair, value, what in zip(factors, sent, WHAT, strict=True)
    ]
    return f"{start} The throw at {svg.number(flags[k])} m is sent {' and '.join(products)}."


def _factor(value):
    return f"({svg.number(round(value, 3))})" if value < 0 else svg.number(round(value, 3))


# --- the throws ---


def _machine(reel, place, run):
    """The lanes, a post with an arm, and below it the six numbers that it aims with."""
    (x, y, wide), hand, high = place.machine, place.hand, place.ground - 2 * place.metre
    for k in range(len(HOME)):
        yield svg.line(hand, place.lane(k), place.width, place.lane(k), svg.LINE, 1)
    yield svg.rect(hand - 2.5, high, 5, (y if place is WIDE else place.lane(3)) - high, fill=svg.INK, rx=2)
    yield svg.circle(hand, high, 5, fill=svg.INK)
    yield svg.rect(x + 0.5, y, wide, 70, fill=svg.CARD, stroke=svg.INK, rx=8)
    look = {"font_family": svg.FORMULA_FONT, "font_style": "italic", "font_size": 16, "fill": svg.INK}
    yield svg.text("w", x + 9, y + 15, **look)
    for c, right in enumerate(_columns(place)):
        yield svg.text(WHAT[c], right, y + 15, text_anchor="end", **SMALL)
        for r, name in enumerate(("far²", "far", "1")):
            level = y + 31 + 16 * r
            if c == 0:
                yield svg.text(name, x + 9, level, **SMALL)
            words = [metres(w) for w in run.w[:, r, c].tolist()]
            yield reel.part("text", words, x=right, y=level, text_anchor="end", font_size=13, fill=svg.INK)


def _columns(place):
    """Where the columns of w end."""
    x, _, wide = place.machine
    return x + wide - 52, x + wide - 8


def _ways(reel, place, run):
    """Each ball's way through the air, and to its lane."""
    points = run.ways.shape[1]
    written = "M" + "L".join(["%.1f %.1f"] * points)
    for k in range(run.y.shape[1]):
        aside = BESIDE * k * np.linspace(0, 1, points)
        way = run.ways[:, :, k]
        spots = np.stack([place.x(way.real), place.ground + aside - place.metre * way.imag], axis=-1)
        paths = [written % tuple(spot) for spot in spots.reshape(len(spots), -1).tolist()]
        yield reel.part("path", d=paths, fill="none", stroke=COLORS[k], stroke_width=2)


def _balls(reel, place, run, how, on_its_mat):
    """Where each ball lies, and where it would some steps on: a ring, whole as soon as it is on its mat."""
    learns = how != "measured"
    shown = (run.worst > MAT).astype(float)  # once all hit, where they would go next is no matter
    for k in range(run.y.shape[1]):
        level = place.lane(k)
        if learns:
            dashes = ["3 0" if is_on else "3 2" for is_on in on_its_mat[:, k]]
            ring = {"fill": "none", "stroke": COLORS[k], "stroke_width": 2, "stroke_dasharray": dashes}
            at = _onstage(place, run.ahead[:, k])
            yield reel.part("circle", cx=at, cy=level, r=7.5, opacity=shown.tolist(), **ring)
        at = _onstage(place, run.landed[:, k])
        yield reel.part("circle", cx=at, cy=level, r=5.5, fill=COLORS[k], stroke=svg.CARD)
        yield from _outside(reel, place, np.where(shown * learns, run.ahead[:, k], run.landed[:, k]), k)
    if learns:
        x, y, look = place.hand + 16, place.lane(3) + 16, {"opacity": shown.tolist()}
        ring = {"fill": "none", "stroke": svg.MUTED, "stroke_width": 1.6, "stroke_dasharray": "3 2"}
        yield reel.part("circle", cx=x, cy=y, r=6, **look | ring)
        yield reel.part("text", [f"{AFTER} steps on"], x=x + 12, y=y + 4.5, **look | SMALL)


def _onstage(place, landed):
    """Where balls lie; those outside, be it in part, lie just outside."""
    x = place.x(landed)
    return np.select([x < 8, x > place.width - 8], [-30, place.width + 30], x).tolist()


def _outside(reel, place, landed, k):
    """At the edge, where a throw comes down that lies outside: only what is seen can be brought back."""
    look = {"y": place.lane(k) + 5, "font_size": 13, "font_weight": 600, "fill": COLORS[k]} | svg.halo()
    places = [*zip(_onstage(place, landed), landed.tolist(), strict=True)]
    for to, x, anchor, is_out in (
        ("← {} m", 2, "start", lambda at: at < 0),
        ("{} m →", place.width - 2, "end", lambda at: at > place.width),
    ):
        words = [to.format(svg.number(round(metres))) if is_out(at) else "" for at, metres in places]
        if any(words):
            yield reel.part("text", words, x=x, text_anchor=anchor, **look)


def _flag(reel, place, run, flags, k, on_its_mat):
    """A flag that can be moved, its mat, and as a bar how far its throw misses it."""
    color, flag, ground = COLORS[k], flags[k], place.lane(k)
    x, hits = place.x(flag), _hits(run, k)
    high, wide, cloth = 36, 30, 15  # of one behind, the cloth is above that of one in front
    at = _onstage(place, run.landed[:, k])
    missed = {"x": [min(x, end) for end in at], "width": [abs(x - end) for end in at]}
    yield reel.part("rect", y=ground - 1.5, height=3, fill=color, fill_opacity=0.45, **missed)
    mat = {"x": x - MAT * place.metre, "y": ground - 4, "width": 2 * MAT * place.metre, "height": 8, "rx": 4}
    path = f"M{x:.2f} {ground - high}h{wide}l-4 {cloth / 2} 4 {cloth / 2}h-{wide}z"
    name = {"x": x + wide / 2 - 1, "y": ground - high + 12, "font_size": 13, "font_weight": 600}
    name["text_anchor"] = "middle"
    body = svg.rect(x - 12, ground - high - 4, wide + 14, high + 12, fill="transparent")
    body += svg.rect(**mat, fill="none", stroke=color, stroke_width=1.2)
    filled = np.maximum(hits, 0.4 * on_its_mat[:, k]).tolist()
    body += reel.part("rect", fill=color, opacity=filled, **mat)
    body += svg.line(x, ground, x, ground - high, color, 2.5)
    body += svg.path(path, fill=svg.CARD, stroke=color, stroke_width=1.5)
    body += reel.part("path", d=path, fill=color, opacity=hits)
    body += svg.text(f"{flag:g}", fill=color, **name)
    body += reel.part("text", [f"{flag:g}"] * len(hits), fill=svg.CARD, opacity=hits, **name)
    low = flags[k - 1] + APART if k else FIRST_FLAG
    most = flags[k + 1] - APART if k + 1 < len(flags) else LAST_FLAG
    limits = round(low, 1), round(most, 1), GRID, place.metre
    yield handle(body, f"flag_{k + 1}", f"Flag {k + 1}, in metres", *limits)


def _hits(run, k):
    return [float(abs(miss) <= MAT) for miss in run.missed[:, k].tolist()]


# --- what is sent ---


def _card(reel, place, run, k, flag):
    """Whose it is, how far it misses, and an arrow each for the speed and the angle: up is more than 0."""
    middle, zero, half, top = place.cards[k], place.zero, place.half, place.top
    low = zero + MOST * LANE + 8
    bold = {"y": top - 6, "font_size": 13, "font_weight": 600}
    yield svg.text(f"{flag:g}", x=middle - half + 3, fill=COLORS[k], **bold)
    misses = zip(_hits(run, k), run.missed[:, k].tolist(), strict=True)
    unit = " m" * (place.width > 400)  # as there is room
    told = ["✓ hit" if hit else _missed(miss) + unit for hit, miss in misses]
    yield reel.part("text", told, x=middle + half - 3, text_anchor="end", fill=svg.INK, **bold)
    yield svg.rect(middle - half, top, 2 * half, low - top, fill=svg.GRADIENT_WASH, rx=8)
    yield svg.line(middle - half + 5, zero, middle + half - 5, zero, svg.LINE, 1)
    for end in (-MOST, MOST) if half > 38 else ():  # between the arrows there is room
        yield svg.text(svg.number(end), middle, zero - LANE * end + 4.5, text_anchor="middle", **SMALL)
    for c, what in enumerate(WHAT):
        x, sent = middle + (c - 0.5) * half, run.sent[:, k, c].tolist()
        tips = (zero - LANE * np.clip(sent, -MOST, MOST)).tolist()
        body = svg.rect(x - half / 2 + 1, place.top + 2, half - 2, low - place.top - 4, fill="transparent")
        bar = {"y": [min(tip, zero) for tip in tips], "height": [abs(tip - zero) for tip in tips]}
        for end in (-MOST, MOST):
            body += svg.line(x - 8, zero - LANE * end, x + 8, zero - LANE * end, svg.LINE, 1)
        body += reel.part("rect", x=x - 3, width=6, fill=svg.GRADIENT, **bar)
        body += reel.part("circle", cx=x, cy=tips, r=8.5, fill=svg.GRADIENT, stroke=svg.CARD)
        for apart in (-2.6, 1):  # a grip
            grip = {"y": [tip + apart for tip in tips], "width": 8, "height": 1.6}
            body += reel.part("rect", x=x - 4, fill=svg.ON_GRADIENT, **grip)
        goes_on = [_chevrons(x, zero, value) for value in sent]
        body += reel.part("path", d=goes_on, fill="none", stroke=svg.GRADIENT_WASH, stroke_width=2)
        label = f"What is sent for the {what} at flag {k + 1}"
        stops = np.round(sent, 1).tolist()
        yield handle(body, f"{what}_{k + 1}", label, -MOST, MOST, 0.5, LANE, lift=True, at=stops)


def _missed(miss):
    return metres(miss, "+") if abs(miss) < 9.995 else f"{miss:+.0f}".replace("-", "−")


def _chevrons(x, zero, value):
    """Where an arrow is longer than its lane."""
    if abs(value) < MOST + 0.05:
        return ""
    sign = 1 if value > 0 else -1
    head = f"l5 {-sign * 4} 5 {sign * 4}"
    return f"M{x - 5} {zero - sign * (MOST * LANE - 20)}{head}m-10 {sign * 6}{head}"


def _code(reel, place, run):
    """The line of code of a step, its numbers under their arrows."""
    low = place.zero + MOST * LANE + 8
    code = {"font_family": "Menlo, Consolas, DejaVu Sans Mono, monospace", "font_size": 13, "y": low + 33}
    bold = {"font_weight": 600, "fill": svg.GRADIENT}
    for k, middle in enumerate(place.cards):
        for c, what in enumerate(WHAT):
            at = {"x": middle + (c - 0.5) * place.half, "text_anchor": "middle"}
            if place.half > 38:
                yield svg.text(what, y=low + 15, **at | SMALL)
            elif k == 0:  # for all cards there is no room
                yield svg.text(what, 40 * c, low + 15, **SMALL)
            words = [given(value) for value in run.sent[:, k, c].tolist()]
            yield reel.part("text", words, y=low + 33, font_size=13, **at | bold)
        if place is WIDE:
            right, last = middle + place.half, k + 1 == len(place.cards)
            yield svg.text(",", middle, **code | bold)
            yield svg.text("]])" if last else "],[", right - (3 if last else 6), **code | bold)
    if place is WIDE:
        x = place.cards[0] - place.half + 4
        yield svg.text("gradients(y, w, grad_ys=[[", x, text_anchor="end", **code | bold)


def _pills(reel, place, run, k):
    """What is sent, on its way to the weights, where all of it is added up."""
    _, top, _ = place.machine
    bend = place.top - 30 if place is WIDE else top - 30
    for c in range(len(WHAT)):
        x, to, key = place.cards[k] + (c - 0.5) * place.half, _columns(place)[c] - 16, f"sent-{k}-{c}"
        path = f"M{x} {place.zero}C{x} {bend} {to} {bend} {to} {top + 40}"
        yield svg.path(path, data_way=key, data_move=1)
        look = {"font_size": 13, "font_weight": 600, "text_anchor": "middle", "fill": svg.ON_GRADIENT}
        body = svg.rect(-20, -10, 40, 20, fill=svg.GRADIENT, rx=10)
        body += reel.part("text", [given(value) for value in run.sent[:, k, c].tolist()], x=0, y=4.5, **look)
        yield svg.group(body, data_pill=key, display="none")


# --- the worst miss ---


def _plot(reel, place, run, ones):
    """The worst miss, drawn as far as it is known; dashed beside it the one with ones."""
    worst = max(*run.worst, *(() if ones is None else ones))
    axes = place.plot._replace(ys=(0, most := 8 if worst <= 8 else plots.round_up(worst)))
    left, top, wide, _ = place.plot[:4]
    yield svg.rect(left - 42, top - 24, wide + 54, 96, fill=svg.CARD)  # a wild throw passes behind it
    yield svg.text(
        "worst miss at each step", axes.left + axes.width, axes.top - 10, text_anchor="end", **SMALL
    )
    band = axes.y(MAT)
    yield svg.rect(axes.left, band, axes.width, axes.y(0) - band, fill=svg.LOCAL, fill_opacity=0.35)
    corner = f"M{axes.left} {axes.top}V{axes.y(0)}H{axes.left + axes.width}"
    yield svg.path(corner, stroke=svg.LINE)
    for value in (0, most / 2, most):
        yield svg.text(f"{value:g} m", axes.left - 5, axes.y(value) + 4.5, text_anchor="end", **SMALL)
    for step in range(0, STEPS + 1, 10):
        yield svg.text(step, axes.x(step), axes.y(0) + 16, text_anchor="middle", **SMALL)
    if ones is not None:
        known = [(axes.x(k), axes.y(miss)) for k, miss in enumerate(ones)]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in known)
        yield svg.path(path, stroke=svg.INK, stroke_width=1.3, stroke_dasharray="4 3")
        level = axes.y(max(ones[:16])) - 5  # above the part of the line that it is as long as
        yield svg.text("with ones", axes.left + 4, level, font_size=13, fill=svg.INK, **svg.halo())
    ends = [(axes.x(k), axes.y(miss)) for k, miss in enumerate(run.worst)]
    so_far = [0.0, *accumulate(math.dist(*pair) for pair in pairwise(ends))]
    shares = [f"{100 * part / (so_far[-1] or 1):.2f} 101" for part in so_far]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ends)
    look = {"fill": "none", "stroke": svg.GRADIENT, "stroke_width": 2.5, "pathLength": 100}
    yield reel.part("path", d=path, stroke_dasharray=shares, **look)
    look = {"r": 5, "fill": svg.GRADIENT, "stroke": svg.CARD, "stroke_width": 2}
    yield reel.part("circle", cx=[x for x, _ in ends], cy=[y for _, y in ends], **look)
