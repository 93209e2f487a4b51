"""Rules of np.linalg, from d(A^-1) = -A^-1 dA A^-1.

See M. Giles, 2008, "Collected matrix derivative results for forward and reverse mode algorithmic
differentiation". H is the (conjugate) transpose of the last two axes.
"""

import functools

import numpy as np

from .table import H, composite, operation, rule, squared_size

rule(np.linalg.inv, lambda g, y, a: -H(y) @ g @ H(y))
rule(np.linalg.pinv, lambda g, y, a, rcond=None: -H(y) @ g @ H(y)
     + (H(g) - a @ y @ H(g)) @ y @ H(y) + H(y) @ y @ (H(g) - H(g) @ y @ a))
rule(np.linalg.solve, lambda g, y, a, b: -solve_back(g, a, b) @ H(columns(y, b)),
                      lambda g, y, a, b: np.reshape(solve_back(g, a, b), np.shape(g)))


def solve_back(g, a, b):
    return np.linalg.solve(H(a), columns(g, b))


def columns(x, b):
    """np.linalg.solve takes b for one column if it is 1-D; here, everything is a matrix."""
    return x[..., None] if b.ndim == 1 else x


def named(function, *parts):
    """The parts of an answer, in the named tuple that the NumPy function gives."""
    return type(function(np.eye(1)))(*parts)


# ---- A = L L^H: dL = L P(L^-1 dA L^-H), where P keeps the lower half of a matrix and half of its diagonal
def back_from_cholesky(g, L):
    P = (H(L) @ g) * (np.tri(L.shape[-1]) - np.eye(L.shape[-1]) / 2)
    dA = np.linalg.solve(H(L), H(np.linalg.solve(H(L), H(P))))  # L^-H P L^-1
    return (dA + H(dA)) / 2


rule(np.linalg.cholesky, lambda g, y, a: back_from_cholesky(g, y),
     forward=lambda a: np.linalg.cholesky(checked_symmetric(a)))


def is_symmetric(a):
    """Whether a matrix (or each of several) is its own conjugate transpose, but for rounding."""
    return not np.any(np.absolute(a - a.mT.conj()) > 1e-4 * np.max(np.absolute(a), initial=0))


def checked_symmetric(a):
    """A symmetric (Hermitian) matrix, or an error.

    NumPy reads one half of it and takes the other for its mirror image. The rules move both halves together:
    of a matrix that is not symmetric they would give the gradient of another function.
    """
    if not is_symmetric(a):
        raise ValueError(
            "np.linalg.cholesky, eigh and eigvalsh read one half of a symmetric matrix, and their rules move "
            "both halves together, but this matrix is not symmetric: give (A + A.mT) / 2, of complex numbers "
            "(A + A.mT.conj()) / 2."
        )
    return a


# ---- A = V diag(w) V^H: dw = diag(V^H dA V), dV = V (F * (V^H dA V)) with F_ij = 1 / (w_j - w_i), F_ii = 0.
# The vectors need w that are all different, and an answer that does not ask how each of them is turned. A is
# symmetric (Hermitian), and stays so wherever it moves.
def back_from_eigenvalues(g, w, a):
    V = eigenvectors(a)
    return V * g[..., None, :] @ H(V)


@operation(back_from_eigenvalues, name="Eigenvalues")
def eigenvalues(a):
    return np.linalg.eigh(checked_symmetric(a)).eigenvalues


eigenvectors = operation(lambda g, V, a: V @ (H(V) @ g / gaps(eigenvalues(a), np.inf)) @ H(V),
                         name="Eigenvectors")(
    lambda a: np.linalg.eigh(checked_symmetric(a)).eigenvectors)
SYMMETRIC = {"Cholesky", "Eigenvalues", "Eigenvectors"}  # types of operations that take a symmetric matrix
composite(np.linalg.eigvalsh)(lambda a: eigenvalues(a))
composite(np.linalg.eigh)(lambda a: named(np.linalg.eigh, eigenvalues(a), eigenvectors(a)))


def gaps(w, on_the_diagonal):
    """The differences w_j - w_i."""
    diagonal = np.eye(w.shape[-1], dtype=bool)
    return np.where(diagonal, on_the_diagonal, w[..., None, :] - w[..., :, None])


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


@operation(lambda g, y, a: back_from_left(g, *thin(a)), name="LeftVectors")
def left(a):
    return thin(a)[0]


@operation(lambda g, y, a: back_from_right(g, *thin(a)), name="RightVectors")
def right(a):
    return thin(a)[2]


@operation(lambda g, y, a: back_from_singular_values(g, *thin(a)), name="SingularValues")
def singular_values(a):
    return np.linalg.svd(a, compute_uv=False)


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
    if ord == 0:
        raise NotImplementedError("np.linalg.vector_norm with ord=0 counts, so its gradient is 0 everywhere.")
    if ord == 2:
        return np.sqrt(np.sum(squared_size(x), axis=axis, keepdims=keepdims))
    if ord in (np.inf, -np.inf):
        return (np.max if ord > 0 else np.min)(np.absolute(x), axis=axis, keepdims=keepdims)
    return np.sum(np.absolute(x) ** ord, axis=axis, keepdims=keepdims) ** (1 / ord)


@composite(np.linalg.norm)
def norm(x, ord=None, axis=None, keepdims=False):
    axes = np.ndim(x) if axis is None else np.size(axis)
    of_vectors, of_matrices = axes == 1 and ord not in (0, "fro", "nuc"), axes == 2 and ord == "fro"
    if not (of_vectors or of_matrices or (ord is None and (axis is None or axes <= 2))):
        raise NotImplementedError(f"np.linalg.norm has no gradient rule for ord={ord!r} of {axes} axes.")
    return vector_norm(x, axis=axis, keepdims=keepdims, ord=2 if ord in (None, "fro") else ord)


composite(np.linalg.matrix_norm)(lambda x, *, keepdims=False, ord="fro":
                                 norm(x, ord, (-2, -1), keepdims))
