"""Lesson 08: put it to work. From one layer backwards to a block whose input goes two ways.

08.2 faded, 08.3 lines to order, 08.4 blank, 08.1 a bug hunt, 08.6 faded, 08.7 transfer: a block that these
lessons have not shown, 08.5 blank.
"""

import numpy as np

from helpers import autodiff as ad
from helpers.exercises.key.further import sized
from helpers.exercises.key.kinds import Function
from helpers.exercises.key.letters import Order
from helpers.exercises.key.prediction import PredictionKey
from helpers.exercises.run.sweeps import Method
from helpers.exercises.say.small import WholeNumbers, Written

from .ferries import cross_entropy, pulls, softmax
from .inputs import (
    after_steps,
    block_case,
    claim_case,
    dies_at,
    hidden_case,
    in_float32,
    layer_case,
    lookup_case,
    one_step,
    parts_case,
    read_once,
)

LAYER = Function("08.2", covers=("broadcast-needs-no-sum", "transposes-fix-shapes"),
    inputs=layer_case,
    wider=sized(layer_case, square=(3, 3, 3), one_row=(1, 2, 4), one_output=(4, 2, 1), one_input=(3, 1, 2),
                more=(9, 5, 6)),
    small=tuple(layer_case(WholeNumbers(), *size) for size in ((2, 1, 1), (2, 1, 2))),
    takes=("upstream", "x", "W"), gives=("to_x", "to_W", "to_b"),
    reference=lambda upstream, x, W: ad.vjp(lambda x, W, b: x @ W + b, x, W, 0 * W[0])[1](upstream),
    because="W and b serve every row, so both add up what the rows send.",
    hints=(
        "W[i, j] takes x[r, i] to y[r, j], in every row r. And b[j]: in how many rows is it used?",
        "dW[i, j] = Σ_r x[r, i] · upstream[r, j],   db[j] = Σ_r upstream[r, j]",
        """
        to_x = upstream @ W.T
        to_W = «x».T @ upstream
        to_b = upstream.sum(axis=«0»)
        """,
    ),
    wrong=(
    ("upstream-for-bias", "to_b = 1.0 * upstream",
     "b got a gradient for every row. It is one bias for all of them: sum over the rows, axis 0."),
    ("averaged-over-rows", "to_b = upstream.mean(axis=0)",
     "b got the mean over the rows. Each row uses b, and what they send adds up."),
    ("bias-other-axis", "to_b = upstream.sum(axis=1)",
     "You sum each row. b is added to every row, so sum over the rows, down the columns: axis 0."),
    ("bias-gets-ones", "to_b = np.ones(W.shape[1])",
     "b got ones: that is its local slope alone. Each row sends its upstream, and they add up."),
    ("bias-summed-to-one", "to_b = upstream.sum()",
     "b got one number. It has an entry for each output: sum over the rows only."),
    ("bias-first-row", "to_b = 1.0 * upstream[0]", "b heard one row. It serves them all: add them up."),
    ("bias-keeps-an-axis", "to_b = upstream.sum(axis=0)[None]",
     "The numbers for b are right, in a table of one row. b has one axis: leave keepdims out."),
    ("rows-and-columns-exchanged", "to_W = upstream.T @ x",
     "That is dW with rows and columns exchanged. W takes inputs to outputs, so x.T comes first."),
    ("weights-divided-by-rows", "to_W = x.T @ upstream / len(x)",
     "W got the mean over the rows. If the loss is a mean, the upstream is divided already."),
    ("weights-without-upstream", "to_W = x.T @ np.ones(upstream.shape)",
     "W got what ones would send. Use the upstream that arrives."),
    ),
    words={"to_W": "what W gets", "to_b": "what b gets", "to_x": "what x gets"},
    right=(
    ("dW[i, j] = Σ_r x[r, i] · upstream[r, j],   db[j] = Σ_r upstream[r, j]", """
        def layer_back(upstream, x, W):
            to_W, to_b = np.zeros(W.shape), np.zeros(W.shape[1])
            for row, arrives in zip(x, upstream):
                to_W += np.outer(row, arrives)
                to_b += arrives
            return upstream @ W.T, to_W, to_b
     """),
    ("both add up what the rows send",
     'upstream @ W.T, np.einsum("ri,rj->ij", x, upstream), np.einsum("rj->j", upstream)'),
    ),
)  # fmt: skip


WAY_DOWN = Order("08.3", covers=("upstream-left-out", "output-saved-for-input", "broadcast-needs-no-sum"),
    inputs=hidden_case,
    small=((np.array([[2.0], [1.0]]), np.array([[0.0], [1.0]]), np.tanh([[0.0], [1.0]]), np.array([[3.0]]),
            np.array([[1.0], [2.0]])),),
    takes=("X", "a", "h", "W2", "ds"), gives=("dW1", "db1"),
    because="Each line hands on upstream times local: through the layer, through tanh, then to W1 and b1.",
    hints=(
        "Start at ds. What does it pass first on its way down, what next, and what hangs below that?",
        "dh = ds W2ᵀ,   da = dh ⊙ (1 − h²),   dW1 = Xᵀ da,   db1 = Σ over the rows of da",
        """
        through the second layer:   B
        through tanh:               __
        to the weights:             __
        to the bias:                __
        """,
    ),
    wrong=(
    ("input-for-output", "B C A D",
     "Line C takes the slope from a, the input of tanh. It is 1 − tanh(a)², and tanh(a) is h."),
    ("tanh-left-out", "B F E D",
     "W1 gets what arrives at h. On its way to a it passes tanh, whose slope is 1 − h²."),
    ("other-axis", "B E A G", "Line G sums each row. The bias serves every row: sum over the rows, axis 0."),
    ("tanh-and-axis", "B F E G",
     "W1 gets what arrives at h, without tanh's slope, and line G sums over the wrong axis."),
    ("input-and-tanh", "B C F D",
     "Line C takes the slope from a in place of h, and line F goes past tanh altogether."),
    ("input-and-axis", "B C A G", "Line C takes the slope from a in place of h, and line G sums each row."),
    ("input-tanh-and-axis", "B C F G",
     "Line C takes the slope from a in place of h, line F goes past tanh, and line G sums each row."),
    ),
    right=(
    ("dh = ds W2ᵀ,   da = dh ⊙ (1 − h²),   dW1 = Xᵀ da,   db1 = Σ over the rows of da",
     "X.T @ ((ds @ W2.T) * (1 - np.tanh(a) ** 2)), ((ds @ W2.T) * (1 - np.tanh(a) ** 2)).sum(axis=0)"),
    ("through the layer, through tanh, then to W1 and b1", "B E D A"),
    ),
)  # fmt: skip


ALONG = Function("08.4", covers=("float32-checks-suffice", "ones-prove-the-rule"),
    inputs=claim_case,
    wider=sized(claim_case, one_number=((),), one_row=((1, 4),), one_entry=((1,),), square=((3, 3),),
                more=((5, 4),)),
    rtol=1e-5,
    small=((Written("x[0]² + 3·x[1]", lambda x: x[0] ** 2 + 3 * x[1]), np.array([4.0, 1.0]),
            np.array([2.0, 1.0]), np.array([1.0, 2.0])),
           (Written("x[0]³ + 3·x[1]", lambda x: x[0] ** 3 + 3 * x[1]), np.array([10.0, 1.0]),
            np.array([2.0, 1.0]), np.array([1.0, -3.0]))),
    method=Method(allows=lambda sweeps, *inputs: not sweeps, apart=("f",), most_runs=4,
                  says="But f is to run twice, however many entries there are, and no engine at all."),
    takes=("f", "gradient", "x", "v"), gives=("measured", "claimed"),
    reference=lambda f, gradient, x, v: (ad.grad(lambda t: f(x + t * v))(0.0), np.vdot(v, gradient)),
    because="One direction mixes all entries: two runs of f check them together, however many there are.",
    hints=(
        "Walk from x a little along v, and as far back. The claim: what does each entry add for a step of v?",
        "measured = (f(x + h·v) − f(x − h·v)) / 2h,   claimed = Σ gradient · v",
        """
        measured = (f(x + h * «v») - f(x - h * «v»)) / («2» * h)
        claimed = np.sum(gradient * «v»)
        """,
    ),
    wrong=(
    ("one-sided", "measured = (f(x + 6e-6 * v) - f(x)) / 6e-6",
     "You measure to one side only. The error then grows with h; with both sides it grows with h²."),
    ("one-sided-behind", "measured = (f(x) - f(x - 6e-6 * v)) / 6e-6",
     "You measure behind x only. The error then grows with h; with both sides it grows with h²."),
    ("one-sided-and-halved", "measured = (f(x + 6e-6 * v) - f(x)) / 12e-6",
     "You go to one side only, and divide by the way to both: begin at x − h · v."),
    ("one-sided-twice-as-far", "measured = (f(x + 12e-6 * v) - f(x)) / 12e-6",
     "You measure to one side only, and twice as far. The error grows with h: begin at x − h · v."),
    ("one-value", "measured = f(x + 6e-6 * v) / 6e-6",
     "What you divide is how large f is, not how much it changes. Subtract the value at x − h · v."),
    ("value-for-slope", "measured = f(x + 6e-6 * v)",
     "That is a value of f, not its slope. Subtract the one at x − h · v, and divide by 2h."),
    ("half-the-way", "2 * measured, claimed",
     "What you measured is twice the slope: divide by the whole way, which from x − h·v to x + h·v is 2h."),
    ("direction-forgotten", "measured = (f(x + 6e-6) - f(x - 6e-6)) / 12e-6",
     "You move all entries alike. Move along the direction: x + h · v."),
    ("direction-afterwards", "measured = v * (f(x + 6e-6) - f(x - 6e-6)) / 12e-6",
     "You move all entries alike, and multiply by v afterwards. Move along v itself: x + h · v."),
    ("direction-divides", "measured = measured / v",
     "You divide by v as well. From t = −h to t = h the way is 2h: divide by that alone."),
    ("length-divides", "measured = measured / np.linalg.norm(v)",
     "This is the slope divided by the length of v. f(x + t·v) takes v as it is: do not shorten it."),
    ("exchanged", "measured = (f(v + 6e-6 * x) - f(v - 6e-6 * x)) / 12e-6",
     "x and v have changed places. You are at x, and move along v: x + h · v."),
    ("along-the-claim", "measured = (f(x + 6e-6 * gradient) - f(x - 6e-6 * gradient)) / 12e-6",
     "You move along the claimed gradient. Move along v, or the claim checks itself."),
    ("step-not-in-the-slope", "measured = f(x + 6e-6 * v) - f(x - 6e-6 * v)",
     "That is how much f changes. A slope is that divided by the length of the way, 2h."),
    ("brackets", "measured = f(x + 6e-6 * v) - f(x - 6e-6 * v) / 12e-6",
     "Only the second value is divided. Put the difference in brackets."),
    ("multiplied-by-h", "measured = (f(x + 6e-6 * v) - f(x - 6e-6 * v)) / 2 * 6e-6",
     "Next to nothing is left. / 2 * h divides by 2 and multiplies by h: write / (2 * h)."),
    ("turned-round", "-measured, claimed", "The signs are turned: ahead minus behind, f(x + h·v) first."),
    ("believed", "claimed, claimed",
     "Nothing is measured: that compares the claim with itself. Run f, twice."),
    ("step-too-long", "measured = (f(x + 0.1 * v) - f(x - 0.1 * v)) / 0.2",
     "The step is so long that the curve bends on the way. Leave h = 6e-6 as it is."),
    ("the-whole-way", "measured = (f(x + v) - f(x - v)) / 2",
     "You walk a whole v, and the curve bends on the way. Walk h · v, and divide by 2h."),
    ("whole-direction-for-little", "measured = (f(x + v) - f(x - v)) / 12e-6",
     "You walk a whole v, and divide as if it were h · v. Walk h · v."),
    ("step-too-short", "measured = (f(x + 1e-13 * v) - f(x - 1e-13 * v)) / 2e-13",
     "The step is so short that rounding eats the difference. Leave h = 6e-6 as it is."),
    ("step-eats-most-digits", "measured = (f(x + 1e-12 * v) - f(x - 1e-12 * v)) / 2e-12",
     "The step is so short that rounding eats most digits of the difference. Leave h = 6e-6 as it is."),
    ("claim-summed", "claimed = np.sum(gradient)",
     "You add up the claimed gradient: that is its slope along ones. Multiply by v first."),
    ("claim-per-length", "claimed = np.vdot(gradient, v) / np.linalg.norm(v)",
     "This is the claim for v shortened to length 1. A step of t moves x by t · v, long or short."),
    ("claim-of-the-steepest", "claimed = np.linalg.norm(gradient)",
     "That is the slope along the steepest direction. The claim is about v: multiply by it, then sum."),
    ("root-loses-signs", "claimed = np.linalg.norm(gradient * v)",
     "A length loses every sign. What each entry adds to the slope is summed as it is."),
    ("claim-of-lengths", "claimed = np.linalg.norm(gradient) * np.linalg.norm(v)",
     "Two lengths know nothing of the angle between them. Multiply entry by entry, then add up."),
    ("claim-as-matrices", "claimed = gradient.T @ v",
     "A matrix product adds up along one axis only. Multiply entry by entry, then add up everything."),
    ("claim-as-matrices-too", "claimed = gradient @ v.T",
     "A matrix product adds up along one axis only. Multiply entry by entry, then add up everything."),
    ("claim-for-two-of-one-shape", "np.sum(gradient * v) -> gradient @ v",
     "x may be a table, and @ does not join two of one shape: multiply entry by entry, add up everything."),
    ("measured-twice", "measured, measured",
     "You return what you measured twice. The claim needs no f: it comes from gradient and v."),
    ("claim-side-by-side", "claimed = gradient * v",
     "The claim is one number, and you have one for each entry: add them up."),
    ("claim-whole", "claimed = 1.0 * gradient",
     "You gave the whole gradient. How fast does f grow along v? Multiply by v and sum."),
    ),
    words={"measured": "what is measured", "claimed": "what is claimed"},
    right=(
    ("two runs of f check them together",
     "(f(x + 3e-6 * v) - f(x - 3e-6 * v)) / 6e-6, np.dot(np.ravel(gradient), np.ravel(v))"),
    """
        def along(f, gradient, x, v):
            h = 1e-3
            near, far = f(x + h * v) - f(x - h * v), f(x + 2 * h * v) - f(x - 2 * h * v)
            return (8 * near - far) / (12 * h), (gradient * v).sum()
    """,
    ),
)  # fmt: skip


PARTS = [np.array([[2.0], [1.0]]), np.array([[3.0], [1.0]])], [np.array([1.0, 1.0]), np.array([0.0, 1.0])]
STEP = Function("08.1", covers=("last-gradient-wins", "broadcast-needs-no-sum"),
    inputs=parts_case,
    wider=sized(parts_case, one_part=(2, (4,)), one_row_each=(3, (1, 1)), one_input=(1, (3, 2)),
                more=(4, (7, 1, 5, 2))),
    small=tuple((np.array([w]), np.float64(w), *PARTS) for w in (0.0, 1.0)),  # at 0 every miss is a half
    takes=("w", "b", "Xs", "ys"), gives=("w", "b"),
    reference=one_step,
    because="The sums start once, before the first part, and every row has its say in both.",
    hints=(
        "What do dw and db hold when the second part begins? And how many rows does db hear?",
        "db = Σ over all rows of miss / rows;   dw and db are 0 once, before the first part",
        """
        dw, db = 0.0, 0.0
        for X, y in zip(Xs, ys):
            miss = 1 / (1 + np.exp(-(X @ w + b))) - y
            dw = dw + X.T @ miss / rows
            db = db + «miss.sum()» / rows
        """,
    ),
    wrong=(
    ("still-cleared", "zip(Xs, ys) -> zip(Xs[-1:], ys[-1:])",
     "The bias is summed now, but dw and db are still cleared, or written over: only the last part counts."),
    ("bias-hears-one", "miss.sum() -> miss[0]",
     "The bias still hears one row of each part: sum miss over the rows."),
    ("bias-not-summed", "miss.sum() -> miss",
     "miss has an entry for each row, and b is one number: sum miss over the rows."),
    ("bias-divided-again", "miss.sum() -> miss.mean()",
     "The bias gets the mean of a part, and is then divided by all rows again: sum miss over the rows."),
    ("bias-means-added", "db + miss.sum() / rows -> db + miss.mean()",
     "The bias adds up the means of the parts. The mean over all rows is the sum of miss, divided by rows."),
    ("bias-for-every-row", "miss.sum() -> np.resize(miss, len(Xs[0]))",
     "The bias gets a number for every row. It is one number: sum miss over the rows."),
    ("means-added", ("dw + X.T @ miss / rows -> dw + X.T @ miss / len(y); "
                     "db + miss.sum() / rows -> db + miss.mean()"),
     "You add up the means of the parts. The mean over all rows divides by all of them."),
    ("bias-divided-by-parts", "miss.sum() / rows -> miss.sum() / len(ys)",
     "The bias is divided by the number of parts. The mean divides by the number of all rows."),
    ("weights-means-added", "dw + X.T @ miss / rows -> dw + X.T @ miss / len(y)",
     "The weights add up the means of the parts. The mean over all rows divides by all of them."),
    ("weights-of-the-last-part", "dw + X.T @ miss / rows -> X.T @ miss / rows",
     "The weights hold only the last part: add up, and begin with 0 once, before the first part."),
    ("bias-of-the-last-part", "db + miss.sum() / rows -> miss.sum() / rows",
     "The bias holds only the last part: add up, and begin with 0 once, before the first part."),
    ("divided-by-parts", "return w - 0.5 * dw / len(Xs), b - 0.5 * db / len(Xs)",
     "You divide by the number of parts as well. All rows are enough."),
    ("rate-forgotten", "return w - dw, b - db", "The rate is missing: a step subtracts half the gradient."),
    ("rate-twice", "return w - 0.25 * dw, b - 0.25 * db", "The step is half as long: is the rate in twice?"),
    ("mean-of-means", ("dw + X.T @ miss / rows -> dw + X.T @ miss / len(y) / len(ys); "
                       "db + miss.sum() / rows -> db + miss.mean() / len(ys)"),
     "Each part counts the same, and they have different numbers of rows: divide by all rows."),
    ("a-step-after-every-part", ("dw = dw + X.T @ miss / rows -> w = w - 0.5 * X.T @ miss / rows; "
                         "db = db + miss.sum() / rows -> b = b - 0.5 * miss.sum() / rows"),
     "You step after every part, so the next one is computed at other weights. Add up, then step once."),
    ("sums-stepped-for-each", ("db = db + miss.sum() / rows -> db, w, b = (s := db + miss.sum() / rows), "
                               "w - 0.5 * dw, b - 0.5 * s; return w, b"),
     "You step after every part, with all sums so far: early parts count again. Add up, then step once."),
    ("weights-uphill", "return w + 0.5 * dw, b - 0.5 * db",
     "The weights go uphill: a step subtracts the gradient."),
    ("bias-uphill", "return w - 0.5 * dw, b + 0.5 * db",
     "The bias goes uphill: a step subtracts the gradient."),
    ("uphill", "return w + 0.5 * dw, b + 0.5 * db", "You go uphill: subtract the gradients."),
    ("sigmoid-again", ("X.T @ miss -> X.T @ (miss * (miss + y) * (1 - miss - y)); "
                       "miss.sum() -> np.sum(miss * (miss + y) * (1 - miss - y))"),
     "The slope of the sigmoid is in there once more. miss is already what arrives at the scores."),
    ("sums-begin-at-w-and-b", "dw, db = 0.0, 0.0 -> dw, db = w, b",
     "The sums begin at w and b, so half of each is subtracted too. Begin at 0."),
    ("never-divided", "rows = sum(len(y) for y in ys) -> rows = 1",
     "That follows the sum over the rows. The mean divides by how many there are."),
    ("divided-by-the-first", "rows = sum(len(y) for y in ys) -> rows = len(ys[0])",
     "You divide by the rows of the first part. The mean divides by those of all parts."),
    ("cleared-and-divided-by-the-part",
     "w = w - 0.5 * Xs[-1].T @ (1 / (1 + np.exp(-(Xs[-1] @ w + b))) - ys[-1]) / len(ys[-1])",
     "For w only the last part counts: the others are cleared or written over. It divides by its own rows."),
    ("divided-by-the-last", "rows = sum(len(y) for y in ys) -> rows = len(ys[-1])",
     "You divide by the rows of the last part. The mean divides by those of all parts."),
    ("parts-for-rows", "rows = sum(len(y) for y in ys) -> rows = len(ys)",
     "You divide by the number of parts. The mean divides by the number of all rows."),
    ("sigmoid-forgotten", "1 / (1 + np.exp(-(X @ w + b))) - y -> X @ w + b - y",
     "The sigmoid is missing: a miss is a probability minus the label, and this is a score minus it."),
    ("gradients-returned", "return dw, db", "These are the gradients. Return w and b, after the step."),
    ("returned-inside-the-loop", "zip(Xs, ys) -> zip(Xs[:1], ys[:1])",
     "Only the first part counts. Is your return inside the loop?"),
    ),
    words={"dw": "the sum for w", "db": "the sum for b", "miss": "the miss of each row",
           "rows": "the number of rows"},
    right=(
    """
        def step(w, b, Xs, ys):
            rows = sum(map(len, ys))
            misses = [1 / (1 + np.exp(-(X @ w + b))) - y for X, y in zip(Xs, ys)]
            dw = sum(X.T @ miss for X, miss in zip(Xs, misses)) / rows
            return w - 0.5 * dw, b - 0.5 * sum(miss.sum() for miss in misses) / rows
    """,
    ("every row has its say in both", """
        def step(w, b, Xs, ys):
            X, y = np.vstack(Xs), np.hstack(ys)
            miss = 1 / (1 + np.exp(-(X @ w + b))) - y
            return w - 0.5 * np.mean(X * miss[:, None], axis=0), b - 0.5 * np.mean(miss)
     """),
    ),
)  # fmt: skip


LOOKUPS = np.array([[2.0], [3.0], [4.0]]), np.array([[7.0], [8.0]]), np.array([0, 0, 1])

TABLE = Function("08.6", covers=("last-gradient-wins", "upstream-left-out"),
    inputs=lookup_case,
    wider=sized(lookup_case, square=(3, 3, 3), one_row=(3, 1, 4), one_entry=(1, 1, 1), one_column=(5, 4, 1),
                more=(9, 12, 2)),
    small=(LOOKUPS,),
    forward=lambda table, rows: table[rows],
    takes=("upstream", "table", "rows"), gives=("to_table",),
    reference=lambda upstream, table, rows: ad.vjp(lambda table: table[rows], table)[1](upstream)[0],
    because="A lookup is a product with one-hot rows, and a row used several times adds up what they send.",
    hints=(
        "y = picks @ table. What does lesson 03 send to the right factor of a product?",
        "d table = picksᵀ · upstream:   row k adds up the upstream of every lookup of k",
        """
        picks = np.eye(len(table))[rows]
        return picks.«T» @ «upstream»
        """,
    ),
    wrong=(
    ("last-lookup-wins",
     "np.array([(upstream.T * (rows == k)).T[-1 - (rows[::-1] == k).argmax()] for k in range(len(table))])",
     "Of a row looked up several times, only the last lookup counts. grad[rows] += does that too: add up."),
    ("first-lookup-wins",
     "np.array([(upstream.T * (rows == k)).T[(rows == k).argmax()] for k in range(len(table))])",
     "Of a row looked up several times, only the first lookup counts. What they send adds up."),
    ("used-rows-alone", "right[np.unique(rows)]",
     "Rows that nobody looked up are left out. The table's gradient has them too, with zeros."),
    ("columns-summed", "right.sum(axis=1, keepdims=True) * np.ones(table.shape)",
     "What arrives is added up over the columns. Each column of the table hears its own."),
    ("table-for-upstream", "np.eye(len(table))[rows].T @ table[rows]",
     "That is the table, each row times how often it was looked up. What belongs there is the upstream."),
    ("averaged", "right / np.maximum(np.bincount(rows, minlength=len(table)), 1)[:, None]",
     "You take the mean of the lookups of a row. What they send adds up."),
    ("zero-over-zero-lookups", "right / np.bincount(rows, minlength=len(table))[:, None]",
     "You take the mean of the lookups of a row: zero / zero where it has none. What they send adds up."),
    ("stations-added-up", "right.sum(axis=0)",
     "All stations are added up. Each keeps the sum of its own lookups: leave .sum out."),
    ("read-at-the-station", "np.eye(len(table))[rows].T @ upstream[rows % len(upstream)]",
     ("You read the upstream at the station's number. It has a row for each lookup: for i, r in "
      "enumerate(rows), grad[r] += upstream[i].")),
    ("upstream-not-for-each-station", "1.0 * upstream[: len(table)]",
     ("The upstream has a row for each lookup, not for each station: for i, r in enumerate(rows), "
      "grad[r] += upstream[i].")),
    ("lookups-counted", "np.eye(len(table))[rows].T @ np.ones(upstream.shape)",
     "You count how often each row was looked up. Every lookup sends its upstream."),
    ("a-row-for-each-lookup", "1.0 * upstream",
     "That is the upstream, a row for each lookup. The table has a row for each station: bring them there."),
    ("upstream-looked-up", "upstream[rows % len(upstream)]",
     "You look up the upstream. Forward, rows says where to read; backward it says where to add."),
    ("table-multiplied", "np.eye(len(table))[rows].T @ (upstream * table[rows])",
     "You multiply by the table. A lookup copies: its slope is 1 where it reads, and 0 elsewhere."),
    ("upstream-unused", "picks.T @ upstream -> picks.T @ table",
     "You never use the upstream: what each lookup sends is brought to its station, by picks.T."),
    ("transpose-forgotten", "picks.T -> picks",
     "picks leads from the stations to the lookups. To lead back, it is transposed."),
    ("added-to-the-table", "table + right",
     "You add to the table itself. Return the gradient alone; the step comes later."),
    ("table-after-the-step", "table - right",
     "That is the table after a step. Return the gradient alone; the step comes later."),
    ("left-factor", "upstream @ table.T",
     "That is what goes to picks, the left factor. The table is the right one."),
    ("turned", "upstream.T @ np.eye(len(table))[rows]",
     "That is the gradient with rows and columns exchanged: picks.T comes first."),
    ("row-for-each-lookup", "np.eye(len(rows))[rows].T @ upstream",
     "It has as many rows as there are lookups. The table has one for each station: len(table)."),
    ("one-row-off", "np.eye(len(table))[rows - 1].T @ upstream",
     "Each row of the table got what belongs to the next one. rows counts from 0 already."),
    ),
    words={"picks": "the one-hot matrix"},
    right=(
    ("A lookup is a product with one-hot rows", "(np.arange(len(table))[:, None] == rows) @ upstream"),
    """
        def table_back(upstream, table, rows):
            grad = np.zeros_like(table)
            np.add.at(grad, rows, upstream)
            return grad
    """,
    ),
)  # fmt: skip


BLOCK = Function("08.7", covers=("last-gradient-wins", "upstream-left-out", "output-saved-for-input"),
    inputs=lambda rng: block_case(rng, int(rng.integers(2, 4)), 5, 4),
    wider=sized(block_case, square=(3, 3, 3), one_row=(1, 4, 3), one_entry=(1, 1, 1), more=(7, 5, 6)),
    small=tuple(block_case(WholeNumbers(), *size) for size in ((1, 1, 1), (2, 1, 1), (1, 1, 2))),
    forward=lambda x, W, V: x + np.tanh(x @ W) @ V,
    takes=("upstream", "x", "W", "V"), gives=("downstream to x", "downstream to W", "downstream to V"),
    method=Method(allows=lambda sweeps, *inputs: not sweeps,
                  says="But the engine found them: write what each of the two paths sends."),
    because="x goes two ways, and both send: the shortcut the upstream itself, the layers their share.",
    hints=(
        "x appears twice in y = x + tanh(x W) V. What does each of the two send, and what becomes of them?",
        "da = (upstream Vᵀ) ⊙ (1 − t²),   dx = upstream + da Wᵀ,   dW = xᵀ da,   dV = tᵀ upstream",
        """
        da = upstream @ V.T * (1 - «t * t»)
        return «upstream» + da @ W.T, x.T @ «da», to_V
        """,
    ),
    wrong=(
    ("shortcut-not-added", "return da @ W.T, x.T @ da, to_V",
     "x got the layers' share alone. It is also added to the output: that shortcut hands on the upstream."),
    ("layers-forgotten", "return 1.0 * upstream, x.T @ da, to_V",
     "x got what comes by the shortcut. Add the layers' share: what arrives at x @ W, times W.T."),
    ("one-for-the-upstream", "return 1 + da @ W.T, x.T @ da, to_V",
     "The shortcut has the slope 1, and that has still to be multiplied by the upstream."),
    ("ways-multiplied", "return upstream * (da @ W.T), x.T @ da, to_V",
     "You multiply what comes on the two paths. Where two paths meet, what they send adds up."),
    ("tanh-left-out", "upstream @ V.T * (1 - t * t) -> upstream @ V.T",
     "tanh is missing on the way down: multiply what arrives there by 1 − t²."),
    ("shortcut-and-tanh-left-out",
     "return da @ W.T, x.T @ da, to_V; upstream @ V.T * (1 - t * t) -> upstream @ V.T",
     "Two things are missing: at x what the shortcut hands on, and on the way down tanh's slope, 1 − t²."),
    ("square-forgotten", "1 - t * t -> 1 - t", "The square is missing: the slope of tanh is 1 − t²."),
    ("slope-of-the-sigmoid", "1 - t * t -> t - t * t",
     "That is the slope of the sigmoid, t · (1 − t). The slope of tanh is 1 − t²."),
    ("output-for-slope", "(1 - t * t) -> t",
     "You multiply by t, the output of tanh. Its slope is 1 − t²."),
    ("square-of-all", "1 - t * t -> (1 - t) ** 2",
     "You square 1 − t. The slope of tanh is 1 − t²: square t first."),
    ("tanh-twice", "1 - t * t -> 1 - np.tanh(t) ** 2",
     "You take tanh of t, which is tanh(x W) already. Its slope is 1 − t²."),
    ("upstream-missing-at-tanh", "upstream @ V.T * (1 - t * t) -> 1 - t * t",
     "The upstream stops at tanh: da is its local slope alone. Multiply by what arrives."),
    ("slope-at-what-goes-in", "1 - t * t -> 1 - (x @ W) ** 2",
     "You take the slope from what goes into tanh. It is 1 − t², with what comes out."),
    ("weights-hear-both", "return upstream + da @ W.T, x.T @ (upstream @ V.T + da), to_V",
     "W hears what arrives above tanh as well. It is below tanh: da alone."),
    ("weights-turned", "return upstream + da @ W.T, da.T @ x, to_V",
     "That is what W gets with rows and columns exchanged: x.T comes first."),
    ("weights-without-tanh", "return upstream + da @ W.T, x.T @ (upstream @ V.T), to_V",
     "W hears what arrives without tanh's slope. It is below tanh: take da."),
    ("input-without-tanh", "return upstream + upstream @ V.T @ W.T, x.T @ da, to_V",
     "Through the layers the input is below tanh: its slope is missing, take da."),
    ),
    words={"t": "tanh's output", "da": "what arrives at x @ W", "to_V": "what V gets"},
    right=(
    ("da = (upstream Vᵀ) ⊙ (1 − t²),   dx = upstream + da Wᵀ,   dW = xᵀ da,   dV = tᵀ upstream", """
        def block_back(upstream, x, W, V):
            t = np.tanh(x @ W)
            da = np.einsum("rj,ij->ri", upstream, V) * (1 - t**2)
            return upstream + np.einsum("rj,ij->ri", da, W), np.einsum("ri,rj->ij", x, da), t.T @ upstream
     """),
    ("the shortcut the upstream itself, the layers their share", """
        def block_back(upstream, x, W, V):
            to_a = upstream @ V.T / np.cosh(x @ W) ** 2
            to_x = 1.0 * upstream
            to_x += to_a @ W.T
            return to_x, (to_a.T @ x).T, (upstream.T @ np.tanh(x @ W)).T
     """),
    ),
)  # fmt: skip


def batch_case(rng, rows=None, inputs=2, outputs=3):
    """An upstream and a batch."""
    rows = rows or int(rng.integers(4, 7))
    return rng.normal(size=(rows, outputs)), rng.normal(size=(rows, inputs))


SQUARE = np.array([[1.0, 2.0], [2.0, 0.0]]), np.array([[3.0, 4.0], [0.0, 1.0]])

PULLS = Function("08.5", covers=("broadcast-needs-no-sum", "upstream-left-out"),
    inputs=batch_case, edge_cases=(SQUARE,),  # where the axes do not fit, their numbers tell mistakes apart
    wider=sized(batch_case, square=(3, 3, 3), one_row=(1, 2, 4), one_output=(4, 2, 1), one_input=(3, 1, 2),
                more=(9, 5, 6)),
    small=(SQUARE, (np.array([[3.0], [2.0]]), np.array([[3.0, 4.0], [0.0, 1.0]]))),
    takes=("upstream", "x"), gives=("pull",),
    reference=pulls,
    because="The length of an outer product is the product of the two lengths, so a row costs two numbers.",
    hints=(
        "Row r sends x[r, i] · upstream[r, j] to W[i, j]. Square all of these and add them up: what factors?",
        "length_r = √(Σ_i x[r, i]²) · √(Σ_j upstream[r, j]²)",
        """
        return np.linalg.norm(«x», axis=1) * np.linalg.norm(«upstream», axis=«1»)
        """,
    ),
    wrong=(
    ("number-of-the-row", "np.argmax(np.linalg.norm(x, axis=1) * np.linalg.norm(upstream, axis=1))",
     "That is which row sends the most. How long is what each of them sends?"),
    ("whole-gradient", "np.linalg.norm(x.T @ upstream)",
     "That is the length of the whole gradient. Here each row is asked for by itself."),
    ("gradient-added-up", "x.T @ upstream",
     "That is the gradient of W, added up over the rows. How long is what each of them adds?"),
    ("lengths-of-what-arrives", "np.linalg.norm(upstream, axis=1)",
     "These are the lengths of what arrives. What a row sends is multiplied by its x as well."),
    ("x-alone", "np.linalg.norm(x, axis=1)",
     "These are the lengths of the rows of x. What a row sends is multiplied by its upstream as well."),
    ("squares", "np.sum(x**2, axis=1) * np.sum(upstream**2, axis=1)",
     "These are the squares of the lengths: the root is missing."),
    ("root-twice", "np.sqrt(np.linalg.norm(x, axis=1) * np.linalg.norm(upstream, axis=1))",
     "One root too many: np.linalg.norm has taken it already."),
    ("lengths-added", "np.linalg.norm(x, axis=1) + np.linalg.norm(upstream, axis=1)",
     "You add the two lengths. An outer product multiplies."),
    ("rows-behind-each-other", "np.sqrt(np.sum(x**2, axis=1) + np.sum(upstream**2, axis=1))",
     "That is the length of both rows one behind the other. An outer product multiplies."),
    ("sums-for-lengths", "np.abs(np.sum(x, axis=1) * np.sum(upstream, axis=1))",
     "You add up the entries with their signs. A length adds up their squares."),
    ("all-that-a-row-sends", "np.sum(x, axis=1) * np.sum(upstream, axis=1)",
     "You add up all that a row sends. A length adds up the squares and takes the root."),
    ("sizes-for-squares", "np.sum(np.abs(x), axis=1) * np.sum(np.abs(upstream), axis=1)",
     "You add up sizes. A length is the root of the sum of the squares."),
    ("largest-entry", "np.max(np.abs(x), axis=1) * np.max(np.abs(upstream), axis=1)",
     "That is the largest entry of what each row sends. A length counts them all."),
    ("averaged", "right / len(x)",
     "You divide by the number of rows. Whatever the loss divides by is in the upstream already."),
    ("share-of-the-whole", "right / np.sum(right)",
     "These are shares of all lengths. The lengths themselves are asked for."),
    ("columns", "np.linalg.norm(x.T @ upstream, axis=0)",
     "That is a length for each output, over all rows. One for each row is asked for."),
    ("each-row-of-a-table-measured", "np.linalg.norm(x[:, :, None] * upstream[:, None, :], axis=2)",
     "You measure each row of each table. The length of a table goes over both its axes."),
    ("each-column-of-a-table-measured", "np.linalg.norm(x[:, :, None] * upstream[:, None, :], axis=1)",
     "You measure each column of each table. The length of a table goes over both its axes."),
    ("norm-of-order-one", "[np.linalg.norm(np.outer(*row), 1) for row in zip(x, upstream)]",
     "np.linalg.norm(table, 1) is the largest sum of sizes down a column. Without the 1 it is the length."),
    ("how-many-numbers", "np.full(len(x), x.shape[1] * upstream.shape[1])",
     "That is how many numbers each row sends. How long is it? Square them, add up, take the root."),
    ("inputs-and-outputs-share-no-axis",
     "[np.linalg.norm(row.T @ arrives) for row, arrives in zip(x, upstream)]",
     "Inputs and outputs share no axis, with or without .T: np.outer(x[r], upstream[r]) is what is sent."),
    ("one-axis-each", "[np.linalg.norm(row.T * arrives) for row, arrives in zip(x, upstream)]",
     "x[r] and upstream[r] have one axis each: np.outer(x[r], upstream[r]) makes the table."),
    ("tables", "x[:, :, None] * upstream[:, None, :]",
     "That is what every row sends, entry by entry. How long is each of these tables?"),
    ("means-of-squares", "np.sqrt(np.mean(x**2, axis=1) * np.mean(upstream**2, axis=1))",
     "You take means of the squares. A length adds them up."),
    ("means-of-sizes", "np.mean(np.abs(x), axis=1) * np.mean(np.abs(upstream), axis=1)",
     "You take means of sizes. A length is the root of the sum of the squares."),
    ("columns-of-both", "np.linalg.norm(x, axis=0) * np.linalg.norm(upstream, axis=0)",
     "axis=0 measures columns. One length for each row: axis=1."),
    ("axis-forgotten", "np.linalg.norm(x) * np.linalg.norm(upstream)",
     "You measure the whole tables. Each row has a length: axis=1."),
    ("inputs", "np.linalg.norm(x.T @ upstream, axis=1)",
     "That is a length for each input, over all rows. One for each row is asked for."),
    *((f"{name}-not-rooted", f"right * np.linalg.norm({name}, axis=1)",
       "One of the two lengths counts with its square: a root is missing.") for name in ("x", "upstream")),
    ("upstream-summed", "np.linalg.norm(x, axis=1) * np.abs(np.sum(upstream, axis=1))",
     "You add up the upstream of a row first. Its length adds up the squares."),
    ),
    right=(
    ("The length of an outer product is the product of the two lengths",
     "np.sqrt(np.sum(x**2, axis=1) * np.sum(upstream**2, axis=1))"),
    """
        def pulls(upstream, x):
            tables = np.einsum("ri,rj->rij", x, upstream)
            return np.sqrt((tables**2).sum(axis=(1, 2)))
    """,
    """
        def pulls(upstream, x):
            return [np.linalg.norm(np.outer(row, arrives)) for row, arrives in zip(x, upstream)]
    """,
    ),
)  # fmt: skip


# --- predictions ---


ONE_SCORE = PredictionKey("08.p1",
    "W, of shape (3, 1), and b are 0. After one step, what is softmax(x0 @ W + b) for x0 = [1, 0, 0]?",
    example=0.7, truth=lambda: float(softmax(np.array([[0.025]]))[0, 0]),
    because="One score has nothing to share with: eᶻ / eᶻ = 1, whatever was learned.",
    guesses=(
    ("hoped-for", "0.99",
     "That is what was hoped for. But softmax shares out among the scores of a row: how many are there?"),
    ("undecided", "0.5", "That is the sigmoid before the first step. The code prints a softmax."),
    ("sigmoid-of-it", "0.50625",
     "That is the sigmoid of the score after one step. The code prints a softmax."),
    ("sigmoid-of-one", "1 / (1 + np.exp(-1))",
     "That is the sigmoid of x0's own number. The code prints a softmax."),
    ("nothing-learned", "0",
     "That would be certainty, of the other label. How many scores does softmax share out among?"),
    ("the-score-itself", "0.025", "That is the score itself. The code prints its softmax."),
    ("a-little-more", "0.51", "A small step moves the sigmoid a little. Softmax does something else here."),
    ),
)  # fmt: skip


CONSTANT = PredictionKey("08.p2",
    "W = 1 gets the gradient 0.05 at each of 1000 steps, with rate 0.1, and nothing else. Where is it then?",
    example=7, truth=lambda: after_steps(1000),
    because="Each step takes 0.005 away, and nothing ever says stop: 1 − 1000 · 0.005 = −4.",
    guesses=(
    ("one-step", "after_steps(1)", "That is where one step leads. It is sent a thousand times."),
    ("one-step-at-full-rate", "1 - 0.05", "That is one step, and without the rate. There are a thousand."),
    ("stops-at-zero", "0", "Nothing is special about 0: the same number arrives there too, and W goes on."),
    ("uphill", "1 + 0.1 * 0.05 * 1000", "A gradient is subtracted: W goes down."),
    ("rate-forgotten", "1 - 0.05 * 1000", "The rate is missing. A step is the rate times the gradient."),
    ("way-for-place", "-0.1 * 0.05 * 1000", "That is how far it has gone, not where it is."),
    ("nothing-says-three", "3", "Nothing says 3 to W: there is no loss here, only the same number again."),
    ("stays", "1", "It would stay for a gradient of 0. This one is 0.05."),
    ),
)  # fmt: skip


TOO_SHORT = PredictionKey("08.p3",
    "x² at 3 in float32: what is (f(3 + h) − f(3 − h)) / 2h with h = 1e-8? Its slope is 6.",
    example=2, truth=in_float32, covers=("float32-checks-suffice",),
    otherwise="What is 3 + h in float32's 7 digits, and 3 − h? Then what is left of the difference?",
    because="float32 has 7 digits: 3 + 1e-8 is 3, both values are the same, and their difference is 0.",
    guesses=(
    ("as-on-paper", "6", "On paper. But float32 has some 7 digits: think of what 3 + 0.00000001 is in it."),
    ("nearly-six", "5.96", "That is a little rounding. But think of what 3 + 0.00000001 is in 7 digits."),
    ("twice", "12",
     "The way is 2h, and you divided by h. And think of what 3 + 0.00000001 is in float32's 7 digits."),
    ("half", "3", "That is half the slope, or x itself. And think of what 3 + 0.00000001 is in 7 digits."),
    ("nothing-over-nothing", "np.nan",
     "NaN would be nothing over nothing. Here 2h is 2e-8, which float32 has: only 3 + h is rounded."),
    ("something-over-nothing", "np.inf",
     "Infinity would be something over nothing. Here 2h is 2e-8, which float32 has: only 3 + h is rounded."),
    ),
)  # fmt: skip


FIRST_LOSS = PredictionKey("08.p4",
    "Two ferries, both scores 0 for every echo: what is the mean of −log p of the right one?",
    example=3, truth=lambda: round(float(cross_entropy(softmax(np.zeros((2, 2))), np.eye(2))), 9),
    rtol=1e-2,  # so that 0.7 will do
    because="p is one half each, and −log ½ is log 2, so 0.693147. With n classes it is log n.",
    guesses=(
    ("probability-for-loss", "0.5", "That is p. The loss is −log p."),
    ("one", "1", "The logarithm of 2 to base 2 is 1. np.log is the natural one."),
    ("base-ten", "np.log10(2)", "That is a logarithm to base 10. np.log is the natural one."),
    ("number-of-echoes", "np.log(200)", "That would be one of 200 classes. For each echo there are two."),
    ("sure", "0", "A loss of 0 means p = 1, being sure and right. Equal scores are not sure."),
    ("sign", "-np.log(2)", "The size is right. Can −log p be below 0, for a p below 1?"),
    ("both-ferries", "2 * np.log(2)", "That counts both ferries. Only the p of the right one counts."),
    ("added-up", "200 * np.log(2)", "That is the sum over the echoes. The loss is their mean."),
    ("number-of-ferries", "2", "That is how many ferries there are. The loss is a logarithm of it."),
    ),
)  # fmt: skip


LOOKED_UP = PredictionKey("08.p5",
    "grad = np.zeros(4), stations = [2, 0, 2, 2]. After grad[stations] += 1, what is in grad[2]?",
    example=7, truth=read_once, covers=("last-gradient-wins",),
    because="NumPy reads three zeros, adds 1 to each, and writes three times: the last write stays, 1.",
    guesses=(
    ("adds-up", "3", "So it should be. But when does NumPy read, and when does it write?"),
    ("nothing", "0", "That would be so if nothing were written. Something is."),
    ("its-number", "2", "That is the station's number, its place in grad."),
    ("all-lookups", "4", "One of the four lookups is of station 0."),
    ),
)  # fmt: skip


SATURATED = PredictionKey("08.p6",
    "W1 times 10: at which of s, h and a does what arrives become much smaller than before, or at none?",
    example="none", truth=lambda: dies_at(10), meant={"nowhere": "none"},
    because="a: most of h is then close to ±1, where the slope of tanh is close to 0.",
    guesses=(
    ("at-the-loss", "'s'", "What arrives at s is p − T over the number of echoes, nearly as before."),
    ("at-the-output", "'h'", "W2 is between s and h, and W2 is as it was."),
    ("nowhere", "'none'", "Larger weights make larger values in front of tanh. What is its slope out there?"),
    ),
)  # fmt: skip
