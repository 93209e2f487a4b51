"""3. The backward sweep: upstream gradients run from the outputs to the inputs, and every operation on the
way multiplies by its local Jacobian. `Path` is that sweep; `gradients` and the transforms are built on it.
"""

from contextvars import ContextVar

import numpy as np
from numpy import ndarray

from .operations import Operation
from .structure import flatten, flatten_like, rebuild
from .tensor import ANY_NUMBERS, Tensor, as_numbers, passed_on, plain, record

STOP = Operation("StopGradient", None, (None,))  # it gives the value it got, and has no gradient
IDENTITY = Operation("Identity", None, (lambda g, y, x: g,))  # it hands the upstream on as it is

# Who is watching: for each transform or tape that runs in this thread, from the outermost in, the orders of
# the Tensors it differentiates by. A gradient that depends on one of them is a Tensor, to be differentiated
# again.
watching = ContextVar("watching", default=())


def gradients(ys, xs, grad_ys=None, create_graph=False):
    """The gradient of sum(grad_ys * ys) with respect to every x: the VJP of ys with the upstream grad_ys.

    ys: a Tensor or a structure (list, tuple, dict) of them; several ys add up. xs: likewise; the answer has
    the same structure, and an entry is None where no y depends on that x. grad_ys: the structure of ys with
    an upstream of each y's shape (None: ones).

    The answers are plain arrays of the shape and dtype of xs. They are Tensors where somebody may want to
    differentiate them again: you do, with ``create_graph=True``, or a transform or a tape around this call
    differentiates by something that they depend on.

    >>> x = Tensor([1.0, 2.0])
    >>> gradients(x * x, x)
    array([2., 4.])
    >>> gradients(x * x, x, grad_ys=[2.0, 3.0])
    array([ 4., 12.])
    """
    all_ys, all_xs = tensors_in(ys, "ys"), tensors_in(xs, "xs")
    seeds = as_upstreams(grad_ys, ys, all_ys)
    create_graph = create_graph or is_watched(all_ys + seeds)
    return rebuild(xs, Path(all_ys, all_xs).sweep(seeds, create_graph))


def stop_gradient(x):
    """The same value (or structure of values), through which no gradient flows: y = x, dx = nothing.

    >>> x = Tensor(3.0)
    >>> float(gradients(x * stop_gradient(x), x)), gradients(stop_gradient(x), x)
    (3.0, None)
    """
    return rebuild(x, [passed_on(STOP, part) if type(part) is Tensor else part for part in flatten(x)])


class Path:
    """Every operation on a way from one of xs to one of ys, and the backward sweep along it.

    since: operations not younger than that are left out. older: what ys need from before the oldest of xs.
    """

    def __init__(self, ys, xs, since=0):
        self.ys, self.xs = ys, xs
        self.orders = orders = {x.order for x in xs}  # of everything on the path
        self.asked_for = frozenset(orders)
        self.nodes = nodes = []  # its operations, from old to young
        seen, self.older = ancestry(ys, min(orders) if orders else 0)
        for order in sorted(seen):
            node = seen[order]
            if order > since and node.operation is not STOP:
                for parent in node.args:
                    if type(parent) is Tensor and parent.order in orders:
                        orders.add(order)
                        nodes.append(node)
                        break

    def sweep(self, seeds, create_graph=False, missing=lambda value: None):
        """One gradient for each x, given one upstream for each y; missing(x.value) where nothing arrives."""
        seeds = seeds if create_graph else list(map(plain, seeds))
        arrived = collect({}, self.ys, seeds)  # order -> the upstream gradient collected so far
        for node in reversed(self.nodes):
            order = node.order
            # An upstream gradient is dropped as soon as it has been used, unless somebody asked for it.
            upstream = arrived.get(order) if order in self.asked_for else arrived.pop(order, None)
            if upstream is not None:
                send_back(node, upstream, self.orders, arrived, create_graph)
        answers = [arrived[x.order] if x.order in arrived else missing(x.value) for x in self.xs]
        return list(map(as_tensor, answers)) if create_graph else handed_over(answers, seeds)


def collect(arrived, tensors, gradients):
    """Add each gradient to what arrived at its Tensor before; None adds nothing."""
    for x, gradient in zip(tensors, gradients):
        if gradient is not None:
            arrived[x.order] = arrived[x.order] + gradient if x.order in arrived else gradient
    return arrived


def send_back(node, upstream, wanted, arrived, create_graph=False):
    """Through one operation: its rules turn the upstream into a downstream gradient for each wanted input."""
    operation, attributes = node.operation, node.attributes
    rules = operation.per_input or operation.make_rules(node, upstream, create_graph)
    args, answer = (node.args, node) if create_graph else (node.raw, node.value)
    for rule, parent in zip(rules, node.args):
        if type(parent) is Tensor and rule and parent.order in wanted:
            downstream = rule(upstream, answer, *args, **attributes)
            order, value = parent.order, parent.value
            if downstream.shape != value.shape or downstream.dtype is not value.dtype:
                downstream = fitted(downstream, value)
            arrived[order] = arrived[order] + downstream if order in arrived else downstream


def ancestry(ys, oldest=0):
    """Two dicts {order: Tensor}: what ys were computed from, back to `oldest` or to a stop_gradient, and the
    first ones met that are older.
    """
    seen, older, todo = {}, {}, [ys]
    while todo:
        for x in todo.pop():
            if type(x) is Tensor:
                order = x.order
                if order < oldest:
                    older[order] = x
                elif order not in seen:
                    seen[order] = x
                    if x.args and x.operation is not STOP:
                        todo.append(x.args)
    return seen, older


def orders_in(values):
    return {x.order for x in values if type(x) is Tensor}


def run_watched(orders, function, *args):
    """function(*args), while somebody differentiates by the Tensors of these orders."""
    outside = watching.set((*watching.get(), orders))
    try:
        return function(*args)
    finally:
        watching.reset(outside)


def is_watched(tensors):
    """Whether a transform or a tape that is still running may want to differentiate through these."""
    sets = watching.get()
    return bool(sets) and not set().union(*sets).isdisjoint(ancestry(tensors)[0])


def fitted(gradient, value):
    """Undo broadcasting (a number used n times gets the sum of n gradients), and keep the dtype."""
    if gradient.shape != value.shape:
        extra = gradient.ndim - value.ndim
        stretched = [i + extra for i, n in enumerate(value.shape) if n == 1 != gradient.shape[i + extra]]
        gradient = gradient.sum((*range(extra), *stretched))
        gradient = gradient.reshape(value.shape) if stretched else gradient
    if gradient.dtype.kind == "c" and value.dtype.kind != "c":
        gradient = np.real(gradient)  # a real number moves along the real axis only
    return gradient if gradient.dtype == value.dtype else gradient.astype(value.dtype)


def handed_over(answers, seeds):
    """Arrays the caller may write to: no view of another array, not a seed of the caller, and none twice."""
    taken = set(map(id, seeds))
    for i, answer in enumerate(answers):
        if type(answer) is ndarray:
            if answer.base is not None or id(answer) in taken or not answer.ndim:
                answers[i] = answer = answer.copy()[()]
            taken.add(id(answer))
    return answers


def as_tensor(gradient):
    """With create_graph, a gradient that depends on nothing is a Tensor too."""
    return gradient if gradient is None or type(gradient) is Tensor else record(None, gradient[()])


def tensors_in(structure, what):
    leaves = flatten(structure)
    for leaf in leaves:
        if type(leaf) is not Tensor:
            cure = "make the inputs with ad.Tensor(...) before computing, and leave the results as they are"
            raise TypeError(f"{what} must be Tensors, but one is {type(leaf).__name__}: {cure}.")
    return leaves


def as_upstreams(upstreams, structure, ys, what="grad_ys"):
    """One upstream gradient for each y, from the same structure as that of ys; ones for None."""
    return list(map(as_upstream, flatten_like(structure, upstreams, what), ys))


def as_upstream(upstream, y, what="upstream gradient", of="output"):
    """The upstream gradient of y as an array of its shape and dtype; ones when it is left out."""
    shape, dtype = y.value.shape, y.value.dtype
    if type(upstream) is ndarray and upstream.dtype is dtype and upstream.shape == shape != ():
        return upstream
    if upstream is None:
        ones = np.empty(shape, dtype)
        ones.fill(1)
        return ones if shape else ones[()]
    if type(upstream) is not Tensor:
        upstream = as_numbers(upstream, ANY_NUMBERS, what=what)[()]
    if upstream.shape != shape:
        cure = f"give one number for every number of the {of}"
        raise ValueError(f"the {what} has shape {upstream.shape}, but the {of} has shape {shape}: {cure}.")
    if upstream.dtype.kind == "c" and dtype.kind != "c":
        raise TypeError(f"the {what} is {upstream.dtype}, but the {of} is real: give real numbers.")
    return upstream if upstream.dtype == dtype else upstream.astype(dtype)
