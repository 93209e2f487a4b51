"""The facts of lesson 03, recomputed with NumPy alone and found in what the committed notebook shows."""

import re

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers import notebooks
from helpers.exercises import check, memory
from helpers.lessons.lesson_03 import scans
from tests.notebooks.facts import shows, side_by_side

A = np.array([[1.0, 2.0], [3.0, 4.0]])
B = np.array([[6.0, 7.0, 8.0], [9.0, 10.0, 11.0]])
C = np.array([[24.0, 27.0, 30.0], [54.0, 61.0, 68.0]])
G = np.array([[1.0, 0.0, 2.0], [0.0, 3.0, -1.0]])
MOVE = np.array([[1, 0], [0, 0]]) @ B  # of C, when A[0,0] grows by one
DOWN_A, ONES = [[22, 31], [13, 19]], [[21, 30], [21, 30]]
CORNER = np.eye(6)[0].reshape(2, 3)
X, UP = np.array([5.0, 6.0]), np.array([10.0, 1.0])
Z = np.array([1 + 2j, 3 - 1j])
SCAN, SMEAR = scans.first_page()
GREYS = next(n for n in range(2, 1000) if np.allclose(SCAN * (n - 1), np.round(SCAN * (n - 1))))
LONG = 100_000  # steps, after which the rounding error does not hide the strokes yet
DIVIDED = np.linalg.solve(SMEAR.T, SCAN.T).T
CASES = {"A B": (False, False), "A Bᵀ": (False, True), "Aᵀ B": (True, False), "Aᵀ Bᵀ": (True, True)}


def fits(m, k, n):
    """How many products of G or Gᵀ and B or Bᵀ have the shape of A."""
    pairs = [(p, q) for p in ((m, n), (n, m)) for q in ((k, n), (n, k))]
    return sum(p[1] == q[0] and (p[0], q[1]) == (m, k) for p, q in pairs + [(q, p) for p, q in pairs])


FACTS = {
    "one-number": ["&".join(f"{entry:g}" for entry in row) for row in (*A, *B)],
    "questions": ["added to each of 32 rows", "the 32 rows of the upstream", "moves all 32 rows"],
    "letter": f"this one is rounded to {GREYS} greys",
    "letter-run": ["The scan: 20 × 41 numbers, no words to be read. The smear: 41 × 41 numbers",
                   "Scan @ inv(smear): 20 × 41 numbers, no words to be read.",
                   f"ink is 0 to 1; dividing gives {DIVIDED.min():.0f} to {DIVIDED.max():.0f}"],
    "opening-run": ["returned shape (20, 41, 20, 41) for input 0 of shape (20, 41)",
                    f"{(20 * 41) ** 2:,} numbers, for a page of {20 * 41}",
                    f"{1000**4 * 8 / 1e12} terabytes; dA: {1000**2 * 8 / 1e6} megabytes"],
    "nudge": [side_by_side(C, MOVE, G), np.sum(G * MOVE), G[0] @ B[0], 1 * 6 + 0 * 7 + 2 * 8,
              "C C moves by G, what it is worth"],
    "nudge-read": f"{' + '.join(f'{up:g} · {move:g}' for up, move in zip(G[0], B[0], strict=True))}",
    "three-derivations-run": [side_by_side(DOWN_A, G @ B.T, DOWN_A), "row · row G @ B.T the engine"],
    "one-entry-run": [ONES, DOWN_A, np.ones((2, 3)) @ B.T, 1, CORNER, CORNER, CORNER @ B.T],
    "shapes-run": [fits(2, 3, 4), 8, 1, fits(2, 2, 3), 8, 1, fits(3, 3, 3), 8, 1,
                   "1 of 8 fit, 1 is right", "2 of 8 fit, 1 is right", "8 of 8 fit, 1 is right"],
    "exercise-03-3-prompt": f"fitting the rounding error would take more than {LONG:,}.",
    "page-run": ["A page that is mended with G B", "After 400 steps"],
    "turned-run": "G Bᵀ: False G B: True",
    "four-cases-run": str(dict.fromkeys(CASES, "right")),
    "ported-run": ["A B squares: right rectangles: right", "A Bᵀ squares: right rectangles: right",
                   "Aᵀ B squares: wrong, no error rectangles: ValueError",
                   "Aᵀ Bᵀ squares: right rectangles: right"],
    "vectors-run": [side_by_side(UP[:, None] * X, UP[:, None] * X), 2, UP @ X, A.T @ UP, A.T @ UP,
                    "x.T has shape (2,)", "np.outer(g, x) the engine's dA"],
    "batch-run": [(3, 2, 3), (2, 3), *[A[:, 0].sum()] * 3, 3 * A[:, 0].sum()],
    "cards-run": "Scan of card 3: 20 × 41 numbers, no words to be read.",
    "vectors": "Let $B$ be the column (5, 6), and $G$ the column (10, 1).",
    "vectors-read": "x = [5, 6] and g = [10, 1]",
    "second-page-run": "Dots shown: 0. The page reads nothing yet.",
    "complex": [f"holds both slopes: ${2 * Z[0].real:g} - {2 * Z[0].imag:g}i$",
                f"$2z = {2 * Z[0].real:g} + {2 * Z[0].imag:g}i$"],
    "complex-run": [f"gradient of Σ z²: {2 * np.conj(Z)} 2z: {2 * Z}", "[2.-4.j 6.+2.j]"],
    "complex-rules": ["P, Q as they are: differs from finite differences", "P, Q conjugated: passes"],
    "jacobian-run": [2, 3, 2, 2, 24, np.sum(np.kron(np.eye(2), B.T) == 0), side_by_side(DOWN_A, G @ B.T),
                     "weighted by G, added up G Bᵀ"],
    "batched-held": [(4, 2, 3, 2, 2), (4, 2, 2), (4, 2, 2)],
    "batched-short": ["the same dA: True", "the engine agrees: True"],
    "last-page-run": "Waits for your rule of 03.6: 20 × 41 numbers, no words to be read.",
}  # fmt: skip
test_shown = shows("03", FACTS)


def test_mending_fits_the_rounding_error_as_dividing_does_but_long_after_the_strokes():
    left, sizes, right = np.linalg.svd(SMEAR)

    def page_after(steps):  # of page -= (page @ SMEAR - SCAN) @ SMEAR.T, in closed form
        return SCAN @ right.T @ np.diag(-np.expm1(steps * np.log1p(-(sizes**2))) / sizes) @ left.T

    assert np.abs(DIVIDED @ SMEAR - SCAN).max() < 1e-13, "the inverse fits the scan to the last digit"
    np.testing.assert_allclose(page_after(1e13), DIVIDED, atol=1e-6)
    assert np.abs(page_after(400)).max() < 1.2 < 100 < np.abs(DIVIDED).max()
    pages = page_after(400), page_after(LONG), DIVIDED
    assert [scans.reads(page) for page in pages] == ["MEET AT NINE", "MEET AT NINE", ""]


def test_the_test_cards_hold_a_dot_for_every_column():
    cards, *_ = scans.second_page()
    dots = cards.sum(axis=(1, 2))
    assert (cards.sum(axis=(0, 1)) == 1).all()
    assert cards.sum(axis=1).max() == cards.sum(axis=2).max() == 1
    told = "The cards find {:g}, {:g} and {:g} of the smear's rows".format(*dots)
    assert told in notebooks.find("03").cell("exercise-03-5-prompt").source


def last_page(monkeypatch, *edit):
    """What the last cell shows with the solution's rule, or with an edit of it."""
    monkeypatch.setattr(memory, "_answers", {})
    lesson, shown = notebooks.find("03"), {}
    state = {"np": np, "ad": ad, "scans": scans, "pages": shown.update}
    (exercise,) = (each for each in lesson.exercises if each.id == "03.6")
    assert not edit or edit[0] in exercise.solution
    exec(exercise.solution.replace(*edit or ("", "")), state)
    check("03.6", state["envelope_rule"])
    exec(lesson.cell("last-page-run").source, state)
    return shown


def test_the_solution_mends_the_third_page(monkeypatch):
    """The cell waits for the learner's rule; with the solution's it shows what was written."""
    shown = last_page(monkeypatch)
    assert scans.reads(shown["one of four photographs"]) == ""
    assert scans.reads(shown["mended by your rule"]) == "YOURS ADA"


@pytest.mark.parametrize(
    ("edit", "off"),
    [
        (("dQ = A @", "dQ = T(A) @"), 0.4),
        (("dQ @ T(B)", "dQ @ B"), 0.4),
        (("np.sum(", "np.mean("), 0.05),
        (("return T(dP)", "return dP"), 0),  # the page asks for x alone, the check for all
    ],
)
def test_a_wrong_rule_is_not_told_that_it_has_mended_the_page(monkeypatch, edit, off):
    found = last_page(monkeypatch, edit[0], edit[1])["by a rule that is not right yet"]
    assert np.mean((found > 0.5) != scans.written("YOURS\nADA")) >= off


@pytest.mark.parametrize(
    ("edit", "caption", "says"),
    [
        (("dQ = A @ upstream ", "dQ = ... #"), "waits for your rule of 03.6", ""),
        (("return T(dP), np.sum(dQ @ T(B), axis=0)", "return T(dP), ..."), "waits for your rule of 03.6", ""),
        (("np.sum(dQ @ T(B), axis=0)", "dQ @ T(B)"), "your rule stops", "shape (4, 20, 41) for input 1"),
    ],
)
def test_a_rule_that_stops_is_told_from_one_that_is_not_written(monkeypatch, capsys, edit, caption, says):
    assert caption in last_page(monkeypatch, *edit)
    out = capsys.readouterr().out
    assert says in out if says else not out


@pytest.mark.parametrize("case", CASES)
def test_the_four_formulas_are_those_that_a_measurement_gives(case):
    """Each closed form in the solution is computed here, and compared with differences of ⟨G, C⟩."""
    text = notebooks.find("03").cell("solution-03-4").source
    ((*formulas,),) = re.findall(rf"^\| {case} \| (.*?) \| (.*?) \|$", text, re.MULTILINE)
    flip_a, flip_b = CASES[case]
    rng = np.random.default_rng(7)
    factors = rng.normal(size=(3, 2) if flip_a else (2, 3)), rng.normal(size=(4, 3) if flip_b else (3, 4))
    named = dict(zip("ABG", (*factors, rng.normal(size=(2, 4))), strict=True))
    named |= {f"{name}ᵀ": matrix.T for name, matrix in named.items()}

    def worth(a, b):
        return np.sum(named["G"] * ((a.T if flip_a else a) @ (b.T if flip_b else b)))

    for k, formula in enumerate(formulas):
        left, right = formula.split()
        for index, downstream in np.ndenumerate(named[left] @ named[right]):
            nudged = [factor.copy() for factor in factors]
            nudged[k][index] += 1.0  # exact but for rounding: the product is linear in each of its factors
            assert worth(*nudged) - worth(*factors) == pytest.approx(downstream)
