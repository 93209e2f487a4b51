"""Whatever state a learner's notebooks are in, what they say is read; nothing is raised, nothing written."""

import copy
import json
import os
import random

import numpy as np
import pytest

from helpers import notebooks
from helpers.exercises import check, hint, practice, predict, progress
from helpers.exercises.review import saved
from helpers.exercises.run import memory
from helpers.notebooks import catalogue
from tests.exercises.cells import cell, forgetful_rule, save, square_rule


def corrected():
    check("01.2", forgetful_rule)
    check("01.2", forgetful_rule)
    return check("01.2", square_rule)


CARDS = {  # a card, and what is to be read from it: state, right, how often missed
    "stub": (lambda: check("01.2", None), "01.2", ("untouched", False, 0)),
    "wrong": (lambda: check("01.2", forgetful_rule), "01.2", ("tried", False, 1)),
    "right": (lambda: check("01.2", square_rule), "01.2", ("done", True, 0)),
    "corrected": (corrected, "01.2", ("done", True, 2)),
    "variation": (lambda: check("01.2b", square_rule), "01.2b", ("tried", False, 1)),
    "no guess": (lambda: predict("01.p1"), "01.p1", ("untouched", False, 0)),
    "unreadable": (lambda: predict("01.p1", "many"), "01.p1", ("untouched", False, 0)),
    "wrong guess": (lambda: predict("01.p1", 32), "01.p1", ("done", False, 1)),
    "any other guess": (lambda: predict("01.p1", 31), "01.p1", ("done", False, 1)),
    "right guess": (lambda: predict("01.p1", 1024), "01.p1", ("done", True, 0)),
}


@pytest.mark.parametrize(("card", "id", "says"), CARDS.values(), ids=CARDS)
def test_a_card_is_read_back(card, id, says):
    card = card()
    (record,) = saved.cards_in(repr(card), card._repr_html_())
    assert (record.id, (record.state, record.is_right, record.misses)) == (id, says)


def test_other_cards_are_none():
    assert saved.cards_in(repr(hint("01.2"))) == []
    assert saved.cards_in("Correct: it is 01.2\nPrediction: 01.p1 will do") == []


def test_several_cards_in_one_output_are_told_apart():
    text = f"{check('01.2', None)}\n{predict('01.p1', 32)}\n{check('01.4', None)}\n"
    assert [(card.id, card.state) for card in saved.cards_in(text)] == [
        ("01.2", "untouched"),
        ("01.p1", "done"),
        ("01.4", "untouched"),
    ]


def test_the_lessons_as_they_are_stored_are_untouched():
    known = saved.read(notebooks.NOTEBOOKS)
    assert {record.state for record in known.records.values()} == {"untouched"}
    assert set(known.records) == {id for lesson in catalogue.lessons().values() for id in lesson.items}
    assert set(known.notebooks) == set(catalogue.lessons())


RIGHT, WRONG, STUB = "Correct: 01.2 The rule", "Not yet: 01.2 The rule", "Not attempted: 01.2 The rule"
CALL = 'check("01.2", square_rule)'
SOURCE = f"{catalogue.exercises()['01.2'].stub}\n\n\n{CALL}"
EDITED = f"def square_rule(upstream, x):\n    return upstream\n\n\n{CALL}"
PLACES = {  # cells that hold an answer, and what is read from them
    "tags lost": ([cell(SOURCE, RIGHT)], "done"),
    "another name in the call": ([cell('check("01.2", mine)', WRONG)], "tried"),
    "printed": ([cell("print(card)", RIGHT)], "done"),
    "edited, not run": ([cell(EDITED)], "tried"),
    "edited after it ran": ([cell(EDITED, STUB)], "tried"),
    "the stub": ([cell(SOURCE, STUB)], "untouched"),
    "outputs cleared": ([cell(SOURCE)], "untouched"),
    "cut in half": ([cell("def square_rule(upstream, x):\n    return ups")], "untouched"),
    "a copy of the cell": ([cell(SOURCE, STUB), cell(EDITED, RIGHT, id="copy")], "done"),
    "no source": ([cell("", WRONG)], "tried"),
}


@pytest.mark.parametrize(("cells", "state"), PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("name", ["01_upstream_gradient.ipynb", "Untitled.ipynb", "01_upstream-Copy1.ipynb"])
def test_an_answer_is_found_wherever_it_stands(tmp_path, name, cells, state):
    save(tmp_path / name, *cells)
    assert saved.read(tmp_path).of("01.2").state == state
    assert saved.read(tmp_path / name).of("01.2").state == state


def test_a_guess_that_was_typed_and_not_run_is_tried(tmp_path):
    save(tmp_path / "a.ipynb", cell('guess = 3  # mine\npredict("01.p1", guess)'))
    save(tmp_path / "b.ipynb", cell('guess = None  # mine\npredict("01.p2", guess)'))
    known = saved.read(tmp_path)
    assert (known.of("01.p1").state, known.of("01.p2").state) == ("tried", "untouched")


def test_of_two_notebooks_the_better_answer_counts_and_is_linked(tmp_path):
    save(tmp_path / "01_upstream_gradient.ipynb", cell(SOURCE, STUB, id="exercise"))
    save(tmp_path / "01_upstream_gradient-Copy1.ipynb", cell(SOURCE, RIGHT, id="copy"))
    record = saved.read(tmp_path).of("01.2")
    assert (record.state, record.path.name, record.cell) == (
        "done",
        "01_upstream_gradient-Copy1.ipynb",
        "copy",
    )
    save(tmp_path / "01_upstream_gradient.ipynb", cell(SOURCE, RIGHT, id="exercise"))
    assert saved.read(tmp_path).of("01.2").cell == "exercise"


def test_what_this_kernel_saw_is_added_and_known_not_to_be_saved(tmp_path):
    save(tmp_path / "01_upstream_gradient.ipynb", cell(SOURCE, STUB, id="exercise"))
    check("01.2", square_rule)
    record = saved.read(tmp_path).of("01.2")
    assert (record.state, record.is_saved, record.cell) == ("done", False, "exercise")
    save(tmp_path / "01_upstream_gradient.ipynb", cell(SOURCE, RIGHT, id="exercise"))
    assert saved.read(tmp_path).of("01.2").is_saved


# --- notebooks that are none ---

NO_NOTEBOOKS = {
    "nothing": "",
    "half of one": '{"cells": [{"cell_type": "co',
    "a number": "5",
    "nested without end": "[" * 100_000,
    "a huge number": '{"cells": ' + "9" * 5000 + "}",
    "cells that are none": '{"cells": [1]}',
    "no letters": b"\xff\xfe\x00",
    "too much": b" " * int(saved.MOST + 1),
}


@pytest.mark.parametrize("content", NO_NOTEBOOKS.values(), ids=NO_NOTEBOOKS)
def test_what_is_no_notebook_is_named_and_the_rest_is_read(tmp_path, content):
    (tmp_path / "00_broken.ipynb").write_bytes(content if isinstance(content, bytes) else content.encode())
    (tmp_path / "a_folder.ipynb").mkdir()
    os.mkfifo(tmp_path / "a_pipe.ipynb")
    (tmp_path / "zeros.ipynb").symlink_to("/dev/zero")
    (tmp_path / "itself.ipynb").symlink_to(tmp_path / "itself.ipynb")
    (tmp_path / "gone.ipynb").symlink_to(tmp_path / "nowhere")
    save(tmp_path / "mine.ipynb", cell(SOURCE, RIGHT))
    known = saved.read(tmp_path)
    assert known.of("01.2").state == "done"
    assert {sentence.partition(":")[0].partition(",")[0] for sentence in known.broken} >= {
        "00_broken.ipynb",
        "a_folder.ipynb",
        "a_pipe.ipynb",
        "zeros.ipynb",
        "itself.ipynb",
    }
    assert len(known.broken) == 6, known.broken
    assert "00_broken.ipynb" in repr(progress(tmp_path))


JUNK = (
    None, 5, -1e300, "", "\ud800", [], {}, [[]], {"text/plain": 3}, ["a", 1], True, {"": None},
    "Correct: 01.2 x",
)  # fmt: skip


def places_in(value, place=()):
    """Every place in nested lists and dicts."""
    yield place
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places_in(inner, (*place, key))


def test_a_notebook_with_anything_in_any_place_is_read_or_named(tmp_path):
    whole = {"cells": [cell(EDITED, RIGHT, WRONG, tags=("exercise:01.2",)), cell("x", STUB)], "metadata": {}}
    draw, path = random.Random(0), tmp_path / "01_upstream_gradient.ipynb"
    for place in [place for place in places_in(whole) if place]:
        for junk in draw.sample(JUNK, 6):
            notebook = copy.deepcopy(whole)
            inner = notebook
            for key in place[:-1]:
                inner = inner[key]
            inner[place[-1]] = junk
            path.write_text(json.dumps(notebook), encoding="utf-8")
            assert len(saved.read(tmp_path).broken) <= 1
            card = progress(tmp_path)
            assert repr(card).encode()
            assert card._repr_html_().encode()


ABSURD = {  # (text, HTML) of an output that no card of ours has
    "a count beyond all bounds": ("Correct: 01.2 x", f'<div data-missed="{"9" * 5000}"'),
    "no count": ("Correct: 01.2 x", '<div data-missed="-1"'),
    "no HTML": ("Correct: 01.2 x", 5),
    "an id beyond all bounds": (f"Correct: 01.{'9' * 5000} x\nCorrect: 01.2 x", ""),
    "ten thousand cards": ("Not yet: 01.1 x\n" * 10_000 + "Correct: 01.2 x", ""),
}


@pytest.mark.parametrize(("text", "markup"), ABSURD.values(), ids=ABSURD)
def test_an_absurd_card_is_read_as_what_it_can_be(tmp_path, text, markup):
    output = {"output_type": "execute_result", "data": {"text/plain": text, "text/html": markup}}
    save(tmp_path / "a.ipynb", {**cell(""), "outputs": [output]})
    assert saved.read(tmp_path).of("01.2").state == "done"
    assert "01.2" in repr(progress(tmp_path))
    assert repr(practice(tmp_path))


def test_a_file_name_that_is_no_text_is_shown(tmp_path):
    (tmp_path / "b\udcff.ipynb").write_text("no", encoding="utf-8")
    save(tmp_path / "c\udcff.ipynb", cell(SOURCE, RIGHT))
    card = progress(tmp_path)
    assert "b?.ipynb" in repr(card).encode().decode()
    assert "01.2" in card._repr_html_().encode().decode()


# --- folders that are none ---


class Rude:
    def __fspath__(self):
        raise RuntimeError

    __repr__ = __str__ = __eq__ = __bool__ = __len__ = __array__ = __fspath__
    __hash__ = object.__hash__


NO_FOLDERS = ["nowhere", "no\0where", "x" * 5000, "~", "\udcff", "/proc/self/nothing", "https://example.org"]
NO_NAMES = [None, 5, 2.5, [], {}, object(), Rude(), Rude, np.ones(2), b"notebooks", True]


@pytest.mark.parametrize("path", NO_FOLDERS, ids=lambda path: ascii(path)[:12])
def test_a_folder_that_is_not_there_is_a_lookup_error(path):
    with pytest.raises(LookupError, match="there is no folder") as caught:
        saved.read(path)
    assert len(str(caught.value).encode()) < 200


@pytest.mark.parametrize("path", NO_NAMES, ids=lambda path: type(path).__name__)
def test_what_is_no_name_of_a_folder_is_a_type_error(path):
    with pytest.raises(TypeError, match="the name of a folder is wanted"):
        saved.read(path)


def test_reading_writes_nothing(tmp_path):
    save(tmp_path / "mine.ipynb", cell(SOURCE, WRONG), when=1.0)
    before = [(path.name, path.stat().st_mtime) for path in tmp_path.rglob("*")]
    progress(tmp_path)
    memory.forget()
    assert [(path.name, path.stat().st_mtime) for path in tmp_path.rglob("*")] == before
