"""Once more: the same idea with other numbers or another function, when asked for and when it is due."""

import time
from dataclasses import dataclass

from ..key.index import find
from ..key.keys import AnswerKey
from ..key.prediction import PredictionKey
from ..key.variations import exist, is_prediction, named, split
from ..run import memory
from ..say.cards import Card
from . import saved
from .asking import ask

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
# After so many right answers since it was last missed, an idea rests for so long. Then it is known.
RESTS = (10 * MINUTE, DAY, 3 * DAY)


def again(id):
    """Ask for the same idea with other numbers or another function: a card, and a cell to fill in below it.

    The first call in a kernel gives variation b, the next one c, and so on. A variation is checked and hinted
    at by its own name, check("01.2b", answer), and guessed by its own, predict("01.p1b", guess). LookupError
    for an unknown id.

    >>> memory.forget()
    >>> again("01.2").heading
    'Again, 01.2b: The rule of one cube layer'
    >>> again("01.2").heading
    'Again, 01.2c: The rule of one reciprocal layer'
    """
    base = split(id)[0] if type(id) is str else id
    return ask("Again", variation(base, memory.last_asked(key_of(base).id) + 1))


def practice(folder="."):
    """Ask for one thing that was missed, if any is due: the most often missed first, in a cell to fill in.

    What was missed, and what came right since, is read from the cards in the notebooks of the folder, as they
    were last saved, and from this kernel; no file is written. An idea that was missed rests for ten minutes;
    after one right answer since then for a day, after two for three days; after three it is known. For those
    who are quicker, one other lesson worked on since then stands for the day, and two for the three days.
    Time counts from the last answer in this kernel, or else from when a notebook with an answer was last
    saved. Called again before it is answered, it goes on to the next that is due.

    LookupError if there is no such folder, TypeError for what cannot be the name of one.
    """
    known = saved.read(folder)
    ideas = missed_ideas(known)
    due = sorted((idea for idea in ideas if idea.wait <= 0), key=Idea.turn)
    if not due:
        return nothing_due(ideas, known)
    idea, *others = due
    more = {0: "", 1: " One more is due after it."}.get(len(others), f" {len(others)} more are due after it.")
    says = f"You missed {idea.base} {memory.in_words(idea.misses)}.{more}"
    number = max(idea.last, memory.last_asked(idea.base)) + 1
    return ask("Practice", variation(idea.base, number), says)


def key_of(id):
    """The key of an exercise or a prediction; LookupError with the names of all of its kind."""
    return find(id, PredictionKey if type(id) is str and is_prediction(id) else AnswerKey)


def variation(base, number):
    """The key of that variation, which is now asked for."""
    key = key_of(named(base, number))
    memory.ask(base, number)
    return key


@dataclass(frozen=True)
class Idea:
    """An exercise or a prediction with its variations: how often it was missed, and when it is due again."""

    base: str
    misses: int
    right: int  # answers since it was last missed
    last: int  # the number of the last variation that was answered
    when: float  # of the last answer
    others: int  # lessons worked on since

    @property
    def wait(self):
        """The seconds until it is due: none if it is due, infinitely many if it is known."""
        if self.right >= len(RESTS):
            return float("inf")
        rested = max(0.0, time.time() - self.when)
        return max(0.0, RESTS[0 if self.others >= self.right else self.right] - rested)

    def turn(self):
        """What to sort by: not yet asked for, most often missed, longest not seen."""
        return memory.last_asked(self.base) > self.last, -self.misses, self.when, self.base


def missed_ideas(known):
    """Every idea that was missed at least once, in the order of the lessons."""
    bases = sorted({split(id)[0] for id, record in known.records.items() if record.misses})
    return [idea_of(base, known) for base in bases if exist(base)]


def idea_of(base, known):
    """What is known of one idea, from the cards of the exercise and of its variations."""
    records = saved.history(base, known)
    right = 0
    for record in records:
        right = record.is_right + (0 if record.misses else right)
    when = max(record.when for record in records)
    others = [at for lesson, at in known.worked_on.items() if lesson != base[:2] and at > when]
    misses, last = sum(record.misses for record in records), max(split(record.id)[1] for record in records)
    return Idea(base, misses, right, last, when, len(others))


def nothing_due(ideas, known):
    """The card that says so, and what comes next."""
    resting = sorted((idea for idea in ideas if idea.wait < float("inf")), key=lambda idea: idea.wait)
    if resting:
        first, lessons = resting[0], resting[0].right - resting[0].others
        sooner = {1: " or after work on another lesson", 2: " or after work on two others"}.get(lessons, "")
        says = f"{first.base} is due again in about {in_units(first.wait)}{sooner}."
        says = f"{count(len(resting), 'idea')} at rest. {says}"
    elif ideas:
        says = f"All you missed has come right three times since: {', '.join(idea.base for idea in ideas)}."
    else:
        says = "Nothing was missed in the notebooks saved here, or since this kernel started."
    more = 'again("01.2") asks for any idea all the same, by its number; progress() shows what is left to do.'
    return Card("Practice: nothing is due", (says, *known.broken, more))


def count(number, noun):
    """One idea is, or several are.

    >>> count(1, "idea"), count(2, "idea")
    ('1 idea is', '2 ideas are')
    """
    return f"1 {noun} is" if number == 1 else f"{number} {noun}s are"


def in_units(seconds):
    """A time as one says it, rounded up.

    >>> in_units(61), in_units(7000), in_units(200_000)
    ('2 minutes', '2 hours', '3 days')
    """
    for unit, name in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")):
        if seconds > unit or unit == MINUTE:
            number = max(1, -int(-seconds // unit))
            return f"{number} {name}{'' if number == 1 else 's'}"
