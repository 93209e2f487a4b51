"""A student's server brings the newest lessons first, loses no answer, and starts whatever happens."""

import os

import pytest

from helpers.classroom.hub import student
from tests.notebooks.test_update import LESSON, answer, commit, copies, json, publish, sources

copies = copies  # the fixture


def test_the_first_time_the_lessons_are_fetched_and_then_updated(copies, tmp_path):
    published, _ = copies
    home = tmp_path / "home"
    home.mkdir()
    assert "The lessons are in" in student.fetch(str(published), home / "upstream")[0]
    answer(home / "upstream")
    publish(published)
    student.fetch(str(published), home / "upstream")
    assert sources(json.loads((home / "upstream" / LESSON).read_text()))[:3] == ["# New", "show(2)", "x = 1"]


def test_the_first_fetch_may_take_longer_than_an_update(copies, tmp_path, monkeypatch):
    """A class that comes for the first time fetches at once: whoever is cut short sees no lesson at all."""
    monkeypatch.setattr(student, "SECONDS", 0)
    assert "The lessons are in" in student.fetch(str(copies[0]), tmp_path / "upstream")[0]


def test_what_an_earlier_hub_has_committed_is_an_answer_like_any_other(copies):
    published, learner = copies
    answer(learner)
    commit(learner)  # nbgitpuller did so
    publish(published)
    student.fetch(str(published), learner)
    assert sources(json.loads((learner / LESSON).read_text()))[:3] == ["# New", "show(2)", "x = 1"]


def test_a_torn_clone_is_begun_again(copies, tmp_path):
    published, _ = copies
    (tmp_path / ".upstream.part/.git").mkdir(parents=True)
    student.fetch(str(published), tmp_path / "upstream")
    assert (tmp_path / "upstream" / LESSON).is_file()


@pytest.mark.parametrize("lessons_are_there", [True, False])
def test_without_lessons_to_fetch_the_server_starts_all_the_same(
    copies, tmp_path, monkeypatch, capsys, lessons_are_there
):
    _, learner = copies
    before, started = answer(learner), []
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(os, "execv", lambda *command: started.append(command))
    student.main(
        [str(tmp_path / "gone"), "learner" if lessons_are_there else "new", "/bin/server", "--port=1"]
    )
    assert started == [("/bin/server", ["/bin/server", "--port=1"])]
    assert (learner / LESSON).read_bytes() == before
    assert "No new lessons: git" in capsys.readouterr().err
