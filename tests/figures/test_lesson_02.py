import numpy as np
import pytest

from helpers.figures.lesson_02 import cut_in_two
from helpers.figures.style import Picture, house_style


def texts(picture):
    return [text.get_text() for text in picture.axes[0].texts if text.get_text()]


def numbers(picture):
    """The numbers drawn, in the order they were drawn."""
    drawn = [text.replace("−", "-") for text in texts(picture)]
    return [float(text) for text in drawn if text.lstrip("-").replace(".", "").isdigit()]


@pytest.fixture(params=[(3, 2, 4), (2, 3, 2), (1, 1, 2)], ids=str)
def case(request):
    """g1, g2 and the gradient of a layer W (m, k) over n examples."""
    m, k, n = request.param
    rng = np.random.default_rng(m)
    g1, examples = rng.normal(size=(m, n)).round(2), rng.integers(-9, 9, size=(k, n)).astype(float)
    return g1, np.ones((m, n)) @ examples.T, (g1 @ examples.T).round(2)


def test_both_lanes_show_the_upstream_and_what_it_becomes(case):
    g1, g2, gradient = case
    expected = [np.ones_like(g1), g2, g1, gradient]
    assert numbers(cut_in_two(*case)) == [x for part in expected for x in part.ravel()]


def test_it_says_in_words_what_it_shows(case):
    g1, g2, gradient = case
    picture = cut_in_two(*case)
    assert isinstance(picture, Picture)
    for part in (g1, g2, gradient):
        first_row = ", ".join(f"{x:.0f}" if x == round(x) else f"{x:.2f}" for x in part[0])
        assert first_row.replace("-", "−") in picture.alt
    assert f"{g2.shape}, does not fit that of g1, {g1.shape}" in picture.alt


def test_the_sizes_that_do_not_fit_are_named(case):
    g1, g2, _ = case
    (remark,) = [text for text in texts(cut_in_two(*case)) if "g1 stays" in text]
    assert "{} × {} numbers".format(*g1.shape) in remark
    assert "{} × {} of g2".format(*g2.shape) in remark


def test_nothing_is_cut_off_or_overlaps(case):
    picture = cut_in_two(*case)
    house_style(picture.draw_without_rendering)()
    boxes = [text.get_window_extent() for text in picture.axes[0].texts if text.get_text()]
    width, height = picture.get_size_inches() * picture.dpi
    for i, box in enumerate(boxes):
        name = texts(picture)[i]
        assert 0 <= box.x0 < box.x1 <= width, name
        assert 0 <= box.y0 < box.y1 <= height, name
        for j, other in enumerate(boxes[:i]):
            assert not box.overlaps(other), (name, texts(picture)[j])
