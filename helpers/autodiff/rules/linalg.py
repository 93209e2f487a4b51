"""Rules of np.linalg, from d(A^-1) = -A^-1 dA A^-1 and d(det A) = det A tr(A^-1 dA).

See M. Giles, 2008, "Collected matrix derivative results for forward and reverse mode algorithmic
differentiation". H is the (conjugate) transpose of the last two axes.
"""
import numpy as np

from .table import H, composite, conj, rule, squared_size

rule(np.linalg.inv, lambda g, y, a: -H(y) @ g @ H(y))
rule(np.linalg.det, lambda g, y, a: g[..., None, None] * conj(cofactors(y, a)))
rule(np.linalg.solve, lambda g, y, a, b: -solve_back(g, a, b) @ H(columns(y, b)),
                      lambda g, y, a, b: np.reshape(solve_back(g, a, b), np.shape(g)))


def cofactors(det, a):
    """The slopes of det A: det A (A^-1)^T, and for a singular matrix the determinants of its minors."""
    if np.all(det != 0):
        return det[..., None, None] * np.linalg.inv(a).mT
    i, j = np.indices(a.shape[-2:])
    others = np.array([np.delete(i[:, 0], row) for row in range(len(i))])
    minors = a[..., others[i][..., None], others[j][..., None, :]]
    return (-1.0) ** (i + j) * np.linalg.det(minors)


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
