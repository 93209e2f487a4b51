"""Ask, check and help: `predict` before the reveal, `check` an answer, `hint` when stuck.

`again` asks for the same idea once more, `practice` for what was missed, and `progress` shows what is done.

>>> from helpers.exercises import check, hint, predict
>>> check("01.2", None).state
'not attempted'
>>> forgetful = lambda upstream, x: 2 * x
>>> check("01.2", forgetful).diagnosis
'upstream-missing'
>>> bool(check("01.2", lambda upstream, x: upstream * 2 * x))
True

How an exercise is made
-----------------------
Title, difficulty, minutes, stub and solution stand in the notebook, in the cells tagged for the exercise, and
`python -m helpers.lessons store` copies them to the catalogue: nothing else is read here. What a notebook
cannot hold is an answer key in `lesson_NN.py`, where it is found by its kind:

1. Choose the kind by what the learner hands over: `Value`, `Function` (a rule takes the upstream first),
   `OpRule` (rule(op, upstream)), `Custom` (f(*inputs) -> y, grad), `OfNodes` (works on an engine's nodes),
   `Order` (lines to arrange), `Choice`.
2. `inputs(rng)` draws the arguments that `takes` names, non-square and non-symmetric, the upstream random and
   never ones. The right answer is the notebook's solution, unless a `reference` works it out in another way.
   `wider` adds inputs of other shapes and sizes, on which an answer is tried once it is right on these (see
   `further`), and `way` says which way the task forbids, in sweeps and Jacobians, and what is said of a
   dearer way that it allows (see `sweeps`).
3. `wrong` lists what people really answer, a row each: a name, one line of maths, and one sentence that says
   what the answer is and then what to do. `mistakes` says how such a line reads. Transposes, signs, swaps,
   constant factors, a sum too few or too many, dtypes, lists, framework tensors, None and NaN are known. A
   row that raises on every input names the answers that raise there in the same words.
4. `hints` are a nudge, the equation, and a skeleton with ___ in it; `because` is said of a correct answer. A
   bug hunt is an exercise whose stub has no `...` in it: what was handed out counts as not attempted.
5. A `PredictionKey` has a question, its `truth()`, run by the engine, and `guesses`, which are rows too.
6. A variation asks for the same idea again, with other numbers or another function: see `variations`.

`tests/exercises` then proves, for every exercise, that the solution is correct, the stub not attempted, each
wrong answer named by its own diagnosis, no two of them alike on the inputs drawn, and that the skeleton leads
to a right answer. What only the author knows stands in `tests/exercises/test_lesson_NN.py`, as data: another
way to the right answer, what fills the blanks, and what the equations of the hints say in Python.

`exercises()` and `predictions()` are all the keys, by id; `.wrong_answers` maps each diagnosis to an answer
that deserves it, and `.answer_of(source)` is what a cell with that source would hand to `check`.
"""

import warnings

import numpy as np

from . import further, memory, smallcase
from .answering import TIERS, card_of, card_of_right
from .cards import Card
from .keys import AnswerKey
from .practice import again, practice
from .prediction import PredictionKey
from .progress import progress
from .registry import exercises, find, predictions
from .verdicts import Verdict

__all__ = ["again", "check", "exercises", "hint", "practice", "predict", "predictions", "progress"]


def predict(id, guess=None):
    """Set a guess beside the truth; without a guess, say how to make one.

    The truth is computed by running the engine. A guess is a number, a list, an array or a text, never
    evaluated. Returns a card with `.state` and `.diagnosis`. LookupError for an unknown id.

    >>> predict("01.p1").state
    'not attempted'
    >>> predict("01.p1", 32).diagnosis
    'last-local-alone'
    """
    return memory.noted(id, find(id, PredictionKey).reveal(guess))


def check(id, answer):
    """Judge an answer: type, shape, dtype, values, then which known wrong answer it is.

    Returns a card with `.state` ("not attempted", "not yet", "correct") and `.diagnosis` (a stable name, or
    None), true exactly when correct. The right answer is never shown. LookupError for an unknown id.

    >>> check("01.2", lambda upstream, x: upstream * 2 * x).state
    'correct'
    """
    verdict, records = verdict_on(id, answer)
    if verdict is None:
        return memory.noted(id, card_of_right(find(id, AnswerKey), records))
    times = memory.times(id, verdict.name) + 1
    attempt, lines = small_attempt(id, answer, verdict, is_watched=times > 1)
    return memory.noted(id, card_of(find(id, AnswerKey), answer, verdict, attempt, lines, times))


def verdict_on(id, answer):
    """The Verdict on an answer that is not right, or None, and the Records of how it came to its numbers.

    No frame above the answer holds its key. Numbers beyond all bounds bring no warning to the page: the
    Verdict says enough.
    """
    try:
        with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
            attempt = find(id, AnswerKey).trial().run(answer)
            find(id, AnswerKey).judge(attempt)
            further_attempt = further.trial(find(id, AnswerKey)).run(answer)
            further.judge(find(id, AnswerKey), further_attempt)
    except Verdict as verdict:
        verdict.__context__ = (
            None  # neither it nor its traceback leads to the key, when the answer runs again
        )
        return verdict.with_traceback(None), []
    return None, attempt.ways


def small_attempt(id, answer, verdict, is_watched):
    """The Attempt of a wrong answer at small inputs, and which of its lines ran; both may be None."""
    try:
        trial = smallcase.trial(find(id, AnswerKey), verdict, is_watched)
        return (trial.run(answer), getattr(trial.read, "seen", None)) if trial else (None, None)
    except Verdict:
        return None, None


def hint(id, tier=1):
    """Help in three tiers: 1 a nudge, 2 the equation, 3 a skeleton to fill in. LookupError for an unknown id.

    >>> hint("01.2").heading
    'Hint 1 of 3, a nudge: 01.2 The rule of one square layer'
    """
    key = find(id, AnswerKey)
    if not is_tier(tier):
        says = f'Ask for hint("{id}", 1), 2 or 3; the last is a skeleton.'
        return Card(f"Hints for {id}: there are three", (says,))
    more = "This is the last hint."
    if tier < 3:
        more = f'Still stuck? hint("{id}", {tier + 1}) gives {TIERS[tier]}.'
    text = key.hints[tier - 1]
    heading = f"Hint {tier} of 3, {TIERS[tier - 1]}: {id} {key.listed.title}"
    return Card(heading, (text, more)) if tier == 1 else Card(heading, (more,), code=text)


def is_tier(tier):
    """Is this 1, 2 or 3, as an integer of Python or NumPy?"""
    kinds = {int, *(np.dtype(code).type for code in np.typecodes["AllInteger"])}
    return type(tier) in kinds and 1 <= tier <= 3
