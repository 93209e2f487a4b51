"""What is typed reaches Python as it was meant, whatever was under way; and nothing shown is left behind."""

import random

import numpy as np
import pytest
from playwright.sync_api import expect

from helpers.widgets import BackpropStepper, GradYsMixer, MatrixLab, Meet, Slopes
from tests.thorough import THOROUGH

# All in one go, as when Python is still busy with the first of them.
TOGETHER = """changes => {
    for (const [cell, value] of changes) {
        const field = document.querySelector(`:is(input, select, button)[data-cell="${cell}"]`);
        if (field.matches("button, [type=checkbox]")) field.click();
        else {
            field.value = value;
            field.dispatchEvent(new Event(field.matches("select") ? "change" : "input", { bubbles: true }));
        }
    }
}"""


def cell(exhibit, name):
    return exhibit.locator(f'input[data-cell="{name}"]')


def test_what_is_typed_while_a_reset_is_under_way_is_typed_on_top_of_it(show):
    lab = MatrixLab()
    page, exhibit = show(lab)
    cell(exhibit, "A[1,1]").fill("50")
    for typed in ("7", "1"):  # also when it is what the reset brings
        cell(exhibit, "A[0,0]").fill("8")
        expect(exhibit.locator('g[data-hot="C-0-0"]')).to_have_text(str(8 * 6 + 2 * 9))
        page.evaluate(TOGETHER, [["reset", None], ["A[0,0]", typed]])
        expect(exhibit.locator('g[data-hot="C-0-0"]')).to_have_text(str(int(typed) * 6 + 2 * 9))
        expect(cell(exhibit, "A[1,1]")).to_have_value("4")
        assert lab.values["A"].tolist() == [[int(typed), 2], [3, 4]]


IDLE = "() => !models[0].under_way && !Object.keys(models[0].changed).length"


@pytest.mark.parametrize(
    ("make", "earlier", "last", "expected"),
    [
        (lambda: GradYsMixer("square"), ["x[0,0]", "5"], ["x[0,1]", "7"], {"x": [1, 7, 3]}),
        (MatrixLab, ["transpose_b", None], ["nudge", None], {"transpose_b": False, "nudge": True}),
    ],
)
def test_a_change_while_a_reset_is_under_way_takes_nothing_back(show, make, earlier, last, expected):
    exhibit = make()
    page, _ = show(exhibit)
    for together in ([earlier], [["reset", None], last]):
        page.evaluate(TOGETHER, together)
        page.wait_for_function(IDLE)
    values = {name: np.asarray(exhibit.values[name]).tolist() for name in expected}
    assert values == expected


def test_what_is_typed_into_a_table_that_gets_another_size_leaves_no_sentence(show):
    lab = MatrixLab()
    page, exhibit = show(lab)
    page.evaluate(TOGETHER, [["k", "3"], ["A[1,1]", "5"], ["G[0,0]", "2"]])
    expect(exhibit.locator("input[data-cell^=A]")).to_have_count(6)
    expect(exhibit.locator('g[data-hot="dA-0-0"]')).to_be_visible()
    assert (lab.errors, lab.values["A"].shape, lab.values["G"][0, 0]) == ({}, (2, 3), 2)


def test_a_number_that_is_dragged_there_and_back_is_heard(show):
    lab = MatrixLab()
    page, exhibit = show(lab)
    page.evaluate(TOGETHER, [["A[0,0]", value] for value in ("2", "3", "2")])
    expect(exhibit.locator('g[data-hot="C-0-0"]')).to_have_text(str(2 * 6 + 2 * 9))
    assert lab.heard == lab.changes[-1][0]


@pytest.mark.parametrize(("make", "name"), [(MatrixLab, "A[0,0]"), (GradYsMixer, "c[0,0]")])
def test_two_views_agree_without_a_kernel(show, make, name):
    exhibit = make()
    page, _ = show(exhibit, exhibit)
    page.evaluate("() => { window.kernelIsGone = true; }")
    views = cell(page, name)
    views.nth(0).fill("5")
    views.nth(1).fill("7")
    expect(views.nth(0)).to_have_value("7")
    expect(views.nth(1)).to_have_value("7")


def test_a_view_of_an_exhibit_with_a_mistake_is_drawn(show):
    lab = MatrixLab()
    lab.set_state({"inputs": {**lab.inputs, "A": [["two", "2"], ["3", "4"]]}})
    _, exhibit = show(lab)
    expect(exhibit.locator(".up-note")).to_contain_text("“two” is not a number")
    expect(cell(exhibit, "A[0,0]")).to_have_value("two")


def test_an_entry_that_is_gone_is_not_pointed_at(show):
    _, exhibit = show(MatrixLab(a=[[1, 2]], b=[[3], [4]]))
    exhibit.locator('g[data-hot="dA-0-1"]').hover()
    exhibit.get_by_label("A is stored transposed").press("Space")
    expect(exhibit.locator("[data-head]")).to_have_text("dA[0,0]")
    assert exhibit.locator(".up-goal").evaluate_all("all => all.map(part => part.dataset.hot)") == ["dA-0-0"]


# --- after anything, an exhibit shows what a fresh view of it shows --------------------------------------

PLAY = """async model => {
    const { player } = await import("/player.js");
    window.act = await player(...model);
}"""
VALUES = ["0", "1", "-3", "2.5", "1e5", "two", "", "−2", "3,5"]
EXHIBITS = {
    "matrix lab": lambda: MatrixLab(nudge=True),
    "meet": lambda: Meet([[1, 2], [3, 4]], [[6, 7, 8], [9, 10, 11]]),
    "slopes": lambda: Slopes(np.square, [1.0, 2.0], flags=(1.0, -2.0)),
    "mixer": lambda: GradYsMixer("mixing", x=[1.0, 2.0, 3.0]),
    "stepper": lambda: BackpropStepper(lambda x, y: np.tanh(x @ y), x=[[1.0, 2.0]], y=[[3.0], [4.0]]),
}


@pytest.mark.parametrize("name", EXHIBITS)
def test_after_anything_it_shows_what_a_fresh_view_shows(show, name):
    exhibit, chance = EXHIBITS[name](), random.Random(name)
    page, _ = show(exhibit)
    page.evaluate(PLAY, [exhibit.model_id, exhibit.get_state()])
    so_far = []
    for _ in range(20 if THOROUGH else 5):
        together = chance.choice([1, 1, 1, 3])
        hands = chance.choices(["type", "choose", "click"], [4, 1, 2], k=together)
        steps = [[hand, chance.choice(VALUES), chance.random(), chance.random()] for hand in hands]
        done, differing, picture, inputs = page.evaluate("steps => act(steps)", steps)
        so_far += done
        if not (name == "mixer" and exhibit.errors):  # it keeps the mix of the last good weights
            assert differing == [], so_far
        assert (picture, inputs) == (exhibit.picture, exhibit.inputs), so_far
