"""The facts of lesson 01, recomputed with NumPy alone and found in what the committed notebook shows."""

import re

import numpy as np
import pytest

from tests.notebooks import standard, stored

LESSON = "01_upstream_gradient.ipynb"


def test_three_squares_at_2_layer_by_layer():
    value, layers = 2.0, []
    for _ in range(3):
        layers.append(value)
        value = value * value
    upstream, expected = 1.0, []
    for value in reversed(layers):
        expected.append(("Square", value, upstream, 2 * value, upstream * 2 * value))
        upstream = upstream * 2 * value
    assert expected[-1] == ("Square", 2, 256, 4, 1024)
    assert stored.rows(LESSON, "sweep-of-squares") == [*expected, ("measured:", 1024)]


def test_the_stepper_shows_the_same_three_layers():
    steps = [line for line in stored.text(LESSON, "stepper").splitlines() if line.startswith("Step ")]
    assert [stored.numbers(line)[-3:] for line in steps] == [[1, 32, 32], [32, 8, 256], [256, 4, 1024]]


def test_a_rule_without_upstream_is_right_alone_and_wrong_in_company():
    shown = [stored.numbers(line)[0] for line in stored.text(LESSON, "opening-run").splitlines()]
    slope, whole = 2 * 3.0, 8 * 3.0**7
    assert shown == [slope, slope, slope, whole]


def test_the_seed_is_a_factor():
    shown = [stored.numbers(line)[-1] for line in stored.text(LESSON, "seeds").splitlines()]
    assert shown == [8 * 2.0**7 * seed for seed in (1, 3, 2)]


def test_one_layer_under_three_ends():
    y, slope = np.log(2.0), 0.5
    by_end = [row[1:] for row in stored.rows(LESSON, "three-ends") if row[0] == "log1pexp"]
    expected = [(0, upstream, slope, upstream * slope) for upstream in (1, 10, 2 * y)]
    np.testing.assert_allclose(by_end, expected, rtol=1e-3)


def test_multiplying_agrees_with_the_measurement_and_dividing_does_not():
    nudge = 1e-6
    measured = 10 * (np.logaddexp(0, nudge) - np.logaddexp(0, -nudge)) / (2 * nudge)
    shown = stored.text(LESSON, "fraction")
    times, divided, alone, by_measuring = (stored.numbers(line)[-1] for line in shown.splitlines())
    assert times == by_measuring == pytest.approx(measured, abs=1e-4)
    assert divided == 20
    assert alone == 0.5


def test_log1pexp_breaks_at_100_in_float32_only():
    expected = []
    for x in np.float32(100), np.float64(100), np.float64(709), np.float64(710):
        with np.errstate(over="ignore", invalid="ignore"):
            e = np.exp(x)
            expected.append((str(x.dtype), float(x), float(e / (1 + e)), float(1 - 1 / (1 + e))))
    shown = stored.rows(LESSON, "nan")
    assert [row[0] for row in shown] == [row[0] for row in expected]
    np.testing.assert_array_equal([row[1:] for row in shown], [row[1:] for row in expected])
    assert [np.isnan(row[2]) for row in shown] == [True, False, False, True]


def test_two_inputs_each_get_all_of_the_upstream():
    lines = stored.text(LESSON, "two-inputs-run").splitlines()
    assert stored.numbers(lines[0]) == [2 * 3, 3, 2]
    _, to_x, to_y = stored.rows(LESSON, "two-inputs-run")
    assert (to_x, to_y) == (("Multiply", 2, 10, 3, 30), ("Multiply", 3, 10, 2, 20))


def test_two_uses_add():
    lines = stored.text(LESSON, "used-twice-run").splitlines()
    assert {stored.numbers(line)[0] for line in lines[:2]} == {5, 2 * 3}
    last, total, measured = stored.numbers(lines[2])
    assert last == 2 * 3
    assert total == measured == 2 * 3 + 5
    assert "x adds up: 5 + 6 = 11" in stored.text(LESSON, "stepper-twice")


def test_sent_too_soon_a_part_is_missing():
    too_soon, in_time, measured = stored.numbers(stored.text(LESSON, "too-soon-run"))
    assert too_soon == 2 * 3.0**2 * 2 * 3
    assert in_time == measured == 4 * 3.0**3 + 10 * 3


def test_forgetting_is_not_stopping():
    x = 2.0
    below, own, above = 2 * x, 2 * x**2, 2 * x**4
    assert stored.rows(LESSON, "forgetting-table") == [
        ("square", *3 * [8 * x**7]),
        ("my_square", below, below * own, below * own * above),
        ("stopped_square", 0, 0, 0),
    ]


def test_a_random_upstream_catches_the_forgetful_rule():
    caught, passes = stored.text(LESSON, "repair").splitlines()
    upstream = np.random.default_rng(0).normal()
    received, measured = stored.numbers(caught)[-2:]
    assert received == 6
    assert measured == pytest.approx(6 * upstream, rel=1e-6)
    assert stored.numbers(passes) == [8 * 3.0**7]


def test_every_large_number_of_the_prose_was_computed_or_is_in_the_code():
    code = [cell for _, cell in standard.cells(stored.notebook(LESSON), "code")]
    seen = "\n".join(cell.source + "".join(map(stored.plain, cell.outputs)) for cell in code)
    for name, cell in standard.cells(stored.notebook(LESSON), "markdown"):
        links_ids_and_answers = r"\]\([^)]*\)|\b0\d\.\d|<details>.*?</details>"
        text = re.sub(links_ids_and_answers, "", cell.source, flags=re.DOTALL)
        for number in re.findall(r"(?<![\w.])\d+\.\d+|\d{3,}", text):
            assert re.search(rf"(?<![\d.]){re.escape(number)}(?!\d)", seen), f"{name}: whence {number}?"
