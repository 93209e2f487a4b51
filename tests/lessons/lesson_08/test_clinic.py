"""Each patient has the illness that the lesson says, and the healthy one has none."""

import numpy as np
import pytest

from helpers.lessons.lesson_08 import clinic, ferries

X, T = ferries.echoes()
RANDOM = np.random.default_rng(1)
WEIGHTS = [RANDOM.normal(size=w.shape) for w in ferries.first_weights()]
CASE = X, T, WEIGHTS


def test_without_a_bug_every_gradient_is_right():
    healthy = clinic.Patient(lambda: clinic.right_gradients, clinic.printed_loss)
    assert [healthy.examined(k, *CASE, visit=visit) for k in range(4) for visit in (1, 2)] == ["right"] * 8


@pytest.mark.parametrize(
    ("name", "visit", "found"),
    [
        ("A", 1, "wrong wrong right right"),
        ("B", 1, "wrong wrong wrong wrong"),
        ("C", 1, "right (200,8) right right"),
        ("D", 1, "right right right right"),
        ("D", 2, "wrong wrong wrong wrong"),
        ("E", 1, "wrong wrong wrong wrong"),
        ("F", 1, "zero zero zero zero"),
    ],
)
def test_each_is_ill_where_it_should_be(name, visit, found):
    patient = clinic.PATIENTS[name]
    assert [patient.examined(k, *CASE, visit=visit).replace(" ", "") for k in range(4)] == found.split()


def test_each_has_one_line_at_fault():
    lines = [clinic.line_at_fault(name) for name in clinic.PATIENTS]
    assert len(set(lines)) == len(lines) == 6


def test_the_network_is_the_one_that_is_trained():
    _, h, s, loss = ferries.network(X, T, *WEIGHTS)
    for ours, theirs in zip((h, s), ferries.scores(X, *WEIGHTS), strict=True):
        assert np.allclose(ours, theirs)
    assert loss == pytest.approx(clinic.printed_loss(X, T, *WEIGHTS))
    assert ferries.share_right(X, T, *ferries.first_weights()) == 0.5
