"""Rules of products of arrays. H is the (conjugate) transpose of the last two axes."""
import math

import numpy as np

from ..engine.tensor import KINDS
from .table import H, composite, conj, primitive


# ---- the matrix product. With C = A B and upstream G:  dA = G B^T,  dB = A^T G.
def back_to_a(g, y, a, b, transpose_a=False, transpose_b=False):
    B = T(b) if transpose_b else b
    if b.ndim > 1 and (a.ndim > 1 or b.ndim == 2):
        dA = g @ H(B)
    else:
        G, _, B = as_matrices(g, a, B)
        dA = (G @ H(B))[..., 0, :] if a.ndim == 1 else G @ H(B)
    return T(dA) if transpose_a else dA


def back_to_b(g, y, a, b, transpose_a=False, transpose_b=False):
    A = T(a) if transpose_a else a
    if a.ndim > 1 and (b.ndim > 1 or a.ndim == 2):
        dB = H(A) @ g
    else:
        G, A, _ = as_matrices(g, A, b)
        dB = (H(A) @ G)[..., 0] if b.ndim == 1 else H(A) @ G
    return T(dB) if transpose_b else dB


def T(x):
    if x.ndim < 2:
        raise ValueError(f"transposing needs a matrix, but the shape is {x.shape}: leave the transpose out.")
    return x.mT


def as_matrices(g, a, b):
    """A vector becomes a row (left) or a column (right), and g gets back the axis that was lost."""
    if b.ndim == 1:
        g, b = np.expand_dims(g, -1), np.expand_dims(b, -1)
    if a.ndim == 1:
        g, a = np.expand_dims(g, -2), np.expand_dims(a, -2)
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


KINDS[np.matmul] = KINDS[matmul]


# ---- other products, written with the matrix product
@composite(np.tensordot)
def tensordot(a, b, axes=2):
    of_a, of_b = (range(-axes, 0), range(axes)) if np.ndim(axes) == 0 else map(np.atleast_1d, axes)
    of_a, of_b = [i % np.ndim(a) for i in of_a], [i % np.ndim(b) for i in of_b]
    free_a = [i for i in range(np.ndim(a)) if i not in of_a]
    free_b = [i for i in range(np.ndim(b)) if i not in of_b]
    kept_a, summed, summed_b, kept_b = (
        [np.shape(x)[i] for i in axes] for x, axes in ((a, free_a), (a, of_a), (b, of_b), (b, free_b)))
    if summed != summed_b:
        raise ValueError(f"np.tensordot sums axes of lengths {summed} over axes of lengths {summed_b}.")
    rows = np.reshape(np.transpose(a, free_a + of_a), (math.prod(kept_a), math.prod(summed)))
    columns = np.reshape(np.transpose(b, of_b + free_b), (math.prod(summed), math.prod(kept_b)))
    return np.reshape(rows @ columns, kept_a + kept_b)


@composite(np.dot)
def dot(a, b):
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        return a * b
    return a @ b if np.ndim(b) <= 2 else tensordot(a, b, axes=(-1, -2))


composite(np.inner)(lambda a, b: tensordot(a, b, (-1, -1)) if np.ndim(a) and np.ndim(b) else a * b)
composite(np.outer)(lambda a, b: np.reshape(a, (-1, 1)) * np.reshape(b, (1, -1)))


# ---- einsum: the gradient of one operand is an einsum of the upstream with the other operands
def einsum_back(i, g, y, *operands, subscripts=""):
    *inputs, out = subscripts.replace("->", ",").split(",")
    terms = [(out, g), *((s, conj(x)) for j, (s, x) in enumerate(zip(inputs, operands)) if j != i)]
    lengths = {}
    for s, x in terms:
        lengths |= {letter: max(n, lengths.get(letter, 0)) for letter, n in zip(s, np.shape(x))}
    wanted, capitals = "", iter(c for c in map(chr, range(65, 91)) if c not in subscripts)
    for letter, size in zip(inputs[i], np.shape(operands[i])):
        spare = next(capitals) if letter in wanted else letter
        if spare != letter:  # a repeated letter walks the diagonal: an identity matrix
            terms.append((letter + spare, np.eye(size)))
        elif lengths.get(letter, -1) < size:  # a letter that was only summed, or stretched: a vector of ones
            terms.append((letter, np.ones(size)))
        wanted += spare
    return np.einsum(",".join(s for s, _ in terms) + "->" + wanted, *(x for _, x in terms))


@primitive(each=einsum_back, name="Einsum")
def explicit_einsum(*operands, subscripts=""):
    return np.einsum(subscripts, *operands)


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
    return explicit_einsum(*operands, subscripts=",".join(spelled) + "->" + out)
