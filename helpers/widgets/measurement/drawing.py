"""The pictures of what was measured: pure functions from the result."""

from __future__ import annotations

import math

import numpy as np

from helpers.drawing import svg
from helpers.drawing.plots import BESIDE, Axes, Look, round_up
from helpers.drawing.svg.quantities import in_seconds

WIDTH = 760
PLOT_HEIGHT, PANEL_HEIGHT = 216, 92
COSTS = ("Jacobian", "JVP", "VJP", "f")
RATIOS = {"VJP ÷ f": ("VJP", "f"), "JVP ÷ f": ("JVP", "f"), "Jacobian ÷ VJP": ("Jacobian", "VJP")}
WAYS = ("all at once", "branch by branch")
LOOKS = {
    "Jacobian": Look(svg.LOCAL, mark="square"),
    "JVP": Look(svg.ACCENT, dash="7 4", mark="diamond"),
    "VJP": Look(svg.GRADIENT),
    "f": Look(svg.MUTED, dash="2 4"),
    "all at once": Look(svg.LOCAL, mark="square"),
    "branch by branch": Look(svg.GRADIENT),
}


def draw_cost(result: dict, made: str) -> svg.Picture:
    """Curves of the four costs as n and as m grows, with the ratios printed below; `made` says on what."""
    title = "What a VJP, a JVP and a whole Jacobian of f(x) = tanh(W x) cost"
    every = [t for grows in ("n grows", "m grows") for name in COSTS for t in result[grows][name]]
    powers = range(math.floor(math.log10(min(every))), math.ceil(math.log10(max(every))) + 1)
    parts, told = [svg.words(title, 20, bold=True, align="start").at(0, 0)], []
    for left, grows, still in ((0, "n grows", "m"), (390, "m grows", "n")):
        heading, letter = f"{grows}, {still} = {result['fixed']}", grows[0]
        part = result[grows]
        parts.append(svg.words(heading, 16, bold=True, align="start").at(left + BESIDE, 36))
        parts += _cost_curves(part, left, powers)
        ratios = {
            label: np.divide(part[over], part[under]).tolist() for label, (over, under) in RATIOS.items()
        }
        rows = {label: [_ratio(value) for value in values] for label, values in ratios.items()}
        parts.append(_number_rows(letter, part["size"], rows).at(left, 66 + PLOT_HEIGHT + 44))
        sizes = ", ".join(map(str, part["size"]))
        told += [
            f"{heading}: {label} = {', '.join(row)} at {letter} = {sizes}." for label, row in rows.items()
        ]
    last = {name: values[-1] for name, values in result["m grows"].items()}
    runs, rows = _ratio(last["VJP"] / last["f"]), _ratio(last["Jacobian"] / last["VJP"])
    claims = (
        f"A VJP: a few runs of f, and the engine’s bookkeeping. At m = {last['size']}: {runs} runs of f.",
        f"The Jacobian: m VJPs, one per row, and one run of f. At m = {last['size']}: {rows} whole VJPs.",
    )
    panel = _panel(*claims, f"Median time, each with its own run of f. {made}")
    return _closed(parts, 66 + PLOT_HEIGHT + 44 + 112, panel, title, [*claims, *told, made])


def _cost_curves(part, left, powers):
    xs = [math.log10(size) for size in part["size"]]
    axes = Axes(left + BESIDE, 66, 224, PLOT_HEIGHT, (xs[0], xs[-1]), (powers[0], powers[-1]))
    yield from (axes.line_across(power, in_seconds(10.0**power)) for power in powers)
    yield from (axes.tick(x, str(size)) for x, size in zip(xs, part["size"], strict=True))
    heights = {name: [math.log10(seconds) for seconds in part[name]] for name in COSTS}
    yield from (axes.curve(xs, heights[name], LOOKS[name]) for name in COSTS)
    yield from axes.names([heights[name][-1] for name in COSTS], COSTS, [LOOKS[name] for name in COSTS])


def draw_fan_in(result: dict, made: str) -> svg.Picture:
    """Peak memory against the number of branches, both ways; `made` says on what it was measured."""
    title = "The most memory one training step holds, in arrays of the size of one branch"
    branches, peaks = result["branches"], {way: result[way] for way in WAYS}
    whole, cut = (values[-1] for values in peaks.values())
    step = round_up(max(peaks["all at once"]) / 4)
    highest = step * math.ceil(max(peaks["all at once"]) / step)
    axes = Axes(BESIDE, 60, 500, PLOT_HEIGHT, (0, branches[-1]), (0, highest))
    names = [f"{way}: {values[-1]:.0f} arrays" for way, values in peaks.items()]
    rows = {way: [f"{value:.0f}" for value in values] for way, values in peaks.items()}
    below = 60 + PLOT_HEIGHT
    parts = [
        svg.words(title, 20, bold=True, align="start").at(0, 0),
        *(axes.line_across(value, f"{value:.0f}") for value in np.arange(0, highest + step / 2, step)),
        *(axes.tick(count, str(count)) for count in branches),
        *(axes.curve(branches, values, LOOKS[way]) for way, values in peaks.items()),
        *axes.names([whole, cut], names, [LOOKS[way] for way in WAYS]),
        svg.words("branches that meet at y", 14, svg.MUTED).at(BESIDE + 170, below + 26),
        _number_rows("branches", branches, rows, wide=150, cell=84).at(0, below + 54),
    ]
    claims = (
        f"With {branches[-1]} branches, one sweep over everything keeps {whole:.0f} arrays at its peak.",
        f"Cut at y, with dL/dy passed on as grad_ys, it is {cut:.0f}: {_ratio(whole / cut)} times less.",
    )
    panel = _panel(*claims, f"Peak of the memory in use beside the weights. {made}")
    counts = ", ".join(map(str, branches))
    told = [f"{way}: {', '.join(row)} arrays for {counts} branches." for way, row in rows.items()]
    return _closed(parts, below + 54 + 92, panel, title, [*claims, *told, made])


def _number_rows(name, sizes, rows, wide=118, cell=50):
    """The numbers behind the curves, as a small table; each row in the colour of its curve."""
    parts = [svg.words(f"{name} =", 14, svg.MUTED, align="end", width=wide).at(0, 0)]
    for j, size in enumerate(sizes):
        parts.append(svg.words(size, 14, svg.MUTED, align="end", width=cell).at(wide + j * cell, 0))
    parts.append(svg.rect(8, 23, wide + cell * len(sizes) - 8, 1, fill=svg.LINE))
    for i, (label, texts) in enumerate(rows.items()):
        y = 28 + 26 * i
        color = LOOKS[label.partition(" ÷")[0]].color
        parts.append(svg.words(label, 14, color, True, "end", wide).at(0, y))
        for j, text in enumerate(texts):
            parts.append(svg.words(text, 15, svg.INK, align="end", width=cell).at(wide + j * cell, y - 1))
    return svg.canvas(wide + cell * len(sizes), 28 + 26 * len(rows), *parts)


def _panel(first, second, made):
    lines = ((first, 16, svg.INK), (second, 16, svg.INK), (made, 14, svg.MUTED))
    words = (svg.words_within(text, size, WIDTH - 28, color) for text, size, color in lines)
    placed = [line.at(14, 6 + 28 * k) for k, line in enumerate(words)]
    return svg.canvas(WIDTH, PANEL_HEIGHT, svg.rect(0, 0, WIDTH, PANEL_HEIGHT, fill=svg.PANEL, rx=8), *placed)


def _closed(parts, top, panel, title, told):
    block = svg.canvas(WIDTH, top + panel.height, *parts, panel.at(0, top))
    return svg.picture(block, title, desc=" ".join(told))


def _ratio(value):
    """A ratio with two digits: more would be noise.

    >>> _ratio(2.345), _ratio(812.3)
    ('2.3', '810')
    """
    return svg.number(float(f"{value:.2g}"))
