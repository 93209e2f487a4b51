"""The tiny model, pulled by a real mouse, until each of its goals is met."""

import pytest
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


@pytest.mark.usefixtures("in_motion")
def test_a_number_on_its_way_becomes_the_product_at_its_factor(show):
    _, view = show(TinyModel())
    slider, pill = view.get_by_label("Step", exact=True), view.locator('[data-pill="error-guess"]')
    drag = "(slider, time) => { slider.value = time; slider.dispatchEvent(new Event('input')); }"
    for time, face in ((0.45, "1"), (0.9, "−6")):
        slider.evaluate(drag, time)
        expect(pill.locator("text").locator("visible=true")).to_have_text(face)


def test_passing_the_flag_is_not_reaching_it(show):
    model = TinyModel()
    page, view = show(model)
    box = view.locator('[data-drag="w"] circle').bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    knob = view.get_by_role("slider", name="w: pull its end")
    per = float(view.locator('[data-drag="w"]').get_attribute("data-per"))
    page.mouse.move(x, y)
    page.mouse.down()
    for by, value in ((1, "3"), (1.3, "3.3")):
        page.mouse.move(x + by * per, y)
        expect(knob).to_have_attribute("aria-valuenow", value)
    page.mouse.up()
    expect(view.get_by_role("img", name="0 of 4 goals met")).to_be_visible()
    assert model.found == []
