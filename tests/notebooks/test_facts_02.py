"""The facts of lesson 02, recomputed with NumPy alone and found in what the committed notebook shows."""

import re

import numpy as np
import pytest

from helpers.lessons.shown import images
from tests.notebooks import standard, stored

LESSON = "02_vjp_versus_jacobian.ipynb"
WIDTH, DEPTH = 4.0, 3.0
PATH = np.hypot(WIDTH, DEPTH)
# By hand: d(wd) = (d, w), d(2w + 2d) = (2, 2), d sqrt(w² + d²) = (w, d) / sqrt(w² + d²).
J = np.array([[DEPTH, WIDTH], [2, 2], [WIDTH / PATH, DEPTH / PATH]])
PRICES, TANGENT = np.array([2.0, 10.0, 30.0]), np.array([1.0, -1.0])


def lines(cell):
    """What a cell shows: the numbers of each line."""
    return [stored.numbers(line) for line in stored.text(LESSON, cell).splitlines()]


def after_colon(cell):
    """The numbers of each line, without those of the words in front of its last colon."""
    return [stored.numbers(line.rpartition(":")[2]) for line in stored.text(LESSON, cell).splitlines()]


def alt(cell_id):
    """The words that stand for the picture of an exhibit."""
    (cell,) = [cell for cell in stored.notebook(LESSON).cells if cell.id == cell_id]
    (image,) = [i for output in cell.outputs for i in images(output.data.get("text/html", ""))]
    return image.alt


def test_two_numbers_come_back_and_they_are_the_sum_of_the_rows():
    assert lines("two-numbers") == [[12, 14, 5], pytest.approx(J.sum(axis=0))]


def test_nudges_are_the_columns_of_j():
    width, depth, *rows, total, of_the_sum = lines("rows-added")
    np.testing.assert_allclose([width, depth], J.T, atol=1e-4)
    np.testing.assert_allclose(rows, J)
    assert total == of_the_sum == pytest.approx(J.sum(axis=0))


def test_an_upstream_mixes_rows_and_a_one_hot_picks_one():
    bill, by_hand, fence = after_colon("prices")
    assert bill == [50, 46] == list(PRICES @ J)
    assert by_hand == [50, 46, 50, 46]
    assert fence == list(J[1])


def test_square_with_ones_with_2_and_3_and_its_jacobian():
    x = np.array([1.0, 2.0])
    ones, free, *rows = after_colon("square")
    assert (ones, free, rows) == ([2, 4], [4, 12], [[2, 0], [0, 4]])
    assert [ones, free] == [list(u * 2 * x) for u in (np.ones(2), np.array([2.0, 3.0]))]


def test_ones_are_not_the_diagonal():
    square = J[:2]
    ones, diagonal, refused = stored.text(LESSON, "not-the-diagonal").splitlines()
    assert stored.numbers(ones) == [5, 6] == list(square.sum(axis=0))
    assert stored.numbers(diagonal) == [3, 2] == list(np.diag(square))
    assert re.search(r"upstream gradient has shape \(2,\), but the output has shape \(3,\)", refused)


def test_a_tangent_mixes_columns_and_a_vjp_is_not_a_jvp():
    jvp, mixed, by_a_step, one_vector = after_colon("jvp")
    expected = list(J @ TANGENT)
    assert jvp == pytest.approx(expected)
    assert mixed == pytest.approx(expected * 2)
    assert by_a_step == pytest.approx(expected, abs=1e-4)
    (text,) = [line for line in stored.text(LESSON, "jvp").splitlines() if "JVP of w" in line]
    w = np.array([1.0, 10.0])
    assert stored.numbers(text) == [*(w @ J[:2]), *(J[:2] @ w)]
    assert one_vector == list(J[:2] @ w)


def test_the_lab_shows_the_same_and_its_tasks_have_the_answers_given():
    assert "the VJP [50, 46]" in alt("lab")
    assert "the JVP [−1, 0, 0.2]" in alt("lab")
    (key,) = [cell.source for cell in stored.notebook(LESSON).cells if cell.id == "lab-task"]
    assert "u = [2, −7, 10]" in key
    assert "t = [4, −3]" in key
    np.testing.assert_allclose(np.array([2, -7, 10]) @ J, 0, atol=1e-12)
    area, fence, _ = J @ np.array([4.0, -3.0])
    assert area == 0 < fence


def test_the_jacobian_of_a_layer_has_both_shapes_and_mostly_zeros():
    weights = np.arange(1.0, 9.0).reshape(2, 4)
    jacobian = np.zeros((3, 4, 3, 2))
    for i, j in np.ndindex(3, 4):
        jacobian[i, j, i] = weights[:, j]
    shapes, size, zeros = lines("shapes")
    assert shapes == [*jacobian.shape, *jacobian.shape]
    assert size == [jacobian.nbytes, np.zeros((3, 2)).nbytes] == [576, 48]
    assert zeros == [np.sum(jacobian == 0), jacobian.size]


def test_ten_thousand_by_ten_thousand_take_800_megabytes():
    assert 10_000 * 10_000 * np.dtype(float).itemsize == 800e6
    assert "100 000 000 numbers, 800 MB" in alt("growth")
    assert "10 000 numbers, 80 kB" in alt("growth")


def test_a_jacobian_takes_m_vjps_or_n_jvps():
    assert after_colon("count") == [[1], [50], [3]]


def test_the_measured_costs_bear_out_the_claim():
    """Of the measurement that is stored: a steady ratio to f where f is large, and J growing with m alone."""
    ratios = {}
    for label, row in re.findall(r"(\w grows, \w = 128: \w+ ÷ \w+) = ([\d., ]+) at", alt("cost")):
        ratios[label] = [float(number) for number in row.split(",")]
    for grows in ("n grows, m = 128", "m grows, n = 128"):
        assert ratios[f"{grows}: VJP ÷ f"][-1] < 5
        assert ratios[f"{grows}: JVP ÷ f"][-1] < 10
    by_n, by_m = (
        ratios[f"{grows}, {held} = 128: Jacobian ÷ VJP"]
        for grows, held in (("n grows", "m"), ("m grows", "n"))
    )
    assert by_m == sorted(by_m)
    assert by_m[-1] / by_m[0] > 10 * by_n[-1] / by_n[0]


def network():
    """The loss of the lesson's network, its gradient by h, and by W: worked out by hand."""
    W = np.array([[0.5, -1.0], [1.0, 0.25], [-0.5, 0.75]])
    b = np.array([[0.0], [-0.5], [1.0]])
    examples = np.array([[1.0, 0.0, 2.0, -1.0], [2.0, 1.0, -1.0, 1.0]])
    y = np.tanh(W @ examples + b)
    by_h = 2 * (y - 0.5) * (1 - y**2)
    return examples, by_h, by_h @ examples.T


def test_the_two_parts_fit_in_no_product():
    assert lines("parts-do-not-fit") == 2 * [[3, 4, 3, 2]]
    _, by_h, by_w = network()
    for product in (np.multiply, np.matmul):
        with pytest.raises(ValueError, match=r"mismatch|broadcast"):
            product(by_h, np.zeros_like(by_w))


def test_both_repairs_give_the_gradient_of_the_loss():
    shown, _, alt = stored.text(LESSON, "repaired").partition("<Picture: ")
    *rows, held_at_the_cut, right = shown.splitlines()
    examples, by_h, by_w = network()
    np.testing.assert_allclose([stored.numbers(row) for row in rows], by_w, atol=5e-5)
    assert stored.numbers(held_at_the_cut) == [by_h.size * by_w.size, by_h.size] == [72, 12]
    assert right == "both right: True"
    assert "; ".join(["2, 3"] * 3) in alt  # ones for upstream: each row of g2 sums the examples
    assert list(examples.sum(axis=1)) == [2, 3]


def test_four_partials_from_a_persistent_tape():
    both, area, fence, *rows = lines("tape")
    assert both == [5, 6]
    assert [area, fence] == rows == J[:2].tolist()


def test_two_vjps_make_a_jvp():
    assert after_colon("two-vjps") == 2 * [pytest.approx(J @ TANGENT)]


def test_every_number_of_the_prose_was_computed_or_is_in_the_code():
    code = [cell for _, cell in standard.cells(stored.notebook(LESSON), "code")]
    seen = "\n".join(cell.source + "".join(map(stored.plain, cell.outputs)) for cell in code)
    for name, cell in standard.cells(stored.notebook(LESSON), "markdown"):
        if not {"questions", "answers"} & set(standard.tags(cell)):
            links_ids_and_times = r"\]\([^)]*\)|\b0\d(\.\w+)?\b|\d+ (minutes|for the exercises)"
            text = re.sub(links_ids_and_times, "", standard.without_code(cell.source))
            for number in re.findall(r"(?<![\w.])\d+\.\d+|\d{2,}", text):
                assert re.search(rf"(?<![\d.]){re.escape(number)}(?!\d)", seen), f"{name}: whence {number}?"
