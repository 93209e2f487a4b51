"""What the learner's own notebooks say: which exercises and predictions were answered, and how.

A card that `check` or `predict` left among the outputs names its exercise and its verdict, wherever it
stands: in the lesson, in a copy under another name, in a notebook of the learner's own, with or without its
tags. Nothing is run, and nothing is written. What cannot be read is named, and all the rest is read.
"""

import re
import stat
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from helpers import notebooks
from helpers.notebooks import LessonError, catalogue

from ..key.prediction import RIGHT, WRONG
from ..key.variations import LETTERS, is_prediction, split
from ..run import memory
from ..run.arrays import type_name
from ..say.cards import CORRECT, NOT_ATTEMPTED, NOT_YET

UNTOUCHED, TRIED, DONE = "untouched", "tried", "done"
STATES = (UNTOUCHED, TRIED, DONE)  # from the least to the most

MOST = 30e6  # bytes: more is no notebook of these lessons, and takes long to read

VERDICTS = "|".join(state.capitalize() for state in (CORRECT, NOT_YET, NOT_ATTEMPTED))
ID = rf"\d\d\.p?\d+[{LETTERS}]?"
HEADING = re.compile(rf"^(?:({VERDICTS}): |Prediction )({ID})\b", re.MULTILINE)
CALL = re.compile(rf"""\b(?:check|predict)\(\s*["']({ID})["']""")
MISSED = re.compile(r'^<div data-missed="(\d{1,4})"')
NO_GUESS = re.compile(r"^guess *= *None\b", re.MULTILINE)


@dataclass
class Record:
    """All that is known of one exercise, prediction or variation."""

    id: str
    state: str = UNTOUCHED
    is_right: bool = False
    misses: int = 0
    when: float = 0.0  # of the last notebook that shows an answer, or of the last answer in this kernel
    path: Path | None = None  # where the best of it stands
    cell: str = ""
    is_saved: bool = True

    def merge(self, other):
        """Take in what another place says of the same exercise."""
        if self.path is None or STATES.index(other.state) > STATES.index(self.state):
            self.path, self.cell, self.state = other.path, other.cell, other.state
        self.is_right |= other.is_right
        self.misses = max(self.misses, other.misses)
        self.when = max(self.when, other.when)


@dataclass
class Folder:
    """What the notebooks of one folder, or one notebook, say, together with what this kernel remembers."""

    records: dict = field(default_factory=dict)  # by id
    notebooks: dict = field(default_factory=dict)  # number of a lesson -> the path of its notebook
    worked_on: dict = field(default_factory=dict)  # number of a lesson -> when an answer in it was last saved
    broken: list = field(default_factory=list)  # a sentence for each notebook that cannot be read

    def of(self, id):
        """The record of that id; an untouched one if nothing is known of it."""
        return self.records.get(id) or Record(id)


# --- reading ---


def read(path="."):
    """Everything known of a folder or a notebook. LookupError if there is none, TypeError for no path."""
    path = existing(path)
    folder = Folder()
    for notebook in [path] if path.is_file() else notebooks_in(path):
        try:
            read_notebook(notebook, folder)
        except LessonError as error:
            folder.broken.append(printable(str(error)))
    for id in memory.ids():
        remember(id, folder)
    return folder


def existing(path):
    """The folder or notebook of that name."""
    if type(path) is not str and not issubclass(type(path), PurePath):
        kind = type_name(path)
        raise TypeError(f"this is of type {kind}, and the name of a folder is wanted, in quotes.")
    found = Path(path)
    try:
        if found.exists():
            return found
    except (OSError, ValueError):  # a name that no folder can have
        pass
    name = printable(str(found))[:60]
    raise LookupError(f"there is no folder “{name}”: give the one that holds your notebooks.")


def notebooks_in(folder=Path()):
    """Its notebooks, those of the lessons first: a copy counts only where it says more."""
    originals = {lesson.notebook for lesson in catalogue.lessons().values()}
    return sorted(folder.glob("*.ipynb"), key=lambda path: (path.name not in originals, path.name))


def printable(text):
    """A name of a file may hold bytes that are no letters: they are shown as question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")


def read_notebook(path, folder):
    """Add to `folder` what one notebook says; LessonError if it cannot be read."""
    notebook = notebook_at(path)
    when = path.stat().st_mtime
    for lesson in catalogue.lessons().values():
        if path.name == lesson.notebook:
            folder.notebooks[lesson.number] = path
    for cell in notebook.of_kind("code"):
        for record in records_of(cell):
            record.path, record.cell = path, str(cell.id)
            if record.state != UNTOUCHED:
                record.when = when
                number = record.id[:2]
                folder.worked_on[number] = max(when, folder.worked_on.get(number, 0.0))
            folder.records.setdefault(record.id, record).merge(record)


def notebook_at(path):
    """The notebook there; LessonError for what is none, such as a pipe, which would be waited for."""
    try:
        there = path.stat()
    except OSError as error:
        raise LessonError(f"{path.name}: it cannot be read ({error.strerror}).") from None
    if not stat.S_ISREG(there.st_mode):
        raise LessonError(f"{path.name}: it is no file, so not a notebook.")
    if there.st_size > MOST:
        raise LessonError(f"{path.name}: it has {there.st_size:,} bytes, too many to be read here.")
    return notebooks.read(path)


def records_of(cell):
    """A record for every card that a cell shows, and for every answer in it that was not run."""
    shown = [(output.text, output.html) for output in cell.outputs if isinstance(output.text, str)]
    written = [Record(id, TRIED) for id in CALL.findall(cell.source) if is_edited(id, cell.source)]
    return [record for text, markup in shown for record in cards_in(text, markup)] + written


def is_edited(id, source):
    """Does a cell hold something else than it was handed out with?"""
    if is_prediction(id):
        return not NO_GUESS.search(source)
    listed = catalogue.exercises().get(id)
    return listed is not None and listed.stub.strip() not in source


def cards_in(text, markup=""):
    """A record for every card in what a cell shows, as text, and as HTML where it is a single card.

    >>> (card,) = cards_in("Not yet: 01.2 The rule of one square layer\\nThis is the local alone.")
    >>> card.id, card.state, card.misses
    ('01.2', 'tried', 1)
    """
    missed = MISSED.match(markup) if isinstance(markup, str) else None
    before = int(missed[1]) if missed else 0
    headings = list(HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    return [
        card_of(*heading.groups(), text[heading.end() : end], before) for heading, end in zip(headings, ends)
    ]


def card_of(verdict, id, rest, missed):
    """The record of one card, from what it says; `missed` counts the misses before it."""
    if verdict is None:
        verdict = CORRECT if RIGHT in rest else NOT_YET if WRONG in rest else NOT_ATTEMPTED
    verdict = verdict.lower()
    if verdict == NOT_ATTEMPTED:
        return Record(id)
    return Record(id, state_of(id, verdict), verdict == CORRECT, missed + (verdict == NOT_YET))


def state_of(id, verdict):
    """Tried or done. A prediction is done once a guess was noted, right or wrong."""
    return DONE if verdict == CORRECT or is_prediction(id) else TRIED


def remember(id, folder):
    """Add to `folder` what was answered in this kernel, and may not be saved yet."""
    answers = [answer for answer in memory.answers(id) if answer.is_judged or not is_prediction(id)]
    if not answers:
        return
    states = [state_of(id, answer.state) for answer in answers]
    known = folder.records.setdefault(id, Record(id))
    is_right = any(answer.state == CORRECT for answer in answers)
    here = Record(id, max(states, key=STATES.index), is_right, memory.misses(id), 0.0, known.path, known.cell)
    known.is_saved = STATES.index(known.state) >= STATES.index(here.state)
    known.merge(here)
    known.when = answers[-1].when  # to the second, and not when its notebook was saved for some other reason


# --- the same idea, once and again ---


def history(base, folder):
    """The records of one idea that show an answer: the exercise, then its variations in order."""
    found = [record for record in folder.records.values() if split(record.id)[0] == base]
    return sorted((record for record in found if record.state != UNTOUCHED), key=lambda record: record.id)
