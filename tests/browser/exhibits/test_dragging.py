"""What is taken hold of in a picture, by mouse or keys; goals that are met there; a kernel that is gone."""

import re

import pytest
from playwright.sync_api import expect

from helpers.drawing import svg
from helpers.widgets import Meet, Rolling, Tangent
from helpers.widgets.base.controls import Button, Number
from helpers.widgets.base.exhibit import Exhibit
from tests.browser.hands import drag, hurried, settle

PER = 20  # pixels of the picture for 1


class Bar(Exhibit):
    """A bar whose end can be pulled to 5, and its height to 2."""

    def __init__(self):
        ends = {"low": 0, "high": 9, "step": 0.5, "in_picture": True}
        controls = Number("long", 1.0, **ends), Number("high", 1.0, **ends), Button("reset", "Start again")
        super().__init__(
            *controls,
            goals=["Pull the bar until it is 5 long.", "Make it 2 high, which is twice as high as it was."],
        )

    def draw(self, long, high):
        handle = svg.group(
            svg.rect(20 + PER * long, 100 - PER * high, 16, 16, fill=svg.ACCENT),
            data_drag="long", data_per=PER, data_lift="high", data_per_lift=PER,
            data_low=0, data_high=9, data_grid=0.5, data_label="The bar's end",
        )  # fmt: skip
        words = svg.text(f"{long:g} × {high:g}", 20, 115)
        return svg.picture(svg.canvas(240, 120, handle, words), "A bar", desc=f"{long:g} by {high:g}.")

    def reaches(self, goal, long, high):
        if goal == 0:
            return "Its end stands at 5." * (long == 5)
        return "It is twice as high." * (high == 2)

    def adjust(self, name, values):
        return {"long": 1.0, "high": 1.0} if name == "reset" else {}


@pytest.fixture
def bar(show):
    exhibit = Bar()
    page, view = show(exhibit)
    return exhibit, page, view


def test_the_hand_moves_two_numbers_in_their_steps_and_no_further(bar):
    exhibit, page, view = bar
    handle = view.locator("[data-drag]")
    drag(handle, 2 * PER + 3, PER)
    expect(view.get_by_text("3 × 2")).to_be_visible()
    drag(handle, 90 * PER)
    expect(view.get_by_text("9 × 2")).to_be_visible()
    page.mouse.move(0, 0)  # let go of: it no longer follows
    assert exhibit.values == {"long": 9.0, "high": 2.0}


def test_what_snaps_goes_with_the_hand_and_its_number_follows_when_it_is_let_go(show):
    page, view = show(Meet([[1.0]], [[2.0]], opened=True))
    tile = view.locator("[data-snaps]")
    settle(page)
    for way, side in (1, "0"), (3, "1"):  # a little way, and it goes back
        box = tile.bounding_box()
        page.mouse.move(box["x"] + 20, box["y"] + 20)
        page.mouse.down()
        for by in range(20, 20 * way + 1, 20):
            page.mouse.move(box["x"] + 20 + by, box["y"] + 20)
            assert tile.bounding_box()["x"] - box["x"] == pytest.approx(by, abs=1)
        expect(tile).to_have_attribute("aria-valuenow", "0")
        page.mouse.up()
        expect(tile).to_have_attribute("aria-valuenow", side)
        expect(tile).not_to_have_attribute("transform", re.compile("."))


def test_a_hand_that_misses_it_selects_no_text(bar):
    _, page, view = bar
    settle(page)
    box, mouse = view.get_by_text("1 × 1").bounding_box(), page.mouse
    mouse.move(box["x"] + 20, box["y"] + 10)
    mouse.down()
    mouse.move(box["x"] + 100, box["y"] + 10, steps=6)
    mouse.up()
    assert page.evaluate("getSelection().toString()") == ""


@pytest.mark.thorough
def test_a_finger_moves_it_as_far_as_a_mouse(bar):
    _, page, view = bar
    settle(page)
    box, touches = view.locator("[data-drag]").bounding_box(), page.context.new_cdp_session(page)
    for kind, across in ("touchStart", 0), *(("touchMove", step) for step in range(0, 5 * PER, 4)):
        at = {"x": box["x"] + 8 + across, "y": box["y"] + 8}
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
    touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(view.get_by_text("6 × 1")).to_be_visible()


def test_keys_move_it_and_it_says_where_it_stands(bar):
    _, page, view = bar
    handle = view.get_by_role("slider", name="The bar's end")
    handle.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
    expect(view.get_by_text("1.5 × 1.5")).to_be_visible()
    expect(handle).to_have_attribute("aria-valuenow", "1.5")
    page.keyboard.press("End")
    expect(view.get_by_text("9 × 1.5")).to_be_visible()
    expect(handle).to_be_focused()


@pytest.mark.thorough
def test_a_ball_that_has_rolled_is_taken_hold_of_where_it_lies(show):
    rolling = Rolling({"its slope": lambda w: (w - 1) ** 2}, 3.0, (0, 4), rate=0.3)
    page, view = show(rolling)
    ball = view.get_by_role("slider", name="The ball, w")
    settle(page)
    view.locator(".up-where").fill("40")
    expect(ball).to_have_attribute("aria-valuenow", "1")
    settle(page)
    x = ball.locator("circle").bounding_box()["x"]
    drag(ball.locator("circle"), 42)
    settle(page)
    assert ball.locator("circle").bounding_box()["x"] - x == pytest.approx(42, abs=5), "it jumped away"
    assert (rolling.step, rolling.values["w"]) == (0, 1.25)


@pytest.mark.thorough
@pytest.mark.usefixtures("in_motion")
def test_a_ball_that_is_caught_as_it_rolls_stays_in_the_hand(show):
    page, view = show(Rolling({"its slope": lambda w: (w - 1) ** 2}, 3.0, (0, 4), rate=0.3))
    ball, mouse = view.get_by_role("slider", name="The ball, w").locator("circle"), page.mouse
    settle(page)
    view.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => document.querySelector('.up-where').value > 15")  # rolls at 1 from there on
    box = ball.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse.move(x, y)
    mouse.down()
    expect(view.get_by_role("button", name="Play", exact=True)).to_be_visible()
    mouse.move(x + 42, y)
    settle(page)
    assert ball.bounding_box()["x"] - box["x"] == pytest.approx(42, abs=5), "it jumped away"
    mouse.up()


def test_a_goal_is_met_on_the_picture_and_what_was_found_is_said_then(bar):
    exhibit, _, view = bar
    expect(view.get_by_text("Pull the bar until it is 5 long.")).to_be_visible()
    expect(view.get_by_text("Its end stands at 5.")).to_be_hidden()
    drag(view.locator("[data-drag]"), 4 * PER)
    expect(view.get_by_text("Its end stands at 5.")).to_be_visible()
    expect(view.get_by_text("Make it 2 high, which is twice")).to_be_visible()
    expect(view.get_by_role("img", name="1 of 2 goals met")).to_be_visible()
    view.get_by_role("button", name="Start again").click()
    expect(view.get_by_text("1 × 1")).to_be_visible()
    assert exhibit.found == ["Its end stands at 5."]  # met once is met


def test_the_picture_does_not_move_when_a_goal_is_met(show):
    page, view = show(Bar(), width=640)  # where the second goal takes two lines
    settle(page)
    before = view.locator(".up-picture").bounding_box()
    drag(view.locator("[data-drag]"), 4 * PER)
    expect(view.get_by_text("Its end stands at 5.")).to_be_visible()
    assert view.locator(".up-picture").bounding_box() == before


def test_what_is_only_passed_is_not_reached(bar):
    exhibit, page, view = bar
    box = view.locator("[data-drag]").bounding_box()
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    page.mouse.down()
    for long in (5, 6):
        page.mouse.move(box["x"] + 8 + PER * (long - 1), box["y"] + 8)
        expect(view.get_by_text(f"{long} × 1")).to_be_visible()
    page.mouse.up()
    expect(view.get_by_role("img", name="0 of 2 goals met")).to_be_visible()
    assert exhibit.found == []


def test_a_kernel_that_is_gone_is_told_and_one_that_answers_again_too(bar):
    _, page, view = bar
    page.evaluate("window.kernelIsGone = true")
    with hurried(page):
        view.get_by_role("slider").press("ArrowRight")
        expect(view.get_by_text("Python does not answer.")).to_be_visible()
    page.evaluate("() => { window.kernelIsGone = false; models[0].save_changes(); }")
    expect(view.get_by_text("Python does not answer.")).to_be_hidden()


FURTHER_GRIPS = (175_432, 0, 1280), (420_000, 4, 640)


@pytest.mark.parametrize(
    ("slope", "grip", "width"),
    [(180_000, -7, 1280), *(pytest.param(*more, marks=pytest.mark.thorough) for more in FURTHER_GRIPS)],
)
@pytest.mark.thorough(one_in=3)
def test_a_mouse_which_goes_by_whole_pixels_turns_a_line_until_it_touches(show, slope, grip, width):
    line = Tangent(lambda x: 6 * x**5, 10.0, slope=slope, xs=(7, 11))
    page, view = show(line, width=width)
    settle(page)
    box = view.get_by_role("slider").bounding_box()
    x, y = round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2) + grip
    page.mouse.move(x, y)
    page.mouse.down()
    for pixels in range(40):
        page.mouse.move(x, y - pixels if slope < 300_000 else y + pixels)
        settle(page)
        if "touches" in line.drawn.alt:
            break
    page.mouse.up()
    expect(view.get_by_text("The line only touches: the slope is 300000.")).to_be_visible()
