"""1. The trace: a Tensor is a NumPy value that remembers how it was made.

NumPy itself is the interface. ``np.tanh(x) @ W + b`` meets a `Tensor`, and NumPy hands the call over
through ``__array_ufunc__`` or ``__array_function__``. Every function that has a gradient rule passes one
gate, `apply`, which does three things: take the plain values out, let NumPy compute, and note on the new
Tensor the operation and its inputs. That note is all the backward sweep needs. A Tensor that an operation
made is called a node, one that a person made is a leaf, and what a node was made from are its parents;
together they are the trace.
"""

import itertools
from numbers import Number
from operator import attrgetter

import numpy as np
from numpy import ndarray

from .constants import fingerprint, settled
from .operations import (
    COMPOSITES,
    FLAT,
    IN_PLACE,
    NOTHING,
    OPERATIONS,
    TAUGHT,
    UFUNC_METHODS,
    arrange,
    name_of,
    untaught,
)
from .refusals import METHOD_CURES, Refusals
from .structure import flatten


class Tensor(Refusals):
    """A value that remembers how it was made.

    ``Tensor(value)`` is a leaf: a copy of a float or complex array of any shape. A NumPy function of it that
    has a gradient gives a Tensor, whose ``op`` tells where it came from (None for a leaf). Comparisons,
    np.argmax and the like give plain answers.

    >>> x = Tensor([1.0, 2.0])
    >>> y = x * x
    >>> x, y
    (Tensor([1., 2.]), Tensor([1., 4.], op=Multiply))
    >>> y.value, y.shape, y.dtype
    (array([1., 4.]), (2,), dtype('float64'))

    No operation changes a Tensor: ``y += 1`` makes a new one. Do not write to ``x.value`` yourself before the
    gradient is taken: it would be wrong, and nobody notices (to lock or compare every array would slow every
    operation down). A plain array that an operation met must not be written to either, but there the sweep
    says so (it looks at about 200 numbers of a large one); indices and other attributes are copied.

    Whole numbers cannot move a little, so they have no derivative:

    >>> Tensor([1, 2])
    Traceback (most recent call last):
    TypeError: a Tensor needs float or complex numbers, not int64: write 1.0 instead of 1, ...
    """

    __slots__ = ("args", "attributes", "fingerprints", "operation", "plain_args", "serial", "value")

    def __new__(cls, value):
        if type(value) is Tensor:
            raise TypeError("this is a Tensor already: use it, or ad.stop_gradient(x) for a new start.")
        return record(None, as_numbers(value, copy=True))

    def __init_subclass__(cls):
        raise TypeError("a Tensor has no subclasses: whatever is computed from one would be a Tensor again.")

    def __array_ufunc__(self, ufunc, method, *args, **attributes):
        if method == "__call__":
            return apply(ufunc, args, attributes)
        if method == "outer":  # every number of the first with every number of the second
            first, second = args
            return ufunc(np.reshape(first, np.shape(first) + (1,) * np.ndim(second)), second)
        if (ufunc, method) not in UFUNC_METHODS:
            raise TypeError(f"{name_of(ufunc)}.{method} has no gradient rule: {METHOD_CURES[method]}.")
        return UFUNC_METHODS[ufunc, method](*args, **attributes)

    def __array_function__(self, function, types, args, attributes):
        return apply(function, args, attributes)

    __pandas_priority__ = 5000  # a Series lets us do the sum

    # Added elsewhere: x[i] and x.astype beside their rules, x.op by the class Op.
    shape, dtype = property(attrgetter("value.shape")), property(attrgetter("value.dtype"))
    ndim, size = property(attrgetter("value.ndim")), property(attrgetter("value.size"))
    T = property(lambda self: apply(np.transpose, (self,)))
    mT = property(lambda self: apply(np.swapaxes, (self, -1, -2)))
    real = property(lambda self: apply(np.real, (self,)))
    imag = property(lambda self: apply(np.imag, (self,)))

    def __len__(self):
        return len(self.value)

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __bool__(self):
        return bool(self.value)

    def __format__(self, spec):
        return format(self.value, spec)

    def __repr__(self):
        made_by = f", op={self.operation.name}" if self.operation else ""
        return f"Tensor({np.array2string(np.asarray(self.value), separator=', ', prefix='Tensor(')}{made_by})"

    def reshape(self, *shape, **order):
        return apply(np.reshape, (self, shape[0] if len(shape) == 1 else shape), order)

    def transpose(self, *axes):
        return apply(np.transpose, (self, (axes[0] if len(axes) == 1 else axes) or None))

    def conjugate(self):
        return apply(np.conjugate, (self,)) if self.value.dtype.kind == "c" else self


def _give_operator(name, ufunc):
    setattr(Tensor, f"__{name}__", lambda self, other: apply(ufunc, (self, other)))
    setattr(Tensor, f"__r{name}__", lambda self, other: apply(ufunc, (other, self)))


def _give_method(name, function):
    setattr(Tensor, name, lambda self, *args, **attributes: apply(function, (self, *args), attributes))


for _name, _ufunc in {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "truediv": np.divide, "pow": np.power,
    "matmul": np.matmul, "mod": np.remainder, "floordiv": np.floor_divide, "divmod": np.divmod,
}.items():  # fmt: skip
    _give_operator(_name, _ufunc)

for _name, _function in {
    "__neg__": np.negative, "__pos__": np.positive, "__abs__": np.absolute, "__lt__": np.less,
    "__le__": np.less_equal, "__gt__": np.greater, "__ge__": np.greater_equal, "__eq__": np.equal,
    "__ne__": np.not_equal, "__round__": np.round, "flatten": np.ravel, "conj": np.conjugate,
    **{function.__name__: function for function in (
        np.sum, np.mean, np.prod, np.max, np.min, np.var, np.std, np.cumsum, np.cumprod, np.argmax, np.argmin,
        np.any, np.all, np.dot, np.trace, np.diagonal, np.squeeze, np.ravel, np.swapaxes, np.repeat, np.take,
        np.copy, np.clip, np.round, np.argsort)},
}.items():  # fmt: skip
    _give_method(_name, _function)


ANY_NUMBERS = "fciub"  # NumPy's letters for float, complex, int, unsigned and bool
# The types of single numbers, Python's and NumPy's.
NUMBERS = {bool, int, float, complex}
NUMBERS |= {kind for kind in np.sctypeDict.values() if np.dtype(kind).kind in ANY_NUMBERS}


def as_numbers(value, letters="fc", copy=None, what="a Tensor"):
    """`value`, be it a list or a column of data, as a plain array (or one number) of these `letters`."""
    # np.matrix and masked arrays ask to compute in their own way.
    if type(value) is not ndarray and isinstance(value, ndarray) and value.__array_priority__ > 0:
        raise TypeError(f"a {type(value).__name__} computes in its own way: make a plain array of it.")
    try:
        array = np.array(value, copy=copy)
    except ValueError:
        raise ValueError("the rows do not have the same length: give every row as many numbers.") from None
    if array.dtype.kind in letters:
        return array if array.ndim else array[()]  # [()] makes a plain number of an array without axes
    if array.dtype.kind in "iub":
        cure = "write 1.0 instead of 1, or np.asarray(x, dtype=float)"
    elif hasattr(value, "toarray"):  # a sparse matrix
        cure = "make a plain array of it, by S.toarray()"
    elif isinstance(value, Number):  # a Fraction or a Decimal
        cure = f"write float(x) for a {type(value).__name__}"
    else:
        cure = f"{type(value).__name__} is not an array of numbers (ad.array makes one of Tensors in lists)"
    raise TypeError(f"{what} needs float or complex numbers, not {array.dtype}: {cure}.")


def apply(function, args, attributes=NOTHING):
    """The one gate: take the plain values out, compute with them, and note how the answer was made:

        plain_args = [arg.value if type(arg) is Tensor else arg for arg in args]
        answer = operation.forward(*plain_args, **attributes)
        return record(operation, answer, args, plain_args, attributes)

    The other lines are for what somebody may write to before the sweep: attributes (the arguments given by
    keyword) and lists are copied, constants get a fingerprint. (All stands in one function on purpose: it is
    run for every operation, and to call others would take a few percent of the time of a small one.)
    """
    operation = OPERATIONS.get(function)
    if operation is None:
        return _apply_without_rule(function, args, attributes)

    # Unwrap. The inputs come first, and are given by position; attributes follow, by position or by name.
    if attributes or len(args) > operation.positions:
        known, positions = operation.attributes.keys(), operation.positions
        args, attributes = arrange(function, known, positions, args, attributes)
        types = set(map(type, attributes.values()))
        if Tensor in types:
            raise TypeError(f"{name_of(function)} takes Tensors by position only, not by keyword.")
        if not types <= NUMBERS:  # a list or an array, which somebody may write to
            attributes = settled(attributes)
    plain_args, copied = [], False  # whether one of them is a copy
    fingerprints = ()  # of the arrays among them that a rule reads
    for arg in args:
        kind = type(arg)
        if kind is Tensor:  # the usual case; what follows is for constants
            arg = arg.value
        elif kind not in NUMBERS:
            if len(plain_args) >= operation.input_count:  # an index or a shape, which somebody may write to
                arg, copied = settled(arg), True
            elif kind is not ndarray or arg.dtype.kind not in ANY_NUMBERS:  # a list: rules want arrays
                arg, copied = as_numbers(arg, ANY_NUMBERS, copy=True), True
            elif operation.reads(len(plain_args)):
                fingerprints += (fingerprint(arg),)
        plain_args.append(arg)
    if copied:  # the trace keeps the copies
        args = [arg if type(arg) is Tensor else value for arg, value in zip(args, plain_args)]

    # Compute: NumPy, with plain values.
    answer = operation.forward(*plain_args, **attributes) if attributes else operation.forward(*plain_args)

    # Note it (the lines of `record`): the new Tensor remembers its operation and its inputs.
    made = blank(Tensor)
    made.operation, made.value, made.serial = operation, answer, tick()
    made.args, made.plain_args = args, plain_args
    made.attributes, made.fingerprints = attributes, fingerprints
    return made


# Serial numbers, in the order of creation. A node is always younger than its inputs, so from the highest
# number to the lowest is a valid (topological) order for the backward sweep.
tick = itertools.count().__next__
blank = object.__new__


def record(operation, value, args=(), plain_args=(), attributes=NOTHING, fingerprints=()):
    """A new Tensor that remembers: `operation` made `value` from `args` (operation None: a leaf).

    args: Tensors included; a list among the inputs is an array by now. plain_args: the same without history,
    which the rules get when nobody asks for a second order. fingerprints: of the plain arrays among the args
    that a rule reads.
    """
    made = blank(Tensor)
    made.operation, made.value, made.serial = operation, value, tick()
    made.args, made.plain_args = args, plain_args
    made.attributes, made.fingerprints = attributes, fingerprints
    return made


def passed_on(operation, x):
    """A new Tensor of the same value, made from x by an operation that leaves it as it is."""
    return record(operation, x.value, (x,), (x.value,))


def plain(value):
    """The value without its history; lists, tuples and dicts keep their structure."""
    if type(value) is Tensor:
        return value.value
    if type(value) in (list, tuple):
        return type(value)(map(plain, value))
    return {key: plain(item) for key, item in value.items()} if isinstance(value, dict) else value


def _apply_without_rule(function, args, attributes):
    if function in TAUGHT:
        return TAUGHT[function](*args, **attributes)
    if function in FLAT:
        return function(*plain(args), **plain(attributes))
    if function in COMPOSITES:
        composed, known, positions = COMPOSITES[function]
        args, attributes = arrange(function, known, positions, args, attributes)
        return composed(*args, **attributes)
    if function in IN_PLACE:
        cure = "use np.where (and np.broadcast_to(x, shape) for np.full)"
        raise TypeError(f"{name_of(function)} writes in place, where a Tensor has no history: {cure}.")
    answer = function(*plain(args), **plain(attributes))
    parts = map(np.asarray, flatten(answer))
    if any(part.dtype.kind in "fc" or (part.ndim and part.dtype.hasobject) for part in parts):
        raise untaught(function)
    return answer
