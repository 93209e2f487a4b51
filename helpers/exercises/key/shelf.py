"""Where the lessons stand: every folder `lesson_00`, `lesson_01` and so on of the package `helpers.lessons`.

The machine knows the name of that shelf and of the modules that may stand in a folder, `keys` and `again`:
it imports no lesson before one is asked for.
"""

import importlib
import pkgutil

SHELF = __package__.replace("exercises.key", "lessons")
LESSONS = sorted(
    folder.name.removeprefix("lesson_")
    for folder in pkgutil.iter_modules(importlib.import_module(SHELF).__path__)
    if folder.name.startswith("lesson_")
)


def part_of(lesson, name):
    """What one module of a lesson defines, by name; ModuleNotFoundError if the lesson has no such module."""
    return vars(importlib.import_module(f"{SHELF}.lesson_{lesson}.{name}"))
