"""The tiny model: its numbers are those of gradient descent, and each goal is met by what it asks for."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.drawing import svg
from helpers.drawing.svg.pictures import PAD
from helpers.widgets import TinyModel
from helpers.widgets.tiny_model.drawing import NARROW, WIDE, scale_of
from helpers.widgets.tiny_model.learning import moment, stepped
from tests.drawing.svg_reading import parse, placed, shown, text_boxes
from tests.widgets.pressing import press
from tests.widgets.test_narrow import words_have_room


def descend(w, b, target, rate, steps):
    """Gradient descent on (3 w + b − target)², written out."""
    for _ in range(steps):
        miss = 3 * w + b - target
        w, b = w - rate * 2 * miss * 3, b - rate * 2 * miss
    return w, b


@settings(max_examples=8, deadline=None)
@given(*[st.floats(-20, 20) for _ in range(3)], st.floats(0.005, 0.09), st.integers(1, 9))
def test_steps_go_downhill(w, b, target, rate, steps):
    now = moment(w, b, target)
    after = stepped(now, rate, target, steps=steps)
    np.testing.assert_allclose((after.w, after.b), descend(w, b, target, rate, steps), atol=1e-9)
    assert after.error <= now.error + 1e-12
    assert now.arrives["w"] == pytest.approx(6 * (now.guess - target))


def test_what_a_rule_that_forgets_does():
    start = moment(2.0, 1.0, 10.0, "3w")
    after = stepped(start, 0.02, 10.0, "3w", 50)
    assert after.w == pytest.approx(2.0 - 50 * 0.02 * 3)
    falls = [stepped(moment(2.0, 1.0, 10.0, "+"), 0.02, 10.0, "+", k).guess for k in range(5)]
    np.testing.assert_allclose(np.diff(falls), -0.2)
    unnoticed = stepped(moment(2.0, 1.0, 10.0, "square"), 0.02, 10.0, "square", 5)
    assert unnoticed.guess == stepped(moment(2.0, 1.0, 10.0), 0.02, 10.0, steps=5).guess


def test_each_goal_is_met_by_what_it_asks_for_and_by_nothing_else():
    model = TinyModel()
    model.set(w=2.5, b=2.5)
    assert model.found == [], "both ends were pulled"
    assert any("both" in words for words in shown(model.picture))
    press(model, "again")
    model.set(w=2.98)
    assert model.values["w"] == pytest.approx(3.0), "a pull that ends so near ends at the flag"
    assert len(model.found) == 1
    press(model, "again")
    model.set(w=3.0)
    assert len(model.found) == 1, "the same end again"
    press(model, "again")
    model.set(b=4.0)
    assert "+1 of w or +3 of b" in model.found[1]
    press(model, "again")
    model.set(w=2.0, rate=0.02)
    press(model, "take")
    assert (model.values["w"], model.step) == (2.0, 3), "the sweep first"
    press(model, "take")
    assert len(model.found) == 2, "8.2 is not 10"
    assert "8.2: not yet. Start again, with a longer arrow." in shown(model.picture)
    press(model, "again")
    model.set(rate=0.05)
    press(model, "take")
    assert len(model.found) == 3
    for gate in ("+", "3w"):
        model.set(forgets=gate)
        press(model, "many")
        assert len(model.found) == 3, "all three are to be tried"
    model.set(forgets="square")
    press(model, "many")
    assert "comes to rest at 5.5" in model.found[3]
    rest = stepped(moment(2.0, 1.0, 10.0, "3w"), 0.05, 10.0, "3w", 300)
    assert rest.guess == pytest.approx(5.5)
    press(model, "again")
    assert (model.values["w"], model.values["rate"]) == (2.0, 0.05), "whoever overshot goes on from there"


@pytest.mark.parametrize("w", [2.0, 3.0, 3.044, 3.3])
def test_what_the_step_says_stands_inside_the_picture(w):
    model = TinyModel(w=w, b=1.348, rate=0.058)
    arrives = moment(w, 1.348, 10.0).arrives
    steps = tuple(svg.signed(round(-0.058 * arrives[name], 3)) for name in ("w", "b"))
    boxes = [box for box in text_boxes(model.picture) if box[0].endswith(steps)]
    assert len(boxes) == 2
    assert all(left >= 0 and right <= WIDE.width + 8 for _, left, _, right, _ in boxes)


def test_what_is_only_passed_is_not_reached():
    model = TinyModel()
    model.set_state({"held": True})
    model.set(w=3.0)
    assert model.found == []
    model.set(w=3.5)
    model.set_state({"held": False})
    assert model.found == []
    model.set_state({"held": True})
    model.set(w=3.0)
    model.set_state({"held": False})
    assert len(model.found) == 1


def test_what_is_almost_nothing_is_no_factor_of_what_is_almost_nothing():
    model = TinyModel(k=3.0)
    for _ in range(5):
        press(model, "take")
    assert "L = k · error ≈ 0" in shown(model.picture)


def test_what_a_forgetful_step_says_stands_inside_the_picture():
    (box,) = [
        box
        for box in text_boxes(TinyModel(w=0.0, b=-20.0, rate=0.1, k=3.0).picture)
        if "if the square" in box[0]
    ]
    assert box[3] <= WIDE.width + 8


@given(st.floats(-2, 3), st.floats(-3, 3))
def test_a_last_layer_makes_all_that_arrives_k_times_as_much(k, w):
    plain, scaled = moment(w, 1.0, 10.0), moment(w, 1.0, 10.0, k=k)
    for name in ("error", "guess", "b", "w"):
        assert scaled.arrives[name] == pytest.approx(k * plain.arrives[name])
    assert moment(w, 1.0, 10.0, "square", k).arrives["w"] == pytest.approx(plain.arrives["w"])


def test_forgetting_comes_closer_by_luck_below_one_and_leads_astray_below_zero():
    model = TinyModel(k=3.0)
    model.set(k=0.5)
    for _ in range(5):
        assert model.found == []
        press(model, "take")
    assert "Closer, by luck: its first step was 2 times as long." in shown(model.picture)
    model.set(k=-1.0)
    assert {"×(−1)", "+0.36 if the square forgets"} <= set(shown(model.picture))
    for _ in range(5):
        assert model.found == []
        press(model, "take")
    assert "from −9 down to −260.3" in model.found[0]
    assert "L up to −0.054" in model.found[0]
    assert model.values["w"] < 2.0, "the model that is drawn is the right one"
    circles = {e.get("r"): float(e.get("cx")) for e in parse(model.picture).iter() if e.get("cx")}
    assert circles["9"] > circles["6.5"], "the ring of the other has gone to error 0"
    assert "away from error 0" in model.found[0]
    assert "flag" not in model.found[0], "none is drawn"
    assert "forgets" in shown(model.picture)
    ends = {words: right - PAD for words, _, _, right, _ in text_boxes(model.picture)}  # the last of a name
    handles = {e.get("cy"): float(e.get("cx")) - 10 for e in parse(model.picture).iter() if e.get("cx")}
    assert ends["b"] < handles["144"]
    press(model, "again")
    assert (model.values["k"], model.step) == (3.0, 4)


def test_an_error_that_is_not_zero_is_not_called_zero():
    model = TinyModel(w=3.0, b=0.99)
    assert "the error is 0.0001." in model.transcript[0]
    assert "error 0.0001" in shown(model.picture)
    model = TinyModel(w=3.0, b=1.0 - 1e-5)
    assert "the error is ≈ 0." in model.transcript[0]


@pytest.mark.parametrize(("b", "is_whole"), [(1.0, True), (-9.0, True), (-60.0, False), (1e3, False)])
def test_the_error_is_a_square_or_torn_off(b, is_whole):
    (square,) = re.findall(
        rf'd="M[\d.]+ \d+h([\d.]+)v([\d.]+)(\S.*?)z"[^>]*{re.escape(svg.PAIRS[2])}', TinyModel(b=b).picture
    )
    assert (square[2] == f"h-{square[1]}") == (square[0] == square[1]) == is_whole


def test_the_number_of_a_handle_stands_inside_the_picture_and_beside_its_bar():
    model = TinyModel(w=-2.0, b=25.75)
    numbers = {box[0]: box for box in text_boxes(model.picture)}
    handles = {e.get("cy"): float(e.get("cx")) for e in parse(model.picture).iter() if e.get("cx")}
    assert numbers["25.75"][3] <= WIDE.width + 8
    assert numbers["−2"][3] - PAD < handles["32"]


def test_its_stored_picture_tells_nothing_yet():
    opening = TinyModel().drawn.opening()
    visible = set(shown(opening.svg))
    assert {"?", "7", "10", "1", "error 9"} <= visible
    assert not {"−18", "−6"} & visible
    assert "still picture" in TinyModel()._repr_mimebundle_()[0]["text/html"]


@pytest.mark.parametrize("place", [WIDE, NARROW])
@pytest.mark.parametrize("w", [-40.0, 0.0, 2.0, 300.0])
def test_everything_has_room_on_one_scale(place, w):
    now = moment(w, 1.0, 10.0)
    scale = scale_of(now, 10.0, place)
    for value in (0, now.w, now.product, now.guess, 10.0):
        assert place.zero - 1e-6 <= scale.x(value) <= place.width


def test_what_is_lost_says_so_and_stays_where_it_was():
    model = TinyModel(rate=5.0)
    for _ in range(4):
        press(model, "many")
    assert "lost" in " ".join(model.errors.values())
    assert np.isfinite(list(model.values.values())[:3]).all()
    press(model, "again")
    assert model.errors == {}


def test_nothing_arrives_where_nothing_is_missing():
    model = TinyModel(w=3.0)
    assert model.transcript[0] == "The guess is 10, as wanted: the error is 0."
    assert model.transcript[1].startswith("The error moves 1 per 1 of itself")
    assert "nan" not in model.picture.lower()


@pytest.mark.parametrize("narrow", [0, 588])
def test_the_words_of_a_short_step_stand_beside_its_arrow(narrow):
    model = TinyModel(w=0.8, b=0.6, forgets="+")
    model.set_state({"narrow": narrow})
    (words,) = [box for box in text_boxes(model.picture) if "× 1 = −0.02" in box[0]]
    heads = [
        (x + max(map(float, way[::2])), y + float(way[1]))
        for part, x, y in placed(model.picture)
        if part.get("fill") == svg.GRADIENT and (way := re.findall(r"-?[\d.]+", part.get("d", "")))
    ]
    tips = [x for x, y in heads if words[2] < y < words[4]]
    assert tips
    assert max(tips) < words[1]


def test_what_is_said_of_a_step_has_room_in_the_slimmest_picture():
    model = TinyModel(narrow=320)
    model.goals, model.found = model.goals[2:], []
    press(model, "take")
    assert any("a step needs" in words for words in shown(model.picture))
    words_have_room(model.picture)


def test_the_first_loss_stands_beside_its_words():
    model = TinyModel(k=2.7)
    model.set_state({"narrow": 588})
    boxes = {text: (left, right) for text, left, _, right, _ in text_boxes(model.picture)}
    (words,) = [right for text, (_, right) in boxes.items() if text.startswith("L should")]
    assert words < boxes["24.3"][0]
