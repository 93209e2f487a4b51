"""What only lesson 04 can say of its exercises. `test_every_exercise` says what each table is for."""

import numpy as np

from helpers import autodiff as ad
from helpers.exercises import check, exercises
from tests.exercises.ways import differences


def share_by_share(loss, w, parts):
    total = sum(map(len, parts))
    return sum(len(part) / total * ad.grad(loss)(w, part) for part in parts)


def through_the_box(controller, simulate, w, nudge=1e-3):
    y, pullback = ad.vjp(controller, w)
    slopes = [(simulate(y + h) - simulate(y - h)) / (2 * nudge) for h in nudge * np.eye(y.size)]
    return pullback(np.array(slopes))[0]


WAYS = [
    ("04.1", "", lambda marks: (np.array([0.0, 0, 1]), np.full(3, 1 / 3), np.array([1.0, 0, -1]))),
    ("04.2", "", lambda model, w, target: ad.grad(lambda w: np.mean((model(w) - target) ** 2))(w)),
    ("04.2", "∂/∂y[i] of mean((y − t)²) = 2 · (y[i] − t[i]) / n",
     lambda model, w, t: ad.vjp(model, w)[1](2 * (model(w) - t) / t.size)[0]),
    ("04.3", "as if it were x wherever |x| ≤ 1",
     lambda g, x: (np.sign(x), *ad.vjp(lambda x: np.clip(x, -1 - 1e-9, 1 + 1e-9), x)[1](g))),
    ("04.3", "upstream times a slope, that of y = x where |x| ≤ 1, that of a constant elsewhere",
     lambda g, x: (np.sign(x), np.where(abs(x) <= 1, g * 1, g * 0))),
    ("04.4", "", lambda controller, simulate, w: differences(lambda w: simulate(controller(w)), w)[0]),
    ("04.4", "dz/dw = Σ_i dz/dy[i] · dy[i]/dw = the VJP of the controller", through_the_box),
    ("04.5", "", lambda head, branch, x, rest: ad.grad(lambda x: head(branch(x) + rest))(x)),
    ("04.5", "g = d(loss)/dy,   then   down = VJP of the branch with the upstream g",
     lambda head, branch, x, rest: ad.vjp(branch, x)[1](ad.grad(head)(branch(x) + rest))[0]),
    ("04.6", "", lambda loss, w, parts: ad.grad(lambda w: loss(w, np.concatenate(parts)))(w)),
    ("04.6", "mean over all = Σ_k (rows of part k / rows of all) · mean over part k", share_by_share),
]  # fmt: skip
BLANKS = {"04.3": ["1", "upstream"]}
RIGHT_TOO = [("04.4", through_the_box), ("04.5", "E F B D A")]
TRUTHS = {"04.p1": [31, 24], "04.p2": 1146, "04.p3": 23, "04.p4": 0, "04.p5": 1}
COVERS = {
    "seed-is-a-mystery", "seed-shaped-like-the-input", "weights-can-wait", "none-is-zero",
    "stop-blocks-below",
}  # fmt: skip


def test_a_box_that_is_traced_says_why_it_cannot_be():
    def traced(controller, simulate, w):
        w = ad.Tensor(w)
        return ad.gradients(simulate(controller(w)), w)

    result = check("04.4", traced)
    assert result.diagnosis == "raises"
    assert "would lose the history" in repr(result)


def test_the_parts_differ_in_size():
    """Parts of one size would hide the mistake."""
    for _, _, parts in exercises()["04.6"].cases:
        assert len({len(part) for part in parts}) == len(parts)
