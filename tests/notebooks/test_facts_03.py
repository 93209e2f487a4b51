"""The facts of lesson 03, recomputed with NumPy alone and found in what the committed notebook shows."""

import re

import numpy as np
import pytest

from helpers.lessons.shown import images
from tests.notebooks import standard, stored

LESSON = "03_matmul_gradient.ipynb"
A = np.array([[1.0, 2.0], [3.0, 4.0]])
B = np.array([[6.0, 7.0, 8.0], [9.0, 10.0, 11.0]])
C = np.array([[24.0, 27.0, 30.0], [54.0, 61.0, 68.0]])
G = np.array([[1.0, 0.0, 2.0], [0.0, 3.0, -1.0]])


def side_by_side(cell_id):
    """What `show` printed: the header above each matrix -> the matrix, for matrices of the same height."""
    found, lines = {}, stored.text(LESSON, cell_id).splitlines()
    for i, line in enumerate(lines):
        if not line.startswith("[["):
            continue
        starts = [match.start() for match in re.finditer(r"\[\[", line)]
        ends = [*starts[1:], None]
        for start, end in zip(starts, ends, strict=True):
            rows, k = [], i
            while True:
                rows.append([float(x) for x in re.findall(r"-?\d+\.\d*", lines[k][start:end])])
                if "]]" in lines[k][start:end]:
                    break
                k += 1
            found[lines[i - 1][start:end].strip()] = np.array(rows)
    return found


def assert_shown(cell_id, expected):
    shown = side_by_side(cell_id)
    assert shown.keys() == expected.keys()
    for name, matrix in expected.items():
        np.testing.assert_array_equal(shown[name], matrix, err_msg=f"{cell_id}: {name}")


def test_the_product_and_what_a_nudge_moves():
    np.testing.assert_array_equal(A @ B, C)
    move = (A + np.array([[1, 0], [0, 0]])) @ B - C
    assert_shown("nudge", {"C": C, "C moves by": move, "G, what it is worth": G})
    worth = [stored.numbers(line)[-1] for line in stored.text(LESSON, "nudge").splitlines()[3:]]
    assert worth == [22, 22, 22] == [np.sum(G * move), G[0] @ B[0], 1 * 6 + 0 * 7 + 2 * 8]


def test_every_partial_derivative_is_refused():
    assert "returned shape (2, 3, 2, 2) for input 0 of shape (2, 2)" in stored.text(LESSON, "opening-run")


def test_three_derivations_agree():
    down_a = [[22, 31], [13, 19]]
    np.testing.assert_array_equal(G @ B.T, down_a)
    assert_shown("three-derivations-run", dict.fromkeys(("by indices", "by shapes", "the engine"), down_a))
    move = np.array([[0.25, -2.0], [1.5, 0.5]])
    last = stored.text(LESSON, "three-derivations-run").splitlines()[-1]
    assert stored.numbers(last) == [np.sum(G * (move @ B)), np.sum((G @ B.T) * move)]


def test_the_rule_by_hand_is_gradients():
    ones, by_c = [[21, 30], [21, 30]], [[573, 816], [1295, 1844]]
    np.testing.assert_array_equal(np.ones((2, 3)) @ B.T, ones)
    np.testing.assert_array_equal(C @ B.T, by_c)
    assert_shown(
        "by-hand-run",
        {
            "rule(c.op, ones)": ones,
            "gradients(c, a)": ones,
            "rule(c.op, C)": by_c,
            "grad_ys=C": by_c,
            "c * stop_gradient(c)": by_c,
        },
    )


def test_one_entry():
    picked, arrives = stored.text(LESSON, "one-entry-run").splitlines()
    one_hot = np.eye(6)[0].reshape(2, 3)
    assert stored.numbers(picked) == [1, *one_hot.flat]
    assert stored.numbers(arrives) == [*one_hot.flat, *(one_hot @ B.T).flat]
    np.testing.assert_array_equal(one_hot @ B.T, [[6, 9], [0, 0]])


def test_shapes_decide_nothing_on_squares():
    def count(m, k, n):
        shapes = [(m, n), (n, m)], [(k, n), (n, k)]
        pairs = [(p, q) for p in shapes[0] for q in shapes[1]]
        return sum(p[1] == q[0] and (p[0], q[1]) == (m, k) for p, q in pairs + [(q, p) for p, q in pairs])

    lines = stored.text(LESSON, "shapes-run").splitlines()
    fits = [int(re.search(r"(\d) of 8 fit, 1 is right", line)[1]) for line in lines]
    assert fits == [1, 2, 8] == [count(2, 3, 4), count(2, 2, 3), count(3, 3, 3)]


def test_the_forward_pass_decides_between_two_products():
    S, U = np.array([[6.0, 7.0], [9.0, 10.0]]), np.array([[1.0, 2.0], [0.0, -1.0]])
    step = np.array([[0.0, 1.0], [0.0, 0.0]])
    shown = [stored.numbers(line)[-1] for line in stored.text(LESSON, "hadamard-run").splitlines()]
    mixing, entrywise = np.sum(U * (step @ S)), np.sum(U * (step * S))
    assert shown == [mixing, entrywise, *(M[0, 1] for M in (U @ S.T, U @ S, S @ U, U * S))]
    assert shown.count(mixing) == shown.count(entrywise) == 2


CASES = {"A B": (False, False), "A Bᵀ": (False, True), "Aᵀ B": (True, False), "Aᵀ Bᵀ": (True, True)}


@pytest.mark.parametrize("case", CASES)
def test_the_four_formulas_are_shown_and_are_measured(case):
    """Each closed form that the notebook prints is computed here, and compared with differences of ⟨G, C⟩."""
    line = next(
        line
        for line in stored.text(LESSON, "four-formulas").splitlines()
        if re.match(rf"C = {case}\s+dA", line)
    )
    to_a, to_b, verdict = re.fullmatch(r"C = .*? dA = (.*?)\s+dB = (.*?)\s\s*(right|wrong.*)", line).groups()
    assert verdict == "right"
    flip_a, flip_b = CASES[case]
    rng = np.random.default_rng(7)
    a = rng.normal(size=(3, 2) if flip_a else (2, 3))
    b = rng.normal(size=(4, 3) if flip_b else (3, 4))
    g = rng.normal(size=(2, 4))
    stored_as = {"A": a, "B": b, "G": g, "Aᵀ": a.T, "Bᵀ": b.T, "Gᵀ": g.T}

    def worth(a, b):
        return np.sum(g * ((a.T if flip_a else a) @ (b.T if flip_b else b)))

    for formula, x, moved in ((to_a, a, lambda d: worth(a + d, b)), (to_b, b, lambda d: worth(a, b + d))):
        left, right = formula.split(" = ")[-1].split()
        slopes = np.empty(x.shape)
        for index in np.ndindex(x.shape):
            step = np.zeros(x.shape)
            step[index] = 1.0  # exact: the product is linear in each of its factors
            slopes[index] = moved(step) - worth(a, b)
        np.testing.assert_allclose(stored_as[left] @ stored_as[right], slopes, atol=1e-12)


def test_the_general_rule_is_right_in_all_four_cases():
    lines = [line.strip() for line in stored.text(LESSON, "four-cases-run").splitlines()]
    assert lines == [f"{case} right" for case in CASES]


def test_the_copied_branch_is_silent_on_squares_and_an_error_on_rectangles():
    lines = stored.text(LESSON, "ported-run").splitlines()
    assert [line.split() for line in lines if "Aᵀ B " in line] == [
        ["Aᵀ", "B", "squares:", "wrong,", "no", "error", "rectangles:", "ValueError"]
    ]
    assert sum(line.count("right") for line in lines) == 6


def test_a_vector_has_no_transpose():
    x, g = np.array([5.0, 6.0]), np.array([10.0, 1.0])
    outer = g[:, None] * x[None, :]
    assert_shown("vectors-run", {"np.outer(g, x)": outer, "the engine's dW": outer})
    first, *_, last = stored.text(LESSON, "vectors-run").splitlines()
    assert stored.numbers(first)[-1] == g @ x
    assert first.startswith("x.T has shape (2,)")
    assert [float(n) for n in re.findall(r"\d+\.", last)] == [*(A.T @ g)] * 2


def test_a_shared_matrix_gets_the_sum():
    refused, copies, engine = stored.text(LESSON, "batch-run").splitlines()
    assert "returned shape (3, 2, 3) for input 1 of shape (2, 3)" in refused
    from_one_copy = A[:, 0].sum()
    assert copies.endswith("[4. 4. 4.]")
    assert from_one_copy == 4
    assert stored.numbers(engine) == [3 * from_one_copy]


def test_complex_numbers_are_conjugated():
    z = np.array([1 + 2j, 3 - 1j])
    gradient, without, conjugated = stored.text(LESSON, "complex-run").splitlines()
    assert gradient == f"gradient of Σ z²: {2 * np.conj(z)}  2z: {2 * z}"
    np.testing.assert_array_equal(2 * np.conj(z), [2 - 4j, 6 + 2j])
    assert "differs from small differences" in without
    assert conjugated.endswith("passes")


def test_the_jacobian_and_what_it_would_cost():
    assert_shown("jacobian-run", {"weighed by G, added up": G @ B.T, "G Bᵀ": G @ B.T})
    shape, *_ = stored.text(LESSON, "jacobian-run").splitlines()
    assert shape == f"shape (2, 3, 2, 2) - 24 numbers, {np.sum(np.kron(np.eye(2), B.T) == 0)} of them zero"
    cost = next(line for line in stored.text(LESSON, "jacobian-run").splitlines() if "terabytes" in line)
    assert stored.numbers(cost)[-2:] == [1000**4 * 8 / 1e12, 1000**2 * 8 / 1e6]


def test_the_batched_question_is_answered():
    shapes, every, weighed, measured = stored.text(LESSON, "batched-run").splitlines()
    assert shapes == "y (4, 2, 3)  dA (4, 2, 2)  dB (4, 3, 3)"
    assert (
        every
        == f"every derivative by A: (4, 2, 3, 4, 2, 2) - {4 * 2 * 3 * 4 * 2 * 2} numbers for {4 * 2 * 2}"
    )
    assert weighed.endswith("True")
    assert measured.endswith("True")


def test_the_lab_shows_the_example():
    (cell,) = (cell for _, cell in standard.cells(stored.notebook(LESSON), "code") if cell.id == "matrix-lab")
    alt = images(cell.outputs[0].data["text/html"])[0].alt
    for text in ("C = [[24, 27, 30], [54, 61, 68]]", "dA = [[22, 31], [13, 19]]"):
        assert text in alt


def test_the_second_answer_to_the_task_is_one():
    assert not (np.array([1, -2, 1]) @ B.T).any()
