import numpy as np

from helpers.lessons.lesson_03 import scans
from helpers.lessons.lesson_03.cards import Cards


def test_the_page_is_read_with_as_few_dots_as_bring_ink():
    cards, scans_of_cards, scan = scans.second_page()
    shown = Cards(cards, scans_of_cards, scan, lambda A, C: np.einsum("kij,kil->jl", A, C))
    shown.set(dots=41)
    assert [found.partition(",")[0] for found in shown.found] == ["20 dots gave 20 rows of the smear"]
    smear, page = shown._known(20)
    assert smear.any(axis=1).sum() == 20
    assert not page[:, 20:].any()
    for dots, wanted in ((30, "Now read"), (40, "With 40 dots the page reads COME ALONE.")):
        shown.set(dots=dots)
        assert len(shown.found) == 1
        assert shown.goals[1].startswith(wanted)
    for dots, enough in ((33, 31), (31, "no fewer")):
        shown.set(dots=dots)
        rows = f"{dots} dots gave {dots} rows of the smear"
        assert shown.found[1] == f"{rows}, and the page reads COME ALONE: {enough} will do."
