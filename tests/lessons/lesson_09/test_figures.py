"""The pictures of lesson 09 say in words what they show."""

import re

import numpy as np

from helpers.lessons.lesson_09.figures import descents, kink
from tests.drawing.svg_reading import parse


def bold(drawn):
    return {text.text for text in parse(drawn.svg).iter() if text.get("font-weight") == "600"}


def test_who_stands_at_two_slopes_stands_out():
    rows = [("PyTorch", "2.13", 1.0), ("PyTorch", "2.15", 0.0), ("JAX", "0.12", 0.5), ("ours", "", 0.0)]
    drawn = kink(rows)
    assert {"PyTorch 2.13", "PyTorch 2.15"} <= bold(drawn)
    assert not {"JAX 0.12", "ours"} & bold(drawn)
    assert drawn.alt.endswith("0, the slope on the right: PyTorch 2.15, ours.")


def test_a_slope_is_named_after_the_side_it_belongs_to():
    assert "1, the slope on the right: JAX 0.12." in kink([("JAX", "0.12", 1.0)], left=-1.0, right=1.0).alt
    assert "0, halfway between: ours." in kink([("ours", "", 0.0)], left=-1.0, right=1.0).alt
    assert "2, another slope: ours." in kink([("ours", "", 2.0)]).alt


def test_a_step_is_as_long_as_its_slope():
    drawn = descents(lambda w: 2 * w, start=1.0, rate=0.1)
    ends = re.findall(r"M([\d.]+) \d+L([\d.]+) \d+\"", drawn.svg)
    room = 14 + 0.8 * 11  # beside both dots, and under the head
    long = [float(start) - float(end) + room for start, end in ends]
    assert np.allclose(np.divide(long, long[0]), [1, 0.8, 1, 1, 1, 2], atol=0.01)
    assert drawn.alt.endswith("and backward adds: slopes 2, 4, to 0.8 and 0.4.")
