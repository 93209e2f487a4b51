"""A fork of two losses with three places for a minus: what arrives at the features, and what at the head."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from helpers import autodiff as ad
from helpers.drawing import plots, svg
from helpers.drawing.svg.film import Reel

from ..base.controls import Toggle
from ..base.exhibit import SLIMMEST, Exhibit

TASK, BETWEEN, LOSS = "the task loss", "between h and the head", "the device loss"
PLACES = {TASK: (1, 0), BETWEEN: (0, 1), LOSS: (1, 1)}  # column and row
GOALS = (
    "Click a + and it turns. Make the head tell all 12 readings wrong.",
    "That hides nothing. Let h hide the device, while the head goes on learning to tell it.",
)
DEVICES = np.repeat([1.0, -1.0], 6)
READINGS = 0.6 * DEVICES + np.tile(np.linspace(-0.5, 0.5, 6), 2)  # the h of each, at first
ENDS = 1.4 + 0.5 * abs(READINGS)  # as far as each goes: none comes to lie on another
STOPS, EVERY = 9, 5  # of a run that is shown, and how many steps lie between them
LEGS = 8  # on which numbers travel, before that


class Reversal(Exhibit):
    """See what arrives at features h and at a head v, while signs are turned in three places by a click.

    The task sends 3 to h; the device loss sends 2 · v = 4 to h through the head v = 2, and 2 · h = 2 to v.

    >>> reversal = Reversal()
    >>> reversal.set(**{LOSS: True})
    >>> reversal.found
    ['−2 arrives at v: it unlearns, and gets 0 of 12 right. Yet A and B lie far apart.']
    """

    def __init__(self):
        self._clicks = 0
        super().__init__(*(Toggle(place, False, in_picture=True) for place in PLACES), goals=[*GOALS])

    def adjust(self, name, values):
        self._clicks += 1
        return {}

    def draw(self, **turned):
        (task, device), head = arrives(**turned)
        wide = self.across(700)
        left, middle, right = {700: (110, 330, 560), 500: (84, 236, 410)}.get(wide, (54, 172, 266))
        wide = wide if wide >= 500 else SLIMMEST
        top, low = 62, 176
        look = {"fill": "none", "stroke": svg.GRADIENT, "stroke_width": 3, "stroke_opacity": 0.55}
        ends = f"{left} {(top + low) / 2}"
        parts = [svg.path(f"M{right} {y}H{left + 60}Q{left} {y} {ends}", **look) for y in (top, low)]
        parts.append(svg.line(middle, low, middle, low + 60, svg.GRADIENT, 3))
        ways = [(x, y) for y in (top, low) for x in ((middle + right) / 2 - 30, right - 28, left + 64)]
        heads = "".join(f"M{x:.0f} {y - 7}l-9 7 9 7z" for x, y in ways)  # the sweep runs to the left
        parts.append(svg.path(f"{heads}M{middle - 7} {low + 46}l7 9 7 -9z", fill=svg.GRADIENT))
        reel = Reel()
        parts += [
            *_box(reel, "h = 1", f"{task:+d} {device:+d} = {task + device:+d}", left, (top + low) / 2),
            *_box(reel, "v = 2, the head", f"{head:+d}", middle, low + 82),
            _pill("1", right, top),
            _pill("1", right, low),
            svg.text("task loss 3h" if wide >= 500 else "task", right, top - 22, **_small()),
            svg.text("device loss 2vh" if wide >= 500 else "device", right, low - 22, **_small()),
            _gate("×3", middle, top),
            _gate("×2v", middle, low),
            _gate("×2h", middle, low + 30),
        ]
        where = {
            TASK: ((middle + right) / 2, top),
            LOSS: ((middle + right) / 2, low),
            BETWEEN: ((left + middle) / 2 + 14, low),
        }
        for place, (x, y) in where.items():
            now = turned[place]
            look = {"stroke": svg.BAD if now else svg.ACCENT, "stroke_width": 2, "fill": svg.CARD}
            body = svg.circle(x, y, 17, **look | ({} if now else {"stroke_dasharray": "4 3"}))
            words = {"text_anchor": "middle", "font_size": 16, "font_weight": 600, "fill": look["stroke"]}
            body += svg.text("×−1" if now else "+", x, y + 5.5, **words)
            does = "it is as it was" if now else "it is turned"
            label = f"{'×−1' if now else '+'} at {place}: click, and {does}"
            parts.append(svg.group(body, data_set=place, data_value="" if now else "1", data_label=label))
        signs = [-1 if turned[place] else 1 for place in (TASK, LOSS, BETWEEN)]
        stops = [
            right,
            *_beside(where[LOSS][0]),
            *_beside(middle, 28),
            *_beside(where[BETWEEN][0]),
            left + 50,
            left,
        ]
        for y, sign, worth, last in ((top, signs[0], task, task), (low, signs[1], head * 2, device)):
            words = [1, 1, sign, sign, worth, worth, last, last, last]
            parts += _travels(reel, words, stops, [y] * LEGS + [(top + low) / 2])
        words, to = [signs[1]] * 5 + [head] * 4, [low] * 5 + [low + 30, low + 46, low + 58, low + 58]
        parts += _travels(reel, words, [middle] * (LEGS + 1), to, since=4)
        said = verdict(task, device, head)
        below = 0 if wide == 700 else 116
        place = (430, 224, wide - 440) if wide == 700 else (14, 316, wide - 28)
        seen = run(signs[1] * signs[2], signs[1])
        parts += _clouds(reel, [seen[0]] * LEGS + seen if self._clicks else seen[:1], *place)
        words, high = svg.paragraph(said, 16, wide - 10), 324 if wide == 700 else 344 if wide == 500 else 368
        parts.append(words.at((wide - words.width) / 2, 298 + below))
        canvas = svg.canvas(wide, high + below, *parts)
        drawn = svg.picture(canvas, "What the task and the device loss send", desc=said)
        if not self._clicks:
            return drawn
        counts = [""] * (LEGS + STOPS)
        return replace(drawn, film=reel.film(counts, counts, alone=150, runs=f"click {self._clicks}"))

    def reaches(self, goal, **turned):
        (task, device), head = arrives(**turned)
        if goal == 0 and (device, head) == (-4, -2):
            return "−2 arrives at v: it unlearns, and gets 0 of 12 right. Yet A and B lie far apart."
        if goal == 0 or (task, device, head) != (3, -4, 2):
            return ""
        return "Turned once, between features and head: 3 − 4 arrives at h, and +2 at v. The devices mix."


def arrives(**turned):
    """What h gets from the task and from the device loss, and what v gets, by the engine."""
    signs = {place: -1.0 if turned[place] else 1.0 for place in PLACES}
    turn = ad.custom_gradient(lambda h: (1.0 * h, lambda upstream: signs[BETWEEN] * upstream))
    h, v = ad.Tensor(1.0), ad.Tensor(2.0)
    task, device = signs[TASK] * 3 * h, signs[LOSS] * 2 * v * turn(h)
    return [round(float(ad.gradients(y, h))) for y in (task, device)], round(float(ad.gradients(device, v)))


def run(of_h, of_v):
    """The h of twelve readings and the head v, now and then while both go against what arrives.

    The device loss is log(1 + exp(-d v h)), d being 1 or -1 by device; what it sends gets these signs. v is
    drawn to 0 a little, and each h has ends.
    """
    h, v, seen = READINGS, 0.5, []
    for step in range((STOPS - 1) * EVERY + 1):
        if step % EVERY == 0:
            seen.append((h, v))
        sent = -DEVICES / (1 + np.exp(DEVICES * v * h))
        h, v = np.clip(h - 0.1 * of_h * sent * v, -ENDS, ENDS), v - 0.3 * (of_v * (sent * h).mean() + 0.3 * v)
    return seen


def _clouds(reel, seen, left, top, wide):
    """Where the readings of both devices lie, and how many the head gets right."""
    axes = plots.Axes(left, top, wide, 60, (-2.1, 2.1), (0, 1))
    small = {"font_size": 13, "fill": svg.MUTED}
    yield svg.text("h of 12, trained so:", left, top, **small)
    for x, name, color in ((134, "● device A", svg.ACCENT), (212, "○ B", svg.LOCAL)):
        yield svg.text(name, left + x, top, font_size=13, font_weight=600, fill=color)
    yield svg.line(left, top + 26, left + wide, top + 26, svg.LINE, 1.5)
    for k, device in enumerate(DEVICES):
        at = [float(axes.x(h[k])) for h, _ in seen]
        look = {"r": 5.5, "cy": top + (19 if device > 0 else 33), "stroke_width": 1.8}
        look |= (
            {"fill": svg.ACCENT, "stroke": svg.CARD}
            if device > 0
            else {"fill": svg.CARD, "stroke": svg.LOCAL}
        )
        yield reel.part("circle", cx=at if len(at) > 1 else at[0], **look)
    told = [f"the head gets {int((DEVICES * v * h > 0).sum())} of 12 right" for h, v in seen]
    yield reel.part("text", told, x=left, y=top + 58, font_size=14, font_weight=600, fill=svg.INK)


def verdict(task, device, head):
    """What comes of it; a step goes against what arrives."""
    if task < 0:
        return "h works against its own task."
    if head < 0 and device > 0:
        return "The head unlearns what h helps it to tell: one works against the other."
    if head < 0:
        return "The head learns to guess wrong. h, hiding from such a head, shows the device all the more."
    return (
        "h hides the device, and the head does its best to tell it."
        if device < 0
        else ("The head learns to tell the device, and h helps it.")
    )


def _small():
    return {"text_anchor": "middle", "font_size": 14, "fill": svg.MUTED}


def _gate(text, x, y):
    gate = svg.card(svg.words(text, 16, svg.LOCAL, bold=True), 3, svg.LOCAL_WASH, svg.LOCAL, 52, 28)
    return gate.at(x - gate.width / 2, y - 14)


def _pill(text, x, y):
    pill = svg.card(
        svg.words(text, 16, svg.ON_GRADIENT, bold=True), 2, svg.GRADIENT, "none", 34, 28, radius=14
    )
    return pill.at(x - 17, y - 14)


def _travels(reel, values, xs, ys, since=0):
    """A number on its way; it is there `since` a stop, until it has arrived."""
    stay = [values[-1]] * STOPS, [xs[-1]] * STOPS, [ys[-1]] * STOPS
    values, xs, ys = (list(ones) + more for ones, more in zip((values, xs, ys), stay, strict=True))
    there = [float(since <= stop < LEGS) for stop in range(LEGS + STOPS)]
    look = {"width": 34, "height": 28, "rx": 14, "fill": svg.GRADIENT}
    yield reel.part("rect", x=[x - 17.0 for x in xs], y=[y - 14.0 for y in ys], opacity=there, **look)
    words = {"font_size": 16, "font_weight": 600, "text_anchor": "middle", "fill": svg.ON_GRADIENT}
    told = [f"{value}".replace("-", "−") for value in values]
    yield reel.part("text", told, x=xs, y=[y + 5.5 for y in ys], opacity=there, **words)


def _beside(x, apart=19):
    return [x + apart, x - apart]


def _box(reel, title, text, x, y):
    """What a box is called, and what arrives there, once it is there."""
    text = text.replace("-", "−")
    if " = " in text:  # a sum
        text = text.replace(" +", " + ", 1).replace(" −", " − ", 1)
    yield svg.rect(x - 54, y - 27, 108, 54, fill=svg.PANEL, stroke=svg.LINE, rx=8)
    middle = {"x": x, "text_anchor": "middle"}
    yield svg.text(title, y=y - 8, font_size=14, fill=svg.INK, **middle)
    words = ["?"] * LEGS + [text] * STOPS
    yield reel.part("text", words, y=y + 17, font_size=18, font_weight=600, fill=svg.GRADIENT, **middle)
