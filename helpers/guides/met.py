"""Which wrong idea is met where: the exercises and guesses whose keys are tagged with it."""

import re

from helpers.exercises.key.index import exercises, predictions
from helpers.exercises.key.misconceptions import MISCONCEPTIONS, NUMBERED
from helpers.notebooks import markdown

NO_ANCHOR = re.compile(r"[$`()<>\[\]|]")  # a heading with one of these cannot be linked to everywhere


def places():
    """The ids of the exercises and guesses that meet each misconception: {name: (ids)}."""
    keys = {**exercises(), **predictions()}
    return {name: tuple(id for id in sorted(keys) if name in keys[id].covers) for name in MISCONCEPTIONS}


def text(known):
    """The table, in Markdown: number, wrong idea, and where it is met; without a number, the runners-up."""
    numbers = {name: str(number) for number, name in enumerate(NUMBERED, start=1)}
    cells = {id: (lesson, cell) for lesson in known for id, cell in _asked(lesson)}
    rows = ["| number | the wrong idea | a guess or a check that meets it |", "|---:|:---|:---|"]
    for name, ids in places().items():
        links = [_link(id, *cells[id]) for id in ids if id in cells]
        rows.append(f"| {numbers.get(name, '')} | {MISCONCEPTIONS[name]} | {', '.join(links)} |")
    return "\n".join(rows)


def _asked(lesson):
    for cell in lesson.cells:
        for id in (*cell.ids("exercise"), *cell.ids("predict")):
            yield id, cell


def _link(id, lesson, cell):
    """The id, linked to the heading under which it is asked."""
    above = [
        title
        for other in lesson.of_kind("markdown")
        if other.number < cell.number
        for _, title in markdown.headings(other.source)
        if not NO_ANCHOR.search(title)
    ]
    anchor = "#" + above[-1].replace(" ", "-") if above else ""
    return f"[{id}](../{lesson.path.name}{anchor})"


PARTS = {"met": text}
