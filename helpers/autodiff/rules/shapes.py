"""Rules of the operations that move numbers without changing them: the gradient moves back the same way."""
import numpy as np

from ..tensor import Tensor
from .table import composite, primitive, rule, variadic

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


@composite(np.full_like)
def full_like(x, fill_value):
    return np.zeros_like(x) + np.broadcast_to(fill_value, np.shape(x))


# ---- picking entries, and the way back: each picked entry goes home, and one picked twice is added twice
@primitive(lambda g, y, x, index: scatter(g, index, np.shape(x)), name="GetItem")
def pick(x, index):
    return x[index]


@primitive(lambda g, y, values, index, shape: pick(g, index), name="Scatter")
def scatter(values, index, shape):
    """Zeros of `shape` with `values` added at `index`."""
    home = np.zeros(shape, np.asarray(values).dtype)
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


@composite(np.repeat)
def repeat(x, repeats, axis=None):
    x, axis = (np.ravel(x), 0) if axis is None else (x, axis)
    return x[along(axis, np.repeat(np.arange(x.shape[axis]), repeats), x.ndim)]


@composite(np.array_split)
def array_split(x, indices_or_sections, axis=0):
    parts = np.array_split(np.arange(x.shape[axis]), indices_or_sections)
    return [x[along(axis, part, x.ndim)] for part in parts]


@composite(np.split)
def split(x, indices_or_sections, axis=0):
    if np.ndim(indices_or_sections) == 0 and x.shape[axis] % indices_or_sections:
        raise ValueError(f"{x.shape[axis]} entries do not split into {indices_or_sections} equal parts.")
    return array_split(x, indices_or_sections, axis)


@composite(np.diagonal)
def diagonal(x, offset=0):
    rows = np.arange(max(0, -offset), max(0, -offset) + len(np.diagonal(np.empty(x.shape[:2]), offset)))
    return np.moveaxis(x[rows, rows + offset], 0, -1)


@composite(np.diag)
def diag(x, k=0):
    if x.ndim == 2:
        return diagonal(x, k)
    rows = np.arange(x.size) + max(0, -k)
    return scatter(x, (rows, rows + k), (x.size + abs(k),) * 2)


@composite(np.trace)
def trace(x, offset=0):
    return np.sum(diagonal(x, offset), axis=-1)


# ---- joining
@primitive(name="Concatenate")
def join(*arrays, axis=0, ends=()):
    return np.concatenate(arrays, axis)


def part_of(i, g, y, *arrays, axis=0, ends=()):
    return g[along(axis, slice(ends[i], ends[i + 1]), np.ndim(g))]


variadic(join, part_of, "Concatenate")


@composite(np.concatenate)
def concatenate(arrays, axis=0):
    arrays, axis = (arrays, axis) if axis is not None else (list(map(np.ravel, arrays)), 0)
    ends = np.cumsum([0, *(np.shape(array)[axis] for array in arrays)])  # found once, not for every part
    return join(*arrays, axis=axis, ends=ends)


@composite(np.stack)
def stack(arrays, axis=0):
    return concatenate([np.expand_dims(array, axis) for array in arrays], axis)


@composite(np.vstack)
def vstack(arrays):
    return concatenate([np.reshape(array, (1, -1)) if np.ndim(array) < 2 else array for array in arrays])


@composite(np.hstack)
def hstack(arrays):
    arrays = [np.reshape(array, (-1,)) if np.ndim(array) == 0 else array for array in arrays]
    return concatenate(arrays, 0 if np.ndim(arrays[0]) == 1 else 1)


@composite(np.tile)
def tile(x, reps):
    reps = (1,) * (x.ndim - np.size(reps)) + tuple(np.atleast_1d(reps))
    x = np.reshape(x, (1,) * (len(reps) - x.ndim) + x.shape)
    for axis, times in enumerate(reps):
        x = concatenate([x] * times, axis)
    return x


@composite(np.pad)
def pad(x, pad_width, mode="constant", constant_values=0.0):
    if mode != "constant":
        raise NotImplementedError(f"np.pad has a gradient rule for mode='constant' only, not {mode!r}.")
    frame = np.pad(np.zeros(x.shape, x.dtype), pad_width, constant_values=constant_values)
    widths = np.broadcast_to(pad_width, (x.ndim, 2))
    inside = tuple(slice(before, before + n) for n, (before, _) in zip(x.shape, widths))
    return scatter(x, inside, frame.shape) + frame
