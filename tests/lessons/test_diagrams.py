"""Every diagram, whatever its numbers: in one style, with nothing cut off, right in both themes."""

import base64
import itertools
import re

import numpy as np
import pytest
from IPython.core.formatters import DisplayFormatter

from helpers.lessons.lesson_02.figures import between_examples, cut_in_two
from helpers.lessons.lesson_03.figures import pages
from helpers.lessons.lesson_05.figures import readings
from helpers.lessons.lesson_09.figures import descents, kink
from tests.drawing.svg_reading import parse, text_boxes


def layer(m, k, n):
    """g1, g2 and the gradient of a layer W (m, k) over n examples."""
    rng = np.random.default_rng(m)
    g1, examples = rng.normal(size=(m, n)), rng.integers(-9, 9, size=(k, n)).astype(float)
    return g1, np.ones((m, n)) @ examples.T, g1 @ examples.T


DIAGRAMS = {
    "four examples": (between_examples, (np.einsum("ik,jl->ijkl", np.ones((3, 2)), np.eye(4)),)),
    "a layer": (cut_in_two, layer(3, 2, 4)),
    "a small layer": (cut_in_two, layer(1, 1, 2)),
    "pages": (pages, ({name: np.eye(20, 41) for name in ("a page", "mended with G Bᵀ", "a smear", "four")},)),
    "readings": (
        readings,
        (np.array([1.2, 1.4, 2.9, 27.0]), [0, 0, 1, 1], 4, -8, [0.04, 0.08, -0.03, np.nan]),
    ),
    "three slopes": (kink, ([("ours", "", 0.5), ("PyTorch", "2.13", 1.0), ("PyTorch", "2.15", 0.0)],)),
    "slopes of |x|": (kink, ([("JAX", "0.12", 1.0), ("TensorFlow", "2.21", 0.0)], -1.0, 1.0)),
    "steps": (descents, (lambda w: 2 * w, 1.0, 0.1)),
}


@pytest.fixture(params=DIAGRAMS)
def diagram(request):
    draw, numbers = DIAGRAMS[request.param]
    return draw(*numbers)


def test_nothing_is_cut_off_or_overlaps(diagram):
    _, _, width, height = map(float, parse(diagram.svg).get("viewBox").split())
    boxes = list(text_boxes(diagram.svg))
    for text, left, top, right, bottom in boxes:
        assert 0 <= left < right <= width, text
        assert 0 <= top < bottom <= height, text
    for (one, *a), (other, *b) in itertools.combinations(boxes, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (one, other)


def test_all_colours_are_the_palettes(diagram):
    for element in parse(diagram.svg).iter():
        for name in ("fill", "stroke"):
            color = element.get(name)
            assert color in (None, "none") or re.fullmatch(r"var\(--up-([\w-]+),#\w{6}\)", color), color


def test_it_shows_itself_with_alt_text_wherever_a_notebook_is_shown(diagram):
    bundle, _ = DisplayFormatter().format(diagram)
    assert set(bundle) == {"text/html", "text/plain"}
    assert bundle["text/plain"] == f"<Picture: {diagram.alt}>"
    alt, image = re.fullmatch(
        r'<!-- [^<>]+ -->\n<img alt="([^"]+)" src="data:image/svg\+xml;base64,([^"]+)" style="[^"]+">',
        bundle["text/html"],
    ).groups()
    assert len(alt) > 100
    still = base64.b64decode(image).decode()
    assert parse(still) is not None
    assert re.sub(r"<style>.*?</style>", "", still) == diagram.svg
