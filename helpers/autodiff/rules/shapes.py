"""Rules of the operations that move numbers without changing them: the gradient moves back the same way."""

import numpy as np
from numpy.lib.array_utils import normalize_axis_index
from numpy.lib.stride_tricks import sliding_window_view

from ..engine.operations import COMPOSITES, parameters_of
from ..engine.pieces import Pieces
from ..engine.tensor import Tensor, plain
from .table import composite, operation, rule

rule(np.reshape,      lambda g, y, x, shape, order="C": np.reshape(g, np.shape(x), in_memory(x, order)))
rule(np.ravel,        lambda g, y, x, order="C": np.reshape(g, np.shape(x), in_memory(x, order)))
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


def in_memory(x, order):
    """The orders "A" and "K" ask how x lies in memory, "C" for row by row or "F" for column by column."""
    order, flags = str(order).upper(), plain(x).flags
    if order == "K" and not flags.forc:
        raise NotImplementedError("order='K' has a gradient rule for an array without gaps: take order='C'.")
    return "F" if order == "F" or (order in ("A", "K") and flags.fnc) else "C"


# ---- picking entries, and the way back: each picked entry goes home, and one picked twice is added twice
@operation(lambda g, y, x, index: Pieces(put_together, x.shape, x.dtype, index, g), name="GetItem")
def pick(x, index):
    return x[index]


Tensor.__getitem__ = lambda self, index: pick(self, index)


def put_together(pieces, shape):
    """One array of the gradients of several parts: pieces = [(index, gradient), ...]."""
    indices, gradients = zip(*pieces)
    return scatter(*gradients, indices=indices, shape=shape)


def gathered(which, g, y, *_, indices=(), shape=()):
    return [g[indices[i]] for i in which]


@operation(each=gathered, name="Scatter")
def scatter(*values, indices, shape):
    """Zeros of `shape`, with each of the values added at its index."""
    home = np.zeros(shape, values[0].dtype)
    for index, value in zip(indices, values):
        if all(isinstance(part, (int, slice, type(None), type(...))) for part in np.index_exp[index]):
            home[index] += value  # a basic index names no entry twice
        elif home.ndim == 1:
            np.add.at(home, index, value)
        else:  # by the numbers of the entries, which is a few times faster
            numbers = np.arange(home.size).reshape(shape)[index]
            np.add.at(home.reshape(-1), numbers.reshape(-1), np.reshape(value, -1))
    return home


def along(axis, index, ndim):
    """The index that takes `index` along one axis and everything along the others."""
    return (slice(None),) * normalize_axis_index(axis, ndim) + (index,)


# ---- picking and moving, by the numbers of the entries
composite(np.take)(lambda x, indices, axis=None:
                   np.ravel(x)[indices] if axis is None else x[along(axis, indices, x.ndim)])
composite(np.sort)(lambda x, axis=-1, kind=None: np.sort(np.ravel(x)) if axis is None else
                   np.take_along_axis(x, np.argsort(x, axis, kind), axis))


def picked(function):
    """For a function that only moves entries: let it move their numbers 0, 1, 2 ..., and pick by these.

    np.delete(x, 1) of 4 numbers: np.delete([0, 1, 2, 3], 1) is [0, 2, 3], so the answer is x[[0, 2, 3]].
    (Where a slice or a reshape does the same, it is faster.)
    """

    def moved(x, *args, **attributes):
        numbers = np.arange(x.size).reshape(x.shape)
        return np.ravel(x)[function(numbers, *plain(args), **plain(attributes))]

    _, *others = parameters_of(function)
    COMPOSITES[function] = moved, {*others}, 1 + len(others)


for function in (np.diagonal, np.linalg.diagonal, np.delete, np.take_along_axis, sliding_window_view):
    picked(function)


@composite(np.diag)
def diag(x, k=0):
    if x.ndim != 1:
        return np.diagonal(x, k)
    n, rows = x.size + abs(k), np.arange(x.size)
    return scatter(x, indices=[(rows + max(-k, 0), rows + max(k, 0))], shape=(n, n))


composite(np.trace)(lambda x, offset=0, axis1=0, axis2=1:
                    np.sum(np.diagonal(x, offset, axis1, axis2), -1))
composite(np.linalg.trace)(lambda x, *, offset=0: np.trace(x, offset, -2, -1))


# ---- turning and repeating
composite(np.flipud)(lambda x: np.flip(x, 0))
composite(np.fliplr)(lambda x: np.flip(x, 1))


@composite(np.tile)
def tile(x, reps):
    """Before each axis of x a new one, along which x stays the same; then the two are taken as one."""
    reps = (1,) * (x.ndim - np.size(reps)) + tuple(np.ravel(reps))
    shape = (1,) * (len(reps) - x.ndim) + x.shape
    apart = np.reshape(x, [size for n in shape for size in (1, n)])
    repeated = np.broadcast_to(apart, [size for pair in zip(reps, shape) for size in pair])
    return np.reshape(repeated, [r * n for r, n in zip(reps, shape)])


@composite(np.repeat)
def repeat(x, repeats, axis=None):
    x, axis = (np.ravel(x), 0) if axis is None else (x, normalize_axis_index(axis, x.ndim))
    n = x.shape[axis]
    if np.size(repeats) != 1:
        return x[along(axis, np.repeat(np.arange(n), plain(repeats)), x.ndim)]
    times = np.repeat(0, plain(repeats)).size
    before, behind = x.shape[:axis], x.shape[axis + 1 :]
    apart = np.expand_dims(x, axis + 1)
    if behind:
        apart = np.broadcast_to(apart, (*before, n, times, *behind))
    else:  # on the way back a product sums up a short last axis ten times faster than np.sum
        apart = apart @ np.ones((1, times), x.dtype)
    return np.reshape(apart, (*before, n * times, *behind))


# ---- joining, and taking apart again
def slices_of(which, g, y, *_, axis=0, ends=()):
    return [g[along(axis, slice(ends[i], ends[i + 1]), np.ndim(g))] for i in which]


@operation(each=slices_of, name="Concatenate")
def join(*arrays, axis, ends):
    return np.concatenate(arrays, axis)


def layers_of(which, g, y, *_, axis=0):
    return [g[along(axis, i, np.ndim(g))] for i in which]


@operation(each=layers_of, name="Stack")
def stack(*arrays, axis):
    return np.stack(arrays, axis)


@composite(np.concatenate)
def concatenate(arrays, axis=0):
    arrays, axis = (arrays, axis) if axis is not None else (list(map(np.ravel, arrays)), 0)
    shapes = list(map(np.shape, plain(arrays)))
    if not all(-len(shape) <= axis < len(shape) for shape in shapes):
        raise ValueError(f"np.concatenate finds no axis {axis} in some of them: join numbers with np.stack.")
    ends = np.cumsum([0, *(shape[axis] for shape in shapes)])  # found once, not for every part
    return join(*arrays, axis=axis, ends=ends)


composite(np.stack)(lambda arrays, axis=0: stack(*arrays, axis=axis))
composite(np.append)(lambda arr, values, axis=None: concatenate([arr, values], axis))
composite(np.vstack)(lambda arrays: concatenate(reshaped(arrays, (1, -1), below=2)))
composite(np.column_stack)(lambda arrays: concatenate(reshaped(arrays, (-1, 1), below=2), 1))
composite(np.hstack)(lambda arrays:
                     concatenate(reshaped(arrays, -1, below=1), int(np.ndim(arrays[0]) > 1)))


def cut(x, sections, axis, even=False):
    """x cut along an axis: before each of the sections, or into so many."""
    n = x.shape[axis]
    if np.ndim(sections) == 0:
        if sections < 1:
            raise ValueError(f"an array has 1 section or more, not {sections}.")
        if even and n % sections:
            raise ValueError(f"an axis of {n} has no {sections} equal parts: np.array_split allows others.")
        size, longer = divmod(n, sections)
        sections = [i * size + min(i, longer) for i in range(1, sections)]
    return [x[along(axis, slice(*ends), x.ndim)] for ends in zip([0, *sections], [*sections, n])]


composite(np.split)(lambda x, sections, axis=0: cut(x, sections, axis, even=True))
composite(np.array_split)(lambda x, sections, axis=0: cut(x, sections, axis))
if hasattr(np, "unstack"):  # since NumPy 2.1
    composite(np.unstack)(lambda x, axis=0: tuple(np.moveaxis(x, axis, 0)))


# ---- more axes
composite(np.broadcast_arrays)(lambda *arrays: tuple(
    np.broadcast_to(a, np.broadcast_shapes(*map(np.shape, arrays))) for a in arrays))


def at_least(shaped):
    """A function of any number of arrays, as NumPy gives its answer: one, or a tuple of several."""
    return lambda *arrays: shaped(arrays[0]) if len(arrays) == 1 else tuple(map(shaped, arrays))


composite(np.atleast_1d)(at_least(lambda x: np.reshape(x, -1) if np.ndim(x) == 0 else x))
composite(np.atleast_2d)(at_least(lambda x: np.reshape(x, (1, -1)) if np.ndim(x) < 2 else x))
composite(np.atleast_3d)(at_least(lambda x: np.atleast_2d(x)[..., None] if np.ndim(x) < 3 else x))


def reshaped(arrays, shape, below):
    """The arrays, those of fewer axes than `below` in that shape."""
    return [np.reshape(a, shape) if np.ndim(a) < below else a for a in arrays]


@composite(np.pad)
def pad(x, pad_width, mode="constant", constant_values=0.0):
    if type(constant_values) is Tensor:
        raise TypeError("np.pad has no gradient by constant_values: add c * np.pad(np.zeros(x.shape), ...).")
    if mode != "constant":
        raise NotImplementedError(f"np.pad has a gradient rule for mode='constant' only, not {mode!r}.")
    if isinstance(pad_width, dict):  # {axis: (before, after)}, or one number for both
        widths = {normalize_axis_index(axis, x.ndim): width for axis, width in pad_width.items()}
        pad_width = [np.broadcast_to(widths.get(axis, 0), 2) for axis in range(x.ndim)]
    frame = np.pad(np.zeros(x.shape, x.dtype), pad_width, constant_values=constant_values)
    widths = np.broadcast_to(pad_width, (x.ndim, 2))
    inside = tuple(slice(before, before + n) for n, (before, _) in zip(x.shape, widths))
    return scatter(x, indices=[inside], shape=frame.shape) + frame
