"""The live measurement in a real kernel: it can be cancelled, and others are answered meanwhile."""

from playwright.sync_api import expect

SLOW = """
import time
from unittest.mock import patch
from helpers.widgets import JacobianLab, Measurement, measurement

def slow():
    for k in range(150):
        time.sleep(0.01)
        yield k / 150
    return measurement.finished(measurement.measure_cost(sizes=(2, 8), fixed=4, repeats=1))

with patch.dict(measurement.KINDS, cost=(slow, measurement.draw_cost)):
    exhibit = Measurement("cost")
exhibit
"""


def printed(exhibit, text):
    return exhibit.locator(".up-picture text", has_text=text)


def test_it_is_cancelled_and_the_kernel_answers_others_meanwhile(show):
    notebook, exhibit = show(SLOW, "JacobianLab('square', x=[1.0, 2.0])", "print(6 * 7)")
    page, height = notebook.page, exhibit.bounding_box()["height"]
    bar, measure = exhibit.get_by_role("progressbar"), exhibit.get_by_role("button", name="Measure here")
    earlier = printed(exhibit, "An earlier measurement")
    expect(earlier).to_be_visible()
    measure.click()
    page.wait_for_function("bar => bar.value > 0.02", arg=bar.element_handle())
    lab = page.locator(".up-exhibit").nth(1)
    lab.get_by_label("x, entry 1").fill("5")
    expect(lab.locator('[data-hot="v0"]')).to_have_text("10")  # answered while the measurement runs
    assert bar.evaluate("bar => bar.value") > 0
    expect(earlier).to_be_visible()
    exhibit.get_by_role("button", name="Cancel").click()
    expect(bar).to_have_js_property("value", 0)
    page.wait_for_timeout(300)
    assert bar.evaluate("bar => bar.value") == 0
    expect(earlier).to_be_visible()
    measure.click()
    expect(printed(exhibit, "Measured here: ")).to_be_visible(timeout=30_000)
    expect(bar).to_have_js_property("value", 0)
    assert exhibit.bounding_box()["height"] == height
