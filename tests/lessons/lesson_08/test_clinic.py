"""Each patient has the illness that the lesson says, and the healthy ones have none."""

import numpy as np
import pytest

from helpers.lessons.lesson_08 import clinic, ferries
from helpers.widgets import Clinic
from tests.drawing.svg_reading import parse, text_boxes

X, T = ferries.echoes()
FIRST = ferries.first_weights()
TESTS = "first loss", "shapes", "nudge W2, b2", "nudge W1, b1", "ask twice"


def test_a_program_without_its_bug_descends_by_the_right_gradients():
    weights, losses = FIRST, []
    for _ in range(60):
        losses.append(clinic.printed_loss(X, T, *weights))
        weights = [w - g for w, g in zip(weights, clinic.right_gradients(X, T, *weights), strict=True)]
    for patient in clinic.ward().patients.values():
        np.testing.assert_allclose(clinic.run("\n".join(patient.cured), FIRST, 60)[0], losses, rtol=1e-9)
        assert len(patient.cured) == len(patient.lines)
        different = [k for k, (a, b) in enumerate(zip(patient.lines, patient.cured, strict=True)) if a != b]
        assert patient.fault == different[0]
        assert patient.mended == different[-1]
        assert patient.fault not in patient.replies
    np.testing.assert_allclose(clinic.ward().healthy[:60], losses)


@pytest.mark.parametrize(
    ("name", "right"),
    [("A", "11101"), ("B", "11001"), ("C", "10101"), ("D", "11110"), ("E", "01001"), ("F", "11001")],
)
def test_each_is_ill_where_it_should_be(name, right):
    found = [clinic.ward().found(name, test) for test in TESTS]
    assert "".join(str(int(each.ok)) for each in found) == right


def test_what_is_nudged_agrees_with_the_engine():
    leaf = clinic._somewhere()
    slopes = clinic.pack(*clinic.right_gradients(X, T, *leaf))
    dots = clinic.ward().found("D", "nudge W1, b1").drawn
    np.testing.assert_allclose(dots.xs, slopes[:24] / np.abs(slopes[:24]).max(), atol=1e-6)
    np.testing.assert_allclose(dots.ys, dots.xs, atol=1e-6)


def test_all_six_can_be_healed_within_the_hour_and_the_table_says_who_slips_through():
    exhibit = Clinic(clinic.ward())
    for name, patient in clinic.ward().patients.items():
        exhibit.set(order=f"{name} " + ("ask twice" if name == "D" else "nudge W1, b1"))
        exhibit.set(rewrite=f"{name} {patient.fault}")
    assert exhibit.found == ["All are well after 47 minutes, 17 of them for tests."]
    for test in TESTS:
        exhibit.set(column=test)
    caught = "“nudge W1, b1” catches 5 of 6, but not D; only “ask twice” does."
    assert exhibit.found[1] == caught


@pytest.mark.parametrize(("narrow", "room"), [(0, 340 - 24), (520, 288 - 16), (288, 288 - 16)])
def test_every_program_has_room(narrow, room):
    exhibit = Clinic(clinic.ward(), narrow=narrow)
    for name, patient in clinic.ward().patients.items():
        exhibit.set(who=name)
        width = float(parse(exhibit.picture).get("width"))
        assert all(right <= width + 1 for _, _, _, right, _ in text_boxes(exhibit.picture))
        columns = room / (0.602 * (11 if narrow else 12))
        assert max(map(len, patient.lines + patient.cured)) <= columns


def test_the_network_is_the_one_that_is_trained():
    random = np.random.default_rng(1)
    weights = [random.normal(size=w.shape) for w in FIRST]
    _, h, s, loss = ferries.network(X, T, *weights)
    for ours, theirs in zip((h, s), ferries.scores(X, *weights), strict=True):
        assert np.allclose(ours, theirs)
    assert loss == pytest.approx(clinic.printed_loss(X, T, *weights))
    assert ferries.share_right(X, T, *FIRST) == 0.5
