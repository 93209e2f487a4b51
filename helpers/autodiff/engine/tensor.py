"""1. The trace: a Tensor is a NumPy value that remembers how it was made.

NumPy itself is the interface. ``np.tanh(x) @ W + b`` meets a `Tensor`, and NumPy hands the call over
through ``__array_ufunc__`` or ``__array_function__``. Everything passes one gate, `apply`, which does
three things: take the plain values out, let NumPy compute, and note on the new Tensor the kind of
operation and its inputs. That note is all the backward sweep needs.
"""

import inspect
import itertools
from functools import cache
from operator import attrgetter

import numpy as np
from numpy import ndarray

# Creation order. An operation is always younger than its inputs, so walking from young to old is a right
# order for the backward sweep, and no topological sort is needed.
tick = itertools.count().__next__
blank = object.__new__

KINDS = {}  # NumPy function -> Kind, filled by the rules
NAMES = {}  # type name, such as "MatMul" -> Kind
COMPOSITES = {}  # NumPy function -> a Python function that takes Tensors and stands for it
WITHOUT_SLOPE = set()  # NumPy functions whose answer has no slope: comparisons, argmax, shape ...
IN_PLACE = {np.copyto, np.put, np.place, np.putmask, np.put_along_axis, np.fill_diagonal}
NOTHING = {}
ANY = 10**9  # as many inputs as you like
parameters_of = cache(lambda function: inspect.signature(function).parameters)
SCALARS = {bool, int, float, complex, *np.sctypeDict.values()}  # the types of single numbers
ANY_KIND = "fciub"  # of numbers: NumPy's letters for float, complex, int, unsigned and bool


class Kind:
    """A kind of operation: its name, how to compute it, and its gradient rules.

    ``per_input[i](upstream, answer, *args, **attributes)`` gives the downstream gradient of input i alone, so
    nothing is computed that nobody asked for; None marks an input without one. Where the rules are not
    known before an upstream arrives (any number of inputs, or one function for all of them),
    ``make_rules(node, upstream, create_graph)`` gives them then, in the same form.
    """

    __slots__ = ("attributes", "forward", "inputs", "make_rules", "name", "per_input", "positions")

    def __init__(self, name, forward, per_input=(), attributes=NOTHING, positions=ANY, make_rules=None):
        self.name, self.forward, self.per_input, self.make_rules = name, forward, per_input, make_rules
        self.attributes = attributes  # {name: default} in the order of the call
        # So many leading arguments are inputs; ANY where one rule serves any number of them.
        self.inputs = len(per_input) or ANY
        self.positions = positions  # so many arguments, inputs and attributes, may be given by position


class Tensor:
    """A value that remembers how it was made.

    ``Tensor(value)`` is a leaf: a copy of a float or complex array of any shape. Every NumPy operation on
    it gives a Tensor whose ``op`` tells where it came from (None for a leaf).

    >>> x = Tensor([1.0, 2.0])
    >>> y = x * x
    >>> x, y
    (Tensor([1., 2.]), Tensor([1., 4.], op=Multiply))
    >>> y.value, y.shape, y.dtype
    (array([1., 4.]), (2,), dtype('float64'))

    A Tensor is never changed: ``y += 1`` makes a new one. An operation keeps the plain arrays it met, masks
    and indices too: do not write to them before the gradient is taken.

    Whole numbers cannot move a little, so they have no derivative:

    >>> Tensor([1, 2])
    Traceback (most recent call last):
    TypeError: a Tensor needs float or complex numbers, not int64: write 1.0 instead of 1, ...
    """

    __slots__ = ("args", "attributes", "kind", "order", "raw", "value")

    def __new__(cls, value):
        if type(value) is Tensor:
            raise TypeError("this is a Tensor already: use it, or ad.stop_gradient(x) for a new start.")
        array = as_numbers(value, copy=True)
        return record(None, array if array.ndim else array[()])

    def __array_ufunc__(self, ufunc, method, *args, **attributes):
        if method != "__call__":
            raise TypeError(
                f"np.{ufunc.__name__}.{method} has no gradient rule: use np.sum, x[:, None] - y ..."
            )
        return apply(ufunc, args, attributes)

    def __array_function__(self, function, types, args, attributes):
        return apply(function, args, attributes)

    def __array__(self, *_, **__):
        raise TypeError(
            "a Tensor does not become a plain array by itself, its history would be lost: leave out "
            "np.asarray(x), write np.stack for np.array or a[:, i] = x, and a @ x for a.dot(x). "
            "(x.value is plain, without a gradient.)"
        )

    def _refuse_number(self, *_):
        raise TypeError(
            "float(x), math.sin(x) or a[i] = x would lose the history: use np.sin(x), np.stack, or x.value."
        )

    __float__ = __int__ = __complex__ = __index__ = _refuse_number

    def __setitem__(self, *_):
        raise TypeError(
            "a Tensor is not changed in place: the operations made from it rely on its value. "
            "Make a new one, for example with np.where(mask, new, x) or np.concatenate."
        )

    def __reduce_ex__(self, _):  # what copy and pickle call
        raise TypeError("a copy would lose the history of a Tensor: copy x.value, and make a Tensor of that.")

    def __getattr__(self, name):
        raise AttributeError(f"a Tensor has no attribute {name!r}; its plain NumPy value is x.value.")

    # Added elsewhere: x[i] and x.astype beside their rules, x.op by the class Op.
    shape, dtype, ndim, size = (
        property(attrgetter(f"value.{name}")) for name in ("shape", "dtype", "ndim", "size")
    )
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
        made_by = f", op={self.kind.name}" if self.kind else ""
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
    "matmul": np.matmul, "mod": np.remainder, "floordiv": np.floor_divide,
}.items():  # fmt: skip
    _give_operator(_name, _ufunc)
for _name, _function in {
    "__neg__": np.negative, "__pos__": np.positive, "__abs__": np.absolute, "__lt__": np.less,
    "__le__": np.less_equal, "__gt__": np.greater, "__ge__": np.greater_equal, "__eq__": np.equal,
    "__ne__": np.not_equal, "__round__": np.round, "flatten": np.ravel, "conj": np.conjugate,
}.items():  # fmt: skip
    _give_method(_name, _function)
for _function in (
    np.sum, np.mean, np.prod, np.max, np.min, np.var, np.std, np.cumsum, np.argmax, np.argmin, np.any, np.all,
    np.dot, np.trace, np.diagonal, np.squeeze, np.ravel, np.swapaxes, np.repeat, np.take, np.copy, np.clip,
    np.round, np.argsort,
):  # fmt: skip
    _give_method(_function.__name__, _function)


def as_numbers(value, kinds="fc", copy=None, what="a Tensor"):
    """`value`, be it a list or a column of data, as a plain array of these kinds of numbers."""
    if type(value) is not ndarray and isinstance(value, ndarray) and value.__array_priority__ > 0:
        raise TypeError(f"a {type(value).__name__} computes in its own way: make a plain array of it.")
    try:
        array = np.array(value, copy=copy)
    except ValueError:
        raise ValueError("the rows do not have the same length: give every row as many numbers.") from None
    if array.dtype.kind in kinds:
        return array
    hint = f"{type(value).__name__} is not an array of numbers (join Tensors by np.stack)"
    if array.dtype.kind in "iub":
        hint = "write 1.0 instead of 1, or np.asarray(x, dtype=float)"
    raise TypeError(f"{what} needs float or complex numbers, not {array.dtype}: {hint}.")


def apply(function, args, attributes=NOTHING):
    """The one gate: compute with plain NumPy, and note how the answer was made."""
    kind = KINDS.get(function)
    if kind is None:
        return _apply_without_rule(function, args, attributes)
    if attributes or len(args) > kind.positions:
        _check_arguments(kind, args, attributes)
    raw = []
    for arg in args:
        form = type(arg)
        if form is Tensor:
            arg = arg.value
        elif form not in SCALARS and len(raw) < kind.inputs and (form is not ndarray or arg.dtype.hasobject):
            arg = as_numbers(arg, ANY_KIND)  # for the rules, which are written for arrays
            args = (*args[: len(raw)], arg, *args[len(raw) + 1 :])
        raw.append(arg)
    answer = kind.forward(*raw, **attributes) if attributes else kind.forward(*raw)
    return record(kind, answer, args, raw, attributes)


def record(kind, value, args=(), raw=(), attributes=NOTHING):
    """A new Tensor that remembers: an operation of `kind` made `value` from `args` (kind None: a leaf)."""
    made = blank(Tensor)
    made.value = value
    made.kind = kind
    made.args = args  # Tensors included; a list among the inputs is an array by now
    made.raw = raw  # the same as plain values: what the rules get when nobody asks for a second order
    made.attributes = attributes
    made.order = tick()
    return made


def passed_on(kind, x):
    """The value of x as the answer of an operation that leaves it as it is."""
    return record(kind, x.value, (x,), (x.value,))


def plain(value):
    """The value without its history; lists, tuples and dicts keep their structure."""
    if type(value) is Tensor:
        return value.value
    if type(value) in (list, tuple):
        return type(value)(map(plain, value))
    return {key: plain(item) for key, item in value.items()} if isinstance(value, dict) else value


def _apply_without_rule(function, args, attributes):
    if function in COMPOSITES:
        substitute = COMPOSITES[function]
        if attributes and not hasattr(substitute, "__wrapped__"):  # NumPy itself refuses there
            _refuse_unknown(name_of(function), attributes, parameters_of(substitute))
        return substitute(*args, **attributes)
    if function in WITHOUT_SLOPE:
        return function(*plain(args), **plain(attributes))
    name = name_of(function)
    if function in IN_PLACE:
        raise TypeError(f"{name} writes in place, and the history of a Tensor would be lost: use np.where.")
    if Tensor not in map(type, args):
        raise TypeError(f"{name} takes no Tensors in a list or by keyword: use np.stack, np.where, or ad.op.")
    known = sorted(known for known in map(name_of, (*KINDS, *COMPOSITES)) if known.startswith("np."))
    raise NotImplementedError(
        f"{name} has no gradient rule yet. This line teaches it one, from small differences:\n"
        f"    ad.register_gradient({name})(ad.numerical_rule)\n"
        "When you know the formula, put it in its place: a rule(op, upstream) with one gradient per input.\n"
        f"Functions with a rule: {', '.join(known)}."
    )


def _check_arguments(kind, args, attributes):
    if len(args) > kind.positions:
        raise TypeError(f"{kind.name} takes {kind.positions} by position: give the other arguments by name.")
    if "out" in attributes:
        raise TypeError(f"{kind.name} with out= or += writes in place: make a new array, y = y + x.")
    _refuse_unknown(kind.name, attributes, kind.attributes)


def _refuse_unknown(operation, attributes, known):
    for name in attributes:
        if name not in known:
            raise TypeError(
                f"{operation} has no gradient rule for the argument {name}=: give inputs by position, and do "
                "anything else in a step of its own (np.where for where=)."
            )


def type_name(function):
    """The name of the operation type: np.broadcast_to is BroadcastTo."""
    return "".join(part.capitalize() for part in function.__name__.split("_"))


def name_of(function):
    """How a person writes the function: np.sum, np.linalg.inv, matmul.

    >>> name_of(np.linalg.inv), name_of(len)
    ('np.linalg.inv', 'len')
    """
    name = function.__name__
    module = getattr(function, "__module__", "numpy" if getattr(np, name, None) is function else "")
    return module.replace("numpy", "np") + "." + name if module.startswith("numpy") else name
