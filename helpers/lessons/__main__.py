"""What a person who writes lessons asks for.

python -m helpers.lessons new 08 put_it_to_work "Put it to work"   lay down a lesson to be filled in
python -m helpers.lessons missing [08 …]         say what a lesson still lacks, and where
python -m helpers.lessons store [notebook …]     run notebooks and store what they show
python -m helpers.lessons maps                   write again what follows from the lessons
"""

import argparse
import sys
from pathlib import Path

from . import LessonError, maps, missing, paths


def write_maps(arguments):
    """Bring everything up to date that is generated from the lessons: maps, gallery, handouts, catalogue."""
    for part in maps.write():
        print(f"written  {part.path}: {part.name}")
    return 0


def store(arguments):
    """Write what is generated, then run the notebooks and store those in which nothing went wrong."""
    from .store import store as run_and_store  # needs nbclient, which no other command does

    write_maps(arguments)
    failed = 0
    for path in arguments.paths or paths():
        try:
            run_and_store(path)
            print(f"stored  {path}")
        except LessonError as error:
            failed += 1
            print(f"FAILED  {path}, not written: {error}", file=sys.stderr)
    return 1 if failed else 0


def lay_down(arguments):
    """Write what a new lesson consists of, to be filled in."""
    from .skeleton import lay_down as lay_down_files

    chosen = (arguments.number, arguments.name, arguments.title)
    for path in lay_down_files(*chosen, arguments.exercises, arguments.guesses):
        print(f"written  {path}")
    print(f"Fill it in; `python -m helpers.lessons missing {arguments.number}` says what is left to do.")
    return 0


def say_what_is_missing(arguments):
    """Exit code 1 if anything is."""
    return 1 if missing.report(arguments.numbers) else 0


def parser():
    """The commands and what they take."""
    parser = argparse.ArgumentParser(prog="python -m helpers.lessons", description="Make and keep lessons.")
    commands = parser.add_subparsers(required=True, metavar="command")
    for run, name, about in (
        (lay_down, "new", "lay down a new lesson, to be filled in"),
        (say_what_is_missing, "missing", "say what a lesson still lacks, and where"),
        (write_maps, "maps", "write again what follows from the lessons: maps, gallery, handouts, catalogue"),
        (store, "store", "run notebooks and store what they show; does `maps` too"),
    ):
        command = commands.add_parser(name, help=about, description=about)
        command.set_defaults(run=run)
        if name == "new":
            command.add_argument("number", help="such as 05")
            command.add_argument("name", help="of the file, such as custom_gradients")
            command.add_argument("title", help='such as "Custom gradients"')
            command.add_argument("--exercises", type=int, default=5, help="how many (default: 5)")
            command.add_argument("--guesses", type=int, default=3, help="how many (default: 3)")
        if name == "missing":
            command.add_argument("numbers", nargs="*", metavar="number", help="such as 05 (default: all)")
        if name == "store":
            command.add_argument(
                "paths", nargs="*", type=Path, help="notebooks to run (default: all of them)"
            )
    return parser


def main(arguments=None):
    """Run one command; returns the exit code."""
    chosen = parser().parse_args(arguments)
    try:
        return chosen.run(chosen)
    except LessonError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
