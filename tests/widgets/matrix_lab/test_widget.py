"""The matrix lab without a browser: what is typed, pasted, switched and given as arguments."""

import copy
import logging

import numpy as np
import pytest

from helpers.widgets import MatrixLab
from helpers.widgets.base.errors import InputError
from helpers.widgets.matrix_lab.problems import BATCHES
from tests.drawing.svg_reading import shown
from tests.widgets.matrix_lab.problems import FOUR, LAYOUTS, NAMES, by_the_engine, problem


def put(lab, **inputs):
    """What the browser sends when the person changes a control."""
    lab.set_state({"inputs": copy.deepcopy({**lab.inputs, **inputs})})


def stored(lab):
    """The arrays of the copied code: what the lab holds now."""
    found = {}
    exec(lab.source, found)
    return {name: found[name] for name in NAMES}


def paste(lab, name, text, row=0, column=0):
    cells = lab.inputs[name]
    put(lab, **{name: {"cells": cells, "row": row, "column": column, "paste": text}})


def test_typing_a_number_changes_everything_that_depends_on_it():
    lab = MatrixLab()
    put(lab, A=[["5", "2"], ["3", "-0,5"]])
    now = stored(lab)
    np.testing.assert_array_equal(now["A"], [[5, 2], [3, -0.5]])
    assert "C = [[48, 55, 62], [13.5, 16, 18.5]]" in lab.drawn.alt
    put(lab, G=[["1", "0", "0"], ["0", "0", "2"]])
    assert "dA = [[6, 9], [16, 22]]" in lab.drawn.alt
    assert not lab.errors


@pytest.mark.parametrize("start", [{}, {"preset": "A batch of two"}, {"preset": "A batch sharing one B"}])
@pytest.mark.parametrize("switch", ["transpose_a", "transpose_b"])
def test_a_switch_turns_what_is_stored_and_leaves_the_product(start, switch):
    lab = MatrixLab(**start)
    before, name = stored(lab), switch[-1].upper()
    put(lab, **{switch: True})
    after = stored(lab)
    np.testing.assert_array_equal(after["C"], before["C"])
    np.testing.assert_array_equal(after[name], np.swapaxes(before[name], -1, -2))
    np.testing.assert_array_equal(after[f"d{name}"], np.swapaxes(before[f"d{name}"], -1, -2))
    put(lab, **{switch: False})
    assert all(np.array_equal(stored(lab)[n], before[n]) for n in NAMES)


@pytest.mark.parametrize("turned", FOUR[1:3])
def test_sizes_and_batches_keep_the_numbers_they_can(turned):
    lab = MatrixLab(transpose_a=turned[0], transpose_b=turned[1])
    for batch, (count, shared) in BATCHES.items():
        put(lab, batch=batch)
        for m, k, n in [("5", "1", "2"), ("1", "4", "2"), ("2", "2", "3")]:
            put(lab, m=m, k=k, n=n)
            assert not lab.errors
            now = stored(lab)
            assert now["C"].shape == ((count,) if count > 1 else ()) + (int(m), int(n))
            assert now["A"].ndim == (2 if shared == "A" or count == 1 else 3)
            assert now["B"].ndim == (2 if shared == "B" or count == 1 else 3)
            assert [len(lab.inputs[x]) for x in "ABG"] == [now[x].size // now[x].shape[-1] for x in "ABG"]
    assert now["A"].reshape(-1)[0] == 1


def test_presets_and_reset():
    lab = MatrixLab([[1, 2, 3]], [[4], [5], [6]], upstream=[[2]])
    assert lab.inputs["preset"] == "As given"
    put(lab, preset="Upstream C itself")
    assert "dA = [[573, 816], [1295, 1844]]" in lab.drawn.alt
    put(lab, A=[["0", "0"], ["0", "0"]])
    put(lab, reset=lab.inputs["reset"] + 1)
    assert (lab.inputs["preset"], lab.inputs["A"], lab.inputs["G"]) == (
        "As given",
        [["1", "2", "3"]],
        [["2"]],
    )
    assert "reset" in lab.inputs


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "This cell is empty"),
        ("two", "“two” is not a number"),
        ("inf", "cannot be drawn"),
        ("1e7", "too large"),
        ("-1e400", "too small"),
        ("1/0", "is not a number"),
        ("__import__('os')", "is not a number"),
    ],
)
@pytest.mark.parametrize("name", ["A", "B", "G"])
def test_a_bad_cell_gets_a_sentence_and_keeps_the_last_picture_and_what_was_typed(
    name, typed, sentence, caplog
):
    lab = MatrixLab()
    before = lab.picture
    cells = [list(line) for line in lab.inputs[name]]
    cells[1][0] = typed
    with caplog.at_level(logging.WARNING):
        put(lab, **{name: cells})
    ((at, said),) = lab.errors.items()
    assert at == f"{name}[1,0]"
    assert said.startswith("Row 1, column 0: ")
    assert sentence in said
    assert lab.picture == before
    assert lab.inputs[name][1][0] == typed
    assert not caplog.records
    put(lab, nudge=True)  # other controls wait, and lose nothing
    assert lab.inputs[name][1][0] == typed
    cells[1][0] = "7"
    put(lab, **{name: cells})
    assert not lab.errors
    assert stored(lab)[name][1, 0] == 7
    assert "+1" in shown(lab.picture)


def test_a_switch_thrown_while_a_cell_is_at_fault_works_once_it_is_mended():
    lab = MatrixLab()
    put(lab, A=[["x", "2"], ["3", "4"]])
    put(lab, transpose_b=True)
    assert (lab.inputs["A"][0][0], len(lab.inputs["B"])) == ("x", 2)
    put(lab, A=[["1", "2"], ["3", "4"]])
    assert not lab.errors
    np.testing.assert_array_equal(stored(lab)["B"], [[6, 9], [7, 10], [8, 11]])


def test_pasting_fills_cells_or_brings_a_new_size():
    lab = MatrixLab()
    paste(lab, "B", "1\t2\n3\t4", row=0, column=1)
    assert lab.inputs["B"] == [["6", "1", "2"], ["9", "3", "4"]]
    paste(lab, "A", "5;6")
    assert lab.inputs["A"] == [["5", "6"], ["3", "4"]]
    paste(lab, "A", "[[1, 2],\n [3, 4],\n [5, 6.5]]")
    assert lab.inputs["A"] == [["1", "2"], ["3", "4"], ["5", "6.5"]]
    assert lab.inputs["m"] == "3"
    assert stored(lab)["G"].shape == (3, 3)
    put(lab, transpose_b=True)
    paste(lab, "B", "\n".join(["1\t2"] * 5))
    assert lab.inputs["n"] == "5"
    assert stored(lab)["B"].shape == (5, 2)
    assert not lab.errors


@pytest.mark.parametrize(
    ("name", "text", "at", "sentence"),
    [
        ("A", "1 2\n3", "A", "Line 2 of what you pasted has 1 number, but line 1 has 2"),
        ("A", "1 2 3\n4 5 6", "A", "A needs 2 columns to multiply with B: set the inner size to 3 first"),
        ("B", "1 2 3\n4 5 6\n7 8 9", "B", "B needs 2 rows to multiply with A: set the inner size to 3 first"),
        ("B", "1 2 3 4 5 6 7", "B", "6 × 6 is the most"),
        ("G", "1 2\n3 4\n5 6", "G", "there is room for 2 × 3"),
        ("A", "1\tx\n3\t4", "A[0,1]", "Row 0, column 1: “x” is not a number"),
        ("A", "1 2\n3 4\n5 x", "A[2,1]", "Row 2, column 1: “x” is not a number"),
    ],
)
def test_a_paste_that_does_not_fit_is_refused_with_a_reason_and_soon_forgotten(name, text, at, sentence):
    lab = MatrixLab()
    before, picture = {n: lab.inputs[n] for n in "ABG"}, lab.picture
    paste(lab, name, text)
    ((where, said),) = lab.errors.items()
    assert where == at
    assert sentence in said
    assert lab.picture == picture
    put(lab, k="3")
    assert not lab.errors
    put(lab, k="2")
    assert {n: lab.inputs[n] for n in "ABG"} == before


def test_what_cannot_come_from_a_person_still_gives_a_sentence():
    lab = MatrixLab()
    picture = lab.picture
    for bad in (
        {"A": None},
        {"A": [["1"]]},
        {"m": "99"},
        {"preset": "none"},
        {"batch": 3},
        {"G": [[{}] * 3] * 2},
    ):
        name = next(iter(bad))
        put(lab, **bad)
        assert next(iter(lab.errors)).startswith(name)
        assert lab.picture == picture
        put(lab, reset=lab.inputs["reset"] + 1, **{name: MatrixLab().inputs[name]})
        assert not lab.errors


# --- the arguments -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("turned", FOUR)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_given_arrays_are_taken_as_they_are_stored(turned, layout):
    (a, b, upstream), switches = problem(np.random.default_rng(10), 2, 3, 4, *turned, *layout)
    lab = MatrixLab(a, b, upstream, **switches)
    for name, value in by_the_engine(a, b, upstream, *turned).items():
        np.testing.assert_allclose(stored(lab)[name], value, rtol=1e-12)


def test_the_upstream_is_ones_unless_given_and_may_be_given_to_a_preset():
    assert np.all(stored(MatrixLab([[1, 2]], [[3], [4]]))["G"] == 1)
    np.testing.assert_array_equal(stored(MatrixLab(upstream=[[0, 1, 0], [0, 0, 0]]))["dA"], [[7, 10], [0, 0]])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"a": [[1, 2]], "b": [[3, 4]]}, "A has 2 columns, but B has 1 row"),
        (
            {"a": [[1], [2]], "b": [[1, 2]], "transpose_a": True},
            "The transpose of A has 2 columns, but B has 1 row",
        ),
        ({"a": [[1, 2]]}, "both a and b"),
        ({"a": [1, 2], "b": [[1], [2]]}, "A has 1 axis"),
        ({"a": [[[[1]]]], "b": [[1]]}, "A has 4 axes"),
        ({"a": [[1, 2], [3]], "b": [[1], [2]]}, "rows of the same length"),
        ({"a": [["x", 2]], "b": [[1], [2]]}, "table of real numbers"),
        ({"a": [[np.nan, 2]], "b": [[1], [2]]}, "finite numbers"),
        ({"a": [[1j, 2]], "b": [[1], [2]]}, "real numbers"),
        ({"a": np.ones((7, 2)), "b": np.ones((2, 2))}, "1 × 1 to 6 × 6"),
        ({"a": np.zeros(10**8), "b": np.ones((2, 2))}, "A has 1 axis"),
        ({"a": np.zeros((10**4, 10**4)), "b": np.ones((2, 2))}, "1 × 1 to 6 × 6"),
        ({"a": np.ones((0, 2)), "b": np.ones((2, 2))}, "1 × 1 to 6 × 6"),
        ({"a": np.ones((4, 2, 2)), "b": np.ones((2, 2))}, "at most 3"),
        ({"a": np.ones((2, 2, 2)), "b": np.ones((3, 2, 2))}, "A is a batch of 2 and B of 3"),
        ({"upstream": [[1, 2]]}, "The upstream has shape (1, 2), but C has shape (2, 3)"),
        ({"preset": "nonsense"}, "There is no preset “nonsense”"),
        ({"transpose_a": "no"}, "transpose_a must be True or False, not 'no'"),
        ({"transpose_b": 1}, "transpose_b must be True or False, not 1"),
        ({"nudge": "yes"}, "nudge must be True or False, not 'yes'"),
        ({"nudge": ("a", None)}, "nudge=('a', None) is not the index of an entry of A"),
        ({"nudge": (2, 0)}, "nudge=(2, 0) is not the index of an entry of A"),
        ({"nudge": (0.0, 1)}, "nudge=(0.0, 1) is not the index of an entry of A"),
        ({"formulas": "no"}, "formulas must be True or False, not 'no'"),
    ],
)
def test_arguments_that_cannot_be_drawn_say_why(arguments, sentence):
    with pytest.raises(InputError) as refused:
        MatrixLab(**arguments)
    assert sentence in str(refused.value)


def test_its_text_is_stable():
    assert repr(MatrixLab()) == "<MatrixLab: C = A B, dA = G Bᵀ, dB = Aᵀ G>"
    assert MatrixLab().picture == MatrixLab().picture
