"""Run a notebook from top to bottom and store what it shows.

A notebook is written back only if every cell ran without an error and without a word on stderr.
What is stored does not depend on the machine: the same notebook run twice gives the same bytes.

This is the one module of `helpers.notebooks` that needs nbformat and nbclient.
"""

import re
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from .lesson import read
from .parts import FOLDED, LessonError, told_when_run

SECONDS_PER_CELL = 60

# What each Jupyter front end would otherwise write in its own words.
KERNELSPEC = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
LANGUAGE_INFO = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
}
# Everything else in a cell's metadata (run times, fold marks, trust) is one person's session, not the lesson.
KEPT_CELL_METADATA = {"deletable", "editable", "jupyter", "tags"}
ANSI_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


class NotebookFailed(LessonError):
    """A notebook that may not be stored; the message names the cell and says what happened."""


def run(notebook, folder, keep_widgets=False):
    """Execute `notebook` in place, in a fresh kernel whose working directory is `folder`.

    keep_widgets: the notebook's metadata then hold the state of every widget.
    """
    client = NotebookClient(
        notebook,
        timeout=SECONDS_PER_CELL,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        record_timing=False,
        store_widget_state=keep_widgets,
        coalesce_streams=True,
        extra_arguments=["--log-level=ERROR"],
    )
    try:
        client.execute()
    except CellExecutionError as error:
        raise NotebookFailed(f"a cell raised an error:\n{ANSI_COLOURS.sub('', str(error))}") from None
    except (CellTimeoutError, DeadKernelError) as error:
        raise NotebookFailed(str(error)) from None
    for number, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", []):
            if output.output_type == "stream" and output.name == "stderr":
                raise NotebookFailed(f"cell {number} (id {cell.id}) wrote to stderr:\n{output.text}")


def normalise(notebook):
    """Leave in `notebook` only what the lesson is made of and what a reader sees."""
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    notebook.metadata.update(kernelspec=dict(KERNELSPEC), language_info=dict(LANGUAGE_INFO))
    notebook.metadata.pop("widgets", None)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict(
            {k: v for k, v in cell.metadata.items() if k in KEPT_CELL_METADATA}
        )
        if cell.cell_type == "code":
            cell.outputs = [kept for kept in map(_normalise_output, cell.outputs) if kept is not None]
    _fold_what_is_guessed(notebook.cells)
    nbformat.validate(notebook)


def _fold_what_is_guessed(cells):
    """Fold in JupyterLab what a guess or a task is about; running a cell unfolds what it shows.

    GitHub, the page and whoever prints a notebook know nothing of it and show everything.
    """
    folded = told_when_run([(cell.cell_type, cell.metadata.get("tags", ()), _html(cell)) for cell in cells])
    for number, cell in enumerate(cells):
        jupyter = {name: mark for name, mark in cell.metadata.pop("jupyter", {}).items() if name != FOLDED}
        if number in folded:
            jupyter[FOLDED] = True
        if jupyter:
            cell.metadata["jupyter"] = jupyter


def _html(cell):
    return "".join(output.get("data", {}).get("text/html", "") for output in cell.get("outputs", ()))


def _normalise_output(output):
    if output.output_type == "error":
        # The frames hold the paths of the machine that ran the cell.
        output.traceback = [f"{output.ename}: {output.evalue}"]
    if "data" in output:
        # A view without its live model shows "Error displaying widget" in a trusted notebook; without
        # the view, trusted and untrusted readers see the picture that stands beside it.
        output.data.pop(WIDGET_VIEW, None)
        if not output.data:
            return None
    return output


def store(path):
    """Run the notebook at `path` and write it back, or raise `NotebookFailed` and write nothing."""
    read(path)  # says in a sentence why something is no notebook
    notebook = nbformat.read(path, as_version=4)
    run(notebook, Path(path).parent)
    normalise(notebook)
    nbformat.write(notebook, path)


def is_normal(path):
    """Whether the notebook at `path` holds nothing but what `store` would leave in it."""
    notebook = nbformat.read(path, as_version=4)
    before = nbformat.writes(notebook)
    normalise(notebook)
    return nbformat.writes(notebook) == before
