"""What learners answer wrong, collected from the notebooks alone before anybody saw what is said of it.

A cell of a lesson's `wrong_answers.txt` begins with the exercise or prediction, the name of the diagnosis,
which was read and found fair, and what the learner thought. Below it stands the cell of the notebook as it
was filled in; or, where it is the solution but for a place or two, the edits of a key's row that make it.
An answer whose card is that of a row stands in the key alone.
"""

import re
from pathlib import Path

from helpers.exercises import check, exercises, predict
from helpers.exercises.run import memory
from helpers.exercises.run.sources import answer_of, edited, is_edit
from tests.thorough import sample
from tests.together import for_all

FILES = sorted((Path(__file__).parents[2] / "lessons").glob("lesson_*/wrong_answers.txt"))
CELL = re.compile(r"^# %% (\S+) \| (.*) \| (.*)\n((?:(?!# %%).*\n)*)", re.MULTILINE)
KEYS = exercises()


def cells(text):
    """(id, diagnosis, thought, source) of each cell of a file."""
    for id, diagnosis, thought, said in CELL.findall(text):
        is_short = "\n" not in said.strip() and is_edit(said)
        yield id, diagnosis, thought, edited(KEYS[id].listed.solution, said.strip()) if is_short else said


CELLS = [cell for path in FILES for cell in cells(path.read_text(encoding="utf-8"))]


@for_all(sample({f"{cell[0]}, {cell[2]}, {k}": cell for k, cell in enumerate(CELLS)}))
def test_a_wrong_answer_is_diagnosed(id, diagnosis, thought, source):
    memory.forget()  # what the same mistake was told before
    result = check(id, KEYS[id].answer_of(source)) if id in KEYS else predict(id, answer_of(source, "guess"))
    assert result.state != "correct"
    assert result.diagnosis == diagnosis, result
