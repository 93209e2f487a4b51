"""8. A function with a gradient of its own."""

import functools
import inspect
from copy import copy

from .engine.operations import Operation
from .engine.structure import flatten
from .engine.sweep import IDENTITY, STOP, ancestry
from .engine.tensor import Tensor, passed_on, tick
from .own_rules import checked, recorded

# The identity that marks the inputs inside a custom gradient: the search for variables ends there.
STAND_IN = copy(IDENTITY)


def custom_gradient(function):
    """A function with a gradient of its own: it returns (y, grad), and grad(upstream) gives dy/dx^T upstream.

    ``grad`` gets one upstream per output and returns one gradient per input, each of the shape of its input.
    It may use everything that was computed on the way, and is differentiated itself for second order. If the
    function uses Tensors from outside, ``grad`` takes ``variables=`` and returns (gradients of the inputs,
    gradients of the variables).

    >>> import numpy as np
    >>> @custom_gradient
    ... def log1pexp(x):
    ...     e = np.exp(x)
    ...     return np.log(1 + e), lambda upstream: upstream * (1 - 1 / (1 + e))
    >>> from helpers import autodiff as ad
    >>> ad.grad(log1pexp)(100.0)
    np.float64(1.0)
    """
    name = getattr(function, "__name__", type(function).__name__)
    operation = Operation(name, function, make_rules=functools.partial(checked, _call_own_rule))

    @functools.wraps(function)
    def call(*args, **settings):
        hidden = [settings, *(x for x in args if type(x) is not Tensor)]
        if Tensor in map(type, flatten(hidden)):
            raise TypeError(
                f"{name} takes Tensors by position only: not in a list or a dict, not by keyword."
            )
        # Inside, the inputs are stand-ins: what is computed from them is no part of the outer trace.
        inner = [passed_on(STAND_IN, x) if type(x) is Tensor else x for x in args]
        since = tick()
        answer = function(*inner, **settings)
        if not (isinstance(answer, tuple) and len(answer) == 2 and callable(answer[1])):
            raise TypeError(f"{name} must return (y, grad): its answer and the function grad(upstream).")
        y, rule = answer
        _, outside = ancestry(flatten(y), since)
        variables = list(filter(_is_variable, outside.values()))
        if variables and not _takes_variables(rule):
            raise TypeError(
                f"{name} uses Tensors from outside ({len(variables)}): pass them as inputs, or let its "
                "gradient take variables= and return (gradients of the inputs, gradients of the variables)."
            )
        inputs = (*args, *variables)
        if Tensor not in map(type, inputs):
            return y
        return recorded(operation, y, inputs, {"rule": rule, "variables": variables})

    return call


def _is_variable(x):
    """Whether a Tensor from outside stems from more than the stand-ins of a custom gradient around this one.

    What stems from those alone is a constant here: as in TensorFlow, a gradient function with a gradient of
    its own loses sight of the inputs of the outer one.
    """
    seen, todo = set(), [x]
    while todo:
        node = todo.pop()
        if node.operation is None:
            return True
        if node.operation is not STOP and node.operation is not STAND_IN and node.order not in seen:
            seen.add(node.order)
            todo += [parent for parent in node.args if type(parent) is Tensor]
    return False


def _takes_variables(rule):
    parameters = inspect.signature(rule).parameters
    return "variables" in parameters or any(each.kind is each.VAR_KEYWORD for each in parameters.values())


def _call_own_rule(op, *upstreams):
    rule, variables = op.attrs.values()
    if not variables:
        return rule(*upstreams)
    answer = rule(*upstreams, variables=variables)
    if not (isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], (list, tuple))):
        raise TypeError(f"the gradient of {op.type} must return (of inputs, [gradients of the variables]).")
    of_inputs, of_variables = answer
    return [*(of_inputs if isinstance(of_inputs, (list, tuple)) else [of_inputs]), *of_variables]
