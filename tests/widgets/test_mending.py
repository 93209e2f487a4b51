"""The page is mended by what the rule says and by nothing else, and the film shows every stop of it."""

import re

import numpy as np
import pytest

from helpers.lessons.lesson_03 import scans
from helpers.widgets import Mending
from helpers.widgets.base.errors import InputError
from helpers.widgets.mending import RULES
from helpers.widgets.mending.training import STOPS, mended
from tests.drawing.svg_reading import shown
from tests.widgets.test_narrow import words_have_room

SCAN, SMEAR = scans.first_page()
GENTLE = lambda G, B: G  # noqa: E731


def test_each_step_takes_from_the_page_what_the_rule_returns():
    moments = mended(SCAN, SMEAR, "G Bᵀ", RULES["G Bᵀ"])
    assert [moment.step for moment in moments] == list(STOPS)
    first, second, third = moments[:3]
    assert not first.page.any()
    np.testing.assert_allclose(second.page, SCAN @ SMEAR.T)
    np.testing.assert_allclose(third.page, second.page - (second.page @ SMEAR - SCAN) @ SMEAR.T)
    np.testing.assert_allclose(third.scan, third.page @ SMEAR)
    assert third.off == pytest.approx(np.abs(third.page @ SMEAR - SCAN).mean())


def test_one_rule_reads_and_the_other_runs_away():
    mending = Mending(SCAN, SMEAR, reads=scans.reads)
    assert mending.transcript[-1].endswith("It reads MEET AT NINE.")
    read = [said.endswith("It reads MEET AT NINE.") for said in mending.film["said"]]
    assert not read[0]
    assert read == sorted(read)
    mending.set(rule="G B")
    assert not any("It reads" in said for said in mending.film["said"])
    moments = mended(SCAN, SMEAR, "G B", RULES["G B"])
    assert moments[-1].off > 10 * moments[0].off
    farther = [said.endswith("farther off than a blank page.") for said in mending.film["said"]]
    assert farther == [moment.off > moments[0].off for moment in moments]


def test_the_page_is_to_be_read_with_one_of_the_rules():
    mending = Mending(SCAN, SMEAR, reads=scans.reads)
    assert not any(rule in goal for goal in mending.goals for rule in RULES), "which is which is to be found"
    mending.set(rule="G B")
    mending.step = mending.drawn.last
    assert not mending.found
    mending.set(rule="G Bᵀ")
    assert mending.step == 0, "its steps are to be seen"
    mending.step = 3
    assert not mending.found
    mending.step = mending.drawn.last
    of = {moment.step: scans.reads(moment.page) for moment in mended(SCAN, SMEAR, "G Bᵀ", RULES["G Bᵀ"])}
    (first,) = map(int, re.findall(r"step (\d+)", mending.found[0]))
    assert [of[step] for step in STOPS if step <= first][-2:] == ["", "MEET AT NINE"]


def test_of_two_rules_that_fit_the_scan_none_is_to_be_chosen():
    undone = {"G B⁻¹": lambda G, B: G @ np.linalg.inv(B), "G Bᵀ": RULES["G Bᵀ"]}
    mending = Mending(SCAN, SMEAR, undone, scans.reads)
    assert not mending.goals
    assert "let the arrows end here" not in shown(mending.picture)
    assert "let the arrows end here" in shown(Mending(SCAN, SMEAR).picture)


def read(mending):
    mending.set(rule="G Bᵀ")
    mending.step = mending.drawn.last
    return "With G Bᵀ the page reads MEET AT NINE by step"


def pull(mending):
    """Pull the dot to where each rule takes in the frame; what is passed on the way counts for nothing."""
    for rule, passed, dot in (("G Bᵀ", 16, 24), ("G B", 24, 16)):
        met = len(mending.found)
        mending.set(rule=rule)
        mending.held = True
        mending.set(dot=passed)
        mending.set(dot=dot)
        assert len(mending.found) == met
        mending.held = False
        if rule == "G Bᵀ":
            assert mending.goals[met].endswith("frame. G Bᵀ: column 24. Now with G B.")
    return "Most is taken from column 24: by G Bᵀ for a dot in column 24, by G B for a dot in column 16."


@pytest.mark.parametrize("acts", [(read, pull), (pull, read)])
def test_reading_and_pulling_the_dot_are_two_goals_met_one_by_one_in_either_order(acts):
    mending = Mending(SCAN, SMEAR, reads=scans.reads)
    for count, act in enumerate(acts, 1):
        says = act(mending)
        assert len(mending.found) == count
        assert mending.found[-1].startswith(says)


def test_a_page_that_was_seen_to_the_end_stays_beside_the_next():
    mending = Mending(SCAN, SMEAR)

    def at_first():
        return len(re.findall('<path d="M', mending.drawn.opening().svg))

    mending.set(rule="G B")
    before = at_first()
    mending.step = mending.drawn.last
    assert at_first() > before
    for rule in ("G Bᵀ", "G B"):
        mending.set(rule=rule)
        assert at_first() > before


@pytest.mark.parametrize(("rule", "back"), [("G Bᵀ", -4), ("G B", 4)])
def test_arrows_lead_to_where_the_ink_of_a_dot_lands_and_on_to_where_it_is_taken(rule, back):
    mending = Mending(SCAN, SMEAR, reads=scans.reads)
    mending.set(rule=rule, dot=12)
    columns = float(re.search(r'data-per="([\d.]+)"', mending.picture)[1])
    lines = re.findall(r'<path d="M([\d.]+) [\d.]+L([\d.]+) [\d.]+"[^>]*stroke-width="6"', mending.picture)
    assert [round((float(end) - float(start)) / columns) for start, end in lines] == [4, back]


def test_of_a_dot_too_many_the_right_rule_takes_where_it_stands_and_the_other_beyond():
    mending = Mending(SCAN, SMEAR, reads=scans.reads)
    mending.step = 2
    for dot in (0, 10, 20):
        mending.set(dot=dot)
        taken = {rule: [*mending._of_a_dot(rule, dot).values()][-1][0] for rule in RULES}
        np.testing.assert_allclose(taken["G Bᵀ"], SMEAR[dot] @ SMEAR.T)
        assert taken["G Bᵀ"].argmax() - dot < 4 < taken["G B"].argmax() - dot
        assert f"One dot too many, in column {dot}: taken by G Bᵀ: most from" in mending.drawn.alt
    assert (mending.step, mending.drawn.svg.count('data-drag="dot"')) == (2, 1)


def ink_at_the_start(mending, rule):
    """How many paths of ink `Mending` shows at the first stop of that rule."""
    mending.set(rule=rule)
    return sum(bool(track["d"][0]) for track in mending.drawn.film.tracks.values())


def test_a_page_without_a_kernel_can_mend_with_each_rule():
    takes = Mending(SCAN, SMEAR, reads=scans.reads).takes
    assert takes["control"] == "rule"
    assert list(takes["of"]) == ["G Bᵀ", "G B"]


def test_how_another_rule_ends_is_shown_only_to_those_who_have_watched_it():
    skipped, watched = Mending(SCAN, SMEAR, reads=scans.reads), Mending(SCAN, SMEAR, reads=scans.reads)
    watched.step = watched.drawn.last
    assert ink_at_the_start(watched, "G B") > ink_at_the_start(skipped, "G B")


@pytest.mark.parametrize("narrow", [False, True])
def test_every_stop_has_its_own_page_and_its_own_scan(narrow):
    mending = Mending(SCAN, SMEAR, reads=scans.reads)
    mending.narrow = narrow
    tracks = [track["d"] for track in mending.drawn.film.tracks.values()]
    moving = [track for track in tracks if len(track) > 1]
    assert {len(track) for track in moving} == {len(STOPS)}
    drawn = ["".join(track[k] for track in moving) for k in range(len(STOPS))]
    assert drawn[0] == ""
    assert len(set(drawn)) == len(STOPS)


@pytest.mark.parametrize(("narrow", "wide", "high"), [(1, 330, 500), (620, 620, 360)])
def test_in_a_small_window_no_part_of_a_page_is_cut_off_and_in_a_larger_one_all_stand_side_by_side(
    narrow, wide, high
):
    mending = Mending(SCAN, SMEAR, reads=scans.reads)
    mending.narrow = narrow
    assert words_have_room(mending.picture) <= wide
    assert mending.drawn.size[1] < high


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"scan": "ink", "smear": SMEAR}, "scan must be a matrix of numbers"),
        ({"scan": np.zeros((2, 65)), "smear": np.eye(65)}, "at most 64 × 64"),
        ({"scan": SCAN, "smear": np.eye(3)}, "41 pixels wide needs a 41 × 41 smear; this one is 3 × 3"),
        ({"scan": SCAN * np.nan, "smear": SMEAR}, "scan has an entry that is not a finite number"),
        ({"rules": {}}, "rules must be a dict of two"),
        ({"rules": {"G Bᵀ": GENTLE, "G": "G"}}, "The rule “G” must be a function"),
        (
            {"rules": {"G": GENTLE, "B": lambda G, B: B}},
            "The rule “B” returns 41 × 41; the page has 20 × 41 pixels",
        ),
        ({"rules": {"G": GENTLE, "sum": lambda G, B: G.sum()}}, "returns one number"),
        ({"rules": {"G": GENTLE, "B G": lambda G, B: B @ G}}, "The rule “B G” stops: matmul"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(given, says):
    with pytest.raises(InputError, match=says):
        Mending(**{"scan": SCAN, "smear": SMEAR} | given)


def test_a_rule_that_runs_beyond_all_bounds_is_still_drawn():
    mending = Mending(SCAN, SMEAR, rules={"wrong sign": lambda G, B: -1e3 * G, "G": GENTLE})
    assert "off by" in mending.film["said"][-1]
