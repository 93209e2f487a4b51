"""What only lesson 06 can say of its exercises. `test_every_exercise` says what each table is for."""

import numpy as np

from helpers import autodiff as ad
from helpers.exercises import check, exercises


def columns_of_the_jacobian(pullback, y, v):
    return np.stack([pullback(row) for row in np.eye(y.size)]) @ v


def softmax(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def by_the_engine(v, z):
    return ad.jvp(lambda z: z - np.log(np.sum(np.exp(z), axis=1, keepdims=True)), [z], [v])[1]


WAYS = [
    ("06.1", "through the upstream: (6s · 2x) · 2x,   through the local: 3s² · 2",
     lambda: (6 * 4 * 4 * 4.0, 3 * 4**2 * 2.0)),
    ("06.2", "", lambda x: 2 * np.cos(2 * x)),
    ("06.2", "U'' = 2 cos x · cos x + 2 sin x · (−sin x)",
     lambda x: 2 * np.cos(x) * np.cos(x) + 2 * np.sin(x) * -np.sin(x)),
    ("06.3", "", lambda x: 2 * np.cos(2 * x)),
    ("06.3", "second = (2 · local) · local + up · (−s)",
     lambda x: 2 * np.cos(x) * np.cos(x) + 2 * np.sin(x) * -np.sin(x)),
    ("06.4", "", columns_of_the_jacobian),
    ("06.5", "", by_the_engine),
    ("06.5", "dy[i] = v[i] − Σ_j p[j] · v[j], for each row",
     lambda v, z: v - np.einsum("rj,rj->r", softmax(z), v)[:, None]),
]  # fmt: skip
BLANKS = {"06.2": ["x", "slope"], "06.4": ["pullback", "v"], "06.5": ["p", "v"]}
RIGHT_TOO = [("06.3", "F D B A E G")]
TRUTHS = {"06.p1": 2430, "06.p2": 18, "06.p3": 0, "06.p4": 3}
COVERS = {"nested-rules-compose", "first-order-suffices", "reverse-serves-forward"}


def test_what_was_handed_out_passes_at_first_order_and_has_lost_the_part_through_the_local():
    key = exercises()["06.2"]
    for (x,), (given,) in zip(key.cases, key.outcome(key.handed_out), strict=True):
        np.testing.assert_allclose(given, 2 * np.cos(x) ** 2)


def test_building_the_jacobian_of_the_pullback_is_not_the_way():
    for way in (columns_of_the_jacobian, lambda pullback, y, v: ad.jacobian(pullback)(y).T @ v):
        assert check("06.4", way).diagnosis in {"too-many-sweeps", "jacobian-built"}
