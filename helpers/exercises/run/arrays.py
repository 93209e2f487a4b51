"""Reading what a learner hands over as arrays: everything else is named, and told how to become one."""

from decimal import Decimal
from fractions import Fraction

import numpy as np

from helpers import autodiff as ad

from ..say.cards import describe
from ..say.sentences import FOREIGN, NONES, OBJECTS
from ..say.verdicts import Verdict, gaps, not_attempted, untouched

NUMBERS = "biufc"  # the kinds of dtype that hold numbers
NUMPY = np.ndarray | np.generic  # an array of shape () often comes as the latter
MOST = 10**6  # numbers in an array: right answers hold a few


def parts_of(answer, names, tensors_too=False, is_rule=False):
    """The answer as a tuple of arrays, one per name; raise a Verdict if it is not that many arrays.

    Only a rule may give its one array in a tuple, as the engine takes it from a rule.
    """
    if untouched(answer) and answer not in ((), []):  # nothing was handed over; an empty shape is something
        raise not_attempted(left=gaps(answer, names))
    several = isinstance(answer, tuple | list)
    if len(names) > 1:
        if callable(answer):
            raise Verdict("not-called")
        if not several or len(answer) != len(names):
            one = "one array" if isinstance(answer, np.ndarray) else describe(answer)
            given = f"{len(answer)} value{'s' * (len(answer) != 1)}" if several else one
            raise Verdict("how-many", given=given, wanted=", ".join(names))
        return tuple(array_of(part, name, tensors_too) for part, name in zip(answer, names, strict=True))
    if isinstance(answer, tuple) and answer and isinstance(answer[0], np.ndarray if answer[1:] else NUMPY):
        if len(answer) > 1:
            if getattr(answer[1], "__module__", None) == ad.vjp.__module__:
                raise Verdict("vjp-itself")
            arrays = tuple(part for part in answer if isinstance(part, NUMPY) and part.dtype.kind in NUMBERS)
            what = "arrays" if len(arrays) == len(answer) else "things"
            raise Verdict("one-wanted", given=f"{len(answer)} {what}", parts=arrays)
        if not is_rule:
            raise Verdict("tuple-of-one")
        (answer,) = answer
    return (array_of(answer, tensors_too=tensors_too),)


def array_of(value, name="", tensors_too=False):
    """One array of our own, of any shape and number type; raise a Verdict for anything else."""
    where = (("look at", name),) if name else ()
    if value is None and name.startswith("downstream"):
        raise Verdict("none", *where, why="None would mean that there is no gradient, and there is one.")
    if (refused := no_array(value)) and not (tensors_too and isinstance(value, ad.Tensor)):
        raise Verdict(refused[0], *where, **refused[1])
    try:
        value = float(value) if isinstance(value, Fraction | Decimal) else value
        array = np.asarray(value.value if isinstance(value, ad.Tensor) else value)
    except Exception:  # an object that says how it becomes an array, and fails
        raise Verdict("type", *where, what=describe(value)) from None
    if refused := no_numbers(value, array):
        raise Verdict(refused[0], *where, **refused[1])
    return array.copy()  # whoever made it may write to it again


def no_array(value):
    """The name and the words of the Verdict on what is known to be no array; None for anything else."""
    if value is None:
        return "none", {"why": "None means no gradient, or a return is missing."}
    if package_of(value) in FOREIGN:
        what, cure = FOREIGN[package_of(value)]
        return "framework-tensor", {"what": what, "cure": cure}
    if isinstance(value, list | tuple) and not is_table(value):
        kind = type(value).__name__
        is_mixed = any(map(callable, value))
        return ("type", {"what": f"a {kind} with a function in it"}) if is_mixed else ("list", {"kind": kind})
    for kind, name in ((ad.Tensor, "tensor"), (np.matrix, "matrix"), (np.ma.MaskedArray, "masked")):
        if isinstance(value, kind):
            return name, {}
    return ("not-called", {}) if callable(value) else None


def no_numbers(value, array):
    """The same of what has become an array, and is none of numbers, or of far too many."""
    if array.dtype == object and isinstance(value, np.ndarray):
        return "object-array", {"what": NONES if any(each is None for each in array.flat) else OBJECTS}
    if array.dtype == object and type(value) is int:
        return "too-large", {}
    if array.dtype.kind not in NUMBERS or isinstance(value, bool):
        return "type", {"what": describe(value)}
    return ("too-many", {"got": array.shape, "size": array.size}) if array.size > MOST else None


def is_table(value):
    """Is this a list of numbers or arrays that NumPy makes one array of?"""
    if not value or any(isinstance(part, bool | ad.Tensor) for part in value):
        return False
    try:
        return np.asarray(value).dtype.kind in NUMBERS
    except ValueError:  # of several lengths
        return False


def is_number(value):
    """Is this a single number? True and False are none."""
    return isinstance(value, int | float | np.number) and not isinstance(value, bool)


def package_of(value):
    """The package that the type of a value comes from."""
    return str(type(value).__module__).partition(".")[0]


def type_name(value):
    """The name of the type of a value, whatever that type says of itself."""
    return type.__dict__["__name__"].__get__(type(value))
