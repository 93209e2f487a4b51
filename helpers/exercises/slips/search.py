"""Which slips lead to an answer: versions of the solution are tried when somebody asks, the likeliest first.

What a version gives is kept in memory: it runs on the first case that the answer gets wrong, and on the
others only if it gives the same there. How many are tried is limited by their number and not by a clock, so
that what is said of an answer does not depend on what else the machine does.
"""

import asyncio
import contextlib
import functools
from dataclasses import dataclass

import numpy as np

from ..run.closeness import agree, close, only, wrong_parts
from ..run.guard import TooLong, ours
from ..say.verdicts import Verdict
from .edits import Edit
from .versions import LEADS, MAY_BE, SILENT, likeliest
from .words import RANK

MOST = 2500  # versions of one exercise
IN_A_ROW = 20  # versions that are tried ahead at once: a kernel is asked other things as well
# From here on something is put in, or exchanged for another. Of these there is one for nearly any numbers:
# it is told last, and only if the learner's code may hold it.
PUT_IN = RANK["name-exchanged"]


@dataclass(frozen=True)
class Found:
    """A slip that leads to an answer: in the solution or in the code that was handed out."""

    edit: Edit
    as_given: bool
    parts: frozenset  # the numbers of the parts that are wrong with it
    changed: frozenset  # and of those that it changes: in the code that was handed out others may be wrong
    is_read: bool  # is it what the learner wrote for them?
    is_at_home: bool  # and is the line that it is in set alike there?


@functools.cache
def search(key):
    """The Search of an exercise, with what it has tried so far."""
    return Search(key)


def try_ahead(key):
    """Try the versions of an exercise while the kernel is asked for nothing, and what is right on its wider
    inputs: after the first wrong answer none has to wait. Where no event loop runs, this is done when it is
    needed.
    """
    with contextlib.suppress(RuntimeError):
        _ahead(asyncio.get_running_loop(), key)


@functools.cache
def _ahead(loop, key):
    loop.call_soon(lambda: key.right_when_wider)
    loop.call_soon(lambda: search(key).try_from(0, loop))


class Search:
    """The versions of one exercise, and what those that were tried have given."""

    def __init__(self, key):
        self.key, self.versions = key, likeliest(key)[:MOST] if key.listed else []
        self.tried = {}  # (number of a version, of a case) -> what it gives there
        self.seen = {}  # what was given there already, so that equal arrays are compared once

    def found(self, got, want, bad, written=None, is_besides=False):
        """The slips that some of the wrong parts show, the best explanation first.

        It ends with one that explains all of them. `written` is what the learner wrote: a slip that
        leads to it comes before one that only gives the same numbers. What is put in besides something else
        is told only if it does so.
        """
        at = first_wrong(got, want, self.key.rtol)
        if at is None:  # where it ran it was right: it broke elsewhere, and of that no number tells
            return []
        says = [version.read_in(written) if written else MAY_BE for version in self.versions]
        like, right = (functools.cache(functools.partial(self._is, to)) for to in (got[at], want[at]))
        found = []
        with contextlib.suppress(TooLong), ours(many=True):  # of a version without end nothing is said
            for n in sorted(range(len(says)), key=lambda n: self._order(n, says[n])):
                if says[n] == SILENT and self.rank(n) >= PUT_IN:
                    continue
                if is_besides and self.rank(n) >= PUT_IN and says[n] != LEADS:
                    break
                parts = self._first(n, at)
                shows = parts and [k in bad and like(part, k) for k, part in enumerate(parts)]
                if not shows or not any(shows):
                    continue
                if not all(same or right(part, k) for k, (part, same) in enumerate(zip(parts, shows))):
                    continue
                outcome, wrong = self._whole(n)
                if wrong and wrong <= bad and self._agree(got, outcome, wrong):
                    if not all(has_numbers(outcome[: len(got)], k) for k in wrong):
                        continue
                    found.append(self._found(n, wrong, written))
                    if wrong == bad:
                        break
        return found

    def try_from(self, n, loop):
        """Try a few versions, from the n-th trial on: each on the first case, then each on the next;
        and what is left later.
        """
        end = min(n + IN_A_ROW, len(self.versions) * len(self.key.cases))
        with contextlib.suppress(TooLong), ours(many=True):
            for trial in range(n, end):
                at, version = divmod(trial, len(self.versions))
                self._first(version, at)
        if n < end:
            loop.call_soon(self.try_from, end, loop)

    def _order(self, n, says):
        """What is put in comes last; before the others, what leads to the learner's code, the further the
        better.
        """
        leads = says == LEADS
        return self.rank(n) >= PUT_IN, not leads, -leads * sum(map(abs, self.versions[n].change.values()))

    def rank(self, n):
        """How early the kind of a version is told."""
        return RANK[self.versions[n].edit.kind]

    def _found(self, n, wrong, written):
        version, key, changed = self.versions[n], self.key, wrong
        if version.source.as_given:
            changed = wrong_parts(self._whole(n)[0], key.handed_out_gives, key.rtol)
        first = key.gives_a_rule and 0 not in wrong  # a rule does not return the value
        told = {k - first for k in wrong}, len(key.gives) - first
        is_read = bool(written) and version.is_what(written, *told)
        is_at_home = is_read and version.sets_alike(version.edit.place.home, written)
        return Found(version.edit, version.source.as_given, wrong, changed, is_read, is_at_home)

    def _is(self, wanted, part, k):
        return close(self.seen[part], wanted[k], self.key.rtol)

    def _agree(self, got, outcome, parts):
        return agree(only(parts, got), only(parts, outcome[: len(got)]), self.key.rtol)

    def _first(self, n, at):
        """What a version gives in one case: a name for the array of each part; None where it breaks."""
        if (n, at) not in self.tried:
            self.tried[n, at] = self._named(self._run(n, [self.key.cases[at]])[0])
        return self.tried[n, at]

    def _named(self, parts):
        if parts is None:
            return None
        names = tuple((part.shape, part.dtype.str, part.tobytes()) for part in parts)
        self.seen.update(zip(names, parts))
        return names

    def _run(self, n, cases):
        """What a version gives in these cases, None where it breaks."""
        try:
            answer = self.versions[n].answer()
            self.key.require(answer)
        except Exception:  # of our own making: it does not even compile, or breaks before there is an answer
            return [None] * len(cases)
        return [self._given(answer, case) for case in cases]

    def _given(self, answer, case):
        try:
            with np.errstate(all="ignore"):
                return self.key.given_by(answer, case)
        except Verdict:
            return None

    @functools.cache  # noqa: B019 (a Search is kept for good)
    def _whole(self, n):
        """What a version gives in every case, and its wrong parts: none if they tell nothing."""
        outcome, right = self._run(n, self.key.cases), self.key.right_outcome
        if not tells(self.versions[n], outcome):
            return outcome, frozenset()
        return outcome, wrong_parts(outcome, right, self.key.rtol)


def first_wrong(got, want, rtol):
    """The number of the first case with wrong numbers in it; None if there is none, or it broke there."""
    return next((k for k, (g, w) in enumerate(zip(got, want)) if g and wrong_parts([g], [w], rtol)), None)


def tells(version, outcome):
    """Is there an outcome to be recognised? Code with a bug in it already has to run in every case."""
    return any(outcome) and not (version.source.as_given and None in outcome)


def has_numbers(outcome, k):
    """Has this part a number that is not zero? Nothing but zeros or NaN comes of too many slips."""
    return any(case and np.any(np.isfinite(case[k]) & (case[k] != 0)) for case in outcome)
