"""The room votes: the slides for the lecturer, a page for phones, and counts of which nothing else is kept.

A lecturer's laptop serves both. Whoever opens the page gets a cookie, a random name that is signed, so that
one phone counts once in a vote; it is forgotten with the process. The slide on the wall opens and closes a
vote. Slides and counts are for whoever has the key that stands in the address which is printed.
"""

import asyncio
import hashlib
import hmac
import io
import json
import secrets
import socket
from pathlib import Path

import segno
import tornado.web

HERE = Path(__file__).parent
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # of a room: none is mistaken for a number, and none makes a word
FRESHEST = 0.2  # seconds between two messages to one listener


class Room:
    """What is asked now, and how often each option was chosen."""

    def __init__(self):
        self.name = "".join(secrets.choice(LETTERS) for _ in range(5))
        self.key = secrets.token_urlsafe(12)
        self.asked = {"id": None, "open": False, "question": "", "options": [], "round": 0}
        self.counts = {}  # of each question, how often each letter
        self._secret = secrets.token_bytes(16)
        self._choices = {}  # of each question whose count was not shown, what each voter chose
        self.listening = set()  # an event for each stream

    def new_voter(self):
        """The cookie of somebody who comes in."""
        name = secrets.token_urlsafe(12)
        return f"{name}.{self._signed(name)}"

    def knows(self, cookie):
        """Whether this room gave out that cookie."""
        name, _, signature = cookie.partition(".")
        return hmac.compare_digest(signature.encode(), self._signed(name).encode())

    def _signed(self, name):
        return hmac.new(self._secret, name.encode(), hashlib.sha256).hexdigest()[:32]

    def ask(self, asked):
        """Open a vote, close it for its count, or let it wait, where no id is told.

        Once its count was shown, who chose what is forgotten, and opening it again begins a new round.
        """
        self.asked = self.asked | asked
        id = self.asked["id"]
        if not self.asked["open"]:
            self._choices.pop(asked.get("id"), None)
        elif id not in self._choices:
            self._choices[id] = {}
            self.counts[id] = {letter: 0 for letter, _ in self.asked["options"]}
            self.asked["round"] += 1  # phones begin anew
        self._tell()

    def vote(self, cookie, id, letter):
        """Count a vote in place of the voter's last one; "" if it is counted, or why not.

        >>> room = Room()
        >>> room.ask({"id": "01.p1", "open": True, "options": [["A", "4"], ["B", "32"]]})
        >>> voter = room.new_voter()
        >>> room.vote(voter, "01.p1", "A"), room.vote(voter, "01.p1", "B")
        ('', '')
        >>> room.counts
        {'01.p1': {'A': 0, 'B': 1}}
        """
        if not self.knows(cookie):
            return "Open the page of this room first."
        if not self.asked["open"] or id != self.asked["id"]:
            return "This vote is closed."
        if letter not in self.counts[id]:
            return "There is no such answer."
        if before := self._choices[id].get(cookie):
            self.counts[id][before] -= 1
        self._choices[id][cookie] = letter
        self.counts[id][letter] += 1
        self._tell()
        return ""

    def _tell(self):
        for news in self.listening:
            news.set()


class _Handler(tornado.web.RequestHandler):
    def initialize(self, room, slides=()):
        self.room, self.slides = room, {path.name: path for path in slides}

    def only_for_the_lecturer(self):
        if not hmac.compare_digest(self.get_cookie("lecturer", ""), self.room.key):
            raise tornado.web.HTTPError(403)

    def said(self):
        """What was sent, which has to be an object."""
        try:
            said = json.loads(self.request.body)
        except ValueError:
            said = None
        if not isinstance(said, dict):
            raise tornado.web.HTTPError(400)
        return said


class _Slides(_Handler):
    """The slides, for whoever comes with the key."""

    def get(self, name):
        if hmac.compare_digest(self.get_argument("key", ""), self.room.key):
            self.set_cookie("lecturer", self.room.key, httponly=True, samesite="Strict")
            return self.redirect("/")
        self.only_for_the_lecturer()
        if not name and len(self.slides) == 1:
            return self.redirect(f"/{next(iter(self.slides))}")
        if not name:
            rows = "".join(f'<li><a href="/{each}">{each}</a></li>' for each in self.slides)
            look = "<style>body { font: 20px/1.6 system-ui, sans-serif; color-scheme: light dark }</style>"
            return self.finish(f"<!doctype html><title>Slides</title>{look}<h1>Slides</h1><ul>{rows}</ul>")
        if name not in self.slides:
            raise tornado.web.HTTPError(404)
        text = self.slides[name].read_text(encoding="utf-8")
        self.finish(text.replace("<head>", f'<head><meta name="room" content="{self.room.name}">', 1))


class _Code(_Handler):
    """The address of the room as a picture for cameras."""

    def get(self):
        drawn = io.BytesIO()
        segno.make(f"http://{self.request.host}/{self.room.name}").save(drawn, kind="svg", scale=8, border=2)
        self.set_header("Content-Type", "image/svg+xml")
        self.finish(drawn.getvalue())


class _Control(_Handler):
    def post(self):
        self.only_for_the_lecturer()
        self.room.ask(self.said())


class _Phone(_Handler):
    def get(self):
        if not self.room.knows(self.get_cookie("voter", "")):
            self.set_cookie("voter", self.room.new_voter(), httponly=True, samesite="Strict")
        self.finish((HERE / "phone.html").read_text(encoding="utf-8"))


class _Vote(_Handler):
    def post(self):
        said = self.said()
        why = self.room.vote(self.get_cookie("voter", ""), said.get("id"), str(said.get("option")))
        if why:
            self.set_status(409)
        self.finish(why or "Your vote is in. Until the count is shown you can change it.")


class _Stream(_Handler):
    """Server-sent events: to phones the open vote, to the lecturer the counts."""

    async def get(self, what):
        if what == "counts":
            self.only_for_the_lecturer()
        self.set_header("Content-Type", "text/event-stream")
        self.set_header("Cache-Control", "no-store")
        self.news, told = asyncio.Event(), None
        self.news.set()
        self.room.listening.add(self.news)
        while True:
            await self.news.wait()
            self.news.clear()
            if (now := self.message(what)) != told:
                told = now
                self.write(f"data: {now}\n\n")
                await self.flush()
                await asyncio.sleep(FRESHEST)

    def message(self, what):
        id = self.room.asked["id"]
        counted = {"id": id, "counts": self.room.counts.get(id, {})}
        return json.dumps(counted if what == "counts" else self.room.asked)

    def on_connection_close(self):
        self.room.listening.discard(self.news)


def application(slides, room):
    """What serves a room and the files of slides."""
    only = {"room": room}
    return tornado.web.Application(
        [
            ("/code.svg", _Code, only),
            ("/control", _Control, only),
            ("/(counts)", _Stream, only),
            (f"/{room.name}", _Phone, only),
            (f"/{room.name}/vote", _Vote, only),
            (f"/{room.name}/(now)", _Stream, only),
            (r"/([\w.-]*)", _Slides, only | {"slides": slides}),
        ],
        log_function=lambda _: None,
    )


def own_address():
    """The address under which others in the same network find this machine; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        try:
            out.connect(("192.0.2.1", 9))  # an address that is nobody's
        except OSError:
            return "127.0.0.1"
        return out.getsockname()[0]


async def serve(slides, address=None, port=0, say=print):
    """Serve these files of slides and the votes on them until the process ends."""
    room, address = Room(), address or own_address()
    [listening] = tornado.netutil.bind_sockets(port, address)
    server = tornado.httpserver.HTTPServer(application(slides, room))
    server.add_sockets([listening])
    place = f"http://{address}:{listening.getsockname()[1]}"
    say(f"slides  {place}/?key={room.key}", f"votes   {place}/{room.name}", sep="\n", flush=True)
    await asyncio.Event().wait()
