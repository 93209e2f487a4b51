"""Of the eight ways to turn signs one lets the features hide what the head looks for: it alone is found."""

import itertools

import pytest

from helpers.widgets import Reversal
from helpers.widgets.reversal import BETWEEN, DEVICES, LEGS, LOSS, PLACES, TASK, arrives, run, verdict


@pytest.mark.parametrize("turns", [*itertools.product([False, True], repeat=3)])
def test_what_arrives_is_the_product_of_the_signs_on_the_way(turns):
    turned = dict(zip(PLACES, turns, strict=True))
    task, between, loss = ((-1) ** turned[place] for place in (TASK, BETWEEN, LOSS))
    assert arrives(**turned) == ([3 * task, 4 * loss * between], 2 * loss)
    reversal = Reversal()
    reversal.set(**turned)
    assert bool(reversal.found) == (turned[LOSS] and not turned[BETWEEN])
    reversal.found = ["the first"]
    reversal.seek()
    assert (len(reversal.found) == 2) == (turned == {TASK: False, BETWEEN: True, LOSS: False})


def test_the_devices_mix_where_the_sign_is_turned_between_them_and_part_where_it_is_not():
    def parted(*signs):
        h, v = run(*signs)[-1]
        return h[:6].mean() - h[6:].mean(), int((DEVICES * v * h > 0).sum())

    assert parted(1, 1) == (pytest.approx(3.1, abs=0.3), 12)
    assert abs(parted(-1, 1)[0]) < 0.2
    assert parted(-1, -1) == (pytest.approx(3.4, abs=0.2), 0), (
        "a head that unlearns tells all wrong, and nothing is hidden"
    )


def test_numbers_travel_first_and_get_their_signs_where_they_are_turned():
    reversal = Reversal()
    assert reversal.film == {}
    reversal.set(**{LOSS: True})
    words = [track[""] for track in reversal.drawn.film.tracks.values() if "" in track]
    assert ["1", "1", "−1", "−1", "−4"] in [told[:5] for told in words]
    assert ["−1", "−2"] in [told[4:6] for told in words], "to the head it goes through a local of its own"
    boxes = [told for told in words if told[0] == "?"]
    assert [set(told[LEGS:]) for told in boxes] == [{"+3 − 4 = −1"}, {"−2"}]
    (right,) = [told for told in words if told[0].startswith("the head")]
    assert (set(right[: LEGS + 1]), right[-1]) == (
        {"the head gets 12 of 12 right"},
        "the head gets 0 of 12 right",
    )


def test_what_comes_of_it_is_said():
    assert verdict(3, -4, -2).startswith("The head learns to guess wrong. h, hiding from such a head, shows")
    assert verdict(3, -4, 2) == "h hides the device, and the head does its best to tell it."
    assert verdict(-3, 4, 2) == "h works against its own task."
