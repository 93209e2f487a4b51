"""The facts of lesson 05, recomputed with NumPy alone and found in what the committed notebook shows."""

import gc

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers import notebooks
from helpers.lessons.lesson_04.memory import peak_memory
from helpers.lessons.lesson_05 import measured
from tests.notebooks.facts import shows
from tests.peers.facts import FACTS as ANSWERS

PRESSURE = np.array([1.2, 1.4, 1.8, 1.9, 2.1, 2.2, 2.9, 27.0])
FAILED = np.array([0, 0, 1, 0, 1, 0, 1, 1.0])
NAN, START = np.nan, (4, -8)


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def log_loss(z, y):
    return np.log1p(np.exp(-abs(z))) + np.maximum(z, 0) - y * z


def trained(steps, failed, limit=np.inf):
    """Loss, w and b before the first step, after one, and after the last."""
    w, b = START
    rows = []
    for step in range(steps + 1):
        z = w * PRESSURE + b
        if step in (0, 1, steps):
            rows += [pytest.approx(x, abs=2e-4) for x in (np.mean(log_loss(z, failed)), w, b)]
        down = (sigmoid(z) - failed) / 8
        w, b = w - 0.1 * np.clip(down @ PRESSURE, -limit, limit), b - 0.1 * down.sum()
    return rows


def to_each_reading():
    """The slopes of the sum of all losses by z, eight times those of the mean; NaN in the last."""
    down = sigmoid(4 * PRESSURE - 8) - FAILED
    return [*down[:7], NAN]


def held(k):
    """Arrays at the peak: what is kept, a segment run again, and a few that every operation needs."""
    return pytest.approx(100 / k + k - 1 + 5, abs=4)


def inputs(k):
    """Of a hundred: every k-th, and the rest of one segment."""
    return 100 // k + k - 1


def again(k):
    """Of a hundred: all but the last of each segment."""
    return 100 - 100 // k


FORWARD = pytest.approx(25, abs=10)  # of a hundred: a quarter or so; the stored times are of one run


def longer(k):
    """How many of a hundred it takes longer: what runs again takes as long as it took forward."""
    return pytest.approx(again(k) / 4, abs=10)


E100, P = np.exp(100.0), np.array([1, 1, 2]) / 4
TABLE, BOTTOM = 1000 * 100 * 8 / 1e6, P - [0, 0, 1]  # megabytes
CURED = trained(100, FAILED)
FACTS = {
    "title": [f"about {np.finfo(np.float32).max / 1e38:.1f} · 10³⁸",
              f"{np.finfo(np.float64).max / 1e308:.1f} · 10³⁰⁸"],
    "opening-run": [np.inf, *START, *[NAN] * 6, "step 1: loss nan"],
    "nan-run": [to_each_reading(), NAN, NAN],
    "born-run": "in pieces at z = 20 in float32",
    "cured-run": [5.1, *CURED, *CURED, "log_loss: ours, until 05.1 is correct", "measure: True"],
    "where-run": [np.log(1 + np.e), 50, 100, 200, sigmoid(1), 1, NAN, NAN],
    "stepper-words": ["(¼, ¼, -½)", "(1, 0, −1) arrives at a score of 800"],
    "stepper": ["loss", "6 operations"],
    "jacobians-run": [100 * TABLE, TABLE, "the same numbers: True"],
    "range-run": "composed at gap = 20 in float32",
    "waiting-run": [4, "e, p, log p, target · log p", 2, "z - max, e", "(p)", 1],
    "inputs-all": [[1, 1, 0, 0, 2, 2]],
    "variables-run": [2, "reaches_out uses Tensors from outside", "2.0 None"],
    "variables-cured": [2, 3],
    "keep-run": [FORWARD, *(n for k in (1, 10, 100)
                            for n in (inputs(k), held(k), again(k), longer(k), longer(k))),
                 5.5, held(10), "the same gradient True"],
    "found-swept": [2, 0],
    "reversal-fork": "The head learns to tell the device, and h helps it.",
    "clip-roll": "the loss of the other seven 3.179: it began at 0.5031, and 0.6 is the most",
}  # fmt: skip
test_shown = shows("05", FACTS)


def test_what_arrives_at_a_score_of_800_is_p_with_1_taken_off_as_ever():
    p = np.exp(np.array([800, 0, np.log(2)]) - 800)
    np.testing.assert_allclose(p / p.sum() - [0, 0, 1], [1, 0, -1])


def own_functions():
    """`composed`, `fused`, which stands in the notebook, and `lean`."""
    names = {"np": np, "ad": ad}
    exec(notebooks.find("05").cell("range-run").source.partition("\n\n\n")[0], names)
    return [measured.composed, names["fused"], measured.lean]


def a_batch(dtype=float):
    rng = np.random.default_rng(7)
    return rng.normal(size=(400, 100)).astype(dtype), np.eye(100, dtype=dtype)[rng.integers(100, size=400)]


def test_the_fused_rules_send_what_the_ladder_sends():
    z, t = a_batch()
    upstream = np.random.default_rng(8).normal(size=400)
    wanted = upstream[:, None] * (np.exp(z) / np.exp(z).sum(axis=1, keepdims=True) - t)
    for f in own_functions():
        np.testing.assert_allclose(ad.vjp(lambda z, f=f: f(z, t), z)[1](upstream)[0], wanted, atol=1e-12)


@pytest.mark.parametrize(("dtype", "border"), [(np.float32, 88.7), (np.float64, 709.7)])
def test_the_border_of_the_ladder_and_none_of_the_fused_rule(dtype, border):
    composed, fused, _ = own_functions()
    target = np.eye(2, dtype=dtype)[[1]]
    for gap, holds in ((border, True), (border + 0.2, False)):
        z = np.array([[gap, 0]], dtype)
        with np.errstate(all="ignore"):
            for f, fine in ((composed, holds), (fused, True)):
                value, pullback = ad.vjp(lambda z, f=f: f(z, target), z)
                down = pullback(np.ones(1, dtype))[0]
                assert (np.isfinite(value).all() and np.isfinite(down).all()) == fine


def tables_kept(loss, like):
    """The tables of this shape that can be reached from a loss."""
    seen, waiting, found = set(), [loss], []
    while waiting:
        each = waiting.pop()
        if id(each) in seen or isinstance(each, (type, type(np))) or (type(each) is dict and "np" in each):
            continue  # a module, or the names of one, reach everything
        seen.add(id(each))
        found += [each] if isinstance(each, np.ndarray) and each.shape == like.shape else []
        waiting += gc.get_referents(each)
    return found


def test_each_rule_keeps_the_tables_that_are_named_and_no_other():
    z, t = a_batch()
    e, shifted = np.exp(z), z - z.max(axis=1, keepdims=True)
    p = e / e.sum(axis=1, keepdims=True)
    named = [e, p, np.log(p), t * np.log(p)], [shifted, np.exp(shifted)], [p]
    for f, tables in zip(own_functions(), named, strict=True):
        kept = tables_kept(f(ad.Tensor(z), t), z)
        assert len(kept) == len(tables) + 2  # z and the target stand beside them
        for table in tables:
            assert sum(np.allclose(each, table) for each in kept) == 1, f


def test_the_peak_and_the_time_of_checkpointing_are_those_of_the_counts():
    x = np.linspace(0, 1, 20_000)
    for k in (1, 10, 100):
        assert peak_memory(measured.checkpointed, k, x)[1] / x.nbytes == held(k)
    for _ in range(5):  # another's work may disturb a measurement, not all of them
        forward, took = measured.times(10, 100)
        if all(abs(longer - 1 - again(k) / 100 * forward) < 0.12 for k, longer in took.items()):
            break
    else:
        pytest.fail("the time is not that of the layers that run")
    assert 0.12 < measured.times(10)[0] < 0.5


def test_the_key_to_the_questions():
    with np.errstate(all="ignore"):
        assert np.isnan(ad.grad(lambda x: np.where(x > 0, np.log(x), 0.0))(0.0))
    _, answer = notebooks.find("05").questions[2]
    assert "0 · ∞ is NaN" in answer


@pytest.mark.parametrize(("column", "asked"), [("slope of clip at its bound", "clip at its bounds"),
                                               ("of abs at 0", "abs at 0")])  # fmt: skip
def test_the_table_says_of_a_kink_what_the_frameworks_answered(column, asked):
    fact = next(fact for fact in ANSWERS if fact.name == asked)
    table = notebooks.find("05").frameworks
    for row, cells in table.items():
        framework = "ours" if row == "these lessons" else row.partition(" ")[0]
        answers = [np.ravel(fact.expected(framework, version))[0] for version in ("2.13.0", "2.14.0")]
        said = [float(part.split()[0]) for part in cells[column].split(", ")]
        assert said == (answers if answers[0] != answers[1] else answers[:1]), row
    assert {"PyTorch", "JAX", "TensorFlow 2", "autograd"} <= table.keys()


@pytest.mark.parametrize("is_right", [True, False])
def test_the_cured_run_uses_the_rule_of_a_learner_whose_rule_is_right(is_right, capsys):
    lesson = notebooks.find("05")
    names, (exercise, *_) = {}, lesson.exercises
    for source in (
        lesson.cell("setup").source,
        lesson.cell("opening-run").source,
        exercise.solution if is_right else exercise.stub,
        lesson.cell("cured-run").source,
    ):
        with np.errstate(all="ignore"):
            exec(source, names)
    said = capsys.readouterr().out.split("log_loss: ")[1]
    assert said.startswith("yours\n" if is_right else "ours, until 05.1 is correct\n")
    assert "step 100: loss 0.4389" in said.partition("in float64")[0]
