"""From an answer to the one sentence that helps: type → shape → dtype → values → which known wrong rule.

Every function here either returns quietly or raises a `Verdict`, so the order of the calls is the order of
the diagnosis. Nothing here knows a particular exercise.
"""

import inspect
import traceback
import warnings

import numpy as np

from .cards import NOT_ATTEMPTED, NOT_YET, describe, show, without_addresses
from .sentences import FOREIGN, LOOK_AT, SAYS

NUMBERS = "biufc"  # the kinds of dtype that hold numbers


class Verdict(Exception):
    """Ends a check: the stable name of what is wrong, a sentence to the learner, and facts to look at."""

    def __init__(self, name, /, *facts, state=NOT_YET, says=None, **words):
        super().__init__(name)
        self.name, self.state, self.facts = name, state, facts
        self.says = says or SAYS[name].format(**words)


def not_attempted(name="untouched"):
    return Verdict(name, state=NOT_ATTEMPTED)


def untouched(answer):
    """Still the stub: nothing at all, a `...` anywhere, or only Nones."""
    if isinstance(answer, tuple | list):
        return any(part is ... for part in answer) or all(part is None for part in answer)
    return answer is None or answer is ... or (isinstance(answer, str) and answer.strip() in ("", "..."))


# --- calling what the learner wrote ---


def require_function(answer, names):
    """The function itself is wanted, taking these arguments."""
    if not callable(answer):
        raise Verdict("called-already", what=describe(answer))
    try:
        inspect.signature(answer).bind(*names)
    except TypeError:
        raise Verdict("signature", names=", ".join(names)) from None
    except ValueError:
        pass  # a built-in without a signature: calling it will tell


def call(function, arguments, names):
    """Call a learner's function on copies of the arguments; whatever goes wrong becomes a sentence."""
    copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    tried = tried_with(names, arguments)
    try:
        with warnings.catch_warnings(action="ignore"):
            result = function(*copies)
    except NotImplementedError:
        raise not_attempted() from None
    except Exception as error:
        if "ellipsis" in str(error).lower():  # the stub's own `...` took part in a calculation
            raise not_attempted() from None
        kind, message = type(error).__name__, without_addresses(str(error)).rstrip(".")
        look = LOOK_AT.get(kind, "Call it yourself on inputs of these shapes and look at that line.")
        where = line_of(error, function)
        raise Verdict("raises", *where, *tried, kind=kind, message=message, look=look) from None
    for name, before, after in zip(names, arguments, copies, strict=True):
        if isinstance(before, np.ndarray) and not np.array_equal(before, after, equal_nan=True):
            raise Verdict("input-changed", *tried, name=name)
    return result


def tried_with(names, arguments):
    """The inputs of one case, as facts: arrays by their shape, a switch by its position."""
    return tuple(
        (f"tried with {name}", str(value) if isinstance(value, bool) else describe(value))
        for name, value in zip(names, arguments, strict=True)
    )


def line_of(error, function):
    """The last line of the learner's own code that was running, as a fact."""
    home = getattr(getattr(function, "__code__", None), "co_filename", None)
    lines = [frame.line for frame in traceback.extract_tb(error.__traceback__) if frame.filename == home]
    return (("your line", lines[-1]),) if lines and lines[-1] else ()


# --- type ---


def parts_of(answer, names, wants):
    """The answer as a tuple of arrays, one per name."""
    if untouched(answer):
        raise not_attempted()
    several = isinstance(answer, tuple | list)
    if len(names) > 1:
        if not several or len(answer) != len(names):
            given = f"{len(answer)} values" if several else "one value"
            raise Verdict("how-many", given=given, wanted=", ".join(names))
        return tuple(array_of(part, name, wants) for part, name in zip(answer, names, strict=True))
    if isinstance(answer, tuple) and isinstance(answer[0], np.ndarray):
        if len(answer) > 1:
            raise Verdict("one-wanted", given=len(answer))
        (answer,) = answer  # rules in the style of TensorFlow return a tuple of one
    return (array_of(answer, "", wants),)


def array_of(value, name, wants):
    """One array, of any shape and number type; everything else is named and told how to become one."""
    where = (("look at", name),) if name else ()
    package = type(value).__module__.partition(".")[0]
    is_tensor = type(value).__name__ == "Tensor" and package == "helpers"
    if value is None:
        raise Verdict("none", *where)
    if package in FOREIGN:
        what, cure = FOREIGN[package]
        raise Verdict("framework-tensor", *where, what=what, cure=cure)
    if is_tensor and wants == "array":
        raise Verdict("tensor", *where)
    if not is_tensor and wants == "tensor":
        raise Verdict("not-a-tensor", *where)
    if isinstance(value, list | tuple):
        raise Verdict("list", *where, kind=type(value).__name__)
    if isinstance(value, np.matrix):
        raise Verdict("matrix", *where)
    if callable(value):
        raise Verdict("not-called", *where)
    array = np.asarray(value.value if is_tensor else value)
    if array.dtype == object and isinstance(value, np.ndarray):
        raise Verdict("object-array", *where)
    if array.dtype.kind not in NUMBERS or isinstance(value, bool):
        raise Verdict("type", *where, what=describe(value))
    return array


# --- shape, dtype, values ---


def close(got, want, rtol):
    """Equal up to rounding, in shape too; NaN equals NaN, so that a rule that overflows can be recognised."""
    return got.shape == want.shape and bool(entries_close(got, want, rtol).all())


def entries_close(got, want, rtol):
    """Where two arrays of one shape agree; next to large entries, small ones may be off by more."""
    finite = np.abs(want[np.isfinite(want)])
    atol = rtol * 1e-3 * max(1.0, finite.max(initial=0.0))
    return np.isclose(got, want, rtol=rtol, atol=atol, equal_nan=True)


def agree(got, want, rtol, change=lambda part: part):
    """Do two lists of outcomes, one tuple of arrays per case, agree once `change` is applied to `want`?"""
    return all(close(g, change(w), rtol) for g, w in pairs_of(got, want))


def pairs_of(got, want):
    return [pair for g, w in zip(got, want, strict=True) for pair in zip(g, w, strict=True)]


def compare(got, want, exercise):
    """Raise the Verdict on an answer that is not right; return None for one that is.

    `got` and `want` hold one tuple of arrays per case. A relation has to hold in every case, and only the
    parts that are wrong have to show it.
    """
    rtol, names = exercise.rtol, exercise.gives
    found = [
        (g[k], w[k], name, tried)
        for g, w, tried in zip(got, want, exercise.tried, strict=True)
        for k, name in enumerate(names)
    ]
    shapes = [part for part in found if part[0].shape != part[1].shape]
    values = [part for part in found if not close(part[0], part[1], rtol)]
    for part in found if not shapes else ():
        require_dtype(*part[:2], facts_about(*part, exercise))
    if not values:
        return
    bad = [k for k, name in enumerate(names) if any(part[2] == name for part in values)]
    right = ", ".join(name for k, name in enumerate(names) if k not in bad)
    facts = ((("right already", right),) if right else ()) + facts_about(*(shapes or values)[0], exercise)
    for wrong, outcome in exercise.known():
        if agree(got, outcome, rtol):
            raise Verdict(wrong.name, *facts, says=wrong.says)
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
    return [
        array.sum(),
        *(array.sum(axis=k, keepdims=keep) for k in range(array.ndim) for keep in (False, True)),
    ]


def facts_about(got, want, name, tried, exercise):
    """What was given, on what, and where it first differs; never what it should be."""
    facts = ((exercise.it_gives + (f" for {name}" if name else ""), show(got)),)
    if got.ndim or want.ndim:
        facts += (("which is", describe(got)),)
    if got.ndim and got.shape == want.shape:
        wrong = np.argwhere(~entries_close(got, want, exercise.rtol))
        if len(wrong):
            where = ", ".join(map(str, wrong[0]))
            facts += (("differs in", f"{len(wrong)} of {got.size} entries, first at [{where}]"),)
    return facts + tried
