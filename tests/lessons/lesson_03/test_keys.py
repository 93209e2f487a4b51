"""What only lesson 03 can say of its exercises."""

import numpy as np
import pytest

from helpers.exercises import check, exercises
from helpers.lessons.lesson_03 import keys as lesson_03


def test_the_bug_is_silent_on_squares_and_an_error_on_rectangles_and_every_branch_is_checked():
    key, rng = exercises()["03.4"], np.random.default_rng(2)
    square, oblong = (lesson_03.transposed_case(rng, True, False, sizes) for sizes in ((3, 3, 3), (2, 3, 4)))
    pairs = zip(key.handed_out(*square), key.right_answer(*square), strict=True)
    assert not any(np.allclose(got, want) for got, want in pairs)
    with pytest.raises(ValueError, match="matmul"):
        key.handed_out(*oblong)
    assert len({case[3:] for case in key.cases}) == 4


@pytest.mark.parametrize("to_b", [lambda upstream, a, b: upstream @ b, lambda upstream, a, b: a * upstream])
def test_shapes_that_never_fit_are_said_and_blamed_on_no_slip(to_b):
    """Many slips stop in the same way, so which it was nobody can tell from that."""
    result = check("03.2", lambda upstream, a, b: (upstream @ b.T, to_b(upstream, a, b)))
    assert result.diagnosis == "raises"
    assert "ValueError" in result.sentences[0]
