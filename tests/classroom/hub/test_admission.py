"""A name in the file is needed and is not enough: a teacher admits whoever signs up under it."""

import asyncio
import contextlib
import functools
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from traitlets.config import Config

from helpers.classroom.hub.settings import Classroom

PASSWORD = "a long and odd password"
# To read the certificates of the whole world, of which none is met here, takes longer than to ask.
get = functools.partial(httpx.get, verify=False)
new_browser = functools.partial(httpx.Client, timeout=20, verify=False)


def authenticator(**who):
    """What decides who comes in, over a database in memory."""
    from jupyterhub.orm import new_session_factory

    from helpers.classroom.hub import configuration
    from helpers.classroom.hub.admission import AdmittedByTeachers

    room = Classroom(**{"students": ("ada", "ben"), "teachers": ("carla",), "lessons": "x"} | who)
    config = Config()
    configuration.configure(config, room)
    return AdmittedByTeachers(db=new_session_factory("sqlite:///:memory:")(), config=config)


@pytest.mark.thorough
def test_only_teachers_need_not_be_admitted():
    room = authenticator()
    assert not room.create_user("ada", PASSWORD).is_authorized
    assert room.create_user("carla", PASSWORD).is_authorized
    room.get_user("ada").change_authorization(room.db, "ada")
    assert room.get_user("ada").is_authorized
    assert room.get_authed_users() == {"ada", "carla"}


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["eva", "root", "ada ", " ada", "-x", ".x", "../ada", "ada\n", ""])
def test_a_name_that_is_not_in_the_file_cannot_sign_up(name):
    assert authenticator().create_user(name, PASSWORD) is None


@pytest.mark.thorough
def test_who_guesses_a_password_locks_out_nobody_elsewhere():
    room = authenticator()
    room.create_user("carla", PASSWORD)

    def log_in(password, place):
        handler = SimpleNamespace(request=SimpleNamespace(remote_ip=place))
        return asyncio.run(room.authenticate(handler, {"username": "carla", "password": password}))

    assert [log_in("a guess", "10.0.0.66") for _ in range(6)] == [None] * 6
    assert log_in(PASSWORD, "10.0.0.66") is None  # that was one guess too many
    assert log_in(PASSWORD, "10.0.0.7") == "carla"


@pytest.fixture
def hub_of(tmp_path):
    """hub_of(students, teachers) -> the address of a real hub for that class, while the block lasts; nobody's
    server is started, and what one hub remembers the next one finds."""
    from helpers.classroom.hub import configuration

    if not shutil.which("configurable-http-proxy"):
        pytest.skip("the hub was not started: configurable-http-proxy is not installed")
    file, room = tmp_path / "class.toml", tmp_path / "room"
    room.mkdir()
    config = Path(configuration.__file__).with_name("jupyterhub_config.py")

    @contextlib.contextmanager
    def start(students, teachers):
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        file.write_text(
            f'students = {students}\nteachers = {teachers}\nlessons = "x"\naddress = "127.0.0.1"\n'
            f'port = {port}\nfolder = "{room}"\n'
        )
        command = [sys.executable, "-m", "jupyterhub", "-f", str(config)]
        environment = os.environ | {"UPSTREAM_CLASSROOM": str(file)}
        with open(tmp_path / "log", "a") as log:
            process = subprocess.Popen(command, cwd=room, env=environment, stdout=log, stderr=log)
        address, deadline = f"http://127.0.0.1:{port}", time.monotonic() + 30
        try:
            while time.monotonic() < deadline:
                with contextlib.suppress(httpx.HTTPError):
                    if get(address + "/hub/health").status_code == 200:
                        break
                time.sleep(0.2)
            yield address
        finally:
            process.terminate()
            process.wait(20)

    return start


def send(browser, page, **form):
    """Fill in a form of the hub; what comes back."""
    xsrf = re.search(r'name="_xsrf" value="([^"]+)"', browser.get(page).text).group(1)
    return browser.post(page, data=form | {"_xsrf": xsrf})


def sign_up(browser, name):
    about = {"signup_password": PASSWORD, "signup_password_confirmation": PASSWORD}
    answer = send(browser, "/hub/signup", username=name, **about)
    assert answer.status_code == 200
    return answer.text


def log_in(browser, name):
    return send(browser, "/hub/login", username=name, password=PASSWORD)


@pytest.mark.thorough(one_in=2)
def test_the_file_is_the_truth_at_every_start(hub_of):
    """Who signs up is admitted by a teacher; who leaves the file is out, with cookies, token and password."""
    with new_browser() as ada, new_browser() as carla, new_browser() as dora:
        with hub_of(["ada"], ["carla", "dora"]) as address:
            for browser in (ada, carla, dora):
                browser.base_url = address
            assert "Nobody has that name in this class" in sign_up(ada, "eva")
            sign_up(ada, "ada")
            assert "has not been authorized" in log_in(ada, "ada").text
            for browser, name in ((carla, "carla"), (dora, "dora")):
                sign_up(browser, name)
                assert log_in(browser, name).status_code == 302
            carla.get("/hub/authorize/ada")
            assert log_in(ada, "ada").status_code == 302
            assert ada.get("/hub/home").status_code == 200
            assert dora.get("/hub/admin").status_code == 200
            page = dora.get("/hub/token").text
            xsrf = re.search(r'xsrf_token: "([^"]+)"', page).group(1)
            made = dora.post(
                "/hub/api/users/dora/tokens",
                json={},
                headers={"X-XSRFToken": xsrf, "Referer": f"{address}/hub/"},
            )
            as_dora = {"Authorization": f"token {made.json()['token']}"}
            assert get(f"{address}/hub/api/users", headers=as_dora).status_code == 200
        with hub_of(["dora"], ["carla"]) as address:  # ada has left, and dora is a student now
            for browser in (ada, carla, dora):
                browser.base_url = address
            assert "/hub/login" in ada.get("/hub/home").headers["location"]
            assert "Invalid username or password" in log_in(ada, "ada").text
            assert dora.get("/hub/home").status_code == 200
            assert dora.get("/hub/admin").status_code == 403
            assert get(f"{address}/hub/api/users", headers=as_dora).status_code == 403
            assert carla.get("/hub/admin").status_code == 200
        with hub_of(["ada"], ["carla"]) as address:  # dora has left; ada is back, as somebody new
            ada.base_url = address
            assert "Invalid username or password" in log_in(ada, "ada").text
            sign_up(ada, "ada")
            assert "has not been authorized" in log_in(ada, "ada").text
            assert get(f"{address}/hub/api/users", headers=as_dora).status_code == 403
