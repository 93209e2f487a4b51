"""Lesson 08, its exercises once more: other layers, other orders, another direction, another bug."""

import numpy as np

from helpers import autodiff as ad

from ..further import sized
from ..small import WholeNumbers
from . import Variation


def scaled_case(rng, rows=None, size=None):
    """An upstream, a batch, and a scale for each column."""
    rows, size = rows or int(rng.integers(3, 6)), size or 2
    return rng.normal(size=(rows, size)), rng.normal(size=(rows, size)), rng.normal(size=size)


SCALED = Variation(
    "A layer that scales and moves each column: y = x * g + b, with one g and one b for every column.",
    title="A scale for each column",
    inputs=scaled_case,
    wider=sized(scaled_case, square=(3, 3), one_row=(1, 4), one_column=(4, 1), more=(9, 5)),
    small=(scaled_case(WholeNumbers(), 2, 1),),
    takes=("upstream", "x", "g"), gives=("to_x", "to_g", "to_b"),
    reference=lambda upstream, x, g: ad.vjp(lambda x, g, b: x * g + b, x, g, 0 * g)[1](upstream),
    answer="scale_back",
    stub="""
    def scale_back(upstream, x, g):
        # y = x * g + b, with a row for each example
        to_x = upstream * g
        to_g = ...
        to_b = ...
        return to_x, to_g, to_b
    """,
    solution="""
    def scale_back(upstream, x, g):
        to_x = upstream * g
        to_g = (upstream * x).sum(axis=0)
        to_b = upstream.sum(axis=0)
        return to_x, to_g, to_b
    """,
    because="g and b serve every row, so both add up what the rows send.",
    hints=(
        "g[j] multiplies x[r, j], in every row r. What does each row send to it, and what becomes of that?",
        "dg[j] = Σ_r upstream[r, j] · x[r, j],   db[j] = Σ_r upstream[r, j]",
        """
        to_x = upstream * g
        to_g = (upstream * ___).sum(axis=___)
        to_b = upstream.sum(axis=___)
        """,
    ),
    wrong=(
    "upstream-for-bias", "bias-averaged",
    ("scale-not-summed", "to_g = upstream * x",
     "g got a gradient for every row. It is one g for all of them: sum over the rows, axis 0."),
    ("scale-averaged", "to_g = (upstream * x).mean(axis=0)",
     "g got the mean over the rows. Each row uses g, and what they send adds up."),
    ("scale-without-upstream", "to_g = x.sum(axis=0)", "g lacks the upstream: multiply x by it, then sum."),
    ("scale-without-x", "to_g = upstream.sum(axis=0)", "At g the upstream meets the other factor, x."),
    ("scale-meets-itself", "to_g = (upstream * g).sum(axis=0)",
     "At g the upstream meets the other factor, x. You let it meet g itself."),
    ),
)  # fmt: skip


def sigmoid_case(rng, rows=3, hidden=4):
    """What the way down to the first layer needs, with the sigmoid in place of tanh."""
    X, W1, b1 = rng.normal(size=(rows, 2)), rng.normal(size=(2, hidden)), rng.normal(size=hidden)
    a = X @ W1 + b1
    return X, a, 1 / (1 + np.exp(-a)), rng.normal(size=(hidden, 2)), rng.normal(size=(rows, 2))


SIGMOID_DOWN = Variation(
    "h = sigmoid(a), whose slope is h · (1 − h). Put the way down to the first layer in order.",
    inputs=sigmoid_case,
    takes=("X", "a", "h", "W2", "ds"),
    small=((np.array([[2.0], [1.0]]), np.zeros((2, 1)), np.full((2, 1), 0.5), np.array([[4.0]]),
            np.array([[1.0], [2.0]])),),
    stub="""
    # Given: X, a, h, W2 and ds; h is sigmoid(a). Four lines find dW1 and db1.
    #   A   da = dh * h * (1 - h)
    #   B   db1 = da.sum(axis=0)
    #   C   dW1 = X.T @ dh
    #   D   dh = ds @ W2.T
    #   E   dW1 = X.T @ da
    #   F   da = dh * a * (1 - a)
    order = "..."
    """,
    solution="""
    order = "D A E B"
    """,
    because="Each line hands on upstream times local: through the layer, through the sigmoid, then to both.",
    hints=(
        "Start at ds. What does it pass first on its way down, what next, and what hangs below that?",
        "dh = ds W2ᵀ,   da = dh ⊙ h ⊙ (1 − h),   dW1 = Xᵀ da,   db1 = Σ over the rows of da",
        """
        through the second layer:   D
        through the sigmoid:        __
        to the weights:             __
        to the bias:                __
        """,
    ),
    wrong=(
    ("input-for-output", "D F E B", "Line F takes the slope from a. It is h · (1 − h), with the output h."),
    ("sigmoid-left-out", "D C A B",
     "W1 gets what arrives at h. On its way to a it passes the sigmoid: multiply by its slope first."),
    ("line-too-early", "A D E B"),
    ("line-missing", "D A E"),
    ("line-too-many", "D A C E B"),
    ),
)  # fmt: skip


FROM_AHEAD = Variation(
    "Now half a step ahead and half a step behind: measure with f(x + h·v/2) and f(x − h·v/2).",
    stub="""
    def along(f, gradient, x, v):
        # f takes x and gives one number; gradient is what somebody claims is its gradient at x.
        h = 12e-6
        measured = ...  # from f(x + h * v / 2) and f(x - h * v / 2)
        claimed = ...
        return measured, claimed
    """,
    solution="""
    def along(f, gradient, x, v):
        h = 12e-6
        measured = (f(x + h * v / 2) - f(x - h * v / 2)) / h
        claimed = np.sum(gradient * v)
        return measured, claimed
    """,
    hints=(
        "How long is the way from behind to ahead now? The claim: what does each entry add for a step of v?",
        "measured = (f(x + h·v/2) − f(x − h·v/2)) / h,   claimed = Σ gradient · v",
        """
        measured = (f(x + h * v / 2) - f(x - h * v / 2)) / ___
        claimed = np.sum(gradient * ___)
        """,
    ),
    wrong=(
    "one-sided", "direction-forgotten", "along-the-claim", "step-not-in-the-slope", "turned-round",
    "believed",
    ("half-of-it", "measured / 2, claimed",
     "What you measured is half too small: from x − h·v/2 to x + h·v/2 the way is h."),
    "claim-summed", "claim-averaged", "claim-not-summed", "claim-whole",
    ),
)  # fmt: skip


KEPT_INSIDE = Variation(
    "The same step with two other bugs: repair it.",
    stub="""
    def step(w, b, Xs, ys):
        # Xs and ys are lists, a part in each place; the model is the sigmoid of X @ w + b, b is one number
        dw, db = 0.0, 0.0
        for X, y in zip(Xs, ys):
            rows = len(y)
            miss = y - 1 / (1 + np.exp(-(X @ w + b)))
            dw = dw + X.T @ miss / rows
            db = db + miss.sum() / rows
        return w - 0.5 * dw, b - 0.5 * db
    """,
    solution="""
    def step(w, b, Xs, ys):
        rows = sum(len(y) for y in ys)
        dw, db = 0.0, 0.0
        for X, y in zip(Xs, ys):
            miss = 1 / (1 + np.exp(-(X @ w + b))) - y
            dw = dw + X.T @ miss / rows
            db = db + miss.sum() / rows
        return w - 0.5 * dw, b - 0.5 * db
    """,
    because="The miss is what is said minus what is true, and the mean divides by the rows of all parts.",
    hints=(
        "Which way does a step go if what is said is too high? And over which rows is the mean?",
        "miss = sigmoid(X w + b) − y;   rows = the number of rows of all parts together",
        """
        rows = sum(len(___) for y in ys)
        dw, db = 0.0, 0.0
        for X, y in zip(Xs, ys):
            miss = 1 / (1 + np.exp(-(X @ w + b))) - ___
            dw = dw + X.T @ miss / rows
            db = db + miss.sum() / rows
        """,
    ),
    wrong=(
    "uphill", "a-step-for-each", "never-divided", "gradients-returned", "first-part-alone",
    ("means-added", "rows = sum(len(y) for y in ys) -> rows = len(ys[0])",
     "The sign is right now. But you add up the means of the parts: divide by the rows of all of them."),
    "mean-of-means", "bias-hears-one",
    ),
)  # fmt: skip


def word_case(rng, words=4, places=5, size=3):
    """An upstream for a mean over words: one row, the table, and the words."""
    return (
        rng.normal(size=size),
        rng.normal(size=(words, size)),
        np.append(rng.integers(0, words, size=places - 1), 0),
    )


MEAN_OF_WORDS = Variation(
    "A sentence as the mean of its words' rows: y = table[rows].mean(axis=0). One upstream row for it.",
    title="The mean of some rows",
    inputs=word_case,
    wider=sized(word_case, square=(3, 3, 3), one_row=(3, 1, 4), one_column=(4, 5, 1), more=(9, 12, 2)),
    small=((np.array([6.0]), np.array([[7.0], [8.0]]), np.array([0, 0, 1])),),
    forward=lambda table, rows: table[rows].mean(axis=0),
    reference=lambda upstream, table, rows: ad.vjp(lambda t: np.mean(t[rows], axis=0), table)[1](upstream)[0],
    stub="""
    def table_back(upstream, table, rows):
        # y = table[rows].mean(axis=0), one row
        picks = np.eye(len(table))[rows]
        return ...
    """,
    solution="""
    def table_back(upstream, table, rows):
        picks = np.eye(len(table))[rows]
        return np.outer(picks.sum(axis=0), upstream) / len(rows)
    """,
    because="Each place sends upstream / n to its row, and a row used several times adds that up.",
    hints=(
        "Each of the n places sends the same. What, and to which row? How often is each row used?",
        "row k gets (number of places with k) · upstream / n",
        """
        picks = np.eye(len(table))[rows]
        return np.outer(picks.sum(axis=___), upstream) / len(___)
        """,
    ),
    wrong=(
    ("not-divided", "right * len(rows)", "The mean divides by how many there are: each sends upstream / n."),
    ("counted-once", "(right != 0) * upstream / len(rows)",
     "A row used several times gets its share several times: count the places."),
    ("lookups-counted", "right / np.where(upstream, upstream, 1.0)",
     "You count how often each row was looked up. Every place sends upstream / n."),
    ("divided-by-the-table", "right * len(rows) / len(table)",
     "You divide by the rows of the table. The mean is over the places of the sentence."),
    "added-to-the-table", "stopped", "sign-flipped",
    ),
)  # fmt: skip


GATED = Variation(
    "A block that multiplies instead: y = x * (tanh(x @ W) @ V). Here too x goes two ways.",
    title="A block with a gate",
    forward=lambda x, W, V: x * (np.tanh(x @ W) @ V),
    reference=lambda upstream, *case: ad.vjp(lambda x, W, V: x * (np.tanh(x @ W) @ V), *case)[1](upstream),
    stub="""
    def block_back(upstream, x, W, V):
        t = np.tanh(x @ W)
        gate = t @ V
        to_V = t.T @ (upstream * x)
        return ..., ..., to_V  # to x, to W, to V
    """,
    solution="""
    def block_back(upstream, x, W, V):
        t = np.tanh(x @ W)
        gate = t @ V
        to_V = t.T @ (upstream * x)
        da = (upstream * x) @ V.T * (1 - t * t)
        return upstream * gate + da @ W.T, x.T @ da, to_V
    """,
    because="x goes two ways, and both send: as a factor upstream · gate, through the layers its share.",
    hints=(
        "x stands twice in y = x · (tanh(x W) V). What does each of the two send, and what becomes of them?",
        "da = ((upstream ⊙ x) Vᵀ) ⊙ (1 − t²),   dx = upstream ⊙ gate + da Wᵀ,   dW = xᵀ da",
        """
        da = (upstream * x) @ V.T * (1 - ___)
        return upstream * ___ + da @ W.T, x.T @ ___, to_V
        """,
    ),
    wrong=(
    ("factor-forgotten", "return da @ W.T, x.T @ da, to_V",
     "x got the layers' share alone. It is a factor of the output as well: add upstream · gate."),
    ("layers-forgotten", "return upstream * gate, x.T @ da, to_V",
     "x got its share as a factor. Through the layers comes another: add da @ W.T."),
    ("factor-left-out", "(upstream * x) @ V.T * -> upstream @ V.T *",
     "What goes down into the layers lacks x: in a product each factor gets the upstream times the other."),
    ("square-forgotten", "1 - t * t -> 1 - t", "The square is missing: the slope of tanh is 1 − t²."),
    ("upstream-missing-at-tanh", "(upstream * x) @ V.T * (1 - t * t) -> 1 - t * t",
     "The upstream stops at tanh: da is its local slope alone. Multiply by what arrives."),
    ("way-round-as-sum", "return upstream + da @ W.T, x.T @ da, to_V",
     "As a factor x gets the upstream times the other factor, the gate. You handed it on as in a sum."),
    ("tanh-left-out", "(upstream * x) @ V.T * (1 - t * t) -> (upstream * x) @ V.T",
     "tanh is missing on the way down: multiply what arrives there by 1 − t²."),
    ),
)  # fmt: skip


VARIATIONS = {
    "08.1": (SCALED,),
    "08.2": (SIGMOID_DOWN,),
    "08.3": (FROM_AHEAD,),
    "08.4": (KEPT_INSIDE,),
    "08.5": (MEAN_OF_WORDS,),
    "08.6": (GATED,),
}
