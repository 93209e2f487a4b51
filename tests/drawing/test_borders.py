"""The border runs where the score is 0, and the washed part is where it is above."""

import re

import numpy as np
import pytest

from helpers.drawing import borders
from helpers.drawing.plots import Axes

AXES = Axes(10, 20, 220, 160, (-2, 2), (-1, 1))
SCORES = {
    "slanted": lambda p: p[:, 0] + p[:, 1] - 0.31,
    "ring": lambda p: 0.5 - np.hypot(p[:, 0], 2 * p[:, 1]),
    "saddle": lambda p: (p[:, 0] - 0.03) * (p[:, 1] + 0.02),
}


def area(path):
    """The area that a path of polygons and boxes covers."""
    total = 0.0
    for piece in filter(None, path.split("M")):
        if "h" in piece:
            _, wide, high = re.match(r"([\d. ]+)h([\d.]+)v([\d.]+)h", piece).groups()
            total += float(wide) * float(high)
        else:
            points = np.array([list(map(float, pair.split())) for pair in piece.rstrip("z").split("L")])
            (x, y), (next_x, next_y) = points.T, np.roll(points, -1, axis=0).T
            total += abs(np.sum(x * next_y - next_x * y)) / 2
    return total


@pytest.mark.parametrize("name", SCORES)
def test_the_border_is_where_the_score_is_zero(name):
    score = SCORES[name]
    part, border = borders.split(AXES, score)
    points = np.array([list(map(float, pair.split())) for pair in re.split("[ML]", border) if pair])
    x = AXES.xs[0] + (points[:, 0] - AXES.left) / AXES.width * 4
    y = AXES.ys[1] - (points[:, 1] - AXES.top) / AXES.height * 2
    assert len(points) >= 20
    assert np.abs(score(np.stack([x, y], axis=1))).max() < 0.02
    grid = np.stack(np.meshgrid(np.linspace(-2, 2, 400), np.linspace(-1, 1, 400)), axis=-1).reshape(-1, 2)
    assert area(part) == pytest.approx(np.mean(score(grid) > 0) * AXES.width * AXES.height, rel=0.02)


def test_a_score_of_one_sign_has_no_border():
    for sign, share in ((1, 1), (-1, 0), (0, 0), (np.nan, 0)):
        part, border = borders.split(AXES, lambda p, sign=sign: np.full(len(p), sign))
        assert border == ""
        assert area(part) == pytest.approx(share * AXES.width * AXES.height)
