"""Measured on the learner's own computer: what a Jacobian costs, and what a huge fan-in keeps in memory.

`measure_cost` and `measure_fan_in` are generators that measure a little, say how much is done, and go on.
The exhibit runs them piece by piece on the kernel's own event loop, so that they can be cancelled and the
kernel is free in between. `draw_cost` and `draw_fan_in` are pure functions from the result to a picture.

Until the button is pressed the exhibit shows an earlier measurement, stored beside this file together with
what it was made on, so that a notebook run from top to bottom always shows the same. To store a new one::

    python -m helpers.widgets.measurement
"""

from __future__ import annotations

import asyncio
import gc
import json
import math
import os
import pathlib
import platform
import statistics
import time
import tracemalloc
from collections.abc import Callable, Generator, Sequence

import numpy as np

from helpers import autodiff as ad
from helpers.drawing import svg

from .controls import Button, Progress
from .exhibit import Exhibit

STORED = pathlib.Path(__file__).with_name("measurements.json")
Steps = Generator[float, None, dict]  # yields how much is done, from 0 to 1; returns what was measured


# --- what is measured --------------------------------------------------------------------------------------

SIZES = (4, 16, 64, 256, 1024)
FIXED = 128


def measure_cost(sizes: Sequence[int] = SIZES, fixed: int = FIXED, repeats: int = 25) -> Steps:
    """Seconds for f, one VJP, one JVP and the whole Jacobian of f(x) = tanh(W x), as n and then as m grows.

    `sizes` are the n at m = `fixed`, and the m at n = `fixed`. Every time is the median of `repeats`; in each
    round all of them are measured once, so that a busy moment of the computer hits all alike.

    >>> result = finished(measure_cost(sizes=(2, 3), fixed=2, repeats=1))
    >>> sorted(result["m grows"]), len(result["m grows"]["VJP"])
    (['JVP', 'Jacobian', 'VJP', 'f', 'size'], 2)
    """
    jobs = {}
    for grows in ("n grows", "m grows"):
        for size in sizes:
            n, m = (size, fixed) if grows == "n grows" else (fixed, size)
            jobs |= {(grows, size, name): job for name, job in cost_of(n, m).items()}
    counts = {}
    for key, job in jobs.items():  # the first run is for warming up, and tells how often to repeat short work
        counts[key] = max(1, round(4e-4 / max(_seconds(job, 1), 1e-7)))
        yield 0.0
    times = {key: [] for key in jobs}
    for done in range(repeats):
        for i, (key, job) in enumerate(jobs.items()):
            times[key].append(_seconds(job, counts[key]))
            yield (done + (i + 1) / len(jobs)) / repeats
    result = {"fixed": fixed}
    for grows in ("n grows", "m grows"):
        result[grows] = {"size": list(sizes)}
        for name in ("f", "VJP", "JVP", "Jacobian"):
            result[grows][name] = [statistics.median(times[grows, size, name]) for size in sizes]
    return result


def cost_of(n: int, m: int) -> dict[str, Callable[[], object]]:
    """What is timed for a function from n numbers to m numbers; each runs the function once itself."""
    rng = np.random.default_rng(n + 1000 * m)
    W, x = rng.standard_normal((m, n)) / math.sqrt(n), rng.standard_normal(n)
    upstream, tangent = rng.standard_normal(m), rng.standard_normal(n)

    def f(x):
        return np.tanh(W @ x)

    return {
        "f": lambda: f(x),
        "VJP": lambda: ad.vjp(f, x)[1](upstream),
        "JVP": lambda: ad.jvp(f, (x,), (tangent,)),
        "Jacobian": lambda: ad.jacobian(f)(x),
    }


def _seconds(job, count):
    if count > 1:
        job()  # what another job left in the processor's caches is not this one's cost
    collecting = gc.isenabled()
    gc.disable()
    try:
        start = time.perf_counter()
        for _ in range(count):
            job()
        return (time.perf_counter() - start) / count
    finally:
        if collecting:
            gc.enable()


BRANCHES = (1, 20, 40, 60, 80, 100)
ENTRIES = 20_000  # of one array: large enough that the bookkeeping beside it does not count


def measure_fan_in(branches: Sequence[int] = BRANCHES, entries: int = ENTRIES) -> Steps:
    """Peak memory, in arrays, of one training step with many branches: all at once, and branch by branch.

    >>> result = finished(measure_fan_in(branches=(1, 3), entries=20_000))
    >>> [round(peak) for peak in result["branch by branch"]]
    [8, 8]
    """
    for way in (step_all_at_once, step_branch_by_branch):
        peak_in_arrays(way, 1, entries)  # whatever is imported or kept on first use is not measured
        yield 0.0
    result = {"branches": list(branches), "all at once": [], "branch by branch": []}
    for i, count in enumerate(branches):
        result["all at once"].append(peak_in_arrays(step_all_at_once, count, entries))
        yield (i + 0.5) / len(branches)
        result["branch by branch"].append(peak_in_arrays(step_branch_by_branch, count, entries))
        yield (i + 1) / len(branches)
    return result


def source(i: int, entries: int) -> np.ndarray:
    """What comes in at branch i: read when it is needed, as from a file."""
    return np.random.default_rng(i).standard_normal(entries)


def branch(x, w):
    """One branch: a layer with a weight for every entry."""
    return np.tanh(w * x)


def loss_of(y):
    """What stands above the point where the branches meet."""
    return np.sum(np.tanh(y) ** 2)


def step_all_at_once(weights: list[np.ndarray]) -> None:
    """One step of gradient descent with one sweep over everything: every branch's values are kept for it."""
    tensors = [ad.Tensor(w) for w in weights]
    y = sum(branch(source(i, w.size), w) for i, w in enumerate(tensors))
    for w, gradient in zip(weights, ad.gradients(loss_of(y), tensors), strict=True):
        w -= 0.1 * gradient


def step_branch_by_branch(weights: list[np.ndarray]) -> None:
    """The same step, cut at y: first dL/dy, then every branch alone with grad_ys = dL/dy."""
    y = np.zeros_like(weights[0])
    for i, w in enumerate(weights):
        y += branch(source(i, w.size), w)  # plain NumPy: nothing is kept
    y = ad.Tensor(y)
    upstream = ad.gradients(loss_of(y), y)
    for i, w in enumerate(weights):
        tensor = ad.Tensor(w)
        w -= 0.1 * ad.gradients(branch(source(i, w.size), tensor), tensor, grad_ys=upstream)


def peak_in_arrays(step: Callable[[list[np.ndarray]], None], branches: int, entries: int) -> float:
    """The most memory that `step` held beside its weights, in arrays of `entries` numbers."""
    weights = [np.full(entries, 0.5) for _ in range(branches)]
    running = tracemalloc.is_tracing()
    if not running:
        tracemalloc.start()
    try:
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        step(weights)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        if not running:
            tracemalloc.stop()
    return (peak - before) / weights[0].nbytes


def finished(steps: Steps) -> dict:
    """Run a measurement to its end and return what it measured."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def conditions() -> str:
    """What the numbers depend on, in words."""
    cores = os.cpu_count()
    return (
        f"{platform.system()} on {platform.machine()}, {cores} core{'s' * (cores != 1)}, "
        f"Python {platform.python_version()}, NumPy {np.__version__}"
    )


# --- pictures ----------------------------------------------------------------------------------------------

WIDTH = 760
MARGIN, PLOT_HEIGHT = 66, 216
STYLES = {  # a colour, a dash and a mark each: none says anything alone
    "Jacobian": (svg.LOCAL, "", "square"),
    "JVP": (svg.ACCENT, "7 4", "diamond"),
    "VJP": (svg.GRADIENT, "", "circle"),
    "f": (svg.MUTED, "2 4", "circle"),
    "all at once": (svg.LOCAL, "", "square"),
    "branch by branch": (svg.GRADIENT, "", "circle"),
}


def draw_cost(result: dict, made: str) -> svg.Picture:
    """Curves of the four costs as n and as m grows, with the ratios printed below."""
    title = "What a VJP, a JVP and a whole Jacobian of f(x) = tanh(W x) cost"
    names = ("Jacobian", "JVP", "VJP", "f")
    fixed = result["fixed"]
    every = [t for grows in ("n grows", "m grows") for name in names for t in result[grows][name]]
    low, high = math.floor(math.log10(min(every))), math.ceil(math.log10(max(every)))
    parts, ratios = [svg.words(title, 20, bold=True, align="start").at(0, 0)], []
    for k, (grows, still) in enumerate((("n grows", "m"), ("m grows", "n"))):
        part, left = result[grows], k * 390
        xs = [math.log10(size) for size in part["size"]]
        plot = _Plot(left + MARGIN, 66, 224, PLOT_HEIGHT, (xs[0], xs[-1]), (low, high))
        heading = f"{grows[0]} grows, {still} = {fixed}"
        parts.append(svg.words(heading, 16, bold=True, align="start").at(left + MARGIN, 36))
        for power in range(low, high + 1):
            parts.append(plot.line_across(power, _seconds_text(10.0**power)))
        parts += [plot.tick(x, str(size)) for x, size in zip(xs, part["size"], strict=True)]
        for name in names:
            parts.append(plot.curve(xs, [math.log10(t) for t in part[name]], *STYLES[name]))
        ends = [math.log10(part[name][-1]) for name in names]
        parts += plot.labels(ends, names)
        rows = []
        for label, over, under in (
            ("VJP ÷ f", "VJP", "f"), ("JVP ÷ f", "JVP", "f"), ("Jacobian ÷ VJP", "Jacobian", "VJP"),
        ):  # fmt: skip
            rows.append((label, [a / b for a, b in zip(part[over], part[under], strict=True)]))
        parts.append(_ratios(grows[0], part["size"], rows).at(left, 66 + PLOT_HEIGHT + 44))
        ratios += [
            f"{heading}: {label} = {_list(row)} at {grows[0]} = {_list(part['size'], 0)}."
            for label, row in rows
        ]
    last = result["m grows"]
    largest, runs = last["size"][-1], last["VJP"][-1] / last["f"][-1]
    rows = last["Jacobian"][-1] / last["VJP"][-1]
    claims = (
        f"A VJP: a few runs of f, and the engine’s bookkeeping. At m = {largest}: {_ratio(runs)} runs of f.",
        f"The Jacobian: m VJPs, one per row, and one run of f. At m = {largest}: {_ratio(rows)} whole VJPs.",
    )
    top = 66 + PLOT_HEIGHT + 44 + 112
    parts.append(_panel(*claims, f"Median time, each with its own run of f. {made}").at(0, top))
    desc = " ".join([*claims, *ratios, made])
    return svg.picture(svg.canvas(WIDTH, top + 92, *parts), title, desc=desc)


def draw_fan_in(result: dict, made: str) -> svg.Picture:
    """Peak memory against the number of branches, both ways."""
    title = "The most memory one training step holds, in arrays of the size of one branch"
    names = ("all at once", "branch by branch")
    branches = result["branches"]
    step = _round_step(max(result["all at once"]) / 4)
    highest = step * math.ceil(max(result["all at once"]) / step)
    plot = _Plot(MARGIN, 60, 500, PLOT_HEIGHT, (0, branches[-1]), (0, highest))
    parts = [svg.words(title, 20, bold=True, align="start").at(0, 0)]
    parts += [plot.line_across(value, f"{value:.0f}") for value in np.arange(0, highest + step / 2, step)]
    parts += [plot.tick(count, str(count)) for count in branches]
    for name in names:
        parts.append(plot.curve(branches, result[name], *STYLES[name]))
    parts += plot.labels(
        [result[name][-1] for name in names], names, [f": {result[n][-1]:.0f} arrays" for n in names]
    )
    parts.append(svg.words("branches that meet at y", 14, svg.MUTED).at(MARGIN + 170, 60 + PLOT_HEIGHT + 26))
    rows = [(name, result[name]) for name in names]
    parts.append(
        _ratios("branches", branches, rows, digits=0, wide=150, cell=84).at(0, 60 + PLOT_HEIGHT + 54)
    )
    whole, cut = (result[name][-1] for name in names)
    claims = (
        f"With {branches[-1]} branches, one sweep over everything keeps {whole:.0f} arrays at its peak.",
        f"Cut at y, with dL/dy passed on as grad_ys, it is {cut:.0f}: {_ratio(whole / cut)} times less.",
    )
    top = 60 + PLOT_HEIGHT + 54 + 92
    parts.append(_panel(*claims, f"Peak of the memory in use beside the weights. {made}").at(0, top))
    rows = [f"{name}: {_list(row, 0)} arrays for {_list(branches, 0)} branches." for name, row in rows]
    return svg.picture(svg.canvas(WIDTH, top + 92, *parts), title, desc=" ".join([*claims, *rows, made]))


def _round_step(value):
    """The next 1, 2 or 5 times a power of ten.

    >>> _round_step(151), _round_step(0.3)
    (200.0, 0.5)
    """
    power = 10.0 ** math.floor(math.log10(value))
    return next(k * power for k in (1, 2, 5, 10) if k * power >= value)


class _Plot:
    """A pair of axes: where a point (x, y) lies in the picture, and what is drawn there."""

    def __init__(self, left, top, width, height, xs, ys):
        self.left, self.top, self.width, self.height, self.xs, self.ys = left, top, width, height, xs, ys

    def x(self, value):
        return self.left + self.width * (value - self.xs[0]) / ((self.xs[1] - self.xs[0]) or 1)

    def y(self, value):
        return self.top + self.height * (1 - (value - self.ys[0]) / ((self.ys[1] - self.ys[0]) or 1))

    def line_across(self, value, text):
        y = self.y(value)
        line = svg.rect(self.left, y - 0.5, self.width, 1, fill=svg.LINE, fill_opacity=0.45)
        return line + svg.words(text, 13, svg.MUTED, align="end", width=MARGIN - 8).at(
            self.left - MARGIN, y - 9
        )

    def tick(self, value, text):
        x, y = self.x(value), self.top + self.height
        mark = svg.rect(x - 0.5, y, 1, 5, fill=svg.LINE)
        return mark + svg.words(text, 13, svg.MUTED, width=40).at(x - 20, y + 6)

    def curve(self, xs, ys, color, dash, mark):
        points = [(self.x(x), self.y(y)) for x, y in zip(xs, ys, strict=True)]
        path = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        line = f'<path d="{path}" fill="none" stroke="{color}" stroke-width="2.5"{dashed}/>'
        return line + "".join(_mark(x, y, mark, color) for x, y in points)

    def labels(self, ends, names, more=None):
        """Each curve's name beside its end, pushed apart where two ends are close."""
        more = more or [""] * len(names)
        order = sorted(range(len(names)), key=lambda k: -ends[k])
        placed, parts = -math.inf, []
        for k in order:
            y = max(self.y(ends[k]) - 10, placed + 19)
            placed = y
            text = svg.words(names[k] + more[k], 14, STYLES[names[k]][0], bold=True, align="start")
            parts.append(text.at(self.left + self.width + 10, y))
        return parts


def _mark(x, y, kind, color):
    if kind == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{color}"/>'
    if kind == "square":
        return svg.rect(x - 4.5, y - 4.5, 9, 9, fill=color)
    return f'<path d="M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z" fill="{color}"/>'


def _ratios(name, sizes, rows, digits=None, wide=118, cell=50):
    """The numbers behind the curves, as a small table."""
    parts = [svg.words(f"{name} =", 14, svg.MUTED, align="end", width=wide).at(0, 0)]
    for j, size in enumerate(sizes):
        parts.append(svg.words(size, 14, svg.MUTED, align="end", width=cell).at(wide + j * cell, 0))
    parts.append(svg.rect(8, 23, wide + cell * len(sizes) - 8, 1, fill=svg.LINE))
    for i, (label, values) in enumerate(rows):
        y = 28 + 26 * i
        color = STYLES[label if label in STYLES else label.partition(" ")[0]][0]
        parts.append(svg.words(label, 14, color, True, "end", wide).at(0, y))
        for j, value in enumerate(values):
            text = _ratio(value) if digits is None else f"{value:.{digits}f}"
            parts.append(svg.words(text, 15, svg.INK, align="end", width=cell).at(wide + j * cell, y - 1))
    return svg.canvas(wide + cell * len(sizes), 28 + 26 * len(rows), *parts)


def _panel(first, second, made):
    lines = [
        _fitted(text, size, color).at(14, 6 + 28 * k)
        for k, (text, size, color) in enumerate(
            ((first, 16, svg.INK), (second, 16, svg.INK), (made, 14, svg.MUTED))
        )
    ]
    return svg.canvas(WIDTH, 92, svg.rect(0, 0, WIDTH, 92, fill=svg.PANEL, rx=8), *lines)


def _fitted(text, size, color):
    return svg.words(text, size * min(1, (WIDTH - 28) / svg.text_width(text, size)), color, align="start")


def _ratio(value):
    """A ratio with two digits: more would be noise.

    >>> _ratio(2.345), _ratio(812.3)
    ('2.3', '810')
    """
    return svg.number(float(f"{value:.2g}"))


def _list(values, digits=None):
    return ", ".join(_ratio(v) if digits is None else f"{v:.{digits}f}" for v in values)


def _seconds_text(seconds):
    """A power of ten seconds as a person says it.

    >>> _seconds_text(1e-5), _seconds_text(0.1)
    ('10 µs', '100 ms')
    """
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size * 0.999:
            return f"{round(seconds / size)} {unit}"
    return f"{round(seconds / 1e-9)} ns"


# --- the exhibit -------------------------------------------------------------------------------------------

KINDS = {"cost": (measure_cost, draw_cost), "fan-in": (measure_fan_in, draw_fan_in)}


class Measurement(Exhibit):
    """A button that measures here and now; before it is pressed, an earlier measurement that says what it is.

    `what` is "cost" (a VJP, a JVP and a Jacobian of tanh(W x) as n and m grow) or "fan-in" (the peak memory
    of 100 branches, all at once and branch by branch). Raises ValueError for any other.

    >>> Measurement("fan-in")
    <Measurement: The most memory one training step holds, in arrays of the size of one branch>
    """

    def __init__(self, what="cost", **traits):
        if what not in KINDS:
            known = " or ".join(map(repr, KINDS))
            raise ValueError(f"There is no measurement named {what!r}: choose {known}.")
        self._measure, self._picture_of = KINDS[what]
        stored = json.loads(STORED.read_text(encoding="utf-8"))[what]
        self.result, self._made = stored["result"], f"An earlier measurement: {stored['conditions']}."
        self._run = None  # stands for the measurement that is running; another one, or none, stops it
        super().__init__(
            Button("measure", "Measure here"),
            Button("cancel", "Cancel"),
            Progress("progress", 0.0, "measured"),
            **traits,
        )

    def draw(self, progress):
        return self._picture_of(self.result, self._made)

    def adjust(self, name, values):
        if name == "cancel":
            self._run = None
            return {"progress": 0.0}
        if name == "measure":
            self._run = run = object()
            try:
                task = asyncio.get_running_loop().create_task(self._in_pieces(run))
            except RuntimeError:  # a plain script: there is nothing to keep free
                self._take(finished(self._measure()))
            else:
                self._task = task  # a task that nobody holds may be thrown away
        return {}

    async def _in_pieces(self, run):
        """Measure piece by piece; between two pieces the kernel does whatever else it is asked."""
        steps, result, shown = self._measure(), None, 0.0
        try:
            while result is None:
                try:
                    done = next(steps)
                except StopIteration as end:
                    result, done = end.value, 1.0
                with self._alone():
                    if self._run is not run:  # cancelled, perhaps by another thread
                        steps.close()
                        return
                    if done - shown >= 0.02 and result is None:  # more often would only keep the browser busy
                        shown = done
                        self._tell(done)
                await asyncio.sleep(0)
            with self._alone():
                self._take(result)
                self._publish(self.values | {"progress": 0.0})
                self._tell(0.0)
        except Exception as error:
            with self._alone():
                self._tell(0.0)
                self.errors = {"": f"The measurement stopped: {type(error).__name__}: {error}"}

    def _take(self, result):
        self.result, self._made = result, f"Measured here: {conditions()}."

    def _tell(self, done):
        self.inputs = self.inputs | {"progress": round(done, 2)}


def main():
    """Measure everything now and store it as the earlier measurement that the exhibits start from."""
    stored = {
        what: {"conditions": conditions(), "result": finished(measure())}
        for what, (measure, _) in KINDS.items()
    }
    STORED.write_text(json.dumps(_rounded(stored), indent=1) + "\n", encoding="utf-8")


def _rounded(value):
    """Four digits are stored: more would be noise."""
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_rounded(part) for part in value]
    return float(f"{value:.4g}") if isinstance(value, float) else value


if __name__ == "__main__":
    main()
