"""The pictures of what was measured: pure functions from the result.

While it is being measured, what is known so far is drawn over the run `before`, which is pale.
"""

from __future__ import annotations

import math

import numpy as np

from helpers.drawing import svg
from helpers.drawing.plots import BESIDE, Axes, Look, round_up
from helpers.drawing.svg.quantities import in_arrays, in_seconds

from .cost import COSTS
from .fan_in import WAYS

WIDTHS = {False: 760, True: 470}  # of the picture; True: where there is little room
GROWS = ("n grows", "m grows")
PLOT_HEIGHT = 216
PALE = 0.25  # the opacity of the run before
RATIOS = {"VJP ÷ f": ("VJP", "f"), "JVP ÷ f": ("JVP", "f"), "Jacobian ÷ VJP": ("Jacobian", "VJP")}
LOOKS = {
    "Jacobian": Look(svg.LOCAL, mark="square"),
    "JVP": Look(svg.ACCENT, dash="7 4", mark="diamond"),
    "VJP": Look(svg.GRADIENT),
    "f": Look(svg.MUTED, dash="2 4"),
    "in one piece": Look(svg.LOCAL, mark="square"),
    "cut in two": Look(svg.GRADIENT),
}
MEASURING = "What is pale is the run before. A point appears when its work has been done for the first time."


def draw_cost(result: dict, made: str, before: dict | None = None, narrow: bool = False) -> svg.Picture:
    """Curves of the four costs as n and as m grows, with the ratios printed below; `made` says on what.

    If `narrow`, one stands below the other.
    """
    title = "What a VJP, a JVP and a whole Jacobian of f(x) = tanh(W x) cost"
    runs = [run for run in (result, before) if run]
    every = [t for run in runs for grows in GROWS for name in COSTS for t in run[grows][name] if t]
    powers = range(math.floor(math.log10(min(every))), math.ceil(math.log10(max(every))) + 1)
    plots = [_cost_plot(result, before, grows, powers, 300 if narrow else 224) for grows in GROWS]
    claims = [MEASURING, made, "", ""] if before else cost_claims(result)
    how = "" if before else f"Each time is the shortest of {_rounds(result)}, its own run of f included."
    both = svg.column(*plots, gap=16, align=0) if narrow else svg.row(*plots, gap=18)
    told = [line for grows in GROWS for line in _ratios_in_words(result, grows)]
    return _closed(title, both, claims, how, "" if before else made, told, narrow)


def _cost_plot(result, before, grows, powers, width):
    part, letter = result[grows], grows[0]
    rows = {label: _ratios(part[over], part[under]) for label, (over, under) in RATIOS.items()}
    parts = [
        svg.words(_heading(result, grows), 16, bold=True, align="start").at(BESIDE, 0),
        *_cost_curves(part, before and before[grows], width, powers),
        _number_rows(letter, part["size"], rows, cell=50).at(0, 74 + PLOT_HEIGHT),
    ]
    return svg.canvas(BESIDE + width + 84, 74 + PLOT_HEIGHT + 106, *parts)


def _heading(result, grows):
    still = {"n grows": "m", "m grows": "n"}[grows]
    return f"{grows}, {still} = {result['fixed']}"


def _ratios_in_words(result, grows):
    part, letter = result[grows], grows[0]
    sizes = ", ".join(map(str, part["size"]))
    for label, (over, under) in RATIOS.items():
        ratios = ", ".join(_ratios(part[over], part[under]))
        yield f"{_heading(result, grows)}: {label} = {ratios} at {letter} = {sizes}."


def cost_claims(result: dict) -> list[str]:
    """What grew with m and with n, and what a VJP and a Jacobian cost: worded by a run's own numbers."""
    part = result["m grows"]
    m, few = part["size"][-1], part["size"][0]
    runs = np.divide(part["VJP"], part["f"])
    sweeps = part["Jacobian"][-1] / part["VJP"][-1]
    vjp = f"A VJP: {_two_digits(runs[-1])} runs of f at m = {m}"
    if runs[0] > 1.2 * runs[-1]:
        vjp += f", {_two_digits(runs[0])} at m = {few}, where bookkeeping outweighs so small an f"
    if sweeps < 0.9 * m:
        beside = f"fewer than {m}: its sweeps share one run of f"
    elif sweeps <= 1.1 * m:
        beside = "one sweep per row"
    else:
        beside = f"more than {m}: large rows cost extra, or something disturbed this run"
    return [
        *(_growth_in_words(result[grows], grows[0]) for grows in reversed(GROWS)),
        f"{vjp}.",
        f"The Jacobian: {_two_digits(sweeps)} whole VJPs at m = {m}, {beside}.",
    ]


def _growth_in_words(part, letter):
    """How many times as long each takes at the largest size as at the smallest."""
    times = {name: _two_digits(part[name][-1] / part[name][0]) for name in COSTS}
    return (
        f"From {letter} = {part['size'][0]} to {part['size'][-1]} the Jacobian takes {times['Jacobian']} "
        f"times as long, a VJP {times['VJP']} times, f {times['f']} times."
    )


def _cost_curves(part, before, width, powers):
    xs = [math.log10(size) for size in part["size"]]
    axes = Axes(BESIDE, 30, width, PLOT_HEIGHT, (xs[0], xs[-1]), (powers[0], powers[-1]))
    yield from (axes.line_across(power, in_seconds(10.0**power)) for power in powers)
    yield from (axes.tick(x, str(size)) for x, size in zip(xs, part["size"], strict=True))
    heights = {name: [seconds and math.log10(seconds) for seconds in part[name]] for name in COSTS}
    if before:
        pale = {name: [math.log10(seconds) for seconds in before[name]] for name in COSTS}
        sizes = [math.log10(size) for size in before["size"]]
        yield _pale(axes.curve(sizes, pale[name], LOOKS[name]) for name in COSTS)
    yield from _curves_and_names(
        axes, xs, heights, {name: name for name in COSTS}, pale if before else heights
    )


def draw_fan_in(result: dict, made: str, before: dict | None = None, narrow: bool = False) -> svg.Picture:
    """Peak memory against the number of branches, both ways, and the time of one beside that of the other."""
    title = "The most memory one training step holds, in arrays of the size of one source"
    branches, peaks, pale = result["branches"], result["arrays"], [before] if before else []
    most = max(peak for run in (result, *pale) for peak in run["arrays"][WAYS[0]] if peak)
    step = round_up(most / 4)
    highest = step * math.ceil(most / step)
    axes = Axes(BESIDE, 14, 232 if narrow else 500, PLOT_HEIGHT, (0, branches[-1]), (0, highest))
    names = {way: f"{way}: {_arrays(peaks[way][-1])} arrays" for way in WAYS}
    rows = {way: [_arrays(peak) for peak in peaks[way]] for way in WAYS}
    seconds = result["seconds"]
    rows["time, cut ÷ in one"] = _ratios(seconds[WAYS[1]], seconds[WAYS[0]])
    below = 14 + PLOT_HEIGHT
    table = _number_rows("branches", branches, rows, *((140, 56) if narrow else (176, 82)))
    parts = [
        *(axes.line_across(value, f"{value:.0f}") for value in np.arange(0, highest + step / 2, step)),
        *(axes.tick(count, str(count)) for count in branches),
        _pale(axes.curve(run["branches"], run["arrays"][way], LOOKS[way]) for run in pale for way in WAYS),
        *_curves_and_names(axes, branches, peaks, names, (before or result)["arrays"]),
        svg.words("branches that meet at y", 14, svg.MUTED, width=axes.width).at(BESIDE, below + 26),
        table.at(0, below + 54),
    ]
    claims = fan_in_claims(result) if not before else [MEASURING, made, ""]
    how = f"Memory beside sources and weights; each time is the shortest of {_rounds(result)}."
    counts = ", ".join(map(str, branches))
    told = [f"{label}: {', '.join(row)} for {counts} branches." for label, row in rows.items()]
    plot = svg.canvas(WIDTHS[narrow], below + 54 + table.height + 8, *parts)
    return _closed(title, plot, claims, "" if before else how, "" if before else made, told, narrow)


def fan_in_claims(result: dict) -> list[str]:
    """What a run says of memory and time: worded by its own numbers."""
    whole, cut = (result["arrays"][way][-1] for way in WAYS)
    slower = result["seconds"][WAYS[1]][-1] / result["seconds"][WAYS[0]][-1]
    less = f"{in_arrays(cut)}: {_two_digits(whole / cut)} times less"
    price = f"Its price: {_two_digits(slower)} times the time, as each branch runs twice."
    free = "It took no longer in this run, although each branch runs twice: memory takes time, too."
    return [
        f"With {result['branches'][-1]} branches, one sweep over everything keeps {in_arrays(whole)} arrays.",
        f"Cut at y, with dL/dy passed on as grad_ys, it is {less}.",
        price if slower > 1.05 else free,
    ]


def _curves_and_names(axes, xs, heights, names, ends):
    """The points that are known, joined; a name stands at the end of its curve, or of the one in `ends`."""
    for name, ys in heights.items():
        known = [(x, y) for x, y in zip(xs, ys, strict=True) if y is not None]
        if known:
            yield axes.curve(*zip(*known, strict=True), LOOKS[name])
    last = [ends[name][-1] if ys[-1] is None else ys[-1] for name, ys in heights.items()]
    yield from axes.names(last, [names[name] for name in heights], [LOOKS[name] for name in heights])


def _pale(curves):
    return svg.group("".join(curves), opacity=PALE)


def _number_rows(name, sizes, rows, wide=118, cell=50):
    """The numbers behind the curves, as a small table; each row in the colour of its curve."""
    parts = [svg.words(f"{name} =", 14, svg.MUTED, align="end", width=wide).at(0, 0)]
    for j, size in enumerate(sizes):
        parts.append(svg.words(size, 14, svg.MUTED, align="end", width=cell).at(wide + j * cell, 0))
    parts.append(svg.rect(8, 23, wide + cell * len(sizes) - 8, 1, fill=svg.LINE))
    for i, (label, texts) in enumerate(rows.items()):
        y = 28 + 26 * i
        color = LOOKS.get(label.partition(" ÷")[0], Look(svg.MUTED)).color
        parts.append(svg.words(label, 14, color, True, "end", wide).at(0, y))
        for j, text in enumerate(texts):
            parts.append(svg.words(text, 15, svg.INK, align="end", width=cell).at(wide + j * cell, y - 1))
    return svg.canvas(wide + cell * len(sizes), 28 + 26 * len(rows), *parts)


def _panel(claims, how, made, narrow):
    width = WIDTHS[narrow]
    lines = [*((text, 16, svg.INK) for text in claims), (how, 14, svg.MUTED), (made, 14, svg.MUTED)]
    within = svg.paragraph if narrow else _one_line
    words = svg.column(
        *(within(text, size, width - 28, color) for text, size, color in lines), gap=5, align=0
    )
    ground = svg.rect(0, 0, width, words.height + 16, fill=svg.PANEL, rx=8)
    return svg.canvas(width, words.height + 16, ground, words.at(14, 8))


def _one_line(text, size, width, color):
    """A line that is as high whatever it says: nothing jumps."""
    return svg.centred(svg.words_within(text, size, width, color), height=1.36 * size)


def _closed(title, plot, claims, how, made, told, narrow):
    """All in one column: the title, what is drawn, and what is said of it."""
    heading = svg.paragraph(title, 20, WIDTHS[narrow], bold=True)
    block = svg.column(heading, plot, _panel(claims, how, made, narrow), gap=8, align=0)
    return svg.picture(block, title, desc=" ".join([*claims, *told, how, made]))


def _rounds(result):
    count = result["rounds"]
    return f"{count} interleaved rounds" if count > 1 else "1 round"


def _ratios(over, under):
    """Each number over the other, with two digits; … where one is not known yet."""
    return [_two_digits(a / b) if a and b else "…" for a, b in zip(over, under, strict=True)]


def _arrays(peak):
    return "…" if peak is None else in_arrays(peak)


def _two_digits(value):
    """A ratio with two digits: more would be noise.

    >>> _two_digits(2.345), _two_digits(812.3)
    ('2.3', '810')
    """
    return svg.number(float(f"{value:.2g}"))
