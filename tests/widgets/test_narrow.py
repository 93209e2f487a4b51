"""Where there is little room an exhibit is drawn in another layout, and nowhere is a word cut off."""

import re

import pytest

from helpers.widgets import EXHIBITS
from tests.browser.gallery import made
from tests.drawing.svg_reading import parse, text_boxes

ROOM, SHRINKS = 520, 0.846  # what JupyterLab leaves in a window of 640; as far as type can be read
LEAST, READABLE = 268, 11  # what it leaves beside its files; the smallest type
WIDER = {"Clinic", "Meet", "Mending", "Slopes", "Stretch", "TinyModel"}  # than that
HALF, TALLEST = 640, 540  # half a screen, and how high a picture with its row of controls may be there


def words_have_room(picture):
    width, height = (float(parse(picture).get(size)) for size in ("width", "height"))
    for text, left, top, right, bottom in text_boxes(picture):
        if text:
            assert -1 <= left < right <= width + 1, text
            assert 0 <= top < bottom <= height, text
    return width


@pytest.mark.parametrize("name", EXHIBITS)
def test_the_narrow_picture_fits_and_the_wide_one_comes_back(name):
    exhibit = made(name)
    wide = exhibit.picture
    words_have_room(wide)
    exhibit.set_state({"narrow": ROOM})
    assert SHRINKS * words_have_room(exhibit.picture) <= ROOM
    exhibit.set_state({"narrow": 0})
    assert (exhibit.picture, exhibit.errors) == (wide, {})


@pytest.mark.parametrize("name", EXHIBITS)
def test_half_a_screen_holds_the_picture_and_its_controls(name):
    exhibit = made(name)
    if SHRINKS * exhibit.drawn.size[0] > HALF:
        exhibit.set_state({"narrow": HALF - 20})
    width, height = exhibit.drawn.size
    assert height * min(HALF / width, 1) <= TALLEST


@pytest.mark.parametrize("name", [name for name in EXHIBITS if name not in WIDER])
def test_beside_the_files_nothing_has_to_be_scrolled(name):
    exhibit = made(name)
    exhibit.set_state({"narrow": LEAST})
    smallest = min(map(float, re.findall(r'font-size="([\d.]+)"', exhibit.picture)))
    assert READABLE / smallest * words_have_room(exhibit.picture) <= LEAST
