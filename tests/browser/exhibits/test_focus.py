"""Who works with the keyboard sees where they are, wherever the Tab key leads."""

import pytest

from helpers.widgets import BackpropStepper, TinyModel
from tests.widgets.base.table import Table

EXHIBITS = {
    "stepper": lambda: BackpropStepper(lambda x, y: x * y + x, x=2.0, y=3.0),
    "table": Table,
    "tiny model": TinyModel,
}
# Where the focus is, and how wide the ring is around it: of its own, or over the picture's frame.
HERE = """() => {
    const here = document.activeElement, frame = here.closest(".up-frame");
    if (!here.closest(".up-exhibit")) return null;
    const own = getComputedStyle(here), over = frame && getComputedStyle(frame, "::after");
    const ring = own.outlineStyle === "none" ? 0 : parseFloat(own.outlineWidth);
    const around = over && over.content !== "none" ? parseFloat(over.borderTopWidth) : 0;
    return [here.ariaLabel ?? here.textContent, Math.max(ring, around)];
}"""


@pytest.mark.parametrize("name", EXHIBITS)
def test_a_ring_shows_the_focus_wherever_tab_leads(show, name):
    page, _ = show(EXHIBITS[name]())
    page.evaluate("getSelection().removeAllRanges()")
    seen = []
    page.keyboard.press("Tab")
    while (here := page.evaluate(HERE)) and len(seen) < 60:
        seen.append(here)
        page.keyboard.press("Tab")
    assert len(seen) > 8
    assert [label for label, ring in seen if ring < 2.5] == []
