"""Read a notebook into a `Lesson`: its cells and their roles, its guesses, exercises, notes and questions.

A cell says by its tags what it is. A tag is a role, `setup`, or a role for something that has a name,
`exercise:03.1`. Parts of a lesson are read when they are asked for, so a notebook that is not finished can be
read as well; what cannot be understood is a `LessonError`, one sentence that names the cell.
"""

import functools
import json
import re
from dataclasses import dataclass
from pathlib import Path

from . import markdown
from .parts import Cell, Exercise, LessonError, Output, Prediction

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"

STEM = re.compile(r"(\d\d)_\w+")
TIME = re.compile(r"\*\*Time:\*\* (\d+) minutes, and (\d+) for the exercises\.")
ABILITIES = re.compile(r"\*\*You will be able to\*\*\s+(.*?)\.(?:\s|$)", re.DOTALL)
NEEDS = re.compile(r"\*\*Needs:\*\*\s+(.*?)\.\s+\*\*Time:", re.DOTALL)
EXERCISE_HEADING = re.compile(r"^### Exercise ([^\s:]+): (.+)$", re.MULTILINE)
HOW_HARD = re.compile(r"\s*\*Difficulty (1 of 3 ●○○|2 of 3 ●●○|3 of 3 ●●●), (1 minute|\d+ minutes)\.\*\s*")
CHECK = re.compile(r'^check\("([^"]+)", (.+)\)\s*\Z', re.MULTILINE | re.DOTALL)
PREDICT = re.compile(r'^predict\("([^"]+)"', re.MULTILINE)
BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)


@dataclass(frozen=True)
class Lesson:
    """One notebook. A guide is read likewise; it has no number, and few of the parts."""

    path: Path
    cells: tuple
    metadata: dict

    def error(self, says, cell=None):
        """A LessonError about this notebook, or about one of its cells."""
        return LessonError(f"{self.path.name}{', ' + cell.name if cell else ''}: {says}.")

    # --- cells ---

    def with_role(self, role, id=None):
        """Every cell in that role, for anything or for that id."""
        return tuple(
            cell for cell in self.cells if role in cell.roles and (id is None or id in cell.ids(role))
        )

    def cell(self, id):
        for cell in self.cells:
            if cell.id == id:
                return cell
        raise self.error(f"there is no cell with the id {id}")

    def of_kind(self, kind):
        """All "markdown" or all "code" cells."""
        return tuple(cell for cell in self.cells if cell.kind == kind)

    def the(self, role, id):
        """The one cell in that role for that id."""
        found = self.with_role(role, id)
        if len(found) != 1:
            count = f"{len(found)} cells are" if found else "no cell is"
            raise self.error(f"{count} tagged {role}:{id}, and there must be one", *found[1:2])
        return found[0]

    # --- the head ---

    @property
    def number(self):
        """Such as "03", or "" for a guide."""
        found = STEM.fullmatch(self.path.stem)
        return found[1] if found else ""

    @property
    def head(self):
        return self.cells[0].source if self.cells else ""

    @functools.cached_property
    def title(self):
        """The title, without the number."""
        levels = markdown.headings(self.head)
        if not levels or levels[0][0] != 1:
            raise self.error("the first cell does not begin with the title, “# …”", *self.cells[:1])
        return re.sub(r"^\d\d · ", "", levels[0][1])

    @property
    def name(self):
        """The short title, which the maps show."""
        return self._stated("name")

    @property
    def question(self):
        """The question it answers, which the maps show."""
        return self._stated("question")

    def _stated(self, key):
        try:
            return self.metadata["lesson"][key]
        except (KeyError, TypeError):
            raise self.error(f'its metadata does not say "lesson": {{"{key}": …}}') from None

    @property
    def minutes(self):
        """Minutes to work through it, without the exercises."""
        return self._times[0]

    @property
    def exercise_minutes(self):
        """Minutes for all the exercises, as the first cell says."""
        return self._times[1]

    @functools.cached_property
    def _times(self):
        stated = TIME.search(self.head)
        if stated:
            return int(stated[1]), int(stated[2])
        minutes = (self.metadata.get("lesson") or {}).get("minutes")
        if minutes is None:
            says = "the first cell does not say “**Time:** … minutes, and … for the exercises.”"
            raise self.error(says, *self.cells[:1])
        return minutes, 0

    @functools.cached_property
    def abilities(self):
        """What the learner will be able to do, verb by verb."""
        text = self._in_the_head(ABILITIES, "“**You will be able to** …”")
        return tuple(part.strip() for part in re.split(r";" if ";" in text else r",(?: and)? ", text))

    @functools.cached_property
    def needs(self):
        """What the lesson needs, in Markdown."""
        return self._in_the_head(NEEDS, "“**Needs:** … **Time:** …”")

    def _in_the_head(self, pattern, wanted):
        if stated := pattern.search(self.head):
            return re.sub(r"\s+", " ", stated[1])
        raise self.error(f"the first cell does not say {wanted}", *self.cells[:1])

    # --- what the learner does ---

    @functools.cached_property
    def predictions(self):
        self._nothing_lacks_its_tag("predict", PREDICT)
        return tuple(
            Prediction(id, self.the("predict", id), self.with_role("reveal", id))
            for id in self._ids("predict")
        )

    @functools.cached_property
    def exercises(self):
        self._nothing_lacks_its_tag("exercise", CHECK)
        ids = self._ids("exercise")
        for cell in self.of_kind("markdown"):
            announced = EXERCISE_HEADING.findall(markdown.without_code(cell.source))
            for id in [*(id for id, _ in announced), *cell.ids("solution")]:
                if id not in ids:
                    raise self.error(f"it speaks of exercise {id}, but no cell is tagged exercise:{id}", cell)
        return tuple(self._exercise(id) for id in ids)

    def _ids(self, role):
        ids = dict.fromkeys(id for cell in self.cells for id in cell.ids(role))
        for id in ids:
            if self.number and not id.startswith(f"{self.number}."):
                (cell, *_) = self.with_role(role, id)
                raise self.error(f"{role}:{id} does not begin with the number of this lesson", cell)
        return tuple(ids)

    def _nothing_lacks_its_tag(self, role, call):
        if not self.number:
            return  # a guide may ask once more what a lesson asks
        for cell in self.of_kind("code"):
            for id in (found[1] for found in call.finditer(cell.source)):
                if id not in cell.ids(role):
                    raise self.error(f"it lacks the tag {role}:{id}", cell)

    def _exercise(self, id):
        cell, solution_cell = self.the("exercise", id), self.the("solution", id)
        title, difficulty, minutes = self._announcement(id)
        stub, answer = self._without_check(cell.source, id, cell)
        blocks = markdown.PYTHON.findall(solution_cell.source)
        if len(blocks) != 1:
            says = f"the solution has {len(blocks)} blocks of ```python, and there must be one"
            raise self.error(says, solution_cell)
        solution, _ = self._without_check(blocks[0], id, solution_cell)
        body = markdown.folded(solution_cell.source)
        why = markdown.PYTHON.sub("", body[0][1] if body else solution_cell.source).strip()
        return Exercise(id, title, difficulty, minutes, stub, answer, solution, why, cell, solution_cell)

    def _announcement(self, id):
        """The title of an exercise, its difficulty, and its minutes."""
        for cell in self.of_kind("markdown"):
            for heading in EXERCISE_HEADING.finditer(cell.source):
                if heading[1] == id:
                    how_hard = HOW_HARD.match(cell.source, heading.end())
                    if not how_hard:
                        says = "does not say “*Difficulty … of 3 …, … minutes.*”"
                        raise self.error(f"under its heading exercise {id} {says}", cell)
                    return heading[2].strip(), *(int(told.partition(" ")[0]) for told in how_hard.groups())
        raise self.error(f"exercise {id} has no heading “### Exercise {id}: …”", self.the("exercise", id))

    def _without_check(self, code, id, cell):
        """The code above the check that ends it, and what is handed to that check."""
        found = CHECK.search(code)
        if not found or found[1] != id:
            raise self.error(f'its code does not end in check("{id}", …)', cell)
        return code[: found.start()].strip("\n"), found[2]

    # --- what stands beside it ---

    @property
    def notes(self):
        """The folded notes for a lecture, in Markdown."""
        return tuple(
            body for cell in self.with_role("speaker-notes") for _, body in markdown.folded(cell.source)
        )

    @functools.cached_property
    def questions(self):
        """The questions to recall, each with its answer."""
        asked = [
            q for cell in self.with_role("questions")
            for q in markdown.numbered(markdown.unfolded(cell.source))
        ]  # fmt: skip
        key = [
            a for cell in self.with_role("answers") for _, body in markdown.folded(cell.source)
            for a in markdown.numbered(body)
        ]  # fmt: skip
        if len(asked) != len(key):
            (cell, *_) = self.with_role("questions") or self.with_role("answers")
            raise self.error(f"it asks {len(asked)} questions, and the key has {len(key)} answers", cell)
        return tuple(zip(asked, key, strict=True))

    @functools.cached_property
    def frameworks(self):
        """The tables of other frameworks: {framework: {column: cell}}; versions may share a row."""
        found = {}
        for cell in self.with_role("frameworks"):
            for row in (row for table in markdown.tables(cell.source) for row in table):
                first, *more = re.split(r", (?=\d)", row.get("framework", ""))
                for name in (first, *(f"{first.partition(' ')[0]} {number}" for number in more)):
                    found.setdefault(name, {}).update(row)
        return found

    @functools.cached_property
    def take_home(self):
        for cell in self.with_role("take-home"):
            sentences = BOLD.findall(cell.source.rpartition("## To take home")[2])
            if sentences:
                return re.sub(r"\s+", " ", sentences[0])
            raise self.error("there is no sentence in **bold** to take home", cell)
        raise self.error("no cell is tagged take-home")


# --- reading ---


def read(path):
    """The notebook at `path`, or a LessonError."""
    path = Path(path)
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise LessonError(f"{path}: there is no such notebook.") from None
    except OSError as error:
        raise LessonError(f"{path.name}: it cannot be read ({error.strerror}).") from None
    except (ValueError, RecursionError) as error:
        raise LessonError(f"{path.name}: it is not JSON, so not a notebook ({error}).") from None
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise LessonError(f"{path.name}: it is JSON, but has no list of cells, so it is not a notebook.")
    cells = tuple(_cell(path, number, cell) for number, cell in enumerate(notebook["cells"]))
    return Lesson(path, cells, notebook.get("metadata") or {})


def _cell(path, number, cell):
    try:
        metadata = cell.get("metadata") or {}
        return Cell(
            number=number,
            id=cell.get("id", ""),
            kind=cell["cell_type"],
            source="".join(cell["source"]),
            tags=tuple(metadata.get("tags", ())),
            outputs=tuple(map(_output, cell.get("outputs", ()))),
            count=cell.get("execution_count"),
            metadata=metadata,
        )
    except (AttributeError, KeyError, TypeError) as error:
        raise LessonError(
            f"{path.name}, cell {number}: it is not a cell of a notebook ({type(error).__name__}: {error})."
        ) from None


def _output(output):
    data = {mime: "".join(d) if isinstance(d, list) else d for mime, d in output.get("data", {}).items()}
    if "text" in output:
        data["text/plain"] = "".join(output["text"])
    return Output(output["output_type"], data, output.get("name", ""))


def paths(folder=NOTEBOOKS):
    """Every notebook under a folder, guides included, in reading order."""
    return sorted(path for path in Path(folder).rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)


@functools.cache
def lessons(folder=NOTEBOOKS):
    """All lessons, the start page first; none where the notebooks are not installed."""
    return tuple(read(path) for path in paths(folder) if path.parent == folder and STEM.fullmatch(path.stem))


def find(number):
    """The lesson of that number, such as "03"."""
    for lesson in lessons():
        if lesson.number == number:
            return lesson
    known = ", ".join(lesson.number for lesson in lessons()) or "none, for there is no folder of notebooks"
    raise LessonError(f"there is no lesson {number!r}; known are {known}.")
