"""Lesson 04: many branches that meet in y, any of them cut off, and how many are kept along the run."""

from helpers.drawing import plots, svg
from helpers.drawing.held import handle, knob
from helpers.widgets import Exhibit
from helpers.widgets.base.controls import Number

__all__ = ["Branches"]

WIDE, TOP, HIGH = 690, 24, 200  # the picture, and where its branches are
PLOT, MARGIN, BESIDE = 110, 60, 122  # how high the curve may rise, and the room left and right of it


class Branches(Exhibit):
    """Pull a dot through a run over `count` branches that meet in y, and a cut between them and y.

    `size` is how many numbers there are in y. A line shows the most that were kept so far.

    >>> branches = Branches(100, 12_000)
    >>> branches.set(moment=202)
    >>> branches.found
    ['100 of 100, at the loss: the sweep begins when all have run.']
    """

    def __init__(self, count, size):
        self._count, self._size, self._room = count, size, count // 4
        goals = [
            "Cut nothing yet, and pull the lower dot to the end. Filled branches are kept: how many at most?",
            f"There is room for {self._room}. Pull the cut up until the run fits. Cut no more than you must.",
            "Cut all off, and stop where a branch is swept: what reaches it across the cut?",
        ]
        last = 3 * count + 2
        super().__init__(
            Number("moment", 0, low=0, high=last, whole=True, limit=last, in_picture=True),
            Number("cut", 0, low=0, high=count, whole=True, limit=count, in_picture=True),
            goals=goals,
        )

    def adjust(self, name, values):
        before, end = self.values, 2 * self._count + 2
        if name == "cut" and before["moment"] >= end + before["cut"]:
            return {"moment": end + values["cut"]}  # at the end of a run it stays at its end
        return {"moment": min(values["moment"], end + values["cut"])}

    def draw(self, moment, cut):
        run = [*moments(self._count, cut)][: moment + 1]
        return draw_run(self._count, self._size, cut, run, self._room, self.across(WIDE))

    def reaches(self, goal, moment, cut):
        count, swept = self._count, moment - 2 * self._count - 2  # how far it is beyond what was not cut off
        if goal == 0 and cut == swept == 0:
            return f"{count} of {count}, at the loss: the sweep begins when all have run."
        if goal == 1 and cut == swept == count - self._room:
            return f"{cut} cut off: nothing of them is kept, so they run twice."
        if goal == 2 and cut == count and -cut < swept <= cut and (swept + count) % 2 == 0:
            return (
                f"What arrived at y: {self._size:,} numbers, the same for each. At most 1 of {count} is kept."
            )
        return ""


def moments(count, cut):
    """What happens, the first of the branches that are kept and how many are, and where it happens."""
    whole = count - cut
    yield "Nothing has run yet", 0, 0, None
    for k in range(count):
        yield f"Branch {k + 1} runs forward", cut, max(k + 1 - cut, 0), k
    yield "The branches are added up to y, which leads to the loss", cut, whole, "loss"
    yield "The sweep goes from the loss to y", cut, whole, "y"
    for k in reversed(range(cut, count)):
        yield f"The sweep goes back through branch {k + 1}, which is then let go", cut, k - cut, k
    for k in reversed(range(cut)):
        yield f"Branch {k + 1} runs once more", k, 1, k
        yield f"Branch {k + 1} is swept, with what arrived at y as grad_ys, and let go", k, 0, k


def draw_run(count, size, cut, run, room, wide):
    """The branches, y and the loss at the last moment of this run, and how many were kept until then."""
    said, first, kept, where = run[-1]
    per, low, gap, middle = HIGH / count, TOP + HIGH, 0.42 * wide, TOP + HIGH / 2
    spots = {"y": wide - 124, "loss": wide - 30}
    levels = [low - (k + 0.75) * per for k in range(count)]  # two pixels for each of 100: one is left white
    goes_back = len(run) > count + 2
    again = goes_back and where in range(cut) and kept == 1  # it runs forward once more
    now = svg.GRADIENT if goes_back and not again else svg.INK
    parts = [svg.text(f"{count} branches", 0, 14, font_size=13, fill=svg.MUTED)]
    thick = min(per / 2, 7)
    for which, color, wide_as, faint in (
        (range(cut, count), svg.LINE, thick, None),
        (range(cut), svg.LINE, thick, 0.55),
        (range(first, first + kept), svg.ACCENT, thick, None),
        ({where} & {*range(count)}, now, max(thick, 3), None),
    ):
        ways = [f"M0 {levels[k]:.1f}H{gap - 6 * (k < cut):.1f}" for k in which]
        parts.append(svg.path("".join(ways), stroke=color, stroke_width=wide_as, stroke_opacity=faint))
    meet = spots["y"] - 20, middle
    for start, end, x, faint in (cut, count, gap, 0.4), (0, cut, gap + 6, 0.2):
        # One way for all of them: so many lines would shimmer where they meet.
        way = f"M{x:.1f} {low - start * per:.1f}V{low - end * per:.1f}L{meet[0]} {middle}Z"
        parts.append(svg.path(way, fill=svg.LINE, fill_opacity=faint))
    if now == svg.GRADIENT and where in range(count):
        parts.append(svg.line(*meet, gap, levels[where], svg.GRADIENT, 3))
    parts.append(svg.arrow(spots["y"] + 20, middle - 8, spots["loss"] - 30, middle - 8, svg.INK))
    if goes_back:
        parts.append(svg.arrow(spots["loss"] - 26, middle + 8, spots["y"] + 24, middle + 8, svg.GRADIENT, 3))
    for name, x in spots.items():
        stroke, shape = now if where == name else svg.LINE, {"width": 40 if name == "y" else 52, "height": 40}
        box = svg.card(svg.words(name, 16, bold=True), 6, stroke=stroke, **shape)
        parts.append(box.at(x - box.width / 2, middle - 20))
    edge, bold = low - cut * per, {"font_weight": 600, "fill": svg.ACCENT} | svg.halo()
    parts.append(svg.line(gap, low + 10, gap, edge, svg.ACCENT, 2, "6 5"))
    if now == svg.GRADIENT and where in range(cut):
        words = svg.words(f"{'grad_ys: ' * (wide > 400)}{size:,} numbers", 14, svg.ON_GRADIENT, bold=True)
        pill = svg.card(words, 5, svg.GRADIENT, "none", radius=12)
        parts.append(pill.at(gap - pill.width / 2, min(levels[where] + 6, low - 20)))
    bold |= {"font_size": 15, "text_anchor": "end"}
    words = svg.text(f"{cut} cut off" if cut else "cut", gap - 18, edge - 6, **bold)
    held = "cut", "How many branches are cut off", 0, count, 1, per
    parts.append(handle(knob(gap, edge) + words, *held, lift=True))
    told = f"{said}: {kept} kept."
    parts.append(svg.paragraph(told, 15, wide).at(0, low + 20))
    place = MARGIN, low + (56 if wide > 500 else 76), wide - MARGIN - BESIDE, PLOT
    axes = plots.Axes(*place, (0, 3 * count + 2), (0, count))
    parts += _kept_so_far(axes, count, cut, [kept for _, _, kept, _ in run], room)
    title = f"{count} branches meet in y, which leads to the loss"
    return svg.picture(svg.canvas(wide, axes.y(0) + 24, *parts), title, desc=told)


def _kept_so_far(axes, count, cut, kept, room):
    """How many are kept at each moment up to the last, which is held, and the most so far."""
    right, end, low = axes.left + axes.width, 2 * count + 2 + cut, axes.y(0)
    yield svg.path(f"M{axes.left} {axes.top}V{low}H{axes.x(end):.1f}v-6", stroke=svg.MUTED)
    levels = axes.y(room), axes.y(max(kept))
    apart = 16 if max(kept) < room else -16  # of their words
    beside = levels[1] if abs(levels[1] - levels[0]) > 16 else levels[0] + apart
    for words, level, at, color, dash in (
        (f"room for {room}", levels[0], levels[0], svg.INK, ""),
        (f"most so far: {max(kept)}", levels[1], beside, svg.ACCENT, "4 4"),
    ):
        yield svg.line(axes.left, level, right, level, color, 1.5, dash)
        yield svg.text(words, right + 16, at + 5, font_size=13, font_weight=600, fill=color)
    small = {"font_size": 13, "fill": svg.MUTED}
    for value, words in {0: "0 kept", count: count}.items():
        yield svg.text(words, axes.left - 13, axes.y(value) + 5, text_anchor="end", **small)
    back, again = count + 2, end - 2 * cut  # where they begin
    one_by_one = "again, one by one" if axes.width > 400 else "again"
    for words, start, stop in (("forward", 0, count), ("back", back, again), (one_by_one, again, end)):
        if svg.words(words, 13).width < axes.x(stop) - axes.x(start):
            middle = axes.x((start + stop) / 2)
            yield svg.text(words, middle, low + 18, text_anchor="middle", **small)
    points = [f"{axes.x(moment):.1f} {axes.y(now):.1f}" for moment, now in enumerate(kept)]
    yield svg.path("M" + "L".join(points), stroke=svg.ACCENT, stroke_width=2.5)
    held = "moment", "How far the run has come", 0, end, 1, axes.width / axes.xs[1]
    yield handle(knob(axes.x(len(kept) - 1), axes.y(kept[-1])), *held)
