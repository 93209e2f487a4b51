"""The backprop stepper: watch a gradient travel backward through a computation, one operation at a time."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from helpers import autodiff as ad

from . import svg
from .exhibit import Exhibit, InputError, Matrix, Number
from .layout import layered

MOST_VALUES = 40
LARGEST = 6  # rows and columns of an array that can still be read when printed
SYMBOLS = {
    "Add": "{} + {}",
    "Subtract": "{} − {}",
    "Multiply": "{} × {}",
    "Divide": "{} ÷ {}",
    "Power": "{} ** {}",
    "MatMul": "{} @ {}",
    "Negative": "−{}",
    "GetItem": "part of {}",
    "StopGradient": "stop({})",
}


class BackpropStepper(Exhibit):
    """Step through the backward sweep of a traced computation: upstream × local = downstream, on every edge.

    `function` is called with Tensors made from `inputs` (numbers, or arrays of at most 6 × 6), by keyword if
    it knows the names, else in their order. It must return one Tensor. `names` are given to the values it
    computes, in order; `grad_ys` is the upstream the sweep starts from (ones by default), and becomes a
    control; `ranges` sets the ends of a slider, for example ``{"x": (0, 3)}``.

    Raises `InputError` with one sentence when there is nothing to draw: an input that is not a number or too
    large, a function that does not return a Tensor, more than 40 values.

    >>> stepper = BackpropStepper(lambda x: np.square(np.square(np.square(x))), x=2.0)
    >>> print(*stepper.transcript, sep="\\n")
    Forward: x = 2, v1 = 4, v2 = 16, y = 256. The sweep starts at y with upstream 1.
    Step 1 of 3: y = square(v2) at v2 = 16. To v2: upstream 1 × local 32 = downstream 32.
    Step 2 of 3: v2 = square(v1) at v1 = 4. To v1: upstream 32 × local 8 = downstream 256.
    Step 3 of 3: v1 = square(x) at x = 2. To x: upstream 256 × local 4 = downstream 1024.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        /,
        *,
        names: Sequence[str] = (),
        grad_ys: Any = None,
        ranges: Mapping[str, tuple[float, float]] | None = None,
        **inputs: Any,
    ):
        if not inputs:
            raise InputError(
                "Give at least one input by name, for example BackpropStepper(np.square, x=2.0)."
            )
        self._function, self._names = function, tuple(names)
        seed = {} if grad_ys is None else {"grad_ys": grad_ys}
        controls = [
            _control(name, value, (ranges or {}).get(name)) for name, value in (inputs | seed).items()
        ]
        if seed:
            controls[-1].label = "upstream (grad_ys)"
        super().__init__(*controls)

    def draw(self, grad_ys=None, **inputs):
        return draw_steps(trace(self._function, inputs, grad_ys, self._names))


def _control(name, value, ends):
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "fiub":
            raise TypeError
        array = array.astype(float)
    except (TypeError, ValueError):
        raise InputError(
            f"{name} must be a number or an array of real numbers, not {value!r}.", name
        ) from None
    if array.ndim > 2 or max(array.shape, default=1) > LARGEST or array.size == 0:
        shape = " × ".join(map(str, array.shape))
        raise InputError(f"{name} has shape {shape}: give an array of 1 × 1 to {LARGEST} × {LARGEST}.", name)
    if array.ndim:
        return Matrix(name, array, step=0.5)
    reach = max(5.0, 2 * abs(float(array)))
    low, high = ends or (-reach, reach)
    return Number(name, float(array), low=low, high=high, step=_round_step(high - low))


def _round_step(span):
    """About a hundred steps over a slider, each a round number."""
    power = 10.0 ** np.floor(np.log10(span / 100))
    return float(next(s * power for s in (1, 2, 5, 10) if s * power * 101 >= span))


# --- the trace --------------------------------------------------------------------------------------------


class Flow(NamedTuple):
    """One edge of one backward step: what an operation sends back to one of its inputs."""

    step: int  # 1, 2, ...; 0 when no gradient flows
    slot: int  # which input of the operation
    source: int  # the box of that input
    target: int  # the box of the operation
    downstream: Any


class Trace(NamedTuple):
    """A computation and its backward sweep, as the picture needs them; boxes are in creation order."""

    tensors: list[ad.Tensor]
    names: list[str]
    formulas: list[str]
    steps: list[ad.Step]
    locals: list[tuple]
    flows: list[Flow]
    seed: Any


def trace(function, inputs, grad_ys=None, names=()) -> Trace:
    """Run the function on Tensors and sweep backward once."""
    leaves = {name: ad.Tensor(np.asarray(value, dtype=float)) for name, value in inputs.items()}
    y = _call(function, leaves)
    if type(y) is not ad.Tensor:
        raise InputError(
            f"The function returned {type(y).__name__}, not a Tensor: "
            "let it return one value computed from its inputs with NumPy."
        )
    tensors = _ancestors(y)
    if len(tensors) > MOST_VALUES:
        raise InputError(
            f"This computation has {len(tensors)} values: the stepper draws at most {MOST_VALUES}."
        )
    steps = ad.backward_steps(y, grad_ys=_seed(grad_ys, y))
    number = {id(tensor): k for k, tensor in enumerate(tensors)}
    labels = _names(tensors, y, leaves, names)
    formulas = [_formula(t, lambda x: labels[number[id(x)]]) for t in tensors]

    when = {id(step.output): k for k, step in enumerate(steps, 1)}
    flows = []
    for k, tensor in enumerate(tensors):
        step = when.get(id(tensor), 0)
        for slot, source in enumerate(_inputs(tensor)):
            if type(source) is ad.Tensor:
                down = steps[step - 1].downstream[slot] if step else None
                flows.append(Flow(step if down is not None else 0, slot, number[id(source)], k, down))
    seed = np.ones_like(y.value) if grad_ys is None else np.asarray(_seed(grad_ys, y))
    return Trace(tensors, labels, formulas, steps, [step.local for step in steps], flows, seed)


def _call(function, leaves):
    try:
        inspect.signature(function).bind(**leaves)
    except (TypeError, ValueError):  # other names, or a ufunc, which knows its inputs by place only
        return function(*leaves.values())
    return function(**leaves)


def _seed(grad_ys, y):
    """A single number stands for one weight on every output."""
    return np.full(y.shape, float(grad_ys)) if grad_ys is not None and np.ndim(grad_ys) == 0 else grad_ys


def _inputs(tensor):
    """The inputs of the operation that made a tensor, Tensors and constants."""
    return tensor.op.inputs if tensor.op is not None else ()


def _ancestors(y):
    """Every Tensor that y was computed from, oldest first, without recursion."""
    found, waiting = {id(y): y}, [y]
    while waiting:
        tensor = waiting.pop()
        if len(tensor.op.outputs if tensor.op else ()) > 1:
            raise InputError(f"The stepper cannot draw {tensor.op.type}, which has several outputs.")
        for source in _inputs(tensor):
            if isinstance(source, (list, tuple)) and any(type(x) is ad.Tensor for x in source):
                raise InputError(f"The stepper cannot draw {tensor.op.type} of a list of Tensors.")
            if type(source) is ad.Tensor and id(source) not in found:
                found[id(source)] = source
                waiting.append(source)
    return sorted(found.values(), key=lambda tensor: tensor.order)


def _names(tensors, y, leaves, names):
    """x for inputs, the given names or v1, v2, ... for what is computed, y for the answer."""
    own = {id(tensor): name for name, tensor in leaves.items()}
    given, labels, count = list(names), [], 0
    for tensor in tensors:
        if id(tensor) in own:
            labels.append(own[id(tensor)])
        elif tensor.op is None:
            labels.append("constant")
        else:
            count += 1
            fallback = next(n for n in ("y", "z", "out") if n not in leaves) if tensor is y else f"v{count}"
            labels.append(str(given.pop(0)) if given else fallback)
    return labels


def _formula(tensor, name):
    """How a value was made, in the names of the picture: ``square(v1)``, ``x × w``; nothing for an input."""
    if tensor.op is None:
        return ""
    parts = [name(x) if type(x) is ad.Tensor else _constant(x) for x in _inputs(tensor)]
    if tensor.op.type in SYMBOLS and len(parts) == SYMBOLS[tensor.op.type].count("{}"):
        return SYMBOLS[tensor.op.type].format(*parts)
    word = tensor.op.type if tensor.op.type.isupper() else tensor.op.type[0].lower() + tensor.op.type[1:]
    attrs = tensor.op.attrs
    more = [f"{k}={attrs[k]}" for k in ("axis", "axes") if attrs.get(k) is not None]
    return f"{word}({', '.join(parts + more)})"


def _constant(value):
    array = np.asarray(value) if not callable(value) else np.asarray(None)
    if array.dtype.kind not in "fiubc":
        return "…"
    return svg.array_text(array) if array.size <= 4 else f"array {'×'.join(map(str, array.shape))}"


# --- what one backward step multiplies --------------------------------------------------------------------


class Product(NamedTuple):
    """One backward step written out: the local derivative as an array if one says it all, else words."""

    upstream: Any
    local: Any  # an array, or None
    words: str  # how downstream comes from upstream when it is not simply upstream × local, entry by entry
    downstream: Any


def product(step, local, slot: int, names: Sequence[str] = ("a", "b")) -> Product:
    """Write `downstream = upstream × local` as briefly as the local Jacobian allows, and never wrongly.

    A Jacobian whose every row, or every column, has at most one entry that matters needs one number per
    entry; matrix products have their formula; anything else is named by its shape.
    """
    upstream, down = np.asarray(step.upstream), np.asarray(step.downstream[slot])
    jacobian = np.asarray(local[slot])
    if step.op.type == "MatMul":
        formula = _matmul_words(step, slot, names)
        if formula:
            return Product(upstream, None, formula, down)
    flat = jacobian.reshape(upstream.size, down.size)
    try:
        where = np.broadcast_to(np.arange(down.size).reshape(down.shape), upstream.shape).ravel()
    except ValueError:
        where = None
    if (
        where is not None
    ):  # output entry i was made from input entry where[i] alone: elementwise, broadcast or not
        each = flat[np.arange(upstream.size), where]
        if _is_all(flat, (np.arange(upstream.size), where), each):
            summed = upstream.size > down.size
            return Product(
                upstream, each.reshape(upstream.shape), "summed where it was broadcast" * summed, down
            )
    rows = np.abs(np.nan_to_num(flat, nan=1.0)).argmax(
        axis=0
    )  # input entry j went into output entry rows[j] alone
    each = flat[rows, np.arange(down.size)]
    if _is_all(flat, (rows, np.arange(down.size)), each):
        spread = "" if upstream.size == 1 else "each entry takes the upstream of its output"
        return Product(upstream, each.reshape(down.shape), spread, down)
    return Product(upstream, None, f"upstream · Jacobian {'×'.join(map(str, jacobian.shape))}", down)


def _is_all(flat, where, each):
    """Do the entries at `where` say everything that the Jacobian holds?"""
    alone = np.zeros_like(flat)
    alone[where] = each
    return np.array_equal(alone, flat, equal_nan=True)


def _matmul_words(step, slot, names):
    a, b = (np.ndim(x.value if type(x) is ad.Tensor else x) for x in step.inputs[:2])
    flips = (step.op.attrs.get("transpose_a"), step.op.attrs.get("transpose_b"))
    if (a, b) != (2, 2) or any(flips):
        return ""
    return f"upstream @ {names[1]}ᵀ" if slot == 0 else f"{names[0]}ᵀ @ upstream"


# --- words ------------------------------------------------------------------------------------------------


def _say(value, most=36):
    array = np.asarray(value)
    return svg.array_text(array) if array.size <= most else f"of shape {'×'.join(map(str, array.shape))}"


def _sentences(t: Trace) -> list[str]:
    """Line 0: the values forward. Line k: what step k does; arrays come after a line break."""
    values = ", ".join(f"{name} = {_say(x.value)}" for name, x in zip(t.names, t.tensors, strict=True))
    start = f"The sweep starts at {t.names[-1]} with upstream {_say(t.seed)}."
    if _brief(t.tensors) and len(t.tensors) <= 5:
        lines = [f"Forward: {values}. {start}"]
    elif t.seed.ndim == 0:
        lines = [f"Every value is known. {start}\nForward: {values}."]
    else:
        lines = [f"Every value is known. The sweep starts at {t.names[-1]}.\nForward: {values}. {start}"]
    arrived: dict[int, list] = {}
    for k, step in enumerate(t.steps, 1):
        flows = [flow for flow in t.flows if flow.step == k]
        for flow in flows:
            arrived.setdefault(flow.source, []).append(flow.downstream)
        lines.append(_sentence(t, k, step, flows, arrived))
    return lines


def _sentence(t, k, step, flows, arrived):
    target = next(i for i, tensor in enumerate(t.tensors) if tensor is step.output)
    sources = list(dict.fromkeys(flow.source for flow in t.flows if flow.target == target))
    made = f"Step {k} of {len(t.steps)}: {t.names[target]} = {t.formulas[target]}"
    at = ", ".join(f"{t.names[s]} = {_say(t.tensors[s].value)}" for s in sources)
    products = [
        (t.names[flow.source], product(step, t.locals[k - 1], flow.slot, _operands(t, step)))
        for flow in flows
    ]
    full = [f"To {name}: {_product_words(p)}." for name, p in products]
    sums = [s for s in dict.fromkeys(flow.source for flow in flows) if len(arrived[s]) > 1]
    full += [
        f"{t.names[s]} adds up: {' + '.join(map(_say, arrived[s]))} = {_say(sum(arrived[s]))}." for s in sums
    ]
    if not flows:
        full = ["No gradient passes."]
    if _brief([t.tensors[i] for i in (*sources, target)]):
        return " ".join([f"{made} at {at}.", *full])
    brief = [f"To {name}: {'upstream × local' if p.local is not None else p.words}." for name, p in products]
    brief += [f"{t.names[s]} adds up {len(arrived[s])} downstreams." for s in sums]
    return " ".join([f"{made}.", *(brief or full)]) + "\n" + " ".join([f"At {at}.", *full])


def _brief(tensors):
    return all(tensor.value.ndim == 0 for tensor in tensors)


def _product_words(p: Product) -> str:
    if p.local is None:
        return f"{p.words} = downstream {_say(p.downstream)}"
    more = f", {p.words}," if p.words else ""
    return f"upstream {_say(p.upstream)} × local {_say(p.local)}{more} = downstream {_say(p.downstream)}"


def _operands(t, step):
    number = {id(tensor): name for name, tensor in zip(t.names, t.tensors, strict=True)}
    return [number.get(id(x), "constant") for x in step.inputs[:2]] + ["", ""]


# --- the picture ------------------------------------------------------------------------------------------


def draw_steps(t: Trace) -> svg.Picture:
    """The graph from left to right: values forward in the boxes, gradients backward on the edges."""
    boxes = [_box(t, k) for k in range(len(t.tensors))]
    labels = [_label(t, flow) for flow in t.flows]
    place = layered(
        [(box.width, box.height) for box in boxes],
        [(flow.source, flow.target) for flow in t.flows],
        [(label.width, label.height) for label in labels],
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
    made = [f"{name} = {formula}" for name, formula in zip(t.names, t.formulas, strict=True) if formula]
    what = ", ".join(made) if len(made) <= 4 else f"{len(made)} operations"
    return svg.picture(
        svg.column(graph, _legend(), gap=14, align=0), f"Backward through {what}", _sentences(t)
    )


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


def _box(t: Trace, k: int) -> svg.Block:
    """A value: how it was made, the value itself, and below it the gradient as it arrives."""
    tensor = t.tensors[k]
    title = f"{t.names[k]} = {t.formulas[k]}" if t.formulas[k] else t.names[k]
    top = svg.column(svg.words(title, svg.SMALL, svg.MUTED), _show(tensor.value, svg.INK), gap=2)
    states = _gradient_states(t, k)
    width = max([84, top.width, *(block.width for *_, block in states)]) + 14
    below = max((block.height for *_, block in states), default=0)
    height = top.height + 14 + (below + 12 if states else 0)
    parts = [svg.rect(0, 0, width, height, fill=svg.PANEL, stroke=svg.LINE, rx=9)]
    parts.append(top.at((width - top.width) / 2, 6))
    done = 0
    if states:
        y = top.height + 12
        band = svg.rect(1, y, width - 2, height - y - 1, fill=svg.GRADIENT_WASH, rx=8)
        line = svg.rect(0, y, width, 1, fill=svg.LINE)
        parts.append(band + line)
        for start, until, block in states:
            inside = block.at((width - block.width) / 2, y + 6 + (below - block.height) / 2)
            still = {} if until is None else {"data_until": until}
            parts.append(svg.group(inside, **({} if start == 0 else {"data_step": start}), **still))
        done = states[-1][0]
    step = next((i for i, s in enumerate(t.steps, 1) if s.output is tensor), None)
    if step:  # a ring marks the operation at work
        ring = svg.rect(-4, -4, width + 8, height + 8, stroke=svg.GRADIENT, stroke_width=3, rx=12)
        parts.append(svg.group(ring, data_step=step, data_until=step + 1))
    return svg.Block(width, height, svg.group("".join(parts), data_goto=done))


def _gradient_states(t: Trace, k: int):
    """What the lower half of a box shows over time: (from step, until step or None, block)."""
    tensor = t.tensors[k]
    color, caption = svg.GRADIENT, lambda text: svg.words(text, 12, svg.MUTED)
    if k == len(t.tensors) - 1:
        start = svg.column(caption("upstream"), _show(t.seed, color), gap=0)
        return [(0, None, start)]
    flows = [flow for flow in t.flows if flow.source == k and flow.step]
    if not flows:
        return []
    times = sorted({flow.step for flow in flows})
    several = len(flows) > 1
    blank = np.asarray(tensor.value)
    states = [(0, times[0], svg.column(caption("gradient"), svg.words("?", 22, svg.MUTED), gap=0))]
    total = None
    for i, time in enumerate(times):
        new = [flow.downstream for flow in flows if flow.step == time]
        parts = new if total is None else [total, *new]
        total = sum(parts[1:], start=parts[0])
        block = [caption("gradient" if i == len(times) - 1 else "gradient so far")]
        if several and blank.ndim == 0:
            text = " += ".join(svg.number(part) for part in parts) if len(parts) > 1 else " "
            block.append(svg.words(text, 15, color))
        elif len(parts) > 1:
            block.append(svg.words("+= what arrives", svg.SMALL, color))
        block.append(_show(total, color))
        states.append((time, times[i + 1] if i + 1 < len(times) else None, svg.column(*block, gap=0)))
    return states


def _label(t: Trace, flow: Flow) -> svg.Block:
    """upstream × local = downstream, written on the edge."""
    if not flow.step:
        return svg.space(30, 8)
    step = t.steps[flow.step - 1]
    p = product(step, t.locals[flow.step - 1], flow.slot, _operands(t, step))
    sign = lambda text: svg.words(text, svg.TYPE, svg.MUTED)  # noqa: E731
    if np.ndim(p.downstream) == np.ndim(p.upstream) == 0 and p.local is not None:
        first = [_show(p.upstream, svg.GRADIENT, 18), sign("×"), _show(p.local, svg.LOCAL, 18)]
        second = [sign("="), _show(p.downstream, svg.GRADIENT, 18)]
        body = svg.column(svg.row(*first, gap=6), svg.row(*second, gap=6), gap=0)
        return svg.card(body, pad=7, fill=svg.CARD, stroke=svg.GRADIENT, width=70)
    lines = [svg.row(sign(" "), _show(p.upstream, svg.GRADIENT, 18, 13), gap=6)]
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
