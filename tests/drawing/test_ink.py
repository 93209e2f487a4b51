import re

import numpy as np
import pytest

from helpers.drawing import ink


def drawn(paths, shape, pixel):
    """The shade of every pixel, read from the path data again."""
    found = np.zeros(shape, dtype=int)
    for shade, path in paths.items():
        for x, y, width, height in re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-[\d.]+z", path):
            assert float(height) == pixel
            i, j, count = (round(float(n) / pixel) for n in (y, x, width))
            assert not found[i, j : j + count].any()
            found[i, j : j + count] = shade
    return found


@pytest.mark.parametrize("pixel", [5, 2.5])
def test_every_pixel_is_drawn_once_in_its_shade(pixel):
    levels = np.random.default_rng(0).integers(0, 5, size=(7, 9))
    assert (drawn(ink.shades(levels / 4, pixel, greys=4), levels.shape, pixel) == levels).all()


def test_what_is_no_ink_is_paper_or_black():
    wild = np.array([[-3.0, np.nan, np.inf, 700.0]])
    assert drawn(ink.shades(wild, 5), (1, 4), 5).tolist() == [[0, 0, 16, 16]]
    assert not ink.shades(np.zeros((2, 2)), 5)


def test_what_is_faint_everywhere_is_printed_darker():
    opacities = re.findall(r'fill-opacity="([\d.]+)"', ink.page(np.array([[0.0, 0.1, 0.2]]), 5).body)
    assert opacities == ["0.5", "1"]
