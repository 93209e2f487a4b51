"""3. The backward sweep: upstream gradients run from the outputs to the inputs, and every operation on the
way multiplies by its local Jacobian. `gradients` is that sweep, and the other transforms are built on it.
"""

import numpy as np

from .rules.elementwise import cast
from .structure import flatten, rebuild
from .tensor import NOTHING, OUTPUT, Kind, Op, Tensor, differentiable, plain, record

STOP = Kind("StopGradient", None, (None,))
IDENTITY = Kind("Identity", None, (lambda g, y, x: g,))


def gradients(ys, xs, grad_ys=None, create_graph=False):
    """The gradient of sum(grad_ys * ys) with respect to every x: the VJP of ys with the upstream grad_ys.

    ys: a Tensor or a structure (list, tuple, dict) of them; several ys add up. xs: likewise; the answer has
    the same structure, and an entry is None where no y depends on that x. grad_ys: the structure of ys with
    an upstream of each y's shape (None: ones). The answers are plain arrays of the shape and dtype of xs, or
    with ``create_graph=True`` Tensors that can be differentiated again.

    >>> x = Tensor([1.0, 2.0])
    >>> gradients(x * x, x)
    array([2., 4.])
    >>> gradients(x * x, x, grad_ys=[2.0, 3.0])
    array([ 4., 12.])
    """
    all_ys, all_xs = tensors_in(ys, "ys"), tensors_in(xs, "xs")
    upstreams = [None] * len(all_ys) if grad_ys is None else flatten(grad_ys, like=ys, what="grad_ys")
    seeds = [as_upstream(g, y) for g, y in zip(upstreams, all_ys)]
    return rebuild(xs, Path(all_ys, all_xs).sweep(seeds, create_graph))


def stop_gradient(x):
    """The same value, through which no gradient flows: y = x, dx = nothing.

    >>> x = Tensor(3.0)
    >>> float(gradients(x * stop_gradient(x), x)), gradients(stop_gradient(x), x)
    (3.0, None)
    """
    return record(STOP, x.value, (x,), (x.value,)) if type(x) is Tensor else x


class Path:
    """Every Tensor on a way from one of xs to one of ys, and the sweep along it."""

    def __init__(self, ys, xs, since=0):
        self.ys, self.xs = ys, xs
        self.nodes = []  # from old to young
        self.orders = {x.order for x in xs}
        for node in _ancestors(ys, min(self.orders, default=0)):
            if node.order in self.orders or (node.order > since and self._comes_from_xs(node)):
                self.orders.add(node.order)
                self.nodes.append(node)

    def _comes_from_xs(self, node):
        if node.kind is not STOP:
            for x in node.args:
                if type(x) is Tensor and x.order in self.orders:
                    return True
        return False

    def sweep(self, seeds, create_graph=False):
        """One gradient for each x, given one upstream for each y; None where nothing arrives."""
        arrived = {}  # order -> the upstream gradient collected so far
        for y, seed in zip(self.ys, seeds):
            _add(arrived, y, seed)
        answers = dict.fromkeys(x.order for x in self.xs)
        for node in reversed(self.nodes):
            upstream = arrived.pop(node.order, None)
            if upstream is None:
                continue
            if node.order in answers:
                answers[node.order] = upstream
            for _, parent, downstream in downstreams(node, upstream, self.orders, create_graph):
                _add(arrived, parent, downstream)
        return _handed_over([answers[x.order] for x in self.xs], seeds)


def downstreams(node, upstream, wanted, create_graph):
    """[(position, input, its downstream gradient)] of one operation, for the inputs whose order is wanted."""
    kind = node.kind
    if kind is None:
        return ()
    if kind is OUTPUT:
        bundle, index = node.args
        return [(0, bundle, {index: upstream})]
    if kind.whole:
        return _by_whole_rule(node, upstream, wanted, create_graph)
    args, answer = (node.args, node) if create_graph else (node.raw, node.value)
    found = []
    for i, parent in enumerate(node.args):
        if type(parent) is Tensor and parent.order in wanted and kind.per_input[i]:
            downstream = kind.per_input[i](upstream, answer, *args, **node.attributes)
            value = parent.value
            if downstream.shape != value.shape or downstream.dtype is not value.dtype:
                downstream = fitted(downstream, value)
            found.append((i, parent, downstream))
    return found


def _add(arrived, node, gradient):
    """A value used several times gets the sum of what comes back from every use."""
    earlier = arrived.get(node.order)
    if earlier is None:
        arrived[node.order] = gradient
    elif type(node.value) is tuple:  # several outputs, each with its own sum
        for index, part in gradient.items():
            earlier[index] = earlier[index] + part if index in earlier else part
    else:
        arrived[node.order] = earlier + gradient


def fitted(gradient, value):
    """Undo broadcasting (a number used n times gets the sum of n gradients), and keep the dtype of the value."""
    extra = gradient.ndim - value.ndim
    stretched = tuple(i + extra for i, n in enumerate(value.shape) if n == 1 and gradient.shape[i + extra] != 1)
    if extra or stretched:
        gradient = np.sum(gradient, axis=(*range(extra), *stretched), keepdims=True)
        gradient = np.reshape(gradient, value.shape)
    if gradient.dtype.kind == "c" and value.dtype.kind != "c":
        gradient = np.real(gradient)  # a real number moves along the real axis only
    return gradient if gradient.dtype == value.dtype else cast(gradient, value.dtype)


def _by_whole_rule(node, upstream, wanted, create_graph):
    """Ask a registered rule(op, upstream, ...) for all the gradients, and check what comes back."""
    values = node.value if type(node.value) is tuple else (node.value,)
    ups = upstream if type(node.value) is tuple else {0: upstream}
    ups = [ups.get(i, np.zeros(np.shape(value), value.dtype)) for i, value in enumerate(values)]
    answer = node.kind.whole(Op(node, values_only=not create_graph), *ups)
    given = list(answer) if isinstance(answer, (list, tuple)) else [answer]
    if len(given) != len(node.args):
        raise ValueError(
            f"the gradient rule of {node.kind.name} returned {len(given)} gradients for {len(node.args)} inputs: "
            "return one for each input, None for an input without one."
        )
    return [
        (i, parent, checked_gradient(gradient if create_graph else plain(gradient), parent, node.kind.name, i))
        for i, (parent, gradient) in enumerate(zip(node.args, given))
        if type(parent) is Tensor and parent.order in wanted and gradient is not None
    ]


def checked_gradient(gradient, parent, name, i):
    """A person wrote this rule: say what is wrong with its answer before it travels on."""
    gradient = gradient if type(gradient) is Tensor else np.asarray(gradient)[()]
    if gradient.shape != parent.shape:
        hint = " Sum it over the broadcast or batch axes." if gradient.ndim > parent.ndim else ""
        raise ValueError(
            f"the gradient rule of {name} returned shape {gradient.shape} for input {i} of shape {parent.shape}: "
            f"a gradient has the shape of its input.{hint}"
        )
    if gradient.dtype.kind not in "fciub":
        raise TypeError(f"the gradient rule of {name} returned {gradient.dtype} for input {i}: it takes numbers.")
    return gradient if gradient.dtype == parent.dtype else fitted(gradient, parent.value)


def _ancestors(ys, oldest):
    """Everything ys were computed from, from old to young; nothing older than `oldest` is looked at."""
    seen = {y.order: y for y in ys}
    todo = list(seen.values())
    while todo:
        for parent in todo.pop().args:
            if type(parent) is Tensor and parent.order >= oldest and parent.order not in seen:
                seen[parent.order] = parent
                todo.append(parent)
    return [seen[order] for order in sorted(seen)]


def foreigners(ys, since):
    """The Tensors older than `since` that ys were computed from: they belong to somebody outside."""
    found = {}
    for node in _ancestors(ys, since):
        found.update((x.order, x) for x in node.args if type(x) is Tensor and x.order < since)
        if node.order < since:
            found[node.order] = node
    return list(found.values())


def _handed_over(answers, seeds):
    """Arrays the caller may write to: no read-only view, no array that is also a seed or another answer."""
    taken = {id(seed) for seed in seeds}
    for i, answer in enumerate(answers):
        if isinstance(answer, np.ndarray) and (id(answer) in taken or answer.base is not None):
            answers[i] = answer = answer.copy()
        taken.add(id(answer))
    return answers


def tensors_in(structure, what):
    leaves = flatten(structure)
    for leaf in leaves:
        if type(leaf) is not Tensor:
            raise TypeError(
                f"{what} must be Tensors, but one is {type(leaf).__name__}: make the inputs with ad.Tensor(...) before "
                "computing, and leave the results as they are."
            )
    return leaves


def as_upstream(upstream, y, what="upstream gradient", of="output"):
    """The upstream gradient of y as an array of its shape and dtype; ones when it is left out."""
    if upstream is None:
        return np.ones(y.shape, y.dtype)[()]
    upstream = upstream if type(upstream) is Tensor else differentiable_upstream(upstream)
    if upstream.shape != y.shape:
        raise ValueError(
            f"the {what} has shape {upstream.shape}, but the {of} has shape {y.shape}: "
            f"give one number for every number of the {of}."
        )
    if upstream.dtype.kind == "c" and y.dtype.kind != "c":
        raise TypeError(f"the {what} is {upstream.dtype}, but the {of} is real: give real numbers.")
    return upstream if upstream.dtype == y.dtype else cast(upstream, y.dtype)


def differentiable_upstream(upstream):
    """Whole numbers are fine as weights; text and ragged rows are not."""
    array = np.asarray(upstream) if np.ndim(upstream) == 0 or isinstance(upstream, np.ndarray) else None
    if array is not None and array.dtype.kind in "iu":
        return array.astype(float)[()]
    return differentiable(upstream)


def backward_steps(y, grad_ys=None):
    """Every operation of the backward sweep as a `Step`, in the order the sweep runs.

    >>> x = Tensor(2.0)
    >>> for step in backward_steps(np.square(np.square(x))):
    ...     print(step.op.type, *step.upstream.flat, *step.local[0].flat, *step.downstream[0].flat)
    Square 1.0 8.0 8.0
    Square 8.0 4.0 32.0
    """
    ys = tensors_in(y, "y")
    upstreams = [None] * len(ys) if grad_ys is None else flatten(grad_ys, like=y, what="grad_ys")
    arrived, steps = {}, []
    for each, upstream in zip(ys, upstreams):
        _add(arrived, each, as_upstream(upstream, each))
    nodes = _ancestors(ys, 0)
    wanted = {node.order for node in nodes}
    for node in reversed(nodes):
        if node.order not in arrived or node.kind is None:
            continue
        upstream = arrived.pop(node.order)
        found = downstreams(node, upstream, wanted, create_graph=False)
        for _, parent, downstream in found:
            _add(arrived, parent, downstream)
        if node.kind is not OUTPUT:
            steps.append(Step(node, upstream, {i: downstream for i, _, downstream in found}))
    return steps


class Step:
    """One operation of the backward sweep: downstream[i] = upstream x local[i].

    ``op``, ``inputs`` and ``output`` say which operation; ``upstream`` has the shape of the output, and
    ``downstream`` is a tuple with one gradient per input, None for a constant or a stopped gradient.
    (An operation with several outputs has a dict {output number: upstream}.)
    """

    def __init__(self, node, upstream, downstream):
        self.op, self.output, self.upstream = node.op, node, upstream
        self.inputs = self.op.inputs
        self.downstream = tuple(downstream.get(i) for i in range(len(self.inputs)))

    @property
    def local(self):
        """The local Jacobian of each input, of shape output.shape + input.shape; computed when it is read.

        Row by row: the downstream gradient of a one-hot upstream is one row of the Jacobian.
        """
        node = self.output
        wanted = {x.order for x in self.inputs if type(x) is Tensor}
        rows = [
            {i: down for i, _, down in downstreams(node, row, wanted, create_graph=False)} for row in one_hots(node)
        ]
        return tuple(
            None if down is None else np.reshape([row[i] for row in rows], node.shape + down.shape)[()]
            for i, down in enumerate(self.downstream)
        )

    def __repr__(self):
        return f"Step({self.op.type}: upstream {self.upstream}, downstream {self.downstream})"


def one_hots(y):
    """The upstreams that pick one output each: all zeros but a single 1."""
    for i in range(y.size):
        row = np.zeros(y.shape, y.dtype)
        row.flat[i] = 1
        yield row[()]
