"""8. Your own rules: a function with a gradient of its own, a new operation, a rule for somebody else's."""

import functools

import numpy as np

from .own_rules import Parts, output
from .steps import downstream_of_each, one_hots
from .structure import flatten, rebuild
from .sweep import STOP, ancestry, as_upstreams
from .tensor import COMPOSITES, KINDS, NAMES, Kind, Tensor, name_of, orders_in, plain, record, tick, type_name

STAND_IN = Kind("Identity", None, (lambda g, y, x: g,))


def custom_gradient(function):
    """A function with a gradient of its own: it returns (y, grad), and grad(upstream) gives dy/dx^T upstream.

    ``grad`` gets one upstream per output and returns one gradient per input, each of the shape of its input.
    It may use everything that was computed on the way, and is differentiated itself for second order. If the
    function uses Tensors from outside, ``grad`` takes ``variables=`` and returns (gradients of the inputs,
    gradients of the variables).

    >>> @custom_gradient
    ... def log1pexp(x):
    ...     e = np.exp(x)
    ...     return np.log(1 + e), lambda upstream: upstream * (1 - 1 / (1 + e))
    >>> from helpers import autodiff as ad
    >>> ad.grad(log1pexp)(100.0)
    np.float64(1.0)
    """
    kind = Kind(function.__name__, function, whole=_call_own_rule)

    @functools.wraps(function)
    def operation(*args, **settings):
        since = tick()
        # Inside, the inputs are stand-ins: what is computed from them is no part of the outer trace.
        inner = [record(STAND_IN, x.value, (x,), (x.value,)) if type(x) is Tensor else x for x in args]
        y, rule = _answer_and_rule(function, function(*inner, **settings))
        leaves = flatten(y)
        _, outside = ancestry([leaf for leaf in leaves if type(leaf) is Tensor], since)
        # Those it was not given are variables. Not so the stand-ins of a custom gradient around this one:
        # as in TensorFlow, a gradient function with a gradient of its own loses sight of them.
        free = {x.order: x for x in outside if x.kind is not STOP and x.kind is not STAND_IN}
        variables = [x for order, x in free.items() if order not in orders_in(args)]
        if variables and not _takes_variables(rule):
            raise TypeError(
                f"{function.__name__} uses {len(variables)} Tensors from outside: let its gradient take "
                "variables= and return (gradients of the inputs, gradients of the variables), or pass them "
                "as inputs."
            )
        inputs = (*args, *variables)
        if not any(type(x) is Tensor for x in inputs):
            return y if outside else rebuild(y, map(plain, leaves))
        values = tuple(_checked_output(function.__name__, leaf) for leaf in leaves)
        return rebuild(y, _record_outputs(kind, values, inputs, {"rule": rule, "variables": variables}))

    return operation


def _call_own_rule(op, *upstreams):
    rule, variables = op._node.attributes.values()
    if not variables:
        return rule(*upstreams)
    of_inputs, of_variables = rule(*upstreams, variables=variables)
    as_list = list(of_inputs) if isinstance(of_inputs, (list, tuple)) else [of_inputs]
    return [*as_list, *of_variables]


def _answer_and_rule(function, result):
    if not (isinstance(result, tuple) and len(result) == 2 and callable(result[1])):
        raise TypeError(
            f"{function.__name__} must return (y, grad): its answer and the function grad(upstream)."
        )
    return result


def _takes_variables(rule):
    code = getattr(rule, "__code__", None)
    return code is None or "variables" in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _checked_output(name, value):
    value = np.asarray(plain(value))
    if value.dtype.kind not in "fc":
        raise TypeError(
            f"{name} returned {value.dtype}: return floats or complex numbers, integers have no gradient."
        )
    return value[()]


def _record_outputs(kind, values, inputs, attributes):
    """One Tensor for each output; several outputs hang on one bundle."""
    raw = [plain(x) for x in inputs]
    if len(values) == 1:
        return [record(kind, values[0], inputs, raw, attributes)]
    bundle = record(kind, Parts(enumerate(values)), inputs, raw, attributes)
    return [output(bundle, i) for i in range(len(values))]


def op(name):
    """A new operation type from plain NumPy code: arguments by position are inputs, by name attributes.

    Give it a gradient with `register_gradient`. Declaring a type of your own again replaces its forward code.

    >>> times = op("Times")(lambda x, factor=2.0: x * factor)
    >>> times(Tensor([1.0, 2.0]), factor=3.0).op.get_attr("factor")
    3.0
    """

    def declare(forward):
        kind = NAMES.setdefault(name, Kind(name, forward, whole=_no_rule_yet(name)))
        if kind.per_input:
            raise KeyError(f"the operation type {name!r} is built in: choose another name.")
        kind.forward, kind.attributes = forward, _defaults_of(forward)

        @functools.wraps(forward)
        def operation(*inputs, **attributes):
            if orders_in(flatten([*inputs, *attributes.values()])) != orders_in(inputs):
                raise TypeError(
                    f"{name} takes every Tensor as an argument of its own: not in a list, not by keyword."
                )
            answer = forward(*map(plain, inputs), **attributes)
            if not orders_in(inputs):
                return answer
            values = tuple(_checked_output(name, leaf) for leaf in flatten(answer))
            return rebuild(answer, _record_outputs(kind, values, inputs, attributes))

        return operation

    return declare


def _defaults_of(function):
    code, defaults = getattr(function, "__code__", None), getattr(function, "__defaults__", None) or ()
    if code is None:  # a NumPy function, or another callable that is not written in Python
        return {}
    last = code.co_varnames[code.co_argcount - len(defaults) : code.co_argcount]
    return {**dict(zip(last, defaults)), **(function.__kwdefaults__ or {})}


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
    function = of if callable(of) else None
    name = type_name(function) if function else of

    def declare(rule):
        kind = KINDS.get(function) or NAMES.get(name)
        if not replace and (_has_rule(kind) if kind else function in COMPOSITES):
            raise KeyError(
                f"{name} has a gradient rule already: to put yours in its place, add replace=True."
            )
        if function and not kind:
            if not isinstance(function, (np.ufunc, type(np.sum))):
                raise TypeError(f"{name_of(function)} is no NumPy function: use ad.custom_gradient or ad.op.")
            COMPOSITES[function] = op(name)(function)
        kind = NAMES.setdefault(name, kind or Kind(name, None))
        kind.per_input, kind.whole = (), rule
        return rule

    return declare


def lookup_gradient(of):
    """The gradient rule of an operation type (or NumPy function), to call by hand: rule(op, upstream).

    It gives a tuple with one gradient per input; plain arrays for a plain upstream.

    >>> c = Tensor([[1.0, 2.0]]) @ Tensor([[3.0], [4.0]])
    >>> lookup_gradient("MatMul")(c.op, np.array([[10.0]]))
    (array([[30., 40.]]), array([[10.],
           [20.]]))
    """
    kind = KINDS.get(of) or NAMES.get(type_name(of)) if callable(of) else NAMES.get(of)
    if kind is None or not _has_rule(kind):
        asked = name_of(of) if callable(of) else of
        known = ", ".join(sorted(name for name, kind in NAMES.items() if _has_rule(kind)))
        raise LookupError(f"there is no gradient rule for {asked!r}; there is one for {known}.")

    def rule(op, *upstreams):
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
        kind = getattr(plain(x), "dtype", np.dtype(int)).kind
        if kind not in "fc":
            return None
        slopes = [slope_along(i, direction) for direction in one_hots(plain(x))]
        if kind == "c":
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
