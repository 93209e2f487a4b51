"""Lesson 08 once more: other layers, other orders, another direction, another bug, other numbers."""

import numpy as np

from helpers import autodiff as ad
from helpers.exercises.key.further import sized
from helpers.exercises.key.variations import Variation
from helpers.exercises.say.small import WholeNumbers

from .ferries import cross_entropy, softmax
from .keys import after_steps


def scaled_case(rng, rows=None, size=None):
    """An upstream, a batch, and a scale for each column."""
    rows, size = rows or int(rng.integers(3, 6)), size or 2
    return rng.normal(size=(rows, size)), rng.normal(size=(rows, size)), rng.normal(size=size)


def sigmoid_case(rng, rows=3, hidden=4):
    """What the way down to the first layer needs, with the sigmoid in place of tanh."""
    X, W1, b1 = rng.normal(size=(rows, 2)), rng.normal(size=(2, hidden)), rng.normal(size=hidden)
    a = X @ W1 + b1
    return X, a, 1 / (1 + np.exp(-a)), rng.normal(size=(hidden, 2)), rng.normal(size=(rows, 2))


def word_case(rng, words=4, places=5, size=3):
    """An upstream for a mean over words: one row, the table, and the words."""
    chosen = np.append(rng.integers(0, words, size=places - 1), 0)
    return rng.normal(size=size), rng.normal(size=(words, size)), chosen


# --- for the guesses ---


def large_in_float32():
    """The slope of a square at 1000 in float32, measured with a step of 1e-5."""
    x, h = np.float32(1000), np.float32(1e-5)
    return float(((x + h) ** 2 - (x - h) ** 2) / (2 * h))


def written_last():
    """What stands in row 1 after grad[[1, 1, 0]] += [5, 7, 9]."""
    grad = np.zeros(2)
    grad[np.array([1, 1, 0])] += np.array([5.0, 7.0, 9.0])
    return float(grad[1])


VARIATIONS = [
Variation(
    "08.2",
    "A layer that scales and moves each column: y = x * g + b, with one g and one b for every column.",
    title="A scale for each column",
    code="""
      def scale_back(upstream, x, g):
          # y = x * g + b, with a row for each example
          to_x = upstream * g
    -     to_g = ...
    -     to_b = ...
    +     to_g = (upstream * «x»).sum(axis=«0»)
    +     to_b = upstream.sum(axis=«0»)
          return to_x, to_g, to_b
    """,
    inputs=scaled_case,
    wider=sized(scaled_case, square=(3, 3), one_row=(1, 4), one_column=(4, 1), more=(9, 5)),
    small=(scaled_case(WholeNumbers(), 2, 1),),
    takes=("upstream", "x", "g"), gives=("to_x", "to_g", "to_b"),
    reference=lambda upstream, x, g: ad.vjp(lambda x, g, b: x * g + b, x, g, 0 * g)[1](upstream),
    because="g and b serve every row, so both add up what the rows send.",
    hints=(
        "g[j] multiplies x[r, j], in every row r. What does each row send to it, and what becomes of that?",
        "dg[j] = Σ_r upstream[r, j] · x[r, j],   db[j] = Σ_r upstream[r, j]",
    ),
    wrong=(
    "upstream-for-bias", "averaged-over-rows", "bias-other-axis", "bias-summed-to-one", "bias-first-row",
    "bias-keeps-an-axis",
    ("scale-not-summed", "to_g = upstream * x",
     "g got a gradient for every row. It is one g for all of them: sum over the rows, axis 0."),
    ("scale-averaged", "to_g = (upstream * x).mean(axis=0)",
     "g got the mean over the rows. Each row uses g, and what they send adds up."),
    ("scale-without-upstream", "to_g = x.sum(axis=0)", "g lacks the upstream: multiply x by it, then sum."),
    ("outer-product-for-scale", "to_g = x.T @ upstream",
     "That multiplies every column of x by every one of the upstream. g[j] multiplies column j alone."),
    ("scale-without-x", "to_g = upstream.sum(axis=0)", "At g the upstream meets the other factor, x."),
    ("scale-meets-itself", "to_g = (upstream * g).sum(axis=0)",
     "At g the upstream meets the other factor, x. You let it meet g itself."),
    )),
Variation("08.3", "h = sigmoid(a), whose slope is h · (1 − h). Put the way down to the first layer in order.",
    words={"W2 and ds. Four": "W2 and ds; h is sigmoid(a). Four", "(1 - a * a)": "a * (1 - a)",
           "(1 - h * h)": "h * (1 - h)", "(1 − h²)": "h ⊙ (1 − h)", "1 − h²": "h · (1 − h)",
           "tanh": "the sigmoid",
           "1 − tanh(a)², and tanh(a) is h": "h · (1 − h), with the output h",
           "through tanh:       ": "through the sigmoid:"},
    letters="EDFBAGC",
    inputs=sigmoid_case,
    small=((np.array([[2.0], [1.0]]), np.zeros((2, 1)), np.full((2, 1), 0.5), np.array([[4.0]]),
            np.array([[1.0], [2.0]])),),
    right=("X.T @ (da := ad.vjp(lambda a: (1 / (1 + np.exp(-a))) @ W2, a)[1](ds)[0]), da.sum(0)", "D A B E"),
),
Variation("08.4", "Now half a step ahead and half a step behind: measure with f(x + h·v/2) and f(x − h·v/2).",
    words={"h = 6e-6": "h = 12e-6",
           "measured = ...": "measured = ...  # from f(x + h * v / 2) and f(x - h * v / 2)",
           "(f(x + h * «v») - f(x - h * «v»)) / («2» * h)": "(f(x + h * v / 2) - f(x - h * v / 2)) / «h»",
           "2h": "h", "h·v": "h·v/2", "x + h · v": "x + h · v / 2", "x − h · v": "x − h · v / 2"},
    hints=(
        "How long is the way from behind to ahead now? The claim: what does each entry add for a step of v?",
        "measured = (f(x + h·v/2) − f(x − h·v/2)) / h,   claimed = Σ gradient · v",
    ),
    without="half-the-way direction-divides multiplied-by-h",
    wrong=(
    ...,
    ("half-of-it", "measured / 2, claimed",
     "What you measured is half the slope: from x − h·v/2 to x + h·v/2 the way is h."),
    )),
Variation("08.1", "The same step with two other bugs: repair it.",
    code="""
      def step(w, b, Xs, ys):
          # Xs and ys are lists, a part in each place; the model is the sigmoid of X @ w + b, b is one number
    +     rows = sum(len(«y») for y in ys)
          dw, db = 0.0, 0.0
          for X, y in zip(Xs, ys):
    -         rows = len(y)
    -         miss = y - 1 / (1 + np.exp(-(X @ w + b)))
    +         miss = 1 / (1 + np.exp(-(X @ w + b))) - «y»
              dw = dw + X.T @ miss / rows
              db = db + miss.sum() / rows
          return w - 0.5 * dw, b - 0.5 * db
    """,
    because="The miss is what is said minus what is true, and the mean divides by the rows of all parts.",
    hints=("Which way does a step go if what is said is too high? And over which rows is the mean?",
           "miss = sigmoid(X w + b) − y;   rows = the number of rows of all parts together"),
    without="still-cleared",
    wrong=(
    ...,
    ("bias-hears-one", "", "The bias hears the first row of each part alone: sum miss over the rows."),
    ("means-added", "",
     "The sign is right now. But you add up the means of the parts: divide by the rows of all of them."),
    ("uphill", "", "You go uphill: one sign is turned, that of the miss or that of the step."),
    ("rows-so-far", "sum(len(y) for y in ys) -> 0; @ miss / rows -> @ miss / (rows := rows + len(y))",
     "Each part is divided by the rows so far. Those of all parts have to be known first."),
    )),
Variation(
    "08.6",
    "A sentence as the mean of its words' rows: y = table[rows].mean(axis=0). One upstream row for it.",
    title="The mean of some rows",
    code="""
      def table_back(upstream, table, rows):
          # y = table[rows].mean(axis=0), one row
          picks = np.eye(len(table))[rows]
    -     return ...
    +     return np.outer(picks.sum(axis=«0»), upstream) / len(«rows»)
    """,
    inputs=word_case,
    wider=sized(word_case, square=(3, 3, 3), one_row=(3, 1, 4), one_column=(4, 5, 1), more=(9, 12, 2)),
    small=((np.array([6.0]), np.array([[7.0], [8.0]]), np.array([0, 0, 1])),),
    forward=lambda table, rows: table[rows].mean(axis=0),
    reference=lambda upstream, table, rows: ad.vjp(lambda t: np.mean(t[rows], axis=0), table)[1](upstream)[0],
    because="Each place sends upstream / n to its row, and a row used several times adds that up.",
    hints=("Each of the n places sends the same. What, and to which row? How often is each row used?",
           "row k gets (number of places with k) · upstream / n"),
    wrong=(
    ("not-divided", "right * len(rows)", "The mean divides by how many there are: each sends upstream / n."),
    ("counted-once", "(right != 0) * upstream / len(rows)",
     "A row used several times gets its share several times: count the places."),
    ("lookups-counted", "right / np.where(upstream, upstream, 1.0)",
     "You count how often each row was looked up. Every place sends upstream / n."),
    ("divided-by-the-table", "right * len(rows) / len(table)",
     "You divide by the rows of the table. The mean is over the places of the sentence."),
    "added-to-the-table", "table-after-the-step",
    )),
Variation("08.7", "A block that multiplies instead: y = x * (tanh(x @ W) @ V). Here too x goes two ways.",
    title="A block with a gate",
    code="""
      def block_back(upstream, x, W, V):
          t = np.tanh(x @ W)
          gate = t @ V
          to_V = t.T @ (upstream * x)
    -     return ..., ..., to_V  # to x, to W, to V
    +     da = (upstream * x) @ V.T * (1 - «t * t»)
    +     return upstream * «gate» + da @ W.T, x.T @ «da», to_V
    """,
    forward=lambda x, W, V: x * (np.tanh(x @ W) @ V),
    reference=lambda upstream, *case: ad.vjp(lambda x, W, V: x * (np.tanh(x @ W) @ V), *case)[1](upstream),
    because="x goes two ways, and both send: as a factor upstream · gate, through the layers its share.",
    hints=(
        "x appears twice in y = x · (tanh(x W) V). What does each of the two send, and what becomes of them?",
        "da = ((upstream ⊙ x) Vᵀ) ⊙ (1 − t²),   dx = upstream ⊙ gate + da Wᵀ,   dW = xᵀ da",
    ),
    wrong=(
    "square-forgotten", "slope-of-the-sigmoid", "square-of-all", "tanh-twice", "slope-at-what-goes-in",
    ("factor-forgotten", "return da @ W.T, x.T @ da, to_V",
     "x got the layers' share alone. It is a factor of the output as well: add upstream · gate."),
    ("layers-forgotten", "return upstream * gate, x.T @ da, to_V",
     "x got its share as a factor. Through the layers comes another: add da @ W.T."),
    ("factor-left-out", "(upstream * x) @ V.T * -> upstream @ V.T *",
     "What goes down into the layers lacks x: in a product each factor gets the upstream times the other."),
    ("upstream-missing-at-tanh", "(upstream * x) @ V.T * (1 - t * t) -> 1 - t * t"),
    ("way-round-as-sum", "return upstream + da @ W.T, x.T @ da, to_V",
     "As a factor x gets the upstream times the other factor, the gate. You handed it on as in a sum."),
    ("weights-turned", "return upstream * gate + da @ W.T, da.T @ x, to_V"),
    ("tanh-left-out", "(upstream * x) @ V.T * (1 - t * t) -> (upstream * x) @ V.T"),
    )),
Variation("08.5",
    "The layer y = x * g, one g a column: row r sends g the numbers x[r] * upstream[r]. How long is that?",
    title="Which row pulls at a scale",
    code="""
      def pulls(upstream, x):
          # y = x * g. For each row r: the length of x[r] * upstream[r], what it sends to g.
    -     return ...
    +     return np.linalg.norm(«x» * «upstream», axis=«1»)
    """,
    inputs=lambda rng: scaled_case(rng)[:2],
    wider=sized(lambda rng, *size: scaled_case(rng, *size)[:2], square=(3, 3), one_row=(1, 4), more=(9, 5)),
    small=((np.array([[1.0, 2.0], [2.0, 0.0]]), np.array([[3.0, 4.0], [1.0, 1.0]])),),
    reference=lambda upstream, x: np.linalg.norm(x * upstream, axis=1),
    because="A row sends x · upstream, entry by entry, and its length is the root of the sum of squares.",
    hints=(
        "Here a row sends as many numbers as there are columns. Multiply, square, add up: over which axis?",
        "length_r = √(Σ_i (x[r, i] · upstream[r, i])²)",
    ),
    right=("np.sqrt(np.sum((x * upstream) ** 2, axis=1))",),
    wrong=(
    "lengths-of-what-arrives", "x-alone", "averaged",
    ("outer-product", "np.linalg.norm(x, axis=1) * np.linalg.norm(upstream, axis=1)",
     "That is the length of an outer product. Here each x meets the upstream of its own column alone."),
    ("squares", "np.sum((x * upstream) ** 2, axis=1)", "These are squared lengths: take the root."),
    ("columns", "np.linalg.norm(x * upstream, axis=0)", "You measure the columns. Each row is asked for."),
    ("all-that-a-row-sends", "np.sum(x * upstream, axis=1)",
     "You add up what a row sends, sign and all. A length adds up the squares."),
    ("sums-for-lengths", "np.abs(np.sum(x * upstream, axis=1))"),
    ("whole-gradient", "np.linalg.norm(np.sum(x * upstream, axis=0))"),
    ("sizes-for-squares", "np.sum(np.abs(x * upstream), axis=1)"),
    )),
Variation("08.p1", "An untrained model gives a row two scores, both 3. What does softmax say to the first?",
    example=0.9, truth=lambda: float(softmax(np.array([[3.0, 3.0]]))[0, 0]),
    because="Equal scores get equal shares of 1, however large they are: 0.5.",
    wrong=(
    ("sigmoid-of-it", "1 / (1 + np.exp(-3))",
     "That is the sigmoid of 3. Softmax divides e³ by the sum over both scores."),
    ("one-score", "1", "That would be the share of a single score. Here there are two."),
    ("unnormalised", "np.exp(3)", "That is e³. Softmax divides it by the sum of both."),
    ("score-itself", "3", "That is the score. Softmax makes shares of 1."),
    )),
Variation(
    "08.p2",
    "W = 3 gets the gradient −0.2 at each of 100 steps, with rate 0.5, and nothing else. Where is it then?",
    example=1, truth=lambda: after_steps(100, start=3.0, sent=-0.2, rate=0.5),
    because="Each step takes −0.1 away, so it adds 0.1, and nothing says stop: 3 + 100 · 0.1 = 13.",
    wrong=(
    ("sign-lost", "3 - 10", "A gradient is subtracted, and this one is below 0: W goes up."),
    ("one-step", "3.1", "That is where one step leads. It is sent a hundred times."),
    ("rate-forgotten", "3 + 20", "The rate is missing: each step adds 0.5 · 0.2."),
    ("way-for-place", "10", "That is how far it has gone. It started at 3."),
    ("stays", "3", "It would stay for a gradient of 0."),
    )),
Variation(
    "08.p3",
    "x² at 1000 in float32: what is (f(1000 + h) − f(1000 − h)) / 2h with h = 1e-5? Its slope is 2000.",
    example=5, truth=large_in_float32,
    because="float32 has 7 digits: 1000 + 0.00001 is 1000 in it, and the difference of two like values is 0.",
    wrong=(
    ("as-on-paper", "2000", "On paper. But in some 7 digits 1000.00001 is 1000."),
    ("value-for-slope", "1e6", "That is the value of x² at 1000. The slope is a difference of two values."),
    ("twice", "4000", "The way is 2h, and you divided by h. But float32 sees no way at all here."),
    )),
Variation("08.p4", "Ten kinds of ship, all scores 0: what is the mean of −log p of the right one?",
    words={"one half": "one tenth", "log ½": "log 0.1", "0.5": "0.1", "-np.log(2)": "-np.log(10)"},
    example=5, truth=lambda: float(cross_entropy(softmax(np.zeros((10, 10))), np.eye(10))),
    because="p is one tenth each, and −log 0.1 is log 10, so 2.30259.",
    wrong=(
    "probability-for-loss", "sure", "sign",
    ("two-classes", "np.log(2)", "That is the loss for two. Here there are ten."),
    ("base-ten", "1.0", "With logarithms to base 10 it would be 1. np.log is natural: log 10."),
    ("number-of-classes", "10", "That is 1 / p. The loss is its logarithm."),
    )),
Variation(
    "08.p5",
    "grad is zeros, rows = [1, 1, 0]. After grad[rows] += [5, 7, 9], what does NumPy hold in grad[1]?",
    example=2, truth=written_last,
    because="NumPy reads two zeros, makes 5 and 7 of them, and writes both: the last write stays, 7.",
    wrong=(
    ("adds-up", "12", "So it should be. But NumPy reads all places first, then adds, then writes."),
    ("first-write", "5", "The first write is followed by another one to the same place."),
    ("everything", "21", "9 goes to row 0, and the writes to row 1 do not add up."),
    ("nothing", "0", "Something is written there."),
    ("averaged", "6", "Nothing is averaged: NumPy writes twice, one after the other."),
    )),
]
