"""What a port of a rule is told where its framework is not needed; `tests.peers` tries the others."""

import importlib

import pytest

from helpers.lessons.lesson_09.ported import TRIALS, port


def unfinished(module):
    return ...


def finished(module):
    return module.anything


@pytest.mark.parametrize("framework", TRIALS)
def test_what_is_not_written_is_told_the_same_everywhere(framework):
    tried = port(framework, unfinished)
    assert (tried.state, tried.sentences) == ("not attempted", ("Replace the ... and run this cell again.",))
    assert "python -m pip install" in tried.next_step


@pytest.mark.parametrize("framework", TRIALS)
def test_a_missing_framework_is_said_with_how_to_install_it(framework, monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    tried = port(framework, finished)
    assert (tried.state, tried.sentences) == ("not attempted", (f"{framework} is not installed here.",))
    assert "python -m pip install" in tried.next_step
