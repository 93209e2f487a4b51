import numpy as np
import pytest

from helpers.lessons.lesson_03 import scans


def mended(scan, smear, downstream):
    page = np.zeros_like(scan)
    for _ in range(400):
        page = page - downstream(page @ smear - scan, smear)
    return page


def test_the_first_page_can_be_read_only_with_the_right_rule():
    scan, smear = scans.first_page()
    assert scans.reads(scan) == scans.reads(scan / scan.max()) == ""
    assert scans.reads(mended(scan, smear, lambda G, B: G @ B.T)) == "MEET AT NINE"
    assert scans.reads(mended(scan, smear, lambda G, B: G @ B)) == ""


def test_dividing_gives_no_page_once_the_scan_is_rounded():
    scan, smear = scans.first_page()
    exact = scans.written(scans.PAGES[0]) @ smear
    assert 0 < np.abs(scan - exact).max() < 0.002
    assert scans.reads(exact @ np.linalg.inv(smear)) == "MEET AT NINE"
    divided = scan @ np.linalg.inv(smear)
    assert scans.reads(divided) == ""
    assert np.abs(divided).max() > 100


def test_one_test_card_does_not_show_the_whole_smear_and_three_do():
    cards, scans_of_cards, scan = scans.second_page()
    for count, text in ((1, ""), (3, "COME ALONE")):
        smear = np.einsum("kij,kil->jl", cards[:count], scans_of_cards[:count])
        assert scans.reads(mended(scan, smear, lambda G, B: G @ B.T)) == text


def test_no_photograph_of_the_last_page_can_be_read():
    A, B, photographs = scans.last_page()
    assert not any(scans.reads(each / each.max()) for each in photographs)
    ones = A[0].T @ np.ones((scans.ROWS, scans.WIDTH)) @ B[0]
    assert ones.max() <= 1 + 1e-12  # ink is carried about, and none is added


@pytest.mark.parametrize("text", scans.PAGES)
def test_what_is_written_can_be_read(text):
    assert scans.reads(0.8 * scans.written(text)) == text.replace("\n", " ")
