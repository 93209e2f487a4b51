"""The picture prints the engine's numbers, and lights the row and the column whose product an entry is."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from helpers.drawing import svg
from helpers.widgets import MatrixLab
from helpers.widgets.matrix_lab.algebra import numpy_code, products
from helpers.widgets.matrix_lab.drawing import draw_lab
from helpers.widgets.matrix_lab.problems import BATCHES, PRESETS, checked
from tests.drawing.svg_reading import SVG, parse, shown, texts
from tests.widgets.matrix_lab.problems import FOUR, LAYOUTS, by_the_engine, problem


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
