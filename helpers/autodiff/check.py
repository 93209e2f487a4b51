"""8. Trust, but measure: what finite differences say about a gradient."""

import numpy as np

from .engine.structure import flatten, rebuild
from .engine.sweep import ancestry, one_hot
from .engine.tensor import Tensor, plain
from .rules.linalg import SYMMETRIC, is_symmetric
from .transforms import fresh, vjp


def measured_slope(f, upstreams, inputs, i, index, mirrored=False):
    """How fast L = sum(upstream * f) grows with one number: dL/dx, or dL/dRe + i dL/dIm for a complex one.

    mirrored: the (conjugate) number across the diagonal moves along, so that a symmetric matrix stays one.

    The central difference (L(x + h) - L(x - h)) / 2h. Rounding errs by precision / h, the formula by h^2: a
    step of the cube root of the precision balances the two.
    """
    x = plain(inputs[i])
    h = float(np.finfo(x.dtype).eps) ** (1 / 3) * max(1.0, float(np.absolute(x[index])))

    def moved(step):
        move = one_hot(x, index, step)
        if mirrored:
            move[_across(index)] = np.conj(step)
        ys = flatten(f(*inputs[:i], inputs[i] + move, *inputs[i + 1 :]))
        return [1.0 * y for y in ys]  # true and false are numbers, too

    def slope_along(step):
        moves = zip(upstreams, moved(step), moved(-step))
        rise = sum(np.sum(np.real(np.conjugate(u) * (after - before))) for u, after, before in moves)
        return rise / (2 * h)

    return slope_along(h) + 1j * slope_along(1j * h) if x.dtype.kind == "c" else slope_along(h)


def numerical_rule(op, *upstreams):
    """A rule for any operation, from finite differences: upstream . (f(x + h) - f(x - h)) / 2h.

    Something to start from: it is slow (two calls of f for each number of an input, four for a complex one),
    and right to about 9 digits in float64 and 4 in float32, if the numbers are of about the same size.
    """
    f, node = op._node.operation.forward, op._node

    def forward(*inputs):
        return f(*inputs, *node.args[len(inputs) :], **node.attributes)

    def gradient(i, x):
        slopes = [measured_slope(forward, upstreams, op.inputs, i, index) for index in np.ndindex(x.shape)]
        return np.reshape(np.stack(slopes), x.shape)

    return [gradient(i, x) if type(node.args[i]) is Tensor else None for i, x in enumerate(op.inputs)]


class GradientMismatch(AssertionError):
    """A gradient is not the measured slope: ``received`` and not ``measured``, at ``index`` of ``input``.

    Both numbers hold for the ``upstreams``, one for each output, which were drawn at random. ``order`` is 1
    for a gradient, 2 for the gradient of a gradient.
    """

    def __init__(self, *details):
        self.order, self.input, self.index, self.received, self.measured, self.upstreams = details
        what = {1: "", 2: "second-order "}.get(self.order, f"order-{self.order} ")
        where = f"[{', '.join(map(str, self.index))}]" if self.index else ""
        # A rule that is right at first order, and uses x.value or an answer that was worked out with it:
        hint = (
            " In a rule, plain numbers are constants: use x and not x.value, and for the answer call the "
            "function again. (Or f has a kink within a step.)"
        )
        super().__init__(
            f"the {what}gradient of input {self.input}{where} is {self.received:.8g}, "
            f"but finite differences measure {self.measured:.8g} ({_drawn(self.upstreams)})."
            f"{hint if self.order > 1 else ''}"
        )


def _drawn(upstreams):
    """What a mismatch holds for: the upstream itself, if it is one number."""
    if [np.size(upstream) for upstream in upstreams] != [1]:
        return "for an upstream drawn at random"
    return f"for the upstream {np.ravel(upstreams[0])[0]:.8g}, drawn at random"


def check_gradient(f, *primals, order=2, tolerance=1e-6, seed=0):
    """Compare the VJP of f with central differences, order by order.

    The upstream is random, never ones: ones would pass a rule that forgets it. The sums are done in float64
    or complex128 whatever the precision of the primals; a complex number is moved along both of its axes.
    Raises `GradientMismatch` with the input, the index and both numbers; ValueError where f is not finite.
    A step is 6e-6 max(1, |x|) long. To differ by more than tolerance * (1 + |slope|) + 1e-9 |f| is a
    mismatch. So give it numbers of about 1, and functions that bend little over such a step. A slope far
    below the tolerance passes, right or wrong.

    np.linalg.eigh, eigvalsh and cholesky take a symmetric (Hermitian) matrix. Where f uses one of them, an
    input that is such a matrix is moved on both sides of its diagonal at once, and stays symmetric.

    >>> check_gradient(lambda x: x**3, np.array([1.0, 2.0]))
    >>> from helpers import autodiff as ad
    >>> forgetful = ad.custom_gradient(lambda x: (x * x, lambda upstream: 2 * x))
    >>> check_gradient(forgetful, 3.0)
    Traceback (most recent call last):
    helpers.autodiff.check.GradientMismatch: the gradient of input 0 is 6, but finite differences measure ...
    """
    arguments = [fresh(primal) for primal in primals]
    leaves = [_in_double(plain(leaf)) for leaf in flatten(arguments)]
    random = np.random.default_rng(seed)
    _check_order(lambda *xs: f(*rebuild(arguments, xs)), leaves, 1, order, tolerance, random)


def _check_order(f, leaves, level, last, tolerance, random):
    answer, pullback = vjp(f, *leaves)
    ys = list(map(plain, flatten(answer)))
    upstreams = [_random_like(y, random) for y in ys]
    mirrored = [_stays_symmetric(x, f, leaves) for x in leaves]
    noise = 1e-9 * abs(sum(np.sum(np.real(np.conj(u) * y)) for u, y in zip(upstreams, ys)))
    for i, received in enumerate(pullback(rebuild(answer, upstreams))):
        for index in _some_indices(leaves[i], random):
            both = mirrored[i] and index != _across(index)
            measured = measured_slope(f, upstreams, leaves, i, index, mirrored=both)
            gradient = received[index] + np.conj(received[_across(index)]) if both else received[index]
            if mirrored[i] and not both:  # the diagonal is real
                measured, gradient = np.real(measured), np.real(gradient)
            if not np.isfinite(measured):
                raise ValueError(
                    f"f is not finite around input {i}{list(index) or ''}: check where it is smooth."
                )
            if not abs(gradient - measured) <= tolerance * (1 + abs(measured)) + noise:
                raise GradientMismatch(level, i, index, gradient, measured, upstreams)
    if level < last:

        def vjp_of(*xs_and_upstreams):
            xs, ups = xs_and_upstreams[: len(leaves)], xs_and_upstreams[len(leaves) :]
            return vjp(f, *xs)[1](rebuild(answer, ups))

        _check_order(vjp_of, leaves + upstreams, level + 1, last, tolerance, random)


def _across(index):
    """The place on the other side of the diagonal."""
    return (*index[:-2], index[-1], index[-2])


def _stays_symmetric(x, f, leaves):
    """Whether x is a symmetric matrix, and f passes an operation that takes its input for one."""
    if x.ndim < 2 or x.shape[-1] != x.shape[-2] or not is_symmetric(x):
        return False
    ys = flatten(f(*map(Tensor, leaves)))
    return any(node.operation.name in SYMMETRIC for node in ancestry(ys).values())


def _in_double(x):
    return np.asarray(x, dtype=complex if x.dtype.kind == "c" else float)[()]


def _random_like(y, random):
    real, imaginary = random.normal(size=(2, *np.shape(y)))
    return real + 1j * imaginary if np.iscomplexobj(y) else real


def _some_indices(x, random, most=100):
    """Every index of a small array, a random hundred of a large one."""
    flat = np.arange(x.size) if x.size <= most else random.choice(x.size, most, replace=False)
    return [tuple(map(int, np.unravel_index(k, x.shape))) for k in flat]
