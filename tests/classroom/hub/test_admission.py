"""A name in the file is not enough: a teacher admits whoever signs up under it."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="JupyterHub does not run on Windows")
PASSWORD = "a long and odd password"


@pytest.mark.thorough
def test_only_teachers_need_not_be_admitted():
    from jupyterhub.orm import new_session_factory

    from helpers.classroom.hub.admission import AdmittedByTeachers

    room = AdmittedByTeachers(
        db=new_session_factory("sqlite:///:memory:")(), allowed_users={"ada", "ben"}, admin_users={"carla"}
    )
    assert not room.create_user("ada", PASSWORD).is_authorized
    assert room.create_user("carla", PASSWORD).is_authorized
    room.get_user("ada").change_authorization(room.db, "ada")
    assert room.get_user("ada").is_authorized
    assert room.get_authed_users() == {"ada", "carla"}


@pytest.fixture
def hub(tmp_path):
    """The address of a real hub; nobody's server is started."""
    from helpers.classroom.hub import configuration

    if not shutil.which("configurable-http-proxy"):
        pytest.skip("the hub was not started: configurable-http-proxy is not installed")
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    file, room = tmp_path / "class.toml", tmp_path / "room"
    room.mkdir()
    file.write_text(
        f'students = ["ada"]\nteachers = ["carla"]\nlessons = "x"\naddress = "127.0.0.1"\n'
        f'port = {port}\nfolder = "{room}"\n'
    )
    config = Path(configuration.__file__).with_name("jupyterhub_config.py")
    command = [sys.executable, "-m", "jupyterhub", "-f", str(config)]
    environment = os.environ | {"UPSTREAM_CLASSROOM": str(file)}
    with open(tmp_path / "log", "w") as log:
        process = subprocess.Popen(command, cwd=room, env=environment, stdout=log, stderr=log)
    address, deadline = f"http://127.0.0.1:{port}", time.monotonic() + 30
    try:
        while time.monotonic() < deadline:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(address + "/hub/health").status_code == 200:
                    break
            time.sleep(0.2)
        yield address
    finally:
        process.terminate()
        process.wait(20)


def send(browser, page, **form):
    """Fill in a form of the hub; what comes back."""
    xsrf = re.search(r'name="_xsrf" value="([^"]+)"', browser.get(page).text).group(1)
    return browser.post(page, data=form | {"_xsrf": xsrf})


def sign_up(browser, name):
    about = {"signup_password": PASSWORD, "signup_password_confirmation": PASSWORD}
    assert send(browser, "/hub/signup", username=name, **about).status_code == 200


@pytest.mark.thorough
def test_who_has_signed_up_logs_in_when_a_teacher_has_admitted_them(hub):
    with httpx.Client(base_url=hub, timeout=20) as ada, httpx.Client(base_url=hub, timeout=20) as carla:
        sign_up(ada, "ada")
        refused = send(ada, "/hub/login", username="ada", password=PASSWORD)
        assert "has not been authorized" in refused.text
        sign_up(carla, "carla")
        assert send(carla, "/hub/login", username="carla", password=PASSWORD).status_code == 302
        carla.get("/hub/authorize/ada")
        assert send(ada, "/hub/login", username="ada", password=PASSWORD).status_code == 302
