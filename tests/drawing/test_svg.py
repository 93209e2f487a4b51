"""The drawing primitives: numbers that can be trusted, text that is valid, sizes that add up."""

import html
import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.drawing import svg
from tests.drawing.svg_reading import parse, shown, texts


def read_back(text):
    return float(text.replace("−", "-").replace("∞", "inf"))


@given(st.floats(-1e300, 1e300))
def test_a_printed_number_is_the_number_to_four_digits(value):
    text = svg.number(value)
    assert "-" not in text  # the minus sign is a minus sign, not a hyphen
    assert text != "−0"
    assert read_back(text) == pytest.approx(value, rel=5.1e-4) or value == 0


@given(st.integers(-(10**6), 10**6))
def test_whole_numbers_are_printed_in_full(value):
    assert read_back(svg.number(float(value))) == value


@given(st.complex_numbers(allow_nan=False, allow_infinity=False, max_magnitude=1e6))
def test_a_complex_number_prints_both_parts(value):
    text = svg.number(value)
    back = complex(text.replace("−", "-"))
    assert back.real == pytest.approx(value.real, rel=1e-3, abs=1e-300)
    assert back.imag == pytest.approx(value.imag, rel=1e-3, abs=1e-300)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-0.0, "0"),
        (math.nan, "NaN"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (np.float32(0.1), "0.1"),
        (-1e-9, "−1e−9"),
    ],
)
def test_special_numbers(value, text):
    assert svg.number(value) == text


def test_rounding_noise_beside_real_numbers_is_zero():
    drawn = svg.matrix([[1.0, 5.6e-17]])
    assert texts(parse(f'<svg xmlns="http://www.w3.org/2000/svg">{drawn.body}</svg>')) == ["1", "0"]


def elements(words):
    """How many there are in a picture that shows these words in every way."""
    block = svg.canvas(9, 9, svg.words(words).at(0, 0), svg.text(words, 0, 9))
    return len(list(parse(svg.picture(block, title=words, transcript=[words], desc=words).svg).iter()))


@given(st.text(max_size=40))
def test_any_text_can_be_drawn_and_is_never_markup(text):
    assert elements(text) == elements("a")


@given(
    st.lists(st.tuples(st.floats(1, 300), st.floats(1, 300)), min_size=1, max_size=6),
    st.sampled_from([0, 0.5, 1]),
)
def test_rows_and_columns_are_as_large_as_their_blocks(sizes, align):
    blocks = [svg.Block(w, h, "") for w, h in sizes]
    side = svg.row(*blocks, gap=3, align=align)
    assert side.width == pytest.approx(sum(w for w, _ in sizes) + 3 * (len(sizes) - 1))
    assert side.height == max(h for _, h in sizes)
    below = svg.column(*blocks, gap=3, align=align)
    assert below.height == pytest.approx(sum(h for _, h in sizes) + 3 * (len(sizes) - 1))
    assert below.width == max(w for w, _ in sizes)


def test_what_a_still_image_must_not_show_is_hidden():
    body = svg.words("before").wrap(data_until=2).body + svg.words("after").wrap(data_step=2).body
    assert shown(svg.picture(svg.canvas(10, 10, body), "t").svg) == ["after"]


@pytest.mark.parametrize("value", [5.0, -5.0, 0.0, math.nan, math.inf, 2 - 1j])
def test_every_kind_of_entry_can_be_shaded(value):
    drawn = svg.picture(svg.matrix([[value, 1.0]]), "t").svg
    assert shown(drawn) == [svg.number(v) for v in np.array([value, 1.0])]


def test_a_table_of_three_axes_is_refused():
    with pytest.raises(ValueError, match="3 axes cannot be drawn"):
        svg.matrix(np.zeros((2, 2, 2)))


@given(st.floats(-100, 100), st.floats(-100, 100))
def test_an_arrow_ends_with_its_tip_where_it_points(x, y):
    *_, tip = re.findall(r'd="M(\S+) (\S+) L', svg.arrow(0, 0, x, y))
    assert tuple(map(float, tip)) == pytest.approx((x, y), abs=0.0051)


def test_a_picture_shows_itself_dark_on_a_dark_page_and_is_the_same_text():
    drawn = svg.picture(svg.words("hello", color=svg.GRADIENT), 'A <"greeting">')
    style = "<style>@media (prefers-color-scheme:dark){svg{--up-card:#111111;--up-gradient:#d9a6ea;}}</style>"
    assert drawn.still().replace(style, "") == drawn.svg != drawn.still()
    assert drawn.html() == drawn._repr_html_()
    assert html.unescape(re.search('alt="([^"]*)"', drawn.html())[1]) == drawn.alt
