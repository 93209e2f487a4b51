import numpy as np
import pytest

from helpers.figures.lesson_03 import jacobian_of_matmul
from helpers.figures.style import Picture, house_style


def texts(picture):
    return [text.get_text() for text in picture.axes[0].texts]


def numbers(picture):
    """The numbers in the boxes, in the order they were drawn."""
    boxed = [text.replace("−", "-") for text in texts(picture)]
    return [float(text) for text in boxed if text.lstrip("-").replace(".", "").isdigit()]


@pytest.fixture(params=[0, 1], ids=["2x2 by 2x3", "3x2 by 2x2"])
def case(request):
    rng = np.random.default_rng(request.param)
    m, k, n = [(2, 2, 3), (3, 2, 2)][request.param]
    return tuple(rng.integers(1, 9, size=shape).astype(float) for shape in [(m, k), (k, n), (m, n)])


def test_the_numbers_drawn_are_the_jacobian_its_weights_and_their_sum(case):
    a, b, upstream = case
    jacobian = np.kron(np.eye(len(a)), b.T)  # the row-major Jacobian of A -> A B
    rows = [[weight, *row] for weight, row in zip(upstream.ravel(), jacobian, strict=True)]
    assert numbers(jacobian_of_matmul(*case)) == [*np.ravel(rows), *(upstream @ b.T).ravel()]


def test_it_says_in_words_what_it_shows(case):
    a, b, upstream = case
    picture = jacobian_of_matmul(*case)
    assert isinstance(picture, Picture)
    down_a = upstream @ b.T
    for part in (
        f"{down_a.size * upstream.size} numbers",
        f"{np.sum(np.kron(np.eye(len(a)), b.T) == 0)} of them zero",
        "; ".join(", ".join(f"{x:g}" for x in row) for row in down_a),
    ):
        assert part in picture.alt


def test_every_row_and_column_has_its_name(case):
    drawn = texts(jacobian_of_matmul(*case))
    assert {"C[0,0]", "C[1,1]", "A[0,0]", "A[1,1]", "upstream"} <= set(drawn)


def test_nothing_is_cut_off_or_overlaps(case):
    picture = jacobian_of_matmul(*case)
    house_style(picture.draw_without_rendering)()
    boxes = [text.get_window_extent() for text in picture.axes[0].texts]
    width, height = picture.get_size_inches() * picture.dpi
    for i, box in enumerate(boxes):
        assert box.x0 >= 0, texts(picture)[i]
        assert box.x1 <= width, texts(picture)[i]
        assert box.y0 >= 0, texts(picture)[i]
        assert box.y1 <= height, texts(picture)[i]
        for other in boxes[:i]:
            assert not box.overlaps(other), texts(picture)[i]
