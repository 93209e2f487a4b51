"""What would go wrong later is said before the hub starts."""

import contextlib
import dataclasses
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.classroom.hub import __main__ as hub
from helpers.classroom.hub.settings import Classroom, SettingsError

ROOM = Classroom(students=("ada",), teachers=("ben",), lessons="/srv/upstream.git")


def test_a_port_in_use():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(SettingsError, match=f"Port {port} cannot be used"):
            hub.require_free_port("127.0.0.1", port)


def test_a_port_that_was_in_use_just_now():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)) as client:
            other.accept()[0].close()  # who closes first waits for what may still be on its way
            client.recv(1)
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


def in_folder(folder):
    return dataclasses.replace(ROOM, folder=folder)


def test_the_folder_of_the_hub_is_closed_to_others_and_is_its_own_from_then_on(tmp_path):
    room = in_folder(tmp_path / "a" / "room")
    hub.require_own_folder(room)
    hub.make_folder(room.folder)
    assert room.folder.stat().st_mode & 0o777 == 0o700
    room.folder.chmod(0o755)
    hub.require_own_folder(room)
    hub.make_folder(room.folder)
    assert room.folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_of_somebody_else_is_refused(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / hub.MARK).touch()
    (tmp_path / "link").symlink_to(tmp_path / "own")
    for folder in (Path("/"), Path("/tmp"), tmp_path / "empty", tmp_path / "link", Path(os.devnull)):
        with pytest.raises(SettingsError, match="is not a hub's own folder: name one that does not exist"):
            hub.require_own_folder(in_folder(folder))
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match="file is not a folder"):
        hub.require_own_folder(in_folder(tmp_path / "file" / "room"))
    (tmp_path / "empty").chmod(0o777)
    with pytest.raises(SettingsError, match="Others can replace what is in"):
        hub.require_own_folder(in_folder(tmp_path / "empty" / "room"))


@pytest.fixture
def ready(monkeypatch, tmp_path):
    """write(folder) -> the file of a class on a machine that has all a hub needs."""
    looks = ("root", "programs", "free_port", "entry")
    for look in looks:
        monkeypatch.setattr(hub, f"require_{look}", lambda *_: None)
    monkeypatch.setattr(hub, "said_of_lessons", lambda _: None)
    monkeypatch.setattr(hub, "said_of_memory", lambda _: None)

    def write(folder):
        file = tmp_path / "class.toml"
        file.write_text(f'students = ["ada"]\nteachers = ["ben"]\nlessons = "x"\nfolder = "{folder}"\n')
        return str(file)

    return write


def state_of(folder):
    return {path: (path.stat().st_mode, path.stat().st_mtime_ns) for path in (folder, *folder.rglob("*"))}


def test_a_check_changes_nothing(ready, tmp_path, capsys):
    for folder in (tmp_path / "new" / "room", tmp_path / "old"):
        if folder.name == "old":
            hub.make_folder(folder)
            folder.chmod(0o750)
        file = ready(folder)
        before = state_of(tmp_path)
        assert hub.main([file, "--check"]) == 0
        assert state_of(tmp_path) == before
    assert "It can start" in capsys.readouterr().out


def test_a_check_also_says_what_may_become_too_little(ready, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(hub, "said_of_memory", lambda room: "That is little memory.")
    assert hub.main([ready(tmp_path / "room"), "--check"]) == 0
    assert capsys.readouterr().err == "That is little memory.\n"


def test_a_folder_of_somebody_else_is_left_as_it_is(ready, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(os, "execv", lambda *_: pytest.fail("the hub was started"))
    theirs = tmp_path / "theirs"
    theirs.mkdir(mode=0o755)
    (theirs / "thesis").touch()
    file = ready(theirs)
    before = state_of(tmp_path)
    assert hub.main([file]) == 2
    assert hub.main([file, "--check"]) == 2
    assert state_of(tmp_path) == before
    assert "is not a hub's own folder" in capsys.readouterr().err


def test_what_runs_for_somebody_who_has_left_is_ended_before_the_hub_starts(ready, tmp_path, monkeypatch):
    room, said = tmp_path / "room", []
    hub.make_folder(room)
    with contextlib.closing(sqlite3.connect(room / "jupyterhub.sqlite")) as database, database:
        database.execute("CREATE TABLE users (name)")
        database.executemany("INSERT INTO users VALUES (?)", [("ada",), ("ben",), ("eva",)])
    monkeypatch.setattr(hub.accounts, "stop_processes", said.append)
    monkeypatch.setattr(os, "execv", lambda *_: said.append("started"))
    monkeypatch.setattr(os, "chdir", said.append)
    monkeypatch.delenv("UPSTREAM_CLASSROOM", raising=False)
    monkeypatch.setenv("UPSTREAM_CLASSROOM", "")  # and is put back
    hub.main([ready(room)])
    assert said == [{"eva"}, room, "started"]


def test_a_certificate_that_is_not_there_or_a_key_that_all_can_read(tmp_path):
    with pytest.raises(SettingsError, match="There is no /none"):
        hub.require_certificate(dataclasses.replace(ROOM, certificate="/none", key="/none"))
    certificate, key = tmp_path / "a.crt", tmp_path / "a.key"
    certificate.touch()
    key.touch(mode=0o600)
    room = dataclasses.replace(ROOM, certificate=str(certificate), key=str(key))
    hub.require_certificate(room)
    key.chmod(0o644)
    with pytest.raises(SettingsError, match=r"Everybody on this machine can read .*chmod o="):
        hub.require_certificate(room)


def test_a_password_that_is_too_short_for_a_class(tmp_path):
    room = dataclasses.replace(in_folder(tmp_path), sign_up="shared")
    hub.require_good_passwords(room)
    (tmp_path / "password_of_students").write_text("1234567\n")
    with pytest.raises(SettingsError, match="fewer than 8 characters"):
        hub.require_good_passwords(room)


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
