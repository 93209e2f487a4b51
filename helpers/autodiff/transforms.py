"""4. Functions of functions: `vjp` and `jvp` run one, and differentiate that run; `grad`, `jacobian` and
`hessian` make a new function of it.

All of them trace one run of the function and sweep backward. They nest to any order.

Their answers are plain arrays, and Tensors in two cases (so they need no ``create_graph``):

- a transform or a tape around them may want to differentiate the answers again, as with `gradients`;
- you handed them a Tensor, as an argument, an upstream or a tangent: they give Tensors, as np.sin does.

A Tensor that the function just uses, and that nobody differentiates by, is a constant.
"""

import functools
import warnings

import numpy as np

from .engine.constants import fingerprint
from .engine.operations import IDENTITY, NOTHING
from .engine.structure import CONTAINERS, flatten, flatten_like, rebuild
from .engine.sweep import Path, as_upstream, as_upstreams, one_hots, serials_in
from .engine.tensor import ANY_NUMBERS, Tensor, as_numbers, passed_on, plain, record
from .engine.watching import Watcher, is_watched


def vjp(f, *primals):
    """The answer f(*primals), and its pullback: upstream -> one gradient per primal, (dy/dx_i)^T upstream.

    Each primal is a float or complex array, or a structure of them; the upstream has the shape of the
    answer. The gradients have the shapes and dtypes of the primals, zeros where the answer does not depend on
    one. The pullback may be called often. You may write to the primals before you call it, since f ran on
    copies of them; once another array that f used has been written to, the pullback raises ValueError (of a
    large one, it looks at about 200 numbers).

    >>> y, pullback = vjp(lambda x: x * x, np.array([1.0, 2.0]))
    >>> pullback([2.0, 3.0])
    (array([ 4., 12.]),)
    """
    run = Run(f, primals, range(len(primals)), copy=True)

    def pullback(upstream):
        return run.pull(as_upstreams(upstream, run.answer, run.ys, "the upstream"))

    return run.value(), pullback


def jvp(f, primals, tangents):
    """The answer f(*primals), and how it moves when the primals move along the tangents: (dy/dx) tangent.

    Two VJPs make one JVP (J. Townsend, 2017, "A new trick for calculating Jacobian vector products"). The
    first sweep is the map u -> J^T u, and its trace is kept. This map is linear, so to sweep back through it,
    with the tangent as upstream, is to multiply by the transpose of J^T, which is J.

    >>> y, tangent = jvp(lambda x: x * x, [np.array([1.0, 2.0])], [np.array([1.0, 10.0])])
    >>> tangent
    array([ 2., 40.])
    """
    if not isinstance(primals, (list, tuple)):
        raise TypeError("jvp takes a list of inputs, and one of tangents: write ad.jvp(f, [x], [tangent]).")
    run = Run(f, primals, range(len(primals)))
    moves = flatten_like(run.inputs, tangents, "tangents")
    moves = [as_upstream(move, x, "tangent", "primal") for move, x in zip(moves, run.xs)]
    # The pullback is linear, so its slope is the same at every upstream, at zeros too. They are Tensors, by
    # which the downstream gradients can be differentiated.
    upstreams = [record(None, np.zeros_like(y.value)) for y in run.ys]
    downstreams = run.path.sweep(upstreams, create_graph=True, missing=np.zeros_like)
    transposed = Path(downstreams, upstreams)
    create_graph = run.is_asked_again(moves) or is_watched(transposed.ys)
    tangents = transposed.sweep(moves, create_graph, missing=np.zeros_like)
    return run.value(), rebuild(run.answer, tangents)


def value_and_grad(f, argnums=0):
    """The function x -> (f(x), df/dx) of a function with one real number as its answer; see `grad`.

    >>> value_and_grad(lambda x: np.sum(x * x))(np.array([1.0, 2.0]))
    (np.float64(5.0), array([2., 4.]))
    """

    @functools.wraps(f)
    def value_and_gradient(*args, **keywords):
        run = Run(f, args, argnums, keywords)
        shapes = [y.shape for y in run.ys]
        if shapes != [()]:
            raise ValueError(
                f"grad needs one number as the answer, not shape {', '.join(map(str, shapes))}: weight the "
                "numbers with ad.vjp, sum them with np.sum, or ask for all gradients with ad.jacobian."
            )
        if run.ys[0].dtype.kind == "c":
            raise TypeError(
                "grad needs a real number as the answer, not a complex one: take np.real, np.imag or np.abs "
                "of it, or ask for df/dz with ad.jacobian."
            )
        if isinstance(run.answer, (np.generic, np.ndarray)):
            warnings.warn(
                "the answer does not depend on what is differentiated by, so its gradient is 0: comparisons, "
                "np.argmax and x.value break the connection. Return the loss, not the accuracy.",
                stacklevel=2,
            )
        return run.value(), run.pull([run.ys[0].dtype.type(1)])

    return value_and_gradient


def grad(f, argnums=0):
    """The function x -> df/dx, for a function with one real number as its answer.

    argnums: the argument to differentiate by, or a tuple of several (then a tuple comes back). Arguments may
    be structures of arrays; what is given by keyword is handed on as it is. They are not copied: if f writes
    to them, a ValueError says so. Nests: grad(grad(f)).

    >>> grad(grad(lambda x: x**3))(np.array(3.0))
    np.float64(18.0)
    """
    both = value_and_grad(f, argnums)
    return functools.wraps(f)(lambda *args, **keywords: both(*args, **keywords)[1])


def jacobian(f, argnums=0):
    """The function x -> dy/dx, of shape y.shape + x.shape: one VJP for every number of y.

    By a complex x, f must be holomorphic: where its slopes along the real and the imaginary axis differ by
    more than rounding explains, half of their digits, a TypeError says so.

    >>> jacobian(lambda x: x * x)(np.array([1.0, 2.0]))
    array([[2., 0.],
           [0., 4.]])
    """

    @functools.wraps(f)
    def jacobian_of(*args, **keywords):
        run = Run(f, args, argnums, keywords)

        def blocks_of(y):
            blocks = jacobian_blocks(y, run.xs, run.is_asked_again())
            return run.per_argument([_or_zeros(block, y, x) for block, x in zip(blocks, run.xs)])

        return rebuild(run.answer, map(blocks_of, run.ys))

    return jacobian_of


def hessian(f, argnums=0):
    """The function x -> d2f/dx2, of shape x.shape + x.shape: the Jacobian of the gradient.

    By a complex x, that gradient must be holomorphic: 2z, that of |z|^2, is.

    >>> hessian(lambda x: x[0] ** 2 * x[1])(np.array([1.0, 3.0]))
    array([[6., 2.],
           [2., 0.]])
    """
    return jacobian(grad(f, argnums), argnums)


class Run:
    """One run of f(*args, **keywords) on Tensors of our own, ready for backward sweeps."""

    def __init__(self, f, args, argnums, keywords=NOTHING, copy=None):
        given, args = args, list(args)
        self.was_given_tensors = Tensor in map(type, flatten([args, keywords] if keywords else args))
        self.several = not isinstance(argnums, (int, np.integer))
        which = argnums if self.several else (argnums,)
        places = range(-len(args), len(args))
        self.inputs = []
        for i in which:
            if i not in places:
                raise ValueError(
                    f"argnums asks for argument {i}, but there are {len(args)} by position, counted from 0."
                )
            if args[i] is given[i]:  # not asked for twice
                args[i] = fresh(args[i], copy)
            self.inputs.append(args[i])
        self.xs = self.inputs
        if set(map(type, self.inputs)) != {Tensor}:
            self.xs = flatten(self.inputs)
            for i in which:  # f gets lists and dicts of its own, which it may change
                args[i] = rebuild(args[i], flatten(args[i]))
        f = functools.partial(f, **keywords) if keywords else f
        marks = [] if copy else [fingerprint(x.value) for x in self.xs]
        with Watcher(serials_in(self.xs)):
            self.answer = f(*args)
        for look, before in marks:
            if look() != before:
                raise ValueError(
                    "the function has written to an array that it is differentiated by, so the gradient "
                    "would be that of other numbers: let it write to a copy, or call it with x.copy()."
                )
        self.ys = [self.answer] if type(self.answer) is Tensor else _as_tensors(self.answer)
        self.path = Path(self.ys, self.xs)

    def is_asked_again(self, upstreams=()):
        """Whether the answers are Tensors: somebody gave one, or may want to differentiate through us."""
        return self.was_given_tensors or Tensor in map(type, upstreams) or is_watched(self.ys)

    def value(self):
        """The answer: a copy, since somebody may write to it before the pullback, which relies on it."""
        if self.is_asked_again():
            return self.answer
        if type(self.answer) is Tensor:
            return self.answer.value.copy()
        return rebuild(self.answer, [y.value.copy() for y in self.ys])

    def pull(self, seeds):
        """The gradients by the arguments that were asked for, given one upstream for each of ys."""
        return self.per_argument(self.path.sweep(seeds, self.is_asked_again(seeds), missing=np.zeros_like))

    def per_argument(self, leaves):
        """The leaves in the structure of the arguments that were asked for."""
        parts = leaves if self.inputs is self.xs else rebuild(self.inputs, leaves)
        return tuple(parts) if self.several else parts[0]


def _as_tensors(answer):
    """What f gave; a number that does not depend on the arguments is a Tensor without a history."""
    ys = []
    for y in flatten(answer):
        if type(y) is not Tensor:
            value = np.asarray(y)
            if value.dtype.kind not in ANY_NUMBERS:
                raise TypeError(
                    f"the function gave {type(y).__name__}: let it return the numbers it computes."
                )
            y = record(None, value[()])
        ys.append(y)
    if ys and all(y.dtype.kind in "iub" for y in ys):
        raise TypeError(
            f"the function gave {ys[0].dtype}, and whole numbers and truth values have no gradient: return "
            "the loss, not the accuracy or np.argmax (and 3.0, not 3, for a constant)."
        )
    return ys


def fresh(argument, copy=None):
    """The argument as Tensors of our own, so that a gradient by them is asked of this run alone.

    In grad(lambda x: x * grad(lambda y: x + y)(x))(1.0) x and y are the same number, but the inner gradient
    is by y alone. So y is not x but an Identity of x: a Tensor of its own, with a link for the sweep around.
    """
    if isinstance(argument, CONTAINERS) and not is_data(argument):
        return rebuild(argument, [fresh(x, copy) for x in flatten(argument)])
    if type(argument) is Tensor:
        return passed_on(IDENTITY, argument)
    return record(None, as_numbers(argument, copy=copy))


def is_data(value):
    """Whether a list is just numbers, [1.0, 2.0], and not a structure of several arrays.

    >>> is_data([[1.0, 2.0], [3.0, 4.0]]), is_data({"w": 1.0}), is_data(2.0)
    (True, False, True)
    """
    if type(value) in (list, tuple):  # not a named one
        return all(map(is_data, value))
    return isinstance(value, (int, float, complex, np.number))


def jacobian_blocks(y, xs, create_graph, since=0):
    """dy/dx for each of xs: its rows are the VJPs of one-hot upstreams. None where y does not depend on x."""
    path = Path([y], xs, since)

    def rows_of(entry):
        return [path.sweep([row], create_graph) for row in one_hots(y, entry)]

    rows = rows_of(1)
    turned = rows_of(1j) if y.dtype.kind == "c" else rows
    return [_block(y, x, [row[i] for row in rows], [row[i] for row in turned]) for i, x in enumerate(xs)]


def _or_zeros(block, y, x):
    return np.zeros(y.shape + x.shape, np.result_type(y.dtype, x.dtype))[()] if block is None else block


def _block(y, x, rows, turned):
    if not rows or rows[0] is None:
        return None
    block = np.reshape(np.stack(rows), y.shape + x.shape)
    if y.dtype.kind == "c":
        turned = np.reshape(np.stack(turned), block.shape)
    if x.dtype.kind == "c":
        # A holomorphic f has one slope in all directions, so the pullback of 1j is 1j times that of 1.
        if y.dtype.kind != "c" or not _is_same(plain(turned), 1j * plain(block)):
            raise TypeError(
                "f is not holomorphic, it has no complex Jacobian: give real and imaginary parts apart, or "
                "take ad.grad of a real answer."
            )
        block = np.conj(block)  # the pullback is J^H, so its rows come conjugated
    elif y.dtype.kind == "c":
        block = block + 1j * turned
    return block[()]


def _is_same(a, b):
    """Whether two arrays agree to half of the digits of their largest number, in whatever units they are."""
    largest = np.max(np.absolute(b), initial=0, where=np.isfinite(b))
    return not np.any(np.absolute(a - b) > np.finfo(b.dtype).eps ** 0.5 * largest)  # NaN agrees with NaN
