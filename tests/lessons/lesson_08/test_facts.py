"""The facts of lesson 08: its runs, computed with NumPy alone."""

import numpy as np
import pytest

from helpers.lessons.lesson_08 import clinic, ferries
from helpers.widgets.clinic.drawing import REWRITE, UNPROVED
from tests.notebooks.facts import shows

X, T = ferries.echoes(1)
TOMORROW, TOMORROWS = ferries.echoes(2)


def shares(s):
    e = np.exp(s)
    return e / e.sum(axis=1, keepdims=True)


def trained(slope_of_tanh, X=X, truth=T, steps=400):
    """Weights and losses of a descent with rate 1; `slope_of_tanh(h)` stands in the backward pass."""
    W1, b1, W2, b2 = ferries.first_weights()
    losses = []
    for _ in range(steps + 1):
        h = np.tanh(X @ W1 + b1)
        p = shares(h @ W2 + b2)
        losses.append(-np.mean(np.log(np.sum(truth * p, axis=1))))
        ds = (p - truth) / len(X)
        da = ds @ W2.T * slope_of_tanh(h)
        W1, b1 = W1 - X.T @ da, b1 - da.sum(axis=0)
        W2, b2 = W2 - h.T @ ds, b2 - ds.sum(axis=0)
    return (W1, b1, W2, b2), losses


def told_right(places, truth, W1, b1, W2, b2):
    lead = np.tanh(places @ W1 + b1) @ (W2[:, 0] - W2[:, 1]) + b2[0] - b2[1]
    return 100 * np.mean((lead > 0) == (truth[:, 0] == 1))


HIS, HIS_LOSSES = trained(np.ones_like)
OURS, OUR_LOSSES = trained(lambda h: 1 - h * h)


def layers(W1, b1, W2, b2, forgets_tanh):
    """What arrives at s, W2, b2, h, a, W1, b1."""
    h = np.tanh(X @ W1 + b1)
    ds = (shares(h @ W2 + b2) - T) / 200
    dh = ds @ W2.T
    da = dh if forgets_tanh else dh * (1 - h * h)
    return ds, h.T @ ds, ds.sum(axis=0), dh, da, X.T @ da, da.sum(axis=0)


RIGHT, FALSE = (layers(*HIS, forgets) for forgets in (False, True))
OFF = [np.max(np.abs(r - f)) / np.max(np.abs(r)) for r, f in zip(RIGHT, FALSE, strict=True)]


def flows(factor):
    """What passes through his network, W1 that many times as large, and how long the step for W1 is."""
    W1, b1, W2, b2 = factor * HIS[0], *HIS[1:]
    a = X @ W1 + b1
    h = np.tanh(a)
    ds, _, _, dh, da, dW1, _ = layers(W1, b1, W2, b2, forgets_tanh=False)
    passing = {"s": (h @ W2 + b2, ds), "h": (h, dh), "a": (a, da)}
    sizes = ((name, np.mean(np.abs(x)), np.mean(np.abs(sent))) for name, (x, sent) in passing.items())
    shown = "; ".join(f"{name} value {up:.4f}, upstream {back:.6f}" for name, up, back in sizes)
    return f"W1 times {factor}: {shown}; update ratio {np.sqrt(np.sum(dW1**2) / np.sum(W1**2)):.5f}."


def pulled():
    """How hard each echo pulls at W1 after training with one label exchanged: each table by itself."""
    labels = T.copy()
    labels[134] = labels[134][::-1]
    (W1, b1, W2, b2), _ = trained(lambda h: 1 - h * h, truth=labels)
    h = np.tanh(X @ W1 + b1)
    da = (shares(h @ W2 + b2) - labels) / 200 @ W2.T * (1 - h * h)
    pull = [np.linalg.norm(np.outer(x, sent)) for x, sent in zip(X, da, strict=True)]
    hardest = np.argsort(pull)[::-1]
    return hardest[0], pull[hardest[0]] / pull[hardest[1]]


def after_one_step():
    """W and b of the asker's sigmoid after one step of 0.05 on the mean of -y log p, from zeros."""
    rows = np.array([[0, 0, 1], [1, 1, 1], [1, 0, 1], [0, 1, 1]])
    sent = np.array([0, -1, -1, 0]) * 0.5 / 4  # -y (1 - p) / 4, with p = 1/2
    return rows.T @ sent, sent.sum()


DW, DB = after_one_step()
SCORE = -0.05 * (DW[0] + DB)
SIGMOID = 1 / (1 + np.exp(-SCORE))


def steps_to(hoped, slope):
    """How many steps until the asker's new row gets the hoped-for share; slope(y, p) is the loss's."""
    rows, labels = np.array([[0, 0, 1, 1], [1, 1, 1, 1], [1, 0, 1, 1], [0, 1, 1, 1]]), np.array([0, 1, 1, 0])
    w, steps = np.zeros(4), 0
    while 1 / (1 + np.exp(-w[0] - w[3])) < hoped:
        w, steps = w - 0.05 * rows.T @ slope(labels, 1 / (1 + np.exp(-rows @ w))) / 4, steps + 1
    return steps


def ratio(factor):
    """How long the step for W1 is, as a share of W1."""
    W1 = factor * HIS[0]
    return np.linalg.norm(layers(W1, *HIS[1:], forgets_tanh=False)[5]) / np.linalg.norm(W1)


def reaches_a(factor):
    return np.mean(np.abs(layers(factor * HIS[0], *HIS[1:], forgets_tanh=False)[4]))


FALLS = ratio(1) / ratio(10)
FEW = np.r_[:4, 100:104]
_, FEW_LOSSES = trained(np.ones_like, X[FEW], T[FEW])
HARDEST, TIMES = pulled()
HIS_STEPS, ALL_STEPS = steps_to(0.99, lambda y, p: -y * (1 - p)), steps_to(0.99, lambda y, p: p - y)


UPSTREAM = np.random.default_rng(8).normal(size=3)
LOCAL = 1 - np.tanh([0.3, -1.2, 0.8]) ** 2
PLACES = "s", "W2", "b2", "h", "a", "W1", "b1"
FACTS = {
    "questions": rf"$\log 10 \approx {np.log(10):.1f}$. ${np.log(1000):.1f} \approx \log 1000$",
    "opening-run": [f"steps: {np.array2string(np.array(HIS_LOSSES)[[10, 50, 400]].round(3))}",
                    f"classified correctly: {told_right(X, T, *HIS)}%", "181 of 200 on the right side"],
    "linear-run": ["A line, and what each example sends it"],
    "one-score-run": [f"score [[{SCORE:g}]], softmax [[1.]], sigmoid [[{SIGMOID:.4f}]]"],
    "logistic-says": [f"{SIGMOID:.4f}, after one step", f"after {HIS_STEPS} steps",
                      f"all rows, after {ALL_STEPS}."],
    "constant-run": [f"after 1000 steps: W {1 - 0.005 * 1000:.3f}, b {2 - 0.001 * 1000:.3f}"],
    "day": ["200 echoes, 100 of each ferry."],
    "compare-run": ["by hand: " + ", ".join(f"{at} 0.00" for at in PLACES),
                    "his: " + ", ".join(f"{at} {off:.2f}" for at, off in zip(PLACES, OFF, strict=True))],
    "repaired-run": [f"loss {OUR_LOSSES[-1]:.3f}, classified correctly: {told_right(X, T, *OURS):.1f}%",
                     f"tomorrow: {told_right(TOMORROW, TOMORROWS, *OURS):.1f}%",
                     f"and his {told_right(TOMORROW, TOMORROWS, *HIS):.1f}%", "198 of 200 on the right side"],
    "overfit-run": [f"steps: {np.array2string(np.array(FEW_LOSSES)[[10, 50, 400]].round(4))}"],
    "flow-run": flows(1),
    "alarm-run": ["lost at a, first in row 17"],
    "pulls-run": f"Echo {HARDEST} has the largest disc",
    "moons-task": f"Echo {HARDEST}, the largest disc: north by its label",
    "pulls-told": f"exchanged: {HARDEST} echo {HARDEST} pulls hardest, {TIMES:.1f} times as hard",
    "practice": [f"{np.mean(np.abs(RIGHT[0])):.4f} at $s$ is small",
                 f"the step for $W_1$ is a {FALLS / 10:.0f}th",
                 f"{ratio(1):.4f} is more: $W_1$ moves. {ratio(10):.5f} hardly",
                 f"What arrives at $a$ is an {reaches_a(1) / reaches_a(10):.0f}th"],
    "steps-run": ["x + h and x - h: 3.0 3.0", "measured: 0.0"],
    "practice-says": [f"{np.cbrt(np.finfo(np.float32).eps):.3f} in float32",
                      rf"${np.cbrt(np.finfo(float).eps) * 1e6:.0f} \cdot 10^{{-6}}$ in float64"],
    "nudge-task": [f"at 0.7 is {3 * 0.7**2:.2f}",
                   f"$3 + 10^{{-8}}$ *is* {np.float32(3) + np.float32(1e-8):g}"],
    "nudge": ["h = 1e-2: float32 measures 1.4700", "The slope is 1.47."],
    "examples": ["together −88 to w and −52 to b"],
    "ones-run": [f"the rule says {np.array2string(LOCAL, precision=4)}",
                 f"upstream random: measured {np.array2string(UPSTREAM * LOCAL, precision=4)}",
                 f"the gradient of input 0[0] is {LOCAL[0]:.8f}"],
    "his-code": ["dh = ds @ W2.T return [X.T @ dh,"],
    "clinic-task": f"Accusing costs {UNPROVED} minutes, or {REWRITE} once",
    "clinic-found": [f"{np.log(200):.3f} = log 200"],
    "moons": ["all 8 are ours, until one of 07.1 to 07.8 is correct",
              f"loss {OUR_LOSSES[-1]:.3f}, {told_right(X, T, *OURS):.1f}% classified correctly."],
    "gather-run": ["with += [1. 0. 1. 0.]", "the engine [1. 0. 3. 0.]", "the lookup as a product: True"],
}  # fmt: skip
test_shown = shows("08", FACTS)


def test_the_losses_of_the_patients_go_as_is_said_of_them():
    a, b, c, d, e, f = (patient.losses for patient in clinic.ward().patients.values())
    assert max(a[:10]) > 3 * a[0]
    assert np.ptp(a[100:]) < 0.05
    assert np.all(np.diff(b[20:]) > 0)
    assert np.all(np.diff(b[20::20], n=2) < 0)
    assert c[-1] < OUR_LOSSES[-1] / 4
    assert np.max(d[:60]) > 2 * d[0] > 100 * d[-1]
    assert pytest.approx(np.log(200)) == e[0] < e[50] < np.inf
    assert np.isinf(e[-1])
    assert np.ptp(f) == 0


def test_at_rest_the_wrong_label_pulls_hardest_here_and_not_always():
    x = np.arange(4.0)
    for targets, harder in ([1, 14, 7, 10], []), ([11, 4, 7, 10], [1, 3]):
        misses = np.polyval(np.polyfit(x, targets, 1), x) - targets
        pulls = np.hypot(2 * misses, 2 * misses * x)
        wrong = np.flatnonzero(targets != 3 * x + 1)[0]
        assert list(np.flatnonzero(pulls > pulls[wrong])) == harder


def test_his_loss_falls_hangs_and_creeps_up():
    assert HIS_LOSSES[0] > 0.6
    assert all(abs(loss - 0.25) < 0.02 for loss in HIS_LOSSES[10:])
    assert HIS_LOSSES[200] < HIS_LOSSES[300] < HIS_LOSSES[400]


def test_without_the_slope_of_tanh_signs_are_right_at_a_and_can_turn_in_the_sums():
    assert np.all(RIGHT[4] * FALSE[4] >= 0)
    assert np.any(RIGHT[5] * FALSE[5] < 0)
