"""11. The register of rules: a new operation, a rule for somebody else's, and a rule found by its name."""

import functools
import inspect
from contextlib import suppress
from copy import copy

import numpy as np

from .engine.constants import settled
from .engine.operations import COMPOSITES, NAMED, OPERATIONS, TAUGHT, Operation, name_of, type_name
from .engine.structure import CONTAINERS, flatten, flatten_like, rebuild
from .engine.sweep import as_upstream
from .engine.tensor import Tensor, plain
from .engine.watching import is_watched
from .own_rules import Op, PerOutput, checked, locked, not_taught, outputs_of, recorded
from .steps import downstream_of_each


def op(name):
    """A new operation type from plain NumPy code.

    Its inputs are the arguments without a default, and those that stand before a Tensor; from a list of
    Tensors, each is an input of its own. The other arguments are its attributes. `register_gradient` gives it
    a gradient. To declare the same type again replaces its forward code.

    >>> times = op("Times")(lambda x, factor=2.0: x * factor)
    >>> times(Tensor([1.0, 2.0]), factor=3.0).op.get_attr("factor")
    3.0
    """
    if not isinstance(name, str):
        raise TypeError('an operation type needs a name: write @ad.op("MyOp") above the function.')

    def declare(forward):
        operation = NAMED.setdefault(name, Operation(name, forward, for_all=not_taught))
        if operation in map(_operation_of, [*OPERATIONS, *TAUGHT]):
            raise KeyError(f"the operation type {name!r} is built in: choose another name.")
        operation.forward = forward
        return _as_function(operation)

    return declare


def _as_function(operation):
    """What a person calls: it computes with plain numbers, and records the call if Tensors took part."""
    forward = operation.forward
    signature = _signature(forward)

    @functools.wraps(forward)
    def call(*args, **keywords):
        if _has_tensors(keywords):
            raise TypeError(f"{operation.name} takes Tensors by position only, not by keyword.")
        answer = forward(*map(_shown, args), **keywords)
        kinds = {np.asarray(leaf).dtype.kind for leaf in flatten(answer)}  # refuses a Tensor from outside
        is_flat = _is_numpys(forward) and kinds.isdisjoint("fc")  # whole numbers do not move
        if is_flat or not _has_tensors(args):
            return answer
        inputs, attributes = _inputs_and_attributes(signature, args, keywords)
        pattern = [arg if _is_list_of_tensors(arg) else None for arg in inputs]  # None: one input
        leaves = flatten_like(pattern, inputs, operation.name)
        return recorded(_of_leaves(operation, pattern), answer, leaves, settled(attributes))

    call.operation = operation
    return call


def _has_tensors(arg):
    return Tensor in map(type, flatten(arg))


def _is_list_of_tensors(arg):
    return isinstance(arg, CONTAINERS) and _has_tensors(arg)


def _shown(arg):
    """An argument as it is shown to a person's forward code: without history, and in locked arrays."""
    if _is_list_of_tensors(arg):
        return rebuild(arg, [locked(plain(leaf)) for leaf in flatten(arg)])
    return locked(plain(arg))


def _signature(function):
    """The signature of a function; None for a ufunc, and for what does not say."""
    with suppress(ValueError):
        return None if isinstance(function, np.ufunc) else inspect.signature(function)


def _inputs_and_attributes(signature, args, keywords):
    """The inputs of a call, in order, and its attributes by name, whichever way they were given.

    Inputs have no default, or stand before the last Tensor: of f(x, factor=2.0, power=1), the call
    f(x, Tensor(5.0)) has two, and the attribute power.
    """
    if signature is None:
        return args, keywords
    call = signature.bind(*args, **keywords)
    call.apply_defaults()
    parameters = signature.parameters.values()
    if any(one.kind is one.VAR_POSITIONAL for one in parameters):
        return call.args, call.kwargs
    needed = sum(one.default is one.empty and one.kind <= one.POSITIONAL_OR_KEYWORD for one in parameters)
    last = max(i for i, arg in enumerate(call.args) if _has_tensors(arg))
    count = max(needed, last + 1)
    names = [*signature.parameters][count:]
    return call.args[:count], {**dict(zip(names, call.args[count:])), **call.kwargs}


def _of_leaves(operation, pattern):
    """The operation with one input for each part of a list; pattern of f([a, b], c): [[a, b], None]."""
    if not any(pattern):
        return operation

    def forward(*leaves, **attributes):
        return operation.forward(*rebuild(pattern, leaves), **attributes)

    def for_all(*call):  # looked up when it is called: the rule may be registered later
        return operation.for_all(*call)

    return Operation(operation.name, forward, for_all=for_all)


def _is_numpys(function):
    return isinstance(function, (np.ufunc, type(np.sum)))


def register_gradient(of, replace=False):
    """Register ``rule(op, upstream)`` as the gradient of an operation type, or of a NumPy function.

    The rule returns one gradient per input, each of the shape of its input, None for an input without one.
    It reads ``op.inputs``, ``op.outputs`` and ``op.get_attr(name)``, and gets one upstream per output; the
    arrays it is shown are read-only.

    >>> @register_gradient(np.sinc)
    ... def sinc_gradient(op, upstream):
    ...     (x,) = op.inputs
    ...     return upstream * (np.cos(np.pi * x) - np.sinc(x)) / x
    >>> from helpers import autodiff as ad
    >>> ad.grad(np.sinc)(0.5).round(6)
    np.float64(-1.27324)

    Registering twice is a KeyError, unless ``replace=True``. A rule that takes the place of another may call
    it: look that one up before.
    """
    if not (isinstance(of, str) or of in OPERATIONS or _is_numpys(of)):
        raise TypeError(
            f"{getattr(of, '__name__', of)} is no NumPy function, and no name of an operation type: for a "
            "function of your own, use ad.custom_gradient or ad.op."
        )

    def declare(rule):
        if not callable(rule):
            raise TypeError(f"a gradient rule is a function rule(op, upstream), not {type(rule).__name__}.")
        operation = _operation_of(of)
        if not replace and (has_rule(operation) if operation else of in COMPOSITES):
            name = of if isinstance(of, str) else name_of(of)
            raise KeyError(f"{name} has a gradient rule already: add replace=True to put yours in its place.")
        operation = operation or _new_operation(of)
        operation.learn(functools.partial(checked, rule))
        return rule

    return declare


def _operation_of(of):
    """The Operation of a type name or of a NumPy function; None if there is none, or it is composed."""
    if isinstance(of, str):
        return NAMED.get(of)
    return OPERATIONS.get(of) or getattr(TAUGHT.get(of), "operation", None)


def _new_operation(of):
    if isinstance(of, str):
        return NAMED.setdefault(of, Operation(of, None))  # its rule is put in at once
    name = type_name(of) if type_name(of) not in NAMED else name_of(of)  # np.linalg.cross is not np.cross
    TAUGHT[of] = op(name)(of)
    return NAMED[name]


def has_rule(operation):
    return operation.for_all is not not_taught


def lookup_gradient(of):
    """The gradient rule of an operation type (or NumPy function), to call by hand: rule(op, upstream).

    It gives a tuple with one gradient per input, constants included: plain arrays for a plain upstream, but
    Tensors where somebody may want to differentiate them again. It stays the rule it was, whatever is
    registered later.

    >>> c = Tensor([[1.0, 2.0]]) @ Tensor([[3.0], [4.0]])
    >>> lookup_gradient("MatMul")(c.op, np.array([[10.0]]))
    (array([[30., 40.]]), array([[10.],
           [20.]]))
    """
    operation = _operation_of(of)
    if operation is None or not has_rule(operation):
        asked = name_of(of) if callable(of) else of
        known = ", ".join(sorted(name for name, one in NAMED.items() if has_rule(one)))
        why = ", it is composed of other operations" if of in COMPOSITES else ""
        raise LookupError(f"there is no gradient rule for {asked!r}{why}; there is one for {known}.")

    rules = copy(operation)  # as they are now, so that a rule put in their place may call them

    def rule(op, *upstreams):
        if type(op) is not Op:
            raise TypeError(
                "a rule is called with an operation: write c.op for the one that made c, no leaf."
            )
        outputs = outputs_of(op._node)
        if op.type != operation.name or len(upstreams) != len(outputs):
            raise ValueError(
                f"this is the rule of {operation.name}: give it such an op, and one upstream for each "
                f"output; it got {op.type}, outputs: {len(outputs)}, upstreams: {len(upstreams)}."
            )
        given = list(map(as_upstream, upstreams, outputs))
        create_graph = Tensor in map(type, given) or is_watched(op._node.args)
        upstream = given[0] if len(given) == 1 else PerOutput(enumerate(given))
        return downstream_of_each(op._node, upstream, rules, create_graph, constants=True)

    return rule
