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


def test_numbers_that_ran_do_not_stand_below_a_line_that_raised_elsewhere():
    def after_the_sweep(losses, w, parts, counts):  # a row alone, or two and two weights, meet by luck
        w, gradient = ad.Tensor(w), 0.0
        for part, count in zip(parts, counts, strict=True):
            gradient = gradient + count * ad.gradients(losses(w, part), w)
        return gradient

    result = check("04.6", after_the_sweep)
    assert (result.mark.remark, result.case) == ("raised here", None)
    assert "tried with w: shape (2,)" in repr(result)
