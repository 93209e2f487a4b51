"""The matrix lab in a person's hands: typing in the picture, arrows, drags, pastes, pointing, mistakes."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from helpers.widgets import MatrixLab
from helpers.widgets.matrix_lab.algebra import Indices
from tests.browser.hands import CUT_OFF, paste
from tests.widgets.matrix_lab.problems import LAYOUTS, by_the_engine, problem

FOCUS = """() => {  // what has the focus in the first exhibit
    const here = document.activeElement;
    return document.querySelector(".up-exhibit").contains(here)
        && (here.dataset.cell || here.dataset.hot || here.textContent.trim() || here.ariaLabel);
}"""


def cell(exhibit, name, row, column):
    label = "Upstream G" if name == "G" else name
    return exhibit.get_by_role("textbox", name=f"{label}, row {row}, column {column}")


def drawn(exhibit, key):
    """The half box that is drawn for a key such as dA-0-1."""
    return exhibit.locator(f'g[data-hot="{key}"]')


def numbers(exhibit, name):
    cells = exhibit.locator(f'g[data-hot^="{name}-"]')
    return [float(text.replace("−", "-")) for text in cells.all_text_contents()]


def said(exhibit):
    """The panel: its title, its products, its sentence."""
    texts = exhibit.locator("[data-head], [data-term], [data-line]").all_text_contents()
    return " ".join(" ".join(text for text in texts if text).split())


LIT = """root => Object.fromEntries(["goal", "pair-1", "pair-2", "pair-3", "by", "into"].map((kind) => [kind,
    [...root.querySelectorAll(`[data-table] > .up-${kind}`)].map((part) => part.dataset.hot)]))"""


def lit(exhibit):
    """What is lit now, in which way."""
    return {kind: keys for kind, keys in exhibit.evaluate(LIT).items() if keys}


# Points at each number of a lab in turn; says what is lit then, and the products.
POINT_AT_ALL = """root => [...root.querySelectorAll("g[data-hot]")].map((part) => {
    part.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    const words = [...root.querySelectorAll("[data-term] > text:nth-of-type(2)")];
    return [part.dataset.hot, (LIT)(root), words.map((text) => text.textContent).filter(Boolean)];
})""".replace("LIT", LIT)


@pytest.mark.parametrize(
    ("turned", "layout"),
    [
        ((False, False), LAYOUTS[0]),
        ((True, True), LAYOUTS[1]),
        ((True, False), LAYOUTS[2]),
        ((False, True), LAYOUTS[3]),
    ],
)
def test_every_number_lights_what_makes_it_and_where_it_goes(show, turned, layout):
    given, switches = problem(np.random.default_rng(3), 2, 3, 2, *turned, *layout, whole=True)
    answers = by_the_engine(*given, **switches)
    of = Indices({name: array.shape for name, array in answers.items()}, *turned)
    _, exhibit = show(MatrixLab(*given, **switches))
    for key, marks, products in exhibit.evaluate(POINT_AT_ALL):
        pairs, uses = of.pairs(key), of.uses(key)
        assert marks["goal"] == [key]
        for color in (1, 2, 3):
            of_this_color = {each for pair in pairs[color - 1 :: 3] for each in pair}
            assert set(marks[f"pair-{color}"]) == of_this_color
        assert set(marks["into"]) == {into for _, into in uses}
        assert set(marks["by"]) == {by for by, _ in uses}
        assert len(products) == (len(pairs) + 1 if pairs else len(uses))
        if pairs:
            *terms, total = [[read(factor) for factor in product.split(" · ")] for product in products]
            assert total == [answers[key.split("-")[0]][tuple(map(int, key.split("-")[1:]))]]
            assert sum(one * other for one, other in terms) == total[0]


def read(text):
    return float(text.strip("()").replace("−", "-"))


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
    controls = ["preset", "reset", "m", "k", "n", "batch", "transpose_a", "transpose_b", "nudge", "formulas"]
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
    assert lit(exhibit)["goal"] == ["dA-0-0"]  # it is shown at rest
    drawn(exhibit, "dB-1-2").hover()
    expect(drawn(exhibit, "dB-1-2")).to_have_class("up-goal up-lit")
    assert said(exhibit).startswith("dB[1,2] 2 · 1 +4 · 1 =6 B[1,2] moves column 2 of C by column 1 of A.")
    assert lit(exhibit) == {"goal": ["dB-1-2"], "pair-1": ["A-0-1", "G-0-2"], "pair-2": ["A-1-1", "G-1-2"]}
    drawn(exhibit, "C-1-1").hover()
    assert lit(exhibit)["pair-2"] == ["A-1-1", "B-1-1"]
    cell(exhibit, "G", 0, 1).hover()  # a number that can be changed shows where it goes
    assert said(exhibit).startswith("G[0,1] = 1 1 · 7in dA[0,0] 1 · 10in dA[0,1] 1 · 1in dB[0,1]")
    assert lit(exhibit)["into"] == ["dA-0-0", "dA-0-1", "dB-0-1", "dB-1-1"]
    drawn(exhibit, "dA-0-0").focus()
    page.mouse.move(2, 2)
    press.press("ArrowRight")
    expect(drawn(exhibit, "dA-0-1")).to_be_focused()
    assert lit(exhibit)["pair-3"] == ["B-1-2", "G-0-2"]
    expect(drawn(exhibit, "dA-0-1")).to_have_accessible_name("dA[0,1] = 1 · 9 + 1 · 10 + 1 · 11 = 30")
    press.press("ArrowDown")
    expect(drawn(exhibit, "dA-1-1")).to_be_focused()
    expect(drawn(exhibit, "dA-0-1")).to_have_accessible_name("dA[0,1] = 30")

    exhibit.get_by_label("B is stored transposed").check()
    expect(exhibit.locator(".up-stage svg")).to_have_attribute("aria-label", "C = A Bᵀ, dA = G B, dB = Gᵀ A")
    drawn(exhibit, "dA-0-1").hover()
    assert lit(exhibit)["pair-3"] == ["B-2-1", "G-0-2"]
    cell(exhibit, "B", 0, 0).focus()  # stored as the first row, and drawn as the first column
    press.press("ArrowRight")
    expect(cell(exhibit, "B", 1, 0)).to_be_focused()

    exhibit.get_by_label("Nudge").check()
    expect(exhibit.get_by_text("+1", exact=True).first).to_be_attached()
    cell(exhibit, "A", 1, 0).hover()
    assert exhibit.locator("[data-badge]:visible").all_text_contents() == ["+1", "+6", "+7", "+8"]
    drawn(exhibit, "dA-1-0").hover()
    assert "A[1,0] + 1 moves row 1 of C by column 0 of B." in said(exhibit)
    exhibit.get_by_label("Formulas").uncheck()
    expect(exhibit.get_by_text("dB = Gᵀ A")).to_have_count(0)

    exhibit.get_by_role("button", name="Reset").click()
    expect(exhibit.get_by_label("B is stored transposed")).not_to_be_checked()
    exhibit.get_by_label("Nudge").uncheck()
    exhibit.get_by_label("Formulas").check()
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


@pytest.mark.thorough
def test_it_fits_a_small_window_and_axe_finds_nothing(show, breaches_of_accessibility):
    _, exhibit = show(MatrixLab(), MatrixLab(preset="A batch sharing one B", nudge=True), width=640)
    assert exhibit.evaluate(CUT_OFF) == []
    small = exhibit.evaluate(
        """root => [...root.querySelectorAll(".up-stage text")]
            .map(text => text.getBoundingClientRect().height).filter(height => 0 < height && height < 9)"""
    )
    assert small == []
    assert breaches_of_accessibility() == []


APPEARING = """async ([svg, times]) => {
    const { Crossing } = await import("/parts/matrix_lab/crossing.js");
    const { parsed } = await import("/parts/browser/svg.js");
    const crossing = Crossing.of(parsed(svg));
    crossing.light("dB-1-1");
    return times.map((time) => {
        crossing.show(time);
        return crossing.terms.slice(0, crossing.count).map(({ part }) => part);
    });
}"""


def test_products_appear_one_after_the_other(page):
    """What shows at a moment depends on the moment alone."""
    times = [0, 320, 260 + 160, 10_000, 0]
    start, first, second, end, again = page.evaluate(APPEARING, [MatrixLab().picture, times])
    assert start == again == [0, 0, 0]
    assert first[0] == 1
    assert 0 < first[1] < 0.1
    assert (second[1], second[2]) == (0.5, 0)
    assert end == [1, 1, 1]


def test_who_walks_on_quickly_sees_each_sum_at_once(page):
    moving = """async (svg) => {
        const { Crossing } = await import("/parts/matrix_lab/crossing.js");
        const { parsed } = await import("/parts/browser/svg.js");
        const crossing = Crossing.of(parsed(svg));
        return [["dA-0-0", true], ["dA-0-1", true], ["dB-1-1", false], ["dB-1-0", true]].map((pointed) => {
            crossing.light(...pointed);
            return crossing.timeline.moving;
        });
    }"""
    assert page.evaluate(moving, MatrixLab().picture) == [False, False, False, False]
    page.emulate_media(reduced_motion="no-preference")
    moves = page.evaluate(moving, MatrixLab().picture)
    page.emulate_media(reduced_motion="reduce")  # as for all other tests
    assert moves == [False, False, True, False]
