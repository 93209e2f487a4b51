"""How large should a nudge be? A slope is measured with the h that is pulled, in two kinds of numbers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from helpers import autodiff as ad
from helpers.drawing import svg
from helpers.drawing.held import BELOW, handle, knob
from helpers.drawing.plots import BESIDE, Axes, Look

from ..base.controls import Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import single_number

KINDS = {"float32": np.float32, "float64": np.float64}
LOOKS = {"float32": Look(svg.LOCAL, mark="square"), "float64": Look(svg.GRADIENT)}
POWERS = range(0, -13, -1)  # of ten: the sizes of a nudge
DIGITS = {"float32": 9, "float64": 13}  # that are shown behind the point
WIDE, HIGH = 390, 210
MONO = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace"
ACROSS = 0.61  # of a letter, in type sizes


class Nudge(Exhibit):
    """Pull the size h of a nudge: what (f(x + h) − f(x − h)) / 2h measures, and how far it is off.

    `f` works on numbers of either kind, and on a Tensor: the slope that the engine finds is the right one.
    The errors of the h that were passed stay. Raises `InputError` for an `f` whose slope is 0 or no number.

    >>> nudge = Nudge(lambda x: x * x * x, 0.7)
    >>> nudge.set(power=-7)
    >>> nudge.set(power=-6)
    >>> nudge.found
    ['At h = 1e-6 float64 is off by 3e-11. A larger h loses to the bend, a smaller one to rounding.']
    """

    def __init__(self, f: Callable, x: float):
        x = single_number("x", x)
        try:
            self._slope = float(ad.grad(f)(x))
            self._measured = {
                kind: np.array([_measured(f, x, power, number) for power in POWERS])
                for kind, number in KINDS.items()
            }
            if not 0 < abs(self._slope) < np.inf:
                raise ValueError
        except Exception as error:  # whatever f raises
            raise InputError("f must be a function of one number, whose slope at x is not 0.", "f") from error
        self._errors = {kind: np.abs(found - self._slope) for kind, found in self._measured.items()}
        held = {"low": POWERS[-1], "high": POWERS[0], "step": 1, "whole": True, "in_picture": True}
        goals = [
            "Pull h past where float64 comes nearest to the slope, and back.",
            "Now pull it to where float32 does.",
        ]
        far = Number("far", -2, limit=12, **held)  # the smallest h so far
        super().__init__(Number("power", -2, limit=12, **held), far, goals=goals)

    def adjust(self, name, values):
        return {"far": min(values["far"], values["power"])}

    def draw(self, power, far):
        seen = POWERS.index(int(power)) + 1
        rows = [self._row(kind, seen - 1) for kind in KINDS]
        slope = svg.number(round(self._slope, 9))
        whole = self.across(BESIDE + WIDE + 24)
        right = svg.paragraph(f"measured with h = {_ten(power)}; the slope is {slope}", 15, whole, svg.MUTED)
        block = svg.column(
            *rows, right, self._plot(seen, POWERS.index(int(far)) + 1, whole - BESIDE - 24), gap=6, align=0
        )
        told = "; ".join(
            f"{kind} measures {found[seen - 1]:.{DIGITS[kind]}f}" for kind, found in self._measured.items()
        )
        desc = f"h = {_ten(power)}: {told}. The slope is {slope}."
        return svg.picture(block, "A measured slope, and the size of the nudge", desc=desc)

    def _row(self, kind, at):
        """What is measured, digit by digit: those that the error leaves alone, and the others."""
        written = f"{self._measured[kind][at]:.{DIGITS[kind]}f}"
        off = self._errors[kind][at]
        right = int(-np.log10(2 * max(off, 1e-16))) if off < 0.5 else None  # places, after rounding
        same = 0 if right is None else min(written.index(".") + 1 + right, len(written))
        parts = [svg.words(kind, 15, LOOKS[kind].color, bold=True, align="start").at(0, 2)]
        for text, x, look in (
            (written[:same], 90, {"fill": svg.LOCAL, "font_weight": 600}),
            (written[same:], 90 + same * 20 * ACROSS, {"fill": svg.BAD, "text_decoration": "underline"}),
        ):
            parts.append(svg.text(text, x, 19, font_size=20, font_family=MONO, **look))
        return svg.canvas(90 + len(written) * 20 * ACROSS, 26, *parts)

    def _plot(self, seen, most, wide):
        """How far off each kind is, for all h so far; on the axis below, h itself, and a line up from it."""
        low = -12
        axes = Axes(BESIDE, 14, wide, HIGH, (POWERS[-1], POWERS[0]), (low, 0))
        parts = [axes.line_across(power, _ten(power)) for power in range(low, 1, 3)]
        parts.append(svg.text("off by", 0, 12, font_size=13, fill=svg.MUTED))
        for kind, errors in self._errors.items():
            logs = np.log10(np.maximum(errors[:most], 10.0**low))
            parts.append(axes.curve(POWERS[:most], logs, LOOKS[kind]))
        every = 2 if wide == WIDE else 4
        parts += [axes.tick(power, _ten(power), BELOW) for power in POWERS if power % every == 0]
        x, y = axes.x(POWERS[seen - 1]), axes.top + HIGH
        parts.append(svg.line(x, axes.top, x, y, svg.ACCENT, 1.5, "4 3"))
        letter = svg.text("h", x - 4, y + 5, font_size=15, font_weight=600, fill=svg.CARD)
        limits = POWERS[-1], POWERS[0], 1, wide / (len(POWERS) - 1)
        parts.append(handle(knob(x, y, letter), "power", "the power of ten of h", *limits))
        return svg.canvas(BESIDE + wide + 24, axes.top + HIGH + 42, *parts)

    def reaches(self, goal, power, far):
        kind = ("float64", "float32")[goal]
        errors = self._errors[kind]
        best = int(np.argmin(errors))
        rises = POWERS.index(int(far)) > best  # on both sides: where it starts, it has risen on one
        if POWERS.index(int(power)) != best or not rises:
            return ""
        lost = "A larger h loses to the bend, a smaller one to rounding."
        return f"At h = {_ten(POWERS[best])} {kind} is off by {errors[best]:.0e}. {lost}".replace("e-0", "e-")


def _measured(f, x, power, number):
    x, h = number(x), number(10.0**power)
    return float((f(x + h) - f(x - h)) / (2 * h))


def _ten(power):
    """A power of ten, as Python writes it."""
    return f"1e{power}" if power else "1"
