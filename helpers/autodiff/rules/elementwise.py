"""Rules of the operations that work number by number: downstream = upstream x conj(local derivative)."""
import functools

import numpy as np

from ..engine.tensor import Tensor, plain
from .table import composite, conj, primitive, rule

# ---- arithmetic
rule(np.add,      lambda g, y, a, b: g,                    lambda g, y, a, b: g)
rule(np.subtract, lambda g, y, a, b: g,                    lambda g, y, a, b: -g)
rule(np.multiply, lambda g, y, a, b: g * conj(b),          lambda g, y, a, b: g * conj(a))
rule(np.divide,   lambda g, y, a, b: g / conj(b),          lambda g, y, a, b: -g * conj(y / b))
for power in (np.power, np.float_power):
    rule(power,   lambda g, y, a, b: g * conj(slope(a, b)), lambda g, y, a, b: g * conj(y * log_or_0(a)))
rule(np.negative, lambda g, y, x: -g)
rule(np.positive, lambda g, y, x: g)
rule(np.square,   lambda g, y, x: g * conj(2 * x))
rule(np.sqrt,     lambda g, y, x: g / conj(2 * y))
rule(np.cbrt,     lambda g, y, x: g / (3 * y * y))
rule(np.reciprocal, lambda g, y, x: -g * conj(y * y))
rule(np.remainder, lambda g, y, a, b: g,                   lambda g, y, a, b: -g * (a // b))
rule(np.fmod,     lambda g, y, a, b: g,                    lambda g, y, a, b: -g * np.rint((a - y) / b))
composite(np.radians, np.deg2rad)(lambda x: x * (np.pi / 180))
composite(np.degrees, np.rad2deg)(lambda x: x * (180 / np.pi))


def slope(x, p):
    """d(x^p)/dx = p x^(p-1), and 0 where p is 0, also at x = 0."""
    return p * x ** (p - 1 if np.ndim(p) == 0 and p else np.where((p == 0) & (x == 0), 1.0, p - 1.0))


def log_or_0(x):
    """log(x) for d(x^p)/dp = x^p log(x), which tends to 0 where x is 0."""
    return np.log(np.where(x == 0, 1.0, x))


# ---- exponentials and logarithms
rule(np.exp,   lambda g, y, x: g * conj(y))
rule(np.exp2,  lambda g, y, x: g * conj(y * float(np.log(2))))
rule(np.expm1, lambda g, y, x: g * conj(y + 1))
rule(np.log,   lambda g, y, x: g / conj(x))
rule(np.log2,  lambda g, y, x: g / conj(x * float(np.log(2))))
rule(np.log10, lambda g, y, x: g / conj(x * float(np.log(10))))
rule(np.log1p, lambda g, y, x: g / conj(1 + x))
rule(np.logaddexp, lambda g, y, a, b: g * portion(a, y),   lambda g, y, a, b: g * portion(b, y))


def portion(a, y):
    """exp(a) / exp(y), and 1 where both are the same, be it -inf: the log of 0 + 0."""
    return np.exp(np.where(a == y, 0.0, a) - np.where(a == y, 0.0, y))


# ---- trigonometric and hyperbolic
rule(np.sin,     lambda g, y, x: g * conj(np.cos(x)))
rule(np.cos,     lambda g, y, x: -g * conj(np.sin(x)))
rule(np.tan,     lambda g, y, x: g * conj(1 + y * y))
rule(np.arcsin,  lambda g, y, x: g / conj(np.sqrt(1 - x * x)))
rule(np.arccos,  lambda g, y, x: -g / conj(np.sqrt(1 - x * x)))
rule(np.arctan,  lambda g, y, x: g / conj(1 + x * x))
rule(np.arctan2, lambda g, y, a, b: g * b / (a * a + b * b), lambda g, y, a, b: -g * a / (a * a + b * b))
rule(np.hypot,   lambda g, y, a, b: g * a / y,             lambda g, y, a, b: g * b / y)
rule(np.sinh,    lambda g, y, x: g * conj(np.cosh(x)))
rule(np.cosh,    lambda g, y, x: g * conj(np.sinh(x)))
rule(np.tanh,    lambda g, y, x: g * conj(1 - y * y))
rule(np.arcsinh, lambda g, y, x: g / conj(np.sqrt(x * x + 1)))
rule(np.arccosh, lambda g, y, x: g / conj(np.sqrt(x - 1) * np.sqrt(x + 1)))
rule(np.arctanh, lambda g, y, x: g / conj(1 - x * x))

# ---- choices. A tie shares the gradient equally, as in PyTorch and JAX; the branch not taken gets 0. Beside
# a NaN, both sides get the whole gradient.
rule(np.maximum, lambda g, y, a, b: g * won(a < b, a == b), lambda g, y, a, b: g * won(b < a, a == b))
rule(np.minimum, lambda g, y, a, b: g * won(a > b, a == b), lambda g, y, a, b: g * won(b > a, a == b))
rule(np.where,   None, lambda g, y, c, a, b: np.where(c, g, 0.0), lambda g, y, c, a, b: np.where(c, 0.0, g))


def won(loses, ties):
    """1 for the one that is chosen, 0 for the other; at a tie, 1/2 for both."""
    return np.where(ties, 0.5, ~loses)


# fmax and fmin pass over a NaN: there, the other one is compared with itself.
composite(np.fmax)(lambda a, b: np.maximum(np.where(np.isnan(a), b, a), np.where(np.isnan(b), a, b)))
composite(np.fmin)(lambda a, b: np.minimum(np.where(np.isnan(a), b, a), np.where(np.isnan(b), a, b)))


@composite(np.clip)
def clip(x, a_min=None, a_max=None, *, min=None, max=None):
    low, high = (a_min if min is None else min), (a_max if max is None else max)
    x = x if low is None else np.maximum(x, low)
    return x if high is None else np.minimum(x, high)


composite(np.select)(lambda condlist, choicelist, default=0: functools.reduce(  # the first that holds decides
    lambda rest, pair: np.where(*pair, rest), reversed([*zip(condlist, choicelist, strict=True)]), default))
composite(np.nan_to_num)(lambda x, copy=True, nan=0.0, posinf=None, neginf=None:
                         np.where(np.isfinite(x), x, np.nan_to_num(plain(x), True, nan, posinf, neginf)))


@composite(np.interp)
def interp(x, xp, fp):
    """The straight line between the neighbours of each x; beyond the ends, their values."""
    i = np.clip(np.searchsorted(xp, x), 1, np.size(xp) - 1)
    x0, x1, y0, y1 = (np.take(p, j) for p in (xp, fp) for j in (i - 1, i))
    return (y1 - y0) / (x1 - x0) * (np.clip(x, xp[0], xp[-1]) - x0) + y0


# ---- sizes and signs, with the slope 0 at a kink; steps are flat
rule(np.absolute, lambda g, y, x: g * np.sign(x))
rule(np.fabs,     lambda g, y, x: g * np.sign(x))
rule(np.sign,     lambda g, y, x: (g - y * np.real(conj(y) * g)) / np.where(x == 0, np.inf, np.absolute(x)))
for step in (np.floor, np.ceil, np.trunc, np.rint, np.round, np.around):
    rule(step, lambda g, y, x, decimals=0: np.zeros_like(x))
rule(np.heaviside, lambda g, y, x, at_0: np.zeros_like(y),  lambda g, y, x, at_0: np.where(x == 0, g, 0.0))

# ---- complex numbers
rule(np.conjugate, lambda g, y, x: conj(g))
rule(np.real, lambda g, y, x: g)
rule(np.imag, lambda g, y, x: g * 1j)  # 1j first would make a Python number of a single one
rule(np.angle, lambda g, y, x: g * 1j * x / np.absolute(x) ** 2)

# ---- the same numbers under a new name, and in another precision
rule(np.copy, lambda g, y, x, order="K": g)
cast = primitive(lambda g, y, x, dtype: g, name="Cast")(lambda x, dtype: x.astype(dtype))
Tensor.astype = lambda x, dtype, copy=True: cast(x if np.dtype(dtype).kind in "fc" else x.value, dtype)
