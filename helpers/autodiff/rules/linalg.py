"""Rules of np.linalg, from d(A^-1) = -A^-1 dA A^-1 and d(det A) = det A tr(A^-1 dA).

See M. Giles, 2008, "Collected matrix derivative results for forward and reverse mode algorithmic
differentiation". H is the (conjugate) transpose of the last two axes.
"""
import functools

import numpy as np

from .table import H, composite, conj, primitive, rule, squared_size

rule(np.linalg.inv, lambda g, y, a: -H(y) @ g @ H(y))
rule(np.linalg.pinv, lambda g, y, a, rcond=None: -H(y) @ g @ H(y)
     + (H(g) - a @ y @ H(g)) @ y @ H(y) + H(y) @ y @ (H(g) - H(g) @ y @ a))
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


def named(function, *parts):
    """The parts of an answer, in the named tuple that the NumPy function gives."""
    return type(function(np.eye(1)))(*parts)


# ---- log |det A|, and det A / |det A|, which turns only if it is complex: d log det A = tr(A^-1 dA)
log_abs_det = primitive(lambda g, y, a: g[..., None, None] * H(np.linalg.inv(a)), name="LogAbsDet")(
    lambda a: np.linalg.slogdet(a).logabsdet)
sign_of_det = primitive(lambda g, y, a: 1j * np.imag(conj(y) * g)[..., None, None] * H(np.linalg.inv(a)),
                        name="SignOfDet")(lambda a: np.linalg.slogdet(a).sign)
composite(np.linalg.slogdet)(lambda a: named(np.linalg.slogdet, sign_of_det(a), log_abs_det(a)))


# ---- A = L L^H: dL = L P(L^-1 dA L^-H), where P keeps the lower half of a matrix and half of its diagonal
def back_from_cholesky(g, L):
    P = (H(L) @ g) * (np.tri(L.shape[-1]) - np.eye(L.shape[-1]) / 2)
    dA = np.linalg.solve(H(L), H(np.linalg.solve(H(L), H(P))))  # L^-H P L^-1
    return (dA + H(dA)) / 2


rule(np.linalg.cholesky, lambda g, y, a: back_from_cholesky(g, y))


# ---- A = V diag(w) V^H: dw = diag(V^H dA V), dV = V (F * (V^H dA V)) with F_ij = 1 / (w_j - w_i), F_ii = 0.
# The vectors need w that are all different, and an answer that does not ask how each of them is turned.
eigenvalues = primitive(lambda g, w, a: (V := eigenvectors(a)) * g[..., None, :] @ H(V), name="Eigenvalues")(
    lambda a: np.linalg.eigh(a).eigenvalues)
eigenvectors = primitive(lambda g, V, a: V @ (H(V) @ g / gaps(eigenvalues(a), np.inf)) @ H(V),
                         name="Eigenvectors")(lambda a: np.linalg.eigh(a).eigenvectors)
composite(np.linalg.eigvalsh)(lambda a: eigenvalues(a))
composite(np.linalg.eigh)(lambda a: named(np.linalg.eigh, eigenvalues(a), eigenvectors(a)))


def gaps(w, on_the_diagonal):
    """The differences w_j - w_i."""
    return np.where(np.eye(w.shape[-1], dtype=bool), on_the_diagonal, w[..., None, :] - w[..., :, None])


# ---- A = U diag(s) Vh, see J. Townsend, 2016, "Differentiating the singular value decomposition". Here, the
# vectors need s without a 0, too. What is on the right of A is on the left of A^H = Vh^H diag(s) U^H.
thin = functools.partial(np.linalg.svd, full_matrices=False)


def back_from_left(g, U, s, Vh):
    s, M = s[..., None, :], H(U) @ g
    turned = (M - H(M)) / gaps(s[..., 0, :] ** 2, 4 * s**2)
    return (U @ turned * s + (g - U @ M) / s) @ Vh


def back_from_right(g, U, s, Vh):
    return H(back_from_left(H(g), H(Vh), s, H(U)))


def back_from_singular_values(g, U, s, Vh):
    return U * g[..., None, :] @ Vh


left = primitive(lambda g, y, a: back_from_left(g, *thin(a)), name="LeftVectors")(lambda a: thin(a)[0])
right = primitive(lambda g, y, a: back_from_right(g, *thin(a)), name="RightVectors")(lambda a: thin(a)[2])
singular_values = primitive(lambda g, y, a: back_from_singular_values(g, *thin(a)), name="SingularValues")(
    lambda a: np.linalg.svd(a, compute_uv=False))
composite(np.linalg.svdvals)(lambda a: singular_values(a))


@composite(np.linalg.svd)
def svd(a, full_matrices=True, compute_uv=True):
    if compute_uv and full_matrices and a.shape[-1] != a.shape[-2]:
        raise NotImplementedError("np.linalg.svd has a gradient rule for full_matrices=False only.")
    s = singular_values(a)
    return named(np.linalg.svd, left(a), s, right(a)) if compute_uv else s


# ---- norms. At 0 a norm is not differentiable, 0/0 = NaN: where that can happen, choose by np.where.
@composite(np.linalg.vector_norm)
def vector_norm(x, *, axis=None, keepdims=False, ord=2):
    if ord == 2:
        return np.sqrt(np.sum(squared_size(x), axis=axis, keepdims=keepdims))
    if ord in (np.inf, -np.inf):
        return (np.max if ord > 0 else np.min)(np.absolute(x), axis=axis, keepdims=keepdims)
    return np.sum(np.absolute(x) ** ord, axis=axis, keepdims=keepdims) ** (1 / ord)


@composite(np.linalg.norm)
def norm(x, ord=None, axis=None, keepdims=False):
    axes = np.ndim(x) if axis is None else np.size(axis)
    if not (ord is None or (ord == "fro" and axes == 2) or (ord not in (0, "fro", "nuc") and axes == 1)):
        raise NotImplementedError(f"np.linalg.norm has no gradient rule for ord={ord!r} of {axes} axes.")
    return vector_norm(x, axis=axis, keepdims=keepdims, ord=2 if ord in (None, "fro") else ord)


composite(np.linalg.matrix_norm)(lambda x, *, keepdims=False, ord="fro": norm(x, ord, (-2, -1), keepdims))
