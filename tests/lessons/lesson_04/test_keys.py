"""What only lesson 04 can say of its exercises."""

from helpers import autodiff as ad
from helpers.exercises import check, exercises


def test_a_box_that_is_traced_says_why_it_cannot_be():
    def traced(controller, simulate, w):
        w = ad.Tensor(w)
        return ad.gradients(simulate(controller(w)), w)

    result = check("04.4", traced)
    assert result.diagnosis == "raises"
    assert "what made it is lost" in repr(result)


def test_the_parts_differ_in_size():
    """Parts of one size would hide the mistake."""
    for _, _, parts, _ in exercises()["04.6"].cases:
        assert len({len(part) for part in parts}) == len(parts)
