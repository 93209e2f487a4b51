"""A guess put to a whole room: the truth among the answers that people really give."""

from dataclasses import dataclass

import numpy as np

from helpers.drawing.svg.printing import array_text

from ..key.index import find
from ..key.prediction import PredictionKey

MOST_WRONG = 4  # with the right one that makes A to E, which a room can still read and remember


@dataclass(frozen=True)
class Option:
    """One answer to vote for; `says` is what is behind it, and of the right one why it is right."""

    letter: str
    text: str
    right: bool
    says: str


@dataclass(frozen=True)
class Poll:
    """A question and its options, in an order that gives nothing away."""

    id: str
    question: str
    options: tuple[Option, ...]


def poll(id):
    """The guess of that id as a vote.

    >>> [(option.letter, option.text, option.right) for option in poll("02.p1").options]
    [('A', '1', False), ('B', '2', True), ('C', '3', False), ('D', '5', False), ('E', '6', False)]
    """
    key = find(id, PredictionKey)
    truth = key.truth()
    known = {text_of(truth): (truth, True, key.because)}
    for mistake in key.mistakes:  # as their key has them, the most frequent first
        if len(known) <= MOST_WRONG:
            known.setdefault(text_of(mistake.answer), (mistake.answer, False, mistake.says))
    ordered = sorted(known.items(), key=lambda option: _by_size(option[1][0]))
    options = [
        Option(letter, text, right, says)
        for letter, (text, (_, right, says)) in zip("ABCDE", ordered, strict=False)
    ]
    return Poll(id, key.question, tuple(options))


def text_of(value):
    """A guess or a truth as it is written on a board: counts of five digits and more in groups of three.

    >>> text_of(np.array([[6.0, -0.5], [0.0, 1.0]])), text_of(8e8), text_of(2430.0)
    ('[[6, −0.5], [0, 1]]', '800,000,000', '2430')
    """
    if isinstance(value, str):
        return value
    is_count = np.ndim(value) == 0 and value >= 10_000 and value == round(value)
    return f"{value:,.0f}" if is_count else array_text(value)


def _by_size(value):
    """Numbers by their size, then arrays entry by entry, then words; NaN after all numbers.

    >>> sorted(["none", [1, 2], np.nan, 3.0], key=_by_size)
    [3.0, nan, [1, 2], 'none']
    """
    if isinstance(value, str):
        return 2, (), value
    entries = np.ravel(np.asarray(value, float))
    entries = tuple((bool(np.isnan(entry)), float(np.nan_to_num(entry))) for entry in entries)
    return int(np.ndim(value) > 0), entries, ""
