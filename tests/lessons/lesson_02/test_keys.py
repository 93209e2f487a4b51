"""What only lesson 02 can say of its exercises."""

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.exercises import check, exercises, predict


def test_every_wrong_size_gets_its_own_sentence():
    told = repr(check("02.1", (12, 120, 12, 10, 22)))
    alone = {
        mistake.name: mistake.says for mistake in exercises()["02.1"].mistakes if " and " not in mistake.name
    }
    assert {name for name, says in alone.items() if says in told} == {
        "seed-shaped-like-the-input", "vjp-is-a-matrix", "pairs-not-multiplied"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("size", "says"), [(4, "that counts axes"), (14, "that adds the lengths of all axes")]
)
def test_of_a_wrong_jacobian_among_others_it_is_said_which_it_is(size, says):
    assert f"In the Jacobian: {says}" in repr(check("02.1", (2, 7, 12, 7, size)))


@pytest.mark.parametrize(
    ("id", "guess"), [("02.p2", [1, 2]), ("02.p2", [35, 20]), ("02.p4", 0), ("02.p4", 47)]
)
def test_no_wrong_guess_is_left_without_a_word(id, guess):
    assert len(predict(id, guess).sentences) == 2


@pytest.mark.parametrize("sizes", [(2, 4, 12, 2, 8), (2, 4, 12, 2, 120), (5, 3, 12, 5, 15)])
def test_a_mistake_that_was_made_three_times_is_told_once(sizes):
    told = " ".join(check("02.1", sizes).sentences)
    assert told.count("the length of one axis") == 1
    assert "In the upstream and in the VJP and in the JVP" in told


def test_the_bug_hides_where_the_step_works_entry_by_entry():
    """What the solution says of it, and why no case of the check may be such a step."""
    key = exercises()["02.4"]
    loss, step, x = key.cases[0]
    np.testing.assert_allclose(key.handed_out(loss, np.tanh, x), key.right_answer(loss, np.tanh, x))
    assert not np.allclose(key.handed_out(loss, step, x), key.right_answer(loss, step, x), rtol=1e-2)


@pytest.mark.parametrize("length", range(1, 7))
def test_no_order_of_the_lines_is_left_unexplained(length):
    rng = np.random.default_rng(length)
    for _ in range(20):
        order = " ".join(rng.permutation(list("ABCDEF"))[:length])
        assert check("02.5", order).diagnosis != "values", order


def test_an_upstream_of_no_use_is_refused_with_both_shapes():
    result = check("02.3", lambda f, x: ad.vjp(f, x)[1](np.ones(7))[0])
    assert result.diagnosis == "raises"
    assert "an upstream has a number for each output" in repr(result)


def test_two_things_are_a_jvp_only_if_they_are_its_value_and_its_tangent():
    says = {mistake.name: mistake.says for mistake in exercises()["02.6"].mistakes}["one-wanted"]
    assert check("02.6", lambda f, x, v: ad.jvp(ad.grad(f), [x], [v])).sentences == (says,)
    assert says not in repr(check("02.6", lambda f, x, v: (x, v)))
    assert "2 things" in repr(check("02.6", lambda f, x, v: (x, f)))


def test_a_right_answer_is_told_what_its_way_costs():
    two_parts, hessian = exercises()["02.4"], exercises()["02.6"]
    built = check("02.4", lambda loss, step, x: ad.grad(loss)(step(x)) @ ad.jacobian(step)(x))
    forward = check("02.6", lambda f, x, v: ad.jvp(ad.grad(f), [x], [v])[1])
    assert (built.state, built.sentences) == ("correct", (two_parts.method.if_jacobian,))
    assert (forward.state, forward.sentences) == ("correct", (hessian.method.if_more_sweeps,))
    for key in (two_parts, hessian):
        assert check(key.id, key.right_answer).sentences == (key.because,)


def test_a_pullbacks_tuple_is_no_product_and_no_shape_is_blamed_for_a_grad_of_a_grad():
    assert check("02.6", lambda f, x, v: ad.vjp(ad.grad(f), x)[1](v)).diagnosis == "tuple-of-one"
    told = repr(check("02.6", lambda f, x, v: ad.grad(ad.grad(f))(x)))
    assert "handed to ad.grad" in told
    assert "two shapes do not fit" not in told


def test_a_card_says_in_which_call_a_name_stands_and_which_part_is_doubled():
    def by_values(f, x):
        y, pullback = ad.vjp(f, x)
        return np.stack([pullback(y)[0] for one_hot in np.eye(y.size)])

    says = "`y` stands in `pullback(…)` where something else belongs."
    assert says in repr(check("02.3", by_values))
    assert "in the Jacobian, the 2 is multiplied in once too often" in repr(
        check("02.1", (10, 12, 12, 10, 240))
    )


def test_each_wrong_size_is_shown():
    told = repr(check("02.1", (10, 10, 12, 12, 120)))
    assert "you gave for VJP: 10" in told
    assert "you gave for JVP: 12" in told
