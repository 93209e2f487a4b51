"""What the installed package knows of the notebooks, in a small copy: a learner may edit the notebook itself.

The notebooks are the source and catalogue.json is generated: `python -m helpers.lessons store` writes it.
"""

import functools
import json
from dataclasses import dataclass
from pathlib import Path

PATH = Path(__file__).with_name("catalogue.json")
ROLES = ("predict", "exercise")  # of the cells that a learner fills in


@dataclass(frozen=True)
class Listed:
    """An exercise as its notebook announces and solves it; `stub` and `solution` are without the check."""

    id: str
    title: str
    difficulty: int  # 1 easy, 2 medium, 3 hard
    minutes: int
    stub: str
    answer: str  # what the notebook's cell hands to check: a name that stub and solution define
    solution: str


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
        number: ListedLesson(number, *(lesson[name] for name in told), items=tuple(lesson["items"]))
        for number, lesson in _stored().items()
    }


@functools.cache
def exercises():
    """Every exercise by id.

    >>> exercises()["01.2"].title
    'The rule of one square layer'
    """
    listed = {}
    for lesson in _stored().values():
        for id, of in lesson["exercises"].items():
            code = {name: "\n".join(of[name]) for name in ("stub", "solution")}
            listed[id] = Listed(id, **{**of, **code})
    return listed


@functools.cache
def predictions():
    """Every prediction by id, with the ids of the cells that tell the truth.

    >>> predictions()["03.p1"]
    ('nudge',)
    """
    stored = _stored().values()
    return {id: tuple(reveals) for lesson in stored for id, reveals in lesson["predictions"].items()}


def text_of(lessons):
    """What catalogue.json has to hold. Code is stored by lines, so that a change is easy to read."""
    catalogue = {
        lesson.number: {
            "title": lesson.title,
            "notebook": lesson.path.name,
            "minutes": lesson.minutes,
            "items": [id for cell in lesson.cells for role in ROLES for id in cell.ids(role)],
            "exercises": {exercise.id: _entry(exercise) for exercise in lesson.exercises},
            "predictions": {p.id: [cell.id for cell in p.reveals] for p in lesson.predictions},
        }
        for lesson in lessons
    }
    return json.dumps(catalogue, ensure_ascii=False, indent=1) + "\n"


def _entry(exercise):
    return {
        "title": exercise.title,
        "difficulty": exercise.difficulty,
        "minutes": exercise.minutes,
        "stub": exercise.stub.splitlines(),
        "answer": exercise.answer,
        "solution": exercise.solution.splitlines(),
    }
