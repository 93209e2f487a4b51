import numpy as np

from helpers.widgets.base.examples import next_one_hot


def test_next_one_hot_goes_round():
    hot = np.array([0.5, 2.0, 0.0])
    seen = []
    for _ in range(4):
        hot = next_one_hot(hot)
        seen.append(hot.tolist())
    assert seen == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]]
