"""A lesson run for its page: what each cell shows, and the state of each exhibit."""

from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell

from helpers.notebooks import read
from helpers.notebooks.store import WIDGET_VIEW, NotebookFailed, run
from helpers.widgets.base.worth_trying import alone

STATES = "application/vnd.jupyter.widget-state+json"
NOT_SHOWN = {"layout", "tabbable", "tooltip", "comm"}
TRY_MORE = "from helpers.widgets.base.worth_trying import keep_them\nkeep_them()"


class PageError(Exception):
    """Why a page could not be written, in one sentence."""


class Run:
    """A notebook that has been run, its cells as `helpers.notebooks` reads them, and its exhibits.

    last: one cell more, for what is to be asked of the run; what it shows is `told`.
    """

    def __init__(self, path, last=TRY_MORE):
        self.lesson = read(path)  # says in a sentence why something is no notebook
        notebook = nbformat.read(path, as_version=4)
        notebook.cells.append(new_code_cell(last))
        try:
            run(notebook, Path(path).parent, keep_widgets=True)
        except NotebookFailed as failed:
            raise PageError(_why(self.lesson, notebook, failed)) from None
        *self.outputs, self.told = [cell.get("outputs", []) for cell in notebook.cells]
        widgets = notebook.metadata.get("widgets", {}).get(STATES, {}).get("state", {})
        self._states = {id: model["state"] for id, model in widgets.items()}

    def exhibit(self, data):
        """The state of the exhibit in this output, as a browser alone can play it; None if there is none."""
        state = self._states.get(data.get(WIDGET_VIEW, {}).get("model_id"))
        if state is None or "picture" not in state:
            return None
        return alone({name: is_ for name, is_ in state.items() if name[0] != "_" and name not in NOT_SHOWN})


def _why(lesson, notebook, failed):
    for cell, ran in zip(lesson.cells, notebook.cells, strict=False):
        for output in ran.get("outputs", []):
            if output.output_type == "error" and "raises-exception" not in cell.tags:
                said = output.evalue.strip().partition("\n")[0]
                return f"{lesson.path.name}, {cell.name} raised {output.ename}: {said}"
    return f"{lesson.path.name}: {str(failed).strip().partition(chr(10))[0]}"
