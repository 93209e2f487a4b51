"""A fork of two losses with three places for a minus: what arrives at the features, and what at the head."""

from __future__ import annotations

from helpers import autodiff as ad
from helpers.drawing import svg

from ..base.controls import Toggle
from ..base.exhibit import SLIMMEST, Exhibit

TASK, BETWEEN, LOSS = "the task loss", "between h and the head", "the device loss"
PLACES = {TASK: (1, 0), BETWEEN: (0, 1), LOSS: (1, 1)}  # column and row
GOAL = "Click a + and it turns. h should get 3 − 4 and hide the device; v should get +2 and tell it."


class Reversal(Exhibit):
    """See what arrives at features h and at a head v, while signs are turned in three places by a click.

    The task sends 3 to h; the device loss sends 2 · v = 4 to h through the head v = 2, and 2 · h = 2 to v.

    >>> reversal = Reversal()
    >>> reversal.set(**{BETWEEN: True})
    >>> reversal.found
    ['Turned once, between features and head: 3 − 4 arrives at h, and +2 at v.']
    """

    def __init__(self):
        super().__init__(*(Toggle(place, False, in_picture=True) for place in PLACES), goals=[GOAL])

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
            svg.text("task", right, top - 22, **_small()),
            svg.text("device", right, low - 22, **_small()),
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
        words, high = svg.paragraph(said, 16, wide - 10), 300 if wide >= 500 else 350
        parts.append(words.at((wide - words.width) / 2, 274))
        return svg.picture(
            svg.canvas(wide, high, *parts), "What the task and the device loss send", desc=said
        )

    def reaches(self, goal, **turned):
        (task, device), head = arrives(**turned)
        if (task, device, head) != (3, -4, 2):
            return ""
        return "Turned once, between features and head: 3 − 4 arrives at h, and +2 at v."


def arrives(**turned):
    """What h gets from the task and from the device loss, and what v gets, by the engine."""
    signs = {place: -1.0 if turned[place] else 1.0 for place in PLACES}
    turn = ad.custom_gradient(lambda h: (1.0 * h, lambda upstream: signs[BETWEEN] * upstream))
    h, v = ad.Tensor(1.0), ad.Tensor(2.0)
    task, device = signs[TASK] * 3 * h, signs[LOSS] * 2 * v * turn(h)
    return [round(float(ad.gradients(y, h))) for y in (task, device)], round(float(ad.gradients(device, v)))


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
