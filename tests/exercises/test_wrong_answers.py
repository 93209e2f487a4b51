"""What learners answer wrong, collected from the notebooks alone before anybody saw what is said of it.

A cell of `wrong_answers/01.txt` begins with the exercise or prediction, the name of the diagnosis, which was
read and found fair, and what the learner thought. Below it stands the cell of the notebook as filled in.
"""

import re
from pathlib import Path

from helpers.exercises import check, exercises, memory, predict, predictions
from helpers.exercises.sources import answer_of
from tests.together import for_all

FILES = sorted(Path(__file__).with_name("wrong_answers").glob("*.txt"))
CELL = re.compile(r"^# %% (\S+) \| (.*) \| (.*)\n((?:(?!# %%).*\n)*)", re.MULTILINE)
CELLS = [cell for path in FILES for cell in CELL.findall(path.read_text(encoding="utf-8"))]
KEYS = exercises()
GENERAL = {
    "values",
    "not-finite",
    "shape",
    "constant-factor",
    "unreadable",
}  # they say nothing of the mistake


@for_all({f"{cell[0]}, {cell[2]}, {k}": cell for k, cell in enumerate(CELLS)})
def test_a_wrong_answer_is_diagnosed(id, diagnosis, thought, source):
    memory.forget()  # what the same mistake was told before
    result = check(id, KEYS[id].answer_of(source)) if id in KEYS else predict(id, answer_of(source, "guess"))
    assert result.state != "correct"
    assert result.diagnosis == diagnosis, result


def test_nearly_every_wrong_answer_gets_a_sentence_of_its_own():
    answers = [diagnosis for id, diagnosis, _, _ in CELLS if id in KEYS]
    guesses = [diagnosis for id, diagnosis, _, _ in CELLS if id not in KEYS]
    for diagnoses in (answers, guesses):
        assert sum(name in GENERAL for name in diagnoses) <= 0.05 * len(diagnoses)


def test_every_exercise_and_prediction_is_answered_wrong():
    assert {id for id, _, _, _ in CELLS} == {*KEYS, *predictions()}
