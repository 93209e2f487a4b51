"""Rules of the operations that work number by number: downstream = upstream x conj(local derivative)."""
import numpy as np

from ..engine.tensor import WITHOUT_SLOPE, Tensor
from .table import composite, conj, primitive, rule

# ---- arithmetic
rule(np.add,      lambda g, y, a, b: g,                    lambda g, y, a, b: g)
rule(np.subtract, lambda g, y, a, b: g,                    lambda g, y, a, b: -g)
rule(np.multiply, lambda g, y, a, b: g * conj(b),          lambda g, y, a, b: g * conj(a))
rule(np.divide,   lambda g, y, a, b: g / conj(b),          lambda g, y, a, b: -g * conj(y / b))
rule(np.power,    lambda g, y, a, b: g * conj(slope(a, b)), lambda g, y, a, b: g * conj(y * log_or_0(a)))
rule(np.negative, lambda g, y, x: -g)
rule(np.positive, lambda g, y, x: g)
rule(np.square,   lambda g, y, x: g * conj(2 * x))
rule(np.sqrt,     lambda g, y, x: g / conj(2 * y))
rule(np.cbrt,     lambda g, y, x: g / (3 * y * y))
rule(np.reciprocal, lambda g, y, x: -g * conj(y * y))
rule(np.remainder, lambda g, y, a, b: g,                   lambda g, y, a, b: -g * (a // b))


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
rule(np.maximum, lambda g, y, a, b: g * share(a < b, a == b), lambda g, y, a, b: g * share(b < a, a == b))
rule(np.minimum, lambda g, y, a, b: g * share(a > b, a == b), lambda g, y, a, b: g * share(b > a, a == b))
rule(np.where,   None, lambda g, y, c, a, b: np.where(c, g, 0.0), lambda g, y, c, a, b: np.where(c, 0.0, g))


def share(loses, ties):
    return np.where(ties, 0.5, ~loses)


@composite(np.clip)
def clip(x, a_min=None, a_max=None, *, min=None, max=None):
    low, high = (a_min if min is None else min), (a_max if max is None else max)
    x = x if low is None else np.maximum(x, low)
    return x if high is None else np.minimum(x, high)


# ---- sizes and signs, with the slope 0 at a kink; steps are flat
rule(np.absolute, lambda g, y, x: g * np.sign(x))
rule(np.fabs,     lambda g, y, x: g * np.sign(x))
rule(np.sign,     lambda g, y, x: (g - y * np.real(conj(y) * g)) / np.where(x == 0, np.inf, np.absolute(x)))
for step in (np.floor, np.ceil, np.trunc, np.rint, np.round, np.around):
    rule(step, lambda g, y, x, decimals=0: np.zeros_like(x))

# ---- complex numbers
rule(np.conjugate, lambda g, y, x: conj(g))
rule(np.real, lambda g, y, x: g)
rule(np.imag, lambda g, y, x: g * 1j)  # 1j first would make a Python number of a single one
rule(np.angle, lambda g, y, x: g * 1j * x / np.absolute(x) ** 2)

# ---- the same numbers under a new name, and in another precision
rule(np.copy, lambda g, y, x: g)
cast = primitive(lambda g, y, x, dtype: g, name="Cast")(lambda x, dtype: x.astype(dtype))
Tensor.astype = lambda x, dtype, copy=True: cast(x if np.dtype(dtype).kind in "fc" else x.value, dtype)

WITHOUT_SLOPE |= {
    np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal, np.isnan, np.isinf,
    np.isfinite, np.isposinf, np.isneginf, np.iscomplex, np.isreal, np.signbit, np.logical_and,
    np.logical_or, np.logical_not, np.logical_xor, np.floor_divide, np.isclose, np.allclose, np.array_equal,
    np.isin, np.any, np.all, np.argmax, np.argmin, np.argsort, np.argwhere, np.nonzero, np.flatnonzero,
    np.count_nonzero, np.searchsorted, np.digitize, np.shape, np.ndim, np.size, np.zeros_like, np.ones_like,
    np.empty_like, np.tril_indices_from, np.triu_indices_from, np.result_type, np.iscomplexobj, np.isrealobj,
    np.array2string, np.array_repr, np.array_str, np.unravel_index, np.linalg.matrix_rank,
}
