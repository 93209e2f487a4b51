"""Which wrong idea is met where: the exercises and guesses whose keys are tagged with it."""

import re

from helpers.exercises.key.index import exercises, predictions
from helpers.exercises.key.misconceptions import HOW_MANY_NUMBERED, MISCONCEPTIONS
from helpers.notebooks import markdown

NO_ANCHOR = re.compile(r"[$`()<>\[\]|]")  # a heading with one of these cannot be linked to everywhere
PLACES = 3  # where an idea is met: so many are named


def places():
    """The ids of the exercises and guesses that meet each misconception: {name: (ids)}."""
    keys = {**exercises(), **predictions()}
    return {name: tuple(id for id in sorted(keys) if name in keys[id].covers) for name in MISCONCEPTIONS}


def text(known):
    """Each idea, what to answer, and where it is met, in Markdown; the runners-up have no number."""
    cells = {id: (lesson, cell) for lesson in known for id, cell in _asked(lesson)}
    said = []
    for number, (name, ids) in enumerate(places().items(), start=1):
        idea, answer = MISCONCEPTIONS[name]
        counted = f"{number}. " if number <= HOW_MANY_NUMBERED else ""
        links = ", ".join(_link(id, *cells[id]) for id in ids[:PLACES] if id in cells)
        said.append(f"**{counted}{idea}** {answer} *Met in* {links}.")
    return "\n\n".join(said)


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
