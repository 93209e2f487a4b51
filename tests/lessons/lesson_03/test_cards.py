import numpy as np

from helpers.lessons.lesson_03 import scans
from helpers.lessons.lesson_03.cards import Cards


def test_the_page_is_read_with_as_few_dots_as_bring_ink():
    cards, scans_of_cards, scan = scans.second_page()
    shown = Cards(cards, scans_of_cards, scan, lambda A, C: np.einsum("kij,kil->jl", A, C))
    shown.set(dots=20)
    assert shown.found[0].startswith("20 dots told 20 rows")
    smear, page = shown._known(20)
    assert smear.any(axis=1).sum() == 20
    assert not page[:, 20:].any()
    for few_or_many in (30, 40):
        shown.set(dots=few_or_many)
        assert len(shown.found) == 1
    shown.set(dots=33)
    assert shown.found[1] == "33 dots told 33 rows of the smear, and the page reads COME ALONE."
