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
GOAL = "Click a + and it turns. Let h hide the device, while v goes on learning to tell which it is."
DEVICES = np.repeat([1.0, -1.0], 6)
READINGS = 0.6 * DEVICES + np.tile(np.linspace(-0.5, 0.5, 6), 2)  # the h of each, at first
STOPS, EVERY = 9, 5  # of a run that is shown, and how many steps lie between them


class Reversal(Exhibit):
    """See what arrives at features h and at a head v, while signs are turned in three places by a click.

    The task sends 3 to h; the device loss sends 2 · v = 4 to h through the head v = 2, and 2 · h = 2 to v.

    >>> reversal = Reversal()
    >>> reversal.set(**{BETWEEN: True})
    >>> reversal.found
    ['Turned once, between features and head: 3 − 4 arrives at h, and +2 at v. The devices mix.']
    """

    def __init__(self):
        self._clicks = 0
        super().__init__(*(Toggle(place, False, in_picture=True) for place in PLACES), goals=[GOAL])

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
        parts.append(svg.line(middle, low, middle, low + 50, svg.GRADIENT, 3))
        parts += [
            _box("h = 1", f"{task:+d} {device:+d} = {task + device:+d}", left, (top + low) / 2),
            _box("v = 2, the head", f"{head:+d}", middle, low + 62),
            _pill("1", right, top),
            _pill("1", right, low),
            svg.text("task loss 3h" if wide >= 500 else "task", right, top - 22, **_small()),
            svg.text("device loss 2vh" if wide >= 500 else "device", right, low - 22, **_small()),
            _gate("×3", middle, top),
            _gate("×2v", middle, low),
        ]
        where = {
            TASK: ((middle + right) / 2, top),
            LOSS: ((middle + right) / 2, low),
            BETWEEN: ((left + middle) / 2 + 18, low),
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
        said = verdict(task, device, head)
        reel, below = Reel(), 0 if wide == 700 else 96
        place = (430, 224, wide - 440) if wide == 700 else (14, 296, wide - 28)
        if head > 0:
            seen = run(turned[BETWEEN])
            parts += _clouds(reel, seen if self._clicks else seen[:1], *place)
        else:
            said_instead = "h of 12 readings: for a head that learns"
            parts.append(svg.text(said_instead, *place[:2], font_size=13, fill=svg.MUTED))
        words, high = svg.paragraph(said, 16, wide - 10), 324 if wide == 700 else 344 if wide == 500 else 368
        parts.append(words.at((wide - words.width) / 2, 298 + below))
        canvas = svg.canvas(wide, high + below, *parts)
        drawn = svg.picture(canvas, "What the task and the device loss send", desc=said)
        if not self._clicks or head < 0:
            return drawn
        stops = [""] * STOPS
        return replace(drawn, film=reel.film(stops, stops, alone=180, runs=f"click {self._clicks}"))

    def reaches(self, goal, **turned):
        (task, device), head = arrives(**turned)
        if (task, device, head) != (3, -4, 2):
            return ""
        return "Turned once, between features and head: 3 − 4 arrives at h, and +2 at v. The devices mix."


def arrives(**turned):
    """What h gets from the task and from the device loss, and what v gets, by the engine."""
    signs = {place: -1.0 if turned[place] else 1.0 for place in PLACES}
    turn = ad.custom_gradient(lambda h: (1.0 * h, lambda upstream: signs[BETWEEN] * upstream))
    h, v = ad.Tensor(1.0), ad.Tensor(2.0)
    task, device = signs[TASK] * 3 * h, signs[LOSS] * 2 * v * turn(h)
    return [round(float(ad.gradients(y, h))) for y in (task, device)], round(float(ad.gradients(device, v)))


def run(turned_between):
    """The h of twelve readings and the head v, now and then while both go against what arrives.

    The device loss is log(1 + exp(-d v h)), d being 1 or -1 by device; v is drawn to 0 a little, and h
    stays between -2 and 2.
    """
    sign, h, v, seen = -1.0 if turned_between else 1.0, READINGS, 0.5, []
    for step in range((STOPS - 1) * EVERY + 1):
        if step % EVERY == 0:
            seen.append((h, v))
        sent = -DEVICES / (1 + np.exp(DEVICES * v * h))
        h, v = np.clip(h - 0.1 * sign * sent * v, -2, 2), v - 0.3 * ((sent * h).mean() + 0.3 * v)
    return seen


def _clouds(reel, seen, left, top, wide):
    """Where the readings of both devices lie, and how many the head gets right."""
    axes = plots.Axes(left, top, wide, 60, (-2.1, 2.1), (0, 1))
    small = {"font_size": 13, "fill": svg.MUTED}
    yield svg.text("h of 12 readings:", left, top, **small)
    for x, name, color in ((118, "● device A", svg.ACCENT), (196, "○ B", svg.LOCAL)):
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
    if head < 0:
        hides = "and h shows the device" if device > 0 else "so hiding from it is no test"
        return f"{head} arrives at v: the head unlearns to tell the device, {hides}.".replace("-", "−")
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


def _box(title, text, x, y):
    text = text.replace("-", "−")
    if " = " in text:  # a sum
        text = text.replace(" +", " + ", 1).replace(" −", " − ", 1)
    inside = svg.column(svg.words(title, 14), svg.words(text, 18, svg.GRADIENT, bold=True), gap=2)
    card = svg.card(inside, 6, svg.PANEL, svg.LINE, max(inside.width + 18, 90), 54)
    return card.at(x - card.width / 2, y - 27)
