"""The garden measures what its lesson's function does, and says what was reached, but no number before."""

import numpy as np
import pytest

from helpers.widgets import Garden
from tests.drawing.svg_reading import shown
from tests.widgets.test_narrow import words_have_room


@pytest.mark.parametrize("narrow", [0, 400])
def test_what_it_measures_stands_beside_what_it_was_at_first(narrow):
    garden = Garden(4, 3, area=20, fence=18)
    garden.narrow = narrow
    garden.set(width=5, depth=2.5)
    assert {"area 12.5 m²", "fence 15 m", f"path {np.hypot(5, 2.5):.2f} m", "5 m wide"} <= {
        *shown(garden.picture)
    }
    assert {"at first 12 m²", "at first 14 m", "at first 5 m"} <= {*shown(garden.picture)}
    assert not garden.found
    assert 0.85 * words_have_room(garden.picture) <= (garden.narrow or 660)


def test_both_numbers_are_to_be_reached_and_either_edge_may_be_the_longer():
    garden = Garden(4, 3, area=20, fence=18)
    garden.set(width=5)
    assert not garden.found
    garden.set(depth=4)
    assert garden.found[0].startswith("5 by 4.")


def test_what_is_typed_beyond_its_edges_is_drawn_at_them():
    garden = Garden(4, 3, area=20, fence=18)
    garden.set(width=-5)
    assert "1 m wide" in shown(garden.picture)
