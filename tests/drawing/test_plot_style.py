import base64
import io
import itertools
import re
from types import SimpleNamespace

import IPython.display
import matplotlib as mpl
import numpy as np
import pytest
from IPython.core.formatters import DisplayFormatter
from IPython.core.pylabtools import select_figure_formats
from PIL import Image

from helpers.drawing import plot_style as style
from helpers.drawing.plot_style import Plot, house_style
from helpers.drawing.svg.palette import THEME
from helpers.notebooks.shown import images
from tests.drawing.colors import EYES, apart, contrast, rgb


@house_style
def a_drawing(slope=1.0, lines=1):
    plot = Plot(alt="A straight line.", width=4, height=3)
    axes = plot.subplots()
    for line in range(lines):
        axes.plot([0, 1], [line, line + slope])
    return plot


@pytest.fixture
def shown(monkeypatch):
    """What a notebook shows for an object: a list of MIME bundles."""

    def show(thing, figure_formats=()):
        formatter, bundles = DisplayFormatter(), []  # a whole shell would also open a history, on the disk
        shell = SimpleNamespace(display_formatter=formatter)
        select_figure_formats(shell, set(figure_formats))  # what importing pyplot does
        monkeypatch.setattr(IPython.display, "display", lambda bundle, raw: bundles.append(bundle))
        returned, _ = formatter.format(thing)
        return bundles + ([returned] if returned else [])

    return show


@pytest.mark.parametrize("colour", [style.INK, *style.PALETTE])
def test_every_colour_is_readable_as_text(colour):
    assert contrast(colour, style.PAPER) >= 4.5


@pytest.mark.parametrize("eyes", EYES)
def test_colours_are_told_apart_by_everyone(eyes):
    # In this unit 2 is just noticeable when the colours touch; thin lines apart need several times that.
    assert min(apart(*pair, EYES[eyes]) for pair in itertools.combinations(style.PALETTE, 2)) >= 15


def test_lines_differ_by_more_than_colour():
    looks = [line.get_linestyle() for line in a_drawing(lines=4).axes[0].get_lines()]
    assert len(set(looks)) == 4


@pytest.mark.parametrize("figure_formats", [(), ("png",)], ids=["without pyplot", "with pyplot"])
def test_a_plot_is_shown_once_with_its_alt_text(shown, figure_formats):
    (bundle,) = shown(a_drawing(), figure_formats)
    assert set(bundle) == {"text/html", "text/plain"}
    assert '<img alt="A straight line." width="384" src="data:image/svg+xml;' in bundle["text/html"]
    (held,) = images(bundle["text/html"])
    assert (held.alt, held.mime, held.data) == ("A straight line.", "image/png", a_drawing().png())
    assert bundle["text/plain"] == "<Plot: A straight line.>"


def test_alt_text_is_escaped_and_required():
    assert 'alt="a &lt; b &amp; &quot;c&quot;"' in Plot(alt='a < b & "c"', width=1, height=1).html()
    with pytest.raises(ValueError, match="needs alt text"):
        Plot(alt=" ")


def test_same_drawing_same_bytes_and_another_drawing_other_bytes():
    assert a_drawing().png() == a_drawing().png()
    assert a_drawing().png() != a_drawing(slope=1.01).png()


def test_style_of_the_reader_does_not_leak_in_or_out():
    before = a_drawing().png()
    with mpl.rc_context({"lines.linewidth": 20, "font.size": 40, "savefig.dpi": 30, "savefig.bbox": "tight"}):
        mine = mpl.rcParams.copy()
        assert a_drawing().png() == before
        assert mpl.rcParams == mine


def test_a_plot_is_sharp_and_type_is_large_enough_for_a_projector():
    width, _ = Image.open(io.BytesIO(a_drawing().png())).size
    assert width == 4 * 96 * 2
    # 768 pixels wide is most of a slide: 13 points of that is a thirtieth of its height.
    assert style.HOUSE_STYLE["font.size"] >= 13


@pytest.mark.parametrize("size", [(3.3, 2.1), (2.37, 1.01), (4.0, 2.5)])
def test_the_pixels_are_those_that_matplotlib_draws(size):
    plot = Plot(alt="A straight line.", width=size[0], height=size[1])
    plot.subplots().plot([0, 1], [0, 2])
    drawn = io.BytesIO()
    with mpl.rc_context({**mpl.rcParamsDefault, "backend": mpl.rcParams["backend"], **style.HOUSE_STYLE}):
        plot.savefig(drawn, dpi=style.CSS_PIXELS_PER_INCH * style.DOTS_PER_PIXEL)
    ours, theirs = (Image.open(file).convert("RGB") for file in (io.BytesIO(plot.png()), drawn))
    assert ours.size == theirs.size
    apart = np.abs(np.asarray(ours, float) - np.asarray(theirs, float))
    assert apart.mean() < 1  # the palette costs a little


def test_in_the_dark_a_plot_keeps_its_hues_and_can_be_read():
    """What the filter in the frame does to each colour, as browsers compute it."""
    frame = base64.b64decode(re.search(r'base64,([^"]+)"', a_drawing().html())[1]).decode()
    part = float(re.search(r"filter:invert\(([\d.]+)\) hue-rotate\(180deg\)", frame)[1])
    weights = np.array([[0.213, 0.715, 0.072]] * 3)
    half_turn = 2 * weights - np.eye(3)

    def in_the_dark(colour):
        inverted = part + (1 - 2 * part) * rgb(colour)
        return "#" + "".join(f"{round(255 * c):02x}" for c in np.clip(half_turn @ inverted, 0, 1))

    paper = in_the_dark(style.PAPER)
    assert contrast(paper, THEME["card"][1]) < 1.1
    for colour in (style.INK, *style.PALETTE):
        dark = in_the_dark(colour)
        assert contrast(dark, paper) >= 4.5, (colour, dark)
