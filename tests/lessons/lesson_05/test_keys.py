"""What only lesson 05 can say of its exercises."""

import numpy as np

from helpers.exercises import check, exercises


def test_the_large_score_tells_a_guarded_line_from_an_unguarded_one():
    assert check("05.3", "F G E").diagnosis == "overflow"


def test_the_root_that_was_handed_out_gives_nan_where_nothing_was_chosen():
    key = exercises()["05.2"]
    for (upstream, x), (given,) in zip(key.cases, key.outcome(key.handed_out), strict=True):
        np.testing.assert_array_equal(np.isnan(given), (x <= 0) | np.isnan(upstream))
