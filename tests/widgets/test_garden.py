"""The garden measures what its lesson's function does, and says what was reached, but no number before."""

import itertools

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.widgets import Garden
from tests.drawing.svg_reading import shown, text_boxes
from tests.widgets.test_narrow import words_have_room
from tests.widgets.test_slopes import garden as measured


@pytest.mark.parametrize("narrow", [0, 400, 620])
def test_of_each_edge_it_is_told_what_it_moved_per_metre(narrow):
    garden = Garden(4, 3, area=20, fence=18)
    garden.narrow = narrow
    assert shown(garden.picture).count("?") == 6
    garden.set(width=5)
    path = np.hypot(5, 3)
    assert shown(garden.picture).count("?") == 3
    assert {"area 15 m²", "fence 16 m", f"path {path:.2f} m", "+3", "+2", f"+{path - 5:.2f}"} <= {
        *shown(garden.picture)
    }
    garden.set(depth=2.5)
    path -= np.hypot(5, 2.5)
    assert {"4 × 3", "5 × 3", "+3", "+5", f"+{2 * path:.2f}", "5 m wide"} <= {*shown(garden.picture)}
    assert not garden.found
    assert 0.85 * words_have_room(garden.picture) <= (garden.narrow or 760)
    for (one, left, _, right, low), (other, *box) in itertools.combinations(text_boxes(garden.picture), 2):
        assert low != box[3] or right <= box[0] or box[2] <= left, (one, other)


def test_a_pull_begins_where_the_edge_is_taken_hold_of():
    garden = Garden(4, 3, area=20, fence=18)
    for to in (5, 6):
        garden.held = True
        garden.set(width=to)
        garden.held = False
    later = np.hypot(6, 3) - np.hypot(5, 3)
    assert f"+{later:.2f}" in shown(garden.picture)
    garden.set(width=4)  # by keys it goes on
    assert f"+{np.hypot(5, 3) - 5:.2f}" in shown(garden.picture)


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


def test_where_nothing_is_to_be_reached_it_is_told_of_its_slopes_that_follow_each_pull():
    garden = Garden(4, 3)
    assert {"4", "3", "2", "0.8", "0.6"} <= {*shown(garden.picture)}
    garden.set(width=2.5)
    J = ad.jacobian(measured)(np.array([2.5, 3.0]))
    assert {f"{slope:.3g}" for slope in J.ravel().round(2)} <= {*shown(garden.picture)}
    assert not garden.found
    garden.set(width=3)
    assert garden.found == [
        "3 by 3, and both are 0.71. The area’s slopes are the other edge; the fence’s never change."
    ]
