"""What was answered in this kernel, and how. It ends with the kernel; nothing is written anywhere.

>>> from helpers.exercises import check, memory
>>> memory.forget()
>>> forgetful = lambda upstream, x: 2 * x
>>> check("01.2", forgetful).diagnosis, check("01.2", forgetful).diagnosis
('upstream-missing', 'upstream-missing')
>>> memory.times("01.2", "upstream-missing")
2
>>> check("01.2", lambda upstream, x: upstream * 2 * x).missed
2
"""

import dataclasses
import time

from ..say.cards import CORRECT, NOT_ATTEMPTED

# An answer that could not be judged at all, a misspelt name for example, says nothing about the idea.
NOT_JUDGED = {
    *("called-already", "signature", "signature-asked", "raises", "input-changed", "no-rule"),
    *("too-long", "check-inside"),
    *("how-many", "one-wanted", "vjp-itself", "unfinished"),
    *("framework-tensor", "tensor", "list", "matrix", "not-called", "object-array", "type"),
    *("not-nodes", "not-pairs", "no-labels", "no-such-line", "line-twice", "unreadable"),
}


@dataclasses.dataclass(frozen=True)
class Answer:
    """One answer that was checked: for which exercise or prediction, its verdict, and when it was given."""

    id: str
    state: str
    diagnosis: str | None
    when: float  # as time.time() counts
    guess: object = None  # at a prediction: an array of floats, or a word

    @property
    def is_judged(self):
        """Could it be compared with the right answer at all?"""
        return self.diagnosis not in NOT_JUDGED


_answers = {}  # by id
_asked = {}  # by id: the number of the variation that was asked for last


def noted(id, result):
    """The same result, noted; it carries how often this was missed, for the notebook keeps its card."""
    missed = misses(id)
    if result.state != NOT_ATTEMPTED:
        guess = getattr(result, "guess", None)
        answer = Answer(id, result.state, result.diagnosis, time.time(), guess)
        _answers.setdefault(id, []).append(answer)
    return dataclasses.replace(result, missed=missed) if missed else result


def ids():
    """Everything that was answered in this kernel."""
    return tuple(_answers)


def answers(id):
    """Every answer to one exercise or prediction, the first one first."""
    return tuple(_answers.get(id, ()))


def guess(id):
    """The guess last made at a prediction in this kernel, an array of floats or a word; None for none.

    An exhibit can set it as a mark on its picture, beside what happens.

    >>> from helpers.exercises import predict
    >>> card = predict("01.p1", "2 * 4 * 2")
    >>> guess("01.p1")
    array(16.)
    """
    made = [answer.guess for answer in answers(id) if answer.guess is not None]
    return made[-1] if made else None


def times(id, diagnosis):
    """How often this exercise was answered with that diagnosis."""
    return sum(answer.diagnosis == diagnosis for answer in answers(id))


def misses(id):
    """How often this exercise or prediction was answered wrong."""
    return sum(answer.is_judged and answer.state != CORRECT for answer in answers(id))


def last_asked(id):
    """The number of the variation that was asked for last in this kernel, 0 for none."""
    return _asked.get(id, 0)


def ask(id, number):
    """Note which variation is asked for now."""
    _asked[id] = number


def forget():
    """Forget everything, as a new kernel would."""
    _answers.clear()
    _asked.clear()


def in_words(count):
    """How often: "once", "twice", "3 times"."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
