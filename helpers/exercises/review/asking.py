"""Asking for an answer: a card that says what is wanted, and a cell below it to fill in."""

import html
import re
import sys
from dataclasses import dataclass
from itertools import pairwise

from helpers.notebooks import LessonError

from ..key.variations import is_prediction
from ..say.cards import Card
from .saved import notebook_at, notebooks_in

IMPORTS = {  # what a cell may need in a notebook that has not imported it, in the order of the imports
    "np": "import numpy as np",
    "ad": "from helpers import autodiff as ad",
    "check": "from helpers.exercises import check",
    "predict": "from helpers.exercises import predict",
}


@dataclass(frozen=True, repr=False, eq=False)
class Task(Card):
    """A card with a cell to fill in, folded, for those whose notebook did not put it below."""

    cell: str = ""
    folded = "No new cell below? Paste this into one:"

    def __repr__(self):
        lines = ("    " + line for line in self.cell.splitlines())
        return "\n".join([super().__repr__(), self.folded, *lines])

    def _repr_html_(self):
        code = f"<pre><code>{html.escape(self.cell)}</code></pre>"
        details = f"<details><summary>{self.folded}</summary>{code}</details>"
        return super()._repr_html_().removesuffix("</div>") + details + "</div>"


def ask(heading, key, *sentences):
    """The card that asks for this variation. Where there is a notebook, its cell is put below."""
    cell = cell_of(key)
    offer(cell, call_of(key))
    if is_prediction(key.id):
        how = "put your guess into the cell below and run it."
        return Task(f"{heading}, {key.id}: {key.question}", sentences, next_step=how, cell=cell)
    how = f'finish the cell below and run it; hint("{key.id}") gives a nudge.'
    title = f"{heading}, {key.id}: {key.listed.title}"
    return Task(title, (*sentences, key.task), next_step=how, cell=cell)


def call_of(key):
    """The last line of its cell, up to the answer."""
    return f'{"predict" if is_prediction(key.id) else "check"}("{key.id}", '


def code_of(key):
    """What is to be filled in: a guess, or the stub, and the call that judges it."""
    if is_prediction(key.id):
        given, answer, gap = "guess = None  # your guess in place of None", "guess", "\n"
    else:
        given, answer = key.listed.stub, key.listed.answer
        ends_indented = given.rpartition("\n")[2].startswith(" ")
        gap = "\n\n\n" if ends_indented else "\n\n"  # after a function two blank lines
    return f"{given}{gap}{call_of(key)}{answer})"


def cell_of(key):
    """A cell to fill in, with the imports that the notebook lacks."""
    cell, there = code_of(key), notebook_names()
    used = {name: line for name, line in IMPORTS.items() if re.search(rf"\b{name}[.(]", cell)}
    lacking = [line for name, line in used.items() if name not in there]
    if lacking:
        return "\n".join(lacking) + ("\n\n\n" if cell.startswith("def ") else "\n\n") + cell
    return cell


# --- the notebook, if there is one ---


def shell():
    """IPython's shell, or None in plain Python."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython else None


def notebook_names():
    """The names that the notebook has."""
    return getattr(shell(), "user_ns", {})


def offer(cell, call):
    """Put a cell below the one that is running, unless it stands there since the last time that one ran."""
    front = shell()
    if front and not stands_below(running_cell(front), call):
        front.payload_manager.write_payload({"source": "set_next_input", "text": cell, "replace": False})


def running_cell(front):
    """The id of the cell that is running, if the front end tells it."""
    try:
        return front.kernel.get_parent("shell")["metadata"]["cellId"]
    except (AttributeError, KeyError, TypeError):
        return None


def stands_below(id, call):
    """Does a saved notebook hold this call in the code cell below the one of that id?"""
    for path in notebooks_in() if id else ():
        try:
            cells = notebook_at(path).of_kind("code")
        except LessonError:
            continue
        if any(above.id == id and call in below.source for above, below in pairwise(cells)):
            return True
    return False
