"""The backprop stepper in a person's hands: keys, typing, pasting, two views, a small window, axe's rules."""

import re

import numpy as np
from playwright.sync_api import expect

from helpers.widgets import BackpropStepper
from tests.browser.hands import CUT_OFF, paste

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


def test_typing_recomputes_and_mistakes_leave_the_last_picture(show):
    _, exhibit = show(chain())
    exhibit.get_by_role("button", name="Show every step").click()
    height = exhibit.bounding_box()["height"]
    field, picture = exhibit.get_by_label("x", exact=True), exhibit.locator(".up-picture svg")
    field.fill("3")
    expect(said(exhibit)).to_contain_text("upstream 2916 × local 6 = downstream 17496")
    exhibit.get_by_label("x, slider").press("ArrowLeft")
    expect(field).to_have_value("2.9")
    expect(said(exhibit)).to_contain_text("leaves v1 = x² and meets the local 5.8 at x = 2.9")

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
    expect(said(second)).to_contain_text("upstream 1 × local 2 = downstream 2 arrives at v2")
    expect(said(exhibit)).to_contain_text("upstream 1 × local 2 = downstream 2 arrives at v2")
    expect(field).to_have_value("-1")

    # Played 80 times as fast as chosen, and the choice is noted.
    page.evaluate(
        """() => {
            const real = window.setTimeout;
            window.chosen = new Set();
            window.setTimeout = (beat, time) => { chosen.add(time); return real(beat, time / 80); };
            window.restore = () => { window.setTimeout = real; };
        }"""
    )
    for speed in ("Slow", "Medium", "Fast"):
        exhibit.get_by_label("Speed").select_option(speed)
        exhibit.get_by_role("button", name="Play").click()
        expect(exhibit.get_by_role("button", name="Play")).to_be_visible()
        expect(count).to_have_text("step 3 of 3")
    chosen = page.evaluate("() => { restore(); return [...chosen] }")
    assert {3000, 900, 1700, 500, 800, 200} <= set(chosen)  # each step, and the rest after it
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
    expect(said(second)).to_contain_text("Step 3 of 3")


def test_a_matrix_is_edited_pasted_and_fits_a_small_window(show):
    page, exhibit = show(BackpropStepper(lambda a, b: np.tanh(a @ b) * 2.0, a=A, b=B), width=640)
    cell, corner = exhibit.get_by_label("a, row 0, column 0"), exhibit.get_by_label("a, row 1, column 0")
    cell.focus()
    paste(page, "0\t1\n1\t0")
    expect(corner).to_have_value("1")
    expect(exhibit.locator(".up-list")).to_contain_text("v1 = [[9, 10, 11], [6, 7, 8]]")
    paste(page, "1\t2\n3")
    expect(exhibit.locator(".up-note")).to_contain_text("Line 2 of what you pasted has 1 number")
    expect(corner).to_have_value("1")
    cell.fill("2")
    expect(exhibit.locator(".up-note")).to_have_count(0)

    assert exhibit.evaluate(CUT_OFF) == []
    heights = exhibit.evaluate(
        """root => [...root.querySelectorAll(".up-picture text")]
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
    expect(said(exhibit)).to_contain_text("out = layer 2(h, v)")

    exhibit.locator(".up-picture").focus()
    for _ in range(9):  # by Tab alone: a box, then the switches
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.set") == "fold layer 2":
            break
    expect(switch("layer 2: show its 3 operations")).to_be_focused()
    page.keyboard.press("Enter")
    expect(count).to_have_text("step 4 of 5")  # the same place in the sweep
    expect(switch("layer 2: fold its 3 operations")).to_be_focused()
    expect(switch("layer 2: fold its 3 operations")).to_have_attribute("aria-expanded", "true")
    expect(said(exhibit)).to_contain_text("m = h @ v")
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
    expect(said(exhibit)).to_contain_text("h = tanh(a)")  # the step in which its gradient arrives
    page.keyboard.press("ArrowRight")
    expect(exhibit.get_by_role("button", name=re.compile(r"^h = tanh\(a\) .*: go to step"))).to_be_focused()
    page.keyboard.press("Space")
    expect(said(exhibit)).to_contain_text("out = layer 2(h, v)")
    exhibit.get_by_role("button", name="Show every step").click()
    assert breaches_of_accessibility() == []  # one group folded, one not


def test_the_steps_in_words_are_copied(show):
    page, exhibit = show(chain())
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    exhibit.get_by_text("The steps in words").click()
    exhibit.get_by_role("button", name="Copy").first.click()
    expect(exhibit.get_by_text("Copied", exact=True)).to_be_visible()
    lines = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert len(lines) == 4
    assert lines[3] == (
        "Step 3 of 3: 256 leaves v1 = x² and meets the local 4 at x = 2: "
        "upstream 256 × local 4 = downstream 1024 arrives at x."
    )
    page.context.clear_permissions()
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')) }")
    exhibit.get_by_role("button", name="Copy").first.click()
    expect(exhibit.get_by_text("Selected: now copy it")).to_be_visible()
    assert "upstream 256 × local 4" in page.evaluate("getSelection().toString()")


def test_in_a_small_window_the_graph_runs_down_in_type_that_can_be_read(show):
    page, exhibit = show(chain(), width=640)
    picture = exhibit.locator(".up-picture")
    page.wait_for_function(
        "() => { const s = document.querySelector('.up-stage svg'); "
        "return s.getAttribute('height') > s.getAttribute('width') }"
    )
    controls = """root => [...root.querySelectorAll("input,select,button,p,summary")]
        .filter(e => e.getClientRects().length)
        .filter(e => e.getBoundingClientRect().right > root.getBoundingClientRect().right + 1)
        .map(e => e.className)"""
    assert exhibit.evaluate(controls) == []
    sizes = """view => {
        const svg = view.querySelector("svg"), scale = svg.clientWidth / svg.getAttribute("width");
        return [...svg.querySelectorAll("[font-size]")].map(t => scale * t.getAttribute("font-size"));
    }"""
    assert min(picture.evaluate(sizes)) >= 10.99
    assert picture.evaluate("view => view.scrollWidth <= 1.1 * view.clientWidth")
    exhibit.get_by_role("button", name="Show every step").click()
    page.set_viewport_size({"width": 1280, "height": 900})
    page.wait_for_function(
        "() => { const s = document.querySelector('.up-stage svg'); "
        "return s.getAttribute('height') < s.getAttribute('width') }"
    )
    expect(exhibit.locator(".up-count").first).to_have_text("step 3 of 3")


def test_a_wide_picture_starts_where_the_sweep_starts_and_scrolls_by_key(show):
    page, exhibit = show(BackpropStepper(lambda a, b: np.tanh(a @ b) * 2.0, a=A, b=B))
    picture = exhibit.locator(".up-picture")
    assert picture.evaluate("view => view.scrollWidth > 1.2 * view.clientWidth")
    page.wait_for_function(
        "() => { const view = document.querySelector('.up-picture'); "
        "return view.scrollLeft + view.clientWidth > view.scrollWidth - 40 }"
    )
    page.keyboard.press("Tab")  # the ring is for who uses the keyboard
    picture.focus()
    ring = """root => {
        const frame = root.querySelector(".up-frame"), ring = getComputedStyle(frame, "::after");
        return [ring.content, ring.borderTopWidth, ring.zIndex, parseFloat(ring.width) - frame.clientWidth];
    }"""
    assert exhibit.evaluate(ring) == ['""', "3px", "4", 0]
    place = picture.evaluate("view => view.scrollLeft")
    page.keyboard.press("Shift+ArrowLeft")
    page.wait_for_function(
        "place => document.querySelector('.up-picture').scrollLeft < place - 50", arg=place
    )
    expect(exhibit.locator(".up-count").first).to_have_text("step 0 of 3")
    in_sight = """step => {
        const view = document.querySelector(".up-picture").getBoundingClientRect();
        const way = document.querySelector(`[data-way][data-move="${step}"]`).getBoundingClientRect();
        return view.left - 1 <= way.left && way.right <= view.right + 1;
    }"""
    for key, step in (("ArrowRight", 1), ("End", 3), ("Home", 0)):
        page.keyboard.press(key)
        expect(exhibit.locator(".up-count").first).to_have_text(f"step {step} of 3")
        page.wait_for_function(in_sight, arg=max(step, 1))


def test_the_quiz_shows_a_number_only_when_it_was_guessed_and_needs_no_kernel(
    show, breaches_of_accessibility
):
    stepper = BackpropStepper(lambda x: np.square(x) + 5 * x, x=3.0, names=("a", "b", "y"))
    page, exhibit = show(stepper)
    page.evaluate("() => { window.kernelIsGone = true }")
    count, verdict = exhibit.locator(".up-count").first, exhibit.get_by_role("status").first
    on, field = exhibit.get_by_role("button", name="One step", exact=True), exhibit.get_by_label("Your guess")
    mode = exhibit.get_by_role("combobox", name="Quiz")
    height = exhibit.locator(".up-picture").bounding_box()["height"]
    mode.select_option("Guess first")
    on.click()
    expect(count).to_have_text("step 0 of 3")
    expect(field).to_be_focused()
    for typed in ("1", "1"):  # to a and to b
        field.fill(typed)
        field.press("Enter")
    expect(count).to_have_text("step 1 of 3")
    for typed, says in (("", "Type a number"), ("1", "1 is what leaves b"), ("5,0", "Right: 1 × 5 = 5.")):
        field.fill(typed)
        exhibit.get_by_role("button", name="Check").click()
        expect(verdict).to_contain_text(says)
    expect(count).to_have_text("step 2 of 3")
    mode.select_option("Poll")
    exhibit.get_by_role("button", name=": 6", exact=False).click()
    expect(verdict).to_contain_text("The 5 that is there already is added")
    expect(exhibit.get_by_text("The steps in words")).to_be_hidden()
    assert breaches_of_accessibility() == []
    exhibit.get_by_role("button", name="Tell me").click()
    expect(count).to_have_text("step 3 of 3")
    expect(verdict).to_contain_text("5 + 6 = 11")
    exhibit.get_by_role("button", name="Back to the start").click()
    mode.select_option("Watch")
    on.click()
    expect(count).to_have_text("step 1 of 3")
    assert exhibit.locator(".up-picture").bounding_box()["height"] == height


def test_a_number_changed_while_another_travels_travels_on_as_the_new_one(show):
    page, exhibit = show(chain())
    page.emulate_media(reduced_motion="no-preference")
    exhibit.get_by_label("Speed").select_option("Slow")
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
    expect(sentence).to_contain_text("upstream 4 × local 2 = downstream 8 arrives at x")
    page.emulate_media(reduced_motion="reduce")


def test_what_arrives_is_said_when_it_has_arrived(show):
    _, exhibit = show(BackpropStepper(lambda x: np.square(x) + 5 * x, x=3.0, names=("a", "b", "y")))
    slider, said = exhibit.get_by_label("Step", exact=True), exhibit.locator(".up-said")
    drag = "(slider, time) => { slider.value = time; slider.dispatchEvent(new Event('input')); }"
    for time, visible in (
        (2.5, "Step 3 of 3: 1 leaves a = x² and meets the local 6 at x = 3"),
        (2.97, "downstream 6 arrives at x. x adds up: 5 + 6 = 11."),
        (0, "The sweep starts at y with upstream 1."),
    ):
        slider.evaluate(drag, time)
        assert said.inner_text().endswith(visible)
