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
    server.show_in(chromium.new_page(reduced_motion="reduce"))
    yield server
    server.page.close()
    server.stop()


@pytest.fixture
def open_notebook(lab):
    """open_notebook(name, width=1280, height=900, dark=False) -> NotebookPage, judged when the test ends.

    All share one kernel, which has the imports behind it: starting one is most of the time, and what a
    notebook says in a kernel of its own is tested without a browser. With own_kernel=True it gets one.
    """
    opened = []

    def open_(name, own_kernel=False, **how):
        opened.append(NotebookPage(lab, own_kernel))
        opened[-1].open(name, **how)
        return opened[-1]

    yield open_
    troubles = [trouble for notebook in opened for trouble in notebook.close()]
    assert not troubles
