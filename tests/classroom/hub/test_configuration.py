"""What the hub is told: JupyterHub knows every setting, and nothing that guards a class is switched off."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from traitlets.config import Config

from helpers.classroom.hub import configuration
from helpers.classroom.hub.settings import Classroom

CONFIG = Path(configuration.__file__).with_name("jupyterhub_config.py")


def said(folder, **settings):
    usual = {"students": ("ada",), "teachers": ("ben",), "lessons": "/srv/upstream.git"}
    room = Classroom(folder=folder, **usual | settings)
    config = Config()
    configuration.configure(config, room)
    return config


@pytest.mark.parametrize("sign_up", ["native", "shared"])
def test_nobody_comes_in_who_is_not_of_the_class(tmp_path, sign_up):
    config = said(tmp_path, sign_up=sign_up)
    assert config.Authenticator.allowed_users == {"ada"}
    assert config.Authenticator.admin_users == {"ben"}
    assert config.Authenticator.allow_existing_users is False  # who has been here before is let in no more
    assert config.Authenticator.delete_invalid_users is True
    of_the_class = re.compile(config.Authenticator.username_pattern).match
    assert of_the_class("ada")
    assert of_the_class("ben")
    assert not any(map(of_the_class, ["", "adam", "eva", "ada\n", "-ada", ".", "root", "ada,ben", "xada"]))
    words = json.dumps(config, default=str)
    assert not any(
        open_door in words for open_door in ("allow_all", "xsrf", "dummy", "allow_origin", "no_ssl")
    )
    assert config.NativeAuthenticator.get("open_signup", False) is False


def test_teachers_are_those_in_the_file_and_no_one_else(tmp_path):
    """A role with its users written down takes it from all others when the hub starts."""
    (admin, _) = said(tmp_path, teachers=("ben", "eva")).JupyterHub.load_roles
    assert admin == {"name": "admin", "users": ["ben", "eva"]}


def test_the_hub_itself_is_reached_from_this_machine_alone(tmp_path):
    assert said(tmp_path).JupyterHub.hub_ip == "127.0.0.1"


def test_with_a_certificate_nothing_is_said_in_the_clear(tmp_path):
    hub = said(tmp_path, certificate="/etc/a.crt", key="/etc/a.key", name="hub.school").JupyterHub
    assert (hub.ssl_cert, hub.ssl_key) == ("/etc/a.crt", "/etc/a.key")
    assert hub.bind_url == "https://:8000"
    assert hub.subdomain_host == "https://hub.school:8000"


def test_each_server_has_its_own_origin_where_the_machine_has_a_name_for_it(tmp_path):
    assert said(tmp_path, name="hub.school", port=80).JupyterHub.subdomain_host == "http://hub.school:80"
    assert "subdomain_host" not in said(tmp_path).JupyterHub


def test_a_password_of_ones_own_is_long_uncommon_and_not_guessed_for_ever(tmp_path):
    native = said(tmp_path).NativeAuthenticator
    assert native.minimum_password_length >= 8
    assert native.check_common_password is True
    assert 0 < native.allowed_failed_logins <= 10
    assert native.seconds_before_next_try >= 60


def test_shared_passwords_are_drawn_once_and_kept_for_root(tmp_path):
    first, second = (said(tmp_path, sign_up="shared").SharedPasswordAuthenticator for _ in range(2))
    assert first == second
    assert len(first.user_password) >= 10
    assert len(first.admin_password) >= 40
    assert first.user_password != first.admin_password
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
    (tmp_path / "password_of_students").unlink()
    assert said(tmp_path, sign_up="shared").SharedPasswordAuthenticator.user_password != first.user_password


def test_the_one_service_may_stop_servers_and_no_more(tmp_path):
    config = said(tmp_path, idle_minutes=7)
    (_, role) = config.JupyterHub.load_roles
    assert role["services"] == [service["name"] for service in config.JupyterHub.services]
    assert set(role["scopes"]) == {"list:users", "read:users:activity", "read:servers", "delete:servers"}
    assert "--timeout=420" in config.JupyterHub.services[0]["command"]


def test_nobody_is_turned_away_and_the_last_in_line_may_wait_for_all(tmp_path):
    small, large = said(tmp_path), said(tmp_path, students=tuple(f"s{k}" for k in range(60)))
    assert small.JupyterHub.concurrent_spawn_limit == 0
    assert large.Spawner.start_timeout > 20 * small.Spawner.start_timeout


@pytest.mark.thorough
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


def test_a_cluster_starts_what_one_machine_starts(tmp_path):
    """The values for Kubernetes, and the image's own Python, in place of this one."""
    values = yaml.safe_load(CONFIG.with_name("kubernetes.yaml").read_text(encoding="utf-8"))["singleuser"]
    machine = said(tmp_path, lessons="https://ADDRESS/upstream.git").Spawner
    bin = f"{Path(sys.executable).parent}/"
    assert [part.replace("/srv/upstream/.venv/bin/", "") for part in values["cmd"]] == [
        part.replace(bin, "") for part in machine.cmd
    ]
    assert values["defaultUrl"] == machine.default_url
