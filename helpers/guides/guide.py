"""The lecturer's guide, lesson by lesson: what a lecturer needs to know that the lessons and their keys know.

A cell of `notebooks/guides/lecturing.ipynb` for each lesson is generated: its goal, what is shown in which
cut, the notes that stand under its title, its polls and its homework.
"""

import html

from helpers.exercises.review.polls import poll
from helpers.notebooks import lecture

TAG = "lecture:"  # and the number, of the cell about a lesson
DIFFICULTY = {1: "●○○", 2: "●●○", 3: "●●●"}


def cell(lesson):
    """The cell that is about this lesson, as a notebook holds it."""
    return {
        "cell_type": "markdown",
        "id": f"lecture-{lesson.number}",
        "metadata": {"slideshow": {"slide_type": "slide"}, "tags": [f"{TAG}{lesson.number}"]},
        "source": text(lesson).splitlines(keepends=True),
    }


def text(lesson):
    """What is said about this lesson."""
    steps = lecture.steps(lesson)
    parts = [
        f"## {lesson.number} {lesson.name}",
        f"Afterwards they can {'; '.join(lesson.abilities)}. [To the lesson](../{lesson.path.name}).",
        _cuts(lesson, steps),
        *(notes.partition("\n\n")[0] for notes in lesson.notes),  # below the list it is about the notebook
        *_polls(lesson, steps),
        *_homework(lesson, steps),
    ]
    return "\n\n".join(filter(None, parts))


def _cuts(lesson, steps):
    """A table: the minutes of each section in each cut."""
    if lecture.length(steps) <= lecture.ALWAYS:
        return f"It takes {_number(lecture.length(steps))} minutes, and is shown whole."
    rows = []
    first, *others = lecture.sections(steps)
    for title, parts in [("the title", first[1]), *others, ("**together**", steps)]:
        columns = [lecture.length([step for step in parts if step.cut <= cut]) for cut in lecture.CUTS]
        rows.append(f"| {title} | {' | '.join(_number(minutes) if minutes else '' for minutes in columns)} |")
    head = f"| minutes in a lecture of | {' | '.join(map(str, lecture.CUTS))} |\n|:---|---:|---:|---:|"
    return "\n".join([head, *rows])


def _polls(lesson, steps):
    """A folded table for each guess: the options to vote for, and what is behind each."""
    for prediction in lesson.predictions:
        try:
            asked = poll(prediction.id)
        except LookupError:  # its key is still to be written
            continue
        (cut,) = {step.cut for step in steps if prediction.cell in step.cells} or {lecture.USUALLY}
        when = f", from {cut} minutes on" if cut > lecture.ALWAYS else ""
        rows = "\n".join(map(_option, asked.options))
        yield (
            f"<details><summary>Poll {asked.id}{when}: {html.escape(asked.question)}</summary>\n\n"
            f"| option | answer | what is behind it |\n|:---|:---|:---|\n{rows}\n\n</details>"
        )


def _option(option):
    words = (text.replace("|", "\\|") for text in (option.text, option.says))
    return f"| {option.letter}{' ✓' if option.right else ''} | {' | '.join(words)} |"


def _homework(lesson, steps):
    """The exercises: from which cut on the room does them, and which are left for home."""
    cuts = {id: step.cut for step in steps for cell in step.cells for id in cell.ids("exercise")}
    by_cut = {cut: [one for one in lesson.exercises if cuts.get(one.id) == cut] for cut in lecture.CUTS}
    at_home = by_cut.pop(lecture.AT_LENGTH)
    for cut, exercises in by_cut.items():
        if exercises:
            yield f"**In the room, from {cut} minutes on:** {'; '.join(map(_exercise, exercises))}."
    if at_home:
        minutes = sum(exercise.minutes for exercise in at_home)
        yield f"**Homework, {minutes} minutes:** {'; '.join(map(_exercise, at_home))}."


def _exercise(exercise):
    return f"{exercise.id} {exercise.title} {DIFFICULTY[exercise.difficulty]}"


def _number(minutes):
    return f"{minutes:g}"


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
