"""Slides: a talk becomes one file that asks nobody for anything, and says which slide is wrong."""

import re

import pytest

from helpers.classroom.slides import __main__ as slides_command
from helpers.classroom.slides import writing
from helpers.classroom.slides.__main__ import main
from helpers.classroom.slides.writing import write
from helpers.notebooks import find, lessons, read, talk
from tests.classroom.page.conftest import open_offline, small_lesson  # noqa: F401 (a fixture)

SCREEN = {"width": 1280, "height": 720}


@pytest.fixture(scope="module")
def text(slides):
    return slides.path.read_text(encoding="utf-8")


def test_one_file_runs_its_own_scripts_alone_under_their_license(text):
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)[1]
    assert policy.startswith("default-src 'none'")
    scripts = policy.partition("script-src")[2].partition(";")[0]
    assert scripts.count("'sha256-") == 3 + 1 + 1, "reveal.js, ours, and the speaker's window"
    assert "unsafe-inline" not in scripts
    assert not re.search(r'(?:src|href)="(?:https?:)?//', text)
    assert "Permission is hereby granted" in text.partition("<head>")[0]


def test_a_press_for_each_step_of_an_exhibit_and_each_setting(text):
    sections = text.partition('<div class="slides">')[2].split("<section ")[1:]
    assert [section.count("fragment step") for section in sections] == [2, 0, 0, 2]
    assert "Three times 14" in sections[0]
    assert 'class="right"' in sections[2]


def test_the_speakers_window_is_told_what_each_slide_takes(text):
    assert re.findall(r'data-timing="(\d+)"', text) == ["120", "0", "0", "0"]


WRONG = {
    "slide 2 (B): nobody knows nothing": "# A\n---\n# B\n\n{{nothing}}",
    "no question 99.p1 to vote on": "# A\n\nvote: 99.p1",
    "41 words are on it, and 40 can be read": f"# A\n\n{'word ' * 40}",
}


@pytest.mark.parametrize("says", WRONG)
def test_a_slide_that_cannot_be_is_refused(says):
    said = talk.read(WRONG[says])
    with pytest.raises(talk.TalkError, match=re.escape(says)):
        writing.sections(said, [{"error": "nobody knows nothing"} for _ in said.asks])


def test_a_lesson_that_there_is_not_is_told(tmp_path):
    with pytest.raises(SystemExit, match="there is no lesson '77'"):
        main([str(tmp_path), "--only", "77"])


@pytest.mark.parametrize("fails", [False, True])
def test_votes_are_counted_if_all_slides_were_written(fails, monkeypatch, tmp_path):
    def written(lesson, folder):
        if fails:
            raise talk.TalkError("no")
        (folder / "slides.html").touch()
        return writing.Slides(folder / "slides.html", "A talk", (3,))

    async def serve(paths, *_):
        served.extend(paths)

    served = []
    monkeypatch.setattr(slides_command, "write", written)
    monkeypatch.setattr(slides_command.votes, "serve", serve)
    assert main([str(tmp_path), "--only", "01", "--votes"]) == fails
    assert served == [tmp_path / "slides.html"] * (not fails)


# --- in a browser ---

STATE = """() => [Reveal.getIndices().h,
  document.querySelectorAll("section.present .fragment.visible").length,
  document.querySelector("section.present .exhibit")?.model.get("step") ?? null,
  document.querySelector("section.present .exhibit")?.at ?? null,
  JSON.stringify(document.querySelector("section.present .exhibit")?.model.get("inputs"))]"""


@pytest.mark.thorough
def test_a_clicker_steps_exhibits_turns_pages_and_goes_all_the_way_back(slides, chromium):
    with open_offline(slides, chromium, **SCREEN) as tab:
        tab.locator("body[data-ready]").wait_for(state="attached")
        there = [tab.evaluate(STATE)]
        while True:
            tab.keyboard.press("PageDown")
            state = tab.evaluate(STATE)
            if state == there[-1]:
                break
            there.append(state)
        back = [there[-1]]
        for _ in there[1:]:
            tab.keyboard.press("PageUp")
            back.append(tab.evaluate(STATE))
        assert [state[2] for state in there[:3]] == [0, 1, 2]
        assert [state[3] for state in there[-3:]] == [0, 1, 2]
        assert back == there[::-1]
        assert len(there) == 3 + 2 + 2 + 3


@pytest.mark.thorough
def test_a_picture_at_its_start_tells_no_slope_before_the_answer(slides, chromium):
    with open_offline(slides, chromium, **SCREEN) as tab:
        tab.locator("body[data-ready]").wait_for(state="attached")
        tab.evaluate("Reveal.slide(2)")
        gate = tab.locator("section.present [data-gate]").first
        before = gate.is_visible()
        tab.keyboard.press("PageDown")
        assert (before, gate.is_visible()) == (False, True)


@pytest.mark.thorough
def test_an_exhibit_has_nothing_empty_around_it(slides, chromium):
    with open_offline(slides, chromium, **SCREEN) as tab:
        tab.locator("body[data-ready]").wait_for(state="attached")
        tab.evaluate("Reveal.slide(0, 0, 1)")  # its last step, where all is shown
        empty = tab.evaluate(
            """() => {
              const svg = document.querySelector("section.present .exhibit .up-picture svg");
              const { width, height } = svg.querySelector(":scope > g").getBBox(), all = svg.viewBox.baseVal;
              return [all.width - width, all.height - height];
            }"""
        )
        assert 0 <= min(empty) <= max(empty) < 16, "units; a notebook leaves 32"


@pytest.mark.thorough
def test_who_enlarges_an_exhibit_presses_nothing(slides, chromium):
    with open_offline(slides, chromium, **SCREEN) as tab:
        tab.locator("body[data-ready]").wait_for(state="attached")
        before = tab.evaluate(STATE)
        tab.locator("section.present [data-goto]:visible").first.click(modifiers=["Control"])
        assert tab.evaluate(STATE) == before
        assert tab.evaluate("document.body.style.transform"), "it is enlarged"


@pytest.mark.thorough
def test_a_press_behind_black_lights_the_wall_and_moves_nothing(slides, chromium):
    with open_offline(slides, chromium, **SCREEN) as tab:
        tab.locator("body[data-ready]").wait_for(state="attached")
        before = tab.evaluate(STATE)
        for key in ("b", "PageDown"):
            tab.keyboard.press(key)
        assert (tab.evaluate("Reveal.isPaused()"), tab.evaluate(STATE)) == (False, before)


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("number", [lesson.number for lesson in lessons()])
def test_a_talk_can_be_made_and_nothing_of_it_leaves_the_wall(number, chromium, tmp_path):
    written = write(find(number), tmp_path)
    with open_offline(written, chromium, **SCREEN) as tab:
        tab.locator("body[data-ready]").wait_for(state="attached")
        while True:
            outside = tab.evaluate(
                """() => [...document.querySelectorAll("section.present :is(h1, p, li, td, pre, svg)")]
                  .filter((part) => part.checkVisibility() && !part.closest("aside, .up-live"))
                  .filter((part) => {
                    const { bottom, right } = part.getBoundingClientRect();
                    return bottom > innerHeight + 1 || right > innerWidth + 1;
                  }).map((part) => part.outerHTML.slice(0, 80))"""
            )
            assert outside == []
            before = tab.evaluate(STATE)
            tab.keyboard.press("PageDown")
            if tab.evaluate(STATE) == before:
                break


@pytest.mark.thorough
def test_on_paper_each_slide_is_a_page(tmp_path, chromium, small_lesson):  # noqa: F811
    code = "```python\n" + "x = 1\n" * 14 + "```"  # a little higher than there is room
    high = write(read(small_lesson), tmp_path, talk.read(f"# A\n\n{code}\n---\n# B\n\n`x = 2`"))
    tab = chromium.new_page()
    tab.goto(f"{high.path.as_uri()}?print-pdf")
    tab.locator("body[data-ready]").wait_for(state="attached")
    tab.locator(".pdf-page").nth(1).wait_for(state="attached")
    pages = tab.evaluate("[...document.querySelectorAll('.pdf-page')].map((page) => page.clientHeight)")
    tab.close()
    assert pages[0] == pages[1]
