"""Votes: none is lost, none counts twice, and only the lecturer sees the counts."""

import asyncio
import json
import random

import httpx
import pytest
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets

from helpers.classroom.slides import votes
from tests.loops import finished
from tests.thorough import THOROUGH

ASKED = {"id": "01.p1", "question": "?", "options": [[letter, letter] for letter in "ABCDE"], "open": True}
CROWDS = [(300, 10), (500, 0)] if THOROUGH else [(12, 0.1)]  # people, who vote within so many seconds


@pytest.fixture
def room():
    return votes.Room()


def served(room, folder, visit):
    async def run():
        [listening] = bind_sockets(0, "127.0.0.1")
        server = HTTPServer(votes.application(folder, room))
        server.add_sockets([listening])
        try:
            return await visit(f"http://127.0.0.1:{listening.getsockname()[1]}")
        finally:
            server.stop()
            await server.close_all_connections()

    return finished(run())


async def voter(address, room, letter, times, delay):
    """Opens the page, waits for a vote, and votes; the status of each answer."""
    async with httpx.AsyncClient(timeout=30, base_url=address) as phone:
        await phone.get(f"/{room.name}")
        await asyncio.sleep(delay)
        vote = {"id": "01.p1", "option": letter}
        return [(await phone.post(f"/{room.name}/vote", json=vote)).status_code for _ in range(times)]


@pytest.mark.parametrize(("people", "seconds"), CROWDS)
def test_a_room_full_of_people_is_counted_and_nobody_twice(people, seconds, room, tmp_path):
    rng = random.Random(34)
    letters = [rng.choice("ABCDE") for _ in range(people)]
    times = [2 if rng.random() < 0.2 else 1 for _ in letters]

    async def visit(address):
        room.ask(ASKED)
        each = (
            voter(address, room, letter, n, rng.uniform(0, seconds))
            for letter, n in zip(letters, times, strict=True)
        )
        return await asyncio.gather(*each)

    answers = served(room, tmp_path, visit)
    assert room.counts == {"01.p1": {letter: letters.count(letter) for letter in "ABCDE"}}
    assert answers == [[200] + [409] * (n - 1) for n in times]


def test_what_is_forged_late_or_no_vote_is_not_counted(room, tmp_path):
    async def visit(address):
        async with httpx.AsyncClient(base_url=address) as phone:
            await phone.get(f"/{room.name}")
            vote = f"/{room.name}/vote"
            early = await phone.post(vote, json={"id": "01.p1", "option": "A"})
            room.ask(ASKED)
            other = await phone.post(vote, json={"id": "01.p1", "option": "Z"})
            broken = await phone.post(vote, content=b"[")
            async with httpx.AsyncClient(base_url=address, cookies={"voter": "a.b"}) as stranger:
                forged = await stranger.post(vote, json={"id": "01.p1", "option": "A"})
            room.ask({"open": False})
            late = await phone.post(vote, json={"id": "01.p1", "option": "A"})
        return [answer.status_code for answer in (early, other, broken, forged, late)]

    assert served(room, tmp_path, visit) == [409, 409, 400, 409, 409]
    assert sum(room.counts["01.p1"].values()) == 0


def test_slides_counts_and_control_are_the_lecturers(room, tmp_path):
    (tmp_path / "01.html").write_text("<html><head></head></html>", encoding="utf-8")

    async def visit(address):
        async with httpx.AsyncClient(base_url=address) as anybody:
            refused = [await anybody.get("/"), await anybody.get("/01.html"), await anybody.get("/counts")]
            refused += [await anybody.post("/control", json=ASKED), await anybody.get("/?key=guess")]
            code = await anybody.get("/code.svg")
        async with httpx.AsyncClient(base_url=address, follow_redirects=True) as lecturer:
            await lecturer.get(f"/?key={room.key}")
            shown = await lecturer.get("/01.html")
            await lecturer.post("/control", json=ASKED)
            async with lecturer.stream("GET", "/counts") as counts:
                told = await anext(counts.aiter_lines())
        return [answer.status_code for answer in refused], code.text, shown.text, told

    refused, code, shown, told = served(room, tmp_path, visit)
    assert refused == [403] * 5
    assert "<svg" in code
    assert f'<meta name="room" content="{room.name}">' in shown
    assert json.loads(told.removeprefix("data: "))["counts"] == dict.fromkeys("ABCDE", 0)
