import io
import itertools

import IPython.display
import matplotlib as mpl
import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.pylabtools import select_figure_formats
from matplotlib.figure import Figure
from PIL import Image

from helpers.drawing import svg
from helpers.figures import style
from helpers.figures.style import Picture, house_style
from tests.drawing.colors import EYES, apart, contrast


@house_style
def a_drawing(slope=1.0, lines=1):
    picture = Picture(alt="A straight line.", width=4, height=3)
    axes = picture.subplots()
    for line in range(lines):
        axes.plot([0, 1], [line, line + slope])
    return picture


@pytest.fixture
def shown(monkeypatch):
    """What a notebook shows for an object: a list of MIME bundles."""

    def show(thing, figure_formats=()):
        shell, bundles = InteractiveShell(), []
        select_figure_formats(shell, set(figure_formats))  # what importing pyplot does
        monkeypatch.setattr(IPython.display, "display", lambda bundle, raw: bundles.append(bundle))
        returned, _ = shell.display_formatter.format(thing)
        return bundles + ([returned] if returned else [])

    return show


@pytest.mark.parametrize("colour", [style.INK, *style.PALETTE])
def test_every_colour_is_readable_as_text(colour):
    assert contrast(colour, style.PAPER) >= 4.5


@pytest.mark.parametrize("eyes", EYES)
def test_colours_are_told_apart_by_everyone(eyes):
    # In this unit 2 is just noticeable when the colours touch; thin lines apart need several times that.
    assert min(apart(*pair, EYES[eyes]) for pair in itertools.combinations(style.PALETTE, 2)) >= 15


def test_figures_and_exhibits_mean_the_same_by_a_colour():
    assert style.GRADIENT in svg.GRADIENT
    assert style.LOCAL in svg.LOCAL


def test_lines_differ_by_more_than_colour():
    looks = [line.get_linestyle() for line in a_drawing(lines=4).axes[0].get_lines()]
    assert len(set(looks)) == 4


@pytest.mark.parametrize("figure_formats", [(), ("png",)], ids=["without pyplot", "with pyplot"])
def test_picture_is_shown_once_with_its_alt_text(shown, figure_formats):
    (bundle,) = shown(a_drawing(), figure_formats)
    assert set(bundle) == {"text/html", "text/plain"}
    assert bundle["text/html"].startswith('<img alt="A straight line." width="384" src="data:image/png;')
    assert bundle["text/plain"] == "<Picture: A straight line.>"


def test_a_plain_figure_would_have_been_shown_without_alt_text(shown):
    # The reason for all this; when it fails, matplotlib has learned to describe its figures.
    figure = Figure()
    figure.subplots()
    (bundle,) = shown(figure, ("png",))
    assert "image/png" in bundle
    assert "alt=" not in str(bundle)


def test_alt_text_is_escaped_and_required():
    assert 'alt="a &lt; b &amp; &quot;c&quot;"' in Picture(alt='a < b & "c"', width=1, height=1).html()
    with pytest.raises(ValueError, match="needs alt text"):
        Picture(alt=" ")


def test_same_drawing_same_bytes_and_another_drawing_other_bytes():
    assert a_drawing().png() == a_drawing().png()
    assert a_drawing().png() != a_drawing(slope=1.01).png()


def test_style_of_the_reader_does_not_leak_in_or_out():
    before = a_drawing().png()
    with mpl.rc_context({"lines.linewidth": 20, "font.size": 40, "savefig.dpi": 30, "savefig.bbox": "tight"}):
        mine = mpl.rcParams.copy()
        assert a_drawing().png() == before
        assert mpl.rcParams == mine


def test_picture_is_sharp_and_type_is_large_enough_for_a_projector():
    width, _ = Image.open(io.BytesIO(a_drawing().png())).size
    assert width == 4 * 96 * 2
    # 768 pixels wide is most of a slide: 13 points of that is a thirtieth of its height.
    assert style.HOUSE_STYLE["font.size"] >= 13


@pytest.mark.parametrize("size", [(3.3, 2.1), (2.37, 1.01), (4.0, 2.5)])
def test_the_pixels_are_those_that_matplotlib_draws(size):
    picture = Picture(alt="A straight line.", width=size[0], height=size[1])
    picture.subplots().plot([0, 1], [0, 2])
    drawn = io.BytesIO()
    with mpl.rc_context({**mpl.rcParamsDefault, "backend": mpl.rcParams["backend"], **style.HOUSE_STYLE}):
        picture.savefig(drawn, dpi=style.CSS_PIXELS_PER_INCH * style.DOTS_PER_PIXEL)
    ours, theirs = (Image.open(file).convert("RGB") for file in (io.BytesIO(picture.png()), drawn))
    assert ours.size == theirs.size
    apart = np.abs(np.asarray(ours, float) - np.asarray(theirs, float))
    assert apart.mean() < 1  # the palette costs a little
