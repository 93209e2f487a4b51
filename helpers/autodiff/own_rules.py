"""4. Rules that people write: what such a rule is shown, and what is asked of its answer.

A rule of the table is one formula per input. A rule of your own is one function for all inputs, which gets an
`Op` and the upstream gradient. `checked` turns its answers into rules of the table's form: the sweep sees no
other.
"""

from functools import cached_property

import numpy as np

from .engine.operations import Operation
from .engine.structure import flatten, rebuild
from .engine.sweep import orders_in, run_watched
from .engine.tensor import Tensor, plain, record


def locked(value):
    """A view of an array that cannot be written to: a rule is shown numbers that others rely on."""
    if type(value) is np.ndarray:
        value = value.view()
        value.flags.writeable = False
    return value


class Parts(dict):
    """The values, or the upstream gradients, of an operation with several outputs: {number: array}."""

    shape = dtype = None  # the same on both sides: the sweep finds nothing to fit

    def __add__(self, other):
        return Parts({**self, **other, **{i: self[i] + other[i] for i in self.keys() & other.keys()}})


# An operation with several outputs is one Tensor that holds Parts; each output points at its part of it.
OUTPUT = Operation("Output", None, (lambda g, y, bundle, i: Parts({i: g}),))


def outputs_of(node):
    """The Tensors that an operation made: one for each of its Parts, or just its own."""
    if type(node.value) is not Parts:
        return [node]
    return [record(OUTPUT, part, (node, i), (node.value, i)) for i, part in node.value.items()]


class Op:
    """The operation behind a Tensor, as seen by a gradient rule or a curious reader.

    ``type`` is its name, ``inputs`` what it was called with (Tensors, or plain constants), ``outputs`` what
    it made, ``attrs`` its other arguments; ``get_attr(name)`` reads one of them.

    >>> a, b = Tensor([[1.0, 2.0]]), Tensor([[3.0], [4.0]])
    >>> op = (a @ b).op
    >>> op.type, op.inputs[1] is b, op.get_attr("transpose_a"), a.op
    ('MatMul', True, False, None)
    """

    def __init__(self, made, shown=lambda x: x):
        self._made, self._shown = made, shown
        self._node = made.args[0] if made.operation is OUTPUT else made  # one of several outputs
        self.type = self._node.operation.name

    @cached_property
    def inputs(self):
        return tuple(map(self._shown, self._node.args[: self._node.operation.inputs]))

    @cached_property
    def outputs(self):
        outputs = outputs_of(self._node)
        if self._made is not self._node:
            outputs[self._made.args[1]] = self._made
        return tuple(map(self._shown, outputs))

    @property
    def attrs(self):
        node, defaults = self._node, self._node.operation.attributes
        by_position = zip(defaults, node.args[node.operation.inputs :])
        return {**defaults, **dict(by_position), **node.attributes}

    def get_attr(self, name):
        attrs = self.attrs
        if name not in attrs:
            raise ValueError(f"{self.type} has no attribute {name!r}; it has {', '.join(attrs) or 'none'}.")
        return attrs[name]

    def __repr__(self):
        return f"<Op {self.type}: {', '.join(str(getattr(x, 'shape', x)) for x in self.inputs)}>"


Tensor.op = property(lambda self: None if self.operation is None else Op(self))


def no_rule(node, *_):
    """Stands in for the rule of an operation that has none yet."""
    raise LookupError(
        f"{node.operation.name} has no gradient rule yet: write one as "
        f'@ad.register_gradient("{node.operation.name}") above def rule(op, upstream).'
    )


def checked(rule, node, upstream, create_graph):
    """The answers of a rule(op, upstream) that a person wrote for all inputs, as one rule for each."""
    ups = [upstream]
    if type(upstream) is Parts:
        ups = [upstream[i] if i in upstream else np.zeros_like(part) for i, part in node.value.items()]
    ups = list(map(locked, ups))
    if create_graph:
        # If the rule itself asks for gradients, they are Tensors: its answer will be differentiated again.
        answers = run_watched(orders_in([*node.args, *ups]), rule, Op(node), *ups)
    else:
        answers = rule(Op(node, shown=lambda x: locked(plain(x))), *ups)
    answers = answers if isinstance(answers, (list, tuple)) else [answers]
    count = len(node.args[: node.operation.inputs])
    if len(answers) != count:
        raise ValueError(
            f"the gradient rule of {node.operation.name} returned {len(answers)} gradients for {count} "
            f"input{'s' * (count != 1)}: return one for each, None for an input without one."
        )
    return [_fits(node, i, g if create_graph else plain(g)) for i, g in enumerate(answers)]


def _fits(node, i, gradient):
    """A person wrote this rule: say what is wrong with its answer before it travels on."""
    x = node.args[i]
    if gradient is None or type(x) is not Tensor:
        return None
    gradient = gradient if type(gradient) is Tensor else np.asarray(gradient)[()]
    if gradient.dtype.kind not in "fciub":
        raise TypeError(
            f"the rule of {node.operation.name} returned {gradient.dtype} for input {i}: it takes numbers."
        )
    if gradient.shape != x.shape:
        hint = " Sum it over the broadcast or batch axes." if gradient.ndim > x.ndim else ""
        raise ValueError(
            f"the gradient rule of {node.operation.name} returned shape {gradient.shape} for input {i} of "
            f"shape {x.shape}: a gradient has the shape of its input.{hint}"
        )
    return lambda *_, **__: gradient


def recorded(operation, answer, inputs, attributes):
    """The answer of an operation as Tensors. Several hang on one bundle, and whole numbers stay plain."""
    arrays = [np.asarray(plain(leaf)) for leaf in flatten(answer)]
    if len(arrays) == 1 and arrays[0].dtype.kind not in "fc":
        cure = "return floats or complex numbers"
        raise TypeError(f"{operation.name} returned {arrays[0].dtype}, which has no gradient: {cure}.")
    values = [array[()] for array in arrays]
    value = values[0] if len(values) == 1 else Parts(enumerate(values))
    made = outputs_of(record(operation, value, inputs, attributes=attributes))
    return rebuild(answer, [y if a.dtype.kind in "fc" else y.value for y, a in zip(made, arrays)])
