import re

import numpy as np

from helpers.lessons.lesson_03 import scans
from helpers.lessons.lesson_03.figures import pages
from tests.drawing.svg_reading import parse


def ink(picture):
    """How dark each drawn run of pixels is, and how many pixels it has."""
    paths = [path for path in parse(picture.svg).iter() if path.get("fill-opacity")]
    runs = [(float(path.get("fill-opacity")), re.findall(r"h(\d+)v", path.get("d"))) for path in paths]
    return {shade: sum(int(length) for length in lengths) / 5 for shade, lengths in runs}


def test_a_page_is_drawn_pixel_for_pixel_and_told_to_those_who_do_not_see_it():
    page = scans.written("MEET\nAT NINE")
    picture = pages({"found": page})
    assert ink(picture) == {1: page.sum()}
    assert "Found: 20 × 41 numbers, it reads MEET AT NINE." in picture.alt


def test_what_is_faint_is_printed_darker_and_what_is_no_ink_is_paper_or_black():
    assert ink(pages({"faint": np.array([[0.0, 0.1, 0.2, 0.2]])})) == {0.5: 1, 1: 2}
    assert ink(pages({"wild": np.array([[-3.0, np.nan, np.inf, 700.0]])})) == {1: 2}
    assert ink(pages({"empty": np.zeros((2, 2))})) == {}
