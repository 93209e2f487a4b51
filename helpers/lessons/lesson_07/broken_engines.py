"""Engines that go wrong, as lesson 07 shows them and as learners write them."""

import functools

import numpy as np

from .engine import Node, in_order

# --- sweeps ---


def by_paths(node, upstream=1.0):
    """The sweep of the lesson's opening: hand on at once whatever arrives."""
    yield node, upstream
    for parent, downstream in zip(node.parents, node.send(upstream), strict=True):
        yield from by_paths(parent, downstream)


def whole_sums(node, upstream=1.0, sums=None):
    """The next one: keep the sum, and hand on all of it at every arrival."""
    sums = {} if sums is None else sums
    sums[node] = sums.get(node, 0.0) + upstream
    yield node, sums[node]
    for parent, downstream in zip(node.parents, node.send(sums[node]), strict=True):
        yield from whole_sums(parent, downstream, sums)


def kept(y, upstream=1.0):
    """A sweep that keeps its sums on the nodes, where they stay."""
    y.grad = upstream
    for node in in_order(y):
        yield node, node.grad
        for parent, downstream in zip(node.parents, node.send(node.grad), strict=True):
            parent.grad = getattr(parent, "grad", 0.0) + downstream


def for_each_parent(nodes, upstream):
    """A sweep that yields the parents, whenever something arrives at one."""
    arrived = {nodes[0]: upstream}
    for node in nodes:
        for parent, downstream in zip(node.parents, node.send(arrived[node]), strict=True):
            arrived[parent] = arrived.get(parent, 0.0) + downstream
            yield parent, arrived[parent]


def averaged(nodes, upstream):
    """A sweep that takes the mean of what arrived and what arrives."""
    arrived = {nodes[0]: upstream}
    for node in nodes:
        yield node, arrived[node]
        for parent, downstream in zip(node.parents, node.send(arrived[node]), strict=True):
            arrived[parent] = (arrived.get(parent, downstream) + downstream) / 2


def end_alone(nodes, upstream):
    """A sweep in which nodes[0] alone sends: the others come too early, or never."""
    arrived = {nodes[0]: upstream}
    for parent, downstream in zip(nodes[0].parents, nodes[0].send(upstream), strict=True):
        arrived[parent] = arrived.get(parent, 0.0) + downstream
    return arrived.items()


def once_for_each_parent(nodes, upstream):
    """A sweep in which a parent that is used twice by one operation is sent to once."""
    arrived = {nodes[0]: upstream}
    for node in nodes:
        yield node, arrived[node]
        for parent, downstream in dict(zip(node.parents, node.send(arrived[node]), strict=True)).items():
            arrived[parent] = arrived.get(parent, 0.0) + downstream


# --- what they come to ---


@functools.cache
def visits(squarings):
    """How often by_paths comes to x."""
    x = y = Node(1.0)
    for _ in range(squarings):
        y = y * y
    return sum(node is x for node, _ in by_paths(y))


def doubled_twice(sweep):
    """What a sweep says arrives at a, for b = a + a and c = b + b."""
    a = Node(1.0)
    b = a + a
    return float(dict(sweep(b + b))[a])


def after_runs(count, keeps_end=False):
    """What stands on a after so many runs of `kept` back from c, which may add up as well."""
    a = Node(1.0)
    b = a + a
    c = b + b
    for _ in range(count):
        dict(kept(c, 1.0 + keeps_end * getattr(c, "grad", 0.0)))
    return float(a.grad)


# --- undoing broadcasting ---


def back_axes_first(gradient, shape):
    """`fitted`, by somebody who thinks that NumPy puts new axes at the end."""
    while np.ndim(gradient) > len(shape):
        gradient = gradient.sum(axis=-1)
    return np.sum(gradient, axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


def ones_first(gradient, shape):
    """`fitted`, with its two steps in the other order."""
    gradient = np.sum(gradient, axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)
    return np.sum(gradient, axis=tuple(range(np.ndim(gradient) - len(shape))))


def ones_one_by_one(gradient, shape):
    """`fitted`, with a loop whose axes go as soon as they are summed."""
    while np.ndim(gradient) > len(shape):
        gradient = np.sum(gradient, axis=0)
    for i, n in enumerate(shape):
        if n == 1:
            gradient = np.sum(gradient, axis=i)
    return gradient


def first_stretched(gradient, shape):
    """`fitted`, by somebody who stops at the first axis of length 1."""
    gradient = np.sum(gradient, axis=tuple(range(np.ndim(gradient) - len(shape))))
    return np.sum(gradient, axis=shape.index(1), keepdims=True) if 1 in shape else gradient
