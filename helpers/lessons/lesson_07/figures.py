"""Lesson 07: the points that a model is to meet, with the line that it has learned; a product that grows."""

import numpy as np

from helpers.drawing import svg
from helpers.drawing.plots import Axes, Look, round_up

__all__ = ["errors_of", "growing", "lines_through"]

LEFT, TOP, WIDTH, HEIGHT = 52, 44, 380, 240
XS, YS = (-0.3, 3.6), (0.0, 12.0)
BESIDE = 200  # the room for what a line is called


def lines_through(points, w, b):
    """Draw the points (x, t) and the line w·x + b; several lines, where w and b hold several numbers.

    >>> lines_through([(3, 10), (1, 4)], 2.0, 2.0)
    <Picture: The points, and what the model has learned. Points (3, 10) and (1, 4). The line 2 x + 2 ...>
    """
    ws, bs = np.broadcast_arrays(np.atleast_1d(w).astype(float), np.atleast_1d(b).astype(float))
    axes = Axes(LEFT, TOP, WIDTH, HEIGHT, XS, YS)
    title = "The points, and what the model has learned"
    parts = [svg.words(title, 18, bold=True, align="start").at(0, 0)]
    parts += [axes.line_across(value, f"{value:.0f}") for value in np.arange(0, 13, 3)]
    parts += [axes.tick(value, f"{value:.0f}") for value in range(4)]
    parts += [_line(axes, *line) for line in zip(ws, bs)]
    parts += [_dot(axes, *point) for point in points]
    parts += _names(axes, ws, bs)
    block = svg.canvas(LEFT + WIDTH + BESIDE, TOP + HEIGHT + 30, *parts)
    dots = " and ".join(f"({x:g}, {t:g})" for x, t in points)
    return svg.picture(block, title, desc=" ".join([f"Points {dots}.", *_told(points, ws, bs)]))


def _line(axes, w, b):
    """The part of a line between the left and the right end, cut off where it leaves the axes."""
    ends = [(x, min(max(w * x + b, YS[0]), YS[1])) for x in np.linspace(*XS, 41)]
    path = "M" + " L".join(f"{axes.x(x):.1f} {axes.y(y):.1f}" for x, y in ends)
    return f'<path d="{path}" fill="none" stroke="{svg.ACCENT}" stroke-width="2.5"/>'


def _dot(axes, x, t):
    return f'<circle cx="{axes.x(x):.1f}" cy="{axes.y(t):.1f}" r="6.5" fill="{svg.GRADIENT}"/>'


def _names(axes, ws, bs):
    """What each line is called, beside its right end, pushed apart where two ends are close."""
    ends = sorted((min(w * XS[1] + b, YS[1]), _called(w, b)) for w, b in zip(ws, bs))
    place = np.inf
    for end, text in ends:
        place = min(axes.y(end) - 10, place - 21)
        yield svg.words(text, 15, svg.ACCENT, bold=True, align="start").at(LEFT + WIDTH + 10, place)


def _called(w, b):
    return f"{svg.number(float(round(w, 2)))} x + {svg.number(float(round(b, 2)))}"


def _told(points, ws, bs):
    """A sentence for each line: which points it meets."""
    for w, b in zip(ws, bs):
        met = [f"({x:g}, {t:g})" for x, t in points if abs(w * x + b - t) < 0.01]
        which = "every point" if len(met) == len(points) else " and ".join(met) or "no point"
        yield f"The line {_called(w, b)} meets {which}."


def errors_of(runs):
    """Draw the error before each step of several trainings, `runs`, by what they are called.

    >>> errors_of({"cleared": [9, 4, 1], "never cleared": [9, 4, 6]})
    <Picture: The error, step by step. Cleared: 9, 4, 1. Never cleared: 9, 4, 6.>
    """
    title, looks = "The error, step by step", [Look(svg.LOCAL), Look(svg.BAD, "7 4", "square")]
    most, last = max(map(max, runs.values())), max(map(len, runs.values())) - 1
    axes = Axes(LEFT, TOP, WIDTH, 180, (0, last), (0, 1.1 * most))
    apart = round_up(most / 5)
    parts = [svg.words(title, 18, bold=True, align="start").at(0, 0)]
    parts += [axes.line_across(k * apart, svg.number(k * apart)) for k in range(int(most / apart) + 1)]
    parts += [axes.tick(step, str(step)) for step in range(last + 1)]
    parts += [axes.curve(range(len(ys)), ys, look) for ys, look in zip(runs.values(), looks)]
    parts += axes.names([ys[-1] for ys in runs.values()], [*runs], looks)
    told = (f"{name.capitalize()}: {', '.join(map(svg.number, ys))}." for name, ys in runs.items())
    return svg.picture(svg.canvas(LEFT + WIDTH + BESIDE, TOP + 210, *parts), title, desc=" ".join(told))


def growing(a, b, da, db):
    """Draw the product of a and b as an area, and what it gains where a grows by da and b by db.

    >>> growing(3, 2, 1, 0.5)
    <Picture: A product that grows. A rectangle of 3 by 2; ... 4 by 2.5.>
    """
    per, left, top = 60, 64, 36
    (x, y), (right, low) = (per * a, per * b), (per * (a + da), per * (b + db))
    parts = [svg.rect(left, top, right, low, fill=svg.ACCENT_WASH, stroke=svg.ACCENT, stroke_dasharray="5 4")]
    parts.append(svg.rect(left, top, x, y, fill=svg.PANEL, stroke=svg.INK))
    parts.append(svg.words("a · b", 18, bold=True, width=x).at(left, top + y / 2 - 12))
    for text, start, end in (("a", 0, x), ("da", x, right)):
        parts.append(svg.words(text, 16, width=end - start).at(left + start, 8))
    for text, start, end in (("b", 0, y), ("db", y, low)):
        parts.append(svg.words(text, 16, align="end", width=left - 10).at(0, top + (start + end) / 2 - 11))
    desc = f"A rectangle of {a:g} by {b:g}; dashed round it, one of {a + da:g} by {b + db:g}."
    return svg.picture(svg.canvas(left + right + 4, top + low + 4, *parts), "A product that grows", desc=desc)
