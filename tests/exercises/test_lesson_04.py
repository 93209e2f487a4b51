"""The references of lesson 04 against the engine, so that no right answer is right by its own word alone."""

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.exercises import check, lesson_04, predict


def test_lesson_04_covers_its_misconceptions():
    covered = {name for each in [*lesson_04.EXERCISES, *lesson_04.PREDICTIONS] for name in each.covers}
    assert {"seed-is-a-mystery", "seed-shaped-like-the-input", "weights-can-wait", "none-is-zero"} <= covered


def test_there_are_at_least_14_wrong_answers_with_names_of_their_own():
    names = {(e.id, name) for e in lesson_04.EXERCISES for name in e.wrong_answers}
    assert len(names) >= 14
    assert len({name for _, name in names}) >= 14


def test_the_three_upstreams():
    last, average, lead = lesson_04.CHOOSE.right_answer
    np.testing.assert_array_equal(last, [0, 0, 1])
    np.testing.assert_allclose(average, [1 / 3, 1 / 3, 1 / 3])
    np.testing.assert_array_equal(lead, [1, 0, -1])
    assert "last = np.array([0.0, 0.0, 1.0])" in lesson_04.CHOOSE.stub


def test_the_upstream_of_a_mean_squared_error():
    for model, w, target in lesson_04.MSE.cases:
        y, pullback = ad.vjp(model, w)
        (by_hand,) = pullback(2 * (y - target) / len(target))
        np.testing.assert_allclose(lesson_04.MSE.reference(model, w, target), by_hand)


def test_the_pretended_slope_is_that_of_clip():
    for upstream, x in lesson_04.STRAIGHT_THROUGH.cases:
        y, rule = lesson_04.hard_sign(x)
        _, pullback = ad.vjp(lambda x: np.clip(x, -1.0, 1.0), x)
        np.testing.assert_array_equal(rule(upstream), pullback(upstream)[0])
        np.testing.assert_array_equal(y, np.sign(x))


def test_the_gradient_through_the_box_is_that_of_the_whole():
    """The simulator, written with NumPy, can be traced; then nothing is approximate."""
    w = np.array([0.4, 0.7, 0.5])
    gains, mixing = (
        np.array([1.0, -2.0, 0.5]),
        np.array([[1.0, 0.3, -0.5], [0.2, -1.0, 0.4], [0.7, 0.1, 0.9]]),
    )

    def controller(w):
        return np.tanh(mixing @ w)

    def z(y):
        return np.sum(gains * np.sin(y) ** 3)

    whole = ad.grad(lambda w: z(controller(w)))(w)
    np.testing.assert_allclose(lesson_04.gradient_through(controller, z, w), whole, rtol=1e-6)


def test_another_nudge_is_fine_too():
    def with_a_larger_nudge(controller, simulate, w):
        y, pullback = ad.vjp(controller, w)
        return pullback(lesson_04.slopes_of(simulate, y, nudge=1e-3))[0]

    assert check("04.4", with_a_larger_nudge)


def test_a_box_that_is_traced_says_why_it_cannot_be():
    def traced(controller, simulate, w):
        w = ad.Tensor(w)
        return ad.gradients(simulate(controller(w)), w)

    result = check("04.4", traced)
    assert result.diagnosis == "raises"
    assert "would lose the history" in repr(result)


def test_the_bug_that_is_handed_out_is_the_bug_that_is_recognised():
    names = {"np": np, "ad": ad}
    exec(lesson_04.BLACK_BOX.stub, names)
    for case in lesson_04.BLACK_BOX.cases:
        np.testing.assert_allclose(names["gradient_through"](*case), lesson_04.BLACK_BOX.given(*case))


def test_every_order_that_works_is_right():
    for order in ("B D E F A", "E F B D A", "bdefa", ["B", "E", "D", "F", "A"]):
        assert check("04.5", order), order


def test_what_is_shown_in_the_stub_is_what_is_run():
    for label, line in lesson_04.CUT.lines.items():
        assert f"#   {label}   {line}\n" in lesson_04.CUT.stub


def test_the_cut_gives_the_gradient_of_the_whole():
    ((_, head, branch, x, rest),) = lesson_04.CUT.cases
    ((received,),) = lesson_04.CUT.outcome(lesson_04.CUT.reference)
    np.testing.assert_allclose(received, ad.grad(lambda x: head(branch(x) + rest))(x))


def test_the_parts_add_up_to_all_rows_at_once():
    for loss, w, parts in lesson_04.IN_PARTS.cases:
        all_rows = np.concatenate(parts)
        whole = ad.grad(lambda w, rows=all_rows, loss=loss: loss(w, rows))(w)
        np.testing.assert_allclose(lesson_04.gradient_in_parts(loss, w, parts), whole)
        assert len({len(part) for part in parts}) > 1, "parts of one size would hide the mistake"


def test_a_part_without_weight_of_its_own_is_named():
    def averaged(loss, w, parts):
        return np.mean([ad.grad(lambda w, part=part: loss(w, part))(w) for part in parts], axis=0)

    assert check("04.6", averaged).diagnosis == "means-averaged"


@pytest.mark.parametrize(("id", "guess"), [("04.p1", [40, 6]), ("04.p3", 35)])
def test_multiplying_afterwards_is_named(id, guess):
    assert predict(id, guess).diagnosis == "weights-can-wait"


def test_none_for_zero_is_named():
    assert predict("04.p3", 20).diagnosis == "none-is-zero"


def test_the_predictions_are_the_facts():
    truths = {p.id: np.asarray(p.truth()).tolist() for p in lesson_04.PREDICTIONS}
    assert truths == {"04.p1": [31, 24], "04.p2": 2, "04.p3": 23, "04.p4": 0}
