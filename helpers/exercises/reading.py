"""Reading what a learner hands over as arrays: everything else is named, and told how to become one."""

import numpy as np

from helpers import autodiff as ad

from .cards import describe
from .sentences import FOREIGN
from .verdicts import Verdict, not_attempted, untouched

NUMBERS = "biufc"  # the kinds of dtype that hold numbers
NUMPY = np.ndarray | np.generic  # an array of shape () often comes as the latter
MOST = 10**6  # numbers in an array: right answers hold a few


def parts_of(answer, names, wants, is_rule=False):
    """The answer as a tuple of arrays, one per name; raise a Verdict if it is not that many arrays.

    Only a rule may give its one array in a tuple, as the engine takes it from a rule.
    """
    if untouched(answer):
        raise not_attempted()
    several = isinstance(answer, tuple | list)
    if len(names) > 1:
        if not several or len(answer) != len(names):
            given = f"{len(answer)} values" if several else "one value"
            raise Verdict("how-many", given=given, wanted=", ".join(names))
        return tuple(array_of(part, name, wants) for part, name in zip(answer, names, strict=True))
    if isinstance(answer, tuple) and answer and isinstance(answer[0], np.ndarray if answer[1:] else NUMPY):
        if len(answer) > 1:
            arrays = tuple(part for part in answer if isinstance(part, NUMPY) and part.dtype.kind in NUMBERS)
            what = "arrays" if len(arrays) == len(answer) else "things"
            raise Verdict("one-wanted", given=f"{len(answer)} {what}", parts=arrays)
        if not is_rule:
            raise Verdict("tuple-of-one")
        (answer,) = answer
    return (array_of(answer, "", wants),)


def array_of(value, name, wants):
    """One array of our own, of any shape and number type; raise a Verdict for anything else."""
    where = (("look at", name),) if name else ()
    if value is None:
        raise Verdict("none", *where)
    if package_of(value) in FOREIGN:
        what, cure = FOREIGN[package_of(value)]
        raise Verdict("framework-tensor", *where, what=what, cure=cure)
    is_tensor = isinstance(value, ad.Tensor)
    if is_tensor and wants == "array":
        raise Verdict("tensor", *where)
    if not is_tensor and wants == "tensor":
        raise Verdict("not-a-tensor", *where)
    if isinstance(value, list | tuple):
        raise Verdict("list", *where, kind=type(value).__name__)
    if isinstance(value, np.matrix):
        raise Verdict("matrix", *where)
    if isinstance(value, np.ma.MaskedArray):
        raise Verdict("masked", *where)
    if callable(value):
        raise Verdict("not-called", *where)
    try:
        array = np.asarray(value.value if is_tensor else value)
    except Exception:  # an object that says how it becomes an array, and fails
        raise Verdict("type", *where, what=describe(value)) from None
    if array.dtype == object and isinstance(value, np.ndarray):
        raise Verdict("object-array", *where)
    if type(value) is int and array.dtype == object:
        raise Verdict("too-large", *where)
    if array.dtype.kind not in NUMBERS or isinstance(value, bool):
        raise Verdict("type", *where, what=describe(value))
    if array.size > MOST:
        raise Verdict("too-many", *where, got=array.shape, size=array.size)
    return array.copy()  # whoever made it may write to it again


def is_number(value):
    """Is this a single number? True and False are none."""
    return isinstance(value, int | float | np.number) and not isinstance(value, bool)


def package_of(value):
    """The package that the type of a value comes from."""
    return str(type(value).__module__).partition(".")[0]


def type_name(value):
    """The name of the type of a value, whatever that type says of itself."""
    return type.__dict__["__name__"].__get__(type(value))
