"""The lecturer's guide, lesson by lesson: what a lecturer needs to know that the lessons and their keys know.

A cell of `notebooks/guides/lecturing.ipynb` for each lesson is generated: its goal, the slides of its
talk, what makes it longer, the notes that stand under its title, its polls and its homework.
"""

import html

from helpers.exercises.review.polls import poll
from helpers.notebooks import talk

TAG = "lecture:"  # and the number, of the cell about a lesson
DIFFICULTY = {1: "●○○", 2: "●●○", 3: "●●●"}


def cell(lesson):
    return {
        "cell_type": "markdown",
        "id": f"lecture-{lesson.number}",
        "metadata": {"tags": [f"{TAG}{lesson.number}"]},
        "source": text(lesson).splitlines(keepends=True),
    }


def text(lesson):
    said = talk.of(lesson)
    parts = [
        f"## {lesson.number} {lesson.name}",
        f"Afterwards they can {'; '.join(lesson.abilities)}. [To the lesson](../{lesson.path.name}).",
        *_lectures(lesson, said),
        *(notes.partition("\n\n")[0] for notes in lesson.notes),  # below the list it is about the notebook
        *_polls(lesson),
    ]
    return "\n\n".join(filter(None, parts))


def _lectures(lesson, said):
    """What makes the talk, a lecture of 50 and of 80 minutes, and what is left for home."""
    votes = {block.source for slide in said.slides for block in slide.blocks if block.kind == "vote"}
    others = [prediction.id for prediction in lesson.predictions if prediction.id not in votes]
    easy, medium, hard = ([e for e in lesson.exercises if e.difficulty == k] for k in DIFFICULTY)
    slides = "\n".join(f"{slide.number}. {slide.title.replace('`', '')}" for slide in said.slides)
    yield (
        f"**{said.minutes} minutes:** the talk, {len(said.slides)} slides.\n\n"
        f"<details><summary>The slides</summary>\n\n{slides}\n\n</details>"
    )
    if others or easy:
        asked = f"the notebook's guesses {', '.join(others)}" if others else ""
        yield f"**50 minutes:** {'; '.join(filter(None, [asked, *map(_exercise, easy)]))}, in the room."
    if medium:
        yield f"**80 minutes:** {'; '.join(map(_exercise, medium))}, in the room."
    if at_home := [*medium, *hard]:
        minutes = sum(exercise.minutes for exercise in at_home)
        yield f"**Homework, {minutes} minutes,** if not done there: {', '.join(e.id for e in medium)}" + (
            f"; {'; '.join(map(_exercise, hard))}." if hard else "."
        )


def _polls(lesson):
    """A folded table for each guess: the options to vote for, and what is behind each."""
    for prediction in lesson.predictions:
        try:
            asked = poll(prediction.id)
        except LookupError:  # its key is still to be written
            continue
        rows = "\n".join(map(_option, asked.options))
        yield (
            f"<details><summary>Poll {asked.id}: {html.escape(asked.question)}</summary>\n\n"
            f"| option | answer | what is behind it |\n|:---|:---|:---|\n{rows}\n\n</details>"
        )


def _option(option):
    words = (text.replace("|", "\\|") for text in (option.text, option.says))
    return f"| {option.letter}{' ✓' if option.right else ''} | {' | '.join(words)} |"


def _exercise(exercise):
    return f"{exercise.id} {exercise.title} {DIFFICULTY[exercise.difficulty]}"


def with_lessons(notebook, known, error):
    """The guide's notebook with a cell for each lesson, in the place of those that it has."""
    places = [
        place
        for place, there in enumerate(notebook["cells"])
        if any(tag.startswith(TAG) for tag in there["metadata"].get("tags", ()))
    ]
    if not places:
        raise error("no cell is tagged lecture:…, so there is no place for the lessons")
    others = [there for place, there in enumerate(notebook["cells"]) if place not in places]
    about = [cell(lesson) for lesson in known]
    return notebook | {"cells": [*others[: places[0]], *about, *others[places[0] :]]}
