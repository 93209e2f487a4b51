"""Who works with the keyboard sees where they are, wherever Tab leads, and moves all that a hand can move."""

import re

import pytest
from playwright.sync_api import expect

from helpers.lessons.lesson_09 import phrasebook
from helpers.widgets import EXHIBITS, Examples, PhraseBook
from tests.browser.gallery import made
from tests.browser.hands import ANSWERED, settle
from tests.widgets.base.table import Table

TYPICAL = ("BackpropStepper", "TinyModel")  # fields in the picture; handles, and buttons
MAKE = {"table": Table, **{name: lambda name=name: made(name) for name in EXHIBITS}}
every_exhibit = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in ("table", *TYPICAL) else pytest.mark.thorough(one_in=3))
        for name in MAKE
    ],
)
# Where the focus is, and how wide the ring is around it: of its own, or over the picture's frame.
HERE = """() => {
    const here = document.activeElement, frame = here.closest(".up-frame");
    if (!here.closest(".up-exhibit")) return null;
    const own = getComputedStyle(here), over = frame && getComputedStyle(frame, "::after");
    const ring = own.outlineStyle === "none" ? 0 : parseFloat(own.outlineWidth);
    const around = over && over.content !== "none" ? parseFloat(over.borderTopWidth) : 0;
    return [here.ariaLabel ?? here.textContent, Math.max(ring, around)];
}"""
MOST = 100  # stops of the Tab key


@every_exhibit
def test_a_ring_shows_the_focus_wherever_tab_leads_and_a_key_moves_what_a_hand_can(show, name):
    page, view = show(MAKE[name]())
    page.evaluate("getSelection().removeAllRanges()")
    seen = []
    page.keyboard.press("Tab")
    while (here := page.evaluate(HERE)) and len(seen) < MOST:
        seen.append(here)
        page.keyboard.press("Tab")
    assert 2 < len(seen) < MOST
    assert [label for label, ring in seen if ring < 2.5] == []

    handles = view.locator(".up-picture [role=slider]").locator("visible=true")
    for key in handles.evaluate_all("all => all.map(handle => handle.dataset.key)"):
        handle = view.locator(f'.up-picture [data-key="{key}"]').first
        seen = {handle.get_attribute("aria-valuenow")}
        handle.focus()
        for pressed in ("End", "Home"):
            page.keyboard.press(pressed)
            page.wait_for_function(ANSWERED)
            seen.add(handle.get_attribute("aria-valuenow"))
            expect(handle).to_be_focused()
        assert len(seen) > 1, key


CUT = {"framework": "PyTorch", "guess": ["cut"]}


@pytest.mark.parametrize(
    ("make", "button", "then"),
    [
        (lambda: Examples([(0, 1), (1, 14)]), "leave out the example at 1", "bring back the example at 1"),
        (lambda: PhraseBook(phrasebook, **CUT), "None: cut PyTorch", "▸ PyTorch"),
    ],
    ids=["Examples", "PhraseBook"],
)
def test_the_focus_stays_where_a_key_was_pressed(show, make, button, then):
    page, view = show(make())
    settle(page)  # measured in the picture that is drawn for the room it has
    pressed = view.get_by_role("button", name=button).last
    x = pressed.bounding_box()["x"]
    pressed.press("Enter")
    settle(page)
    here = page.locator(":focus")
    expect(here).to_have_attribute("aria-label", re.compile(then))
    assert abs(here.bounding_box()["x"] - x) < 20  # not another with the same name
