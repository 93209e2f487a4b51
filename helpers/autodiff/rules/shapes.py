"""Rules of the operations that move numbers without changing them: the gradient moves back the same way."""
import functools

import numpy as np

from ..engine.tensor import Tensor, plain
from .table import composite, primitive, rule

rule(np.reshape,      lambda g, y, x, shape: np.reshape(g, np.shape(x)))
rule(np.ravel,        lambda g, y, x: np.reshape(g, np.shape(x)))
rule(np.squeeze,      lambda g, y, x, axis=None: np.reshape(g, np.shape(x)))
rule(np.expand_dims,  lambda g, y, x, axis: np.reshape(g, np.shape(x)))
rule(np.transpose,    lambda g, y, x, axes=None: np.transpose(g, inverse_order(axes)))
rule(np.swapaxes,     lambda g, y, x, axis1, axis2: np.swapaxes(g, axis1, axis2))
rule(np.moveaxis,     lambda g, y, x, source, destination: np.moveaxis(g, destination, source))
rule(np.broadcast_to, lambda g, y, x, shape: g)  # the sweep undoes broadcasting
rule(np.roll,         lambda g, y, x, shift, axis=None: np.roll(g, np.negative(shift), axis))
rule(np.flip,         lambda g, y, x, axis=None: np.flip(g, axis))
rule(np.tril,         lambda g, y, x, k=0: np.tril(g, k))
rule(np.triu,         lambda g, y, x, k=0: np.triu(g, k))


def inverse_order(axes):
    """The order that undoes a transposition; None turns all axes around, and back."""
    return None if axes is None else np.argsort(np.mod(axes, len(axes)))


composite(np.full_like)(lambda x, fill_value: np.broadcast_to(fill_value, x.shape).astype(x.dtype))


# ---- picking entries, and the way back: each picked entry goes home, and one picked twice is added twice
@primitive(lambda g, y, x, index: scatter(g, index, np.shape(x)), name="GetItem")
def pick(x, index):
    return x[index]


@primitive(lambda g, y, values, index, shape: pick(g, index), name="Scatter")
def scatter(values, index, shape):
    """Zeros of `shape` with `values` added at `index`."""
    home = np.zeros(shape, values.dtype)
    if all(isinstance(part, (int, slice, type(None), type(...))) for part in np.index_exp[index]):
        home[index] = values  # a basic index names no entry twice
    else:
        np.add.at(home, index, values)
    return home


Tensor.__getitem__ = lambda self, index: pick(self, index)


def along(axis, index, ndim):
    """The index that takes `index` along one axis and everything along the others."""
    return (slice(None),) * (axis % ndim) + (index,)


@composite(np.take)
def take(x, indices, axis=None):
    return np.ravel(x)[indices] if axis is None else x[along(axis, indices, x.ndim)]


def picked(function):
    """For a function that moves entries: let it move their numbers 0, 1, 2 ..., and pick by these."""

    @composite(function)
    @functools.wraps(function)
    def moved(x, *args, **attributes):
        numbers = function(np.reshape(np.arange(x.size), x.shape), *plain(args), **plain(attributes))
        flat = np.ravel(x)
        return [flat[part] for part in numbers] if isinstance(numbers, list) else flat[numbers]


for function in (np.repeat, np.tile, np.split, np.array_split, np.diagonal, np.delete, np.rot90):
    picked(function)


@composite(np.diag)
def diag(x, k=0):
    if x.ndim in (0, 2):  # NumPy says what is wrong with 0
        return np.diagonal(x, k)
    rows = np.arange(x.size) + max(0, -k)
    return scatter(x, (rows, rows + k), (x.size + abs(k),) * 2)


composite(np.trace)(lambda x, offset=0, axis1=0, axis2=1: np.sum(np.diagonal(x, offset, axis1, axis2), -1))


# ---- joining
def part_of(i, g, y, *arrays, axis=0, ends=()):
    return g[along(axis, slice(ends[i], ends[i + 1]), np.ndim(g))]


@primitive(each=part_of, name="Concatenate")
def join(*arrays, axis=0, ends=()):
    return np.concatenate(arrays, axis)


@composite(np.concatenate)
def concatenate(arrays, axis=0):
    arrays, axis = (arrays, axis) if axis is not None else (list(map(np.ravel, arrays)), 0)
    shapes = list(map(np.shape, arrays))
    if not all(-len(shape) <= axis < len(shape) for shape in shapes):
        raise ValueError(f"np.concatenate finds no axis {axis} in some of them: join numbers with np.stack.")
    ends = np.cumsum([0, *(shape[axis] for shape in shapes)])  # found once, not for every part
    return join(*arrays, axis=axis, ends=ends)


def reshaped(arrays, shape, below):
    """Those with fewer axes than `below` get that shape."""
    return [np.reshape(array, shape) if np.ndim(array) < below else array for array in arrays]


composite(np.stack)(lambda arrays, axis=0: concatenate([np.expand_dims(a, axis) for a in arrays], axis))
composite(np.vstack)(lambda arrays: concatenate(reshaped(arrays, (1, -1), below=2)))
composite(np.column_stack)(lambda arrays: concatenate(reshaped(arrays, (-1, 1), below=2), 1))
composite(np.hstack)(lambda arrays: concatenate(reshaped(arrays, -1, below=1), int(np.ndim(arrays[0]) > 1)))


@composite(np.pad)
def pad(x, pad_width, mode="constant", constant_values=0.0):
    if mode != "constant":
        raise NotImplementedError(f"np.pad has a gradient rule for mode='constant' only, not {mode!r}.")
    frame = np.pad(np.zeros(x.shape, x.dtype), pad_width, constant_values=constant_values)
    widths = np.broadcast_to(pad_width, (x.ndim, 2))
    inside = tuple(slice(before, before + n) for n, (before, _) in zip(x.shape, widths))
    return scatter(x, inside, frame.shape) + frame
