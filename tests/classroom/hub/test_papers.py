"""What students wrote is collected and handed back, and no file in a home can fool whoever does that."""

import io
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from helpers.classroom.hub import papers
from helpers.classroom.hub.settings import Classroom, SettingsError

ROOM = Classroom(students=("ada", "ben"), teachers=("carla",), lessons="/srv/upstream.git")


@pytest.fixture
def homes(tmp_path, monkeypatch):
    """Two homes; who becomes a student has that home, and stays who they are."""

    def run_as(become, action, lessons, given=b""):
        monkeypatch.setenv("HOME", become)
        output = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(output, write_through=True))
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        papers.main(["--here", action, lessons])
        return output.getvalue()

    monkeypatch.setattr(papers, "run_as", run_as)
    for name in ROOM.students:
        (tmp_path / name / "upstream/notebooks").mkdir(parents=True)
        (tmp_path / name / "upstream/notebooks/01_a.ipynb").write_text(f"of {name}")
    return tmp_path


def test_what_is_collected_is_handed_back_beside_what_is_there(homes):
    out = homes / "collected"
    said = list(papers.collect(ROOM, out, lambda name: str(homes / name)))
    assert said == ["ada: 1 collected", "ben: 1 collected"]
    assert (out / "ada/01_a.ipynb").read_text() == "of ada"
    (out / "ada/01_a.ipynb").write_text("of ada, well done")
    list(papers.hand_back(ROOM, out, lambda name: str(homes / name)))
    notebooks = homes / "ada/upstream/notebooks"
    assert (notebooks / "handed back/01_a.ipynb").read_text() == "of ada, well done"
    assert (notebooks / "01_a.ipynb").read_text() == "of ada"


def test_links_pipes_and_other_files_are_not_collected(homes):
    notebooks, secret = homes / "ada/upstream/notebooks", homes / "secret"
    secret.write_text("secret")
    (notebooks / "02_link.ipynb").symlink_to(secret)
    os.mkfifo(notebooks / "03_pipe.ipynb")
    (notebooks / "other.txt").touch()
    list(papers.collect(ROOM, homes / "out", lambda name: str(homes / name)))
    assert [path.name for path in (homes / "out/ada").iterdir()] == ["01_a.ipynb"]


def test_an_archive_of_a_students_own_making_writes_notebooks_and_nothing_else(tmp_path):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, kind in (
            ("../../evil.ipynb", tarfile.REGTYPE),
            ("/tmp/evil.ipynb", tarfile.REGTYPE),
            ("link.ipynb", tarfile.SYMTYPE),
            ("evil.sh", tarfile.REGTYPE),
            ("good.ipynb", tarfile.REGTYPE),
        ):
            about = tarfile.TarInfo(name)
            about.type, about.linkname = kind, "/etc/passwd"
            archive.addfile(about)
    folder = tmp_path / "a" / "b"
    assert papers.unpack(packed.getvalue(), folder) == 1
    assert [path.relative_to(tmp_path) for path in tmp_path.rglob("*.*")] == [Path("a/b/good.ipynb")]


def test_what_goes_wrong_as_a_student_is_no_answer():
    with pytest.raises(subprocess.CalledProcessError):
        papers.run_as(None, "no such action", "lessons")


def test_who_does_not_answer_or_is_no_student_is_said(homes, monkeypatch):
    monkeypatch.setattr(papers, "run_as", lambda *_: b"no archive")
    assert all("nothing" in line for line in papers.collect(ROOM, homes / "out", str))
    (homes / "strange/eva").mkdir(parents=True)
    with pytest.raises(SettingsError, match="eva is no student of this class"):
        list(papers.hand_back(ROOM, homes / "strange", str))


def test_a_folder_that_is_there_already_is_refused(tmp_path, capsys):
    file = tmp_path / "class.toml"
    file.write_text('students = ["ada"]\nteachers = ["ben"]\nlessons = "x"\n')
    assert papers.main([str(file), "collect", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert papers.main([str(file), "hand-back", str(tmp_path / "none")]) == 2
    assert "There is no folder" in capsys.readouterr().err
    assert papers.main([str(file), "hand-back", str(tmp_path)]) == 0


def test_into_the_folder_of_what_was_collected_nobody_else_looks(tmp_path, monkeypatch):
    file = tmp_path / "class.toml"
    file.write_text('students = ["ada"]\nteachers = ["ben"]\nlessons = "x"\n')
    monkeypatch.setattr(papers, "collect", lambda *_: [])
    assert papers.main([str(file), "collect", str(tmp_path / "out")]) == 0
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o700
