"""What only lesson 06 can say of its exercises."""

import numpy as np

from helpers import autodiff as ad
from helpers.exercises import check, exercises


def columns_of_the_jacobian(pullback, y, t):
    return np.stack([pullback(row) for row in np.eye(y.size)]) @ t


def test_what_was_handed_out_passes_at_first_order_and_has_lost_the_part_through_the_local():
    key = exercises()["06.2"]
    for (x,), (given,) in zip(key.cases, key.outcome(key.handed_out), strict=True):
        np.testing.assert_allclose(given, 2 * np.cos(x) ** 2)


def test_building_the_jacobian_of_the_pullback_is_not_the_way():
    for way in (columns_of_the_jacobian, lambda pullback, y, t: ad.jacobian(pullback)(y).T @ t):
        assert check("06.3", way).diagnosis in {"too-many-sweeps", "jacobian-built"}
