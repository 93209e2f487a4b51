"""Lesson 01: the gradient of three layers when one of them forgets its upstream."""

import numpy as np

from helpers import autodiff as ad

from .style import BLUE, GRADIENT, INK, LOCAL, ORANGE, Plot, house_style

__all__ = ["forgotten_upstream"]

PALE = "#c4c4c4"


@house_style
def forgotten_upstream(layer, forgetful, start=0.0, stop=1.05):
    """Draw dy/dx of layer(layer(layer(x))), right and with one layer forgetting its upstream.

    layer is a function of one number; forgetful has the same values and a rule that leaves the upstream out.
    Where a wrong curve meets the right one, the upstream that was forgotten is 1, and the point is marked.

    >>> forgetful = ad.custom_gradient(lambda x: (x * x, lambda upstream: 2 * x))
    >>> forgotten_upstream(np.square, forgetful)
    <Plot: The gradient of three layers in a row at x from 0 to 1.05. ... With stop_gradient it is 0.>
    """
    xs = np.linspace(start, stop, 211)
    right = slopes(xs, layer, layer, layer)
    wrong = {
        "first": slopes(xs, forgetful, layer, layer),
        "middle": slopes(xs, layer, forgetful, layer),
        "last": slopes(xs, layer, layer, forgetful),
    }
    stopped = slopes(xs, layer, lambda x: ad.stop_gradient(layer(x)), layer)
    meetings = {name: crossing(xs, right, curve) for name, curve in wrong.items()}
    told = " ".join(
        f"Forgotten in the {name} layer it ends at {curve[-1]:.3g}{_meets(meetings[name])}."
        for name, curve in wrong.items()
    )
    alt = f"""The gradient of three layers in a row at x from {start:g} to {stop:g}. The right curve ends at
        {right[-1]:.3g}. {told} With stop_gradient it is {stopped[-1]:g}."""
    plot = Plot(alt=alt, width=8, height=4.6)
    axes = plot.subplots()
    axes.set(xlabel="x", ylabel="gradient that arrives at x", xlim=(start, stop + 0.46 * (stop - start)))
    axes.set_xticks(np.linspace(start, np.floor(5 * stop) / 5, 6))
    axes.plot(xs, right, color=PALE, linewidth=11, linestyle="-")  # the wrong ones are drawn on top
    beside = stop + 0.025 * (stop - start)
    for name, colour, dashes in (("last", INK, "-"), ("middle", ORANGE, "--"), ("first", BLUE, "-.")):
        label = f"forgotten in\nthe {name} layer"
        if np.allclose(wrong[name], right):
            label = "grey: right; on it:\n" + label.replace("\n", " ")
        axes.plot(xs, wrong[name], color=colour, linestyle=dashes)
        axes.text(beside, wrong[name][-1], label, color=colour, va="center", size=12)
    axes.plot(xs, stopped, color=LOCAL, linestyle=":")
    axes.text(beside, stopped[-1], "stop_gradient", color=LOCAL, va="center", size=12)
    points = [point for point in meetings.values() if point]
    for point in points:
        axes.plot(*point, "o", color=GRADIENT)
    if points:
        note = "at a dot, the forgotten\nupstream happens to be 1"
        axes.text(points[0][0] - 0.08, 0.35 * right[-1], note, color=GRADIENT, ha="right")
    return plot


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


def _meets(point):
    return f" and meets the right one at x = {point[0]:.2f}" if point else ""
