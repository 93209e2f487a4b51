"""Slips are found when they are asked for, quickly, and told as what was computed."""

import ast
import asyncio
import keyword
import re
import time

import numpy as np
import pytest

from helpers.exercises import check, exercises
from helpers.exercises.judge.explaining import explain
from helpers.exercises.key.letters import Matching, Order
from helpers.exercises.slips.edits import edits
from helpers.exercises.slips.lexicon import Lexicon
from helpers.exercises.slips.search import Found, Search, search, try_ahead
from helpers.exercises.slips.versions import likeliest
from tests.exercises.cells import defined_in_a_cell
from tests.thorough import THOROUGH
from tests.together import for_all

COMPUTED = {id: key for id, key in exercises().items() if not isinstance(key, Order | Matching)}
WORD = re.compile(r"[^\W\d]\w*")
SOME = [id for id in COMPUTED if id.endswith(".2")]  # one of each lesson; all of them in the thorough run
some_computed = for_all({id: id for id in SOME})
every_other = for_all({id: id for id in COMPUTED if id not in SOME})


def test_a_slip_is_recognised_and_told():
    result = check("01.2", eval("lambda upstream, x: upstream / (2 * x)"))
    assert result.diagnosis == "divided-for-multiplied"
    assert "come out when `local` divides" in result.sentences[0]


def test_the_part_is_named_that_has_a_factor_of_the_same_name():
    key = COMPUTED["09.3"]
    result = check("09.3", key.answer_of(key.listed.solution.replace("sum(upstream", "sum(w * upstream")))
    assert "in the downstream to w, `w` is multiplied in" in result.sentences[0]


def test_only_of_code_that_was_read_a_mistake_is_said():
    by_that = "def rule(upstream, x):\n    return upstream / (2 * x)\n"
    otherwise = "def rule(upstream, x):\n    return upstream * (2 * x) ** -1\n"
    with_more = "def rule(upstream, x):\n    return upstream / (2 * x) + np.cos(x) - np.cos(x)\n"
    one, *others = (check("01.2", defined_in_a_cell(s, "rule")) for s in (by_that, otherwise, with_more))
    assert one.sentences[0].startswith("One mistake: ")
    for other in others:
        assert one.diagnosis == other.diagnosis == "divided-for-multiplied"
        assert "the numbers that come out when" in other.sentences[0]
        assert "mistake" not in other.sentences[0]


def test_two_slips_in_parts_of_their_own_are_told_together():
    result = check("03.5", lambda upstream, x, W, bias: (upstream @ W.T, upstream.T @ x, upstream))
    assert result.diagnosis == "transposed and bias-not-summed"
    assert "downstream to W" in result.sentences[0]
    assert "bias" in result.sentences[0]


def test_what_is_no_slip_is_not_explained():
    rng = np.random.default_rng(5)
    for _ in range(50 if THOROUGH else 15):
        assert check("01.2", lambda upstream, x: rng.normal(size=x.shape)).diagnosis == "values"


def by_chance(key):
    """What is found of numbers that are near the right ones, as measured slopes are, and of any numbers."""
    rng, right = np.random.default_rng(3), key.right_outcome
    for off in (1e-5, 1e-4, 1e-3):
        got = [tuple(part * (1 + off * rng.normal(size=part.shape)) for part in case) for case in right]
        name, _ = explain(key, got, right) or ("", None)
        yield name.startswith(("sign-flipped", "doubled", "halved"))
    for _ in range(4):
        anything = [tuple(rng.normal(size=part.shape) * 3 for part in case) for case in right]
        yield search(key).found(anything, right, frozenset(range(len(key.gives))))


@some_computed
def test_nothing_is_explained_by_chance(id):
    assert not any(by_chance(COMPUTED[id]))


@pytest.mark.thorough
@every_other
def test_nothing_is_explained_by_chance_in_any_exercise(id):
    if COMPUTED[id].is_exact:  # a guess need not be, so one number in a few hundred is near a slip's
        assert not any(by_chance(COMPUTED[id]))


def test_what_is_found_does_not_depend_on_what_was_asked_before():
    key = exercises()["03.2"]
    right, bad = key.right_outcome, frozenset(range(len(key.gives)))
    wrong, other = ([tuple(k * part for part in case) for case in right] for k in (2, -1))
    fresh, used = Search(key), Search(key)
    used.found(other, right, bad)
    names = [
        [(found.edit.kind, found.parts) for found in one.found(wrong, right, bad)] for one in (fresh, used)
    ]
    assert names[0] == names[1]
    assert names[0]


def test_asking_again_takes_milliseconds():
    key = COMPUTED["03.4"]
    right = key.right_outcome
    nobody = [tuple(part + 1 for part in case) for case in right]
    bad = frozenset(range(len(key.gives)))
    search(key).found(nobody, right, bad)
    start = time.process_time()
    for _ in range(5):
        search(key).found(nobody, right, bad)
    assert (time.process_time() - start) / 5 < 0.1


@pytest.mark.parametrize("id", ["01.4", "01.7", "03.6"])
def test_the_solution_itself_is_no_slip(id):
    key = COMPUTED[id]
    assert any(True for _ in edits(ast.parse(key.listed.solution)))
    assert check(id, key.answer_of(key.listed.solution))


def test_a_variation_is_searched_as_well():
    assert check("01.2b", lambda upstream, x: upstream / (3 * x**2)).diagnosis == "divided-for-multiplied"


def untrue_to_the_learner(key):
    """What is told of slips in code or in words that no learner has seen."""
    lexicon, parts = Lexicon(key), frozenset({0})
    seen = lexicon.seen | set(WORD.findall(" ".join(key.gives))) | set(keyword.kwlist)
    slips = {
        (v.edit.kind, str(v.edit.about), v.edit.place.home, v.edit.place.branch): v for v in likeliest(key)
    }
    for version in slips.values():
        says = lexicon.told(
            Found(version.edit, version.source.as_given, parts, parts, is_read=False, is_at_home=False)
        )[1]
        words = re.sub(r"`[^`]*`", "", says)
        if re.search(r"[{}|[\]]|there there|\bNone\b", words):
            yield says
        for code in re.findall(r"`([^`]*)`", says):
            if not (code.startswith("np.") or set(WORD.findall(code)) <= seen):
                yield says


@some_computed
def test_a_slip_is_told_without_code_that_the_learner_has_not_seen(id):
    assert not list(untrue_to_the_learner(COMPUTED[id]))


@pytest.mark.thorough
@every_other
def test_no_slip_of_any_exercise_is_told_in_such_code(id):
    assert not list(untrue_to_the_learner(COMPUTED[id]))


def test_what_a_later_answer_needs_is_tried_while_nothing_is_asked_for():
    async def asked_and_left_alone(key):
        try_ahead(key)
        assert not search(key).tried, "the first card waits for nothing"
        for _ in range(len(search(key).versions) * len(key.cases)):
            await asyncio.sleep(0)

    search.cache_clear()
    key = COMPUTED["02.2"]
    vars(key).pop("_right_when_wider", None)
    try_ahead(key)  # no loop runs: nothing is left for later
    asyncio.run(asked_and_left_alone(key))
    assert len(search(key).tried) == len(search(key).versions) * len(key.cases) > 0
    assert "_right_when_wider" in vars(key)


def test_who_has_not_begun_leaves_nothing_for_the_kernel_to_try():
    async def asked():
        check("02.2", None)
        for _ in range(9):
            await asyncio.sleep(0)

    search.cache_clear()
    asyncio.run(asked())
    assert not search(COMPUTED["02.2"]).tried
