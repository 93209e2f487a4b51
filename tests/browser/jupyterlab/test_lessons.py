"""Every lesson, opened and run as a learner does."""

import re

import nbformat
import pytest
from playwright.sync_api import expect

from helpers import notebooks

pytestmark = pytest.mark.thorough


@pytest.mark.thorough(one_in=5)
@pytest.mark.parametrize("name", [lesson.path.name for lesson in notebooks.lessons()])
def test_a_lesson_opens_and_runs_without_a_word_on_the_console(open_notebook, name):
    open_notebook(name).run_all()


def test_lesson_01_unfolds_to_its_stepper_which_shows_the_facts_recomputes_and_keeps_its_keys(
    open_notebook, lab
):
    lesson = notebooks.find("01")
    beginning = lesson.cells[: lesson.cell("sweep-of-squares").number + 1]
    notebook = nbformat.read(lesson.path, as_version=4)
    notebook.cells = notebook.cells[: len(beginning)]
    nbformat.write(notebook, lab.folder / "beginning.ipynb")
    notebook = open_notebook("beginning.ipynb")
    assert notebook.folded() == [cell.id for cell in beginning if cell.folded] != []
    notebook.run_all()
    assert not notebook.folded()  # what was to be guessed opens when it is run
    before = notebook.sources()
    stepper = notebook.exhibit(1)  # below the number lines
    said, field = stepper.locator(".up-said"), stepper.get_by_label("x", exact=True)
    facts, count = [], stepper.locator(".up-count").first
    for pressed in range(1, 6):
        stepper.get_by_role("button", name="One step", exact=True).press("Enter")
        expect(count).to_have_text(f"step {min(pressed, 3)} of 3")  # past the end nothing happens
        facts.append(tuple(map(int, re.findall(r"\d+", said.text_content()))))
    assert facts[:3] == [(3, 32, 96), (96, 8, 768), (768, 4, 3072)]
    assert set(facts[3:]) == {facts[2]}

    field.fill("3")
    expect(said).to_contain_text("8748 × 6 = 52488")
    others = (
        stepper.locator(".up-picture"),
        stepper.get_by_label("Step", exact=True),
    )
    for place in (*others, field):
        place.focus()
        for key in "xabmdd":  # what would cut, insert, change and delete cells
            notebook.page.keyboard.press(key)
    assert notebook.sources() == before
    expect(field).to_have_value("xabmdd")
    expect(stepper.get_by_role("alert").filter(has_text="“xabmdd” is not a number")).to_be_visible()
    expect(said).to_contain_text("8748 × 6 = 52488")
    assert "Traceback" not in lab.log.read_text()


def test_an_error_and_a_request_to_elsewhere_are_noticed(open_notebook, lab):
    image = "from IPython.display import HTML\nHTML('<img src=\"http://127.0.0.1:9/\">')"
    lab.write("troubles.ipynb", image, "1 / 0")
    notebook = open_notebook("troubles.ipynb")
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        notebook.run_all()
    notebook.page.wait_for_selector(".jp-OutputArea-output img", state="attached")
    troubles = notebook.watch.troubles
    assert any("to the outside: http://127.0.0.1:9/" in trouble for trouble in troubles)
    troubles.clear()
