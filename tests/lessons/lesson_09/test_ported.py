"""What a port of a rule is told where its framework is not needed; `tests.peers` tries the others."""

import importlib

import pytest

from helpers.lessons.lesson_09.ported import TRIALS, port


def unfinished(module):
    return ...


def finished(module):
    return module.anything


@pytest.mark.parametrize("framework", TRIALS)
def test_what_is_missing_is_said_be_it_the_rule_or_the_framework(framework, monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    not_there = f"{framework} is not installed here."
    for make, says in (unfinished, "Replace the ... and run this cell again."), (finished, not_there):
        tried = port(framework, make)
        assert (tried.state, tried.sentences) == ("not attempted", (says,))
        assert "python -m pip install" in tried.next_step
