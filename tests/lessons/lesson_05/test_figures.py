"""The picture of lesson 05 says in words what it shows."""

import numpy as np

from helpers.lessons.lesson_05.figures import readings
from tests.drawing.svg_reading import shown


def test_each_reading_has_what_arrives_at_it_and_its_kind_by_shape():
    picture = readings(np.array([1.2, 2.9, 27.0]), np.array([0, 1, 0]), 4.0, -8.0, [0.039, -0.027, np.nan])
    assert "1.2, 27 stayed healthy; 2.9 failed." in picture.alt
    assert "0.04 at 1.2, −0.03 at 2.9, NaN at 27." in picture.alt
    assert {"0.04", "−0.03", "NaN", "27"} <= set(shown(picture.svg))
    assert picture.svg.count("<circle") == 2 + 1  # and one in the key
