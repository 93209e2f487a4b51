"""What only lesson 04 can say of its exercises. `test_every_exercise` says what each table is for."""

import numpy as np

from helpers import autodiff as ad
from helpers.exercises import check, exercises
from tests.exercises.ways import differences


def mean_of_all(losses, w, parts, counts):
    rows, weights = np.concatenate(parts), np.concatenate(counts)
    return ad.grad(lambda w: np.sum(weights * losses(w, rows)) / weights.sum())(w)


def row_by_row(losses, w, parts, counts):
    each = [(row[None], n) for part, count in zip(parts, counts, strict=True)
            for row, n in zip(part, count, strict=True)]  # fmt: skip
    return sum(
        n / sum(map(np.sum, counts)) * ad.grad(lambda w, row=row: losses(w, row)[0])(w) for row, n in each
    )


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
    ("04.6", "", mean_of_all),
    ("04.6", "mean = Σ_k Σ_i (count of row i in part k / sum of all counts) · loss of row i in part k",
     row_by_row),
]  # fmt: skip
BLANKS = {"04.3": ["1", "upstream"]}
RIGHT_TOO = [("04.4", through_the_box), ("04.5", "E F B D A")]
TRUTHS = {"04.p1": [31, 24], "04.p2": 1146, "04.p3": 23, "04.p4": 0, "04.p5": 1, "04.p6": -1.05}
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
    for _, _, parts, _ in exercises()["04.6"].cases:
        assert len({len(part) for part in parts}) == len(parts)
