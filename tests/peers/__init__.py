"""Other frameworks, and what the lessons say of them."""

import importlib.util

import pytest

from helpers.lessons.lesson_09.phrasebook import FRAMEWORKS
from helpers.lessons.lesson_09.phrasebook.asking import executed, package
from helpers.lessons.lesson_09.phrasebook.reader import OURS

THEIRS = [framework for framework in FRAMEWORKS if framework != OURS]


def is_installed(framework):
    return importlib.util.find_spec(package(framework)) is not None


def require(framework):
    """Skip the test where the framework is not installed."""
    if not is_installed(framework):
        pytest.skip(f"{framework} is not installed")


def said_by(phrase):
    """The lines that are recorded of running a phrase, and the whole text of its error, which is not."""
    outcome, text = executed(phrase)
    return "\n".join(filter(None, [outcome.printed, outcome.error])), text
