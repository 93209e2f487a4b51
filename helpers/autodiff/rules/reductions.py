"""Rules of the operations that put several numbers into one: each of them gets the upstream of that one."""
import numpy as np

from .table import composite, conj, rule, squared_size

rule(np.sum,  lambda g, y, x, axis=None, *, keepdims=False: spread(g, x, axis, keepdims))
rule(np.mean, lambda g, y, x, axis=None, *, keepdims=False: spread(g, x, axis, keepdims) / entries_each(x, y))
rule(np.prod, lambda g, y, x, axis=None, *, keepdims=False:
     spread(g, x, axis, keepdims) * conj(product_of_the_others(x, spread(y, x, axis, keepdims), axis)))
for extreme in (np.max, np.amax, np.min, np.amin):
    rule(extreme, lambda g, y, x, axis=None, *, keepdims=False:
         spread(g, x, axis, keepdims) * equal_share(x == spread(y, x, axis, keepdims), axis))
rule(np.cumsum, lambda g, y, x, axis=None: np.reshape(from_here_on(g, axis), np.shape(x)))


def spread(g, x, axis, keepdims):
    """Undo a reduction's loss of axes: one number for each entry of x that was reduced into it."""
    if axis is not None and not keepdims and np.ndim(x):
        g = np.expand_dims(g, axis)
    return np.broadcast_to(g, np.shape(x))


def entries_each(x, y):
    """How many numbers of x went into each one of y."""
    return np.size(x) / max(np.size(y), 1)


def equal_share(hits, axis):
    """Where several entries are the extreme one, they share its gradient equally."""
    return hits / hits.sum(axis=axis, keepdims=True)


def from_here_on(g, axis):
    """Entry i went into every later sum, so it gets the sum of the upstream from i on."""
    return np.flip(np.cumsum(np.flip(g, axis), axis), axis)


def product_of_the_others(x, y, axis):
    """The derivative of a product by one factor: the product of all the others.

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


# ---- the spread about the mean. Where all numbers are equal, the standard deviation has the slope 0/0 = NaN.
@composite(np.var)
def var(x, axis=None, *, ddof=0, keepdims=False):
    away = x - np.mean(x, axis=axis, keepdims=True)
    squares = np.sum(squared_size(away), axis=axis, keepdims=keepdims)
    return squares / (entries_each(x, squares) - ddof)


@composite(np.std)
def std(x, axis=None, *, ddof=0, keepdims=False):
    return np.sqrt(var(x, axis, ddof=ddof, keepdims=keepdims))
