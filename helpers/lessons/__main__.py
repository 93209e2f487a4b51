"""What a person who writes lessons asks for.

python -m helpers.lessons store [notebook …]    run notebooks and store what they show (default: all)
"""

import argparse
import sys
from pathlib import Path

from . import LessonError, catalogue, lessons, paths


def store(arguments):
    """Bring the catalogue up to date, then run the notebooks and write those in which nothing went wrong."""
    from .store import store as run_and_store  # needs nbclient, which no other command does

    catalogue.PATH.write_text(catalogue.text_of(lessons()), encoding="utf-8")
    failed = 0
    for path in arguments.paths or paths():
        try:
            run_and_store(path)
            print(f"stored  {path}")
        except LessonError as error:
            failed += 1
            print(f"FAILED  {path}, not written: {error}", file=sys.stderr)
    return 1 if failed else 0


def main(arguments=None):
    """Run one command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m helpers.lessons", description="Make and keep lessons.")
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("store", help="run notebooks and store what they show")
    command.add_argument("paths", nargs="*", type=Path, help="notebooks to run (default: all of them)")
    command.set_defaults(run=store)
    chosen = parser.parse_args(arguments)
    try:
        return chosen.run(chosen)
    except LessonError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
