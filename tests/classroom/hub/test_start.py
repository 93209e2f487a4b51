"""What would go wrong later is said before the hub starts."""

import dataclasses
import os
import shutil
import socket
import subprocess
import sys

import pytest

from helpers.classroom.hub import __main__ as hub
from helpers.classroom.hub.settings import Classroom, SettingsError

ROOM = Classroom(students=("ada",), teachers=("ben",), lessons="/srv/upstream.git")


def test_a_port_in_use():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(SettingsError, match=f"Port {port} cannot be used"):
            hub.require_free_port("127.0.0.1", port)


def test_no_node(monkeypatch):
    there = {"git", "useradd"}
    monkeypatch.setattr(shutil, "which", lambda program: program if program in there else None)
    with pytest.raises(SettingsError, match="apt-get install nodejs"):
        hub.require_programs()
    there.add("node")
    with pytest.raises(SettingsError, match="npm install -g configurable-http-proxy"):
        hub.require_programs()


def test_nobody_but_root_starts_it(monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(SettingsError, match="sudo"):
        hub.require_root()


def test_too_little_memory_is_said():
    many = Classroom(students=tuple(f"s{k}" for k in range(100_000)), teachers=("ben",), lessons="x")
    assert "GB are free" in hub.said_of_memory(many)


def test_a_sentence_and_not_a_traceback(capsys, tmp_path):
    assert hub.main([str(tmp_path / "none.toml")]) == 2
    assert capsys.readouterr().err.startswith("There is no ")


def test_a_folder_that_students_cannot_enter(tmp_path):
    tmp_path.chmod(0o700)
    with pytest.raises(SettingsError, match=f"Students cannot enter {tmp_path}. Put Python where all can"):
        hub.require_entry("Python", tmp_path)


def test_the_folder_of_the_hub_is_closed_to_others(tmp_path):
    hub.require_files(dataclasses.replace(ROOM, folder=tmp_path / "a" / "room"))
    assert (tmp_path / "a" / "room").stat().st_mode & 0o777 == 0o700
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match="cannot be made"):
        hub.require_files(dataclasses.replace(ROOM, folder=tmp_path / "file" / "room"))


def test_a_certificate_that_is_not_there(tmp_path):
    with pytest.raises(SettingsError, match="There is no /none"):
        hub.require_files(dataclasses.replace(ROOM, folder=tmp_path, certificate="/none", key="/none"))


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only root can look as somebody else on Linux"
)
def test_lessons_that_students_cannot_fetch(tmp_path):
    for folder in (tmp_path, *tmp_path.parents[:-2]):
        folder.chmod(0o755)
    lessons = tmp_path / "lessons.git"
    assert f"from {lessons}. git says: fatal:" in hub.said_of_lessons(str(lessons))
    git = ["git", "-c", "user.name=a", "-c", "user.email=b", "-C", lessons]
    subprocess.run(["git", "init", "-q", "--initial-branch=main", lessons], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "first"], check=True)
    subprocess.run(["chown", "-R", "nobody", lessons], check=True)
    assert hub.said_of_lessons(str(lessons)) is None
    subprocess.run(
        ["git", "-C", lessons, "-c", f"safe.directory={lessons}", "checkout", "-q", "--detach"], check=True
    )
    assert "no branch checked out" in hub.said_of_lessons(str(lessons))
    lessons.chmod(0o700)
    shutil.chown(lessons, "root")
    assert "cannot fetch" in hub.said_of_lessons(str(lessons))
