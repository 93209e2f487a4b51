"""A real JupyterLab, a real Chromium, and what a test does with them.

    def test_something(open_notebook):
        notebook = open_notebook("01_upstream_gradient.ipynb", width=640, dark=True)
        notebook.run_all()
        notebook.page.get_by_role("button", name="Step").click()

The server, its settings and a copy of the notebooks live in a temporary folder.
"""

import pytest

from tests.browser.jupyterlab.lab import LabServer, NotebookPage


@pytest.fixture(scope="package")
def lab(chromium, tmp_path_factory):
    """A JupyterLab server on a copy of the notebooks, and one page that shows it."""
    server = LabServer(tmp_path_factory.mktemp("lab"))
    server.start()
    server.show_in(chromium.new_page())
    yield server
    server.page.close()
    server.stop()


@pytest.fixture
def open_notebook(lab):
    """open_notebook(name, width=1280, height=900, dark=False) -> NotebookPage, judged when the test ends.

    All notebooks share one kernel, which has the imports behind it: starting one is most of the time, and
    what a notebook says in a kernel of its own is tested without a browser. own_kernel=True starts one.
    """
    opened = []

    def open_(name, width=1280, height=900, dark=False, own_kernel=False):
        opened.append(NotebookPage(lab, own_kernel))
        opened[-1].open(name, width, height, dark)
        return opened[-1]

    yield open_
    troubles = [trouble for notebook in opened for trouble in notebook.close()]
    assert not troubles


@pytest.fixture
def show(open_notebook, lab):
    """show(*sources, **how): run a new notebook of these cells; returns it and its first exhibit."""

    def show(*sources, **how):
        lab.write("exhibit.ipynb", *sources)
        notebook = open_notebook("exhibit.ipynb", **how)
        notebook.run_all()
        exhibit = notebook.page.locator(".up-exhibit").first
        exhibit.wait_for()
        return notebook, exhibit

    return show
