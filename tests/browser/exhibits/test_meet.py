"""C = A B pulled, typed and turned by a real mouse, and by keys alone, until each goal is met."""

import pytest
from playwright.sync_api import expect

from helpers.widgets import Meet
from tests.browser.hands import at_each_width, drag, pull

A, B, G = [[1, 2], [3, 4]], [[6, 7, 8], [9, 10, 11]], [[1, 0, 2], [0, 3, -1]]


@pytest.fixture
def meet(show):
    return lambda **about: show(Meet(A, B, upstream=G, guess=[[6, 0, 0], [0, 0, 0]]), **about)


def entry(view, name):
    return view.locator(f'[data-lift="pull_{name}"]')


def beside(view):
    return view.locator('[data-drag="side"]')


@at_each_width
def test_found_by_hand(meet, width, breaches_of_accessibility):
    page, view = meet(width=width)
    words = "G: the worth of one more" if width == 640 else "in purple G"  # laid out for that room
    expect(view.get_by_text(words)).to_be_visible()
    drag(entry(view, "A_0_0"), 0, 60)
    expect(view.locator("svg text", has_text="1 · 6 + 0 · 7 + 2 · 8 = 22")).to_be_visible()
    drag(entry(view, "A_1_0"), 0, 60)
    expect(entry(view, "A_0_0")).to_have_attribute("aria-valuenow", "0")
    assert not breaches_of_accessibility()
    answer = view.get_by_label("your dA[1,0]")
    answer.click()
    page.keyboard.type("13")
    expect(view.get_by_text("13: row 1 of G meets row 0 of B.")).to_be_visible()
    expect(view.locator("svg text", has_text="they cannot").first).to_be_visible()
    assert not breaches_of_accessibility()
    pull(beside(view), 1)
    expect(beside(view)).to_have_attribute("aria-valuenow", "1")
    view.get_by_role("button", name="turn").click()
    expect(view.get_by_text("dA = G Bᵀ. Rows of G meet rows of B")).to_be_visible()
    view.get_by_role("button", name="dB", exact=True).click()
    expect(view.locator("svg text", has_text="they cannot").first).to_be_visible()
    pull(beside(view), -1)
    expect(view.locator("svg text", has_text="6≠9")).to_be_visible()
    view.get_by_role("button", name="turn").click()
    expect(view.get_by_text("dB = Aᵀ G. Columns of A meet columns of G")).to_be_visible()
    assert not breaches_of_accessibility()


def test_found_by_keys_alone(meet):
    page, view = meet()
    entry(view, "A_1_0").focus()
    page.keyboard.press("ArrowUp")
    expect(entry(view, "A_1_0")).to_have_attribute("aria-valuenow", "0.05")
    page.keyboard.press("End")
    expect(entry(view, "A_1_0")).to_have_attribute("aria-valuenow", "1")
    expect(entry(view, "A_1_0")).to_be_focused()
    view.get_by_label("your dA[1,0]").focus()
    page.keyboard.type("12")
    expect(view.locator("svg text", has_text="Not 12: each move of C times").first).to_be_attached()
    page.keyboard.press("Backspace")
    page.keyboard.type("3")
    expect(view.get_by_text("13: row 1 of G meets row 0 of B.")).to_be_visible()
    turn = view.get_by_role("button", name="turn")
    turn.focus()
    page.keyboard.press("Enter")
    expect(beside(view)).to_have_attribute("aria-label", "Bᵀ, bring it to the left or the right of G")
    beside(view).focus()
    page.keyboard.press("ArrowRight")
    expect(view.get_by_text("dA = G Bᵀ. Rows of G meet rows of B")).to_be_visible()


@pytest.mark.usefixtures("in_motion")
def test_the_products_fly_together_and_only_then_add_up(meet):
    page, view = meet()
    entry(view, "A_0_0").focus()
    page.keyboard.press("End")
    total = view.locator("[data-film]", has_text="22").first
    expect(total).to_have_attribute("opacity", "0")
    expect(total).to_have_attribute("opacity", "1")
