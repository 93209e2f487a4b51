"""What was missed is asked for again: the most often missed first, spaced, until it is known."""

import re
import sys
import types

import pytest

from helpers.exercises import again, check, exercises, practice, predict, predictions
from helpers.exercises.key.index import find, varied
from helpers.exercises.key.keys import AnswerKey
from helpers.exercises.key.variations import exist, named
from helpers.exercises.run import memory
from tests.exercises.cells import cell, forgetful_rule, save, square_rule
from tests.together import for_all

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
NOW = 1_800_000_000.0


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """A time that passes when a test says so."""
    now = types.SimpleNamespace(time=NOW)
    monkeypatch.setattr("time.time", lambda: now.time)
    return now


def asked(card):
    """The id of the variation that a card asks for, None if nothing is due."""
    found = re.match(r"(?:Practice|Again), (\S+):", card.heading)
    return found and found[1]


def answer_right(id):
    key = find(id, AnswerKey)
    assert check(id, key.answer_of(key.listed.solution))


# --- again ---


def test_each_call_asks_for_the_next_variation():
    assert [asked(again("01.2")) for _ in range(4)] == ["01.2b", "01.2c", "01.2d", "01.2e"]
    assert asked(again("01.2b")) == "01.2f"
    assert [asked(again("01.p1")) for _ in range(2)] == ["01.p1b", "01.p1c"]


def test_in_a_new_kernel_it_begins_again_with_the_same_card():
    first = again("00.1")
    again("00.1")
    memory.forget()
    assert repr(again("00.1")) == repr(first)


def test_after_z_comes_b():
    assert [named("00.1", number)[-1] for number in (1, 25, 26)] == ["b", "z", "b"]


def test_a_second_call_asks_something_else_wherever_numbers_are_drawn():
    for id in ("00.1", "01.1", "01.3", "02.1", "03.1"):
        assert again(id).cell.replace(f"{id}b", "") != again(id).cell.replace(f"{id}c", "")


@pytest.mark.thorough
@for_all({id: id for id in [*exercises(), *predictions()] if exist(id)})
def test_the_cell_of_a_variation_runs_on_its_own(id):
    card = again(id)
    names = {}
    lines = card.cell.rstrip().splitlines()
    last = lines.index(next(line for line in lines if line.startswith(("check(", "predict("))))
    exec("\n".join(lines[:last]), names)  # our own code, as a learner's empty notebook would run it
    result = eval("\n".join(lines[last:]), names)
    assert result.state == "not attempted"
    assert f'"{id}b"' in lines[last]


def test_a_variation_asks_for_something_that_the_exercise_does_not():
    for id, key in varied(AnswerKey).items():
        assert key.task, id
        base = exercises()[id[:-1]]
        assert (key.listed.solution, key.task) != (base.listed.solution, base.task)


# --- the cell below ---


class Shell:
    """As much of IPython as a card asks of it."""

    def __init__(self, **names):
        self.user_ns, self.offered = names, []
        self.payload_manager = types.SimpleNamespace(write_payload=self.offered.append)
        parent = {"metadata": {"cellId": "this-cell"}}
        self.kernel = types.SimpleNamespace(get_parent=lambda channel: parent)


@pytest.fixture
def in_notebook(monkeypatch, tmp_path):
    """A notebook whose kernel runs in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def start(**names):
        shell = Shell(**names)
        module = types.SimpleNamespace(get_ipython=lambda: shell)
        monkeypatch.setitem(sys.modules, "IPython", module)
        return shell

    return start


def test_a_notebook_gets_the_cell_with_the_imports_that_it_lacks(in_notebook):
    shell = in_notebook(check=check)
    card = again("01.3")
    (offered,) = shell.offered
    assert (offered["source"], offered["replace"]) == ("set_next_input", False)
    assert offered["text"] == card.cell
    assert card.cell.startswith("import numpy as np\n\n\ndef stretched_rule(")
    assert "from helpers" not in card.cell


def test_a_cell_that_stands_below_already_is_not_put_there_twice(in_notebook, tmp_path):
    shell = in_notebook()
    save(
        tmp_path / "mine.ipynb", cell('again("01.2")', id="this-cell"), cell('check("01.2b", f)', id="below")
    )
    again("01.2")
    assert not shell.offered
    again("01.2")
    assert 'check("01.2c", ' in shell.offered[0]["text"]


def test_a_cell_elsewhere_does_not_count(in_notebook, tmp_path):
    shell = in_notebook()
    cells = cell("", id="first"), cell('check("01.2b", f)'), cell('again("01.2")', id="this-cell")
    save(tmp_path / "mine.ipynb", *cells)
    again("01.2")
    assert shell.offered


# --- practice ---


def test_nothing_missed_is_nothing_due(tmp_path):
    check("01.2", square_rule)
    check("01.2", None)
    predict("01.p1")
    card = practice(tmp_path)
    assert card.heading == "Practice: nothing is due"
    assert "Nothing was missed" in repr(card)


def test_what_was_missed_rests_for_ten_minutes(tmp_path, clock):
    check("01.2", forgetful_rule)
    clock.time += 9 * MINUTE
    card = practice(tmp_path)
    assert asked(card) is None
    assert "01.2 is due again in about 1 minute." in repr(card)
    clock.time += 1 * MINUTE
    card = practice(tmp_path)
    assert asked(card) == "01.2b"
    assert "You missed 01.2 once." in repr(card)


def test_an_answer_that_could_not_be_judged_is_no_miss(tmp_path, clock):
    check("01.2", square_rule(2.0, 3.0))
    check("01.2", lambda upstream, x: undefined_name)  # noqa: F821
    predict("01.p1", "a lot")
    clock.time += DAY
    assert asked(practice(tmp_path)) is None


def test_the_most_often_missed_comes_first_and_one_that_was_asked_waits_its_turn(tmp_path, clock):
    predict("03.p1", [[6, 0, 0], [0, 0, 0]])
    for _ in range(2):
        check("01.2", forgetful_rule)
    clock.time += 11 * MINUTE
    first = practice(tmp_path)
    assert asked(first) == "01.2b"
    assert "You missed 01.2 twice. One more is due after it." in repr(first)
    assert asked(practice(tmp_path)) == "03.p1b"
    assert asked(practice(tmp_path)) == "01.2c"


def test_it_comes_back_after_a_day_and_after_three_and_then_it_is_known(tmp_path, clock):
    check("01.2", forgetful_rule)
    for id, rest in (("01.2b", 10 * MINUTE), ("01.2c", DAY), ("01.2d", 3 * DAY)):
        clock.time += rest - 1
        assert asked(practice(tmp_path)) is None
        clock.time += 1
        assert asked(practice(tmp_path)) == id
        answer_right(id)
    clock.time += 99 * DAY
    card = practice(tmp_path)
    assert asked(card) is None
    assert "All you missed has come right three times since: 01.2." in repr(card)


def test_missed_again_it_begins_anew(tmp_path, clock):
    check("01.2", forgetful_rule)
    check("01.2", square_rule)
    check("01.2b", forgetful_rule)
    clock.time += 10 * MINUTE
    assert asked(practice(tmp_path)) == "01.2c"


def test_another_lesson_worked_on_since_stands_for_the_day(tmp_path, clock):
    check("01.2", forgetful_rule)
    save(tmp_path / "a.ipynb", cell("", check("01.2", square_rule)), when=NOW - 3600)
    memory.forget()
    assert asked(practice(tmp_path)) is None
    save(tmp_path / "b.ipynb", cell("", "Correct: 02.2 Mix"), when=NOW - 7200)
    assert asked(practice(tmp_path)) is None
    save(tmp_path / "b.ipynb", cell("", "Correct: 02.2 Mix"), when=NOW - 1800)
    assert asked(practice(tmp_path)) == "01.2b"


def test_of_two_lessons_that_stand_for_three_days_one_is_left(tmp_path, clock):
    check("01.2", forgetful_rule)
    for id, rest in (("01.2b", 10 * MINUTE), ("01.2c", DAY)):
        clock.time += rest
        assert asked(practice(tmp_path)) == id
        answer_right(id)
    assert "or after work on two others." in repr(practice(tmp_path))
    save(tmp_path / "b.ipynb", cell("", "Correct: 02.2 Mix"), when=clock.time + HOUR)
    clock.time += 2 * HOUR
    assert "or after work on another lesson." in repr(practice(tmp_path))


def test_saved_notebooks_remember_over_kernels(tmp_path, clock):
    """Missed and mended in one kernel, and practised in a notebook of the learner's own in the next."""
    check("01.2", forgetful_rule)
    mended = check("01.2", square_rule)
    save(tmp_path / "01_upstream_gradient.ipynb", cell("", mended), when=NOW)
    memory.forget()
    clock.time += DAY
    assert asked(practice(tmp_path)) == "01.2b"
    save(tmp_path / "mine.ipynb", cell("", "Correct: 01.2b The rule of one cube layer"), when=clock.time)
    memory.forget()
    assert asked(practice(tmp_path)) is None
    clock.time += 3 * DAY
    assert asked(practice(tmp_path)) == "01.2c"


def test_a_wrong_guess_that_was_saved_is_asked_again_with_other_numbers(tmp_path):
    wrong = predict("02.p2", [5, 2])
    memory.forget()
    save(tmp_path / "02_vjp_versus_jacobian.ipynb", cell("", repr(wrong)), when=NOW - DAY)
    card = practice(tmp_path)
    assert asked(card) == "02.p2b"
    assert "[[1, 5], [2, 3]]" in card.heading


def test_a_clock_that_was_set_back_does_no_harm(tmp_path):
    save(tmp_path / "a.ipynb", cell("", "Not yet: 01.2 The rule"), when=NOW + 99 * DAY)
    assert "in about 10 minutes" in repr(practice(tmp_path))


def test_ids_that_no_lesson_has_are_passed_over(tmp_path):
    texts = ("Not yet: 99.1 x", "Not yet: 01.77b x", "Prediction 00.p9: x\nNot what happens.")
    save(tmp_path / "a.ipynb", cell("", *texts), when=1.0)
    assert "Nothing was missed" in repr(practice(tmp_path))


def test_a_broken_notebook_is_named(tmp_path):
    (tmp_path / "a.ipynb").write_text("no", encoding="utf-8")
    assert "a.ipynb: it is not JSON" in repr(practice(tmp_path))
