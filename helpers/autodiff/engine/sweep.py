"""3. The backward sweep: upstream gradients run from the outputs to the inputs, and on the way every
operation applies its rule, a VJP. In outline:

    for each operation, the youngest first:            # all that was made of its answer has had its turn, so
        upstream = arrived[its answer]                 # the upstream is complete
        for each input on the way to one of xs:
            arrived[the input] += rule(upstream, ...)

`Path` is that sweep; `gradients` and the transforms are built on it.
"""

import numpy as np
from numpy import ndarray

from .constants import check_unchanged
from .operations import STOP
from .pieces import Pieces, added, joined
from .structure import flatten, flatten_like, rebuild
from .tensor import ANY_NUMBERS, Tensor, as_numbers, passed_on, record
from .watching import is_watched


def gradients(ys, xs, grad_ys=None, *, create_graph=False):
    """The gradient of sum(grad_ys * ys) with respect to every x: the VJP of ys with the upstream grad_ys.
    (Of complex ys, that of Re sum(conj(grad_ys) * ys).)

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
    """Every node on a way from one of xs to one of ys, and the backward sweep along it.

    since: a serial number; what was made before it is left out.
    """

    def __init__(self, ys, xs, since=0):
        self.ys, self.xs = ys, xs
        self.asked_for = serials_in(xs)
        self.on_path = on_path = set(self.asked_for)  # serial numbers
        self.nodes = nodes = []  # from old to young
        if on_path:
            since = max(since, min(on_path))  # nothing older was made from one of xs
        trace = ancestry(ys, since)
        for serial in sorted(trace):  # inputs come before what was made from them
            node = trace[serial]
            for parent in node.args:
                if type(parent) is Tensor and parent.serial in on_path and node.operation is not STOP:
                    on_path.add(serial)
                    nodes.append(node)
                    break

    def sweep(self, seeds, create_graph=False, missing=lambda value: None):
        """One gradient for each x, given one upstream for each y; missing(x.value) where nothing arrives."""
        if not create_graph:
            seeds = [seed.value if type(seed) is Tensor else seed for seed in seeds]
        arrived = collect({}, self.ys, seeds)  # serial number -> the upstream gradient collected so far
        asked_for, on_path = self.asked_for, self.on_path
        for node in reversed(self.nodes):
            upstream = arrived.pop(node.serial, None)  # it is dropped as soon as it has been used ...
            if upstream is None:
                continue
            if node.serial in asked_for:  # ... but kept if somebody asked for it
                arrived[node.serial] = upstream
            if type(upstream) is Pieces:
                upstream = joined(upstream)
            if node.fingerprints:
                check_unchanged(node)

            operation, attributes = node.operation, node.attributes
            rules = operation.per_input
            if not rules:  # one function for all inputs
                which = [i for i, x in enumerate(node.args) if type(x) is Tensor and x.serial in on_path]
                parents = [node.args[i] for i in which]
                collect(arrived, parents, operation.for_all(which, node, upstream, create_graph))
                continue
            # One rule for each. It computes with Tensors if its answer is to be differentiated again.
            # (`Operation.back` and `collect` do the same; here it stands in full, for speed.)
            if create_graph:
                args, answer = node.args, node
            else:
                args, answer = node.plain_args, node.value
            i = -1  # counted by hand, which is faster than enumerate or zip
            for parent in node.args:
                i += 1
                if type(parent) is Tensor and parent.serial in on_path and rules[i]:
                    if attributes:
                        downstream = rules[i](upstream, answer, *args, **attributes)
                    else:
                        downstream = rules[i](upstream, answer, *args)
                    serial, value = parent.serial, parent.value
                    if downstream.shape != value.shape or downstream.dtype is not value.dtype:
                        downstream = fitted(downstream, value)
                    arrived[serial] = added(arrived[serial], downstream) if serial in arrived else downstream
        found = [joined(arrived[x.serial]) if x.serial in arrived else missing(x.value) for x in self.xs]
        return list(map(as_tensor, found)) if create_graph else copy_shared(found, seeds)


def collect(arrived, tensors, gradients):
    """Add each gradient to what arrived at its Tensor before; None adds nothing."""
    for x, gradient in zip(tensors, gradients):
        if gradient is not None:
            gradient = fitted(gradient, x.value)
            arrived[x.serial] = added(arrived[x.serial], gradient) if x.serial in arrived else gradient
    return arrived


def ancestry(ys, oldest=0):
    """{serial number: node}: what ys were computed by, back to the number `oldest` or a stop_gradient."""
    seen, todo = {}, [ys]
    for values in todo:  # which grows while we walk along it
        for x in values:
            if type(x) is Tensor and x.operation:
                serial = x.serial
                if serial >= oldest and serial not in seen:
                    seen[serial] = x
                    if x.operation is not STOP:
                        todo.append(x.args)
    return seen


def serials_in(values):
    return {x.serial for x in values if type(x) is Tensor}


def fitted(gradient, value):
    """Undo broadcasting (a number used n times gets the sum of n gradients), and keep the dtype."""
    lengths, shape = gradient.shape, value.shape
    if lengths != shape:
        before = (1,) * (len(lengths) - len(shape)) + shape  # new axes stand in front
        gradient = np.add.reduce(gradient, tuple([i for i, n in enumerate(before) if n != lengths[i]]))
        gradient = gradient if gradient.shape == shape else gradient.reshape(shape)
    if gradient.dtype != value.dtype:
        if gradient.dtype.kind == "c" and value.dtype.kind != "c":
            gradient = np.real(gradient)  # a real number moves along the real axis only
        gradient = gradient.astype(value.dtype)
    return gradient


def copy_shared(gradients, seeds):
    """Arrays that the caller may write to: none that others see too, a view, a seed, or one given twice."""
    taken = set(map(id, seeds))
    for i, gradient in enumerate(gradients):
        if type(gradient) is ndarray:
            if gradient.base is not None or id(gradient) in taken or not gradient.ndim:
                gradients[i] = gradient = gradient.copy() if gradient.ndim else gradient[()]
            taken.add(id(gradient))
    return gradients


def as_tensor(gradient):
    """With create_graph, a gradient that depends on nothing is a Tensor too."""
    return gradient if gradient is None or type(gradient) is Tensor else record(None, gradient.copy()[()])


def tensors_in(structure, what):
    leaves = flatten(structure)
    for leaf in leaves:
        if type(leaf) is not Tensor:
            cure = "make the inputs with ad.Tensor(...) before computing, and leave the results as they are"
            raise TypeError(f"{what} must be Tensors, but one is {type(leaf).__name__}: {cure}.")
    return leaves


def one_hots(y, value=1):
    """The upstreams that pick one number of y each."""
    return (one_hot(y, index, value) for index in np.ndindex(y.shape))


def one_hot(y, index, value=1):
    """All zeros but a single 1 (or another value)."""
    zeros = np.zeros(y.shape, y.dtype)
    zeros[index] = value
    return zeros[()]


def as_upstreams(upstreams, structure, ys, what="grad_ys"):
    """One upstream gradient for each y, from the same structure as that of ys; ones for None."""
    return list(map(as_upstream, flatten_like(structure, upstreams, what), ys))


def as_upstream(upstream, y, what="upstream gradient", of="output"):
    """The upstream gradient of y as an array of its shape and dtype; ones when it is left out."""
    shape, dtype = y.value.shape, y.value.dtype
    if type(upstream) is ndarray and upstream.dtype is dtype and upstream.shape == shape and shape:
        return upstream  # the usual one, as it is
    if upstream is None:
        if not shape:
            return dtype.type(1)
        ones = np.empty(shape, dtype)
        ones.fill(1)
        return ones
    if type(upstream) is not Tensor:
        upstream = as_numbers(upstream, ANY_NUMBERS, what=what)
    if upstream.shape != shape:
        cure = f"give one number for every number of the {of}"
        raise ValueError(f"the {what} has shape {upstream.shape}, but the {of} has shape {shape}: {cure}.")
    if upstream.dtype.kind == "c" and dtype.kind != "c":
        raise TypeError(f"the {what} is {upstream.dtype}, but the {of} is real: give real numbers.")
    return upstream if upstream.dtype == dtype else upstream.astype(dtype)
