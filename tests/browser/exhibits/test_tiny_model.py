"""The tiny model, pulled by a real mouse and by keys alone, until each of its goals is met."""

from playwright.sync_api import expect

from helpers.widgets import TinyModel
from tests.browser.hands import pull


def again(view):
    view.get_by_role("button", name="Start again").click()
    expect(view.get_by_role("slider", name="w: pull its end")).to_have_attribute("aria-valuenow", "2")


def test_pulled_by_hand_and_by_what_the_sweep_says(show):
    _, view = show(TinyModel())
    pull(view.locator('[data-drag="w"]'), 1)
    expect(view.get_by_text("+1 of w was enough")).to_be_visible()
    again(view)
    pull(view.locator('[data-drag="b"]'), 3)
    expect(view.get_by_text("+1 of w or +3 of b")).to_be_visible()
    again(view)
    view.locator(".up-picture").press("End")
    pull(view.locator('[data-drag="rate"]'), 0.03)  # from 0.02
    expect(view.get_by_text("one step lands here")).to_be_visible()
    view.get_by_role("button", name="Take the step").click()
    expect(view.get_by_text("One step, and it lands")).to_be_visible()
    again(view)
    view.get_by_role("button", name="The rule of +").click()
    view.get_by_role("button", name="10 steps").click()
    expect(view.get_by_text("runs away for ever")).to_be_visible()
    expect(view.get_by_role("img", name="4 of 4 goals met")).to_be_visible()


def test_pulled_by_keys_alone(show):
    page, view = show(TinyModel())
    view.get_by_role("slider", name="w: pull its end").focus()
    for _ in range(2):
        page.keyboard.press("PageUp")
    expect(view.get_by_text("+1 of w was enough")).to_be_visible()
    again(view)
    view.get_by_role("slider", name="b: pull its end").focus()
    for _ in range(6):
        page.keyboard.press("PageUp")
    expect(view.get_by_text("+1 of w or +3 of b")).to_be_visible()
