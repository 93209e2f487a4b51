"""An engine is put together from what the learner's notebook holds, and from ours where it holds nothing."""

import nbformat
import numpy as np

from helpers import notebooks
from helpers.lessons.lesson_07.own_parts import engine_of_notebook

LESSON = notebooks.find("07")


def notebook_with(answers, folder):
    """Lesson 07 with these cells in the place of its stubs."""
    notebook = nbformat.read(LESSON.path, as_version=4)
    for cell in notebook.cells:
        for id, source in answers.items():
            if f"exercise:{id}" in cell.metadata.get("tags", ()):
                cell.source = source
    path = folder / LESSON.path.name
    nbformat.write(notebook, path)
    return path


def test_what_is_correct_is_yours_and_the_rest_is_ours(tmp_path, capsys):
    solved = {exercise.id: exercise.solution for exercise in LESSON.exercises}
    wrong = "def tanh(x):\n    return np.tanh(x), lambda upstream: upstream\n\n\ncheck('07.4', tanh)"
    mine = solved["07.5"] + "\nfitted.is_mine = True\n\ncheck('07.5', fitted)"
    path = notebook_with({"07.5": mine, "07.4": wrong, "07.2": "def in_order(y:"}, tmp_path)
    engine = engine_of_notebook(path)
    said = capsys.readouterr().out.splitlines()
    assert "fitted: yours" in said
    assert {"in_order: ours, until 07.2 is correct", "tanh: ours, until 07.4 is correct"} <= set(said)
    assert engine.fitted.is_mine
    assert engine.parts == "1 of 8 parts is yours"
    assert not hasattr(engine.tanh, "is_mine")
    x = engine.Node(np.ones(3))
    assert np.allclose(engine.gradients(engine.mean(engine.tanh(x)), [x])[0], (1 - np.tanh(1) ** 2) / 3)


def test_without_a_notebook_all_of_it_is_ours(tmp_path, capsys):
    engine = engine_of_notebook(tmp_path / "none.ipynb")
    assert capsys.readouterr().out == "all 8 are ours, until one of 07.1 to 07.8 is correct\n"
    w = engine.Node(2.0)
    assert engine.gradients(w * w, [w]) == [4.0]
