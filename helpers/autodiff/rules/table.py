"""How a rule is written down.

A rule for one input takes the upstream gradient, the answer, and then exactly what the function itself was
called with. It returns the downstream gradient:

    rule(np.multiply, lambda g, y, a, b: g * conj(b),     # upstream g, answer y = a * b
                      lambda g, y, a, b: g * conj(a))

Read it as mathematics: downstream = upstream x local derivative. That is all where y_i comes from x_i
alone. In general, L moves with x_j through all y_i:

    dL/dx_j  =  sum_i dL/dy_i dy_i/dx_j  =  sum_i g_i J_ij  =  (J^T g)_j

All slopes J_ij = dy_i/dx_j together are the Jacobian, and this sum is the **vector-Jacobian product**, in
short VJP. Every rule is a VJP. It does not make J, which is large; it knows what the sum comes to:

    y = sin(x)    J_ij = cos(x_i) where i = j, else 0     ->   g * cos(x)
    y = sum(x)    J_j = 1 for every j                     ->   the one g, for every j
    y = x[k]      J_j = 1 where j = k, else 0             ->   g at place k, zeros elsewhere
    Y = A @ B     y_ik = sum_j a_ij b_jk                  ->   for a_ij, sum_k g_ik b_jk = (G B^T)_ij

Three things a rule need not do, because the sweep does them for all: undo broadcasting, keep the dtype,
add up several uses.

Rules are plain NumPy. Given arrays, they compute and nothing is traced. Given Tensors, they are traced like
any other computation, so what they give can be differentiated again: second order needs no second table.

Complex numbers follow TensorFlow and PyTorch: the gradient of a real L is dL/dRe + i dL/dIm, so the local
derivative enters conjugated, and gradients(sum(|z|^2)) = 2z. (K. Kreutz-Delgado, 2009, "The complex gradient
operator and the CR-calculus"; JAX and autograd give the conjugate of it.)
"""

import inspect
from functools import wraps

from ..engine.operations import ANY, COMPOSITES, NAMED, OPERATIONS, Operation, type_name
from ..engine.tensor import Tensor, apply


def rule(function, *per_input, name=None, forward=None):
    """Declare the gradient rules of `function`, one per differentiable input (None: no gradient).

    name: of the operation type; forward: computes it, if that is not the function itself.
    """
    one = next(filter(None, per_input))  # any rule: all take the same arguments
    arguments = list(arguments_of(one).items())[2:]  # after the upstream and the answer, the function's
    attributes = dict(arguments[len(per_input) :])  # those behind the inputs: {name: default}
    positions = one.__code__.co_argcount - 2  # what stands behind a * has to be named
    name = name or type_name(function)
    declared = Operation(name, forward or function, per_input, attributes, positions)
    OPERATIONS[function] = NAMED[name] = declared


def operation(*per_input, name, each=None):
    """Make a plain function an operation of its own, with these rules.

    This is how the files of this folder declare what NumPy has no function for: the rules are known, and take
    plain arrays or Tensors. ``ad.op`` does it for people: their rule(op, upstream) may come later, or be
    replaced, and its answers are checked, at some cost.

    A function with any number of inputs has one rule, ``each(which, upstream, answer, *inputs,
    **attributes)``, which gives a list of the downstream gradients of the inputs at the positions `which`.

    >>> @operation(lambda g, y, x, times: g * times, name="Scaled")
    ... def scaled(x, times):
    ...     return x * times
    >>> scaled(Tensor(2.0), times=3.0)  # what is called: it makes Tensors of Tensors, and arrays of arrays
    Tensor(6., op=Scaled)
    >>> del OPERATIONS[scaled], NAMED["Scaled"]  # it was an example only
    """

    def declare(forward):
        inputs = forward.__code__.co_varnames[: len(per_input)]

        @wraps(forward)
        def call(*args, **attributes):
            if attributes:  # an input that was given by name stands by position
                missing = inputs[len(args) :]
                args += tuple(attributes.pop(name) for name in missing if name in attributes)
            traced = Tensor in map(type, args)
            return apply(call, args, attributes) if traced else forward(*args, **attributes)

        if each:
            OPERATIONS[call] = NAMED[name] = Operation(
                name, forward, attributes=each.__kwdefaults__, for_all=_with_the_arguments(each)
            )
        else:
            rule(call, *per_input, name=name, forward=forward)
        return call

    return declare


def _with_the_arguments(each):
    """A rule for any number of inputs, in the form in which the sweep calls it."""

    @wraps(each)
    def for_all(which, node, upstream, create_graph):
        args, answer = (node.args, node) if create_graph else (node.plain_args, node.value)
        return each(which, upstream, answer, *args, **node.attributes)

    return for_all


def composite(*functions):
    """Compose NumPy functions of others that have a rule: they need no rule of their own."""

    def declare(composed):
        code = composed.__code__
        positions = ANY if code.co_flags & inspect.CO_VARARGS else code.co_argcount
        for function in functions:
            COMPOSITES[function] = composed, arguments_of(composed).keys(), positions
        return composed

    return declare


def arguments_of(function):
    """{name of an argument: its default, or None}, read at once where inspect.signature takes its time.

    >>> arguments_of(lambda g, y, x, axis=0, *, keepdims=False: g)
    {'g': None, 'y': None, 'x': None, 'axis': 0, 'keepdims': False}
    """
    code, defaults = function.__code__, function.__defaults__ or ()
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    behind = names[code.co_argcount - len(defaults) :]
    return {**dict.fromkeys(names), **dict(zip(behind, defaults)), **(function.__kwdefaults__ or {})}


def conj(x):
    return x.conjugate()  # a real array comes back as it is, without a copy


def squared_size(x):
    """|x|^2 without the kink of |x|, so that it has a second derivative at 0 too."""
    return (x * conj(x)).real if x.dtype.kind == "c" else x * x


def H(x):
    """The conjugate transpose of the last two axes; the plain transpose of a real matrix."""
    return x.mT.conjugate()
