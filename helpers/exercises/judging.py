"""The verdict on an outcome: values first, what explains them, and only then the dtype.

Nothing here knows a particular exercise.
"""

import numpy as np

from .cards import describe, show
from .comparing import entries_close, likeness, only, wrong_parts
from .explaining import explain
from .sentences import NUMBERS, ONE_NUMBER
from .verdicts import Verdict

EXACT = 1e-11  # so far off may a formula be; slopes measured in float64 are off by more
TINY = 1e-300
ALREADY = "right already"
STOPS = "on some inputs it stops with"


def judge_outcome(key, got):
    """Raise the Verdict on an outcome that is not right; return None for one that is."""
    want = key.right_outcome
    bad = wrong_parts(got, want, key.rtol)
    parts = [
        (g[k], w[k], name, tried)
        for g, w, tried in zip(got, want, key.tried, strict=True)
        for k, name in enumerate(key.gives)
    ]
    if not bad:
        for part in parts:
            require_dtype(key, *part)
        return
    right = ", ".join(name for k, name in enumerate(key.gives) if k not in bad)
    first = next(part for part in parts if differs(*part[:2], key.rtol))
    facts = (((ALREADY, right),) if right else ()) + facts_about(key, *first)
    if key.by_hand:
        facts += tuple(
            gave(key, g, name) for g, w, name, _ in parts if differs(g, w, key.rtol) and name != first[2]
        )
    if found := explain(key, got, want):
        raise Verdict(found[0], *facts, says=found[1])
    for part in parts:
        if part[0].shape == part[1].shape:  # a wrong shape is said first
            require_dtype(key, *part)
    if name := likeness(only(bad, got), only(bad, want), key.rtol):
        raise Verdict(name, *facts)
    if shapes := next((part for part in parts if part[0].shape != part[1].shape), None):
        raise Verdict("shape", *facts, got=shapes[0].shape, want=shapes[1].shape)
    lost = any(np.isfinite(w).all() and not np.isfinite(g).all() for g, w, *_ in parts)
    if lost:
        raise Verdict("not-finite", *facts)
    are_numbers = key.by_hand and not any(want.ndim for _, want, *_ in parts)
    says = (ONE_NUMBER if len(parts) == 1 else NUMBERS) if are_numbers else None
    raise Verdict("values", *facts, says=says)


def require_exact(key, got, want, tried):
    """Raise a Verdict on right numbers, of one case, that are less exact than a formula gives them."""
    for g, w, name in zip(got, want, key.gives, strict=True):
        off = np.abs(g - w).max(initial=0.0) / max(np.abs(w).max(initial=0.0), TINY)
        if off > EXACT:
            raise Verdict("measured", *facts_about(key, g, w, name, tried), digits=int(-np.log10(off)))


def require_dtype(key, got, want, name, tried):
    """Raise a Verdict on the wrong kind of number; what is typed by hand may be an integer."""
    facts = facts_about(key, got, want, name, tried)
    kinds = got.dtype.kind, want.dtype.kind
    if kinds[0] in "biu" and kinds[1] in "fc" and key.tried[0]:
        raise Verdict("integers", *facts, dtype=got.dtype)
    if kinds == ("c", "f"):
        raise Verdict("complex", *facts)
    if kinds == ("f", "c"):
        raise Verdict("real", *facts)
    if got.dtype == np.float32 and want.dtype == np.float64:
        raise Verdict("float32", *facts)


def differs(got, want, rtol):
    """Is this part wrong, in shape or in an entry?"""
    return got.shape != want.shape or not entries_close(got, want, rtol).all()


def gave(key, got, name):
    """What was given for the part of this name, as a fact."""
    return key.it_gives + (f" for {name}" if name else ""), show(got)


def facts_about(key, got, want, name, tried):
    """What was given, on what, and where it first differs; never what it should be."""
    facts = (gave(key, got, name),)
    if got.ndim or want.ndim:
        facts += (("which is", describe(got)),)
    if got.ndim and got.shape == want.shape:
        wrong = np.argwhere(~entries_close(got, want, key.rtol))
        if len(wrong):
            where = ", ".join(map(str, wrong[0]))
            facts += (("differs in", f"{len(wrong)} of {got.size} entries, first at [{where}]"),)
    return facts + tried
