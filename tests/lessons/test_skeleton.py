"""A new lesson has every part from the start, and nothing in it passes for finished."""

import json

import pytest

from helpers import lessons
from helpers.lessons import LessonError, __main__, maps, skeleton, standard

BEFORE_IT_IS_RUN = {standard.was_run_from_top_to_bottom, standard.is_stored_as_the_command_stores_it}


@pytest.fixture
def begun(tmp_path, monkeypatch):
    """A lesson 05 as `new` lays it down, in folders of its own."""
    for name, folder in (("NOTEBOOKS", "notebooks"), ("HELPERS", "helpers"), ("TESTS", "tests")):
        monkeypatch.setattr(skeleton, name, tmp_path / folder)
    for folder in ("notebooks/guides", "helpers/exercises", "helpers/figures", "tests/notebooks"):
        (tmp_path / folder).mkdir(parents=True)
    for linked in ("notebooks/00_start_here.ipynb", f"notebooks/guides/{maps.LAST_PAGE}.ipynb"):
        (tmp_path / linked).touch()
    assert __main__.main(["new", "05", "custom_gradients", "Custom gradients"]) == 0
    return tmp_path


def test_every_part_is_there_and_each_is_left_to_be_written(begun):
    lesson = lessons.read(begun / "notebooks/05_custom_gradients.ipynb")
    assert (lesson.number, lesson.title, lesson.name) == ("05", "Custom gradients", "Custom gradients")
    assert [exercise.id for exercise in lesson.exercises] == [f"05.{number}" for number in range(1, 6)]
    assert [guess.id for guess in lesson.predictions] == ["05.p1", "05.p2", "05.p3"]
    assert all(guess.reveals for guess in lesson.predictions)
    demands = {*standard.EVERY_NOTEBOOK, *standard.EVERY_LESSON} - {*standard.SIZE, *BEFORE_IT_IS_RUN}
    left = standard.breaches([standard.is_finished], lesson)
    assert len(left) > 20
    assert not standard.breaches(demands - {standard.is_finished}, lesson)


def test_its_python_files_are_python_and_unfinished(begun):
    written = sorted(begun.rglob("*.py"))
    assert [str(path.relative_to(begun)) for path in written] == [
        "helpers/exercises/lesson_05.py",
        "helpers/figures/lesson_05.py",
        "tests/notebooks/test_facts_05.py",
    ]
    for path in written:
        source = path.read_text(encoding="utf-8")
        compile(source, str(path), "exec")
        assert "TODO" in source


def test_its_figure_can_be_drawn_before_anything_is_changed(begun):
    scope = {}
    exec((begun / "helpers/figures/lesson_05.py").read_text(encoding="utf-8"), scope)
    assert scope["first_figure"]().alt.startswith("TODO")


def test_the_notebook_is_written_as_jupyter_writes_it(begun):
    text = (begun / "notebooks/05_custom_gradients.ipynb").read_text(encoding="utf-8")
    assert text == maps.as_text(json.loads(text))


def test_what_is_there_is_not_written_over(begun, capsys):
    before = {path: path.read_bytes() for path in begun.rglob("*") if path.is_file()}
    assert __main__.main(["new", "05", "something_else", "Something else"]) == 1
    assert "lesson 05 has been begun" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in begun.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(("number", "name"), [("5", "x"), ("05", "Custom gradients"), ("05", "../x")])
def test_names_that_would_not_be_found_again_are_refused(number, name):
    with pytest.raises(LessonError, match="a number such as 05"):
        skeleton.lay_down(number, name, "X")
