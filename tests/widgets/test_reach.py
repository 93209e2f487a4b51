"""How far a rule holds is what NumPy says, and a border is found by trying both of its sides."""

import itertools

import numpy as np
import pytest

from helpers import autodiff as ad
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


def test_it_is_told_between_which_numbers_the_border_is_known_to_lie():
    reach = Reach(PIECES)
    sizes = set()
    for x, told in (
        (67, "it held"),
        (300, "held at 67; below: broke at 300"),
        (88, "held at 88; below: broke at 300"),
    ):
        reach.set(x=x)
        assert told in shown(reach.picture)[-1]
    for x in range(0, 800, 20):  # however many were tried
        reach.set(x=x)
        sizes.add(reach.picture.count("<rect"))
    assert len(sizes) == 1


def test_rules_are_compared_once_each_was_pulled_past_its_border():
    reach = Reach(RULES)
    for rule, x in ("in pieces", 100), ("where", 800), ("one", 799):
        reach.set(rule=rule, x=x)
    assert reach.found == []
    reach.set(x=800)
    assert reach.found == ["In float32, “in pieces” and “where” break at 89; “one” holds at 800."]
    reach = Reach(PIECES | {"one": RULES["one"]})
    for x, rule in itertools.product((20, 800), ("in pieces", "one")):
        reach.set(rule=rule, x=x)
    assert reach.found == ["In float32, “in pieces” breaks at 89; “one” holds at 800."]


def test_a_rule_whose_value_alone_breaks_is_told_from_one_that_breaks():
    pumps = {"whole": lambda x: np.logaddexp(0, x), "lean": ad.custom_gradient(rounded_away)}
    reach = Reach(pumps)
    for rule in pumps:
        reach.set(rule=rule, x=800)
    border = next(x for x in range(800) if np.exp(np.float32(-x)) == 0)
    told = f"“lean” breaks at {border}, though the gradient is still 1; “whole” holds at 800"
    assert reach.found == [f"In float32, {told}."]
    assert "(thin: its value alone)" in shown(reach.picture)[-1]
    reach.set(numbers="float64", x=20)
    assert "(thin" not in shown(reach.picture)[-1]


def rounded_away(x):
    """x by a detour: its value is lost in it, its gradient is not."""
    return -np.log(np.exp(-x)), lambda upstream: upstream


def test_a_number_that_is_wrong_is_no_gradient_that_holds():
    ladder = Reach({"ladder": lambda x: -np.log(1 / (np.exp(x) + 1)), "whole": lambda x: np.logaddexp(0, x)})
    ladder.set(x=60)
    words = shown(ladder.picture)
    assert {"exp", "+ 1", "1 ÷", "log", "negative"} <= {*words}
    assert words[-1].startswith("0 arrives instead of 1"), "1 / (eˣ + 1)² is 0 in float32"
    for rule in ("ladder", "whole"):
        ladder.set(rule=rule, x=800)
    told = "“ladder” breaks at 50, where 1.02 arrives instead of 1; “whole” holds at 800"
    assert ladder.found == [f"In float32, {told}."]


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
    assert {"twice", "4.85e8", "×4.85e8"} <= {*shown(reach.picture)}
