"""Lesson 05: custom gradients. From a loss that survives large scores to a fused rule with two inputs.

05.1 faded, 05.2 a bug hunt, 05.3 lines to order, 05.7 numbers by hand, 05.8 and 05.6 blank, 05.4 transfer,
05.5 faded.
"""

from itertools import pairwise

import numpy as np

from helpers.exercises.key.further import alike, sized
from helpers.exercises.key.kinds import Custom, Function, Value
from helpers.exercises.key.letters import Order
from helpers.exercises.key.prediction import PredictionKey
from helpers.exercises.run.sweeps import Method
from helpers.exercises.say.small import PAIR, WholeNumbers, whole, whole_numbers

from . import measured

FAR_OUT = (
    np.array([3.0, -2.0, 0.5, 4.0]), np.array([1000.0, -1000.0, 800.0, -800.0]), np.array([1.0, 0, 0, 1])
)  # fmt: skip


def upstream_score_and_label(rng):
    """An upstream, scores, and labels between 0 and 1."""
    shape = int(rng.integers(2, 4)), 4
    return rng.normal(size=shape), 2 * rng.normal(size=shape), rng.uniform(0.1, 0.9, size=shape)


LOG_LOSS = Custom("05.1", covers=("upstream-left-out", "one-gradient-per-array"),
    inputs=upstream_score_and_label,
    edge_cases=(FAR_OUT,),
    wider=alike(3),
    small=(*(whole_numbers(3, z, y) for z, y in ((0, 1), (2, 0), (-1, 1))), whole((1, 3), (1, 3), (1, 3))),
    forward=lambda z, y: np.logaddexp(0, z) - y * z,
    takes=("upstream", "z", "y"), gives=("value", "downstream to z", "downstream to y"),
    because="With respect to z the slope is what the model says minus what is true, at most 1 whatever z is.",
    hints=(
        "What is the slope of log(1 + eᶻ)? And that of −y z, with respect to z and to y?",
        "dz = upstream · (eᶻ / (1 + eᶻ) − y),   dy = −upstream · z",
        """
        def grad(upstream):
            return upstream * («sigmoid» - y), -upstream * «z»
        """,
    ),
    wrong=(
    "upstream-missing", "upstream-squared", "stopped",
    ("naively-divided", "dz = upstream * (np.exp(z) / (1 + np.exp(z)) - y)",
     "At z = 1000 that is ∞ divided by ∞, NaN. The sigmoid above the rule is the same, without the ∞."),
    ("label-left-out", "dz = upstream * np.exp(-np.logaddexp(0, -z))",
     "That is the slope of log(1 + eᶻ) alone. −y z depends on z as well, with the slope −y."),
    ("label-outside-the-brackets", "dz = upstream * np.exp(-np.logaddexp(0, -z)) - y",
     "The upstream has to multiply the whole slope: put (sigmoid − y) in brackets."),
    ("slope-of-the-sigmoid", "dz = upstream * (np.exp(-np.logaddexp(0, -z) - np.logaddexp(0, z)) - y)",
     "That takes the slope of the sigmoid. The sigmoid itself is the slope of log(1 + eᶻ)."),
    ("squared-error", "dz = dz * np.exp(-np.logaddexp(0, -z) - np.logaddexp(0, z))",
     "The sigmoid's slope belongs to an error that is squared. Here sigmoid − y is all of the slope."),
    ("true-minus-said", "dz = upstream * (y - np.exp(-np.logaddexp(0, -z)))",
     "z's slope is turned round: it is what the model says minus what is true."),
    ("outer-slope-alone", "dz = upstream * (np.exp(-np.logaddexp(0, z)) - y)",
     "1/(1 + eᶻ) is the slope of the log alone. The slope of the eᶻ in it has to be multiplied in."),
    ("label-gets-zero", "dy = 0 * upstream",
     "y got 0. The loss holds −y z, so a nudge of y moves it by −z: data has a slope too."),
    ("label-gets-the-upstream", "dy = -1 * upstream",
     "y got −1 times the upstream. The slope of −y z with respect to y is −z."),
    ("label-gets-the-upstream-as-it-came", "dy = 1 * upstream",
     "y got the upstream as it came. The slope of −y z with respect to y is −z: multiply by that."),
    ("label-sign", "dy = upstream * z", "y's gradient has the wrong sign: y z is taken away in the loss."),
    ("value-overflows", "value = np.log(1 + np.exp(z)) - y * z",
     "The value is ∞ at z = 1000 again. Leave it as it was: np.logaddexp(0, z) − y z."),
    ),
    words={"sigmoid": "the sigmoid"},
    right=(
    ("dz = upstream · (eᶻ / (1 + eᶻ) − y),   dy = −upstream · z",
     "dz = upstream * (1 - 1 / (1 + np.exp(np.minimum(z, 700.0))) - y); dy = -upstream * z"),
    ("the slope is what the model says minus what is true", """
        def log_loss(z, y):
            small = np.exp(-abs(z))
            says = np.where(z > 0, 1, small) / (1 + small)
            return np.maximum(z, 0) + np.log1p(small) - y * z, lambda g: (g * says - g * y, -g * z)
     """),
    ),
)


def upstream_and_zeros(rng):
    """An upstream, and an input of both signs with zeros in it."""
    rows = int(rng.integers(2, 4))
    upstream, x = 1.5 * rng.normal(size=(2, rows, 4))
    x[0, 1] = x[-1, 2] = 0.0
    x[1, 0] = abs(x[1, 0])
    return upstream, x


def root(x):
    """The root, and 0 for zero and below."""
    return np.where(x > 0, np.sqrt(np.where(x > 0, x, 1.0)), 0.0)


def begins_at_the_root(sweeps, upstream, x):
    """Does every sweep begin at the root of x, or at its sum with the upstream as weights?"""
    wanted = root(x), np.sum(upstream * root(x))
    return all(any(np.array_equal(y, w, equal_nan=True) for w in wanted) for (y, *_), _ in sweeps)


BROKEN_ABOVE = np.array([0.5, np.nan, -2.0, 3.0]), np.array([4.0, 9.0, 0.0, -1.0])

ROOT = Function("05.2", covers=("unchosen-branch-is-free",),
    inputs=upstream_and_zeros,
    edge_cases=(BROKEN_ABOVE,),
    wider=alike(2, tiny=1e-30),
    method=Method(allows=begins_at_the_root,
                  says="But your root is no longer 0 at every x ≤ 0: there the outer where has to put a 0."),
    small=tuple(whole_numbers(3, x) for x in (4, 0, -1)),
    forward=root,
    takes=("upstream", "x"),
    because="Above 0 it sends upstream / (2 √x), elsewhere a true 0.",
    hints=(
        "At x = 0, which slope does sqrt have, and which 0 does it meet? Multiply the two.",
        "safe = x where x > 0, else 1.   root = sqrt(safe) where x > 0, else 0",
        """
        def root(x):
            safe = np.where(x > 0, x, «1.0»)
            return np.where(x > 0, np.sqrt(«safe»), 0.0)
        """,
    ),
    wrong=(
    ("border-moved-a-little", "np.where(x > 0, x, 1.0) -> x + 1e-3",
     "That moves the border a little to the left. Beyond it nothing is cured: choose another input."),
    ("inner-branches-exchanged", "np.where(x > 0, x, 1.0) -> np.where(x > 0, 1.0, x)",
     "Where x > 0 nothing comes through, and elsewhere NaN: the root is to get x itself where x > 0."),
    ("one-for-all", "0 * np.where(x > 0, x, 1.0)",
     "All entries get 0. Where x > 0 a gradient belongs, whatever the others are: choose entry by entry."),
    ("entries-left-out", "upstream[x > 0] / (2 * np.sqrt(x[x > 0]))",
     "The entries with x ≤ 0 are left out. Each keeps its place in the array, with a 0."),
    ("cured-below-zero-alone", "np.where(x > 0, x, 1.0) -> np.abs(x)",
     "That cures what lies below 0. At 0 itself the slope is still ∞, and 0 · ∞ is NaN."),
    ("tiny-under-the-root", "np.where(x > 0, x, 1.0) -> x + 1e-12",
     "That helps only at 0. Below 0 the root is still NaN: choose another input wherever x ≤ 0."),
    ("slope-not-finite", "ad.vjp(lambda x: np.sqrt(np.maximum(x, 0)), x)[1](upstream)[0]",
     "Where x ≤ 0, NaN or ∞ comes out: feed the root another number there, at which its slope is finite."),
    ("every-nan-swept", "np.nan_to_num(ad.vjp(lambda x: np.where(x > 0, np.sqrt(x), 0), x)[1](upstream)[0])",
     "That writes 0 over every NaN, even over one that came from above and is a real alarm. Let none arise."),
    ("nan-becomes-zero", "np.nan_to_num(upstream * 0.5 / np.sqrt(x))",
     "NaN becomes 0, and ∞ a huge number: at 0 the gradient is still wrong. Keep x ≤ 0 away from the root."),
    ("a-little-added", "np.where(x > 0, x, 1.0) -> np.maximum(x, 0) + 1e-3",
     "No NaN is left, but every slope above 0 is a little off: choose another input only where x ≤ 0."),
    ("outer-where-missing",
     "np.where(x > 0, np.sqrt(safe), 0.0) -> np.sqrt(safe) + x * (x <= 0)",
     "Where x ≤ 0 a slope of 1 comes through. There the root is a constant, 0, so its gradient is 0."),
    ("upstream-missing", "np.where(x > 0, 0.5 / np.sqrt(np.where(x > 0, x, 1.0)), 0.0)"),
    ("value-for-local", "upstream * np.sqrt(np.maximum(x, 0))",
     "That multiplies by the root itself. Its slope is 1 / (2 √x)."),
    ),
    words={"safe": "the safe input"},
    right=(
    ("Above 0 it sends upstream / (2 √x), elsewhere a true 0",
     "upstream * np.where(x > 0, 0.5 / np.sqrt(np.where(x > 0, x, 1)), 0)"),
    "np.where(x > 0, x, 1.0) -> np.where(x > 0, x, 0.0)",  # the first where stops the NaN that is born at 0
    """
        def root_down(upstream, x):
            def root(x):
                return np.where(x > 0, np.sqrt(np.where(x > 0, x, 0.25)), 0.0)

            return ad.vjp(root, x)[1](upstream)[0]
    """,
    ),
)


def upstream_and_scores(rng):
    """An upstream and a table of scores, one row of which is large."""
    upstream, z = rng.normal(size=(2, 3, 4))
    z[0] += 800.0
    return upstream, z


LOG_SOFTMAX = Order("05.3", covers=("softmax-needs-jacobians",),
    inputs=upstream_and_scores,
    small=((np.array([[2.0, 1.0], [3.0, 5.0]]), np.array([[800.0, 801.0], [1.0, 3.0]])),),
    takes=("upstream", "z"), gives=("down",),
    because="The Jacobian of each row is never built: its product with the upstream is one line.",
    hints=(
        "First the probabilities, without overflow and row by row. Then: does y[0] depend on z[1]?",
        "down[j] = upstream[j] − p[j] · Σ_i upstream[i], for each row",
        """
        the largest score of each row:    __
        the exponentials, made safe:      __
        the probabilities:                __
        what goes down:                   __
        """,
    ),
    wrong=(
    ("diagonal-for-jacobian", "C A G B",
     "Line B takes the diagonal of the Jacobian. Every score of a row moves all its probabilities."),
    ("overflow", "F G E",
     "Line F is ∞ for a score of 800, and ∞ / ∞ is NaN. Take the largest score off first."),
    ("whole-table", "C A D E",
     "Line D divides by the sum of the whole table. Each row has probabilities of its own."),
    ("overflow-added-to-every-row", "F D B",
     "Line F is ∞ for a score of 800, and line D adds it up with every other row."),
    ("overflow-and-diagonal", "F G B",
     "Line F is ∞ for a score of 800, and line B takes the diagonal of the Jacobian alone."),
    ("whole-table-and-diagonal", "C A D B",
     "Line D divides by the sum of the whole table, and line B takes the diagonal of the Jacobian alone."),
    ),
    right=(
    ("down[j] = upstream[j] − p[j] · Σ_i upstream[i], for each row",
     "upstream - np.exp(z - np.logaddexp.reduce(z, 1, keepdims=True)) * upstream.sum(1, keepdims=True)"),
    ("its product with the upstream is one line",
     ("ad.vjp(lambda z: z - np.log(np.sum(np.exp(z), axis=1, keepdims=True)), "
      "z - z.max(axis=1, keepdims=True))[1](upstream)[0]")),
    ),
)


REVERSAL = Value("05.7", covers=("reversal-twice",),
    gives=("downstream to v", "downstream to w"),
    reference=measured.at_head_and_weight,
    worked="h = w · x with w = 3, x = 10; the task sends 1 to h; strength 3, v = 5, the device loss sends 1. "
    "At v: 1 · 30 = 30. At r: 1 · 5 = 5, turned −15; at h: 1 − 15 = −14; at w: −14 · 10 = −140.",
    because="The head is above the reversal and learns as ever; below it the turned share is added.",
    hints=(
        "Go down one step at a time: d to v and r, r to h, and only then h to w. Where does the sign turn?",
        "at v: 2 · r.   at h: 5 + (−0.5) · (2 · v).   at w: that, times x",
        """
        at v:  2 · __                 (the value of r)
        at r:  2 · __                 (the value of v)
        at h:  5 + (__ · what arrives at r)
        at w:  what arrives at h, times __
        """,
    ),
    wrong=(
    ("sign-twice", "dw = (5 + 0.5 * 2 * 4) * 2",
     "That is what arrives with the sign of the device's share kept. It is turned, once."),
    ("strength-forgotten", "dw = (5 - 2 * 4) * 2",
     "That is what arrives with a strength of 1. Here it is 0.5."),
    ("as-at-the-head", "dw = 2 * 6",
     "That is what arrives at v. To w it goes by r and h, and is turned on the way."),
    ("not-reversed", "dw = (5 + 2 * 4) * 2",
     "That is what arrives without reversal: multiply the device's share by −0.5."),
    ("head-turned", "dv = -0.5 * 2 * 6",
     "The reversal is below the head: what arrives at v has not passed it, so it is not turned."),
    ("head-sign-turned", "dv = -2 * 6",
     "v's sign is turned. The reversal is below the head, and v never meets it."),
    *((name, f"dv = {line}", "What the device loss sends, 2, arrives at v times the value of r, which is 6.")
      for name, line in {"value-of-r-alone": "6.0", "value-of-d": "4.0 * 6", "x-for-r": "2.0 * 2"}.items()),
    ("head-meets-itself", "dv = 2 * 4", "At v the upstream meets the other factor of v · r: r, which is 6."),
    ("stops-at-h", "dw = 5 - 0.5 * 2 * 4", "That is what arrives at h. w is one step below: times x."),
    ("sent-down-to-h", "dw = -0.5 * 2 * 4",
     "That is what the rule sends down to h. There the task's share is added, and w is one step below."),
    ("weight-for-input", "dw = (5 - 0.5 * 2 * 4) * 3",
     "That is what arrives at h, times w. The slope of w · x with respect to w is x = 2."),
    ("task-not-added", "dw = -0.5 * 2 * 4 * 2",
     "That is the device's share alone. h is used twice, so what the task sends is added."),
    ("device-forgotten", "dw = 5 * 2",
     "That is the task's share alone. The device loss sends its own, turned."),
    ("task-through-the-reversal", "dw = (2 * 4 - 0.5 * 5) * 2",
     "That comes of turning the task's share. The reversal is only between h and the device's head."),
    ("both-shares-turned", "dw = -0.5 * (5 + 2 * 4) * 2",
     "That comes of turning both shares. The reversal is only on the way from the device's head."),
    ("one-share-times-the-input", "dw = 5 * 2 - 0.5 * 2 * 4",
     "That is 5 · 2 − 4. Both shares meet at h, and their sum is multiplied by x.",
     "Or does the 2 that the device loss sends not count, as in (5 − 0.5 · 4) · 2?"),
    ("r-where-v-belongs", "dw = (5 - 0.5 * 2 * 6) * 2",
     "The sign is turned. Is r = 6 in the device's share, where v = 4 belongs?"),
    ("head-weight-left-out", "dw = (5 - 0.5 * 2) * 2",
     "That comes without v in the device's share: on its way from d to r it is multiplied by v = 4."),
    ),
    right=(
    ("at v: 2 · r.   at h: 5 + (−0.5) · (2 · v).   at w: that, times x",
     "2.0 * 6, (5 + (-0.5) * (2 * 4)) * 2.0"),
    ("below it the turned share is added", "2.0 * 6, 5 * 2.0 - 0.5 * (2 * 4) * 2"),
    ),
)  # fmt: skip


def upstream_and_input(rng):
    """An upstream that is longer than 1, and an input of its shape."""
    upstream, x = 1.5 * rng.normal(size=(2, int(rng.integers(2, 4)), 4))
    return upstream, x


LONG_PAIR = np.array([3.0, -4.0]), np.array([1.0, 2.0])
SHORT = np.array([0.3, -0.4, 0.1]), np.array([2.0, -1.0, 3.0])

LIMITED = Custom("05.8", covers=("upstream-left-out",),
    inputs=upstream_and_input,
    edge_cases=(SHORT, LONG_PAIR, *(tuple(n * a for a in LONG_PAIR) for n in (0.19, 0.21))),
    wider=alike(2),
    small=(*(whole_numbers(g, 1) for g in (3, -4, 0.5)), (np.array([3.0, 4.0]), np.array([1.0, 2.0]))),
    takes=("upstream", "x"), gives=("value", "downstream"),
    because="Long ones are divided by their length and keep their direction; short ones are divided by 1.",
    hints=(
        "By what do you divide [3, 4] to make it one long? By what an upstream that should stay as it is?",
        "downstream = upstream / max(length of the upstream, 1)",
        """
        def grad(upstream):
            length = np.linalg.norm(upstream)
            return upstream / np.maximum(«length», «1»)
        """,
    ),
    wrong=(
    "stopped",
    ("entry-by-entry", "downstream = np.clip(upstream, -1, 1)",
     "That limits every entry on its own, which turns the direction. Shorten the whole by one factor."),
    ("entries-cut-from-above", "downstream = np.minimum(upstream, 1)",
     "That limits every entry from above, on its own. Shorten the whole by one factor."),
    ("smaller-of-two", "downstream = np.minimum(upstream, upstream / np.linalg.norm(upstream))",
     "Where an entry is negative, the smaller is the longer: −4 stays −4. Divide all by max(length, 1)."),
    ("each-entry-asks-whether-it-is-long",
     "downstream = np.where(np.abs(upstream) > 1, upstream / np.linalg.norm(upstream), upstream)",
     "Each entry is shortened, or not, on its own. One length, of the whole, decides for all of them."),
    ("multiplied-by-the-smaller", "downstream = upstream * min(np.linalg.norm(upstream), 1)",
     "That leaves the long ones as they are and shortens the short ones: divide by max(length, 1)."),
    ("signed-sum", "downstream = upstream / max(np.sum(upstream), 1)",
     "You divide by the sum of the entries, signs and all. The length is the root of the sum of squares."),
    ("always-one", "downstream = upstream / np.sqrt(np.sum(upstream**2))",
     "Now every upstream has length 1, the short ones too. Divide by the length only where it is above 1."),
    ("short-became-x-itself",
     "downstream = upstream / np.linalg.norm(upstream) if np.linalg.norm(upstream) > 1 else 1.0 * x",
     "A short upstream became x itself. It passes as it is."),
    ("short-became-one",
     "downstream = upstream / np.linalg.norm(upstream) if np.linalg.norm(upstream) > 1 else 1",
     "A short upstream became 1. It passes as it is."),
    ("length-alone", "downstream = np.sqrt(np.sum(upstream**2))",
     "That is the length of the upstream. Divide the upstream by it, where it is above 1."),
    ("long-became-one", "downstream = upstream if np.linalg.norm(upstream) < 1 else 1",
     "A long upstream became 1, a single number. It keeps its entries: divide each by the length."),
    ("length-at-most-one", "downstream = min(1, np.linalg.norm(upstream))",
     "That is a length, one number. Divide the upstream by its length, where that is above 1."),
    ("divisor-alone", "downstream = max(1, np.linalg.norm(upstream))",
     "That is the number to divide by, alone. Divide the upstream by it."),
    ("multiplied-by-the-length", "downstream = upstream * np.linalg.norm(upstream)",
     "You multiply by the length: the long ones grow. Divide by it, and only where it is above 1."),
    ("multiplied-by-the-larger", "downstream = upstream * max(1, np.linalg.norm(upstream))",
     "You multiply by the larger of the two, so the long ones grow. Divide by it."),
    ("length-of-x-measured", "downstream = upstream / np.maximum(np.sqrt(np.sum(x**2)), 1)",
     "You measure the length of x. It is the upstream that must not be too long."),
    ("smaller-for-larger", "downstream = upstream / np.minimum(np.sqrt(np.sum(upstream**2)), 1)",
     "That leaves the long ones as they are and lengthens the short ones: take the larger of length and 1."),
    ("row-by-row",
     "downstream = upstream / np.maximum(np.linalg.norm(upstream, axis=-1, keepdims=True), 1)",
     "Each row is limited on its own. The length is one number, over all axes."),
    ("excess-taken-off", "downstream = upstream - np.maximum(np.sqrt(np.sum(upstream**2)) - 1, 0)",
     "What exceeds 1 is taken off every entry. Shorten the whole by one factor instead: divide."),
    ("thrown-away", "downstream = upstream * (np.sqrt(np.sum(upstream**2)) <= 1)",
     "What is too long is thrown away. Shorten it to length 1 instead, in its own direction."),
    ("not-limited", "downstream = 1 * upstream",
     "The upstream passes unchanged. Divide it by its length where that is above 1."),
    ("largest-entry", "downstream = upstream / np.maximum(np.abs(upstream).max(initial=0.0), 1)",
     "You divide by the largest entry. The length is the root of the sum of all squares."),
    ("sum-of-sizes", "downstream = upstream / np.maximum(np.abs(upstream).sum(), 1)",
     "You divide by the sum of the sizes. The length is the root of the sum of the squares."),
    ("mean-for-sum", "downstream = upstream / np.maximum(np.sqrt(np.mean(upstream**2)), 1)",
     "You take the mean of the squares. The length takes their sum."),
    ("short-dropped", "downstream = (n := np.linalg.norm(upstream)) and upstream / n * (n > 1)",
     "A short upstream becomes 0. It passes as it is."),
    ("one-more-than-the-length", "downstream = upstream / (1 + np.linalg.norm(upstream))",
     "You divide by 1 more than the length, so that the short ones shrink too: take the larger of the two."),
    ("stretch-for-length", "downstream = upstream / max(np.linalg.norm(np.atleast_2d(upstream), 2), 1)",
     "norm(…, 2) of a table is how far it stretches a vector, not its length: leave the 2 out."),
    ("value-limited", "value = x / np.maximum(np.sqrt(np.sum(x**2)), 1)",
     "The value is limited as well. Forward nothing happens: only the way back is clipped."),
    ),
    words={"length": "the length"},
    right=(
    ("downstream = upstream / max(length of the upstream, 1)",
     "1.0 * x, lambda upstream: upstream * min(1.0, 1 / (np.linalg.norm(upstream) or 1.0))"),
    ("Long ones are divided by their length and keep their direction", """
        def limited(x):
            def grad(upstream):
                length = np.linalg.norm(upstream)
                return upstream / length if length > 1 else upstream

            return 1.0 * x, grad
     """),
    ),
)  # fmt: skip


def temperature_case(rng, rows=3, parts=4):
    """Upstreams and scores, a row per example, the parts that are right, and a temperature."""
    right = np.eye(parts, dtype=int)[[row % parts for row in range(rows)]]
    z = rng.normal(size=(rows, parts))
    return rng.normal(size=rows), z, right.reshape(rows, parts), np.asarray(rng.uniform(1.5, 2.5))


def with_temperature(z, target, T):
    """Cross-entropy of z / T, in NumPy's own operations."""
    s = z / T
    return np.log(np.sum(np.exp(s), axis=1)) - np.sum(target * s, axis=1)


TEMPERATURE = Function("05.4",
    covers=("softmax-needs-jacobians", "variables-come-by-themselves", "broadcast-needs-no-sum"),
    inputs=temperature_case,
    wider=sized(temperature_case, square=(3, 3), one_row=(1, 4), one_entry=(1, 1), more=(6, 5)),
    small=tuple(temperature_case(WholeNumbers(), *size) for size in ((1, 2), (2, 2))),
    forward=with_temperature,
    takes=("upstream", "z", "target", "T"), gives=("downstream to z", "downstream to T"),
    because="The fused rule for s = z/T, and below it two locals: 1/T to z, −z/T² to T, added up over all z.",
    hints=(
        "Write s = z / T. You know what goes down to s. What is its slope with respect to z, and to T?",
        "dz = ds / T,   dT = −Σ ds · z / T²,   with ds = upstream · (p − target)",
        """
        to_s = upstream[:, None] * (p - target)
        return to_s / «T», -np.sum(to_s * «z») / T**2
        """,
    ),
    wrong=(
    "upstream-missing",
    ("first-upstream-for-all", "upstream[:, None] -> upstream[0]",
     "Every row got the upstream of the first. Each row has one of its own: upstream[:, None]."),
    ("not-divided-by-t", "to_s / T, -> 1 * to_s, ",
     "z got what arrives at s. s is z / T, so it has still to be divided by T."),
    ("minus-forgotten", "-np.sum(to_s * z) / T**2 -> np.sum(to_s * z) / T**2",
     "T's sign is wrong: the slope of z / T with respect to T is −z / T²."),
    ("divided-once", "-np.sum(to_s * z) / T**2 -> -np.sum(to_s * z) / T",
     "T's share is divided by T once. The slope of z / T with respect to T is −z / T²."),
    ("scores-left-out", "-np.sum(to_s * z) / T**2 -> -np.sum(to_s) / T**2",
     "T got 0. What goes down to s adds up to 0 in each row, unless each entry meets its own z first."),
    ("one-per-row", "dT = -np.sum(dz * z, axis=1) / T",
     "T got a gradient per row. All rows use the same T: sum over them too."),
    ("averaged", "dT = -np.sum(dz * z, axis=1).mean() / T",
     "T got the mean over the rows. Every row uses T, and what they send adds up."),
    ("target-forgotten", "(p - target) -> p",
     "The target is missing: going down to s is p − target, 1 taken off at the right part."),
    ("t-hears-no-target", "-np.sum(to_s * z) -> -np.sum(upstream[:, None] * p * z)",
     "For T the target is missing: T hears only what goes down to s, p − target."),
    ("target-minus-p", "(p - target) -> (target - p)",
     "Everything is turned round: it is what is said minus what is true, p − target."),
    ("upstream-added-up", "-np.sum(to_s * z) -> -np.sum(upstream) * np.sum((p - target) * z)",
     "For T the upstream is added up by itself. Each row meets its own upstream first, and then all add up."),
    ("upstream-twice", "-np.sum(to_s * z) -> -np.sum(upstream[:, None] * to_s * z)",
     "For T the upstream is multiplied in twice: what goes down to s contains it already."),
    ("scaled-twice", "-np.sum(to_s * z) / T**2 -> -np.sum(to_s * s) / T**2",
     "T's share is divided by T three times, and twice is right: z / T or ds / T brings one already."),
    ("no-sum-and-turned", "-np.sum(to_s * z) / T**2 -> to_s * z / T**2",
     "T got a number for each z, and the sign is turned. T is one number: −Σ, over all of them."),
    ("no-sum", "-np.sum(to_s * z) / T**2 -> -to_s * z / T**2",
     "T got a number for each z. T is one number: add them up, over rows and columns."),
    ("not-divided-and-upstream-at-T", "to_s / T, -np.sum(to_s * z) / T**2 -> 1 * to_s, np.sum(upstream)",
     "z got what arrives at s = z / T: divide it by T. T got Σ upstream instead of −Σ ds · z / T²."),
    ("upstream-at-T", "-np.sum(to_s * z) / T**2 -> np.sum(upstream)",
     "T got Σ upstream. What goes down to s meets the slope −z / T², and then all of it adds up."),
    ),
    words={"to_s": "what goes down to s", "e": "the exponentials", "p": "the probabilities"},
    right=(
    ("dz = ds / T,   dT = −Σ ds · z / T²,   with ds = upstream · (p − target)", """
        def temperature_rule(upstream, z, target, T):
            p = np.exp(z / T) / np.exp(z / T).sum(axis=1, keepdims=True)
            ds = upstream[:, None] * (p - target)
            return ds / T, -np.einsum("rk,rk->", ds, z) / T**2
     """),
    ("1/T to z, −z/T² to T, added up over all z", """
        def temperature_rule(upstream, z, target, T):
            p = np.exp(z / T) / np.sum(np.exp(z / T), axis=1, keepdims=True)
            dz = np.stack([g * row / T for g, row in zip(upstream, p - target)])
            return dz, -np.sum(dz * z) / T
     """),
    ),
)  # fmt: skip


def segments_starts_and_what_arrives(rng, sizes=None):
    """Functions that follow each other, what enters each of them, and what arrives at the end."""
    sizes = sizes or (3, 3, 3, 3)  # so that what is handed to the wrong place fits, and can be told apart
    tables = [rng.normal(size=(below, above)) for above, below in pairwise(sizes)]
    segments = [lambda x, table=table: np.sin(table @ x) + (table @ x) / 2 for table in tables]
    starts = [rng.normal(size=sizes[0])]
    for segment in segments[:-1]:
        starts.append(segment(starts[-1]))
    return segments, starts, rng.normal(size=sizes[-1])


SEGMENTS = Function("05.5", covers=("seed-is-a-mystery",),
    inputs=segments_starts_and_what_arrives,
    wider=sized(segments_starts_and_what_arrives, one_part=((3, 2),), more=((2, 4, 3, 5, 2, 3, 4, 2),)),
    method=Method(a_sweep_for_each="segments", says="Run a segment again, sweep it, and only then the next."),
    small=(([PAIR, PAIR], [np.array([3.0, 1.0]), np.array([3.0, 5.0])], np.array([1.0, 3.0])),),
    takes=("segments", "starts", "arrives"),
    because="Each segment is run again from its start; the sweep that ends there hands its answer down.",
    hints=(
        "Nothing of a segment was kept but its start. What runs it again and sweeps back through it?",
        "arrives at its start = VJP of the segment, at its start, with what arrives at its end",
        """
        for segment, start in zip(segments[::-1], starts[::-1]):
            arrives = ad.vjp(segment, «start»)[1](«arrives»)[0]
        """,
    ),
    wrong=(
    ("ones-for-upstream", "[1](arrives) -> [1](np.ones_like(arrives))",
     "Ones go into every segment. Hand on what has arrived from the one above."),
    ("all-from-the-end", "return sum(ad.vjp(f, x)[1](arrives)[0] for f, x in zip(segments, starts))",
     "Every segment gets what arrives at the very end, and all is added up. Hand on what the next one sent."),
    ("last-segment-alone", "zip(segments[::-1], starts[::-1]) -> [(segments[-1], starts[-1])]",
     "That is what arrives at the last start. The other segments are still to come."),
    ("stops-before-the-first", "zip(segments[::-1], starts[::-1]) -> zip(segments[:0:-1], starts[:0:-1])",
     "That stops at the second start: the first segment is left out."),
    ("last-segment-left-out", "zip(segments[::-1], starts[::-1]) -> zip(segments[-2::-1], starts[-2::-1])",
     "The last segment is left out. What arrives comes in at its end: begin there."),
    ("first-segment-first", "zip(segments[::-1], starts[::-1]) -> zip(segments, starts)",
     "You begin with the first segment. What arrives comes in at the end of the last one: begin there."),
    ("start-of-the-one-before", "starts[::-1] -> [*starts[-2::-1], starts[-1]]",
     "A segment is run from the start of the one before. starts[i] is what entered segments[i]."),
    ("starts-not-turned", "starts[::-1] -> starts",
     "The segments are turned round, and the starts are not: each is run from the start of another."),
    ("run-from-its-end", "ad.vjp(segment, start) -> ad.vjp(segment, segment(start))",
     "Each segment is run from what came out of it. Run it from what entered it, its start."),
    ("value-for-what-arrives", "[1](arrives) -> [1](segment(start))",
     "The value of a segment goes back into it. Its pullback takes what has arrived."),
    ("forward-mode", "ad.vjp(segment, start)[1](arrives)[0] -> ad.jvp(segment, [start], [arrives])[1]",
     "That is J times what arrives: a JVP, which goes forward. What arrives mixes the rows of J."),
    ("value-for-gradient", "return segments[-1](starts[-1])",
     "That is the value at the end, the way forward. What arrives has to be taken back to the first start."),
    ("value-of-the-first-segment", "return segments[0](starts[0])",
     "That is the value of the first segment, the way forward: ad.vjp(f, x) returns (value, pullback)."),
    ("weighed-afterwards", "[1](arrives)[0] -> [1](np.ones_like(arrives))[0] * arrives",
     "Ones are swept, and multiplied by what arrives afterwards. It has to go in: it is the upstream."),
    ("values-multiplied", "ad.vjp(segment, start)[1](arrives)[0] -> arrives * segment(start)",
     "What arrives is multiplied by the value of a segment. Its slope counts: sweep it."),
    ("exchanged", "ad.vjp(segment, start)[1](arrives)[0] -> ad.vjp(segment, arrives)[1](start)[0]",
     "start and arrives have changed places: a segment is run from start, and its pullback takes arrives."),
    ("exchanged-and-tuple", "ad.vjp(segment, start)[1](arrives)[0] -> ad.vjp(segment, arrives)[1](start)",
     "start and arrives have changed places, and a pullback gives a tuple: its [0] goes on."),
    ("end-for-all", "arrives = ad.vjp -> down = ad.vjp; return down",
     "What arrives at the end goes through the first segment alone. Each gets what the one after it sends."),
    ("not-kept", "arrives = ad.vjp -> ad.vjp",
     "arrives comes back as it was handed in: what each sweep brings has to be put there."),
    ("run-forward", "ad.vjp(segment, start)[1](arrives)[0] -> segment(arrives)",
     "What arrives is run forward through the segments. It has to go back: sweep each of them."),
    ("all-from-the-first-start", "ad.vjp(segment, start) -> ad.vjp(segment, starts[0])",
     "Every segment is run from the first start. Each was entered by its own."),
    ("at-the-end-of-the-segment", "ad.vjp(segment, start) -> ad.vjp(segment, 0 * start)",
     "The segments are run from zeros. Each was entered by its start: run it again from there."),
    ),
    right=(
    ("VJP of the segment, at its start, with what arrives at its end", """
        def back_in_segments(segments, starts, arrives):
            for i in reversed(range(len(segments))):
                leaf = ad.Tensor(starts[i])
                arrives = ad.gradients(segments[i](leaf), leaf, grad_ys=arrives)
            return arrives
     """),
    ("the sweep that ends there hands its answer down", """
        def back_in_segments(segments, starts, arrives):
            if not segments:
                return arrives
            *below, last = segments
            down = ad.grad(lambda x: np.sum(last(x) * arrives))(starts[-1])
            return back_in_segments(below, starts[:-1], down)
     """),
    ),
)


def found_case(rng, *shape, slope=2):
    """An upstream, values c, and for each the x with x³ + slope · x = c."""
    x = rng.normal(size=shape or (4,))
    return rng.normal(size=x.shape), x**3 + slope * x, x


def found(c, _=None, slope=2):
    """The x with x³ + slope · x = c, by Cardano's formula."""
    root = np.sqrt(c**2 / 4 + slope**3 / 27)
    return np.cbrt(c / 2 + root) + np.cbrt(c / 2 - root)


SEARCH = Function("05.6", covers=("upstream-left-out",),
    inputs=found_case,
    wider=sized(found_case, square=(3, 3), one_row=(1, 4), one_entry=(1, 1), more=(6, 5)),
    small=tuple(tuple(np.array([float(n)]) for n in row) for row in ((10, 3, 1), (28, 12, 2))),
    forward=found,
    takes=("upstream", "c", "x"), gives=("downstream to c",),
    because="However x was found, x³ + 2x stays c: (3x² + 2) dx = dc, so x moves 1 / (3x² + 2) per 1 of c.",
    hints=(
        "Let c move a little. How much does x³ + 2x move per 1 of x, and so how far must x go?",
        "(3 x² + 2) dx = dc,   downstream = upstream · dx / dc",
        "return upstream / («3 * x**2 + 2»)",
    ),
    wrong=(
    "upstream-missing",
    ("swept-through-the-search", "upstream / (3 * x**2 + 2) -> 0 * upstream",
     "0 is what the sweep through a search brings. But as c grows, x grows with it."),
    ("multiplied-not-divided", "upstream / (3 * x**2 + 2) -> upstream * (3 * x**2 + 2)",
     "That is multiplied by how far c moves per 1 of x. The question is how far x moves per 1 of c: divide."),
    ("how-far-c-moves", "upstream / (3 * x**2 + 2) -> 3 * x**2 + 2",
     "That is how far c moves per 1 of x. You want how far x moves per 1 of c, times the upstream."),
    ("slope-at-c", "x**2 -> c**2", "The slope is taken at c. It is that of the curve where x was found."),
    ("times-the-value", "upstream / (3 * x**2 + 2) -> upstream * (x**3 + 2 * x)",
     "That is multiplied by the curve's value, c. Take its slope at x, and divide by it."),
    ("term-missing", "3 * x**2 + 2 -> 3 * x**2", "The slope of x³ + 2x is 3x² + 2: that of 2x is missing."),
    ("divided-term-by-term", "upstream / (3 * x**2 + 2) -> upstream / (3 * x**2) + upstream / 2",
     "It is divided by each term on its own, and added. One over 3x² + 2 is something else."),
    ("second-derivative", "3 * x**2 + 2 -> 6 * x",
     "6x is the second derivative. Divide by the slope itself, 3x² + 2."),
    ("power-left-out", "3 * x**2 + 2 -> x**2 + 2",
     "It is divided by x² + 2, which is c / x. A slope compares tiny moves: that of x³ is 3x²."),
    ("rule-of-the-example", "3 * x**2 + 2 -> 1 + 2 * x",
     "That is the slope of x + x², as in the example. Here the curve is x³ + 2x."),
    ("slope-times-x", "3 * x**2 + 2 -> 3 * x**2 + 2 * x",
     "The slope of x³ + 2x is 3x² + 2: that of 2x is 2, whatever x is."),
    ("cube-as-it-was", "3 * x**2 + 2 -> x**3 + 2",
     "The cube is there as it was: x³ has the slope 3x²."),
    ("multiplied-without-brackets", "upstream / (3 * x**2 + 2) -> upstream * 3 * x**2 + 2",
     "Here 3x² multiplies, and 2 is added. The whole slope 3x² + 2 is the denominator: put it in brackets."),
    ("brackets-left-out", "upstream / (3 * x**2 + 2) -> upstream / 3 * x**2 + 2",
     "You divide only by 3: the whole slope 3x² + 2 is the denominator, in brackets."),
    ("value-for-slope", "(3 * x**2 + 2) -> (x**3 + 2 * x)",
     "That divides by the curve's value, which is c. A tiny move takes its slope, 3x² + 2."),
    ("sign-turned", "upstream / (3 * x**2 + 2) -> -upstream / (3 * x**2 + 2)",
     "The sign is reversed. As c grows, x grows with it."),
    ("no-x-in-it", "upstream / (3 * x**2 + 2) -> upstream * 0.1",
     "This does not depend on x: where the curve is steeper, x moves less."),
    ("slope-at-1", "3 * x**2 + 2 -> 5", "5 is the slope at x = 1 alone. Take it where x was found."),
    ("passed-on", "upstream / (3 * x**2 + 2) -> 1 * upstream",
     "The upstream is sent on as it came. x does not move 1 per 1 of c."),
    ),
    right=(
    ("(3 x² + 2) dx = dc,   downstream = upstream · dx / dc", "upstream / np.polyval([3, 0, 2], x)"),
    ("x moves 1 / (3x² + 2) per 1 of c", "upstream * np.reciprocal(3.0 * np.square(x) + 2)"),
    ),
)


# --- predictions ---

SPREAD = PredictionKey("05.p1",
    "Both w and b are NaN after one step. At how many of the eight z, one for each reading, does NaN arrive?",
    example=5, truth=measured.nans_at_the_readings, covers=("last-gradient-wins",),
    because="At 1, that of the 27 bar. w and b add up what all eight send, and one NaN makes the sum NaN.",
    guesses=(
    ("w-and-b-both", "2",
     "w and b are two, and both are NaN. The question is at how many of the eight z, above them."),
    ("all-of-them", "8",
     "NaN spreads to what is computed from it. No reading's share is computed from another's."),
    ("none-of-them", "0",
     "A sum of small numbers is a number. w is NaN, so at least one of the shares that it adds up is NaN."),
    ("those-that-failed", "4", "Four pumps failed. Is exp(z) too large a number for each of them?"),
    ("below-none", "-1", "The question is how many there are, of eight: that is at least 0."),
    ("all-but-one", "7",
     "That is all but one. Does NaN spread to the others, when no share is computed from another's?"),
    ),
)

UNCHOSEN = PredictionKey("05.p2",
    "In float32, y = where(x > 30, x, log(1 + eˣ)) at x = [1, 50, 100, 200]: how many gradients are NaN?",
    example=1, truth=measured.nans_of_where, covers=("unchosen-branch-is-free",),
    because="At 2, where eˣ overflows: the branch not chosen gets 0, and its exp makes 0 · ∞ of it.",
    otherwise="Take the four x in turn: which are above 30, and at which of those does eˣ overflow float32?",
    guesses=(
    ("unchosen-branch-is-free", "0",
     "That trusts the upstream of 0 that the branch not chosen gets. What is 0 times an overflow?"),
    ("every-unchosen", "3", "That counts every x above 30. Does eˣ overflow float32 at each of them?"),
    ("all-of-them", "4",
     "The gradients are kept apart, entry by entry: one NaN does not reach another entry."),
    ),
)


BOTTOM = PredictionKey("05.p3",
    "p = [0.25, 0.25, 0.5], and the last part failed: the loss is −log p[2]. What arrives at the scores z?",
    example=[3, 2, -1], truth=measured.at_the_bottom, covers=("softmax-needs-jacobians",),
    because="It is p, with 1 taken off the part that failed: raise its score, lower the others.",
    guesses=(
    ("probabilities-alone", "[0.25, 0.25, 0.5]",
     "Those are the probabilities, all above 0: a step against them lowers every score. Is that wanted?"),
    ("own-score-alone", "[0, 0, -0.5]", "That leaves the other two scores out. p[2] depends on all three."),
    ("own-score-turned", "[0, 0, 0.5]",
     "p[2] depends on all three scores. The last must rise for the loss to fall: is its slope above 0?"),
    ("log-of-the-sum-at-the-last", "[0.25, 0.25, -1]",
     "The first two are right. At the last, −1 comes from z[2] itself; the log of the sum adds its p, 0.5."),
    ("four-times-too-large", "[1, 1, -2]",
     "The signs are right. But the total of eᶻ divides, 1 + 1 + 2 = 4: each is four times too large."),
    ("at-the-exponentials", "[0.25, 0.25, -0.25]",
     "That is what arrives at e. The exponential is still to come: its local at the last score is 2."),
    ("truth-itself", "[0, 0, 1]",
     "That is t, the truth itself: 1 at the part that failed. How the loss moves depends on p as well."),
    ("label-alone", "[0, 0, -1]", "That is −1 at the part that failed. The other scores move the loss too."),
    ("right-sizes", "[-0.25, -0.25, 0.5]",
     "The sizes are right. Which scores have to rise for the loss to fall?"),
    ("top-rung-alone", "[0, 0, -2]",
     "That is what arrives at p. The division and the exponential are still to come."),
    ),
)  # fmt: skip

HELD = PredictionKey("05.p5",
    "Of the inputs of 100 layers every tenth is kept. How many of the 100 are held at once, at most?",
    example=5, truth=lambda: measured.counts(10)[0],
    because="The 10 kept, and 9 more of the segment that is computed again, whose first is kept: 19.",
    otherwise="Count what waits while the last segment is swept: the inputs kept and its own, each once.",
    guesses=(
    ("kept-alone", "10", "Those are the ones kept. What does the sweep need to go back through a segment?"),
    ("segment-alone", "9", "That is the rest of one segment. What was kept of the others is held as well."),
    ("first-counted-twice", "20", "The first of a segment is among those kept: it is counted twice there."),
    ("next-kept-too", "11", "That adds one value. To go back through ten layers takes all ten inputs."),
    ("all-are-held", "100", "That many are held if all are kept. Here it is every tenth, and one segment."),
    ("run-once-more", "90", "Those are run once more, ten layers at a time, and not held all at once."),
    ("layer-that-is-swept", "1", "One layer is swept at a time. But all that were kept wait meanwhile."),
    ),
)  # fmt: skip
