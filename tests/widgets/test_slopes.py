"""The hidden slopes: what arrives is the mixture, and a line is known once it came alone."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers import autodiff as ad
from helpers.drawing import svg
from helpers.drawing.svg.pictures import PAD
from helpers.widgets import Slopes
from helpers.widgets.slopes.drawing import Place, Told, draw_slopes
from helpers.widgets.slopes.hunt import Hunt
from tests.drawing.svg_reading import parse, shown, text_boxes
from tests.widgets.pressing import press

NAMES = {"x": ["width", "depth"], "y": ["area", "fence", "path"]}
HALVES = st.integers(-6, 6).map(lambda k: k / 2)


def garden(x):
    return np.stack([x[0] * x[1], 2 * (x[0] + x[1]), np.sqrt(x[0] ** 2 + x[1] ** 2)])


def by_rows(**about):
    return Slopes(garden, [4.0, 3.0], names=NAMES, flags=(4, 6), **about)


def by_columns(**about):
    return Slopes(garden, [3.0, 4.0], by="columns", names=NAMES, flags=(0, 1, None), **about)


def sweep(slopes, *weights):
    slopes.set(**{f"weight_{k}": float(weight) for k, weight in enumerate(weights)})
    press(slopes, "sweep")


def put(slopes, line):
    slopes.set_state({"inputs": {**slopes.inputs, "pick": f"line {line}"}})


def open_box(slopes):
    count = len(slopes.hunt.table)
    for line in range(count):
        sweep(slopes, *np.eye(count)[line])
        put(slopes, line)
    return slopes


@settings(max_examples=20, deadline=None)
@given(st.lists(HALVES, min_size=3, max_size=3), st.lists(HALVES, min_size=2, max_size=2))
def test_what_arrives_is_what_the_engine_gives(u, t):
    rows, columns = open_box(by_rows()), open_box(by_columns())
    sweep(rows, *u)
    sweep(columns, *t)
    (vjp,) = ad.vjp(garden, np.array([4.0, 3.0]))[1](np.array(u))
    assert rows.hunt.total == pytest.approx(vjp)
    assert columns.hunt.total == pytest.approx(ad.jvp(garden, [np.array([3.0, 4.0])], [np.array(t)])[1])
    assert set(map(float, _sums(rows))) == {round(float(v), 9) + 0.0 for v in vjp}


def _sums(slopes):
    """The numbers that stand at the sums."""
    texts = [e for e in parse(slopes.picture).iter() if e.get("font-size") == "20" and e.get("opacity")]
    return [text.text.replace("−", "-") for text in texts]


@settings(max_examples=30, deadline=None)
@given(st.sets(st.integers(0, 2)), st.lists(HALVES, min_size=3, max_size=3), st.integers(0, 2))
def test_a_line_is_found_only_where_it_is_the_one_strange_line(known, weights, line):
    table = np.array([[3.0, 4.0], [2.0, 2.0], [0.8, 0.6]])
    hunt = Hunt(table, tuple(weights), frozenset(known), (tuple(weights),), 0)
    alone = len(known) < 3 and [k for k in range(3) if weights[k] and k not in known] == [line]
    after = hunt.claimed(line)
    assert (after.known != hunt.known) == alone
    if not alone:
        return
    assert hunt.rest == pytest.approx(weights[line] * table[line])


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("by", ["rows", "columns"])
@settings(max_examples=10, deadline=None)
@given(st.lists(HALVES, min_size=3, max_size=3))
def test_nothing_is_drawn_beyond_the_picture(by, narrow, weights):
    slopes = open_box(by_rows() if by == "rows" else by_columns())
    slopes.narrow = narrow
    sweep(slopes, *weights[: len(slopes.hunt.table)])
    width = Place(slopes.hunt, by == "rows", narrow, Told((), (), (), ())).width
    for rect in parse(slopes.picture).iter("{http://www.w3.org/2000/svg}rect"):
        left, wide = (float(rect.get(name)) for name in ("x", "width"))
        assert left >= -16, "the margin"
        assert left + wide <= width + 32


def test_bars_have_one_scale_and_lie_end_to_end():
    slopes = open_box(by_rows())
    sweep(slopes, 1, 2, 1)
    place = Place(slopes.hunt, True, False, slopes._told)
    bars = [e for e in parse(slopes.picture).iter() if e.get("height") == "13"]
    bars = [(float(e.get("x")), float(e.get("width"))) for e in bars if float(e.get("y")) > place.bottom]
    unit, start = place.unit, place.lane(0, 0)[0]
    assert bars[:3] == [
        (pytest.approx(start + before * unit, abs=0.02), pytest.approx(value * unit, abs=0.02))
        for before, value in [(0, 3), (3, 4), (7, 0.8)]
    ]


def test_the_shut_box_tells_nothing():
    slopes = by_rows(guess=6)
    words = shown(slopes.picture)
    assert words.count("?") == 6 + 2
    assert not {"3", "0.8", "0.6", "5.8"} & set(words)
    assert "still picture" in slopes._repr_mimebundle_()[0]["text/html"]
    press(slopes, "sweep")
    assert {"5.8", "6.6"} <= set(shown(slopes.picture))
    assert "0.8" not in " ".join(shown(slopes.picture)).split()


def test_a_wrong_claim_says_why_and_stays_as_a_mark():
    slopes = by_rows()
    put(slopes, 0)
    assert "Nothing has arrived for these weights: sweep first." in slopes.drawn.alt
    press(slopes, "sweep")
    put(slopes, 0)
    assert "Not area alone: fence and path are in these numbers too." in slopes.drawn.alt
    assert {"not 5.8", "not 6.6"} <= set(shown(slopes.picture))
    sweep(slopes, 1, 0, 0)
    put(slopes, 1)
    assert "The weight of fence was 0: nothing of fence is in these numbers." in slopes.drawn.alt
    assert slopes.hunt.known == set()
    assert slopes.found == []
    sweep(slopes, 1, 0, 1)
    put(slopes, 2)
    assert "Subtracting two sweeps would leave path." in slopes.drawn.alt


def test_a_number_of_a_wrong_claim_that_happens_to_be_the_slope_is_not_denied():
    slopes = Slopes(np.square, [1.0, 2.0])
    press(slopes, "sweep")
    put(slopes, 0)
    assert [words for words in shown(slopes.picture) if words.startswith("not")] == ["not 4"]
    put(slopes, 1)
    assert {"not 2", "not 4"} <= set(shown(slopes.picture))


def test_a_single_number_arrives():
    slopes = Slopes(lambda x: 3 * x, [1.0])
    assert "one number arrives" in slopes.drawn.alt
    press(slopes, "sweep")
    assert "3 arrives. Whose slope is this?" in slopes.drawn.alt


def test_a_multiple_of_an_earlier_sweep_brings_nothing_new():
    slopes = by_rows()
    press(slopes, "sweep")
    assert "5.8 and 6.6 arrive. Grey is what shut rows bring." in slopes.drawn.alt
    sweep(slopes, -2, -2, -2)
    assert "arrive: −2 times an earlier sweep, nothing new." in slopes.drawn.alt
    sweep(slopes, 2, 2, 1)
    assert "Whose slopes are these?" in slopes.drawn.alt


@pytest.mark.parametrize("by", ["rows", "columns"])
def test_what_ones_bring_of_a_diagonal_box_is_said_and_of_no_other(by):
    open_box(squares := Slopes(np.square, [1.0, 2.0], by=by))
    assert squares.found[0].endswith("One with ones brings 2 and 4, but no news of the zeros.")
    open_box(garden := by_rows())
    assert garden.found[0].endswith("one for each output.")


@pytest.mark.parametrize("flags", [(4, -4), (-4, 4), (8, 8)])
def test_a_flag_stands_beside_its_own_axis_from_the_start(flags):
    slopes = Slopes(np.square, [1.0, 2.0], flags=flags)
    shut = Place(slopes.hunt, True, 0, slopes._told)
    place = Place(open_box(slopes).hunt, True, 0, slopes._told)
    assert shut.unit == place.unit
    for e, flag in enumerate(flags):
        x = place.sum(e)[0] + flag * place.unit
        assert place.column(e) + 12 <= x <= place.column(e) + place.wide - 20, "where the scale has ticks"


def test_a_head_stands_over_its_column_and_a_number_below_0_at_the_left_of_its_zero():
    slopes = open_box(by_rows())
    slopes.set(weight_0=1.0, weight_1=-2.0, weight_2=-2.0)
    place = Place(slopes.hunt, True, 0, slopes._told)
    ends = {text: (left - PAD, right - PAD) for text, left, _, right, _ in text_boxes(slopes.picture)}
    assert np.mean(ends["width = 4"]) == pytest.approx(place.column(0) + place.wide / 2)
    assert ends["−2.6"][1] < place.sum(0)[0]


def test_the_first_sweep_is_looked_at_again_for_nothing_and_gives_the_third_row():
    slopes = by_rows()
    press(slopes, "sweep")
    for line in (0, 2):
        sweep(slopes, *np.eye(3)[line])
        put(slopes, line)
    slopes.set_state({"inputs": {**slopes.inputs, "pick": "sweep 0"}})
    assert "The grey rest comes from no row you know." in slopes.drawn.alt
    put(slopes, 1)
    assert slopes.found == ["All found with 3 sweeps, and no fewer sweeps would do: one for each output."]


def test_a_sweep_made_before_costs_nothing_and_more_than_enough_is_said():
    slopes = by_rows()
    for _ in range(2):
        press(slopes, "sweep")
    assert len(slopes.hunt.sweeps) == 1
    sweep(slopes, 2, 0, 0)
    open_box(slopes)
    assert slopes.found == ["All found with 5 sweeps, where three are enough: one for each output."]


def test_the_flags_are_reached_by_the_mixture_that_stands_there_and_by_no_other():
    slopes = by_rows()
    sweep(slopes, 2, -1, 0)
    assert slopes.found == [], "the box is still shut"
    open_box(slopes)
    slopes.set(weight_0=2.0, weight_1=-0.5, weight_2=0.0)
    assert len(slopes.found) == 1
    slopes.set(weight_1=-1.0)
    assert slopes.found[1] == "Both flags: 2 · area − 1 · fence. The rows, each times its weight, added up."
    columns = open_box(by_columns())
    columns.set(weight_0=-1.5, weight_1=2.0)
    assert columns.found[1].startswith("Both flags: −1.5 · width + 2 · depth.")
    assert "Pull: the speed" not in columns.drawn.alt


def test_start_again_shuts_the_box_and_asks_for_all_of_it_again():
    slopes = open_box(by_rows())
    press(slopes, "again")
    assert (slopes.hunt.known, slopes.hunt.sweeps) == (set(), ())
    assert slopes.found == []
    assert slopes.values["weight_1"] == 1.0


def test_only_a_sweep_and_a_claim_move_and_end_where_the_picture_stands():
    slopes = by_rows()
    assert slopes.film == {}
    press(slopes, "sweep")
    first = slopes.film["runs"]
    press(slopes, "sweep")
    assert slopes.film["runs"] != first, "it is shown again"
    slopes.set(weight_1=0.0)
    assert slopes.film == {}
    told = slopes._told._replace(done=("sweep", 0, 1))
    shut = draw_slopes(by_rows().hunt.swept(), told, True).film.tracks.values()
    assert not any(len({*track.get("y", ())}) > 1 for track in shut), "it comes from no row alone"
    moving = draw_slopes(open_box(slopes).hunt, told, True)
    assert moving.film.tracks, "the rows fall"
    assert len({len(values) for track in moving.film.tracks.values() for values in track.values()} - {1}) == 1


def exams(hours):
    return np.array([[3.0, 2.0], [1.0, 4.0]]) @ hours


def mixer(f=exams, x=(2.0, 3.0), afterwards="agree", **about):
    return Slopes(f, list(x), afterwards=afterwards, **about)


@settings(max_examples=20, deadline=None)
@given(st.lists(HALVES, min_size=2, max_size=2))
def test_weighting_first_is_the_engines_upstream_and_afterwards_is_its_finished_gradient_times_it(u):
    slopes = mixer(labels=("upstream g1", "g1 @ J", "g1 * g2", "g2"))
    slopes.set(**{f"weight_{k}": weight for k, weight in enumerate(u)})
    hours = np.array([2.0, 3.0])
    assert slopes.hunt.total == pytest.approx(ad.vjp(exams, hours)[1](np.array(u))[0])
    finished = ad.grad(lambda x: np.sum(exams(x)))(hours)
    assert slopes.hunt.afterwards == pytest.approx(finished * u)
    words = shown(slopes.picture)
    late = (f"{svg.number(u[k])} × {added} = {svg.number(u[k] * added)}" for k, added in enumerate((4, 6)))
    assert {
        "upstream g1",
        "g1 @ J",
        "g1 * g2",
        "g2 = [4, 6]",
        *map(svg.number, slopes.hunt.total),
        *late,
    } <= {*words}


def test_the_flag_at_0_is_reached_by_the_weights_that_cancel_and_not_by_none():
    slopes = mixer(flags=(0, None), names={"x": ["algebra", "geometry"], "y": ["one", "two"]})
    slopes.set(weight_0=0.0, weight_1=0.0)
    assert (slopes.found, "Weights of 0 ask for nothing" in slopes.drawn.alt) == ([], True)
    slopes.set(weight_0=0.5, weight_1=-1.5)
    assert slopes.found == ["The flag: 0.5 · one − 1.5 · two. The rows, each times its weight, added up."]
    assert "−5 arrive. Below, multiplied afterwards: [2, −9]" in slopes.drawn.alt
    assert "Dashed: the rows added up, then multiplied." in slopes.drawn.alt
    slopes.set(weight_0=-1.0, weight_1=-1.0)
    assert slopes.found[1] == "Both ways agree. All weights are equal: one factor, before the sum or after."


def test_a_box_that_is_open_from_the_start_has_one_scale_for_all_weights():
    slopes = mixer(flags=(0, None))
    scales = set()
    for weights in ((1, 1), (1, -3), (-3, -3), (3, 3)):
        slopes.set(weight_0=weights[0], weight_1=weights[1])
        scales.add(Place(slopes.hunt, True, 0, slopes._told).unit)
    assert len(scales) == 1


def test_the_dashed_bar_comes_to_a_flag_at_0_without_its_own_weight_alone():
    names = {"x": ["algebra", "geometry"], "y": ["one", "two"]}
    slopes = mixer(flags=(0, None), afterwards="flags", names=names)
    for pulled in np.arange(-3, 3.5, 0.5):
        slopes.set(weight_1=pulled)
    assert not slopes.found, "one pull is enough"
    slopes.set(weight_0=0.5, weight_1=-1.5)
    assert len(slopes.found) == 1, "the solid bar is at the flag, and the dashed one is not"
    slopes.set(weight_0=0.0)
    assert slopes.found[1] == (
        "The dashed bar, 0 × 4 = 0, knows the weight of one alone. "
        "The solid one mixes the rows, and stands at −1.5."
    )


def test_weights_of_0_are_no_news_of_a_shut_box():
    slopes = by_rows()
    sweep(slopes, 0, 0, 0)
    assert "Weights of 0 ask for nothing: pull one of them." in slopes.drawn.alt
    sweep(slopes, 1, 0, 0)
    put(slopes, 0)
    sweep(slopes, 2, 0, 0)
    assert "Nothing new: all of this was known." in slopes.drawn.alt


def test_a_sweep_that_gives_a_row_stays_in_the_list():
    slopes = by_rows()
    for weights in ((1, 0, 0), (0, 1, 0), (1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (2, 1, 1)):
        sweep(slopes, *weights)
    slopes.set_state({"inputs": {**slopes.inputs, "pick": "sweep 1"}})
    put(slopes, 1)
    assert "Click a listed sweep that holds just one missing row." in slopes.drawn.alt
    assert "sweep 1 again: 1 0 0 brought 3 4" in slopes.picture.replace("  ", " ")


def test_both_ways_agree_for_any_weights_where_nothing_is_added():
    squares = mixer(np.square, [1.0, 2.0])
    squares.set(weight_0=0.5, weight_1=2.0)
    assert squares.found[0].startswith("Both ways agree")


@pytest.mark.parametrize("guess", [None, "six", 2.5, 0, np.ones(3), 1e9])
def test_a_guess_that_is_no_count_is_left_out(guess):
    slopes = by_rows(guess=guess)
    press(slopes, "sweep")
    assert "guess" not in " ".join(shown(slopes.picture))
