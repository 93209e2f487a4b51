"""6. Rules that people write: what such a rule is shown, and what is asked of its answer.

A rule of the table is one formula per input. A rule of your own is one function for all inputs, which gets an
`Op` and the upstream gradient. `checked` stands between it and the sweep: it calls the rule, checks the
downstream gradients, and gives the sweep those that it wants. What comes last makes several outputs of a call
possible.
"""

from functools import cached_property

import numpy as np

from .engine.constants import fingerprint
from .engine.operations import Operation
from .engine.pieces import Pieces
from .engine.structure import flatten, rebuild
from .engine.sweep import serials_in
from .engine.tensor import ANY_NUMBERS, Tensor, as_numbers, plain, record
from .engine.watching import Watcher, is_watched


def locked(value):
    """A view of an array that cannot be written to: a rule is shown numbers that others rely on."""
    if type(value) is np.ndarray:
        value = value.view()
        value.flags.writeable = False
    return value


class Op:
    """The call that made a Tensor, as seen by a gradient rule or a curious reader.

    ``type`` is its name, ``inputs`` what it was called with (Tensors, or plain constants), ``outputs`` what
    it made, ``attrs`` its other arguments; ``get_attr(name)`` reads one of them.

    >>> a, b = Tensor([[1.0, 2.0]]), Tensor([[3.0], [4.0]])
    >>> op = (a @ b).op
    >>> op.type, op.inputs[1] is b, op.get_attr("transpose_a"), a.op
    ('MatMul', True, False, None)
    """

    def __init__(self, made, shown=lambda x: x):
        self._made = made  # the Tensor that was asked for its op, and stands among its outputs itself
        self._shown = shown  # turns an input or output into what a rule may see of it
        self._node = made.args[0] if made.operation is OUTPUT else made  # the call that made it
        self.type = self._node.operation.name

    @cached_property
    def inputs(self):
        return tuple(map(self._shown, self._node.args[: self._node.operation.input_count]))

    @cached_property
    def outputs(self):
        outputs = outputs_of(self._node)
        if self._made is not self._node:
            outputs[self._made.args[1]] = self._made
        return tuple(map(self._shown, outputs))

    @property
    def attrs(self):
        node, defaults = self._node, self._node.operation.attributes
        by_position = zip(defaults, node.args[node.operation.input_count :])
        return {**defaults, **dict(by_position), **node.attributes}

    def get_attr(self, name):
        attrs = self.attrs
        if name not in attrs:
            raise ValueError(f"{self.type} has no attribute {name!r}; it has {', '.join(attrs) or 'none'}.")
        return attrs[name]

    def __repr__(self):
        return f"<Op {self.type}: {', '.join(str(getattr(x, 'shape', x)) for x in self.inputs)}>"


Tensor.op = property(lambda self: None if self.operation is None else Op(self))


def not_taught(which, node, *_):
    """Stands in for the rule of an operation that has none yet."""
    raise LookupError(
        f"{node.operation.name} has no gradient rule yet: write one as "
        f'@ad.register_gradient("{node.operation.name}") above def rule(op, upstream).'
    )


def checked(rule, which, node, upstream, create_graph):
    """From a rule(op, upstream) that a person wrote for all inputs: the downstreams of the inputs in `which`.

    Without create_graph the rule is shown plain numbers, but what it knows from elsewhere may be Tensors.
    A downstream that depends on something that somebody differentiates by stays a Tensor, and so does what
    the sweep makes of it.
    """
    ups = [upstream]
    if type(upstream) is PerOutput:
        ups = [upstream[i] if i in upstream else np.zeros_like(part) for i, part in node.value.items()]
    ups = list(map(locked, ups))
    if create_graph:
        # If the rule itself asks for gradients, they are Tensors: its answer will be differentiated again.
        with Watcher(serials_in([*node.args, *ups])):
            downstreams = rule(Op(node), *ups)
    else:
        downstreams = rule(Op(node, shown=lambda x: locked(plain(x))), *ups)
    downstreams = downstreams if isinstance(downstreams, (list, tuple)) else [downstreams]
    count = len(node.args[: node.operation.input_count])
    if len(downstreams) != count:
        raise ValueError(
            f"the gradient rule of {node.operation.name} returned {len(downstreams)} gradients for {count} "
            f"input{'s' * (count != 1)}: return one for each, None for an input without one."
        )
    return [_fits(node, i, downstreams[i], create_graph) for i in which]


def _fits(node, i, gradient, create_graph):
    """A person wrote this rule: say what is wrong with its answer before it travels on."""
    x = node.args[i]
    if gradient is None or type(x) is not Tensor:
        return None
    if not (create_graph or is_watched(flatten(gradient))):
        gradient = plain(gradient)
    if type(gradient) is not Tensor:
        what = f"a gradient by input {i} of {node.operation.name}"
        gradient = as_numbers(gradient, ANY_NUMBERS, what=what)[()]  # a view: the rule may keep the array
    if gradient.shape != x.shape:
        cure = " Sum it over the broadcast or batch axes." if gradient.ndim > x.ndim else ""
        raise ValueError(
            f"the gradient rule of {node.operation.name} returned shape {gradient.shape} for input {i} of "
            f"shape {x.shape}: a gradient has the shape of its input.{cure}"
        )
    return gradient


def recorded(operation, answer, inputs, attributes):
    """The answer of an operation as Tensors. Several hang on one bundle, and whole numbers stay plain."""
    arrays = [np.asarray(plain(leaf)) for leaf in flatten(answer)]
    if len(arrays) == 1 and arrays[0].dtype.kind not in "fc":
        cure = "return floats or complex numbers"
        raise TypeError(f"{operation.name} returned {arrays[0].dtype}, which has no gradient: {cure}.")
    value = arrays[0][()] if len(arrays) == 1 else PerOutput((i, a[()]) for i, a in enumerate(arrays))
    given = flatten([*inputs, *attributes.values()])
    marks = [fingerprint(x) for x in given if type(x) is np.ndarray and not x.dtype.hasobject]
    made = outputs_of(record(operation, value, inputs, attributes=attributes, fingerprints=marks))
    return rebuild(answer, [y if a.dtype.kind in "fc" else y.value for y, a in zip(made, arrays)])


# ---- several outputs. In the trace, such a call is a Tensor that nobody sees, the bundle: its value is
# PerOutput. A person gets Tensors that the operation OUTPUT makes from it, one for each part:
#
#     inputs -- the call --> bundle -- OUTPUT 0 --> y0
#                                   -- OUTPUT 1 --> y1
#
# On the way back, the bundle is like an array of which parts were used: what arrives is kept in pieces until
# the sweep gets there, and then the rule of the call is run once.


class PerOutput(dict):
    """The values, or the upstream gradients, of a call with several outputs: {output number: array}."""

    shape = dtype = None  # the same in a gradient and its value, so that the sweep fits nothing to it


def gathered(pieces, _shape):
    """What arrived at a bundle: pieces = [(output number, gradient), ...]."""
    arrived = PerOutput()
    for i, g in pieces:
        arrived[i] = arrived[i] + g if i in arrived else g
    return arrived


def back_to_bundle(g, y, bundle, i):
    return Pieces(gathered, bundle.shape, bundle.dtype, i, g)


OUTPUT = Operation("Output", None, (back_to_bundle,))


def outputs_of(node):
    """The Tensors that a call made: one for each of its outputs, or just its own."""
    if type(node.value) is not PerOutput:
        return [node]
    return [record(OUTPUT, part, (node, i), (node.value, i)) for i, part in node.value.items()]
