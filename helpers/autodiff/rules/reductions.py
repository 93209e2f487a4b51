"""Rules of the operations that put several numbers into one: each of them gets the upstream of that one."""
import numpy as np

from .shapes import along
from .table import composite, conj, rule, squared_size

rule(np.sum,  lambda g, y, x, axis=None, *, dtype=None, keepdims=False, initial=0, where=True:
     spread(g, x, axis, keepdims, where))
rule(np.mean, lambda g, y, x, axis=None, *, dtype=None, keepdims=False, where=True:
     spread(g / entries_each(x, y, axis, keepdims, where), x, axis, keepdims, where))
rule(np.prod, lambda g, y, x, axis=None, *, keepdims=False:
     spread(g, x, axis, keepdims) * conj(product_of_the_others(x, spread(y, x, axis, keepdims), axis)))
for extreme in (np.max, np.amax, np.min, np.amin):
    rule(extreme, lambda g, y, x, axis=None, *, keepdims=False:
         share(kept(g, x, axis, keepdims), x == kept(y, x, axis, keepdims), axis))
rule(np.cumsum, lambda g, y, x, axis=None:  # entry i is in every later sum: the sum of the upstream from i on
     np.reshape(np.flip(np.cumsum(np.flip(g, axis), axis), axis), np.shape(x)))
rule(np.cumprod, lambda g, y, x, axis=None: np.reshape(back_to_factors(g, y, x, axis), np.shape(x)))


# ---- back to the entries
def kept(g, x, axis, keepdims):
    """Undo a reduction's loss of axes: each number faces what was reduced into it."""
    return g if keepdims or axis is None or not x.ndim else np.expand_dims(g, axis)


def spread(g, x, axis, keepdims, where=True):
    """One number for each entry of x that was reduced into it; 0 for those that were left out."""
    g = np.broadcast_to(kept(g, x, axis, keepdims), x.shape)
    return g if where is True else np.where(where, g, 0.0)


def entries_each(x, y, axis=None, keepdims=False, where=True):
    """How many numbers of x went into each one of y."""
    if where is True:
        return x.size / max(y.size, 1)
    return np.sum(np.broadcast_to(where, x.shape), axis=axis, keepdims=keepdims)


def share(g, hits, axis):
    """Where several entries are the extreme one, they share its gradient equally."""
    return hits * (g / hits.sum(axis=axis, keepdims=True, dtype=g.dtype))


def back_to_factors(g, y, x, axis):
    """Entry i is in every later product: it gets x_1 ... x_(i-1) s_i with s_i = g_i + x_(i+1) s_(i+1)."""
    x, axis = (np.ravel(x), 0) if axis is None or np.ndim(x) == 0 else (x, axis)
    g, y, x = (np.moveaxis(part, axis, 0) for part in (g, y, x))
    sums = list(g)
    for i in reversed(range(len(sums) - 1)):
        sums[i] = sums[i] + conj(x[i + 1]) * sums[i + 1]
    before = np.concatenate([np.ones_like(y[:1]), y[:-1]])
    return np.moveaxis(conj(before) * np.stack(sums), 0, axis) if sums else g


def product_of_the_others(x, y, axis):
    """The derivative of a product with respect to one factor: the product of all the others.

    That is y / x, but an answer 0 or inf needs the others multiplied out: a table of all the factors with 1
    on the diagonal, whose rows multiply to the answer.
    """
    if np.all(np.isfinite(y) & (y != 0)):
        return y / x
    axes = range(np.ndim(x)) if axis is None or np.ndim(x) == 0 else np.atleast_1d(axis) % np.ndim(x)
    kept = [a for a in range(np.ndim(x)) if a not in axes]
    order = [*kept, *axes]
    lined_up = np.transpose(x, order)
    factors = np.reshape(lined_up, (*np.shape(lined_up)[: len(kept)], 1, -1))
    without_one = np.where(np.eye(factors.shape[-1], dtype=bool), 1.0, factors)
    return np.transpose(np.reshape(np.prod(without_one, axis=-1), np.shape(lined_up)), np.argsort(order))


# ---- the middle and the range
@composite(np.median)
def median(x, axis=None):
    x, axis = (np.ravel(x), 0) if axis is None else (x, axis)
    n = np.shape(x)[axis]
    middle = np.mean(np.take(np.sort(x, axis), [(n - 1) // 2, n // 2], axis), axis)
    return np.where(np.any(np.isnan(x), axis), np.nan, middle)


composite(np.ptp)(lambda x, axis=None: np.max(x, axis) - np.min(x, axis))
composite(np.nansum)(lambda x, axis=None: np.sum(np.where(np.isnan(x), 0.0, x), axis))


# ---- the spread about the mean. Where all numbers are equal, the standard deviation has the slope 0/0 = NaN.
@composite(np.var)
def var(x, axis=None, *, ddof=0, keepdims=False, where=True, correction=None):
    away = x - np.mean(x, axis=axis, keepdims=True, where=where)
    squares = np.sum(squared_size(away), axis=axis, keepdims=keepdims, where=where)
    entries = entries_each(x, squares, axis, keepdims, where)
    return squares / (entries - (ddof if correction is None else correction))


@composite(np.std)
def std(x, axis=None, *, ddof=0, keepdims=False, where=True, correction=None):
    variance = var(x, axis, ddof=ddof, keepdims=keepdims, where=where, correction=correction)
    alone = np.size(x) == np.size(variance)  # one number is its own mean: always 0, and so is the slope
    return variance if alone else np.sqrt(variance)


# ---- differences of neighbours
@composite(np.diff)
def diff(x, n=1, axis=-1):
    later, earlier = along(axis, slice(1, None), x.ndim), along(axis, slice(None, -1), x.ndim)
    return diff(x[later] - x[earlier], n - 1, axis) if n else x


@composite(np.trapezoid)
def trapezoid(y, x=None, dx=1.0, axis=-1):
    widths = dx if x is None else np.diff(x) if np.ndim(x) == 1 else np.diff(np.moveaxis(x, axis, -1))
    y = np.moveaxis(y, axis, -1)
    return np.sum(widths * (y[..., 1:] + y[..., :-1]) / 2, -1)
