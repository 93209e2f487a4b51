"""An update brings new lessons and loses nothing, whatever a learner did and however it was saved."""

import functools
import json
import random
import shutil
import subprocess

import nbformat
import pytest

from helpers.notebooks import LessonError, answers
from helpers.notebooks.update import COPIES, update
from tests import ROOT
from tests.thorough import THOROUGH

LESSON = "notebooks/01_upstream_gradient.ipynb"
CHANGES = 30 if THOROUGH else 10  # real changes of lessons that are merged


def git(folder, *arguments):
    if not shutil.which("git"):
        pytest.skip("no git on this machine")
    who = ["-c", "user.name=a", "-c", "user.email=b@c", "-c", "init.defaultBranch=main"]
    done = subprocess.run(
        ["git", "-C", str(folder), *who, *arguments], capture_output=True, text=True, check=True
    )
    return done.stdout


# --- one notebook ---


def cell(id, source, *tags, kind="code"):
    shown = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return {"cell_type": kind, "id": id, "metadata": {"tags": list(tags)}, "source": source} | shown


def notebook(*cells):
    return {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


OLD = notebook(
    cell("title", "# Old", kind="markdown"),
    cell("play", "show(2)"),
    cell("e1", "x = ...", "exercise:01.1"),
    cell("e2", "y = ...", "exercise:01.2"),
    cell("end", "The end.", kind="markdown"),
)


def sources(made):
    return [answers.text(cell) for cell in made["cells"]]


def test_an_answer_goes_where_its_exercise_is_now():
    new = notebook(cell("moved", "y = 0", "exercise:01.2"), cell("e1", "x = ...", "exercise:01.1"))
    mine = [cell("e1", "x = 1", "exercise:01.1"), cell("e2", "y = 2", "exercise:01.2")]
    made, count = answers.merged(mine, OLD, new)
    assert sources(made) == ["y = 2", "x = 1"]
    assert count == 2


def test_what_an_answer_showed_stays_with_it():
    output = {"output_type": "display_data", "data": {"text/plain": "Correct: 01.1"}, "metadata": {}}
    mine = [cell("e1", "x = 1", "exercise:01.1") | {"outputs": [output, "rubbish"], "execution_count": 7}]
    made, _ = answers.merged(mine, OLD, OLD)
    (answered,) = (c for c in made["cells"] if c["id"] == "e1")
    assert (answered["outputs"], answered["execution_count"]) == ([output], 7)


def test_what_was_not_changed_is_new_and_what_was_is_kept():
    new = notebook(
        cell("title", "# New", kind="markdown"),
        cell("play", "show(3)"),
        cell("end", "The end.", kind="markdown"),
    )
    mine = [
        cell("title", "# Old", kind="markdown"),
        cell("play", "show(99)"),
        cell("own", "print(1)"),
        cell("end", "The end, I say.", kind="markdown"),
        cell("e1", "x = 1", "exercise:01.1"),
    ]
    made, _ = answers.merged(mine, OLD, new)
    assert sources(made) == ["# New", "show(3)", "show(99)", "print(1)", "The end, I say.", "x = 1"]
    assert len({c["id"] for c in made["cells"]}) == 6


def test_two_cells_of_one_name_or_for_one_exercise_both_stay():
    mine = [cell("e1", "x = 1", "exercise:01.1"), cell("e1", "x = 11", "exercise:01.1"), cell("a b", "z = 3")]
    made, _ = answers.merged(mine, OLD, OLD)
    assert {"x = 1", "x = 11", "z = 3"} <= set(sources(made))
    assert len({c["id"] for c in made["cells"]}) == len(made["cells"])
    nbformat.validate(nbformat.from_dict(made))


@pytest.mark.parametrize(
    "saved", ["", "{", "[]", "null", '{"cells": 3}', '{"cells": [3, {"cell_type": "x"}]}', "[" * 10**5]
)
def test_what_is_no_notebook_holds_no_cells(saved):
    assert answers.cells_in(saved) == ([], False)


def test_the_answer_in_the_very_cell_that_is_torn_is_read():
    mine = notebook(cell("e1", "x = 'a\\n\\\\'\nmore", "exercise:01.1"), cell("e2", "y = 2", "exercise:01.2"))
    saved = json.dumps(mine, indent=1, sort_keys=True)
    end = saved.index("more") + 5
    cells, is_whole = answers.cells_in(saved[:end])
    assert not is_whole
    made, count = answers.merged(cells, OLD, OLD)
    assert "x = 'a\\n\\\\'\nmore" in sources(made)
    assert count == 1


# --- real changes of lessons ---


@functools.cache
def changes():
    """(old text, new text) of real changes of lessons, from this project's own history."""
    if not (ROOT / ".git").exists():
        pytest.skip("no checkout with a history")
    changed = ["--diff-filter=M", "--name-only", "--format=# %H", "--", "notebooks/0*.ipynb"]
    commits = [commit.split() for commit in git(ROOT, "log", "-n", "400", *changed).split("# ")[1:]]
    chosen = random.Random(7).sample(commits, min(CHANGES, len(commits)))
    return [[git(ROOT, "show", f"{at}:{name}") for at in (f"{id}~", id)] for id, name, *_ in chosen]


def answered(old, chance):
    """The notebook of somebody who has answered it; and all that they wrote."""
    mine, wrote = json.loads(old), []
    for place, one in reversed(list(enumerate(mine["cells"]))):
        if answers.answer_of(one) and one["cell_type"] == "code":
            wrote.append(f"answer = {chance.random()}  # {one['id']}\n")
            one["source"] = [wrote[-1]]
            one["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["correct\n"]}]
        elif chance.random() < 0.1:
            wrote.append(f"own = {chance.random()}\n")
            mine["cells"].insert(place, {**cell("x", ""), "id": f"own-{place}", "source": [wrote[-1]]})
        elif chance.random() < 0.1 and one["cell_type"] == "code":
            wrote.append(f"{answers.text(one)}\n# {chance.random()}")
            one["source"] = wrote[-1].splitlines(keepends=True)
    return mine, wrote


def torn(text, kind, chance):
    """A notebook as it may lie on a disk: whole, cut off, begun twice, or marked by a merge."""
    if kind == "cut":
        return text[: int(len(text) * chance.uniform(0.3, 0.95))]
    if kind == "marked":
        lines = text.splitlines(keepends=True)
        at = chance.randrange(len(lines))
        lines[at:at] = ["<<<<<<< Updated upstream\n", "=======\n", ">>>>>>> Stashed changes\n"]
        return "".join(lines)
    if kind == "twice":
        half = text[: len(text) // 2]
        return half + text
    return text


KINDS = ("whole", "whole", "cut", "marked", "twice")


@pytest.mark.parametrize("number", range(CHANGES))
def test_no_answer_is_lost_in_a_real_change_of_a_lesson(number):
    if number >= len(changes()):
        pytest.skip("this copy of the project has no history to take real changes from")
    chance, kind = random.Random(number), KINDS[number % len(KINDS)]
    old, new = changes()[number]
    mine, wrote = answered(old, chance)
    saved = torn(json.dumps(mine, indent=1, sort_keys=True, ensure_ascii=False), kind, chance)
    cells, is_whole = answers.cells_in(saved)
    assert is_whole == (kind == "whole")
    made, _ = answers.merged(cells, json.loads(old), json.loads(new))
    nbformat.validate(nbformat.from_dict(made))
    found = "\0".join(sources(made))
    there = saved.replace("\\n", "\n").replace('\\"', '"')
    lines = [line for text in wrote for line in text.splitlines()]
    in_the_file = [line for line in lines if f"{line}\n" in there or kind != "cut"]
    assert in_the_file or kind == "cut"
    assert [line for line in in_the_file if line not in found] == []
    theirs = {c["id"] for c in json.loads(new)["cells"]}
    assert theirs <= {c["id"] for c in made["cells"]}


# --- a copy of the project ---


@pytest.fixture
def copies(tmp_path):
    """(published, learner): a repository of lessons, and a learner's clone of it."""
    published, learner = tmp_path / "published", tmp_path / "learner"
    (published / "notebooks").mkdir(parents=True)
    git(published, "init", "-q")
    (published / LESSON).write_text(json.dumps(OLD))
    (published / "notebooks/02_other.ipynb").write_text(json.dumps(OLD))
    (published / "README.md").write_text("old\n")
    commit(published)
    git(tmp_path, "clone", "-q", str(published), str(learner))
    return published, learner


def commit(folder):
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "a change")


def answer(learner, name=LESSON):
    mine = json.loads((learner / name).read_text())
    mine["cells"][2]["source"] = "x = 1"
    (learner / name).write_text(json.dumps(mine))
    return (learner / name).read_bytes()


def publish(published, name=LESSON):
    new = notebook(cell("new", "# New", kind="markdown"), *OLD["cells"][1:])
    (published / name).write_text(json.dumps(new))
    (published / "README.md").write_text("new\n")
    commit(published)


def test_an_update_brings_the_new_and_keeps_the_answers(copies):
    published, learner = copies
    assert update(learner) == ["There is nothing newer."]
    before, other = answer(learner), answer(learner, "notebooks/02_other.ipynb")
    publish(published)
    said = " ".join(update(learner))
    assert "01_upstream_gradient.ipynb: 1 answer kept" in said
    made = json.loads((learner / LESSON).read_text())
    assert sources(made) == ["# New", "show(2)", "x = 1", "y = ...", "The end."]
    assert (learner / "README.md").read_text() == "new\n"
    assert (learner / "notebooks/02_other.ipynb").read_bytes() == other  # nobody has changed that lesson
    (kept,) = (learner / COPIES).rglob("01_*.ipynb")
    assert kept.read_bytes() == before
    assert update(learner) == ["There is nothing newer."]


def test_a_lesson_with_a_new_name_takes_its_answers_with_it(copies):
    published, learner = copies
    answer(learner)
    git(published, "mv", LESSON, "notebooks/01_upstream.ipynb")
    commit(published)
    update(learner)
    assert "x = 1" in sources(json.loads((learner / "notebooks/01_upstream.ipynb").read_text()))
    assert not (learner / LESSON).exists()


def test_a_torn_file_gives_what_can_be_read_and_what_jupyterlab_has_kept(copies):
    published, learner = copies
    answer(learner)
    checkpoint = learner / "notebooks/.ipynb_checkpoints/01_upstream_gradient-checkpoint.ipynb"
    checkpoint.parent.mkdir()
    checkpoint.write_bytes((learner / LESSON).read_bytes())
    (learner / LESSON).write_bytes(b'{"cells": [')
    git(learner, "config", "core.excludesFile", str(learner / ".git/ignored"))
    (learner / ".git/ignored").write_text(".ipynb_checkpoints\n")
    publish(published)
    assert "of a torn file" in " ".join(update(learner))
    assert "x = 1" in sources(json.loads((learner / LESSON).read_text()))


def untracked(published, learner):
    (published / "notes.txt").write_text("theirs")
    commit(published)
    (learner / "notes.txt").write_text("mine")


TROUBLES = {
    "commits of your own": lambda published, learner: commit(learner),
    "You have changed README.md": lambda published, learner: (learner / "README.md").write_text("mine\n"),
    "notes.txt is yours": untracked,
    "not made with git": lambda published, learner: (learner / ".git").rename(learner.with_name("gone")),
    "git fetch did not work": lambda published, learner: published.rename(published.with_name("moved")),
}


@pytest.mark.parametrize("says", TROUBLES)
def test_what_cannot_be_done_is_said_and_changes_nothing(copies, says):
    published, learner = copies
    answer(learner)
    publish(published)
    TROUBLES[says](published, learner)
    before = content(learner)
    with pytest.raises(LessonError, match=says):
        update(learner)
    assert content(learner) == before


def content(folder):
    files = (path for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts)
    return {path: path.read_bytes() for path in files}
