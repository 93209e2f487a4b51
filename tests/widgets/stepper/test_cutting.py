"""A sweep too large for a slide comes in parts: the same steps, one after the other, each with room."""

from itertools import pairwise

import numpy as np

from helpers.widgets import BackpropStepper
from helpers.widgets.stepper.computation import trace
from helpers.widgets.stepper.cutting import cut, has_room
from helpers.widgets.stepper.drawing import draw_steps

RUNGS = ("e", "total", "p", "chosen", "log", "loss")
SCORES = [0.0, 0.0, np.log(2)]


def cross_entropy(z):
    e = np.exp(z)
    p = e / np.sum(e)
    return -np.log(p[2])


def test_the_parts_make_the_same_sweep_one_after_the_other():
    whole = trace(cross_entropy, {"z": SCORES}, None, RUNGS)
    parts = cut(whole)
    assert len(parts) > 1
    assert all(has_room(draw_steps(part)) for part in parts)

    def sent(t):
        ends = [(t.boxes[flow.target].title, t.boxes[flow.source].title, flow) for flow in t.flows]
        ends.sort(key=lambda end: end[2].step)
        return [(above, below, *np.ravel(flow.downstream)) for above, below, flow in ends]

    assert [each for part in parts for each in sent(part)] == sent(whole)
    for before, after in pairwise(parts):
        assert after.boxes[-1].title == before.boxes[0].title, "the value at the cut is in both"
        np.testing.assert_array_equal(after.seed, before.boxes[0].upstream)
        assert before.boxes[0].arriving == "upstream", "a layer in the next part made it"
    assert parts[-1].boxes[0].arriving == "gradient"


def test_what_goes_around_a_value_is_not_cut_off():
    def around(x):
        v = x
        for _ in range(12):
            v = v * 1.5
        return v + x  # x is used again, past everything between

    assert len(cut(trace(around, {"x": 1.0}))) == 1


def test_an_exhibit_with_room_has_no_parts_and_a_folded_one_comes_last():
    assert BackpropStepper(np.square, x=2.0).parts() == []
    stepper = BackpropStepper(cross_entropy, z=SCORES, names=RUNGS, groups={"one line": RUNGS})
    assert stepper.parts() == [], "folded it has room"
    stepper.unfold("one line")
    *_, folded = stepper.parts()
    assert folded.last == 1
    assert "one line(z)" in folded.svg
