"""How a rule is written down.

A rule for one input takes the upstream gradient, the answer, and then exactly what the function itself was
called with. It returns the downstream gradient:

    rule(np.multiply, lambda g, y, a, b: g * conj(b),     # upstream g, answer y = a * b
                      lambda g, y, a, b: g * conj(a))

Read it as mathematics: downstream = upstream x local derivative. Three things are never in a rule, because
the sweep does them once for all: undoing broadcasting, keeping the dtype, adding up several uses.

Rules are plain NumPy. Given arrays they are fast; given Tensors they are traced themselves, and that is all
there is to second order.

Complex numbers follow TensorFlow and PyTorch: the gradient of a real L is dL/dRe + i dL/dIm, so the local
derivative enters conjugated, and gradients(sum(|z|^2)) = 2z. (K. Kreutz-Delgado, 2009, "The complex gradient
operator and the CR-calculus"; JAX and autograd give the conjugate of it.)
"""

import inspect
import operator
from functools import partial, wraps

from ..engine.operations import ANY, COMPOSITES, NAMED, OPERATIONS, Operation, defaults_of, type_name
from ..engine.tensor import Tensor, apply


def rule(function, *per_input, name=None, forward=None):
    """Declare the gradient rules of `function`, one per differentiable input (None: no gradient)."""
    one, name = next(filter(None, per_input)), name or type_name(function)
    attributes = dict([*defaults_of(one).items()][2 + len(per_input) :])  # what a rule takes after the inputs
    takes = attributes, one.__code__.co_argcount - 2
    OPERATIONS[function] = NAMED[name] = Operation(name, forward or function, per_input, *takes)


def primitive(*per_input, name, each=None):
    """Make a plain function an operation of its own, with these rules.

    A function with any number of inputs has one rule, ``each(i, upstream, answer, *inputs, **attributes)``.
    """

    def declare(forward):
        names = forward.__code__.co_varnames[: len(per_input)]  # of the inputs, which may be given by name

        @wraps(forward)
        def call(*args, **attributes):
            if attributes:
                args += tuple(attributes.pop(name) for name in names[len(args) :] if name in attributes)
            traced = Tensor in map(type, args)
            return apply(call, args, attributes) if traced else forward(*args, **attributes)

        if each:
            operation = Operation(name, forward, attributes=each.__kwdefaults__)
            operation.make_rules = lambda node, *_: [partial(each, i) for i in range(len(node.args))]
            OPERATIONS[call] = NAMED[name] = operation
        else:
            rule(call, *per_input, name=name, forward=forward)
        return call

    return declare


def composite(*functions):
    """Compose NumPy functions of others that have a rule: they need no rule of their own."""

    def declare(composed):
        code = composed.__code__
        takes = defaults_of(composed).keys(), ANY if code.co_flags & inspect.CO_VARARGS else code.co_argcount
        COMPOSITES.update(dict.fromkeys(functions, (composed, *takes)))
        return composed

    return declare


conj = operator.methodcaller("conjugate")  # a real array comes back as it is, without a copy


def squared_size(x):
    """|x|^2 without the kink of |x|, so that it has a second derivative at 0 too."""
    return (x * conj(x)).real if x.dtype.kind == "c" else x * x


def H(x):
    """The conjugate transpose of the last two axes; the plain transpose of a real matrix."""
    return x.mT.conjugate()
