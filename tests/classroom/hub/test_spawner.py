"""What a student's server is before it is anything else: in turn, bounded, closed to others, not root."""

import asyncio
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest


def test_a_server_is_bounded_and_closed_to_others_before_it_gives_up_the_rights_of_root(monkeypatch):
    import resource

    from helpers.classroom.hub import spawner

    done = []
    monkeypatch.setattr(spawner, "set_user_setuid", lambda name: lambda: done.append(("becomes", name)))
    monkeypatch.setattr(resource, "setrlimit", lambda what, bounds: done.append((what, bounds)))
    monkeypatch.setattr(os, "umask", lambda mask: done.append(("umask", mask)))
    one = spawner.StudentSpawner(user=SimpleNamespace(name="ada", url="/"), hub=None, most_bytes=2**29)
    one.make_preexec_fn("ada")()
    assert dict(done[:-1]) == {
        resource.RLIMIT_DATA: (2**29, 2**29),
        resource.RLIMIT_NPROC: (200, 200),
        "umask": 0o077,
    }
    assert done[-1] == ("becomes", "class-ada")


def account(home, uid):
    return SimpleNamespace(pw_name="class-ada", pw_dir=str(home), pw_uid=uid)


def test_a_home_is_closed_to_others(monkeypatch, tmp_path):
    from helpers.classroom.hub import accounts

    home = tmp_path / "class-ada"
    home.mkdir(mode=0o755)
    monkeypatch.setattr("pwd.getpwnam", lambda name: account(home, home.stat().st_uid))
    monkeypatch.setattr(accounts, "ROOT", -1)  # whoever runs this test is a student like any other
    accounts.require_account("ada")
    assert home.stat().st_mode & 0o777 == 0o700


def test_a_home_that_is_not_its_own_is_left_as_it_is(monkeypatch, tmp_path):
    from helpers.classroom.hub import accounts

    tmp_path.chmod(0o755)
    (tmp_path / "link").symlink_to(tmp_path)
    uid = tmp_path.stat().st_uid
    for theirs in (account(tmp_path, uid + 1), account(tmp_path / "link", uid), account(tmp_path, 0)):
        monkeypatch.setattr("pwd.getpwnam", lambda name, theirs=theirs: theirs)
        with pytest.raises(PermissionError, match="was not made by this hub"):
            accounts.require_account("ada")
        assert tmp_path.stat().st_mode & 0o777 == 0o755


def test_an_account_that_cannot_be_made_says_what_went_wrong(monkeypatch, tmp_path):
    from helpers.classroom.hub import accounts

    (tmp_path / "useradd").write_text("#!/bin/sh\nexit 9\n")
    (tmp_path / "useradd").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(subprocess.CalledProcessError, match=r"useradd.* exit status 9"):
        accounts.require_account("nobody-of-that-name")


def test_a_turn_lasts_until_the_server_answers_or_has_ended(monkeypatch):
    from helpers.classroom.hub import spawner as module

    events = []

    async def popen(self):
        command = "import time; time.sleep(0.2)" if self.user.name == "ends" else "input()"
        self.proc = subprocess.Popen([sys.executable, "-c", command], stdin=subprocess.PIPE)
        events.append(self.user.name)
        return "127.0.0.1", 1

    def can_connect(ip, port):
        events.append("asked")
        return events == ["answers"] + 4 * ["asked"]

    monkeypatch.setattr(module.LocalProcessSpawner, "start", popen)
    monkeypatch.setattr(module, "require_account", lambda name: None)
    monkeypatch.setattr(module, "can_connect", can_connect)
    monkeypatch.setattr(module.StudentSpawner, "turns", asyncio.Semaphore(1))
    monkeypatch.setattr(module, "LOOK", 0.001)
    both = [
        module.StudentSpawner(user=SimpleNamespace(name=name, url="/"), hub=None)
        for name in ("answers", "ends")
    ]

    async def all_at_once():
        await asyncio.gather(*(one.start() for one in both))

    asyncio.run(all_at_once())
    for one in both:
        one.proc.communicate(b"\n")
    assert events[:6] == ["answers", "asked", "asked", "asked", "asked", "ends"]
