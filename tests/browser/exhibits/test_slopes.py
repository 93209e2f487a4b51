"""The hidden slopes, found by a real mouse; the rows fall when swept, and never jump."""

import numpy as np
import pytest
from playwright.sync_api import expect

from helpers.widgets import Slopes
from tests.browser.hands import at_each_width, pull

NAMES = {"x": ["width", "depth"], "y": ["area", "fence", "path"]}


def garden(x):
    return np.stack([x[0] * x[1], 2 * (x[0] + x[1]), np.sqrt(x[0] ** 2 + x[1] ** 2)])


@pytest.fixture
def slopes(show):
    exhibit = Slopes(garden, [4.0, 3.0], names=NAMES, flags=(4, 6), guess=6)
    return lambda **about: show(exhibit, **about)


@pytest.fixture
def exams(show):
    names = {"x": ["algebra", "geometry"], "y": ["exam one", "exam two"]}
    table = np.array([[3.0, 2.0], [1.0, 4.0]])
    exhibit = Slopes(lambda x: table @ x, [2.0, 3.0], names=names, flags=(0, None), afterwards=True)
    return lambda **about: show(exhibit, **about)


def weigh(view, k, wanted):
    handle = view.locator(f'[data-drag="weight_{k}"]')
    now = float(handle.get_attribute("aria-valuenow"))
    pull(handle, wanted - now)
    expect(handle).to_have_attribute("aria-valuenow", f"{wanted:g}")


def line(view, k):
    return view.locator(f'[data-value="line {k}"]')


@at_each_width
def test_found_by_hand(slopes, width, breaches_of_accessibility):
    _, view = slopes(width=width)
    swept = view.get_by_role("button", name="Sweep", exact=True)
    swept.click()
    line(view, 0).click()
    expect(view.locator("svg text", has_text="not 5.8")).to_be_visible()
    assert not breaches_of_accessibility()
    for k in range(3):
        for other in range(3):
            weigh(view, other, float(k == other))
        swept.click()
        line(view, k).click()
    expect(view.get_by_text("All found with 4 sweeps, where three are enough")).to_be_visible()
    for k, weight in enumerate((2.0, -1.0, 0.0)):
        weigh(view, k, weight)
    expect(view.get_by_text("Both flags: 2 · area − 1 · fence.")).to_be_visible()
    assert not breaches_of_accessibility()


@at_each_width
def test_rows_are_mixed_by_hand_until_one_sum_is_0_and_then_both_orders_agree(
    exams, width, breaches_of_accessibility
):
    _, view = exams(width=width)
    weigh(view, 0, 0.5)
    weigh(view, 1, -1.5)
    expect(view.get_by_text("The flag: 0.5 · exam one − 1.5 · exam two.")).to_be_visible()
    assert not breaches_of_accessibility()
    weigh(view, 1, 0.5)
    expect(view.get_by_text("All weights are equal: a common factor can wait.")).to_be_visible()


@pytest.mark.usefixtures("in_motion")
def test_rows_fall_one_after_the_other_and_end_where_python_drew_them(slopes):
    _, view = slopes()
    view.get_by_role("button", name="Sweep", exact=True).click()
    block = view.locator('[data-film][stroke="var(--up-muted,#59636e)"]').first
    expect(block).to_have_attribute("opacity", "0")
    sums = view.locator('[data-film][height="20"]').first
    before = float(sums.get_attribute("width"))
    expect(block).to_have_attribute("opacity", "1")
    expect(view.locator('[data-film][height="20"]').first).not_to_have_attribute("width", str(before))
    pull(view.locator('[data-drag="weight_0"]'), -1)  # in the midst of it
    expect(view.locator("svg text", has_text="?")).to_have_count(8)
