"""Projector mode: the whole picture in a window of its own, until Escape."""

import numpy as np
import pytest
from playwright.sync_api import expect

from helpers import widgets
from helpers.widgets import EXHIBITS, BackpropStepper, NudgeLines

MAKE = {
    "BackpropStepper": lambda: BackpropStepper(lambda x, y: x * y + x, x=2.0, y=3.0),
    "NudgeLines": lambda: NudgeLines(np.square, x=2.0),
}
MAKE = {name: getattr(widgets, name) for name in EXHIBITS} | MAKE

TYPICAL = ("BackpropStepper", "MatrixLab", "Moons")  # wide, with fields in the picture, and two in one


def whole(page, exhibit):
    """Whether all of the picture and of the controls lies within the window, and fills it one way."""
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    box = exhibit.locator(".up-stage svg").first.bounding_box()
    inside = box["x"] >= 0 and box["y"] >= 0 and box["y"] + box["height"] <= height
    return (
        inside
        and box["x"] + box["width"] <= width
        and exhibit.evaluate("r => r.scrollHeight <= r.clientHeight")
    )


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in TYPICAL else pytest.mark.thorough) for name in MAKE]
)
def test_the_whole_picture_is_in_sight_and_escape_leaves(show, name):
    page, exhibit = show(MAKE[name]())
    button = exhibit.get_by_role("button", name="Projector mode")
    before = exhibit.bounding_box()
    for size in ({"width": 1280, "height": 720}, {"width": 1920, "height": 1080}):
        page.set_viewport_size(size)
        button.press("Enter")
        expect(button).to_have_attribute("aria-pressed", "true")
        assert whole(page, exhibit)
        page.keyboard.press("Escape")
        expect(button).to_be_focused()
        expect(button).to_have_attribute("aria-pressed", "false")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.wait_for_function(
        "x => document.querySelector('.up-exhibit').offsetWidth === x", arg=before["width"]
    )
    assert exhibit.bounding_box() == before


def test_it_fits_another_window_and_may_be_on_from_the_start(show):
    page, exhibit = show(widgets.JacobianGrowth(projector=True))
    expect(exhibit).to_have_class("up-exhibit up-projector")
    field = exhibit.get_by_label("n inputs")
    field.focus()
    page.set_viewport_size({"width": 900, "height": 600})
    page.wait_for_function("document.querySelector('.up-stage svg').getBoundingClientRect().bottom < 600")
    assert whole(page, exhibit)
    page.keyboard.press("Escape")
    expect(exhibit).to_have_class("up-exhibit")
    expect(field).to_be_focused()
