"""What a lesson still lacks, and where: in its notebook, and in every other place that knows of lessons."""

import importlib
import re

from . import maps, markdown, standard
from .lesson import NOTEBOOKS, lessons, read
from .parts import LessonError

HELPERS = NOTEBOOKS.parent / "helpers"
TESTS = NOTEBOOKS.parent / "tests"
GUESSES_AND_ANSWERS = {"predict", "exercise"}


def missing(lesson):
    """A sentence for everything that is missing; none for a lesson that is complete."""
    parts = (of_the_notebook, of_its_exercises, of_its_figures, of_its_facts, of_the_other_pages)
    return list(map(str, standard.breaches(parts, lesson)))


def size(lesson):
    """A sentence for everything of which it has too little or too much to be a whole lesson."""
    return [] if _is_start(lesson) else list(map(str, standard.breaches(standard.SIZE, lesson)))


def of_the_notebook(lesson):
    """What the standard says of it, but for its size."""
    demands = [*standard.EVERY_NOTEBOOK]
    if not _is_start(lesson):
        demands += [demand for demand in standard.EVERY_LESSON if demand not in standard.SIZE]
    return standard.breaches(demands, lesson)


def of_its_exercises(lesson):
    """Every exercise and every guess has its answer key, and every key has its cell."""
    from helpers.exercises.keys import AnswerKey  # brings NumPy
    from helpers.exercises.prediction import PredictionKey
    from helpers.exercises.registry import LESSONS, keys_of
    from helpers.exercises.variations import exist

    place = f"helpers/exercises/lesson_{lesson.number}.py"
    in_notebook = {AnswerKey: lesson.exercises, PredictionKey: lesson.predictions}
    if lesson.number not in LESSONS:
        if any(in_notebook.values()):
            yield f"{place}: there is no such file, and the lesson has exercises or guesses."
        return
    yield from _unfinished(HELPERS / f"exercises/lesson_{lesson.number}.py", place)
    if trouble := _trouble(keys_of, lesson.number, AnswerKey):
        yield f"{place}: it cannot be read, {trouble}."
        return
    for form, asked in in_notebook.items():
        keys = keys_of(lesson.number, form)
        for one in asked:
            if one.id not in keys:
                yield f"{place}: {one.id} has no {form.__name__}."
            elif not exist(one.id):
                yield f"helpers/exercises/variations: there is no variation of {one.id}."
        for id in keys.keys() - {one.id for one in asked}:
            yield lesson.error(f"{id} stands in {place}, and no cell asks for it")


def of_its_figures(lesson):
    """Every figure that is drawn for it is shown in it."""
    path = HELPERS / f"figures/lesson_{lesson.number}.py"
    place = f"helpers/figures/{path.name}"
    code = "\n".join(cell.source for cell in lesson.of_kind("code"))
    if not path.exists():
        if f"lesson_{lesson.number}" in code:
            yield f"{place}: there is no such file, and the notebook imports it."
        return
    yield from _unfinished(path, place)
    module = f"helpers.figures.lesson_{lesson.number}"
    if trouble := _trouble(importlib.import_module, module):
        yield f"{place}: it cannot be imported, {trouble}."
        return
    for name in importlib.import_module(module).__all__:
        if not re.search(rf"\b{name}\(", code):
            yield lesson.error(f"no cell shows {name} of {place}")


def of_its_facts(lesson):
    """Everything it prints, and every picture, is among its facts."""
    path = TESTS / f"notebooks/test_facts_{lesson.number}.py"
    place = f"tests/notebooks/{path.name}"
    if not path.exists():
        yield f"{place}: there is no such file."
        return
    yield from _unfinished(path, place)
    known = path.read_text(encoding="utf-8")
    for cell in lesson.of_kind("code"):
        shows = cell.images or any(output.stream for output in cell.outputs)
        if shows and not cell.roles & GUESSES_AND_ANSWERS and f'"{cell.id}"' not in known:
            yield f"{place}: nothing is said of what {cell.name} shows."


def of_the_other_pages(lesson):
    """The maps list it, the lesson before leads on to it, and the gallery shows its exhibits."""
    for part in maps.generated():
        if part.stale:
            place = part.path.relative_to(NOTEBOOKS.parent)
            yield f"{place}: {part.name} is out of date: run `python -m helpers.lessons maps`."
    before = [other for other in lessons() if other.number < lesson.number]
    if before and f"]({lesson.path.name})" not in maps.way_on(before[-1], lesson)[1]:
        yield before[-1].error(f"it does not lead on to {lesson.path.name}", before[-1].cells[-1])
    gallery = read(maps.GALLERY)
    shown = {title for cell in gallery.of_kind("markdown") for _, title in markdown.headings(cell.source)}
    for name in maps.exhibits([lesson]):
        if name not in shown:
            yield gallery.error(f"it has no section “## {name}”")


def _is_start(lesson):
    return lesson.number == maps.START


def _trouble(load, *arguments):
    try:
        load(*arguments)
    except Exception as error:  # whatever is wrong with a file that is being written
        return f"{type(error).__name__}: {error}"
    return None


def _unfinished(path, place):
    if path.exists():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if "TODO" in line:
                yield f"{place}, line {number}: “{line.strip(' #,')}” is still to be written."


def report(numbers):
    """Print what is missing from these lessons, or from all; returns how many sentences that were."""
    known = {lesson.number: lesson for lesson in lessons()}
    for number in [number for number in numbers if number not in known]:
        raise LessonError(f"there is no lesson {number!r}; known are {', '.join(known)}.")
    count = 0
    for number in numbers or known:
        lacks, sizes = missing(known[number]), size(known[number])
        count += len(lacks)
        print("\n".join(lacks) or f"{number}: nothing is missing.")
        if sizes:
            print("It does not yet have the size of a lesson:", *sizes, sep="\n  ")
    return count
