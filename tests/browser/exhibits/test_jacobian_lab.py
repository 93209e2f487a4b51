"""The Jacobian lab in a person's hands: typing over the drawn numbers, pointing, formulas good and bad."""

from playwright.sync_api import expect

from helpers.widgets import JacobianLab
from tests.browser.hands import paste


def lab():
    return JacobianLab("square", x=[1.0, 2.0], upstream=[2.0, 3.0], tangent=[1.0, 10.0])


def row(exhibit, letter, count):
    return [exhibit.locator(f'[data-hot="{letter}{k}"]').last.text_content().strip() for k in range(count)]


def said(exhibit, text):
    return exhibit.locator(".up-picture text", has_text=text)


def test_weights_are_edited_where_they_are_drawn_and_entries_explain_themselves(show):
    page, exhibit = show(lab())
    height = exhibit.bounding_box()["height"]
    assert (row(exhibit, "v", 2), row(exhibit, "w", 2)) == (["4", "12"], ["2", "40"])
    first = exhibit.get_by_label("upstream u, entry 0")
    first.focus()
    page.keyboard.type("-1.5")
    expect(exhibit.locator('[data-hot="v0"]')).to_have_text("−3")
    expect(first).to_have_value("-1.5")
    page.keyboard.press("Shift+ArrowUp")  # a step of half
    expect(exhibit.locator('[data-hot="v0"]')).to_have_text("−2")
    page.keyboard.press("ArrowDown")
    expect(exhibit.get_by_label("upstream u, entry 0")).to_have_value("-1")

    exhibit.locator('[data-hot="w1"]').hover()
    expect(said(exhibit, "The JVP’s entry y[1] is row 1 weighted by t: 1·0 + 10·4 = 40")).to_be_visible()
    exhibit.locator('[data-hot="J1-1"]').focus()
    page.mouse.move(0, 0)
    expect(said(exhibit, "∂y[1]/∂x[1] = 4: a small move")).to_be_visible()
    page.keyboard.press("ArrowUp")
    expect(said(exhibit, "∂y[0]/∂x[1] = 0: a small move")).to_be_visible()

    exhibit.get_by_role("button", name="u: next one-hot").click()
    expect(exhibit.locator('[data-hot="v1"]')).to_have_text("0")
    exhibit.get_by_label("table", exact=True).select_option("columns × t")
    expect(exhibit.locator('[data-hot="J1-1"]')).to_have_text("40")
    exhibit.get_by_label("function").select_option("matrix product")
    expect(exhibit.locator('[data-hot="v3"]')).to_have_text("30")
    expect(exhibit.get_by_label("upstream u, row 1, column 2")).to_have_value("1")
    exhibit.get_by_role("button", name="Reset").click()
    expect(exhibit.locator('[data-hot="v1"]')).to_have_text("12")
    assert exhibit.bounding_box()["height"] == height


def test_a_formula_is_typed_with_mistakes_on_the_way(show):
    page, exhibit = show(lab())
    formula, picture = exhibit.get_by_role("textbox", name="y ="), exhibit.locator(".up-picture svg").first
    before = picture.inner_html()
    formula.fill("x * y")
    expect(exhibit.locator(".up-note")).to_contain_text("“y” is not known here")
    assert picture.inner_html() == before
    formula.fill("[x[0] * x[1], sin(x[0]")
    expect(exhibit.locator(".up-note")).to_contain_text("not a complete formula")
    formula.press("End")
    formula.press_sequentially("), x[1]]")  # the answer gets longer, so the controls change while one types
    expect(exhibit.locator(".up-note")).to_have_count(0)
    expect(formula).to_have_value("[x[0] * x[1], sin(x[0]), x[1]]")
    expect(formula).to_be_focused()
    expect(exhibit.get_by_label("function")).to_have_value("your own f")
    expect(exhibit.get_by_label("upstream u, entry 2")).to_have_value("1")
    expect(exhibit.locator('[data-hot="J2-1"]')).to_have_text("1")

    exhibit.get_by_label("x, entry 0").focus()
    paste(page, "1\t2\t3\t4\t5\t6\t7")
    expect(exhibit.locator(".up-note")).to_contain_text("6 × 6 is the most")
    paste(page, "1\t0.5\t2")
    expect(exhibit.get_by_label("x, entry 2")).to_have_value("2")
    expect(exhibit.get_by_label("tangent t, entry 2")).to_have_value("1")
