"""How far a class is: what the students' own notebooks say, and no more. Teachers see it at /hub/class.

A student's notebooks are read by a process of the student's own account, and what it says is read with care.
"""

import asyncio
import html
import json
import subprocess
import sys
import time
from pathlib import Path

from helpers.exercises.review.saved import DONE, STATES, UNTOUCHED, read
from helpers.notebooks import catalogue

STUCK = 3  # answers that were wrong, and none that was right
SECONDS, KEPT = 20, 20  # how long a student's process may take, and its answer is good
MOST = 10**5  # bytes of an answer
HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="60">
<title>The class</title><style>
:root { color-scheme: light dark } body { font: 16px/1.4 system-ui, sans-serif; margin: 20px }
table { border-collapse: collapse } th, td { padding: 4px 10px; border: 1px solid #8886; text-align: center }
th[scope=row] { text-align: left } .done { background: #1a7f3733 }
.stuck { background: #b3590055; font-weight: 700 }
nav a { margin-right: 10px } nav [aria-current] { font-weight: 700 }
</style>"""


def tell(folder):
    """What the notebooks of a folder say: state and wrong answers by exercise, of those that were begun."""
    try:
        records = read(folder).records
    except LookupError:
        return {}
    listed = {id: records[id] for id in catalogue.exercises() if id in records}
    return {id: [one.state, one.misses] for id, one in listed.items() if one.state != UNTOUCHED}


def heard(said):
    """What a process of a student's has said, or {} where that is nothing that `tell` says.

    >>> heard(b'{"01.2": ["tried", 4], "99.9": ["done", 0], "01.1": ["<script>", 0]}')
    {'01.2': ('tried', 4)}
    """
    try:
        told = json.loads(said[:MOST])
        known = {id: tuple(told[id]) for id in catalogue.exercises() if id in told}
        return {
            id: (state, min(misses, 99))
            for id, (state, misses) in known.items()
            if state in STATES and type(misses) is int and misses >= 0
        }
    except (ValueError, TypeError, RecursionError):
        return {}


class Class:
    """What is known of every student, and when it was asked."""

    def __init__(self, names, folder, preexec):
        self.names, self.folder, self.preexec = names, folder, preexec
        self.known, self.asked, self.at_once = {}, -KEPT, asyncio.Semaphore(2)

    async def ask_all(self):
        """Ask for what the students' notebooks say, unless that was done a moment ago."""
        if time.monotonic() - self.asked > KEPT:
            self.asked = time.monotonic()
            answers = await asyncio.gather(*map(self.ask, self.names))
            self.known = dict(zip(self.names, answers))

    async def ask(self, name):
        """What the notebooks of one student say; None if there is no account yet, or no answer."""
        async with self.at_once:
            try:
                process = await asyncio.create_subprocess_exec(
                    sys.executable, "-P", "-m", __name__, self.folder,
                    preexec_fn=self.preexec(name), cwd="/", env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
                    stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.DEVNULL,
                )  # fmt: skip
            except (KeyError, OSError, subprocess.SubprocessError):
                return None
            try:
                said = await asyncio.wait_for(begin_of(process.stdout), SECONDS)
            except TimeoutError:
                return None
            finally:
                if process.returncode is None:
                    process.kill()
                await process.wait()
        return heard(said)


async def begin_of(stream):
    """All that a process says, or the first `MOST` bytes of it."""
    said = b""
    while len(said) < MOST and (more := await stream.read(MOST)):
        said += more
    return said


def page(known, wanted, lessons):
    """The page: the students, and each exercise of a lesson: done, how often it was tried, who is stuck.

    Of a lesson that there is not, which may be anything, nothing comes into the page.
    """
    lesson = wanted if wanted in lessons else "01"
    ids = [id for id in catalogue.exercises() if id[:2] == lesson]
    links = "".join(
        f'<a href="?lesson={number}"{" aria-current=page" * (number == lesson)}>{number}</a>'
        for number in lessons
    )
    head = "".join(f'<th scope="col">{id}</th>' for id in ids)
    rows = "".join(
        f'<tr><th scope="row">{html.escape(name)}</th>{cells_of(told or {}, ids)}</tr>'
        for name, told in known.items()
    )
    done = [sum((told or {}).get(id, ("",))[0] == DONE for told in known.values()) for id in ids]
    total = "".join(f"<td>{count} of {len(known)}</td>" for count in done)
    now = time.strftime("%H:%M:%S")
    about = (
        f"As the students have saved it, at {now}. ✓ is done; a number, how many answers were wrong so far"
    )
    return (
        f"{HEAD}<h1>The class, lesson {lesson}</h1><nav>Lessons: {links}</nav><p>{about}; “stuck” is {STUCK} "
        f"wrong ones or more.</p><table><thead><tr><td></td>{head}</tr></thead><tbody>{rows}"
        f'<tr><th scope="row">done</th>{total}</tr></tbody></table></html>'
    )


def cells_of(told, ids):
    return "".join(cell(*told.get(id, (UNTOUCHED, 0))) for id in ids)


def cell(state, misses):
    """What stands where a student and an exercise meet.

    >>> cell("tried", 4), cell("tried", 0), cell("untouched", 0)
    ('<td class="stuck">4, stuck</td>', '<td>begun</td>', '<td></td>')
    """
    if state == DONE:
        return '<td class="done">✓</td>'
    if state == UNTOUCHED:
        return "<td></td>"
    if misses >= STUCK:
        return f'<td class="stuck">{misses}, stuck</td>'
    return f"<td>{misses or 'begun'}</td>"


def handlers(room, preexec):
    """The page for teachers, as JupyterHub takes it."""
    from jupyterhub.handlers import BaseHandler
    from jupyterhub.scopes import needs_scope

    everybody = Class(room.students, room.lessons_folder, preexec)

    class ClassPage(BaseHandler):
        """Who is how far; for teachers alone, who may do all that needs this right."""

        @needs_scope("admin:users")
        async def get(self):
            lessons = sorted({id[:2] for id in catalogue.exercises()})
            await everybody.ask_all()
            self.finish(page(everybody.known, self.get_query_argument("lesson", "01"), lessons))

    return [(r"/class", ClassPage)]


if __name__ == "__main__":
    print(json.dumps(tell(Path.home() / sys.argv[1] / "notebooks")))
