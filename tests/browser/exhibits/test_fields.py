"""The numbers of a table that is edited in its picture: moved to by keys, typed, stepped, dragged, pasted."""

import pytest
from playwright.sync_api import expect

from tests.browser.hands import paste
from tests.widgets.base.table import Table


@pytest.fixture
def table(show):
    exhibit = Table()
    return exhibit, *show(exhibit)


def cell(view, row, column):
    return view.get_by_role("textbox", name=f"A, row {row}, column {column}")


def test_keys_move_between_the_numbers_and_change_them(table):
    exhibit, page, view = table
    cell(view, 0, 1).click()
    page.keyboard.type("5")
    for key, there in [("ArrowDown", (1, 1)), ("ArrowLeft", (1, 0)), ("ArrowUp", (0, 0)), ("Enter", (1, 0))]:
        page.keyboard.press(key)
        expect(cell(view, *there)).to_be_focused()
    for key, value in [("Shift+ArrowUp", "4"), ("Shift+ArrowDown", "3"), ("Shift+ArrowDown", "2")]:
        page.keyboard.press(key)
        expect(cell(view, 1, 0)).to_have_value(value)
    expect(view.locator('g[data-hot="C-0-1"]')).to_have_text("10")
    assert exhibit.values["A"].tolist() == [[1, 5], [2, 4]]


def test_a_number_is_dragged_and_a_block_is_pasted(table):
    exhibit, page, view = table
    box = cell(view, 0, 0).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for by, steps, value in [(80, 1, "11"), (-40, 40, "6")]:  # at once; then slowly, on a selected text
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + by, y, steps=steps)
        page.mouse.up()
        expect(cell(view, 0, 0)).to_have_value(value)
    paste(page, "6\t7\n8\t9")
    expect(view.locator('g[data-hot="C-1-1"]')).to_have_text("18")
    paste(page, "1 2 3\n4 5 6")
    expect(view.locator(".up-note")).to_contain_text("there is room for 2 × 2")
    assert exhibit.values["A"].tolist() == [[6, 7], [8, 9]]


def test_a_field_grows_with_what_is_typed_and_stays_in_the_picture(table):
    _, page, view = table
    for column in (0, 1):
        cell(view, 0, column).focus()
        page.keyboard.type("1 + 2 + 3 + 4")
        hidden = "field => field.scrollWidth - field.clientWidth"
        expect(cell(view, 0, column)).to_have_attribute("size", "13")
        assert cell(view, 0, column).evaluate(hidden) <= 0


@pytest.mark.parametrize("width", [1280, 640])
def test_each_field_lies_on_its_number(show, width):
    _, view = show(Table(), width=width)
    apart = """root => [...root.querySelectorAll(".up-over .up-field")].flatMap(field => {
        const cell = root.querySelector(`g[data-cell="${CSS.escape(field.dataset.cell)}"] rect`);
        const [a, b] = [field, cell].map(e => e.getBoundingClientRect());
        return ["left", "top", "right", "bottom"].map(side => Math.abs(a[side] - b[side]));
    })"""
    assert max(view.evaluate(apart)) < 1.5
