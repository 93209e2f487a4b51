"""The phrase book shows the program that was run, and beside it what everybody answers."""

import pytest

from helpers.lessons.lesson_09 import phrasebook
from helpers.lessons.lesson_09.phrasebook import FRAMEWORKS, answers, phrase, tasks
from helpers.widgets import PhraseBook
from helpers.widgets.base.errors import InputError
from helpers.widgets.phrase_book.drawing import short
from tests.drawing.svg_reading import text_boxes
from tests.widgets.test_narrow import words_have_room


def words_in(picture):
    return [text for text, *_ in text_boxes(picture)]


@pytest.mark.parametrize("name", tasks())
def test_every_program_and_every_answer_is_drawn(name):
    book = PhraseBook(phrasebook, name)
    for framework in FRAMEWORKS:
        drawn = words_in(book.takes["of"][short(framework)]["picture"])
        for line in filter(None, phrase(name, framework).code.splitlines()):
            assert line.strip() in map(str.strip, drawn), framework
        everything = "".join(drawn).replace(" ", "")
        for _, _, outcome in answers(name).rows:
            assert "".join(outcome.lines).replace(" ", "") in everything


def test_an_answer_can_be_guessed_first():
    book = PhraseBook(phrasebook, "kink")
    book.set(answers=False)
    assert "0.5" not in words_in(book.picture)
    assert "0.5" not in book.drawn.alt
    book.set(answers=True)
    assert words_in(book.picture).count("0.5") == 2


def test_what_an_older_version_said_stands_below_the_newest():
    drawn = words_in(PhraseBook(phrasebook, "kink").picture)
    assert drawn.index("▸ PyTorch 2.15.0") < drawn.index("PyTorch 2.13.0")


@pytest.mark.parametrize("name", tasks())
def test_in_a_small_window_nothing_is_cut_off(name):
    book = PhraseBook(phrasebook, name, "JAX")
    book.narrow = True
    assert words_have_room(book.picture) <= 330  # a window of 700 with the file list open


@pytest.mark.parametrize("given", [{"task": "nonsense"}, {"framework": "Fortran"}])
def test_what_it_has_not_is_refused_with_what_it_has(given):
    with pytest.raises(InputError, match=r"has no .*; it has .*(upstream|PyTorch)"):
        PhraseBook(phrasebook, **given)
