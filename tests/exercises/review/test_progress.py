"""The map says what is done, tried and untouched, in words and symbols, and leads back to it."""

import re

import pytest

from helpers import notebooks
from helpers.exercises import again, check, practice, predict, progress
from helpers.exercises.review.progress import html_of
from helpers.notebooks import catalogue
from tests.exercises.cells import cell, save, square_rule
from tests.exercises.say.test_cards import ALLOWED, words, words_of_html

EVERYTHING = sum(len(lesson.items) for lesson in catalogue.lessons().values())
HOSTILE = '<img src=x onerror="alert(1)">.ipynb'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A learner's folder: lesson 01 begun, one notebook broken."""
    monkeypatch.chdir(tmp_path)
    texts = {
        "predict-01-p1": "Prediction 01.p1: y\nNot what happens.",
        "exercise-01-1": "Correct: 01.1 One row of the table",
        "exercise-01-2": "Not yet: 01.2 The rule of one square layer",
        "exercise-01-3": "Not attempted: 01.3 Your turn",
    }
    save(
        tmp_path / "01_upstream_gradient.ipynb",
        *(cell("", text, id=id) for id, text in texts.items()),
        when=1.0,
    )
    save(tmp_path / HOSTILE, cell("", "Correct: 00.1 Five times a square", id='"><b>'))
    (tmp_path / "02_<i>.ipynb").write_text("no", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("platform", "why"), [("linux", "No lesson is in this folder"), ("emscripten", "Over plain http")]
)
def test_where_no_notebook_is_there_it_says_why(platform, why, tmp_path, folder, monkeypatch):
    monkeypatch.setattr("sys.platform", platform)
    assert why not in repr(progress())
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    assert why in repr(progress())


def test_every_lesson_is_there_with_what_is_done_tried_and_untouched(folder):
    card = progress()
    assert card.heading == f"Your progress: 3 of {EVERYTHING} done, 1 tried"
    text = repr(card)
    assert "● done: 01.p1, 01.1\n" in text
    assert "◐ tried: 01.2\n" in text
    assert "○ untouched: 01.p2, 01.3, 01.4," in text
    for lesson in catalogue.lessons().values():
        assert f"{lesson.number} {lesson.title}\n" in text
        assert all(re.search(rf"\b{re.escape(id)}\b", text) for id in lesson.items)
    assert "04_grad_ys.ipynb is not in this folder" in text


def test_it_leads_to_the_lesson_and_to_the_cell(folder):
    markup = progress()._repr_html_()
    assert '<a href="01_upstream_gradient.ipynb">01 What is the upstream gradient?</a>' in markup
    assert '<a href="01_upstream_gradient.ipynb#cell-id=exercise-01-2">01.2</a>' in markup
    assert re.search(r"<th[^>]*>04 grad_ys", markup), "nothing to link to"


def test_a_folder_beside_this_one_is_linked_from_here(folder, monkeypatch):
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    assert 'href="../01_upstream_gradient.ipynb#cell-id=exercise-01-2"' in progress("..")._repr_html_()


def test_it_says_where_to_go_on(folder):
    assert "Next step: go on with 01.2, The rule of one square layer." in repr(progress())
    assert "Next step: begin with 00.p1, a prediction." in repr(progress(notebooks.NOTEBOOKS))


def test_text_and_html_carry_the_same_words_and_nothing_becomes_markup(folder):
    cards = [progress(), practice(), again("01.2"), again("01.p1"), again("03.6")]
    check("01.2", lambda upstream, x: x)
    for card in [*cards, progress()]:
        markup = card._repr_html_()
        assert sorted(words(repr(card))) == sorted(words_of_html(markup))
        assert set(re.findall(r"</?(\w+)", markup)) <= ALLOWED | {"a", "br", "details", "summary"}
        for value in re.findall(r"[;\"](?:color|background):([^;\"]*)", markup):
            assert value == "none" or "currentColor" in value, "not the colour of the page"
        assert markup.count("<div") == markup.count("</div>") == 1


def test_what_is_not_saved_yet_is_said(folder):
    assert "Not saved yet" not in repr(progress())
    check("01.2", square_rule)
    predict("00.p1", "?")  # which is no guess
    text = repr(progress())
    assert "Not saved yet: 01.2. Save the notebook with Ctrl+S, or Cmd+S on a Mac." in text
    assert "● done: 01.p1, 01.1, 01.2\n" in text


def test_what_is_due_is_said(folder):
    assert "Due once more: 01.2, 01.p1. practice() asks for them, one at a time." in repr(progress())


def test_the_minutes_that_are_left_go_down_to_none(tmp_path):
    def left():
        return [
            int(minutes) for minutes in re.findall(r"about (\d+) minutes? left", repr(progress(tmp_path)))
        ]

    lesson = catalogue.lessons()["00"]
    full = left()
    save(tmp_path / "a.ipynb", cell("", "Correct: 00.1 Five times a square"))
    half = left()
    assert 0 < half[0] < full[0]
    assert half[1:] == full[1:]
    done = "Prediction 00.p1: y = x²\nYour guess is right."
    save(tmp_path / "b.ipynb", cell("", done))
    assert left() == full[1:]
    assert full[0] == lesson.minutes + catalogue.exercises()["00.1"].minutes


def test_a_folder_without_lessons_says_so_and_a_finished_one_too(tmp_path):
    assert "No lesson is in this folder" in repr(progress(tmp_path))
    for number, lesson in catalogue.lessons().items():
        texts = [
            f"Prediction {id}: x\nYour guess is right." if ".p" in id else f"Correct: {id} x"
            for id in lesson.items
        ]
        save(tmp_path / lesson.notebook, cell("", *texts, id=number))
    text = repr(progress(tmp_path))
    assert f"Your progress: {EVERYTHING} of {EVERYTHING} done\n" in text
    assert "Next step: everything is done;" in text
    assert "left" not in text


def test_no_piece_of_it_becomes_markup():
    bad = HOSTILE + '"><b>'
    markup = html_of([bad, (bad, ""), (bad, bad)])
    assert re.findall(r"<(\w+)", markup) == ["a"]
    assert re.findall(r'<a href="[^"]*">', markup)
