"""The references of lesson 01 against the engine, so that no right answer is right by its own word alone."""

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.exercises import check, lesson_01, predict

FUNCTIONS = {
    "01.2": lambda x: x * x,
    "01.4": lambda x, y: x * y,
    "01.6": lambda x: np.sin(np.exp(-x * x)),
    "01.3": lambda x: np.logaddexp(0.0, -x),
}


@pytest.mark.parametrize(
    "exercise", [e for e in lesson_01.EXERCISES if e.id in FUNCTIONS], ids=lambda e: e.id
)
def test_the_reference_is_the_pullback_of_the_function(exercise):
    for upstream, *inputs in exercise.cases:
        _, pullback = ad.vjp(FUNCTIONS[exercise.id], *inputs)
        with np.errstate(over="ignore"):  # the edge case of 01.3 is there to overflow
            received = exercise.reference(upstream, *inputs)
        received = received if isinstance(received, tuple) else (received,)
        for got, want in zip(received, pullback(upstream), strict=True):
            np.testing.assert_allclose(got, want, rtol=1e-10)


def test_the_row_of_the_worked_exercise():
    assert [float(v) for v in lesson_01.ONE_ROW.right_answer] == [18, 6, 108]


def test_swish_passes_the_engines_own_gradient_check():
    ad.check_gradient(ad.custom_gradient(lesson_01.swish), np.array([-1.5, 0.3, 2.0]))


def test_a_swish_that_forgets_its_upstream_fails_there():
    forgetful = lesson_01.SWISH.wrong_answers["upstream-missing"]
    with pytest.raises(ad.GradientMismatch):
        ad.check_gradient(ad.custom_gradient(forgetful), np.array([-1.5, 0.3, 2.0]), order=1)


def test_the_stable_rule_survives_where_the_naive_one_does_not():
    upstream, x = lesson_01.MIRRORED.edge_cases[0]
    with np.errstate(all="ignore"):
        assert np.isfinite(lesson_01.MIRRORED.reference(upstream, x)).all()
        assert np.isnan(lesson_01.MIRRORED.wrong_answers["overflow"](upstream, x)).any()


def test_the_right_order_of_lines_is_the_engines_sweep():
    ((upstream, x),) = lesson_01.SWEEP_ORDER.cases
    leaf = ad.Tensor(x)
    a = leaf * leaf
    ((down_x,),) = lesson_01.SWEEP_ORDER.outcome(lesson_01.SWEEP_ORDER.reference)
    np.testing.assert_allclose(down_x, ad.gradients(a * np.sin(a), leaf, grad_ys=upstream))


def test_both_orders_that_work_are_right():
    assert check("01.5", "B E F D A C")
    assert check("01.5", ["b", "e", "d", "f", "a", "c"])
    assert check("01.5", "B,E,F,D,A,C")
    assert check("01.5", "befdac")


def test_a_bad_order_is_told_which_line_comes_too_early():
    assert "Line C reads `down_a`" in repr(check("01.5", "B E C D F A"))
    assert check("01.5", "B E F D A Z").diagnosis == "no-such-line"
    assert check("01.5", "B B E F D A C").diagnosis == "line-twice"
    assert check("01.5", 3).diagnosis == "no-labels"


def test_the_predictions_are_the_canonical_facts():
    truths = {p.id: float(p.truth()) for p in lesson_01.PREDICTIONS}
    assert truths == {"01.p1": 1024, "01.p2": 5, "01.p3": 11, "01.p4": 32}


def test_forgetting_is_told_apart_from_stopping():
    assert predict("01.p4", 0).diagnosis == "forgetting-is-stopping"
    assert check("01.2", lambda upstream, x: np.zeros_like(x)).diagnosis == "stopped"
    assert check("01.2", lambda upstream, x: 2 * x).diagnosis == "upstream-missing"


def test_what_is_shown_in_the_stub_is_what_is_run():
    for label, line in lesson_01.SWEEP_ORDER.lines.items():
        assert f"#   {label}   {line}\n" in lesson_01.SWEEP_ORDER.stub


def test_the_bug_that_is_handed_out_is_the_bug_that_is_recognised():
    names = {"np": np}
    exec(lesson_01.BUG_HUNT.stub, names)
    for upstream, x in lesson_01.BUG_HUNT.cases:
        np.testing.assert_array_equal(names["backward"](upstream, x), lesson_01.BUG_HUNT.given(upstream, x))
