"""The command: see `python -m helpers.classroom.page --help`."""

import argparse
import sys
from pathlib import Path

from helpers.notebooks import LessonError
from helpers.notebooks.lesson import lessons

from . import PageError, write, write_index


def main(arguments=None):
    """Write the pages; the exit code is 1 if one could not be written."""
    parser = argparse.ArgumentParser(
        prog="python -m helpers.classroom.page",
        description="Write lessons as HTML files that need no Python and no network.",
    )
    parser.add_argument("notebooks", nargs="*", type=Path, help="which ones (default: every lesson)")
    parser.add_argument(
        "--to", type=Path, default=Path("pages"), metavar="FOLDER", help="where they go (default: pages)"
    )
    parser.add_argument("--without-solutions", action="store_true", help="leave the solutions out")
    chosen = parser.parse_args(arguments)
    written, failed = [], 0
    for notebook in chosen.notebooks or [lesson.path for lesson in lessons()]:
        try:
            page = write(notebook, chosen.to, not chosen.without_solutions)
        except (LessonError, PageError) as error:
            failed += 1
            print(f"FAILED  {notebook}, no page written: {error}", file=sys.stderr)
        else:
            written.append(page)
            print(f"written  {page.path}, {page.size / 1000:.0f} kB, {page.exhibits} exhibits")
    if len(written) > 1:
        print(f"written  {write_index(written, chosen.to)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
