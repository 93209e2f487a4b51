"""The growth of a Jacobian is counted in real numbers and bytes, and no gridline strikes a label through."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers import autodiff as ad
from helpers.drawing import svg
from helpers.widgets import JacobianGrowth
from helpers.widgets.jacobian_growth import draw_growth
from tests.drawing.svg_reading import placed, shown


def play(growth, **inputs):
    """What a message from the page does."""
    growth.set_state({"inputs": {**growth.inputs, **inputs}})


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 10**8), st.integers(1, 10**8))
def test_growth_prints_the_entries_and_bytes_of_real_arrays(n, m):
    picture = draw_growth(n, m)
    printed = shown(picture.svg)
    for count in (m * n, n, m):
        grouped = f"{count:,}".replace(",", " ")
        assert any(text.startswith(f"{grouped} number") for text in printed)
    assert float(re.search(r'viewBox="0 0 (\d+)', picture.svg)[1]) == 792  # the bars stay inside


def test_growth_agrees_with_a_jacobian_that_was_built():
    jacobian = ad.jacobian(lambda x: np.tanh(np.ones((7, 5)) @ x))(np.ones(5))
    text = " ".join(shown(draw_growth(n=5, m=7).svg))
    assert f"{jacobian.size} numbers · {jacobian.nbytes} bytes" in text


def test_growth_steps_by_ten_and_stays_in_bounds():
    growth = JacobianGrowth(n=1000, m=10**8)
    play(growth, n_up=1, m_up=1)
    assert (growth.values["n"], growth.values["m"]) == (10**4, 10**8)
    play(growth, loss=1)
    assert growth.values["m"] == 1
    assert "exactly as large as a VJP" in " ".join(shown(growth.picture))
    play(growth, m_down=1)
    assert growth.values["m"] == 1
    for typed, sentence in [("0", "at least 1"), ("2.5", "not a whole number"), ("1e12", "too large")]:
        play(growth, n=typed)
        assert sentence in growth.errors["n"]
        assert growth.values["n"] == 10**4


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize(("n", "m"), [(1, 1), (1000, 1000), (10**8, 10**8), (5, 10**7), (123456, 789)])
def test_no_gridline_crosses_what_is_written(n, m, narrow):
    picture = draw_growth(n, m, narrow)
    everything = [(e, x + float(e.get("x", 0)), y + float(e.get("y", 0))) for e, x, y in placed(picture.svg)]
    lines = []
    for path, x, y in (each for each in everything if each[0].get("stroke-opacity")):
        for part in path.get("d").split("M")[1:]:
            at, top, end = map(float, re.split("[ V]", part))
            lines.append((x + at, y + top, y + end))
    texts = [(e.text, float(e.get("font-size")), x, y) for e, x, y in everything if e.tag.endswith("text")]
    sizes = [text for text in texts if "numbers" in text[0] or "number " in text[0]]
    assert (len(sizes), len({at for at, _, _ in lines})) == (3, 6)
    names = [text for text in texts if text[0].startswith("one ") and narrow]
    for text, size, x, y in sizes + names:
        right = x + svg.text_width(text, size)
        assert not [at for at, top, end in lines if x < at < right and top < y and end > y - size], text
