"""Every demand of the standard is held against a notebook that breaks it, and against one that does not."""

import copy
import functools
import json

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from helpers import notebooks
from helpers.notebooks.store import normalise
from tests.notebooks import standard

TIME = "**Time:** 10 minutes, and 10 for the exercises."
HEAD = f"# 01 · A lesson\n\n**You will be able to** see. \n\n**Needs:** lesson 00. {TIME}"
SUBSLIDE = {"slideshow": {"slide_type": "subslide"}}
FIVE = "\n".join(f"{number}. Why?" for number in range(1, 6))
KEY = f"<details><summary>The key</summary>\n\n{FIVE}\n\n</details>"
SOLUTION = """<details><summary>Solution</summary>

```python
answer = 1

check("{id}", answer)
```

Because.

</details>"""
FRAMEWORKS = "\n".join(
    ["## The same thing elsewhere\n\n| framework | call |\n|:---|:---|"]
    + [f"| {name} | `f` |" for name in ("these lessons", "TensorFlow 1, 2", "PyTorch", "JAX")]
)


def a_lesson():
    """The smallest notebook that every demand is content with, to be spoiled by one test."""
    return copy.deepcopy(the_lesson())


@functools.cache
def the_lesson():
    exhibit = new_code_cell("BackpropStepper()", metadata={"tags": ["exhibit"]})
    cells = [
        text(HEAD, "convention"),
        new_code_cell("print(1)", outputs=[new_output("stream", name="stdout", text="1\n")]),
        text("- **Board:** rows first. See [above](#01-·-A-lesson).", "speaker-notes"),
        text("## Play\n\nMake it zero.", "task"),
        exhibit,
    ]
    for number in range(3):
        for role in "predict", "reveal":
            tags = [f"{role}:01.p{number}", "cut:20"]
            cells.append(new_code_cell("None", metadata={"tags": tags, **SUBSLIDE}))
    for id in (f"01.{number}" for number in range(5)):
        cells.append(text(f"### Exercise {id}: One\n\n*Difficulty 1 of 3 ●○○, 2 minutes.* Say 1."))
        cells[-1].metadata.update(SUBSLIDE)
        stub = f'answer = ...\n\ncheck("{id}", answer)'
        cells.append(new_code_cell(stub, metadata={"tags": [f"exercise:{id}"]}))
        cells.append(text(SOLUTION.format(id=id), f"solution:{id}"))
    cells += [text(f"A word of {number} words." + " More of them." * 9) for number in range(15)]
    cells.append(text(FRAMEWORKS, "frameworks"))
    cells.append(text(f"## Five questions, from memory\n\n{FIVE}\n\n{KEY}", "questions", "answers"))
    cells.append(text("## To take home\n\n**Upstream times local.**", "take-home"))
    runs = 0
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"
        cell.metadata.setdefault("slideshow", {} if number else {"slide_type": "slide"})
        if cell.cell_type == "code":
            cell.execution_count = runs = runs + 1
    notebook = new_notebook(cells=cells, metadata={"lesson": {"name": "A lesson", "question": "what?"}})
    normalise(notebook)
    return notebook


@pytest.fixture
def breaches(tmp_path):
    """breaches(demand, notebook): what the demand says about it."""

    def of(demand, notebook):
        path = tmp_path / "01_a_lesson.ipynb"
        path.write_text(json.dumps(notebook), encoding="utf-8")
        return list(map(str, standard.breaches([demand], notebooks.read(path))))

    return of


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
        changed = [cell for cell in notebook.cells if tag in cell.metadata.get("tags", [])]
        assert changed
        for cell in changed:
            assert old in cell.source
            cell.source = cell.source.replace(old, new)

    return change


def unfolded(tag):
    def change(notebook):
        (cell,) = (cell for cell in notebook.cells if tag in cell.metadata.get("tags", []))
        del cell.metadata["jupyter"]

    return change


def telling(output):
    def change(notebook):
        (cell,) = (cell for cell in notebook.cells if "exhibit" in cell.metadata.get("tags", []))
        cell.outputs = [output]

    return change


def twice_the_same_id(notebook):
    notebook.cells[3].id = notebook.cells[2].id


def without_slides(notebook):
    del notebook.cells[3].metadata["slideshow"]


def told_too_soon(notebook):
    notebook.cells.insert(1, notebook.cells.pop(6))


def told_on_the_slide_that_asks(notebook):
    notebook.cells[6].metadata["slideshow"] = {}


def told_in_another_cut(notebook):
    notebook.cells[6].metadata["tags"][1] = "cut:50"


def cut_within_a_slide(notebook):
    notebook.cells[4].metadata["tags"].append("cut:50")


def too_much_at_once(notebook):
    for cell in notebook.cells[11:23]:
        cell.metadata.setdefault("tags", []).append("cut:20")


def without_metadata(notebook):
    del notebook.metadata["lesson"]


def stripped(notebook):
    first_code(notebook).update(outputs=[], execution_count=None)


def widget_state(notebook):
    notebook.metadata.widgets = {}


def python_version(notebook):
    notebook.metadata.language_info.version = "3.11.7"


NO_ALT = '<img src="data:image/png;base64,AAAA">'
JPEG = '<img alt="x" src="data:image/jpeg;base64,AAAA">'
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
        metadata(tags=["raises-exception"]),
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
        output(shown("text/html", JPEG)),
        output(shown("image/png", "AAAA")),
        output(shown("image/svg+xml", "<svg/>")),
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
    standard.runs_nothing_in_the_page: (
        markdown("<script>alert(1)</script>"),
        markdown('<b onclick="x()">x</b>'),
        markdown("[x](javascript:x)"),
        output(shown("text/html", "<iframe></iframe>")),
    ),
    standard.leads_somewhere_with_every_link: (
        markdown("[x](02_nowhere.ipynb)"),
        markdown("[x](#Nowhere)"),
        markdown("[x](01_a_lesson.ipynb#Nowhere)"),
    ),
    standard.is_small: (output(shown("text/plain", "x" * 500_000)), markdown("x" * 2_000_000)),
    standard.says_what_it_is: (
        replaced("convention", "01 · ", ""),
        replaced("convention", "**Needs:** lesson 00.", ""),
        replaced("convention", "**You will be able to** see.", ""),
        without_metadata,
    ),
    standard.states_its_minutes: (
        replaced("convention", TIME, "It takes 30 minutes."),
        replaced("convention", "and 10 for", "and 11 for"),
    ),
    standard.takes_as_long_as_it_says: (
        replaced("convention", "10 minutes", "4 minutes"),
        replaced("convention", "10 minutes", "16 minutes"),
        replaced("convention", "10 minutes", "90 minutes"),
    ),
    standard.has_the_parts_of_a_lesson: (
        *map(without_tag, standard.ROLES),
        replaced("take-home", "**", ""),
    ),
    standard.plans_its_board: (replaced("speaker-notes", "**Board:**", "Board:"),),
    standard.asks_before_it_tells: (
        without_tag("reveal:01.p1"),
        without_tag("predict:01.p1"),
        told_too_soon,
    ),
    standard.asks_and_tells_on_two_slides: (
        told_on_the_slide_that_asks,
        told_in_another_cut,
        cut_within_a_slide,
        metadata(5, tags=["predict:01.p0", "cut:30"]),
    ),
    standard.fits_into_its_lectures: (without_tag("cut:20"), too_much_at_once),
    standard.keeps_what_is_guessed_folded: (
        unfolded("reveal:01.p1"),
        unfolded("exhibit"),
        telling(new_output("stream", name="stdout", text="\nthe truth: 7\n")),
        telling(shown("text/html", '<img alt="Here 7 arrives.">')),
    ),
    standard.folds_its_solutions_away: (
        without_tag("exercise:01.3"),
        without_tag("solution:01.3"),
        replaced("solution:01.3", "<details>", ""),
        replaced("solution:01.3", "```python", "```"),
        replaced("solution:01.3", "Because.", ""),
    ),
    standard.closes_with_five_questions_and_their_key: (
        replaced("questions", "5. Why?", ""),
        replaced("answers", KEY, ""),
        replaced("answers", "<details>", ""),
        replaced("take-home", "## To take home", ""),
    ),
    standard.names_the_same_thing_in_other_frameworks: (
        replaced("frameworks", "JAX", ""),
        replaced("frameworks", "|:---|", ""),
    ),
}


def test_every_demand_is_held_against_a_breach():
    assert set(BREACHES) == {*standard.EVERY_NOTEBOOK, *standard.EVERY_LESSON}


@pytest.mark.parametrize("demand", BREACHES, ids=lambda demand: demand.__name__)
def test_breaches_are_noticed(demand, breaches):
    assert not breaches(demand, a_lesson())
    for change in BREACHES[demand]:
        notebook = a_lesson()
        change(notebook)
        sentences = breaches(demand, notebook)
        assert sentences, change
        assert all(sentence.startswith("01_a_lesson.ipynb") for sentence in sentences)
