"""The map of what is done: read from the learner's own notebooks, with links back into them."""

import html
import math
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from helpers.notebooks import catalogue

from ..say.cards import NEXT, Card, next_step
from ..say.markup import PLAIN_ROW
from . import saved
from .practice import missed_ideas
from .saved import DONE, STATES, TRIED, UNTOUCHED

SYMBOLS = {DONE: "●", TRIED: "◐", UNTOUCHED: "○"}


@dataclass(frozen=True, repr=False, eq=False)
class Map(Card):
    """A card with links. Lessons, lines under them and the next step are pieces: a text, or (text, link)."""

    def __repr__(self):
        lines = [self.heading, *self.sentences]
        for label, below in self.facts:
            lines += ["  " + text_of(label), *("      " + text_of(line) for line in below)]
        return "\n".join([*lines, f"{NEXT}: {text_of(self.next_step)}"])

    def _repr_html_(self):
        rows = "".join(
            f'{PLAIN_ROW}<th scope="row" style="text-align:left;vertical-align:top">{html_of(label)}</th>'
            f'<td style="text-align:left;vertical-align:top">{"<br>".join(map(html_of, below))}</td></tr>'
            for label, below in self.facts
        )
        card = Card(self.heading, self.sentences)._repr_html_().removesuffix("</div>")
        return f'{card}<table style="border:0">{rows}</table>{next_step(html_of(self.next_step))}</div>'


def text_of(pieces):
    """Pieces as text."""
    return "".join(piece if isinstance(piece, str) else piece[0] for piece in pieces)


def html_of(pieces):
    """Pieces as HTML."""
    return "".join(html.escape(piece) if isinstance(piece, str) else link_of(*piece) for piece in pieces)


def link_of(text, address):
    """A link, or the text alone where there is nothing to link to."""
    return f'<a href="{html.escape(address)}">{html.escape(text)}</a>' if address else html.escape(text)


def progress(folder="."):
    """Show what is done, tried and untouched, lesson by lesson, with a link to each.

    It reads the notebooks of the folder as they were last saved, and adds what this kernel has seen since. An
    exercise is done when a check called it correct, and tried when an answer stands there; a prediction is
    done once a guess was noted, right or wrong. No file is written. LookupError if there is no
    such folder, TypeError for what cannot be the name of one.

    >>> progress("notebooks").heading  # doctest: +SKIP
    'Your progress: 12 of 44 done, 3 tried'
    """
    known = saved.read(folder)
    lessons = catalogue.lessons().values()
    items = [known.of(id) for lesson in lessons for id in lesson.items]
    done, tried = (sum(item.state == state for item in items) for state in (DONE, TRIED))
    heading = f"Your progress: {done} of {len(items)} done" + (f", {tried} tried" if tried else "")
    facts = tuple((heading_of(lesson, known), list(lines_of(lesson, known))) for lesson in lessons)
    return Map(heading, tuple(remarks(known, items)), facts, next_step=step(items))


def heading_of(lesson, known):
    """The name of a lesson, with a link to its notebook."""
    return [(f"{lesson.number} {lesson.title}", address(known.notebooks.get(lesson.number)))]


def lines_of(lesson, known):
    """What is done, tried and untouched in one lesson, then the minutes that are left."""
    items = [known.of(id) for id in lesson.items]
    for state in reversed(STATES):
        links = [(item.id, address(item.path, item.cell)) for item in items if item.state == state]
        if links:
            first, *others = links
            rest = [piece for link in others for piece in (", ", link)]
            yield [f"{SYMBOLS[state]} {state}: ", first, *rest]
    minutes = minutes_left(lesson, items)
    if minutes:
        yield [f"about {minutes} minute{'' if minutes == 1 else 's'} left"]
    if lesson.number not in known.notebooks:
        yield [f"{lesson.notebook} is not in this folder"]


def minutes_left(lesson, items):
    """The minutes of the exercises not done, and of the reading in proportion to what is untouched."""
    listed = catalogue.exercises()
    exercises = sum(listed[item.id].minutes for item in items if item.state != DONE and item.id in listed)
    share = sum(item.state == UNTOUCHED for item in items) / max(1, len(items))
    return math.ceil(exercises + lesson.minutes * share)


def remarks(known, items):
    """What is not there, not saved, due, or could not be read: a sentence each."""
    if not known.notebooks and sys.platform == "emscripten":
        yield "Over plain http a page keeps your saved notebooks from Python: this is the lesson you are in."
    elif not known.notebooks:
        yield 'No lesson is in this folder: progress("path/to/notebooks") reads another one.'
    unsaved = [item.id for item in items if not item.is_saved]
    if unsaved:
        yield f"Not saved yet: {', '.join(unsaved)}. Save the notebook with Ctrl+S, or Cmd+S on a Mac."
    due = [idea.base for idea in missed_ideas(known) if idea.wait <= 0]
    if due:
        yield f"Due once more: {', '.join(due)}. practice() asks for them, one at a time."
    yield from known.broken


def step(items):
    """Where to go on, in pieces."""
    following, begun = next_item(items), any(item.state != UNTOUCHED for item in items)
    if not following:
        return ['everything is done; again("01.2") asks for any of it once more.']
    link = described(following.id), address(following.path, following.cell)
    return ["go on with " if begun else "begin with ", link, "."]


def next_item(items):
    """What is not done and comes after the last touched thing, or else before it; None if all is done."""
    touched = [place for place, item in enumerate(items) if item.state != UNTOUCHED]
    start = max(touched, default=0)
    return next((item for item in items[start:] + items[:start] if item.state != DONE), None)


def described(id):
    """An exercise by its number and title, a prediction by its number."""
    listed = catalogue.exercises().get(id)
    return f"{id}, {listed.title}" if listed else f"{id}, a prediction"


def address(path, cell=""):
    """The link from the working folder to a notebook, or to a cell in it; "" where there is none."""
    try:
        link = quote(Path(os.path.relpath(path)).as_posix())
        return f"{link}#cell-id={quote(cell)}" if cell else link
    except (OSError, TypeError, ValueError):  # no notebook, another drive, or a name that is no text
        return ""
