"""A lesson as a lecture: its steps, what each takes, and what is shown in 20, 50 or 80 minutes.

A step is what stands on the screen at once: a cell that begins a slide or a subslide, and those that continue
it. It belongs to the shortest cut that shows it, and to every longer one. A tag on its first cell says which,
`cut:20`, `cut:50` or `cut:80`; without one the exercises, the table of frameworks and the questions wait for
80 minutes, and everything else is in the lecture of 50.
"""

import dataclasses
import itertools
import re
from dataclasses import dataclass

from . import markdown
from .parts import Cell, LessonError

CUTS = (20, 50, 80)
ALWAYS, USUALLY, AT_LENGTH = CUTS
HEADING = re.compile(r"^##", re.MULTILINE)
TAKE_HOME = re.compile(r"^## To take home$", re.MULTILINE)

# Minutes, for a lecturer who lets people think.
WORDS = 1 / 120  # said, and a little more beside
LINE_OF_CODE = 0.1
OUTPUT = 0.3
POLL = 2.0  # a vote, a minute with the neighbour, another vote
EXHIBIT = 2.0  # a task, and what comes out of it
LOOKED_BACK_AT = 1.0  # a solution
FRAMEWORKS = 1.0
QUESTIONS = 4.0


@dataclass(frozen=True)
class Step:
    """What is on the screen at once, and the notes for whoever speaks."""

    cells: tuple[Cell, ...]
    notes: tuple[Cell, ...]
    section: str
    cut: int
    minutes: float

    @property
    def id(self):
        """The id of the cell that it begins with."""
        return self.cells[0].id


def steps(lesson):
    """All steps of a lesson, in order; setup cells and notes are on none of them."""
    found, section = [], lesson.title
    for cells, notes in _grouped(lesson):
        titles = [title for cell in cells for level, title in _headings(cell) if level == 2]
        section = titles[-1] if titles else section
        found.append(Step(cells, notes, section, _cut(lesson, cells), _minutes(lesson, cells)))
    if length(found) <= ALWAYS:  # a lesson as short as that is never cut
        found = [dataclasses.replace(step, cut=ALWAYS) for step in found]
    return tuple(found)


def steps_of(lesson, minutes=None):
    """The steps of the longest cut that fits into so many minutes; without minutes, all of them."""
    cut = CUTS[-1] if minutes is None else longest_cut(minutes)
    return tuple(step for step in steps(lesson) if step.cut <= cut)


def longest_cut(minutes):
    """The longest cut that fits into so many minutes.

    >>> longest_cut(45)
    20
    """
    fitting = [cut for cut in CUTS if cut <= minutes]
    if not fitting:
        raise LessonError(f"the shortest lecture takes {CUTS[0]} minutes, and {minutes:g} are given.")
    return fitting[-1]


def length(parts):
    """The minutes that these steps take."""
    return sum(step.minutes for step in parts)


def sections(parts):
    """(title, steps) of each section, in order."""
    found = {}
    for step in parts:
        found.setdefault(step.section, []).append(step)
    return list(found.items())


# --- how a lesson falls into steps ---


def _grouped(lesson):
    """The cells of each step, and the notes beside it."""
    groups = []
    for cell in itertools.chain.from_iterable(map(_parts, lesson.cells)):
        if cell.slide == "skip":
            continue
        if cell.slide == "notes":
            if groups:
                groups[-1][1].append(cell)
        elif cell.slide in ("slide", "subslide") or not groups:
            groups.append(([cell], []))
        else:
            groups[-1][0].append(cell)
    return [(tuple(cells), tuple(notes)) for cells, notes in groups]


def _parts(cell):
    """The cell, or its two parts where something else begins in it.

    What stands above its heading closes the step before. The sentence to take home is a slide of its own.
    """
    found = None
    if cell.kind == "markdown" and cell.slide not in ("skip", "notes"):
        home = TAKE_HOME if "take-home" in cell.roles else None
        found = (home or HEADING).search(markdown.blanked(cell.source))
    above = cell.source[: found.start()].strip() if found else ""
    if not above:
        return [cell]
    below = dataclasses.replace(cell, source=cell.source[found.start() :])
    if not home:
        return [
            dataclasses.replace(cell, id=f"{cell.id}-above", source=above, tags=(), slide="fragment"),
            below,
        ]
    tags = tuple(tag for tag in cell.tags if tag != "take-home")
    return [
        dataclasses.replace(cell, source=above, tags=tags),
        dataclasses.replace(below, id="take-home", tags=("take-home",), slide="slide"),
    ]


def _headings(cell):
    return markdown.headings(cell.source) if cell.kind == "markdown" else []


def _cut(lesson, cells):
    stated = cells[0].ids("cut")
    if stated:
        if stated[0] not in map(str, CUTS):
            says = f"it is tagged cut:{stated[0]}, and the cuts are {', '.join(map(str, CUTS))}"
            raise lesson.error(says, cells[0])
        return int(stated[0])
    roles = frozenset().union(*(cell.roles for cell in cells))
    if cells[0].number == 0 or "take-home" in roles:
        return ALWAYS
    return AT_LENGTH if roles & {"exercise", "frameworks", "questions"} else USUALLY


def _minutes(lesson, cells):
    """What a step takes, to the nearest half minute, and at least that."""
    asked = {id for cell in cells for id in cell.ids("exercise")}
    if asked:
        minutes = sum(e.minutes + LOOKED_BACK_AT for e in lesson.exercises if e.id in asked)
    else:
        minutes = sum(map(_minutes_of, cells))
    return max(0.5, round(2 * minutes) / 2)


def _minutes_of(cell):
    if cell.kind == "markdown":
        fixed = {"frameworks": FRAMEWORKS, "questions": QUESTIONS}
        for role, minutes in fixed.items():
            if role in cell.roles:
                return minutes
        words = len(markdown.words(markdown.unfolded(cell.source)))
        return words * WORDS + (EXHIBIT if "task" in cell.roles else 0)
    if "predict" in cell.roles:
        return POLL
    lines = sum(bool(line.strip()) for line in cell.source.splitlines())
    return lines * LINE_OF_CODE + (OUTPUT if cell.outputs else 0)
