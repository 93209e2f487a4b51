"""Of the eight ways to turn signs one lets the features hide what the head looks for: it alone is found."""

import itertools

import pytest

from helpers.widgets import Reversal
from helpers.widgets.reversal import BETWEEN, DEVICES, LOSS, PLACES, TASK, arrives, run, verdict


@pytest.mark.parametrize("turns", [*itertools.product([False, True], repeat=3)])
def test_what_arrives_is_the_product_of_the_signs_on_the_way(turns):
    turned = dict(zip(PLACES, turns, strict=True))
    task, between, loss = ((-1) ** turned[place] for place in (TASK, BETWEEN, LOSS))
    assert arrives(**turned) == ([3 * task, 4 * loss * between], 2 * loss)
    reversal = Reversal()
    reversal.set(**turned)
    assert bool(reversal.found) == (turned == {TASK: False, BETWEEN: True, LOSS: False})


def test_the_devices_mix_where_the_sign_is_turned_between_them_and_part_where_it_is_not():
    def parted(turned):
        h, v = run(turned)[-1]
        return h[:6].mean() - h[6:].mean(), int((DEVICES * v * h > 0).sum())

    assert parted(False) == (pytest.approx(3.1, abs=0.2), 12)
    assert abs(parted(True)[0]) < 0.2


@pytest.mark.parametrize("between", [False, True])
def test_no_readings_move_for_a_head_that_unlearns(between):
    reversal = Reversal()
    reversal.set(**{BETWEEN: True})
    assert "● device A" in reversal.draw(**reversal.values).svg
    reversal.set(**{LOSS: True, BETWEEN: between})
    picture = reversal.draw(**reversal.values)
    assert (picture.film, "● device A" in picture.svg) == (None, False)


def test_what_comes_of_it_is_said():
    assert (
        verdict(3, 4, -2) == "−2 arrives at v: the head unlearns to tell the device, and h shows the device."
    )
    assert verdict(3, -4, 2) == "h hides the device, and the head does its best to tell it."
    assert verdict(-3, 4, 2) == "h works against its own task."
