"""A teacher sees who is how far, and nothing that a student's process says can be anything else."""

import asyncio
import json
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from helpers.classroom.hub import progress
from helpers.exercises import check
from helpers.exercises.run import memory
from helpers.notebooks import catalogue
from tests import ROOT


def save(folder, *answers):
    cells = []
    for answer in answers:
        shown = {
            "output_type": "display_data",
            "metadata": {},
            "data": {"text/plain": repr(check("01.2", answer))},
        }
        source = "check('01.2', square_rule)"
        about = {"cell_type": "code", "id": f"c{len(cells)}", "metadata": {}, "execution_count": 1}
        cells.append(about | {"source": source, "outputs": [shown]})
    told = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    folder.mkdir(exist_ok=True)
    (folder / "01_upstream_gradient.ipynb").write_text(json.dumps(told))


def test_what_is_told_is_what_the_notebooks_say(tmp_path, monkeypatch):
    monkeypatch.setattr(memory, "ids", list)  # a process of a student's has answered nothing itself
    assert progress.tell(tmp_path / "none") == {}
    save(tmp_path / "notebooks", lambda upstream, x: 2 * x)
    assert progress.tell(tmp_path / "notebooks")["01.2"][0] == "tried"
    save(tmp_path / "notebooks", lambda upstream, x: upstream * 2 * x)
    assert progress.tell(tmp_path / "notebooks")["01.2"][0] == "done"


@pytest.mark.parametrize(
    "said",
    [b"", b"no JSON", b"[1]", b"3", b'{"01.2": 3}', b'{"01.2": ["done"]}', b'{"01.2": ["<b>", 0]}',
     b"[" * 10**5, b'{"01.2": ["done", -1]}', b'{"01.2": ["done", "<b>"]}', b'{"<script>": ["done", 0]}',
     b'{"01.2": [["done"], 0]}'],
)  # fmt: skip
def test_what_tell_would_not_say_is_not_heard(said):
    assert progress.heard(said) == {}


def everybody(tmp_path, *names):
    def preexec(name):
        if name == "nobody":
            raise KeyError(name)

    return progress.Class(names, str(tmp_path), preexec)


def test_all_are_asked_once_and_who_has_no_account_is_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr(progress, "__name__", "helpers.classroom.hub.progress")
    save(tmp_path / "notebooks", lambda upstream, x: upstream * 2 * x)
    room = everybody(tmp_path, "ada", "nobody")
    asyncio.run(room.ask_all())
    assert room.known["ada"]["01.2"] == ("done", room.known["ada"]["01.2"][1])
    assert room.known["nobody"] is None
    monkeypatch.setattr(room, "ask", lambda name: pytest.fail("asked again"))
    asyncio.run(room.ask_all())


def test_the_process_of_a_student_reads_a_folder_of_their_home(tmp_path):
    (tmp_path / "lessons").mkdir()
    save(tmp_path / "lessons/notebooks", lambda upstream, x: upstream * 2 * x)
    asked = [sys.executable, "-m", "helpers.classroom.hub.progress", "lessons"]
    home = os.environ | {"HOME": str(tmp_path)}
    told = subprocess.run(asked, env=home, cwd=ROOT, capture_output=True, check=True).stdout
    assert progress.heard(told)["01.2"][0] == "done"


def test_who_does_not_answer_holds_nobody_up(tmp_path, monkeypatch):
    monkeypatch.setattr(progress, "SECONDS", 0.2)
    monkeypatch.setattr(progress.sys, "executable", "/bin/sleep")
    monkeypatch.setattr(progress, "asyncio", SimpleNamespace(**vars(asyncio)))
    real = asyncio.create_subprocess_exec
    monkeypatch.setattr(
        progress.asyncio, "create_subprocess_exec", lambda program, *_, **how: real(program, "9", **how)
    )
    room = everybody(tmp_path, "ada", "ben")
    asyncio.run(room.ask_all())
    assert room.known == {"ada": None, "ben": None}


@pytest.mark.parametrize(("wanted", "shown"), [("00", "00"), ("<b>", "01")])
def test_a_lesson_that_there_is_not_brings_nothing_into_the_page(wanted, shown):
    page = progress.page({}, wanted, ["00", "01"])
    assert f"The class, lesson {shown}<" in page
    assert wanted == shown or wanted not in page


def test_the_page_counts_and_marks(tmp_path):
    known = {"ada": {"01.1": ("done", 0), "01.2": ("tried", 3)}, "<b>": {"01.1": ("tried", 1)}, "new": None}
    page = progress.page(known, "01", ["00", "01"])
    assert "3, stuck" in page
    assert "1 of 3" in page
    assert "&lt;b&gt;" in page
    assert "<b>" not in page
    exercises = [id for id in catalogue.exercises() if id.startswith("01")]
    assert page.count('scope="col"') == len(exercises)
