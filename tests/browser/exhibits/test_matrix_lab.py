"""The matrix lab in a person's hands: typing in the picture, arrows, drags, pastes, pointing, mistakes."""

import re

import pytest
from playwright.sync_api import expect

from helpers.widgets import MatrixLab
from tests.browser.hands import CUT_OFF, paste

FOCUS = """() => {  // what has the focus in the first exhibit
    const here = document.activeElement;
    return document.querySelector(".up-exhibit").contains(here)
        && (here.dataset.cell || here.dataset.hot || here.textContent.trim() || here.ariaLabel);
}"""


def cell(exhibit, name, row, column):
    label = "Upstream G" if name == "G" else name
    return exhibit.get_by_role("textbox", name=f"{label}, row {row}, column {column}")


def drawn(exhibit, key):
    """The entry of C, dA or dB that is drawn for a key such as dA-0-1."""
    return exhibit.locator(f'g[data-hot="{key}"][data-label]')


def numbers(exhibit, name):
    cells = exhibit.locator(f'g[data-label][data-hot^="{name}-"]')
    return [float(text.replace("−", "-")) for text in cells.all_text_contents()]


def said(exhibit):
    return " ".join(" ".join(exhibit.locator("[data-line] text").all_text_contents()).split())


def lit(exhibit):
    """The frames that show now, each as the numbers it surrounds, read off the screen."""
    return exhibit.evaluate(
        """root => [...root.querySelectorAll("rect[data-only]")]
            .filter(frame => getComputedStyle(frame).display !== "none")
            .map(frame => {
                const around = frame.getBoundingClientRect();
                return [...root.querySelectorAll("g[data-hot]")].filter(cell => {
                    const box = cell.querySelector("rect").getBoundingClientRect();
                    const x = box.left + box.width / 2, y = box.top + box.height / 2;
                    return around.left < x && x < around.right && around.top < y && y < around.bottom;
                }).map(cell => cell.textContent).join(" ");
            })"""
    )


def test_typing_moving_and_mistakes_with_the_keyboard_alone(show):
    lab = MatrixLab()
    page, exhibit = show(lab, lab)
    press = page.keyboard
    cell(exhibit, "A", 0, 1).click()
    press.type("5")
    expect(drawn(exhibit, "C-0-0")).to_have_text("51")
    assert numbers(exhibit, "dB") == [4, 4, 4, 9, 9, 9]
    for key, there in [
        ("ArrowDown", ("A", 1, 1)),
        ("ArrowLeft", ("A", 1, 0)),
        ("ArrowUp", ("A", 0, 0)),
        ("Enter", ("A", 1, 0)),
    ]:
        press.press(key)
        expect(cell(exhibit, *there)).to_be_focused()
    press.press("Shift+ArrowUp")
    expect(cell(exhibit, "A", 1, 0)).to_have_value("4")
    press.press("Shift+ArrowDown")
    press.press("Shift+ArrowDown")
    expect(cell(exhibit, "A", 1, 0)).to_have_value("2")
    expect(drawn(exhibit, "C-1-0")).to_have_text("48")
    press.type("xabmdd")

    note, picture = exhibit.locator(".up-note"), exhibit.locator(".up-stage svg")
    height, good = exhibit.bounding_box()["height"], picture.inner_html()
    for typed, sentence in [("", "This cell is empty"), ("-inf", "finite number"), ("7e9", "too large")]:
        cell(exhibit, "G", 1, 2).fill(typed)
        expect(note.last).to_contain_text(sentence)
        expect(note.last).to_be_visible()
        expect(cell(exhibit, "G", 1, 2)).to_have_value(typed)
        expect(cell(exhibit, "G", 1, 2)).to_be_focused()
    cell(exhibit, "G", 0, 0).focus()
    press.press("Tab")
    expect(cell(exhibit, "G", 0, 1)).to_be_focused()
    expect(cell(exhibit, "A", 1, 0)).to_have_value("xabmdd")
    expect(cell(exhibit, "A", 1, 0)).to_have_attribute("aria-invalid", "true")
    assert re.sub(' class="[^"]*"', "", picture.inner_html()).count("<rect") == good.count("<rect")
    assert exhibit.bounding_box()["height"] == height
    second = page.locator(".up-exhibit").nth(1)
    expect(cell(second, "G", 1, 2)).to_have_value("7e9")
    cell(second, "G", 1, 2).fill("1")
    cell(second, "A", 1, 0).fill("0")
    expect(note).to_have_count(0)
    for each in (exhibit, second):
        expect(drawn(each, "C-1-0")).to_have_text("36")
    exhibit.get_by_role("button", name="Reset").click()
    expect(cell(second, "A", 0, 1)).to_have_value("2")

    exhibit.get_by_label("Start from").focus()
    passed = []
    while (now := page.evaluate(FOCUS)) and len(passed) < 60:
        passed.append(now)
        press.press("Tab")
    controls = ["preset", "reset", "m", "k", "n", "batch", "transpose_a", "transpose_b", "nudge"]
    sizes = {"A": 2, "B": 3, "G": 3}
    cells = [f"{name}[{i},{j}]" for name, columns in sizes.items() for i in range(2) for j in range(columns)]
    assert [each for each in passed if each in controls] == controls
    assert [each for each in passed if each in cells] == cells
    assert "C-0-0" in passed
    assert "As NumPy code" in passed


def test_pointing_dragging_pasting_and_other_sizes(show):
    page, exhibit = show(MatrixLab())
    press = page.keyboard
    page.mouse.move(2, 2)
    assert sorted(lit(exhibit)) == ["1 1 1", "6 7 8"]  # at rest dA[0,0] is shown
    drawn(exhibit, "dB-1-2").hover()
    assert sorted(lit(exhibit)) == ["1 1", "2 4"]
    assert (
        said(exhibit) == "dB[1,2] is row 1 of Aᵀ (column 1 of A) times column 2 of G dB[1,2] = 2·1 + 4·1 = 6"
    )
    drawn(exhibit, "C-1-1").hover()
    assert sorted(lit(exhibit)) == ["3 4", "7 10"]
    cell(exhibit, "B", 0, 1).hover()  # a number that can be changed shows the gradient it has
    assert said(exhibit).endswith("dB[0,1] = 1·1 + 3·1 = 4")
    drawn(exhibit, "dA-0-0").focus()
    page.mouse.move(2, 2)
    press.press("ArrowRight")
    expect(drawn(exhibit, "dA-0-1")).to_be_focused()
    assert sorted(lit(exhibit)) == ["1 1 1", "9 10 11"]
    expect(drawn(exhibit, "dA-0-1")).to_have_accessible_name(
        re.compile(r"dA\[0,1\] = 1·9 \+ 1·10 \+ 1·11 = 30")
    )
    press.press("ArrowDown")
    expect(drawn(exhibit, "dA-1-1")).to_be_focused()

    exhibit.get_by_label("B is stored transposed").check()
    expect(exhibit.locator(".up-stage svg")).to_have_attribute("aria-label", "C = A Bᵀ, dA = G B, dB = Gᵀ A")
    drawn(exhibit, "dA-0-1").hover()
    assert sorted(lit(exhibit)) == ["1 1 1", "9 10 11"]
    assert said(exhibit).startswith("dA[0,1] is row 0 of G times column 1 of B dA[0,1] =")

    exhibit.get_by_label("Nudge").check()
    expect(exhibit.get_by_text("+1", exact=True).first).to_be_attached()
    cell(exhibit, "A", 1, 0).hover()
    shown = exhibit.locator("text[data-only]:visible, [data-only] text:visible").all_text_contents()
    assert shown == ["+1", "60", "+6", "68", "+7", "76", "+8"]
    assert "A[1,0] + 1 moves row 1 of C by column 0 of B: +6 +7 +8" in said(exhibit)

    exhibit.get_by_role("button", name="Reset").click()
    expect(exhibit.get_by_label("B is stored transposed")).not_to_be_checked()
    exhibit.get_by_label("Nudge").uncheck()
    mouse = page.mouse
    box = cell(exhibit, "B", 0, 0).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 80, y)  # so quick that the pointer has left the cell before its first movement is told
    expect(cell(exhibit, "B", 0, 0)).to_have_value("16")
    expect(drawn(exhibit, "C-0-0")).to_have_text("34")
    mouse.up()
    mouse.move(x, y)
    mouse.down()  # again, on a number that has the focus already
    mouse.move(x - 160, y, steps=10)
    mouse.up()
    expect(cell(exhibit, "B", 0, 0)).to_have_value("-4")
    expect(drawn(exhibit, "C-0-0")).to_have_text("14")

    cell(exhibit, "A", 0, 0).focus()
    paste(page, "1\t0\n0\t1\n2\t2")
    expect(drawn(exhibit, "C-2-0")).to_have_text("10")
    expect(exhibit.get_by_label("Rows", exact=True)).to_have_value("3")
    paste(page, "1\t2\t3\n4\t5\t6")
    expect(exhibit.locator(".up-note")).to_contain_text("set the inner size to 3 first, then paste again")
    exhibit.get_by_label("Inner", exact=True).select_option("3")
    expect(exhibit.locator(".up-note")).to_have_count(0)
    exhibit.get_by_label("Batch", exact=True).select_option("2 × A, one B")
    expect(drawn(exhibit, "dA-1-2-2")).to_be_visible()
    misplaced = exhibit.evaluate(
        """root => [...root.querySelectorAll(".up-over .up-field")].filter(field => {
            const cell = root.querySelector(`g[data-cell="${CSS.escape(field.dataset.cell)}"] rect`);
            const [a, b] = [field, cell].map(e => e.getBoundingClientRect());
            return ["left", "top", "right", "bottom"].some(side => Math.abs(a[side] - b[side]) > 1.5);
        }).map(field => field.dataset.cell)"""
    )
    assert misplaced == []
    exhibit.get_by_text("As NumPy code").click()
    expect(exhibit.locator(".up-program")).to_contain_text("dB = (A.mT @ G).sum(axis=0)")
    exhibit.get_by_label("Start from").select_option("Upstream C itself")
    expect(drawn(exhibit, "dA-1-1")).to_have_text("1844")
    assert numbers(exhibit, "dA") == [573, 816, 1295, 1844]


@pytest.mark.thorough  # the gallery's are always tested so, in JupyterLab
def test_it_fits_a_small_window_and_axe_finds_nothing(show, breaches_of_accessibility):
    _, exhibit = show(MatrixLab(), MatrixLab(preset="A batch sharing one B", nudge=True), width=640)
    assert exhibit.evaluate(CUT_OFF) == []
    small = exhibit.evaluate(
        """root => [...root.querySelectorAll(".up-stage text")]
            .map(text => text.getBoundingClientRect().height).filter(height => 0 < height && height < 9)"""
    )
    assert small == []
    assert breaches_of_accessibility() == []
