"""A lesson as a lecture of 20 minutes: about fifteen slides, written as slides, in one file on reveal.js.

    uv run --group slides python -m helpers.classroom.slides FOLDER               every lesson that has a talk
    uv run --group slides python -m helpers.classroom.slides FOLDER --only 03     one of them
    uv run --group slides python -m helpers.classroom.slides FOLDER --votes       and count the room's votes
    uv run --group slides python -m helpers.classroom.slides FOLDER --questions   every question, for a school

How to write a talk
-------------------
`talk.md` in a lesson's folder. Slides are parted by lines of `---`, and their blocks by empty lines:

    # What arrives at x?                  the title; everything else is Markdown, but for these:

    show: stepper                         what the cell `stepper` of the lesson's notebook shows, or what a
                                          Python expression does, in which the lesson's own names stand
    show: stepper with x = 1.0; x = 2.0   controls set before, one after the other
    - x = 2.0, grad_ys = 3.0              and a press later these
    show: stepper at the end              without its steps; or at the start, which tells nothing yet
    vote: 01.p1                           a guess of the lesson: the question, the count, the answer; what
                                          stands before it is shown beside it
    later: **Because** it is used twice.  comes with a press
    Note: Let them talk.                  for the lecturer alone, up to the end of the slide

A block that is only `code`, or fenced as ```python, is shown as the code that matters.
`{{ad.grad(f)(3.0)}}` is a number from the lesson's run, and `{{take_home}}` its last sentence: none is typed.
Expressions know `np`, `ad` and `widgets` besides, and a control whose name is no Python name is set by
`{"name of it": 1.0}`. An exhibit is stepped to its end by PageDown before the page turns, and back by PageUp;
only those of its controls are shown that work without Python.
"""
