"""Trying an answer: what it gives on every input, found before anybody asks what would be right.

While a learner's function runs, no frame above it holds the answer key, and the key hands out no right
answer: the numbers have to come from the arguments. (In one process nothing can be hidden for good: the
solutions also stand, folded, in the notebook.)
"""

from collections.abc import Callable
from dataclasses import dataclass

from ..say.sentences import NOTHING
from ..say.verdicts import Verdict, not_attempted, untouched
from .arrays import type_name
from .guard import MOST_PRINTED, TooLong, guarded, keep
from .sweeps import watched


@dataclass(frozen=True)
class Trial:
    """The inputs to try an answer on, and how it is read. Nothing here leads to the right answer."""

    require: Callable  # (answer): a Verdict if it is not even the kind of thing that is asked for
    read: Callable  # (answer, case) -> what it gives there, a tuple of arrays
    cases: tuple
    apart: tuple = ()  # the numbers of the inputs that are functions and whose calls are told apart
    is_shown: bool = True  # may the answer print?

    def run(self, answer):
        """The Attempt; a Verdict if there is nothing to try, or if it is stopped for taking too long."""
        given, tallies = [], []
        try:
            with guarded(MOST_PRINTED if self.is_shown else 0):
                looked_at(lambda: self._require(answer), answer)
                for case in self.cases:
                    with watched(case, self.apart) as (case, tally):
                        given.append(self._one(answer, case))
                        tallies.append(tally)
        except TooLong:
            raise Verdict("too-long") from None
        return Attempt(answer, self.cases, given, tallies)

    def _require(self, answer):
        is_begun = isinstance(answer, tuple | list) and not all(map(untouched, answer))
        if untouched(answer) and not is_begun:
            raise not_attempted(says=NOTHING if answer is None else None)
        self.require(answer)

    def _one(self, answer, case):
        """What the answer gives in one case, or the Verdict in which it ends there."""
        try:
            return looked_at(lambda: self.read(answer, case), answer)
        except Verdict as verdict:
            if verdict.name in ("too-long", "looked-up", "check-inside"):
                raise
            return verdict


@dataclass(frozen=True)
class Attempt:
    """What an answer gave in every case, a tuple of arrays or the Verdict in which it ended, and how."""

    answer: object
    cases: tuple
    given: list
    tallies: list

    @property
    def broken(self):
        """The first Verdict, None if it gave something everywhere."""
        return next((given for given in self.given if isinstance(given, Verdict)), None)

    @property
    def outcome(self):
        """What it gave in every case, None where it broke."""
        return [None if isinstance(given, Verdict) else given for given in self.given]


def looked_at(look, value):
    """look(), where that looks at a value of any kind; a Verdict if the value objects to it."""
    try:
        return look()
    except (Verdict, TooLong):
        raise
    except BaseException as error:  # even SystemExit, from an object with a mistake in its methods
        keep(error)
        raise Verdict("unreadable", what=type_name(value)) from None
