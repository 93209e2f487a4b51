"""Half a step on |z|², against what is sent as its gradient: z is pulled in the complex plane."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from helpers.drawing import svg
from helpers.drawing.held import knob
from helpers.drawing.plots import LABEL, Axes

from ..base.controls import Choice, Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit

FAR, PLANE, BESIDE = 4.4, 330, 240  # what the plane shows to each side, its width, the room beside it
MOST = 2  # as far as z can be pulled


class HalfStep(Exhibit):
    """Pull a complex z, and see where half a step against a gradient of |z|² leads.

    `sent` names functions from z to what is sent; the first leads to 0 from everywhere, the second not.
    Raises `InputError` unless there are two.

    >>> half = HalfStep({"2z": lambda z: 2 * z, "its conjugate": lambda z: 2 * z.conjugate()}, 1 + 2j)
    >>> half.set(sends="its conjugate", im=0)
    >>> half.found
    ['From 1 both lead to 0: a real z is its own conjugate.']
    """

    def __init__(self, sent: Mapping[str, Callable[[complex], complex]], z: complex):
        if not isinstance(sent, Mapping) or len(sent) != 2 or not all(map(callable, sent.values())):
            raise InputError("sent must name two functions, from z to a gradient.")
        self._sent, names = dict(sent), tuple(sent)
        second = names[1]
        held = {"low": -MOST, "high": MOST, "step": 0.5, "limit": MOST, "in_picture": True}
        super().__init__(
            Number("re", z.real, **held),
            Number("im", z.imag, **held),
            Choice("sends", names[0], "Send", options=names, in_sight=True),
            goals=[
                f"Send that of {second}. From which z, other than 0, does half a step still lead to 0?",
                f"And from which z does that of {second} climb the most?",
            ],
        )

    def draw(self, re, im, sends):
        z = complex(re, im)
        gradient = self._sent[sends](z)
        end = z - gradient / 2
        axes = Axes(0, 4, PLANE, PLANE, (-FAR, FAR), (-FAR, FAR))
        x, y, to_x, to_y = axes.x(re), axes.y(im), axes.x(end.real), axes.y(end.imag)
        parts = [svg.line(axes.left, axes.y(0), axes.left + PLANE, axes.y(0), svg.LINE, 1.5)]
        parts.append(svg.line(axes.x(0), axes.top, axes.x(0), axes.top + PLANE, svg.LINE, 1.5))
        named = {"font_size": LABEL, "fill": svg.MUTED}
        parts.append(svg.text("real", PLANE - 28, axes.y(0) + 15, **named))
        parts.append(svg.text("imaginary", axes.x(0) + 6, 14, **named))
        for radius in range(1, 5):
            r = axes.x(radius) - axes.x(0)
            parts.append(svg.circle(axes.x(0), axes.y(0), r, fill="none", stroke=svg.HAIRLINE))
            parts.append(svg.text(radius**2, axes.x(0) + 0.71 * r, axes.y(0) + 0.71 * r + 4, **named))
        color = svg.BAD if abs(end) > abs(z) else svg.LOCAL
        if end != z:
            parts.append(svg.arrow(x, y, to_x, to_y, color, 3.2, "7 4" if color == svg.BAD else None, 12))
        parts.append(svg.circle(to_x, to_y, 5.5, fill=color))
        limits = {"data_low": -MOST, "data_high": MOST, "data_grid": 0.5, "data_label": "z"}
        per = {"data_per": svg.coordinate(r / 4), "data_per_lift": svg.coordinate(r / 4)}
        name = svg.text("z", x - 4, y + 5, font_size=15, font_weight=600, fill=svg.CARD)
        parts.append(svg.group(knob(x, y, name), data_drag="re", data_lift="im", **per, **limits))
        told = [
            f"z = {written(z)}, and |z|² is {svg.number(abs(z) ** 2)}",
            f"{sends} sends {written(gradient)}",
            f"half a step leads to {written(end)}",
        ]
        now = f"there |z|² is {svg.number(abs(end) ** 2)}"
        lines = [svg.paragraph(each, 16, BESIDE) for each in told]
        lines.append(
            svg.paragraph(now + (": it climbs" if color == svg.BAD else ""), 18, BESIDE, color, bold=True)
        )
        plane = svg.canvas(PLANE, PLANE + 8, *parts)
        beside = svg.column(*lines, gap=3 if self.narrow else 9, align=0)
        block = (svg.column if self.narrow else svg.row)(plane, beside, gap=14)
        return svg.picture(block, "Half a step on |z|²", desc=f"{'; '.join(told)}; {now}.")

    def reaches(self, goal, re, im, sends):
        z = complex(re, im)
        (_, ours), (second, theirs) = self._sent.items()
        end = z - theirs(z) / 2
        if sends != second or not z:
            return ""
        if goal == 0:
            alike = ours(z) == theirs(z) and end == 0
            return f"From {written(z)} both lead to 0: a real z is its own conjugate." if alike else ""
        grows = abs(end) ** 2 / abs(z) ** 2
        if grows < 4:
            return ""
        times = svg.number(round(grows, 6))
        return f"From {written(z)} it leads to {written(end)}, where |z|² is {times} times as large."


def written(z: complex) -> str:
    """A complex number as one writes it by hand.

    >>> written(1 + 2j), written(4j), written(2 - 4j)
    ('1 + 2i', '4i', '2 − 4i')
    """
    if not z.imag:
        return svg.number(z.real)
    if not z.real:
        return f"{svg.number(z.imag)}i"
    return f"{svg.number(z.real)} {'−' if z.imag < 0 else '+'} {svg.number(abs(z.imag))}i"
