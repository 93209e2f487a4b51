"""What no lesson may say without a reason: a number, or a name of ours."""

import importlib
import inspect
import re

import pytest

from helpers import autodiff, notebooks
from helpers.notebooks import markdown
from tests.notebooks.facts import without_facts

LESSONS = [lesson for lesson in notebooks.lessons() if lesson.number != "00"]
every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.number)
# Links, ids of exercises, what the code of a sentence says (it stands in a cell too), times and indices.
NO_CLAIMS = re.compile(
    r"\]\([^)]*\)|\b0\d\.p?\d+|\[0\d\b|lessons? 0\d|\*\*\d+ minutes:\*\*|\d+ (?:minutes|for the exercises)"
    r"|Difficulty \d of \d|(?:TensorFlow|version|up to|from) \d\.\d+|\w\[[\d, ]+\]|float\d+"
)


def facts_of(lesson):
    return importlib.import_module(f"tests.lessons.lesson_{lesson.number}.test_facts").FACTS


@every_lesson
def test_every_number_that_is_printed_is_a_fact(lesson):
    facts = facts_of(lesson)
    assert not [cell.name for cell in without_facts(lesson, facts)]
    for id in facts:
        lesson.cell(id)


def without_thousands(text):
    return re.sub(r"(?<=\d),(?=\d{3})", "", text)


@every_lesson
def test_every_number_of_the_prose_was_computed_or_is_in_the_code(lesson):
    code = lesson.of_kind("code")
    known = [*(cell.source + cell.text for cell in code), *(i.alt for cell in code for i in cell.images)]
    known += [item for expected in facts_of(lesson).values() for item in expected if isinstance(item, str)]
    known += [expected for expected in facts_of(lesson).values() if isinstance(expected, str)]
    seen = without_thousands("\n".join(known)).replace("−", "-").replace("_", "")
    for cell in lesson.of_kind("markdown"):
        text = NO_CLAIMS.sub(" ", without_thousands(markdown.without_code(cell.source)))
        for number in re.findall(r"(?<![\w.])\d+\.\d+|\d{2,}", text):
            assert re.search(rf"(?<![\d.]){re.escape(number)}(?!\d)", seen), f"{cell.name}: whence {number}?"


@every_lesson
def test_what_the_table_of_frameworks_calls_ours_is_ours(lesson):
    cells = " ".join(lesson.frameworks["these lessons"].values())
    calls = re.findall(r"\bad\.(\w+)(\([^`]*\))?", cells)
    for name, call in calls:
        ours = getattr(autodiff, name)
        for keyword in re.findall(r"(\w+)=", call):
            assert keyword in inspect.signature(ours).parameters, f"{name} takes no {keyword}"
