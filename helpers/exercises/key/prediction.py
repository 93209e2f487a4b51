"""A guess before the reveal: it is noted, and told what kind of thought leads to it.

What is true is shown by the notebook, in the next code cell. A prediction that no notebook asks for, such as
a variation, sets the truth beside the guess itself.
"""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from helpers import autodiff as ad
from helpers.notebooks import catalogue

from ..run.arithmetic import NotCalculable, calculated, one_with_a_comma
from ..run.arrays import package_of
from ..run.attempts import looked_at
from ..run.closeness import close
from ..run.guard import TooLong, guarded
from ..say.cards import CORRECT, NOT_ATTEMPTED, NOT_YET, Result, describe, show
from ..say.sentences import FOREIGN, SAYS
from ..say.verdicts import Verdict, not_attempted, untouched
from .misconceptions import require_known
from .mistakes import Maths, mistake_of

RIGHT, WRONG = "Your guess is right.", "Not what happens."
WHOLE_NUMBER = "How many there are is a whole number."
NO_NUMBERS = {name: float(name) for name in ("nan", "NaN", "inf", "infinity")}  # which float() reads
BELOW = "read on; a cell further down shows what happens."


@dataclass(frozen=True, repr=False, eq=False)
class Noted(Result):
    """The card of a guess, which it holds: an array of floats, a word, or None where none could be read."""

    guess: object = None


@dataclass(frozen=True, kw_only=True, eq=False)
class PredictionKey:
    """A question, its `truth()`, run by the engine, and the guesses worth naming.

    A guess is a row: a name, a line of maths, a sentence (see `mistakes`). The line may name np, ad and
    whatever the module of the key defines. Of another guess nothing is computed: what leads to it would lead
    to the truth.
    """

    id: str = field(kw_only=False)
    question: str = field(kw_only=False)
    example: object  # a guess of the right form, to show how one is written
    truth: Callable  # () -> a number, an array or a word
    guesses: tuple = ()
    meant: dict = field(default_factory=dict)  # other words for an answer
    otherwise: str = ""  # said of every other wrong number
    because: str = ""  # why it is so: said of a right guess, and wherever the truth is told
    covers: tuple = ()  # names in MISCONCEPTIONS
    given: dict = field(default_factory=dict)  # numbers that the question names: a text may name them too
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
        return tuple(mistake_of(row, self._guess, f"prediction {self.id}, guess") for row in self.guesses)

    def _guess(self, name, maths):
        return Maths(maths, ("",), (), self.scope).whole({}, self.truth)

    def reveal(self, guess):
        """The card that asks, refuses a guess that cannot be read, or says what kind of guess it is."""
        heading = f"Prediction {self.id}: {self.question}"
        how = f"guess = {self.example!r}"
        truth = self.truth()
        kind = "a number" if np.shape(truth) == () else f"an array of shape {np.shape(truth)}"

        def refused(says):
            sentences = says, f"Write it like this: {how}"
            return Result(heading, sentences, state=NOT_YET, diagnosis="unreadable")

        typed = guess
        try:
            guess = read(guess, truth, kind, self.given)
        except Verdict as verdict:
            if verdict.state != NOT_ATTEMPTED:
                return refused(verdict.says)
            says = f"Guess first: put yours in place of None, for example {how}, or skip this and read on."
            return Result(heading, (says,), state=NOT_ATTEMPTED, diagnosis="untouched")
        guess = self.meant.get(guess, guess) if isinstance(guess, str) else guess
        right = self.same(guess, truth)
        words = sorted({truth, *(m.answer for m in self.mistakes)}) if isinstance(truth, str) else ()
        if words and guess not in map(word, words):
            return refused(f"“{shortened(guess)}” is none of these: {', '.join(words)}.")
        name, says = (None, None) if right else self.explained(guess, truth)
        if name == "values" and np.shape(guess) != np.shape(truth):
            if np.shape(truth) == () and isinstance(typed, tuple) and (one := one_with_a_comma(typed)):
                return refused(SAYS["comma"].format(count=len(typed), one=" or ".join(one)))
            return refused(f"Your guess has shape {guess.shape}, and {kind} is wanted.")
        told = right or not self.is_revealed
        said = (RIGHT if right else WRONG, says, self.because if told else "")
        facts = (("your guess", shown(guess)), ("the truth", shown(truth)))[: 1 + told]
        return Noted(
            heading,
            tuple(filter(None, said)),
            facts,
            next_step="" if told else BELOW,
            state=CORRECT if right else NOT_YET,
            diagnosis=name,
            guess=guess,
        )

    @property
    def is_revealed(self):
        """Does a notebook ask for it? Then it also shows what happens."""
        return any(self.id in lesson.items for lesson in catalogue.lessons().values())

    def same(self, guess, truth):
        """Is this guess the truth, as closely as one guesses? A count and whole numbers have to be exact."""
        if isinstance(truth, str):
            return guess == word(truth)
        is_exact = is_count(truth) or all(np.array_equal(each, np.round(each)) for each in (guess, truth))
        return close(guess, np.asarray(truth), 1e-9 if is_exact else self.rtol)

    def explained(self, guess, truth):
        """The name of what leads to this guess, and a sentence; "values" and none if nothing does."""
        if isinstance(truth, str):
            return next(((m.name, m.says) for m in self.mistakes if m.answer == guess), ("values", None))
        if is_count(truth) and guess.shape == () and guess != np.round(guess):
            return "not-whole", WHOLE_NUMBER
        listed = (m for m in self.mistakes if self.same(guess, np.asarray(m.answer, float)))
        return next(((m.name, m.says) for m in listed), ("values", self.otherwise))


def is_count(truth):
    """Does this truth say how many?"""
    return isinstance(truth, int | np.integer)


def shown(value):
    """A guess or a truth as a text."""
    return shortened(value) if isinstance(value, str) else show(value)


def shortened(text):
    """As much of what somebody typed as a card repeats."""
    return text if len(text) <= 40 else f"{text[:40]}…"


# --- reading a guess ---


def unreadable(says):
    """The Verdict on a guess that cannot be read."""
    return Verdict("unreadable", says=says)


def read(guess, truth, kind, names):
    """The guess in the form of the truth, a word or an array; a Verdict for anything else."""

    def look():
        if untouched(guess):
            raise not_attempted()
        if isinstance(truth, str):
            return word(guess)
        array = numbers(guess, kind, names)
        return array.reshape(np.shape(truth)) if array.size == 1 == np.size(truth) else array

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


def numbers(guess, kind, names):
    """The guess as an array of floats; a Verdict for anything else."""
    if isinstance(guess, str):
        guess = read_text(guess, kind, names)
    if isinstance(guess, ad.Tensor):
        guess = guess.value
    if foreign := FOREIGN.get(package_of(guess)):
        raise unreadable(f"This is {foreign[0]}, and {kind} is wanted: {foreign[1]}.")
    if isinstance(guess, np.ma.MaskedArray):
        raise unreadable(f"This is a masked array, which leaves entries out, and {kind} is wanted.")
    if callable(guess):
        raise unreadable(f"This is a function, and {kind} is wanted: give its value.")
    try:
        array = np.asarray(guess)
        if array.dtype == object:  # a fraction, or an integer too long for NumPy
            array = array.astype(float)
    except ValueError:
        raise unreadable(f"The rows of this list have different lengths, and {kind} is wanted.") from None
    except Exception:  # an object that says how it becomes an array, and fails
        raise unreadable(f"This is {describe(guess)}, and {kind} is wanted.") from None
    if array.dtype.kind == "c":
        raise unreadable(f"This is complex, and what is asked for is real: {kind}.")
    if array.dtype.kind not in "iuf":
        raise unreadable(f"This is {describe(guess)}, and {kind} is wanted.")
    return array.astype(float)


def read_text(text, kind, names):
    """What a text says, as numbers: 6, nan, 12/2, [1, 2] or 2*x. It is calculated, never evaluated."""
    try:
        return calculated(text, NO_NUMBERS | names)
    except NotCalculable as error:
        names = error.name and not text.strip().isalpha()
        without = (
            f"{error.name} has no value here: give its number" if names else "write digits, without words"
        )
        raise unreadable(f"“{shortened(text)}” cannot be read as {kind}; {without}.") from None
