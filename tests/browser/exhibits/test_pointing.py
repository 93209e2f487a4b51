"""What is said of a part while it is pointed at, its lines each in a text of its own; where a click goes."""

from playwright.sync_api import expect

from helpers.drawing import svg
from helpers.widgets import Orders
from helpers.widgets.base.exhibit import Exhibit


class Pointed(Exhibit):
    """Three parts that can be pointed at; of two of them something is said."""

    def draw(self):
        def part(key, **said):
            return svg.words(key, 30).wrap(data_hot=key, data_lit=key, **said)

        texts = [svg.words("", 16).wrap(data_line="") for _ in range(2)]
        block = svg.column(
            part("first", data_label="one\ntwo"),
            part("second", data_label="another"),
            part("third"),
            *texts,
        )
        return svg.picture(block.wrap(data_rest="", data_label="at rest"), "Pointed")


def test_each_text_says_the_next_line_of_what_is_said(show):
    page, exhibit = show(Pointed())
    lines = exhibit.locator("text[data-line], [data-line] text").locator("visible=true")

    def said():
        return [text for text in lines.all_text_contents() if text]

    assert said() == ["at rest"]
    for key, expected in [("first", ["one", "two"]), ("second", ["another"]), ("third", [])]:
        exhibit.locator(f'[data-hot="{key}"]').hover()
        expect(exhibit.locator(".up-lit")).to_have_text(key)
        assert said() == expected
    page.mouse.move(0, 0)
    assert said() == ["at rest"]


def test_what_has_the_focus_in_another_exhibit_is_not_pointed_at_here(show):
    page, exhibit = show(Pointed(), Pointed())
    page.locator('[data-hot="third"]').last.focus()
    exhibit.locator('[data-hot="second"]').hover()
    page.mouse.move(0, 0)
    expect(exhibit.locator(".up-lit")).to_have_count(0)
    expect(page.locator(".up-lit")).to_have_text("third")


def test_a_click_on_the_number_in_a_box_is_one_on_the_box(show):
    _, exhibit = show(Orders(lambda x: x * x, names=("y",), x=3.0))
    exhibit.locator("[data-film]").get_by_text("1", exact=True).click(force=True)
    expect(exhibit.get_by_text("sent ✓")).to_be_visible()
