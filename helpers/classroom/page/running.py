"""A lesson run for its page: what each cell shows, and the state of each exhibit."""

from pathlib import Path

import nbformat

from helpers.lessons import read
from helpers.lessons.store import WIDGET_VIEW, run

STATES = "application/vnd.jupyter.widget-state+json"
NOT_SHOWN = {"layout", "tabbable", "tooltip", "comm"}


class Run:
    """A notebook that has been run, its cells as `helpers.lessons` reads them, and its exhibits."""

    def __init__(self, path):
        self.lesson = read(path)  # says in a sentence why something is no notebook
        notebook = nbformat.read(path, as_version=4)
        run(notebook, Path(path).parent, keep_widgets=True)
        self.outputs = [cell.get("outputs", []) for cell in notebook.cells]
        widgets = notebook.metadata.get("widgets", {}).get(STATES, {}).get("state", {})
        self._states = {id: model["state"] for id, model in widgets.items()}

    def exhibit(self, data):
        """The state of the exhibit in this output, without what belongs to Jupyter; None if there is none."""
        state = self._states.get(data.get(WIDGET_VIEW, {}).get("model_id"))
        if state is None or "picture" not in state:
            return None
        return {name: value for name, value in state.items() if name[0] != "_" and name not in NOT_SHOWN}
