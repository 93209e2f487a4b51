"""Rules of products of arrays. H is the (conjugate) transpose of the last two axes, B^T on paper."""

import math

import numpy as np

from ..engine.operations import OPERATIONS
from .shapes import scatter
from .table import H, composite, conj, operation, rule


# ---- the matrix product C = A B, with upstream G: the gradient by A is G B^T, and that by B is A^T G.
def back_to_a(g, y, a, b, transpose_a=False, transpose_b=False):
    G, _, B = as_matrices(g, a, T(b) if transpose_b else b)
    if a.ndim == 2 and B.ndim > 2:  # summed over the batch: by one large product, instead of many small ones
        G, B = columns_of_batch(G), columns_of_batch(B)
    by_a = T(G @ H(B)) if transpose_a else G @ H(B)
    return by_a[..., 0, :] if a.ndim == 1 else by_a


def back_to_b(g, y, a, b, transpose_a=False, transpose_b=False):
    A = T(a) if transpose_a else a
    G, A, _ = (g, A, b) if a.ndim == 2 else as_matrices(g, A, b)  # a matrix takes a vector as it is
    if b.ndim == 2 and A.ndim > 2:
        G, A = rows_of_batch(G), rows_of_batch(A)
    by_b = T(H(A) @ G) if transpose_b else H(A) @ G
    return by_b[..., 0] if b.ndim == 1 and a.ndim != 2 else by_b


def rows_of_batch(x):
    """All matrices of a batch, one below the other."""
    return x.reshape(math.prod(x.shape[:-1]), x.shape[-1])


def columns_of_batch(x):
    """All matrices of a batch, side by side."""
    return np.moveaxis(x, -2, 0).reshape(x.shape[-2], math.prod(x.shape[:-2]) * x.shape[-1])


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


@operation(back_to_a, back_to_b, name="MatMul")
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
    kept_a, summed = a.shape[: a.ndim - n], a.shape[a.ndim - n :]
    summed_b, kept_b = b.shape[:n], b.shape[n:]
    if summed != summed_b:
        raise ValueError(f"np.tensordot sums axes of lengths {summed} over axes of lengths {summed_b}.")
    rows = np.reshape(a, (math.prod(kept_a), math.prod(summed)))
    columns = np.reshape(b, (math.prod(summed), math.prod(kept_b)))
    return np.reshape(rows @ columns, kept_a + kept_b)


@composite(np.dot)
def dot(a, b):
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        return a * b
    return a @ b if np.ndim(b) <= 2 else tensordot(a, b, (-1, -2))


composite(np.inner)(lambda a, b: tensordot(a, b, (-1, -1)) if np.ndim(a) and np.ndim(b) else a * b)
composite(np.outer)(lambda a, b: np.reshape(a, (-1, 1)) * np.reshape(b, (1, -1)))
composite(np.linalg.outer)(lambda a, b: np.einsum("i,j->ij", a, b))
composite(np.vdot)(lambda a, b: np.ravel(np.conjugate(a)) @ np.ravel(b))


# ---- convolution: y_k = sum a_i v_(k-i), so a_i gets sum g_k v_(k-i): g with v turned round
rule(np.convolve, lambda g, y, a, v, mode="full": back_to_other(full(g, a, v), v),
                  lambda g, y, a, v, mode="full": back_to_other(full(g, a, v), a))


def back_to_other(g, one):
    return np.convolve(g, conj(np.flip(one)), "valid")


def full(g, a, v):
    """The upstream of mode "full", with 0 for the answers that the mode leaves out."""
    length = np.size(a) + np.size(v) - 1
    left = (length - len(g)) // 2
    return scatter(g, indices=[slice(left, left + len(g))], shape=(length,))


# ---- einsum: the gradient of one operand is an einsum of the upstream with the other operands.
# y = einsum("ij,jk->ik", a, b) is y_ik = sum_j a_ij b_jk, so a_ij gets sum_k g_ik b_jk, which is
# einsum("ik,jk->ij", g, b).
def einsum_back(which, g, y, *operands, subscripts="", optimize=False):
    return [einsum_back_to(i, g, operands, subscripts, optimize is not False) for i in which]


def einsum_back_to(i, g, operands, subscripts, optimize):
    *inputs, out = subscripts.replace("->", ",").split(",")
    terms = [(out, g), *((s, conj(x)) for j, (s, x) in enumerate(zip(inputs, operands)) if j != i)]
    sizes = sorted((letter, n) for s, x in terms for letter, n in zip(s, np.shape(x)))
    lengths = dict(sizes)  # of each letter, the largest
    wanted, capitals = "", iter(c for c in map(chr, range(65, 91)) if c not in subscripts)
    for letter, size in zip(inputs[i], np.shape(operands[i])):
        spare = next(capitals) if letter in wanted else letter
        if spare != letter:  # "ii->i" walks the diagonal: a_iA gets g_i 1_iA, an identity matrix
            terms.append((letter + spare, np.eye(size)))
        elif lengths.get(letter, -1) < size:  # "ij->i" sums j away: a_ij gets g_i 1_j, with a vector of ones
            terms.append((letter, np.ones(size)))
        wanted += spare
    formula = ",".join(s for s, _ in terms) + "->" + wanted
    return np.einsum(formula, *(x for _, x in terms), optimize=optimize)


contract = operation(each=einsum_back, name="Einsum")(
    lambda *xs, subscripts, optimize: np.einsum(subscripts, *xs, optimize=optimize))


def as_text(*args):
    """np.einsum(a, [0, 1], b, [1, 2], [0, 2]) as "ab,bc->ac", [a, b]."""
    def text(numbers):
        return "".join("..." if i is Ellipsis else chr(ord("a") + i) for i in numbers)

    pairs = len(args) // 2
    out = ["->" + text(args[-1])] if len(args) % 2 else []
    return "".join([",".join(map(text, args[1 : 2 * pairs : 2])), *out]), args[: 2 * pairs : 2]


@composite(np.einsum)
def einsum(subscripts, *operands, optimize=False):
    """Spell out what einsum lets you leave away: the dots and the arrow."""
    if not isinstance(subscripts, str):
        subscripts, operands = as_text(subscripts, *operands)
    inputs, arrow, out = subscripts.replace(" ", "").partition("->")
    letters = "".join(c for c in map(chr, range(90, 64, -1)) if c not in subscripts)
    each = inputs.split(",")
    if len(each) != len(operands):
        raise ValueError(f"np.einsum got {len(operands)} arrays for the {len(each)} terms of {subscripts!r}.")
    dots = [  # so many axes do the dots of each stand for
        np.ndim(x) - len(s.replace("...", "")) if "..." in s else 0 for s, x in zip(each, operands)]
    spelled = [s.replace("...", letters[max(dots) - n : max(dots)]) for s, n in zip(each, dots)]
    if not arrow:
        once = sorted(c for c in set(inputs) - set(".,") if inputs.count(c) == 1)
        out = "..." + "".join(once)
    elif max(dots) and "..." not in out:
        raise ValueError(f"np.einsum keeps the axes of the dots: {subscripts!r} needs them in its answer.")
    out = out.replace("...", letters[: max(dots)])
    return contract(*operands, subscripts=",".join(spelled) + "->" + out, optimize=optimize)
