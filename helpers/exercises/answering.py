"""From a verdict to its card: one small case, the place in the learner's own code, one next step."""

from helpers.notebooks import catalogue

from .judge.outcome import ALREADY, STOPS
from .judge.place import marked_line, raised_line
from .judge.smallcase import shown, small_case
from .key.variations import is_prediction, split
from .run import memory
from .run.guard import spared
from .say.cards import CORRECT, NOT_ATTEMPTED, Result

TIERS = ("a nudge", "the equation", "a skeleton")
UNEXPLAINED = ("values", "right-on-some", "not-finite", "shape")
GENERAL = (*UNEXPLAINED, "nearly", "constant-factor")  # these name no mistake


def card_of(key, answer, verdict, attempt=None, lines=None, times=1):
    """The card of an answer that is not right; `attempt` is what it gave on small inputs, if it was tried.

    `lines` are those of its lines that ran there, if it was watched; `times` counts how often this exercise
    got this verdict.
    """
    said = {"state": verdict.state, "diagnosis": verdict.name, "inputs": inputs_of(key)}
    heading = f"{verdict.state.capitalize()}: {key.id} {key.listed.title}"
    if verdict.state == NOT_ATTEMPTED:
        return Result(heading, (verdict.says,), verdict.facts, next_step=hint_to_ask_for(key, 1), **said)
    case, mark = None, None
    if key.is_called:
        mark = raised_line(verdict)  # a case with numbers ran: nothing was raised there
        found = None if mark else attempt and spared(small_case, key, attempt, verdict.name)
        case = found and spared(shown, key, found)
        if found and lines:
            mark = spared(marked_line, key, answer, found, lines)
    elif verdict.name in GENERAL or (times > 1 and verdict.name not in memory.NOT_JUDGED):
        case = spared(key.case_by_hand, answer)
    sentences, facts = (verdict.says,), verdict.facts
    if mark:
        facts = tuple(fact for fact in facts if fact[0] != "your line")
    if case:  # it is easier to follow than the random numbers of the check
        said_too = (fact for fact in facts if fact[0] in (ALREADY, STOPS))
        sentences += tuple(f"{label.capitalize()}: {value}." for label, value in said_too)
        facts = tuple(fact for fact in facts if fact[0] == "look at")
    elif not key.shows_numbers:
        facts = tuple(fact for fact in facts if fact[0] == ALREADY)
    return Result(
        heading, sentences, facts, mark=mark, case=case, next_step=hint_to_ask_for(key, times), **said
    )


def card_of_right(key, tallies):
    """The card of a right answer; the Tallies tell how it came to its numbers."""
    because = tuple(filter(None, [key.praise(tallies)]))
    heading = f"Correct: {key.id} {key.listed.title}"
    return Result(heading, because, state=CORRECT, inputs=inputs_of(key), next_step=what_follows(key.id))


def inputs_of(key):
    """The inputs of every case, by name."""
    return tuple(dict(zip(key.takes, case, strict=False)) for case in key.cases)


def hint_to_ask_for(key, times):
    """The first hint, and a further one each time that the same mistake comes again."""
    tier = min(times, len(TIERS))
    call = f'hint("{key.id}")' if tier == 1 else f'hint("{key.id}", {tier})'
    return f"{call} gives {TIERS[tier - 1]}."


def what_follows(id):
    """The exercise after this one, or the lesson."""
    base, number = split(id)
    if number:
        return "practice() asks for what is due."
    lessons = catalogue.lessons()
    items = [item for lesson in lessons.values() for item in lesson.items if not is_prediction(item)]
    following = items[items.index(base) + 1 :] if base in items else []
    if not following:
        return "practice() asks once more for what was missed."
    number = following[0].partition(".")[0]
    if number != base.partition(".")[0]:
        return f"lesson {number}, {lessons[number].title}"
    return f"{following[0]} {catalogue.exercises()[following[0]].title}"
