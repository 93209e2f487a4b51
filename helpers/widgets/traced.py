"""A computation and its backward sweep, as a picture needs them: what made what, and what each sends back.

Groups of operations can be folded into one: its one step is the VJP of the whole group.
"""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from helpers import autodiff as ad
from helpers.drawing import svg

from .errors import InputError

MOST_VALUES = 40
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


# --- the trace --------------------------------------------------------------------------------------------


class Value(NamedTuple):
    """A number or an array, and what the picture calls it."""

    name: str
    array: Any


class Box(NamedTuple):
    """An input, or an operation with the value it made (several for an operation with several outputs)."""

    values: tuple[Value, ...]
    template: str  # how it was made, with a {} for each value it was made from; "" for an input
    sources: tuple[tuple[int, int], ...] = ()  # those values: (box, which of its values)
    upstream: Any = None  # an array, {which value: array} if it has several, None where no gradient arrives
    group: str = ""  # the group it belongs to, or stands for
    operations: int = 1  # how many operations it stands for

    @property
    def title(self) -> str:
        return ", ".join(value.name for value in self.values)


class Flow(NamedTuple):
    """What an operation sends back, along one edge, to one of the values it was made from."""

    step: int  # 1, 2, ...; 0 when no gradient flows
    source: int  # the box of that value
    output: int  # which value of that box
    target: int  # the box of the operation
    downstream: Any
    local: Callable[[], Any]  # the local Jacobian, computed when it is asked for; None if it is not one array
    formula: str = ""  # how downstream comes from upstream, where a formula says it best


class Trace(NamedTuple):
    """A computation and its backward sweep, as the picture needs them; boxes are in creation order."""

    boxes: list[Box]
    flows: list[Flow]
    sweep: list[int]  # the boxes at work in step 1, 2, ...
    answer: int  # which value of the last box the sweep starts from
    seed: Any
    done: list[int]  # after step 0, 1, 2, ...: how many single operations of the whole sweep are done

    def formula(self, k: int) -> str:
        """How box k was made, in the names of the picture: ``square(v1)``, ``x × w``."""
        box = self.boxes[k]
        return box.template.format(*(self.boxes[s].values[o].name for s, o in box.sources))


def trace(function, inputs, grad_ys=None, names=()) -> Trace:
    """Run the function on Tensors and sweep backward once."""
    leaves = {name: ad.Tensor(np.asarray(value, dtype=float)) for name, value in inputs.items()}
    y = _call(function, leaves)
    if type(y) is not ad.Tensor:
        raise InputError(
            f"The function returned {type(y).__name__}, not a Tensor: "
            "let it return one value computed from its inputs with NumPy."
        )
    made = _ancestors(y)
    if len(made) > MOST_VALUES:
        raise InputError(f"This computation has {len(made)} values: the stepper draws at most {MOST_VALUES}.")
    steps = {step.output.order: step for step in ad.backward_steps(y, grad_ys=_seed(grad_ys, y))}
    number = {tensor.order: k for k, tensor in enumerate(made)}
    labels = _names(made, y, leaves, names)

    def place(tensor):
        whole, output = _whole(tensor)
        return number[whole.order], output

    boxes, flows, sweep = [], [], [number[order] for order in steps]
    when = {box: k for k, box in enumerate(sweep, 1)}
    for k, tensor in enumerate(made):
        step, sources = steps.get(tensor.order), _sources(tensor)
        arrays = tensor.value.values() if _several(tensor) else [tensor.value]
        values = tuple(map(Value, labels[k], arrays))
        places = tuple(place(source) for _, source in sources)
        boxes.append(Box(values, _template(tensor), places, step and step.upstream))
        local = functools.cache(functools.partial(_locals, step))
        for (slot, _), (source, output) in zip(sources, places, strict=True):
            down = step.downstream[slot] if step else None
            formula = _rule(step, slot, values, place, boxes) if step else ""
            flows.append(
                Flow(
                    when[k] if down is not None else 0,
                    source,
                    output,
                    k,
                    down,
                    lambda local=local, slot=slot: local()[slot],
                    formula,
                )
            )
    seed = np.ones_like(y.value) if grad_ys is None else np.asarray(_seed(grad_ys, y))
    return Trace(boxes, flows, sweep, place(y)[1], seed, list(range(len(sweep) + 1)))


def _call(function, leaves):
    try:
        inspect.signature(function).bind(**leaves)
    except (TypeError, ValueError):  # other names, or a ufunc, which knows its inputs by place only
        return function(*leaves.values())
    return function(**leaves)


def _seed(grad_ys, y):
    """A single number stands for one weight on every output."""
    return np.full(y.shape, float(grad_ys)) if grad_ys is not None and np.ndim(grad_ys) == 0 else grad_ys


def _whole(tensor):
    """The Tensor that stands for everything an operation made, and which of its outputs this one is."""
    return tensor.args if tensor.op is not None and len(tensor.op.outputs) > 1 else (tensor, 0)


def _several(whole):
    return isinstance(whole.value, dict)


def _sources(whole):
    """(input number, Tensor) for each input of its operation that is a Tensor."""
    inputs = whole.op.inputs if whole.op is not None else ()
    return [(slot, x) for slot, x in enumerate(inputs) if type(x) is ad.Tensor]


def _ancestors(y):
    """Everything that y was computed from, oldest first, without recursion; several outputs count as one."""
    found, waiting = {}, [y]
    while waiting:
        whole, _ = _whole(waiting.pop())
        if whole.order not in found:
            found[whole.order] = whole
            waiting += [source for _, source in _sources(whole)]
    return [found[order] for order in sorted(found)]


def _names(made, y, leaves, names):
    """x for inputs, the given names or v1, v2, ... for what is computed, y for the answer."""
    own = {tensor.order: name for name, tensor in leaves.items()}
    answer = next(name for name in ("y", "z", "out") if name not in leaves)
    given, labels, count = list(names), [], 0
    last, output = _whole(y)
    for whole in made:
        if whole.op is None:
            labels.append([own.get(whole.order, "constant")])
            continue
        labels.append([])
        for i in range(len(whole.value) if _several(whole) else 1):
            count += 1
            fallback = answer if (whole.order, i) == (last.order, output) else f"v{count}"
            labels[-1].append(str(given.pop(0)) if given else fallback)
    return labels


def _template(whole):
    """How a value was made, with {} for each Tensor: ``square({})``, ``{} × 2``; "" for an input."""
    if whole.op is None:
        return ""
    op = whole.op
    parts = ["{}" if type(x) is ad.Tensor else _constant(x) for x in op.inputs]
    if op.type in SYMBOLS and len(parts) == SYMBOLS[op.type].count("{}"):
        return SYMBOLS[op.type].format(*parts)
    word = op.type if op.type.isupper() else op.type[0].lower() + op.type[1:]
    first = [f"'{op.attrs['subscripts']}'"] if "subscripts" in op.attrs else []
    more = [f"{k}={op.attrs[k]}" for k in ("axis", "axes") if op.attrs.get(k) is not None]
    return f"{word}({', '.join(first + parts + more)})"


def _constant(value):
    array = np.asarray(value) if not callable(value) else np.asarray(None)
    if array.dtype.kind not in "fiubc":
        return "…"
    return svg.array_text(array) if array.size <= 4 else f"array {'×'.join(map(str, array.shape))}"


def _locals(step):
    """The local Jacobian of each input; None for each where there is one for every output."""
    return [None] * len(step.inputs) if isinstance(step.upstream, dict) else step.local


def _rule(step, slot, values, place, boxes):
    """In words how downstream comes from upstream, for what no single array of local derivatives says."""
    if len(values) > 1:
        return f"upstream · Jacobian, summed over {' and '.join(value.name for value in values)}"
    inputs, flips = step.inputs[:2], (step.op.attrs.get("transpose_a"), step.op.attrs.get("transpose_b"))
    if step.op.type == "Concatenate":
        return "its part of upstream"
    if step.op.type != "MatMul" or any(flips) or any(np.ndim(getattr(x, "value", x)) != 2 for x in inputs):
        return ""
    other = inputs[1 - slot]
    name = "constant"
    if type(other) is ad.Tensor:
        box, output = place(other)
        name = boxes[box].values[output].name
    return f"upstream @ {name}ᵀ" if slot == 0 else f"{name}ᵀ @ upstream"


# --- groups -----------------------------------------------------------------------------------------------


def runs(t: Trace) -> dict[str, list[str]]:
    """Every longest run of operations in which each is made from the one before, and nothing else is."""
    uses = [sum(flow.source == k for flow in t.flows) for k in range(len(t.boxes))]

    def before(k):  # the operation that k continues, if it does
        sources = t.boxes[k].sources
        alone = len(sources) == 1 and uses[sources[0][0]] == 1
        return sources[0][0] if alone and _foldable(t.boxes[sources[0][0]]) else None

    found: dict[int, list[int]] = {}  # by the last box
    for k, box in enumerate(t.boxes):
        if _foldable(box) and len(box.sources) == 1:
            found[k] = [*found.pop(before(k), []), k]
    named = ([t.boxes[k].values[0].name for k in run] for run in found.values() if len(run) > 1)
    return {f"{names[0]} to {names[-1]}": names for names in named}


def _foldable(box):
    return box.template and len(box.values) == 1


def members(t: Trace, groups: Mapping[str, Sequence[str]]) -> dict[str, list[int]]:
    """The boxes of each group, or an `InputError` that says why they cannot be folded into one."""
    where = {value.name: k for k, box in enumerate(t.boxes) for value in box.values}
    computed = [name for name, k in where.items() if t.boxes[k].template]
    found: dict[str, list[int]] = {}
    for group, names in groups.items():
        for name in names:
            if name not in computed:
                what = "an input" if name in where else "not a value here"
                raise InputError(
                    f"The group {group} names {name}, which is {what}: name values that are computed, "
                    f"from {', '.join(computed)}."
                )
            if any(where[name] in boxes for boxes in found.values()):
                raise InputError(f"{name} is in two groups: name it in one.")
        boxes = found[group] = sorted({where[name] for name in names})
        if len(boxes) < 2:
            raise InputError(f"The group {group} has fewer than two operations: name at least two.")
        leaving = {flow.source for flow in t.flows if flow.source in boxes and flow.target not in boxes}
        leaving |= {len(t.boxes) - 1} & set(boxes)
        if leaving != {boxes[-1]} or len(t.boxes[boxes[-1]].values) > 1:
            out = ", ".join(t.boxes[k].title for k in sorted(leaving))
            raise InputError(
                f"The group {group} is used outside through {out}: a group that folds into one box "
                "has one value that is used outside."
            )
    return found


def fold(t: Trace, groups: Mapping[str, Sequence[str]], folded: Sequence[str], composed=False) -> Trace:
    """The same computation with each folded group as one operation, whose one step is the VJP of them all.

    With `composed` its formula is put together from theirs; else it is the name of the group.
    """
    found = members(t, groups)
    boxes = list(t.boxes)
    home = list(range(len(boxes)))
    for group, inside in found.items():
        for k in inside:
            boxes[k] = boxes[k]._replace(group=group)
        if group in folded:
            boxes[inside[-1]] = _as_one(t, group, inside, composed)
            for k in inside:
                home[k] = inside[-1]
    kept = [k for k in range(len(boxes)) if home[k] == k]
    number = {k: i for i, k in enumerate(kept)}
    sweep = [k for k in t.sweep if home[k] == k]
    when = {k: i for i, k in enumerate(sweep, 1)}
    flows = []
    for flow in _joined(t, home):
        step = when[flow.target] if flow.step else 0
        flows.append(flow._replace(step=step, source=number[flow.source], target=number[flow.target]))
    new = [boxes[k]._replace(sources=tuple((number[s], o) for s, o in boxes[k].sources)) for k in kept]
    done = [0, *itertools.accumulate(sum(home[j] == k for j in t.sweep) for k in sweep)]
    return Trace(new, flows, [number[k] for k in sweep], t.answer, t.seed, done)


def _as_one(t, group, inside, composed):
    """The box that stands for a group."""
    sources = tuple(dict.fromkeys(s for k in inside for s in t.boxes[k].sources if s[0] not in inside))
    template = _composed(t, inside) if composed else f"{group}({', '.join(['{}'] * len(sources))})"
    return t.boxes[inside[-1]]._replace(
        template=template, sources=sources, group=group, operations=len(inside)
    )


def _composed(t, run):
    """The formulas of a run put into each other, if that can still be read."""
    text = t.boxes[run[0]].template
    for k in run[1:]:
        template = t.boxes[k].template
        text = template.replace("{}", text if "(" in template else f"({text})" if " " in text else text)
    return text if len(text) <= 32 else f"{len(run)} operations on {{}}"


def _joined(t, home):
    """The flows between homes: what the operations inside a home send to one value outside adds up."""
    joined: dict[tuple, Flow] = {}
    insides: dict[int, list[int]] = {}
    for k, h in enumerate(home):
        insides.setdefault(h, []).append(k)
    for number, flow in enumerate(t.flows):
        target = home[flow.target]
        if home[flow.source] == target:
            continue
        inside = insides[target]
        if len(inside) == 1:
            joined[number,] = flow
            continue
        key = flow.source, flow.output, target
        local = functools.partial(_through, t, inside, flow.source, flow.output)
        new = flow._replace(target=target, local=local, formula="")
        old = joined.get(key, new._replace(step=0))
        if new.step and old.step:
            new = new._replace(downstream=old.downstream + new.downstream)
        joined[key] = new if new.step else old
    return list(joined.values())


def _through(t, inside, source, output):
    """The Jacobian of the last box inside with respect to one value outside: the chain rule, backward."""
    value = np.asarray(t.boxes[inside[-1]].values[0].array)
    so_far = {(inside[-1], 0): np.eye(value.size).reshape(value.shape * 2)}
    for k in reversed(inside):
        if len(t.boxes[k].values) > 1:
            return None
        for flow in t.flows:
            if flow.target == k and flow.step:
                axes = np.ndim(t.boxes[k].values[0].array)
                part = np.tensordot(so_far[k, 0], flow.local(), axes=axes)
                key = flow.source, flow.output
                so_far[key] = so_far[key] + part if key in so_far else part
    return so_far[source, output]


# --- what one backward step multiplies --------------------------------------------------------------------


class Product(NamedTuple):
    """One backward step written out: the local derivative as an array if one says it all, else words."""

    upstream: Any
    local: Any  # an array, or None
    words: str  # how downstream comes from upstream when it is not simply upstream × local, entry by entry
    downstream: Any


def product(upstream, local, downstream) -> Product:
    """Write `downstream = upstream × local` as briefly as the local Jacobian allows, and never wrongly.

    A Jacobian whose every row, or every column, has at most one entry that matters needs one number per
    entry; anything else is named by its shape.
    """
    upstream, down, jacobian = np.asarray(upstream), np.asarray(downstream), np.asarray(local)
    flat = jacobian.reshape(upstream.size, down.size)
    claimed = upstream.ravel() @ flat
    if np.isrealobj(claimed) and np.isfinite(claimed).all() and not _same(claimed, down.ravel()):
        return Product(upstream, None, "a rule that is not linear in upstream", down)
    if upstream.size == down.size == 1:
        return Product(upstream, flat.reshape(upstream.shape), "", down)
    try:
        where = np.broadcast_to(np.arange(down.size).reshape(down.shape), upstream.shape).ravel()
    except ValueError:
        where = None
    if where is not None:
        # output entry i was made from input entry where[i] alone: elementwise, broadcast or not
        each = flat[np.arange(upstream.size), where]
        if _is_all(flat, (np.arange(upstream.size), where), each):
            summed = "summed where it was broadcast" * (upstream.size > down.size)
            return Product(upstream, each.reshape(upstream.shape), summed, down)
    # input entry j went into output entry rows[j] alone
    rows = np.abs(np.nan_to_num(flat, nan=1.0)).argmax(axis=0)
    each = flat[rows, np.arange(down.size)]
    if _is_all(flat, (rows, np.arange(down.size)), each):
        spread = "" if upstream.size == 1 else "each entry takes the upstream of its output"
        return Product(upstream, each.reshape(down.shape), spread, down)
    return Product(upstream, None, f"upstream · Jacobian {'×'.join(map(str, jacobian.shape))}", down)


def _same(claimed, true):
    room = 1e-4 if true.dtype == np.float32 else 1e-9  # beside the largest: small entries may be what cancels
    return np.allclose(claimed, true, rtol=room, atol=room * np.abs(true).max(initial=0.0))


def _is_all(flat, where, each):
    """Do the entries at `where` say everything that the Jacobian holds?"""
    alone = np.zeros_like(flat)
    alone[where] = each
    return np.array_equal(alone, flat, equal_nan=True)


def product_of(t: Trace, flow: Flow) -> Product:
    """What one flow multiplies."""
    upstream = t.boxes[flow.target].upstream
    if flow.formula:
        return Product(upstream, None, flow.formula, np.asarray(flow.downstream))
    local = flow.local()
    if local is None:
        return Product(upstream, None, "upstream · Jacobian", np.asarray(flow.downstream))
    return product(upstream, local, flow.downstream)
