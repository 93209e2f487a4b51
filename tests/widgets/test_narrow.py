"""Where there is little room an exhibit draws the same in another layout, small enough not to be cut off."""

import re

import pytest

from helpers.lessons.lesson_08 import ferries
from helpers.widgets import Moons
from tests.drawing.svg_reading import parse, shown, text_boxes

ROOM = 520  # what JupyterLab leaves for an output in a window of 640
EXHIBITS = {
    "moons": lambda: Moons(*ferries.echoes(), ferries.first_weights()),
}


def hot(picture):
    return {part.get("data-hot") for part in parse(picture).iter() if part.get("data-hot")}


@pytest.mark.parametrize("name", EXHIBITS)
def test_the_narrow_picture_fits_and_shows_the_same_numbers(name):
    exhibit = EXHIBITS[name]()
    wide = exhibit.picture
    exhibit.set_state({"narrow": True})
    narrow = exhibit.picture
    width, height = (float(parse(narrow).get(size)) for size in ("width", "height"))
    assert width <= ROOM < float(parse(wide).get("width"))
    for text, left, top, right, bottom in text_boxes(narrow):
        assert 0 <= left < right <= width, text
        assert 0 <= top < bottom <= height, text
    assert hot(narrow) == hot(wide)
    numbers = [set(re.findall(r"[−+]?\d[\d.]*", " ".join(shown(text)))) for text in (wide, narrow)]
    assert len(numbers[0] - numbers[1]) <= 6  # the mixer leaves out the values of the outputs
    assert exhibit.errors == {}
    exhibit.set_state({"narrow": False})
    assert exhibit.picture == wide
