"""Pictures that move between stops: the new places are computed here, by hand, by step and at leisure."""

import numpy as np
import pytest
from playwright.sync_api import expect

from helpers.widgets import NudgeLines, Thrower, TinyModel

PLACES = """async () => {
    const { Film } = await import("/parts/film.js");
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.innerHTML = '<path data-film="a" d="M9 9" onclick=""/><text data-film="b">9</text>';
    const film = new Film(), [path, text] = svg.children;
    const rules = { digits: 4, whole: 1e6 }, stops = ["0", "1", "2"];
    const tracks = { a: { d: ["M0 0L1 -2", "M2 4L1 2", "M2 4"], onclick: ["x", "y", "z"] },
                     b: { "": [1, 1.25, -0.5], x: [7] } };
    film.survey(svg, { stops, tracks: JSON.stringify(tracks), rules });
    const at = (place) => { film.show(place); return [path.getAttribute("d"), text.textContent]; };
    return [[0, 0.5, 1, 1.4, 1.6, 2, 5].map(at), path.getAttribute("onclick"), text.getAttribute("x")];
}"""


def test_numbers_go_evenly_from_stop_to_stop_and_nothing_else_is_touched(page, show):
    show()
    places, forbidden, still = page.evaluate(PLACES)
    assert places == [
        ["M0 0L1 -2", "1"],
        ["M1.00 2.00L1.00 0.00", "1.13"],
        ["M2 4L1 2", "1.25"],
        ["M2 4L1 2", "0.55"],
        ["M2 4", "0.2"],
        ["M2 4", "−0.5"],
        ["M2 4", "−0.5"],
    ]
    assert (forbidden, still) == ("", "7")


def test_a_step_and_ten_steps_downhill_and_another_rule(show):
    _, exhibit = show(TinyModel())
    count, said = exhibit.locator(".up-count").first, exhibit.locator(".up-said")
    expect(said).to_contain_text("−18 arrives at w and −6 at b")
    exhibit.get_by_role("button", name="One step", exact=True).click()
    expect(said).to_have_text("After 1 step the guess is 8.2 and the error 3.24.")
    exhibit.get_by_role("button", name="10 steps").click()
    expect(count).to_have_text("step 11 of 40")
    high = exhibit.bounding_box()["height"]
    exhibit.get_by_role("button", name="3w", exact=True).press("Enter")
    expect(count).to_have_text("step 0 of 200")
    for _ in range(3):
        exhibit.get_by_role("button", name="50 steps").click()
    expect(count).to_have_text("step 150 of 200")
    exhibit.locator(".up-picture").press("End")
    expect(said).to_contain_text("guess 5.5, error 20.25")
    assert exhibit.bounding_box()["height"] == high


@pytest.mark.parametrize("reduced", [True, False])
def test_many_steps_run_by_themselves_or_are_there_at_once(page, show, reduced):
    page.emulate_media(reduced_motion="reduce" if reduced else "no-preference")
    page, exhibit = show(Thrower())
    count = exhibit.locator(".up-count").first
    page.evaluate("""() => {
        const count = document.querySelector(".up-count"), all = { childList: true, characterData: true };
        window.counts = new Set();
        const note = () => counts.add(count.textContent);
        new MutationObserver(note).observe(count, { ...all, subtree: true });
    }""")
    exhibit.get_by_label("Speed").select_option("Fast")
    exhibit.locator(".up-where").fill("52")
    exhibit.get_by_role("button", name="Play").click()
    expect(count).to_have_text("step 300 of 300")
    assert (page.evaluate("counts.size") <= 2) == reduced
    ball = exhibit.locator("circle[data-film]").nth(3)
    assert float(ball.get_attribute("cx")) == pytest.approx(672, abs=1)
    page.emulate_media(reduced_motion="reduce")


def test_a_nudge_is_held_by_hand_and_by_keys(show, breaches_of_accessibility):
    lines = NudgeLines(lambda x: np.square(np.square(np.square(x))), names=("a", "b", "y"), x=2.0)
    page, exhibit = show(lines, lines)
    handle, other = (page.get_by_role("slider", name="the nudge of x").nth(k) for k in (0, 1))
    expect(handle).to_have_attribute("aria-valuenow", "0")
    expect(exhibit.get_by_text("1024 times as far")).to_have_count(0)
    handle.press("End")
    for key, now in ("ArrowLeft", "0.0096"), ("Home", "0"), ("PageUp", "0.004"), ("ArrowRight", "0.0044"):
        handle.press(key)
        expect(other).to_have_attribute("aria-valuenow", now)
    expect(exhibit.locator(".up-count").first).to_have_text("step 0 of 3")  # the arrows were not for steps
    expect(exhibit.get_by_text("x moves 0.0044, y moves 4.54: 1032 times as far.")).to_be_visible()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 2000, y + 30, steps=3)
    page.mouse.up()
    expect(handle).to_have_attribute("aria-valuenow", "0.01")
    assert not breaches_of_accessibility()
