"""Write again what follows from the lessons, in README.md and in notebooks: python -m helpers.guides

Then `python -m helpers.notebooks store` runs the notebooks that have changed.
"""

import sys

from helpers.notebooks import LessonError

from . import maps


def main():
    try:
        for part in maps.write():
            print(f"written  {part.path}: {part.name}")
    except LessonError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
