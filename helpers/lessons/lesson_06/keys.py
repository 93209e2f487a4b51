"""Lesson 06: second order. From the two parts of a second derivative to a rule that is written forward.

06.1 worked numbers, 06.2 a bug hunt, 06.3 blank, 06.4 transfer, 06.5 a Hessian that nobody builds.
"""

import numpy as np

from helpers import autodiff as ad
from helpers.exercises.key.further import sized
from helpers.exercises.key.kinds import Function, Value
from helpers.exercises.key.prediction import PredictionKey
from helpers.exercises.run.sweeps import Method
from helpers.exercises.say.small import Written, whole, whole_numbers


def both_parts():
    """Of (x²)³ at x = 2: the second derivative with the local held, and what is left of the whole."""
    whole_derivative = ad.grad(ad.grad(lambda x: (x**2) ** 3))(2.0)
    held = ad.grad(lambda x: ad.grad(lambda s: s**3)(x**2) * 4.0)(2.0)
    return float(held), float(whole_derivative - held)


PARTS = Value("06.1", covers=("nested-rules-compose",),
    gives=("by_upstream", "by_local"),
    reference=both_parts,
    worked="U = s² with s = x³, at x = 1: the upstream 2s = 2 and the local 3x² = 3. The upstream moves by "
    "2 · 3 = 6 and meets the local: 6 · 3 = 18. The local moves by 6x = 6 and meets the upstream: 2 · 6 "
    "= 12.",
    because="x is in both factors of upstream · local: each part moves one of them and holds the other.",
    hints=(
        "Nudge x: how far does the upstream 3s² move, and how far the local 2x? Each meets the other.",
        "through the upstream: (6s · 2x) · 2x,   through the local: 3s² · 2",
        """
        through the upstream:  (6 * 4 * __) * __     its move, times the local
        through the local:     3 * 4**2 * __         the upstream, times the local's move
        """,
    ),
    wrong=(
    ("not-down-to-x", "by_upstream = 6 * 4 * 4",
     "by_upstream is short by a factor of 4: the upstream moves by 6s, s by 2x, and that meets 2x."),
    ("moves-with-s-alone", "by_upstream = 6 * 4",
     "by_upstream: 6s is how the upstream moves with s alone. With x it is 2x times that, and meets 2x."),
    ("number-of-the-other", "by_local = 6 * 4 * 4 * 4.0",
     "by_local has the number of by_upstream. There the local moves, by 2, and meets the upstream, 3s²."),
    ("u-prime-itself", "by_upstream = 192.0",
     "by_upstream: 192 is U' itself. In this part the upstream moves, by 6s · 2x, and meets the local, 2x."),
    ("met-by-the-move", "by_upstream = 4 + 0.0",
     "by_upstream: 4 is the local itself. It is met by the upstream's move, 6s · 2x."),
    ("equal-halves", "240.0, 240.0",
     "Their sum is right, but they are not equal. Work out each: which factor moves in it?"),
    ("local-held", "by_local = 0.0",
     "by_local: the local is held. It moves with x as well, 2x by 2, and meets the upstream."),
    ("upstream-alone-for-local", "by_local = 3 * 4**2 + 0.0",
     "by_local: 48 is the upstream alone. It meets the local's move, 2."),
    ("local-slope-missing", "by_local = 3 * 4**2 * 4",
     "by_local: 192 is the upstream times the local, 4. In this part the local moves: 2x has the slope 2."),
    ("local-itself", "by_local = 4 + 0.0",
     "by_local: 4 is the local itself. In this part it moves, by 2, and meets the upstream, 3s²."),
    ("square-forgotten", "by_local = 3 * 4 * 2",
     "by_local: the upstream, 3s², is 48, since s = 4. It meets the local's move, 2."),
    ("still-to-meet-the-upstream", "by_local = 2 + 0.0",
     "by_local: 2 is how fast the local moves. It still has to meet the upstream, 3s²."),
    ("other-factors-not-met", "by_upstream = 6 * 4 * 4; by_local = 2 + 0.0",
     "Each move has yet to meet the other factor: the upstream's the local, the local's the upstream."),
    ("added-to-the-other-factor", "by_upstream = 6 * 4 * 4 + 4.0; by_local = 3 * 4**2 + 2.0",
     "Each move is added to the other factor. They meet in a product: multiply."),
    ("x-for-s", "by_upstream = 6 * 2 * 4 * 4; by_local = 3 * 2**2 * 2",
     "These come out with x = 2 in place of s. s is x² = 4, the upstream 3s², and it moves by 6s."),
    ("upstream-itself", "by_upstream = 3 * 4**2 + 0.0",
     "by_upstream: 48 is the upstream itself. In this part it moves, by 6s · 2x, and meets the local, 2x."),
    ("the-machines", "180_000.0, 120_000.0",
     "Those are the machine's numbers. Here U = (x²)³, and x = 2."),
    ("the-examples", "18.0, 12.0", "Those are the numbers of the example. Here U = (x²)³, and x = 2."),
    ("the-same-sum", "288.0, 192.0",
     "These are the parts of (x³)², with the same sum. Here x² is inside: its local is 2x."),
    ("the-same-sum-exchanged", "192.0, 288.0",
     "These are the parts of (x³)², exchanged. Here x² is inside: its local is 2x."),
    ("the-whole", "by_upstream = 480.0; by_local = 0.0",
     "That is all of U'' in one part. How much of it comes from the local, which moves as well?"),
    ("both-together-in-by-local", "by_local = 480.0",
     "by_local is both parts together. What is left of it without by_upstream?"),
    ("all-in-by-upstream", "by_upstream = 480.0",
     "by_upstream is all of U''. What is left of it without by_local?"),
    ("sum-for-each", "480.0, 480.0", "Each is all of U''. How much of it comes through each of the two?"),
    ("order-and-move-missing", "3 * 4**2, 6 * 4 * 4 * 4",
     "The order is the other way round, and in the local's part its move is missing: 2x has the slope 2."),
    ("parts-exchanged", "3 * 4**2 * 2, 6 * 4 * 4 * 4",
     "Both are right, in the wrong order: first the part in which the upstream moves."),
    ),
    right=(
    ("through the upstream: (6s · 2x) · 2x,   through the local: 3s² · 2", "6 * 4 * 4 * 4.0, 3 * 4**2 * 2.0"),
    ("each part moves one of them and holds the other", "(6 * 4 * 4) * 4.0, 48.0 * 2"),
    ),
)  # fmt: skip


def a_table(rng, *shape):
    """Numbers of a shape."""
    return (np.asarray(rng.normal(size=shape)),)


STIFFNESS = Function("06.2", covers=("first-order-suffices",),
    inputs=lambda rng: a_table(rng, int(rng.integers(2, 4)), 4),
    wider=sized(a_table, square=(3, 3), one_row=(1, 4), one_column=(4, 1), one_entry=(1,), one_number=(),
                more=(3, 2, 4)),
    small=tuple(whole_numbers(x) for x in (1, 2, 0.5)),
    forward=lambda x: np.sum(np.sin(2 * x)),
    method=Method(own_rules=True, says="But no rule of your own was used. Thaw the sine's."),
    takes=("x",),
    because="Now the local is seen to move with x, and both parts arrive: 2 cos² − 2 sin².",
    hints=(
        "The slope of the sine moves with x. Where is that lost? A rule nested around upstream loses it too.",
        "U' = 2 sin x · cos x,   U'' = 2 cos x · cos x + 2 sin x · (−sin x)",
        """
        def sine(x):
            slope = np.cos(«x»)
            return np.sin(x), lambda upstream: upstream * «slope»
        """,
    ),
    wrong=(
    ("local-part-alone", "-2 * np.sin(x) ** 2",
     "That is only the part through the local. The upstream, 2 sin x, moves as well."),
    ("slope-missing-or-a-sign-wrong", "2 * np.cos(x) ** 2 + 2 * np.sin(x) ** 2",
     "That is 2 at every x. Is the slope missing: is the upstream itself handed on? Or is a sign wrong?"),
    ("the-force", "2 * np.sin(x) * np.cos(x)", "That is the first derivative, the force. Once more."),
    ("the-energy", "np.sin(x) ** 2",
     "That is the energy. Its slope is the force, and the slope of the force is wanted."),
    ("the-sine-alone", "-np.sin(x)",
     "That is the second derivative of the sine alone. Above it is a square, so the upstream moves too."),
    ("square-in-the-slope", "np.cos(x) -> 2 * np.sin(x) * np.cos(x)",
     "That is the slope of sin². The square is above the sine, and sends its own: here cos x is wanted."),
    ("parts-multiplied", "-4 * np.cos(x) ** 2 * np.sin(x) ** 2",
     "The two parts are multiplied. One nudge makes both, so they add up."),
    ("one-local-short", "2 * np.cos(x) - 2 * np.sin(x) ** 2",
     "The first part lacks a cosine: one takes the nudge to the upstream, one is the local it meets."),
    ("upstream-not-met", "2 * np.cos(x) ** 2 - np.sin(x)",
     "What comes through the local has not met its upstream, 2 sin x."),
    ("everything-frozen", "0 * x",
     "All zeros: now neither factor is seen to move. Give the engine operations on x, not on its value."),
    ("slope-of-the-local", "np.cos(x) -> -np.sin(x)",
     "−sin x is the slope of cos x. The local of the sine is cos x itself."),
    ("cosine-and-part-missing", "2 * np.cos(x)",
     "Through the upstream a cosine is missing, and so is all that comes through the local, −2 sin² x."),
    ("frozen-and-another-slope", "2 * (np.cos(x) - np.sin(x)) ** 2",
     "The force is wrong already: the sine's slope is cos x alone. And it still does not move."),
    ("half", "right / 2", "Half is missing: the square above the sine has the slope 2 sin x."),
    ),
    words={"slope": "the slope"},
    right=(
    ("U'' = 2 cos x · cos x + 2 sin x · (−sin x)", "2 * np.cos(x) * np.cos(x) + 2 * np.sin(x) * -np.sin(x)"),
    ("both parts arrive: 2 cos² − 2 sin²", "2 * np.cos(2 * x)"),
    """
        def stiffness(x):
            @ad.custom_gradient
            def sine(x):
                slope = ad.custom_gradient(lambda x: (np.cos(x), lambda upstream: -upstream * np.sin(x)))
                return np.sin(x), lambda upstream: upstream * slope(x)

            force = ad.grad(lambda x: np.sum(sine(x) ** 2))
            return ad.grad(lambda x: np.sum(force(x)))(x)
    """,
    ),
)  # fmt: skip

def lost_function(rng, outputs=None, inputs=None, shape=-1):
    """The pullback of a function that nobody has any more, its value of a shape, and a tangent."""
    outputs = outputs or int(rng.integers(4, 6))
    inputs = inputs or outputs - 1
    mixing, x = rng.normal(size=(outputs, inputs)), rng.normal(size=inputs)
    y, pullback = ad.vjp(lambda x: np.reshape(np.tanh(mixing @ x) * np.sum(x * x), shape), x)
    return lambda upstream: pullback(upstream)[0], y, rng.normal(size=inputs)


TURNED = np.array([[1.0, 2.0], [3.0, 0.0], [0.0, 5.0]])
SMALL_PULLBACK = Written("[u[0] + 3·u[1], 2·u[0] + 5·u[2]]", lambda upstream: TURNED.T @ upstream)

FORWARD = Function("06.3", covers=("vjp-jvp-transpose-are-one", "reverse-serves-forward"),
    inputs=lost_function,
    wider=sized(lost_function, one_output=(1, 3), one_input=(4, 1), square=(3, 3), one_to_one=(1, 1),
                more=(9, 5), table=(6, 3, (2, 3))),
    small=((SMALL_PULLBACK, np.array([1.0, 2.0, 1.0]), np.array([1.0, 10.0])),),
    method=Method(says="One VJP of the pullback is enough: 2 sweeps, its own and one back through it.",
                  sweeps=2, most_sweeps=3, jacobians=False),
    takes=("pullback", "y", "t"), gives=("tangent",),
    because="The pullback is linear, u → Jᵀu, and the VJP of that is its transpose: t → J t.",
    hints=(
        "Forget that it is a pullback: it is a function, and linear. What does the VJP of a linear map give?",
        "the VJP of u → Jᵀu, at any u, handed t, is J t",
        """
        _, transposed = ad.vjp(«pullback», np.zeros(y.shape))
        return transposed(«t»)[0]
        """,
    ),
    wrong=(
    ("way-back", "pullback(y)",
     "That is the way back, in the shape of x. The pullback, transposed, says how y moves."),
    ("jacobian-built-and-not-transposed", "ad.jacobian(pullback)(y) @ t",
     "The Jacobian of the pullback is Jᵀ: transposed, it meets t. ad.vjp does that without building it."),
    ("meets-y", "pullback(y) @ t",
     "That is one number, y · (J t). J t itself is wanted: transpose the pullback."),
    ("back-of-ones", "pullback(np.ones(y.shape))",
     "That is the way back, from an upstream of ones, and t is not in it. Transpose the pullback."),
    ("way-back-weighed", "pullback(y) * t",
     "That multiplies the way back by t. J t is wanted, in the shape of y: transpose the pullback."),
    ("pullback-of-ones", "ad.vjp(pullback, np.zeros(y.shape))[1](np.ones(t.shape))[0]",
     "That is J times ones, and t takes no part: hand t to the transposed pullback."),
    ("forth-and-back", "ad.vjp(pullback, y)[1](pullback(y))[0]",
     "You hand over what the pullback makes of y. The tangent that x moves along is t."),
    ("shape-of-x-for-that-of-y", "pullback(t)",
     "The pullback takes an upstream, of the shape of y, and t has that of x: the transposed one takes t."),
    ("first-entry-pulled-back", "ad.vjp(lambda u: pullback(u)[0], y)[1](t)[0]",
     "Here pullback(u) is the array itself, not a tuple: pull back all of it, not one number."),
    ("tangent-of-the-pullback", "ad.jvp(pullback, [y], [t])[1]",
     "A tangent of the pullback has the shape of y, and t has that of x. Transpose the pullback: ad.vjp."),
    ("after-the-move", "y + right", "That is y after the move. The move alone is wanted."),
    ("moved-by-one-number", "right.sum() + 0 * y", "You added the moves up. Each output has its own."),
    ),
    words={"transposed": "the transposed pullback"},
    right=(
    "ad.grad(lambda upstream: np.sum(pullback(upstream) * t))(y)",
    ("the VJP of that is its transpose: t → J t", "ad.vjp(pullback, y)[1](t)[0]"),
    ),
)  # fmt: skip


def tangent_and_scores(rng, rows=3, parts=4):
    """A tangent and a table of scores."""
    return rng.normal(size=(rows, parts)), rng.normal(size=(rows, parts))


FORWARD_RULE = Function("06.4", covers=("vjp-jvp-transpose-are-one", "reverse-serves-forward"),
    inputs=tangent_and_scores,
    wider=sized(tangent_and_scores, square=(3, 3), one_row=(1, 4), one_column=(4, 1), one_entry=(1, 1),
                more=(6, 5)),
    method=Method(allows=lambda sweeps, t, z: not sweeps,
                  says="But the engine found them, by asking a rule. Write that rule: what becomes of t?"),
    small=(whole((1, 2), (1, 2)), whole((2, 2), (2, 2))),
    takes=("t", "z"), gives=("tangent",),
    because="z moves by t, and log Σ eᶻ by the average of t, weighted by the probabilities.",
    hints=(
        "y = z − log Σ eᶻ. When z moves along t, how does the first term move? And how the log?",
        "dy[i] = t[i] − Σ_j p[j] · t[j], for each row",
        """
        return t - np.sum(«p» * «t», axis=1, keepdims=True)
        """,
    ),
    wrong=(
    ("way-back", "t - P(z) * np.sum(t, axis=1, keepdims=True)",
     "That is the way back: p times the sum. Forward, the move of the log is the sum of p times t."),
    ("log-softmax-of-t", "t - np.log(np.sum(np.exp(t), axis=1, keepdims=True))",
     "That is the log-softmax of t. That of z moves by its slopes at z, times t."),
    ("moved-all-the-way", "np.log(P(z + t) / P(z))",
     "That is how far y moves in one go, bend and all. A tangent is straight: twice t is twice the move."),
    ("no-log-of-it", "t - np.log(np.sum(P(z) * t, axis=1, keepdims=True))",
     "p times t, added up, is how the log moves already: take no log of it."),
    ("terms-not-added-up", "P(z) * t",
     "These are the terms of the log's move, not added up yet. And z itself moves by t."),
    ("exponentials-times-t", "np.sum(p * t, axis=1, keepdims=True) -> e * t",
     "Divide e by its total: that makes it probabilities. And add the products up."),
    ("diagonal-for-jacobian", "t * (1 - P(z))",
     "That is the diagonal of the Jacobian alone. Every score of a row moves the log of the sum."),
    ("probabilities-missing", "t - np.sum(t, axis=1, keepdims=True)",
     "All of t is added up as it is. A score moves the log by its probability: p · t is added up."),
    ("summed-apart", "0 * t",
     "All zeros: p adds up to 1, so t is subtracted from itself. Multiply p and t first, and then sum."),
    ("plain-mean", "t - np.mean(t, axis=1, keepdims=True)",
     "You take the plain mean of t. Each score counts with its probability."),
    ("rule-of-softmax", "P(z) * (t - np.sum(P(z) * t, axis=1, keepdims=True))",
     "That is how softmax itself moves. Here its log is asked for: no p in front."),
    ("over-the-examples", "t - np.sum(P(z) * t)",
     "You sum over all rows. Each example has a sum of its own: axis=1."),
    ("first-term-missing", "-np.sum(P(z) * t, axis=1, keepdims=True) + 0 * t",
     "z itself moves by t, in each entry: that term is missing."),
    ("term-and-shape-missing", "-np.sum(P(z) * t, axis=1, keepdims=True)",
     "z itself moves by t, in each entry: that term is missing, and with it the shape."),
    ("plus-for-minus", "t + np.sum(P(z) * t, axis=1, keepdims=True)",
     "The log of the sum is subtracted from z, so its move is too."),
    ("wrong-axis", "t - np.sum(P(z) * t, axis=0, keepdims=True)",
     "You sum down the columns, over the examples. The scores of one example are in a row: axis=1."),
    ("tangent-left-out", "1 - P(z)", "t takes no part. Ask how much y moves when z moves along t."),
    ("p-there-alone", "t - P(z)",
     "p is there alone. How the log of the sum moves depends on t: multiply p by t, and add up."),
    ("log-not-moved", "1 * t", "In yours only z moves. The log of the sum of exponentials moves with it."),
    ),
    words={"e": "the exponentials", "p": "the probabilities"},
    right=(
    ("dy[i] = t[i] − Σ_j p[j] · t[j], for each row",
     't - np.einsum("rj,rj->r", np.exp(z) / np.exp(z).sum(axis=1, keepdims=True), t)[:, None]'),
    ("log Σ eᶻ by the average of t, weighted by the probabilities",
     "t - np.average(t, axis=1, weights=P(z), keepdims=True)"),
    "t - np.sum(np.exp(z) * t, axis=1, keepdims=True) / np.sum(np.exp(z), axis=1, keepdims=True)",
    "t - np.sum(np.exp(z - np.log(np.sum(np.exp(z), axis=1, keepdims=True))) * t, axis=1, keepdims=True)",
    ),
)  # fmt: skip


def P(z):
    """Probabilities, row by row."""
    e = np.exp(z - np.max(z, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True)


def bowl_and_way(rng, rows=5, columns=6):
    """A function with a rising slope in every direction, a place, and a way to go."""
    mixing = rng.normal(size=(rows, columns))
    x, v = rng.normal(size=(2, columns))
    return lambda x: np.sum(np.cosh(mixing @ x)) + np.sum(x * x), x, v


SMALL_BOWL = Written("x[0]² + x[0] · x[1] + 2 · x[1]²", lambda x: x[0] ** 2 + x[0] * x[1] + 2 * x[1] ** 2)
SMALL_HILL = Written("−x[0]² − 2 · x[1]²", lambda x: -(x[0] ** 2) - 2 * x[1] ** 2)

HOW_FAR = Function("06.5", covers=("vjp-of-ones-is-the-diagonal",),
    inputs=bowl_and_way,
    wider=sized(bowl_and_way, one_entry=(1, 1), square=(3, 3), more=(9, 6)),
    small=((SMALL_BOWL, np.array([1.0, 2.0]), np.array([1.0, -1.0])),),
    edge_cases=((SMALL_HILL, np.array([1.0, 2.0]), np.array([1.0, -1.0])),),
    method=Method(sweeps=2, most_sweeps=5, jacobians=False,
                  says="One vjp of the gradient gives both g and H v: no more is needed."),
    takes=("f", "x", "v"), gives=("far",),
    because="Slope over curvature, with a minus, and H was never built.",
    hints=(
        "Along v everything is one number: a slope and a curvature. Which step does Newton's method take?",
        "far = −(g · v) / (v · H v),   with H v the VJP of the gradient",
        """
        g, pullback = ad.vjp(ad.grad(f), x)
        return -(«g» @ v) / (v @ «pullback(v)[0]»)
        """,
    ),
    wrong=(
    ("uphill", "-(g @ v) / -> (g @ v) /", "The sign is turned round: downhill is against the slope."),
    ("slope-alone", "return -(g @ v)",
     "That is the slope along v, turned round. Divide it by the curvature along v."),
    ("with-no-minus-yet", "return g @ v",
     "That is the slope along v, g · v. Divide it by the curvature along v, with a minus."),
    ("curvature-for-the-step", "return v @ pullback(v)[0]",
     "That is the curvature along v, and not the step yet: divide the slope along v by it."),
    ("length-for-curvature", "v @ pullback(v)[0] -> v @ v",
     "You divide by the length of v squared, as if the curvature were 1. It is v · H v."),
    ("all-along-the-gradient", "return -(g @ g) / (g @ pullback(g)[0])",
     "That goes along the gradient. You may go only along v: g · v and v · H v."),
    *((f"whole-newton-step{name}", f"return -v @ np.linalg.solve(ad.hessian(f)(x), g){per_length}",
       "That is Newton's step in all directions, and how much of it lies along v. Here you go only along v.")
      for name, per_length in (("", ""), ("-in-lengths-of-v", " / (v @ v)"))),
    ("arrow-in-all-directions", "return -np.linalg.solve(ad.hessian(f)(x), g)",
     "That is Newton's arrow in all directions. Here one number is asked for: how many times v?"),
    ("divided-by-the-length-squared", "v @ pullback(v)[0] -> v @ pullback(v)[0] / (v @ v)",
     "You divide v · H v by v · v, the length squared. Leave it as it is: far counts multiples of v."),
    ("how-far-it-is", "return -(g @ v) / (v @ pullback(v)[0]) * np.sqrt(v @ v)",
     "That is how far it is. How many times v is that?"),
    ("tuple-of-the-pullback", "v @ pullback(v)[0] -> v @ pullback(v)",
     "A pullback gives a tuple, an array for each input: its [0] is H v."),
    *((f"measured-by-a-step-of-1e-{n}",
       f"v @ pullback(v)[0] -> v @ (ad.grad(f)(x + 1e-{n} * v) - g) / 1e-{n}",
       "Right to a few digits: H v measured by a small step. The pullback of the gradient gives it exactly.")
      for n in (3, 4, 5)),
    ("gradient-at-v", "pullback(v)[0] -> ad.grad(f)(v)",
     "ad.grad(f)(v) is the gradient at the place v. H v is what its pullback, taken at x, gives for v."),
    ("slope-over-itself", "v @ pullback(v)[0] -> v @ g",
     "The slope is divided by itself, which is −1 for every f. Divide it by the curvature, v · H v."),
    ("not-divided", "return np.stack([g @ v, v @ pullback(v)[0]])",
     "These are the slope and the curvature along v. Divide the one by the other, with a minus."),
    ("gradient-for-v", "v @ pullback(v)[0] -> g @ pullback(g)[0]",
     "That curvature is the one along the gradient. You go along v."),
    ("ones-swept", "pullback(v)[0] -> pullback(np.ones(v.shape))[0]",
     "That is what H v adds up to, or v times H times ones. The curvature along v is v · H v."),
    ("ones-weighed-afterwards", "v @ pullback(v)[0] -> v @ (pullback(np.ones(v.shape))[0] * v)",
     "H times ones, times v afterwards, is not H v: v has to be the upstream of the sweep."),
    ("gradient-twice-for-v", "-(g @ v) / (v @ pullback(v)[0]) -> -(g @ g) / (g @ pullback(v)[0])",
     "Twice g takes the place of v: the slope along v is g · v, the curvature v · H v."),
    ("gradient-squared", "(g @ v) / -> (g @ g) /",
     "The slope along v is g · v. With g · g you take it along the gradient."),
    ("curvature-made-positive", "(v @ pullback(v)[0]) -> np.abs(v @ pullback(v)[0])",
     "The curvature lost its sign. On a hill it is negative, and Newton's method goes to the top."),
    ("length-of-h-v", "v @ pullback(v)[0] -> np.linalg.norm(pullback(v)[0])",
     "You divide by the length of H v. The curvature along v is v · H v."),
    ("met-by-the-gradient", "v @ pullback(v)[0] -> g @ pullback(v)[0]",
     "H v meets the gradient. The curvature along v is v · H v."),
    ("meets-itself", "v @ pullback(v)[0] -> pullback(v)[0] @ pullback(v)[0]",
     "H v meets itself. The curvature along v is v · H v."),
    ("upside-down", "-(g @ v) / (v @ pullback(v)[0]) -> -(v @ pullback(v)[0]) / (g @ v)",
     "That is upside down: here the curvature is divided by the slope."),
    ("first-factor-below", "return -(g @ v) / pullback(v)[0] @ v",
     "Only H v is below the line: the whole of v · H v belongs there, in brackets."),
    ("tuple-below-the-line", "return -(g @ v) / pullback(v) @ v",
     "Only the pullback's tuple is below the line. Its [0] is H v: divide by all of v · H v, in brackets."),
    ("several-numbers", "-(g @ v) / -> -(g * v) /",
     "These are several numbers. Along v there is one slope, g · v: multiply and add up."),
    ("step-along-v", "return -(g @ v) / (v @ pullback(v)[0]) * v",
     "That is the step itself, an arrow. How many times v is it?"),
    ("where-it-arrives", "return x - (g @ v) / (v @ pullback(v)[0]) * v",
     "That is where the step arrives. How many times v does it go?"),
    ("value-for-slope", "return -f(x) / (g @ v)",
     "Value over slope leads to where f is 0. Here its slope should be 0: slope over curvature."),
    ("added-as-they-are", "return -np.sum(g) / np.sum(pullback(v)[0])",
     "g and H v are added up as they are. Each meets v first: g · v and v · H v."),
    ("diagonal-alone", "return -(g @ v) / (np.diag(ad.hessian(f)(x)) @ v**2)",
     "The diagonal of H alone counts here. v · H v has every entry in it."),
    ("quotients-entry-by-entry", "return -(g * v) / (v * pullback(v)[0])",
     "These are quotients entry by entry. Along v there is one slope, g · v, and one curvature, v · H v."),
    ("one-number-wanted", "return -g / v",
     "One number is wanted, and these are several: the slope along v is g · v."),
    ("rows-left-over", "return -(g @ ad.hessian(f)(x)) / pullback(v)[0]",
     "That is H g over H v, entry by entry. Along v there is one slope, g · v, and one curvature, v · H v."),
    ("squares-for-the-curvature", "v @ pullback(v)[0] -> g @ g",
     "The slope squared is no curvature: v · H v is, from a sweep of the gradient."),
    ),
    right=(
    ("Slope over curvature, with a minus", "-(ad.grad(f)(x) @ v) / (v @ ad.jvp(ad.grad(f), [x], [v])[1])"),
    "-np.sum(ad.grad(f)(x) * v) / np.sum(v * ad.grad(lambda x: ad.grad(f)(x) @ v)(x))",
    ),
)  # fmt: skip


# --- predictions ---


@ad.custom_gradient
def trap(x):
    """A cube whose rule has a rule that takes the upstream alone."""

    @ad.custom_gradient
    def grad(upstream):
        return upstream * 3 * x**2, lambda up: up * 3 * x**2

    return x**3, grad


@ad.custom_gradient
def lean(z):
    """Cross-entropy of scores whose first is right, with its probabilities saved as plain numbers."""
    numbers = z.value if isinstance(z, ad.Tensor) else z
    p = np.exp(numbers) / np.sum(np.exp(numbers))
    return -np.log(p[0]), lambda upstream: upstream * (p - np.eye(len(p))[0])


CURVATURE = PredictionKey("06.p1",
    "U = (x³)², and its slope at x = 10 is 600,000. By hand: what is its second derivative there?",
    example=1000, truth=lambda: ad.grad(ad.grad(lambda x: (x**3) ** 2))(10.0),
    covers=("nested-rules-compose",),
    because="U is x⁶, its slope 6x⁵, the slope of that 30x⁴: 30 · 10,000 = 300,000.",
    guesses=(
    ("believed", "180000", "That is what the program says. By hand: U is x⁶. Differentiate it twice."),
    ("the-force", "600000",
     "That is the slope of U, the force. Its own slope is asked for: differentiate once more."),
    ("cube-alone", "60", "That is the second derivative of x³ alone. Above it is a square."),
    ("local-part-alone", "120000",
     "That is the part through the local alone. The upstream moves as well."),
    ("factor-kept", "6 * 10**4", "60,000 is 6x⁴: it lacks the factor that comes down with the power."),
    ("lowered-twice", "30 * 10**3", "30,000 is 30x³: the power of 6x⁵ was lowered twice. Lower it once."),
    ("power-kept", "30 * 10**5", "That keeps the power of the first slope, 5. A derivative lowers it."),
    ("cubes-own-squared", "60 * 60",
     "That is 60², the cube's own second derivative squared. U = x⁶: differentiate it twice."),
    ("swings", "9.5", "That is how often it swings a second. The second derivative of U is asked for."),
    ),
)  # fmt: skip

ALONE = PredictionKey("06.p2",
    "This rule gives 180,000 for cube(x)². What second derivative does it give for cube(x) alone, at 10?",
    example=100, truth=lambda: ad.grad(ad.grad(trap))(10.0), covers=("nested-rules-compose",),
    because="60, which is right: the upstream is a plain 1, so the engine differentiates 3x² itself.",
    guesses=(
    ("wrong-here-too", "0", "It would be 0 if the local stood still here too. Alone, it is seen to move."),
    ("right-below-a-square", "300000", "That is the right one with a square above. Alone, cube is just x³."),
    ("as-below-a-square", "180000", "That is with a square above. Alone, nothing above cube moves with x."),
    ("slope", "300", "That is the first derivative, 3x². The second is asked for."),
    ("same-share", "60 * 180000 / 300000",
     "That takes the same share as above. A bug need not take the same share everywhere."),
    ("same-loss", "60 - 120000", "What is lost depends on what is above. Alone, nothing is."),
    ("local-part-alone", "120000",
     "That is the part through the local, with a square above. Alone, cube is just x³."),
    ("x-left-out", "6", "6 is the slope of 6x. That of 3x² is 6x itself: is its x left out?"),
    ("two-left-out", "30", "30 is 3x, at 10. The slope of 3x² is 6x: is the two left out?"),
    ),
)  # fmt: skip

FROZEN = PredictionKey("06.p3",
    "Four equal scores, p = 0.25 each, saved as numbers. What does ad.hessian give for entry [0, 0]?",
    example=1, truth=lambda: ad.hessian(lean)(np.zeros(4))[0, 0], covers=("first-order-suffices",),
    because="0: a number that was saved does not move with z. The right entry is p(1 − p) = 0.1875.",
    guesses=(
    ("right-anyway", "0.25 * 0.75",
     "That is the true entry, p(1 − p). But p was saved as a number, and the engine cannot see it move."),
    ("product-alone", "-0.25 * 0.25",
     "That is −p·p, an entry off the diagonal. And was p saved as something that moves?"),
    ("probability", "0.25", "That is p. The Hessian asks how p moves with z."),
    ("gradient", "0.25 - 1", "That is the gradient, p − 1 in this entry. The Hessian asks how it moves."),
    ("true-entry-with-minus", "-0.25 * 0.75",
     "The true entry is p(1 − p), with a plus. But p was saved as a number: nobody sees it move."),
    ("gradient-turned", "1 - 0.25", "That is the gradient, its sign turned: 1 − p. How does it move?"),
    ),
)  # fmt: skip

HOW_LONG = PredictionKey("06.p4",
    "x has 2 numbers, y has 3. The pullback, transposed, is handed t. How many numbers does it return?",
    example=4, truth=lambda: len(TURNED), covers=("vjp-jvp-transpose-are-one",),
    because="The pullback goes from 3 numbers to 2, so its transpose goes from 2 to 3, like J itself.",
    guesses=(
    ("like-the-pullback", "2", "That is what the pullback itself returns. Which way does its transpose go?"),
    ("one-number", "1", "A product of u and t would be one number. The transpose is handed t alone."),
    ("whole-jacobian", "3 * 2", "That is the size of J. It is multiplied by t, and never built."),
    ("both-together", "2 + 3", "t has as many numbers as x, 2. They become as many as y has."),
    ),
)  # fmt: skip
