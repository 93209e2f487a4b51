"""What the hub is told: JupyterHub knows every setting, and nothing that guards a class is switched off."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from traitlets.config import Config

from helpers.classroom.hub import configuration
from helpers.classroom.hub.settings import Classroom

CONFIG = Path(configuration.__file__).with_name("jupyterhub_config.py")


def said(folder, **settings):
    """The configuration of a small class."""
    usual = {"students": ("ada",), "teachers": ("ben",), "lessons": "/srv/upstream.git"}
    room = Classroom(folder=folder, **usual | settings)
    config = Config()
    configuration.configure(config, room)
    return config


@pytest.mark.parametrize("sign_up", ["native", "shared"])
def test_nobody_comes_in_who_is_not_of_the_class(tmp_path, sign_up):
    config = said(tmp_path, sign_up=sign_up)
    assert config.Authenticator == {"allowed_users": {"ada"}, "admin_users": {"ben"}}
    words = json.dumps(config, default=str)
    assert not any(
        open_door in words for open_door in ("allow_all", "xsrf", "dummy", "allow_origin", "no_ssl")
    )
    assert config.NativeAuthenticator.get("open_signup", False) is False


def test_shared_passwords_are_drawn_once_and_kept_for_root(tmp_path):
    first, second = (said(tmp_path, sign_up="shared").SharedPasswordAuthenticator for _ in range(2))
    assert first == second
    assert first.user_password != first.admin_password
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
    (tmp_path / "password_of_students").unlink()
    assert said(tmp_path, sign_up="shared").SharedPasswordAuthenticator.user_password != first.user_password


def test_the_one_service_may_stop_servers_and_no_more(tmp_path):
    config = said(tmp_path, idle_minutes=7)
    (role,) = config.JupyterHub.load_roles
    assert set(role["scopes"]) == {"list:users", "read:users:activity", "read:servers", "delete:servers"}
    assert "--timeout=420" in config.JupyterHub.services[0]["command"]


def test_nobody_is_turned_away_and_the_last_in_line_may_wait_for_all(tmp_path):
    small, large = said(tmp_path), said(tmp_path, students=tuple(f"s{k}" for k in range(60)))
    assert small.JupyterHub.concurrent_spawn_limit == 0
    assert large.Spawner.start_timeout > 20 * small.Spawner.start_timeout


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="JupyterHub does not run on Windows")
def test_jupyterhub_knows_every_setting(tmp_path):
    settings = tmp_path / "class.toml"
    room = tmp_path / "room"
    room.mkdir()
    lines = (
        "students = ['ada']",
        "teachers = ['ben']",
        "lessons = '/srv/upstream.git'",
        f"folder = '{room}'",
    )
    settings.write_text("\n".join(lines))
    ask = (
        "import sys\nfrom jupyterhub.app import JupyterHub\n"
        "from nativeauthenticator import NativeAuthenticator\n"
        "from helpers.classroom.hub.spawner import StudentSpawner\n"
        "hub = JupyterHub(); hub.load_config_file(sys.argv[1])\n"
        "known = {c.__name__: set(c.class_trait_names(config=True))\n"
        "         for c in (*hub.classes, NativeAuthenticator, StudentSpawner)}\n"
        "print([f'{name}.{trait}' for name, traits in hub.config.items() for trait in traits\n"
        "       if trait not in known.get(name, ())], len(hub.config))\n"
    )
    environment = os.environ | {"UPSTREAM_CLASSROOM": str(settings)}
    command = [sys.executable, "-c", ask, str(CONFIG)]
    ran = subprocess.run(command, env=environment, cwd=room, capture_output=True, text=True, check=True)
    unknown, count = ran.stdout.strip().rsplit(" ", 1)
    assert ast.literal_eval(unknown) == []
    assert int(count) >= 6  # it was read
