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
In two places: its cells in the notebook, and its key in `helpers/lessons/lesson_NN/keys.py`. Title,
difficulty, minutes, stub and solution stand in the cells tagged for the exercise, and `python -m
helpers.notebooks store` copies them to the catalogue: nothing else is read here. What a notebook cannot hold
is an answer key:

1. Choose the kind by what the learner hands over: `Value`, `Function` (a rule takes the upstream first),
   `OpRule` (rule(op, upstream)), `Custom` (f(*inputs) -> y, grad), `Order` (lines to arrange), `Matching` (a
   letter for each item).
2. `inputs(rng)` draws the arguments that `takes` names, non-square and non-symmetric, the upstream random
   and never ones. The right answer is the notebook's solution, unless a `reference` works it out in another
   way. `forward` is what it is the gradient of: nudges of it prove the solution and are shown on a card.
   `wider` adds inputs of other shapes and sizes, on which an answer is tried once it is right on these (see
   `further`; a rule meets zeros without being told to), and `method` says what the task forbids, in sweeps
   and Jacobians (see `sweeps`).
3. `wrong` lists what people really answer, a row each: a name, one line of maths, and one sentence that says
   what the answer is and then what to do. `right` lists other right answers in the same form, without a
   name; a row that puts an equation of the hints, or a piece of `because`, in Python says which, and the
   latter has one at least. `mistakes` says how such a line reads. Signs, transposes, swaps, zeros, constant
   factors, a sum too few or too many, too few lines of an order or one too many, a missing rule, dtypes,
   lists, framework tensors, None and NaN are known without a row. A row that raises on every input names the
   answers that raise there in the same words.
4. `hints` are a nudge, the equation, and a skeleton, in which what the learner fills in stands between « and
   »; `because` is said of a correct answer. A bug hunt is an exercise whose stub has no `...` in it: what
   was handed out counts as not attempted.
5. A `PredictionKey` has a question, its `truth()`, run by the engine, and `guesses`, which are rows too.
6. A variation in the lesson's `again` asks for the same idea once more, with other numbers or another
   function: see `variations`. An exercise may come without one.

`tests/exercises/key` then proves, for every key that it finds, that the solution is correct and the stub not
attempted, that each row of `right` is right and each row of `wrong` named by its own diagnosis, no two of
them alike on the inputs drawn, and that the filled skeleton is a right answer. There is nothing to add
there.

The way of an answer
--------------------
`check` passes it through the rooms, each of which knows those before it alone:

say     what is said: the sentences of verdicts, and the cards that show them.
run     the answer is called on copies of the inputs, guarded and counted, and what comes back read as arrays.
slips   edits of the solution that give the same numbers are searched, where no row of the key names them.
judge   the numbers are compared with the right ones, and a reason is found, or a small case that shows it.
key     what is right and what is wrong in this exercise, how its kind is called, and on which inputs.
review  what was answered before: it is asked again, mapped, and put to the vote.

`answering` makes the card of the verdict, and `memory` notes it.

`exercises()` and `predictions()` are all the keys, by id; `.wrong_answers` maps each diagnosis to an answer
that deserves it, and `.answer_of(source)` is what a cell with that source would hand to `check`.
"""

import contextlib
import warnings

import numpy as np

from .answering import TIERS, UNEXPLAINED, card_of, card_of_right
from .judge import own_code, responses, smallcase
from .key import further
from .key.index import exercises, find, predictions
from .key.keys import AnswerKey
from .key.prediction import PredictionKey
from .review.practice import again, practice
from .review.progress import progress
from .run import memory
from .run.guard import require_nobody_guarded, spared
from .say.cards import NOT_YET, Card
from .say.verdicts import Verdict
from .slips.search import try_ahead

__all__ = ["again", "check", "exercises", "hint", "practice", "predict", "predictions", "progress"]


def predict(id, guess=None):
    """Note a guess, and say what kind of thought leads to it; without a guess, say how to make one.

    What happens is shown by the next code cell; where there is none, in a variation, the truth stands beside
    the guess. It is computed by running the engine. A guess is a number, a list, an array or a text, never
    evaluated. Returns a card with `.state` and `.diagnosis`. LookupError for an unknown id.

    >>> predict("01.p1").state
    'not attempted'
    >>> predict("01.p1", 32).diagnosis
    'last-local-alone'
    """
    require_nobody_guarded("predict")
    return memory.noted(id, find(id, PredictionKey).reveal(guess))


def check(id, answer):
    """Judge an answer: type, shape, dtype, values, then which known wrong answer it is.

    Returns a card with `.state` ("not attempted", "not yet", "correct") and `.diagnosis` (a stable name, or
    None), true exactly when correct. The right answer is never shown. LookupError for an unknown id.

    >>> check("01.2", lambda upstream, x: upstream * 2 * x).state
    'correct'
    """
    require_nobody_guarded("check")
    verdict, tallies = verdict_on(id, answer)
    if verdict is None:
        return memory.noted(id, card_of_right(find(id, AnswerKey), tallies))
    verdict = spared(with_a_response, id, answer, verdict) or verdict
    spared(own_code.add_what_is_read_outside, answer, verdict)
    with contextlib.suppress(LookupError):  # of an answer without a source
        spared(own_code.add_what_is_unread, find(id, AnswerKey), answer, verdict)
        spared(own_code.add_what_its_code_does, find(id, AnswerKey), answer, verdict)
        if verdict.name == "no-path":
            spared(own_code.say_whose_slopes, answer, verdict)
    times = memory.times(id, verdict.name) + 1
    attempt, lines = spared(small_attempt, id, answer, verdict, is_watched=times > 1) or (None, None)
    if verdict.state == NOT_YET:  # who has not begun would only wait for the kernel
        try_ahead(find(id, AnswerKey))
    return memory.noted(id, card_of(find(id, AnswerKey), answer, verdict, attempt, lines, times))


def verdict_on(id, answer):
    """The Verdict on an answer that is not right, or None, and the Tallies of how it came to its numbers.

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
        verdict = spared(own_code.begun, find(id, AnswerKey), answer, verdict) or verdict
        return verdict.with_traceback(None), []
    return None, attempt.tallies


def with_a_response(id, answer, verdict):
    """The Verdict, with how the answer responds where its numbers are wrong and no mistake explains them."""
    if verdict.name not in UNEXPLAINED or not find(id, AnswerKey).is_called:
        return verdict
    try:
        attempt = responses.trial(find(id, AnswerKey)).run(answer)
    except Verdict:
        return verdict
    return responses.judge(find(id, AnswerKey), attempt, verdict)


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
    text = key.skeleton if tier == 3 else key.hints[tier - 1]
    heading = f"Hint {tier} of 3, {TIERS[tier - 1]}: {id} {key.listed.title}"
    return Card(heading, (text, more)) if tier == 1 else Card(heading, (more,), code=text)


def is_tier(tier):
    """Is this 1, 2 or 3, as an integer of Python or NumPy?"""
    kinds = {int, *(np.dtype(code).type for code in np.typecodes["AllInteger"])}
    return type(tier) in kinds and 1 <= tier <= 3
