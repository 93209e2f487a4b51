"""What JupyterHub is told about a class. No token and no check of a request's origin is switched off."""

import os
import secrets
import sys
from pathlib import Path

BIN = Path(sys.executable).parent
# The files of shared passwords, and how many characters JupyterHub asks for at least.
SHARED = {"password_of_students": 8, "password_of_teachers": 32}
# A student's server needs one core. With more, NumPy would take memory for each, and hold up the others.
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def configure(c, room):
    """Say to the configuration c of a JupyterHub what the Classroom is."""
    c.JupyterHub.bind_url = f"{'https' if room.certificate else 'http'}://{room.address}:{room.port}"
    c.JupyterHub.ssl_cert, c.JupyterHub.ssl_key = room.certificate, room.key
    c.JupyterHub.hub_ip = "127.0.0.1"
    c.JupyterHub.db_url = f"sqlite:///{room.database}"
    c.JupyterHub.cookie_secret_file = str(room.folder / "cookie_secret")
    c.ConfigurableHTTPProxy.pid_file = str(room.folder / "proxy.pid")
    if room.name:  # each server at a name of its own: no page of one can act in another, or in the hub
        c.JupyterHub.subdomain_host = f"{c.JupyterHub.bind_url.partition(':')[0]}://{room.name}:{room.port}"
    the_file_decides(c, room)
    {"native": by_native_sign_up, "shared": by_shared_password}[room.sign_up](c, room)
    start_servers(c, room)
    stop_idle_ones(c, room)
    show_the_class(c, room)


def the_file_decides(c, room):
    """At every start the names in the file are let in and no others, whoever was there before."""
    c.Authenticator.allowed_users = set(room.students)
    c.Authenticator.admin_users = set(room.teachers)
    c.Authenticator.username_pattern = rf"(?:{'|'.join(room.names)})\Z"
    c.Authenticator.delete_invalid_users = True  # with their tokens and cookies
    c.Authenticator.allow_existing_users = False
    c.JupyterHub.load_roles = [{"name": "admin", "users": list(room.teachers)}]


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
    of_students, of_teachers = (kept(room.folder / file, least) for file, least in SHARED.items())
    c.SharedPasswordAuthenticator.user_password = of_students
    c.SharedPasswordAuthenticator.admin_password = of_teachers


def kept(file, least):
    """The password in a file; drawn by chance when there is none yet, of at least so many characters."""
    if not file.exists():
        with open(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as new:
            new.write(secrets.token_urlsafe(least))  # a third more characters than bytes
    return file.read_text(encoding="utf-8").strip()


def start_servers(c, room):
    """Each student's own JupyterLab, which fetches the lessons first and opens the start page."""
    from .spawner import TURN, StudentSpawner

    c.JupyterHub.spawner_class = StudentSpawner
    c.JupyterHub.concurrent_spawn_limit = 0  # nobody is turned away: the spawner lets them wait
    c.StudentSpawner.most_bytes = room.bytes
    # -P: what lies in a student's home is not taken for this project.
    fetch = [sys.executable, "-P", "-m", "helpers.classroom.hub.student", room.lessons, room.lessons_folder]
    c.Spawner.cmd = [*fetch, str(BIN / "jupyterhub-singleuser")]
    c.Spawner.default_url = f"/lab/tree/{room.lessons_folder}/notebooks/00_start_here.ipynb"
    c.Spawner.environment = ONE_THREAD
    c.Spawner.http_timeout = 120
    c.Spawner.start_timeout = TURN * (len(room.names) + 1)  # the last waits for all


def show_the_class(c, room):
    """A page for teachers: who is how far."""
    from . import progress
    from .spawner import as_student

    c.JupyterHub.extra_handlers = progress.handlers(room, lambda name: as_student(name, room.bytes))


def stop_idle_ones(c, room):
    """A service of the hub that stops servers nobody uses, with no other right than that."""
    seconds = 60 * room.idle_minutes
    command = [sys.executable, "-m", "jupyterhub_idle_culler", f"--timeout={seconds}"]
    c.JupyterHub.services = [{"name": "idle-culler", "command": command}]
    scopes = ["list:users", "read:users:activity", "read:servers", "delete:servers"]
    c.JupyterHub.load_roles.append({"name": "idle-culler", "scopes": scopes, "services": ["idle-culler"]})
