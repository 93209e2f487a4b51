"""The guards themselves are guarded: each change below to a stored notebook has to turn the tests red."""

import base64
import contextlib
import io
import threading

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from helpers.notebooks import catalogue
from helpers.notebooks.shown import images
from tests.notebooks import lessons
from tests.notebooks.lessons import LessonFile

EXHIBIT = """
import base64
class Exhibit:
    def _repr_mimebundle_(self, include=None, exclude=None):
        svg = '<svg xmlns="http://www.w3.org/2000/svg"><text>downstream 32</text></svg>'
        html = f'<img alt="x" src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}">'
        view = {"application/vnd.jupyter.widget-view+json": {"model_id": "live"}}
        return {"text/plain": "an exhibit", "text/html": html, **view}
Exhibit()
"""


def stored(source):
    """A code cell with what it shows, as a kernel would store it."""
    names, printed = {}, io.StringIO()
    *lines, last = source.splitlines()
    with contextlib.redirect_stdout(printed):
        exec("\n".join(lines), names)
        shown = eval(last, names)
    if shown is None:
        output = new_output("stream", name="stdout", text=printed.getvalue())
    else:
        bundle = shown._repr_mimebundle_()
        output = new_output("execute_result", data=bundle, execution_count=1)
    return new_code_cell(source, outputs=[output], execution_count=1)


def changed_number(cell):
    cell.outputs[0].text = cell.outputs[0].text.replace("7.0", "7.1")


def changed_svg(cell):
    html = cell.outputs[0].data["text/html"]
    (image,) = images(html)
    old, new = (base64.b64encode(svg.encode()).decode() for svg in (image.svg, image.svg.replace("32", "64")))
    cell.outputs[0].data["text/html"] = html.replace(old, new)


def changed_alt(cell):
    cell.outputs[0].data["text/html"] = cell.outputs[0].data["text/html"].replace('alt="x"', 'alt="y"')


def without_outputs(cell):
    cell.outputs = []


def never_run(cell):
    cell.outputs, cell.execution_count = [], None


def counts_up(cell):
    cell.source = cell.source.replace("= 7.0", "= last = globals().get('last', 6.0) + 1")


def writes_to_stderr(cell):
    cell.source += "\nimport sys; print('oh', file=sys.stderr)"


def stays_as_it_is(cell):
    pass


pytestmark = pytest.mark.thorough

PRINT, SHOW = "seven = 7.0\nprint(seven)", EXHIBIT.strip()
CASES = [  # what the cell holds, what is done to it, and a part of the complaint
    (PRINT, stays_as_it_is, ""), (SHOW, stays_as_it_is, ""),
    (PRINT, changed_number, "mismatch 'stdout'"),
    (SHOW, changed_svg, "-<text>downstream 64</text>\n+<text>downstream 32</text>"),
    (SHOW, changed_alt, "mismatch 'text/html'"),
    (PRINT, without_outputs, "Unexpected output fields"), (SHOW, without_outputs, "Unexpected output fields"),
    (PRINT, never_run, "stored without a run"),
    (PRINT, counts_up, "When run a second time"), (PRINT, writes_to_stderr, "Unexpected output fields"),
]  # fmt: skip


def notebook_of(*cells):
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"
    return new_notebook(cells=[*cells])


def exercise(id, answer=None):
    """The cells of an exercise as a lesson has them, perhaps with this answer in place of the solution."""
    listed = catalogue.exercises()[id]
    check = f'check("{id}", {listed.answer})'
    solution = f"```python\n{answer or listed.solution}\n\n{check}\n```"
    return (
        new_markdown_cell(f"### Exercise {id}: One\n\n*Difficulty 1 of 3 ●○○, 1 minute.*"),
        new_code_cell(f"{listed.stub}\n\n{check}", metadata={"tags": [f"exercise:{id}"]}),
        new_markdown_cell(solution, metadata={"tags": [f"solution:{id}"]}),
    )


@pytest.fixture(scope="module")
def complaints(request, tmp_path_factory):
    """What the cell tests say about one notebook with all cases in it: name -> complaint."""
    path = tmp_path_factory.mktemp("guards") / "01_cases.ipynb"
    notebook = notebook_of(
        new_markdown_cell("# Cases"),
        *(stored(source) for source, *_ in CASES),
        new_code_cell("import numpy as np\nfrom helpers.exercises import check", execution_count=1),
        *exercise("01.2"),
        *exercise("01.1", "row = (0, 0, 0)"),
    )
    for cell, (_, change, _) in zip(notebook.cells[1:], CASES, strict=False):
        change(cell)
    nbformat.write(notebook, path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lessons, "THOROUGH", True)  # so every cell is run a second time
        return complaints_about(path, request.session)


def complaints_about(path, session):
    lesson = LessonFile.from_parent(session, path=path)
    tests = list(lesson.collect())
    lesson.run(tests, threading.Event())
    errors = {test.name: test.outcome.exception() for test in tests}
    return {name: f"{error} {error.inner_traceback}" if error else "" for name, error in errors.items()}


@pytest.mark.parametrize("number", range(len(CASES)), ids=lambda number: CASES[number][1].__name__)
def test_change_to_a_cell(complaints, number):
    *_, expected = CASES[number]
    complaint = complaints[f"cell {number} cell-{number + 1}"]
    assert (expected in complaint) if expected else not complaint


def test_right_and_wrong_solution(complaints):
    assert complaints["solution 01.2"] == ""
    assert "expected “Correct”, got “Not yet: 01.1" in complaints["solution 01.1"]
