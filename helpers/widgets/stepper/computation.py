"""A computation and its backward sweep, as a picture needs them: what made what, and what each sends back."""

from __future__ import annotations

import contextlib
import functools
import inspect
import itertools
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from helpers import autodiff as ad
from helpers.drawing import svg

from ..base.errors import InputError

MOST_VALUES = 40
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
SYMBOLS = {
    "Add": "{} + {}",
    "Subtract": "{} − {}",
    "Multiply": "{} × {}",
    "Divide": "{} ÷ {}",
    "Power": "{} ** {}",
    "MatMul": "{} @ {}",
    "Negative": "−{}",
    "Square": "{}²",
    "GetItem": "part of {}",
    "StopGradient": "stop({})",
}


class Value(NamedTuple):
    """A number or an array, and what the picture calls it."""

    name: str
    array: Any


class Box(NamedTuple):
    """An input, or an operation with the value it made (several for an operation with several outputs)."""

    values: tuple[Value, ...]
    template: tuple[str, ...]  # how it was made: the text around each value it was made from; () for an input
    sources: tuple[tuple[int, int], ...] = ()  # those values: (box, which of its values)
    upstream: Any = None  # an array, {which value: array} if it has several, None where no gradient arrives
    group: str = ""  # the group it belongs to, or stands for
    operations: int = 1  # how many operations it stands for
    forgets: bool = False  # whether its rule forgets the upstream, and sends back its local alone

    @property
    def title(self) -> str:
        """The names of its values."""
        return ", ".join(value.name for value in self.values)

    @property
    def arriving(self) -> str:
        """What to call that which arrives there: no layer made an input, so it is nobody's upstream."""
        return "upstream" if self.template else "gradient"


class Flow(NamedTuple):
    """What an operation sends back, along one edge, to one of the values it was made from."""

    step: int  # 1, 2, ...; 0 when no gradient flows
    source: int  # the box of that value
    output: int  # which value of that box
    target: int  # the box of the operation
    downstream: Any
    local: Callable[[], Any]  # the local Jacobian, computed when it is asked for; None if it is not one array
    formula: str = ""  # how downstream comes from upstream, where a formula says it best
    slot: int = 0  # which input of the operation it goes back to: with both boxes, the way it takes
    upstream: Any = None  # what leaves the operation, if it works more than once; else all that arrived there


class Computation(NamedTuple):
    """A computation and its backward sweep, as the picture needs them; boxes are in creation order."""

    boxes: list[Box]
    flows: list[Flow]
    sweep: list[int]  # the boxes at work in step 1, 2, ...
    answer: int  # which value of the last box the sweep starts from
    seed: Any
    done: list[int]  # after step 0, 1, 2, ...: how many single operations of the whole sweep are done
    remarks: Mapping[int, str] = {}  # by step: what an engine of one's own does oddly
    right: Computation | None = None  # the same sweep as it should be, if a rule forgets in this one
    odd: Mapping[int, str] = {}  # and as briefly as it can be said
    measured: Mapping[str, str] = {}  # by input: what a nudge of it says, where such an engine brings another
    typed: Mapping[str, Any] = {}  # by input: what it was given, where a sweep may write something else there
    kept: Mapping[int, Any] = {}  # by box: what an earlier sweep left in the .grad of an input
    anew: Computation | None = None  # the same, computed where a step after that sweep has led,
    rate: float = 0.0  # and the rate of each step

    def formula(self, k: int) -> str:
        """How box k was made, in the names of the picture: ``square(v1)``, ``x × w``."""
        first, *rest = self.boxes[k].template
        names = (self.boxes[s].values[o].name for s, o in self.boxes[k].sources)
        return first + "".join(name + text for name, text in zip(names, rest, strict=True))

    def arriving(self, k: int, output: int = 0) -> list[Flow]:
        """What is sent to a value, in the order in which it arrives."""
        sent = [flow for flow in self.flows if flow.step and (flow.source, flow.output) == (k, output)]
        return sorted(sent, key=lambda flow: flow.step)


def trace(function, inputs, grad_ys=None, names=()) -> Computation:
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
    steps = {step.output.serial: step for step in ad.backward_steps(y, grad_ys=_seed(grad_ys, y))}
    number = {tensor.serial: k for k, tensor in enumerate(made)}
    labels = _names(made, y, leaves, names)

    def place(tensor):
        whole, output = _whole(tensor)
        return number[whole.serial], output

    boxes, flows, sweep = [], [], [number[order] for order in steps]
    when = {box: k for k, box in enumerate(sweep, 1)}
    for k, tensor in enumerate(made):
        step, sources = steps.get(tensor.serial), _sources(tensor)
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
                    slot,
                )
            )
    seed = np.ones_like(y.value) if grad_ys is None else np.asarray(_seed(grad_ys, y))
    return Computation(boxes, flows, sweep, place(y)[1], seed, list(range(len(sweep) + 1)))


def _call(function, leaves):
    given = leaves.values(), {}
    if not isinstance(function, np.ufunc):  # before NumPy 2.4, it seems to take any name
        with contextlib.suppress(TypeError, ValueError):
            bound = inspect.signature(function).bind(**leaves)  # by position wherever that can be
            given = bound.args, bound.kwargs
    return function(*given[0], **given[1])


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
        if whole.serial not in found:
            found[whole.serial] = whole
            waiting += [source for _, source in _sources(whole)]
    return [found[order] for order in sorted(found)]


def _names(made, y, leaves, names):
    """x for inputs, the given names or v1, v2, ... for what is computed, y for the answer.

    What `stop_gradient` holds takes none of the given names: put in later, it leaves them where they were.
    """
    own = {tensor.serial: name for name, tensor in leaves.items()}
    answer = next(name for name in ("y", "z", "out") if name not in leaves)
    given, labels, count = list(names), [], 0
    frozen = (f"frozen{n or ''}" for n in itertools.count())
    last, output = _whole(y)
    for whole in made:
        if whole.op is None:
            labels.append([own.get(whole.serial, "constant")])
            continue
        if whole.op.type == "StopGradient" and whole is not last:
            labels.append([next(frozen)])
            continue
        labels.append([])
        for i in range(len(whole.value) if _several(whole) else 1):
            count += 1
            fallback = answer if (whole.serial, i) == (last.serial, output) else f"v{count}"
            labels[-1].append(str(given.pop(0)) if given else fallback)
    return labels


def _template(whole):
    """How a value was made: the text around each Tensor, such as ("square(", ")"); () for an input."""
    if whole.op is None:
        return ()
    op = whole.op
    parts = [_HOLE if type(x) is ad.Tensor else _constant(x) for x in op.inputs]
    if op.type == "Power" and parts[0] == _HOLE and re.fullmatch(r"\d", parts[1]):
        return "", parts[1].translate(RAISED)
    if op.type in SYMBOLS and len(parts) == SYMBOLS[op.type].count("{}"):
        return tuple(SYMBOLS[op.type].format(*parts).split(_HOLE))
    words = op.type if op.type.isupper() else re.sub(r"(?<=[a-z])(?=[A-Z])", "_", op.type).lower()
    word = words.replace(_HOLE, "")  # broadcast_to, as in NumPy
    first = [f"'{op.attrs['subscripts']}'"] if "subscripts" in op.attrs else []
    more = [f"{k}={op.attrs[k]}" for k in ("axis", "axes") if op.attrs.get(k) is not None]
    return tuple(f"{word}({', '.join(first + parts + more)})".split(_HOLE))


_HOLE = "\0"


def _constant(value):
    array = np.asarray(value) if not callable(value) else np.asarray(None)
    if array.dtype.kind not in "fiubc":
        return "…"
    if array.dtype.kind == "c" and array.ndim == 0:
        return f"({svg.array_text(array)})"
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
    if np.iscomplexobj(step.upstream) and not np.iscomplexobj(step.inputs[slot].value):
        return ""  # only the real part of the product
    name = "constant"
    if type(other) is ad.Tensor:
        box, output = place(other)
        name = boxes[box].values[output].name
    if np.iscomplexobj(getattr(other, "value", other)):
        name = f"conj({name})"
    return f"upstream @ {name}ᵀ" if slot == 0 else f"{name}ᵀ @ upstream"
