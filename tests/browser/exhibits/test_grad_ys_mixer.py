"""The mixer answers in the browser, digit for digit as Python does, with a kernel or without one."""

import random

from playwright.sync_api import expect

from helpers.widgets import GradYsMixer
from helpers.widgets.grad_ys_mixer.widget import EXAMPLES
from tests.drawing.svg_reading import SVG, parse
from tests.thorough import THOROUGH


def mixer(grad_ys=(2.0, 0.5, -1.0)):
    return GradYsMixer("mixing", x=[1.0, 2.0, 3.0], grad_ys=grad_ys)


def shown(exhibit):
    """Every mixed cell as the page shows it: what is printed, the colour, its strength, the type size."""
    return exhibit.evaluate(
        """root => Object.fromEntries([...root.querySelectorAll("[data-mix]")].map(part => {
            const box = part.querySelector("rect"), text = part.querySelector("text");
            const strength = box.getAttribute("fill-opacity");
            const numbers = [strength, ...["font-size", "y"].map(a => text.getAttribute(a))];
            return [part.dataset.mix, [text.textContent, box.getAttribute("fill"), ...numbers.map(Number)]];
        }))"""
    )


def drawn(mixer):
    """The same of the picture that Python draws."""
    cells = {}
    for part in parse(mixer.picture).iter():
        if part.get("data-mix"):
            box, text = part.find(SVG + "rect"), part.find(SVG + "text")
            strength, size, y = box.get("fill-opacity"), text.get("font-size", 0), text.get("y")
            cells[part.get("data-mix")] = [text.text, box.get("fill"), float(strength), float(size), float(y)]
    return cells


def printed(exhibit, text):
    return exhibit.locator(".up-picture text", has_text=text)


def fill(exhibit, weights):
    for k, weight in enumerate(weights):
        exhibit.get_by_label(f"weight c, entry {k}").fill(str(weight))


def test_it_mixes_without_a_kernel_exactly_as_python_draws(show):
    page, exhibit = show(mixer())
    rng = random.Random(7)
    assert shown(exhibit) == drawn(mixer())
    page.evaluate("window.kernelIsGone = true")
    trials = [[3, 3, 3], [0, 0, 0], [1e-5, 1e6, -1e6], [1, 1 / 3, 0.0625]]
    trials += [
        [round(rng.uniform(-9, 9), rng.randint(0, 5)) for _ in range(3)] for _ in range(12 if THOROUGH else 3)
    ]
    for weights in trials:
        fill(exhibit, weights)
        expected = drawn(mixer(weights))
        assert shown(exhibit) == expected, weights
        agree = all(text == "0" for name, (text, *_) in expected.items() if name.startswith("gap"))
        expect(printed(exhibit, "No gap: with these weights")).to_be_visible(visible=agree)
        expect(printed(exhibit, "is gone")).to_be_visible(visible=not agree)
    fill(exhibit, ["", 1, 1])
    assert shown(exhibit) == expected  # what cannot be read leaves the last good picture


def test_weights_are_typed_dragged_and_set_by_presets(show):
    page, exhibit = show(mixer())
    height = exhibit.bounding_box()["height"]
    right = [exhibit.locator(f'[data-mix="right-{j}"]') for j in range(3)]
    last = exhibit.get_by_label("weight c, entry 2")
    last.focus()
    page.keyboard.press("Shift+ArrowDown")
    expect(last).to_have_value("-1.1")
    expect(right[0]).to_have_text("−2.6")
    page.keyboard.press("ArrowUp")
    expect(exhibit.get_by_label("weight c, entry 1")).to_be_focused()
    box = exhibit.get_by_label("weight c, entry 0").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 100, box["y"] + 20, steps=8)
    page.mouse.up()
    expect(exhibit.get_by_label("weight c, entry 0")).to_have_value("3")
    expect(right[0]).to_have_text("−0.6")

    for name, expected in [
        ("weights: ones", ["8", "12", "0"]),
        ("weights: next one-hot", ["2", "8", "0"]),
        ("weights: y itself", ["90", "52", "102"]),
        ("weights: zeros", ["0", "0", "0"]),
    ]:
        exhibit.get_by_role("button", name=name).click()
        for locator, text in zip(right, expected, strict=True):
            expect(locator).to_have_text(text)
    before = shown(exhibit)
    last.fill("a lot")
    expect(exhibit.locator(".up-note")).to_contain_text("“a lot” is not a number")
    assert shown(exhibit) == before
    expect(last).to_have_value("a lot")
    last.fill("2")
    expect(right[0]).to_have_text("12")
    for preset in EXAMPLES:
        exhibit.get_by_label("function").select_option(preset)
        expect(printed(exhibit, f"One weight per output of {EXAMPLES[preset].said}")).to_be_visible()
        assert exhibit.bounding_box()["height"] == height
    expect(printed(exhibit, "came back as one gradient of shape (2,)")).to_be_visible()
    exhibit.get_by_role("button", name="Reset").click()
    expect(right[0]).to_have_text("−2")
    assert exhibit.bounding_box()["height"] == height
