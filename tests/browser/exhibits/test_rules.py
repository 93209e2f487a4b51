"""The small pictures of rules, by a real mouse and by keys: a border, a fork, what is kept, a ball."""

import numpy as np
from playwright.sync_api import expect

from helpers.widgets import Checkpoints, HalfStep, Handover, Reach, Reversal, Rolling
from tests.browser.hands import at_each_width, pull


@at_each_width
def test_a_border_is_found_by_pulling(show, width, breaches_of_accessibility):
    page, view = show(Reach({"in pieces": lambda x: np.log(1 + np.exp(x))}), width=width)
    knob = view.locator('[data-drag="x"]')
    pull(knob, 69)
    expect(knob).to_have_attribute("aria-valuenow", "89")
    knob.focus()
    page.keyboard.press("ArrowLeft")
    expect(view.get_by_text("At 88 a number arrives, at 89 NaN.")).to_be_visible()
    assert not breaches_of_accessibility()


@at_each_width
def test_the_fork_is_turned_by_a_click_or_by_enter(show, width, breaches_of_accessibility):
    _, view = show(Reversal(), width=width)
    view.locator('[data-set="the device loss"]').click()
    expect(view.locator("text", has_text="the head unlearns")).to_be_visible()
    view.locator('[data-set="the device loss"]').press("Enter")
    view.locator('[data-set="between h and the head"]').click()
    expect(view.get_by_text("Turned once, between features and head")).to_be_visible()
    assert not breaches_of_accessibility()


@at_each_width
def test_k_is_pulled_until_the_fewest_are_held(show, width, breaches_of_accessibility):
    _, view = show(Checkpoints(36), width=width)
    pull(view.locator('[data-drag="k"]'), 5)
    expect(view.get_by_text("Each 6th one kept: at most 11 of 36")).to_be_visible()
    assert not breaches_of_accessibility()


@at_each_width
def test_a_ball_is_pulled_and_rolls(show, width, breaches_of_accessibility):
    _, view = show(Rolling({"its slope": lambda w: (w - 1) ** 2}, 3.0, (0, 4), rate=0.3), width=width)
    ball = view.locator('[data-drag="w"]')
    pull(ball, -1)
    expect(ball).to_have_attribute("aria-valuenow", "2")
    view.get_by_role("button", name="Play").click()
    expect(view.get_by_text("w comes from 2 to 1, and the loss is 0.")).to_be_visible()
    assert not breaches_of_accessibility()


@at_each_width
def test_a_place_is_named_by_a_click_or_by_enter(show, width, breaches_of_accessibility):
    power = Handover("u * n * x**(n - 1)", names=("x", "n", "u"), comes=(3, 4, 5), wanted=240)
    _, view = show(power, width=width)
    view.locator('[data-set="place 1"][data-value="u"]').click()
    expect(view.get_by_text("bwd sends 1500")).to_be_visible()
    view.locator('[data-set="place 1"][data-value="n"]').press("Enter")
    view.locator('[data-set="place 2"][data-value="x"]').press("Enter")
    expect(view.get_by_text("bwd(n, x, u) sends 240.")).to_be_visible()
    assert not breaches_of_accessibility()


@at_each_width
def test_z_is_pulled_in_the_plane(show, width, breaches_of_accessibility):
    half = HalfStep({"2z": lambda z: 2 * z, "the other": lambda z: 2 * z.conjugate()}, 1 + 2j)
    _, view = show(half, width=width)
    view.get_by_role("button", name="the other").click()
    z = view.locator('[data-drag="re"]')
    pull(z, 1)
    expect(z).to_have_attribute("aria-valuenow", "2")
    for _ in range(4):
        z.press("ArrowDown")
    expect(view.get_by_text("From 2 both lead to 0")).to_be_visible()
    assert not breaches_of_accessibility()
