"""A class is read from a small file as a whole, or refused with a sentence that says what to do."""

from pathlib import Path

import pytest

from helpers.classroom.hub import settings
from helpers.classroom.hub.settings import SettingsError

EXAMPLE = Path(settings.__file__).with_name("classroom.toml")
SHORTEST = 'students = ["ada"]\nteachers = ["ben"]\nlessons = "/srv/upstream.git"\n'


def test_the_example_can_be_read_and_shows_every_setting():
    room = settings.read(EXAMPLE)
    assert room.students == ("ada", "ben")
    assert all(f"{name} = " in EXAMPLE.read_text() for name in settings.FIELDS if name != "address")
    assert room.bytes == 2 * 2**30


def test_what_is_not_said_is_as_in_the_example(tmp_path):
    file = tmp_path / "class.toml"
    file.write_text(SHORTEST)
    shortest, example = settings.read(file), settings.read(EXAMPLE)
    given = {"students", "teachers", "lessons"}
    assert all(getattr(shortest, n) == getattr(example, n) for n in settings.FIELDS if n not in given)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("students = [", "not TOML"),
        ('students = ["ada"]\n', "does not say: teachers, lessons"),
        (SHORTEST + "prot = 80\n", "Is 'port' meant"),
        (SHORTEST + "colour = 3\n", "There are: students"),
        (SHORTEST + 'port = "80"\n', "port is a whole number"),
        (SHORTEST + "port = true\n", "port is a whole number"),
        (SHORTEST + "port = 70000\n", "1 to 65535"),
        (SHORTEST + 'memory = "2 GB"\n', "'2G' for example"),
        (SHORTEST + 'memory = "0M"\n', "no lesson opens"),
        (SHORTEST + 'memory = "256M"\n', "no lesson opens"),
        (SHORTEST + 'name = "https://hub.school"\n', "without a port"),
        (SHORTEST.replace("/srv/upstream.git", ""), "address of a git repository"),
        (SHORTEST.replace("/srv/upstream.git", "/"), "address of a git repository"),
        (SHORTEST.replace("/srv/upstream.git", "--upload-pack=x"), "address of a git repository"),
        (SHORTEST.replace("/srv/upstream.git", "https://me:secret@git.org/x"), "password in it"),
        (SHORTEST.replace("/srv/upstream.git", "https://token@git.org/x"), "password in it"),
        (SHORTEST.replace("/srv/upstream.git", "https://git.org/x?private_token=y"), "password in it"),
        (SHORTEST.replace("/srv/upstream.git", "ssh://git:secret@git.org/x"), "password in it"),
        (SHORTEST + 'sign_up = "none"\n', "'native' or 'shared'"),
        (SHORTEST + 'folder = "room"\n', "from the root"),
        (SHORTEST + "idle_minutes = 0\n", "at least 1"),
        (SHORTEST + 'key = "/etc/key"\n', "belong together"),
        (SHORTEST.replace('"ada"', '"Ada L."'), "'Ada L.' cannot be the name"),
        (SHORTEST.replace('"ada"', '"ben"'), "'ben' stands there twice"),
        (SHORTEST.replace('"ada"', "3"), "students is a list of names"),
        (SHORTEST.replace('["ben"]', "[]"), "There is no teacher"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_sentence(tmp_path, text, says):
    file = tmp_path / "class.toml"
    file.write_text(text)
    with pytest.raises(SettingsError, match=says):
        settings.read(file)


@pytest.mark.parametrize("name", ["-x", ".x", "_x", "1x", "Ada", "a b", "a/b", "ä", "a\\n", "", "x" * 26])
def test_no_name_is_an_option_a_path_or_another_account(tmp_path, name):
    file = tmp_path / "class.toml"
    for line in (f'students = ["{name}"]', f'teachers = ["{name}"]'):
        kept = [other for other in SHORTEST.splitlines() if other[:8] != line[:8]]
        file.write_text("\n".join([line, *kept]), encoding="utf-8")
        with pytest.raises(SettingsError, match="cannot be the name of an account"):
            settings.read(file)


@pytest.mark.parametrize(
    ("address", "folder"),
    [
        ("https://git.example.org/a/upstream.git", "upstream"),
        ("git@host:lessons.git", "lessons"),
        ("ssh://git@host/lessons/", "lessons"),
        ("/srv/upstream", "upstream"),
    ],
)
def test_the_lessons_go_into_a_folder_with_the_name_of_the_repository(tmp_path, address, folder):
    file = tmp_path / "class.toml"
    file.write_text(SHORTEST.replace("/srv/upstream.git", address))
    assert settings.read(file).lessons_folder == folder


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(SettingsError, match=r"Copy .*classroom\.toml"):
        settings.read(tmp_path / "none.toml")
