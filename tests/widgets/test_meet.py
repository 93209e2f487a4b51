"""C = A B by hand: what is measured, what locks, what agrees, and when a goal is met."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from helpers import autodiff as ad
from helpers.drawing import svg
from helpers.widgets import Meet
from helpers.widgets.meet.drawing import sum_of
from helpers.widgets.meet.product import OTHER, SIDES, Card, Product
from tests.drawing.svg_reading import parse, placed, shown, text_boxes
from tests.widgets.pressing import press

A, B, G = [[1, 2], [3, 4]], [[6, 7, 8], [9, 10, 11]], [[1, 0, 2], [0, 3, -1]]
TRUE = {"A": np.array(G) @ np.transpose(B), "B": np.transpose(A) @ np.array(G)}
WHOLE = st.integers(-9, 9).map(float)


def meet(**about):
    return Meet(A, B, **{"upstream": G} | about)


def pull(exhibit, entry, by=1.0):
    exhibit.set(**{f"pull_{entry}": by})


def opened(**about):
    exhibit = meet(**about)
    exhibit.set(answer=[[13.0]])
    return exhibit


@st.composite
def products(draw):
    m, p, n = draw(st.integers(1, 3)), draw(st.integers(1, 2)), draw(st.integers(1, 3))
    shapes = (m, p), (p, n), (m, n)
    return Product(*(draw(hnp.arrays(float, shape, elements=WHOLE)) for shape in shapes))


@settings(max_examples=60, deadline=None)
@given(products())
def test_what_an_entry_is_worth_is_what_the_engine_sends(product):
    sent = ad.vjp(np.matmul, product.A, product.B)[1](product.G)
    for name, gradient in zip("AB", sent, strict=True):
        np.testing.assert_allclose(product.worth(name), gradient, atol=1e-9)
        for i, j in np.ndindex(gradient.shape):
            terms = [
                product.G[move.at] * getattr(product, OTHER[name])[move.by]
                for move in product.moves(name, i, j)
            ]
            assert sum(terms) == pytest.approx(gradient[i, j])
            written = sum_of(product, (name, i, j)).replace("·", "*").replace("−", "-")
            assert eval(written) == pytest.approx(gradient[i, j])


@settings(max_examples=60, deadline=None)
@given(products(), st.sampled_from("AB"), st.booleans(), st.sampled_from(SIDES))
def test_a_factor_locks_where_numpy_multiplies_and_is_right_where_the_engine_agrees(
    product, name, turned, side
):
    card = Card(product, name, turned, side)
    pair = (product.G, card.array) if side == "right" else (card.array, product.G)
    assert card.locks == (pair[0].shape[1] == pair[1].shape[0])
    target = getattr(product, OTHER[name])
    assert card.fits == (card.locks and (pair[0] @ pair[1]).shape == target.shape)
    sent = ad.vjp(np.matmul, product.A, product.B)[1](product.G)["BA".index(name)]
    assert card.right == (card.fits and np.allclose(pair[0] @ pair[1], sent))
    if turned and side == ("right" if name == "B" else "left"):
        assert card.right


@pytest.mark.parametrize("narrow", [False, True])
@settings(max_examples=20, deadline=None)
@given(products(), st.data())
def test_nothing_is_cropped(narrow, product, data):
    if not product.worth("A")[-1, 0]:
        return
    exhibit = Meet(product.A, product.B, upstream=product.G)
    exhibit.narrow = narrow
    exhibit.set(answer=[[float(product.worth("A")[-1, 0])]])
    make = data.draw(st.sampled_from(["dA", "dB"]))
    exhibit.set(make=make)
    stands = {"dA": ["B", "Bᵀ"], "dB": ["A", "Aᵀ"]}[make]
    exhibit.set(stands=data.draw(st.sampled_from(stands)), side=data.draw(st.integers(0, 1)))
    width, height = exhibit.drawn.size
    for rect in [*parse(exhibit.picture).iter("{http://www.w3.org/2000/svg}rect")][1:]:
        x, y, wide, high = (float(rect.get(name)) for name in ("x", "y", "width", "height"))
        assert -16 <= x <= x + wide <= width - 16
        assert -16 <= y <= y + high <= height
    for text, left, _, right, _ in text_boxes(exhibit.picture):
        assert 0 <= left < right <= width, text


def test_its_stored_picture_tells_nothing_yet():
    words = shown(meet(guess=G).picture)
    assert {"24", "68", "3"} <= set(words)
    assert not {"22", "31", "13", "19"} & set(words)
    assert "still picture" in meet()._repr_mimebundle_()[0]["text/html"]


def test_no_worth_is_told_before_one_was_tried():
    exhibit = meet()
    pull(exhibit, "A_0_0")
    assert "1 · 6 + 0 · 7 + 2 · 8 = 22" not in " ".join(shown(exhibit.picture))
    exhibit.set(answer=[[5.0]])
    pull(exhibit, "A_0_0", 0.0)
    pull(exhibit, "A_0_0")
    assert "1 · 6 + 0 · 7 + 2 · 8 = 22" in " ".join(shown(exhibit.picture))


@pytest.mark.parametrize("narrow", [0, 620])
@pytest.mark.parametrize("entry", ["A_0_0", "A_1_0", "B_0_0", "B_0_1"])
@pytest.mark.parametrize("by", [0.75, 1.0])
def test_what_moves_covers_no_words(narrow, entry, by):
    exhibit = meet()
    exhibit.narrow = narrow
    pull(exhibit, entry, by)
    chips_cover_no_words(exhibit, lambda rect: rect.get("fill") == svg.ACCENT)


def chips_cover_no_words(exhibit, is_one):
    for pill, x, y in placed(exhibit.picture):
        if not pill.tag.endswith("rect") or not is_one(pill):
            continue
        left, top, wide, high = (float(pill.get(name)) for name in ("x", "y", "width", "height"))
        for text, start, above, end, below in text_boxes(exhibit.picture):
            if abs(start + end - 2 * (x + left) - wide) > 2:  # else it is the pill's own number
                across = min(end, x + left + wide) - max(start, x + left)
                tall = below - above
                down = min(below - 0.2 * tall, y + top + high) - max(above + 0.1 * tall, y + top)
                assert min(across, down) < 2, text


def test_half_a_pull_moves_a_row_half_as_far_and_shows_no_worth():
    exhibit = opened()
    pull(exhibit, "A_0_0", 0.5)
    words = set(shown(exhibit.picture))
    assert {"1.5", "27", "30.5", "34", "+3", "+3.5", "+4", "54"} <= words
    assert "22" not in words
    assert "Row 0 of C moves by row 0 of B, times 0.5." in exhibit.drawn.alt
    assert exhibit.film == {}


def test_a_whole_pull_adds_the_products_up_and_another_lets_it_go():
    exhibit = opened()
    pull(exhibit, "A_0_1")
    words = set(shown(exhibit.picture))
    assert {"31", "1 · 9 + 0 · 10 + 2 · 11 = 31"} <= words
    assert exhibit.film["runs"]
    pull(exhibit, "B_1_2")
    assert exhibit.values["pull_A_0_1"] == 0
    assert "Column 2 of C moves by column 1 of A; column 2 of G says" in exhibit.drawn.alt
    assert "2 · 2 + (−1) · 4 = 0" in set(shown(exhibit.picture))


def test_opened_it_begins_with_the_two_products():
    exhibit = meet(opened=True)
    assert len(exhibit.goals) == 2
    assert not {"13", "0 · 6 + 3 · 7 + (−1) · 8 = 13"} & set(shown(exhibit.picture)), "it is to be made"
    exhibit.set(stands="Bᵀ")
    press(exhibit, "again")
    assert exhibit.values["stands"] == "B"
    exhibit.set(stands="Bᵀ", side=1)
    exhibit.set(make="dB")
    exhibit.set(stands="Aᵀ", side=0)
    rows, columns = (f"{each} meet those of G." for each in ("Rows of B", "Columns of A"))
    assert exhibit.found == [f"dA = G Bᵀ: 3 teeth. {rows}", f"dB = Aᵀ G: 2 teeth. {columns}"]


def test_of_a_vector_one_tooth_locks():
    exhibit = Meet(A, [[5], [6]], upstream=[[10], [1]], opened=True)
    exhibit.set(stands="Bᵀ", side=1)
    exhibit.set(make="dB")
    exhibit.set(stands="Aᵀ", side=0)
    one = "dA = G Bᵀ: one tooth. Each number of G meets each of B."
    assert exhibit.found == [one, "dB = Aᵀ G: 2 teeth. Columns of A meet those of G."]


def test_what_is_asked_is_not_told_before_it_is_typed():
    exhibit = meet()
    pull(exhibit, "A_1_0")
    assert "Row" not in exhibit.drawn.alt, "what moves is to be seen"
    assert "0 · 6" not in " ".join(shown(exhibit.picture)), "not before a try"
    assert exhibit.film == {}
    exhibit.set(answer=[[1.0]])
    assert "Not 1: each move" in exhibit.drawn.alt, "perhaps 13 is on its way"
    assert "0 · 6" not in " ".join(shown(exhibit.picture))
    for typed, said in {
        21: "Not 21. Multiply each move, 6, 7 and 8, by its number of G.",
        31: "Not 31, which is what one more unit of A[0,1] is worth.",
        0: "Not 0: each move of C times its number of G, and all added up.",
        20: "Not 20: each move of C times its number of G, and all added up.",
    }.items():
        exhibit.set(answer=[[typed]])
        assert exhibit.drawn.alt.endswith(said)
        assert "+6" in shown(exhibit.picture), "it stays up while its box is filled in"
        assert "0 · 6" not in " ".join(shown(exhibit.picture)), "not before it is pulled again"
    exhibit.set_state({"inputs": {**exhibit.inputs, "answer": [["0*6 + 7*3"]]}})
    assert exhibit.drawn.alt.endswith("Not 21: each move of C times its number of G, and all added up.")
    exhibit.set_state({"inputs": {**exhibit.inputs, "answer": [["abc"]]}})
    assert "“abc” is not a number" in exhibit.errors["answer[0,0]"]
    assert "Not" not in exhibit.drawn.alt, "it is not 20 any more"
    exhibit.set(answer=[[19]])
    pull(exhibit, "A_0_1")
    exhibit.set(answer=[[20]])
    assert exhibit.values["pull_A_0_1"] == 0
    assert exhibit.drawn.alt.endswith("all added up. Pull A[1,0] to see each.")
    pull(exhibit, "A_1_0")
    assert "0 · 6 + 3 · 7 + (−1) · 8 = ?" in set(shown(exhibit.picture))
    pull(exhibit, "A_1_0", 0.0)
    assert "Not 20: each" in exhibit.drawn.alt
    assert "Pull" not in exhibit.drawn.alt
    assert "13" not in shown(exhibit.picture)
    assert exhibit.found == []
    exhibit.set_state({"inputs": {**exhibit.inputs, "answer": [["21-8"]]}})
    assert exhibit.found == ["dA[1,0] = 0 · 6 + 3 · 7 + (−1) · 8 = 13: row 1 of G meets row 0 of B."]


def test_each_factor_is_right_in_one_of_its_four_places_and_every_other_says_why():
    exhibit = opened()
    why = {
        ("B", 0): "A row of B has 3 numbers, a column of G has 2: they cannot meet.",
        ("B", 1): "A row of G has 3 numbers, a column of B has 2: they cannot meet.",
        ("Bᵀ", 0): "It locks, but Bᵀ G is 3 × 3, and dA must be 2 × 2, as A is.",
        ("Bᵀ", 1): "It locks, and a nudge of each entry says the same.",
        ("A", 0): "A G locks and has B’s shape, but is wrong: in red, what it gives ≠ what a nudge gives.",
        ("A", 1): "A row of G has 3 numbers, a column of A has 2: they cannot meet.",
        ("Aᵀ", 1): "A row of G has 3 numbers, a column of Aᵀ has 2: they cannot meet.",
        ("Aᵀ", 0): "It locks, and a nudge of each entry says the same.",
    }
    for (stands, side), says in why.items():
        exhibit.set(make="dA" if "B" in stands else "dB")
        exhibit.set(stands=stands, side=side)
        assert says in exhibit.drawn.alt
    why = "A product lets rows meet columns: so the "
    assert exhibit.found[1:] == [f"{why}rows of B become columns.", f"{why}columns of A become rows."]


def test_a_product_that_fits_and_is_wrong_is_set_beside_what_a_nudge_gives():
    exhibit = opened()
    exhibit.set(make="dB")
    exhibit.set(side=0)
    wrong = np.array(A) @ np.array(G)
    told = {
        f"{w:g}≠{t:g}".replace("-", "−") for w, t in zip(wrong.flat, TRUE["B"].flat, strict=True) if w != t
    }
    assert told <= set(shown(exhibit.picture))
    assert len(exhibit.found) == 1


def test_what_was_made_and_agrees_stands_in_the_list():
    exhibit = opened()
    exhibit.set(make="dB")
    assert "cannot meet" in exhibit.drawn.alt, "it is not placed yet"
    before = shown(exhibit.picture).count("?")
    exhibit.set(side=0)
    exhibit.set(stands="Aᵀ")
    assert before - shown(exhibit.picture).count("?") == 6 + 6, "in the list, and in the boxes"


def test_a_turned_factor_travels_across_its_diagonal_and_ends_where_it_is_drawn():
    exhibit = opened()
    exhibit.set(side=1)
    exhibit.set(stands="Bᵀ")
    tracks = json.loads(exhibit.film["tracks"])
    parts = {e.get("data-film"): e for e in parse(exhibit.picture).iter() if e.get("data-film")}
    tiles = {
        parts[key].text: track
        for key, track in tracks.items()
        if parts[key].text in set("678") | {"9", "10", "11"} and "x" in track
    }
    assert set(tiles) == {"6", "7", "8", "9", "10", "11"}
    for text, track in tiles.items():
        assert float(parts_of(parts, text).get("x")) == pytest.approx(track["x"][-1], abs=0.01)
    assert tiles["7"]["x"][0] == pytest.approx(tiles["6"]["x"][0] + 32), "a row before"
    assert tiles["7"]["x"][-1] == pytest.approx(tiles["6"]["x"][-1]), "a column after"


def parts_of(parts, text):
    return next(part for part in parts.values() if part.text == text)


def test_start_again_hides_all_and_keeps_what_was_found():
    exhibit = opened()
    press(exhibit, "again")
    assert len(exhibit.found) == 1
    assert "13" not in shown(exhibit.picture)
    assert "make" not in exhibit.values


@pytest.mark.parametrize("guess", [None, "six", 6.0, np.ones(3), [[np.nan] * 3] * 2])
def test_a_guess_that_has_no_place_is_left_out(guess):
    exhibit = meet(guess=guess)
    pull(exhibit, "A_0_0")
    assert "dashed: your guess" not in shown(exhibit.picture)


@pytest.mark.parametrize("narrow", [0, 320, 620])
def test_a_guess_stands_beside_the_numbers_of_c(narrow):
    exhibit = meet(guess=[[5, 12, 11], [1, 0, 0]])
    exhibit.narrow = narrow
    pull(exhibit, "A_0_0")
    assert {"+5", "+12", "+11", "+1", "dashed: your guess"} <= set(shown(exhibit.picture))
    chips_cover_no_words(exhibit, lambda rect: rect.get("stroke-dasharray") == "2 2")
    pull(exhibit, "A_0_1")
    assert "+5" not in shown(exhibit.picture)
