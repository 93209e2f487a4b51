"""Rules of np.linalg. H is the (conjugate) transpose of the last two axes.

A formula dY = ... dA ... says how the answer moves if A moves by dA. A rule goes the other way: given the
upstream G, L moves by dL = Re tr(G^H dY). Put dY in, and turn the trace round until dA stands last, as in
dL = Re tr(M^H dA): then M is the downstream gradient. For the inverse Y of A,

    dY = -Y dA Y,    tr(G^H dY) = -tr(Y G^H Y dA),    so M = -Y^H G Y^H,

which is the first rule below. See M. Giles, 2008, "Collected matrix derivative results for forward and
reverse mode algorithmic differentiation".
"""

import functools

import numpy as np

from .table import H, composite, operation, rule, squared_size

rule(np.linalg.inv, lambda g, y, a: -H(y) @ g @ H(y))
rule(np.linalg.pinv, lambda g, y, a, rcond=None: -H(y) @ g @ H(y)
     + (H(g) - a @ y @ H(g)) @ y @ H(y) + H(y) @ y @ (H(g) - H(g) @ y @ a))
rule(np.linalg.solve, lambda g, y, a, b: -solve_back(g, a, b) @ H(as_columns(y, b)),
                      lambda g, y, a, b: np.reshape(solve_back(g, a, b), np.shape(g)))


def solve_back(g, a, b):
    return np.linalg.solve(H(a), as_columns(g, b))


def as_columns(x, b):
    """np.linalg.solve takes b for one column if it is 1-D; here, everything is a matrix."""
    return x[..., None] if b.ndim == 1 else x


def in_named_tuple(function, *parts):
    """The parts of an answer, in the named tuple that the NumPy function gives."""
    return type(function(np.eye(1)))(*parts)


# ---- A = C C^H: dC = C P(C^-1 dA C^-H), where P keeps the lower half of a matrix and half of its diagonal.
# So M = C^-H P(C^H G) C^-1, of which A, always symmetric (Hermitian), takes the symmetric part.
def back_from_cholesky(g, C):
    P = (H(C) @ g) * (np.tri(C.shape[-1]) - np.eye(C.shape[-1]) / 2)
    M = np.linalg.solve(H(C), H(np.linalg.solve(H(C), H(P))))
    return (M + H(M)) / 2


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


# ---- A = V diag(w) V^H: dw = diag(V^H dA V), and dV = V (F * (V^H dA V)), F_ij = 1 / (w_j - w_i), F_ii = 0.
# So M = V diag(g) V^H from the upstream of w, and M = V (F * (V^H G)) V^H from that of V. The vectors need w
# that are all different, and an answer that does not ask how each of them is turned.
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
composite(np.linalg.eigh)(lambda a: in_named_tuple(np.linalg.eigh, eigenvalues(a), eigenvectors(a)))


def gaps(w, on_the_diagonal):
    """The differences w_j - w_i."""
    diagonal = np.eye(w.shape[-1], dtype=bool)
    return np.where(diagonal, on_the_diagonal, w[..., None, :] - w[..., :, None])


# ---- A = U S V^H with S = diag(s) (J. Townsend, 2016, "Differentiating the singular value decomposition").
# With X = U^H dA V, and F as above, of s^2: ds = diag(X), and
#
#     dU = U (F * (X S + S X^H)) + (1 - U U^H) dA V S^-1.
#
# So with K = U^H G, M = (U (F * (K - K^H)) S + (G - U K) S^-1) V^H. On the diagonal, K - K^H is 2i Im K_ii,
# how much L asks for the phase of a complex U (0 for a real one). U and V share that phase: 1 / 4 s^2 in the
# place of F gives half of it to U. The vectors need s that are all different, and none of them 0.
thin = functools.partial(np.linalg.svd, full_matrices=False)


def back_from_left(g, U, s, Vh):
    K, S = H(U) @ g, s[..., None, :]  # x * S is x times the matrix diag(s)
    turn = (K - H(K)) / gaps(s**2, on_the_diagonal=4 * S**2)
    return (U @ turn * S + (g - U @ K) / S) @ Vh


# What is on the right of A is on the left of A^H = V S U^H.
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
    return in_named_tuple(np.linalg.svd, left(a), s, right(a)) if compute_uv else s


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
