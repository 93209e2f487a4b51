"""7. The same sweep in slow motion: every call with its upstream, local and downstream."""

import numpy as np

from .engine.constants import check_unchanged
from .engine.pieces import joined
from .engine.sweep import ancestry, as_upstreams, collect, copy_shared, fitted, one_hots, tensors_in
from .engine.tensor import Tensor, plain
from .own_rules import OUTPUT, PerOutput


def backward_steps(y, grad_ys=None):
    """Every call that y was computed by as a `Step`, in the order the sweep runs, in plain numbers.

    >>> x = Tensor(2.0)
    >>> for step in backward_steps(np.square(np.square(x))):
    ...     print(step.op.type, *step.upstream.flat, *step.local[0].flat, *step.downstream[0].flat)
    Square 1.0 8.0 8.0
    Square 8.0 4.0 32.0
    """
    ys = tensors_in(y, "y")
    arrived = collect({}, ys, map(plain, as_upstreams(grad_ys, y, ys)))
    everything = ancestry(ys)
    steps = []
    for serial in sorted(everything, reverse=True):
        node, upstream = everything[serial], joined(arrived.get(serial))
        if upstream is None:
            continue
        if node.operation is OUTPUT:
            collect(arrived, node.args, node.operation.back([0], node, upstream))
        else:
            steps.append(Step(node, upstream))
            collect(arrived, node.args, steps[-1].downstream)
    return steps


class Step:
    """One call in the backward sweep: downstream[i] = upstream x local[i], summed over all outputs.

    ``op``, ``inputs`` and ``output`` say which call; ``upstream`` has the shape of the output, and
    ``downstream`` is a tuple with one gradient per input, None for a constant or a stopped gradient.
    (A call with several outputs has dicts {output number: ...} for ``upstream`` and ``local``.)
    """

    def __init__(self, node, upstream):
        self.op, self.inputs, self.output, self.upstream = node.op, node.op.inputs, node, upstream
        self.downstream = plain(downstream_of_each(node, upstream))

    @property
    def local(self):
        """The local Jacobian of each input, of shape output.shape + input.shape; computed when it is read.

        Row by row: the downstream gradient of a one-hot upstream is one row of the Jacobian.
        """
        value = self.output.value
        if type(value) is PerOutput:
            upstreams = {i: [PerOutput({i: u}) for u in one_hots(part)] for i, part in value.items()}
            return {i: self._jacobians(part.shape, upstreams[i]) for i, part in value.items()}
        return self._jacobians(value.shape, one_hots(value))

    def _jacobians(self, shape, upstreams):
        rows = [plain(downstream_of_each(self.output, upstream, one_hot=True)) for upstream in upstreams]
        jacobians = [None] * len(self.downstream)
        for i, down in enumerate(self.downstream):
            if down is not None:
                jacobians[i] = np.reshape([row[i] for row in rows], shape + down.shape)[()]
        return tuple(jacobians)

    def __repr__(self):
        return f"Step({self.op.type}: upstream {self.upstream}, downstream {self.downstream})"


def downstream_of_each(node, upstream, operation=None, create_graph=False, constants=False, one_hot=False):
    """The downstream gradients of one call, a tuple with one entry per input.

    operation: the one with the rules to use, if not that of the node. constants: give theirs too, not None.
    one_hot: what works number by number sends at the 1 alone; elsewhere 0 times infinity would be NaN.
    """
    check_unchanged(node)
    operation = operation or node.operation
    inputs = node.args[: operation.input_count]
    which = [i for i, x in enumerate(inputs) if constants or type(x) is Tensor]
    downstreams = [None] * len(inputs)
    alone = one_hot and isinstance(operation.forward, np.ufunc) and not operation.forward.signature
    for i, gradient in zip(which, operation.back(which, node, upstream, create_graph)):
        if gradient is not None:
            x = inputs[i]
            # The gradient of a whole number is no whole number.
            value = x.value if type(x) is Tensor else 1.0 * np.asarray(x)
            gradient = np.where(upstream, gradient, 0) if alone else joined(gradient)
            downstreams[i] = fitted(gradient, value)
    return tuple(copy_shared(downstreams, [upstream]))
