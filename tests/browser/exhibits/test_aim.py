"""The machine that aims, by a real mouse: a goal met, and one that is missed."""

from playwright.sync_api import expect

from helpers.widgets import Aim
from tests.browser.hands import at_each_width, pull
from tests.widgets.test_aim import BY_HAND

LEFT_ALONE = 1.0


def knob(view, name):
    return view.locator(f'[data-lift="{name}"]')


def wanted():
    return {
        f"{what}_{k + 1}": value
        for k, row in enumerate(BY_HAND)
        for what, value in zip(("speed", "angle"), row, strict=True)
    }


@at_each_width
def test_the_knobs_are_pulled_by_hand_until_all_four_hit(show, width, breaches_of_accessibility):
    exhibit = Aim()
    page, view = show(exhibit, width=width)
    view.get_by_role("button", name="Play").click()
    expect(view.get_by_text("from 3.32 m to 7.46 m")).to_be_visible()
    view.get_by_role("button", name="Start again").click()
    expect(view.locator(".up-count").first).to_have_text("step 0 of 30")
    assert not breaches_of_accessibility()
    for name, value in wanted().items():
        handle = knob(view, name)
        pull(handle, value - LEFT_ALONE)
        expect(handle).to_have_attribute("aria-valuenow", f"{value:g}")
    view.locator(".up-where").fill("8")
    expect(view.get_by_text("2 of 4 hit").first).to_be_visible()
    page.wait_for_timeout(500)  # until Python has heard of the step
    assert len(exhibit.found) == 1
    view.locator(".up-where").fill("9")
    expect(view.get_by_text("All four hit after 9 steps")).to_be_visible()
    assert not breaches_of_accessibility()


def test_a_flag_is_moved_and_hit_there(show):
    page, view = show(Aim(measured=True))
    view.get_by_role("button", name="measured").click()
    view.locator(".up-where").fill("25")
    expect(view.get_by_text("After 25 steps")).to_be_visible()
    view.locator('[data-drag="flag_4"]').focus()
    page.keyboard.press("End")
    expect(view.locator(".up-count").first).to_have_text("step 0 of 12")
    view.locator(".up-where").fill("9")
    expect(view.get_by_text("The flag moved to 11 m is hit after")).to_be_visible()
