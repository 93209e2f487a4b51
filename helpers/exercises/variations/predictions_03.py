"""Lesson 03, its guesses once more: other entries, other shapes."""

import numpy as np

from helpers import autodiff as ad

from ..lesson_03 import A, B
from ..prediction import PredictionKey

MATRICES = "A = [[1, 2], [3, 4]], B = [[6, 7, 8], [9, 10, 11]]"

OTHER_ROW = PredictionKey(
    "03.p1",
    f"C = A B, {MATRICES}. A[1,1] grows by 1. By how much does each entry of C move?",
    example=[[1, 1, 1], [1, 1, 1]],
    truth=lambda: np.add(A, [[0, 0], [0, 1]]) @ B - A @ B,
    because="Row 1 of C moves by row 1 of B; nothing else moves.",
    guesses=(
    ("one-entry-alone", "[[0, 0, 0], [0, 10, 0]]",
     "That moves C[1,1] alone. A[1,1] takes part in every entry of row 1 of C."),
    ("column-for-row", "[[0, 7, 0], [0, 10, 0]]",
     "That moves a column of C. A column is moved by an entry of B; an entry of A moves a row."),
    ("other-row-of-b", "[[0, 0, 0], B[0]]",
     "The right row moves, but by the other row of B: A[1,1] is multiplied by row 1 of B."),
    ("every-row", "[B[1], B[1]]",
     "That moves both rows of C. Row 0 of C is made from row 0 of A, which did not change."),
    ),
)

OTHER_NUMBER = PredictionKey(
    "03.p2",
    f"C = A B, {MATRICES}. What is gradients(c[1,2], a), the gradient of C[1,2] = 68?",
    example=[[1, 1], [1, 1]],
    truth=lambda: ad.grad(lambda a: (a @ B)[1, 2])(A),
    because="C[1,2] = 3·8 + 4·11, so its slopes are 8 for A[1,0], 11 for A[1,1], and 0 elsewhere.",
    guesses=(
    ("summed-anyway", "ad.grad(lambda a: np.sum(a @ B))(A)",
     "That is the gradient of the sum of all of C. Here every entry but C[1,2] has the weight 0."),
    ("row-for-column", "[[0, 0], [9, 10]]",
     "Those are entries of a row of B. C[1,2] is row 1 of A times column 2 of B: 3·8 + 4·11."),
    ("every-row", "[[8, 11], [8, 11]]",
     "The second row is right. Row 0 of A takes no part in C[1,2], so its gradient is 0."),
    ("one-entry-alone", "[[0, 0], [8, 0]]", "A[1,1] takes part in C[1,2] too: 68 = 3·8 + 4·11."),
    ),
)


def shapes_of_products(g, b):
    """The shapes of all products of G or Gᵀ with B or Bᵀ, in either order, that can be computed."""
    pairs = [(p, q) for one in (g, g[::-1]) for two in (b, b[::-1]) for p, q in ((one, two), (two, one))]
    return [(p[0], q[1]) for p, q in pairs if p[1] == q[0]]


ONE_THAT_FITS = PredictionKey(
    "03.p3",
    "G is 2 by 4, B is 3 by 4, A is 2 by 3. Of the eight products, how many have A's shape?",
    example=5,
    truth=lambda: shapes_of_products((2, 4), (3, 4)).count((2, 3)),
    because="G Bᵀ alone, so 1: with no two sizes alike, shapes do decide. They still give no reason.",
    guesses=(
    ("as-for-squares", "2", "Besides G Bᵀ there is B Gᵀ, but that is 3 by 2: A is 2 by 3."),
    ("all-fit", "8",
     "All eight fit when every matrix is square. Here G B, for one, cannot even be computed."),
    ("nothing-fits", "0", "G Bᵀ is 2 by 4 times 4 by 3, and that is 2 by 3."),
    ),
)

OTHER_VECTORS = PredictionKey(
    "03.p4",
    "x = [1, 2, 3] and g = [10, 1, 5] are 1-D arrays. How many numbers does x.T @ g hold?",
    example=2,
    truth=lambda: np.size(np.array([1.0, 2.0, 3.0]).T @ np.array([10.0, 1.0, 5.0])),
    because="x.T is x itself, so this is the dot product 1·10 + 2·1 + 3·5 = 27: 1 number.",
    guesses=(
    ("outer-product", "3 * 3",
     "A column times a row has 9, but x.T of a 1-D array is x itself. np.outer(x, g) has the 9."),
    ("elementwise", "3", "That is x * g, entry by entry. @ adds the products up: 1·10 + 2·1 + 3·5."),
    ("value-for-count", "27",
     "That is the value itself. The question is how many numbers it holds: it is a single one."),
    ),
)

FOUR_COPIES = PredictionKey(
    "03.p5",
    "Four copies of A = [[1, 2], [3, 4]] share one B, C = A B. What gradient of C's sum arrives at B[1,0]?",
    example=7,
    truth=lambda: ad.grad(lambda b: np.sum(np.stack([A, A, A, A]) @ b))(B)[1, 0],
    because="Each copy sends 2 + 4 = 6 to B[1,0], and there are four of them: 24.",
    guesses=(
    ("not-summed", "2 + 4",
     "That is what one copy sends, 2 + 4. B is used by all four, and what they send adds up."),
    ("averaged", "(2 + 4) / 4",
     "That shares out what one copy sends. Nothing is shared out: what the copies send adds up."),
    ("one-entry-alone", "4 * 2",
     "That follows C[0,0] of every copy. B[1,0] moves C[1,0] as well, by A[1,1] = 4."),
    ),
)

VARIATIONS = {
    "03.p1": (OTHER_ROW,),
    "03.p2": (OTHER_NUMBER,),
    "03.p3": (ONE_THAT_FITS,),
    "03.p4": (OTHER_VECTORS,),
    "03.p5": (FOUR_COPIES,),
}
