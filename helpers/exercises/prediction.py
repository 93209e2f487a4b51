"""A guess before the reveal, then the truth beside it."""

import dataclasses
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from helpers import autodiff as ad

from .cards import CORRECT, NOT_ATTEMPTED, NOT_YET, Result, describe, show
from .comparing import close
from .guarding import TooLong, guarded
from .misconceptions import require_known
from .mistakes import Maths, Mistake, read_row
from .reading import package_of
from .sentences import FOREIGN
from .trying import looked_at
from .verdicts import Verdict, not_attempted, untouched

RIGHT, WRONG = "Your guess is right.", "Your guess is not what happens."
LONGEST_TEXT = 2000  # characters of a guess that is typed as a text


@dataclass(frozen=True, kw_only=True, eq=False)
class PredictionKey:
    """A question, its `truth()`, run by the engine, and the guesses worth naming.

    A guess is a row: a name, a line of maths, a sentence (see `mistakes`). The line may name ``truth``, np,
    ad and whatever the module of the key defines.
    """

    id: str = field(kw_only=False)
    question: str = field(kw_only=False)
    example: object  # a guess of the right form, to show how one is written
    truth: Callable  # () -> a number, an array or a word
    guesses: tuple = ()
    because: str = ""  # said with the truth: why it is so
    covers: tuple = ()  # names in MISCONCEPTIONS
    rtol: float = 5e-3  # a guess in the head need not have six digits
    scope: dict = field(default_factory=dict, repr=False)

    def __post_init__(self):
        require_known(self.covers, f"prediction {self.id}")

    def bound(self, scope, listed):
        """The same key, with what its module defines; nothing is listed of a prediction."""
        return dataclasses.replace(self, scope=scope)

    @cached_property
    def mistakes(self):
        """Every guess worth naming; a ValueError says which row cannot be understood."""
        return tuple(map(self._mistake, self.guesses))

    @property
    def known_guesses(self):
        """Name of the diagnosis -> a guess that deserves it."""
        return {mistake.name: mistake.answer for mistake in self.mistakes}

    def _mistake(self, row):
        try:
            name, maths, says = read_row(row)
            line = Maths(maths, (), ("truth",), self.scope)
        except ValueError as error:
            raise ValueError(f"prediction {self.id}, guess {row[0]!r}: {error}.") from None
        return Mistake(name, line.whole({"truth": self.truth()}, None), says)

    def reveal(self, guess):
        """The card that asks, refuses a guess that cannot be read, or sets the guess beside the truth."""
        heading = f"Prediction {self.id}: {self.question}"
        how = f"guess = {self.example!r}"
        truth = self.truth()
        try:
            guess = read(guess, truth)
        except Verdict as verdict:
            if verdict.state == NOT_ATTEMPTED:
                says = (
                    f"Guess first: put yours in place of None, for example {how}, or skip this and read on."
                )
                return Result(heading, (says,), state=NOT_ATTEMPTED, diagnosis="untouched")
            sentences = verdict.says, f"Write it like this: {how}"
            return Result(heading, sentences, state=NOT_YET, diagnosis="unreadable")
        right = self.same(guess, truth)
        wrong = next((m for m in self.mistakes if not right and self.same(guess, m.answer)), None)
        said = (RIGHT if right else WRONG, wrong and wrong.says, self.because)
        sentences = tuple(sentence for sentence in said if sentence)
        facts = [("your guess", shown(guess)), ("the truth", shown(truth))]
        if not right and not isinstance(truth, str):
            facts.append(("the gap, guess minus truth", shown(guess - np.asarray(truth))))
        diagnosis = None if right else wrong.name if wrong else "values"
        state = CORRECT if right else NOT_YET
        return Result(heading, sentences, tuple(facts), state=state, diagnosis=diagnosis)

    def same(self, guess, truth):
        """Is this guess the truth, as closely as one guesses?"""
        if isinstance(truth, str):
            return guess == word(truth)
        if isinstance(truth, int | np.integer):  # a count is exact
            return bool(guess == truth)
        return close(guess, np.asarray(truth), self.rtol)


def shown(value):
    """A guess or a truth as a text."""
    return value if isinstance(value, str) else show(value)


# --- reading a guess ---


def unreadable(says):
    """The Verdict on a guess that cannot be read."""
    return Verdict("unreadable", says=says)


def read(guess, truth):
    """The guess in the form of the truth, a word or an array; a Verdict for anything else."""

    def look():
        if untouched(guess):
            raise not_attempted()
        return word(guess) if isinstance(truth, str) else numbers(guess, np.shape(truth))

    try:
        with guarded():
            return looked_at(look, guess)
    except TooLong:
        raise unreadable("Reading this guess took so long that it was given up.") from None


def word(guess):
    """The guess as a word in small letters; a Verdict for anything else."""
    if not isinstance(guess, str):
        raise unreadable(f"A word is wanted, in quotes, and this is {describe(guess)}.")
    return guess.strip().casefold()


def numbers(guess, shape):
    """The guess as an array of the wanted shape; a Verdict for anything else."""
    kind = "a number" if shape == () else f"an array of shape {shape}"
    if isinstance(guess, str):
        guess = read_text(guess, kind)
    foreign = ("an ad.Tensor", "hand over its .value") if isinstance(guess, ad.Tensor) else None
    if foreign := foreign or FOREIGN.get(package_of(guess)):
        raise unreadable(f"This is {foreign[0]}, and {kind} is wanted: {foreign[1]}.")
    if isinstance(guess, np.ma.MaskedArray):
        raise unreadable(f"This is a masked array, which leaves entries out, and {kind} is wanted.")
    try:
        array = np.asarray(guess)
        if array.dtype == object:  # a fraction, or an integer too long for NumPy
            array = array.astype(float)
    except ValueError:
        raise unreadable(f"The rows of this list have different lengths, and {kind} is wanted.") from None
    except Exception:  # an object that says how it becomes an array, and fails
        raise unreadable(f"This is {describe(guess)}, and {kind} is wanted.") from None
    if array.dtype.kind not in "iufc":
        raise unreadable(f"This is {describe(guess)}, and {kind} is wanted.")
    if array.shape != shape:
        raise unreadable(f"Your guess has shape {array.shape}, and {kind} is wanted.")
    return array


def read_text(text, kind):
    """What a text says, as numbers: 6, 12/2, [1, 2] or 1, 2. It is never evaluated."""
    for reader in (quotient, json.loads, lambda text: json.loads(f"[{text}]")):
        try:
            if len(text) <= LONGEST_TEXT:
                return reader(text)
        except (ValueError, ZeroDivisionError, RecursionError):
            continue
    shortened = text if len(text) <= 40 else f"{text[:40]}…"
    raise unreadable(
        f"“{shortened}” cannot be read as {kind}; nothing typed here is calculated, so give the result."
    )


def quotient(text):
    """A number, or one number over another; ValueError for anything else."""
    if not re.fullmatch(r"[\s\d.eE+/_-]+", text):
        raise ValueError
    over, _, under = text.partition("/")
    return float(over) / float(under or 1)
