"""Votes: none is lost, none counts twice, and only the lecturer sees the counts."""

import asyncio
import functools
import json
import queue
import random
import threading

import httpx
import pytest
from playwright.sync_api import expect
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets

from helpers.classroom.slides import votes
from tests.loops import finished
from tests.thorough import THOROUGH

ASKED = {"id": "01.p1", "question": "?", "options": [[letter, letter] for letter in "ABCDE"], "open": True}
# To read the certificates of the whole world, of which none is met here, takes longer than to vote.
a_browser = functools.partial(httpx.AsyncClient, verify=False)
CROWDS = [(500, 0)] if THOROUGH else [(12, 0.1)]  # people, who vote within so many seconds


@pytest.fixture
def room():
    return votes.Room()


def served(room, visit, slides=()):
    async def run():
        [listening] = bind_sockets(0, "127.0.0.1")
        server = HTTPServer(votes.application(slides, room))
        server.add_sockets([listening])
        try:
            return await visit(f"http://127.0.0.1:{listening.getsockname()[1]}")
        finally:
            server.stop()
            await server.close_all_connections()

    return finished(run())


async def voter(address, room, letter, times, delay):
    """Opens the page, waits for a vote, and votes, first by mistake for A; the status of each answer."""
    async with a_browser(timeout=30, base_url=address) as phone:
        await phone.get(f"/{room.name}")
        await asyncio.sleep(delay)
        told = [{"id": "01.p1", "option": each} for each in ["A"] * (times - 1) + [letter]]
        return [(await phone.post(f"/{room.name}/vote", json=each)).status_code for each in told]


@pytest.mark.parametrize(("people", "seconds"), CROWDS)
def test_a_room_full_of_people_is_counted_and_nobody_twice(people, seconds, room):
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

    answers = served(room, visit)
    assert room.counts == {"01.p1": {letter: letters.count(letter) for letter in "ABCDE"}}
    assert answers == [[200] * n for n in times]


def test_once_the_count_is_shown_nobody_votes_until_a_new_round_begins(room):
    people = [room.new_voter() for _ in range(3)]
    room.ask(ASKED)
    first = [room.vote(cookie, "01.p1", "A") for cookie in people]
    room.ask({"open": False})  # another slide, before the count
    room.ask(ASKED)
    assert room.counts["01.p1"]["A"] == 3, "no round began anew"
    room.ask(ASKED | {"open": False})  # the count
    late = room.vote(people[0], "01.p1", "B")
    shown, before = dict(room.counts["01.p1"]), room.asked["round"]
    room.ask(ASKED)  # back at the question
    again = room.vote(people[0], "01.p1", "B")
    assert (first, late, again) == ([""] * 3, "This vote is closed.", "")
    assert (shown["A"], room.counts["01.p1"]) == (3, dict.fromkeys("ABCDE", 0) | {"B": 1})
    assert room.asked["round"] != before, "phones are told"


def test_what_is_forged_late_or_no_vote_is_not_counted(room):
    async def visit(address):
        async with a_browser(base_url=address) as phone:
            await phone.get(f"/{room.name}")
            vote = f"/{room.name}/vote"
            early = await phone.post(vote, json={"id": "01.p1", "option": "A"})
            room.ask(ASKED)
            other = await phone.post(vote, json={"id": "01.p1", "option": "Z"})
            broken = await phone.post(vote, content=b"[")
            async with a_browser(base_url=address, cookies={"voter": "a.b"}) as stranger:
                forged = await stranger.post(vote, json={"id": "01.p1", "option": "A"})
            room.ask({"open": False})
            late = await phone.post(vote, json={"id": "01.p1", "option": "A"})
        return [answer.status_code for answer in (early, other, broken, forged, late)]

    assert served(room, visit) == [409, 409, 400, 409, 409]
    assert sum(room.counts["01.p1"].values()) == 0


def test_slides_counts_and_control_are_the_lecturers(room, tmp_path):
    talk = tmp_path / "01.html"
    talk.write_text("<html><head></head></html>", encoding="utf-8")

    async def visit(address):
        async with a_browser(base_url=address) as anybody:
            refused = [await anybody.get("/"), await anybody.get("/01.html"), await anybody.get("/counts")]
            refused += [await anybody.post("/control", json=ASKED), await anybody.get("/?key=guess")]
            code = await anybody.get("/code.svg")
        async with a_browser(base_url=address, follow_redirects=True) as lecturer:
            shown = await lecturer.get(f"/?key={room.key}")
            await lecturer.post("/control", json=ASKED)
            async with lecturer.stream("GET", "/counts") as counts:
                told = await anext(counts.aiter_lines())
        return [answer.status_code for answer in refused], code.text, shown.text, told

    refused, code, shown, told = served(room, visit, [talk])
    assert refused == [403] * 5
    assert "<svg" in code
    assert f'<meta name="room" content="{room.name}">' in shown
    assert json.loads(told.removeprefix("data: "))["counts"] == dict.fromkeys("ABCDE", 0)


# --- in a browser ---


def started(slides):
    """The addresses for the lecturer and for the room: a thread of its own serves until the process ends."""
    told = queue.Queue()
    serving = votes.serve(slides, "127.0.0.1", say=lambda *lines, **_: told.put(lines))
    threading.Thread(target=asyncio.run, args=[serving], daemon=True).start()
    return [line.split()[1] for line in told.get(timeout=20)]


@pytest.mark.thorough
def test_a_phone_joins_changes_its_vote_and_votes_again_when_the_wall_goes_back(slides, chromium):
    wall, phone = (chromium.new_context().new_page() for _ in range(2))
    for tab, address in zip((wall, phone), started([slides.path]), strict=True):
        tab.goto(address)
    joining = wall.get_by_role("dialog")
    expect(joining).to_contain_text(phone.url.partition("//")[2])  # before the first vote
    wall.keyboard.press("PageDown")
    expect(joining).to_have_count(0)
    assert wall.evaluate("[Reveal.getIndices().h, document.querySelectorAll('.visible').length]") == [0, 0]
    wall.evaluate("Reveal.slide(2)")
    buttons, told = phone.get_by_role("button"), wall.locator("section.present em")
    for choice in 0, 1:
        buttons.nth(choice).click()
        expect(buttons.nth(choice)).to_have_attribute("aria-pressed", "true")
    counts = wall.locator("section.present output")
    expect(counts).to_have_text(["0", "1", "0", "0", "0"])  # it has arrived before the vote is closed
    wall.keyboard.press("PageDown")
    expect(buttons).to_have_count(0)
    expect(counts).to_have_text(["0", "1", "0", "0", "0"])
    wall.keyboard.press("PageUp")
    expect(told).to_have_text("0 votes")
    buttons.nth(0).click()
    expect(told).to_have_text("1 vote")
