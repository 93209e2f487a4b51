"""A pytest plugin: every code cell of every notebook is a test.

nbval runs the cells in a fresh kernel and compares, strictly, what each shows with what is stored. Added:

- pictures are compared as a reader sees them (nbval skips those in PNG, and shows base64 for the others),
- a cell that was never run, or was stripped of its outputs, fails (nbval passes it),
- every cell is run twice in a row, where it is tested thoroughly, and must show the same: a learner presses
  Shift+Enter more than once,
- the folded solution of every exercise is put in place of the stub, in the same kernel, and must be correct.
"""

import itertools
import threading
from collections import defaultdict
from concurrent.futures import Future

import nbformat
import pytest
from nbformat.v4 import new_code_cell
from nbval.plugin import IPyNbCell, IPyNbFile, NbCellError

from helpers.notebooks import LessonError, read
from helpers.notebooks.store import ANSI_COLOURS
from tests.notebooks import pictures
from tests.notebooks.kernels import Kernel
from tests.processes import PAGE_AND_NOTEBOOKS, scope_of
from tests.thorough import THOROUGH

HOW_TO_STORE = "run `python -m helpers.notebooks store` on its notebook, look at the result, commit it"


def pytest_configure(config):
    if config.option.nbval or config.option.nbval_lax:
        raise pytest.UsageError("notebooks are always checked, and strictly: leave --nbval[-lax] out")


def pytest_collect_file(file_path, parent):
    if file_path.suffix == ".ipynb":
        return LessonFile.from_parent(parent, path=file_path)
    return None


RUNNER = pytest.StashKey()


def pytest_runtest_protocol(item):
    """Start on the notebooks with the first test of their process: kernels take what the others leave."""
    session = item.session
    if RUNNER not in session.stash and scope_of(item.nodeid) == PAGE_AND_NOTEBOOKS:
        lessons = defaultdict(list)
        for cell in session.items:
            if isinstance(cell, CellTest):
                lessons[cell.parent].append(cell)
        session.stash[RUNNER] = Runner(lessons)
        session.stash[RUNNER].start()


def pytest_sessionfinish(session):
    if RUNNER in session.stash:
        session.stash[RUNNER].stop()


class Runner(threading.Thread):
    """Runs the cells of one notebook after the other; each cell's test waits for its outcome."""

    def __init__(self, lessons):
        super().__init__(name="notebooks", daemon=True)
        self.lessons, self.stopped = lessons, threading.Event()

    def run(self):
        for lesson, items in self.lessons.items():
            lesson.run(items, self.stopped)

    def stop(self):
        self.stopped.set()
        self.join()


class LessonFile(IPyNbFile):
    """One notebook, one kernel."""

    def collect(self):
        try:
            exercises = {exercise.cell.id: exercise for exercise in read(self.path).exercises}
        except LessonError as error:
            raise self.CollectError(str(error)) from None
        for item in super().collect():
            id = item.cell.get("id", "")
            about = {"cell_num": item.cell_num, "cell": item.cell, "options": item.options}
            yield LessonCell.from_parent(self, name=f"cell {item.cell_num} {id}", **about)
            if exercise := exercises.get(id):
                yield Solution.from_parent(self, name=f"solution {exercise.id}", exercise=exercise, **about)

    def setup(self):
        """Nothing, and nothing in teardown: the kernel lives in `run`."""

    teardown = setup

    def run(self, items, stopped):
        try:
            self.kernel = Kernel(str(self.path.parent))
        except Exception as error:
            for item in items:
                item.outcome.set_exception(error)
            return
        for item in items:
            if stopped.is_set():
                break
            try:
                item.run()
                item.outcome.set_result(None)
            except BaseException as error:  # pytest.skip raises one that is no Exception
                item.outcome.set_exception(error)
        super().teardown()


class CellTest(IPyNbCell):
    """A test that was run ahead. When it fails it says first what is wrong, and in plain characters."""

    def __init__(self, **about):
        super().__init__(**about)
        self.outcome = Future()

    def setup(self):
        """Nothing: nbval would excuse every cell after one that took too long."""

    def runtest(self):
        self.outcome.result()

    def execute(self):
        super().runtest()

    def repr_failure(self, excinfo):
        error = excinfo.value
        if not isinstance(error, NbCellError):
            return super().repr_failure(excinfo)
        return ANSI_COLOURS.sub("", f"{error}\n\n{error.source}\n\n{error.inner_traceback or ''}")


class LessonCell(CellTest):
    """One code cell; when tested thoroughly it is run twice, and both runs must show what is stored."""

    def run(self):
        if self.cell.execution_count is None and self.cell.source.strip():
            self.raise_cell_error(f"This cell is stored without a run; {HOW_TO_STORE}")
        self.execute()
        if THOROUGH and "runs-once" not in self.cell.metadata.get("tags", []):
            try:
                self.execute()
            except Exception as error:
                error.args = (f"When run a second time: {' '.join(map(str, error.args))}",)
                raise

    def compare_outputs(self, test, ref, skip_compare=None):
        shown_order, stored_order = in_order(test), in_order(ref)
        test, drawn = pictures.split_pictures(test)
        ref, stored = pictures.split_pictures(ref)
        if not super().compare_outputs(*map(nbformat.from_dict, (test, ref)), skip_compare):
            return False
        if shown_order != stored_order:
            self.comparison_traceback.append(f"{stored_order} stored, {shown_order} shown")
            return False
        if len(drawn) != len(stored):
            self.comparison_traceback.append(f"{len(stored)} pictures stored, {len(drawn)} drawn")
            return False
        for number, (new, old) in enumerate(zip(drawn, stored, strict=True), start=1):
            if difference := pictures.what_differs(new, old):
                says = f"picture {number} differs from the stored one: {difference}"
                self.comparison_traceback.append(says)
                return False
        return True


def in_order(outputs):
    """What is printed, shown and returned, one after the other: nbval compares each kind by itself."""
    kinds = ((output["output_type"], output.get("name", "")) for output in outputs)
    return [" ".join(kind).strip() for kind, _ in itertools.groupby(kinds)]


class Solution(CellTest):
    """What the learner who opens the solution does: paste it over the stub and run the cell.

    Comes right after the exercise's own cell, in the state the kernel has there, and puts the stub back.
    """

    def __init__(self, exercise, **about):
        super().__init__(**about)
        self.exercise = exercise

    def run(self):
        self.expect(
            "Correct", f'{self.exercise.solution}\ncheck("{self.exercise.id}", {self.exercise.answer})'
        )
        self.expect("Not attempted", self.exercise.cell.source)

    def expect(self, verdict, source):
        self.cell, self.options = new_code_cell(source, execution_count=1), defaultdict(bool)
        self.execute()
        texts = ["".join(output.get("data", {}).get("text/plain", "")) for output in self.test_outputs]
        if not texts or not texts[-1].startswith(f"{verdict}: {self.exercise.id} "):
            self.raise_cell_error(f"expected “{verdict}”, got “{texts[-1] if texts else 'nothing'}”")
