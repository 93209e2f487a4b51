"""What the installed package knows of the notebooks, in a small copy: a learner may edit the notebook itself.

The notebooks are the source and catalogue.json is generated: `python -m helpers.notebooks store` writes it.
"""

import functools
import json
import re
from dataclasses import dataclass, fields
from pathlib import Path

from .parts import Listed

PATH = Path(__file__).with_name("catalogue.json")
ROLES = ("predict", "exercise")  # of the cells that a learner fills in


@dataclass(frozen=True)
class ListedLesson:
    """A lesson as its notebook announces it."""

    number: str
    title: str
    notebook: str  # the name of its file
    minutes: int  # without the exercises
    items: tuple  # the ids of its predictions and exercises, in the order of the notebook


@functools.cache
def _stored():
    return json.loads(PATH.read_text(encoding="utf-8"))


@functools.cache
def lessons():
    """Every lesson by number.

    >>> lessons()["01"].notebook
    '01_upstream_gradient.ipynb'
    """
    told = ("title", "notebook", "minutes")
    return {
        number: ListedLesson(number, *(lesson[name] for name in told), items=tuple(lesson["items"].split()))
        for number, lesson in _stored().items()
    }


@functools.cache
def exercises():
    """Every exercise by id.

    >>> exercises()["01.2"].title
    'The rule of one square layer'
    """
    return {id: Listed(id, **of) for lesson in _stored().values() for id, of in lesson["exercises"].items()}


def text_of(lessons):
    """What catalogue.json has to hold, an exercise on each line: its changes are read in the notebook."""
    text = json.dumps({lesson.number: _told(lesson) for lesson in lessons}, ensure_ascii=False, indent=1)
    return re.sub(r"\n {4}|\n {3}(?=\})", " ", text) + "\n"


def _told(lesson):
    return {
        "title": lesson.title,
        "notebook": lesson.path.name,
        "minutes": lesson.minutes,
        "items": " ".join(id for cell in lesson.cells for role in ROLES for id in cell.ids(role)),
        "exercises": {
            exercise.id: {field.name: getattr(exercise, field.name) for field in fields(Listed)[1:]}
            for exercise in lesson.exercises
        },
    }
