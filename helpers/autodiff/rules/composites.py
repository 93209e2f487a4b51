"""NumPy functions that are written with others here, and so need no rule. Look them up."""

import operator
from functools import cache, reduce

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from ..engine.tensor import Tensor, plain
from .shapes import along
from .table import composite


# ---- matrices
@composite(np.linalg.multi_dot)
def multi_dot(arrays):
    """In the order that takes the fewest multiplications."""
    first, *others = map(np.shape, arrays)
    lengths = [1, *first][-2:] + [shape[1] if len(shape) > 1 else 1 for shape in others]

    @cache
    def cheapest(i, j):
        """(multiplications, where to cut) of the product of the arrays i to j."""
        if i == j:
            return 0, i
        sides = ((cheapest(i, k)[0] + cheapest(k + 1, j)[0], k) for k in range(i, j))
        return min((cost + lengths[i] * lengths[k + 1] * lengths[j + 1], k) for cost, k in sides)

    def product(i, j):
        k = cheapest(i, j)[1]
        return arrays[i] if i == j else product(i, k) @ product(k + 1, j)

    return product(0, len(arrays) - 1)


@composite(np.linalg.matrix_power)
def matrix_power(a, n):
    """By squaring: a^5 = (a^2)^2 a."""
    n = operator.index(n)  # half a power of a matrix is another thing
    if n < 0:
        return matrix_power(np.linalg.inv(a), -n)
    if n == 0:
        return np.zeros_like(a) + np.eye(a.shape[-1], dtype=a.dtype)
    if n == 1:
        return a
    half = matrix_power(a, n // 2)
    return half @ half @ a if n % 2 else half @ half


@composite(np.kron)
def kron(a, b):
    """Every number of a times the whole of b: an axis of a and one of b side by side, then taken as one."""
    axes = max(np.ndim(a), np.ndim(b))
    of_a, of_b = ((1,) * (axes - np.ndim(x)) + np.shape(x) for x in (a, b))
    blocks = np.reshape(a, [n for size in of_a for n in (size, 1)])
    blocks = blocks * np.reshape(b, [n for size in of_b for n in (1, size)])
    return np.reshape(blocks, [m * n for m, n in zip(of_a, of_b)])


@composite(np.cross)
def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    """Entry i is a_(i+1) b_(i+2) - a_(i+2) b_(i+1), counted round."""
    axisa, axisb, axisc = (axisa, axisb, axisc) if axis is None else (axis, axis, axis)
    a, b = np.moveaxis(a, axisa, -1), np.moveaxis(b, axisb, -1)
    if a.shape[-1] != 3 or b.shape[-1] != 3:
        raise ValueError(
            f"np.cross has a gradient rule for vectors of 3, not of {a.shape[-1]} and {b.shape[-1]}: of 2 "
            "numbers each it is a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]."
        )
    turned = np.roll(a, -1, -1) * np.roll(b, -2, -1) - np.roll(a, -2, -1) * np.roll(b, -1, -1)
    return np.moveaxis(turned, -1, axisc)


composite(np.linalg.cross)(lambda a, b, *, axis=-1: cross(a, b, axis=axis))


# ---- lines
@composite(np.polyval)
def polyval(p, x):
    if type(p) is not Tensor and Tensor not in map(type, p):
        p = np.asarray(p)  # whose numbers have a precision, which Python's do not
    return reduce(lambda y, c: y * x + c, p, np.zeros_like(x))


@composite(np.interp)
def interp(x, xp, fp):
    """The straight line between the neighbours of each x; beyond the ends, their values."""
    if np.ndim(xp) != 1 or np.shape(xp) != np.shape(fp):
        raise ValueError("np.interp takes xp and fp in a row, one value for each point.")
    x, xp, fp = (np.multiply(p, np.float64(1)) for p in (x, xp, fp))  # NumPy takes double precision
    i = np.searchsorted(xp, x, side="right")
    left, right = np.maximum(i - 1, 0), np.minimum(i, np.size(xp) - 1)  # beyond the ends, the same
    x0, x1, y0, y1 = (np.take(p, j) for p in (xp, fp) for j in (left, right))
    run = np.where(np.isinf(x), 0.0, x - x0)  # beyond the ends the slope is 0, but 0 * inf is NaN
    return (y1 - y0) / np.where(left == right, 1.0, x1 - x0) * run + y0


@composite(np.linspace)
def linspace(start, stop, num=50, endpoint=True):
    length = np.subtract(stop, start)
    return start + length * np.linspace(np.zeros_like(length), 1.0, num, endpoint)


# ---- averages and spans
@composite(np.average)
def average(x, axis=None, weights=None, *, keepdims=False):
    if weights is None:
        return np.mean(x, axis=axis, keepdims=keepdims)
    precision = np.result_type(*(np.asarray(plain(each)).dtype for each in (x, weights)))
    if precision == np.float16:  # the sum of the weights would be too large
        weights = np.multiply(weights, np.float32(1))
    if np.shape(weights) != np.shape(x):  # one for each entry of the axes
        axes = () if axis is None else normalize_axis_tuple(axis, np.ndim(x))
        if np.shape(weights) != tuple(np.shape(x)[a] for a in axes):
            raise ValueError("np.average takes weights of the shape of x, or of its axes axis=.")
        weights = np.transpose(weights, np.argsort(axes))
        weights = np.reshape(weights, [n if a in axes else 1 for a, n in enumerate(np.shape(x))])
    total = np.sum(np.broadcast_to(weights, np.shape(x)), axis=axis, keepdims=keepdims)
    if np.any(total == 0):
        raise ZeroDivisionError("np.average divides by the sum of the weights, and it is 0: change them.")
    return (np.sum(np.multiply(x, weights), axis=axis, keepdims=keepdims) / total).astype(precision)


composite(np.nanmean)(lambda x, axis=None, *, keepdims=False:
                      np.mean(x, axis=axis, keepdims=keepdims, where=~np.isnan(x)))


@composite(np.cov)
def cov(m, y=None, rowvar=True, bias=False, ddof=None):
    """Each row is one variable; the covariance of two is the mean product of how far they are from theirs."""
    given = [m] if y is None else [m, y]
    rows = np.concatenate([np.atleast_2d(x if rowvar or np.ndim(x) < 2 else x.T) for x in given])
    rows = rows.astype(np.result_type(rows.dtype, float))  # NumPy works in double precision here
    away = rows - np.mean(rows, axis=1, keepdims=True)
    entries = rows.shape[1] - (1 - bias if ddof is None else ddof)
    return np.squeeze(away @ away.T.conj() / np.maximum(entries, 0.0))


@composite(np.apply_along_axis)
def apply_along_axis(func1d, axis, arr, *args, **settings):
    """The answers for all lines along the axis, side by side; each has its own axes where the axis was."""
    lines = np.moveaxis(arr, axis, -1)
    answers = [func1d(lines[i], *args, **settings) for i in np.ndindex(lines.shape[:-1])]
    y = np.reshape(np.stack(answers), lines.shape[:-1] + np.shape(answers[0]))
    own, first = np.ndim(answers[0]), axis % arr.ndim
    return np.moveaxis(y, range(y.ndim - own, y.ndim), range(first, first + own))


composite(np.ptp)(lambda x, axis=None, *, keepdims=False:
                  np.max(x, axis=axis, keepdims=keepdims) - np.min(x, axis=axis, keepdims=keepdims))
composite(np.nansum)(lambda x, axis=None, *, keepdims=False:
                     np.sum(np.where(np.isnan(x), 0.0, x), axis=axis, keepdims=keepdims))


# ---- differences of neighbours
@composite(np.diff)
def diff(x, n=1, axis=-1):
    if n < 0:
        raise ValueError(f"np.diff takes differences n times, so n is 0 or more, not {n}.")
    later, earlier = along(axis, slice(1, None), x.ndim), along(axis, slice(None, -1), x.ndim)
    return diff(x[later] - x[earlier], n - 1, axis) if n else x


@composite(np.trapezoid)
def trapezoid(y, x=None, dx=1.0, axis=-1):
    widths = dx if x is None else np.diff(x if np.ndim(x) == 1 else np.moveaxis(x, axis, -1))
    y = np.moveaxis(y, axis, -1)
    return np.sum(widths * (y[..., 1:] + y[..., :-1]) / 2, -1)


# ---- arrays made of arrays
@composite(np.block)
def block(arrays):
    """The lists within lists are joined along the last axis, those around them along the axis before."""
    levels, inside = 0, arrays
    while isinstance(inside, list):
        levels, inside = levels + 1, inside[0]

    def joined(part, axis):
        if isinstance(part, list) is (axis == 0):
            raise ValueError("np.block takes lists that are all as deep: [[a], b] has a b too high up.")
        if isinstance(part, list):
            return np.concatenate([joined(each, axis + 1) for each in part], axis)
        return np.reshape(part, (1,) * (levels - np.ndim(part)) + np.shape(part))

    return joined(arrays, -levels)


@composite(np.meshgrid)
def meshgrid(*lines, indexing="xy"):
    """Line i varies along axis i; with "xy", the first two axes change places."""
    if indexing not in ("xy", "ij"):
        raise ValueError(f"np.meshgrid takes indexing='xy' or 'ij', not {indexing!r}.")
    n = len(lines)
    along_its_own = [np.reshape(x, [-1 if j == i else 1 for j in range(n)]) for i, x in enumerate(lines)]
    grids = np.broadcast_arrays(*along_its_own)
    return tuple(np.swapaxes(x, 0, 1) for x in grids) if indexing == "xy" and n > 1 else grids
