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

import functools
import operator

from ..engine.tensor import COMPOSITES, KINDS, NAMES, Kind, Tensor, apply, type_name


def rule(function, *per_input, name=None, forward=None):
    """Declare the gradient rules of `function`, one per differentiable input (None: no gradient)."""
    one = next(filter(None, per_input))
    attributes, positions = _attributes(one, 2 + len(per_input)), one.__code__.co_argcount - 2
    name = name or type_name(function)
    KINDS[function] = NAMES[name] = Kind(name, forward or function, per_input, attributes, positions)


def _attributes(one_rule, first):
    """{name: default} of what a rule takes after the inputs, read from the rule itself."""
    code, defaults = one_rule.__code__, one_rule.__defaults__ or ()
    names = code.co_varnames[first : code.co_argcount]
    defaults = (None,) * (len(names) - len(defaults)) + defaults
    return {**dict(zip(names, defaults)), **(one_rule.__kwdefaults__ or {})}


def primitive(*per_input, name, each=None):
    """Make a plain function an operation of its own, with these rules.

    A function with any number of inputs has one rule, ``each(i, upstream, answer, *inputs, **attributes)``.
    """

    def declare(forward):
        names = forward.__code__.co_varnames[: len(per_input)]  # of the inputs, which may be given by name

        @functools.wraps(forward)
        def operation(*args, **attributes):
            if attributes:
                args += tuple(attributes.pop(name) for name in names[len(args) :] if name in attributes)
            if Tensor in map(type, args):
                return apply(operation, args, attributes)
            return forward(*args, **attributes)

        if each:

            def numbered(node, *_):
                return [functools.partial(each, i) for i in range(len(node.args))]

            KINDS[operation] = NAMES[name] = Kind(name, forward, (), each.__kwdefaults__, make_rules=numbered)
        else:
            rule(operation, *per_input, name=name, forward=forward)
        return operation

    return declare


def composite(function):
    """Write a NumPy function with others that have a rule: no rule of its own is needed."""

    def declare(written_out):
        COMPOSITES[function] = written_out
        return written_out

    return declare


conj = operator.methodcaller("conjugate")  # a real array comes back as it is, without a copy


def squared_size(x):
    """|x|^2 without the kink of |x|, so that it has a second derivative at 0 too."""
    return (x * conj(x)).real if x.dtype.kind == "c" else x * x


def H(x):
    """The conjugate transpose of the last two axes; the plain transpose of a real matrix."""
    return x.mT.conjugate()
