"""Start the hub of a class, after a look at what would go wrong later.

sudo .venv/bin/python -m helpers.classroom.hub classroom.toml
sudo .venv/bin/python -m helpers.classroom.hub classroom.toml --check    # look only
"""

import argparse
import contextlib
import importlib.util
import os
import shutil
import socket
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

from . import accounts, configuration, settings
from .settings import SettingsError

CONFIG = Path(__file__).with_name("jupyterhub_config.py")
MARK = "folder-of-the-hub"  # a file that says whose folder it is
TYPICAL = 230 * 2**20  # bytes: what a student with a lesson open takes, see README.md, and some to spare


def require_root():
    """Only root can start servers under other accounts."""
    if os.geteuid() != 0:
        raise SettingsError(
            "Start it as root (sudo): each student's server runs under an account of its own."
        )


def require_programs():
    """JupyterHub, and the proxy in front of it, which is a program for Node."""
    for module in ("jupyterhub", "nativeauthenticator", "jupyterhub_idle_culler"):
        if importlib.util.find_spec(module) is None:
            raise SettingsError(f"{module} is not installed here. Run: uv sync --group hub")
    for program, package in (("node", "nodejs"), ("git", "git"), ("useradd", "passwd")):
        if shutil.which(program) is None:
            raise SettingsError(f"{program} is not installed. On Debian or Ubuntu: apt-get install {package}")
    if shutil.which("configurable-http-proxy") is None:
        raise SettingsError("The hub's proxy is not installed. Run: npm install -g configurable-http-proxy")


def require_free_port(address, port):
    """Nobody else may be listening there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError as error:
            raise SettingsError(
                f"Port {port} cannot be used: {error.strerror}. Stop what runs there, or set another port."
            ) from None


def require_entry(what, where):
    """Every account may enter this folder."""
    for folder in (where, *where.parents):
        if not folder.stat().st_mode & 0o001:
            raise SettingsError(
                f"Students cannot enter {folder}. Put {what} where all can: below /srv or /opt, for example."
            )


def require_certificate(room):
    """The certificate is there, and its key, which others cannot read."""
    for file in filter(None, (room.certificate, room.key)):
        if not Path(file).is_file():
            raise SettingsError(f"There is no {file}.")
    if room.key and Path(room.key).stat().st_mode & 0o007:
        raise SettingsError(f"Everybody on this machine can read {room.key}. Run: chmod o= {room.key}")


def is_own(folder):
    """Whether an earlier start of a hub made this folder."""
    return (folder / MARK).is_file() and not folder.is_symlink() and folder.stat().st_uid == os.geteuid()


def require_own_folder(room):
    """The hub's folder is its own from an earlier start, or can be made. This only looks."""
    folder = room.folder
    if os.path.lexists(folder) and not is_own(folder):
        raise SettingsError(
            f"{folder} is there, and is not a hub's own folder: name one that does not exist yet. "
            f"(Did an earlier version of this hub make it? Then run: sudo touch {folder / MARK})"
        )
    for above in folder.parents:
        if not os.path.lexists(above):
            continue
        if not above.is_dir():
            raise SettingsError(f"{folder} cannot be made: {above} is not a folder.")
        if above.stat().st_mode & 0o022 and not above.stat().st_mode & stat.S_ISVTX:
            raise SettingsError(
                f"Others can replace what is in {above}. Put folder elsewhere, below /srv say."
            )


def require_good_passwords(room):
    """Passwords that a teacher has written into the hub's folder are long enough for JupyterHub."""
    for file, least in configuration.SHARED.items():
        path = room.folder / file
        if room.sign_up == "shared" and path.is_file() and len(path.read_text("utf-8").strip()) < least:
            raise SettingsError(f"The password in {path} has fewer than {least} characters: write more.")


def make_folder(folder):
    """Make the hub's own folder if it is new; nobody else can open it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
        (folder / MARK).touch()
    except OSError as error:
        raise SettingsError(f"{folder} cannot be made: {error.strerror}.") from None


def who_has_left(room):
    """The names that this hub once let in and that are no longer in the file of the class."""
    if not room.database.is_file():
        return set()
    with contextlib.closing(sqlite3.connect(f"{room.database.as_uri()}?mode=ro", uri=True)) as database:
        return {name for (name,) in database.execute("SELECT name FROM users")} - set(room.names)


def said_of_memory(room):
    """A sentence if the class will not fit into the memory that is free; None if it will."""
    with open("/proc/meminfo", encoding="ascii") as lines:
        free = next(1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable"))
    wanted = TYPICAL * len(room.names)
    if wanted <= free:
        return None
    return f"Careful: the class takes about {wanted / 2**30:.1f} GB, and {free / 2**30:.1f} GB are free."


def said_of_lessons(address):
    """A sentence if somebody without any rights could not fetch the lessons; None if they could."""
    import pwd  # here, because Windows has none

    nobody = pwd.getpwnam("nobody")
    environment = {"PATH": os.environ["PATH"], "HOME": "/", "LANG": "C", "GIT_TERMINAL_PROMPT": "0"}
    ask = ["git", "ls-remote", "--symref", "--", address, "HEAD"]
    try:
        ran = subprocess.run(
            ask, cwd="/", env=environment, user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[],
            capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"Careful: {address} does not answer, so students cannot fetch the lessons."
    if ran.returncode != 0:
        why = (ran.stderr.strip() or "no reason given").splitlines()[0]
        return f"Careful: students cannot fetch the lessons from {address}. git says: {why}"
    if not ran.stdout.startswith("ref: "):
        return f"Careful: students cannot fetch the lessons: {address} has no branch checked out."
    return None


def main(arguments=None):
    """Start the hub in place of this process; 2 if it cannot be started."""
    parser = argparse.ArgumentParser(
        prog="python -m helpers.classroom.hub", description=__doc__.splitlines()[0]
    )
    parser.add_argument("settings", help="the file of the class, see classroom.toml")
    parser.add_argument("--check", action="store_true", help="look whether it could start, and stop")
    chosen = parser.parse_args(arguments)
    try:
        room = settings.read(chosen.settings)
        require_root()
        require_programs()
        require_free_port(room.address, room.port)
        require_entry("the project", Path(__file__).resolve().parents[3])
        require_entry("Python", Path(sys.base_prefix))
        require_certificate(room)
        require_own_folder(room)
        require_good_passwords(room)
        for careful in filter(None, (said_of_memory(room), said_of_lessons(room.lessons))):
            print(careful, file=sys.stderr)
        if chosen.check:
            print(f"It can start: {len(room.students)} students, port {room.port}.")
            return 0
        make_folder(room.folder)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    accounts.stop_processes(who_has_left(room))
    os.environ["UPSTREAM_CLASSROOM"] = str(Path(chosen.settings).resolve())
    os.chdir(room.folder)
    command = [sys.executable, "-m", "jupyterhub", "-f", str(CONFIG)]
    os.execv(command[0], command)


if __name__ == "__main__":
    sys.exit(main())
