"""The palette can be read and told apart by everyone, in both themes."""

import pytest

from helpers.drawing.svg import tables
from helpers.drawing.svg.palette import THEME, paint
from tests.drawing.colors import EYES, apart, contrast, mixed

THEMES = {name: {role: pair[i] for role, pair in THEME.items()} for i, name in enumerate(("light", "dark"))}


@pytest.fixture(params=THEMES)
def theme(request):
    return THEMES[request.param]


@pytest.mark.parametrize("ground", ["card", "panel", "gradient-wash"])
def test_text_can_be_read_on_everything_it_stands_on(theme, ground):
    for ink in ("ink", "muted", "gradient", "local", "accent", "bad"):
        assert contrast(theme[ink], theme[ground]) >= 4.5, ink
    for hue in ("positive", "negative"):  # the strongest shade of a heat map
        _, opacity = tables.shade(1.0, 1.0)
        assert contrast(theme["ink"], mixed(theme[hue], theme[ground], opacity)) >= 4.5, hue
    for ink, ground_of_its_own in (("on-gradient", "gradient"), ("local", "local-wash")):
        assert contrast(theme[ink], theme[ground_of_its_own]) >= 4.5, ink


@pytest.mark.parametrize("ground", ["accent-wash", "pair-1", "pair-2", "pair-3"])
def test_numbers_can_be_read_on_what_lights_them(theme, ground):
    for ink in ("ink", "gradient"):
        assert contrast(theme[ink], theme[ground]) >= 4.5, ink


@pytest.mark.parametrize("eyes", EYES)
def test_what_is_opposite_is_told_apart_by_everyone(theme, eyes):
    for one, other in (("positive", "negative"), ("gradient", "local"), ("gradient", "ink")):
        # In this unit 2 is just noticeable where the colours touch; apart they need several times that.
        assert apart(theme[one], theme[other], EYES[eyes]) >= 15, (one, other)


def test_a_colour_carries_its_light_value_for_the_still_image():
    assert paint("gradient") == f"var(--up-gradient,{THEMES['light']['gradient']})"
