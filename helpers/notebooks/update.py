"""A newer version of the lessons, with the learner's answers in it: `python -m helpers.notebooks update`.

git brings the version. What the learner has changed is put into the new notebooks exercise by exercise, and
the notebooks as they were are kept. All that can be refused is refused before anything is changed.
"""

import json
import os
import subprocess
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from . import answers
from .parts import LessonError

COPIES = "my copies"  # where the notebooks go as they were
SECONDS = 120  # the most that git may take for one thing
NOT_BY_GIT = (
    "This copy of the lessons was not made with git, so it cannot be updated. Fetch them again, into another "
    "folder, with git clone and the address of their page; your notebooks stay where they are."
)


def update(root, seconds=SECONDS):
    """Bring the newest version into the copy of the project at `root`; what was done, as sentences.

    LessonError says what to do if it cannot be done; then nothing is changed.
    """
    git = Git(root, seconds)
    if git.ask("rev-parse", "--show-cdup") != "\n":
        raise LessonError(NOT_BY_GIT)
    git.do("fetch", "--quiet")
    if not (newest := (git.ask("rev-parse", "@{upstream}") or "").strip()):
        raise LessonError(
            "git does not know where these lessons come from. Run: git branch --set-upstream-to …"
        )
    if git.ask("merge-base", "--is-ancestor", newest, "HEAD") is not None:
        return ["There is nothing newer."]
    if git.ask("merge-base", "--is-ancestor", "HEAD", newest) is None:
        raise LessonError("You have made commits of your own. Bring both together yourself: git pull.")
    newer = git.names("diff", "--name-only", "--no-renames", "-z", "HEAD", newest)
    mine = git.names("diff", "--name-only", "--no-renames", "-z", "HEAD") & newer
    notebooks = sorted(name for name in mine if name.startswith("notebooks/") and name.endswith(".ipynb"))
    if others := sorted(mine - set(notebooks)):
        raise LessonError(
            f"You have changed {others[0]}, and so has the newer version. Move yours away first."
        )
    if others := sorted(newer & git.names("ls-files", "--others", "-z")):
        raise LessonError(
            f"{others[0]} is yours, and the newer version has such a file too. Rename yours first."
        )
    made = [merge(git, root, name, newest) for name in notebooks if (root / name).is_file()]
    copies = keep(root, made)
    if notebooks:
        git.do("checkout", "--quiet", "HEAD", "--", *notebooks)
    try:
        git.do("merge", "--quiet", "--ff-only", newest)
    except LessonError:
        for one in made:
            write(root / one.name, one.before)
        raise
    for one in made:
        if one.after:
            write(root / one.goes_to, one.after)
    kept = [f"The notebooks as they were are in {copies}."] if made else []
    reload = "Is one open in JupyterLab? Do not save it: choose File → Reload Notebook from Disk."
    return ["These are the newest lessons now.", *(one.said() for one in made), *kept, reload]


@dataclass(frozen=True)
class Merged:
    """A notebook of the learner's: what it was, what it becomes, and where."""

    name: str
    before: bytes
    goes_to: str = ""
    after: bytes = b""
    answers: int = 0
    is_whole: bool = True

    def said(self):
        if not self.after:
            return f"{self.name} is no lesson any more."
        kept = "1 answer" if self.answers == 1 else f"{self.answers} answers"
        torn = "" if self.is_whole else ", all that could be read of a torn file"
        return f"{self.goes_to}: {kept} kept{torn}."


def merge(git, root, name, newest):
    """What becomes of a notebook that both the learner and the newer version have changed."""
    before = (root / name).read_bytes()
    there = git.names("ls-tree", "-r", "--name-only", "-z", newest, "notebooks")
    number = Path(name).name[:3]  # a lesson may get another name, and keeps its number
    same = [other for other in sorted(there) if Path(other).name[:3] == number and number[:2].isdecimal()]
    goes_to = name if name in there else next(iter(same), "")
    if not goes_to:
        return Merged(name, before)
    old, new = (
        json.loads(git.do("show", f"{at}:{file}")) for at, file in (("HEAD", name), (newest, goes_to))
    )
    cells, is_whole = answers.cells_in(before.decode("utf-8", "replace"))
    if not is_whole:
        cells += missing_from(cells, root / name)
    made, count = answers.merged(cells, old, new)
    after = json.dumps(made, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    return Merged(name, before, goes_to, after.encode(), count, is_whole)


def missing_from(cells, path):
    """The cells that JupyterLab's checkpoint of a notebook has beside those."""
    checkpoint = path.parent / ".ipynb_checkpoints" / f"{path.stem}-checkpoint.ipynb"
    if not checkpoint.is_file():
        return []
    there = {cell.get("id") for cell in cells}
    found, _ = answers.cells_in(checkpoint.read_bytes().decode("utf-8", "replace"))
    return [cell for cell in found if cell.get("id") not in there]


def keep(root, made):
    """Copy notebooks as they are into a folder of this minute; its path."""
    folder = root / COPIES / f"{datetime.now():%Y-%m-%d %H.%M.%S}"
    for one in made:
        (folder / one.name).parent.mkdir(parents=True, exist_ok=True)
        write(folder / one.name, one.before)
    return folder


def write(path, content):
    """Write a file as a whole or not at all."""
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(content)
    os.replace(part, path)


class Git:
    """git, in one folder; it asks nobody anything."""

    def __init__(self, root, seconds):
        self.root, self.seconds = root, seconds

    def run(self, *arguments):
        """The finished process of a command."""
        command = ["git", "-C", str(self.root), "-c", "core.quotepath=off", *arguments]
        environment = os.environ | {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
        how = {"capture_output": True, "stdin": subprocess.DEVNULL, "timeout": self.seconds, "check": False}
        try:
            return subprocess.run(command, env=environment, **how)
        except FileNotFoundError:
            raise LessonError("git is not installed on this computer.") from None
        except subprocess.TimeoutExpired:
            raise LessonError(
                f"git {arguments[0]} has not answered for {self.seconds} seconds. Try again later."
            ) from None

    def do(self, *arguments):
        """What a command prints; LessonError with git's own words if it fails."""
        done = self.run(*arguments)
        if done.returncode:
            why = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
            raise LessonError(f"git {arguments[0]} did not work: {why[-1]}")
        return done.stdout.decode("utf-8")

    def ask(self, *arguments):
        """What a command prints; None if it fails."""
        done = self.run(*arguments)
        return None if done.returncode else done.stdout.decode("utf-8")

    def names(self, *arguments):
        """The files that a command lists with -z."""
        return set(self.do(*arguments).split("\0")) - {""}
