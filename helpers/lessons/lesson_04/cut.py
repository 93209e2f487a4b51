"""Lesson 04: two marks below a loss, and a cut that is pulled between them: what must come across it?"""

import numpy as np

from helpers import autodiff as ad
from helpers.drawing import svg
from helpers.drawing.held import handle, knob
from helpers.widgets import Exhibit
from helpers.widgets.base.controls import Choice, Number

__all__ = ["Cut"]

WIDE, MOST = 672, 15  # the picture, and the largest number that is pulled
TOP, PER, PLACES = 14, 9, 10  # the cut: its highest place, pixels to the next, and how many there are below
BELOW = 3  # from this place down it is below the loss
LOSS, MARKS, SUMS, HIGH = 30, 144, 264, 40  # where boxes begin, and how high they are
BOLD = {"font_weight": 600}
PURPLE = {"fill": svg.GRADIENT} | BOLD
CODE = {"font_family": "Menlo, Consolas, DejaVu Sans Mono, monospace", "font_size": 13} | PURPLE


class Cut(Exhibit):
    """Pull a cut below a loss, and then the numbers that come down across it in the place of the loss.

    `losses` are by name, functions of the two marks; `exams` makes these of two `hours`; `names` are those of
    the hours, "x", and of the marks, "y". No slope is below 0.

    >>> names = {"x": ["algebra", "geometry"], "y": ["exam one", "exam two"]}
    >>> exams = lambda hours: np.array([[3.0, 2.0], [1.0, 4.0]]) @ hours
    >>> cut = Cut({"10 · exam one + exam two": lambda marks: 10 * marks[0] + marks[1]}, exams, [2, 3], names)
    >>> cut.set(cut=0, sent_1=10)
    >>> cut.found
    ['10 and 1: what the loss sends. Nothing else of it is needed.']
    """

    def __init__(self, losses, exams, hours, names):
        self._losses, self._hours, self._names = dict(losses), np.array(hours, float), names
        self._marks, self._slopes = exams(self._hours), ad.jacobian(exams)(self._hours)
        self._first = next(iter(losses))
        arrive = _listed(self._sent(self._first) @ self._slopes)
        goals = [f"Pull the cut below the loss. What must cross it, so that {arrive} still arrive?"]
        goals += ["Choose the other loss. Which two numbers now?"] * (len(losses) > 1)
        held = {"low": 0, "whole": True, "in_picture": True}
        super().__init__(
            Number("cut", PLACES, high=PLACES, limit=PLACES, **held),
            *(Number(f"sent_{k}", 1, high=MOST, limit=MOST, **held) for k in (1, 2)),
            Choice("loss", self._first, "Loss", options=tuple(losses), in_sight=True),
            goals=goals,
        )

    def _sent(self, loss):
        return ad.grad(self._losses[loss])(self._marks)

    def reaches(self, goal, cut, sent_1, sent_2, loss):
        sent, is_other = self._sent(loss), loss != self._first
        if cut > BELOW or is_other != bool(goal) or not np.allclose(sent, [sent_1, sent_2]):
            return ""
        themselves = ", the marks themselves" if np.allclose(sent, self._marks) else ""
        return f"{_listed(sent)}: what the loss sends{themselves}. Nothing else of it is needed."

    def draw(self, cut, sent_1, sent_2, loss):
        wide, is_cut, sends = self.across(WIDE), cut <= BELOW, self._sent(loss)
        unit, level = wide / 196, TOP + PER * (PLACES - cut)
        upstream = np.array([sent_1, sent_2]) if is_cut else sends
        marks, hours = (0.13 * wide, 0.58 * wide), (0.04 * wide, 0.48 * wide)
        parts = [self._loss(loss, is_cut, wide), *self._ways(upstream, marks, hours, unit)]
        arrives = upstream[:, None] * self._slopes
        for k, x in enumerate(hours):
            parts += self._arrived(k, x, arrives[:, k], (sends @ self._slopes)[k], unit, wide)
        words = svg.text("cut", wide, level - 6, font_size=15, text_anchor="end", fill=svg.ACCENT, **BOLD)
        reach = svg.rect(0, level - 8, wide, 16, fill="transparent", stroke="none")  # all along, gaps too
        body = reach + svg.line(0, level, wide, level, svg.ACCENT, 2, "6 5") + knob(12, level) + words
        parts.append(handle(body, "cut", "The cut", 0, PLACES, 1, PER, lift=True))
        for k, x in enumerate(marks):
            parts += self._down(k, x, upstream[k], level if is_cut else None, unit)
            parts.append(_box(self._names["y"][k], self._marks[k], wide).at(x - 8, MARKS))
        code = "gradients(loss, hours)"
        if is_cut:
            code = f"gradients(marks, hours, grad_ys=[{_listed(upstream, ', ')}])"
            parts.append(svg.text("grad_ys", 0.35 * wide, level - 7, **CODE))
        parts.append(svg.text(code, 0, 352, **CODE))
        down, came = _listed(upstream), _listed(arrives.sum(axis=0))
        told = f"{down} come down to the marks, {came} arrive at the hours."
        return svg.picture(svg.canvas(wide, 358, *parts), "A cut between a loss and the marks", desc=told)

    def _down(self, k, x, number, level, unit):
        """What comes down to a mark, pulled where it crosses the cut, at this level, or sent by the loss."""
        top, tip, is_pulled = level or LOSS + HIGH, x + number * unit, level is not None
        yield svg.rect(x, top, max(number * unit, 1), MARKS - top, fill=svg.GRADIENT)
        at = (tip + 15, level - 7) if is_pulled else (tip + 8, (top + MARKS) / 2 + 6)
        body = svg.text(svg.number(number), *at, font_size=18, **PURPLE | svg.halo())
        label = f"What comes down to {self._names['y'][k]}"
        held = f"sent_{k + 1}", label, 0, MOST, 1, unit
        yield handle(knob(tip, level, color=svg.GRADIENT) + body, *held) if is_pulled else body

    def _loss(self, loss, is_cut, wide):
        """The loss, faint once it is cut off."""
        words = svg.words_within(f"loss = {loss}", 16, 0.72 * wide)
        value = svg.words(svg.number(float(self._losses[loss](self._marks))), 16, bold=True)
        box = svg.card(svg.row(words, value, gap=16), 9, svg.PANEL, svg.LINE, 0.9 * wide, HIGH)
        look = {"opacity": 0.5, "stroke_dasharray": "5 4"} if is_cut else {}
        return svg.group(box.at(0.05 * wide, LOSS), **look)

    def _ways(self, upstream, marks, hours, unit):
        """From each mark a band, as wide as what it sends, which a slope stretches; put end to end."""
        top, middle, labels = MARKS + HIGH, (MARKS + HIGH + SUMS) / 2, []
        for e, end in enumerate(hours):
            for k, start in enumerate(marks):
                right, to = start + upstream[k] * unit, end + upstream[k] * self._slopes[k, e] * unit
                band = f"M{start:.1f} {top}C{start:.1f} {middle} {end:.1f} {middle} {end:.1f} {SUMS}"
                band += f"H{to:.1f}C{to:.1f} {middle} {right:.1f} {middle} {right:.1f} {top}Z"
                yield svg.path(band, fill=svg.PAIRS[k], fill_opacity=0.8, stroke=svg.LINE)
                x = 0.35 * (start + right) + 0.15 * (end + to)
                look = {"font_size": 15, "text_anchor": "middle", "fill": svg.LOCAL} | BOLD | svg.halo()
                labels.append(svg.text(f"×{svg.number(self._slopes[k, e])}", x, top + 31, **look))
                end = to
        yield from labels

    def _arrived(self, k, x, parts, wanted, unit, wide):
        """What arrives at the hours of a subject, and a flag where it does with the loss."""
        flag, way = x + wanted * unit, 1 if x + wanted * unit < wide - 50 else -1
        yield svg.rect(x, SUMS, max(parts.sum() * unit, 1), 16, fill=svg.GRADIENT)
        for color, thick in ((svg.CARD, 5), (svg.LOCAL, 2.2)):
            yield svg.line(flag, SUMS + 18, flag, SUMS - 20, color, thick)
        yield svg.path(
            f"M{flag:.1f} {SUMS - 20}h{20 * way}l{-5 * way} 5.5l{5 * way} 5.5h{-20 * way}z", fill=svg.LOCAL
        )
        look = {"font_size": 14, "fill": svg.LOCAL, "text_anchor": "start" if way > 0 else "end"} | BOLD
        yield svg.text(svg.number(wanted), flag + 25 * way, SUMS - 10, **look | svg.halo())
        box = _box(self._names["x"][k], self._hours[k], wide)
        yield box.at(x - 8, SUMS + 22)
        made = f"{_listed(parts, ' + ')} = " * (wide > 500)
        yield svg.text(made + svg.number(parts.sum()), x + box.width, SUMS + 48, font_size=18, **PURPLE)


def _box(name, value, wide):
    words = svg.row(svg.words(name, 15), svg.words(svg.number(value), 17, bold=True), gap=8)
    return svg.card(words, 4, svg.PANEL, svg.LINE, max(0.22 * wide, words.width + 16), HIGH)


def _listed(numbers, between=" and "):
    return between.join(svg.number(float(each)) for each in numbers)
