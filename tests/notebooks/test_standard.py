import re

import pytest

from helpers.exercises import exercises, predictions
from helpers.lessons import paths
from tests import ROOT
from tests.notebooks import standard, stored

NOTEBOOKS = [str(path.relative_to(ROOT / "notebooks")) for path in paths()]
LESSONS = [name for name in NOTEBOOKS if re.match(r"0[1-9]_|[1-9]\d_", name)]


def breaches(demand, name):
    return "\n".join(demand(stored.notebook(name)))


@pytest.mark.parametrize("demand", standard.EVERY_NOTEBOOK, ids=lambda demand: demand.__name__)
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_notebook(name, demand):
    assert not breaches(demand, name)


@pytest.mark.parametrize("demand", standard.EVERY_LESSON, ids=lambda demand: demand.__name__)
@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson(name, demand):
    assert not breaches(demand, name)


@pytest.mark.parametrize("name", LESSONS)
def test_lesson_and_registry_name_the_same_exercises_and_predictions(name):
    # tests/exercises proves the registry, wrong answers included; this ties the notebook to it.
    notebook = stored.notebook(name)
    number = name[:2]
    for role, registry in (("exercise", exercises()), ("predict", predictions())):
        assert set(standard.ids_tagged(notebook, role)) == {id for id in registry if id.startswith(number)}


@pytest.mark.parametrize("name", LESSONS)
def test_stubs_and_solutions_in_the_notebook_are_those_of_the_registry(name):
    notebook = stored.notebook(name)
    for id in standard.ids_tagged(notebook, "exercise"):
        ((_, stub),) = standard.cells(notebook, "code", f"exercise:{id}")
        ((_, solution),) = standard.cells(notebook, "markdown", f"solution:{id}")
        assert exercises()[id].stub in stub.source
        assert exercises()[id].solution in solution.source


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_links_between_notebooks_lead_somewhere(name):
    notebook, folder = stored.notebook(name), (ROOT / "notebooks" / name).parent
    for _, cell in standard.cells(notebook, "markdown"):
        text = re.sub(r"`[^`\n]*`", "", standard.without_code(cell.source))
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
            if not target.startswith(("https://", "http://", "data:", "attachment:")):
                assert (folder / target).exists(), target


def test_notebooks_are_found():
    assert "00_start_here.ipynb" in NOTEBOOKS
    assert LESSONS
