"""10. Trust, but measure: compare a gradient with small differences."""

import numpy as np

from .structure import flatten, rebuild
from .tensor import plain
from .transforms import fresh, vjp


class GradientMismatch(AssertionError):
    """A gradient is not the measured slope; ``input``, ``index``, ``received`` and ``measured`` say where."""

    def __init__(self, order, input, index, received, measured):
        self.order, self.input, self.index, self.received, self.measured = (
            order,
            input,
            index,
            received,
            measured,
        )
        what = {1: "gradient", 2: "second-order gradient"}.get(order, f"order-{order} gradient")
        where = f"[{', '.join(map(str, index))}]" if index else ""
        super().__init__(
            f"the {what} of input {input}{where} is {received:.8g}, "
            f"but small differences measure {measured:.8g}."
        )


def check_gradient(f, *primals, order=2, tolerance=1e-6, seed=0):
    """Compare the VJP of f with central differences, order by order.

    The upstream is random, never ones: ones would pass a rule that forgets it. The sums are done in float64
    or complex128 whatever the precision of the primals; a complex number is moved along both of its axes.
    Raises `GradientMismatch` with the input, the index and both numbers; ValueError where f is not finite.
    Steps are 6e-6 long, and more than tolerance * (1 + |slope|) + 1e-9 |f| is a mismatch: give it numbers of
    about 1, and functions that bend little over such a step.

    >>> check_gradient(lambda x: x**3, np.array([1.0, 2.0]))
    >>> from helpers import autodiff as ad
    >>> forgetful = ad.custom_gradient(lambda x: (x * x, lambda upstream: 2 * x))
    >>> check_gradient(forgetful, 3.0)
    Traceback (most recent call last):
    helpers.autodiff.check.GradientMismatch: the gradient of input 0 is 6, but small differences measure ...
    """
    arguments = [fresh(primal) for primal in primals]
    leaves = [_in_double(plain(leaf)) for leaf in flatten(arguments)]
    _check_order(
        lambda *xs: f(*rebuild(arguments, xs)), leaves, 1, order, tolerance, np.random.default_rng(seed)
    )


def _check_order(f, leaves, level, last, tolerance, random):
    answer, pullback = vjp(f, *leaves)
    upstreams = [_random_like(y, random) for y in flatten(answer)]

    def weighted_sum(*xs):
        return sum(np.sum(np.real(np.conj(u) * plain(y))) for u, y in zip(upstreams, flatten(f(*xs))))

    noise = 1e-9 * abs(weighted_sum(*leaves))
    for i, received in enumerate(pullback(rebuild(answer, upstreams))):
        for index in _some_indices(leaves[i], random):
            measured = _slope(weighted_sum, leaves, i, index)
            if not np.isfinite(measured):
                raise ValueError(
                    f"the function is not finite around input {i}{list(index)}: check it where it is smooth."
                )
            if not abs(received[index] - measured) <= tolerance * (1 + abs(measured)) + noise:
                raise GradientMismatch(level, i, index, received[index], measured)
    if level < last:

        def gradient(*xs_and_upstreams):
            xs, ups = xs_and_upstreams[: len(leaves)], xs_and_upstreams[len(leaves) :]
            return list(vjp(f, *xs)[1](rebuild(answer, ups)))

        _check_order(gradient, leaves + upstreams, level + 1, last, tolerance, random)


def _slope(weighted_sum, leaves, i, index):
    """How fast the weighted sum grows with one number: dL/dx, or dL/dRe + i dL/dIm for a complex one."""
    h = 6e-6 * max(1.0, abs(leaves[i][index]))

    def moved(step):
        shifted = np.array(leaves[i])
        shifted[index] += step
        return weighted_sum(*leaves[:i], shifted[()], *leaves[i + 1 :])

    slope = (moved(h) - moved(-h)) / (2 * h)
    if leaves[i].dtype.kind == "c":
        slope = slope + 1j * (moved(1j * h) - moved(-1j * h)) / (2 * h)
    return slope


def _in_double(x):
    return np.asarray(x, dtype=complex if x.dtype.kind == "c" else float)[()]


def _random_like(y, random):
    upstream = random.normal(size=np.shape(y))
    if np.asarray(y).dtype.kind == "c":
        upstream = upstream + 1j * random.normal(size=np.shape(y))
    return np.asarray(upstream)[()]


def _some_indices(x, random, most=100):
    """Every index of a small array, a random hundred of a large one."""
    flat = np.arange(x.size) if x.size <= most else random.choice(x.size, most, replace=False)
    return [tuple(map(int, np.unravel_index(k, x.shape))) for k in flat]
