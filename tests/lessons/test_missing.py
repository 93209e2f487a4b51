import dataclasses
import re
import shutil

import pytest

from helpers import lessons
from helpers.exercises import registry
from helpers.exercises.keys import AnswerKey
from helpers.lessons import __main__, missing


@pytest.mark.parametrize("number", [lesson.number for lesson in lessons.lessons()])
def test_nothing_is_missing(number, capsys):
    assert __main__.main(["missing", number]) == 0, capsys.readouterr().out
    assert "size of a lesson" not in capsys.readouterr().out


def test_a_lesson_that_does_not_exist_is_refused_with_the_known_ones(capsys):
    assert __main__.main(["missing", "99"]) == 1
    assert "there is no lesson '99'; known are 00, 01" in capsys.readouterr().err


@pytest.fixture
def lesson():
    return lessons.find("03")


@pytest.fixture
def places(tmp_path, monkeypatch):
    """A copy of the files beside lesson 03, to be spoiled."""
    for name, path in (("HELPERS", missing.HELPERS), ("TESTS", missing.TESTS)):
        for file in path.rglob("*_03.py"):
            copy = tmp_path / path.name / file.relative_to(path)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copy)
        monkeypatch.setattr(missing, name, tmp_path / path.name)
    return tmp_path


def said_of(part, lesson):
    return [str(breach) for breach in part(lesson)]


def without(lesson, *ids):
    return dataclasses.replace(lesson, cells=tuple(cell for cell in lesson.cells if cell.id not in ids))


def test_an_exercise_without_a_key_and_a_key_without_its_cell(lesson, monkeypatch):
    keys = dict(registry.keys_of("03", AnswerKey))
    key = keys.pop("03.2")
    monkeypatch.setattr(registry, "keys_of", lambda number, form: keys if form is AnswerKey else {})
    said = said_of(missing.of_its_exercises, lesson)
    assert "helpers/exercises/lesson_03.py: 03.2 has no AnswerKey." in said
    assert "helpers/exercises/lesson_03.py: 03.p5 has no PredictionKey." in said
    keys["03.7"] = key
    assert any("03.7 stands in" in sentence for sentence in said_of(missing.of_its_exercises, lesson))
    monkeypatch.setattr(registry, "LESSONS", ["00"])
    (no_file,) = said_of(missing.of_its_exercises, lesson)
    assert no_file.startswith("helpers/exercises/lesson_03.py: there is no such file")


def test_a_figure_that_nothing_shows_and_one_that_is_not_there(lesson, places, monkeypatch):
    assert not said_of(missing.of_its_figures, lesson)
    (unused,) = said_of(missing.of_its_figures, without(lesson, "jacobian-run"))
    assert "no cell shows jacobian_of_matmul of helpers/figures/lesson_03.py" in unused
    (places / "helpers/figures/lesson_03.py").unlink()
    (no_file,) = said_of(missing.of_its_figures, lesson)
    assert "helpers/figures/lesson_03.py: there is no such file" in no_file


def test_a_fact_that_nobody_states_and_one_that_is_left_to_do(lesson, places):
    assert not said_of(missing.of_its_facts, lesson)
    facts = places / "tests/notebooks/test_facts_03.py"
    facts.write_text(facts.read_text().replace('"nudge"', "TODO"))
    unfinished, unknown = said_of(missing.of_its_facts, lesson)
    assert "is still to be written" in unfinished
    assert re.search(r"nothing is said of what cell \d+ \(id nudge\) shows", unknown)
    facts.unlink()
    assert said_of(missing.of_its_facts, lesson) == [
        "tests/notebooks/test_facts_03.py: there is no such file."
    ]


def test_a_lesson_to_which_nothing_leads_and_an_exhibit_that_the_gallery_lacks(lesson, monkeypatch):
    assert not said_of(missing.of_the_other_pages, lesson)
    before = lessons.find("02")
    ends = dataclasses.replace(before, cells=(*before.cells[:-1], before.cells[0]))
    with monkeypatch.context() as patch:
        patch.setattr(missing, "lessons", lambda: (ends, lesson))
        (nothing_leads,) = said_of(missing.of_the_other_pages, lesson)
    assert "02_vjp_versus_jacobian.ipynb, cell" in nothing_leads
    assert nothing_leads.endswith("it does not lead on to 03_matmul_gradient.ipynb.")
    setup = lesson.cell("setup")
    other = dataclasses.replace(setup, source=setup.source.replace("MatrixLab", "Abacus"))
    with_abacus = dataclasses.replace(
        lesson, cells=tuple(other if cell is setup else cell for cell in lesson.cells)
    )
    (not_shown,) = said_of(missing.of_the_other_pages, with_abacus)
    assert not_shown == "gallery.ipynb: it has no section “## Abacus”."


def test_what_cannot_be_read_is_said_and_does_not_end_the_list(lesson):
    said = missing.missing(without(lesson, "exercise-03-1", "questions"))
    assert any("it speaks of exercise 03.1, but no cell is tagged" in sentence for sentence in said)
    assert any("no text cell is tagged questions" in sentence for sentence in said)
