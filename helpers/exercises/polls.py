"""A guess put to a whole room: the truth among the answers that people really give."""

from dataclasses import dataclass

import numpy as np

from .prediction import PredictionKey
from .registry import find

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
    known = {written(truth): (truth, True, key.because)}
    for mistake in key.mistakes:  # as their key has them, the most frequent first
        if len(known) <= MOST_WRONG:
            known.setdefault(written(mistake.answer), (mistake.answer, False, mistake.says))
    ordered = sorted(known.items(), key=lambda option: _by_size(option[1][0]))
    options = [
        Option(letter, text, right, says)
        for letter, (text, (_, right, says)) in zip("ABCDE", ordered, strict=False)
    ]
    return Poll(id, key.question, tuple(options))


def written(value):
    """A value as it is written on a board.

    >>> written(np.array([[6.0, -0.5], [0.0, 8e8]]))
    '[[6, −0.5], [0, 800,000,000]]'
    """
    if isinstance(value, str):
        return value
    if np.ndim(value):
        return f"[{', '.join(map(written, value))}]"
    number = f"{float(value):,.4g}" if abs(float(value)) < 1e4 else f"{float(value):,.0f}"
    return number.replace("-", "−").replace("nan", "NaN")


def _by_size(value):
    """Numbers by their size, then arrays entry by entry, then words; NaN after all numbers."""
    if isinstance(value, str):
        return 2, (), value
    entries = np.ravel(np.asarray(value, float))
    entries = tuple((bool(np.isnan(entry)), float(np.nan_to_num(entry))) for entry in entries)
    return int(np.ndim(value) > 0), entries, ""
