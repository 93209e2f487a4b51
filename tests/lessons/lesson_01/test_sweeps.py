import numpy as np

from helpers import autodiff as ad
from helpers.lessons.lesson_01.sweeps import measured_slope, show_sweep


def test_a_measured_slope_believes_no_rule():
    @ad.custom_gradient
    def wrong_rule(x):
        return x * x, lambda upstream: 0 * x

    assert measured_slope(wrong_rule, 3.0) == measured_slope(np.square, 3.0) == 6


def test_every_line_multiplies_and_constants_have_none(capsys):
    x = ad.Tensor(2.0)
    show_sweep(10 * (x * ad.Tensor(3.0)))
    _, *lines = capsys.readouterr().out.splitlines()
    rows = [line.split() for line in lines]
    assert [float(row[1]) for row in rows] == [6, 2, 3]
    assert all(float(up) * float(local) == float(down) for _, _, up, local, down in rows)
