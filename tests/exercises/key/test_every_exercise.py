"""What must hold for every exercise of every lesson, and for every variation of one."""

import ast
import dataclasses
import functools
import itertools
import re
import subprocess
import sys
from unittest import mock

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.exercises import check, exercises, hint
from helpers.exercises.judge import outcome
from helpers.exercises.judge.smallcase import agrees, measure
from helpers.exercises.key import keys
from helpers.exercises.key.index import varied
from helpers.exercises.key.keys import AnswerKey
from helpers.exercises.key.kinds import Custom, Function, OpRule, Value
from helpers.exercises.key.letters import Matching, Order
from helpers.exercises.key.mistakes import Maths
from helpers.exercises.run import memory
from helpers.exercises.run.closeness import agree
from helpers.exercises.say.cards import show
from tests.thorough import THOROUGH
from tests.together import for_all

KEYS = {**exercises(), **varied(AnswerKey)}


def each(form=AnswerKey, thorough_of_variations=False):
    """A test of every key of that form, each the first of its kernel.

    What is said to many answers takes long, and variations are made like the exercises they vary: some tests
    look at these where it is tested thoroughly.
    """
    left_out = set() if THOROUGH or not thorough_of_variations else KEYS.keys() - exercises().keys()
    keys = {id: key for id, key in KEYS.items() if isinstance(key, form) and id not in left_out}
    return for_all(keys, before=memory.forget)


def one_of_each_kind(form=AnswerKey):
    """A test of the first exercise of each kind, and of every exercise where it is tested thoroughly.

    For where a search that finds nothing takes the time, and the kind of the key decides what comes out: so
    that of a variation, which is of the kind of what it varies, is never asked.
    """
    of_the_form = {id: key for id, key in exercises().items() if isinstance(key, form)}
    first = {type(key): key for key in reversed(of_the_form.values())}
    chosen = of_the_form if THOROUGH else {key.id: key for key in first.values()}
    return for_all(chosen, before=memory.forget)


every_exercise = each()
thorough_of_variations = functools.partial(each, thorough_of_variations=True)
ROWS = {
    f"{key.id}, {k}": (key, says, line) for key in KEYS.values() for k, (says, line) in enumerate(key.right)
}
IN_ANOTHER_WAY = {
    "measured", "jacobian-built", "too-many-sweeps", "too-few-sweeps", "one-sweep-for-all", "not-as-asked",
}  # fmt: skip
OFF = dict.fromkeys(("04.4", "04.4b", "08.4", "08.4b"), 1e-3)  # too far off, where slopes are measured


def given_by(attempt):
    """What an answer gives in every case, None where it breaks; if it breaks in all, what is said of it."""
    return attempt.outcome if any(attempt.outcome) else attempt.broken.says


@functools.cache
def results_of(id):
    """What the check says to each wrong answer, by name, when it is the first answer of its kernel."""
    return {name: first_check(id, answer) for name, answer in KEYS[id].wrong_answers.items()}


def first_check(id, answer):
    """What the check says to an answer in a kernel that has seen no other."""
    memory.forget()
    result = check(id, answer)
    memory.forget()
    return result


def changed(key, change, which=slice(None)):
    def apply(parts):
        several = isinstance(parts, tuple)
        parts = [
            part.value if isinstance(part, ad.Tensor) else part for part in (parts if several else [parts])
        ]
        for k in range(len(parts))[which]:
            parts[k] = change(np.asarray(parts[k]) if isinstance(key, Value) else parts[k])
        return tuple(parts) if several else parts[0]

    def last(downs):
        return (*downs[:-1], change(downs[-1])) if isinstance(downs, tuple) else change(downs)

    right = key.right_answer
    if isinstance(key, Value):
        return apply(right)
    if isinstance(key, Custom):

        def custom(*inputs):
            value, rule = right(*inputs)
            return value, lambda upstream: last(rule(upstream))

        return custom
    return lambda *inputs: apply(right(*inputs))


# --- right answers ---


@every_exercise
def test_the_solution_is_correct(key):
    result = check(key.id, key.answer_of(key.listed.solution))
    assert (result.state, result.diagnosis) == ("correct", None), result
    assert result
    if key.reference is not None:  # else the solution itself is the right answer
        assert has_right_numbers(key, check(key.id, key.right_answer))


def has_right_numbers(key, result):
    """Is it right, but for the engine that a `reference` of ours may ask, and a rule may not?"""
    return result or (key.reference is not None and result.diagnosis == "not-as-asked")


@for_all(ROWS)
def test_a_row_of_right_answers_is_right(key, says, line):
    assert says in " ".join((*key.hints, key.because)), "the hint says something else: say that in Python too"
    if isinstance(key, Order) and not re.fullmatch("[A-Z]( [A-Z])*", line):
        maths = Maths(line, key.gives, key.takes, key.scope)
        for case, want in zip(key.cases, key.right_outcome, strict=True):
            given = maths.whole(dict(zip(key.takes, case, strict=True)), lambda want=want: want)
            for part, right in zip(given if len(want) > 1 else (given,), want, strict=True):
                np.testing.assert_allclose(part, right, rtol=1e-6, atol=1e-6)
    else:
        result = check(key.id, key.from_maths(line))
        assert result or result.diagnosis in IN_ANOTHER_WAY, result  # right numbers, they all say


@for_all(exercises())
def test_the_reason_of_a_right_answer_is_put_in_python(key):
    """Else nobody would see that it says the opposite, or what is so of another exercise."""
    assert any(says and says in key.because for says, _ in key.right)


def is_measured(key):
    """Do nudges of the forward function measure what the right answer gives, on all inputs drawn?"""
    cases = zip(key.cases[: key.drawn], key.right_outcome, strict=False)
    parts = range(isinstance(key, Custom), len(key.gives))
    return all(agrees(measure(key, case, k), want[k]) for case, want in cases for k in parts)


@thorough_of_variations()
def test_no_right_answer_is_right_by_the_word_of_the_solution_alone(key):
    is_proven = key.right or key.reference is not None
    assert is_proven or (key.forward and is_measured(key))


@pytest.mark.thorough
@each(Function)
def test_the_engines_own_pullback_has_the_right_numbers_and_is_no_rule(key):
    floats = all(isinstance(x, np.ndarray) and x.dtype.kind == "f" for case in key.cases for x in case)
    is_by_hand = key.method and key.method.allows  # then what a sweep may do is tried elsewhere
    if key.forward is None or key.takes[0] != "upstream" or not floats or is_by_hand:
        return

    def pulled_back(upstream, *inputs):
        return ad.vjp(key.forward, *inputs)[1](upstream)[: len(key.gives)]

    answer = (lambda *inputs: ad.vjp(key.forward, *inputs)) if isinstance(key, Custom) else pulled_back
    is_finite = all(np.isfinite(part).all() for case in key.outcome(answer) for part in case)
    # where the function as written overflows, so does this
    assert check(key.id, answer).diagnosis == "not-as-asked" or not is_finite


@pytest.mark.parametrize("id", [id for id, key in exercises().items() if isinstance(key, Function)])
def test_an_honest_answer_in_another_style_stays_correct(id):
    assert len(KEYS[id].right) >= 2


@each(Value)
def test_right_numbers_are_right_in_whatever_form_they_are_typed(key):
    right = key.right_answer if len(key.gives) > 1 else (key.right_answer,)
    for form in (float, np.float64, np.array):
        parts = tuple(form(part) if np.ndim(part) == 0 else part for part in right)
        for answer in (parts, list(parts)) if len(parts) > 1 else parts:
            assert check(key.id, answer), answer


@each(Order | Matching)
def test_letters_are_right_however_they_are_set_apart(key):
    letters = key.letters(key.right_answer)
    for answer in (
        " ".join(letters),
        "".join(letters).lower(),
        ", ".join(letters),
        list(letters),
        (*letters,),
    ):
        assert check(key.id, answer), answer


@thorough_of_variations()
def test_the_right_answer_is_finite(key):
    for case, parts in zip(key.cases, key.outcome(key.right_answer), strict=True):
        if not any(isinstance(x, np.ndarray) and np.isnan(x).any() for x in case):  # a NaN goes through
            assert all(np.isfinite(part).all() for part in parts)


# --- no answer yet ---


@thorough_of_variations()
def test_the_stub_is_not_attempted(key):
    result = check(key.id, key.answer_of(key.listed.stub))
    assert result.state == "not attempted", result
    assert not result


@thorough_of_variations()
def test_nothing_is_not_attempted(key):
    for nothing in (None, ..., "", "...", (), [], (None, None)):
        assert check(key.id, nothing).state == "not attempted", nothing


# --- wrong answers ---


@thorough_of_variations()
def test_each_wrong_answer_is_named_and_told_its_own_sentence(key):
    results = results_of(key.id)
    assert {name: result.diagnosis for name, result in results.items()} == {name: name for name in results}
    assert {result.state for result in results.values()} == {"not yet"}
    for mistake in key.mistakes:
        assert mistake.says in results[mistake.name].sentences or "{" in mistake.says


@thorough_of_variations()
def test_the_right_answer_is_not_given_away(key):
    right = key.outcome(key.right_answer)
    for mistake, attempt in key.mistakes_tried:
        facts = dict(results_of(key.id)[mistake.name].facts).values()
        for k, (given, wanted) in enumerate(zip(attempt.outcome, right, strict=True)):
            shown = [show(part) for part in given or ()]
            for part in wanted:
                assert show(part) in shown or show(part) not in facts, f"{mistake.name}, case {k}"


@pytest.mark.thorough
@each()
def test_no_two_wrong_answers_look_alike_on_the_inputs_drawn(key):
    outcomes = {mistake.name: given_by(attempt) for mistake, attempt in key.mistakes_tried}
    outcomes["right"] = key.right_outcome
    if key.handed_out:
        outcomes["handed out"] = key.handed_out_gives
    for (one, first), (other, second) in itertools.combinations(outcomes.items(), 2):
        broken = isinstance(first, str) or isinstance(second, str)
        same = first == second if broken else agree(first, second, key.rtol)
        assert not same, f"{one} and {other} cannot be told apart"


@every_exercise
def test_the_wrong_answers_have_names_of_their_own(key):
    assert len(key.wrong_answers) == len(key.mistakes) >= 1


NOT_EXPLAINED = mock.Mock(return_value=None)


@one_of_each_kind(Function | Value)
@mock.patch.object(outcome, "explain", NOT_EXPLAINED)  # to see that takes long: slips/test_search.py does
def test_a_right_answer_that_is_slightly_off_is_not_correct(key):
    for which in range(len(key.gives)):
        off = changed(key, lambda part: part * (1 + OFF.get(key.id, 1e-5)), slice(which, which + 1))
        assert not check(key.id, off)
        rounded = changed(key, lambda part: part * (1 + 1e-13), slice(which, which + 1))
        assert has_right_numbers(key, check(key.id, rounded))


class FrameworkTensor:
    """What a PyTorch tensor looks like from outside."""


FrameworkTensor.__module__ = "torch"
FORMS = {
    "float32": lambda part: part.astype(np.float32),
    "complex": lambda part: part + 0j,
    "tensor": ad.Tensor,
    "none": lambda part: None,
    "framework-tensor": lambda part: FrameworkTensor(),
    "not-finite": lambda part: part * np.nan,
}


@one_of_each_kind(Function)
@mock.patch.object(outcome, "explain", NOT_EXPLAINED)  # as above
def test_the_right_numbers_in_the_wrong_form_are_named(key):
    expected = {name: name for name in FORMS}
    if len(key.gives) == 1 + key.gives_a_rule:
        expected["none"] = "returns-nothing"
    if key.tensors_too:
        del expected["tensor"], expected["complex"]
    if THOROUGH:  # the kind decides what is said: each exercise gets one form in three
        expected = dict(itertools.islice(expected.items(), [*exercises()].index(key.id) % 3, None, 3))
    results = {name: check(key.id, changed(key, FORMS[name], slice(-1, None))) for name in expected}
    assert {name: result.diagnosis for name, result in results.items()} == expected


def first_wrong(key):
    return dict(itertools.islice(key.wrong_answers.items(), 1))


# --- inputs ---


@each(Function)
def test_the_inputs_hide_nothing(key):
    """Square or symmetric inputs and an upstream of ones let wrong rules pass."""
    for case in key.cases[: keys.TRIALS]:
        arrays = [a for a in case if isinstance(a, np.ndarray)]
        square = [a.shape for a in arrays if a.ndim == 2 and a.shape[0] == a.shape[1]]
        assert not square, "on a square too many products fit: draw other sizes, or a stack"
        if isinstance(key, Custom | OpRule) or key.takes[0] == "upstream":
            upstream = case[key.takes.index("upstream")]
            assert np.unique(upstream).size == upstream.size > 1


@thorough_of_variations()
def test_the_inputs_are_the_same_on_every_run(key):
    again = dataclasses.replace(key)
    for answer in (*first_wrong(key).values(), key.right_answer):
        one, other = (given_by(each.attempt_of(answer)) for each in (key, again))
        assert one == other if isinstance(one, str) else agree(one, other, 0.0)


@one_of_each_kind()
def test_every_run_says_the_same(key):
    before = results_of(key.id)
    for name, answer in (first_wrong(key) | {"right": key.right_answer}).items():
        first, second = before.get(name) or first_check(key.id, answer), first_check(key.id, answer)
        assert repr(first) == repr(second)
        assert first._repr_html_() == second._repr_html_()
        assert "0x" not in repr(first)


# --- hints ---


@every_exercise
def test_the_hints_stand_in_their_order(key):
    """A question or a sentence; an equation on one line; then code, or a table, with gaps."""
    nudge, equation, skeleton = key.hints
    assert nudge[-1] in ".?"
    assert "\n" not in nudge + equation
    assert equation[-1] != "?"
    assert "\n" in skeleton or "«" in skeleton
    assert "«" not in nudge + equation
    assert equation[-1] != "." or key.id[:4] in ("03.4", "03.6")  # their rules need words as well


@every_exercise
def test_the_hints_go_from_a_nudge_to_a_skeleton(key):
    nudge, equation, skeleton = (hint(key.id, tier) for tier in (1, 2, 3))
    assert repr(hint(key.id)) == repr(nudge)
    assert f'hint("{key.id}", 2)' in repr(nudge)
    assert f'hint("{key.id}", 3)' in repr(equation)
    assert "_" in skeleton.code, "a skeleton leaves something to fill in"
    assert skeleton.code not in key.listed.solution


def without_comment(line):
    return line.partition("  #")[0].strip()


def completed(key):
    """The solution, with the filled skeleton in the place of the lines that it stands for."""
    filled = [line for line in keys.GAP.sub(r"\1", key.hints[2]).splitlines() if "= ..." not in line]
    lines = key.listed.solution.splitlines()
    code = [without_comment(line) for line in lines]
    start, last = code.index(without_comment(filled[0])), without_comment(filled[-1])
    same_word = [k for k in range(start, len(code)) if code[k].split()[:1] == last.split()[:1]]
    end = code.index(last, start) if last in code[start:] else same_word[0]
    indent = " " * (len(lines[start]) - len(lines[start].lstrip()))
    return "\n".join([*lines[:start], *(indent + line for line in filled), *lines[end + 1 :]])


@thorough_of_variations()
def test_the_skeleton_leads_to_a_right_answer(key):
    try:
        ast.parse(key.skeleton)
    except SyntaxError:
        return  # a table in words
    source = completed(key)
    assert check(key.id, key.answer_of(source)), source


@each(Order)
def test_the_skeleton_of_an_order_has_a_gap_for_every_line_it_does_not_give(key):
    given = " ".join(line.partition(":")[2] for line in key.hints[2].splitlines()).split()
    letters = key.letters(key.right_answer)
    assert len(given) == len(letters)
    assert all(gap in ("__", letter) for gap, letter in zip(given, letters, strict=True))


@every_exercise
def test_a_key_says_why_and_what_it_is_about(key):
    assert key.covers
    assert key.because.endswith(".")
    for mistake in key.mistakes:
        assert mistake.says[-1] in ".?}", mistake.name


# --- the lesson as a whole ---


def test_a_lesson_imports_no_other():
    code = "import sys; from helpers.exercises import check; check('01.1', None); print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert [name for name in loaded if ".lesson_" in name and name.endswith(".keys")] == [
        "helpers.lessons.lesson_01.keys"
    ]
    assert not {"anywidget", "ipywidgets"} & set(loaded)
