"""A bowl seen from above: a point is pulled, and a step leads it against what is sent there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from helpers.drawing import svg
from helpers.drawing.held import knob
from helpers.drawing.plots import LABEL, Axes

from ..base.controls import Choice, Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit

PLANE, BESIDE = 360, 240  # the width of the plane, the room beside it
MOST, GRID = 2, 0.5  # as far as the point can be pulled, and in which steps
BENT = 2.0  # as much as steps can be bent
NEAR = 1e-9
ROUNDING = 1e-28  # of a height, after steps that lead to 0: the square of what is rounded of a place
KINDS = "climbs", "falls", "leads to 0"  # what a step does
PLACES = [
    complex(x, y) for x in np.arange(-MOST, MOST + GRID, GRID) for y in np.arange(-MOST, MOST + GRID, GRID)
]


class Bowl(Exhibit):
    """Pull a point, and see where a step against what is sent leads, of `rate` times that.

    A point is a complex number or an array of two, as `start` is. `f` is the bowl, 0 in the middle and four
    times as high twice as far out. `sent` names functions from a point to what is sent there. The first leads
    to 0 from everywhere, the others from some places, or they point there. Or it is one function, of a point
    and of how much steps are bent, to what is sent at each step, a row each: two are to lead to 0. Raises
    `InputError` for others.

    >>> half = Bowl({"2z": lambda z: 2 * z, "its conjugate": lambda z: 2 * z.conjugate()}, 1 + 2j, rate=0.5)
    >>> half.set(sends="its conjugate", im=0)
    >>> half.found
    ['With its conjugate, a step from 1 leads to 0 as well.']
    """

    def __init__(
        self,
        sent: Mapping[str, Callable] | Callable,
        start: complex | np.ndarray,
        *,
        f: Callable = lambda z: abs(z) ** 2,
        called: str = "|z|²",
        rate: float = 1.0,
    ):
        self._bends = callable(sent)
        self._sent = {"": sent} if self._bends else sent
        named = isinstance(sent, Mapping) and len(sent) > 1 and all(map(callable, sent.values()))
        if not (self._bends or named):
            raise InputError("sent must name two functions or more, from a point to a gradient.")
        self._called, self._rate = called, rate
        self._is_complex = np.ndim(start) == 0
        self._f = lambda z: float(f(self._point(z)))
        self._tried = {how: set() for how in self._sent}  # from where steps were seen, each way
        self._name = "z" if self._is_complex else "x"
        self._others = (*self._sent,)[1:]
        self._aims = [how for how in self._others if not any(self._misses(how, z) for z in PLACES)]
        at = complex(start) if self._is_complex else complex(*start)
        ends = (end for how in ((0.0, 1.0, BENT) if self._bends else self._sent) for z in PLACES
                for end in self._leads(how, z)[1])  # fmt: skip
        self._note(next(iter(self._sent)), at, at)
        self._far = 1.1 * max(max(abs(end.real), abs(end.imag), MOST) for end in ends)
        held = {"low": -MOST, "high": MOST, "step": GRID, "limit": MOST, "in_picture": True}
        how = Number("bend", 0.0, low=0, high=BENT, limit=BENT, least=0)
        if not self._bends:
            how = Choice("sends", next(iter(sent)), "The step", options=tuple(sent), in_sight=True)
        super().__init__(Number("re", at.real, **held), Number("im", at.imag, **held), how,
                         goals=[*self._goals()])  # fmt: skip

    def _note(self, how, before, now):
        """The point was pulled: it has been at all places on that way."""
        far = now - before
        way = np.linspace(before, now, int(max(abs(far.real), abs(far.imag)) / GRID) + 1)
        self._tried[how].update((np.round(way / GRID) * GRID + 0).tolist())

    def adjust(self, name, values):
        then = values if name == "sends" else self._good
        before, now = (complex(at["re"], at["im"]) for at in (then, values))
        self._note(values.get("sends", ""), before, now)
        return {}

    def _goals(self):
        if self._bends:
            yield "Bend the steps until two of them lead to 0."
            yield f"Pull {self._name} elsewhere: how much must they be bent from there?"
            return
        for other in self._others:
            if other in self._aims:
                both = " and ".join(self._others)
                place = f"one {self._name} far out, off the axes and the diagonals"
                yield f"See {both} from {place}: which still points at 0?"
            else:
                yield f"Switch to {other}: from which {self._name}, other than 0, does it lead to 0 as well?"
        last = self._others[-1]
        if self._most(last) > 1 + NEAR:
            yield f"With {last}: from which {self._name} does {self._called} grow by the largest factor?"

    def _point(self, z):
        return z if self._is_complex else np.array([z.real, z.imag])

    def _leads(self, how, z):
        """What is sent at z, step by step, and where each step leads, all as complex numbers."""
        if not z:
            return [z], [z]
        given = self._sent[""](self._point(z), how) if self._bends else self._sent[how](self._point(z))
        sent = [complex(given)] if self._is_complex else [complex(*row) for row in np.atleast_2d(given)]
        return sent, [z - self._rate * sum(sent[: k + 1]) for k in range(len(sent))]

    def _misses(self, how, z):
        """Does that step point beside 0?"""
        sent = sum(self._leads(how, z)[0])
        return abs((sent * z.conjugate()).imag) > NEAR

    def draw(self, re, im, bend=None, sends=None):
        z = complex(re, im)
        sent, ends = self._leads(bend if self._bends else sends, z)
        end, wide = ends[-1], min(300, self.across(PLANE)) if self.narrow else PLANE
        axes = Axes(0, 4, wide, wide, (-self._far, self._far), (-self._far, self._far))
        x, y = axes.x(re), axes.y(im)
        tried = sorted(self._tried.get(sends, ()), key=str)
        parts = [*self._plane(axes), *(self._seen(sends, at, axes) for at in tried)]
        climbs = self._f(end) > self._f(z) + NEAR
        color = svg.BAD if climbs else svg.LOCAL
        if self._aims:
            parts.append(svg.line(x, y, axes.x(0), axes.y(0), svg.MUTED, 1.5, "3 4"))
        for start, to in zip([z, *ends], ends):
            line = axes.x(start.real), axes.y(start.imag), axes.x(to.real), axes.y(to.imag)
            if start != to:
                head = min(12, abs(to - start) * (axes.x(1) - axes.x(0)))  # of a shorter step, all
                parts.append(svg.arrow(*line, color, 3.2, "7 4" if climbs else None, head))
        limits = {"data_low": -MOST, "data_high": MOST, "data_grid": GRID, "data_label": self._name}
        one = svg.coordinate(axes.x(1) - axes.x(0))
        name = svg.text(self._name, x - 4, y + 5, font_size=15, font_weight=600, fill=svg.CARD)
        pulled = {"data_drag": "re", "data_lift": "im", "data_per": one, "data_per_lift": one}
        parts.append(svg.group(knob(x, y, name), **pulled, **limits))
        told = [f"{self._name} = {self._written(z)}: {self._called} is {_short(self._f(z))}"]
        if self._bends and abs(ends[0]) <= NEAR:
            end = z  # nothing is found here
            now = f"one step leads to 0, whatever the bend: pull {self._name} elsewhere"
        elif self._bends:
            told += [
                f"bend {_short(bend)}",
                f"after {len(ends)} steps {self._called} is {_short(self._f(end), ROUNDING)}",
            ]
            end = ends[1]
            now = f"after 2 steps it is {_short(self._f(end), ROUNDING)}"
        else:
            if z and len({round(self._curvature(way), 9) for way in (1, 1j, 1 + 1j)}) > 1:  # it is not round
                told.append(f"curvature along {self._name}: {_short(self._curvature(z))}")
            times = f"{_short(self._rate)} × that" if self._rate != 1 else "that"
            told += [f"{sends}: {self._written(sent[0])}", f"{self._name} − {times} = {self._written(end)}"]
            now = f"there {self._called} is {_short(self._f(end))}"
            now += f", {_short(self._grows(sends, z))} times as large: it climbs" * climbs
        lines = [svg.paragraph(each, 16, BESIDE) for each in told]
        tone = color if climbs or abs(end) < NEAR else svg.INK
        lines.append(svg.paragraph(now, 18, BESIDE, tone, bold=True))
        marks = [(svg.Block(12, 16, _mark(kind, 6, 9)), svg.words(kind, LABEL)) for kind in KINDS if tried]
        lines.append(svg.row(*(svg.row(*pair, gap=4) for pair in marks), gap=12))
        plane = svg.canvas(wide, wide + 8, *parts)
        beside = svg.column(*lines, gap=3 if self.narrow else 9, align=0)
        block = (svg.column if self.narrow else svg.row)(plane, beside, gap=14)
        title = f"Step{'s' * self._bends} in a bowl, {self._called}"
        return svg.picture(block, title, desc=f"{'; '.join(told)}; {now}.")

    def _seen(self, how, at, axes):
        """A place from which a step was seen, painted by where it leads."""
        end, half = self._leads(how, at)[1][-1], GRID * (axes.x(1) - axes.x(0)) / 2
        kind = KINDS[2 if abs(end) < NEAR else self._f(end) <= self._f(at) + NEAR]
        x, y = axes.x(at.real), axes.y(at.imag)
        color = svg.BAD if kind == KINDS[0] else svg.LOCAL
        return svg.rect(x - half, y - half, 2 * half, 2 * half, fill=color, fill_opacity=0.16) + _mark(
            kind, x, y
        )

    def _plane(self, axes):
        """The axes, and lines of equal height."""
        yield svg.line(axes.left, axes.y(0), axes.left + axes.width, axes.y(0), svg.LINE, 1.5)
        yield svg.line(axes.x(0), axes.top, axes.x(0), axes.top + axes.width, svg.LINE, 1.5)
        named = {"font_size": LABEL, "fill": svg.MUTED} | svg.halo()
        across, up = ("real", "imaginary") if self._is_complex else ("x[0]", "x[1]")
        right, over, both = (self._f(z) for z in (1, 1j, 1 + 1j))
        mixed = (both - right - over) / 2
        around = np.exp(1j * np.linspace(0, 2 * np.pi, 181))
        root = np.linalg.cholesky([[right, mixed], [mixed, over]])  # of root.T @ x the height is the square
        one = np.array([1, 1j]) @ np.linalg.solve(root.T, [around.real, around.imag])  # where it is 1
        for k in range(1, int(self._far) + 1):
            ring = k * one
            corners = "L".join(f"{axes.x(z.real):.1f} {axes.y(z.imag):.1f}" for z in ring)
            yield svg.path(f"M{corners}Z", fill="none", stroke=svg.LINE)
            z = ring[124]
            yield svg.text(k**2, axes.x(z.real), axes.y(z.imag) + 4, text_anchor="middle", **named)
        yield svg.text(across, axes.width, axes.y(0) + 15, text_anchor="end", **named)
        yield svg.text(up, axes.x(0) + 6, 14, **named)

    def _written(self, z):
        return written(z) if self._is_complex else f"({_short(z.real)}, {_short(z.imag)})"

    def reaches(self, goal, re, im, bend=None, sends=None):
        z = complex(re, im)
        if self._bends:
            return self._collapses(goal, z, bend)
        _, [*_, end] = self._leads(sends, z)
        how = self._others[goal] if goal < len(self._others) else ""
        if how in self._aims:
            beside = " and ".join(other for other in self._others if self._misses(other, z))
            if not beside or any(z not in self._tried[other] for other in self._others):
                return ""
            return f"From {self._written(z)}, {how} points at 0, and {beside} past it."
        if how:
            if sends != how or not z or abs(end) > NEAR:
                return ""
            return f"With {sends}, a step from {self._written(z)} leads to 0 as well."
        grows = self._grows(sends, z)
        if sends != self._others[-1] or grows < self._most(sends) - NEAR:
            return ""
        leads = f"From {self._written(z)} it leads to {self._written(end)}"
        return f"{leads}, where {self._called} is {_short(grows)} times as large."

    def _collapses(self, goal, z, bend):
        """That two steps from z lead to 0, and one does not; for the second goal from another z."""
        _, ends = self._leads(bend, z)
        if abs(ends[0]) <= NEAR or abs(ends[1]) > NEAR or (goal and z == self._from):
            return ""
        self._from = self._from if goal else z
        return f"From {self._written(z)}, two steps lead to 0 with bend {_short(bend)}{', too' * goal}."

    def _curvature(self, z):
        return 2 * self._f(z) / abs(z) ** 2

    def _grows(self, sends, z):
        return self._f(self._leads(sends, z)[1][-1]) / self._f(z) if z else 0.0

    def _most(self, sends):
        return max(self._grows(sends, z) for z in PLACES)


def _mark(kind, x, y):
    """How a step ends, from there."""
    if kind == KINDS[2]:
        return svg.circle(x, y, 4, fill=svg.LOCAL)
    up, color = (1, svg.BAD) if kind == KINDS[0] else (-1, svg.LOCAL)
    return svg.path(f"M{x - 4:.1f} {y + 3 * up:.1f}h8l-4 {-7 * up}z", fill=color)


def _short(value: float, noise: float = NEAR) -> str:
    """Three decimals, or two digits of what is smaller; 0 for what is rounding noise."""
    if noise < abs(value) < 0.01:
        return svg.number(float(value), digits=2)
    return svg.number(round(float(value), 3) + 0.0)


def written(z: complex) -> str:
    """A complex number as one writes it by hand.

    >>> written(1 + 2j), written(-1j), written(2 - 4j)
    ('1 + 2i', '−i', '2 − 4i')
    """
    if not z.imag:
        return svg.number(z.real)
    minus, size = z.imag < 0, svg.number(abs(z.imag)) * (abs(z.imag) != 1)
    if not z.real:
        return f"{'−' * minus}{size}i"
    return f"{svg.number(z.real)} {'−' if minus else '+'} {size}i"
