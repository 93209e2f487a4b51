import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from helpers import notebooks
from helpers.notebooks import store
from helpers.widgets import TinyModel


def write(path, *sources):
    nbformat.write(new_notebook(cells=[new_code_cell(source) for source in sources]), path)
    return path


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("sources", "says"),
    [
        (["1 / 0"], r"ZeroDivisionError: division by zero"),
        (["x = 1", "import sys; print('oh', file=sys.stderr)"], r"cell 1 \(id .* wrote to stderr:\noh"),
    ],
)
def test_trouble_is_named_and_nothing_is_written(tmp_path, sources, says):
    path = write(tmp_path / "trouble.ipynb", *sources)
    before = path.read_bytes()
    with pytest.raises(store.NotebookFailed, match=says):
        store.store(path)
    assert path.read_bytes() == before


def test_what_is_no_notebook_is_not_run(tmp_path):
    path = tmp_path / "notes.ipynb"
    path.write_text("not JSON")
    with pytest.raises(notebooks.LessonError, match="it is not JSON"):
        store.store(path)


def test_what_is_guessed_is_folded_and_nothing_else():
    task = new_markdown_cell("Play.", metadata={"tags": ["task"]})
    told, shown, folded_by_hand = new_code_cell("1"), new_code_cell("2"), new_code_cell("3")
    told.metadata.tags = ["reveal:01.p1"]
    folded_by_hand.metadata.jupyter = {"outputs_hidden": True, "source_hidden": True}
    notebook = new_notebook(cells=[told, shown, folded_by_hand, task, new_code_cell("4"), new_code_cell("5")])
    store.normalise(notebook)
    marks = [cell.metadata.get("jupyter") for cell in notebook.cells if cell.cell_type == "code"]
    assert marks == [{"outputs_hidden": True}, None, {"source_hidden": True}, {"outputs_hidden": True}, None]


def test_an_exhibit_that_is_stored_as_it_opens_is_not_folded():
    data = TinyModel()._repr_mimebundle_()[0]
    data = {kind: data[kind] for kind in ("text/plain", "text/html")}
    task = new_markdown_cell("Play.", metadata={"tags": ["task"]})
    exhibit = new_code_cell("TinyModel()", outputs=[new_output("display_data", data=data)])
    notebook = new_notebook(cells=[task, exhibit])
    store.normalise(notebook)
    assert "jupyter" not in notebook.cells[1].metadata


def test_what_is_stored_does_not_depend_on_the_session():
    view = {"application/vnd.jupyter.widget-view+json": {"model_id": "1"}}
    outputs = [
        new_output("display_data", data={**view, "text/html": "<img alt='a'>"}),
        new_output("display_data", data=view),
        new_output("error", ename="ValueError", evalue="no", traceback=["File /home/me/x.py", "no"]),
    ]
    cell = new_code_cell("x", outputs=outputs, execution_count=1)
    cell.metadata.update(
        tags=["setup"], slideshow={}, collapsed=True, execution={"shell.execute_reply": "now"}
    )
    notebook = new_notebook(
        cells=[cell], metadata={"widgets": {}, "language_info": {"name": "python", "version": "3.11"}}
    )
    store.normalise(notebook)
    (cell,) = notebook.cells
    assert cell.metadata == {"tags": ["setup"]}
    assert [list(output.get("data", [])) for output in cell.outputs] == [["text/html"], []]
    assert cell.outputs[1].traceback == ["ValueError: no"]
    assert notebook.metadata == {"kernelspec": store.KERNELSPEC, "language_info": store.LANGUAGE_INFO}


def test_every_notebook_is_found_but_no_checkpoint(tmp_path):
    for name in ("b.ipynb", "guides/a.ipynb", ".ipynb_checkpoints/b-checkpoint.ipynb"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert notebooks.paths(tmp_path) == [tmp_path / "b.ipynb", tmp_path / "guides/a.ipynb"]
