"""A guess before the reveal, then the truth beside it."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from .cards import CORRECT, NOT_ATTEMPTED, NOT_YET, Result, describe, show
from .diagnosis import close, untouched
from .misconceptions import MISCONCEPTIONS
from .sentences import FOREIGN
from .wrong_rules import Wrong


@dataclass(frozen=True, kw_only=True, eq=False)
class Prediction:
    """A question and its `truth()`, run by the engine. Known guesses are Wrongs: `make()` gives the guess."""

    id: str
    question: str
    truth: Callable  # () -> a number, an array or a word
    example: object  # a guess of the right form, to show how one is written
    guesses: tuple[Wrong, ...] = ()
    because: str = ""  # said with the truth: why it is so
    covers: tuple = ()
    rtol: float = field(default=5e-3)  # a guess in the head need not have six digits

    def __post_init__(self):
        if unknown := set(self.covers) - set(MISCONCEPTIONS):
            raise ValueError(f"prediction {self.id}: these misconceptions have no entry: {unknown}.")

    @property
    def known_guesses(self):
        """Name of the diagnosis -> a guess that deserves it."""
        return {wrong.name: wrong.make() for wrong in self.guesses}

    def reveal(self, guess):
        """The card that asks, refuses a guess that cannot be read, or sets the guess beside the truth."""
        heading = f"Prediction {self.id}: {self.question}"
        how = f"guess = {self.example!r}"
        if untouched(guess):
            says = f"Guess first: put yours in place of None, for example {how}, or skip this and read on."
            return Result(heading, (says,), state=NOT_ATTEMPTED, diagnosis="untouched")
        truth = self.truth()
        try:
            guess = word(guess) if isinstance(truth, str) else numbers(guess, np.shape(truth))
        except ValueError as error:
            return Result(
                heading, (str(error), f"Write it like this: {how}"), state=NOT_YET, diagnosis="unreadable"
            )
        right = self.same(guess, truth)
        wrong = next((w for w in self.guesses if not right and self.same(guess, w.make())), None)
        verdict = "Your guess is right." if right else "Your guess is not what happens."
        sentences = (verdict, *([wrong.says] if wrong else []), *([self.because] if self.because else []))
        facts = [("your guess", shown(guess)), ("the truth", shown(truth))]
        if not right and not isinstance(truth, str):
            facts.append(("the gap, guess minus truth", shown(guess - np.asarray(truth))))
        diagnosis = None if right else wrong.name if wrong else "values"
        return Result(
            heading, sentences, tuple(facts), state=CORRECT if right else NOT_YET, diagnosis=diagnosis
        )

    def same(self, guess, truth):
        if isinstance(truth, str):
            return guess == word(truth)
        return close(guess, np.asarray(truth), self.rtol)


def shown(value):
    return value if isinstance(value, str) else show(value)


def word(guess):
    if not isinstance(guess, str):
        raise ValueError(f"A word is wanted, in quotes, and this is {describe(guess)}.")
    return guess.strip().casefold()


def numbers(guess, shape):
    """The guess as an array of the wanted shape; a text is read as numbers and never evaluated."""
    kind = "a number" if shape == () else f"an array of shape {shape}"
    if isinstance(guess, str):
        guess = read(guess, kind)
    package = type(guess).__module__.partition(".")[0]
    if package in FOREIGN or package == "helpers":
        what = FOREIGN.get(package, ("an ad.Tensor", "hand over its .value"))
        raise ValueError(f"This is {what[0]}, and {kind} is wanted: {what[1]}.")
    try:
        array = np.asarray(guess)
    except ValueError:
        raise ValueError(f"The rows of this list have different lengths, and {kind} is wanted.") from None
    if array.dtype.kind not in "iufc":
        raise ValueError(f"This is {describe(guess)}, and {kind} is wanted.")
    if array.shape != shape:
        raise ValueError(f"Your guess has shape {array.shape}, and {kind} is wanted.")
    return array


def read(text, kind):
    for reader in (Fraction, json.loads, lambda t: json.loads(f"[{t}]")):
        try:
            value = reader(text)
        except (ValueError, ZeroDivisionError):
            continue
        return float(value) if isinstance(value, Fraction) else value
    raise ValueError(
        f"“{text}” cannot be read as {kind}; nothing typed here is calculated, so give the result."
    )
