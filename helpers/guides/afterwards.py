"""The last page: what a learner can do now, lesson by lesson, and ten questions over all of them.

The questions are variations of what the lessons ask, in an order that does not say which idea each one needs.
"""

from helpers.exercises.review.asking import code_of
from helpers.exercises.review.practice import key_of

QUESTIONS = (
    "04.p5b", "01.7b", "02.p4b", "03.5b", "07.p3b", "05.2b", "06.2b", "08.p3b", "09.4b", "08.7b",
)  # fmt: skip


def abilities(known):
    told = [lesson for lesson in known if lesson.with_role("take-home")]  # the start page promises all of it
    return "\n".join(
        f"- {'; '.join(lesson.abilities)} ([{lesson.number}](../{lesson.path.name}))" for lesson in told
    )


def _task(id):
    key = key_of(id)
    if ".p" in id:
        return f"**A guess.** {_escaped(key.question)}"
    minutes = f"{key.listed.minutes} minutes" if key.listed.minutes > 1 else "1 minute"
    return f"**{key.listed.title}**, {minutes}. {_escaped(key.task)}"


def _escaped(text):
    """A text that is no Markdown, as Markdown."""
    return text.replace("*", r"\*").replace("_", r"\_")


def _cell(id):
    return code_of(key_of(id))


PARTS = {"abilities": abilities}
for _number, _id in enumerate(QUESTIONS, start=1):
    PARTS[f"task-{_number}"] = lambda _, id=_id: _task(id)
    PARTS[f"cell-{_number}"] = lambda _, id=_id: _cell(id)
