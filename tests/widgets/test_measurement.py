"""What is measured is what is said, the kernel stays free meanwhile, and a stored picture never changes."""

import asyncio
import json
import math
import re

import numpy as np
import pytest

from helpers.drawing import svg
from helpers.widgets import Measurement
from helpers.widgets.measurement import widget
from helpers.widgets.measurement.__main__ import rounded
from helpers.widgets.measurement.cost import cost_of, measure_cost
from helpers.widgets.measurement.drawing import RATIOS, cost_claims, draw_cost, draw_fan_in, fan_in_claims
from helpers.widgets.measurement.fan_in import (
    WAYS,
    cut_in_two,
    in_one_piece,
    measure_fan_in,
    peak_in_arrays,
    workload,
)
from helpers.widgets.measurement.measuring import Piece, finished
from helpers.widgets.measurement.widget import EARLIER, MEASURED
from tests.drawing.svg_reading import parse, shown

STORED = json.loads(EARLIER.read_text(encoding="utf-8"))


def quick():
    return measure_cost(sizes=(2, 8), fixed=4, rounds=2)


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
    pieces = list(quick())
    done = [piece.done for piece in pieces]
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, 1)
    assert pieces[-1].known["rounds"] == 2
    result = finished(quick())
    for grows in ("n grows", "m grows"):
        assert result[grows]["size"] == [2, 8]
        for name in ("f", "VJP", "JVP", "Jacobian"):
            assert len(result[grows][name]) == 2
            assert all(0 < seconds < 1 for seconds in result[grows][name])


def test_a_jacobian_costs_more_and_more_vjps_as_m_grows():
    result = finished(measure_cost(sizes=(2, 128), fixed=4, rounds=3))["m grows"]
    few, many = (a / b for a, b in zip(result["Jacobian"], result["VJP"], strict=True))
    assert many > 5 * few  # about 50 times; a busy computer cannot hide that


def test_of_each_work_the_shortest_time_counts():
    known, times = [], []
    for piece in quick():
        known = piece.known["m grows"]["f"]
        if known[0] is not None:
            times.append(known[0])
    assert times == sorted(times, reverse=True)


def test_both_ways_over_the_fan_in_give_the_same_gradients():
    load = workload(5, 7)
    assert np.allclose(in_one_piece(*load), cut_in_two(*load), rtol=1e-13)
    sources, weights = load
    y = sum(np.tanh(np.sin(w.value * s)) for s, w in zip(sources, weights, strict=True))
    above = -2 * np.cos(y) * np.sin(y) / y.size
    inner = np.sin(weights[2].value * sources[2])
    slope = (1 - np.tanh(inner) ** 2) * np.cos(weights[2].value * sources[2]) * sources[2]
    assert cut_in_two(*load)[2] == pytest.approx(np.sum(above * slope), rel=1e-12)


def test_the_stored_peaks_are_measured_again():
    stored = STORED["fan-in"]["result"]
    arrays = finished(measure_fan_in(stored["branches"][:2], rounds=1))["arrays"]
    for way in WAYS:
        assert arrays[way] == pytest.approx(stored["arrays"][way][:2], rel=0.01)
    assert arrays["cut in two"][0] == pytest.approx(arrays["cut in two"][1], rel=0.01)
    assert arrays["cut in two"][1] <= 8.2


def test_a_peak_is_counted_in_arrays():
    def three_arrays(sources, weights):
        a = np.ones_like(sources[0])
        b = a + 1
        return b * 2

    assert peak_in_arrays(three_arrays, *workload(1, 20_000)) == pytest.approx(3, abs=0.05)


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
    assert any(f"The Jacobian: {ratio} whole VJPs at m = 1024" in text for text in printed)
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
    result = fan_in_result([10.2, 305.4], [8.01, 8.02], [1.0, 2.0], [1.4, 2.6])
    printed = shown(draw_fan_in(result, "somewhere").svg)
    assert {"10", "310", "8", "in one piece: 310 arrays", "cut in two: 8 arrays", "1.4"} <= set(printed)
    assert any("it is 8: 38 times less" in text for text in printed)


def fan_in_result(whole, cut, whole_time, cut_time):
    return {
        "branches": [1, 50],
        "rounds": 3,
        "arrays": dict(zip(WAYS, (whole, cut), strict=True)),
        "seconds": dict(zip(WAYS, (whole_time, cut_time), strict=True)),
    }


def cost_result(vjp, jacobian, m=100):
    part = {"size": [2, m], "f": [1e-6, 1e-5], "JVP": vjp, "VJP": vjp, "Jacobian": jacobian}
    return {"fixed": 4, "rounds": 3, "n grows": part, "m grows": part}


@pytest.mark.parametrize(
    ("jacobian", "said"),
    [(50e-4, "50 whole VJPs at m = 100, fewer than 100"), (101e-4, "100 whole VJPs at m = 100, one sweep"),
     (200e-4, "200 whole VJPs at m = 100, more than 100")],
)  # fmt: skip
def test_what_is_said_of_a_cost_follows_from_what_was_measured(jacobian, said):
    *_, small, large = cost_claims(cost_result([1e-5, 1e-4], [2e-5, jacobian]))
    assert said in large
    assert small == "A VJP: 10 runs of f at m = 100."
    assert "20 at m = 2, where bookkeeping" in cost_claims(cost_result([2e-5, 1e-4], [2e-5, 1e-2]))[2]


def test_what_grows_most_is_said_for_outputs_and_for_inputs():
    said = cost_claims(cost_result([1e-5, 2e-5], [2e-5, 60e-4]))[:2]
    for letter, told in zip("mn", said, strict=True):
        assert told.startswith(
            f"From {letter} = 2 to 100 the Jacobian takes 300 times as long, a VJP 2 times, f 10"
        )


def test_what_is_said_of_the_time_follows_from_what_was_measured():
    peaks = [10.2, 305.4], [8.01, 8.02]
    assert (
        "1.3 times the time, as each branch runs twice"
        in fan_in_claims(fan_in_result(*peaks, [1, 2], [1, 2.6]))[2]
    )
    assert "took no longer in this run" in fan_in_claims(fan_in_result(*peaks, [1, 2], [1, 1.9]))[2]


@pytest.mark.parametrize("what", MEASURED)
def test_what_is_known_so_far_is_drawn_over_the_run_before(what):
    measure, draw = MEASURED[what]
    small = {"cost": {"sizes": (2, 8), "fixed": 4}, "fan-in": {"branches": (1, 3), "entries": 100}}[what]
    before = finished(measure(**small, rounds=1))
    whole = parse(draw(before, "").svg)
    points = []
    for piece in measure(**small, rounds=1):
        picture = parse(draw(piece.known, "Measuring: 3%", before=before).svg)
        assert picture.get("height") == whole.get("height")  # nothing jumps
        points.append(marks(picture) - sum(marks(part) for part in picture.iter() if part.get("opacity")))
    assert points == sorted(points)
    assert points[-1] == marks(whole)
    assert len(set(points)) > 3  # one after the other


def marks(picture):
    """How many points of curves there are."""
    square = sum(part.get("width") == "9" for part in picture.iter())
    diamond = sum("l6 6l-6 6l-6 -6z" in part.get("d", "") for part in picture.iter())
    return square + diamond + sum(part.get("r") == "4.5" for part in picture.iter())


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


def enabled(exhibit):
    return {control["name"]: control["enabled"] for control in exhibit.controls if "enabled" in control}


def test_the_kernel_is_free_while_it_measures(monkeypatch):
    monkeypatch.setitem(MEASURED, "cost", (quick, draw_cost))
    monkeypatch.setattr(widget, "BETWEEN", 0)

    async def measure():
        exhibit, earlier, progress, turns = Measurement("cost"), STORED["cost"]["result"], [], 0
        exhibit.observe(lambda change: progress.append(change["new"]["progress"]), "inputs")
        press(exhibit, "measure")
        assert exhibit.result == earlier  # pressing returns at once
        assert enabled(exhibit) == {"measure": False, "cancel": True}
        while exhibit.result == earlier:
            turns += 1
            seen.add("What is pale is the run before" in exhibit.picture)
            await asyncio.sleep(0)
        return exhibit, progress, turns

    seen = set()
    exhibit, progress, turns = asyncio.run(measure())
    assert seen == {False, True}
    assert enabled(exhibit) == {"measure": True, "cancel": False}
    assert turns >= len(list(quick()))  # between any two pieces something else had its turn
    assert any(0 < done < 1 for done in progress)
    assert exhibit.inputs["progress"] == 0
    assert any("Measured here: " in text for text in shown(exhibit.picture))


@pytest.mark.parametrize(
    ("rounds", "kept"),
    [(0, "the run before stays. An earlier"), (2, "2 complete rounds kept. Measured here")],
)
def test_cancel_stops_it_and_says_what_is_kept(monkeypatch, rounds, kept):
    alive = []

    def endless():
        alive.append(True)
        try:
            while True:
                yield Piece(0.5, STORED["cost"]["result"] | {"rounds": rounds})
        finally:
            alive.pop()

    monkeypatch.setitem(MEASURED, "cost", (endless, draw_cost))
    monkeypatch.setattr(widget, "BETWEEN", 0)

    async def use():
        exhibit = Measurement("cost")
        for _ in range(3):
            press(exhibit, "measure")
            for _ in range(5):
                await asyncio.sleep(0)
            assert len(alive) == 1  # the newest press wins
        press(exhibit, "cancel")
        for _ in range(3):
            await asyncio.sleep(0)
        assert (exhibit.inputs["progress"], exhibit.errors) == (0, {})
        assert exhibit.result["rounds"] == (rounds or STORED["cost"]["result"]["rounds"])
        assert kept in exhibit.picture
        assert enabled(exhibit) == {"measure": True, "cancel": False}
        before = exhibit.picture
        press(exhibit, "cancel")  # nothing runs
        assert exhibit.picture == before
        return alive

    assert asyncio.run(use()) == []


def test_a_measurement_that_fails_says_so_in_one_sentence(monkeypatch, caplog):
    def broken():
        yield Piece(0.1, STORED["fan-in"]["result"])
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
