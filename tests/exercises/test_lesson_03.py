"""The references of lesson 03 against the engine, so that no right answer is right by its own word alone."""

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.exercises import check, lesson_03, predict
from helpers.exercises.misconceptions import MISCONCEPTIONS

FUNCTIONS = {
    "03.2": lambda a, b: a @ b,
    "03.5": lambda x, W, bias: x @ W + bias,
}


@pytest.mark.parametrize(
    "exercise", [e for e in lesson_03.EXERCISES if e.id in FUNCTIONS], ids=lambda e: e.id
)
def test_the_reference_is_the_pullback_of_the_function(exercise):
    for upstream, *inputs in exercise.cases:
        _, pullback = ad.vjp(FUNCTIONS[exercise.id], *inputs)
        received = exercise.reference(upstream, *inputs)
        for got, want in zip(received, pullback(upstream), strict=True):
            np.testing.assert_allclose(got, want, rtol=1e-10)


def test_the_two_entries_and_the_one_that_is_given():
    assert lesson_03.ENTRIES.right_answer == (5, -5)
    given = (lesson_03.G @ lesson_03.B.T)[0, 0]
    assert f"dA[0,0] is done: A[0,0] moves row 0 of C by row 0 of B, so 2*6 + 0*7 + 1*8 = {given:g}." in (
        lesson_03.ENTRIES.stub
    )


def test_the_right_order_of_lines_is_the_engines_sweep():
    ((upstream, X, W, V),) = lesson_03.TWO_LAYERS.cases
    W, V = ad.Tensor(W), ad.Tensor(V)
    (received,) = lesson_03.TWO_LAYERS.outcome(lesson_03.TWO_LAYERS.reference)
    for got, want in zip(received, ad.gradients(X @ W @ V, [W, V], grad_ys=upstream), strict=True):
        np.testing.assert_allclose(got, want)


def test_every_order_that_works_is_right():
    for order in ("E G C A", "C E A G", "c,a,e,g", ["E", "C", "G", "A"]):
        assert check("03.3", order)


def test_every_line_of_the_square_exercise_runs():
    """That is its point: no shape error helps."""
    for order in ("E B C A", "E G F A", "E G C D", "E G F D", "E B F D"):
        assert check("03.3", order).diagnosis not in ("raises", "line-too-early", "line-missing", "shape")


@pytest.mark.parametrize("transpose_a", [False, True])
@pytest.mark.parametrize("transpose_b", [False, True])
def test_the_four_branches_are_the_engines_rule(transpose_a, transpose_b):
    rng = np.random.default_rng(1)
    upstream, a, b, *switches = lesson_03.transposed_case(rng, transpose_a, transpose_b, (2, 3, 4))
    op = ad.matmul(ad.Tensor(a), ad.Tensor(b), transpose_a, transpose_b).op
    received = lesson_03.BUG_HUNT.reference(upstream, a, b, *switches)
    for got, want in zip(received, ad.lookup_gradient("MatMul")(op, upstream), strict=True):
        np.testing.assert_allclose(got, want)


def test_the_bug_is_silent_on_squares_and_an_error_on_rectangles():
    rng = np.random.default_rng(2)
    square = lesson_03.transposed_case(rng, True, False, (3, 3, 3))
    got, want = lesson_03.BUG_HUNT.given(*square), lesson_03.BUG_HUNT.reference(*square)
    assert [g.shape for g in got] == [w.shape for w in want]
    assert not any(np.allclose(g, w) for g, w in zip(got, want, strict=True))
    with pytest.raises(ValueError, match="matmul"):
        lesson_03.BUG_HUNT.given(*lesson_03.transposed_case(rng, True, False, (2, 3, 4)))


def test_every_case_of_the_four_is_checked():
    assert {tuple(case[-2:]) for case in lesson_03.BUG_HUNT.cases} == {
        (False, False),
        (False, True),
        (True, False),
        (True, True),
    }


def test_the_bug_that_is_handed_out_is_the_bug_that_is_recognised():
    names = {"np": np}
    exec(lesson_03.BUG_HUNT.stub, names)
    for case in lesson_03.BUG_HUNT.cases:
        for got, want in zip(names["four_branches"](*case), lesson_03.BUG_HUNT.given(*case), strict=True):
            np.testing.assert_array_equal(got, want)


def test_a_rule_that_fails_on_rectangles_is_told_which_case_it_was():
    def broken(upstream, a, b, transpose_a, transpose_b):
        return upstream @ b, upstream.T @ a  # the formulas of A Bᵀ, everywhere

    result = check("03.4", broken)
    assert result.diagnosis == "raises"
    assert {"tried with transpose_a", "tried with transpose_b", "your line"} <= dict(result.facts).keys()


@pytest.fixture
def _own_rule():
    """The solution of 03.6, registered as the learner's cell does it."""
    exec(lesson_03.ENVELOPE_RULE.solution, {"np": np, "ad": ad})


@pytest.mark.usefixtures("_own_rule")
@pytest.mark.parametrize("is_complex", [False, True])
def test_the_registered_solution_passes_the_engines_own_gradient_check(is_complex):
    op, _ = lesson_03.envelope_case(np.random.default_rng(3), is_complex)
    ad.check_gradient(lesson_03.envelope, *(x.value for x in op.inputs))


def test_the_reference_of_the_last_exercise_is_the_engines_for_plain_products():
    for op, upstream in lesson_03.ENVELOPE_RULE.cases:
        A, x, B = (x.value for x in op.inputs)
        _, pullback = ad.vjp(lambda A, x, B: np.swapaxes(A, -1, -2) @ x @ B, A, x, B)
        for got, want in zip(lesson_03.envelope_rule(op, upstream), pullback(upstream), strict=True):
            np.testing.assert_allclose(got.value, want)


def test_a_rule_may_return_plain_arrays():
    def plain(op, grad):
        return tuple(part.value for part in lesson_03.envelope_rule(op, grad))

    assert check("03.6", plain)


def test_the_predictions_are_the_canonical_facts():
    truths = {p.id: np.asarray(p.truth()).tolist() for p in lesson_03.PREDICTIONS}
    assert truths == {
        "03.p1": [[6, 7, 8], [0, 0, 0]],
        "03.p2": [[6, 9], [0, 0]],
        "03.p3": 2,
        "03.p4": 1,
        "03.p5": 12,
    }
    assert predict("03.p2", [[21, 30], [21, 30]]).diagnosis == "summed-anyway"


class FrameworkTensor:
    """What a PyTorch tensor looks like from outside."""


FrameworkTensor.__module__ = "torch"


@pytest.mark.parametrize(
    ("change", "diagnosis"),
    [
        (lambda g: g.tolist(), "list"),
        (lambda g: g.round().astype(int), "integers"),
        (lambda g: g.astype(np.float32), "float32"),
        (lambda g: g + 0j, "complex"),
        (lambda g: g.T, "transposed"),
        (lambda g: -g, "sign-flipped"),
        (lambda g: g.sum(), "summed-too-much"),
        (lambda g: g * np.nan, "not-finite"),
        (ad.Tensor, "tensor"),
        (lambda g: None, "none"),
        (lambda g: FrameworkTensor(), "framework-tensor"),
    ],
)
def test_the_right_numbers_in_the_wrong_form_are_named(change, diagnosis):
    result = check("03.2", lambda upstream, a, b: (upstream @ b.T, change(a.T @ upstream)))
    assert (result.state, result.diagnosis) == ("not yet", diagnosis)


def test_the_misconceptions_of_this_lesson_are_met():
    met = {name for spec in (*lesson_03.EXERCISES, *lesson_03.PREDICTIONS) for name in spec.covers}
    assert met <= MISCONCEPTIONS.keys()
    assert met >= {
        "product-that-fits",
        "transposes-fix-shapes",
        "broadcast-needs-no-sum",
        "vector-has-a-transpose",
        "one-complex-convention",
    }


def test_what_is_shown_in_the_stub_is_what_is_run():
    for label, line in lesson_03.TWO_LAYERS.lines.items():
        assert f"#   {label}   {line}\n" in lesson_03.TWO_LAYERS.stub
