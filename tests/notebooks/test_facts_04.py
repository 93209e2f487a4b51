"""The facts of lesson 04, recomputed with NumPy alone and found in what the committed notebook shows."""

import re

import numpy as np
import pytest

from tests.notebooks import stored

LESSON = "04_grad_ys.ipynb"
A = np.array([[1.0, 2.0], [3.0, 4.0]])
B = np.array([[6.0, 7.0, 8.0], [9.0, 10.0, 11.0]])
EXAMS = np.array([[3.0, 2.0], [1.0, 4.0]])


def shown(cell_id):
    """Every line of the cell as (what stands before the first colon, the numbers after it)."""
    parts = [line.partition(":") for line in stored.text(LESSON, cell_id).splitlines()]
    return {name.strip(): numbers(rest) for name, _, rest in parts}


def numbers(text):
    """The numbers in a text; an array is printed as [2. 4.]."""
    return [float(n) for n in re.findall(r"(?<![\w.])-?\d+\.?\d*", text)]


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def test_the_example_of_every_manual_hides_the_mistake():
    jacobian, weights = np.diag([2.0, 4.0]), np.array([2.0, 3.0])
    np.testing.assert_array_equal(weights @ jacobian, [4, 12])
    assert shown("opening-run") == {
        "without grad_ys": [2, 4],
        "multiplied afterwards": list(weights * jacobian.sum(axis=0)),
        "with grad_ys": [4, 12],
    }


def test_two_exams_tell_the_two_ways_apart():
    weights = np.array([10.0, 1.0])
    right, afterwards = weights @ EXAMS, weights * EXAMS.sum(axis=0)
    assert (list(right), list(afterwards)) == ([31, 24], [40, 6])
    assert shown("exams-run") == {
        "multiplied afterwards": [40, 6],
        "with grad_ys": [31, 24],
        "one hour more": [31, 24],
    }


def test_what_a_loss_above_would_have_sent():
    lines = shown("what-it-is-run")
    assert lines["the loss sends to the marks"] == [10, 1]
    assert lines["and so to the hours"] == [31, 24]
    assert lines["hours in the place of weights"] == list(np.array([2.0, 3.0]) @ EXAMS)


def test_the_answers_to_the_task_of_the_mixer():
    np.testing.assert_array_equal(np.array([1.0, -3.0]) @ EXAMS, [0, -10])
    equal = np.array([7.0, 7.0])
    np.testing.assert_array_equal(equal @ EXAMS, equal * EXAMS.sum(axis=0))


def test_one_hot_ones_and_free():
    corner = np.zeros((2, 3))
    corner[0, 0] = 1
    c = A @ B
    np.testing.assert_array_equal(c, [[24, 27, 30], [54, 61, 68]])
    tables = [corner @ B.T, np.ones((2, 3)) @ B.T, c @ B.T]
    expected = [[[6, 9], [0, 0]], [[21, 30], [21, 30]], [[573, 816], [1295, 1844]]]
    np.testing.assert_array_equal(tables, expected)
    assert numbers(stored.text(LESSON, "pick-run")) == list(np.ravel(expected[:2]))


def test_a_constant_factor_is_an_upstream():
    upstream_c = list((A @ B @ B.T).ravel())
    assert upstream_c == [573, 816, 1295, 1844]
    assert shown("constant-factor-run") == {
        "upstream c": upstream_c,
        "c * stop_gradient(c)": upstream_c,
        "c * c, nothing stopped": [2 * g for g in upstream_c],
    }


def test_none_is_ones_going_in_and_no_way_coming_back():
    x = 2.0
    to_x = {
        "[5.0, None]": 5 * 2 * x + 3,
        "[5.0, 0.0]": 5 * 2 * x,
        "[5.0, 1.0]": 5 * 2 * x + 3,
        "None": 2 * x + 3,
    }
    lines = stored.text(LESSON, "several-run").splitlines()
    assert lines[:4] == [f"grad_ys={weights}: {gradient}" for weights, gradient in to_x.items()]
    answers = [line.partition(":")[2].split() for line in lines[4:]]
    assert answers == [["4.0", "None"], ["0.0", "None"]]


def dials(slope):
    """Gradient descent on rounded weights, with the slope that the rounding is said to have."""
    X, w = np.array([[1.0, 2.0], [2.0, 1.0], [3.0, -1.0], [-1.0, 1.0]]), np.array([0.4, 0.4])
    wanted = X @ [3.0, -2.0]
    for _ in range(40):
        error = X @ np.round(w) - wanted
        w = w - 0.05 * slope * (2 * error / 4) @ X
    return [*w, *np.round(w), np.mean(error**2)]


def test_rounding_stops_training_and_straight_through_does_not():
    (stuck,) = stored.text(LESSON, "rounding-run").splitlines()
    np.testing.assert_allclose(numbers(stuck), dials(slope=0), atol=1e-4)
    trained = stored.text(LESSON, "straight-through-run").splitlines()
    assert len(trained) == 2
    for line in trained:
        np.testing.assert_allclose(numbers(line), dials(slope=1), atol=1e-4)
        assert numbers(line)[2:] == [3, -2, 0]


def throw(speed, angle, step=0.01):
    """The same ball, written anew: position and velocity as vectors."""
    place, velocity = np.array([0.0, 2.0]), speed * np.array([np.cos(angle), np.sin(angle)])
    while place[1] > 0:
        drag = 0.02 * np.linalg.norm(velocity)
        velocity = velocity - step * (drag * velocity + [0, 9.81])
        place = place + step * velocity
    return place[0] - velocity[0] * place[1] / velocity[1]


def test_the_simulator_and_its_approximate_slopes():
    _, landed, *shown_slopes = numbers(stored.text(LESSON, "simulator-slopes"))
    assert landed == pytest.approx(throw(8, 0.5), abs=5e-3)
    h = 1e-2
    by_speed = (throw(8 + h, 0.5) - throw(8 - h, 0.5)) / (2 * h)
    by_angle = (throw(8, 0.5 + h) - throw(8, 0.5 - h)) / (2 * h)
    np.testing.assert_allclose(shown_slopes, [by_speed, by_angle], atol=1e-4)


def test_the_thrower_learns_through_the_box():
    before, _, after = stored.text(LESSON, "train-the-thrower").splitlines()
    assert before.split()[:3] == ["after", "0", "steps"]
    assert after.split()[:3] == ["after", "300", "steps"]
    missed = numbers(before.partition("by")[2])
    np.testing.assert_allclose(missed, throw(8, 0.5) - np.array([4.0, 6.0, 8.0, 10.0]), atol=0.006)
    assert np.abs(numbers(after.partition("by")[2])).max() <= 0.01
    assert np.abs(missed).max() > 3


def test_the_cut_keeps_far_less():
    lines = stored.text(LESSON, "peak").splitlines()
    assert lines[0] == "same gradients: True"
    whole, cut = (float(n) for n in re.findall(r"([\d.]+) MB", lines[1]))
    array = 12_000 * 8 / 1e6
    # Four operations in each branch, the adding up included, are kept; cut, no more than a handful of arrays.
    assert whole == pytest.approx(400 * array, rel=0.05)
    assert cut <= 10 * array
    picture = "".join(lines[2:])
    assert f"at the peak, {round(whole / array, -1):.0f} arrays" in picture
    assert "at the peak, 8 arrays" in picture


def test_the_line_through_two_points_with_gradients_from_elsewhere():
    X, Y, external = np.array([2.0, 3.0]), np.array([3.0, 2.0]), np.array([0.05, 0.01])
    values = np.array([1.0, 2.0])
    error = values[0] * X + values[1] - Y
    own = np.array([error @ X, error.sum()])
    assert (list(own), 0.5 * error @ error) == ([11, 4], 5)
    after = values - 0.1 * (own + external)
    error = after[0] * X + after[1] - Y
    lines = [numbers(line.partition(":")[2]) for line in stored.text(LESSON, "external").splitlines()]
    np.testing.assert_allclose(lines[0], values - 0.1 * external)
    np.testing.assert_allclose(lines[1], [*values, *own])
    np.testing.assert_allclose(lines[2], [*after, error @ X, error.sum()], atol=5e-5)
    np.testing.assert_allclose(np.array([[2, 1], [3, 1]]) @ [-1, 5], Y)
    assert lines[3] == [-1, 5, 0, 0]


BATCH_XS = np.array([[0.0, 0, 1], [1, 1, 1], [1, 0, 1], [0, 1, 1]])
BATCH_YS = np.array([0.0, 1, 1, 0])


def test_what_two_losses_send_to_the_sigmoid():
    missed = 0.5 - BATCH_YS  # untrained, every prediction is 0.5
    complete = list(missed @ BATCH_XS / 4)
    only_ones = np.where(BATCH_YS == 1, missed, 0)
    as_asked = list(only_ones @ BATCH_XS / 4)
    assert as_asked == [-0.25, -0.125, -0.25]
    lines = shown("sigmoid-run")
    assert lines == {"loss as asked": as_asked, "all four rows": complete}


def test_the_sigmoid_is_0_99_after_2000_steps_and_softmax_is_always_1():
    W, b, states = np.zeros(3), 0.0, {}
    for step in range(1, 2001):
        sent = (sigmoid(BATCH_XS @ W + b) - BATCH_YS) / 4
        W, b = W - 0.05 * sent @ BATCH_XS, b - 0.05 * sent.sum()
        states[step] = [step, sigmoid(W[0] + b), 1.0]
    found = numbers(stored.text(LESSON, "sigmoid-trained"))
    np.testing.assert_allclose(found, [*states[1], *states[2000]], atol=5e-4)
    assert states[2000][1] == pytest.approx(0.99, abs=5e-4)


def test_the_key_to_the_questions():
    jacobian, weights = np.array([[1, 2], [3, 4]]), np.array([0, 5])
    key = next(cell.source for cell in stored.notebook(LESSON).cells if cell.id == "questions")
    right, ones = weights @ jacobian, jacobian.sum(axis=0)
    assert f"[{right[0]}, {right[1]}]: five times the second row" in key
    assert f"[{ones[0]}, {ones[1]}] times [0, 5] is [{ones[0] * 0}, {ones[1] * 5}]" in key
