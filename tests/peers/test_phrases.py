"""What the phrase book says of other frameworks is what they print, word for word.

The ordinary run asks that every program was run as it stands there. Where a framework is installed, it is
asked again.
"""

import numpy as np
import pytest

from helpers.lessons.lesson_09.phrasebook import FRAMEWORKS, run, tasks
from helpers.lessons.lesson_09.phrasebook.asking import executed, recorded, stored, version_here, versions
from helpers.lessons.lesson_09.phrasebook.reader import OURS, mark
from tests.together import for_all

from . import THEIRS, require, said_by

PHRASES = [(task.name, phrase) for task in tasks().values() for phrase in task.phrases.values()]


every_phrase = for_all({f"{name} in {phrase.framework}": (name, phrase) for name, phrase in PHRASES})
every_framework = pytest.mark.parametrize("framework", THEIRS)
MOST_COLUMNS = 58  # so that a program fits beside the answers
# What a framework has not always answered as it does now: see the page of that task.
CHANGED = {("PyTorch 2.13.0", "kink")}


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
def test_every_program_ends_as_the_page_says(name, phrase):
    if phrase.framework == OURS:
        outcome, text = executed(phrase)
        assert bool(outcome.error) == bool(phrase.says), text
        assert phrase.says in text
        return
    for version in versions(phrase.framework):
        outcome = stored(name, phrase.framework, version)
        assert bool(outcome.error) == bool(phrase.says), version
        assert outcome.lines, "it says nothing"


@every_framework
def test_every_program_was_run_as_it_stands(framework):
    """A program that was changed since is not what was recorded."""
    for version, programs in recorded()["asked"][framework].items():
        assert programs == mark(framework), f"{version}: run `python -m tests.peers` there"


def test_an_answer_that_depends_on_the_version_is_known_to():
    differing = {(who, name) for name, said in recorded().items() for who in said if name != "asked"}
    assert {(who, name) for who, name in differing if who not in FRAMEWORKS} == CHANGED


@every_framework
def test_the_frameworks_say_it_again(framework):
    """The version that is installed; one that was never asked answers as the newest that was."""
    require(framework)
    for name, phrase in PHRASES:
        if phrase.framework == framework:
            said, text = said_by(phrase)
            known = recorded()[name]
            assert said == known.get(f"{framework} {version_here(framework)}", known[framework]), text
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
            printed = recorded()[name][framework].replace("tensor", "")
            plain = printed.translate(str.maketrans("()[],", "     ")).split()
            np.testing.assert_allclose(np.array(plain, float), np.ravel(numbers), rtol=1e-4, err_msg=name)


@every_framework
def test_a_cut_is_healed_by_the_line_that_cuts_nothing(framework):
    require(framework)
    assert run("cut", framework, "t = s").number == 30
