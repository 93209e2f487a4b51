"""The page of a lesson: whole, without Python and network, and alive where a browser suffices."""

import base64
import io
import json
import re
from types import SimpleNamespace

import pytest
from fontTools.ttLib import TTFont

from helpers.classroom.page import PageError, font, write
from helpers.classroom.page import __main__ as command
from helpers.classroom.page.__main__ import main
from helpers.classroom.page.writing import Composed, write_page_of
from helpers.exercises.review.polls import poll
from helpers.notebooks import LessonError
from helpers.notebooks.lesson import NOTEBOOKS
from tests.browser.firefox import evaluate_in, find_firefox
from tests.classroom.page.conftest import cell, open_offline, wait_for_exhibits

SECRET, SPOKEN = "a secret", "Say <em>upstream</em>"


@pytest.fixture(scope="module")
def tab(page, chromium):
    with open_offline(page, chromium) as tab:
        yield tab


@pytest.fixture
def opened(tab):
    tab.emulate_media(media="screen")
    tab.reload()
    wait_for_exhibits(tab)
    return tab


def test_it_asks_nobody_for_anything_and_runs_no_other_script(page):
    text = page.path.read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)[1]
    assert policy.startswith("default-src 'none'")
    assert "unsafe-inline" not in policy.partition("script-src")[2]
    assert not re.search(r'(?:src|href)="(?:https?:)?//', text)
    assert str(page.path.parent.parent) not in text, "a path of the machine that made it"


@pytest.mark.thorough
def test_formulas_are_drawn_and_links_lead_to_pages(opened):
    assert opened.locator("math msup").count() == 2
    assert (
        opened.get_by_role("link", name="another").get_attribute("href") == "01_upstream_gradient.html#A-part"
    )


def test_an_exhibit_steps_by_hand_and_shows_no_control_that_would_need_python(opened):
    exhibit = opened.locator(".up-exhibit").first
    assert "step 0 of 2" in exhibit.inner_text()
    exhibit.get_by_role("button", name="One step", exact=True).click()
    assert "step 1 of 2" in exhibit.inner_text()
    assert exhibit.get_by_role("spinbutton").or_(exhibit.get_by_role("textbox")).count() == 0
    assert opened.get_by_text("In Jupyter there is more").count() == opened.locator(".exhibit").count()


def test_headings_are_linked_and_a_prediction_has_its_options_and_at_the_end_its_answer(opened):
    asked = poll("07.p1")
    assert opened.get_by_role("navigation").get_by_role("link").all_inner_texts() == [
        "Exercise 07.1: Six",
        "Answers and solutions",
    ]
    assert opened.locator(".predict li").all_inner_texts() == [option.text for option in asked.options]
    (right,) = [option.text for option in asked.options if option.right]
    assert right in opened.locator("[id='answer-07.p1']").inner_text()
    for link in opened.get_by_role("link", name="Answer, at the end").all():
        assert opened.locator(f"[id='{link.get_attribute('href')[1:]}']").count() == 1


def test_the_font_has_every_sign_of_its_spans():
    packed = base64.b64decode(font.font_face().partition("base64,")[2].partition('"')[0])
    there = TTFont(io.BytesIO(packed)).getBestCmap()
    assert {code for span in font.SPANS for code in span} | set(map(ord, font.SIGNS)) <= there.keys()


@pytest.mark.thorough
def test_formulas_are_in_the_font_that_the_page_brings(opened):
    loaded = "document.fonts.ready.then((all) => [...all].map(({ family, status }) => `${family} ${status}`))"
    assert "Formulas loaded" in opened.evaluate(loaded)
    assert "Formulas" in opened.evaluate("getComputedStyle(document.querySelector('math')).fontFamily")


@pytest.mark.thorough
def test_on_paper_everything_is_unfolded(opened):
    solution = opened.get_by_text("So it is.")
    assert not solution.is_visible()
    opened.emulate_media(media="print")
    assert solution.is_visible()


@pytest.mark.thorough
def test_on_paper_a_page_without_solutions_tells_no_answer_and_shows_all_exhibits(done, chromium, tmp_path):
    written = write_page_of(done, tmp_path, with_solutions=False)
    with open_offline(written, chromium) as tab:
        tab.emulate_media(media="print")
        assert tab.get_by_text("Find it.").is_visible()
        assert not tab.get_by_text("nine 9").is_visible()
        assert not tab.get_by_text("Step 1 of 2").first.is_visible()
        assert all(still.is_visible() for still in tab.locator(".still img").all())


@pytest.mark.thorough
def test_the_sheet_has_the_two_sides_that_it_promises(chromium, tmp_path):
    with open_offline(write(NOTEBOOKS / "guides/sheet.ipynb", tmp_path), chromium) as tab:
        printed = tab.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", printed)) == 2


STEPS = """new Promise(done => {
    const exhibit = document.querySelector(".up-exhibit"), said = () => exhibit.textContent;
    const look = setInterval(() => {
        if (document.querySelector(".exhibit:not(.live)")) return;
        const step = [...exhibit.querySelectorAll("button")].find(one => one.textContent === "One step");
        if (said().includes("step 0 of 2")) step.click();
        else if (said().includes("step 1 of 2")) { clearInterval(look); done("step 1 of 2"); }
    }, 50);
})"""


@pytest.mark.thorough(one_in=2)
@pytest.mark.skipif(
    not find_firefox(), reason="no Firefox on this machine (Debian: apt-get install firefox-esr)"
)
def test_an_exhibit_steps_in_firefox_too(page):
    formulas = "String(document.querySelectorAll('math msup').length)"
    assert evaluate_in(page.path.as_uri(), STEPS, formulas) == ["step 1 of 2", "2"]


@pytest.mark.thorough
def test_on_paper_an_exhibit_is_a_picture_and_tells_every_step(opened):
    opened.emulate_media(media="print")
    still = opened.locator(".exhibit .still").first
    assert still.locator("img").is_visible()
    assert still.locator("li").count() == 3
    assert not opened.locator(".up-exhibit").first.is_visible()


def test_what_python_drew_beforehand_is_there_without_it(opened):
    model = opened.locator(".up-exhibit").last
    model.get_by_role("button", name="The rule of +").click()
    model.get_by_role("button", name="Show every step").click()
    assert "1 × 3 = 3 arrives at w." in model.inner_text()
    model.get_by_role("button", name="The rule of 3w").click()  # the step stays: it was the last
    assert "3 arrives at w, whatever came: the −6 is forgotten." in model.inner_text()
    assert model.locator(".up-note").count() == 0


@pytest.mark.thorough
def test_what_is_guessed_and_solved_stays_folded_until_it_is_opened(opened):
    for summary, inside in (("Guess first", "nine 9"), ("Solution of 07.1", "a secret")):
        folded = opened.locator("details", has_text=summary)
        assert not folded.get_by_text(inside).is_visible()
        folded.locator("summary").first.click()
        assert folded.get_by_text(inside).is_visible()


def test_solutions_are_there_as_wanted_and_notes_never(done):
    for with_solutions in (False, True):
        text = Composed(done, with_solutions).text()
        assert (SECRET in text, SPOKEN in text) == (with_solutions, False)


def test_an_exhibit_takes_along_what_it_shows_alone(done):
    told = [done.exhibit(shown.get("data", {})) for outputs in done.outputs for shown in outputs]
    names = [{*exhibit} for exhibit in told if exhibit]
    assert len(names) == 4
    for each in names:
        assert "picture" in each
        assert not {"layout", "tooltip", "comm"} & each
        assert not [name for name in each if name.startswith("_")]


def test_the_command_writes_what_is_named_and_an_index_of_several(monkeypatch, capsys):
    def page(path, folder, with_solutions):
        return SimpleNamespace(path=folder / path.name, size=12_000 + with_solutions, exhibits=2)

    monkeypatch.setattr(command, "write", page)
    monkeypatch.setattr(command, "write_index", lambda pages, folder: [page.size for page in pages])
    assert main(["a", "b", "--to", "to"]) == main(["c", "--without-solutions"]) == 0
    assert capsys.readouterr().out.replace("\\", "/").splitlines() == [
        "written  to/a, 12 kB, 2 exhibits", "written  to/b, 12 kB, 2 exhibits", "written  [12001, 12001]",
        "written  pages/c, 12 kB, 2 exhibits",
    ]  # fmt: skip


# --- what can go wrong ---


def test_what_is_no_lesson_is_told_in_a_sentence_and_leaves_nothing(tmp_path, capsys):
    broken = tmp_path / "05_broken.ipynb"
    broken.write_text("{", encoding="utf-8")
    for notebook, says in ((tmp_path / "09_none.ipynb", "no such notebook"), (broken, "not JSON")):
        with pytest.raises(LessonError, match=says):
            write(notebook, tmp_path / "pages")
    assert main([str(broken), "--to", str(tmp_path / "pages")]) == 1
    assert "no page written" in capsys.readouterr().err
    assert not (tmp_path / "pages").exists()


def test_an_exhibit_that_fails_is_named_and_leaves_nothing(tmp_path, capsys):
    notebook = tmp_path / "07_fails.ipynb"
    cells = [cell(0, "code", "1 / 0", "raises-exception")]
    cells.append(cell(1, "code", "raise ValueError('no picture of\\nthis')"))
    notebook.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    assert main([str(notebook), "--to", str(tmp_path / "pages")]) == 1
    told = capsys.readouterr().err
    assert "cell 1 (id cell-1) raised" in told
    assert told.count("\n") == 1
    assert not (tmp_path / "pages").exists()


def test_a_folder_that_cannot_be_written_is_named(done, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(PageError, match=r"07_small\.html cannot be written"):
        write_page_of(done, tmp_path / "file")


def test_what_stood_there_stays_until_the_new_page_is_whole(done, page, monkeypatch):
    before = page.path.read_bytes()
    monkeypatch.setattr(
        "os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device"))
    )
    with pytest.raises(PageError, match="No space left"):
        write_page_of(done, page.path.parent)
    assert page.path.read_bytes() == before
    assert [path.name for path in page.path.parent.iterdir()] == [page.path.name], "nothing half written"
