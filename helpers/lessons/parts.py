"""What a lesson is made of: cells, and what they say to a reader who knows their roles."""

from dataclasses import dataclass

FOLDED = "outputs_hidden"  # JupyterLab's own mark in "jupyter", the metadata of a cell


class LessonError(Exception):
    """What is wrong with a notebook, in one sentence that names the cell."""


@dataclass(frozen=True)
class Output:
    """Something a cell shows: `data` by MIME type; what a stream (`stdout`, `stderr`) holds is text/plain."""

    kind: str
    data: dict
    stream: str = ""

    @property
    def text(self):
        """What it shows as text, or ""."""
        return self.data.get("text/plain", "")

    @property
    def html(self):
        """What it shows as HTML, or ""."""
        return self.data.get("text/html", "")

    @property
    def images(self):
        """The pictures in it, with their alt texts."""
        from .shown import images  # the parser takes a while to import, and few ask for pictures

        return images(self.html)


@dataclass(frozen=True)
class Cell:
    """One cell. `slide` is the type of slide it begins, "" if it continues one, None if nothing is said."""

    number: int
    id: str
    kind: str  # "markdown", "code" or "raw"
    source: str
    tags: tuple = ()
    slide: str | None = None
    outputs: tuple = ()
    count: int | None = None
    metadata: dict | None = None

    @property
    def name(self):
        """The cell as a message names it."""
        return f"cell {self.number} (id {self.id})"

    @property
    def roles(self):
        """The roles of the cell: its tags without what stands behind a colon."""
        return frozenset(tag.partition(":")[0] for tag in self.tags)

    def ids(self, role):
        """What the cell is in that role for: ("03.1",) for the tag exercise:03.1."""
        return tuple(tag.partition(":")[2] for tag in self.tags if tag.startswith(f"{role}:"))

    @property
    def folded(self):
        """Does JupyterLab keep what the cell shows folded until the cell is run?"""
        return bool((self.metadata or {}).get("jupyter", {}).get(FOLDED))

    @property
    def first_line(self):
        """What JupyterLab shows of the cell's outputs while they are folded, or ""."""
        shown = (self.outputs[0].html or self.outputs[0].text) if self.outputs else ""
        return next(filter(None, shown.split("\n")), "")

    @property
    def text(self):
        """Everything the cell shows as text."""
        return "".join(output.text for output in self.outputs)

    @property
    def images(self):
        """Every picture the cell shows, with its alt text."""
        return [image for output in self.outputs for image in output.images]


@dataclass(frozen=True)
class Prediction:
    """A guess that is asked for in `cell`, and the cells that tell the truth."""

    id: str
    cell: Cell
    reveals: tuple


@dataclass(frozen=True)
class Exercise:
    """An exercise as the notebook has it; `stub` and `solution` are without the `check` they end in."""

    id: str
    title: str
    difficulty: int  # 1, 2 or 3
    minutes: int
    announcement: str  # what is said under the heading
    stub: str
    answer: str  # what is handed to check
    solution: str
    why: str  # what is said beside the solution
    prompt: Cell
    cell: Cell
    solution_cell: Cell


@dataclass(frozen=True)
class Task:
    """What to try, and the folded (summary, text) that tells what comes out."""

    cell: Cell
    text: str
    answers: tuple


@dataclass(frozen=True)
class Question:
    """One of the questions to recall, with its answer from the key."""

    text: str
    answer: str


def told_when_run(cells):
    """The numbers of those cells, each as (kind, tags), whose output tells what a guess or a task is about.

    These are the reveals, and below each task the exhibit it is about.

    >>> told_when_run([("markdown", ["task"]), ("code", []), ("code", []), ("code", ["reveal:01.p1"])])
    {1, 3}
    """
    found, after_task = set(), False
    for number, (kind, tags) in enumerate(cells):
        if kind != "code":
            after_task = after_task or "task" in tags
        else:
            if after_task or any(tag.startswith("reveal:") for tag in tags):
                found.add(number)
            after_task = False
    return found
