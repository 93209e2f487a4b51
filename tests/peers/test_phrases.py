"""What the phrase book says of other frameworks is what they print, word for word.

The ordinary run asks that every program was run as it stands there. Where a framework is installed, it is
asked again.
"""

import numpy as np
import pytest

from helpers.lessons.lesson_09.phrasebook import FRAMEWORKS, newest, recorded, tasks
from helpers.lessons.lesson_09.phrasebook.asking import executed, version_here
from helpers.lessons.lesson_09.phrasebook.reader import OURS
from tests.together import for_all

from . import THEIRS, entry, require

PHRASES = [(task.name, phrase) for task in tasks().values() for phrase in task.phrases.values()]


every_phrase = for_all({f"{name} in {phrase.framework}": (name, phrase) for name, phrase in PHRASES})
every_framework = pytest.mark.parametrize("framework", THEIRS)
MOST_COLUMNS = 58  # so that a program fits beside the answers
# What a framework has not always answered as it does now: see the page of that task.
CHANGED = {("PyTorch", "kink")}


@for_all(tasks())
def test_every_task_is_said_in_every_framework(task):
    assert tuple(task.phrases) == FRAMEWORKS
    assert task.title
    assert task.question


@every_phrase
def test_a_program_fits_and_compiles(name, phrase):
    compile(phrase.code, name, "exec")
    assert max(map(len, phrase.code.splitlines())) <= MOST_COLUMNS
    assert not phrase.note or phrase.note[-1] in ".:", phrase.note


@every_phrase
def test_every_program_was_run_as_it_stands_and_ends_as_the_page_says(name, phrase):
    """A program that was changed since is not what was recorded."""
    if phrase.framework == OURS:
        outcome, text = executed(phrase)
        assert bool(outcome.error) == bool(phrase.says), text
        assert phrase.says in text
        return
    for version, answers in recorded()[phrase.framework].items():
        assert answers[name]["code"] == phrase.mark, f"{version}: run `python -m tests.peers` there"
        assert bool(answers[name]["error"]) == bool(phrase.says), version
        assert answers[name]["printed"] or answers[name]["error"], "it says nothing"


@every_framework
def test_every_version_was_asked_everything(framework):
    for version, answers in recorded()[framework].items():
        assert list(answers) == list(tasks()), version


def test_an_answer_that_depends_on_the_version_is_known_to():
    changed = {
        (framework, name)
        for framework in THEIRS
        for name in tasks()
        for answers in recorded()[framework].values()
        if answers[name] != recorded()[framework][newest(framework)][name]
    }
    assert changed == CHANGED


@every_framework
def test_the_frameworks_say_it_again(framework):
    """The version that is installed; one that was never asked answers as the newest that was."""
    require(framework)
    stored = recorded()[framework].get(version_here(framework), recorded()[framework][newest(framework)])
    for name, phrase in PHRASES:
        if phrase.framework == framework:
            found, text = entry(phrase)
            assert found == stored[name], text
            assert phrase.says in text
            assert len(phrase.says) < len(text) or not text, "no error text is stored whole"


def test_what_they_print_is_right():
    """The numbers of the pages, by NumPy alone, where all agree."""
    x, u = np.array([1.0, 2.0]), np.array([2.0, 3.0])
    expected = {
        "upstream": 2 * x * u,
        "several_outputs": 2 * x * [1, 10] + 3,
        "static": np.array(3 * 2.0**2),
        "stop": np.array(3.0),
        "second_order": np.array(6 * 2.0),
        "residuals": np.exp(np.array(2.0)),
    }
    for name, numbers in expected.items():
        for framework in THEIRS:
            printed = recorded()[framework][newest(framework)][name]["printed"]
            plain = printed.replace("tensor", "").translate(str.maketrans("()[],", "     ")).split()
            np.testing.assert_allclose(np.array(plain, float), np.ravel(numbers), rtol=1e-4, err_msg=name)
