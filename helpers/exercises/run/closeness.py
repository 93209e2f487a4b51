"""Comparing outcomes: lists with a case each, every case a tuple of arrays, or None where an answer broke."""

import itertools

import numpy as np

NEARLY = 0.02  # of the largest entry: what a finite difference or a rounded constant may be off by


def close(got, want, rtol, least=1.0):
    """Equal up to rounding, in shape too; NaN equals NaN, so that a rule that overflows can be recognised."""
    return got.shape == want.shape and bool(entries_close(got, want, rtol, least).all())


def entries_close(got, want, rtol, least=1.0):
    """Where two arrays of one shape agree; next to large entries, or `least`, small ones may be off more."""
    size, finite = np.abs(want), np.isfinite(want)
    atol = rtol * 1e-3 * max(least, size.max(initial=0.0, where=finite))
    with np.errstate(all="ignore"):
        near = finite & (np.abs(1 * got - want) <= atol + rtol * size)  # 1 *: bools have no difference
    if near.all():
        return near
    infinite = np.isinf(got) & np.isinf(want)  # of which sign hangs on the sign of a zero
    return near | infinite | (np.isnan(got) & np.isnan(want))


def agree(got, want, rtol, change=lambda part: part):
    """Do two lists of outcomes, one tuple of arrays per case, agree once `change` is applied to `want`?

    A case in which an answer broke is None, and agrees with one that broke as well.
    """
    return all(
        (g is w)
        if g is None or w is None
        else all(close(x, change(y), rtol) for x, y in zip(g, w, strict=True))
        for g, w in zip(got, want, strict=True)
    )


def only(parts, outcome):
    """These parts of an outcome, by their numbers."""
    return [case and tuple(case[k] for k in sorted(parts)) for case in outcome]


def wrong_parts(got, want, rtol):
    """The numbers of the parts that are wrong in some case."""
    return frozenset(k for k in range(len(want[0])) if not agree(only([k], got), only([k], want), rtol))


def relation(got, want, rtol):
    """The name of what was plainly done to the right answer in every case, or None."""
    changes = {
        "sign-flipped": np.negative,
        "transposed": lambda part: np.swapaxes(part, -1, -2) if part.ndim > 1 else part,
        "conj-missing": np.conj,
    }
    for name, change in changes.items():
        if agree(got, want, rtol, change):
            return name
    if None in got:
        return None
    pairs = [pair for g, w in zip(got, want, strict=True) for pair in zip(g, w, strict=True)]
    if all(w.ndim == 0 and g.size > 1 and close(g, np.full(g.shape, w), rtol) for g, w in pairs):
        return "repeated"
    for name, k in (("first-of-several", 0), ("last-of-several", -1)):
        if all(is_among(*pair, k, rtol) for pair in pairs):
            return name
    return "all-pairs" if all(g.ndim == 2 and close(np.diagonal(g), w, rtol) for g, w in pairs) else None


def is_among(got, want, k, rtol):
    """Is this the first or the last of several results, and not that at the other end?"""
    is_longer = got.ndim == want.ndim + 1 and len(got) > 1
    return is_longer and close(got[k], want, rtol) and not close(got[-1 - k], want, rtol)


def likeness(got, want, rtol):
    """The name of what an answer has in common with the right one in every case, or None."""
    pairs = [pair for g, w in zip(got, want, strict=True) for pair in zip(g, w, strict=True)]
    if all(g.shape == w.shape for g, w in pairs):
        return of_one_size(pairs, rtol)
    if all(any(close(g, np.transpose(w, axes), rtol) for axes in orders(w.ndim)) for g, w in pairs):
        return "axes-exchanged"
    if all(
        g.size == w.size and close(g.ravel(), w.ravel(), rtol) and without_ones(g) != without_ones(w)
        for g, w in pairs
    ):
        return "other-shape"
    if all(is_beginning(g, w, rtol) for g, w in pairs):
        return "first-alone"
    if all(
        g.size > w.size and any(close(s, w, rtol) for s in (sum_to(g, w.shape), *sums_of(g)))
        for g, w in pairs
    ):
        return "not-summed"
    if all(g.size < w.size and any(close(g, total, rtol) for total in sums_of(w)) for g, w in pairs):
        return "summed-too-much"
    return None


def of_one_size(pairs, rtol):
    """The same, of arrays of the right shapes: everything off by one factor, or by little."""
    g, w = (np.concatenate([np.ravel(part) for part in side]) for side in zip(*pairs, strict=True))
    is_near = all(np.abs(x - y).max() <= NEARLY * np.abs(y).max() for x, y in pairs)
    if all(part.size == 1 for part, _ in pairs):  # single numbers have a factor in common too soon
        return "nearly" if is_near and len(pairs) > 2 else None
    if not (g.any() and w.any() and np.isfinite(g + w).all()):
        return None
    if any(
        close(g, rounded, rtol) for rounded in (np.floor(w.real), *(w.round(digits) for digits in (1, 2, 3)))
    ):
        return "rounded"
    if all(close(np.sort(x, axis=None), np.sort(y, axis=None), rtol) for x, y in pairs):
        return "reordered"
    if close(g, 2 * w, rtol):
        return "doubled"
    if close(g, w * factor(g, w), rtol):
        return "constant-factor"
    several = [(x, y) for x, y in pairs if y.size > 1 and y.any()]
    if len(several) > 1 and all(
        close(x, y * factor(x, y), rtol) and not close(x, y, NEARLY) for x, y in several
    ):
        return "factor-each-time"
    return "nearly" if is_near else None


def factor(got, want):
    """By which factor the one is the other, as nearly as by any."""
    return np.vdot(want, got) / np.vdot(want, want)


def orders(count):
    """The orders in which so many axes may stand."""
    return itertools.permutations(range(count))


def without_ones(array):
    """The lengths of its axes, but for those of length 1."""
    return [n for n in array.shape if n != 1]


def is_beginning(got, want, rtol):
    """Is this the first of several rows, or a few of them?"""
    return got.ndim == want.ndim > 0 and 0 < len(got) < len(want) and close(got, want[: len(got)], rtol)


def sum_to(array, shape):
    """Undo broadcasting: sum away leading axes, and every axis that `shape` has only once."""
    array = array.sum(axis=tuple(range(array.ndim - len(shape))))
    once = [k for k, (have, want) in enumerate(zip(array.shape, shape, strict=False)) if want == 1 < have]
    return array.sum(axis=tuple(once), keepdims=True)


def sums_of(array):
    """Every sum that has lost one axis, or all of them."""
    return [
        array.sum(),
        *(array.sum(axis=k, keepdims=keep) for k in range(array.ndim) for keep in (False, True)),
    ]
