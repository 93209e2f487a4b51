"""What a student's server does before it starts: it brings the newest lessons into the home.

python -m helpers.classroom.hub.student ADDRESS FOLDER COMMAND …   becomes that command when it is done
"""

import os
import shutil
import sys
from pathlib import Path

from helpers.notebooks import LessonError
from helpers.notebooks.update import Git, update

SECONDS = 20  # for each thing that git does: a student waits for it
FIRST = 60  # without the first lessons there is nothing to see: many fetch them at once


def fetch(address, folder):
    """Clone the lessons, or update them with the student's answers in them; what was done, as sentences."""
    git = Git(folder, SECONDS)
    if not folder.exists():
        part = folder.with_name(f".{folder.name}.part")
        shutil.rmtree(part, ignore_errors=True)
        Git(folder.parent, FIRST).do("clone", "--quiet", "--", address, str(part))
        part.rename(folder)
        return [f"The lessons are in {folder}."]
    git.do("remote", "set-url", "origin", "--", address)
    git.do("fetch", "--quiet")
    began = (git.ask("merge-base", "HEAD", "@{upstream}") or "HEAD").strip()
    git.do(
        "reset", "--quiet", "--mixed", began
    )  # what was committed here is a change to the lessons, like any
    return update(folder, SECONDS)


def main(arguments):
    """Fetch the lessons, and go on as the command whether that worked or not."""
    address, folder, *command = arguments
    try:
        print(*fetch(address, Path.home() / folder), sep="\n", file=sys.stderr, flush=True)
    except (LessonError, OSError) as error:
        print(f"No new lessons: {error}", file=sys.stderr, flush=True)
    os.execv(command[0], command)


if __name__ == "__main__":
    main(sys.argv[1:])
