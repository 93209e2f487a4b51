"""The matrix lab prints the engine's numbers, and lights the row and the column whose product an entry is."""

import copy
import itertools
import logging
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from helpers import autodiff as ad
from helpers.drawing import svg
from helpers.widgets import MatrixLab
from helpers.widgets.errors import InputError
from helpers.widgets.matrix_lab.algebra import numpy_code, products
from helpers.widgets.matrix_lab.drawing import draw_lab
from helpers.widgets.matrix_lab.problems import BATCHES, PRESETS, checked
from tests.drawing.svg_reading import SVG, parse, shown, texts

FOUR = list(itertools.product([False, True], repeat=2))
LAYOUTS = [(1, ""), (2, ""), (2, "B"), (3, "A")]
NAMES = ("A", "B", "C", "dA", "dB", "G")


def problem(rng, m, k, n, transpose_a=False, transpose_b=False, batch=1, shared="", whole=False):
    """Stored arrays and switches, as draw_lab takes them; no two numbers are equal or negatives."""
    a, b = ((k, m) if transpose_a else (m, k)), ((n, k) if transpose_b else (k, n))
    shapes = [
        ((batch,) if batch > 1 and shared != name else ()) + shape
        for name, shape in (("A", a), ("B", b), ("G", (m, n)))
    ]
    make = (lambda s: rng.integers(-9, 10, s).astype(float)) if whole else (lambda s: rng.normal(size=s))
    return [make(shape) for shape in shapes], {"transpose_a": transpose_a, "transpose_b": transpose_b}


def by_the_engine(a, b, upstream, transpose_a, transpose_b):
    A, B = ad.Tensor(a), ad.Tensor(b)
    C = ad.matmul(A, B, transpose_a=transpose_a, transpose_b=transpose_b)
    dA, dB = ad.gradients(C, [A, B], grad_ys=upstream)
    return dict(zip(NAMES, (a, b, C.value, dA, dB, upstream), strict=True))


# --- reading the picture back: where the cells and the frames are ------------------------------------------


def placed(element, x=0.0, y=0.0):
    """The element and everything in it, each with the sum of the translations down to it."""
    moved = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    x, y = (x + float(moved[1]), y + float(moved[2])) if moved else (x, y)
    yield element, x, y
    for child in element:
        yield from placed(child, x, y)


def box(rect, x, y):
    x, y = x + float(rect.get("x")), y + float(rect.get("y"))
    return x, y, x + float(rect.get("width")), y + float(rect.get("height"))


class Drawn:
    """A picture's cells (name, index) -> (text, x, y of the centre), and its frames (box, keys)."""

    def __init__(self, picture, arrays):
        self.cells, self.frames, self.elements = {}, [], {}
        rows = {name: array.shape[-2] for name, array in arrays.items()}
        for element, x, y in placed(parse(picture.svg)):
            if element.get("data-cell"):
                name, i, j = re.fullmatch(r"(\w+)\[(\d+),(\d+)\]", element.get("data-cell")).groups()
                batch, i = divmod(int(i), rows[name])
                self._cell(name, ((batch,) if arrays[name].ndim == 3 else ()) + (i, int(j)), element, x, y)
            elif element.get("data-hot"):
                name, *index = element.get("data-hot").split("-")
                self._cell(name, tuple(map(int, index)), element, x, y)
            elif element.tag == SVG + "rect" and element.get("data-only"):
                self.frames.append((box(element, x, y), element.get("data-only").split()))

    def _cell(self, name, index, element, x, y):
        assert (name, index) not in self.cells
        x0, y0, x1, y1 = box(element.find(SVG + "rect"), x, y)
        self.cells[name, index] = (texts(element)[0], (x0 + x1) / 2, (y0 + y1) / 2)
        self.elements[name, index] = element

    def cell_at(self, x, y):
        return min(self.cells, key=lambda cell: np.hypot(self.cells[cell][1] - x, self.cells[cell][2] - y))

    def lit_by(self, key):
        """One set of cells for each frame that `key` lights."""
        return [
            {cell for cell, (_, x, y) in self.cells.items() if x0 < x < x1 and y0 < y < y1}
            for (x0, y0, x1, y1), keys in self.frames
            if key in keys
        ]


def line_of(cells):
    """(name, batch, indices in order) of a set of cells that belong to one matrix."""
    ((name, batch),) = {(name, index[:-2]) for name, index in cells}
    return name, batch, sorted(index for _, index in cells)


# --- the numbers -------------------------------------------------------------------------------------------


@given(st.data(), st.sampled_from(FOUR), st.sampled_from(LAYOUTS), st.booleans())
@settings(max_examples=40, deadline=None)
def test_the_numbers_drawn_are_the_engines(data, turned, layout, nudge):
    size = st.integers(1, 6 if layout[0] == 1 else 3)
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    given_, switches = problem(rng, *(data.draw(size) for _ in "mkn"), *turned, *layout, whole=True)
    answers = by_the_engine(*given_, **switches)
    drawn = Drawn(draw_lab(*given_, **switches, nudge=nudge), answers)
    expected = {
        (name, index): svg.number(value)
        for name, array in answers.items()
        for index, value in np.ndenumerate(array)
    }
    assert {cell: text for cell, (text, _, _) in drawn.cells.items()} == expected


@given(
    arrays(float, (2, 3), elements=st.floats(-1e6, 1e6)), arrays(float, (3, 2), elements=st.floats(-1e6, 1e6))
)
@settings(max_examples=40, deadline=None)
def test_any_floats_are_drawn_to_at_least_two_digits(a, b):
    upstream = np.ones((2, 2))
    answers = by_the_engine(a, b, upstream, False, False)
    for (name, index), (text, _, _) in Drawn(draw_lab(a, b, upstream), answers).cells.items():
        value, largest = answers[name][index], np.abs(answers[name]).max()
        assert float(text.replace("−", "-")) == pytest.approx(value, rel=0.051, abs=1e-11 * largest)


@pytest.mark.parametrize(
    ("preset", "dA"),
    [
        ("Upstream of ones", [[21, 30], [21, 30]]),
        ("Upstream C itself", [[573, 816], [1295, 1844]]),
        ("Upstream one-hot: only C[0,0]", [[6, 9], [0, 0]]),
    ],
)
def test_the_canonical_facts_in_the_first_presets(preset, dA):
    alt = MatrixLab(preset=preset).drawn.alt
    assert f"dA = {svg.array_text(dA)};" in alt
    assert "C = [[24, 27, 30], [54, 61, 68]];" in alt


def test_every_preset_can_be_drawn_and_the_example_comes_first():
    assert MatrixLab.presets[0] == "Upstream of ones"
    for preset in MatrixLab.presets:
        lab = MatrixLab(preset=preset)
        assert not lab.errors
        ad_answer = by_the_engine(*(checked(**PRESETS[preset])[1][n] for n in "ABG"), False, False)
        for name in ("C", "dA", "dB"):
            assert f"{name} = {svg.array_text(ad_answer[name])}" in lab.drawn.alt


def test_the_square_preset_really_is_one_where_shapes_decide_nothing():
    _, start = checked(**PRESETS["Square: shapes decide nothing"])
    G, B = start["G"], start["B"]
    guesses = [G @ B.T, G @ B, G.T @ B, G.T @ B.T, B @ G, B.T @ G, B @ G.T, B.T @ G.T]
    assert len({guess.tobytes() for guess in guesses}) == 8


# --- the formula in force ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turned", "dA", "dB"),
    [
        ((False, False), "G Bᵀ", "Aᵀ G"),
        ((False, True), "G B", "Gᵀ A"),
        ((True, False), "B Gᵀ", "A G"),
        ((True, True), "Bᵀ Gᵀ", "Gᵀ Aᵀ"),
    ],
)
def test_the_four_formulas(turned, dA, dB):
    rng = np.random.default_rng(0)
    given_, switches = problem(rng, 2, 3, 4, *turned)
    found = {name: f"{left} {right}" for name, (left, right) in products(*turned).items()}
    assert (found["dA"], found["dB"]) == (dA, dB)
    picture = draw_lab(*given_, **switches)
    assert picture.title == f"C = {found['C']}, dA = {dA}, dB = {dB}"
    assert {f"dA = {dA}", f"dB = {dB}", f"C = {found['C']}"} <= set(shown(picture.svg))
    answers = by_the_engine(*given_, *turned)
    for name, (left, right) in products(*turned).items():  # the formula is not only printed: it is true
        one, other = (answers[f.name].T if f.flipped else answers[f.name] for f in (left, right))
        np.testing.assert_allclose(one @ other, answers[name], rtol=1e-12)


@pytest.mark.parametrize("turned", FOUR)
@pytest.mark.parametrize("layout", BATCHES.values())
def test_the_copied_code_computes_what_the_engine_computes(turned, layout):
    given_, switches = problem(np.random.default_rng(1), 2, 3, 4, *turned, *layout)
    found = {}
    exec(numpy_code(*given_, **switches), found)
    for name, value in by_the_engine(*given_, **switches).items():
        np.testing.assert_allclose(found[name], value, rtol=1e-12)


# --- lighting ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turned", FOUR)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_entry_lights_exactly_the_lines_whose_product_it_is(turned, layout):
    """The numbers are random reals, so no other pair of lines has the same product."""
    given_, switches = problem(np.random.default_rng(2), 2, 4, 3, *turned, *layout)
    answers = by_the_engine(*given_, **switches)
    drawn = Drawn(draw_lab(*given_, **switches), answers)
    for name in ("C", "dA", "dB"):
        factors = {"C": {"A", "B"}, "dA": {"G", "B"}, "dB": {"A", "G"}}[name]
        for index, value in np.ndenumerate(answers[name]):
            frames = [line_of(cells) for cells in drawn.lit_by("-".join(map(str, (name, *index))))]
            assert {factor for factor, _, _ in frames} == factors
            lines = {factor: [] for factor in factors}
            for factor, batch, cells in frames:
                is_row = len({i for *_, i, _ in cells}) == 1
                is_column = len({j for *_, j in cells}) == 1
                length = answers[factor].shape[-1 if is_row else -2]
                assert is_row or is_column
                assert len(cells) == length, "a whole row or column is lit, no part of one"
                lines[factor].append((batch, np.array([answers[factor][cell] for cell in cells])))
            one, other = (sorted(lines[factor], key=lambda each: each[0]) for factor in factors)
            times = max(len(one), len(other))
            assert times == (layout[0] if answers[name].ndim == 2 and layout[0] > 1 else 1)
            one, other = ([x for _, x in side] * (times // len(side)) for side in (one, other))
            np.testing.assert_allclose(sum(x @ y for x, y in zip(one, other, strict=True)), value, rtol=1e-12)


def test_the_rows_and_columns_of_the_canonical_example_by_name():
    given_, switches = problem(np.random.default_rng(3), 2, 2, 3)
    drawn = Drawn(draw_lab(*given_, **switches), by_the_engine(*given_, **switches))

    def lit(key):
        return sorted(line_of(cells) for cells in drawn.lit_by(key))

    assert lit("dA-0-1") == [("B", (), [(1, 0), (1, 1), (1, 2)]), ("G", (), [(0, 0), (0, 1), (0, 2)])]
    assert lit("dB-1-2") == [("A", (), [(0, 1), (1, 1)]), ("G", (), [(0, 2), (1, 2)])]
    assert lit("C-1-0") == [("A", (), [(1, 0), (1, 1)]), ("B", (), [(0, 0), (1, 0)])]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_number_that_can_be_changed_lights_what_belongs_to_it(layout):
    given_, switches = problem(np.random.default_rng(4), 2, 3, 2, True, False, *layout)
    answers = by_the_engine(*given_, **switches)
    drawn = Drawn(draw_lab(*given_, **switches), answers)
    for (name, index), element in drawn.elements.items():
        belongs = {"A": "dA", "B": "dB", "G": "C"}.get(name, name)
        assert element.get("data-hot") == "-".join(map(str, (belongs, *index)))
        if name in "ABG":
            assert float(element.get("data-value")) == answers[name][index]
        else:
            assert element.get("data-lit") == element.get("data-hot")


# --- the sums written out ----------------------------------------------------------------------------------


def read(number):
    return float(number.strip("()").replace("−", "-"))


def value_of(written):
    """The value of "1·2 + (3·(−4) + 5·6)", read without any help from what wrote it."""
    pairs = re.findall(r"(\(−[\d.e−]+\)|[\d.e]+)·(\(−[\d.e−]+\)|[\d.e]+)", written)
    left = re.sub(r"[^·]", "", written)
    assert len(pairs) == len(left)
    return sum(read(x) * read(y) for x, y in pairs), len(pairs)


@pytest.mark.parametrize("turned", FOUR)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("nudge", [False, True])
def test_the_sum_written_out_is_the_entry(turned, layout, nudge):
    given_, switches = problem(np.random.default_rng(5), 2, 3, 4, *turned, *layout, whole=True)
    answers = by_the_engine(*given_, **switches)
    drawn = Drawn(draw_lab(*given_, **switches, nudge=nudge), answers)
    for name, terms in (("C", 3), ("dA", 4), ("dB", 2)):
        terms *= layout[0] if answers[name].ndim == 2 else 1
        for index, value in np.ndenumerate(answers[name]):
            said = drawn.elements[name, index].get("data-label").replace("\n", " ")
            label = f"{name}[{','.join(map(str, index))}]"
            if nudge and name != "C":
                _, written, result = re.search(r"(C⟩ from .*:) ([^=]*) = (\S+) = d[AB]\[", said).groups()
                assert said.startswith(f"{label[1:]} + 1 moves ")
            else:
                written, result = re.search(rf"{re.escape(label)} = ([^=]*) = (\S+)$", said).groups()
                assert said.startswith(f"{label} is row ")
            assert value_of(written) == (value, terms)
            assert read(result) == value


def test_the_sentence_names_the_flipped_factor_and_how_it_is_stored():
    def said(key, **switches):
        rng = np.random.default_rng(6)
        given_, switches = problem(rng, 2, 3, 4, **switches)
        drawn = Drawn(draw_lab(*given_, **switches), by_the_engine(*given_, **switches))
        name, *index = key.split("-")
        label = drawn.elements[name, tuple(map(int, index))].get("data-label").replace("\n", " ")
        return label.partition(f" {name}[")[0]

    assert said("dA-0-1").startswith("dA[0,1] is row 0 of G times column 1 of Bᵀ (row 1 of B)")
    assert said("dB-2-1").startswith("dB[2,1] is row 2 of Aᵀ (column 2 of A) times column 1 of G")
    assert said("dA-2-1", transpose_a=True).startswith(
        "dA[2,1] is row 2 of B times column 1 of Gᵀ (row 1 of G)"
    )
    both = {"transpose_a": True, "transpose_b": True}
    assert said("dB-3-0", **both).startswith(
        "dB[3,0] is row 3 of Gᵀ (column 3 of G) times column 0 of Aᵀ (row 0 of A)"
    )
    assert said("dA-1-0-2", batch=2, shared="B").startswith(
        "dA[1,0,2] is row 0 of G[1] times column 2 of Bᵀ (row 2 of B)"
    )
    assert said("dB-0-3", batch=2, shared="B").startswith(
        "dB[0,3] is row 0 of Aᵀ (column 0 of A) times column 3 of G, summed over the batch"
    )


# --- nudge mode --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turned", FOUR)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_nudge_shows_how_far_c_and_the_weighted_sum_move(turned, layout):
    given_, switches = problem(np.random.default_rng(7), 2, 2, 3, *turned, *layout, whole=True)
    answers = by_the_engine(*given_, **switches)
    picture = draw_lab(*given_, **switches, nudge=True)
    drawn = Drawn(picture, answers)
    notes = notes_of(picture)
    for position, name in enumerate("AB"):
        for index in np.ndindex(answers[name].shape):
            grown = [array.copy() for array in given_]
            grown[position][index] += 1
            step = by_the_engine(*grown, **switches)["C"] - answers["C"]
            expected = {(name, index, "+1")}
            for i, change in np.ndenumerate(step):
                if change:
                    expected |= {("C", i, svg.number(answers["C"][i] + change)), ("C", i, signed(change))}
            key = "-".join(map(str, (f"d{name}", *index)))
            assert {(*drawn.cell_at(x, y), text) for text, x, y in notes[key]} == expected
            said = drawn.elements[f"d{name}", index].get("data-label").replace("\n", " ")
            start, end = map(read, re.search(r"⟨G, C⟩ from (\S+) to (\S+):", said).groups())
            assert end - start == answers[f"d{name}"][index] == np.sum(answers["G"] * step)
            assert start == np.sum(answers["G"] * answers["C"])


def notes_of(picture):
    """key -> [(text, x, y)]: what is written while the key is hot, as the browser fills it in."""
    everything = list(placed(parse(picture.svg)))
    words = {e.get("data-hot"): e.get("data-words").split() for e, *_ in everything if e.get("data-words")}
    notes = {}
    for part, x, y in everything:
        for key in part.get("data-only", "").split():
            for element, at_x, at_y in placed(part, x, y):
                if element.tag == SVG + "text":
                    text = element.text if element.get("data-line") is None else words[key].pop(0)
                    place = at_x + float(element.get("x")), at_y + float(element.get("y"))
                    notes.setdefault(key, []).append((text, *place))
    assert not any(words.values()), "every word has a place"
    return notes


def signed(value):
    return svg.number(value) if value <= 0 else f"+{svg.number(value)}"


def test_without_nudge_mode_nothing_about_it_is_drawn():
    given_, switches = problem(np.random.default_rng(8), 2, 2, 2)
    drawn = draw_lab(*given_, **switches)
    assert "data-words" not in drawn.svg
    assert not any(notes_of(drawn).values())
    assert "+1" in shown(draw_lab(*given_, **switches, nudge=True).svg)


def test_the_still_image_shows_the_entry_at_rest():
    lab = MatrixLab(nudge=(1, 0))
    still = shown(lab.picture)
    assert "A[1,0] + 1 moves row 1 of C by row 0 of B: +6 +7 +8" in still
    assert {"60", "68", "76", "+6", "+7", "+8"} <= set(still)
    assert not any("Shift" in text for text in still), "a still image cannot be typed into"
    lit = [
        e.get("data-only").split()
        for e, *_ in placed(parse(lab.picture))
        if e.tag == SVG + "rect" and e.get("data-only") and e.get("display") != "none"
    ]
    assert len(lit) == 2
    assert all("dA-1-0" in keys for keys in lit)
    assert "dA[0,0] is row 0 of G times column 0 of Bᵀ (row 0 of B)" in shown(MatrixLab().picture)
    data, _ = lab._repr_mimebundle_()
    assert data["text/plain"] == "C = A B, dA = G Bᵀ, dB = Aᵀ G"
    assert "dA = [[21, 30], [21, 30]]" in data["text/html"]


@given(st.sampled_from(FOUR), st.integers(1, 3), st.floats(-9e5, 9e5), st.booleans())
@settings(max_examples=20, deadline=None)
def test_the_picture_keeps_its_size_whatever_the_numbers(turned, m, value, nudge):
    def size(picture):
        root = parse(picture.svg)
        return root.get("width"), root.get("height")

    rng = np.random.default_rng(9)
    given_, switches = problem(rng, m, 2, 3, *turned, whole=True)
    before = size(draw_lab(*given_, **switches, nudge=nudge))
    given_[0][0, 0] = value
    assert size(draw_lab(*given_, **switches, nudge=nudge))[0] == before[0]
    given_[0][0, 0] = round(value / 1e5)
    assert size(draw_lab(*given_, **switches, nudge=nudge)) == before


# --- the widget, without a browser -------------------------------------------------------------------------


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
    ],
)
def test_arguments_that_cannot_be_drawn_say_why(arguments, sentence):
    with pytest.raises(InputError) as refused:
        MatrixLab(**arguments)
    assert sentence in str(refused.value)


def test_its_text_is_stable():
    assert repr(MatrixLab()) == "<MatrixLab: C = A B, dA = G Bᵀ, dB = Aᵀ G>"
    assert MatrixLab().picture == MatrixLab().picture
