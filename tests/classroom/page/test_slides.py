"""Slides: every step fits the screen, a clicker goes through all of it, and the lecturer sees more."""

import re
from pathlib import Path

import nbformat
import pytest

from helpers.classroom.page.__main__ import main
from helpers.classroom.page.running import Run
from helpers.classroom.page.writing import write_page_of, write_slides_of
from helpers.notebooks import find, lecture, lessons, markdown, paths, read
from tests.classroom.page.conftest import open_offline

SCREEN = {"width": 1280, "height": 720}
LEAST = 17.95  # px: 18, but for rounding
MEASURING = Path(__file__).with_name("measuring.js").read_text(encoding="utf-8")
WHERE = """() => {
  const leaf = document.querySelector(".leaf.here");
  return [Number(leaf.id.slice(5)), leaf.querySelectorAll(".block:not(.later)").length];
}"""


class Stored:
    """A lesson as it is stored, which takes no time to run; without its exhibits and pictures."""

    def __init__(self, path):
        self.lesson = read(path)
        stored = nbformat.read(path, as_version=4)
        self.outputs = [[o for o in cell.get("outputs", []) if "<img" not in str(o)] for cell in stored.cells]

    def exhibit(self, data):
        return None


@pytest.fixture(scope="module")
def tab(slides, chromium):
    with open_offline(slides, chromium, **SCREEN) as tab:
        yield tab


@pytest.fixture
def shown(tab):
    """The slides on their first page."""
    press(tab, "F5", "Home")
    return tab


def where(tab):
    return tuple(tab.evaluate(WHERE))


def press(tab, *keys):
    for key in keys:
        tab.keyboard.press(key)
    return where(tab)


def measured(page, chromium):
    with open_offline(page, chromium, **SCREEN) as tab:
        return tab.evaluate(MEASURING)


def assert_good(found, lesson):
    """Every step fits in large type, the first at first, no press is for nothing, and all is shown."""
    assert found["steps"][0]["page"] == "page-1"
    assert {step["page"]: step["beyond"] for step in found["steps"] if step["beyond"]} == {}
    assert [step for step in found["steps"] if step["size"] < LEAST] == []
    assert [step for step in found["steps"] if step["crowded"]] == []
    assert found["idle"] == 0
    cells = [cell for step in lecture.steps(lesson) for cell in step.cells]
    assert set(found["cells"]) == {cell.id for cell in cells if markdown.unfolded(cell.source)}


def test_every_step_fits_and_a_clicker_visits_everything(done, slides, chromium):
    assert_good(measured(slides, chromium), done.lesson)


@pytest.mark.thorough
@pytest.mark.parametrize("path", paths(), ids=lambda path: path.stem)
def test_every_lesson_has_a_page_and_slides_in_which_each_exhibit_lives(path, chromium, tmp_path):
    done = Run(path)
    page = write_page_of(done, tmp_path)
    with open_offline(page, chromium) as tab:
        assert tab.locator(".up-exhibit").count() == page.exhibits
        assert tab.locator(".exhibit:not(.live)").count() == 0
        assert tab.locator(".up-with-python:visible").count() == 0, "asks for what takes Python"
        if path.stem == "sheet":
            printed = tab.pdf(prefer_css_page_size=True)
            sizes = re.findall(rb"/MediaBox \[0 0 (\d+)[.\d]* (\d+)", printed)
            assert sizes == [(b"841", b"594")] * 2, "the sheet is two sides of A4"
    if done.lesson.number:
        assert_good(measured(write_slides_of(done, tmp_path), chromium), done.lesson)


def test_keys_and_taps_turn(shown):
    seen = [press(shown, key) for key in ("PageDown", "ArrowRight", "Space", "Enter")]
    assert len({where(shown), *seen}) == 4
    for back, key in zip([seen[2], seen[1], seen[0]], ("PageUp", "ArrowLeft", "Backspace"), strict=True):
        assert press(shown, key) == back
    shown.mouse.click(640, 690)
    assert where(shown) == seen[1]
    shown.mouse.click(20, 690)
    assert where(shown) == seen[0]


def test_a_number_the_overview_and_the_black_screen(shown):
    assert press(shown, "3", "Enter")[0] == 3
    shown.keyboard.press("Escape")
    assert shown.locator(".overview").count() == 1
    assert press(shown, "ArrowLeft", "Enter")[0] == 2
    press(shown, "o", "F5")
    assert shown.locator(".overview").count() == 0
    for key in ("b", "."):
        press(shown, key)
        assert shown.locator(".black").is_visible()
        assert press(shown, "PageDown")[0] == 2
        assert not shown.locator(".black").is_visible()


def test_arrow_keys_in_an_exhibit_stay_there_and_a_clicker_still_turns(shown):
    while not shown.locator(".leaf.here .up-exhibit").count():
        press(shown, "PageDown")
    here = where(shown)
    step = shown.locator(".leaf.here").get_by_role("button", name="One step", exact=True)
    step.click()
    assert press(shown, "ArrowRight", "ArrowLeft", "ArrowRight") == here
    assert "Escape gives them back" in shown.locator("footer").inner_text()
    assert press(shown, "PageDown") != here
    press(shown, "PageUp")
    step.click()
    assert press(shown, "Escape") == here
    assert press(shown, "ArrowRight") != here


def test_the_lecturers_window_keeps_step_and_alone_knows_the_answers(shown):
    with shown.expect_popup() as opened:
        press(shown, "s")
    window = opened.value
    window.locator(".notes").get_by_text("Say upstream").wait_for()
    while "Exercise" not in shown.locator(".leaf.here").inner_text():
        press(shown, "PageDown")
    window.locator(".notes").get_by_text("a secret").wait_for()
    assert "a secret" not in shown.locator("main").inner_text()
    assert "planned" in window.locator(".times").inner_text()
    here = where(shown)
    window.keyboard.press("PageUp")
    shown.wait_for_function(
        "(last) => document.querySelector('.leaf.here').id !== `page-${last}`", arg=here[0]
    )
    number = window.locator(".now .number")
    number.get_by_text(str(where(shown)[0]), exact=True).wait_for(state="attached")


def test_a_vote_offers_what_people_answer_and_hides_what_is_right(shown):
    while not shown.locator(".leaf.here .poll").count():
        press(shown, "PageDown")
    leaf, presses = shown.locator(".leaf.here"), 1
    page = where(shown)[0]
    while press(shown, "PageDown")[0] == page:
        presses += 1
    press(shown, "PageUp")
    assert presses == 4, "the question, the answers, talking, the second vote"
    assert leaf.locator(".options li").count() == 5
    assert "✓" not in leaf.inner_text()


def test_a_cut_leaves_out_what_waits_for_more_time(tmp_path):
    lesson = find("03")
    whole, cut = (
        write_slides_of(Stored(lesson.path), tmp_path, minutes).path.read_text(encoding="utf-8")
        for minutes in (None, 20)
    )
    assert "Exercise 03.1" in whole
    assert "Exercise 03.1" not in cut
    assert "To take home" in cut


CANNOT_BE = {
    "the shortest lecture takes 20 minutes": ["--slides", "--minutes", "5"],
    "--minutes is about slides": ["--minutes", "20"],
    "unrecognized arguments: --colour": ["--slides", "--colour"],
}


@pytest.mark.parametrize("says", CANNOT_BE)
def test_what_cannot_be_is_told_and_nothing_is_written(says, tmp_path, capsys):
    arguments = [str(lessons()[0].path), "--to", str(tmp_path / "pages"), *CANNOT_BE[says]]
    try:
        code = main(arguments)
    except SystemExit as stopped:
        code = stopped.code
    assert code in (1, 2)
    assert says in capsys.readouterr().err
    assert not (tmp_path / "pages").exists()
