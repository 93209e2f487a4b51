"""A sentence about a mistake covers no number while there is room, and stays within its exhibit."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from helpers.widgets import BackpropStepper, Rolling
from tests.widgets.base.table import Table

EXHIBITS = {
    "table": Table,
    "stepper 6 x 6": lambda: BackpropStepper(
        np.matmul, **dict(zip("ab", np.random.default_rng(0).integers(-9, 10, (2, 6, 6)), strict=True))
    ),
}
# The texts of the picture that lie under the sentence, and by how far it leaves the exhibit.
COVERED = """note => {
    const root = note.closest(".up-exhibit"), at = note.getBoundingClientRect();
    const room = root.getBoundingClientRect(), texts = [...root.querySelectorAll(".up-stage svg text")];
    const beside = (box) => box.left > at.right || box.right < at.left;
    const slack = (box) => 0.2 * box.height; // letters are not as high as their line
    const above = (box) => box.bottom - slack(box) < at.top;
    const below = (box) => box.top + slack(box) > at.bottom;
    const boxes = texts.map((text) => [text, text.getBoundingClientRect()]);
    const under = boxes.filter(([, box]) => box.width && !beside(box) && !above(box) && !below(box));
    return [under.map(([text]) => text.textContent), Math.max(0, room.left - at.left, at.right - room.right)];
}"""


NUMBER = r"[−+]?[\d.]+"
CORNERS = ".up-over .up-field:is(:first-child, :last-child)"  # of every table that is edited in the picture


@pytest.mark.parametrize("name", ["table", pytest.param("stepper 6 x 6", marks=pytest.mark.thorough)])
def test_a_sentence_stands_where_it_covers_nothing(show, name):
    page, exhibit = show(EXHIBITS[name]())
    note = exhibit.locator(".up-note")
    for field in exhibit.locator(CORNERS).all():
        good = field.input_value()
        field.fill("two")
        expect(note).to_contain_text("“two” is not a number")
        assert note.evaluate(COVERED) == [[], 0], field.get_attribute("aria-label")
        field.fill(good)
        expect(note).to_have_count(0)

    # In a small window there may be no such place; then it covers what is no number.
    field.fill("two")
    page.set_viewport_size({"width": 640, "height": 900})
    page.wait_for_function("note => note.getBoundingClientRect().width < 300", arg=note.element_handle())
    texts, beyond = note.evaluate(COVERED)
    assert beyond == 0
    assert not [text for text in texts if re.fullmatch(NUMBER, text)]


def test_two_sentences_stand_apart_and_follow_the_projector_mode(show):
    _, exhibit = show(BackpropStepper(np.matmul, a=[[1.0, 2.0], [3.0, 4.0]], b=[[6.0, 7.0], [8.0, 9.0]]))
    first, second = (exhibit.locator(f'input[data-cell="{name}"]') for name in ("a[0,1]", "b[0,0]"))
    first.fill("two")
    second.fill("three")
    expect(exhibit.locator(".up-note")).to_have_count(2)
    one, other = (note.bounding_box() for note in exhibit.locator(".up-note").all())
    assert one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]

    second.fill("6")
    note = exhibit.locator(".up-note")
    expect(note).to_have_count(1)
    exhibit.get_by_role("button", name="Projector mode").click()
    texts, beyond = note.evaluate(COVERED)
    assert beyond == 0
    assert not [text for text in texts if re.fullmatch(NUMBER, text)]


def test_a_sentence_below_the_controls_leaves_the_steps_free(show):
    _, exhibit = show(Rolling({"own": lambda w, bound=4.0: w * w}, 1.0, (-2, 2), bound=4.0))
    exhibit.locator('input[data-cell="bound"]').fill("9")
    note, steps = (exhibit.locator(part).bounding_box() for part in (".up-note", ".up-steps"))
    assert note["y"] + note["height"] <= steps["y"]
