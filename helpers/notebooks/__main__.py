"""What is done with the notebooks: python -m helpers.notebooks store [notebook …], or update"""

import argparse
import sys
from pathlib import Path

from . import NOTEBOOKS, LessonError, catalogue, lessons, paths, store, update


def store_all(arguments):
    """Write the catalogue, then run the notebooks and store those in which nothing went wrong."""
    catalogue.PATH.write_text(catalogue.text_of(lessons()), encoding="utf-8")
    failed = 0
    for path in arguments.paths or paths():
        try:
            store.store(path)
            print(f"stored  {path}")
        except LessonError as error:
            failed += 1
            print(f"FAILED  {path}, not written: {error}", file=sys.stderr)
    return 1 if failed else 0


def update_all(arguments):
    print(*update.update(NOTEBOOKS.parent), sep="\n")
    return 0


def parser():
    parser = argparse.ArgumentParser(prog="python -m helpers.notebooks", description="Keep the notebooks.")
    commands = parser.add_subparsers(required=True, metavar="command")
    about = "run notebooks and store what they show, and the catalogue of what they ask"
    command = commands.add_parser("store", help=about, description=about)
    command.add_argument("paths", nargs="*", type=Path, help="notebooks to run (default: all of them)")
    command.set_defaults(run=store_all)
    about = "bring the newest lessons, and keep your answers"
    command = commands.add_parser("update", help=about, description=about)
    command.set_defaults(run=update_all)
    return parser


def main(arguments=None):
    chosen = parser().parse_args(arguments)
    try:
        return chosen.run(chosen)
    except LessonError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
