"""A whole class on one machine, through the real hub: `sudo python -m tests.benchmarks.hub 30`, by hand.

As many students as asked for, 30 if nothing is said, log in one after the other, half a second apart. Each
fetches the lessons, opens lesson 01, runs it, answers an exercise wrongly and rightly, and saves. Then every
kernel is killed while it works, and each student runs the lesson again from what was saved. Then a student
tries the address of another. Everything stays on this machine (127.0.0.1), and ends with the benchmark:
servers, accounts, files. It needs root, git, Node and configurable-http-proxy, as the hub does, a Python that
every account can run, and about 250 MB for each student.
"""

import asyncio
import contextlib
import json
import random
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psutil
from jupyter_client.session import Session
from nbformat.v4 import new_code_cell, output_from_msg
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from helpers import notebooks
from helpers.classroom.hub.accounts import account_of

START = "upstream/notebooks/00_start_here.ipynb"
LESSON = "upstream/notebooks/01_upstream_gradient.ipynb"
APART = 0.5  # seconds between two students who log in
PATIENCE = 300  # seconds for one thing to happen
WRONG = "answer = check('01.2', lambda upstream, x: 2 * x)\nprint(answer.state)\nanswer"
RIGHT = "answer = check('01.2', lambda upstream, x: upstream * 2 * x)\nprint(answer.state)\nanswer"
OUTPUTS = {"stream", "error", "execute_result", "display_data"}
FOR_EVER = "import time\nwhile True: time.sleep(0.01)"


@dataclass
class Student:
    """One student with a browser's cookies, and how long everything took."""

    name: str
    base: str
    password: str
    seconds: dict = field(default_factory=dict)

    def __post_init__(self):
        self.client = httpx.AsyncClient(base_url=self.base, follow_redirects=True, timeout=PATIENCE)
        self.home = f"/user/{self.name}"

    @contextlib.contextmanager
    def timed(self, what):
        begin = time.perf_counter()
        yield
        self.seconds[what] = time.perf_counter() - begin

    def cookie(self, name, path):
        for cookie in self.client.cookies.jar:
            if cookie.name == name and cookie.path == path:
                return cookie.value
        raise LookupError(f"{self.name} has no cookie {name} for {path}")

    async def enter(self, then=""):
        """Through the form; the page that comes then."""
        page = await self.client.get("/hub/login")
        xsrf = re.search(r'name="_xsrf" value="([^"]+)"', page.text).group(1)
        form = {"username": self.name, "password": self.password, "_xsrf": xsrf}
        return await self.client.post(f"/hub/login{then}", data=form)

    async def log_in(self):
        """Through the form, until the server of one's own answers."""
        page = await self.enter()
        assert "/hub/login" not in page.url.path, f"{self.name} was not let in"
        deadline = time.monotonic() + PATIENCE
        while "spawn" in page.url.path:
            assert page.status_code == 200, f"{self.name} sees an error: {page.status_code} {page.url}"
            assert time.monotonic() < deadline, f"the server of {self.name} did not start"
            await asyncio.sleep(0.5)
            page = await self.client.get(f"/hub/spawn-pending/{self.name}")
        await self.api("GET", "/api/status")

    async def api(self, method, path, **what):
        """Ask one's own server; its answer."""
        headers = {}
        with contextlib.suppress(LookupError):
            headers["X-XSRFToken"] = self.cookie("_xsrf", self.home + "/")
        answer = await self.client.request(method, self.home + path, headers=headers, **what)
        answer.raise_for_status()
        return answer

    async def fetch(self):
        """What the hub opens first: the start page, brought into the home before the server began."""
        page = await self.api("GET", "/")
        assert str(page.url.path).endswith(f"/lab/tree/{START}"), page.url
        await self.api("GET", f"/api/contents/{START}")

    async def open(self):
        """The lesson as it is saved, and a kernel for it."""
        self.notebook = (await self.api("GET", f"/api/contents/{LESSON}")).json()
        about = {"path": LESSON, "type": "notebook", "name": "", "kernel": {"name": "python3"}}
        self.session = (await self.api("POST", "/api/sessions", json=about)).json()
        self.kernel = self.session["kernel"]["id"]
        await self.connect()

    async def connect(self):
        self.listener = Session(username=self.name)
        base = self.base.replace("http", "ws", 1)
        cookies = "; ".join(
            f"{c.name}={c.value}" for c in self.client.cookies.jar if self.home.startswith(c.path[:-1])
        )
        address = f"{base}{self.home}/api/kernels/{self.kernel}/channels?session_id={self.listener.session}"
        self.socket = await websocket_connect(HTTPRequest(address, headers={"Cookie": cookies}))

    async def run(self, source):
        """Run a cell; (what it printed, its outputs)."""
        asked = await self.ask(source)
        outputs = []
        async with asyncio.timeout(PATIENCE):
            while message := await self.socket.read_message():
                message = json.loads(message)
                if message["parent_header"].get("msg_id") != asked:
                    continue
                if message["header"]["msg_type"] in OUTPUTS:
                    outputs.append(output_from_msg(message))
                elif message["content"].get("execution_state") == "idle":
                    return "".join(output.get("text", "") for output in outputs), outputs
        raise ConnectionError(f"{self.name}: the kernel is gone")

    async def await_restart(self):
        """Jupyter says that it starts the dead kernel again, as it does by itself."""
        async with asyncio.timeout(PATIENCE):
            while message := await self.socket.read_message():
                if json.loads(message)["content"].get("execution_state") == "restarting":
                    return
        raise ConnectionError(f"{self.name}: nobody starts the kernel again")

    async def ask(self, source):
        """Send a cell to the kernel; the id of the message."""
        message = self.listener.msg("execute_request", {"code": source, "stop_on_error": False})
        await self.socket.write_message(json.dumps(message | {"channel": "shell"}, default=str))
        return message["msg_id"]

    async def run_all(self):
        """Every code cell, as Run All does; how many raised an error that is not a part of the lesson."""
        wrong = 0
        for cell in self.notebook["content"]["cells"]:
            if cell["cell_type"] == "code":
                _, outputs = await self.run("".join(cell["source"]))
                failed = any(output.output_type == "error" for output in outputs)
                wrong += failed and "raises-exception" not in cell["metadata"].get("tags", [])
        return wrong

    async def answer(self, source, wanted):
        """Answer the exercise in a cell of one's own, save the notebook, and see what the check says."""
        printed, outputs = await self.run(source)
        assert printed.strip() == wanted, f"{self.name}: {printed!r}, not {wanted!r}"
        self.notebook["content"]["cells"].append(new_code_cell(source, outputs=outputs))
        about = {"type": "notebook", "format": "json", "content": self.notebook["content"]}
        await self.api("PUT", f"/api/contents/{LESSON}", json=about)

    async def has_saved(self, source):
        """Does the saved lesson still hold the answer, with its verdict?"""
        saved = (await self.api("GET", f"/api/contents/{LESSON}")).json()["content"]["cells"]
        answers = [cell["outputs"] for cell in saved if "".join(cell["source"]) == source]
        return len(answers) == 1 and "Correct: 01.2" in json.dumps(answers[0])


async def attend(student, number):
    await asyncio.sleep(APART * number)
    with student.timed("login until the server answers"):
        await student.log_in()
    with student.timed("fetch the lessons"):
        await student.fetch()
    with student.timed("open lesson 01"):
        await student.open()
    with student.timed("run all of it"):
        assert await student.run_all() == 0, f"{student.name}: a cell failed"
    with student.timed("an answer, wrong then right"):
        await student.answer(WRONG, "not yet")
        await student.answer(RIGHT, "correct")


async def carry_on(student):
    """The kernel is killed in mid-run; what was saved is there, and the lesson runs again."""
    await student.ask(FOR_EVER)
    await asyncio.sleep(random.uniform(0.5, 3))
    kill_kernel(student)
    with student.timed("carry on after the kernel was killed"):
        await student.await_restart()
        assert await student.has_saved(RIGHT), f"{student.name} has lost an answer"
        student.socket.close()
        await student.connect()
        assert await student.run_all() == 0, f"{student.name}: a cell failed after the restart"
        assert (await student.run(RIGHT))[0].strip() == "correct"


def processes_of(student):
    """What runs under a student's account."""
    listed = psutil.process_iter(["username"])
    return [one for one in listed if one.info["username"] == account_of(student.name)]


def kill_kernel(student):
    """As the machine does that has no memory left."""
    kernels = [one for one in processes_of(student) if "ipykernel_launcher" in one.cmdline()]
    assert kernels, f"{student.name} has no kernel"
    for one in kernels:
        one.kill()


def memory_of(student):
    """Bytes of memory of all processes of a student, what is shared counted in parts."""
    return sum(one.memory_full_info().pss for one in processes_of(student))


async def is_kept_out(one, other):
    answer = await one.client.get(f"{other.home}/api/contents/{LESSON}")
    return answer.status_code in (403, 404) or ("/hub/" in answer.url.path and answer.status_code >= 400)


@contextlib.contextmanager
def lessons_for_all(folder):
    """Serve what is committed here as a repository that every account can read; its address."""
    root, served, port = notebooks.NOTEBOOKS.parent, folder / "git" / "upstream.git", free_port()
    subprocess.run(["git", "init", "-q", "--bare", "--initial-branch=main", served], check=True)
    subprocess.run(["git", "-C", root, "push", "-q", served, "HEAD:refs/heads/main"], check=True)
    where = [f"--base-path={folder / 'git'}", "--listen=127.0.0.1", f"--port={port}"]
    daemon = subprocess.Popen(["git", "daemon", "--export-all", "--max-connections=0", *where])
    try:
        yield f"git://127.0.0.1:{port}/upstream.git"
    finally:
        daemon.terminate()
        daemon.wait(10)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def middle_and_slowest(students, what):
    """A line of the table."""
    seconds = sorted(student.seconds[what] for student in students if what in student.seconds)
    return f"{what:40} {statistics.median(seconds):7.1f} s {seconds[-1]:7.1f} s   {len(seconds)} students"


async def look_at_the_class(teacher, students):
    """A teacher opens the page of the class: who has done the exercise? What is wrong there, as sentences."""
    await teacher.enter("?next=/hub/home")
    begin = time.perf_counter()
    page = (await teacher.client.get("/hub/class?lesson=01")).text
    print(f"{'the page of the class':40} {time.perf_counter() - begin:7.1f} s")
    wrong = [s for s in students if not re.search(rf">{s.name}</th>(?:(?!</tr>).)*✓", page)]
    answer = await students[0].client.get("/hub/class")
    open_to_all = [f"{students[0].name} sees the class"] if answer.status_code != 403 else []
    return open_to_all + [f"{one.name} has done the exercise, and the page does not say so" for one in wrong]


async def lesson(students, teacher):
    found = await asyncio.gather(*(attend(s, k) for k, s in enumerate(students)), return_exceptions=True)
    failures = [f"{s.name}: {error!r}" for s, error in zip(students, found) if error]
    memory = [memory_of(student) / 2**20 for student in students]
    middle, most, total = statistics.median(memory), max(memory), sum(memory)
    print(f"{'memory of a student':40} {middle:7.0f} MB {most:6.0f} MB   {total:.0f} MB in all")
    present = [s for s, error in zip(students, found) if not error]
    failures += await look_at_the_class(teacher, present)
    found = await asyncio.gather(*map(carry_on, present), return_exceptions=True)
    failures += [f"{s.name}: {error!r}" for s, error in zip(present, found) if error]
    pairs = zip(present, present[1:] + present[:1])
    failures += [
        f"{one.name} got in at {other.name}"
        for one, other in pairs
        if one is not other and not await is_kept_out(one, other)
    ]
    for student in students:
        await student.client.aclose()
    return failures


def main(count=30):
    folder = Path(tempfile.mkdtemp(prefix="upstream-hub-", dir="/tmp"))
    folder.chmod(0o755)
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    with contextlib.ExitStack() as at_the_end:
        at_the_end.callback(shutil.rmtree, folder)
        said = {"students": [f"load-{k:02d}" for k in range(1, count + 1)], "teachers": ["load-teacher"],
                "lessons": at_the_end.enter_context(lessons_for_all(folder)), "port": port,
                "folder": str(folder / "room"), "sign_up": "shared", "address": "127.0.0.1"}  # fmt: skip
        file, log = folder / "classroom.toml", at_the_end.enter_context(open(folder / "hub.log", "w"))
        file.write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in said.items()))
        at_the_end.callback(without_accounts, said["students"])
        hub = subprocess.Popen([sys.executable, "-m", "helpers.classroom.hub", file], stdout=log, stderr=log)
        at_the_end.callback(hub.wait, 120)
        at_the_end.callback(hub.terminate)  # and with it the servers of the students
        await_hub(hub, base, folder)
        password = (folder / "room" / "password_of_students").read_text()
        students = [Student(name, base, password) for name in said["students"]]
        password = (folder / "room" / "password_of_teachers").read_text()
        failures = asyncio.run(lesson(students, Student("load-teacher", base, password)))
        for what in dict.fromkeys(what for student in students for what in student.seconds):
            print(middle_and_slowest(students, what))
        print(f"failures: {len(failures)}", *failures, sep="\n")
        return len(failures)


def without_accounts(names):
    for name in names:
        subprocess.run(["pkill", "-9", "-u", account_of(name)], capture_output=True)
        subprocess.run(["userdel", "--remove", "--force", account_of(name)], capture_output=True)


def await_hub(hub, base, folder):
    """Wait until the hub answers; say what it said if it ends instead."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and hub.poll() is None:
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(base + "/hub/health").status_code == 200:
                return
        time.sleep(0.3)
    raise SystemExit((folder / "hub.log").read_text(encoding="utf-8")[-2000:])


if __name__ == "__main__":
    sys.exit(min(1, main(*map(int, sys.argv[1:2]))))
