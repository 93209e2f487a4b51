"""What was answered in this kernel, and how. It ends with the kernel; nothing is written anywhere.

>>> from helpers.exercises import check, memory
>>> memory.forget()
>>> forgetful = lambda upstream, x: 2 * x
>>> check("01.2", forgetful).diagnosis, check("01.2", forgetful).diagnosis
('upstream-missing', 'upstream-missing')
>>> memory.times("01.2", "upstream-missing")
2
>>> check("01.2", lambda upstream, x: upstream * 2 * x).sentences[-1]
'Missed twice before: practice() will ask for it again.'
"""

import dataclasses
import re
import time

from .cards import CORRECT, NOT_ATTEMPTED

# An answer that could not be judged at all, a misspelt name for example, says nothing about the idea.
NOT_JUDGED = {
    *("called-already", "signature", "signature-asked", "raises", "input-changed", "no-rule"),
    *("how-many", "one-wanted"),
    *("framework-tensor", "tensor", "not-a-tensor", "list", "matrix", "not-called", "object-array", "type"),
    *("not-nodes", "not-pairs", "no-labels", "no-such-line", "line-twice", "not-an-option", "unreadable"),
}
MISSED = re.compile(r"^Missed (once|twice|\d+ times) before", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Answer:
    """One answer that was checked: for which exercise or prediction, its verdict, and when it was given."""

    id: str
    state: str
    diagnosis: str | None
    when: float  # as time.time() counts

    @property
    def is_judged(self):
        """Could it be compared with the right answer at all?"""
        return self.diagnosis not in NOT_JUDGED


_answers = {}  # by id
_asked = {}  # by id: the number of the variation that was asked for last


def noted(id, result):
    """The same result, noted; a right answer after wrong ones says so, for the notebook keeps its card."""
    missed = misses(id)
    if result.state != NOT_ATTEMPTED:
        answer = Answer(id, result.state, result.diagnosis, time.time())
        _answers.setdefault(id, []).append(answer)
    if not (result and missed):
        return result
    says = f"Missed {in_words(missed)} before: practice() will ask for it again."
    return dataclasses.replace(result, sentences=(*result.sentences, says))


def ids():
    """Everything that was answered in this kernel."""
    return tuple(_answers)


def answers(id):
    """Every answer to one exercise or prediction, the first one first."""
    return tuple(_answers.get(id, ()))


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


# --- how often, in words that are read back from a saved card ---


def in_words(count):
    """How often: "once", "twice", "3 times"."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def missed_before(text):
    """How often a card says that its exercise was missed before.

    >>> missed_before("Correct: 01.2 The rule of one square layer\\nMissed 3 times before: ...")
    3
    """
    found = MISSED.search(text)
    return ({"once": 1, "twice": 2}.get(found[1]) or int(found[1].split()[0])) if found else 0
