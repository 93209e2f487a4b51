import base64
import functools
import importlib.metadata
import io

import numpy as np
import pytest
from PIL import Image

from helpers.drawing.plot_style import Plot, house_style
from tests.notebooks import pictures


@house_style
def a_curve(height=1.0, title="slope 3.00"):
    plot = Plot(alt="A curve.", width=4, height=3)
    axes = plot.subplots()
    x = np.linspace(0, 3)
    axes.plot(x, height * np.sin(x))
    axes.set(title=title, ylim=(0, 1.2))
    return plot.png()


@functools.cache
def the_curve():
    return a_curve()


def as_png(pixels):
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "png")
    return buffer.getvalue()


def test_same_picture_does_not_differ():
    assert pictures.difference(the_curve(), a_curve()) == 0


@pytest.mark.parametrize("change", [{"height": 1.01}, {"title": "slope 3.01"}, {"title": "slope −3.00"}])
def test_small_change_is_far_above_the_tolerance(change):
    assert pictures.difference(the_curve(), a_curve(**change)) > 3 * pictures.TOLERANCE


def test_rounded_colours_are_far_below_the_tolerance():
    image = Image.open(io.BytesIO(the_curve())).convert("RGB")
    rounded = as_png(np.asarray(image) // 4 * 4)
    assert 0 < pictures.difference(the_curve(), rounded) < pictures.TOLERANCE / 2


def test_one_changed_spot_counts_as_much_in_a_large_picture_as_in_a_small_one():
    def spot(size):
        blank = np.full((size, size, 3), 255, dtype=np.uint8)
        marked = blank.copy()
        marked[3:9, 3:9] = 0
        return pictures.difference(as_png(blank), as_png(marked))

    assert spot(64) == spot(640) > pictures.TOLERANCE


def test_other_size_differs_and_grey_is_a_colour():
    grey, colour = np.full((10, 12), 90, np.uint8), np.full((10, 12, 3), 90, np.uint8)
    assert pictures.difference(as_png(grey), as_png(colour)) == 0
    assert pictures.difference(as_png(grey), as_png(grey.T)) == np.inf


def test_pictures_are_taken_out_of_png_and_html_outputs_and_nothing_else_is():
    png = base64.b64encode(b"picture").decode()
    html = f'<img alt="x" src="data:image/png;base64,{png}"> and <img src="data:image/svg+xml;base64,AAAA">'
    outputs = [
        {"output_type": "stream", "name": "stdout", "text": "7"},
        {"output_type": "display_data", "data": {"text/html": html, "text/plain": "x"}, "metadata": {}},
        {"output_type": "display_data", "data": {"image/png": png}, "metadata": {}},
    ]
    bare, found = pictures.split_pictures(outputs)
    assert [image.data for image in found] == [b"picture", b"\0\0\0", b"picture"]
    assert bare[0] == outputs[0]
    assert bare[1]["data"] == {
        "text/html": '<img alt="x" src="data:image/png"> and <img src="data:image/svg+xml">',
        "text/plain": "x",
    }
    assert outputs[1]["data"]["text/html"] == html


def test_another_matplotlib_is_named_as_the_reason(monkeypatch):
    monkeypatch.setattr(importlib.metadata, "version", lambda name: "3.10.0")
    reason = pictures.why_not_compared()
    assert "3.10.0" in reason
    assert pictures.drawn_with() in reason
