"""10. Trust, but measure: what finite differences say about a gradient."""

import numpy as np

from .engine.structure import flatten, rebuild
from .engine.tensor import Tensor, plain
from .steps import one_hot
from .transforms import fresh, vjp


def measured_slope(f, upstreams, inputs, i, index):
    """How fast L = sum(upstream * f) grows with one number: dL/dx, or dL/dRe + i dL/dIm for a complex one.

    The central difference (L(x + h) - L(x - h)) / 2h. Rounding errs by precision / h, the formula by h^2: a
    step of the cube root of the precision balances the two.
    """
    x = plain(inputs[i])
    h = float(np.finfo(x.dtype).eps) ** (1 / 3) * max(1.0, float(np.absolute(x[index])))

    def moved(step):
        ys = flatten(f(*inputs[:i], inputs[i] + one_hot(x, index, step), *inputs[i + 1 :]))
        return [1.0 * y for y in ys]  # true and false are numbers, too

    def slope_along(step):
        moves = zip(upstreams, moved(step), moved(-step))
        rise = sum(np.sum(np.real(np.conjugate(u) * (after - before))) for u, after, before in moves)
        return rise / (2 * h)

    return slope_along(h) + 1j * slope_along(1j * h) if x.dtype.kind == "c" else slope_along(h)


def numerical_rule(op, *upstreams):
    """A rule for any operation, from finite differences: upstream . (f(x + h) - f(x - h)) / 2h.

    Slow (two calls per input number, four per complex one), and good to about 9 digits in float64, 4 in
    float32, of numbers that are alike in size. Something to start from.
    """
    f, node = op._node.operation.forward, op._node

    def forward(*inputs):
        return f(*inputs, *node.args[len(inputs) :], **node.attributes)

    def gradient(i, x):
        slopes = [measured_slope(forward, upstreams, op.inputs, i, index) for index in np.ndindex(x.shape)]
        return np.reshape(np.stack(slopes), x.shape)

    return [gradient(i, x) if type(node.args[i]) is Tensor else None for i, x in enumerate(op.inputs)]


class GradientMismatch(AssertionError):
    """A gradient is not the measured slope; ``input``, ``index``, ``received`` and ``measured`` say where.

    Both numbers are those of ``upstreams``, which were drawn at random, one for each output.
    """

    def __init__(self, *details):
        self.order, self.input, self.index, self.received, self.measured, self.upstreams = details
        what = {1: "", 2: "second-order "}.get(self.order, f"order-{self.order} ")
        where = f"[{', '.join(map(str, self.index))}]" if self.index else ""
        super().__init__(
            f"the {what}gradient of input {self.input}{where} is {self.received:.8g}, "
            f"but finite differences measure {self.measured:.8g} ({_drawn(self.upstreams)})."
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
    Steps are 6e-6 max(1, |x|) long, and more than tolerance * (1 + |slope|) + 1e-9 |f| is a mismatch: give it
    numbers of about 1, and functions that bend little over such a step: of a slope far below the tolerance
    it would not see that it is wrong.

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
    noise = 1e-9 * abs(sum(np.sum(np.real(np.conj(u) * y)) for u, y in zip(upstreams, ys)))
    for i, received in enumerate(pullback(rebuild(answer, upstreams))):
        for index in _some_indices(leaves[i], random):
            measured = measured_slope(f, upstreams, leaves, i, index)
            if not np.isfinite(measured):
                raise ValueError(
                    f"f is not finite around input {i}{list(index) or ''}: check where it is smooth."
                )
            if not abs(received[index] - measured) <= tolerance * (1 + abs(measured)) + noise:
                raise GradientMismatch(level, i, index, received[index], measured, upstreams)
    if level < last:

        def gradient(*xs_and_upstreams):
            xs, ups = xs_and_upstreams[: len(leaves)], xs_and_upstreams[len(leaves) :]
            return vjp(f, *xs)[1](rebuild(answer, ups))

        _check_order(gradient, leaves + upstreams, level + 1, last, tolerance, random)


def _in_double(x):
    return np.asarray(x, dtype=complex if x.dtype.kind == "c" else float)[()]


def _random_like(y, random):
    real, imaginary = random.normal(size=(2, *np.shape(y)))
    return real + 1j * imaginary if np.iscomplexobj(y) else real


def _some_indices(x, random, most=100):
    """Every index of a small array, a random hundred of a large one."""
    flat = np.arange(x.size) if x.size <= most else random.choice(x.size, most, replace=False)
    return [tuple(map(int, np.unravel_index(k, x.shape))) for k in flat]
