"""Lesson 05 once more: another loss, another branch, other numbers, another limit, a sharpness."""

from functools import partial

import numpy as np

from helpers import autodiff as ad
from helpers.exercises.key.variations import Variation
from helpers.exercises.run.sweeps import Method
from helpers.widgets.checkpoints import peak, schedule

from .keys import found, found_case


def other_reversal(w, x, task, strength, v, device):
    """What arrives at v and at w, with other numbers."""
    share = device * v

    def by_the_engine(*_):
        turned = ad.custom_gradient(lambda h: (1.0 * h, lambda upstream: -strength * upstream))
        leaves = [ad.Tensor(float(v)), ad.Tensor(float(w))]
        h = leaves[1] * x
        return tuple(map(float, ad.gradients(task * h + device * leaves[0] * turned(h), leaves)))

    words = {"0.5": strength, "x = 2": f"x = {x}", "v = 4": f"v = {v}", "which is 6": f"which is {w * x}"}
    return Variation(
        "05.7",
        f"h = w · x, w = {w}, x = {x}; the task sends {task} to h. r = reverse(h), strength {strength}; "
        f"d = v · r, v = {v}; the device loss sends {device} to d. What arrives at v, and what at w?",
        words={old: new for old, new in words.items() if old != str(new)},
        code=f"""
        - arrives = (..., ...)  # at v, at w
        + arrives = ({device}*{w * x}, ({task} - {strength}*{device}*{v})*{x})
        """,
        inputs=lambda rng: (np.array([w, x, task, strength, v, device], dtype=float),),
        takes=("numbers",),
        reference=by_the_engine,
        hints=(
            "",
            f"at v: {device} · r.   at h: {task} + (−{strength}) · ({device} · v).   at w: that, times x",
            f"""
            at v:  {device} · __                 (the value of r)
            at r:  {device} · __                 (the value of v)
            at h:  {task} + (__ · what arrives at r)
            at w:  what arrives at h, times __
            """,
        ),
        wrong=(
        ("sign-twice", f"dw = ({task} + {strength} * {share}) * {x}"),
        ("strength-forgotten", f"dw = ({task} - {share}) * {x}"),
        ("not-reversed", f"dw = ({task} + {share} + 0.0) * {x}"),
        ("head-turned", f"dv = -{strength} * {device} * {w * x}"),
        ("head-sign-turned", f"dv = -{device} * {w * x}"),
        ("head-meets-itself", f"dv = {share}"),
        ("stops-at-h", f"dw = {task} - {strength} * {share}"),
        ("weight-for-input", f"dw = ({task} - {strength} * {share}) * {w}"),
        ("task-not-added", f"dw = -{strength} * {share} * {x}"),
        ("device-forgotten", f"dw = {task} * {x}"),
        ("task-through-the-reversal", f"dw = ({share} - {strength} * {task}) * {x}"),
        ("both-shares-turned", f"dw = -{strength} * ({task} + {share}) * {x}"),
        ("head-weight-left-out", f"dw = ({task} - {strength} * {device}) * {x}"),
        ))


def softmax(z):
    return np.exp(z) / np.sum(np.exp(z), axis=1, keepdims=True)


# --- for the guesses ---


@np.errstate(all="ignore")
def rows_left():
    """How many of the four biases of four models, which share one batch, are still numbers."""
    z = ad.Tensor(np.float32([[1.0, 2.0], [100.0, 1.0], [3.0, 0.0], [0.0, 1.0]]))
    biases = ad.Tensor(np.zeros((4, 1), np.float32))
    return int(np.isfinite(ad.gradients(np.sum(np.log(1 + np.exp(z + biases))), biases)).sum())


@np.errstate(all="ignore")
def nans_of_root():
    """How many of four gradients of a shielded value, but not a shielded input, are NaN."""
    x = ad.Tensor([-2.0, 0.0, 1.0, 4.0])
    return int(np.isnan(ad.gradients(np.where(x > 0, np.sqrt(x), 0.0), x)).sum())


VARIATIONS = [
Variation(
    "05.1", "Each reading has a weight y: the value is y · log(1 + eᶻ), and its rule has two gradients.",
    title="A weighted loss that survives",
    words={"np.logaddexp(0, z) − y z": "y * np.logaddexp(0, z)"},
    code="""
      def weighed_loss(z, y):
          value = y * np.logaddexp(0, z)
          sigmoid = np.exp(-np.logaddexp(0, -z))

          def grad(upstream):
    -         return ..., ...  # to z, to y
    +         return upstream * y * «sigmoid», upstream * np.logaddexp(0, «z»)

          return value, grad
    """,
    forward=lambda z, y: y * np.logaddexp(0, z),
    because="A product: each factor gets the upstream times the other, and z the sigmoid once more.",
    hints=("A product of y and log(1 + eᶻ): what does each factor get? What is the slope of the second?",
           "dz = upstream · y · sigmoid(z),   dy = upstream · log(1 + eᶻ)"),
    wrong=(
    "upstream-missing", "upstream-squared", "stopped",
    ("naively-divided", "dz = upstream * y * (np.exp(z) / (1 + np.exp(z)))"),
    ("outer-slope-alone", "dz = upstream * y * np.exp(-np.logaddexp(0, z))"),
    ("value-overflows", "value = y * np.log(1 + np.exp(z))"),
    ("weight-left-out", "dz = upstream * np.exp(-np.logaddexp(0, -z))",
     "z's gradient lacks the weight: in a product, a nudge of one factor is multiplied by the other."),
    ("weight-gets-zero", "dy = 0 * upstream",
     "y got 0. It multiplies log(1 + eᶻ), so a nudge of y moves the value by that."),
    ("weight-gets-one", "dy = 1 * upstream", "y got the upstream. It has to be multiplied by log(1 + eᶻ)."),
    ("weight-gets-the-slope", "dy = upstream * np.exp(-np.logaddexp(0, -z))",
     "y got the slope of the other factor. It gets the other factor itself, log(1 + eᶻ)."),
    )),
Variation(
    "05.2",
    "x · log x, and 0 for zero and below. The value is right, the gradient is not: make it 0 where x ≤ 0.",
    title="x log x at zero",
    words={"root_down": "entropy_down", "root": "entropy", "the root": "the log",
           "There the root": "There the value",
           "root = sqrt(safe)": "answer = x · log(safe)", "np.sqrt(x)": "x * np.log(x)",
           "np.sqrt(«safe»)": "x * np.log(«safe»)",
           "does sqrt": "does the log",
           "  # as it stands": ""},
    forward=lambda x: np.where(x > 0, x * np.log(np.where(x > 0, x, 1.0)), 0.0),
    method=Method(says=""),  # the engine is to find them
    because="Above 0 it sends upstream · (log x + 1), elsewhere a true 0.",
    right=("upstream * np.where(x > 0, 1 + np.log(np.where(x > 0, x, 1.0)), 0.0)",),
    without="slope-not-finite nan-becomes-zero",
    wrong=(
    ...,
    ("every-nan-swept",
     "np.nan_to_num(ad.vjp(lambda x: np.where(x > 0, x * np.log(x), 0), x)[1](upstream)[0], neginf=0.0)"),
    ("upstream-missing", "np.where(x > 0, 1 + np.log(np.where(x > 0, x, 1.0)), 0.0)"),
    ("one-factor-alone", "upstream * np.where(x > 0, np.log(np.where(x > 0, x, 1.0)), 0.0)",
     "Only the first factor of x · log x moves here. The log moves as well, and x · 1/x is 1: add it."),
    ("value-for-local", "upstream * np.where(x > 0, x * np.log(np.where(x > 0, x, 1.0)), 0.0)",
     "That multiplies by the value itself. The slope of x · log x is log x + 1."),
    )),
Variation(
    "05.3", "Now y is the softmax itself, without a log. Put its rule in order; three lines are not needed.",
    title="The rule of softmax, in order",
    words={"log_softmax(z)": "softmax(z)", "upstream * (1 - p)": "upstream * p * (1 - p)",
           "upstream - p * np.sum(upstream, axis=1, keepdims=True)":
           "p * (upstream - np.sum(upstream * p, axis=1, keepdims=True))"},
    hints=("", "down[j] = p[j] · (upstream[j] − Σ_i upstream[i] · p[i]), for each row"),
    right=("ad.vjp(softmax, z - np.max(z, axis=1, keepdims=True))[1](upstream)[0]",),
),
other_reversal(4, 2, 7, 0.5, 3, 2),
other_reversal(5, 3, 4, 2, 4, 5),
other_reversal(2, 5, 3, 4, 2, 3),
Variation("05.8", "Another limit: an upstream that is longer than a half is shortened to length 0.5.",
    title="Clip to a length of one half",
    words={"«length», «1»": "«length / 0.5», «1»", "length 1": "length 0.5",
           "length and 1": "length / 0.5 and 1", "than the length": "than length / 0.5",
           "(1 + np.linalg.norm(upstream))": "(1 + np.linalg.norm(upstream) / 0.5)",
           "-1, 1": "-0.5, 0.5", "np.sqrt(np.sum(upstream**2))": "np.sqrt(np.sum(upstream**2)) / 0.5",
           "np.sqrt(np.sum(x**2))": "np.sqrt(np.sum(x**2)) / 0.5", "keepdims=True)": "keepdims=True) / 0.5",
           "max(initial=0.0)": "max(initial=0.0) / 0.5",
           ".abs(upstream).sum()": ".abs(upstream).sum() / 0.5",
           "np.sqrt(np.mean(upstream**2))": "np.sqrt(np.mean(upstream**2)) / 0.5"},
    small=((np.array([3.0, 4.0]), np.array([1.0, 2.0])),),
    edge_cases=((np.array([0.03, -0.4, 0.1]), np.array([2.0, -1.0, 3.0])),),
    because="Long ones are divided by twice their length and keep their direction; short ones by 1.",
    hints=(
        "By what do you divide [3, 4] to make it 0.5 long? And by what an upstream that shall stay as it is?",
        "downstream = upstream / max(length / 0.5, 1)",
    ),
    right=("1.0 * x, lambda upstream: upstream * min(1.0, 0.5 / np.linalg.norm(upstream))",),
    wrong=(
    ...,
    ("always-one", "downstream = 0.5 * upstream / np.sqrt(np.sum(upstream**2))",
     "Now every upstream has length 0.5, the short ones too. Shorten only what is longer."),
    ("limit-of-one", "downstream = upstream / np.maximum(np.sqrt(np.sum(upstream**2)), 1)",
     "That lets a length of 1 through. Here the limit is 0.5."),
    ("not-limited", "", "The upstream passes unchanged. Shorten it where it is longer than 0.5."),
    ("jump-at-the-limit", "downstream = upstream / np.maximum(np.sqrt(np.sum(upstream**2)), 0.5)",
     "That gives the long ones length 1, not one half, and stretches the short ones."),
    ("halved", "downstream = 0.5 * upstream", "Everything is halved, however short: look at the length."),
    ("length-alone", "downstream = np.sqrt(np.sum(upstream**2))",
     "That is the length of the upstream. Divide the upstream by twice that, where it is above 0.5."),
    )),
Variation(
    "05.4",
    """
    The same with a factor: the scores are multiplied by a learned sharpness T, not divided. Per row
    log Σ e^(z T) − z_k T. Write the fused rule, two gradients.
    """,
    title="Cross-entropy with a sharpness",
    words={"temperature_rule": "sharpness_rule", "  s = z / T": "  s = z * T", "z / T": "z T",
           "to_s / T,": "to_s * T,",
           "to_s / «T», -np.sum(to_s * «z») / T**2": "to_s * «T», np.sum(to_s * «z»)"},
    forward=lambda z, target, T: np.log(np.sum(np.exp(z * T), axis=1)) - np.sum(target * z * T, axis=1),
    because="The fused rule for s = z T, and below it two locals: T to z, z to T, added up over all z.",
    hints=("", "dz = ds · T,   dT = Σ ds · z,   with ds = upstream · (p − target)"),
    wrong=(
    "upstream-missing", "target-forgotten", "target-minus-p",
    ("not-divided-by-t", "", "z got what arrives at s. s is z T, so it has still to be multiplied by T."),
    ("scores-left-out", "np.sum(to_s * z) -> np.sum(to_s)",
     "T's share lacks z: the slope of z T with respect to T is z."),
    ("one-per-row", "np.sum(to_s * z) -> np.sum(to_s * z, axis=1)"),
    ("averaged", "np.sum(to_s * z) -> np.sum(to_s * z, axis=1).mean()"),
    ("divided-for-times", "to_s * T, -> to_s / T, ",
     "z got ds divided by T. The slope of z T with respect to z is T: multiply."),
    ("scaled-twice", "np.sum(to_s * z) -> np.sum(to_s * s)",
     "T's share is multiplied by T: s is z T, and its slope with respect to T is z."),
    )),
Variation("05.5", "What a segment hands to the one below it is halved on its way, at the first start too.",
    title="Halved between segments",
    words={"back_in_segments": "back_halved"},
    code="""
      def back_halved(segments, starts, arrives):
          # starts[i] is what entered segments[i]; nothing inside a segment was kept.
          for segment, start in zip(segments[::-1], starts[::-1]):
    -         arrives = ...
    +         arrives = ad.vjp(segment, «start»)[1](«arrives»)[0] / 2
          return arrives
    """,
    because="The sweep of each segment brings what arrives at its start, and half of it is handed on.",
    hints=("", "arrives at its start = half of the segment's VJP with what arrives at its end"),
    right=("""
        def back_halved(segments, starts, arrives):
            for segment, start in zip(segments[::-1], starts[::-1]):
                arrives = ad.vjp(segment, start)[1](arrives / 2)[0]
            return arrives
    """,),
    wrong=(
    ("not-halved", "[0] / 2 -> [0]", "Nothing is halved: take half of what each segment sends down."),
    ("halved-once", "    return arrives ->     return arrives * 2 ** (len(segments) - 1)",
     "That halves once, at the end. Each segment halves what it hands down."),
    ("ones-for-upstream", "[1](arrives) -> [1](np.ones_like(arrives))"),
    )),
Variation("05.6", "Now some search has found x with x³ + 5x = c. Write its rule, for arrays of any shape.",
    title="The rule of another search",
    words={"x**2 + 2": "x**2 + 5", "x**3 + 2": "x**3 + 5", "2x": "5x", "x² + 2": "x² + 5",
           "3x² + 2": "3x² + 5", "2 is added": "5 is added", "2x is 2": "5x is 5",
           "-> 5": "-> 8", "5 is the slope": "8 is the slope", "+ upstream / 2": "+ upstream / 5"},
    inputs=partial(found_case, slope=5), forward=partial(found, slope=5),
    wrong=(...,
    ("slope-of-the-first", "x**2 + 5 -> x**2 + 2", "That is the slope of x³ + 2x. Now it is x³ + 5x."),
    )),
Variation(
    "05.p1",
    """
    Four models, each with its own readings and its own bias. One of its readings sends NaN to model two. How
    many of the four biases are numbers afterwards?
    """,
    example=2, truth=rows_left,
    because="Each bias adds up what its own readings send: only model two's gets the NaN, 3 are left.",
    wrong=(
    ("all-lost", "0", "NaN spreads to what is computed from it. The other models have no part in that sum."),
    ("all-spared", "4", "Model two adds up what its readings send, and one of them sends NaN."),
    ("one-reading", "7", "That counts readings. The question is how many of the four biases are left."),
    )),
Variation("05.p2", "y = where(x > 0, sqrt(x), 0) at x = [-2, 0, 1, 4]: how many of the 4 gradients are NaN?",
    example=3, truth=nans_of_root,
    because="The slope of the root is NaN at −2 and ∞ at 0; times the 0 that where sends, both are NaN: 2.",
    wrong=(
    ("unchosen-branch-is-free", "0",
     "At −2 and at 0 the root is not chosen and gets 0, but it multiplies that by its local."),
    ("only-below-zero", "1", "At 0 as well: the slope of the root there is ∞, and 0 · ∞ is NaN."),
    ("all-of-them", "4", "At 1 and at 4 the root is chosen, and its slope is a number."),
    )),
Variation("05.p3", "Four equal scores, so p = 0.25 each, and the first is right: what arrives at the scores?",
    example=[1, 0, 0, 1],
    truth=lambda: ad.grad(lambda z: -np.log((np.exp(z) / np.sum(np.exp(z)))[0]))(np.zeros(4)),
    because="p, with 1 taken off the right one: 0.25 − 1 = −0.75.",
    wrong=(
    ("probabilities-alone", "[0.25, 0.25, 0.25, 0.25]",
     "Those are the probabilities: take 1 off the right one."),
    ("own-score-alone", "[-0.75, 0, 0, 0]", "The other scores have a say as well: they share the total."),
    ("right-sizes", "[0.75, -0.25, -0.25, -0.25]",
     "The signs are turned: a higher score of the right one makes the loss smaller."),
    ("top-rung-alone", "[-4, 0, 0, 0]", "That is what arrives at p, −1/p. The softmax is still to come."),
    )),
Variation("05.p5", "64 layers, and every sixteenth value is kept: how many are held at once, at most?",
    example=7, truth=lambda: peak(schedule(64, 16)),
    because="The 4 kept, and 15 more of the segment that is computed again: 19.",
    wrong=(
    ("kept-alone", "4"), ("segment-alone", "15"), ("first-counted-twice", "20"), ("next-kept-too", "5"),
    ("all-are-held", "64"), ("run-once-more", "60"),
    )),
]
