"""The picture prints the engine's numbers where a row and a column meet, and says what makes each of them."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from helpers.drawing import svg
from helpers.widgets import MatrixLab
from helpers.widgets.matrix_lab.algebra import Indices, label_of, numpy_code, products
from helpers.widgets.matrix_lab.drawing import draw_lab
from helpers.widgets.matrix_lab.problems import BATCHES, PRESETS, checked
from tests.drawing.svg_reading import SVG, parse, placed, shown, text_boxes, texts
from tests.widgets.matrix_lab.problems import FOUR, LAYOUTS, by_the_engine, problem


class Half(NamedTuple):
    """The half of a box: its number, its place, and its element."""

    text: str
    x: float
    y: float
    element: object


def halves(picture):
    """By key, the half boxes of a picture."""
    found = {}
    for element, x, y in placed(picture.svg):
        key = element.get("data-hot")
        if key:
            assert key not in found
            box = element.find(SVG + "rect")
            found[key] = Half(texts(element)[0], x + float(box.get("x")), y + float(box.get("y")), element)
    return found


def by_key(answers):
    """The numbers of all arrays, by key."""
    return {
        "-".join(map(str, (name, *index))): value
        for name, array in answers.items()
        for index, value in np.ndenumerate(array)
    }


def read(number):
    return float(number.strip("()").replace("−", "-"))


# --- the numbers -------------------------------------------------------------------------------------------


@given(st.data(), st.sampled_from(FOUR), st.sampled_from(LAYOUTS), st.booleans(), st.booleans())
@settings(max_examples=40, deadline=None)
def test_the_numbers_drawn_are_the_engines(data, turned, layout, nudge, narrow):
    size = st.integers(1, 6 if layout[0] == 1 else 3)
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    given_, switches = problem(rng, *(data.draw(size) for _ in "mkn"), *turned, *layout, whole=True)
    answers = by_the_engine(*given_, **switches)
    drawn = halves(draw_lab(*given_, **switches, nudge=nudge, narrow=narrow))
    expected = {key: svg.number(value) for key, value in by_key(answers).items()}
    assert {key: half.text for key, half in drawn.items()} == expected


@given(
    arrays(float, (2, 3), elements=st.floats(-1e6, 1e6)), arrays(float, (3, 2), elements=st.floats(-1e6, 1e6))
)
@settings(max_examples=40, deadline=None)
def test_any_floats_are_drawn_to_at_least_two_digits(a, b):
    upstream = np.ones((2, 2))
    answers = by_the_engine(a, b, upstream, False, False)
    values = by_key(answers)
    for key, half in halves(draw_lab(a, b, upstream)).items():
        largest = np.abs(answers[key.split("-")[0]]).max()
        assert read(half.text) == pytest.approx(values[key], rel=0.051, abs=1e-11 * largest)


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


# --- what belongs together ---------------------------------------------------------------------------------


def lab_of(turned, layout, whole=False, sizes=(2, 4, 3)):
    """A problem, its answers by the engine, and what makes each entry."""
    given_, switches = problem(np.random.default_rng(2), *sizes, *turned, *layout, whole=whole)
    answers = by_the_engine(*given_, **switches)
    return given_, switches, answers, Indices({name: x.shape for name, x in answers.items()}, *turned)


@pytest.mark.parametrize("turned", FOUR)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_entry_is_the_sum_of_its_pairs(turned, layout):
    _, _, answers, of = lab_of(turned, layout)
    values = by_key(answers)
    for key, value in values.items():
        pairs = of.pairs(key)
        assert bool(pairs) == (key.split("-")[0] in ("C", "dA", "dB"))
        if pairs:
            assert sum(values[one] * values[other] for one, other in pairs) == pytest.approx(value)


@pytest.mark.parametrize("turned", FOUR)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_makes_an_entry_and_where_one_goes_are_the_same_pairs_read_both_ways(turned, layout):
    _, _, answers, of = lab_of(turned, layout)
    made = {(key, frozenset(pair)) for key in by_key(answers) for pair in of.pairs(key)}
    used = {(into, frozenset((key, by))) for key in by_key(answers) for by, into in of.uses(key)}
    assert made == used


@pytest.mark.parametrize("turned", FOUR)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("narrow", [False, True])
def test_what_is_multiplied_lies_in_one_line_and_what_arrives_below_its_value(turned, layout, narrow):
    given_, switches, _, of = lab_of(turned, layout)
    drawn = halves(draw_lab(*given_, **switches, narrow=narrow))
    for key, half in drawn.items():
        if key.startswith("C-"):
            for a, b in of.pairs(key):
                assert drawn[a].y == half.y
                assert drawn[a].x < half.x
                assert drawn[b].x == half.x
                assert drawn[b].y < half.y
        for arrives in (f"d{key}", key.replace("C-", "G-")):
            if key[0] in "ABC":
                below = drawn.get(arrives, half)
                assert (below.x, below is half or below.y > half.y) == (half.x, True)


def test_the_page_learns_what_belongs_together_by_letters():
    (group,) = [e for e in parse(MatrixLab().picture).iter() if e.get("data-products")]
    assert group.get("data-products") == "C:A,B dA:G,B dB:A,G"
    assert dict(each.split(":") for each in group.get("data-letters").split())["dB"] == "kj"
    assert group.get("data-sizes") == "i:2 k:2 j:3"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_number_that_can_be_changed_is_a_cell_of_its_control(layout):
    given_, switches, answers, _ = lab_of((True, False), layout)
    values = by_key(answers)
    for key, half in halves(draw_lab(*given_, **switches)).items():
        name, *index = key.split("-")
        if name not in "ABG":
            assert half.element.get("data-cell") is None
            continue
        row = int(index[-2]) + (int(index[0]) * answers[name].shape[-2] if len(index) == 3 else 0)
        assert half.element.get("data-cell") == f"{name}[{row},{index[-1]}]"
        assert float(half.element.get("data-value")) == values[key]


# --- what is said ------------------------------------------------------------------------------------------


def said(name, nudge=False, **switches):
    """What is said of an entry, which has 0 for its first index, 1 for the next, 2 for the third."""
    given_, switches = problem(np.random.default_rng(6), 2, 3, 4, **switches)
    picture = draw_lab(*given_, **switches, nudge=nudge)
    (table,) = [e for e in parse(picture.svg).iter() if e.get("data-table") == name]
    sentence = table.get("data-said").replace("\n", " ")
    letters = next(e for e in parse(picture.svg).iter() if e.get("data-letters")).get("data-letters")
    of = dict(each.split(":") for each in letters.split())[name]
    return sentence.format_map({letter: n for n, letter in enumerate(of)})


def test_every_entry_has_a_sentence_about_what_it_meets():
    assert said("C") == "Row 0 of A runs right, column 1 of B runs down: they meet here."
    assert said("dA") == "A[0,1] moves row 0 of C by row 1 of B. Row 0 of G says what each move is worth."
    moves = "B[0,1] moves column 1 of C by column 0 of A."
    assert said("dB") == f"{moves} Column 1 of G says what each move is worth."
    assert said("A") == "It goes into row 0 of C, times row 1 of B, and into row 1 of dB, times row 0 of G."
    where = "into row 0 of dA, times column 1 of B, and into column 1 of dB, times row 0 of A"
    assert said("G") == f"It arrives at C[0,1], and goes {where}."
    assert said("dA", nudge=True).startswith("A[0,1] + 1 moves row 0 of C by row 1 of B.")


def test_the_sentence_names_the_flipped_factor_and_how_it_is_stored():
    both = {"transpose_a": True, "transpose_b": True}
    drawn = "Row 1 of Aᵀ (column 1 of A) runs right, column 0 of Bᵀ (row 0 of B) runs down"
    of = {"i": 1, "j": 0}
    given_, switches = problem(np.random.default_rng(6), 2, 3, 4, **both)
    (table,) = [e for e in parse(draw_lab(*given_, **switches).svg).iter() if e.get("data-table") == "C"]
    assert table.get("data-said").replace("\n", " ").format_map(of).startswith(drawn)
    assert said("dA", **both).startswith("A[0,1] moves row 1 of C by column 0 of B. Row 1 of G")


def test_the_sentences_about_a_batch_say_which_product_is_meant():
    shared = {"batch": 2, "shared": "B"}
    assert said("dA", **shared).startswith("A[0,1,2] moves row 1 of C[0] by row 2 of B. Row 1 of G[0] says")
    assert said("dB", **shared).startswith(
        "B[0,1] moves column 1 of every C by column 0 of its A. Column 1 of every G says"
    )
    assert said("B", **shared).startswith("It goes into column 1 of C in every product, times column 0 of A")


@pytest.mark.parametrize("turned", FOUR)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("nudge", [False, True])
def test_the_sum_written_out_is_the_entry_at_rest(turned, layout, nudge):
    given_, switches, answers, of = lab_of(turned, layout, whole=True)
    at = tuple(n - 1 for n in answers["A"].shape)
    key, values = "-".join(map(str, ("dA", *at))), by_key(answers)
    picture = draw_lab(*given_, **switches, nudge=nudge, at=at)
    written = [texts(e) for e in parse(picture.svg).iter() if e.get("data-term") is not None]
    written = [term for term in written if any(term)]
    pairs = of.pairs(key)
    assert len(written) == len(pairs) + 1
    for (sign, product, _), pair, n in zip(written, pairs, range(99), strict=False):
        assert sign == ("+" if n else "")
        assert [read(text) for text in product.split(" · ")] == [values[each] for each in pair]
    assert written[-1][0] == "="
    assert read(written[-1][1]) == values[key]
    assert label_of(key) in shown(picture.svg)


def test_a_sum_that_does_not_hold_as_it_is_printed_is_about_equal():
    thirds = [[1 / 3, 1 / 7]], [[1 / 7], [3.0]], [[1 / 3]]
    assert "≈" in shown(draw_lab(*thirds).svg)
    assert "≈" not in shown(MatrixLab().picture)


# --- nudge mode --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turned", FOUR)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_nudge_shows_how_far_c_moves(turned, layout):
    given_, switches, answers, _ = lab_of(turned, layout, whole=True, sizes=(2, 2, 3))
    for index in np.ndindex(answers["A"].shape):
        grown = [array.copy() for array in given_]
        grown[0][index] += 1
        step = by_key({"C": by_the_engine(*grown, **switches)["C"] - answers["C"]})
        key = "-".join(map(str, ("A", *index)))
        moves = {at: signed(change) for at, change in step.items() if change}
        assert badges(draw_lab(*given_, **switches, nudge=True, at=index)) == {key: "+1"} | moves


def badges(picture):
    """By key, the small numbers at the corners of boxes that show."""
    drawn, found = halves(picture), {}
    for element, x, y in placed(picture.svg):
        if element.get("data-badge") is not None and element.get("display") != "none":
            key = min(drawn, key=lambda key: abs(drawn[key].x + 58 - x) + abs(drawn[key].y - y))
            found[key] = texts(element)[0]
    return found


def signed(value):
    return svg.number(value) if value <= 0 else f"+{svg.number(value)}"


def test_without_nudge_mode_nothing_about_it_is_drawn():
    given_, switches = problem(np.random.default_rng(8), 2, 2, 2)
    assert not badges(draw_lab(*given_, **switches))
    assert "+1" in shown(draw_lab(*given_, **switches, nudge=True).svg)


# --- the picture as a whole --------------------------------------------------------------------------------


def test_the_still_image_shows_the_entry_at_rest():
    lab = MatrixLab(nudge=(1, 0))
    still = shown(lab.picture)
    assert {"dA[1,0]", "+6", "+7", "+8", "1 · 6", "1 · 8"} <= set(still)
    assert not any("Shift" in text for text in still), "a still image cannot be typed into"
    rects = {key: half.element.find(SVG + "rect") for key, half in halves(lab.drawn).items()}
    tinted = {key for key, rect in rects.items() if rect.get("fill") in svg.PAIRS}
    assert tinted == {f"{name}-{n}-{j}" for name, n in (("G", 1), ("B", 0)) for j in range(3)}
    data, _ = lab._repr_mimebundle_()
    assert data["text/plain"] == "C = A B, dA = G Bᵀ, dB = Aᵀ G"
    assert "dA = [[21, 30], [21, 30]]" in data["text/html"]


def test_formulas_can_be_hidden_until_they_are_found():
    lab = MatrixLab(formulas=False)
    data, _ = lab._repr_mimebundle_()
    for told in (lab.picture, lab.source, repr(lab), *map(str, data.values())):
        assert "Aᵀ" not in told
        assert "A.T" not in told
    lab.set(formulas=True)
    assert "dB = Aᵀ G" in shown(lab.picture)
    assert "dB = A.T @ G" in lab.source


@pytest.mark.parametrize("narrow", [False, True])
def test_every_preset_is_as_high_as_the_others(narrow):
    heights = set()
    for preset in MatrixLab.presets:
        for nudge in (False, True):
            lab = MatrixLab(preset=preset, nudge=nudge)
            lab.narrow = narrow
            heights.add(size(lab.drawn)[1])
            if lab.drawn.alt and not narrow:
                assert size(lab.drawn)[0] == size(MatrixLab().drawn)[0]
    assert len(heights) == 1


def size(picture):
    root = parse(picture.svg)
    return float(root.get("width")), float(root.get("height"))


@pytest.mark.parametrize("layout", BATCHES.values())
@pytest.mark.parametrize("sizes", [(1, 1, 1), (2, 2, 3), (1, 6, 1), (2, 4, 6)])
@pytest.mark.parametrize("narrow", [False, True])
def test_nothing_lies_on_anything_else_or_beyond_the_edge(layout, sizes, narrow):
    given_, switches, *_ = lab_of((False, True), layout, whole=True, sizes=sizes)
    picture = draw_lab(*given_, **switches, narrow=narrow, nudge=True)
    width, height = size(picture)
    boxes = [box for box in text_boxes(picture.svg) if box[0]]
    for n, (text, left, top, right, bottom) in enumerate(boxes):
        assert left >= 8, text
        assert right <= width - 8, text
        assert bottom <= height, text
        for other, x0, y0, x1, y1 in boxes[n + 1 :]:
            over = min(right, x1) - max(left, x0), min(bottom, y1) - max(top, y0)
            assert min(over) <= 1.5, (text, other)


@given(st.sampled_from(FOUR), st.integers(1, 3), st.floats(-9e5, 9e5), st.booleans())
@settings(max_examples=20, deadline=None)
def test_the_picture_keeps_its_size_whatever_the_numbers(turned, m, value, nudge):
    rng = np.random.default_rng(9)
    given_, switches = problem(rng, m, 2, 3, *turned, whole=True)
    before = size(draw_lab(*given_, **switches, nudge=nudge))
    given_[0][0, 0] = value
    assert size(draw_lab(*given_, **switches, nudge=nudge)) == before
