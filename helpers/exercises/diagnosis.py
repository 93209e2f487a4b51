"""From an answer to the one sentence that helps: type → shape → dtype → values → which known wrong rule.

Every function here either returns quietly or raises a `Verdict`, so the order of the calls is the order of
the diagnosis. Nothing here knows a particular exercise.
"""

import inspect
import traceback
import warnings

import numpy as np

from .cards import NOT_ATTEMPTED, NOT_YET, describe, show, without_addresses
from .wrong_rules import SAYS


class Verdict(Exception):
    """Ends a check: the stable name of what is wrong, a sentence to the learner, and facts to look at."""

    def __init__(self, name, says=None, *facts, state=NOT_YET):
        super().__init__(name)
        self.name, self.says, self.facts, self.state = name, says or SAYS[name], facts, state


def not_attempted(says="Nothing to check yet: replace the ... by your answer and run this cell again."):
    return Verdict("untouched", says, state=NOT_ATTEMPTED)


def untouched(answer):
    """Still the stub: nothing at all, a `...` anywhere, or only Nones."""
    if isinstance(answer, tuple | list):
        return any(part is ... for part in answer) or all(part is None for part in answer)
    return answer is None or answer is ... or (isinstance(answer, str) and answer.strip() in ("", "..."))


# --- calling what the learner wrote ---

LOOK_AT = {
    "NameError": "A name is used that was never given a value: look at its spelling.",
    "ZeroDivisionError": "Something is divided by zero: which factor can be zero?",
    "IndexError": "An index reaches outside its array: compare it with the shapes below.",
    "ValueError": "Usually two shapes do not fit: compare that line with the shapes below.",
    "TypeError": "Something is used as what it is not: look at what each name on that line holds.",
    "RecursionError": "The function calls itself without end.",
}


def call(function, arguments, names):
    """Call a learner's function on copies of the arguments; whatever goes wrong becomes a sentence."""
    copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    facts = tried_with(names, arguments)
    try:
        with warnings.catch_warnings(action="ignore"):
            result = function(*copies)
    except NotImplementedError:
        raise not_attempted() from None
    except Exception as error:
        if "ellipsis" in str(error).lower():  # the stub's own `...` took part in a calculation
            raise not_attempted() from None
        kind = type(error).__name__
        says = f"Your function raised {kind}: {without_addresses(str(error))}."
        look = LOOK_AT.get(kind, "Call it yourself on inputs of these shapes and look at that line.")
        raise Verdict(
            "raises", f"{says.replace('..', '.')} {look}", *line_of(error, function), *facts
        ) from None
    for name, before, after in zip(names, arguments, copies, strict=True):
        if isinstance(before, np.ndarray) and not np.array_equal(before, after, equal_nan=True):
            says = f"Your function changed its input {name} in place: others still need it. Make a new array."
            raise Verdict("input-changed", says, *facts)
    return result


def tried_with(names, arguments):
    """The inputs of one case, as facts."""
    return tuple(
        (f"tried with {name}", describe(value)) for name, value in zip(names, arguments, strict=True)
    )


def line_of(error, function):
    """The last line of the learner's own code that was running, as a fact."""
    home = getattr(getattr(function, "__code__", None), "co_filename", None)
    lines = [frame.line for frame in traceback.extract_tb(error.__traceback__) if frame.filename == home]
    return (("your line", lines[-1]),) if lines and lines[-1] else ()


def require_function(answer, names):
    """The function itself is wanted, taking these arguments."""
    if not callable(answer):
        says = (
            f"This exercise wants the function itself, not {describe(answer)}: pass its name, without "
            "calling it."
        )
        raise Verdict("called-already", says)
    try:
        inspect.signature(answer).bind(*names)
    except TypeError:
        says = (
            f"Your function is called with ({', '.join(names)}): give it exactly these arguments, in "
            "this order."
        )
        raise Verdict("signature", says) from None
    except ValueError:
        pass  # a built-in without a signature: calling it will tell


# --- type ---

FOREIGN = {  # recognised by the name of their package, so that nothing needs importing
    "torch": ("a PyTorch tensor", "hand over t.detach().cpu().numpy()"),
    "tensorflow": ("a TensorFlow tensor", "hand over t.numpy()"),
    "jax": ("a JAX array", "hand over np.asarray(t)"),
    "jaxlib": ("a JAX array", "hand over np.asarray(t)"),
    "autograd": ("an autograd box", "hand over its ._value, or work on plain NumPy arrays"),
    "cupy": ("a CuPy array", "hand over t.get()"),
    "pandas": ("a pandas object", "hand over t.to_numpy()"),
}


def parts_of(answer, names, wants):
    """The answer as a tuple of arrays, one per name."""
    if untouched(answer):
        raise not_attempted()
    if len(names) > 1:
        if not isinstance(answer, tuple | list) or len(answer) != len(names):
            given = f"{len(answer)} values" if isinstance(answer, tuple | list) else "one value"
            says = f"This is {given}, but {len(names)} are wanted, separated by commas: {', '.join(names)}."
            raise Verdict("how-many", says)
        return tuple(array_of(part, f"{name}: ", wants) for part, name in zip(answer, names, strict=True))
    if isinstance(answer, tuple) and isinstance(answer[0], np.ndarray):
        if len(answer) > 1:
            raise Verdict("how-many", f"These are {len(answer)} arrays, but one is wanted.")
        (answer,) = answer  # rules in the style of TensorFlow return a tuple of one
    return (array_of(answer, "", wants),)


def array_of(value, where, wants):
    """One array, of any shape and number type; everything else is named and told how to become one."""
    package = type(value).__module__.partition(".")[0]
    is_tensor = type(value).__name__ == "Tensor" and package == "helpers"
    if value is None:
        says = (
            "None means: not connected, no gradient. That is not the number zero: return an array of zeros."
        )
        raise Verdict("none", where + says)
    if package in FOREIGN:
        what, cure = FOREIGN[package]
        raise Verdict("framework-tensor", f"{where}This is {what}, and a NumPy array is wanted: {cure}.")
    if is_tensor and wants == "array":
        says = "This is an ad.Tensor, and a plain array is wanted: hand over its .value."
        raise Verdict("tensor", where + says)
    if not is_tensor and wants == "tensor":
        says = (
            "This is not an ad.Tensor, so it cannot be differentiated again: keep the Tensor, without .value."
        )
        raise Verdict("not-a-tensor", where + says)
    if is_tensor:
        return np.asarray(value.value)
    if isinstance(value, list | tuple):
        kind = type(value).__name__
        raise Verdict(
            "list", f"{where}This is a Python {kind}, and an array is wanted: wrap it in np.array(...)."
        )
    if isinstance(value, np.matrix):
        says = "This is an np.matrix, whose * means something else: make it an np.array."
        raise Verdict("matrix", where + says)
    if callable(value):
        raise Verdict("not-called", f"{where}This is a function, and its result is wanted: call it.")
    if isinstance(value, np.ndarray | np.generic | int | float | complex):
        array = np.asarray(value)
        if array.dtype.kind in "biufc":
            return array
        if array.dtype == object:
            says = "This is an array of Python objects, not of numbers: stack numbers, not lists or Tensors."
            raise Verdict("object-array", where + says)
    raise Verdict("type", f"{where}This is {describe(value)}, and an array of numbers is wanted.")


# --- shape, dtype, values ---


def close(got, want, rtol):
    """Equal up to rounding, in shape too; NaN equals NaN, so that a rule that overflows can be recognised."""
    if got.shape != want.shape:
        return False
    finite = np.abs(want[np.isfinite(want)])
    atol = rtol * 1e-3 * max(1.0, finite.max(initial=0.0))
    return bool(np.allclose(got, want, rtol=rtol, atol=atol, equal_nan=True))


def agree(got, want, rtol, change=lambda part: part):
    """Do two lists of outcomes, one tuple of arrays per case, agree once `change` is applied to `want`?"""
    pairs = [pair for g, w in zip(got, want, strict=True) for pair in zip(g, w, strict=True)]
    return all(close(g, change(w), rtol) for g, w in pairs)


def dtype_problem(got, want):
    """Why the dtype is wrong, as (name, sentence), or None. A number typed by hand may be an integer."""
    if got.dtype.kind in "biu" and want.dtype.kind in "fc" and want.ndim:
        says = (
            f"This array holds {got.dtype} values, which cannot hold a fraction: use floats, 2.0 "
            "instead of 2."
        )
        return "integers", says
    if got.dtype.kind == "c" and want.dtype.kind == "f":
        return (
            "complex",
            "This is complex, and the right answer is real: take the real part, where it belongs.",
        )
    if got.dtype.kind == "f" and want.dtype.kind == "c":
        return "real", "This is real, and the right answer is complex: an imaginary part was lost on the way."
    if got.dtype == np.float32 and want.dtype == np.float64:
        return "float32", "This is float32, with half the digits: keep the dtype of the inputs, float64."
    return None


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
    pairs = [pair for g, w in zip(got, want, strict=True) for pair in zip(g, w, strict=True)]
    if all(g.size > w.size and close(sum_to(g, w.shape), w, rtol) for g, w in pairs):
        return "not-summed"
    if all(g.size < w.size and is_sum_of(g, w, rtol) for g, w in pairs):
        return "summed-too-much"
    if all(g.shape == w.shape for g, w in pairs):
        g, w = (np.concatenate([np.ravel(part) for part in side]) for side in zip(*pairs, strict=True))
        if g.size > 1 and g.any() and w.any() and np.isfinite(g + w).all():
            return "constant-factor" if close(g, w * (np.vdot(w, g) / np.vdot(w, w)), rtol) else None
    return None


def sum_to(array, shape):
    """Undo broadcasting: sum away leading axes, and every axis that `shape` has only once."""
    array = array.sum(axis=tuple(range(array.ndim - len(shape))))
    stretched = [
        k for k, (have, want) in enumerate(zip(array.shape, shape, strict=False)) if want == 1 < have
    ]
    return array.sum(axis=tuple(stretched), keepdims=True)


def is_sum_of(got, want, rtol):
    return close(got, want, rtol) or any(
        close(got, want.sum(axis=k), rtol) for k in (None, *range(want.ndim))
    )


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
    for g, w, *rest in found if not shapes else ():
        if problem := dtype_problem(g, w):
            raise Verdict(*problem, *facts_about(g, w, *rest, exercise))
    if not values:
        return
    bad = [k for k, name in enumerate(names) if any(part[2] == name for part in values)]
    right = ", ".join(name for k, name in enumerate(names) if k not in bad)
    facts = facts_about(*(shapes or values)[0], exercise) + ((("right already", right),) if right else ())
    for wrong, outcome in exercise.known():
        if agree(got, outcome, rtol):
            raise Verdict(wrong.name, wrong.says, *facts)
    if name := relation(*([tuple(case[k] for k in bad) for case in side] for side in (got, want)), rtol):
        raise Verdict(name, None, *facts)
    if shapes:
        g, w, *_ = shapes[0]
        says = f"The shape is {g.shape}, and {w.shape} is wanted: a gradient has the shape of its input."
        raise Verdict("shape", says, *facts)
    if any(np.isfinite(w).all() and not np.isfinite(g).all() for g, w, *_ in values):
        says = "There is a NaN or an infinity in it: look for an overflow, or for zero divided by zero."
        raise Verdict("not-finite", says, *facts)
    raise Verdict(
        "values", "Shape and dtype are right, the values are not, and in no way known here.", *facts
    )


def facts_about(got, want, name, tried, exercise):
    """What was given, on what, and where it first differs; never what it should be."""
    facts = ((exercise.it_gives + (f" for {name}" if name else ""), show(got)),)
    if got.ndim or want.ndim:
        facts += (("which is", describe(got)),)
    if got.ndim and got.shape == want.shape:
        wrong = [i for i in np.ndindex(got.shape) if not close(got[i], want[i], exercise.rtol)]
        if wrong:
            where = ", ".join(map(str, wrong[0]))
            facts += (("differs in", f"{len(wrong)} of {got.size} entries, first at [{where}]"),)
    return facts + tried
