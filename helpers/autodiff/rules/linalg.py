"""Rules of np.linalg, from d(A^-1) = -A^-1 dA A^-1 and d(det A) = det A tr(A^-1 dA).

See M. Giles, 2008, "Collected matrix derivative results for forward and reverse mode algorithmic
differentiation". H is the (conjugate) transpose of the last two axes. A singular matrix has no inverse: NumPy
says so when the gradient of its determinant is asked for, though there is one.
"""
import numpy as np

from .table import H, composite, conj, rule, squared_size

rule(np.linalg.inv, lambda g, y, a: -H(y) @ g @ H(y))
rule(np.linalg.det, lambda g, y, a: (g * conj(y))[..., None, None] * H(np.linalg.inv(a)))
rule(np.linalg.solve, lambda g, y, a, b: -solve_back(g, a, b) @ H(columns(y, b)),
                      lambda g, y, a, b: np.reshape(solve_back(g, a, b), np.shape(g)))


def solve_back(g, a, b):
    return np.linalg.solve(H(a), columns(g, b))


def columns(x, b):
    """np.linalg.solve takes b for one column if it is 1-D; here, everything is a matrix."""
    return x[..., None] if b.ndim == 1 else x


# At 0 the norm has no slope: 0/0 = NaN. Where that can happen, choose other numbers with np.where before.
@composite(np.linalg.norm)
def norm(x, ord=None, axis=None, keepdims=False):
    axes = np.ndim(x) if axis is None else np.size(axis)
    if not (ord is None or (ord == "fro" and axes == 2) or (ord not in (0, "fro", "nuc") and axes == 1)):
        raise NotImplementedError(f"np.linalg.norm has no gradient rule for ord={ord!r} of {axes} axes.")
    if ord in (None, 2, "fro"):
        return np.sqrt(np.sum(squared_size(x), axis=axis, keepdims=keepdims))
    sizes = np.absolute(x)
    if ord in (np.inf, -np.inf):
        return (np.max if ord > 0 else np.min)(sizes, axis=axis, keepdims=keepdims)
    return np.sum(sizes**ord, axis=axis, keepdims=keepdims) ** (1 / ord)
