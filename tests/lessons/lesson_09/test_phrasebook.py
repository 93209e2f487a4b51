"""The phrase book answers from what was recorded, and runs what it can."""

import importlib.util
import re

import pytest

from helpers.lessons.lesson_09 import phrasebook
from helpers.lessons.lesson_09.phrasebook import FRAMEWORKS, answers, asking, newest, phrase, run, task
from helpers.lessons.lesson_09.phrasebook.asking import Outcome, executed
from helpers.lessons.lesson_09.phrasebook.reader import Phrase


def test_ours_is_run_and_theirs_is_recorded():
    assert run("upstream", "these lessons") == Outcome("[ 4. 12.]")
    assert repr(phrase("kink", "JAX")).splitlines()[-4:-2] == [f"JAX {newest('JAX')}:", "→ 0.5"]


def test_a_framework_that_is_missing_is_said_kindly(monkeypatch, capsys):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert run("left_out", "JAX").error == "TypeError"
    assert capsys.readouterr().out == f"JAX is not installed here. Version {newest('JAX')} gave:\n"


def test_a_framework_that_is_there_is_asked(monkeypatch, capsys):
    """Here NumPy stands for it."""
    monkeypatch.setattr(asking, "package", lambda framework: "numpy")
    monkeypatch.setattr(asking, "phrase_of", lambda *_: Phrase("JAX", "print(1 + 1)", "", ""))
    assert run("kink", "JAX") == Outcome("2")
    assert capsys.readouterr().out.endswith(", just now:\n")


@pytest.mark.parametrize(
    ("framework", "line", "says"),
    [
        ("these lessons", "t = s", "30.0\nHealed."),
        ("these lessons", "t = ad.stop_gradient(s)", "None\nThe new t has no link to s."),
        ("these lessons", "t = x", "5.0"),
        ("these lessons", "t = nonsense", "NameError: … name 'nonsense' is not defined …"),
        (
            "these lessons",
            "nonsense",
            "Take a line of the program, and change it: no line begins like nonsense.",
        ),
        ("PyTorch", "t = ...", "Put your line in place of the ..., and run this cell again."),
        (
            "JAX",
            "t = s",
            "t = ad.Tensor(s.value)",
        ),
    ],
)
def test_a_line_of_yours_is_run_in_the_program_or_it_is_said_why_not(
    framework, line, says, monkeypatch, capsys
):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    outcome = run("cut", framework, line)
    assert (repr(outcome) if outcome else capsys.readouterr().out.strip().split("\n")[-1]) == says


def test_until_then_the_program_is_shown_and_the_line_is_marked(capsys):
    run("residuals", "PyTorch", "return ...")
    marked = [line.strip() for line in capsys.readouterr().out.split("\n") if "#" in line]
    assert marked == ["return upstream * y  # yours goes here"]


def test_a_program_that_ends_in_an_error_keeps_what_it_printed():
    outcome, text = executed(Phrase("JAX", "print(3)\nint('x')", "invalid literal", ""))
    assert outcome.lines == ["3", "ValueError: … invalid literal …"]
    assert "invalid literal" in text


def test_an_older_version_is_a_row_only_where_it_differs():
    assert [version for who, version, _ in answers("kink").rows if who == "PyTorch"] == ["2.15.0", "2.13.0"]
    assert len(answers("upstream").rows) == 6


@pytest.mark.parametrize("ask", [task, answers, lambda name: phrase(name, "JAX")])
def test_an_unknown_task_is_refused_with_the_known_ones(ask):
    with pytest.raises(LookupError, match="no task 'nonsense'; it has upstream, left_out"):
        ask("nonsense")


def test_an_unknown_framework_is_refused_with_the_known_ones():
    with pytest.raises(LookupError, match="no framework 'Fortran'; it has these lessons, TensorFlow 1"):
        run("kink", "Fortran")


def test_the_checks_that_do_not_object_are_two():
    _, (_, name, frameworks, _) = phrasebook.look_up("JAX")
    assert frameworks == tuple(who for who in FRAMEWORKS if not phrase(name, who).outcome.error)


@pytest.mark.parametrize("mine", FRAMEWORKS)
def test_the_line_that_is_to_be_clicked_is_there_in_every_framework(mine):
    for _, name, _, pattern in phrasebook.look_up(mine)[0], phrasebook.KEEPS_Y[0]:
        found = [line for line in phrase(name, mine).code.splitlines() if re.search(pattern, line)]
        assert 0 < len(found) < 3, "of which both may be clicked"
