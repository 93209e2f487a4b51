"""The small case of a card: its numbers are true, the first that differs is marked, no answer given away."""

import inspect
import re
import sys

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.exercises import check, small_attempt
from helpers.exercises.answering import card_of
from helpers.exercises.judge.smallcase import slopes, small_case
from helpers.exercises.key.kinds import Custom, Function, OpRule, Value
from helpers.exercises.key.letters import Order
from helpers.exercises.say import small
from helpers.exercises.say.markup import Bars, Grid, number
from helpers.exercises.say.verdicts import Verdict
from tests.exercises.cells import defined_in_a_cell
from tests.exercises.key.test_every_exercise import KEYS, thorough_of_variations
from tests.together import for_all

LISTED = [key for key in KEYS.values() if isinstance(key, Function) and not key.task]  # no variations
every_function = thorough_of_variations(Function)
every_value, every_order = (
    for_all({id: key for id, key in KEYS.items() if isinstance(key, kind) and not key.task})
    for kind in (Value, Order)
)
# no function that the exercise names has these slopes
NOT_MEASURED = {
    "02.2", "04.3", "05.8", "05.5", "06.3", "06.4", "06.5", "07.5", "07.8", "08.2", "08.4", "08.1", "08.5",
    "09.4", "09.6",
}  # fmt: skip


@for_all({name: each for name, each in vars(small).items() if isinstance(each, small.Written)})
def test_a_formula_that_is_shown_is_that_of_its_function(written):
    python = written.formula
    for sign, operator in {"·": "*", "²": "**2", "³": "**3"}.items():
        python = python.replace(sign, operator)
    given = {"x": np.array([3.0, -2.0]), "y": np.array([5.0, -1.5]), "w": np.array([2.0, -3.0])}
    given["rows"] = np.arange(6.0).reshape(3, 2)
    inputs = [given[name] for name in inspect.signature(written.function).parameters]
    np.testing.assert_array_equal(written(*inputs), eval(python, given))


def spoilt(key, spoil):
    """The right answer with its last gradient spoilt."""
    right = key.right_answer

    def last(made):
        parts = [getattr(part, "value", part) for part in (made if isinstance(made, tuple) else (made,))]
        parts[-1] = spoil(np.array(parts[-1], copy=True))
        return tuple(parts) if isinstance(made, tuple) else parts[0]

    if isinstance(key, Custom):
        return lambda *inputs: (right(*inputs)[0], lambda upstream: last(right(*inputs)[1](upstream)))
    return lambda *inputs: last(right(*inputs))


def one_entry_off(gradient):
    gradient = gradient.astype(complex if np.iscomplexobj(gradient) else float)
    gradient.reshape(-1)[-1:] += 0.1234
    return gradient


def another_rule(gradient):
    return 0.37 * gradient + np.cos(gradient) - 1.7


def failure_and_card(key, answer):
    """The small case of wrong numbers and the card with it, as `check` makes them once it has its verdict.

    To find that no slip explains an answer takes longer than all the rest, and what is shown does not hang
    on it.
    """
    attempt, _ = small_attempt(key.id, answer, Verdict("values"), is_watched=False)
    return small_case(key, attempt, "values"), card_of(key, answer, Verdict("values"), attempt)


@every_function
def test_its_numbers_are_true_and_the_first_that_differs_is_marked(key):
    assert_true_and_marked(key, another_rule)


@every_function
def test_the_one_entry_that_is_off_is_marked(key):
    assert_true_and_marked(key, one_entry_off)


def assert_true_and_marked(key, spoil):
    found, result = failure_and_card(key, spoilt(key, spoil))
    want = key.given_by(key.right_answer, found.case)
    got = key.given_by(spoilt(key, spoil), found.case)
    assert found.part == len(key.gives) - 1
    np.testing.assert_array_equal(found.got, got[-1])
    np.testing.assert_allclose(found.want, want[-1], rtol=1e-4, atol=1e-5)
    first = next(index for index in np.ndindex(got[-1].shape) if abs(got[-1][index] - want[-1][index]) > 1e-5)
    assert found.where == first
    if isinstance(result.case.shown[0], Bars):
        assert result.case.shown[0].values == (found.got.item(), found.want.item())
    else:
        assert [grid.mark for grid in result.case.shown] == [first, first]
        assert f">{number(found.got[first].item(), digits=found.digits)}<" in repr(result)
    assert number(found.want[first].item(), digits=found.digits) in repr(result)


@every_function
def test_the_simplest_input_comes_first_and_only_a_nudge_that_is_taken_is_called_one(key):
    found, result = failure_and_card(key, spoilt(key, one_entry_off))
    assert not key.small or found.place == 0
    if not key.task:
        assert found.is_measured == (key.id not in NOT_MEASURED)
    if found.is_measured:
        function, inputs, k = key.nudged(found.case, found.part)
        np.testing.assert_allclose(slopes(function, inputs, k), found.want, atol=1e-5)
    assert ("a tiny step measures" in repr(result)) == found.is_measured


def test_a_number_far_too_large_hides_no_other():
    def far_off(x, w):
        return w * np.tanh(x), lambda upstream: (np.logspace(0, 99, x.size).reshape(x.shape), 1.0)

    assert "[0] of downstream to x: yours is 1," in repr(failure_and_card(KEYS["09.3"], far_off)[1])


def test_a_right_entry_that_a_nudge_measures_to_few_digits_is_not_marked():
    def of_the_first_row(x):
        y = np.log(np.exp(x).sum(axis=1))
        return y, lambda upstream: upstream[0] * np.exp(x - y[:, None])

    assert "The first entry that differs is [1, 0]" in repr(check("07.7", of_the_first_row))


def test_zeros_are_told_where_they_are():
    def small_ones_lost(segments, starts, arrives):
        for segment, start in zip(segments[::-1], starts[::-1]):
            arrives = ad.vjp(segment, start)[1](arrives)[0] / 2
        return np.where(np.abs(arrives) < 6, 0, arrives)

    result = check("05.5b", small_ones_lost)
    assert (result.diagnosis, ">0<" in repr(result)) == ("stopped", True)


def test_a_wrong_shape_is_shown_where_its_numbers_are_wrong_too():
    def summed_too_much(upstream, x, W, bias):
        return upstream @ W.T, x.T @ upstream, upstream.sum()

    found, _ = failure_and_card(KEYS["03.5"], summed_too_much)
    assert found.want.size > found.got.size == 1


@pytest.mark.parametrize("id", ["01.2", "02.2", "05.2", "05.8"])
def test_the_check_shows_that_small_case_on_its_card(id):
    key = KEYS[id]
    _, card = failure_and_card(key, spoilt(key, one_entry_off))
    assert check(id, spoilt(key, one_entry_off)).case.text() == card.case.text()


@for_all({key.id: key for key in LISTED if key.forward is not None})
def test_what_is_nudged_has_the_slopes_that_the_engine_finds(key):
    case = key.small[-1]
    for part in range(isinstance(key, Custom), len(key.gives)):
        function, inputs, k = key.nudged(case, part)
        if key.id != "02.6":  # the engine is in it already
            by_engine = ad.jacobian(function, argnums=k)(*inputs)
            np.testing.assert_allclose(slopes(function, inputs, k), by_engine, atol=1e-6)
        np.testing.assert_allclose(slopes(function, inputs, k), key.given_by(key.right_answer, case)[part],
                                   rtol=1e-5, atol=1e-6)  # fmt: skip


@for_all({key.id: key for key in LISTED})
def test_it_can_be_followed_in_the_head(key):
    for case in key.small:
        for _, value in key.named_inputs(case):
            for array in value if isinstance(value, list) else [value]:
                if isinstance(array, np.ndarray):
                    assert array.size <= 12
                    assert np.all(2 * array == np.round(2 * array))
    assert key.small
    assert not isinstance(key, OpRule) or all(np.isrealobj(upstream) for _, upstream in key.small)


@every_value
def test_numbers_by_hand_get_a_question_like_it_and_not_the_answer(key):
    wrong = tuple(np.asarray(part) + 0.37 for part in key.outcome(key.right_answer)[0])
    result = check(key.id, wrong if len(wrong) > 1 else wrong[0])
    assert result.case.says == key.worked
    said = set(re.findall(r"(?<![\w.])\d+(?:\.\d+)?", key.worked))
    for part in key.outcome(key.right_answer)[0]:
        if np.ndim(part) == 0 and abs(part) > 1:
            assert number(float(part)).strip("−") not in said


@every_order
def test_an_order_shows_its_first_line_that_goes_wrong(key):
    for mistake in key.mistakes:
        (lines,) = key.case_by_hand(mistake.answer).shown
        shown, given = [row[0] for row in lines.rows], key.letters(mistake.answer)
        assert shown == given[: len(shown)]
        assert key.case_by_hand(key.letters(key.right_answer)) is None
        assert set(shown[:-1]) <= set(key.letters(key.right_answer)), "what is right is not called wrong"


RULE_03_2 = """def {name}(upstream, a, b):
    downstream_a = upstream @ b.T
    {line}
    return downstream_a, downstream_b
"""


def test_the_same_answer_gets_the_next_hint_and_its_line():
    line = "downstream_b = np.abs(a.T) @ upstream"
    rule = defined_in_a_cell(RULE_03_2.format(name="rule", line=line), "rule")
    first, second, third = (check("03.2", rule) for _ in range(3))
    assert first.mark is None
    mark = second.mark
    assert (mark.line, mark.line[mark.start : mark.end]) == (line, "np.abs(a.T) @ upstream")
    assert first.case.text() == second.case.text() == third.case.text()
    for result, call in ((first, '("03.2")'), (second, '("03.2", 2)'), (third, '("03.2", 3)')):
        assert f"hint{call}" in result.next_step


def test_a_line_that_was_given_is_never_marked():
    assert "downstream_a = upstream @ b.T" in KEYS["03.2"].listed.stub
    source = RULE_03_2.format(name="spoilt_before", line="downstream_b = a.T @ upstream")
    rule = defined_in_a_cell(
        source.replace("downstream_a =", "b = -b\n    downstream_a =", 1), "spoilt_before"
    )
    assert [check("03.2", rule).mark for _ in range(2)] == [None, None]


def test_what_is_not_the_learners_is_never_marked():
    for _ in range(2):
        result = check("03.2", lambda upstream, a, b: ad.vjp(np.matmul, a, b)[1](upstream)[::-1])
    assert result.mark is None or "vjp(np.matmul" in result.mark.line
    for _ in range(2):
        assert check("01.2", np.add).mark is None


def test_nothing_leads_to_the_key_while_the_answer_runs_on_small_inputs():
    stolen = []

    def thief(upstream, x):
        frame = sys._getframe().f_back
        while frame and frame.f_code.co_name != "check":
            frame = frame.f_back
        verdict = frame.f_locals.get("verdict")
        while verdict:
            stolen.append((verdict.__traceback__, verdict.__context__))
            verdict = verdict.__context__
        return x

    check("01.2", thief)
    assert set(stolen) == {(None, None)}


def test_a_grid_is_read_row_by_row():
    grid = Grid("a", np.array([[1.0, -2.0], [30.0, 4.5]]), mark=(1, 0))
    assert grid.text() == "  a:    1    −2\n     >30<   4.5"
    assert re.findall(r"<td[^>]*>([^<]*)</td>", grid.html()) == ["1", "−2", "30", "4.5"]


def test_bars_of_the_largest_numbers_are_drawn():
    assert "width:60%" in Bars(("yours", "right"), (np.finfo(float).max, 1.0)).html()
