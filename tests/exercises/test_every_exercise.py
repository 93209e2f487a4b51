"""What must hold for every exercise and every prediction of every lesson."""

import functools
import importlib
import itertools
import subprocess
import sys

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.exercises import LESSONS, check, exercises, hint, predict, predictions
from helpers.exercises.cards import show
from helpers.exercises.diagnosis import Verdict, agree
from helpers.exercises.kinds import Choice, Custom, Function, OpRule
from helpers.exercises.misconceptions import MISCONCEPTIONS

EXERCISES = list(exercises().values())
PREDICTIONS = list(predictions().values())
every_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.id)
every_prediction = pytest.mark.parametrize("prediction", PREDICTIONS, ids=lambda p: p.id)


def after_running(source, name):
    """What a cell with this source would hand to check."""
    names = {"np": np, "ad": ad}
    exec(source, names)
    return names[name]


def outcome_or_name(exercise, answer):
    """What the answer gives on every case, or the name of what keeps it from giving anything."""
    try:
        exercise.require(answer)
        return exercise.outcome(answer)
    except Verdict as verdict:
        return verdict.name


@functools.cache
def results_of(id):
    """What the check says to each wrong answer, by name."""
    return {name: check(id, answer) for name, answer in exercises()[id].wrong_answers.items()}


def same_outcome(exercise, one, other):
    if isinstance(one, str) or isinstance(other, str):
        return isinstance(one, str) and one == other
    return agree(one, other, exercise.rtol)


@every_exercise
def test_the_solution_is_correct(exercise):
    result = check(exercise.id, after_running(exercise.solution, exercise.answer))
    assert result.state == "correct", result
    assert result
    assert result.diagnosis is None


@every_exercise
def test_the_reference_is_correct(exercise):
    assert check(exercise.id, exercise.right_answer), "the spec refuses its own reference"


@every_exercise
def test_the_stub_is_not_attempted(exercise):
    result = check(exercise.id, after_running(exercise.stub, exercise.answer))
    assert result.state == "not attempted", result
    assert not result


@every_exercise
def test_nothing_is_not_attempted(exercise):
    for nothing in (None, ..., "", "...", (), [], (None, None), (..., 1.0)):
        assert check(exercise.id, nothing).state == "not attempted", nothing


@every_exercise
def test_each_wrong_answer_is_named(exercise):
    results = results_of(exercise.id)
    assert {name: result.diagnosis for name, result in results.items()} == {name: name for name in results}
    assert {result.state for result in results.values()} == {"not yet"}


@every_exercise
def test_the_right_answer_is_not_given_away(exercise):
    if isinstance(exercise, Choice):
        return
    right = exercise.outcome(exercise.right_answer)
    for name, answer in exercise.wrong_answers.items():
        if name == "line-too-many":
            continue
        given, facts = outcome_or_name(exercise, answer), dict(results_of(exercise.id)[name].facts).values()
        for k, (g, w) in enumerate(zip(given, right, strict=False)):
            shown = [show(part) for part in g] if not isinstance(given, str) else []
            for part in w:
                assert show(part) in shown or show(part) not in facts, f"{name}, case {k}"


@every_exercise
def test_no_two_wrong_answers_look_alike_on_the_inputs_drawn(exercise):
    if isinstance(exercise, Choice):
        letters = [exercise.reference, *exercise.wrong_answers.values()]
        assert sorted(letters) == sorted(exercise.options), (
            "each option is the right one or a named wrong one"
        )
        return
    outcomes = {name: outcome_or_name(exercise, answer) for name, answer in exercise.wrong_answers.items()}
    outcomes["right"] = exercise.outcome(exercise.right_answer)
    if exercise.given:
        outcomes["given"] = exercise.outcome(exercise.given)
    outcomes.pop(
        "line-too-many", None
    )  # its result is right by design; the superfluous line is what is wrong
    for (one, first), (other, second) in itertools.combinations(outcomes.items(), 2):
        assert not same_outcome(exercise, first, second), f"{one} and {other} cannot be told apart"


@every_exercise
def test_the_wrong_rules_have_names_of_their_own(exercise):
    assert len(exercise.wrong_answers) == len(exercise.wrong_rules)
    assert len(exercise.wrong_answers) >= 3


@every_exercise
def test_the_inputs_hide_nothing(exercise):
    """Square or symmetric inputs and an upstream of ones let wrong rules pass."""
    if not isinstance(exercise, Function):
        return
    drawn = exercise.cases[: exercise.trials]
    for case in drawn:
        arrays = [a for a in case if isinstance(a, np.ndarray)]
        assert not any(a.ndim == 2 and a.shape[0] == a.shape[1] for a in arrays)
        if isinstance(exercise, Custom | OpRule) or exercise.takes[0] == "upstream":
            upstream = case[exercise.takes.index("grad" if isinstance(exercise, OpRule) else "upstream")]
            assert np.unique(upstream).size == upstream.size > 1


@every_exercise
def test_the_hints_go_from_a_nudge_to_a_skeleton(exercise):
    nudge, equation, skeleton = (hint(exercise.id, tier) for tier in (1, 2, 3))
    assert repr(hint(exercise.id)) == repr(nudge)
    assert f'hint("{exercise.id}", 2)' in repr(nudge)
    assert f'hint("{exercise.id}", 3)' in repr(equation)
    assert "_" in skeleton.code, "a skeleton leaves something to fill in"
    assert skeleton.code not in exercise.solution


@every_exercise
def test_the_card_of_an_exercise_says_what_it_takes(exercise):
    assert exercise.minutes in range(1, 16)
    assert exercise.covers
    assert exercise.because.endswith(".")
    for wrong in exercise.wrong_rules:
        assert wrong.says == "" or wrong.says[-1] in ".?", wrong.name


@every_exercise
def test_every_run_says_the_same(exercise):
    known = [(result, exercise.wrong_answers[name]) for name, result in results_of(exercise.id).items()]
    for first, answer in [*known, (check(exercise.id, exercise.right_answer), exercise.right_answer)]:
        second = check(exercise.id, answer)
        assert repr(first) == repr(second)
        assert first._repr_html_() == second._repr_html_()
        assert "0x" not in repr(first)


@every_prediction
def test_a_prediction_without_a_guess_asks_for_one(prediction):
    result = predict(prediction.id)
    assert result.state == "not attempted"
    assert prediction.question in repr(result)
    assert f"guess = {prediction.example!r}," in repr(result)
    assert "skip" in repr(result)
    assert "truth" not in repr(result)


@every_prediction
def test_the_truth_is_a_right_guess(prediction):
    result = predict(prediction.id, prediction.truth())
    assert (result.state, result.diagnosis) == ("correct", None), result
    assert dict(result.facts)["the truth"] == dict(result.facts)["your guess"]


@every_prediction
def test_the_explanation_ends_at_the_truth(prediction):
    truth = prediction.truth()
    if np.ndim(truth) == 0 and not isinstance(truth, str):
        assert show(truth) in prediction.because


@every_prediction
def test_the_example_gives_nothing_away(prediction):
    result = predict(prediction.id, prediction.example)
    assert (result.state, result.diagnosis) == ("not yet", "values"), result


@every_prediction
def test_each_known_guess_is_named_beside_the_truth(prediction):
    results = {name: predict(prediction.id, guess) for name, guess in prediction.known_guesses.items()}
    assert {name: result.diagnosis for name, result in results.items()} == {name: name for name in results}
    for result in results.values():
        assert result.state == "not yet"
        assert "the truth" in dict(result.facts)


@every_prediction
def test_no_two_known_guesses_are_alike(prediction):
    for one, other in itertools.combinations(prediction.known_guesses.values(), 2):
        assert not prediction.same(np.asarray(one) if not isinstance(one, str) else one, other)


def test_lesson_01_covers_its_misconceptions():
    covered = {name for e in [*EXERCISES, *PREDICTIONS] if e.id.startswith("01.") for name in e.covers}
    wanted = {
        "seed-is-a-mystery",
        "upstream-cancels-like-a-fraction",
        "upstream-left-out",
        "last-gradient-wins",
    }
    assert wanted | {"forgetting-is-stopping"} <= covered <= set(MISCONCEPTIONS)


def test_no_id_is_used_twice():
    for lesson in LESSONS:
        module = importlib.import_module(f"helpers.exercises.lesson_{lesson}")
        ids = [spec.id for spec in (*module.EXERCISES, *module.PREDICTIONS)]
        assert len(set(ids)) == len(ids)
        assert all(id.startswith(f"{lesson}.") for id in ids)


def test_a_lesson_imports_no_other():
    code = "import sys; from helpers.exercises import check; check('01.1', None); print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert [name for name in loaded if ".lesson_" in name] == ["helpers.exercises.lesson_01"]
    assert not {"matplotlib", "anywidget", "ipywidgets"} & set(loaded)


def test_an_unknown_id_is_refused_with_the_known_ones():
    for ask in (lambda: check("01.99", 1), lambda: hint("nonsense"), lambda: predict("01.1")):
        with pytest.raises(LookupError, match=r"there is no .*; known are .*01\.p?1") as caught:
            ask()
        assert "\n" not in str(caught.value)
