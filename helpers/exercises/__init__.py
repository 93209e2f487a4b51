"""Ask, check and help: `predict` before the reveal, `check` an answer, `hint` when stuck.

>>> from helpers.exercises import check, hint, predict
>>> check("01.2", None).state
'not attempted'
>>> forgetful = lambda upstream, x: 2 * x
>>> check("01.2", forgetful).diagnosis
'upstream-missing'
>>> bool(check("01.2", lambda upstream, x: upstream * 2 * x))
True

Writing the exercises of a lesson
---------------------------------
One module per lesson, `lesson_02.py`, with two tuples, EXERCISES and PREDICTIONS; it is found by its name.

1. Choose the kind by what the learner hands over: `Value`, `Function` (a rule takes the upstream first),
   `OpRule` (rule(op, grad)), `Custom` (f(*inputs) -> y, grad), `Order` (lines to arrange), `Choice`. For the
   last two the `reference` and what a Wrong holds are letters.
2. `inputs(rng)` draws the arguments, non-square and non-symmetric, the upstream random and never ones.
   `reference` is the right answer as a function of them; a Value's computes it, best by running the engine.
3. `wrong` lists what people really answer. Name a transformation of `wrong_rules` (`upstream_missing`), or
   write the rule: `Wrong("overwritten", lambda upstream, x: upstream)`. A name outside `sentences.SAYS`
   brings its own sentence: what the answer is, then what to do. Transposes, signs, swaps, constant factors, a
   sum too few or too many, dtypes, lists, framework tensors, None and NaN need not be listed.
4. `stub`, `solution` and `answer` (the name they define) are what the notebook's cells show.
   A bug hunt hands out code that runs: give it as `given` too, so that it counts as not attempted.

`tests/exercises` then proves, for every exercise, that the solution is correct, the stub not attempted, every
wrong answer named by its own diagnosis, and no two of them alike on the inputs drawn. `exercises()` and
`predictions()` are all of them, by id; `.wrong_answers` maps each diagnosis to an answer that deserves it.
"""

import functools
import importlib
import pkgutil

from .cards import CORRECT, Card, Result
from .diagnosis import Verdict

__all__ = ["check", "exercises", "hint", "predict", "predictions"]

TIERS = ("a nudge", "the equation", "a skeleton")


def predict(id, guess=None):
    """Set a guess beside the truth; without a guess, say how to make one.

    The truth is computed by running the engine. A guess is a number, a list, an array or a text, never
    evaluated. Returns a card with `.state` and `.diagnosis`. LookupError for an unknown id.

    >>> predict("01.p1").state
    'not attempted'
    >>> predict("01.p1", 32).diagnosis
    'last-local-alone'
    """
    return find(id, "PREDICTIONS").reveal(guess)


def check(id, answer):
    """Judge an answer: type, shape, dtype, values, then which known wrong rule it is.

    Returns a card with `.state` ("not attempted", "not yet", "correct") and `.diagnosis` (a stable name, or
    None), true exactly when correct. The right answer is never shown. LookupError for an unknown id.

    >>> check("01.2", lambda upstream, x: upstream * 2 * x).state
    'correct'
    """
    exercise = find(id, "EXERCISES")
    inputs = tuple(dict(zip(exercise.takes, case, strict=False)) for case in exercise.cases)
    try:
        exercise.judge(answer)
    except Verdict as verdict:
        heading = f"{verdict.state.capitalize()}: {exercise.id} {exercise.title}"
        sentences = (verdict.says, f'Stuck? hint("{id}") gives a nudge.')
        return Result(
            heading, sentences, verdict.facts, state=verdict.state, diagnosis=verdict.name, inputs=inputs
        )
    because = (exercise.because,) if exercise.because else ()
    return Result(f"Correct: {exercise.id} {exercise.title}", because, state=CORRECT, inputs=inputs)


def hint(id, tier=1):
    """Help in three tiers: 1 a nudge, 2 the equation, 3 a skeleton to fill in. LookupError for an unknown id.

    >>> hint("01.2").heading
    'Hint 1 of 3, a nudge: 01.2 The rule of one square layer'
    """
    exercise = find(id, "EXERCISES")
    if tier not in (1, 2, 3) or isinstance(tier, bool):
        return Card(
            f"Hints for {id}: there are three", (f'Ask for hint("{id}", 1), 2 or 3; the last is a skeleton.',)
        )
    more = (
        f'Still stuck? hint("{id}", {tier + 1}) gives {TIERS[tier]}.'
        if tier < 3
        else "This is the last hint."
    )
    text = exercise.hints[tier - 1]
    heading = f"Hint {tier} of 3, {TIERS[tier - 1]}: {exercise.id} {exercise.title}"
    return Card(heading, (text, more)) if tier == 1 else Card(heading, (more,), code=text)


def exercises():
    """Every exercise of every lesson, by id."""
    return {id: spec for lesson in LESSONS for id, spec in specs(lesson, "EXERCISES").items()}


def predictions():
    """Every prediction of every lesson, by id."""
    return {id: spec for lesson in LESSONS for id, spec in specs(lesson, "PREDICTIONS").items()}


LESSONS = [
    m.name.removeprefix("lesson_") for m in pkgutil.iter_modules(__path__) if m.name.startswith("lesson_")
]


@functools.cache
def specs(lesson, which):
    """The specs of one lesson by id. Nothing else is imported: a notebook waits for its own lesson alone."""
    module = importlib.import_module(f"{__name__}.lesson_{lesson}")
    return {spec.id: spec for spec in getattr(module, which)}


def find(id, which):
    """The spec of that name, or a LookupError with the names of its lesson, or of all."""
    lesson = str(id).partition(".")[0]
    known = [lesson] if lesson in LESSONS else LESSONS
    found = {name: spec for one in known for name, spec in specs(one, which).items()}
    if id not in found:
        raise LookupError(f"there is no {id!r}; known are {', '.join(found)}.")
    return found[id]
