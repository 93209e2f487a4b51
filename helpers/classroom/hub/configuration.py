"""What JupyterHub is told about a class. No token and no check of a request's origin is switched off."""

import os
import secrets
import sys
from pathlib import Path
from urllib.parse import urlencode

BIN = Path(sys.executable).parent
FIRST = "lab/tree/{}/notebooks/00_start_here.ipynb"
# A student's server needs one core. With more, NumPy would take memory for each, and hold up the others.
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def configure(c, room):
    """Say to the configuration c of a JupyterHub what the Classroom is."""
    c.JupyterHub.bind_url = f"{'https' if room.certificate else 'http'}://{room.address}:{room.port}"
    c.JupyterHub.ssl_cert, c.JupyterHub.ssl_key = room.certificate, room.key
    c.JupyterHub.hub_ip = "127.0.0.1"
    c.JupyterHub.db_url = f"sqlite:///{room.folder}/jupyterhub.sqlite"
    c.JupyterHub.cookie_secret_file = str(room.folder / "cookie_secret")
    c.ConfigurableHTTPProxy.pid_file = str(room.folder / "proxy.pid")
    c.Authenticator.allowed_users = set(room.students)
    c.Authenticator.admin_users = set(room.teachers)
    {"native": by_native_sign_up, "shared": by_shared_password}[room.sign_up](c, room)
    start_servers(c, room)
    stop_idle_ones(c, room)


def by_native_sign_up(c, room):
    """All choose a password; nobody comes in before a teacher has admitted them."""
    from .admission import AdmittedByTeachers

    c.JupyterHub.authenticator_class = AdmittedByTeachers
    c.NativeAuthenticator.open_signup = False
    c.NativeAuthenticator.minimum_password_length = 8
    c.NativeAuthenticator.check_common_password = True
    c.NativeAuthenticator.allowed_failed_logins = 5
    c.NativeAuthenticator.seconds_before_next_try = 60


def by_shared_password(c, room):
    """One password for all students and one for all teachers."""
    c.JupyterHub.authenticator_class = "shared-password"
    c.SharedPasswordAuthenticator.user_password = kept(room.folder / "password_of_students", 9)
    c.SharedPasswordAuthenticator.admin_password = kept(room.folder / "password_of_teachers", 30)


def kept(file, size):
    """The password in a file; drawn by chance when there is none yet."""
    if not file.exists():
        with open(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as new:
            new.write(secrets.token_urlsafe(size))
    return file.read_text(encoding="utf-8").strip()


def start_servers(c, room):
    """Each student's own JupyterLab, which fetches the lessons first and opens the start page."""
    from .spawner import TURN, StudentSpawner

    c.JupyterHub.spawner_class = StudentSpawner
    c.JupyterHub.concurrent_spawn_limit = 0  # nobody is turned away: the spawner lets them stand in line
    c.StudentSpawner.most_bytes = room.bytes
    c.Spawner.cmd = [str(BIN / "jupyterhub-singleuser")]
    c.Spawner.default_url = fetched_first(room.lessons)
    c.Spawner.environment = ONE_THREAD
    c.Spawner.http_timeout = 120
    c.Spawner.start_timeout = TURN * (len(room.students) + len(room.teachers) + 1)  # the last waits for all


def fetched_first(lessons):
    """nbgitpuller's link: it brings the lessons into the home, and what the student has changed wins.

    >>> fetched_first("/srv/upstream.git")
    '/git-pull?repo=%2Fsrv%2Fupstream.git&targetpath=upstream&urlpath=lab%2Ftree%2Fupstream%2Fnotebooks%2F00_start_here.ipynb'
    """
    folder = Path(lessons).name.removesuffix(".git")
    about = {"repo": lessons, "targetpath": folder, "urlpath": FIRST.format(folder)}
    return "/git-pull?" + urlencode(about)


def stop_idle_ones(c, room):
    """A service of the hub that stops servers nobody uses, with no other right than that."""
    seconds = 60 * room.idle_minutes
    command = [sys.executable, "-m", "jupyterhub_idle_culler", f"--timeout={seconds}"]
    c.JupyterHub.services = [{"name": "idle-culler", "command": command}]
    scopes = ["list:users", "read:users:activity", "read:servers", "delete:servers"]
    c.JupyterHub.load_roles = [{"name": "idle-culler", "scopes": scopes, "services": ["idle-culler"]}]
