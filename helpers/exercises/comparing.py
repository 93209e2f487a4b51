"""Comparing an answer with the right one: shape → dtype → values → which known wrong answer it is.

Nothing here knows a particular exercise. `compare` returns quietly or raises the Verdict.
"""

import numpy as np

from .cards import describe, show
from .verdicts import Verdict


def close(got, want, rtol):
    """Equal up to rounding, in shape too; NaN equals NaN, so that a rule that overflows can be recognised."""
    return got.shape == want.shape and bool(entries_close(got, want, rtol).all())


def entries_close(got, want, rtol):
    """Where two arrays of one shape agree; next to large entries, small ones may be off by more."""
    finite = np.abs(want[np.isfinite(want)])
    atol = rtol * 1e-3 * max(1.0, finite.max(initial=0.0))
    infinite = np.isinf(got) & np.isinf(want)  # of which sign hangs on the sign of a zero
    return infinite | np.isclose(got, want, rtol=rtol, atol=atol, equal_nan=True)


def agree(got, want, rtol, change=lambda part: part):
    """Do two lists of outcomes, one tuple of arrays per case, agree once `change` is applied to `want`?"""
    return all(close(g, change(w), rtol) for g, w in pairs_of(got, want))


def pairs_of(got, want):
    """Every part of every case, as a pair of what is given and what is wanted."""
    return [pair for g, w in zip(got, want, strict=True) for pair in zip(g, w, strict=True)]


def compare(got, want, key):
    """Raise the Verdict on an answer that is not right; return None for one that is.

    `got` and `want` hold one tuple of arrays per case. A relation has to hold in every case, and only the
    parts that are wrong have to show it.
    """
    rtol, names = key.rtol, key.gives
    found = [
        (g[k], w[k], name, tried)
        for g, w, tried in zip(got, want, key.tried, strict=True)
        for k, name in enumerate(names)
    ]
    shapes = [part for part in found if part[0].shape != part[1].shape]
    values = [part for part in found if not close(part[0], part[1], rtol)]
    for part in found if not shapes else ():
        require_dtype(*part[:2], facts_about(*part, key))
    if not values:
        return
    bad = [k for k, name in enumerate(names) if any(part[2] == name for part in values)]
    right = ", ".join(name for k, name in enumerate(names) if k not in bad)
    facts = ((("right already", right),) if right else ()) + facts_about(*(shapes or values)[0], key)
    for mistake, outcome in key.known:
        if agree(got, outcome, rtol):
            raise Verdict(mistake.name, *facts, says=mistake.says)
    if name := relation(*([tuple(case[k] for k in bad) for case in side] for side in (got, want)), rtol):
        raise Verdict(name, *facts)
    if shapes:
        raise Verdict("shape", *facts, got=shapes[0][0].shape, want=shapes[0][1].shape)
    lost = any(np.isfinite(w).all() and not np.isfinite(g).all() for g, w, *_ in values)
    raise Verdict("not-finite" if lost else "values", *facts)


def require_dtype(got, want, facts):
    """The right kind of number; a single number typed by hand may be an integer."""
    kinds = got.dtype.kind, want.dtype.kind
    if kinds[0] in "biu" and kinds[1] in "fc" and want.ndim:
        raise Verdict("integers", *facts, dtype=got.dtype)
    if kinds == ("c", "f"):
        raise Verdict("complex", *facts)
    if kinds == ("f", "c"):
        raise Verdict("real", *facts)
    if got.dtype == np.float32 and want.dtype == np.float64:
        raise Verdict("float32", *facts)


def relation(got, want, rtol):
    """The name of a simple relation that turns the right answer into the given one in every case, or None."""
    changes = {
        "sign-flipped": np.negative,
        "doubled": lambda w: 2 * w,
        "transposed": np.transpose,
        "conj-missing": np.conj,
    }
    for name, change in changes.items():
        if agree(got, want, rtol, change):
            return name
    if len(got[0]) == 2 and agree(got, [w[::-1] for w in want], rtol):
        return "gradients-swapped"
    pairs = pairs_of(got, want)
    if all(g.size > w.size and close(sum_to(g, w.shape), w, rtol) for g, w in pairs):
        return "not-summed"
    if all(g.size < w.size and any(close(g, total, rtol) for total in sums_of(w)) for g, w in pairs):
        return "summed-too-much"
    if all(g.shape == w.shape for g, w in pairs):
        g, w = (np.concatenate([np.ravel(part) for part in side]) for side in zip(*pairs, strict=True))
        if g.size > 1 and g.any() and w.any() and np.isfinite(g + w).all():
            return "constant-factor" if close(g, w * (np.vdot(w, g) / np.vdot(w, w)), rtol) else None
    return None


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


def facts_about(got, want, name, tried, key):
    """What was given, on what, and where it first differs; never what it should be."""
    facts = ((key.it_gives + (f" for {name}" if name else ""), show(got)),)
    if got.ndim or want.ndim:
        facts += (("which is", describe(got)),)
    if got.ndim and got.shape == want.shape:
        wrong = np.argwhere(~entries_close(got, want, key.rtol))
        if len(wrong):
            where = ", ".join(map(str, wrong[0]))
            facts += (("differs in", f"{len(wrong)} of {got.size} entries, first at [{where}]"),)
    return facts + tried
