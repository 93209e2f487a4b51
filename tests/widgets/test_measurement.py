"""What is measured is what is said, the kernel stays free meanwhile, and a stored picture never changes."""

import asyncio
import json
import math
import re

import numpy as np
import pytest

from helpers.drawing import svg
from helpers.widgets import Measurement
from helpers.widgets.measurement.__main__ import rounded
from helpers.widgets.measurement.drawing import RATIOS, draw_cost, draw_fan_in
from helpers.widgets.measurement.measuring import (
    cost_of,
    finished,
    measure_cost,
    measure_fan_in,
    peak_in_arrays,
    step_all_at_once,
    step_branch_by_branch,
)
from helpers.widgets.measurement.widget import EARLIER, MEASURED
from tests.drawing.svg_reading import parse, shown

STORED = json.loads(EARLIER.read_text(encoding="utf-8"))


def quick():
    return measure_cost(sizes=(2, 8), fixed=4, repeats=2)


def press(exhibit, name):
    exhibit.set_state({"inputs": {**exhibit.inputs, name: exhibit.inputs[name] + 1}})


# --- what is measured --------------------------------------------------------------------------------------


def test_the_timed_jobs_are_tanh_of_a_matrix_product_and_its_derivatives():
    rng = np.random.default_rng(3 + 1000 * 5)
    W, x = rng.standard_normal((5, 3)) / math.sqrt(3), rng.standard_normal(3)
    upstream, tangent = rng.standard_normal(5), rng.standard_normal(3)
    J = (1 - np.tanh(W @ x) ** 2)[:, None] * W
    jobs = cost_of(n=3, m=5)
    assert np.allclose(jobs["f"](), np.tanh(W @ x))
    assert np.allclose(jobs["VJP"]()[0], upstream @ J)
    assert np.allclose(jobs["JVP"]()[1], J @ tangent)
    assert np.allclose(jobs["Jacobian"](), J)


def test_a_cost_measurement_says_how_far_it_is_and_measures_everything():
    done = list(quick())
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, 1)
    result = finished(quick())
    for grows in ("n grows", "m grows"):
        assert result[grows]["size"] == [2, 8]
        for name in ("f", "VJP", "JVP", "Jacobian"):
            assert len(result[grows][name]) == 2
            assert all(0 < seconds < 1 for seconds in result[grows][name])


def test_a_jacobian_costs_more_and_more_vjps_as_m_grows():
    result = finished(measure_cost(sizes=(2, 128), fixed=4, repeats=3))["m grows"]
    few, many = (a / b for a, b in zip(result["Jacobian"], result["VJP"], strict=True))
    assert many > 5 * few  # about 50 times; a busy computer cannot hide that


def test_both_ways_over_the_fan_in_take_the_same_step():
    whole, cut = ([np.linspace(-1, 1, 7) + k for k in range(5)] for _ in range(2))
    step_all_at_once(whole)
    step_branch_by_branch(cut)
    assert np.allclose(whole, cut, rtol=1e-13)
    assert not np.allclose(cut, [np.linspace(-1, 1, 7) + k for k in range(5)])


def test_the_stored_peaks_are_measured_again():
    branches = STORED["fan-in"]["result"]["branches"][:2]
    result = finished(measure_fan_in(branches))
    for way in ("all at once", "branch by branch"):
        assert result[way] == pytest.approx(STORED["fan-in"]["result"][way][:2], rel=0.01)
    assert result["branch by branch"][0] == pytest.approx(result["branch by branch"][1], rel=0.01)
    assert result["branch by branch"][1] <= 8.1


def test_a_peak_is_counted_in_arrays():
    def three_arrays(weights):
        a = np.ones_like(weights[0])
        b = a + 1
        return b * 2

    assert peak_in_arrays(three_arrays, 1, 20_000) == pytest.approx(3, abs=0.05)


def test_the_stored_costs_show_what_the_lesson_says():
    for grows, factor in (("n grows", 4), ("m grows", 64)):
        result = STORED["cost"]["result"][grows]
        ratio = np.divide(result["Jacobian"], result["VJP"])
        assert ratio[-1] > factor * (1 if grows == "n grows" else ratio[0] / 2)
        assert max(np.divide(result["VJP"], result["f"])[-2:]) < 10


# --- the pictures ------------------------------------------------------------------------------------------


def two_digits(ratio):
    return svg.number(float(f"{ratio:.1e}"))


def test_the_cost_picture_prints_the_ratios_of_its_result():
    result = STORED["cost"]["result"]
    printed = shown(draw_cost(result, "somewhere").svg)
    for grows in ("n grows", "m grows"):
        for over, under in RATIOS.values():
            for a, b in zip(result[grows][over], result[grows][under], strict=True):
                assert two_digits(a / b) in printed
    ratio = two_digits(result["m grows"]["Jacobian"][-1] / result["m grows"]["VJP"][-1])
    assert any(f"At m = 1024: {ratio} whole VJPs" in text for text in printed)
    assert any("somewhere" in text for text in printed)


def test_the_curves_are_drawn_where_the_numbers_are():
    """Ten times the time lies one gridline higher, whatever the curve."""
    result = STORED["cost"]["result"]
    paths = [p.get("d") for p in parse(draw_cost(result, "").svg).iter() if p.get("stroke-width") == "2.5"]
    curves = [[tuple(map(float, pair.split())) for pair in re.split(r"[ML]", path) if pair] for path in paths]
    expected = [
        result[grows][name] for grows in ("n grows", "m grows") for name in ("Jacobian", "JVP", "VJP", "f")
    ]
    assert len(curves) == len(expected)
    heights = np.array([y for curve in curves for _, y in curve])
    powers = np.log10([t for times in expected for t in times])
    slope, start = np.polyfit(powers, heights, 1)
    assert slope < 0
    assert np.allclose(heights, slope * powers + start, atol=0.2)


def test_the_memory_picture_prints_the_peaks():
    result = {"branches": [1, 50], "all at once": [10.2, 305.4], "branch by branch": [8.01, 8.02]}
    printed = shown(draw_fan_in(result, "somewhere").svg)
    assert {"10", "305", "8", "all at once: 305 arrays", "branch by branch: 8 arrays"} <= set(printed)
    assert any("it is 8: 38 times less" in text for text in printed)


# --- the exhibit -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", MEASURED)
def test_before_the_button_is_pressed_nothing_is_measured_and_nothing_changes(what, monkeypatch):
    monkeypatch.setitem(MEASURED, what, (lambda: pytest.fail("it measured"), MEASURED[what][1]))
    one, two = Measurement(what), Measurement(what)
    assert one.picture == two.picture
    assert repr(one) == repr(two)
    made = f"An earlier measurement: {STORED[what]['conditions']}."
    assert any(made in text for text in shown(one.picture))


def test_in_a_plain_script_it_measures_at_once(monkeypatch):
    monkeypatch.setitem(MEASURED, "cost", (quick, draw_cost))
    exhibit = Measurement("cost")
    press(exhibit, "measure")
    assert exhibit.result["fixed"] == 4
    assert any("Measured here: " in text for text in shown(exhibit.picture))


def test_the_kernel_is_free_while_it_measures(monkeypatch):
    monkeypatch.setitem(MEASURED, "cost", (quick, draw_cost))

    async def measure():
        exhibit, earlier, progress, turns = Measurement("cost"), STORED["cost"]["result"], [], 0
        exhibit.observe(lambda change: progress.append(change["new"]["progress"]), "inputs")
        press(exhibit, "measure")
        assert exhibit.result == earlier  # pressing returns at once
        while exhibit.result == earlier:
            turns += 1
            await asyncio.sleep(0)
        return exhibit, progress, turns

    exhibit, progress, turns = asyncio.run(measure())
    assert turns >= len(list(quick()))  # between any two pieces something else had its turn
    assert any(0 < done < 1 for done in progress)
    assert exhibit.inputs["progress"] == 0
    assert any("Measured here: " in text for text in shown(exhibit.picture))


def test_cancel_stops_it_and_a_second_press_starts_again(monkeypatch):
    alive = []

    def endless():
        alive.append(True)
        try:
            while True:
                yield 0.5
        finally:
            alive.pop()

    monkeypatch.setitem(MEASURED, "cost", (endless, draw_cost))

    async def use():
        exhibit = Measurement("cost")
        before = exhibit.picture
        for _ in range(3):
            press(exhibit, "measure")
            for _ in range(5):
                await asyncio.sleep(0)
            assert len(alive) == 1  # the newest press wins
        press(exhibit, "cancel")
        for _ in range(3):
            await asyncio.sleep(0)
        assert (exhibit.inputs["progress"], exhibit.picture, exhibit.errors) == (0, before, {})
        assert exhibit.result == STORED["cost"]["result"]
        return alive

    assert asyncio.run(use()) == []


def test_a_measurement_that_fails_says_so_in_one_sentence(monkeypatch, caplog):
    def broken():
        yield 0.1
        raise MemoryError("no room")

    monkeypatch.setitem(MEASURED, "fan-in", (broken, draw_fan_in))

    async def use():
        exhibit = Measurement("fan-in")
        press(exhibit, "measure")
        for _ in range(5):
            await asyncio.sleep(0)
        return exhibit

    exhibit = asyncio.run(use())
    assert exhibit.errors == {"": "The measurement stopped: MemoryError: no room"}
    assert (exhibit.inputs["progress"], caplog.records) == (0, [])


def test_an_unknown_measurement_is_refused():
    with pytest.raises(ValueError, match="no measurement named 'speed': choose 'cost' or 'fan-in'"):
        Measurement("speed")


def test_stored_numbers_have_the_digits_that_mean_something():
    assert rounded({"a": [1.23456, 7], "b": "c"}) == {"a": [1.235, 7], "b": "c"}
    assert rounded(STORED) == STORED
