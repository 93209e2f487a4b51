"""The command: see `python -m helpers.classroom.slides --help`."""

import argparse
import asyncio
import contextlib
import sys
from pathlib import Path

from helpers.classroom.page import PageError
from helpers.notebooks import LessonError
from helpers.notebooks.lesson import find, lessons

from . import questions, votes
from .writing import write


def parser():
    """What the command takes."""
    parser = argparse.ArgumentParser(
        prog="python -m helpers.classroom.slides", description="Write the slides of each lesson's talk."
    )
    parser.add_argument("folder", type=Path, help="where they go")
    parser.add_argument("--only", nargs="+", metavar="LESSON", help="the numbers of lessons, such as 03")
    parser.add_argument("--questions", action="store_true", help="every question for Moodle and QTI, too")
    parser.add_argument("--votes", action="store_true", help="then serve them, and count the room's votes")
    parser.add_argument("--address", help="under which phones find this machine (default: its own)")
    parser.add_argument("--port", type=int, default=0, help="of the votes (default: any that is free)")
    return parser


def main(arguments=None):
    """Write the slides; the exit code is 1 if some could not be written."""
    chosen = parser().parse_args(arguments)
    written, failed = [], 0
    try:
        wanted = [find(number) for number in chosen.only] if chosen.only else lessons()
    except LessonError as error:
        sys.exit(str(error))
    for lesson in wanted:
        try:
            slides = write(lesson, chosen.folder)
        except (LessonError, PageError) as error:
            failed += 1
            print(f"FAILED  {lesson.number}: {error}", file=sys.stderr)
        else:
            written.append(slides.path)
            kilobytes = slides.path.stat().st_size / 1000
            print(f"written  {slides.path}, {len(slides.words)} slides, {kilobytes:.0f} kB")
    if chosen.questions:
        for path in questions.write(chosen.folder):
            print(f"written  {path}")
    if chosen.votes and not failed:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(votes.serve(written, chosen.address, chosen.port))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
