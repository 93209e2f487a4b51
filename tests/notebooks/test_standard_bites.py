"""Every demand in standard.py is held against a notebook that breaks it, and against one that does not."""

import copy
import functools

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from helpers.lessons.store import normalise
from tests.notebooks import standard

SOLUTION = "<details><summary>Solution</summary>\n\n```python\nanswer = 1\n```\n\n</details>"
TIME = "**Time:** 8 minutes, and 20 for the exercises."
FIVE = "\n".join(f"{number}. Why?" for number in range(1, 6))


def a_lesson():
    """The smallest notebook that every demand is content with, to be spoiled by one test."""
    return copy.deepcopy(the_lesson())


@functools.cache
def the_lesson():
    cells = [
        text(f"# A lesson\n\n{TIME} It needs lesson 00. You will be able to see.", "opening"),
        new_code_cell("print(1)", outputs=[new_output("stream", name="stdout", text="1\n")]),
        text("Conventions: rows first.", "convention"),
        text("## Play\n\nMake it zero.", "task"),
        *(new_code_cell("None", metadata={"tags": [f"predict:01.p{number}"]}) for number in range(3)),
    ]
    for number in range(5):
        cells.append(new_code_cell("...", metadata={"tags": [f"exercise:01.{number}", f"check:01.{number}"]}))
        cells.append(text(SOLUTION, f"solution:01.{number}"))
    cells += [text(f"A word of {number} words." + " More of them." * 9) for number in range(15)]
    cells.append(text("| framework |\n|---|\n| TensorFlow, PyTorch, JAX |", "frameworks"))
    cells += [text(FIVE, "questions"), text(f"<details>\n\n{FIVE}\n\n</details>", "answers")]
    cells.append(text("Upstream times local.", "take-home"))
    runs = 0
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"
        cell.metadata["slideshow"] = {} if number else {"slide_type": "slide"}
        if cell.cell_type == "code":
            cell.execution_count = runs = runs + 1
    notebook = new_notebook(cells=cells)
    normalise(notebook)
    return notebook


def text(source, *tags):
    return new_markdown_cell(source, metadata={"tags": list(tags)} if tags else {})


def shown(mime, data):
    return new_output("display_data", data={mime: data})


def first_code(notebook):
    return notebook.cells[1]


def source(new):
    def change(notebook):
        first_code(notebook).source = new

    return change


def output(new):
    def change(notebook):
        first_code(notebook).outputs = [new]

    return change


def markdown(new, index=2):
    def change(notebook):
        notebook.cells[index].source = new

    return change


def metadata(index=1, **new):
    def change(notebook):
        notebook.cells[index].metadata.update(new)

    return change


def without_tag(tag):
    def change(notebook):
        for cell in notebook.cells:
            cell.metadata.tags = [kept for kept in cell.metadata.get("tags", []) if kept != tag]

    return change


def replaced(tag, old, new):
    def change(notebook):
        for _, cell in standard.cells(notebook, tag=tag):
            assert old in cell.source
            cell.source = cell.source.replace(old, new)

    return change


def twice_the_same_id(notebook):
    notebook.cells[3].id = notebook.cells[2].id


def without_slides(notebook):
    del notebook.cells[3].metadata["slideshow"]


def shortened(notebook):
    del notebook.cells[20:30]


def stripped(notebook):
    first_code(notebook).update(outputs=[], execution_count=None)


def widget_state(notebook):
    notebook.metadata.widgets = {}


def python_version(notebook):
    notebook.metadata.language_info.version = "3.11.7"


NO_ALT = '<img src="data:image/png;base64,AAAA">'
ADDRESS = "<object at 0x7f3c6e414400>"
SCRIPT = "<script src=//example.org/x.js></script>"
BREACHES = {
    standard.is_stored_as_the_command_stores_it: (
        widget_state,
        python_version,
        metadata(collapsed=True),
        output(shown("application/vnd.jupyter.widget-view+json", {})),
    ),
    standard.was_run_from_top_to_bottom: (stripped,),
    standard.shows_no_trouble: (
        output(new_output("error", ename="E", evalue="", traceback=[])),
        output(new_output("stream", name="stderr", text="Warning")),
        output(new_output("stream", name="stdout", text=ADDRESS)),
        output(shown("text/plain", "/home/me/x.py")),
    ),
    standard.has_unique_ids: (twice_the_same_id,),
    standard.has_one_title_and_no_gaps_in_its_headings: (
        markdown("# A second title"),
        markdown("### Too deep"),
        markdown("<h2>HTML</h2>"),
        markdown("No title", 0),
    ),
    standard.describes_every_picture: (
        markdown("![](x.png)"),
        markdown(NO_ALT),
        output(shown("text/html", NO_ALT)),
        output(shown("image/png", "AAAA")),
        output(shown("image/svg+xml", "<svg/>")),
        output(shown("text/html", '<img alt="x" src="data:image/jpeg;base64,AAAA">')),
    ),
    standard.says_why_an_output_is_not_compared: (
        source("# NBVAL_IGNORE_OUTPUT\nprint(1)"),
        source("# NBVAL_SKIP\nprint(1)"),
        metadata(tags=["nbval-ignore-output"]),
        metadata(tags=["runs-once"]),
    ),
    standard.has_slide_metadata: (
        metadata(slideshow={"slide_type": "-"}),
        without_slides,
        metadata(0, slideshow={}),
    ),
    standard.loads_nothing_from_outside: (
        markdown('<img alt="x" src="https://example.org/x.png">'),
        markdown("![x](https://example.org/x.png)"),
        output(shown("text/html", SCRIPT)),
        output(shown("text/html", "<style>@import 'x.css'</style>")),
        source("!pip install x"),
        source("%timeit 1"),
    ),
    standard.uses_no_output_widget: (
        source("interact(f)"),
        source("@interact\ndef f(): pass"),
        source("out = widgets.Output()"),
    ),
    standard.is_small: (output(shown("text/plain", "x" * 500_000)), markdown("x" * 2_000_000)),
    standard.has_the_parts_of_a_lesson: (
        replaced("opening", TIME, "It takes a while."),
        replaced("opening", "It needs lesson 00.", ""),
        replaced("opening", "You will be able to see.", ""),
        without_tag("convention"),
        without_tag("task"),
        without_tag("frameworks"),
        without_tag("questions"),
        without_tag("answers"),
        without_tag("take-home"),
        shortened,
    ),
    standard.states_an_honest_time: (
        replaced("opening", TIME, "It takes 30 minutes."),
        replaced("opening", "and 20 for", "and 33 for"),
        replaced("opening", "and 20 for", "and 11 for"),
        replaced("opening", "8 minutes", "14 minutes"),
        source("x = 1\n" * 30),
        output(new_output("stream", name="stdout", text="1\n" * 60)),
        output(shown("text/html", '<img alt="x" src="data:image/svg+xml;base64,PHN2Zy8+">')),
        markdown("word " * 360, 20),
        markdown("| a | b | c |\n" * 12, 20),
    ),
    standard.asks_before_it_tells: (without_tag("predict:01.p1"),),
    standard.has_exercises_with_folded_solutions: (
        without_tag("exercise:01.3"),
        without_tag("check:01.3"),
        without_tag("solution:01.3"),
        replaced("solution:01.3", "<details>", ""),
        replaced("solution:01.3", "```python", "```"),
    ),
    standard.closes_with_five_questions_and_their_key: (
        replaced("questions", "5. Why?", ""),
        replaced("answers", "5. Why?", ""),
        replaced("answers", "<details>", ""),
    ),
    standard.names_the_same_thing_in_other_frameworks: (
        replaced("frameworks", "JAX", ""),
        replaced("frameworks", "|---|", ""),
    ),
    standard.explains_in_small_steps: (markdown("word " * 101, 20),),
    standard.keeps_code_cells_short: (source("x = 1\n" * 11),),
}


def test_every_demand_is_held_against_a_breach():
    assert set(BREACHES) == {*standard.EVERY_NOTEBOOK, *standard.EVERY_LESSON}


@pytest.mark.parametrize("demand", BREACHES, ids=lambda demand: demand.__name__)
def test_breaches_are_noticed(demand):
    assert not list(demand(a_lesson()))
    for change in BREACHES[demand]:
        notebook = a_lesson()
        change(notebook)
        sentences = list(demand(notebook))
        assert sentences, change
        assert all(isinstance(sentence, str) for sentence in sentences)


def test_most_cells_too_long_is_noticed_even_if_none_is_far_too_long():
    notebook = a_lesson()
    for _, cell in standard.cells(notebook, "markdown"):
        if not cell.metadata.get("tags"):
            cell.source = "word " * 80
    assert any("most should have 20 to 60" in line for line in standard.explains_in_small_steps(notebook))


def test_words_are_counted_as_a_reader_reads_them():
    assert len(standard.prose("Two words\n```python\nx = 1\n```\n| a | b |\n")) == 2
    assert len(standard.prose("The slope of $x^2 + 1$ is `2 * x`.")) == 6
    assert len(standard.prose("See [the lesson](a/long/path.ipynb), <b>now</b>.")) == 4
