"""Every answer key by its id, found in the `keys` of each lesson."""

import functools

from helpers.notebooks import catalogue

from ..run.arrays import type_name
from . import variations
from .keys import AnswerKey
from .prediction import PredictionKey
from .shelf import LESSONS, part_of


def exercises():
    """The answer key of every exercise of every lesson, by id."""
    return {id: key for lesson in LESSONS for id, key in keys_of(lesson, AnswerKey).items()}


def predictions():
    """The key of every prediction of every lesson, by id."""
    return {id: key for lesson in LESSONS for id, key in keys_of(lesson, PredictionKey).items()}


def varied(form):
    """The key of every variation of an exercise (AnswerKey) or a prediction (PredictionKey), by id."""
    bases = exercises() if form is AnswerKey else predictions()
    asked = filter(variations.exist, bases)
    ids = [variations.named(base, number) for base in asked for number in variations.letters(base)]
    return {id: find(id, form) for id in ids}


@functools.cache
def keys_of(lesson, form):
    """The keys of one lesson by id: those of that form, AnswerKey or PredictionKey. No other is imported."""
    scope = part_of(lesson, "keys")
    declared = [key for key in scope.values() if isinstance(key, form)]
    found = {key.id: key.bound(scope, catalogue.exercises().get(key.id)) for key in declared}
    if len(found) < len(declared) or not all(id.startswith(f"{lesson}.") for id in found):
        raise ValueError(f"lesson_{lesson}: every id begins with {lesson}. and stands there once.")
    return found


def find(id, form):
    """The key of that name, or a LookupError with the names of its lesson, or of all."""
    is_text = type(id) is str  # nothing else is looked at: it may object to that
    lesson = id.partition(".")[0] if is_text else None
    known = [lesson] if lesson in LESSONS else LESSONS
    found = {name: key for one in known for name, key in keys_of(one, form).items()}
    base, number = variations.split(id) if is_text else (None, 0)
    if base not in found:
        asked = repr(id[:40]) if is_text else f"exercise that is named by something of type {type_name(id)}"
        raise LookupError(f"there is no {asked}; known are {', '.join(found)}.")
    if form is AnswerKey and found[base].listed is None:
        says = "tag its cells and run `python -m helpers.notebooks store`"
        raise LookupError(f"no notebook has exercise {base}: {says}.")
    return variations.varied(found[base], number) if number else found[base]
