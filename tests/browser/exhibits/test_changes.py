"""What is typed reaches Python as it was meant, whatever was under way; and nothing shown is left behind."""

import random

import numpy as np
import pytest
from playwright.sync_api import expect

from helpers.widgets import BackpropStepper, Meet, Slopes
from tests.browser.hands import ANSWERED
from tests.thorough import THOROUGH
from tests.widgets.base.table import Table

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


def entry(exhibit, key):
    return exhibit.locator(f'g[data-hot="{key}"]')


@pytest.mark.thorough
def test_what_is_typed_while_a_reset_is_under_way_is_typed_on_top_of_it(show):
    table = Table()
    page, exhibit = show(table)
    cell(exhibit, "A[1,1]").fill("50")
    for typed in ("7", "1"):  # also when it is what the reset brings
        cell(exhibit, "A[0,0]").fill("8")
        expect(entry(exhibit, "C-0-0")).to_have_text("16")
        page.evaluate(TOGETHER, [["reset", None], ["A[0,0]", typed]])
        expect(entry(exhibit, "C-0-0")).to_have_text(str(2 * int(typed)))
        expect(cell(exhibit, "A[1,1]")).to_have_value("4")
        assert table.values["A"].tolist() == [[int(typed), 2], [3, 4]]


def test_a_change_while_a_reset_is_under_way_takes_nothing_back(show):
    table = Table()
    page, _ = show(table)
    for together in ([["A[0,0]", "5"]], [["reset", None], ["A[0,1]", "7"], ["turned", None]]):
        page.evaluate(TOGETHER, together)
        page.wait_for_function(ANSWERED)
    assert (table.values["A"].tolist(), table.values["turned"]) == ([[1, 7], [3, 4]], True)


def test_a_number_that_is_dragged_there_and_back_is_heard(show):
    table = Table()
    page, exhibit = show(table)
    page.evaluate(TOGETHER, [["A[0,0]", value] for value in ("2", "3", "2")])
    expect(entry(exhibit, "C-0-0")).to_have_text("4")
    assert table.heard == table.changes[-1][0]


def test_two_views_agree_without_a_kernel(show):
    table = Table()
    page, _ = show(table, table)
    page.evaluate("() => { window.kernelIsGone = true; }")
    views = cell(page, "A[0,0]")
    views.nth(0).fill("5")
    views.nth(1).fill("7")
    expect(views.nth(0)).to_have_value("7")
    expect(views.nth(1)).to_have_value("7")


def test_a_view_of_an_exhibit_with_a_mistake_is_drawn(show):
    table = Table()
    table.set_state({"inputs": {**table.inputs, "A": [["two", "2"], ["3", "4"]]}})
    _, exhibit = show(table)
    expect(exhibit.locator(".up-note")).to_contain_text("“two” is not a number")
    expect(cell(exhibit, "A[0,0]")).to_have_value("two")


# --- after anything, an exhibit shows what a fresh view of it shows --------------------------------------

PLAY = """async model => {
    const { player } = await import("/player.js");
    window.act = await player(...model);
}"""
VALUES = ["0", "1", "-3", "2.5", "1e5", "two", "", "−2", "3,5"]
EXHIBITS = {
    "table": Table,
    "meet": lambda: Meet([[1, 2], [3, 4]], [[6, 7, 8], [9, 10, 11]]),
    "slopes": lambda: Slopes(np.square, [1.0, 2.0], flags=(1.0, -2.0)),
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
        assert differing == [], so_far
        assert (picture, inputs) == (exhibit.picture, exhibit.inputs), so_far
