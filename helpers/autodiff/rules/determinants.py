"""Rules of determinants, from d(det A) = det A tr(A^-1 dA). Nothing else needs them: look them up."""

import numpy as np

from ..engine.tensor import Tensor, plain
from .linalg import in_named_tuple
from .reductions import multiplied_without_one
from .table import H, composite, conj, operation, rule

rule(np.linalg.det, lambda g, y, a: g[..., None, None] * conj(cofactors(y, a)))


def cofactors(det, a):
    """The slopes of det A: det A (A^-1)^T, which a singular matrix has too, though it has no inverse."""
    if np.all(np.absolute(plain(det)) > np.finfo(a.dtype).tiny):
        inverse = np.linalg.inv(a)
        if type(a) is not Tensor or is_far_from_singular(plain(a), plain(inverse)):
            return det[..., None, None] * inverse.mT
    return cofactors_of_singular(a)


def is_far_from_singular(a, inverse):
    """Whether det A (A^-1)^T can be differentiated again: that takes differences, which rounding may swallow.

    Where every number of A moves by a percent, det A moves by sum |a_ij (A^-1)_ji| percent at most. (That sum
    is the same in all units, also if each column has its own.)
    """
    return np.all(np.sum(np.absolute(a * inverse.mT), axis=(-2, -1)) < np.finfo(a.dtype).eps ** -0.5)


# ---- The same where A is singular. First, each row and each column is divided by its unit, or the small
# would be lost beside the large. Then the singular values make A diagonal: with A = U diag(s) Vh,
#
#     cofactors(A) = det(U Vh) conj(U) cofactors(diag(s)) conj(Vh),
#
# where cofactor ii of diag(s) is the product of all s but s_i, and the others are 0. For their own rule, let
# diag(s) move by any matrix dS. With P_ij, the product of all s but s_i and s_j,
#
#     cofactor ii moves by the sum of P_ij dS_jj over all j but i,
#     cofactor ij moves by -P_ij dS_ji.
#
# The rule is the transpose of these two lines: the factor by which dS_jj moves cofactor ii takes the
# upstream of cofactor ii back to S_jj. Before and after it, U and Vh turn.
def cofactors_of_singular(a):
    rows = units(plain(a), -1)
    columns = units(plain(a) / rows, -2)
    whole = np.prod(rows, -2, keepdims=True) * np.prod(columns, -1, keepdims=True)
    return cofactors_by_singular_values(a / rows / columns) * (whole / (rows * columns))


def units(x, axis):
    """The size of the largest number of each row or column, beside that of others, as a power of 2."""
    largest = np.max(np.absolute(x), axis=axis, keepdims=True)
    powers = np.log2(np.where(largest == 0, 1, largest))
    return 2 ** np.round(powers - np.mean(powers, (-2, -1), keepdims=True))


def back_from_cofactors(g, y, a):
    if type(a) is Tensor:
        raise NotImplementedError("np.linalg.det has two derivatives at a singular matrix here, not three.")
    U, s, Vh = np.linalg.svd(a)
    G = conj(det_of_turns(U, Vh)) * (U.mT @ g @ Vh.mT)  # the upstream of the cofactors of diag(s)
    diagonal = np.eye(s.shape[-1], dtype=bool)
    P = np.where(diagonal, 0.0, multiplied_without_one(np.where(diagonal, 1.0, s[..., None, :])))
    back_to_diagonal = P @ np.diagonal(G, axis1=-2, axis2=-1)[..., None]
    return U @ np.where(diagonal, back_to_diagonal, -(P * G).mT) @ Vh


def det_of_turns(U, Vh):
    return (np.linalg.det(U) * np.linalg.det(Vh))[..., None, None]


@operation(back_from_cofactors, name="Cofactors")
def cofactors_by_singular_values(a):
    U, s, Vh = np.linalg.svd(a)
    return det_of_turns(U, Vh) * (U.conj() * multiplied_without_one(s)[..., None, :]) @ Vh.conj()


# ---- log |det A|, and det A / |det A|, which turns only if it is complex: d log det A = tr(A^-1 dA)
@operation(lambda g, y, a: g[..., None, None] * H(inverse(a, y == -np.inf)), name="LogAbsDet")
def log_abs_det(a):
    return np.linalg.slogdet(a).logabsdet


@operation(lambda g, y, a: 1j * np.imag(conj(y) * g)[..., None, None] * H(inverse(a, y == 0)),
           name="SignOfDet")
def sign_of_det(a):
    return np.linalg.slogdet(a).sign


def inverse(a, is_singular):
    if np.any(is_singular):
        raise np.linalg.LinAlgError(
            "np.linalg.slogdet has no slope at a singular matrix, where log |det A| is -inf: stay away from "
            "it, with A + 1e-6 * np.eye(n) for instance, or use np.linalg.det, which has a slope there."
        )
    return np.linalg.inv(a)


composite(np.linalg.slogdet)(lambda a: in_named_tuple(np.linalg.slogdet, sign_of_det(a), log_abs_det(a)))
