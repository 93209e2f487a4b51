"""A whole class logs in at once: a few servers start at a time, in turn, and nobody is turned away."""

import asyncio
import subprocess
import sys
from types import SimpleNamespace

import pytest

from helpers.classroom.hub.line import Line


@pytest.fixture(autouse=True)
def look_often(monkeypatch):
    monkeypatch.setattr(Line, "LOOK", 0.001)


def test_all_get_their_turn_in_order_and_never_too_many_at_once():
    line, starting, begun, most = Line(at_once=3), set(), [], []

    async def start(one):
        async with line.turn(one):
            begun.append(one)
            starting.add(one)
            most.append(len(starting))
            await asyncio.sleep(0.003)
            starting.remove(one)

    async def all_at_once():
        await asyncio.gather(*map(start, range(12)))

    asyncio.run(all_at_once())
    assert sorted(begun) == list(range(12))
    # Who are due at the same moment may wake in any order, on a busy machine; nobody else is overtaken.
    assert all(abs(one - place) < 3 for place, one in enumerate(begun)), begun
    assert max(most) == 3
    assert line.people == []


def test_who_fails_or_gives_up_makes_room():
    line, arrived = Line(at_once=1), []

    async def fail():
        async with line.turn("fails"):
            await asyncio.sleep(0.002)
            raise OSError

    async def arrive():
        async with line.turn("last"):
            arrived.append("last")

    async def scene():
        failing = asyncio.create_task(fail())
        await asyncio.sleep(0)
        leaving = asyncio.create_task(line.turn("leaves").__aenter__())
        await asyncio.sleep(0)
        last = asyncio.create_task(arrive())
        await asyncio.sleep(0)
        assert [line.ahead_of(one) for one in ("fails", "leaves", "last")] == [0, 1, 2]
        leaving.cancel()
        await asyncio.gather(failing, leaving, last, return_exceptions=True)

    asyncio.run(scene())
    assert arrived == ["last"]
    assert line.people == []


@pytest.mark.skipif(sys.platform == "win32", reason="JupyterHub does not run on Windows")
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
    monkeypatch.setattr(module.StudentSpawner, "line", Line(at_once=1))
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
    assert both[0].line.people == []


@pytest.mark.skipif(sys.platform == "win32", reason="JupyterHub does not run on Windows")
def test_the_page_counts_down():
    from helpers.classroom.hub.spawner import said_of

    assert [said_of(ahead)["message"].split()[0] for ahead in (7, 1, 0)] == ["7", "1", "Your"]
    assert said_of(1)["progress"] < said_of(0)["progress"]
