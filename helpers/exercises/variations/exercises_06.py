"""Lesson 06, its exercises once more: another energy, another saved slope, another forward rule."""

import numpy as np

from helpers import autodiff as ad

from . import Variation


def parts_of_a_cube_squared():
    """Of (x³)² at x = −2: the second derivative with the local held, and what is left of the whole."""
    held = ad.grad(lambda x: ad.grad(lambda s: s**2)(x**3) * 12.0)(-2.0)
    return float(held), float(ad.grad(ad.grad(lambda x: (x**3) ** 2))(-2.0) - held)


CUBE_SQUARED = Variation(
    "U = s² with s = x³, at x = −2: the upstream 2s = −16 and the local 3x² = 12. Name both parts of U''.",
    stub="parts = (..., ...)  # through the upstream, through the local",
    solution="parts = (2*12 * 12, -16 * 6*-2)",
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
    ("local-not-moved", "by_local = -16 * 12",
     "You hold the local, 12. In its part it moves: 3x² has the slope 6x."),
    ("upstream-not-met", "by_local = 6 * -2",
     "That is how fast the local moves. It still has to meet the upstream, −16."),
    ("the-whole", "by_upstream = 480.0; by_local = 0.0",
     "That is all of U'' in one part. How much of it comes from the local, which moves as well?"),
    ),
)  # fmt: skip

EXPONENTIAL = Variation(
    "A spring with the energy tanh² x. Its forces are right, its stiffness is not. One line is to blame.",
    words={"sine": "hyperbolic"},
    stub="""
    def stiffness(x):
        @ad.custom_gradient
        def hyperbolic(x):
            slope = 1 - np.tanh(x.value) ** 2
            return np.tanh(x), lambda upstream: upstream * slope

        force = ad.grad(lambda x: np.sum(hyperbolic(x) ** 2))
        return ad.grad(lambda x: np.sum(force(x)))(x)
    """,
    solution="""
    def stiffness(x):
        @ad.custom_gradient
        def hyperbolic(x):
            slope = 1 - np.tanh(x) ** 2
            return np.tanh(x), lambda upstream: upstream * slope

        force = ad.grad(lambda x: np.sum(hyperbolic(x) ** 2))
        return ad.grad(lambda x: np.sum(force(x)))(x)
    """,
    forward=lambda x: np.sum(2 * np.tanh(x) * (1 - np.tanh(x) ** 2)),
    because="Now the local is seen to move with x, and both parts arrive.",
    hints=(
        "The slope of tanh moves with x. Which line keeps the engine from seeing that?",
        "U' = 2 tanh x · (1 − tanh² x), and both factors move with x",
        """
        def hyperbolic(x):
            slope = 1 - np.tanh(___) ** 2
            return np.tanh(x), lambda upstream: upstream * ___
        """,
    ),
    wrong=(
    ("local-part-alone", "-4 * np.tanh(x) ** 2 * (1 - np.tanh(x) ** 2)"),
    ("plus-for-minus", "2 * (1 - np.tanh(x) ** 2) ** 2 + 4 * np.tanh(x) ** 2 * (1 - np.tanh(x) ** 2)",
     "The local 1 − tanh² falls where tanh grows: the part through it is taken away."),
    ("the-force", "2 * np.tanh(x) * (1 - np.tanh(x) ** 2)"),
    ("everything-frozen", "0 * x"),
    ("half", "right / 2", "Half is missing: the square above has the slope 2 tanh x."),
    ),
)  # fmt: skip

EXP_SQUARED = Variation(
    "The second derivative of (eˣ)² by hand, in lines. Three are not needed.",
    stub="""
    # U = exp(x)**2. These lines find second, its second derivative by x.
    #   A   up = 2 * s
    #   B   by_up = 2 * local * local
    #   C   second = by_up * by_local
    #   D   s = np.exp(x)
    #   E   by_local = up * s
    #   F   local = s
    #   G   second = by_up + by_local
    #   H   by_up = 2 * local
    order = "..."
    """,
    solution="""
    # D, A, F: the way forward and the first sweep. B, E: one factor moves, the other is held. G: added.
    order = "D A F B E G"
    """,
    hints=(
        "First forward, then the first sweep: upstream and local. Then let one of the two move at a time.",
        "second = (2 · local) · local + up · s",
        """
        forward:                     __
        upstream and local:          __ __
        one moves, the other held:   __ __
        together:                    __
        """,
    ),
)

WEIGHED_FORWARD = Variation(
    """
    Again only a pullback is left. Not the tangent itself is wanted, but one number: how much the end moves
    when x moves along v, if a unit more of each output is worth the upstream y.
    """,
    title="One number from the way back",
    stub="""
    def forward_from(pullback, y, v):
        # how much y · (J v) is, with y for the upstream
        return ...
    """,
    solution="""
    def forward_from(pullback, y, v):
        return np.sum(pullback(y) * v)
    """,
    way=None,
    because="y · (J v) = (Jᵀ y) · v: one call of the pullback, and a product.",
    hints=(
        "Either find J v first, or move the brackets: which of the two does the pullback give at once?",
        "y · (J v) = (Jᵀ y) · v",
        """
        return np.sum(pullback(___) * ___)
        """,
    ),
    wrong=(
    ("way-back", "pullback(y)", "That is Jᵀ y. It still has to meet v: multiply and add up."),
    ("way-back-weighed", "pullback(y) * v", "The products are right, and are still to be added up."),
    ("back-of-ones", "np.sum(pullback(np.ones(y.shape)) * v)",
     "That takes ones for the upstream. Every output is worth its own entry of y."),
    ("tangent-forgotten", "np.sum(pullback(y))", "v takes no part: multiply by it before you add up."),
    ),
)  # fmt: skip

SOFTMAX_FORWARD = Variation(
    "Now y is the softmax itself, without a log. How does it move when the scores move along v?",
    title="The forward rule of softmax",
    solution="""
    def tangent_rule(v, z):
        e = np.exp(z - z.max(axis=1, keepdims=True))
        p = e / e.sum(axis=1, keepdims=True)
        return p * (v - np.sum(p * v, axis=1, keepdims=True))
    """,
    stub="""
    def tangent_rule(v, z):
        # z and v have a row per example. Return how softmax(z) moves when z moves along v.
        e = np.exp(z - z.max(axis=1, keepdims=True))
        p = e / e.sum(axis=1, keepdims=True)
        return ...
    """,
    because="p moves by p times what its log moves by.",
    hints=(
        "How does the log of p move? You found that before. And how does p move, when its log does?",
        "dp[i] = p[i] · (v[i] − Σ_j p[j] · v[j]), for each row",
        """
        return p * (v - np.sum(___ * ___, axis=1, keepdims=True))
        """,
    ),
    wrong=(
    ("rule-of-log-softmax", "v - np.sum(P(z) * v, axis=1, keepdims=True)",
     "That is how its log moves. p itself moves by p times that."),
    ("diagonal-for-jacobian", "P(z) * (1 - P(z)) * v",
     "That is the diagonal of the Jacobian alone. Every score of a row moves all its probabilities."),
    ("total-held", "P(z) * v", "That holds the total still. It moves with every score, and all p with it."),
    ("plus-for-minus", "P(z) * (v + np.sum(P(z) * v, axis=1, keepdims=True))",
     "The total stands below the line, so its move is taken away."),
    ("over-the-examples", "P(z) * (v - np.sum(P(z) * v))"),
    ),
)  # fmt: skip

VARIATIONS = {
    "06.1": (CUBE_SQUARED,),
    "06.2": (EXPONENTIAL,),
    "06.3": (EXP_SQUARED,),
    "06.4": (WEIGHED_FORWARD,),
    "06.5": (SOFTMAX_FORWARD,),
}
