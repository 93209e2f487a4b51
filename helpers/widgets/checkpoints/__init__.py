"""Keep or compute again: how many values a sweep holds when only every k-th was kept on the way forward."""

from __future__ import annotations

from typing import NamedTuple

from helpers.drawing import plots, svg
from helpers.drawing.held import handle, knob
from helpers.drawing.svg.film import Reel

from ..base.controls import Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit

FEWEST, MOST = 4, 48


class Moment(NamedTuple):
    """After one layer was run, forward, again or back: which values are held."""

    doing: str
    layer: int
    held: frozenset


class Checkpoints(Exhibit):
    """Step through a sweep over some layers of which only every k-th value was kept; pull k.

    Going back, a layer needs the value that entered it: from the last kept, the others are computed again.
    Raises `InputError` unless `layers` is a whole number from 4 to 48.

    >>> checkpoints = Checkpoints(36)
    >>> checkpoints.set(k=6)
    >>> checkpoints.found
    ['k = 6: at most 11 of 36 are held, and 30 layers run again. Only k = 5, 6, 7 and 8 hold ...']
    """

    def __init__(self, layers: int = 36):
        if type(layers) is not int or not FEWEST <= layers <= MOST:
            raise InputError(f"layers must be a whole number from {FEWEST} to {MOST}.")
        self._layers, self._tried = layers, {}
        goal = "Going back needs all the values. Pull the blue mark to keep every k-th: how few can be held?"
        super().__init__(
            Number(
                "k",
                1,
                "keep every k-th",
                low=1,
                high=layers,
                step=1,
                whole=True,
                limit=layers,
                in_picture=True,
            ),
            goals=[goal],
        )

    def draw(self, k):
        k = min(max(k, 1), self._layers)
        run = schedule(self._layers, k)
        self._tried[k] = peak(run), again(run)
        return draw_run(self._layers, k, run, self._tried, self.across(720))

    def reaches(self, goal, k):
        n, run = self._layers, schedule(self._layers, k)
        peaks = {each: peak(schedule(n, each)) for each in range(1, n + 1)}
        if peak(run) > min(peaks.values()):
            return ""
        alike = [str(each) for each, most in peaks.items() if most == peak(run)]
        hold = "hold" if len(alike) > 1 else "holds"
        held = f"at most {peak(run)} of {n} are held, and {again(run)} layers run again"
        return f"k = {k}: {held}. Only k = {svg.listed(alike)} {hold} so few; √{n} is {n**0.5:.3g}."


def _each(k):
    if k == 1:
        return "Every"
    return f"Every {k}" + {1: "st", 2: "nd", 3: "rd"}.get(k % 10 if k // 10 != 1 else 0, "th")


def schedule(layers: int, k: int) -> list[Moment]:
    """The run: forward, keeping what enters layers 0, k, 2k and so on; then back, each segment once more.

    >>> [len(moment.held) for moment in schedule(4, 2)]
    [0, 1, 1, 2, 2, 3, 2, 1, 2, 1, 0]
    """
    held, moments = set(), [Moment("start", 0, frozenset())]

    def note(doing, layer):
        moments.append(Moment(doing, layer, frozenset(held)))

    for layer in range(layers):
        if layer % k == 0:
            held.add(layer)
        note("forward", layer)
    for start in reversed(range(0, layers, k)):
        end = min(start + k, layers)
        for layer in range(start + 1, end):
            held.add(layer)
            note("again", layer - 1)
        for layer in reversed(range(start, end)):
            held.remove(layer)
            note("back", layer)
    return moments


def peak(run: list[Moment]) -> int:
    """The most values that are held at once."""
    return max(len(moment.held) for moment in run)


def again(run: list[Moment]) -> int:
    """How many layers are run once more."""
    return sum(moment.doing == "again" for moment in run)


def draw_run(layers, k, run, tried, wide):
    """The layers in a row, what is held over time, and the peaks of every k that was tried."""
    cell, reel = (wide - 20) / layers, Reel()
    kept, computed = {"fill": svg.LOCAL, "stroke": svg.LOCAL}, {"fill": svg.PAIRS[0], "stroke": svg.LINE}
    looks = [svg.canvas(12, 12, svg.rect(0, 0, 12, 12, rx=3, **look)) for look in (kept, computed)]
    named = [svg.words(name, 13, svg.MUTED) for name in ("what entered each layer:", "kept", "run again")]
    key = (svg.row(*pair, gap=4) for pair in zip(looks, named[1:], strict=True))
    parts = [svg.row(named[0], *key, gap=8).at(4, 0)]
    for layer in range(layers):
        x = 10 + cell * layer
        parts.append(svg.rect(x + 1, 44, cell - 2, 30, fill=svg.PANEL, stroke=svg.MUTED, rx=3))
        shown = [float(layer in moment.held) for moment in run]
        look = computed if layer % k else kept
        parts.append(reel.part("rect", x=x + 1, y=44, width=cell - 2, height=30, rx=3, opacity=shown, **look))
    at = [10 + cell * (moment.layer + 0.5) for moment in run]
    look = {"r": 5, "cy": 84, "fill": svg.GRADIENT}
    parts.append(reel.part("circle", cx=at, **look))
    at = 10 + cell * k
    beside = {"x": at + 16} if at < wide - 90 else {"x": at - 16, "text_anchor": "end"}
    words = svg.text(f"k = {k}", y=35, font_size=15, font_weight=600, fill=svg.ACCENT, **beside)
    parts.append(handle(knob(at, 30) + words, "k", "Keep every k-th", 1, layers, 1, cell))
    left, right, low = (wide * 0.52 - 60, wide * 0.44 - 44, 0) if wide > 400 else (wide - 70, wide - 70, 164)
    steps = plots.Axes(54, 124, left, 110, (0, 3 * layers), (0, layers))
    each = plots.Axes(54 if low else wide * 0.56 + 20, 124 + low, right, 110, (1, layers), (0, layers))
    parts += [*_over_time(reel, layers, run, steps), *_of_each_k(layers, k, tried, each)]
    said = [_sentence(moment, len(moment.held), k) for moment in run]
    most = f"At most {peak(run)} are held."
    return svg.picture(
        svg.canvas(wide, 284 + low, *parts),
        f"A sweep over {layers} layers, {_each(k).lower()} one kept",
        [said[0], f"{said[-1]} {most}"],
        film=reel.film([str(step) for step in range(len(run))], said, alone=500, brief=45, room=90),
    )


def _sentence(moment, held, k):
    where = f"layer {moment.layer + 1}"
    return {
        "start": f"Nothing has run yet. {_each(k)} value will be kept.",
        "forward": f"{where.capitalize()} runs forward: {held} held.",
        "again": f"{where.capitalize()} runs once more, from what was kept: {held} held.",
        "back": f"The sweep goes back through {where}, whose input is needed no more: {held} held.",
    }[moment.doing]


def _over_time(reel, layers, run, axes):
    yield from _axes(axes, layers, "held, step by step", f"{layers} forward, then back")
    points = [(axes.x(step), axes.y(len(moment.held))) for step, moment in enumerate(run)]
    yield svg.path(
        "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points), fill="none", stroke=svg.INK, stroke_width=1.6
    )
    level = axes.y(peak(run))
    yield svg.line(axes.left, level, axes.left + axes.width, level, svg.ACCENT, 1.5, "4 4")
    name = {"font_size": 14, "font_weight": 600, "fill": svg.ACCENT, "text_anchor": "end"}
    yield svg.text(f"at most {peak(run)}", axes.left + axes.width, level - 5, **name | svg.halo())
    look = {"r": 5.5, "fill": svg.GRADIENT, "stroke": svg.CARD}
    yield reel.part("circle", cx=[x for x, _ in points], cy=[y for _, y in points], **look)


def _of_each_k(layers, k, tried, axes):
    yield from _axes(axes, layers, "for each k: ● most held, ◇ run again", f"k, from 1 to {layers}")
    for each, (most, once_more) in tried.items():
        x, y, size = axes.x(each), axes.y(once_more), 7 if each == k else 5
        color = svg.ACCENT if each == k else svg.LOCAL
        yield svg.circle(x, axes.y(most), size - 1, fill=color)
        diamond = f"M{x:.1f} {y - size:.1f}l{size} {size}l{-size} {size}l{-size} {-size}Z"
        yield svg.path(diamond, stroke=color, stroke_width=1.8)


def _axes(axes, most, above, below):
    small = {"font_size": 13, "fill": svg.MUTED}
    yield svg.text(above, axes.left - 4, axes.top - 12, **small)
    yield svg.path(
        "M{} {}V{}H{}".format(*map(svg.coordinate, (axes.left, axes.top, axes.y(0), axes.left + axes.width))),
        fill="none",
        stroke=svg.LINE,
    )
    for value in (0, most):
        yield svg.text(value, axes.left - 9, axes.y(value) + 5, text_anchor="end", **small)
    yield svg.text(below, axes.left + axes.width, axes.y(0) + 18, text_anchor="end", **small)
