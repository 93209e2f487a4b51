"""How far a rule holds is what NumPy says, and a border is found by trying both of its sides."""

import numpy as np
import pytest

from helpers.widgets import Reach
from helpers.widgets.reach import swept
from tests.drawing.svg_reading import shown

PIECES = {"in pieces": lambda x: np.log(1 + np.exp(x))}
RULES = PIECES | {
    "where": lambda x: np.where(x > 30, x, np.log(1 + np.exp(x))),
    "one": lambda x: np.logaddexp(0, x),
}


def test_a_border_is_found_on_both_sides_and_each_kind_of_number_has_its_own():
    reach = Reach(PIECES)
    reach.set(x=89)
    reach.set(numbers="float64", x=709)
    assert reach.found == []
    reach.set(numbers="float32", x=88)
    assert reach.found == ["At 88 a number arrives, at 89 NaN."]
    reach.set(numbers="float64", x=710)
    assert reach.found[1] == "At 709 a number arrives, at 710 NaN."
    assert np.exp(709.0) < np.inf > np.exp(np.float32(88))


def test_rules_are_compared_once_each_was_pulled_past_its_border():
    reach = Reach(RULES)
    for rule, x in ("in pieces", 100), ("where", 800), ("one", 799):
        reach.set(rule=rule, x=x)
    assert reach.found == []
    reach.set(x=800)
    found = "in pieces holds at 20 and breaks at 100; where breaks at 800; one holds up to 800"
    assert reach.found == [f"In float32, {found}."]
    reach.set(rule="where", x=88)
    assert "where holds at 88 and breaks at 800" in reach.found[0]


def test_the_chain_shows_what_is_handed_down_and_what_goes_straight():
    reach = Reach(RULES)
    reach.set(rule="where", x=100)
    assert {"exp", "log", "∞", "×∞", "×0", "puts 0", "NaN", "straight to x: 1"} <= set(shown(reach.picture))
    reach.set(x=20)
    assert "passes" in shown(reach.picture)
    value, gradient, chain = swept(RULES["where"], np.float32(20))
    assert (value, gradient) == (pytest.approx(20), pytest.approx(1))
    assert [box.name for box in chain] == ["exp", "+ 1", "log", "where"]


def test_what_is_no_chain_is_told_by_its_value_and_its_gradient():
    reach = Reach({"twice": lambda x: np.exp(x) + np.sin(x)})
    assert reach.errors == {}
    assert "value 4.85e8, gradient 4.85e8" in shown(reach.picture)
