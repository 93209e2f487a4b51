"""A lesson is a notebook, and a notebook is data: read it here, and nowhere else.

>>> from helpers import notebooks
>>> lesson = notebooks.find("03")
>>> lesson.title, lesson.minutes, [prediction.id for prediction in lesson.predictions][:2]
('The gradient of a matrix product', 50, ['03.p1', '03.p2'])
>>> exercise = lesson.exercises[0]
>>> exercise.id, exercise.title, exercise.difficulty, exercise.answer
('03.1', 'Two entries by hand', 1, 'entries')

`lesson` reads; `catalogue` holds what the installed package needs to know of the notebooks, which it may not
have. Both need the standard library alone and are imported in a few milliseconds.
"""

from .lesson import NOTEBOOKS, Lesson, find, lessons, paths, read
from .parts import Cell, Exercise, LessonError, Output, Prediction

__all__ = [
    "NOTEBOOKS", "Cell", "Exercise", "Lesson", "LessonError", "Output", "Prediction", "find", "lessons",
    "paths", "read",
]  # fmt: skip
