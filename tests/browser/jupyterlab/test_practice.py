"""A variation is asked for in a real notebook: its cell is put below, once, and links lead to the lessons."""

import pytest

from tests.browser.jupyterlab.lab import NotebookPage

pytestmark = pytest.mark.thorough(one_in=2)
SETUP = "from helpers.exercises import again, check, progress"
RUN = "() => window.jupyterapp.commands.execute('notebook:run-all-cells').then(() => true)"
RESTART = (
    "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart().then(() => true)"
)
IS_OPEN = """name => {
    const widget = window.jupyterapp.shell.currentWidget;
    return widget.title.label === name && widget.sessionContext?.session?.kernel?.status === 'idle';
}"""


@pytest.fixture
def mine(lab):
    lab.write("mine.ipynb", SETUP, 'again("01.2")', "progress()")
    notebook = NotebookPage(lab, own_kernel=True)
    notebook.open("mine.ipynb")
    yield notebook
    assert not notebook.close()


def test_the_cell_to_fill_in_is_put_below_once(mine):
    mine.page.evaluate(RUN)
    sources = mine.sources()
    assert [source.partition("(")[0] for source in sources] == [SETUP, "again", "def cube_rule", "progress"]
    assert sources[2].endswith('check("01.2b", cube_rule)')
    mine.command("docmanager:save")
    mine.page.evaluate(RESTART)
    mine.page.evaluate(RUN)
    assert mine.sources() == sources
    assert not mine.errors()


def test_a_link_of_the_map_leads_to_the_lesson(mine):
    mine.page.evaluate(RUN)
    mine.page.get_by_role("link", name="01.2", exact=True).click()
    mine.page.wait_for_function(IS_OPEN, arg="01_upstream_gradient.ipynb")
    assert not NotebookPage(mine.lab, own_kernel=True).close()
