"""The stretched chain: its moves are measured and true to scale, and each goal is met by what it asks for."""

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from helpers import autodiff as ad
from helpers.widgets import Stretch
from helpers.widgets.stretch.chain import UNIT, chain_of
from helpers.widgets.stretch.drawing import NARROW, WIDE, Pulled, farthest, scale_of
from tests.drawing.svg_reading import parse, shown
from tests.widgets.pressing import press

SQUARES = {"x": 2.0, "a": np.square, "b": np.square, "y": np.square}
LAYERS = [np.square, np.exp, np.tanh, np.sqrt, lambda v: 3 * v]
EVERY = "every point"


def squares(**about):
    return Stretch(SQUARES, flag=1377, **about)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from(LAYERS), min_size=1, max_size=3), st.floats(0.3, 1.2), st.data())
def test_moves_agree_with_nudging_and_with_the_engine(layers, x, data):
    end = [v := x, *(v := layer(v) for layer in layers)][-1]
    assume(end < 1e5)  # beyond, floats stand too far apart to show what a millionth moves
    chain = chain_of("xabc"[: len(layers) + 1], layers, x)
    value = x
    for k, layer in enumerate(layers):
        above = layers[k:]
        f = lambda v, above=above: [v := layer(v) for layer in above][-1]  # noqa: E731
        assert chain.arrives[k] == pytest.approx(float(ad.grad(f)(value)), rel=1e-9)
        assert chain.moves([j == k for j in range(len(layers) + 1)])[-1] == pytest.approx(
            (f(value + UNIT) - f(value)) / UNIT, rel=1e-6
        )
        value = layer(value)
    pulls = data.draw(st.lists(st.integers(0, 6), min_size=len(layers) + 1, max_size=len(layers) + 1))
    straight = np.dot(pulls, chain.arrives)
    assert chain.moves(pulls)[-1] == pytest.approx(straight, rel=1e-3, abs=1e-6), "so small, nothing bends"
    shares = chain.shares(pulls)
    assert [each[-1] for each in shares] == pytest.approx(chain.moves(pulls))
    assert np.diff(shares[-1], prepend=0) == pytest.approx(
        np.multiply(pulls, chain.arrives), rel=1e-2, abs=1e-5
    )


def test_the_fewest_pulls_are_the_fewest():
    chain = squares().chain
    ways = itertools.product(range(5), repeat=4)
    wanted = min(sum(way) for way in ways if np.dot(way, [1024, 256, 32, 1]) == 1377)
    assert chain.fewest(1377, 6) == wanted
    assert chain.fewest(1023, 1) is None


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("level", [0.0, -3.0, -6.5])
def test_all_bars_have_one_scale_and_end_with_the_frame(narrow, level):
    stretch = squares()
    stretch.narrow = narrow
    stretch.set(pull_x=1, scale=level)
    place = NARROW if narrow else WIDE
    bars = [e for e in parse(stretch.picture).iter() if e.get("height") == "10"]
    widths = [float(bar.get("width")) for bar in bars]
    wanted = [min(place.hand * 2**level * move, place.room) for move in (1, 4, 32, 1024)]
    assert widths == pytest.approx([max(wide, 0.8) for wide in wanted], abs=0.01)


@pytest.mark.parametrize("place", [WIDE, NARROW])
def test_dragged_in_as_far_as_it_goes_the_end_stands_in_the_middle(place):
    chain = squares().chain
    for pull in (1, 6):
        end = chain.moves((pull, 0, 0, 0))[-1]
        now = Pulled(chain, (pull, 0, 0, 0), farthest(end, place))
        assert scale_of(now, place).x(end) == pytest.approx(place.zero + place.room / 2)


def test_what_is_out_of_the_frame_is_not_told():
    stretch = squares()
    stretch.set(pull_x=1, scale=-1)
    words = set(shown(stretch.picture))
    assert {"y = 256 + ?", "×8", "×?"} <= words
    assert not any("1024" in text or "×32" in text for text in words)
    assert "1024" not in stretch.drawn.alt
    stretch.set(scale=-7)
    assert {"y = 256.001\u2009024", "×32", "+1024"} <= set(shown(stretch.picture))


def test_each_goal_is_met_by_what_it_asks_for_and_by_nothing_else():
    stretch = squares()
    stretch.set(scale=-8)
    assert stretch.found == [], "nothing is pulled"
    press(stretch, "again")
    stretch.set(pull_x=2)
    assert stretch.found == [], "the end is out of the frame"
    for _ in range(9):
        press(stretch, "out")
    assert stretch.found == ["y moves 1024 per 1 of x: ×4, then ×8, then ×32."]
    press(stretch, "again")
    assert {"×4", "×8", "×32"} <= set(shown(stretch.picture)), "what was found stays"
    stretch.set(points=EVERY)
    assert stretch.values["pull_x"] == 0
    stretch.set(pull_a=5, pull_b=3, pull_y=1)
    assert "9 pulls, at the flag: fewer will do" in shown(stretch.picture)
    assert len(stretch.found) == 1, "with fewer it can be reached too"
    stretch.set(pull_a=1, pull_x=1)
    assert stretch.found[1].startswith("1 × 1024 + 1 × 256 + 3 × 32 + 1 × 1 = 1377: 6 pulls")


def test_what_a_pull_brings_is_known_once_it_was_pulled_or_the_way_back_is_there():
    stretch = squares()
    stretch.set(points=EVERY)
    assert {"1024", "256", "32"}.isdisjoint(shown(stretch.drawn.opening().svg))
    stretch.set(pull_a=2)
    stretch.set(pull_a=0)
    assert "256" in shown(stretch.drawn.opening().svg)
    assert stretch.drawn.last == 3
    assert stretch.transcript[1:] == [
        "y moves 1 × 32 = 32 per 1 of b.",
        "y moves 32 × 8 = 256 per 1 of a.",
        "y moves 256 × 4 = 1024 per 1 of x.",
    ]
    press(stretch, "again")
    assert "256" not in shown(stretch.drawn.opening().svg)


def test_its_stored_picture_tells_nothing_yet():
    stretch = squares(guess=44)
    words = " ".join(shown(stretch.picture))
    assert "y = 256" in words
    assert not any(told in words for told in ("1024", "32", "44", "×4", "×8"))
    assert "still picture" in stretch._repr_mimebundle_()[0]["text/html"]


@pytest.mark.parametrize(
    ("guess", "mark"), [(44, "your guess, +88"), (np.array(8.0), "your guess, +16"), (1e9, "farther out")]
)
def test_a_guess_stands_on_the_line_of_the_end(guess, mark):
    stretch = squares(guess=guess)
    stretch.set(pull_x=2, scale=-7)
    assert mark in " ".join(shown(stretch.picture))


@pytest.mark.parametrize("guess", [None, "a word", np.nan, -3.0, 0, np.ones(2), np.inf])
def test_a_guess_that_has_no_place_is_left_out(guess):
    stretch = squares(guess=guess)
    stretch.set(pull_x=2, scale=-7)
    assert "guess" not in " ".join(shown(stretch.picture))


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize(("said", "found"), [
    ([4, 8, 32, 1], "At x and a: there a pull does not move the end as the engine says."),
    ([1024, 256, 32, 1], "Nowhere: at every point a pull moves the end as the engine says."),
])  # fmt: skip
def test_pulls_find_out_where_an_engine_is_wrong(said, found, narrow):
    stretch = Stretch(SQUARES, arrives=said)
    stretch.narrow = narrow
    for name in "xab":
        stretch.set(**{f"pull_{name}": 1})
    assert not stretch.found, "y has not been pulled"
    stretch.set(pull_y=1)
    assert stretch.found == [found]
    wrong = {
        f"{'' if narrow else f'{each} '}≠ {true}"
        for each, true in zip(said, [1024, 256, 32, 1])
        if each != true
    }
    assert wrong == {text for text in shown(stretch.picture) if "≠" in text}
    struck = [part.text for part in parse(stretch.picture).iter() if part.get("text-decoration")]
    assert struck == (["8", "32"] if wrong else []), "what was forgotten: not at b, where it is a 1"
    assert {"×4", "×8", "×32"} <= set(shown(stretch.picture)), "the locals came through"


def test_a_rule_that_is_wrong_otherwise_has_its_factor_struck():
    stretch = Stretch(SQUARES, arrives=[1024, 16, 32, 1])
    stretch.set(pull_a=1)
    struck = [part.text for part in parse(stretch.picture).iter() if part.get("text-decoration")]
    assert struck == ["×8"]


def test_only_an_engine_can_have_a_rule_that_forgets():
    stretch = squares()
    stretch.set(pull_x=2)
    assert not [part for part in parse(stretch.picture).iter() if part.get("text-decoration")]


def test_what_an_engines_rule_does_is_not_told_before_it_is_tried():
    stretch = Stretch(SQUARES, arrives=[4, 8, 32, 1])
    assert shown(stretch.picture).count("rule") == 3
    stretch.set(pull_b=1)
    assert {"×32", "rule"} == {"×32", "×8", "×4", "rule"} & set(shown(stretch.picture))


def test_a_name_is_written_as_it_is():
    drawn = parse(Stretch({"<b>": 2.0, "<i>": np.square}, flag=9).picture)
    assert not {"b", "i"} & {part.tag.rpartition("}")[2] for part in drawn.iter()}
