"""The same idea once more, with other numbers or another function.

The exercise 01.2 has variations 01.2b, 01.2c and so on; they are checked and hinted at like any other.
`exercises_01` and `predictions_01` hold the VARIATIONS of lesson 01: what the letters of each id stand for.

- A prediction is asked again by another `PredictionKey` of the same id.
- An exercise by a `Variation`, which says only what differs. `words` are exchanged wherever they stand in its
  title, stub, solution, hints and known wrong answers. A wrong answer is a row, as in `mistakes`; of one that
  the exercise lists as well, the name alone is enough, or the name and another line of maths.
- Either may be a function of the number of the letter (1 for b) that makes one, so that the numbers differ.
"""

import dataclasses
import functools
import importlib
import inspect
import re

LETTERS = "bcdefghijklmnopqrstuvwxyz"
NAME = re.compile(rf"(.+\d)([{LETTERS}])")


class Variation:
    """What differs from the exercise: fields of its AnswerKey, or its stub, solution, answer or title."""

    def __init__(self, task, /, words=(), wrong=None, **fields):
        """`task` is all that the learner is told; `wrong=None` keeps every wrong answer of the exercise."""
        self.task, self.wrong, self.fields = " ".join(task.split()), wrong, fields
        self.words = {old: str(new) for old, new in dict(words).items()}

    def exchanged(self, text):
        """The text with `words` exchanged, all at once, where they stand as words of their own.

        >>> Variation("", {"2": 3, "3": 2}).exchanged("2 times 23 and 3")
        '3 times 23 and 2'
        """
        if not self.words:
            return text
        olds = sorted(self.words, key=len, reverse=True)
        return re.sub("|".join(map(_as_word, olds)), lambda found: self.words[found[0]], text)

    def key(self, key, id, scope):
        """The AnswerKey of this variation of the exercise `key`, under its own id."""
        fields = dict(self.fields)
        listed = {"id": id}
        for name in ("title", "stub", "solution", "answer"):
            given = fields.pop(name, None)
            listed[name] = inspect.cleandoc(given) if given else self.exchanged(getattr(key.listed, name))
        if {"inputs", "takes"} & fields.keys():  # then these of the exercise fit no longer
            fields = {"wider": None, "way": None, "small": (), **fields}
        told = {"because": self.exchanged(key.because), "hints": tuple(map(self.exchanged, key.hints))}
        return dataclasses.replace(
            key,
            **{**told, **fields},
            id=id,
            wrong=tuple(self._rows(key)),
            scope={**key.scope, **scope},
            listed=dataclasses.replace(key.listed, **listed),
            task=self.task,
        )

    def _rows(self, key):
        """The wrong answers, each as a whole row."""
        known = {row[0]: tuple(map(self.exchanged, row)) for row in key.wrong if isinstance(row, tuple)}
        if self.wrong is None:
            return [known.get(row[0], row) for row in key.wrong]
        return [self._row(known, *((row,) if isinstance(row, str) else row)) for row in self.wrong]

    def _row(self, known, name, maths="", *says):
        _, listed_maths, *listed_says = known.get(name, (name, ""))
        maths = maths or listed_maths
        return (name, maths, *(says or listed_says)) if maths else name


def _as_word(text):
    """A pattern for a text that is not part of a longer word."""
    begins, ends = re.match(r"\w", text), re.search(r"\w\Z", text)
    return (r"(?<!\w)" if begins else "") + re.escape(text) + (r"(?!\w)" if ends else "")


def is_prediction(id):
    """Is this the id of a prediction, and not of an exercise?

    >>> is_prediction("01.p2b"), is_prediction("01.2b")
    (True, False)
    """
    return ".p" in id


def split(id):
    """("01.2", 1) for "01.2b", and ("01.2", 0) for the exercise itself."""
    found = NAME.fullmatch(id)
    return (found[1], LETTERS.index(found[2]) + 1) if found else (id, 0)


def named(base, number):
    """The id of the variation of that number; after z comes b again."""
    return base + LETTERS[(number - 1) % len(LETTERS)]


@functools.cache
def of(base):
    """What stands in turn for the letters of one exercise or prediction, and the module that holds it."""
    kind = "predictions" if is_prediction(base) else "exercises"
    try:
        module = importlib.import_module(f"{__name__}.{kind}_{base.partition('.')[0]}")
        return module.VARIATIONS[base], vars(module)
    except (ModuleNotFoundError, KeyError):
        raise LookupError(f"there is no variation of {base} yet.") from None


def letters(base):
    """The numbers of the letters that differ from each other; of those that are made, the first five."""
    chosen, _ = of(base)
    return range(1, (5 if any(map(inspect.isfunction, chosen)) else len(chosen)) + 1)


def exist(base):
    """Is there a variation of that exercise or prediction?"""
    try:
        return bool(of(base))
    except LookupError:
        return False


@functools.lru_cache(maxsize=256)
def varied(key, number):
    """The key of that variation, from 1, of an exercise or a prediction; LookupError if there is none."""
    chosen, scope = of(key.id)
    variation = chosen[(number - 1) % len(chosen)]
    if inspect.isfunction(variation):
        variation = variation(number)
    id = named(key.id, number)
    if isinstance(variation, Variation):
        return variation.key(key, id, scope)
    return dataclasses.replace(variation, id=id, scope=scope)
