import numpy as np
import pytest

from helpers.lessons.lesson_02.figures import between_examples, cut_in_two
from tests.drawing.svg_reading import numbers, shown
from tests.lessons.test_diagrams import layer


@pytest.fixture(params=[(3, 2, 4), (2, 3, 2), (1, 1, 2)], ids=str)
def case(request):
    return layer(*request.param)


def test_both_lanes_show_the_upstream_and_what_it_becomes(case):
    g1, g2, gradient = case
    expected = [g2, np.ones_like(g1), g1, gradient, g1]  # g1 above too, where it stays behind
    drawn = numbers(cut_in_two(*case).svg)
    assert drawn == pytest.approx([x for part in expected for x in part.ravel()], abs=0.0051)


def test_it_says_in_words_what_it_shows(case):
    g1, g2, _ = case
    alt = cut_in_two(*case).alt
    for part in case:
        first_row = ", ".join(f"{x:.0f}" if x == round(x) else f"{x:.2f}" for x in part[0])
        assert first_row.replace("-", "−") in alt
    assert f"{g2.shape}, does not fit that of g1, {g1.shape}" in alt


def test_the_sizes_that_do_not_fit_are_named(case):
    g1, g2, _ = case
    said = " ".join(shown(cut_in_two(*case).svg))
    sizes = [" × ".join(map(str, part.shape)) for part in (g1, g2)]
    assert f"Neither * nor @ joins {sizes[0]} numbers and {sizes[1]}." in said


def test_every_slope_between_examples_stands_in_its_block():
    weights, examples = np.array([[1.0, 2.0], [3.0, 4.0]]), 3
    drawn = between_examples(np.einsum("ik,jl->ijkl", weights, np.eye(examples)))
    blocks = np.reshape(numbers(drawn.svg), (examples, examples, 2, 2))
    np.testing.assert_array_equal(blocks, np.einsum("jl,ik->jlik", np.eye(examples), weights))
    assert "6 of 9 blocks" in drawn.alt
