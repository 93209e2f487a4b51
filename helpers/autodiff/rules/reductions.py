"""Rules of the operations that put several numbers into one: each gets its share of the upstream."""

import math

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from ..engine.operations import UFUNC_METHODS
from ..engine.tensor import Tensor, plain
from .elementwise import portion
from .table import composite, conj, operation, rule, squared_size

rule(np.sum,  lambda g, y, x, axis=None, *, dtype=None, keepdims=False, initial=0, where=True:
     spread(g, x, axis, keepdims, where))
rule(np.mean, lambda g, y, x, axis=None, *, dtype=None, keepdims=False, where=True:
     spread(g / entries_each(x, y, axis, keepdims, where), x, axis, keepdims, where))
rule(np.prod, lambda g, y, x, axis=None, *, keepdims=False:
     spread(g, x, axis, keepdims) *
     conj(product_of_the_others(x, spread(y, x, axis, keepdims), axis)))
for extreme in (np.max, np.amax, np.min, np.amin):
    rule(extreme, lambda g, y, x, axis=None, *, keepdims=False:
         share(kept(g, x, axis, keepdims), x == kept(y, x, axis, keepdims), axis))
rule(np.cumsum, lambda g, y, x, axis=None:  # entry i is in every later sum: the upstream from i on
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
        return in_precision_of(x, x.size / max(y.size, 1))
    return in_precision_of(x, np.sum(np.broadcast_to(where, x.shape), axis=axis, keepdims=keepdims))


def in_precision_of(x, n):
    """A count, to divide by numbers like x: single precision for half precision, which ends at 65504."""
    if type(n) is float and x.dtype != np.float16:
        return n
    return np.asarray(n, np.result_type(np.finfo(x.dtype).dtype, np.float32))[()]


def share(g, hits, axis):
    """Where several entries are the extreme one, they share its gradient equally."""
    return hits * (g / in_precision_of(g, hits.sum(axis=axis, keepdims=True))).astype(g.dtype)


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

    That is y / x, but an answer 0 or inf, or so small that it has few digits, needs them multiplied out.
    """
    if np.all(np.isfinite(y) & (np.absolute(plain(y)) > np.finfo(y.dtype).tiny)):
        return y / x
    everything = axis is None or np.ndim(x) == 0
    axes = range(np.ndim(x)) if everything else np.atleast_1d(axis) % np.ndim(x)
    others = [a for a in range(np.ndim(x)) if a not in axes]
    order = [*others, *axes]
    turned = np.transpose(x, order)
    factors = np.reshape(turned, (*np.shape(turned)[: len(others)], -1))
    found = np.reshape(multiplied_without_one(factors), np.shape(turned))
    return np.transpose(found, np.argsort(order))


def multiplied_without_one(x):
    """For each number of the last axis, the product of those before it times that of those after it."""
    ones = np.ones_like(x[..., :1])
    before = np.cumprod(np.concatenate([ones, x[..., :-1]], -1), -1)
    after = np.cumprod(np.concatenate([ones, x[..., :0:-1]], -1), -1)
    return before * np.flip(after, -1)


# ---- ufuncs, reduced along the first axis if none is said
def reduced(function):
    return lambda x, axis=0, **settings: function(x, axis=axis, **settings)


@operation(lambda g, y, x, axis=0, keepdims=False: kept(g, x, axis, keepdims) *
           portion(x, kept(y, x, axis, keepdims)), name="LogAddExpReduce")
def log_add_exp(x, axis=0, keepdims=False):
    precision = np.result_type(x.dtype, np.float32)  # added up one by one, half precision stands still
    return np.logaddexp.reduce(x, axis=axis, keepdims=keepdims, dtype=precision).astype(x.dtype)


log_add_exp.__module__, log_add_exp.__name__ = "numpy.logaddexp", "reduce"  # as an error is to name it
UFUNC_METHODS.update({
    (np.add, "reduce"): reduced(np.sum), (np.multiply, "reduce"): reduced(np.prod),
    (np.maximum, "reduce"): reduced(np.max), (np.minimum, "reduce"): reduced(np.min),
    (np.logaddexp, "reduce"): reduced(log_add_exp),
    (np.add, "accumulate"): reduced(np.cumsum), (np.multiply, "accumulate"): reduced(np.cumprod),
})


# ---- the middle, and what lies below a part of the numbers
def lined_up(x, axis):
    """The axes that are reduced as one, which is the last; and the shape with 1 for each of them."""
    axes = range(x.ndim) if axis is None else normalize_axis_tuple(axis, x.ndim)
    others = [a for a in range(x.ndim) if a not in axes]
    length = math.prod(x.shape[a] for a in axes)
    lines = np.reshape(np.transpose(x, [*others, *axes]), (*[x.shape[a] for a in others], length))
    return lines, tuple(1 if a in axes else n for a, n in enumerate(x.shape))


@composite(np.quantile)
def quantile(x, q, axis=None, *, keepdims=False):
    if type(q) is Tensor:
        raise TypeError("np.quantile and np.percentile have no gradient by q: give plain numbers, q.value.")
    precision = x.dtype if type(q) in (int, float) else np.asarray(q).dtype
    q = np.asarray(q, float)  # a place among many is no number of half precision
    if not np.all((q >= 0) & (q <= 1)):
        raise ValueError("np.quantile takes q from 0 to 1, and np.percentile from 0 to 100.")
    lines, shape = lined_up(x, axis)
    y = at_places(np.sort(lines, -1), q * (lines.shape[-1] - 1), precision)
    unknown = np.any(np.isnan(lines), -1)  # where there is a NaN, everything is
    y = np.where(np.reshape(unknown, unknown.shape + (1,) * q.ndim), np.nan, y)
    if q.ndim:  # its axes come first
        y = np.moveaxis(y, range(y.ndim - q.ndim, y.ndim), range(q.ndim))
    return np.reshape(y, q.shape + shape) if keepdims else y


def at_places(lines, places, precision):
    """At place 2.25 of a line: the number at 2, and a quarter of the way to the one at 3."""
    low = np.floor(places)
    share = (places - low).astype(precision)
    before, behind = lines[..., low.astype(int)], lines[..., np.ceil(places).astype(int)]
    return before + (behind - before) * share


composite(np.percentile)(lambda x, q, axis=None, *, keepdims=False: quantile(
    x, q / 100 if type(q) in (int, float) else np.true_divide(q, 100), axis, keepdims=keepdims))


@composite(np.median)
def median(x, axis=None, *, keepdims=False):
    """The mean of the two in the middle, or of the only one."""
    lines, shape = lined_up(x, axis)
    n = lines.shape[-1]
    y = np.mean(np.sort(lines, -1)[..., (n - 1) // 2 : n // 2 + 1], -1)
    y = np.where(np.any(np.isnan(lines), -1), np.nan, y)
    return np.reshape(y, shape) if keepdims else y


# ---- the spread about the mean. Where all numbers are equal, the standard deviation has the slope 0/0 = NaN.
@composite(np.var)
def var(x, axis=None, *, ddof=0, keepdims=False, where=True, correction=None):
    if x.dtype == np.float16:  # the sum of the squares would be too large
        settings = {"ddof": ddof, "keepdims": keepdims, "where": where, "correction": correction}
        return var(x.astype(np.float32), axis, **settings).astype(x.dtype)
    away = x - np.mean(x, axis=axis, keepdims=True, where=where)
    squares = np.sum(squared_size(away), axis=axis, keepdims=keepdims, where=where)
    entries = entries_each(x, squares, axis, keepdims, where)
    degrees = np.maximum(entries - (ddof if correction is None else correction), 0)
    return squares / in_precision_of(x, degrees)


@composite(np.std)
def std(x, axis=None, *, ddof=0, keepdims=False, where=True, correction=None):
    variance = var(x, axis, ddof=ddof, keepdims=keepdims, where=where, correction=correction)
    alone = np.size(x) == np.size(variance)  # one number is its own mean: it has no spread, and no slope
    return variance if alone else np.sqrt(variance)
