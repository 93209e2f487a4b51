"""What only lesson 05 can say of its exercises."""

import numpy as np

from helpers import autodiff as ad
from helpers.drawing.svg.printing import number
from helpers.exercises import check, exercises


def test_the_large_score_tells_a_guarded_line_from_an_unguarded_one():
    assert check("05.3", "F G E").diagnosis == "overflow"


def test_a_root_that_is_kept_above_a_floor_is_told_what_is_wrong_below_it():
    def root_down(upstream, x):
        return ad.vjp(lambda x: np.where(x > 0, np.sqrt(np.maximum(x, 1e-12)), 0.0), x)[1](upstream)[0]

    (said,) = check("05.2", root_down).sentences
    assert said.startswith("Right on the first inputs, but not for tiny numbers. There 0 comes out where ")
    upstream, x = dict(exercises()["05.2"].wider_cases)["tiny"]
    right = np.where(x > 0, upstream / np.sqrt(abs(4 * x)), 0)
    wanted = number(right.flat[abs(right).argmax()])
    assert said.endswith(f" where {wanted} is right: what is taken for granted?")


def test_the_root_that_was_handed_out_gives_nan_where_nothing_was_chosen():
    key = exercises()["05.2"]
    for (upstream, x), (given,) in zip(key.cases, key.outcome(key.handed_out), strict=True):
        np.testing.assert_array_equal(np.isnan(given), (x <= 0) | np.isnan(upstream))
