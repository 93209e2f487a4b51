"""Lesson 05, its exercises once more: another loss, another branch, other numbers, another temperature."""

import numpy as np

from helpers import autodiff as ad

from . import Variation

WEIGHED = Variation(
    "Each reading has a weight y: the value is y · log(1 + eᶻ), and its rule has two gradients.",
    title="A weighted loss that survives",
    stub="""
    def weighed_loss(z, y):
        value = y * np.logaddexp(0, z)
        sigmoid = np.exp(-np.logaddexp(0, -z))

        def grad(upstream):
            return ..., ...  # to z, to y

        return value, grad
    """,
    solution="""
    def weighed_loss(z, y):
        value = y * np.logaddexp(0, z)
        sigmoid = np.exp(-np.logaddexp(0, -z))

        def grad(upstream):
            return upstream * y * sigmoid, upstream * np.logaddexp(0, z)

        return value, grad
    """,
    answer="weighed_loss",
    forward=lambda z, y: y * np.logaddexp(0, z),
    because="A product: each factor gets the upstream times the other, and z the sigmoid once more.",
    hints=(
        "A product of y and log(1 + eᶻ): what does each factor get? What is the slope of the second?",
        "dz = upstream · y · sigmoid(z),   dy = upstream · log(1 + eᶻ)",
        """
        def grad(upstream):
            return upstream * y * ___, upstream * np.logaddexp(0, ___)
        """,
    ),
    wrong=(
    "upstream-missing", "upstream-squared", "stopped",
    ("naive-quotient", "dz = upstream * y * (np.exp(z) / (1 + np.exp(z)))"),
    ("weight-left-out", "dz = upstream * np.exp(-np.logaddexp(0, -z))",
     "z's gradient lacks the weight: in a product, a nudge of one factor is multiplied by the other."),
    ("weight-gets-zero", "dy = 0 * upstream",
     "y got 0. It multiplies log(1 + eᶻ), so a nudge of y moves the value by that."),
    ("weight-gets-one", "dy = 1 * upstream", "y got the upstream. It has to be multiplied by log(1 + eᶻ)."),
    ("weight-gets-the-slope", "dy = upstream * np.exp(-np.logaddexp(0, -z))",
     "y got the slope of the other factor. It gets the other factor itself, log(1 + eᶻ)."),
    ),
)  # fmt: skip

ENTROPY = Variation(
    "x · log x, and 0 for zero and below. The value is right, the gradient is not: make it 0 where x ≤ 0.",
    title="x log x at zero",
    stub="""
    def entropy_down(upstream, x):
        def entropy(x):
            return np.where(x > 0, x * np.log(x), 0.0)

        with np.errstate(all="ignore"):
            return ad.vjp(entropy, x)[1](upstream)[0]
    """,
    solution="""
    def entropy_down(upstream, x):
        def entropy(x):
            safe = np.where(x > 0, x, 1.0)
            return np.where(x > 0, x * np.log(safe), 0.0)

        with np.errstate(all="ignore"):
            return ad.vjp(entropy, x)[1](upstream)[0]
    """,
    answer="entropy_down",
    forward=lambda x: np.where(x > 0, x * np.log(np.where(x > 0, x, 1.0)), 0.0),
    hints=(
        "At x = 0, which slope does the log have, and which upstream does where send it? Multiply the two.",
        "safe = x where x > 0, else 1.   answer = x · log(safe) where x > 0, else 0",
        """
        def entropy(x):
            safe = np.where(x > 0, x, ___)
            return np.where(x > 0, x * np.log(___), 0.0)
        """,
    ),
    wrong=(
    "stopped",
    ("nan-swept-away",
     "np.nan_to_num(ad.vjp(lambda x: np.where(x > 0, x * np.log(x), 0), x)[1](upstream)[0], neginf=0.0)"),
    ("a-little-added", "np.where(x > 0, x, 1.0) -> np.maximum(x, 0) + 1e-3"),
    ("upstream-missing", "np.where(x > 0, 1 + np.log(np.where(x > 0, x, 1.0)), 0.0)"),
    ("one-factor-alone", "upstream * np.where(x > 0, np.log(np.where(x > 0, x, 1.0)), 0.0)",
     "Only the first factor of x · log x moves here. The log moves as well, and x · 1/x is 1: add it."),
    ("value-for-local", "upstream * np.where(x > 0, x * np.log(np.where(x > 0, x, 1.0)), 0.0)",
     "That multiplies by the value itself. The slope of x · log x is log x + 1."),
    ),
)  # fmt: skip

SOFTMAX = Variation(
    "Now y is the softmax itself, without a log. Put its rule in order; three lines are not needed.",
    title="The rule of softmax, in order",
    stub="""
    # y = p, the softmax of every row of z, some scores in the hundreds; upstream has its shape.
    #   A   e = np.exp(z - m)
    #   B   down = upstream * p * (1 - p)
    #   C   m = np.max(z, axis=1, keepdims=True)
    #   D   p = e / np.sum(e)
    #   E   down = p * (upstream - np.sum(upstream * p, axis=1, keepdims=True))
    #   F   e = np.exp(z)
    #   G   p = e / np.sum(e, axis=1, keepdims=True)
    order = "..."
    """,
    solution="""
    # C, A, G: the probabilities. E: each one times what arrives there, beyond the average of what arrives.
    order = "C A G E"
    """,
    hints=(
        "First the probabilities, without overflow and row by row. Then: does p[0] depend on z[1]?",
        "down[j] = p[j] · (upstream[j] − Σ_i upstream[i] · p[i]), for each row",
        """
        the largest score of each row:    __
        the exponentials, made safe:      __
        the probabilities:                __
        what goes down:                   __
        """,
    ),
)

# w, x, what the task sends, strength, v, what the device loss sends
OTHER_NUMBERS = ((2, 5, 3, 4, 2, 3), (4, 2, 7, 0.5, 3, 2), (5, 3, 4, 2, 4, 5))


def other_reversal(number):
    """What arrives at v and at w, with other numbers."""
    w, x, task, strength, v, device = OTHER_NUMBERS[number % len(OTHER_NUMBERS)]

    def by_the_engine(*_):
        turned = ad.custom_gradient(lambda h: (1.0 * h, lambda upstream: -strength * upstream))
        leaves = [ad.Tensor(float(v)), ad.Tensor(float(w))]
        h = leaves[1] * x
        return tuple(map(float, ad.gradients(task * h + device * leaves[0] * turned(h), leaves)))

    through = device * v
    return Variation(
        f"h = w · x, w = {w}, x = {x}; the task sends {task} to h. r = reverse(h), strength {strength}; "
        f"d = v · r, v = {v}; the device loss sends {device} to d. What arrives at v, and what at w?",
        stub="arrives = (..., ...)  # at v, at w",
        solution=f"arrives = ({device}*{w * x}, ({task} - {strength}*{device}*{v})*{x})",
        inputs=lambda rng: (np.array([w, x, task, strength, v, device], dtype=float),),
        takes=("numbers",),
        reference=by_the_engine,
        hints=(
            "Go down step by step: d to v and r, r to h, and only then h to w. Where does the sign turn?",
            f"at v: {device} · r.   at h: {task} + (−{strength}) · ({device} · v).   at w: that, times x",
            f"""
            at v:  {device} · __                 (the value of r)
            at r:  {device} · __                 (the value of v)
            at h:  {task} + (__ · what arrives at r)
            at w:  what arrives at h, times __
            """,
        ),
        wrong=(
        ("sign-twice", f"dw = ({task} + {strength} * {through}) * {x}"),
        ("not-reversed", f"dw = ({task} + {through} + 0.0) * {x}",
         "That is what arrives without reversal: multiply the device's share by minus the strength."),
        ("head-turned", f"dv = -{strength} * {device} * {w * x}"),
        ("stops-at-h", f"dw = {task} - {strength} * {through}",
         "That is what arrives at h. w is one step below: times x."),
        ("weight-for-input", f"dw = ({task} - {strength} * {through}) * {w}",
         "At w you multiply by w. The slope of w · x with respect to w is x."),
        ("task-forgotten", f"dw = -{strength} * {through} * {x}"),
        ("device-forgotten", f"dw = {task} * {x}"),
        ),
        ways=(),
    )  # fmt: skip


HALF = Variation(
    "Another limit: an upstream that is longer than a half is shortened to length 0.5.",
    title="Clip to a length of one half",
    stub="""
    def limited(x):
        value = 1.0 * x

        def grad(upstream):
            return ...  # at most 0.5 long

        return value, grad
    """,
    solution="""
    def limited(x):
        value = 1.0 * x

        def grad(upstream):
            length = np.linalg.norm(upstream)
            return upstream / np.maximum(length / 0.5, 1)

        return value, grad
    """,
    small=((np.array([3.0, 4.0]), np.array([1.0, 2.0])),),
    edge_cases=((np.array([0.03, -0.4, 0.1]), np.array([2.0, -1.0, 3.0])),),
    hints=(
        "By what do you divide [3, 4] to make it 0.5 long? And by what an upstream that shall stay as it is?",
        "downstream = upstream / max(length / 0.5, 1)",
        """
        def grad(upstream):
            length = np.linalg.norm(upstream)
            return upstream / np.maximum(___, ___)
        """,
    ),
    wrong=(
    "stopped",
    ("entry-by-entry", "downstream = np.clip(upstream, -0.5, 0.5)"),
    ("always-one", "downstream = 0.5 * upstream / np.sqrt(np.sum(upstream**2))",
     "Now every upstream is one half long, the short ones too. Shorten only what is longer."),
    ("limit-of-one", "downstream = upstream / np.maximum(np.sqrt(np.sum(upstream**2)), 1)",
     "That lets a length of 1 through. Here the limit is 0.5."),
    ("not-limited", "downstream = 1 * upstream"),
    ("jump-at-the-limit", "downstream = upstream / np.maximum(np.sqrt(np.sum(upstream**2)), 0.5)",
     "That makes the long ones one long, not one half, and stretches the short ones."),
    ("halved", "downstream = 0.5 * upstream", "Everything is halved, however short: look at the length."),
    ),
)  # fmt: skip

SHARPNESS = Variation(
    """
    The same with a factor: the scores are multiplied by a learned sharpness T, not divided. Per row
    log Σ e^(z T) − z_k T. Write the fused rule, two gradients.
    """,
    title="Cross-entropy with a sharpness",
    stub="""
    def sharpness_rule(upstream, z, target, T):
        s = z * T
        e = np.exp(s - s.max(axis=1, keepdims=True))
        p = e / e.sum(axis=1, keepdims=True)
        return ..., ...  # to z, to T
    """,
    solution="""
    def sharpness_rule(upstream, z, target, T):
        s = z * T
        e = np.exp(s - s.max(axis=1, keepdims=True))
        p = e / e.sum(axis=1, keepdims=True)
        to_s = upstream[:, None] * (p - target)
        return to_s * T, np.sum(to_s * z)
    """,
    answer="sharpness_rule",
    forward=lambda z, target, T: np.log(np.sum(np.exp(z * T), axis=1)) - np.sum(target * z * T, axis=1),
    because="The fused rule for s = z T, and below it two locals: T to z, z to T, added up over all z.",
    hints=(
        "Write s = z T. You know what goes down to s. What is its slope with respect to z, and to T?",
        "dz = ds · T,   dT = Σ ds · z,   with ds = upstream · (p − target)",
        """
        to_s = upstream[:, None] * (p - target)
        return to_s * ___, np.sum(to_s * ___)
        """,
    ),
    wrong=(
    "upstream-missing",
    ("inner-slope-missing", "to_s * T, -> 1 * to_s, ",
     "z got what arrives at s. s is z T, so it has still to be multiplied by T."),
    ("scores-left-out", "np.sum(to_s * z) -> np.sum(to_s)",
     "T's share lacks z: the slope of z T with respect to T is z."),
    ("not-summed", "np.sum(to_s * z) -> np.sum(to_s * z, axis=1)"),
    ("averaged", "np.sum(to_s * z) -> np.sum(to_s * z, axis=1).mean()"),
    ("target-forgotten", "(p - target) -> p"),
    ("target-minus-p", "(p - target) -> (target - p)"),
    ("scaled-twice", "np.sum(to_s * z) -> np.sum(to_s * s)",
     "T's share is multiplied by T: s is z T, and its slope with respect to T is z."),
    ),
)  # fmt: skip

VARIATIONS = {
    "05.1": (WEIGHED,),
    "05.2": (ENTROPY,),
    "05.3": (SOFTMAX,),
    "05.4": (other_reversal,),
    "05.5": (HALF,),
    "05.6": (SHARPNESS,),
}
