"""Pictures that move between stops: the new places are computed here, by hand, by step and at leisure."""

import pytest
from playwright.sync_api import expect

from helpers.widgets import Aim
from tests.browser.hands import pull

PLACES = """async () => {
    const { Film } = await import("/parts/browser/film.js");
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


@pytest.mark.thorough
@pytest.mark.parametrize("motion", ["page", "in_motion"])
def test_many_steps_run_by_themselves_or_are_there_at_once(show, motion, request):
    request.getfixturevalue(motion)
    page, exhibit = show(Aim())
    count = exhibit.locator(".up-count").first
    page.evaluate("""() => {
        const count = document.querySelector(".up-count"), all = { childList: true, characterData: true };
        window.counts = new Set();
        const note = () => counts.add(count.textContent);
        new MutationObserver(note).observe(count, { ...all, subtree: true });
    }""")
    exhibit.locator(".up-where").fill("22")
    exhibit.get_by_role("button", name="Play").click()
    expect(count).to_have_text("step 30 of 30")
    assert (page.evaluate("counts.size") <= 2) == (motion == "page")
    dot = exhibit.locator("circle[data-film]").first
    assert float(dot.get_attribute("cx")) == pytest.approx(664, abs=1)


@pytest.mark.thorough
def test_begun_anew_in_the_midst_of_a_run_it_waits_to_be_played(show, in_motion):
    _, exhibit = show(Aim())
    count, play = exhibit.locator(".up-count").first, exhibit.get_by_role("button", name="Play")
    play.click()
    expect(count).not_to_have_text("step 0 of 30")
    exhibit.get_by_role("button", name="Start again").click()
    expect(play).to_be_visible()
    expect(count).to_have_text("step 0 of 30")


@pytest.mark.thorough
def test_a_number_taken_while_a_step_is_under_way_ends_it_and_is_seen_at_once(show, in_motion):
    _, exhibit = show(Aim())
    count, chip = exhibit.locator(".up-count").first, exhibit.locator("[data-pill]").first
    knob = exhibit.get_by_label("the speed at flag 1")
    for step, sent, take in (1, 4, lambda: pull(knob, 3)), (2, -10, lambda: knob.press("Home")):
        exhibit.get_by_role("button", name="One step", exact=True).click()
        expect(chip).to_be_visible()
        take()
        expect(count).to_have_text(f"step {step} of 30")
        expect(knob).to_have_attribute("aria-valuenow", str(sent))
        expect(chip).to_be_hidden()
