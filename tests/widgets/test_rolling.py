"""The ball is where gradient descent takes it, and a goal is met by rolling there."""

import json
import re

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.drawing import svg
from helpers.widgets import Rolling
from helpers.widgets.base.errors import InputError
from helpers.widgets.rolling import roll


def straight(w):
    return w + ad.stop_gradient(np.round(w) - w)


UNDONE = "your gradient, {}, cancels it."
DIAL = {"true": lambda w: (2 * np.round(w) - 6) ** 2, "straight": lambda w: (2 * straight(w) - 6) ** 2}


def test_each_step_goes_against_all_that_arrives():
    ws, arrives = roll(lambda w: 2 * w, 3.0, 0.5, 0.1, 2)
    np.testing.assert_allclose(arrives, [2 * w + 0.5 for w in ws])
    np.testing.assert_allclose(np.diff(ws), -0.1 * np.array(arrives[:2]))


def test_a_true_slope_of_a_dial_moves_nothing_and_straight_through_finds_the_bottom():
    rolling = Rolling(DIAL, 1.4, (0, 5), rate=0.02)
    rolling.step = 40
    assert (rolling.found, set(rolling._ws)) == ([], {1.4})
    assert rolling.transcript[-1].endswith("0 arrives on every step, so the ball stays at 1.4.")
    rolling.set(w=3.0)
    rolling.step = 40
    assert rolling.found == [], "it was put there"
    rolling.set(w=1.4)
    rolling.set(sends="straight")
    assert (rolling.found, rolling.step) == ([], 0), "it has not rolled yet"
    rolling.step = 40
    assert rolling.found[0].endswith("and the loss is 0.")
    rolling.set(w=1.2)
    rolling.step = 40
    assert len(rolling.found) == 1, "from the same side"
    rolling.set(w=4.6)
    rolling.step = 40
    assert rolling.found[1:] == ["From 1.2 it stops at 2.64, from 4.6 it stops at 3.48: 0 is sent there."]


def test_a_push_is_undone_where_the_ball_rests():
    rolling = Rolling({"own": lambda w: (w + 1) ** 2 / 2}, 1.0, (-3, 2), rate=0.3, push=0.0)
    rolling.step = 40
    assert rolling.found == []
    rolling.set(push=-0.25)
    rolling.step = 40
    assert rolling.found == [f"With −0.25 added, the ball rests at −0.75: there {UNDONE.format('0.25')}"]
    rolling.set(push=1.0)
    rolling.step = 40
    assert rolling.found == [f"With 1 added, the ball rests at −2: there {UNDONE.format('−1')}"]


def test_where_the_ball_rests_its_own_arrow_and_that_of_the_push_are_of_one_length_and_opposed():
    rolling = Rolling({"own": lambda w: (w + 1) ** 2 / 2}, 1.0, (-3, 2), rate=0.3, push=0.7)
    tracks = rolling.film["tracks"]
    own, push = [each["d"] for each in json.loads(tracks).values() if "d" in each]
    assert [signed(own[0]), signed(push[0])] == [-120, -42], "downhill 2, and pushed 0.7"
    assert [signed(own[-1]), signed(push[-1])] == [42, -42]


@pytest.mark.parametrize("push", [0.7, -0.4])
def test_dashed_is_the_loss_that_sends_the_push_as_well_lowest_where_the_ball_rests(push):
    rolling = Rolling({"own": lambda w: (w + 1) ** 2 / 2}, 1.0, (-3, 2), rate=0.3, push=push)
    (dashed,) = re.findall(r'd="M([^"]*)"[^>]*stroke-dasharray="6 4"', rolling.picture)
    xs, ys = np.array([point.split() for point in dashed.split("L")], float).T
    (ball,) = [each["cx"][-1] for each in json.loads(rolling.film["tracks"]).values() if "cx" in each]
    assert xs[ys == ys.max()].mean() == pytest.approx(ball, abs=1)


def signed(arrow):
    """How far an arrow reaches to the right."""
    start, to, *_ = re.findall(r"[ML]([\d.]+)", arrow)
    return round(float(to) - float(start), 1)


def test_what_was_found_is_of_before_as_soon_as_the_hand_or_a_step_leads_elsewhere():
    rolling = Rolling({"own": lambda w: (w + 1) ** 2 / 2}, 1.0, (-3, 2), rate=0.3, push=0.7)
    rolling.step = 40
    rolling.held = True
    assert (len(rolling.found), rolling.past) == (1, False), "nothing has moved yet"
    rolling.set(push=0.5)
    assert rolling.past
    rolling.held = False
    rolling.step = 40
    assert not rolling.past
    rolling.step = 0
    assert rolling.past


def test_a_push_that_is_stronger_than_every_slope_carries_the_ball_off():
    losses = {"a bowl": lambda w: w * w, "a flat": lambda w: 0.2 * w}
    rolling = Rolling(losses, 1.0, (-3, 2), rate=0.3, push=0.5)
    rolling.step = 40
    rolling.set(sends="a flat", push=-0.2)
    rolling.step = 40
    assert len(rolling.found) == 1, "it rests where both are equal"
    rolling.set(push=-0.3)
    rolling.step = 40
    assert rolling.found[1] == (
        "With a flat, far out your gradient comes to 0.2, and the added −0.3 is stronger."
    )
    rolling.set(sends="a bowl")
    rolling.step = 40
    assert rolling.found[1].startswith("With −0.3 added, the ball rests at 0.15")


@pytest.mark.parametrize(("push", "count"), [(0.5, 1), (0.55, 2), (-0.55, 2)])
def test_whatever_is_more_than_the_loss_can_hold_against_carries_the_ball_off(push, count):
    losses = {"a bowl": lambda w: w * w, "sides": lambda w: np.logaddexp(w + 1, -w - 1) / 2}
    rolling = Rolling(losses, 1.0, (-3, 2), rate=0.3, push=0.5)
    rolling.step = 40
    rolling.set(sends="sides", push=push)
    rolling.step = 40
    assert len(rolling.found) == count


def test_a_gradient_that_was_always_0_is_not_said_to_have_become_so():
    rolling = Rolling({"bowl": lambda w: w * w, "none": lambda w: 0 * w}, 1.0, (-3, 2), rate=0.3, push=-1.0)
    rolling.step = 40
    rolling.set(sends="none")
    rolling.step = 40
    assert rolling.found[1] == "With none, your gradient is 0: nothing holds against the added −1."


@pytest.mark.parametrize("push", [-1.0, 1.0])
def test_the_arrow_of_what_is_added_is_whole_also_at_the_edges(push):
    film = Rolling({"none": lambda w: 0 * w}, 1.0, (-3, 2), push=push, rate=0.3)
    arrows = [way for track in film.drawn.film.tracks.values() for way in track.get("d", ())]
    xs = [float(x) for way in arrows for x in re.findall(r"[ML](-?[\d.]+)", way)]
    assert 0 < min(xs) < max(xs) < 720


def test_a_ball_that_is_carried_off_stays_in_sight():
    rolling = Rolling({"sides": lambda w: 0.2 * w * w}, 1.0, (-3, 2), rate=0.3, push=9.0)
    film = rolling.draw(w=1.0, push=9.0).film
    ball = next(track for track in film.tracks.values() if "cx" in track)
    assert min(ball["cx"]) >= 9, "its radius"
    assert ball["cy"][-1] >= 78, "below the words at the top"
    (where,) = (track[""] for track in film.tracks.values() if str(track.get("", [0])[-1])[0] == "←")
    assert where[0] == ""
    ws = rolling._ws
    assert where[-1] == f"← w = {svg.number(round(ws[-1], 1))}", "the edge is not where it is"
    sides = Rolling({"sides": lambda w: np.sqrt((w + 1) ** 2) / 2}, 1.0, (-3, 2), rate=0.3, push=0.7)
    ball = next(track for track in sides.drawn.film.tracks.values() if "cx" in track)
    assert ball["cy"][-1] == pytest.approx(256 - 210 / 1.5 - 9, abs=0.1), "at the curve's end"


def clipping(w, bound):
    return 3 * ad.custom_gradient(lambda w: (1.0 * w, lambda upstream: np.clip(upstream, -bound, bound)))(w)


def test_the_largest_bound_is_found_that_keeps_the_loss_that_is_drawn():
    def at(bound):
        rolling.set(bound=bound)
        rolling.step = 20
        return len(rolling.found)

    losses = {"loss of one": lambda w: (w - 4) ** 2, "loss of both": lambda w: 3 * w}
    rolling = Rolling(
        {"clipped": clipping}, 4.0, (0, 5), rate=0.1, steps=20, losses=losses, keeps=0.1, bound=4
    )
    rolling.step = 20
    said = rolling._said(20, 0.0, "clip")
    assert "the loss of one 36: it began at 0, and 0.1 is the most. From the loss of both 3 arrives." in said
    assert (rolling.found, at(0.1)) == ([], 1)
    whole, arrow = [each["d"] for each in json.loads(rolling.film["tracks"]).values() if "d" in each]
    assert (signed(whole[0]), signed(arrow[0])) == (-70, -9), "however short, it can be seen"
    assert rolling._said(0, 0.0, "clip").endswith("From the loss of both 3 arrives, clipped to 0.1.")
    ends = "w goes from 4 to 3.8 in 20 steps; the loss was 0.00 and is 0.04."
    assert rolling.found == [f"Clipped at 0.1, {ends}"]
    assert (at(0.2), at(0.1), at(0.15)) == (1, 1, 2)
    largest = "In steps of 0.05, 0.15 is the largest: 20 steps of at most 0.1 · 0.15 go 0.3 at most"
    assert rolling.found[1].startswith(largest)
    rolling.set(bound=0.17)
    assert rolling.values["bound"] == 0.15, "the field stops where the slider does"
    for outside in (0, -0.2, 9):
        with pytest.raises(InputError, match=r"between 0\.05 and 4\."):
            rolling.set(bound=outside)
