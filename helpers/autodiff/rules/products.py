"""Rules of products of arrays. H is the (conjugate) transpose of the last two axes."""
import math
from functools import reduce

import numpy as np

from ..engine.operations import OPERATIONS
from ..engine.tensor import plain
from .shapes import scatter
from .table import H, composite, conj, primitive, rule


# ---- the matrix product. With C = A B and upstream G:  dA = G B^T,  dB = A^T G.
def back_to_a(g, y, a, b, transpose_a=False, transpose_b=False):
    G, _, B = as_matrices(g, a, T(b) if transpose_b else b)
    dA = T(G @ H(B)) if transpose_a else G @ H(B)
    return dA[..., 0, :] if a.ndim == 1 else dA


def back_to_b(g, y, a, b, transpose_a=False, transpose_b=False):
    A = T(a) if transpose_a else a
    G, A, _ = (g, A, b) if a.ndim == 2 else as_matrices(g, A, b)  # a matrix takes a vector as it is
    dB = T(H(A) @ G) if transpose_b else H(A) @ G
    return dB[..., 0] if b.ndim == 1 and a.ndim != 2 else dB


def T(x):
    if x.ndim < 2:
        raise ValueError(f"transposing needs a matrix, but the shape is {x.shape}: leave the transpose out.")
    return x.mT


def as_matrices(g, a, b):
    """A vector becomes a row (left) or a column (right), and g gets back the axis that was lost."""
    if b.ndim == 1:
        g, b = g[..., None], b[:, None]
    if a.ndim == 1:
        g, a = g[..., None, :], a[None, :]
    return g, a, b


@primitive(back_to_a, back_to_b, name="MatMul")
def matmul(a, b, transpose_a=False, transpose_b=False):
    """The matrix product op(a) @ op(b), where op swaps the last two axes if asked to.

    a (..., m, k) and b (..., k, n) give (..., m, n); leading axes broadcast; a 1-D argument is a row on the
    left and a column on the right, as for np.matmul. ``a @ b`` and ``np.matmul`` are the same operation.

    >>> matmul(np.ones((3, 2)), np.ones((3, 4)), transpose_a=True).shape
    (2, 4)
    """
    return np.matmul(T(np.asarray(a)) if transpose_a else a, T(np.asarray(b)) if transpose_b else b)


OPERATIONS[np.matmul] = OPERATIONS[np.linalg.matmul] = OPERATIONS[matmul]


# ---- other products, written with the matrix product
@composite(np.tensordot, np.linalg.tensordot)
def tensordot(a, b, axes=2):
    of_a, of_b = (range(-axes, 0), range(axes)) if np.ndim(axes) == 0 else map(np.atleast_1d, axes)
    n = len(of_a)  # axes are summed: the last ones of a, the first ones of b
    a, b = np.moveaxis(a, of_a, range(-n, 0)), np.moveaxis(b, of_b, range(n))
    kept_a, summed, summed_b, kept_b = a.shape[: a.ndim - n], a.shape[a.ndim - n :], b.shape[:n], b.shape[n:]
    if summed != summed_b:
        raise ValueError(f"np.tensordot sums axes of lengths {summed} over axes of lengths {summed_b}.")
    rows = np.reshape(a, (math.prod(kept_a), math.prod(summed)))
    columns = np.reshape(b, (math.prod(summed), math.prod(kept_b)))
    return np.reshape(rows @ columns, kept_a + kept_b)


composite(np.dot)(lambda a, b: a * b if np.ndim(a) == 0 or np.ndim(b) == 0 else
                  a @ b if np.ndim(b) <= 2 else tensordot(a, b, (-1, -2)))
composite(np.inner)(lambda a, b: tensordot(a, b, (-1, -1)) if np.ndim(a) and np.ndim(b) else a * b)
composite(np.outer, np.linalg.outer)(lambda a, b: np.reshape(a, (-1, 1)) * np.reshape(b, (1, -1)))
composite(np.vdot)(lambda a, b: np.ravel(np.conjugate(a)) @ np.ravel(b))
composite(np.vecdot, np.linalg.vecdot)(lambda a, b, *, axis=-1: np.sum(np.conjugate(a) * b, axis))
composite(np.linalg.multi_dot)(lambda arrays: reduce(np.matmul, arrays))
composite(np.polyval)(lambda p, x: reduce(lambda y, c: y * x + c, p, np.zeros_like(x)))


composite(np.linalg.matrix_power)(lambda a, n: reduce(
    np.matmul, [np.linalg.inv(a) if n < 0 else a] * abs(n) or [np.zeros_like(a) + np.eye(a.shape[-1])]))


composite(np.kron)(lambda a, b: np.reshape(np.einsum("ij,kl->ikjl", np.atleast_2d(a), np.atleast_2d(b)),
                                           np.kron(plain(a), plain(b)).shape))
CROSSED = np.cross(np.eye(3)[:, None], np.eye(3))  # of the unit vectors
composite(np.cross, np.linalg.cross)(lambda a, b, *, axis=-1: np.moveaxis(
    np.einsum("...i,...j,ijk->...k", np.moveaxis(a, axis, -1), np.moveaxis(b, axis, -1), CROSSED), -1, axis))


# ---- convolution: y_k = sum a_i v_(k-i), so a_i gets sum g_k v_(k-i): g with v turned round
rule(np.convolve, lambda g, y, a, v, mode="full": np.convolve(full(g, a, v, mode), conj(np.flip(v)), "valid"),
                  lambda g, y, a, v, mode="full": np.convolve(full(g, a, v, mode), conj(np.flip(a)), "valid"))


def full(g, a, v, mode):
    """The upstream of mode "full", with 0 for the answers that the mode leaves out."""
    short = min(len(a), len(v)) - 1
    left = {"full": 0, "same": short // 2, "valid": short}[mode]
    return scatter(g, slice(left, left + len(g)), (len(a) + len(v) - 1,))


# ---- einsum: the gradient of one operand is an einsum of the upstream with the other operands
def einsum_back(i, g, y, *operands, subscripts=""):
    *inputs, out = subscripts.replace("->", ",").split(",")
    terms = [(out, g), *((s, conj(x)) for j, (s, x) in enumerate(zip(inputs, operands)) if j != i)]
    lengths = dict(sorted((letter, n) for s, x in terms for letter, n in zip(s, np.shape(x))))  # the largest
    wanted, capitals = "", iter(c for c in map(chr, range(65, 91)) if c not in subscripts)
    for letter, size in zip(inputs[i], np.shape(operands[i])):
        spare = next(capitals) if letter in wanted else letter
        if spare != letter:  # a repeated letter walks the diagonal: an identity matrix
            terms.append((letter + spare, np.eye(size)))
        elif lengths.get(letter, -1) < size:  # a letter that was only summed, or stretched: a vector of ones
            terms.append((letter, np.ones(size)))
        wanted += spare
    return np.einsum(",".join(s for s, _ in terms) + "->" + wanted, *(x for _, x in terms))


contract = primitive(each=einsum_back, name="Einsum")(lambda *xs, subscripts: np.einsum(subscripts, *xs))


@composite(np.einsum)
def einsum(subscripts, *operands, optimize=False):
    """Spell out what einsum lets you leave away: the dots and the arrow."""
    if not isinstance(subscripts, str):
        raise TypeError("np.einsum takes its subscripts as text here: np.einsum('ij,jk->ik', a, b).")
    inputs, arrow, out = subscripts.replace(" ", "").partition("->")
    letters = "".join(c for c in map(chr, range(90, 64, -1)) if c not in subscripts)
    each = inputs.split(",")
    if len(each) != len(operands):
        raise ValueError(f"np.einsum got {len(operands)} arrays for the {len(each)} terms of {subscripts!r}.")
    dots = [np.ndim(x) - len(s.replace("...", "")) if "..." in s else 0 for s, x in zip(each, operands)]
    spelled = [s.replace("...", letters[max(dots) - n : max(dots)]) for s, n in zip(each, dots)]
    if not arrow:
        once = sorted(c for c in set(inputs) - set(".,") if inputs.count(c) == 1)
        out = "..." + "".join(once)
    out = out.replace("...", letters[: max(dots)])
    return contract(*operands, subscripts=",".join(spelled) + "->" + out)
