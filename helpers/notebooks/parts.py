"""What a lesson is made of: cells, and what they say to a reader who knows their roles."""

from dataclasses import dataclass

from .shown import images

OPENING = "<em>This is a still picture."  # below an exhibit that is stored as it opens: it tells nothing yet
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
        return self.data.get("text/plain", "")

    @property
    def html(self):
        return self.data.get("text/html", "")

    @property
    def images(self):
        return images(self.html)


@dataclass(frozen=True)
class Cell:
    number: int
    id: str
    kind: str  # "markdown", "code" or "raw"
    source: str
    tags: tuple = ()
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
        return "".join(output.text for output in self.outputs)

    @property
    def images(self):
        return [image for output in self.outputs for image in output.images]


@dataclass(frozen=True)
class Prediction:
    """A guess that is asked for in `cell`, and the cells that tell the truth."""

    id: str
    cell: Cell
    reveals: tuple


@dataclass(frozen=True)
class Listed:
    """An exercise as its notebook announces and solves it; `stub` and `solution` are without the check."""

    id: str
    title: str
    difficulty: int  # 1 easy, 2 medium, 3 hard
    minutes: int
    stub: str
    answer: str  # what the notebook's cell hands to check: a name that stub and solution define
    solution: str


@dataclass(frozen=True)
class Exercise(Listed):
    """An exercise in its notebook: where it stands, and what is said beside the solution."""

    why: str
    cell: Cell
    solution_cell: Cell


def told_when_run(cells):
    """The numbers of those cells, each as (kind, tags, HTML), that tell what a guess or a task is about.

    These are the reveals, and below each task the exhibit it is about, unless one is stored as it opens.

    >>> cells = ("markdown", ["task"], ""), ("code", [], ""), ("code", [], ""), ("code", ["reveal:01.p1"], "")
    >>> told_when_run(cells)
    {1, 3}
    """
    found, after_task = set(), False
    for number, (kind, tags, html) in enumerate(cells):
        if OPENING in html:
            after_task = False
            continue
        if kind != "code":
            after_task = after_task or "task" in tags
        else:
            if after_task or any(tag.startswith("reveal:") for tag in tags):
                found.add(number)
            after_task = False
    return found
