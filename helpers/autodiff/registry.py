"""9. The register of rules: a new operation, a rule for somebody else's, and a rule looked up by its name."""

import functools

import numpy as np

from .own_rules import Parts, checked_output, locked, recorded, refuse_hidden_tensors
from .steps import downstream_of_each, one_hots
from .structure import flatten, rebuild
from .sweep import as_upstreams
from .tensor import (
    ANY,
    COMPOSITES,
    KINDS,
    NAMES,
    Kind,
    Tensor,
    name_of,
    orders_in,
    parameters_of,
    plain,
    type_name,
)


def op(name):
    """A new operation type from plain NumPy code.

    Arguments with a default become its attributes, all others are its inputs, and so is every Tensor. Give
    it a gradient with `register_gradient`. Declaring a type of your own again replaces its forward code.

    >>> times = op("Times")(lambda x, factor=2.0: x * factor)
    >>> times(Tensor([1.0, 2.0]), factor=3.0).op.get_attr("factor")
    3.0
    """
    if not isinstance(name, str):
        raise TypeError('an operation type needs a name: write @ad.op("MyOp") above the function.')

    def declare(forward):
        kind = NAMES.setdefault(name, Kind(name, forward, whole=_no_rule_yet(name)))
        if kind.per_input:
            raise KeyError(f"the operation type {name!r} is built in: choose another name.")
        kind.forward = forward
        return _operation(kind)

    return declare


def _operation(kind):
    forward = kind.forward
    required, names, defaults = _signature(forward)

    @functools.wraps(forward)
    def operation(*args, **settings):
        refuse_hidden_tensors(kind.name, args, settings)
        answer = forward(*(locked(plain(x)) for x in args), **settings)
        values = [np.asarray(leaf)[()] for leaf in flatten(answer)]
        if not orders_in(args) or (_is_numpys(forward) and all(v.dtype.kind not in "fc" for v in values)):
            return answer
        if len(values) == 1:
            values = [checked_output(kind.name, values[0])]
        count = max([required, *(i + 1 for i, x in enumerate(args) if type(x) is Tensor)])
        by_default = {name: default for name, default in defaults.items() if name not in names[:count]}
        attributes = {**by_default, **dict(zip(names[count:], args[count:])), **settings}
        return rebuild(answer, recorded(kind, values, args[:count], attributes))

    operation.kind = kind
    return operation


def _signature(function):
    """How many arguments are inputs at least; the names by position; {name: default} of the others."""
    if isinstance(function, np.ufunc):
        return function.nin, [], {}
    try:
        each = parameters_of(function).values()
    except ValueError:  # written in C, and silent about its arguments
        return ANY, [], {}
    by_position = [one for one in each if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    any_number = any(one.kind is one.VAR_POSITIONAL for one in each)
    required = ANY if any_number else sum(one.default is one.empty for one in by_position)
    return (
        required,
        [one.name for one in by_position],
        {one.name: one.default for one in each if one.default is not one.empty},
    )


def _is_numpys(function):
    return isinstance(function, (np.ufunc, type(np.sum)))


def register_gradient(of, replace=False):
    """Register ``rule(op, upstream)`` as the gradient of an operation type, or of a NumPy function.

    The rule returns one gradient per input, each of the shape of its input, None for an input without one.
    It reads ``op.inputs``, ``op.outputs`` and ``op.get_attr(name)``, and gets one upstream per output; the
    arrays it is shown are read-only, since others rely on them.

    >>> @register_gradient(np.sinc)
    ... def sinc_gradient(op, upstream):
    ...     (x,) = op.inputs
    ...     return upstream * (np.cos(np.pi * x) - np.sinc(x)) / x
    >>> from helpers import autodiff as ad
    >>> ad.grad(np.sinc)(0.5).round(6)
    np.float64(-1.27324)

    Registering twice is a KeyError, unless ``replace=True``.
    """
    if not (isinstance(of, str) or of in KINDS or _is_numpys(of)):
        raise TypeError(
            f"{getattr(of, '__name__', of)} is no NumPy function, and no name of an operation type: for a "
            "function of your own, use ad.custom_gradient or ad.op."
        )

    def declare(rule):
        kind = _kind_of(of)
        if not replace and (_has_rule(kind) if kind else of in COMPOSITES):
            raise KeyError(
                f"{of if isinstance(of, str) else name_of(of)} has a gradient rule already: to put yours in "
                "its place, add replace=True."
            )
        kind = kind or _new_kind(of)
        kind.per_input, kind.whole = (), rule
        return rule

    return declare


def _kind_of(of):
    """The Kind of an operation type or of a NumPy function; None if there is none, or it is written out."""
    return (
        NAMES.get(of) if isinstance(of, str) else KINDS.get(of) or getattr(COMPOSITES.get(of), "kind", None)
    )


def _new_kind(of):
    if isinstance(of, str):
        NAMES[of] = Kind(of, None)
        return NAMES[of]
    name = type_name(of) if type_name(of) not in NAMES else name_of(of)  # np.linalg.cross is not np.cross
    COMPOSITES[of] = op(name)(of)
    return NAMES[name]


def lookup_gradient(of):
    """The gradient rule of an operation type (or NumPy function), to call by hand: rule(op, upstream).

    It gives a tuple with one gradient per input; plain arrays for a plain upstream.

    >>> c = Tensor([[1.0, 2.0]]) @ Tensor([[3.0], [4.0]])
    >>> lookup_gradient("MatMul")(c.op, np.array([[10.0]]))
    (array([[30., 40.]]), array([[10.],
           [20.]]))
    """
    kind = _kind_of(of)
    if kind is None or not _has_rule(kind):
        asked = name_of(of) if callable(of) else of
        known = ", ".join(sorted(name for name, kind in NAMES.items() if _has_rule(kind)))
        raise LookupError(f"there is no gradient rule for {asked!r}; there is one for {known}.")

    def rule(op, *upstreams):
        if type(op) is Tensor:
            raise TypeError("a rule is called with the operation: write c.op for the one that made c.")
        if op.type != kind.name:
            raise ValueError(f"this is the rule of {kind.name}, but the op is a {op.type}.")
        outputs = op.outputs
        given = as_upstreams(list(upstreams), list(outputs), outputs, "the rule")
        create_graph = any(type(upstream) is Tensor for upstream in given)
        upstream = given[0] if len(given) == 1 else Parts(enumerate(given))
        return downstream_of_each(op._node, upstream, create_graph, constants=True)

    return rule


def numerical_rule(op, *upstreams):
    """A rule for any operation, from small differences: upstream . (f(x + h) - f(x - h)) / 2h.

    Slow (two calls per input number, four per complex one), and good to about 9 digits in float64, 4 in
    float32. Something to start from.
    """
    f, inputs = op._node.kind.forward, list(op.inputs)
    attributes = op._node.attributes

    def moved(i, step):
        return flatten(f(*inputs[:i], inputs[i] + step, *inputs[i + 1 :], **attributes))

    def slope_along(i, direction):
        # Rounding errs by precision / h, the formula by h^2: a step of the cube root balances the two.
        h = float(np.finfo(direction.dtype).eps) ** (1 / 3) * max(
            1.0, float(np.max(np.absolute(plain(inputs[i]))))
        )
        moves = zip(upstreams, moved(i, h * direction), moved(i, -h * direction))
        return sum(np.sum(np.real(np.conjugate(up) * (after - before))) for up, after, before in moves) / (
            2 * h
        )

    def gradient(i, x):
        if type(op._node.args[i]) is not Tensor:
            return None
        slopes = [slope_along(i, direction) for direction in one_hots(plain(x))]
        if x.dtype.kind == "c":
            slopes = [slope + 1j * slope_along(i, 1j * row) for slope, row in zip(slopes, one_hots(plain(x)))]
        return np.reshape(np.stack(slopes), np.shape(x))

    return [gradient(i, x) for i, x in enumerate(inputs)]


def _has_rule(kind):
    return bool(kind.per_input) or not hasattr(kind.whole, "is_missing")


def _no_rule_yet(name):
    def missing(op, *upstreams):
        raise LookupError(
            f'{name} has no gradient rule yet: write one as @ad.register_gradient("{name}") above '
            "def rule(op, upstream), returning one gradient per input."
        )

    missing.is_missing = True
    return missing
