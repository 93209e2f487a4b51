"""Rules of the operations that move numbers without changing them: the gradient moves back the same way."""
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from ..engine.operations import ANY, COMPOSITES, defaults_of
from ..engine.structure import flatten, rebuild
from ..engine.tensor import Tensor, plain
from .table import composite, primitive, rule

rule(np.reshape,      lambda g, y, x, shape, order="C": np.reshape(g, np.shape(x), order))
rule(np.ravel,        lambda g, y, x, order="C": np.reshape(g, np.shape(x), order))
rule(np.squeeze,      lambda g, y, x, axis=None: np.reshape(g, np.shape(x)))
rule(np.expand_dims,  lambda g, y, x, axis: np.reshape(g, np.shape(x)))
rule(np.transpose,    lambda g, y, x, axes=None:  # None turns all axes around, and back
     np.transpose(g, axes if axes is None else np.argsort(np.mod(axes, len(axes)))))
rule(np.swapaxes,     lambda g, y, x, axis1, axis2: np.swapaxes(g, axis1, axis2))
rule(np.moveaxis,     lambda g, y, x, source, destination: np.moveaxis(g, destination, source))
rule(np.broadcast_to, lambda g, y, x, shape: g)  # the sweep undoes broadcasting
rule(np.roll,         lambda g, y, x, shift, axis=None: np.roll(g, np.negative(shift), axis))
rule(np.flip,         lambda g, y, x, axis=None: np.flip(g, axis))
rule(np.tril,         lambda g, y, x, k=0: np.tril(g, k))
rule(np.triu,         lambda g, y, x, k=0: np.triu(g, k))
composite(np.matrix_transpose, np.linalg.matrix_transpose)(lambda x: np.swapaxes(x, -1, -2))
composite(np.full_like)(lambda x, fill_value: np.broadcast_to(fill_value, x.shape).astype(x.dtype))

# ---- picking entries, and the way back: each picked entry goes home, and one picked twice is added twice
pick = primitive(lambda g, y, x, index: scatter(g, index, x.shape), name="GetItem")(lambda x, index: x[index])


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


# ---- picking and moving, by the numbers of the entries
composite(np.take)(lambda x, indices, axis=None:
                   np.ravel(x)[indices] if axis is None else x[along(axis, indices, x.ndim)])
composite(np.sort)(lambda x, axis=-1, kind=None: np.sort(np.ravel(x)) if axis is None else
                   np.take_along_axis(x, np.argsort(x, axis, kind), axis))


def picked(function, data=1):
    """For a function that only moves entries: let it move their numbers 0, 1, 2 ..., and pick by these.

    data: how many of its arguments are arrays, or lists of arrays, with such entries.
    """
    names = [*defaults_of(function)]

    def moved(*args, **attributes):
        arrays = flatten(args[:data])
        ends = np.cumsum(list(map(np.size, arrays)))
        numbers = map(np.reshape, np.split(np.arange(ends[-1]), ends[:-1]), map(np.shape, arrays))
        found = function(*rebuild(args[:data], numbers), *plain(args[data:]), **plain(attributes))
        entries = np.ravel(arrays[0]) if len(arrays) == 1 else concatenate(arrays, None)
        return rebuild(found, [entries[part] for part in flatten(found)])

    COMPOSITES[function] = moved, {*names} - {*names[:data]}, len(names) if data < ANY else ANY


for function in (
    np.repeat, np.tile, np.split, np.array_split, np.hsplit, np.vsplit, np.diagonal, np.linalg.diagonal,
    np.delete, np.rot90, np.flipud, np.fliplr, np.take_along_axis, sliding_window_view,
    np.dstack, np.block,
):
    picked(function)
for function in (np.append, np.meshgrid, np.broadcast_arrays, np.atleast_1d, np.atleast_2d, np.atleast_3d):
    picked(function, data=2 if function is np.append else ANY)


composite(np.diag)(lambda x, k=0: np.diagonal(x, k) if x.ndim != 1 else
                   scatter(x, np.nonzero(np.eye(x.size + abs(k), k=k)), (x.size + abs(k),) * 2))
composite(np.trace)(lambda x, offset=0, axis1=0, axis2=1: np.sum(np.diagonal(x, offset, axis1, axis2), -1))
composite(np.linalg.trace)(lambda x, *, offset=0: np.trace(x, offset, -2, -1))


# ---- joining
def part_of(i, g, y, *arrays, axis=0, ends=()):
    return g[along(axis, slice(ends[i], ends[i + 1]), np.ndim(g))]


join = primitive(each=part_of, name="Concatenate")(lambda *arrays, axis, ends: np.concatenate(arrays, axis))


@composite(np.concatenate)
def concatenate(arrays, axis=0):
    arrays, axis = (arrays, axis) if axis is not None else (list(map(np.ravel, arrays)), 0)
    shapes = list(map(np.shape, arrays))
    if not all(-len(shape) <= axis < len(shape) for shape in shapes):
        raise ValueError(f"np.concatenate finds no axis {axis} in some of them: join numbers with np.stack.")
    ends = np.cumsum([0, *(shape[axis] for shape in shapes)])  # found once, not for every part
    return join(*arrays, axis=axis, ends=ends)


composite(np.stack)(lambda arrays, axis=0: concatenate([np.expand_dims(a, axis) for a in arrays], axis))
composite(np.vstack)(lambda arrays: concatenate(reshaped(arrays, (1, -1), below=2)))
composite(np.column_stack)(lambda arrays: concatenate(reshaped(arrays, (-1, 1), below=2), 1))
composite(np.hstack)(lambda arrays: concatenate(reshaped(arrays, -1, below=1), int(np.ndim(arrays[0]) > 1)))


def reshaped(arrays, shape, below):
    """The arrays, those of fewer axes than `below` in that shape."""
    return [np.reshape(a, shape) if np.ndim(a) < below else a for a in arrays]


@composite(np.linspace)
def linspace(start, stop, num=50, endpoint=True):
    length = np.subtract(stop, start)
    return start + length * np.linspace(np.zeros_like(length), 1.0, num, endpoint)


@composite(np.pad)
def pad(x, pad_width, mode="constant", constant_values=0.0):
    if mode != "constant":
        raise NotImplementedError(f"np.pad has a gradient rule for mode='constant' only, not {mode!r}.")
    frame = np.pad(np.zeros(x.shape, x.dtype), pad_width, constant_values=constant_values)
    widths = np.broadcast_to(pad_width, (x.ndim, 2))
    inside = tuple(slice(before, before + n) for n, (before, _) in zip(x.shape, widths))
    return scatter(x, inside, frame.shape) + frame
