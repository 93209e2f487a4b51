"""Every demand of the standard is held against a notebook that breaks it, and against one that does not."""

import copy
import functools
import json
from base64 import b64encode

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from helpers import notebooks
from helpers.notebooks.store import normalise
from tests.notebooks import standard

TIME = "**Time:** 18 minutes, and 10 for the exercises."
HEAD = f"# 01 · A lesson\n\n**You will be able to** see. \n\n**Needs:** lesson 00. {TIME}"
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
            tags = [f"{role}:01.p{number}"]
            cells.append(new_code_cell("None", metadata={"tags": tags}))
    for id in (f"01.{number}" for number in range(5)):
        cells.append(text(f"### Exercise {id}: One\n\n*Difficulty 1 of 3 ●○○, 2 minutes.* Say 1."))
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


def shows(mime, data):
    return lambda cells: cells[1].update(outputs=[new_output("display_data", data={mime: data})])


def says(source, index=2):
    """A change of what a cell says; 1 is the first code cell, 2 the first text below it."""
    return lambda cells: cells[index].update(source=source)


def holds(index=1, **metadata):
    """A change of the metadata of a cell; that of the exhibit's has number 4."""
    return lambda cells: cells[index].metadata.update(metadata)


def tagged(cells, tag):
    return [cell for cell in cells if tag in cell.metadata.get("tags", [])]


def without(tag):
    return lambda cells: [cell.metadata.tags.remove(tag) for cell in tagged(cells, tag)]


def replaced(tag, old, new=""):
    def change(cells):
        (cell,) = tagged(cells, tag)
        assert old in cell.source
        cell.source = cell.source.replace(old, new)

    return change


NO_ALT = '<img src="data:image/png;base64,AAAA">'
FULL = b'<svg xmlns="http://www.w3.org/2000/svg"><path d="M98.51512000000002 8"/></svg>'
DRAWN_IN_FULL = f'<img alt="x" src="data:image/svg+xml;base64,{b64encode(FULL).decode()}">'
JPEG = '<img alt="x" src="data:image/jpeg;base64,AAAA">'
BREACHES = {  # of each demand, what breaks it: changes of the cells
    standard.is_stored_as_the_command_stores_it: [
        holds(collapsed=True), shows("application/vnd.jupyter.widget-view+json", {}),
    ],
    standard.was_run_from_top_to_bottom: [lambda cells: cells[1].update(execution_count=None)],
    standard.shows_no_trouble: [
        shows("text/plain", "<object at 0x7f3c6e414400>"), holds(tags=["raises-exception"]),
        *(lambda cells, output=output: cells[1].update(outputs=[output]) for output in (
            new_output("error", ename="E", evalue="", traceback=[]),
            new_output("stream", name="stderr", text="Warning"),
        )),
    ],
    standard.has_unique_ids: [lambda cells: cells[3].update(id=cells[2].id)],
    standard.has_one_title_and_no_gaps_in_its_headings: [
        says("# A second title"), says("### Too deep"), says("<h2>HTML</h2>"), says("No title", 0),
    ],
    standard.describes_every_picture: [
        says("![](x.png)"), says(NO_ALT), shows("text/html", NO_ALT), shows("text/html", JPEG),
        shows("image/svg+xml", "<svg/>"),
    ],
    standard.draws_the_same_on_every_machine: [shows("text/html", DRAWN_IN_FULL)],
    standard.says_why_an_output_is_not_compared: [
        says("# NBVAL_IGNORE_OUTPUT\nprint(1)", 1), says("# NBVAL_SKIP\nprint(1)", 1),
        holds(tags=["runs-once"]),
    ],
    standard.loads_nothing_from_outside: [
        says("![x](https://example.org/x.png)"), says("%timeit 1", 1),
        shows("text/html", "<script src=//example.org/x.js></script>"),
        shows("text/html", "<style>@import 'x.css'</style>"),
    ],
    standard.runs_nothing_in_the_page: [
        says('<b onclick="x()">x</b>'), says("[x](javascript:x)"), shows("text/html", "<iframe></iframe>"),
    ],
    standard.leads_somewhere_with_every_link: [
        says("[x](02_nowhere.ipynb)"), says("[x](#Nowhere)"), says("[02](01_a_lesson.ipynb)"),
    ],
    standard.is_small: [shows("text/plain", "x" * 500_000), says("x" * 2_000_000)],
    standard.says_what_it_is: [
        replaced("convention", old)
        for old in ("01 · ", "**Needs:** lesson 00.", "**You will be able to** see.")
    ],
    standard.states_its_minutes: [
        replaced("convention", TIME, "It takes 30 minutes."),
        replaced("convention", "and 10 for", "and 11 for"),
    ],
    standard.takes_as_long_as_it_says: [
        replaced("convention", "18 minutes", f"{minutes} minutes") for minutes in (4, 24, 90)
    ],
    standard.has_the_parts_of_a_lesson: [*map(without, standard.ROLES), replaced("take-home", "**")],
    standard.plans_its_board: [replaced("speaker-notes", "**Board:**", "Board:")],
    standard.asks_before_it_tells: [
        without("reveal:01.p1"), without("predict:01.p1"), lambda cells: cells.insert(1, cells.pop(6)),
        lambda cells: cells[4].update(source='Stretch(guess=memory.guess("01.p1"))'),
    ],
    standard.keeps_what_is_guessed_folded: [
        lambda cells: cells[4].metadata.pop("jupyter"),
        lambda cells: cells[1].metadata.update(jupyter=cells[4].metadata.jupyter),
        lambda cells: cells[4].update(outputs=[new_output("stream", name="stdout", text="\nthe truth: 7\n")]),
    ],
    standard.folds_its_solutions_away: [
        without("exercise:01.3"), without("solution:01.3"),
        *(replaced("solution:01.3", old) for old in ("<details>", "python", "Because.")),
        replaced("solution:01.3", ">Solution<", ">Solution of 01.4<"),
    ],
    standard.closes_with_five_questions_and_their_key: [
        replaced("questions", "5. Why?"), replaced("answers", KEY), replaced("answers", "<details>"),
        replaced("take-home", "## To take home"),
    ],
    standard.names_the_same_thing_in_other_frameworks: [
        replaced("frameworks", "JAX"), replaced("frameworks", "|:---|"),
    ],
}  # fmt: skip


def test_every_demand_is_held_against_a_breach():
    assert set(BREACHES) == {*standard.EVERY_NOTEBOOK, *standard.EVERY_LESSON}


@pytest.mark.parametrize("demand", BREACHES, ids=lambda demand: demand.__name__)
def test_breaches_are_noticed(demand, breaches):
    assert not breaches(demand, a_lesson())
    for number, change in enumerate(BREACHES[demand]):
        notebook = a_lesson()
        change(notebook.cells)
        sentences = breaches(demand, notebook)
        assert sentences, number
        assert all(sentence.startswith("01_a_lesson.ipynb") for sentence in sentences)
