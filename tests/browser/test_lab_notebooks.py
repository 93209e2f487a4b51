import pytest

from tests.notebooks.execute import ROOT, find_notebooks

NOTEBOOKS = [str(path.relative_to(ROOT / "notebooks")) for path in find_notebooks()]
NOTEBOOKS.remove("guides/gallery.ipynb")  # test_gallery.py does more than open it


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebook_opens_and_runs_without_a_word_on_the_console(open_notebook, name):
    open_notebook(name).run_all()


def test_error_in_a_cell_is_noticed(open_notebook, lab):
    lab.write("error.ipynb", "1 / 0")
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        open_notebook("error.ipynb").run_all()


def test_request_to_elsewhere_is_noticed(open_notebook, lab):
    lab.write("outside.ipynb", "from IPython.display import HTML\nHTML('<img src=\"http://127.0.0.1:9/\">')")
    notebook = open_notebook("outside.ipynb")
    notebook.run_all()
    notebook.page.wait_for_selector(".jp-OutputArea-output img", state="attached")
    assert any("to the outside: http://127.0.0.1:9/" in trouble for trouble in notebook.troubles)
    notebook.troubles.clear()
