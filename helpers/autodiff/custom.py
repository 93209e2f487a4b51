"""10. A function with a gradient of its own."""

import functools
import inspect
from copy import copy

from .engine.operations import IDENTITY, STOP, Operation
from .engine.structure import flatten
from .engine.sweep import ancestry
from .engine.tensor import Tensor, passed_on, tick
from .engine.watching import computed_from
from .own_rules import checked, recorded

# Inside a custom gradient each input has a stand-in, a Tensor of the same value that STAND_IN made from it.
# It hands gradients on, as IDENTITY does: what the rule computes from it can be differentiated again. And it
# tells an input from a Tensor that the function took from outside, a variable (see below). What the function
# computes is no part of the trace: `recorded` keeps the plain answer, and notes the call as one operation.
STAND_IN = copy(IDENTITY)  # does the same, and is another object


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

    Plain numbers are constants. Where y was worked out with ``x.value``, by a solver for instance, a rule
    that uses y itself is right once and has no second order. Let it call the function again. (And ``grad``
    reads the arrays it takes from outside when the sweep runs: nobody notices if they have changed by then.)

    >>> @custom_gradient
    ... def root(x):  # y y = x, so dy = dx / 2y
    ...     y = np.exp(np.log(x.value if isinstance(x, Tensor) else x) / 2)
    ...     return y, lambda upstream: upstream / (2 * root(x))
    >>> ad.check_gradient(root, 2.0, order=3)
    """
    name = getattr(function, "__name__", type(function).__name__)
    operation = Operation(name, function, for_all=functools.partial(checked, _call_own_rule))

    @functools.wraps(function)
    def call(*args, **keywords):
        others = [x for x in args if type(x) is not Tensor]
        if (others or keywords) and Tensor in map(type, flatten([keywords, others])):
            raise TypeError(
                f"{name} takes Tensors by position only: not in a list or a dict, not by keyword."
            )
        inner = [passed_on(STAND_IN, x) if type(x) is Tensor else x for x in args]
        since = tick()
        answer = function(*inner, **keywords)
        if not (isinstance(answer, tuple) and len(answer) == 2 and callable(answer[1])):
            raise TypeError(f"{name} must return (y, grad): its answer and the function grad(upstream).")
        y, rule = answer
        parts = [part for part in flatten(y) if type(part) is Tensor]
        variables = _variables(parts, since) if parts else []
        if variables and not _takes_variables(rule):
            raise TypeError(
                f"{name} uses Tensors from outside: pass them as inputs, or let its "
                "gradient take variables= and return (gradients of the inputs, gradients of the variables)."
            )
        inputs = (*args, *variables)
        if Tensor not in map(type, inputs):
            return y
        return recorded(operation, y, inputs, {"rule": rule, "variables": variables, "keywords": keywords})

    return call


# ---- Variables: what y was computed from, is older than the call, and is no stand-in. In
#
#     custom_gradient(lambda z: (z * w, rule))(2 * x)
#
# y depends on w as well, but the call was given just 2 * x, so the rule has to speak of w, too. A variable
# has a leaf behind it. In
#
#     custom_gradient(lambda x: (custom_gradient(lambda z: (z * x, inner_rule))(2.0), outer_rule))
#
# the x that the inner function takes from outside is a stand-in, and no variable: what the gradient by x is,
# outer_rule says.

_leaf_behind = {}  # what `computed_from` has found out: {serial number of a Tensor: yes or no}


def _variables(ys, since):
    """The first Tensors older than `since` on every way back from ys, if a leaf is behind them."""
    if len(_leaf_behind) > 100_000:
        _leaf_behind.clear()
    inside = ancestry(ys, since)
    met = [ys, *(node.args for node in inside.values() if node.operation is not STOP)]
    older = {x.serial: x for args in met for x in args if type(x) is Tensor and x.serial < since}
    return [x for x in older.values() if _has_a_leaf(x)]


def _has_a_leaf(x):
    return computed_from(lambda x: x.operation is None, [x], _leaf_behind, ends=(STOP, STAND_IN))


def _takes_variables(rule):
    parameters = inspect.signature(rule).parameters
    return "variables" in parameters or any(each.kind is each.VAR_KEYWORD for each in parameters.values())


def _call_own_rule(op, *upstreams):
    """The rule of a custom gradient is another one for every call, so it stands among the attributes."""
    rule, variables = op._node.attributes["rule"], op._node.attributes["variables"]
    if not variables:
        return rule(*upstreams)
    answer = rule(*upstreams, variables=variables)
    if not (isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], (list, tuple))):
        raise TypeError(f"the gradient of {op.type} must return (of inputs, [gradients of the variables]).")
    of_inputs, of_variables = answer
    return [*(of_inputs if isinstance(of_inputs, (list, tuple)) else [of_inputs]), *of_variables]
