"""The backprop stepper in a person's hands: keys, typing, pasting, two views, a small window, axe's rules."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from helpers.widgets import BackpropStepper
from helpers.widgets.stepper.tasks import Task
from tests.browser.hands import CUT_OFF, hurried, paste, settle

A, B = [[1.0, 2.0], [3.0, 4.0]], [[6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]


def chain():
    return BackpropStepper(lambda x: np.square(np.square(np.square(x))), x=2.0)


def layers():
    def loss(x, w, b, v):
        return np.sum(np.tanh(np.tanh(x @ w + b) @ v * 0.5))

    return BackpropStepper(
        loss,
        x=[[1.0, 2.0]],
        w=[[1.0, 0.5], [0.0, 1.0]],
        b=[0.1, 0.2],
        v=[[1.0], [2.0]],
        names=("z", "a", "h", "m", "half", "out", "loss"),
        groups={"layer 1": ("z", "a", "h"), "layer 2": ("m", "half", "out")},
    )


def said(exhibit):
    return exhibit.locator(".up-said")


def details(exhibit):
    return exhibit.locator(".up-list [aria-current]")


def test_typing_recomputes_and_mistakes_leave_the_last_picture(show):
    _, exhibit = show(chain())
    exhibit.get_by_role("button", name="Show every step").click()
    height = exhibit.bounding_box()["height"]
    field, picture = exhibit.get_by_label("x", exact=True), exhibit.locator(".up-picture svg")
    field.fill("3")
    expect(said(exhibit)).to_contain_text("2916 × 6 = 17496 arrives at x.")
    field.press("ArrowDown")
    expect(field).to_have_value("2.9")
    expect(details(exhibit)).to_contain_text("leaves v1 = x² at x = 2.9. To x: upstream")

    before = picture.inner_html()
    for typed, sentence in [("", "This cell is empty"), ("nan", "finite number"), ("1e999", "too large")]:
        field.fill(typed)
        expect(exhibit.locator(".up-note")).to_contain_text(sentence)
        expect(exhibit.locator(".up-note")).to_be_visible()
        assert picture.inner_html() == before
        expect(field).to_have_value(typed)
        expect(field).to_be_focused()
    field.fill("2")
    expect(exhibit.locator(".up-note")).to_have_count(0)
    expect(picture).to_contain_text("1024")
    expect(field).to_be_focused()
    assert exhibit.bounding_box()["height"] == height


@pytest.mark.thorough
def test_two_views_stay_together_whatever_is_pressed(show):
    stepper = chain()
    page, exhibit = show(stepper, stepper)
    picture, count = exhibit.locator(".up-picture"), exhibit.locator(".up-count").first
    picture.focus()
    for key, step in [("ArrowRight", 1), ("End", 3), ("ArrowLeft", 2), ("Home", 0), ("ArrowLeft", 0)]:
        page.keyboard.press(key)
        expect(count).to_have_text(f"step {step} of 3")
    field = exhibit.get_by_label("x", exact=True)
    field.focus()
    page.keyboard.type("xabmdd")
    expect(exhibit.get_by_role("alert").filter(has_text="“xabmdd” is not a number")).to_be_visible()

    second = page.locator(".up-exhibit").nth(1)
    expect(second.get_by_label("x", exact=True)).to_have_value("xabmdd")
    second.get_by_label("x", exact=True).fill("-1")
    exhibit.get_by_role("button", name="One step", exact=True).click()
    expect(said(second)).to_contain_text("1 × 2 = 2 arrives at v2.")
    expect(said(exhibit)).to_contain_text("1 × 2 = 2 arrives at v2.")
    expect(field).to_have_value("-1")

    with hurried(page):
        exhibit.get_by_role("button", name="Play").click()
        expect(exhibit.get_by_role("button", name="Play")).to_be_visible()
        expect(count).to_have_text("step 3 of 3")
    exhibit.get_by_role("button", name="Play").click()  # at the end it starts again; a step by hand stops it
    expect(exhibit.get_by_role("button", name="Pause")).to_be_visible()
    expect(count).to_have_text("step 1 of 3")
    exhibit.get_by_role("button", name="One step back").click()
    expect(exhibit.get_by_role("button", name="Play")).to_be_visible()
    expect(count).to_have_text("step 0 of 3")
    exhibit.get_by_role("button", name="Show every step").click()
    exhibit.locator('.up-picture g[data-goto="1"]').first.click()
    expect(count).to_have_text("step 1 of 3")
    exhibit.get_by_label("Step", exact=True).press("End")
    expect(details(second)).to_contain_text("Step 3 of 3")


def test_a_matrix_is_edited_pasted_and_fits_a_small_window(show):
    page, exhibit = show(BackpropStepper(lambda a, b: np.tanh(a @ b) * 2.0, a=A, b=B), width=640)
    cell, corner = exhibit.get_by_label("a, row 0, column 0"), exhibit.get_by_label("a, row 1, column 0")
    cell.focus()
    paste(page, "0\t1\n1\t0")
    expect(corner).to_have_value("1")
    expect(exhibit.locator(".up-list")).to_contain_text("v1 = [[9, 10, 11], [6, 7, 8]]")

    assert exhibit.evaluate(CUT_OFF) == []
    heights = exhibit.evaluate(
        """root => [...root.querySelectorAll(".up-picture text")].filter(text => text.textContent.trim())
            .map(text => text.getBoundingClientRect().height).filter(height => height > 0)"""
    )
    assert min(heights) > 8  # a picture too wide for its place scrolls before its type gets too small


def test_groups_fold_and_unfold_by_key_and_by_click_and_boxes_lead_to_their_step(
    show, breaches_of_accessibility
):
    page, exhibit = show(layers())
    count = exhibit.locator(".up-count").first
    switch = lambda name: exhibit.get_by_role("button", name=name)  # noqa: E731
    expect(count).to_have_text("step 0 of 3")
    exhibit.get_by_role("button", name="One step", exact=True).click()
    exhibit.get_by_role("button", name="One step", exact=True).click()
    expect(details(exhibit)).to_contain_text("out = layer 2(h, v)")

    exhibit.locator(".up-picture").focus()
    for _ in range(30):  # by Tab alone: a box, then the switches
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.set") == "fold layer 2":
            break
    expect(switch("layer 2: show its 3 operations")).to_be_focused()
    page.keyboard.press("Enter")
    expect(count).to_have_text("step 4 of 5")  # the same place in the sweep
    expect(switch("layer 2: fold its 3 operations")).to_be_focused()
    expect(switch("layer 2: fold its 3 operations")).to_have_attribute("aria-expanded", "true")
    expect(details(exhibit)).to_contain_text("m = h @ v")
    page.keyboard.press("Space")
    expect(count).to_have_text("step 2 of 3")
    switch("layer 1: show its 3 operations").click()
    expect(count).to_have_text("step 2 of 5")
    exhibit.get_by_label("v, row 0, column 0").fill("-1")
    expect(exhibit.locator(".up-list")).to_contain_text("v = [[−1], [2]]")
    expect(switch("layer 1: fold its 3 operations")).to_be_visible()
    expect(count).to_have_text("step 2 of 5")

    box = exhibit.get_by_role("button", name=re.compile(r"^a = z \+ b .*: go to step"))
    box.focus()
    page.keyboard.press("Enter")
    expect(details(exhibit)).to_contain_text("h = tanh(a)")  # the step in which its gradient arrives
    page.keyboard.press("ArrowRight")
    expect(box).not_to_be_focused()
    exhibit.get_by_role("button", name=re.compile(r"^h = tanh\(a\) .*: go to step")).focus()
    page.keyboard.press("Space")
    expect(details(exhibit)).to_contain_text("out = layer 2(h, v)")
    exhibit.get_by_role("button", name="Show every step").click()
    assert breaches_of_accessibility() == []  # one group folded, one not


def test_the_steps_in_words_are_copied(show):
    page, exhibit = show(chain())
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    exhibit.get_by_text("The steps in words").click()
    exhibit.get_by_role("button", name="Copy").first.click()
    expect(exhibit.get_by_text("Copied", exact=True)).to_be_visible()
    lines = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert len(lines) == 2 * 4
    assert lines[6:] == [
        "256 × 4 = 1024 arrives at x.",
        "Step 3 of 3: 256 leaves v1 = x² at x = 2. To x: upstream 256 × local 4 = downstream 1024.",
    ]
    page.context.clear_permissions()
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')) }")
    exhibit.get_by_role("button", name="Copy").first.click()
    expect(exhibit.get_by_text("Selected: now copy it")).to_be_visible()
    assert "upstream 256 × local 4" in page.evaluate("getSelection().toString()")


def cross_entropy(guess=None):
    def loss(z):
        e = np.exp(z)
        return -np.log((e / np.sum(e))[2])

    names = ("e", "total", "p", "chosen", "log", "loss")
    return BackpropStepper(loss, z=[0.0, 0.0, np.log(2)], names=names, guess=guess)


def two_parts():
    return BackpropStepper(lambda x: (2 * x**3) * (3 * x**2), x=3.0, names=("c", "A", "s", "B", "force"))


@pytest.mark.parametrize("make", [chain, two_parts, cross_entropy], ids=lambda make: make.__name__)
@pytest.mark.parametrize("column", [900, pytest.param(848, marks=pytest.mark.thorough), 640, 520])
def test_every_graph_fits_its_column_in_type_that_can_be_read(show, make, column):
    page, exhibit = show(make(), width=column + 432)  # what lies around an output
    exhibit.evaluate("(root, width) => { root.style.width = `${width}px`; }", column)
    picture = exhibit.locator(".up-picture")
    page.wait_for_function(
        """() => {
            const view = document.querySelector(".up-picture");
            return view.scrollWidth <= view.clientWidth + 1;
        }"""
    )
    sizes = """view => {
        const svg = view.querySelector("svg"), scale = svg.clientWidth / svg.getAttribute("width");
        return [...svg.querySelectorAll("[font-size]")].map(t => scale * t.getAttribute("font-size"));
    }"""
    assert min(picture.evaluate(sizes)) >= 10.99
    controls = """root => [...root.querySelectorAll("input,button,p,summary")]
        .filter(e => e.getClientRects().length)
        .filter(e => e.getBoundingClientRect().right > root.getBoundingClientRect().right + 1)
        .map(e => e.className)"""
    assert exhibit.evaluate(controls) == []


def test_a_guess_is_typed_where_the_question_mark_stands_and_judged_there_without_a_kernel(
    show, breaches_of_accessibility
):
    stepper = cross_entropy()
    page, exhibit = show(stepper)
    page.evaluate("() => { window.kernelIsGone = true }")
    exhibit.get_by_role("button", name="Guess what arrives at z, entry 0").click()
    field = exhibit.locator(".up-guess")
    box, asked = field.bounding_box(), exhibit.locator('[data-key="ask z 0 0"]').bounding_box()
    assert abs(box["x"] + box["width"] / 2 - asked["x"] - asked["width"] / 2) < 2
    assert abs(box["y"] + box["height"] / 2 - asked["y"] - asked["height"] / 2) < 2
    page.keyboard.type("1/4")
    page.keyboard.press("Tab")
    page.keyboard.type("0,25")
    page.keyboard.press("Enter")
    page.keyboard.type("0.5")
    page.keyboard.press("Enter")
    said = exhibit.locator('[data-said="z"]')
    expect(said).to_have_text("you say 1/4, 0,25, 0.5")
    assert breaches_of_accessibility() == []
    for _ in range(6):
        page.keyboard.press("Enter")  # the focus is on One step
    expect(said).to_have_text("you said")
    expect(exhibit.locator('[data-why="z"]')).to_have_text("✓ 1/4, ✓ 0,25, ✗ 0.5")
    expect(exhibit.locator(".up-found")).to_be_hidden()  # missed

    exhibit.get_by_role("button", name="Back to the start").click()
    last = exhibit.get_by_role("button", name="Guess what arrives at z, entry 2")
    last.focus()
    page.keyboard.press("-")  # a key begins a guess
    page.keyboard.type("1/2")
    page.keyboard.press("Enter")
    exhibit.get_by_role("button", name="Show every step").click()
    expect(said).to_have_text("✓ as you said")
    expect(exhibit.locator(".up-found")).to_have_text("[0.25, 0.25, −0.5] arrives at z, as you said.")
    assert breaches_of_accessibility() == []


def test_numbers_with_a_space_between_are_entries_and_one_alone_is_judged_too(show):
    page, exhibit = show(cross_entropy())
    first, said = exhibit.get_by_role("button", name="Guess what arrives at z, entry 0"), '[data-said="z"]'
    for typed, why in ("0.25 -0.5", "✓ 0.25, ✗ −0.5, ?"), ("1 - 0.75", "✓ 0.25, ?, ?"):
        first.focus()
        page.keyboard.type("0")
        page.locator(":focus").fill(typed)
        for key in "Enter", "Escape":  # the next entry is asked for
            page.keyboard.press(key)
        exhibit.get_by_role("button", name="Show every step").click()
        expect(exhibit.locator(said)).to_have_text("you said")
        expect(exhibit.locator('[data-why="z"]')).to_have_text(why)
        exhibit.get_by_role("button", name="Back to the start").click()
        exhibit.get_by_role("button", name="Guess what arrives at z, entry 1").press("Enter")
        page.locator(":focus").fill("")
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")


def test_a_guess_fits_its_place_and_is_asked_for_only_while_none_stands_there(show):
    stepper = cross_entropy(guess=[0.25, 0.25, -0.125])
    _, exhibit = show(stepper)
    places = exhibit.locator('[data-ask="z"]')
    expect(places.locator("text")).to_have_text([".25", ".25", "−.125"])
    for place in places.all():
        inner, outer = (place.locator(part).bounding_box() for part in ("text", "rect"))
        assert outer["x"] < inner["x"] < inner["x"] + inner["width"] < outer["x"] + outer["width"]
    expect(exhibit.locator(".up-wanted")).to_have_text("What will arrive at z? Your guess is there: step.")
    stepper.set(z=[1.0, 0.0, 0.0])
    assert stepper.goals[0].startswith("What will arrive at z? Type it")


def test_a_long_guess_is_read_in_its_place_and_below_it_beside_what_is_sent(show):
    page, exhibit = show(two_parts())
    exhibit.get_by_role("button", name="Guess what arrives at c").click()
    page.keyboard.type("180000")
    page.keyboard.press("Enter")
    guess = exhibit.locator('[data-ask="c"]')
    assert float(guess.locator("text").get_attribute("font-size")) == 15
    inner, outer = (guess.locator(part).bounding_box() for part in ("text", "rect"))
    assert outer["x"] < inner["x"] < inner["x"] + inner["width"] < outer["x"] + outer["width"]
    exhibit.get_by_role("button", name="Show every step").click()
    expect(exhibit.locator('[data-said="c"]')).to_have_text("✗ you said 180000")
    crossed = """said => {
        const box = text => text.getBoundingClientRect(), {left, right, top, bottom} = box(said);
        const others = [...said.closest("svg").querySelectorAll("text")].filter(text => text !== said);
        return others.filter(text => text.textContent && box(text).left < right && left < box(text).right)
            .filter(text => box(text).top < bottom && top < box(text).bottom).map(text => text.textContent);
    }"""
    assert exhibit.locator('[data-said="c"]').evaluate(crossed) == []


def test_where_more_is_to_be_reached_a_wrong_guess_bars_no_way(show):
    task = Task("Let 4 arrive.", lambda now: now.arrives["x"] == 4, "At x = 1.")
    stepper = BackpropStepper(lambda x: np.square(np.square(x)), x=2.0, tasks=[task], guess=12)
    page, exhibit = show(stepper)
    exhibit.get_by_role("button", name="Show every step").click()
    expect(exhibit.locator(".up-found")).to_have_text("32 arrives at x; you said 12.")
    exhibit.get_by_label("x", exact=True).focus()
    for typed in ("1", ".", "2", "Enter"):  # 1.2 only passes 1
        page.keyboard.press(typed)
        settle(page)
        expect(exhibit.locator(".up-wanted")).to_have_text("Let 4 arrive.")
    exhibit.get_by_label("x", exact=True).fill("1")
    expect(exhibit.locator(".up-found")).to_have_text("At x = 1.")


def test_the_goal_is_reached_by_keyboard_alone_and_a_changed_number_forgets_the_guess(show):
    stepper = two_parts()
    page, exhibit = show(stepper)
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.ask") == "x":
            break
    page.keyboard.type("2430")
    page.keyboard.press("Enter")
    for _ in range(5):
        page.keyboard.press("Enter")
    expect(exhibit.locator('[data-said="x"]')).to_have_text("✓ as you said")
    expect(exhibit.locator(".up-found")).to_contain_text(
        "along a path locals multiply, where paths meet they add up"
    )
    assert stepper.found == [
        "972 + 1458 = 2430 arrives at x: along a path locals multiply, where paths meet they add up."
    ]
    exhibit.get_by_label("x", exact=True).fill("2")
    expect(exhibit.locator('[data-said="x"]')).to_have_text("")


def test_a_guess_is_one_of_its_numbers_and_never_comes_back_to_others(show):
    """Neither the one handed in, nor one typed here, even where as much arrives at another number."""
    page, exhibit = show(
        BackpropStepper(lambda x, y: 10 * (x + y), names=("a", "end"), guess=30, x=2.0, y=3.0)
    )
    said, every = exhibit.locator('[data-said="x"]'), exhibit.get_by_role("button", name="Show every step")
    every.click()
    expect(said).to_have_text("✗ you said 30")
    for x in "5", "6", "2":
        exhibit.get_by_label("x", exact=True).fill(x)
        expect(exhibit.locator(".up-picture")).to_contain_text(f"{10 * (int(x) + 3)}")
        expect(said).to_have_text("")
    exhibit.get_by_role("button", name="Back to the start").click()
    exhibit.get_by_role("button", name="Guess what arrives at x").click()
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    every.click()
    expect(said).to_have_text("✓ as you said")
    exhibit.get_by_label("x", exact=True).fill("7")
    expect(said).to_have_text("")


@pytest.mark.usefixtures("in_motion")
def test_a_number_changed_while_another_travels_travels_on_as_the_new_one(show):
    _, exhibit = show(chain())
    exhibit.get_by_role("button", name="One step", exact=True).click()
    pill = exhibit.locator("[data-pill]").last
    expect(pill).to_be_visible()
    exhibit.get_by_label("x", exact=True).fill("1")
    expect(exhibit.locator(".up-picture")).to_contain_text("×2")
    expect(pill).to_be_visible()
    sentence = exhibit.locator(".up-said")
    expect(sentence).to_have_class("up-said up-begun")
    exhibit.get_by_role("button", name="One step", exact=True).click()  # the first is done, the second begins
    expect(exhibit.locator(".up-count").first).to_have_text("step 2 of 3")
    exhibit.get_by_role("button", name="Show every step").click()
    expect(pill).to_be_hidden()
    expect(sentence).to_contain_text("4 × 2 = 8 arrives at x")


def test_what_arrives_is_said_when_it_has_arrived(show):
    _, exhibit = show(BackpropStepper(lambda x: np.square(x) + 5 * x, x=3.0, names=("a", "b", "y")))
    slider, said = exhibit.get_by_label("Step", exact=True), exhibit.locator(".up-said")
    drag = "(slider, time) => { slider.value = time; slider.dispatchEvent(new Event('input')); }"
    for time, visible in (
        (2.5, "1 × 6"),
        (2.97, "1 × 6 = 6 arrives at x. x adds up: 5 + 6 = 11."),
    ):
        slider.evaluate(drag, time)
        assert said.inner_text() == visible
        expect(exhibit.locator(".up-wanted")).to_be_visible()


def test_a_wrong_guess_is_told_what_it_is_and_what_was_found_goes_with_its_numbers(show):
    page, exhibit = show(BackpropStepper(lambda x: np.square(np.square(x)), grad_ys=3.0, x=2.0))
    place = exhibit.get_by_role("button", name="Guess what arrives at x")

    def guess(number):
        place.click()
        page.keyboard.type(number)
        assert exhibit.locator(".up-guess").evaluate("field => field.scrollWidth <= field.clientWidth")
        page.keyboard.press("Enter")
        exhibit.get_by_role("button", name="Show every step").click()

    guess("12")
    expect(exhibit.locator('[data-said="x"]')).to_have_text("✗ 12, the")
    expect(exhibit.locator('[data-why="x"]')).to_have_text("locals, added")
    behind = "getComputedStyle(document.querySelector('.up-said'), '::after').content"
    assert "To guess, go back" in page.evaluate(behind)
    exhibit.get_by_label("Step", exact=True).evaluate(
        "slider => { slider.value = 1.5; slider.dispatchEvent(new Event('input')); }"
    )
    assert page.evaluate(behind) == "none", "while a number travels, its sentence is not at its end"
    exhibit.get_by_role("button", name="Back to the start").click()
    guess("123456789")
    said, picture = (exhibit.locator(one).bounding_box() for one in ('[data-said="x"]', ".up-picture svg"))
    assert said["x"] >= picture["x"]
    exhibit.get_by_role("button", name="Back to the start").click()
    place.click()
    page.keyboard.type("3*32?")
    page.keyboard.press("Enter")
    expect(exhibit.locator(".up-note")).to_contain_text("“3*32?” is not a number")
    expect(exhibit.locator(".up-guess")).to_have_value("3*32?")
    page.keyboard.press("Backspace")
    expect(exhibit.locator(".up-note")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(place.locator("text")).to_have_text("96")
    place.click()
    page.keyboard.type("123456*1")
    page.keyboard.press("Enter")
    inner, outer = (place.locator(part).bounding_box() for part in ("text", "rect"))
    assert inner["x"] > outer["x"], "it stands inside its frame"
    place.click()
    page.keyboard.type("96")
    page.keyboard.press("Enter")
    exhibit.get_by_role("button", name="Show every step").click()
    found = exhibit.locator(".up-found")
    expect(found).to_have_text("96 arrives at x, as you said.")
    assert page.evaluate(behind) == "none"
    exhibit.get_by_label("x", exact=True).fill("1")
    expect(found).to_have_text("Found before: 96 arrives at x, as you said.")
