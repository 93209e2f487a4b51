"""7. Rules that people write: what such a rule is shown, and what is asked of its answer.

A rule of the table is one formula per input. A rule of your own is one function for all inputs, which gets an
`Op` and the upstream gradient; the sweep meets it here.
"""

import numpy as np

from .structure import flatten
from .tensor import Kind, Tensor, orders_in, plain, record, watching


def locked(value):
    """A view of an array that cannot be written to: a rule is shown numbers that others rely on."""
    if type(value) is np.ndarray:
        value = value.view()
        value.flags.writeable = False
    return value


class Parts(dict):
    """The values, or the upstream gradients, of an operation with several outputs: {number: array}."""

    shape = dtype = None  # so that the sweep may treat it like an array

    def __add__(self, other):
        return Parts({**self, **other, **{i: self[i] + other[i] for i in self.keys() & other.keys()}})


# An operation with several outputs is one Tensor that holds Parts; each output points at its part of it.
OUTPUT = Kind("Output", None, (lambda g, y, bundle, i: Parts({i: g}),))


def output(bundle, i):
    return record(OUTPUT, bundle.value[i], (bundle, i), (bundle.value, i))


class Op:
    """The operation behind a Tensor, as seen by a gradient rule or a curious reader.

    ``type`` is its name, ``inputs`` what it was called with (Tensors, or plain constants), ``outputs`` what
    it made, ``attrs`` its other arguments; ``get_attr(name)`` reads one of them.

    >>> a, b = Tensor([[1.0, 2.0]]), Tensor([[3.0], [4.0]])
    >>> op = (a @ b).op
    >>> op.type, op.inputs[1] is b, op.get_attr("transpose_a")
    ('MatMul', True, False)
    """

    def __init__(self, tensor, values_only=False):
        self._tensor, self._values_only = tensor, values_only
        self._node = tensor.args[0] if tensor.kind is OUTPUT else tensor  # one of several outputs

    @property
    def type(self):
        return self._node.kind.name

    @property
    def inputs(self):
        node, count = self._node, self._node.kind.inputs
        return tuple(map(locked, node.raw[:count])) if self._values_only else node.args[:count]

    @property
    def outputs(self):
        node, mine = self._node, self._tensor
        if type(node.value) is not Parts:
            return (locked(node.value) if self._values_only else node,)
        if self._values_only:
            return tuple(map(locked, node.value.values()))
        return tuple(
            mine if mine.kind is OUTPUT and mine.args[1] == i else output(node, i) for i in node.value
        )

    @property
    def attrs(self):
        node = self._node
        known = dict(node.kind.attributes or {})
        by_position = zip(known, node.args[node.kind.inputs :])
        return {**known, **dict(by_position), **node.attributes}

    def get_attr(self, name):
        attrs = self.attrs
        if name not in attrs:
            raise ValueError(f"{self.type} has no attribute {name!r}; it has {', '.join(attrs) or 'none'}.")
        return attrs[name]

    def __repr__(self):
        return f"<Op {self.type}: {', '.join(str(getattr(x, 'shape', x)) for x in self.inputs)}>"


Tensor.op = property(
    lambda self: None if self.kind is None else Op(self),
    doc="The operation that made this Tensor, an `Op`; None for a leaf.",
)


def whole_rules(node, upstream, create_graph):
    """The rules of the inputs where a person wrote one rule(op, upstream) for all: its answers, checked."""
    kind, value = node.kind, node.value
    if type(value) is Parts:
        ups = [upstream[i] if i in upstream else np.zeros_like(part) for i, part in value.items()]
    else:
        ups = [upstream]
    # A gradient that the rule itself asks for is to be differentiated again if the answer of the rule is.
    outside = watching.set((*watching.get(), orders_in([*node.args, *ups]))) if create_graph else None
    try:
        answers = kind.whole(Op(node, values_only=not create_graph), *map(locked, ups))
    finally:
        if outside:
            watching.reset(outside)
    answers = answers if isinstance(answers, (list, tuple)) else [answers]
    count = len(node.args[: kind.inputs])
    if len(answers) != count:
        raise ValueError(
            f"the gradient rule of {kind.name} returned {len(answers)} gradients for {count} "
            f"input{'s' * (count != 1)}: return one for each, None for an input without one."
        )
    return [_as_rule(node, i, answer if create_graph else plain(answer)) for i, answer in enumerate(answers)]


def _as_rule(node, i, gradient):
    if gradient is None or type(node.args[i]) is not Tensor:
        return None
    checked = _checked(gradient, node.args[i], node.kind.name, i)
    return lambda *_, **__: checked


def _checked(gradient, parent, name, i):
    """A person wrote this rule: say what is wrong with its answer before it travels on."""
    gradient = gradient if type(gradient) is Tensor else np.asarray(gradient)[()]
    if gradient.shape != parent.shape:
        hint = " Sum it over the broadcast or batch axes." if gradient.ndim > parent.ndim else ""
        raise ValueError(
            f"the gradient rule of {name} returned shape {gradient.shape} for input {i} of shape "
            f"{parent.shape}: a gradient has the shape of its input.{hint}"
        )
    if gradient.dtype.kind not in "fciub":
        raise TypeError(
            f"the gradient rule of {name} returned {gradient.dtype} for input {i}: it takes numbers."
        )
    return gradient


def refuse_hidden_tensors(name, args, settings):
    if orders_in(flatten([*args, *settings.values()])) != orders_in(args):
        raise TypeError(
            f"{name} takes every Tensor as an argument of its own: not in a list or a dict, not by keyword."
        )


def checked_output(name, value):
    value = np.asarray(plain(value))
    if value.dtype.kind not in "fc":
        raise TypeError(
            f"{name} returned {value.dtype}: return floats or complex numbers, integers have no gradient."
        )
    return value[()]


def recorded(kind, values, inputs, attributes):
    """One Tensor for each output; several outputs hang on one bundle. Whole numbers stay plain."""
    raw = [plain(x) for x in inputs]
    if len(values) == 1:
        return [record(kind, values[0], inputs, raw, attributes)]
    bundle = record(kind, Parts(enumerate(values)), inputs, raw, attributes)
    return [output(bundle, i) if value.dtype.kind in "fc" else value for i, value in enumerate(values)]
