"""What only lesson 09 can say of its exercises. `test_every_exercise` says what each table is for."""

import numpy as np

from helpers import autodiff as ad
from helpers.exercises import check, exercises
from tests.exercises.ways import pullback_of


def gain(upstream, x, w):
    y = w * np.tanh(x)
    return y, *pullback_of(lambda x, w: w * np.tanh(x))(upstream, x, w)


def gain_by_hint(upstream, x, w):
    t = np.tanh(x)
    return w * t, upstream * w * (1 - t**2), np.sum(upstream * t)


def bounded(limit, x, upstream):
    return pullback_of(lambda x, b: limit * np.tanh(x / limit) + b)(upstream, x, np.array(0.3))


WAYS = [
    ("09.3", "", gain),
    ("09.3", "dx = upstream · w · (1 − t²),   dw = Σ upstream · t", gain_by_hint),
    ("09.4", "", bounded),
    ("09.4", "dx = upstream · (1 − tanh²(x/limit)),   db = Σ upstream",
     lambda limit, x, upstream: (upstream * (1 - np.tanh(x / limit) ** 2), np.sum(upstream))),
    ("09.5", "", lambda x, v: ad.hessian(lambda x: np.sum(x) ** 2 * x[0])(x) @ v),
    ("09.6", "ours = conj(JAX's),   z ← z − rate · ours",
     lambda z, gradient, rate: ((z - rate * np.conj(gradient)).real, (z - rate * np.conj(gradient)).imag)),
]  # fmt: skip
BLANKS = {"09.3": ["w", "t"], "09.4": ["x", "upstream"], "09.6": ["conj"]}
RIGHT_TOO = [("09.1", "acbdca"), ("09.1", list("ACBDCA")), ("09.2", "B, D, A, C, E")]
TRUTHS = {"09.p1": 3, "09.p2": 3, "09.p3": 0, "09.p4": 0.4, "09.p5": 4}
COVERS = {
    "none-is-zero",
    "one-complex-convention",
    "one-gradient-per-array",
    "static-has-no-gradient",
    "unwatched-still-counts",
    "retain-graph-cures",
    "in-place-is-forbidden",
    "values-keep-the-graph",
}


def test_every_wrong_letter_is_told_what_it_would_be_right_for():
    for id in ("09.1", "09.2", "09.7"):
        key = exercises()[id]
        right = key.letters(key.right_answer)
        for k, _ in enumerate(right):
            for letter in key.options:
                if letter != right[k]:
                    result = check(id, right[:k] + letter + right[k + 1 :])
                    assert result.state == "not yet"
                    assert dict(result.facts)["right already"] == f"{len(right) - 1} of {len(right)}"
                    assert result.sentences[0].startswith((f"{k + 1}: ", f"Number {k + 1} is not {letter}: "))


def test_what_is_no_letter_each_is_said():
    assert check("09.1", "A C B").diagnosis == "one-letter-each"
    assert check("09.1", "A C B D C X").diagnosis == "no-such-letter"
    assert check("09.1", 3).diagnosis == "no-letters"
