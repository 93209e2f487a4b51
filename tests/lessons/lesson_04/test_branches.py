import json

import pytest

from helpers.lessons.lesson_04.branches import CUT, Branches


@pytest.mark.parametrize("count", [100, 7])
@pytest.mark.parametrize("narrow", [0, 340])
def test_in_one_piece_every_branch_is_kept_and_cut_in_two_one(count, narrow):
    branches = Branches(count)
    branches.narrow = narrow
    square = 22 if not narrow else 15
    assert most_filled(branches) == count * square
    branches.step = branches.drawn.last
    branches.set(way=CUT)
    assert (len(branches.found), branches.step) == (1, 0)
    assert most_filled(branches) == square
    branches.step = branches.drawn.last
    assert branches.found[1] == f"1 of {count}. The price: every branch runs twice."


def most_filled(branches):
    """The longest that all filled squares are in one row, at any step."""
    tracks = json.loads(branches.film["tracks"]).values()
    *rows, _ = [track["width"] for track in tracks if "width" in track]  # the last hides the rest of a curve
    return max(map(sum, zip(*rows, strict=True)))


def test_neither_goal_is_met_by_the_other_way():
    branches = Branches(20)
    branches.set(way=CUT)
    branches.step = branches.drawn.last
    assert branches.found == []
