"""Lesson 02, its guesses once more with other numbers."""

import numpy as np

from helpers import autodiff as ad

from ..prediction import PredictionKey

PAIR = np.array([[1.0, 5.0], [2.0, 3.0]])  # a Jacobian with no zero in it


def two_from_four(x):
    """Two numbers from four."""
    return np.stack([np.sum(x), np.prod(x)])


def four_from_many(x):
    """Four numbers from any number of them."""
    return np.sin(np.outer(np.arange(1.0, 5.0), x).sum(axis=1))


TWO_OUTPUTS = PredictionKey(
    "02.p1",
    "x holds 4 numbers, y = f(x) holds 2. How many numbers does ad.gradients(y, x) give?",
    example=5,
    truth=lambda: ad.grad(lambda x: np.sum(two_from_four(x)))(np.ones(4)).size,
    because="A gradient looks like x, whatever y looks like: 4 numbers. So eight slopes were made into 4.",
    guesses=(
    ("vector-gradient-is-a-matrix", "2 * 4",
     "Those are all the slopes there are, the Jacobian. A gradient function never hands it out."),
    ("one-per-output", "2",
     "That is one for each output. A gradient has the shape of what you differentiate by, and that is x."),
    ("one-for-everything", "1",
     "One number would do if x were one number. Each of the four inputs gets a slope of its own."),
    ),
)

OTHER_ROWS = PredictionKey(
    "02.p2",
    "The Jacobian is [[1, 5], [2, 3]]. What does ad.gradients(y, x) give, without grad_ys?",
    example=[1, 2],
    truth=lambda: ad.vjp(lambda x: PAIR @ x, np.ones(2))[1](np.ones(2))[0],
    because="Ones add the rows: [1 + 2, 5 + 3]. The diagonal, [1, 3], is something else.",
    guesses=(
    ("ones-are-the-diagonal", "np.diag(PAIR)",
     "That is the diagonal. Ones add whole rows, and these hold numbers off the diagonal, too."),
    ("jvp-for-vjp", "PAIR @ [1, 1]",
     "You added along the rows: that is the JVP with ones. An upstream adds the rows to each other."),
    ("averaged", "PAIR.mean(axis=0)",
     "That is the mean of the rows. Nothing divides by the number of outputs."),
    ("first-row-alone", "PAIR[0]",
     "That is the first row, the gradient of the first output alone. The second counts as well."),
    ),
)

OTHER_BYTES = PredictionKey(
    "02.p3",
    "x holds 1,000 float64 numbers and y holds 2,000. How many megabytes is the Jacobian?",
    example=3,
    truth=lambda: np.zeros(1_000).nbytes * 2_000 / 1e6,
    because="2,000 × 1,000 slopes of 8 bytes make 16 megabytes. The VJP takes 0.008.",
    guesses=(
    ("one-vector", "1_000 * 8 / 1e6",
     "That is one row of the Jacobian: a VJP. There are as many such rows as y has numbers."),
    ("sizes-added", "(1_000 + 2_000) * 8 / 1e6",
     "You added the sizes. There is a slope for every pair of an output and an input: multiply."),
    ("bytes-for-megabytes", "1_000 * 2_000 * 8",
     "That is the number of bytes. A megabyte is a million of them."),
    ("bytes-forgotten", "1_000 * 2_000 / 1e6",
     "That is how many million numbers it holds. Each of them takes 8 bytes."),
    ),
)

MANY_INPUTS = PredictionKey(
    "02.p4",
    "f takes 200 numbers to 4. With how few VJPs or JVPs do you get its whole Jacobian?",
    example=20,
    truth=lambda: min(ad.jacobian(four_from_many)(np.ones(200)).shape),
    because="There are 4 rows and 200 columns; a VJP gives a row: 4 of them are enough.",
    guesses=(
    ("forward-by-habit", "200",
     "That is the count for JVPs, a column each. Rows are fewer here, and a VJP gives a row."),
    ("one-per-entry", "200 * 4",
     "That would be one for every slope. One VJP brings a whole row, one JVP a whole column."),
    ("one-for-all", "1",
     "One sweep gives one mix of rows or of columns. It cannot be taken apart into all of them."),
    ("rows-and-columns", "200 + 4",
     "You counted rows and columns. All the rows, or all the columns, hold every slope already."),
    ),
)

VARIATIONS = {
    "02.p1": (TWO_OUTPUTS,),
    "02.p2": (OTHER_ROWS,),
    "02.p3": (OTHER_BYTES,),
    "02.p4": (MANY_INPUTS,),
}
