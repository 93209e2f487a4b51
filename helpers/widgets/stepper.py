"""The backprop stepper: watch a gradient travel backward through a computation, one operation at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from helpers.drawing import svg
from helpers.drawing.layout import layered
from helpers.drawing.plots import round_up

from .controls import Matrix, Number, Toggle
from .errors import InputError
from .exhibit import Exhibit
from .folding import fold, members, runs
from .parsing import real_numbers
from .products import Product, product_of
from .traced import Computation, Flow, Value, trace

FOLD = "fold "  # before the name of a group: the name of its switch
LARGEST = 6  # rows and columns of an array that can still be read when printed


class BackpropStepper(Exhibit):
    """Step through the backward sweep of a traced computation: upstream × local = downstream, on every edge.

    `function` is called with Tensors made from `inputs` (numbers, or arrays of at most 6 × 6), by keyword if
    it knows the names, else in their order. It must return one Tensor. `names` are given to the values it
    computes, in order; `grad_ys` is the upstream the sweep starts from (ones by default), and becomes a
    control; `ranges` sets the ends of a slider, for example ``{"x": (0, 3)}``.

    `groups` folds operations into one box, whose one step is their VJP: ``{"layer 1": ("a", "h")}`` folds the
    values of these names, ``"runs"`` every run of operations on one value. A group has one value that is used
    outside. A click, or Enter, on its name in the picture unfolds it, and folds it again; so do `unfold` and
    `fold`.

    Raises `InputError` with one sentence when there is nothing to draw: an input that is not a number or too
    large, a function that does not return a Tensor, more than 40 values, a group that cannot be one box.

    >>> stepper = BackpropStepper(lambda x: np.square(np.square(np.square(x))), x=2.0)
    >>> print(*stepper.transcript, sep="\\n")
    Forward: x = 2, v1 = 4, v2 = 16, y = 256. The sweep starts at y with upstream 1.
    Step 1 of 3: y = square(v2) at v2 = 16. To v2: upstream 1 × local 32 = downstream 32.
    Step 2 of 3: v2 = square(v1) at v1 = 4. To v1: upstream 32 × local 8 = downstream 256.
    Step 3 of 3: v1 = square(x) at x = 2. To x: upstream 256 × local 4 = downstream 1024.
    >>> stepper = BackpropStepper(lambda x: np.square(np.square(np.square(x))), x=2.0, groups="runs")
    >>> print(stepper.transcript[1])
    Step 1 of 1: y = square(square(square(x))) at x = 2. To x: upstream 1 × local 1024 = downstream 1024.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        /,
        *,
        names: Sequence[str] = (),
        grad_ys: Any = None,
        ranges: Mapping[str, tuple[float, float]] | None = None,
        groups: Mapping[str, Sequence[str]] | str = (),
        **inputs: Any,
    ):
        if not inputs:
            raise InputError(
                "Give at least one input by name, for example BackpropStepper(np.square, x=2.0)."
            )
        if not callable(function):
            raise InputError(f"function must be a Python function of Tensors, not {type(function).__name__}.")
        self._function, self._names = function, _checked_names(names)
        seed = {} if grad_ys is None else {"grad_ys": grad_ys}
        ends = _checked_ranges(ranges)
        controls = [_control(name, value, ends.get(name)) for name, value in (inputs | seed).items()]
        if seed:
            controls[-1].label = "upstream (grad_ys)"
        self._inputs = tuple(inputs)
        self._composed, self._groups = groups == "runs", {}
        if groups:
            if not self._composed and not isinstance(groups, Mapping):
                raise InputError('groups is "runs", or a name for each group with the values it folds.')
            values = {control.name: control.value for control in controls}
            traced = self._traced(values)
            self._groups = runs(traced) if self._composed else dict(groups)
            members(traced, self._groups)
            controls += [Toggle(FOLD + name, True, name, in_picture=True) for name in self._groups]
        super().__init__(*controls)

    def draw(self, **values):
        folded = [name for name in self._groups if values[FOLD + name]]
        return draw_steps(fold(self._traced(values), self._groups, folded, self._composed))

    def _traced(self, values):
        inputs = {name: values[name] for name in self._inputs}
        with np.errstate(all="ignore"):
            return trace(self._function, inputs, values.get("grad_ys"), self._names)

    def fold(self, *groups: str) -> None:
        """Show these groups (all, if none is named) as one box each."""
        self._turn(groups, True)

    def unfold(self, *groups: str) -> None:
        """Show the operations of these groups (of all, if none is named)."""
        self._turn(groups, False)

    def _turn(self, groups, folded):
        for name in groups:
            if name not in self._groups:
                there = f"there are {', '.join(self._groups)}" if self._groups else "there are none"
                raise InputError(f"There is no group named {name}; {there}.")
        self.set(**{FOLD + name: folded for name in groups or self._groups})


def _checked_names(names):
    if names is None:
        return ()
    if not isinstance(names, (list, tuple)):
        raise InputError(f"names must be a list of texts, one for each value, not {type(names).__name__}.")
    return tuple(names)


def _checked_ranges(ranges):
    """The ends of each slider as two floats, or a sentence."""
    if ranges is None:
        return {}
    example = "ranges must give two numbers for an input, the lower one first, such as {'x': (0, 3)}"
    if not isinstance(ranges, Mapping):
        raise InputError(f"{example}.")
    checked = {}
    for name, pair in ranges.items():
        ends = real_numbers(f"ranges[{name!r}]", pair, "two numbers, the lower one first")
        if ends.shape != (2,) or not np.isfinite(ends).all():
            raise InputError(f"{example}.")
        low, high = ends.tolist()
        if not low < high:
            raise InputError(f"{example}: {name} goes from {svg.number(low)} to {svg.number(high)}.")
        checked[name] = low, high
    return checked


def _control(name, value, ends):
    array = real_numbers(name, value)
    if array.ndim > 2 or max(array.shape, default=1) > LARGEST or array.size == 0:
        shape = " × ".join(map(str, array.shape))
        raise InputError(f"{name} has shape {shape}: give an array of 1 × 1 to {LARGEST} × {LARGEST}.", name)
    if array.ndim:
        return Matrix(name, array, step=0.5)
    reach = max(5.0, 2 * abs(float(array)))
    low, high = ends or (-reach, reach)
    # About a hundred steps over a slider, each a round number.
    return Number(name, float(array), low=low, high=high, step=round_up((high - low) / 101))


# --- words ------------------------------------------------------------------------------------------------


def _say(value, most=36):
    array = np.asarray(value)
    return svg.array_text(array) if array.size <= most else f"of shape {'×'.join(map(str, array.shape))}"


def _is(value: Value):
    return f"{value.name} = {_say(value.array)}"


def _sentences(t: Computation, products: Sequence[Product | None]) -> list[str]:
    """Line 0: the values forward. Line k: what step k does; arrays come after a line break."""
    values = [value for box in t.boxes for value in box.values]
    forward = ", ".join(map(_is, values))
    answer = t.boxes[-1].values[t.answer].name
    start = f"The sweep starts at {answer} with upstream {_say(t.seed)}."
    if _brief(values) and len(values) <= 5:
        lines = [f"Forward: {forward}. {start}"]
    elif t.seed.ndim == 0:
        lines = [f"Every value is known. {start}\nForward: {forward}."]
    else:
        lines = [f"Every value is known. The sweep starts at {answer}.\nForward: {forward}. {start}"]
    arrived: dict[tuple, list] = {}
    by_step: list[list] = [[] for _ in t.sweep]
    for flow, p in zip(t.flows, products, strict=True):
        if flow.step:
            by_step[flow.step - 1].append((flow, p))
    for k, sent in enumerate(by_step, 1):
        for flow, _ in sent:
            arrived.setdefault((flow.source, flow.output), []).append(flow.downstream)
        lines.append(_sentence(t, k, sent, arrived))
    return lines


def _sentence(t, k, sent, arrived):
    box = t.boxes[t.sweep[k - 1]]
    made = f"Step {k} of {len(t.sweep)}: {box.title} = {t.formula(t.sweep[k - 1])}"
    value = lambda place: t.boxes[place[0]].values[place[1]]  # noqa: E731
    sources = [value(place) for place in dict.fromkeys(box.sources)]
    at = ", ".join(map(_is, sources))
    named = [(value((flow.source, flow.output)).name, p) for flow, p in sent]
    full = [f"To {name}: {_product_words(p)}." for name, p in named]
    places = dict.fromkeys((flow.source, flow.output) for flow, _ in sent)
    sums = [(value(place).name, arrived[place]) for place in places if len(arrived[place]) > 1]
    full += [f"{name} adds up: {' + '.join(map(_say, parts))} = {_say(sum(parts))}." for name, parts in sums]
    if not sent:
        full = ["No gradient passes."]
    if _brief([*sources, *box.values]):
        return " ".join([f"{made} at {at}.", *full])
    brief = [f"To {name}: {'upstream × local' if p.local is not None else p.words}." for name, p in named]
    brief += [f"{name} adds up {len(parts)} downstreams." for name, parts in sums]
    return " ".join([f"{made}.", *(brief or full)]) + "\n" + " ".join([f"At {at}.", *full])


def _brief(values):
    return all(np.ndim(value.array) == 0 for value in values)


def _product_words(p: Product) -> str:
    if p.local is None:
        return f"{p.words} = downstream {_say(p.downstream)}"
    more = f", {p.words}," if p.words else ""
    return f"upstream {_say(p.upstream)} × local {_say(p.local)}{more} = downstream {_say(p.downstream)}"


# --- the picture ------------------------------------------------------------------------------------------


def draw_steps(t: Computation) -> svg.Picture:
    """The graph from left to right: values forward in the boxes, gradients backward on the edges."""
    products = [product_of(t, flow) if flow.step else None for flow in t.flows]
    boxes = [_box(t, k) for k in range(len(t.boxes))]
    labels = [_label(t, flow, p) for flow, p in zip(t.flows, products, strict=True)]
    place = layered(
        tuple((box.width, box.height) for box in boxes),
        tuple((flow.source, flow.target) for flow in t.flows),
        tuple((label.width, label.height) for label in labels),
    )
    parts = []
    for flow, route, label, spot in zip(t.flows, place.routes, labels, place.labels, strict=True):
        parts.append(_path(route, svg.LINE, 1.6))
        if flow.step:
            back = _path(route, svg.GRADIENT, 2.4)
            back += svg.head(route[0][0], route[0][2], (-1, 0), 11, svg.GRADIENT)
            parts.append(svg.group(back + label.at(spot.x, spot.y), data_step=flow.step, data_goto=flow.step))
        parts.append(svg.head(route[-1][1], route[-1][2]))
    parts += [box.at(spot.x, spot.y) for box, spot in zip(boxes, place.boxes, strict=True)]
    graph = svg.canvas(place.width, place.height, *parts)
    made = [f"{box.title} = {t.formula(k)}" for k, box in enumerate(t.boxes) if box.template]
    what = ", ".join(made) if len(made) <= 4 else f"{len(made)} operations"
    drawn = svg.picture(
        svg.column(graph, _legend(), gap=14, align=0), f"Backward through {what}", _sentences(t, products)
    )
    return replace(drawn, done=tuple(t.done))


def _path(route, color, width):
    """An edge: level runs joined by S-curves, as one path."""
    x, y = route[0][0], route[0][2]
    parts = [f"M{x:.1f} {y:.1f}"]
    for start, end, level in route:
        if abs(level - y) > 0.5:
            bend = (start - x) / 2
            parts.append(f"C{x + bend:.1f} {y:.1f} {start - bend:.1f} {level:.1f} {start:.1f} {level:.1f}")
        parts.append(f"L{end:.1f} {level:.1f}")
        x, y = end, level
    return f'<path d="{"".join(parts)}" fill="none" stroke="{color}" stroke-width="{width}"/>'


def _show(value, color, big=22.0, small=14.0):
    """A number in large type, a small array as a heat map, a large one by its shape."""
    array = np.asarray(value)
    if array.ndim == 0:
        return svg.words(svg.number(array[()]), big, color, bold=True)
    if array.ndim <= 2 and array.size and max(array.shape) <= LARGEST:
        return svg.matrix(array, size=small + 1, color=color)
    return svg.words(f"array {'×'.join(map(str, array.shape))}", small, color)


def _caption(text, name=""):
    return svg.words(text + f" of {name}" * bool(name), 12, svg.MUTED)


def _box(t: Computation, k: int) -> svg.Block:
    """How values were made, the values themselves, and below them the gradients as they arrive."""
    box = t.boxes[k]
    title = f"{box.title} = {t.formula(k)}" if box.template else box.title
    shown = [_show(value.array, svg.INK) for value in box.values]
    several = len(box.values) > 1
    if several:
        names = [svg.words(value.name, svg.SMALL, svg.MUTED) for value in box.values]
        shown = [svg.row(*pair, gap=8) for pair in zip(names, shown, strict=True)]
    top = svg.column(svg.words(title, svg.SMALL, svg.MUTED), *shown, gap=4 if several else 2)
    inside = _group_name(t, k)
    if inside:
        top = svg.column(svg.space(inside.width, inside.height), top, gap=3)
    bands = [_gradient_states(t, k, i, value.name * several) for i, value in enumerate(box.values)]
    bands = [states for states in bands if states]
    width = max([84, top.width, *(block.width for states in bands for *_, block in states)]) + 14
    heights = [max(block.height for *_, block in states) for states in bands]
    height = top.height + 14 + (sum(heights) + 6 * len(bands) + 6 if bands else 0)
    stroke = svg.ACCENT if box.group else svg.LINE
    parts = [svg.rect(0, 0, width, height, fill=svg.PANEL, stroke=stroke, rx=9)]
    parts.append(top.at((width - top.width) / 2, 6))
    done = 0
    if bands:
        y = top.height + 12
        band = svg.rect(1, y, width - 2, height - y - 1, fill=svg.GRADIENT_WASH, rx=8)
        line = svg.rect(0, y, width, 1, fill=svg.LINE)
        parts.append(band + line)
        for states, below in zip(bands, heights, strict=True):
            for start, until, block in states:
                middle = block.at((width - block.width) / 2, y + 6 + (below - block.height) / 2)
                still = {} if until is None else {"data_until": until}
                parts.append(svg.group(middle, **({} if start == 0 else {"data_step": start}), **still))
            y += below + 6
            done = max(done, states[-1][0])
    if k in t.sweep:  # a ring marks the operation at work
        step = t.sweep.index(k) + 1
        ring = svg.rect(-4, -4, width + 8, height + 8, stroke=svg.GRADIENT, stroke_width=3, rx=12)
        parts.append(svg.group(ring, data_step=step, data_until=step + 1))
    body = svg.group("".join(parts), data_goto=done)
    return svg.Block(width, height, body + (inside.at((width - inside.width) / 2, 6) if inside else ""))


def _group_name(t: Computation, k: int) -> svg.Block | None:
    """The name of a box's group; on the box that stands for it, or is its last, a switch that folds it."""
    box = t.boxes[k]
    if not box.group:
        return None
    folded, last = box.operations > 1, max(i for i, b in enumerate(t.boxes) if b.group == box.group)
    if k != last:
        return svg.words(box.group, 13, svg.ACCENT)
    count = sum(b.operations for b in t.boxes if b.group == box.group)
    text = svg.words(box.group, 13, svg.ACCENT, bold=True)
    points = "M2 2L10 7L2 12Z" if folded else "M1 3L12 3L6.5 11Z"  # ▸ and ▾, which not every font has
    mark = svg.canvas(13, 14, f'<path d="{points}" fill="{svg.ACCENT}"/>')
    inside = svg.row(mark, text, gap=5)
    look = {"fill": svg.CARD, "stroke": svg.ACCENT, "radius": 13}
    switch = svg.card(inside, width=inside.width + 24, height=26, pad=4, **look)
    return switch.wrap(
        data_set=FOLD + box.group,
        data_value="" if folded else "1",
        data_label=f"{box.group}: {'show its' if folded else 'fold its'} {count} operations",
        aria_expanded="false" if folded else "true",
    )


def _gradient_states(t: Computation, k: int, output: int, name: str):
    """What the lower half of a box shows over time: (from step, until step or None, block)."""
    color = svg.GRADIENT
    if k == len(t.boxes) - 1:
        start = svg.column(_caption("upstream", name), _show(t.seed, color), gap=0)
        return [(0, None, start)] if output == t.answer else []
    flows = [flow for flow in t.flows if (flow.source, flow.output) == (k, output) and flow.step]
    if not flows:
        return []
    times = sorted({flow.step for flow in flows})
    several = len(flows) > 1
    scalar = np.ndim(t.boxes[k].values[output].array) == 0
    states = [(0, times[0], svg.column(_caption("gradient", name), svg.words("?", 22, svg.MUTED), gap=0))]
    total = None
    for i, time in enumerate(times):
        new = [flow.downstream for flow in flows if flow.step == time]
        parts = new if total is None else [total, *new]
        total = sum(parts[1:], start=parts[0])
        block = [_caption("gradient" if i == len(times) - 1 else "gradient so far", name)]
        if several and scalar:
            text = " += ".join(svg.number(part) for part in parts) if len(parts) > 1 else " "
            block.append(svg.words(text, 15, color))
        elif len(parts) > 1:
            block.append(svg.words("+= what arrives", svg.SMALL, color))
        block.append(_show(total, color))
        states.append((time, times[i + 1] if i + 1 < len(times) else None, svg.column(*block, gap=0)))
    return states


def _label(t: Computation, flow: Flow, p: Product | None) -> svg.Block:
    """upstream × local = downstream, written on the edge."""
    if p is None:
        return svg.space(30, 8)
    sign = lambda text: svg.words(text, svg.TYPE, svg.MUTED)  # noqa: E731
    if p.local is not None and np.ndim(p.downstream) == np.ndim(p.upstream) == 0:
        first = [_show(p.upstream, svg.GRADIENT, 18), sign("×"), _show(p.local, svg.LOCAL, 18)]
        second = [sign("="), _show(p.downstream, svg.GRADIENT, 18)]
        body = svg.column(svg.row(*first, gap=6), svg.row(*second, gap=6), gap=0)
        return svg.card(body, pad=7, fill=svg.CARD, stroke=svg.GRADIENT, width=70)
    upstreams = {" ": p.upstream}
    if isinstance(p.upstream, dict):
        upstreams = {t.boxes[flow.target].values[i].name: up for i, up in sorted(p.upstream.items())}
    lines = [svg.row(sign(name), _show(up, svg.GRADIENT, 18, 13), gap=6) for name, up in upstreams.items()]
    if p.local is not None:
        lines.append(svg.row(sign("×"), _show(p.local, svg.LOCAL, 18, 13), gap=6))
    if p.words:
        lines.append(svg.words(p.words, svg.SMALL, svg.LOCAL))
    lines.append(svg.row(sign("="), _show(p.downstream, svg.GRADIENT, 18, 13), gap=6))
    return svg.card(svg.column(*lines, gap=5), pad=8, fill=svg.CARD, stroke=svg.GRADIENT, width=76)


def _legend() -> svg.Block:
    """What the colours say, in words."""
    sign = lambda text: svg.words(text, 15, svg.MUTED)  # noqa: E731
    return svg.row(
        svg.words("upstream", 15, svg.GRADIENT, bold=True),
        sign("×"),
        svg.words("local", 15, svg.LOCAL, bold=True),
        sign("="),
        svg.words("downstream", 15, svg.GRADIENT, bold=True),
        gap=6,
    )
