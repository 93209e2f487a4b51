"""Projector mode: the whole picture in a window of its own, until Escape."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from helpers.widgets import EXHIBITS, Slopes
from tests.browser.gallery import made
from tests.browser.hands import settle

TYPICAL = ("BackpropStepper", "Moons")  # wide, with fields in the picture; and two in one

AS_BEFORE = """before => {
    const now = document.querySelector(".up-exhibit").getBoundingClientRect();
    return ["x", "y", "width", "height"].every(side => now[side] === before[side]);
}"""
# Whether all of the picture and of the controls lies within the window.
WHOLE = """() => {
    const root = document.querySelector(".up-exhibit");
    const { left, top, right, bottom } = root.querySelector(".up-stage svg").getBoundingClientRect();
    const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return inside && root.scrollHeight <= root.clientHeight;
}"""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in TYPICAL else pytest.mark.thorough(one_in=3))
        for name in EXHIBITS
    ],
)
def test_the_whole_picture_is_in_sight_and_escape_leaves(show, name):
    page, exhibit = show(made(name))
    button = exhibit.get_by_role("button", name="Projector mode")
    settle(page)
    before = exhibit.bounding_box()
    for size in ({"width": 1280, "height": 720}, {"width": 1920, "height": 1080}):
        page.set_viewport_size(size)
        button.press("Enter")
        expect(button).to_have_attribute("aria-pressed", "true")
        page.wait_for_function(WHOLE)
        page.keyboard.press("Escape")
        expect(button).to_be_focused()
        expect(button).to_have_attribute("aria-pressed", "false")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.wait_for_function(AS_BEFORE, arg=before)  # Python draws it once more for the room it has now


def test_it_fits_another_window_and_may_be_on_from_the_start(show):
    page, exhibit = show(Slopes(np.square, [1.0, 2.0], projector=True))
    expect(exhibit).to_have_class(re.compile("up-projector"))
    field = exhibit.get_by_role("slider").first
    field.focus()
    page.set_viewport_size({"width": 900, "height": 600})
    page.wait_for_function(WHOLE)
    page.keyboard.press("Escape")
    expect(exhibit).not_to_have_class(re.compile("up-projector"))
    expect(field).to_be_focused()
