"""The clinic, by a real mouse: healed within the hour, and too late."""

import pytest
from playwright.sync_api import expect

from helpers.lessons.lesson_08 import clinic
from helpers.widgets import Clinic
from tests.browser.hands import at_each_width


def part(view, key):
    return view.locator(f'[data-hot="{key}"]')


def said(view, words):
    return view.locator("svg [data-line]", has_text=words)


def faults():
    return {name: patient.fault for name, patient in clinic.ward().patients.items()}


@at_each_width
def test_all_are_healed_by_hand_and_the_table_is_filled(show, width, breaches_of_accessibility):
    _, view = show(Clinic(clinic.ward(), guess=3.0), width=width)
    assert not breaches_of_accessibility()
    part(view, "cell A nudge W1, b1").click()
    expect(said(view, "0 of 24 numbers")).to_be_visible()
    part(view, "line A 4").click()
    expect(view.get_by_text("rewrite: 5 min", exact=True)).to_be_visible()
    part(view, "line A 4").click()
    expect(said(view, "The same course: not line 5.")).to_be_visible()
    assert not breaches_of_accessibility()
    for name, fault in faults().items():
        part(view, f"who {name}").click()
        part(view, f"line {name} {fault}").click()
        expect(view.get_by_text("rewrite: 5 min", exact=True)).to_be_visible()
        part(view, f"line {name} {fault}").click()
        expect(said(view, f"{name} is well:")).to_be_visible()
    expect(view.get_by_text("All are well after 38 minutes, 3 of them for tests.")).to_be_visible()
    for k, test in enumerate(clinic.ward().tests):
        part(view, f"column {test}").click()
        expect(view.locator("svg text", has_text=" of 6").nth(k)).to_be_visible()
    expect(view.get_by_text("“nudge W1, b1” catches 5 of 6, but not D")).to_be_visible()
    assert not breaches_of_accessibility()


@pytest.mark.thorough
def test_too_late_is_said_and_one_can_start_again(show):
    _, view = show(Clinic(clinic.ward()))
    part(view, "who D").click()
    for k in range(1, 13):
        part(view, f"line D {k}").click()
        expect(view.get_by_text("rewrite: 5 min", exact=True)).to_be_visible()
        part(view, f"line D {k}").click()
        expect(view.get_by_text(f"{5 * k} of 60 min", exact=True)).to_be_visible()
    part(view, "cell D shapes").click()
    expect(view.get_by_text("61 of 60 min", exact=True)).to_be_visible()
    part(view, "line D 0").click()
    part(view, "line D 0").click()
    expect(said(view, "minutes over")).to_be_visible()
    view.get_by_role("button", name="Start again").click()
    expect(view.get_by_text("0 of 60 min", exact=True)).to_be_visible()
