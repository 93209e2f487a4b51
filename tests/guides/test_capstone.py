"""The last task: right rules are found right, and each edit of them is told what it lacks."""

import inspect

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.exercises.run.sources import answer_of, edited
from helpers.guides.capstone import LAYERS, capstone


def right(composed, rule):
    return lambda *inputs: (composed(*inputs), lambda upstream: rule(upstream, *inputs))


RIGHT = {name: right(composed, rule) for name, (composed, rule, *_) in LAYERS.items()}
SLIPS = [  # that no row names
    ("attention", ") / d -> )", "in what arrives at the scores, a division by √d is missing"),
    (
        "normalisation",
        "upstream * gain -> upstream",
        "in what arrives at the normalised row, `gain` is missing",
    ),
    ("solver", "-np -> np", "In the downstream to A: the numbers are right, but every sign is the other way"),
]
EDITS = [
    (name, edit, f"Not yet: {says}.\n")
    for name, (*_, lacks) in LAYERS.items()
    for edit, says in lacks.items()
]


@pytest.mark.parametrize("name", LAYERS)
def test_a_right_layer_is_told_its_speed(name, capsys):
    capstone(name, RIGHT[name])
    said = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in said] == ["value", "rule", "second order", "speed", "Correct"]


@pytest.mark.parametrize("name", LAYERS)
def test_the_rules_here_are_those_that_the_engine_finds(name):
    composed, rule, draw, _ = LAYERS[name]
    inputs = draw(np.random.default_rng(1))
    y, pullback = ad.vjp(composed, *inputs)
    u = np.random.default_rng(2).normal(size=y.shape)
    for ours, engines in zip(rule(u, *inputs), pullback(u), strict=True):
        np.testing.assert_allclose(ours, engines, atol=1e-8)


@pytest.mark.parametrize(("name", "edit", "says"), EDITS + SLIPS)
def test_what_is_edited_is_told_what_it_lacks(name, edit, says, capsys):
    composed, rule, *_ = LAYERS[name]
    (at,) = (f for f in (composed, rule) if edit.partition(" -> ")[0] in inspect.getsource(f))
    wrong = answer_of(edited(inspect.getsource(at), edit), at.__name__)

    def mine(*inputs):
        value = wrong if at is composed else composed
        return value(*inputs), lambda upstream: wrong(*plain(upstream, *inputs))

    capstone(name, mine)
    assert says in capsys.readouterr().out


def plain(*inputs):
    """The numbers alone."""
    return [np.asarray(getattr(x, "value", x)) for x in inputs]


def test_what_is_frozen_is_right_once(capsys):
    _, rule, *_ = LAYERS["solver"]
    capstone("solver", lambda A, b: (np.linalg.solve(A, b), lambda upstream: rule(upstream, *plain(A, b))))
    said = capsys.readouterr().out
    assert "rule: right" in said
    assert "Not yet: once it is right; at second order" in said


def test_another_value_and_another_wrong_rule_are_told_as_such(capsys):
    capstone("solver", lambda A, b: (np.cumsum(b), lambda u: (0 * A, u)))
    assert "the value is not that" in capsys.readouterr().out
    capstone("solver", lambda A, b: (np.linalg.solve(A, b), lambda u: (A**3, b**3)))
    assert "Not yet: what A and b get is not right." in capsys.readouterr().out
    with pytest.raises(LookupError, match="there are attention, normalisation, solver"):
        capstone("convolution", RIGHT["solver"])
