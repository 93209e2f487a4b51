"""Lesson 06 once more: another energy, another saved slope, another forward rule."""

import numpy as np

from helpers import autodiff as ad
from helpers.exercises.key.variations import Variation

from .keys import lean, trap


def parts_of_a_cube_squared():
    """Of (x³)² at x = −2: the second derivative with the local held, and what is left of the whole."""
    held = ad.grad(lambda x: ad.grad(lambda s: s**2)(x**3) * 12.0)(-2.0)
    return float(held), float(ad.grad(ad.grad(lambda x: (x**3) ** 2))(-2.0) - held)


VARIATIONS = [
Variation(
    "06.1",
    "U = s² with s = x³, at x = −2: the upstream 2s = −16 and the local 3x² = 12. Name both parts of U''.",
    code="""
    - parts = (..., ...)  # through the upstream, through the local
    + parts = (2*12 * 12, -16 * 6*-2)
    """,
    reference=parts_of_a_cube_squared,
    hints=(
        "Nudge x: how far does the upstream 2s move, and how far the local 3x²? Each meets the other.",
        "through the upstream: (2 · 3x²) · 3x²,   through the local: 2s · 6x",
        """
        through the upstream:  (2 * __) * __     its move, times the local
        through the local:     -16 * 6 * __      the upstream, times the local's move
        """,
    ),
    wrong=(
    ("not-down-to-x", "by_upstream = 2 * 12",
     "The upstream moves by 2 with s, s by 12 with x. Then it meets the local: a 12 is missing."),
    ("local-slope-missing", "by_local = -16 * 12",
     "That is the upstream times the local, 12. In its part the local moves: 3x² has the slope 6x."),
    ("still-to-meet-the-upstream", "by_local = 6 * -2",
     "That is how fast the local moves. It still has to meet the upstream, −16."),
    "the-whole",
    ("parts-exchanged", "-16 * 6 * -2, 2 * 12 * 12"),
    )),
Variation(
    "06.2",
    "A spring with the energy tanh² x. Its forces are right, its stiffness is not. One line is to blame.",
    words={"sine": "hyperbolic", "the sine": "tanh", "np.cos(x.value)": "1 - np.tanh(x.value) ** 2",
           "np.cos(«x»)": "1 - np.tanh(«x») ** 2",
           "np.sin(x)": "np.tanh(x)",
           "2 sin x": "2 tanh x"},
    forward=lambda x: np.sum(2 * np.tanh(x) * (1 - np.tanh(x) ** 2)),
    because="Now the local is seen to move with x, and both parts arrive.",
    hints=("", "U' = 2 tanh x · (1 − tanh² x), and both factors move with x"),
    without="parts-multiplied one-local-short cosine-and-part-missing",
    wrong=(
    ...,
    ("slope-missing-or-a-sign-wrong", "2 + 0 * x"),
    ("local-part-alone", "-4 * np.tanh(x) ** 2 * (1 - np.tanh(x) ** 2)"),
    ("upstream-not-met", "2 * (1 - np.tanh(x) ** 2 - np.tanh(x)) * (1 - np.tanh(x) ** 2)"),
    ("square-in-the-slope", "1 - np.tanh(x) ** 2 -> 2 * np.tanh(x) * (1 - np.tanh(x) ** 2)",
     "That is the slope of tanh². The square is above tanh, and sends its own: 1 − tanh² is wanted."),
    ("slope-of-the-local", "1 - np.tanh(x) ** 2 -> -2 * np.tanh(x) * (1 - np.tanh(x) ** 2)",
     "That is the slope of 1 − tanh². The local of tanh is 1 − tanh² itself."),
    ("plus-for-minus", "2 * (1 - np.tanh(x) ** 2) ** 2 + 4 * np.tanh(x) ** 2 * (1 - np.tanh(x) ** 2)",
     "The local 1 − tanh² falls where tanh grows: the part through it is subtracted."),
    ("the-force", "2 * np.tanh(x) * (1 - np.tanh(x) ** 2)"),
    ("the-sine-alone", "-2 * np.tanh(x) * (1 - np.tanh(x) ** 2)"),
    )),
Variation(
    "06.3",
    """
    Again only a pullback is left. Now you want not the tangent itself, but one number: how much the end moves
    when x moves along t, if a unit more of each output is worth the upstream y.
    """,
    title="One number from the way back", gives=("",),
    code="""
      def forward_from(pullback, y, t):
          # how much y · (J t) is, with y for the upstream
    -     return ...
    +     return np.sum(pullback(«y») * «t»)
    """,
    method=None,
    because="y · (J t) = (Jᵀ y) · t: one call of the pullback, and a product.",
    hints=("Either find J t first, or move the brackets: which of the two does the pullback give at once?",
           "y · (J t) = (Jᵀ y) · t"),
    right=("np.sum(y * ad.vjp(pullback, 0 * y)[1](t)[0])",),
    wrong=(
    ("way-back", "", "That is Jᵀ y. It still has to meet t: multiply and add up."),
    ("way-back-weighed", "", "The products are right, but have still to be added up."),
    ("back-of-ones", "np.sum(pullback(np.ones(y.shape)) * t)",
     "That takes ones for the upstream. Every output is worth its own entry of y."),
    ("tangent-itself", "ad.vjp(pullback, y)[1](t)[0]",
     "That is the tangent itself, J t. Multiply each entry by that of y, and add up."),
    ("pullback-of-ones", "np.sum(pullback(y))", "t takes no part: multiply by it before you add up."),
    )),
Variation(
    "06.4", "Now y is the softmax itself, without a log. How does it move when the scores move along t?",
    title="The forward rule of softmax",
    words={"log_softmax": "softmax",
           "t - np.sum(«p» * «t», axis=1, keepdims=True)":
           "p * (t - np.sum(«p» * «t», axis=1, keepdims=True))"},
    because="p moves by p times what its log moves by.",
    hints=("How does the log of p move? You found that before. And how does p move, when its log does?",
           "dp[i] = p[i] · (t[i] − Σ_j p[j] · t[j]), for each row"),
    right=("(p := np.exp(z - np.logaddexp.reduce(z, 1, keepdims=True))) * (t - np.sum(p * t, 1)[:, None])",),
    wrong=(
    ("rule-of-log-softmax", "t - np.sum(P(z) * t, axis=1, keepdims=True)",
     "That is how its log moves. p itself moves by p times that."),
    ("diagonal-for-jacobian", "P(z) * (1 - P(z)) * t",
     "That is the diagonal of the Jacobian alone. Every score of a row moves all its probabilities."),
    ("total-held", "P(z) * t", "That holds the total still. It moves with every score, and all p with it."),
    ("plus-for-minus", "P(z) * (t + np.sum(P(z) * t, axis=1, keepdims=True))",
     "The total is the denominator, so its move is subtracted."),
    ("over-the-examples", "P(z) * (t - np.sum(P(z) * t))"),
    )),
Variation(
    "06.5", "How strongly is f curved along v: the curvature v · H v, for a v of length 1? Build no Hessian.",
    title="Curved along v", gives=("",),
    code="""
      def how_curved(f, x, v):
          # f takes a vector to a number, v has any length: divide by v·v
    -     return ...
    +     return v @ ad.vjp(ad.grad(«f»), x)[1](«v»)[0] / (v @ v)
    """,
    because="H v is one sweep of the gradient; divided by v · v, the length of v does not count.",
    hints=("What does the pullback of the gradient make of v?", "curvature = (v · H v) / (v · v)"),
    right=("v @ ad.grad(lambda x: ad.grad(f)(x) @ v)(x) / np.sum(v * v)",),
    wrong=(
    ("length-kept", "/ (v @ v) -> * 1.0", "That still depends on how long v is: divide by v · v."),
    ("length-for-its-square", "(v @ v) -> np.sqrt(v @ v)",
     "You divide by the length. It counts twice in v · H v."),
    ("slope-alone", "ad.grad(f)(x) @ v", "That is the slope along v. The curvature is how it changes."),
    ("ones-swept", "(v)[0] -> (np.ones(v.shape))[0]"),
    )),
Variation("06.p1", "U = (x²)², and its slope at x = 2 is 32. What is its second derivative there?",
    truth=lambda: ad.grad(ad.grad(lambda x: (x**2) ** 2))(2.0),
    because="U is x⁴, its slope 4x³, the slope of that 12x²: 12 · 4 = 48.",
    wrong=(
    ("local-held-still", "2 * 4 * 4", "That holds the local, 2x, still. It moves as well: 2 · 2x² more."),
    ("local-part-alone", "2 * 4 * 2"),
    ("power-kept", "12 * 8", "The power goes down once more: 4x³ has the slope 12x²."),
    )),
Variation(
    "06.p2", "A rule gives 1458 for cube(x)². What second derivative does it give for 5 · cube(x), at 3?",
    truth=lambda: ad.grad(ad.grad(lambda x: 5 * trap(x)))(3.0),
    because="90, which is right: the upstream is 5 and does not move with x, so nothing is lost.",
    wrong=(
    ("wrong-here-too", "0", "It would be 0 if the local stood still here too. It is seen to move."),
    ("factor-forgotten", "18", "That is cube(x) alone. The upstream is 5."),
    ("slope", "5 * 27", "That is the first derivative, 5 · 3x². Once more: 5 · 6x."),
    )),
Variation(
    "06.p3", "Two equal scores, p = 0.5 each, saved as numbers. What does ad.hessian give for entry [0, 1]?",
    truth=lambda: ad.hessian(lean)(np.zeros(2))[0, 1],
    because="0: a number that was saved does not move with z. The right entry is −p · p = −0.25.",
    wrong=(
    ("right-anyway", "-0.25",
     "That is the true entry, −p · p. But p was saved as a number, and the engine cannot see it move."),
    ("diagonal", "0.25", "That would be the true entry on the diagonal. Saved as numbers, nothing moves."),
    ("probability", "0.5"),
    ("gradient", "0.5 - 1"),
    )),
Variation(
    "06.p4",
    "x has 5 numbers, y has 2. The pullback, transposed, is handed t. How many numbers does t have?",
    truth=lambda: len(np.zeros(5)),
    because="The pullback returns 5 numbers, so its transpose takes 5, like J itself.",
    wrong=(
    ("like-the-pullback", "2", "That is what the pullback takes. Its transpose goes the other way."),
    ("both-together", "5 + 2", "It takes what the pullback returns, and nothing else."),
    ("whole-jacobian", "2 * 5", "That is the size of J, which is never built."),
    )),
]
