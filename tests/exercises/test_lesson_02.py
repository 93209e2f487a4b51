"""The references of lesson 02 against NumPy and small differences, and what its wrong answers are about."""

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.exercises import check, lesson_02, predict

H = 1e-6


def differences(f, x):
    """The Jacobian of f at x, column by column, from central differences."""
    return np.stack([(f(x + h) - f(x - h)) / (2 * H) for h in H * np.eye(x.size)], axis=1)


def test_the_five_sizes_follow_from_the_two_shapes():
    n, m = 4 * 3, 2 * 5
    assert lesson_02.SIZES.right_answer == (m, n, n, m, m * n)


def test_every_wrong_size_gets_its_own_sentence():
    result = check("02.1", (12, 120, 12, 10, 22))
    assert result.diagnosis == "seed-shaped-like-the-input and vjp-is-a-matrix and sizes-added"
    sentences = [says for part in lesson_02.MISTAKEN_SIZES.values() for _, says in part.values()]
    assert sum(says in repr(result) for says in sentences) == 3
    assert len(set(sentences)) == len(sentences)


def test_vjp_by_hand_is_the_sum_over_the_outputs():
    for upstream, jacobian in lesson_02.VJP_BY_HAND.cases:
        expected = [
            sum(u * row[j] for u, row in zip(upstream, jacobian, strict=True))
            for j in range(len(jacobian[0]))
        ]
        np.testing.assert_allclose(lesson_02.vjp_by_hand(upstream, jacobian), expected)


def test_the_jacobian_by_rows_is_what_small_differences_measure():
    for f, x in lesson_02.JACOBIAN_BY_ROWS.cases:
        expected = differences(f, x)
        assert expected.shape[0] != expected.shape[1], "a square one would hide rows taken for columns"
        np.testing.assert_allclose(lesson_02.jacobian_by_rows(f, x), expected, rtol=1e-6, atol=1e-8)


def test_the_gradient_in_two_parts_is_the_gradient_in_one():
    for loss, step, x in lesson_02.TWO_PARTS.cases:
        expected = differences(lambda x, loss=loss, step=step: np.atleast_1d(loss(step(x))), x)[0]
        np.testing.assert_allclose(
            lesson_02.gradient_in_two_parts(loss, step, x), expected, rtol=1e-5, atol=1e-7
        )


def test_the_bug_hides_where_the_step_works_entry_by_entry():
    """What the solution says of the bug; and why no case of the check may be such a step."""
    loss, step, x = lesson_02.TWO_PARTS.cases[0]
    right, buggy = lesson_02.gradient_in_two_parts, lesson_02.gradient_as_given
    np.testing.assert_allclose(buggy(loss, np.tanh, x), right(loss, np.tanh, x))
    assert not np.allclose(buggy(loss, step, x), right(loss, step, x), rtol=1e-2)


def test_the_bug_as_given_is_not_attempted():
    assert check("02.4", lesson_02.gradient_as_given).diagnosis == "as-given"


def test_forward_mode_is_what_small_differences_measure():
    ((_, f, x, t),) = lesson_02.FORWARD_MODE.cases
    ((jvp,),) = lesson_02.FORWARD_MODE.outcome(lesson_02.FORWARD_MODE.reference)
    np.testing.assert_allclose(jvp, (f(x + H * t) - f(x - H * t)) / (2 * H), rtol=1e-6)


def test_every_order_of_the_lines_gets_a_verdict():
    """Whatever is typed from the six letters, the lines run or a sentence says why not."""
    rng = np.random.default_rng(0)
    for length in range(1, 7):
        for _ in range(20):
            order = rng.permutation(list("ABCDEF"))[:length]
            result = check("02.5", " ".join(order))
            assert result.state in ("not yet", "correct")
            assert result.diagnosis != "values", order


@pytest.mark.parametrize("order", ["D F B E", "DFBE", "d, f, b, e"])
def test_the_order_may_be_written_in_several_ways(order):
    assert check("02.5", order)


def test_the_hessian_product_is_what_small_differences_measure():
    for f, x, v in lesson_02.HESSIAN_TIMES.cases:
        gradient = ad.grad(f)
        expected = (gradient(x + H * v) - gradient(x - H * v)) / (2 * H)
        np.testing.assert_allclose(lesson_02.hessian_times(f, x, v), expected, rtol=1e-5, atol=1e-6)


def test_the_hessian_product_may_also_be_a_jvp_or_a_gradient_of_a_slope():
    assert check("02.6", lambda f, x, v: ad.jvp(ad.grad(f), [x], [v])[1])
    assert check("02.6", lambda f, x, v: ad.grad(lambda x: np.sum(ad.grad(f)(x) * v))(x))


def test_an_upstream_shaped_like_x_is_refused_with_both_shapes():
    def seeded_like_the_input(f, x):
        _, pullback = ad.vjp(f, x)
        return np.stack([pullback(one_hot)[0] for one_hot in np.eye(x.size)])

    result = check("02.3", seeded_like_the_input)
    assert result.diagnosis == "raises"
    assert "upstream gradient has shape" in repr(result)


def test_the_example_of_the_predictions_is_the_garden():
    area, fence, path = lesson_02.garden(lesson_02.AT)
    assert (area, fence, path) == (12, 14, 5)
    assert predict("02.p1", 2)
    assert predict("02.p2", [5, 6])
    assert predict("02.p3", 800)
    assert predict("02.p4", 3)


def test_lesson_02_covers_its_misconceptions():
    covered = {name for e in (*lesson_02.EXERCISES, *lesson_02.PREDICTIONS) for name in e.covers}
    assert covered >= {
        "vector-gradient-is-a-matrix",
        "seed-shaped-like-the-input",
        "gradient-is-the-jacobian",
        "vjp-of-ones-is-the-diagonal",
        "vjp-jvp-transpose-are-one",
    }


def test_enough_wrong_answers_are_told_apart():
    diagnosed = {name for e in lesson_02.EXERCISES for name in e.wrong_answers if " and " not in name}
    assert len(diagnosed) >= 25
