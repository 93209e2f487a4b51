"""The same idea once more, with other numbers or another function.

The exercise 01.2 has variations 01.2b, 01.2c and so on; they are checked and hinted at like any other.
A lesson's `again` lists its VARIATIONS, of exercises and of predictions. Each says what differs, no more:

words    texts exchanged wherever they stand as words of their own, all at once: in title, stub, solution,
         hints, the reason and known wrong answers. 3 → 5, and what follows from it; sin → exp. One that
         holds «gaps» of a skeleton is exchanged in the solution as well, where there are none.
code     a new stub and solution, as one text: see `Code`.
letters  for an order of lines: the new letters of the lines A, B, C and so on, wherever a line is named.
wrong    its wrong answers as rows, as in `mistakes`. Of one that the exercise lists as well the name is
         enough, or the name and another line of maths. `...` stands for all others that the exercise lists,
         but for those of the names in `without`.
hints    an empty one is that of the exercise; the skeleton, where it is left out, is made from the code.

Every other field is one of the key: `forward`, `inputs`, `truth` and so on.
"""

import dataclasses
import functools
import inspect
import re
import textwrap

from .keys import GAP
from .prediction import PredictionKey
from .shelf import part_of

LETTERS = "bcdefghijklmnopqrstuvwxyz"
NAME = re.compile(rf"(.+\d)([{LETTERS}])")
LINES = re.compile(  # "Line G", "Lines K and M", "B E F D", and what a skeleton gives: "forward:   B __"
    r"[Ll]ines? [A-Z](?: and [A-Z])?\b|\b[A-Z](?: (?:and )?[A-Z]\b)+|(?<= )[A-Z](?= __|$)", re.MULTILINE
)
COMMENT = re.compile(r"^ *#.*\n|  +# .*$", re.MULTILINE)
LETTERED = re.compile(r"(#  +)([A-Z])(  .*)")


class Code:
    """A stub and its solution as one text, in which some lines begin with a sign.

    Two columns of it are for signs: a line with - stands in the stub alone, a line with + in the solution
    alone. What is marked «so» is a gap of the skeleton, and what belongs there.

    >>> code = Code('''
    ...       def rule(upstream):
    ...     -     return ...
    ...     +     return «upstream» * 2
    ... ''')
    >>> print(code.stub)
    def rule(upstream):
        return ...
    >>> print(code.skeleton)
    def rule(upstream):
        return «upstream» * 2
    """

    def __init__(self, text):
        lines = [(line[:1], line[2:]) for line in inspect.cleandoc(text).splitlines()]
        self.stub = "\n".join(line for sign, line in lines if sign != "+")
        self.marked = [line for sign, line in lines if sign != "-"]
        self.solution = _filled("\n".join(self.marked))

    @property
    def skeleton(self):
        """The lines of the solution from the first gap to the last, below what they are the body of."""
        lines = [line for line in self.marked if not line.lstrip().startswith("#")]
        first, *_, last = 2 * [k for k, line in enumerate(lines) if GAP.search(line)]
        first -= first > 0 and lines[first - 1].endswith(":")
        last += lines[last].endswith(":")
        return textwrap.dedent("\n".join(COMMENT.sub("", line) for line in lines[first : last + 1]))

    @property
    def answer(self):
        """The function that it defines last; "" if it defines none."""
        return next(iter(re.findall(r"^def (\w+)", self.stub, re.MULTILINE)[::-1]), "")


class Variation:
    """What differs from the exercise or the prediction `of`; `task` is all that the learner is told."""

    def __init__(
        self, of, task, /, words=(), code="", letters="", wrong=(...,), without="", hints=("", ""), **fields
    ):
        self.of, self.task, self.fields = of, " ".join(task.split()), fields
        words = {old: str(new) for old, new in dict(words).items()}
        self.words = {_filled(old): _filled(new) for old, new in words.items()} | words
        self.code, self.letters, self.hints = code and Code(code), letters, hints
        self.wrong, self.without = wrong, without.split()

    def exchanged(self, text):
        """The text with `words` exchanged, all at once, where they stand as words of their own.

        >>> Variation("01.1", "", {"2": 3, "3": 2}).exchanged("2 times 23 and 3")
        '3 times 23 and 2'
        """
        if not self.words:
            return text
        olds = sorted(self.words, key=len, reverse=True)
        return re.sub("|".join(map(_as_word, olds)), lambda found: self.words[found[0]], text)

    def key(self, key, id, scope):
        """The key of this variation of an exercise or a prediction, under its own id."""
        changed = {"because": self.exchanged(key.because)}
        if isinstance(key, PredictionKey):
            changed |= {"question": self.task, "guesses": self._rows(key.guesses), "given": {}}
        else:
            changed |= {"task": self.task, "right": (), **self._of_exercise(key, id)}
        fields = {name: value for name, value in self.fields.items() if name != "title"}
        return dataclasses.replace(key, **{**changed, **fields}, id=id, scope={**key.scope, **scope})

    def _of_exercise(self, key, id):
        """The fields that an exercise has and a prediction has not."""
        named = self._relettering(key)
        stub = self.exchanged(key.listed.stub)
        solution = self.exchanged(COMMENT.sub("", key.listed.solution))  # it says why of another exercise
        if named:
            stub = LETTERED.sub(lambda line: line[1] + named(line[2]) + line[3], stub)
            lines = sorted(line for line in stub.splitlines() if LETTERED.match(line))
            stub = LETTERED.sub(lambda _: lines.pop(0), stub)
            solution = named(solution.splitlines()[-1])
        answer = self.exchanged(key.listed.answer)
        if self.code:
            stub, solution, answer = self.code.stub, self.code.solution, self.code.answer or answer
        title = self.fields.get("title") or self.exchanged(key.listed.title)
        listed = {"id": id, "title": title, "stub": stub, "solution": solution, "answer": answer}
        are_others = {"inputs", "takes"} & self.fields.keys()
        unfit = {"wider": None, "method": None, "small": ()} if are_others else {}
        if {"forward", "reference"} & self.fields.keys():  # something else is to be differentiated
            unfit["method"] = None
        return {
            "listed": dataclasses.replace(key.listed, **listed),
            "hints": self._hints(key, named),
            "words": {self.exchanged(name): self.exchanged(phrase) for name, phrase in key.words.items()},
            "wrong": self._rows(key.wrong, named),
            **unfit,
        }

    def _hints(self, key, named):
        inherited = [self.exchanged(hint) for hint in key.hints]
        if self.code and len(self.hints) < 3 and GAP.search("".join(self.code.marked)):
            inherited[2] = self.code.skeleton
        elif named:
            inherited[2] = named(inherited[2])
        given = (*self.hints, *[""] * (3 - len(self.hints)))
        return tuple(hint or listed for hint, listed in zip(given, inherited, strict=True))

    def _rows(self, listed, named=None):
        """The wrong answers, each as a whole row."""
        known = {}
        for name, *texts in ((row,) if isinstance(row, str) else row for row in listed):
            texts = [self.exchanged(text) for text in texts] or [""]
            known[name] = (name, *(map(named, texts) if named else texts))
        given = [(row, "") if isinstance(row, str) else row for row in self.wrong if row is not ...]
        names = {name for name, *_ in given} | set(self.without)
        rows = [row for name, row in known.items() if name not in names] if ... in self.wrong else []
        for name, maths, *says in given:
            _, listed_maths, *listed_says = known.get(name, (name, ""))
            rows.append((name, maths or listed_maths, *(says or listed_says)))
        return tuple(row if row[1] else row[0] for row in rows)

    def _relettering(self, key):
        """What puts the new letters of lines in the place of the old ones; None if they stay."""
        if not self.letters:
            return None
        letters = dict(zip(sorted(key.lines), self.letters, strict=True))

        def in_a_name(found):
            return re.sub(r"\b[A-Z]\b", lambda letter: letters.get(letter[0], letter[0]), found[0])

        return lambda text: letters.get(text) or LINES.sub(in_a_name, text)


def _filled(text):
    """A text with what belongs in its gaps, and without their marks."""
    return GAP.sub(r"\1", text)


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
    try:
        scope = part_of(base.partition(".")[0], "again")
    except ModuleNotFoundError:
        scope = {"VARIATIONS": ()}
    if chosen := [variation for variation in scope["VARIATIONS"] if variation.of == base]:
        return chosen, scope
    raise LookupError(f"there is no variation of {base} yet.")


def letters(base):
    """The numbers of the letters that differ from each other."""
    return range(1, len(of(base)[0]) + 1)


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
    return chosen[(number - 1) % len(chosen)].key(key, named(key.id, number), scope)
