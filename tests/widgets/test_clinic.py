"""The clinic's machine, with a ward of two made here: minutes, accusations, goals."""

import numpy as np
import pytest

from helpers.widgets import Clinic
from helpers.widgets.clinic.cases import Dots, Exam, Finding, Level, Patient, Shape, Ward
from helpers.widgets.clinic.drawing import BESIDE, HOUR, NARROW, PAD, REWRITE, ROOMY, UNPROVED, WIDE, catches
from tests.drawing.svg_reading import parse, shown, text_boxes
from tests.widgets.pressing import press

LINES = ["for step in steps:", "    w = w + step", "    print(w)"]
CURED = ["for step in steps:", "    w = w - step", "    print(w)"]


def finding(who):
    return Finding(who != "P", "its sign is turned" if who == "P" else "all is right", Dots((1, -1), (-1, 1)))


def level(who):
    return Finding(who != "Q", f"{who} ends at {ord(who)}", Level(ord(who), 80, 60, 90))


def ward(minutes=2):
    losses, healthy = np.linspace(1, 30, 50), np.linspace(1, 0.01, 50)
    patient = Patient(LINES, 1, CURED, 1, "climbs", "it went uphill", {0: "It is a loop"}, losses)
    tests = {
        "the sign": Exam("is it turned?", minutes, finding),
        "the end": Exam("where?", 1, level),
        "size": Exam("how large?", 1, lambda _: Finding(True, "as wanted", Shape("equal"))),
    }
    return Ward({"P": patient, "Q": patient}, tests, healthy)


def heal(clinic, *names):
    for who in names:
        clinic.set(rewrite=f"{who} 1")


def spent(clinic):
    return next(text for text in shown(clinic.picture) if " of 60 min" in text)


def test_a_test_costs_its_minutes_once_and_nothing_once_one_is_well():
    clinic = Clinic(ward())
    clinic.set(order="P the sign")
    assert spent(clinic) == "2 of 60 min"
    clinic.set(order="Q the end")
    clinic.set(order="P the sign")
    assert spent(clinic) == "3 of 60 min", "what is known is not paid for again"
    heal(clinic, "P")
    clinic.set(order="P size")
    assert spent(clinic) == f"{3 + REWRITE} of 60 min"
    assert "its sign is turned" in str(parse(clinic.picture).find(".//*[@data-hot='cell P the sign']").attrib)


def test_nothing_is_told_before_it_is_ordered():
    clinic = Clinic(ward())
    for text in ("its sign is turned", "uphill", "w = w - step", "1 of 1"):
        assert text not in clinic.picture
    clinic.set(order="P the sign")
    assert "1 of 1" in shown(clinic.picture)


def test_a_wrong_line_costs_as_much_and_changes_nothing():
    clinic = Clinic(ward())
    clinic.set(order="P the sign")
    clinic.set(line="P 0")
    assert f"rewrite: {REWRITE} min" in shown(clinic.picture)
    clinic.set(rewrite="P 0")
    assert spent(clinic) == f"{2 + REWRITE} of 60 min"
    assert "The same loss again: not line 1. It is a loop." in shown(clinic.picture)
    assert clinic.picture.count("line-through") == 1
    assert "w = w + step" in shown(clinic.picture)
    clinic.set(rewrite="P 1")
    assert "w = w - step" in shown(clinic.picture)
    assert "P is well: it went uphill." in shown(clinic.picture)


@pytest.mark.parametrize("order", [None, "P the end", "Q the end"])
def test_a_line_costs_more_before_a_test_of_that_patient_has_found_anything(order):
    clinic = Clinic(ward())
    if order:
        clinic.set(order=order)
    clinic.set(who="P")
    clinic.set(line="P 1")
    assert f"rewrite: {UNPROVED} min" in shown(clinic.picture)
    assert any("has found anything yet" in text for text in shown(clinic.picture))
    heal(clinic, "P")
    assert spent(clinic) == f"{UNPROVED + bool(order)} of 60 min"


def test_each_goal_is_met_by_what_it_asks_for_and_by_nothing_else():
    clinic = Clinic(ward(minutes=HOUR))
    clinic.set(order="P the sign")
    heal(clinic, "P", "Q")
    assert clinic.found == [], "over the hour"
    assert clinic.goals[0].startswith(
        f"{HOUR + REWRITE + UNPROVED} minutes, and the hour has {HOUR}: start again"
    )
    press(clinic, "again")
    assert "within the hour" in clinic.goals[0]
    assert spent(clinic) == "0 of 60 min"
    assert "line-through" not in clinic.picture
    heal(clinic, "P")
    assert clinic.found == [], "Q is still ill"
    clinic.set(order="Q the end")
    heal(clinic, "Q")
    both = UNPROVED + 1 + REWRITE
    assert clinic.found == [f"All are well after {both} minutes, 1 of them for tests."]
    for test in ("the sign", "the end"):
        clinic.set(column=test)
    assert len(clinic.found) == 1
    clinic.set(column="size")
    assert clinic.found[1] == "“the sign” and “the end” each catch 1 of 2."


def test_who_slips_through_is_found_by_counting():
    six = ward()
    assert catches(six) == {"the sign": ["P"], "the end": ["Q"], "size": []}
    del six.tests["the end"]
    clinic = Clinic(six)
    heal(clinic, "P", "Q")
    clinic.set(column="the sign")
    clinic.set(column="size")
    assert clinic.found[1] == "“the sign” catches 1 of 2, but not Q."


@pytest.mark.parametrize("place", [WIDE, BESIDE, ROOMY, NARROW])
def test_the_hour_is_true_to_scale(place):
    clinic = Clinic(ward(minutes=20), narrow=0 if place is WIDE else int(place.width) + 2 * PAD)
    clinic.set(order="P the sign")
    assert clinic.drawn.size[0] == place.width + 2 * PAD
    bars = [e for e in parse(clinic.picture).iter() if e.get("height") == "11" and e.get("rx") == "1.5"]
    whole = next(e for e in parse(clinic.picture).iter() if e.get("height") == "12" and e.get("rx") == "3")
    (wide,) = (float(bar.get("width")) + 1 for bar in bars)
    assert wide / float(whole.get("width")) == pytest.approx(20 / HOUR, abs=0.01)


@pytest.mark.parametrize("place", [WIDE, BESIDE, ROOMY])
def test_a_line_number_of_two_digits_stands_on_its_sheet(place, monkeypatch):
    monkeypatch.setitem(globals(), "LINES", LINES * 4)
    clinic = Clinic(ward(), narrow=0 if place is WIDE else int(place.width) + 2 * PAD)
    (left,) = [left for text, left, *_ in text_boxes(clinic.picture) if text == "12"]
    assert left > PAD + place.code[0] + 3
