"""What is held was counted; every layer goes back once, with its input at hand."""

import itertools

import numpy as np
import pytest

from helpers.drawing import svg
from helpers.widgets import Checkpoints
from helpers.widgets.checkpoints import peak, schedule


@pytest.mark.parametrize("k", [1, 2, 5, 6, 7, 35, 36])
def test_every_layer_finds_what_entered_it_and_is_run_once_more_unless_that_was_kept(k):
    run = schedule(36, k)
    doing = [moment.doing for moment in run]
    kept = len(range(0, 36, k))
    assert (doing.count("forward"), doing.count("back"), doing.count("again")) == (36, 36, 36 - kept)
    assert [moment.layer for moment in run if moment.doing == "back"] == [*reversed(range(36))]
    for before, now in itertools.pairwise(run):
        assert now.doing != "back" or now.layer in before.held
        assert len(now.held) - len(before.held) <= 1
    assert 36 % k or peak(run) == kept + k - 1
    assert not run[-1].held


def test_the_fewest_are_held_around_the_root_and_a_goal_needs_them():
    checkpoints = Checkpoints(36)
    most = [peak(schedule(36, k)) for k in range(1, 37)]
    assert (most[0], most[5], most[35], min(most)) == (36, 11, 36, 11)
    checkpoints.set(k=4)
    assert checkpoints.found == []
    best = int(np.argmin(most)) + 1
    checkpoints.set(k=best)
    assert checkpoints.found[0].startswith(f"k = {best}: at most 11 of 36 are held, and 28 layers run again.")
    checkpoints.set(k=8)
    assert checkpoints.found[0].startswith("k = 8: at most 11 of 36 are held, and 31 layers run again.")
    alike = [k for k, held in enumerate(most, start=1) if held == 11]
    assert f"Only k = {svg.listed(map(str, alike))} hold so few" in checkpoints.found[0]
