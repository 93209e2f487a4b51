"""Lesson 01: the gradient of three layers when one of them forgets its upstream."""

import math

import numpy as np

from helpers import autodiff as ad
from helpers.drawing import svg
from helpers.drawing.plots import BESIDE, Axes, Look, round_up

__all__ = ["forgotten_upstream"]

WIDTH, HEIGHT, TOP = 500, 330, 44  # of the axes, and where they begin
LABELS = 206  # the room for the names at the right
RIGHT = Look(svg.GRADIENT, mark="", width=11, opacity=0.28)
LOOKS = {
    "last": Look(svg.INK, mark=""),
    "middle": Look(svg.BAD, dash="9 5", mark=""),
    "first": Look(svg.ACCENT, dash="10 4 2 4", mark=""),
}
STOPPED = Look(svg.MUTED, dash="2 5", mark="")


def forgotten_upstream(layer, forgetful, start=0.0, stop=1.05):
    """Draw dy/dx of layer(layer(layer(x))), right and with one layer forgetting its upstream.

    layer is a function of one number; forgetful has the same values and a rule that leaves the upstream out.
    Where a wrong curve meets the right one, the upstream that was forgotten is 1, and the point is marked.

    >>> forgetful = ad.custom_gradient(lambda x: (x * x, lambda upstream: 2 * x))
    >>> forgotten_upstream(np.square, forgetful)
    <Picture: The gradient of three layers in a row at x from 0 to 1.05. ... With stop_gradient it is 0.>
    """
    xs, right, wrong, stopped = gradients_of_three(layer, forgetful, start, stop)
    meetings = {name: crossing(xs, right, curve) for name, curve in wrong.items()}
    ys = np.concatenate([right, stopped, *wrong.values()])
    axes = _axes(start, stop, min(0.0, ys.min()), ys.max())
    names = {name: f"forgotten in the {name} layer" for name in wrong}
    ends = [right[-1], stopped[-1], *(curve[-1] for curve in wrong.values())]
    texts = ["right", "stop_gradient", *names.values()]
    parts = [
        *_scales(axes, start, stop),
        axes.curve(xs, right, RIGHT),  # the wrong ones are drawn on top
        *(axes.curve(xs, wrong[name], look) for name, look in LOOKS.items()),
        axes.curve(xs, stopped, STOPPED),
        *axes.names(ends, texts, [RIGHT, STOPPED, *(LOOKS[name] for name in wrong)]),
        *_dots(axes, [point for point in meetings.values() if point]),
    ]
    told = " ".join(
        f"Forgotten in the {name} layer it ends at {curve[-1]:.3g}{_meets(meetings[name])}."
        for name, curve in wrong.items()
    )
    title = f"The gradient of three layers in a row at x from {start:g} to {stop:g}"
    desc = f"The right curve ends at {right[-1]:.3g}. {told} With stop_gradient it is {stopped[-1]:g}."
    block = svg.canvas(BESIDE + WIDTH + LABELS, TOP + HEIGHT + 46, *parts)
    return svg.picture(block, title, desc=desc)


def gradients_of_three(layer, forgetful, start, stop):
    """The xs and dy/dx there: right, by the layer that forgets, and with stop_gradient in the middle."""
    xs = np.linspace(start, stop, 106)
    wrong = {
        "first": slopes(xs, forgetful, layer, layer),
        "middle": slopes(xs, layer, forgetful, layer),
        "last": slopes(xs, layer, layer, forgetful),
    }
    stopped = slopes(xs, layer, lambda x: ad.stop_gradient(layer(x)), layer)
    return xs, slopes(xs, layer, layer, layer), wrong, stopped


def slopes(xs, *layers):
    """dy/dx of the layers, one after the other, at every x: the sum of separate ys has their gradients."""

    def chain(x):
        for layer in layers:
            x = layer(x)
        return x

    return ad.vjp(chain, xs)[1](np.ones_like(xs))[0]


def crossing(xs, one, other):
    """The point (x, y) where two curves change places, straight between samples; None if they never do.

    >>> crossing(np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0, 2.0]), np.array([1.0, 1.5, 0.0]))
    (1.2, 1.2)
    """
    gap = one - other
    changes = np.flatnonzero(gap[:-1] * gap[1:] < 0)
    if not changes.size:
        return None
    i = changes[0]
    part = gap[i] / (gap[i] - gap[i + 1])
    return float(xs[i] + part * (xs[i + 1] - xs[i])), float(one[i] + part * (one[i + 1] - one[i]))


def _axes(start, stop, low, high):
    step = _step(low, high)
    ends = step * math.floor(low / step), step * math.ceil(high / step)
    return Axes(BESIDE, TOP, WIDTH, HEIGHT, (start, stop), ends)


def _step(low, high):
    """From one gridline to the next."""
    return round_up((high - low) / 7)


def _scales(axes, start, stop):
    """Gridlines and ticks at round numbers, and what the axes mean."""
    low, high = axes.ys
    step = _step(low, high)
    across = np.arange(low, high + step / 2, step)
    yield from (axes.line_across(y, f"{y:.3g}".replace("-", "−")) for y in across)
    yield from (axes.tick(x, f"{x:.3g}") for x in np.linspace(start, np.floor(5 * stop) / 5, 6))
    yield svg.words("gradient that arrives at x", 15, svg.GRADIENT, bold=True, align="start").at(BESIDE, 4)
    yield svg.words("x", 15, svg.MUTED, width=40).at(BESIDE + WIDTH - 20, TOP + HEIGHT + 20)


def _dots(axes, points):
    for x, y in points:
        yield f'<circle cx="{axes.x(x):.1f}" cy="{axes.y(y):.1f}" r="6" fill="{svg.GRADIENT}"/>'
    if points:
        lines = ("at a dot, the forgotten", "upstream happens to be 1")
        note = svg.column(*(svg.words(line, 15, svg.GRADIENT) for line in lines), gap=0, align=1)
        x, y = axes.x(points[0][0]) - 24 - note.width, axes.top + 0.45 * axes.height
        yield svg.rect(x, y, note.width, note.height, fill=svg.CARD)  # no gridline goes through it
        yield note.at(x, y)


def _meets(point):
    return f" and meets the right one at x = {point[0]:.2f}" if point else ""
