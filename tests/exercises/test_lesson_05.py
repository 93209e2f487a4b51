"""What only lesson 05 can say of its exercises. `test_every_exercise` says what each table is for."""

import numpy as np

from helpers import autodiff as ad
from helpers.exercises import check, exercises
from helpers.exercises.lesson_05 import with_temperature
from tests.exercises.ways import pullback_of


def of_log_loss(upstream, z, y):
    """The value and what goes down, by the engine's own rule of logaddexp."""
    value, pullback = ad.vjp(lambda z, y: np.logaddexp(0, z) - y * z, z, y)
    return value, *pullback(upstream)


def of_the_root(upstream, x):
    return upstream * np.where(x > 0, 0.5 / np.sqrt(np.where(x > 0, x, 1.0)), 0.0)


def of_log_softmax(upstream, z):
    z = z - z.max(axis=1, keepdims=True)
    return pullback_of(lambda z: z - np.log(np.sum(np.exp(z), axis=1, keepdims=True)))(upstream, z)


def by_jacobians(upstream, z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    return np.stack([row[0] @ (np.eye(row[1].size) - row[1]) for row in zip(upstream, p, strict=True)])


def shortened(upstream, x):
    return 1.0 * x, upstream * min(1.0, 1 / (np.linalg.norm(upstream) or 1.0))


def with_ds(upstream, z, target, T):
    p = np.exp(z / T) / np.exp(z / T).sum(axis=1, keepdims=True)
    ds = upstream[:, None] * (p - target)
    return ds / T, -(ds * z / T**2).sum()


WAYS = [
    ("05.1", "", of_log_loss),
    ("05.1", "dz = upstream · (eᶻ / (1 + eᶻ) − y),   dy = −upstream · z",
     lambda g, z, y: (np.logaddexp(0, z) - y * z, g * (np.exp(np.minimum(z, 700.0)) /
                      (1 + np.exp(np.minimum(z, 700.0))) - y), -g * z)),
    ("05.2", "", of_the_root),
    ("05.3", "", of_log_softmax),
    ("05.3", "down[j] = upstream[j] − p[j] · Σ_i upstream[i], for each row", by_jacobians),
    ("05.4", "at v: 2 · r.   at h: 5 + (−0.5) · (2 · v).   at w: that, times x",
     lambda: (2.0 * 6, (5 + (-0.5) * (2 * 4)) * 2.0)),
    ("05.5", "downstream = upstream / max(length of the upstream, 1)", shortened),
    ("05.6", "", lambda g, z, t, T: pullback_of(lambda z, T: with_temperature(z, t, T))(g, z, T)),
    ("05.6", "dz = ds / T,   dT = −Σ ds · z / T²,   with ds = upstream · (p − target)", with_ds),
]  # fmt: skip
BLANKS = {"05.1": ["sigmoid", "z"], "05.2": ["1.0", "safe"], "05.5": ["length", "1"], "05.6": ["T", "z"]}
RIGHT_TOO = []
TRUTHS = {"05.p1": 1, "05.p2": 1, "05.p3": [0.25, 0.25, -0.5], "05.p4": 3, "05.p5": 2, "05.p6": 7,
          "05.p7": 3.8}  # fmt: skip
COVERS = {"unchosen-branch-is-free", "softmax-needs-jacobians", "variables-come-by-themselves",
          "one-gradient-per-array", "reversal-twice", "upstream-left-out", "stop-blocks-below"}  # fmt: skip


def test_the_large_score_tells_a_guarded_line_from_an_unguarded_one():
    assert check("05.3", "F G E").diagnosis == "overflow"


def test_the_root_that_was_handed_out_gives_nan_where_nothing_was_chosen():
    key = exercises()["05.2"]
    for (upstream, x), (given,) in zip(key.cases, key.outcome(key.handed_out), strict=True):
        np.testing.assert_array_equal(np.isnan(given), (x <= 0) | np.isnan(upstream))
