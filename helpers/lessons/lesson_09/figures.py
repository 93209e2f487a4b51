"""Lesson 09: slopes at a kink, and steps downhill taken three ways."""

from helpers.drawing import svg
from helpers.drawing.plots import Axes, Look

__all__ = ["descents", "kink"]

PANEL, GAP, UNIT = 190, 20, 118  # of a kink: its width, the room beside it, and the pixels of a unit
TOP, HIGH = 70, 118  # where it begins, and how high it is
REACH = 0.34  # how far a slope is drawn to either side
CURVE = Look(svg.INK, mark="")
LINE = 22  # from one line of names to the next

LANE, ROW, AXIS = 600, 66, (0.66, 0.04)  # of the steps: the width and height of a row, and the room around w
COLORS = svg.INK, svg.ACCENT, svg.BAD

# What JAX hands to the bwd of xⁿ, in its order, which the lesson asks for.
JAX_HANDS = {"a plain argument": 3, "the residuals": 4, "the upstream": 5}


def kink(slopes, left=1.0, right=0.0):
    """Draw a bend in the curve of clip, once for each slope that somebody gives there, with who does.

    slopes has (framework, version, slope) for each; who stands at two slopes is printed in bold.

    >>> kink([("TensorFlow 2", "2.21.0", 1.0), ("JAX", "0.12.0.1", 0.5)])
    <Picture: One bend, 2 slopes. ... 1, the slope on the left: TensorFlow 2 2.21.0. 0.5, halfway ...>
    """
    by_slope = {slope: [] for slope in sorted({slope for *_, slope in slopes}, reverse=True)}
    for who, version, slope in slopes:
        by_slope[slope].append((who, f"{who} {version}".strip()))
    torn = {who for who, *_ in slopes if sum(who in dict(names) for names in by_slope.values()) > 1}
    called = {left: "the slope on the left", right: "the slope on the right"}
    called.setdefault((left + right) / 2, "halfway between")
    title = f"One bend, {len(by_slope)} slopes"
    panels = [
        _bend(slope, called.get(slope, "another slope"), names, torn, left, right)
        for slope, names in by_slope.items()
    ]
    heading = svg.words(title, 18, bold=True, align="start")
    told = (
        f"{slope:g}, {called.get(slope, 'another slope')}: {', '.join(name for _, name in names)}."
        for slope, names in by_slope.items()
    )
    block = svg.column(heading, svg.row(*panels, gap=GAP, align=0), gap=14, align=0)
    bend = f"At x = 1 a curve bends: its slope is {left:g} on the left and {right:g} on the right."
    return svg.picture(block, title, desc=" ".join([bend, "What is said of the bend:", *told]))


def _bend(slope, called, names, torn, left, right):
    """The curve to both sides of its bend, the slope that is given there, and who gives it."""
    half = PANEL / UNIT / 2
    far, high = 0.68, HIGH / UNIT
    axes = Axes(0, TOP - 14, PANEL, HIGH, (1 - half, 1 + half), (1 - 0.72 * high, 1 + 0.28 * high))
    ends = [(1 - far, 1 - left * far), (1.0, 1.0), (1 + far, 1 + right * far)]
    start, end = ((axes.x(1 + side), axes.y(1 + side * slope)) for side in (-REACH, REACH))
    parts = [
        svg.words(f"{slope:g}", 26, svg.LOCAL, bold=True, align="start").at(0, -6),
        svg.words(called, 15, svg.MUTED, align="start").at(0, 28),
        axes.curve(*zip(*ends, strict=True), CURVE),
        svg.line(*start, *end, svg.LOCAL, 5),
        f'<circle cx="{axes.x(1):.1f}" cy="{axes.y(1):.1f}" r="5.5" fill="{svg.INK}"/>',
        axes.tick(1, "x = 1"),
    ]
    top = TOP + HIGH + 20
    for k, (who, name) in enumerate(names):
        parts.append(svg.words(name, 15, bold=who in torn, align="start").at(0, top + LINE * k))
    return svg.canvas(PANEL, top + LINE * len(names), *parts)


def descents(slope, start, rate):
    """Draw two steps downhill from `start`, taken three ways; `slope` is a function of the place.

    The loss is computed anew for the second step, or one record is asked twice, or its slopes add up too.

    >>> descents(lambda w: 2 * w, start=1.0, rate=0.1)
    <Picture: Two steps downhill, ... slopes 2, 1.6, to 0.8 and 0.64. ... slopes 2, 4, to 0.8 and 0.4.>
    """
    first = slope(start)
    ways = {
        "The loss is computed anew for each step": (first, slope(start - rate * first)),
        "One record is asked twice": (first, first),
        "One record is asked twice, and backward adds": (first, first + first),
    }
    title = f"Two steps downhill, from w = {start:g}"
    axes = Axes(0, 40, LANE, ROW * len(ways) - 4, (start - AXIS[0], start + AXIS[1]), (0, 1))
    parts, told, first = [svg.words(title, 18, bold=True, align="start").at(0, 0)], [], {start}
    for k, ((name, slopes), color) in enumerate(zip(ways.items(), COLORS, strict=False)):
        places = _places(start, rate, slopes)
        first.add(places[1])
        parts += _steps(axes, 40 + ROW * k, name, rate, slopes, places, color)
        led = " and ".join(f"{w:g}" for w in places[1:])
        told.append(f"{name}: slopes {', '.join(f'{s:g}' for s in slopes)}, to {led}.")
    parts += [axes.tick(w, f"{w:g}") for w in sorted(first)]
    block = svg.canvas(LANE, axes.top + axes.height + 26, *parts)
    return svg.picture(block, title, desc=f"Each step is {rate:g} times its slope. {' '.join(told)}")


def _places(start, rate, slopes):
    """Where the steps lead, one after the other, without the noise of the sums."""
    places = [start]
    for slope in slopes:
        places.append(round(places[-1] - rate * slope, 9))
    return places


def _steps(axes, top, name, rate, slopes, places, color):
    """One way to take the steps: arrows to the left, over each what it takes away."""
    y = top + 44
    yield svg.words(name, 15, align="start").at(0, top)
    for slope, here, there in zip(slopes, places, places[1:], strict=False):
        yield svg.arrow(axes.x(here) - 7, y, axes.x(there) + 7, y, color, 3, size=11)
        words = svg.words(f"{rate:g} × {slope:g}", 15, svg.GRADIENT, bold=True)
        yield words.at((axes.x(here) + axes.x(there) - words.width) / 2, y - 25)
    for w in places:
        yield f'<circle cx="{axes.x(w):.1f}" cy="{y}" r="5" fill="{color}"/>'
    last = svg.words(f"{places[-1]:g}", 18, color, bold=True)
    yield last.at(axes.x(places[-1]) - last.width - 12, y - 12)
