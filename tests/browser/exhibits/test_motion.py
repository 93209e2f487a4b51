"""Numbers travel along paths, rows fall and products add up; and all ends where Python drew it."""

import pytest
from playwright.sync_api import expect

from helpers.widgets import TinyModel
from tests.browser.gallery import made
from tests.browser.hands import pull, settle

# A straight way from x = 100 to x = 0 with a gate at 50; the pill and the gate are 20 wide.
WAY = """
    const { Travel } = await import("/parts/browser/travel.js");
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.innerHTML = `<path data-way="k" data-move="2" data-at="50 0" d="M100 0H0"/>
        <path data-trail="k" pathLength="1" d="M100 0H0"/>
        <g data-pill="k" data-wide="20" display="none"><g data-face="leaves"/><g data-face="lands"/></g>
        <g data-gate="k" data-wide="20"/>`;
    document.querySelector("main").append(svg);
    const travel = new Travel(), [pill, gate] = ["pill", "gate"].map(k => svg.querySelector(`[data-${k}]`));
    travel.survey(svg);
    const place = time => {
        travel.show(time);
        if (pill.style.display === "none") return null;
        const x = /translate\\(([\\d.]+)/.exec(pill.getAttribute("transform"))[1];
        return [Math.round(x), [...pill.children].find(face => face.style.display === "inline").dataset.face];
    };
"""


@pytest.fixture
def motion(in_motion, show):
    show()
    return lambda script: in_motion.evaluate("async () => {" + script + "}")


def test_a_number_travels_halts_before_its_gate_and_lands_as_the_product(motion):
    places = motion(WAY + "return [1, 1.001, 1.38, 1.45, 1.52, 1.93, 2, 3].map(place);")
    assert places == [
        None, [100, "leaves"], [75, "leaves"], [75, "leaves"], [75, "leaves"], [0, "lands"], None, None
    ]  # fmt: skip
    forth = motion(WAY + "return [1.2, 1.5, 1.7, 1.9].map(place);")
    assert forth == motion(WAY + "return [1.9, 1.7, 1.5, 1.2].map(place).reverse();")


def test_a_gate_grows_only_while_a_number_is_in_it(motion):
    scales = motion(
        WAY
        + """return [1, 1.45, 1.7, 1.93, 2].map(time => {
            travel.show(time);
            return Number(/scale\\(([\\d.]+)/.exec(gate.getAttribute("transform"))[1]);
        });"""
    )
    assert scales[:2] == [1, 1]
    assert 1.05 < scales[2] <= 1.14
    assert scales[3:] == [1, 1]


def test_a_number_on_its_way_becomes_the_product_at_its_factor(in_motion, show):
    _, view = show(TinyModel())
    slider, pill = view.get_by_label("Step", exact=True), view.locator('[data-pill="error-guess"]')
    drag = "(slider, time) => { slider.value = time; slider.dispatchEvent(new Event('input')); }"
    for time, face in ((0.45, "1"), (0.9, "−6")):
        slider.evaluate(drag, time)
        expect(pill.locator("text").locator("visible=true")).to_have_text(face)


@pytest.mark.thorough
def test_products_fly_together_and_only_then_add_up(in_motion, show):
    page, view = show(made("Meet"))
    view.get_by_label("your dA[1,0]").click()
    page.keyboard.type("5")  # before a try no worth is told
    view.locator('[data-lift="pull_A_0_0"]').focus()
    page.keyboard.press("End")
    total = view.locator("[data-film]", has_text="22").first
    expect(total).to_have_attribute("opacity", "0")
    expect(total).to_have_attribute("opacity", "1")


@pytest.mark.thorough
def test_rows_fall_one_after_the_other_and_can_be_pulled_meanwhile(in_motion, show):
    _, view = show(made("Slopes"))
    view.get_by_role("button", name="Sweep", exact=True).click()
    block = view.locator('[data-film][stroke="var(--up-muted,#59636e)"]').first
    expect(block).to_have_attribute("opacity", "0")
    sums = view.locator('[data-film][height="20"]').first
    before = sums.get_attribute("width")
    expect(block).to_have_attribute("opacity", "1")
    expect(sums).not_to_have_attribute("width", before)
    pull(view.locator('[data-drag="weight_0"]'), -1)
    expect(view.locator("svg text", has_text="?")).to_have_count(8)


PLACES = """async () => {
    const places = new Set(), until = performance.now() + 900;
    document.querySelector('[data-cell="take"]').click();
    for (let now = 0; now < until; now = await new Promise(requestAnimationFrame)) {
        places.add(document.querySelector('circle[r="6.5"]').getAttribute("cx"));
    }
    return [...places].map(Number);
}"""


@pytest.mark.parametrize("motion", ["page", "in_motion"])
def test_a_step_glides_unless_nothing_is_to_move(show, motion, request):
    request.getfixturevalue(motion)
    page, _ = show(TinyModel(k=3.0), width=640)
    settle(page)
    places = page.evaluate(PLACES)
    assert len(places) > 4 if motion == "in_motion" else len(places) == 2
    assert places == sorted(places)
