"""Lesson 07: the points that a model is to meet, with the line that it has learned, and its errors."""

import numpy as np

from helpers.drawing import svg
from helpers.drawing.plots import Axes, Look, round_up

__all__ = ["errors_of", "lines_through"]

LEFT, TOP, WIDTH, HEIGHT = 52, 44, 380, 240
XS, YS = (-0.3, 3.6), (0.0, 12.0)
BESIDE = 200  # the room for what a line is called
COLORS = (svg.ACCENT, ""), (svg.BAD, "8 4"), (svg.LOCAL, "2 4"), (svg.INK, "9 4 2 4")
LOOKS = [Look(color, dash, mark="") for color, dash in COLORS]


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
    xs, looks = np.linspace(*XS, 41), [LOOKS[k % len(LOOKS)] for k in range(len(ws))]
    lines = [np.clip(w * xs + b, *YS) for w, b in zip(ws, bs)]  # cut off where they leave the axes
    parts += [axes.curve(xs, ys, look) for ys, look in zip(lines, looks)]
    colors = [look.color for look in looks] if len(ws) == len(points) else len(points) * [svg.GRADIENT]
    parts += [svg.circle(axes.x(x), axes.y(t), 6.5, fill=color) for (x, t), color in zip(points, colors)]
    parts += axes.names([ys[-1] for ys in lines], list(map(_called, ws, bs)), looks)
    block = svg.canvas(LEFT + WIDTH + BESIDE, TOP + HEIGHT + 30, *parts)
    dots = svg.listed(f"({x:g}, {t:g})" for x, t in points)
    return svg.picture(block, title, desc=" ".join([f"Points {dots}.", *_told(points, ws, bs)]))


def _called(w, b):
    return f"{svg.number(float(round(w, 2)))} x + {svg.number(float(round(b, 2)))}"


def _told(points, ws, bs):
    """A sentence for each line: which points it meets."""
    for w, b in zip(ws, bs):
        met = [f"({x:g}, {t:g})" for x, t in points if abs(w * x + b - t) < 0.01]
        which = "every point" if len(met) == len(points) else svg.listed(met) or "no point"
        yield f"The line {_called(w, b)} meets {which}."


def errors_of(runs):
    """Draw the error before each step of several trainings, `runs`, by what they are called.

    >>> errors_of({"cleared": [9, 4, 1], "never cleared": [9, 4, 6]})
    <Picture: The error, step by step. Cleared: 9, 4, 1. Never cleared: 9, 4, 6.>
    """
    title, looks = "The error, step by step", [Look(svg.LOCAL), Look(svg.BAD, "7 4", "square")]
    most, last = max(map(max, runs.values())), max(map(len, runs.values())) - 1
    apart = round_up(most / 5)
    lines = np.arange(0, most + apart, apart)  # the last is at the largest, or above it
    axes = Axes(LEFT, TOP, WIDTH, 180, (0, last), (0, lines[-1]))
    parts = [svg.words(title, 18, bold=True, align="start").at(0, 0)]
    parts += [axes.line_across(line, svg.number(line)) for line in lines]
    parts += [axes.tick(step, str(step) if step else "step 0") for step in range(last + 1)]
    parts += [axes.curve(range(len(ys)), ys, look) for ys, look in zip(runs.values(), looks)]
    parts += axes.names([ys[-1] for ys in runs.values()], [*runs], looks)
    told = (f"{name.capitalize()}: {', '.join(map(svg.number, ys))}." for name, ys in runs.items())
    return svg.picture(svg.canvas(LEFT + WIDTH + BESIDE, TOP + 210, *parts), title, desc=" ".join(told))
