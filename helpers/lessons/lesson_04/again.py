"""Lesson 04 once more: other weights, other losses, another gate, another cut."""

import numpy as np

from helpers import autodiff as ad
from helpers.exercises.key.further import sized
from helpers.exercises.key.variations import Variation
from helpers.exercises.run.sweeps import Method
from helpers.exercises.say.small import ROWS


def upstreams_for_four(marks):
    """Weights that make of four marks the first, the average of the last two, and the change."""
    wanted = (lambda y: y[0], lambda y: np.mean(y[2:]), lambda y: y[3] - y[0])
    return tuple(ad.grad(number)(marks) for number in wanted)


def other_loss(name, loss, forward, slope, spoken, *wrong):
    """The same for the mean of another function of the errors; `slope` is code in terms of `error`."""
    errors, value, slope_in_words, equation = spoken
    return Variation("04.2", f"Another loss, {loss}. Work out its slopes with respect to y.",
        words={"mse_gradient": f"{name}_gradient", "np.mean((y - target) ** 2)": loss,
               "2 * «error»": slope.replace("error", "«error»"),
               "2 * error.mean()": f"np.mean({slope})", "error**2": value, "squared errors": errors,
               "slope of e² is 2e": slope_in_words},
        forward=lambda model, w, target: np.mean(forward(model(w) - target)),
        hints=(
            "If one prediction moves a little, how does the mean move? Try one too high, then one too low.",
            equation,
        ),
        without="half-missing half-the-error brackets-missing whole-error-needs-brackets "
        "slope-of-the-mean-alone",
        wrong=(
        ...,
        ("slope-of-the-square", f"{slope} / error.size -> 2 * error / error.size",
         f"These are the slopes of a mean of squares. Here the {slope_in_words}."),
        *wrong,
        ))


def losses_weights_parts_and_known(rng, size=None, lengths=None):
    """A loss for each row, weights, three parts of unequal length, and 1 for each row with a label."""
    size = size or int(rng.integers(2, 5))
    lengths = lengths or (size + 5, size + 2, size + 1)
    parts = [rng.normal(size=(rows, size)) for rows in lengths]
    known = [np.where((rng.normal(size=rows) < 0.5) | (np.arange(rows) == 0), 1.0, 0.0) for rows in lengths]
    return lambda w, rows: np.tanh(rows @ w) ** 2 + rows @ w, rng.normal(size=size), parts, known


# --- for the guesses ---

EXAMS = np.array([[2.0, 1.0], [0.0, 5.0]])  # slopes, a row per exam


def pair_at_3(weights):
    """x², 5x at x = 3: their gradient with these weights."""
    x = ad.Tensor(3.0)
    return ad.gradients([x * x, 5 * x], x, grad_ys=weights)


VARIATIONS = [
Variation(
    "04.1", "Four marks this time. Name the weights that turn them into three numbers; the first is done.",
    code="""
      # y holds four marks. Name the grad_ys:
      first = np.array([1.0, 0.0, 0.0, 0.0])  # the slopes of the first mark alone: done for you
    - average = ...  # the slopes of the average of the last two marks
    - change = ...  # the slopes of the last mark minus the first
    + average = np.array([0.0, 0.0, 1 / «2», 1 / «2»])
    + change = np.array([«-1.0», 0.0, 0.0, «1.0»])
      upstreams = first, average, change
    """,
    inputs=lambda rng: (np.array([8.0, 12.0, 14.0, 9.0]),),
    gives=("first", "average", "change"),
    reference=upstreams_for_four,
    hints=("Write the average as a sum: a number times y[0], plus a number times y[1], and so on. Two are 0.",
           "(w · y).sum() = w[0]·y[0] + w[1]·y[1] + w[2]·y[2] + w[3]·y[3]"),
    wrong=(
    ("added-not-averaged", "average = np.array([0.0, 0.0, 1.0, 1.0])",
     "Your average has weights of one: that is the sum. An average of two gives each a weight of a half."),
    ("average-of-all", "average = np.full(4, 0.25)",
     "That is the average of all four marks. The first two have no say in it: their weight is 0."),
    ("added-not-subtracted", "change = np.array([1.0, 0.0, 0.0, 1.0])",
     "Your change adds the two marks. A better first mark makes the change smaller: give it a minus."),
    ("change-turned-round", "change = np.array([1.0, 0.0, 0.0, -1.0])",
     "Your change runs from the last mark to the first. Swap the signs."),
    ("two-weights", "average = np.array([0.5, 0.5]); change = np.array([-1.0, 1.0])",
     "You gave two weights. grad_ys weights every output: four marks, four weights, some of them 0."),
    ("average-for-weights", "average = np.mean(marks[2:]); change = marks[3] - marks[0]",
     "These are the average and the change themselves. Give the weights that make them from y."),
    )),
other_loss(
    "quartic", "np.mean((y - target) ** 4)", lambda error: error**4, "4 * error**3",
    ("fourth powers of the errors", "error**4", "slope of e⁴ is 4e³",
     "∂/∂y[i] of mean((y − t)⁴) = 4 · (y[i] − t[i])³ / n"),
    ("only-a-quarter", "4 * error**3 / error.size -> error**3 / error.size",
     "A quarter of it arrives: the slope of e⁴ is 4e³."),
),
other_loss(
    "mae", "np.mean(np.abs(y - target))", np.abs, "np.sign(error)",
    ("absolute errors", "np.abs(error)", "slope of |e| is its sign",
     "∂/∂y[i] of mean(|y − t|) = sign(y[i] − t[i]) / n"),
),
Variation(
    "04.3",
    """
    A step from 0 to 1 that can be trained: forward it is honest; on the way back it pretends to be x wherever
    x lies between 0 and 1, and constant elsewhere.
    """,
    title="A step that can be trained",
    words={"hard_sign": "hard_step", "np.sign(x)": "(x > 0) * 1.0", "sign(x)": "the step",
           "the sign": "the step",
           "np.abs(x) <= «1»": "(x >= «0») & (x <= «1»)",
           "np.abs(x) < 1": "(x > 0) & (x < 1)",
           "np.abs(upstream) <= 1": "(upstream >= 0) & (upstream <= 1)", "|x| <= 1": "0 <= x <= 1",
           "|x| ≤ 1": "0 ≤ x ≤ 1", "|x| > 1": "x < 0 or x > 1", "|x| = 1": "x = 0 and x = 1", "-1, 1": "0, 1",
           "−1, 1": "0, 1"},
    right=("1.0 * (x > 0), lambda upstream: np.where((x >= 0) & (x <= 1), upstream, 0.0)",),
    without="output-for-pretended-slope sign-as-slope-outside half-at-the-border one-shuts-all "
    "gate-shut-too-early gate-shut-too-late absolute-value-and-border-left-out size-for-pretended-slope "
    "distance-to-the-border-for-slope one-answer-for-all whole-array-and-upstream-lost",
    wrong=(
    ...,
    ("gate-of-the-sign", "downstream = upstream * (np.abs(x) <= 1)",
     "Your gate is open from −1 to 1, as for the sign. Here it is open from 0 to 1."),
    ("gate-half-open", "downstream = upstream * (x >= 0)",
     "Your gate stays open above 1, like the output of the step itself. Nothing should come through there."),
    )),
Variation(
    "04.4",
    """
    A controller, and behind it a black box that nobody can trace. It runs and the shape fits, but the
    numbers are wrong. Repair it without the Jacobian.
    """,
    words={"return dz_dy * ad.gradients(y, w)": "return ad.jacobian(controller)(w.value) @ dz_dy"},
    method=Method(jacobians=False, says="One VJP of the controller does it."),
    because="dz_dy belongs to the outputs, so it mixes the rows of J. One VJP does that without building J.",
    hints=("dz_dy has a number for each output of the controller. Is that the rows of J, or the columns?",
           ""),
    without="jvp-for-vjp",
    wrong=(
    ...,
    ("weights-can-wait", "return dz_dy * ad.gradients(y, w)",
     "dz_dy is multiplied in after the outputs are added up. Weight each output first, with grad_ys."),
    )),
Variation(
    "04.5",
    "Another cut: y is branch(w) * rest, the loss is head(y). Put the lines in order; two are not needed.",
    words={"branch(w) + rest": "branch(w) * rest", "h = branch(leaf)": "h = branch(leaf) * rest",
           "down = ad.gradients(h, leaf)": "h = branch(leaf)",
           "VJP of the branch": "VJP of (w → branch(w) · rest)",
           "the branch, traced on its own:  ": "the branch and its factor:      "},
    letters="DCGAFBE",
    hints=("Two sweeps. Which one needs a result of the other, and which? And what lies between w and y?",
           ""),
    right=("ad.grad(lambda w: head(branch(w) * rest))(w)", "F B C A D"),
    without="ones-for-upstream",
    wrong=(
    ...,
    ("factor-forgotten", "C A F G D",
     "Line G leaves out rest. It stands between the branch and y, so the sweep has to pass it as well."),
    )),
Variation(
    "04.6",
    """
    Some rows have no label, and their losses mean nothing. known holds an array for each part: 1 for a row
    with a label, 0 for one without. Return the gradient of the mean over all rows with a label.
    """,
    title="Rows without a label, in parts",
    words={"counts": "known", "part, count": "part, has_label", "for count": "for has_label",
           "«count» /": "«has_label» /", "count *": "has_label *", "count.sum()": "has_label.sum()",
           "len(count)": "len(has_label)", "and count how often the row was seen": "and has_label a 1 or a 0",
           "the mean over everything seen": "the mean over all rows with a label", "The counts": "The labels",
           "everything seen: the sum of all counts": "how many labels there are in all",
           "everything seen": "the number of all labels"},
    inputs=losses_weights_parts_and_known,
    wider=sized(losses_weights_parts_and_known, one_part=(3, (4,)), one_row_each=(3, (1, 1)),
                one_input=(1, (4, 2)), square=(3, (3, 3, 3)), more=(5, (9, 2, 1, 7))),
    method=Method(a_sweep_for_each="parts", says="Trace one part, sweep it, and only then the next."),
    small=(
        (ROWS, np.array([2.0]), [np.array([[4.0], [3.0]]), np.array([[6.0]])],
         [np.array([1.0, 0.0]), np.array([1.0])]),
        (ROWS, np.array([2.0, 1.0]), [np.array([[4.0, 1.0], [3.0, 2.0]]), np.array([[6.0, 3.0]])],
         [np.array([1.0, 0.0]), np.array([1.0])]),
    ),
    takes=("losses", "w", "parts", "known"),
    because="A weight of 0 keeps a row out before the sweep adds up the losses; all parts share one total.",
    hints=(
        "A part with 8 labels and a part with 2: what weight does one of the 8 have, and one of the 2?",
        "mean = Σ_k Σ_i (known i in part k / sum of all of known) · loss of row i in part k",
    ),
    wrong=(
    "counts-of-a-part-added-up", "parts-unequally-long", "rows-of-a-part-alike",
    "parts-for-everything-seen", "total-divided-by-parts-as-well", "parts-by-their-rows", "overwritten",
    "gradients-side-by-side", "first-part-alone",
    ("every-loss-once", "",
     "Every loss counts once here, with a label or without. Give those without a weight of 0."),
    ("rows-without-a-label", "has_label / total -> np.ones(len(part)) / total",
     "The rows without a label count as well. Their weight is 0: has_label says where."),
    ("total-forgotten", "has_label / total -> has_label",
     "The right rows count, which is half of it. Divide by how many labels there are in all as well."),
    ("means-added", "",
     "Each part is divided by its own labels: that adds up the parts' means. Divide by those of all parts."),
    ("means-averaged", "",
     "Each part gives its own mean, and all parts count alike, however few labels they have."),
    ("rows-for-total", "",
     "You divide by the number of rows. Divide by how many labels there are: the others do not count."),
    )),
Variation(
    "04.p1", "Slopes [[2, 1], [0, 5]], a row per exam: what is gradients(marks, hours, grad_ys=[3, 1])?",
    words={"10 hours of": "3 hours of", "ten times": "three times", "[10 * 3, 1 * 4]": "[3 * 2, 1 * 5]",
           "[10 * 3, 10 * 2]": "[3 * 2, 3 * 1]",
           "[1 * 3 + 10 * 1, 1 * 2 + 10 * 4]": "[1 * 2 + 3 * 0, 1 * 1 + 3 * 5]",
           "[3 + 1, 2 + 4]": "[2 + 0, 1 + 5]",
           "[3 * 10 + 2 * 1, 1 * 10 + 4 * 1]": "[2 * 3 + 1 * 1, 0 * 3 + 5 * 1]"},
    truth=lambda: ad.vjp(lambda hours: EXAMS @ hours, np.ones(2))[1](np.array([3.0, 1.0]))[0],
    because="The first row counts three times, the second once: 3 · [2, 1] + 1 · [0, 5] = [6, 8].",
    wrong=(..., ("multiplied-afterwards", "[3 * 2, 1 * 6]",
                 "That is [2, 6] multiplied afterwards. But in 6 = 1 + 5 only the 1 belongs to exam one.")),
),
Variation("04.p3", "At x = 3, what does ad.gradients([x * x, 5 * x], x, grad_ys=[None, 4]) give?",
    words={"3x": "x²", "x²": "5x", "5": 4, "4 + 3": "6 + 5", "5 * 3": "4 * 6",
           "[20, 3]": "[6, 20]"},
    truth=lambda: pair_at_3([None, 4.0]),
    because="1 · 6 for x², because a weight left out is 1, plus 4 · 5 for 5x: 26.",
    wrong=(
    ...,
    ("none-is-zero", "pair_at_3([0.0, 4.0])"),
    ("value-for-slope", "6 + 4 * 15", "That adds 5x itself, which is 15. Its slope is 5."),
    )),
Variation(
    "04.p4",
    "loss = (2r − 6)², r is w = 3.6 rounded; going back, r pretends to be w. What gradient arrives at w?",
    truth=lambda: ad.grad(lambda w: (2 * (w + ad.stop_gradient(np.round(w) - w)) - 6) ** 2)(3.6),
    because="Forward, r is 4: the slope of the loss at r is 2 · (8 − 6) · 2 = 8. r hands it on to w.",
    wrong=(
    ("forgetting-is-stopping", "0",
     "That is the true gradient, with which nothing is ever learned. Going back, r pretends to be w."),
    ("no-rounding-forward", "2 * (2 * 3.6 - 6) * 2",
     "That takes the unrounded 3.6 forward as well. Forward nothing is pretended: r is 4."),
    ("inner-derivative-missing", "2 * (2 * 4 - 6)",
     "The slope of 2r with respect to r is missing: multiply by 2 once more."),
    )),
Variation("04.p5", "y = 2x + stop_gradient(sign(x) - 2x). At x = 0.4 it is 1. What is its slope there?",
    words={"every x": "every 2x", "both x": "both 2x", "the x in front": "the 2x in front",
           "slope 1": "slope 2", "rounding": "the sign", "3": 1, "2": 4},
    truth=lambda: ad.grad(lambda x: 2 * x + ad.stop_gradient(np.sign(x) - 2 * x))(0.4),
),
]
