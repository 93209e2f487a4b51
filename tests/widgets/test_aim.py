"""The machine that aims: its throws are physics, its run is descent, and a goal needs what it says."""

import math
import re

import numpy as np
import pytest

from helpers.drawing import svg
from helpers.widgets import Aim
from helpers.widgets.aim.drawing import MAT, WIDE
from helpers.widgets.aim.throwing import (
    AFTER,
    FIRST,
    HOME,
    STEPS,
    features,
    flights,
    landings,
    measured,
    throw,
    train,
)
from tests.drawing.svg_reading import parse, parts, shown, text_boxes
from tests.widgets.pressing import press
from tests.widgets.test_narrow import words_have_room

BY_HAND = [[9.5, 0], [4.5, 0], [0, 0], [-10, 0]]  # each pulled once, until its dashed ring is on its mat
ONES = np.ones((4, 2))
DASHES = "stroke-dasharray"


def pull(aim, sent):
    """All knobs, one after the other."""
    for k, row in enumerate(sent):
        aim.set(**{f"speed_{k + 1}": row[0]})
        aim.set(**{f"angle_{k + 1}": row[1]})


def test_a_flight_falls_slows_and_ends_on_the_ground():
    way = flights(np.array([9.0, 0.7]))
    landed, last = landings(way)
    steps = np.diff(way[:last])
    assert way[last - 1].imag > 0 >= way[last].imag
    assert (np.diff(steps.real) < 0).all()
    assert (np.diff(steps.imag) < 0).all()
    assert way[last - 1].real < landed == throw(9.0, 0.7) <= way[last].real
    # Hardly any air stops a slow ball: nearly the parabola from two metres.
    speed, angle = 1.0, 0.3
    up = speed * math.sin(angle)
    seconds = (up + math.sqrt(up**2 + 4 * 9.81)) / 9.81
    assert throw(speed, angle) == pytest.approx(speed * math.cos(angle) * seconds, rel=0.03)


def test_what_is_measured_is_twice_the_miss_times_the_slope():
    speed, angle, h = 8.0, 0.5, 1e-2
    by_speed = (throw(speed + h, angle) - throw(speed - h, angle)) / (2 * h)
    by_angle = (throw(speed, angle + h) - throw(speed, angle - h)) / (2 * h)
    wanted = 2 * (throw(speed, angle) - 4.0) * np.array([by_speed, by_angle])
    np.testing.assert_allclose(measured(np.array([[speed, angle]]), [4.0]), [wanted])


def test_the_products_of_the_sentence_come_out_from_what_is_shown():
    aim = Aim(measured=True)
    aim.set(sends="measured")
    said = " ".join(aim.film["said"]).replace("−", "-")
    products = re.findall(r"2 · \(?([^ )]+)\)? · \(?([^ )]+)\)? ≈ (\S+) for", said)
    assert len(products) == 2 * (STEPS + 1)
    for miss, slope, sent in products:
        assert 2 * float(miss) * float(slope) == pytest.approx(float(sent), abs=0.051)


def test_a_step_goes_against_what_is_sent_and_all_throws_share_the_weights():
    table = features(HOME)
    run = train(FIRST, HOME, [3 * ONES], None)
    np.testing.assert_allclose(run.y[1], run.y[0] - 0.005 * table @ table.T @ (3 * ONES))
    np.testing.assert_allclose(run.sent[4], measured(run.y[4], HOME))
    np.testing.assert_allclose(run.landed[7], [throw(*row) for row in run.y[7]])
    ones = train(FIRST, HOME, [], ONES)
    np.testing.assert_allclose(ones.landed[AFTER], ones.ahead[0])
    assert ones.worst[-1] > 7
    assert train(FIRST, HOME, [], None).worst[-1] < MAT


def test_no_flag_sends_it_out_of_its_mind():
    for flags in (
        [2.5, 3.3, 4.1, 11.0],
        [2.5, 9.4, 10.2, 11.0],
        [8.6, 9.4, 10.2, 11.0],
        [2.5, 3.3, 4.1, 4.9],
    ):
        aim = Aim(measured=True)
        for k in (3, 2, 1, 0) if flags[0] > 4 else (0, 1, 2, 3):
            aim.set(**{f"flag_{k + 1}": flags[k]})
        aim.set(sends="measured")
        assert aim.errors == {}
        assert not re.search("nan|inf", aim.picture + aim.film["tracks"], re.IGNORECASE)


def test_ones_are_watched_to_the_end_and_nothing_else_meets_the_first_goal():
    aim = Aim()
    aim.set(speed_1=2)
    aim.step = STEPS
    assert aim.found == []
    press(aim, "again")
    aim.step = STEPS - 1
    assert aim.found == []
    aim.step = STEPS
    worst = "the worst miss has gone from 3.32 m to 7.46 m."
    assert aim.found == [f"Ones push all the same way, hit or miss: {worst}"]


def test_numbers_of_ones_own_hit_all_four_and_others_do_not():
    aim = Aim()
    aim.step = STEPS
    press(aim, "again")
    np.testing.assert_array_equal(aim._run.sent, 0)
    np.testing.assert_array_equal(aim._run.landed, aim._run.landed[0, 0]), "nothing sent, nothing learnt"
    pull(aim, [[6, 6], [2, 3], [-1, -2], [-6, -6]])
    aim.step = STEPS
    assert len(aim.found) == 1
    press(aim, "again")
    assert (aim.step, aim.values["sends"], aim.values["speed_1"]) == (0, "your own", 6)
    pull(aim, BY_HAND)
    assert (np.abs(aim._run.ahead[0] - HOME) <= MAT).all()
    rings = [track for track in aim.drawn.film.tracks.values() if {"cx", DASHES} <= set(track)]
    assert {ring[DASHES][0] for ring in rings} == {"3 0"}, "each is seen to lie on its mat"
    assert {ring[DASHES][-1] for ring in rings} > {"3 2"}
    assert not [x for ring in rings for x in ring["cx"] if 0 < WIDE.width - x < 7.5], "none is cut"
    assert {ring["opacity"][19:] == [1, 0] for ring in rings} == {True}, "once all hit, they are over"
    aim.step = 19
    assert len(aim.found) == 1
    aim.step = 20
    assert aim.found[1].startswith("All four hit after 20 steps:")
    assert len(aim.film["stops"]) == 21  # the run ends there, and what is pulled now is sent in the next
    assert aim.film["of"] == "30", "before it is played, nothing tells that it will hit"
    assert "4 of 4 hit. The run is over: start again to send other numbers." in aim.drawn.alt


def test_a_flag_moved_after_a_hit_begins_anew_with_the_numbers_that_are_there():
    aim = Aim()
    aim.step = STEPS
    press(aim, "again")
    pull(aim, BY_HAND)
    aim.step = 20
    aim.set(angle_4=-9.5)
    aim.set(flag_4=9.9)
    np.testing.assert_array_equal(aim._run.landed[0], aim._run.landed[0, 0])
    assert (aim.step, aim.values["angle_4"], aim._run.sent[0, 3, 1]) == (0, -9.5, -9.5)


def test_a_knob_that_is_pulled_on_the_way_changes_what_comes_and_not_what_was():
    aim = Aim()
    aim.step = 7
    aim.set(angle_4=-4)
    run = train(FIRST, HOME, [ONES] * 7, np.array([*[[1, 1]] * 3, [1, -4]]))
    ends = [float(re.search(r"L(-?[\d.]+) [\d.]+$", way)[1]) for way in ways(aim)[3]]
    np.testing.assert_allclose(ends, WIDE.x(run.landed[:, 3]), atol=0.06)
    aim.step = 3
    assert aim.values | {"angle_4": -4.0} == aim.values
    assert aim.inputs["angle_4"] == "1", "there it is still what was sent there"
    assert aim.step == 3


def ways(aim):
    """The ways of the four balls, at each stop."""
    found = [track["d"] for track in aim.drawn.film.tracks.values() if track.get("d", [""])[0].count("L") > 9]
    return [way for way in found if len(way) > 1][:4]


def test_each_way_always_has_as_many_points_so_that_one_can_turn_into_the_next():
    for way in ways(Aim(measured=True)):
        assert len({path.count("L") for path in way}) == 1


def test_measured_it_hits_and_hits_a_flag_that_was_moved_too():
    aim = Aim(measured=True)
    aim.step = STEPS
    assert aim.found == [], "those were ones"
    press(aim, "again")
    aim.set(sends="measured")
    aim.step = 24
    assert aim.found == []
    aim.step = 25
    largest = "the largest number sent has gone from 16.1 to 1.5."
    assert aim.found == [f"All four hit after 25 steps, 10 m last: {largest}"]
    aim.set(flag_4=10.5)
    assert (len(aim.found), aim.step) == (1, 0), "not a metre; and a new run begins"
    aim.set(flag_4=11)
    aim.step = STEPS
    assert re.match(r"The flag moved to 11 m is hit after \d steps?\.", aim.found[1])
    np.testing.assert_allclose(aim._run.w[0], train(FIRST, HOME, [], None).w[25])
    aim.set(flag_4=8.9)
    assert (aim.step, aim.found[1].split(":")[0]) == (0, "The flag moved to 8.9 m is hit at once")
    aim.set(flag_4=11, flag_1=2.8)  # that of flag 1 is hit before any step
    aim.step = STEPS
    assert aim.reaches(1, **aim.values).startswith("All four hit ")


def test_in_the_hand_a_flag_shows_its_first_throw_and_let_go_its_whole_run():
    aim = Aim(measured=True)
    aim.set(sends="measured")
    aim.step, aim.held = STEPS, True
    aim.set(flag_4=8.9)
    first, stops = seen_at_first(aim), aim.film["stops"]
    assert not np.ptp(aim._run.worst)
    aim.held = False
    assert (seen_at_first(aim), aim.film["stops"]) == (first, stops)
    np.testing.assert_array_equal(aim._run.w, train(aim._start, (4, 6, 8, 8.9), [], None, len(stops) - 1).w)


def seen_at_first(aim):
    """What a picture shows before its first step; how the hidden rest of a curve goes on does not count."""
    return [
        element.attrib | {"d": ""}
        if "pathLength" in element.attrib
        else (element.attrib | {"data-at": ""}, element.text)
        for element in parse(aim.drawn.opening().svg).iter()
        if not element.tag.endswith("desc")
    ]


def test_to_choose_what_is_sent_begins_a_run_and_start_again_keeps_the_choice():
    aim = Aim(measured=True)
    aim.step = STEPS
    aim.set(sends="measured")
    assert (aim.step, aim.found) == (0, [])
    np.testing.assert_allclose(aim._run.sent[0], measured(aim._run.y[0], HOME))
    aim.step = 4
    press(aim, "again")
    assert (aim.step, aim.values["sends"]) == (0, "measured")


def test_a_run_that_is_over_says_so_if_not_all_hit():
    aim = Aim()
    assert aim.transcript[-1].endswith("0 of 4 hit. The run is over, and not all hit: start again.")
    aim = Aim(measured=True)
    aim.set(sends="measured")
    assert "The run is over" not in aim.transcript[-1]
    aim = Aim(measured=True)
    aim.set(flag_4=11)
    aim.set(sends="measured")
    assert "not all hit: with steps half as long, all would be. Start again." in aim.transcript[-1]


def test_taking_over_from_what_is_measured_starts_from_that():
    aim = Aim(measured=True)
    aim.set(sends="measured")
    aim.step = 2
    sent = train(FIRST, HOME, [], None).sent[2]
    (knob,) = parts(aim.picture, data_lift="speed_2")
    assert float(knob.get("data-at").split()[2]) == round(sent[1, 0], 1), (
        "there it is taken hold of as it runs"
    )
    aim.set(speed_2=-3)
    np.testing.assert_allclose(np.delete(aim._sends.ravel(), 2), np.delete(sent.ravel(), 2))
    assert (aim._sends[1, 0], aim.values["sends"]) == (-3, "your own")


def test_its_stored_picture_is_the_first_throw_and_tells_nothing_of_what_comes():
    aim = Aim()
    first, last = shown(aim.drawn.opening().svg), shown(aim.drawn.svg)
    assert {"+3.32 m", "−2.68 m", "8.00", "0.50"} <= set(first)
    assert {"−7.46 m", "7.40"} <= set(last)
    assert not {"−7.46 m", "7.40"} & set(first)
    balls = [e for e in parse(aim.drawn.opening().svg).iter() if e.get("r") == "5.5"]
    (across,) = {e.get("cx") for e in balls}
    assert float(across) == pytest.approx(WIDE.x(throw(8.0, 0.5)), abs=0.01)
    assert len({e.get("cy") for e in balls}) == 4, "one beside the other, though all land equally far away"


def test_the_curve_tells_no_end_before_it_is_reached_and_ones_only_once_they_were_seen():
    aim = Aim()
    assert "with ones" not in aim.picture
    (dashes,) = [t[DASHES] for t in aim.drawn.film.tracks.values() if list(t) == [DASHES]]
    drawn = [float(dash.split()[0]) for dash in dashes]
    assert drawn == sorted(drawn)
    assert (drawn[0], drawn[-1]) == (0, 100)
    aim.step = STEPS
    press(aim, "again")
    assert "with ones" in aim.picture


def test_the_worst_miss_has_room_however_large():
    aim = Aim()
    pull(aim, [[-10, -10]] * 4)
    (ends,) = [e.get("d") for e in parse(aim.picture).iter() if e.get("pathLength")]
    levels = [float(y) for y in re.findall(r"[\d.]+ ([\d.]+)", ends)]
    assert aim._run.worst.max() > 8
    assert WIDE.plot.top < min(levels) < WIDE.plot.top + 25
    assert "50 m" in shown(aim.picture)


def test_on_a_slide_whose_type_is_larger_by_a_third_the_words_of_a_card_stay_apart():
    boxes = [*text_boxes(Aim().picture)]
    (low,) = {bottom for text, *_, bottom in boxes if text == "−7.46 m"}
    row = sorted((left, right) for *_, left, _, right, bottom in boxes if abs(bottom - low) < 3)
    (begins, ends), *cards = row
    assert ends + (ends - begins) / 3 < cards[0][0], "what the rings are"
    for (begins, ends), (starts, stops) in zip(cards[::2], cards[1::2], strict=True):
        assert starts - ends > (ends - begins + stops - starts) / 3


@pytest.mark.parametrize("narrow", [0, 268, 520])
def test_every_word_has_room(narrow):
    aim = Aim(measured=True, narrow=narrow)
    aim.set(sends="measured", flag_4=11)
    words_have_room(aim.picture)


def test_where_a_ring_has_left_the_picture_stands_at_the_edge():
    aim = Aim()
    aim.step = 30
    aim.set(sends="your own")
    aim.set(angle_4=-6.5)
    out, label = round(aim._run.ahead[0, 3]), f"{aim._run.missed[0, 3]:+.2f} m".replace("-", "−")
    words = [track[""][0] for track in aim.drawn.film.tracks.values() if "" in track]
    assert (out < 0, f"← {svg.number(out)} m" in words, label in words) == (True, True, True)
