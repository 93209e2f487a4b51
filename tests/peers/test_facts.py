"""The facts that the lessons state: of us always, of another framework where it is installed."""

import numpy as np
import pytest

from helpers.lessons.lesson_09.phrasebook.asking import version_here

from . import require
from .facts import FACTS
from .frameworks import FRAMEWORKS, ours

every_fact = pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.name)
every_framework = pytest.mark.parametrize("framework", FRAMEWORKS)


def assert_gives(ask, fact, expected):
    with np.errstate(all="ignore"):
        gradients = ask(fact.f, fact.inputs, fact.upstream)
    for got, right in zip(gradients, expected, strict=True):
        np.testing.assert_allclose(got, right, rtol=1e-12)


@every_fact
def test_a_fact_about_us(fact):
    assert_gives(ours, fact, fact.ours)


@every_framework
def test_the_facts_about_them(framework):
    require(framework)
    for fact in FACTS:
        assert_gives(FRAMEWORKS[framework], fact, fact.expected(framework, version_here(framework)))


@every_framework
def test_two_of_them_give_the_conjugate_of_a_complex_gradient(framework):
    """What they said before it was turned into our convention."""
    require(framework)
    (fact,) = (fact for fact in FACTS if fact.name == "sum z^2")
    ask = FRAMEWORKS[framework]
    (said,) = getattr(ask, "__wrapped__", ask)(fact.f, fact.inputs, fact.upstream)
    is_conjugate = framework in ("JAX", "autograd")
    np.testing.assert_array_equal(said, [2 + 4j, 6 - 2j] if is_conjugate else [2 - 4j, 6 + 2j])
