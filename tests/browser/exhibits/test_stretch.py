"""The stretched chain, pulled and hauled in by a real mouse, until each goal is met."""

import numpy as np
import pytest
from playwright.sync_api import expect

from helpers.widgets import Stretch
from tests.browser.hands import at_each_width, drag, pull

PULLS = {"x": 1, "a": 1, "b": 3, "y": 1}


@pytest.fixture
def stretch(show):
    chain = {"x": 2.0, "a": np.square, "b": np.square, "y": np.square}
    return lambda **about: show(Stretch(chain, flag=1377), **about)


def handle(view, name):
    return view.locator(f'[data-drag="{name}"]')


@at_each_width
def test_pulled_and_hauled_in_by_hand(stretch, width, breaches_of_accessibility):
    page, view = stretch(width=width)
    words = "pull the point" if width == 640 else "pull the blue point"  # laid out for that room
    expect(view.get_by_text(words)).to_be_visible()
    pull(handle(view, "pull_x"), 1)
    expect(view.locator("svg text", has_text="more frames").first).to_be_visible()
    assert not breaches_of_accessibility()
    for _ in range(8):
        if view.get_by_text("y moves 1024 per 1 of x").count():
            break
        drag(handle(view, "scale"), -100)
        page.wait_for_timeout(50)
    expect(view.get_by_text("y moves 1024 per 1 of x")).to_be_visible()
    view.get_by_role("button", name="every point").click()
    for name, count in PULLS.items():
        expect(handle(view, f"pull_{name}")).to_have_attribute("aria-valuenow", "0")
        pull(handle(view, f"pull_{name}"), count)
    expect(view.get_by_text("1377: 6 pulls, the fewest there are.")).to_be_visible()
    assert not breaches_of_accessibility()
