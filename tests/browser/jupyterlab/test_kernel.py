"""Exhibits and their kernel: one that is slow, and one that is gone."""

import pathlib

import pytest
from playwright.sync_api import expect

from tests.browser.jupyterlab.lab import NotebookPage

pytestmark = pytest.mark.thorough
ROOT = pathlib.Path(__file__).parents[3]
SLOW = """
import pathlib, sys, time
sys.path.insert(0, {root!r})
from tests.widgets.base.table import Table

may_draw = pathlib.Path({may_draw!r})

class Slow(Table):
    drawn = 0
    def draw(self, **values):
        Slow.drawn += 1
        while not may_draw.exists():
            time.sleep(0.01)
        return super().draw(**values)

may_draw.touch()
slow = Slow()
may_draw.unlink()
slow
"""


@pytest.fixture(scope="module")
def notebook(lab, may_draw):
    """A notebook with a slow exhibit, in a kernel of its own, which the last test shuts down."""
    lab.write("kernel.ipynb", SLOW.format(root=str(ROOT), may_draw=str(may_draw)))
    notebook = NotebookPage(lab, own_kernel=True)
    notebook.open("kernel.ipynb")
    notebook.run_all()
    yield notebook
    assert not notebook.close()


@pytest.fixture(scope="module")
def may_draw(tmp_path_factory):
    """A file: while it is missing, the slow exhibit waits for it in the middle of its answer."""
    return tmp_path_factory.mktemp("slow") / "may-draw"


def test_a_slow_kernel_never_queues_and_what_was_typed_stays_in_sight(notebook, may_draw):
    exhibit = notebook.exhibit(0)
    first = exhibit.get_by_role("textbox", name="A, row 0, column 0")
    total = exhibit.locator('g[data-hot="C-0-0"]')
    first.focus()
    before = int(notebook.ask("Slow.drawn"))
    for value in range(20):
        first.fill(str(value))
    exhibit.get_by_role("textbox", name="A, row 1, column 1").focus()
    expect(total).to_have_text("2")  # nothing is drawn yet,
    expect(first).not_to_have_css("color", "rgba(0, 0, 0, 0)")  # so what was typed shows
    may_draw.touch()
    expect(total).to_have_text(str(2 * 19))
    expect(first).to_have_css("color", "rgba(0, 0, 0, 0)")  # and now what is drawn
    assert int(notebook.ask("Slow.drawn")) - before == 2  # the first and the newest


def test_what_is_typed_before_a_reset_is_answered_is_typed_on_top_of_it(notebook, may_draw):
    exhibit = notebook.exhibit(0)
    first, second = (exhibit.get_by_role("textbox", name=f"A, row 0, column {j}") for j in (0, 1))
    total = exhibit.locator('g[data-hot="C-0-0"]')
    second.fill("5")
    expect(exhibit.locator('g[data-hot="C-0-1"]')).to_have_text("10")
    may_draw.unlink()
    exhibit.get_by_role("button", name="Reset").click()
    first.fill("7")
    may_draw.touch()
    expect(total).to_have_text("14")
    expect(second).to_have_value("2")
    expect(first).to_have_value("7")


def test_an_exhibit_says_that_its_kernel_is_gone(notebook):
    notebook.command("kernelmenu:shutdown")
    gone = "() => !window.jupyterapp.shell.currentWidget.sessionContext.session?.kernel"
    notebook.page.wait_for_function(gone, timeout=20_000)
    exhibit = notebook.exhibit(0)
    exhibit.get_by_role("textbox", name="A, row 0, column 0").fill("2")
    expect(exhibit.get_by_text("Python does not answer.")).to_be_visible(timeout=10_000)
    # JupyterLab itself reports each message that finds no kernel; anything else is still trouble.
    troubles = notebook.watch.troubles
    troubles[:] = [text for text in troubles if "Could not send widget sync" not in text]
