"""Collecting what students wrote, and handing it back.

sudo .venv/bin/python -m helpers.classroom.hub.papers classroom.toml collect FOLDER
sudo .venv/bin/python -m helpers.classroom.hub.papers classroom.toml hand-back FOLDER

FOLDER has a folder for each student, with notebooks in it. What is handed back, remarks and all, goes into
`handed back` beside the student's own notebooks, which stay as they are. What is read or written in a home is
read or written by a process of the student's own account.
"""

import argparse
import io
import subprocess
import sys
import tarfile
from pathlib import Path

from . import settings
from .settings import SettingsError

HANDED_BACK = "handed back"
SECONDS = 60  # the most that a student's process may take
MOST = 100_000_000  # bytes of all notebooks of a student


def pack(folder):
    """The notebooks of a folder as the bytes of a tar archive: files only, no links."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for path in sorted(folder.glob("*.ipynb")):
            if path.is_file() and not path.is_symlink():
                archive.add(path, path.name, recursive=False)
    return packed.getvalue()


def unpack(packed, folder):
    """Write the notebooks of an archive into a folder, and nothing else that it may hold; how many."""
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        notebooks = [one for one in archive if one.isreg() and Path(one.name).name == one.name]
        notebooks = [one for one in notebooks if one.name.endswith(".ipynb")]
        for one in notebooks:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / one.name).write_bytes(archive.extractfile(one).read())
    return len(notebooks)


def run_as(become, action, folder, given=b""):
    """What this module, run as somebody else, says to an action in that folder of the lessons."""
    command = [sys.executable, "-P", "-m", "helpers.classroom.hub.papers", "--here", action, folder]
    done = subprocess.run(
        command, input=given, preexec_fn=become, cwd="/", env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        stdout=subprocess.PIPE, timeout=SECONDS, check=True,
    )  # fmt: skip
    return done.stdout


def collect(room, folder, become):
    """Bring the notebooks of all students into a folder; a sentence for each."""
    for name in room.students:
        try:
            said = run_as(become(name), "pack", room.lessons_folder)
            count = unpack(said, folder / name) if len(said) <= MOST else 0
            yield f"{name}: {count} collected"
        except (KeyError, OSError, subprocess.SubprocessError, tarfile.TarError):
            yield f"{name}: nothing, for there is no account yet or no answer"


def hand_back(room, folder, become):
    """Take what stands in a folder to the students; a sentence for each."""
    if strangers := sorted({path.name for path in folder.iterdir() if path.is_dir()} - set(room.students)):
        raise SettingsError(f"{strangers[0]} is no student of this class. Nothing was handed back.")
    for name in room.students:
        if (folder / name).is_dir():
            try:
                run_as(become(name), "unpack", room.lessons_folder, pack(folder / name))
                yield f"{name}: handed back"
            except (KeyError, OSError, subprocess.SubprocessError):
                yield f"{name}: not handed back, for there is no account yet or no room"


def here(action, lessons):
    """What a process of a student's does: pack its notebooks, or unpack what it is given beside them."""
    notebooks = Path.home() / lessons / "notebooks"
    if action == "pack":
        sys.stdout.buffer.write(pack(notebooks))
    else:
        unpack(sys.stdin.buffer.read(), notebooks / HANDED_BACK)


def main(arguments=None):
    """Collect or hand back; 2 if that cannot be."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["--here"]:
        here(*arguments[1:])
        return 0
    parser = argparse.ArgumentParser(prog="python -m helpers.classroom.hub.papers")
    parser.add_argument("settings", help="the file of the class, see classroom.toml")
    parser.add_argument("action", choices=("collect", "hand-back"))
    parser.add_argument("folder", type=Path, help="has a folder for each student")
    chosen = parser.parse_args(arguments)
    from .spawner import as_student  # here, because it imports JupyterHub

    try:
        room = settings.read(chosen.settings)
        if chosen.action == "collect":
            if chosen.folder.exists():
                raise SettingsError(
                    f"{chosen.folder} is there already. Name a folder that does not exist yet."
                )
            chosen.folder.mkdir(mode=0o700)
        elif not chosen.folder.is_dir():
            raise SettingsError(f"There is no folder {chosen.folder}.")
        act = {"collect": collect, "hand-back": hand_back}[chosen.action]
        for sentence in act(room, chosen.folder, lambda name: as_student(name, room.bytes)):
            print(sentence)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
