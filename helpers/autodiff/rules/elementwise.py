"""Rules of the operations that work number by number: downstream = upstream x conj(local derivative).

g is the upstream gradient, y the answer, and a, b or x are the inputs; one lambda per input gives its
downstream gradient. A `composite` needs no rule: it is written with operations that have one. `conj` matters
for complex numbers alone (see ``table``), so functions of real numbers go without. absolute, sign, conjugate,
real, imag and angle have no complex derivative: their rules take both parts of a number together.
"""

import numpy as np

from ..engine.tensor import Tensor, plain
from .table import composite, conj, operation, rule

# ---- arithmetic
rule(np.add,      lambda g, y, a, b: g,                    lambda g, y, a, b: g)
rule(np.subtract, lambda g, y, a, b: g,                    lambda g, y, a, b: -g)
rule(np.multiply, lambda g, y, a, b: g * conj(b),          lambda g, y, a, b: g * conj(a))
rule(np.divide,   lambda g, y, a, b: g / conj(b),          lambda g, y, a, b: -g * conj(y / b))
rule(np.power,    lambda g, y, a, b: g * conj(slope(a, b)),
                  lambda g, y, a, b: g * conj(y * log_or_0(a)))
rule(np.negative, lambda g, y, x: -g)
rule(np.positive, lambda g, y, x: g)
rule(np.square,   lambda g, y, x: g * conj(2 * x))
rule(np.sqrt,     lambda g, y, x: g / conj(2 * y))
rule(np.cbrt,     lambda g, y, x: g / (3 * y * y))
rule(np.reciprocal, lambda g, y, x: -g * conj(y * y))
rule(np.remainder, lambda g, y, a, b: g,                   lambda g, y, a, b: -g * (a // b))
composite(np.divmod)(lambda a, b: (np.floor_divide(a, b), np.remainder(a, b)))
composite(np.radians, np.deg2rad)(lambda x: x * (np.pi / 180))
composite(np.degrees, np.rad2deg)(lambda x: x * (180 / np.pi))


def slope(x, p):
    """d(x^p)/dx = p x^(p-1), and 0 where p is 0, also at x = 0."""
    if np.ndim(p) == 0 and p:
        return p * x ** (p - 1)
    return p * x ** np.where((p == 0) & (x == 0), 1.0, p - 1.0)


def log_or_0(x):
    """log(x) for d(x^p)/dp = x^p log(x), which tends to 0 at x = 0 if p > 0."""
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
rule(np.arctan2, lambda g, y, a, b: g * (b / np.hypot(a, b)) / np.hypot(a, b),  # a a + b b may overflow
                 lambda g, y, a, b: -g * (a / np.hypot(a, b)) / np.hypot(a, b))
rule(np.hypot,   lambda g, y, a, b: g * a / y,             lambda g, y, a, b: g * b / y)
rule(np.sinh,    lambda g, y, x: g * conj(np.cosh(x)))
rule(np.cosh,    lambda g, y, x: g * conj(np.sinh(x)))
rule(np.tanh,    lambda g, y, x: g * conj(1 - y * y))
rule(np.arcsinh, lambda g, y, x: g / conj(np.cosh(y)))
rule(np.arccosh, lambda g, y, x: g / conj(np.sqrt(x - 1) * np.sqrt(x + 1)))
rule(np.arctanh, lambda g, y, x: g / conj(1 - x * x))

# ---- choices. A tie shares the gradient equally, as in torch.maximum and jax.numpy.maximum, so np.clip has
# the slope 1/2 at its bounds. The branch not taken gets 0. Beside a NaN, both sides get the whole gradient.
rule(np.maximum, lambda g, y, a, b: g * chosen(a < b, a == b),
                 lambda g, y, a, b: g * chosen(b < a, a == b))
rule(np.minimum, lambda g, y, a, b: g * chosen(a > b, a == b),
                 lambda g, y, a, b: g * chosen(b > a, a == b))


def choose(c, *both):
    if not both:
        raise TypeError("np.where(x) alone finds places, which do not move: write np.nonzero(x).")
    return np.where(c, *both)[()]


rule(np.where,   None,  # the condition has no gradient
                 lambda g, y, c, a, b: np.where(c, g, 0.0),
                 lambda g, y, c, a, b: np.where(c, 0.0, g), forward=choose)


def chosen(loses, ties):
    """1 for the one that is taken, 0 for the other; at a tie, 1/2 for both (in any precision)."""
    half = np.float16(0.5)  # which takes on the dtype of whatever it is multiplied by
    return np.where(ties, half, ~loses) if ties.any() else ~loses


@composite(np.clip)
def clip(x, a_min=None, a_max=None, *, min=None, max=None):
    low, high = (a_min if min is None else min), (a_max if max is None else max)
    x = x if low is None else np.maximum(x, low)
    return x if high is None else np.minimum(x, high)


@composite(np.select)
def select(condlist, choicelist, default=0):
    for condition, choice in reversed([*zip(condlist, choicelist, strict=True)]):
        default = np.where(condition, choice, default)  # the first that holds decides
    return default


@composite(np.nan_to_num)
def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    return np.where(np.isfinite(x), x, np.nan_to_num(plain(x), True, nan, posinf, neginf))


# ---- sizes and signs, with the slope 0 at a kink; steps are flat
rule(np.absolute, lambda g, y, x: g * np.sign(x))
rule(np.sign,     lambda g, y, x:  # 0, but x / |x| turns if x is complex: by what of dx is across x, over |x|
     (g - y * np.real(conj(y) * g)) / size_or_inf(x))
for step in (np.floor, np.ceil, np.trunc, np.rint, np.round, np.around):
    rule(step, lambda g, y, x, decimals=0: np.zeros_like(x))
rule(np.heaviside, lambda g, y, x, at_0: np.zeros_like(y),
                   lambda g, y, x, at_0: np.where(x == 0, g, 0.0))


def size_or_inf(x):
    return np.where(x == 0, np.inf, np.absolute(x))


# ---- complex numbers
rule(np.conjugate, lambda g, y, x: conj(g))
rule(np.real, lambda g, y, x: g)
rule(np.imag, lambda g, y, x: g * 1j)  # g first: 1j * g of a single number is a Python complex
rule(np.angle, lambda g, y, x: g * 1j * (x / np.absolute(x)) / np.absolute(x))

# ---- the same numbers under a new name, and in another precision
rule(np.copy, lambda g, y, x, order="K": g)
cast = operation(lambda g, y, x, dtype: g, name="Cast")(lambda x, dtype: x.astype(dtype))


def astype(x, dtype, copy=True):
    """Whole numbers and truth values are flat: made of the plain value."""
    return cast(x if np.dtype(dtype).kind in "fc" else x.value, dtype)


Tensor.astype = astype
