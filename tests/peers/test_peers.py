"""Our answers and gradients are those of TensorFlow, PyTorch, JAX and autograd, or differ where we say so.

The ordinary run compares us with their stored answers. Where a framework is installed, it is asked again, so
that the stored answers are theirs.
"""

import importlib.util

import numpy as np
import pytest

from helpers import autodiff as ad

from .facts import FACTS
from .frameworks import FRAMEWORKS
from .record import answers_of, asked, stored, version_of

ANSWERS, VERSIONS = stored()
QUESTIONS = {key: question for key, *question in asked()}

# Where a framework answers differently from us, and why. A difference that goes away turns the test red too.
DIFFERENCES = {
    ("JAX", "sign | complex"): "the sign of a complex number is z/|z|; they give it no gradient",
    ("autograd", "sign | complex"): "the sign of a complex number is z/|z|; they give it no gradient",
    ("TensorFlow", "angle | float | double"): "their angle of a real double has single precision",
    ("autograd", "prod with zeros"): "they divide by the factor, NaN where it is 0",
    ("autograd", "prod axes with zeros"): "they divide by the factor, NaN where it is 0",
    ("autograd", "full_like"): "they take the value to fill in for a constant",
    ("autograd", "norm inf"): "their rule is for finite orders",
    ("PyTorch", "std axis"): "their std divides by n - 1 unless told otherwise",
    ("TensorFlow", "det | complex"): "their rule leaves the conjugate out",
    ("TensorFlow", "det batch | complex"): "their rule leaves the conjugate out",
}


def ours(f, inputs, upstream):
    y, pullback = ad.vjp(f, *inputs)
    return [y, *pullback(np.asarray(upstream).astype(np.asarray(y).dtype))]


def name_of(key):
    return key.partition(" | ")[0]


def reason_to_differ(framework, key):
    reasons = (why for (who, start), why in DIFFERENCES.items() if who == framework and key.startswith(start))
    return next(reasons, None)


def differ(got, expected, key):
    tolerance = 2e-3 if key.endswith("single") else 1e-9
    finite = np.abs(expected)[np.isfinite(expected)]
    scale = max(1.0, float(finite.max(initial=0)))
    got = np.asarray(got)
    return got.shape != expected.shape or not np.allclose(
        got, expected, tolerance, tolerance * scale, equal_nan=True
    )


@pytest.mark.parametrize("name", sorted({name_of(key) for key in QUESTIONS if not key.startswith("fact")}))
def test_our_answers_and_gradients_are_theirs(name):
    """In every precision, real and complex, of every framework that can do it."""
    wrong = []
    for key in filter(lambda key: name_of(key) == name, QUESTIONS):
        with np.errstate(all="ignore"):
            answers = ours(*QUESTIONS[key])
        for framework in (framework for framework in FRAMEWORKS if key in ANSWERS[framework]):
            pairs = zip(answers, ANSWERS[framework][key], strict=True)
            differing = [pair for pair in pairs if differ(*pair, key)]
            reason = reason_to_differ(framework, key)
            if reason and not differing:
                wrong.append(f"{framework} agrees with us on {key}: take it out of DIFFERENCES ({reason})")
            elif differing and not reason:
                wrong.append(f"{framework}, {key}: ours {differing[0][0]}, theirs {differing[0][1]}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_most_questions_have_an_answer(framework):
    assert len(ANSWERS[framework]) >= 0.85 * len(QUESTIONS)


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.name)
def test_a_fact_about_us(fact):
    with np.errstate(all="ignore"):
        _, *gradients = ours(fact.f, fact.inputs, fact.upstream)
    for got, expected in zip(gradients, fact.ours, strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-12)


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.name)
def test_a_fact_about_them(fact, framework):
    _, *gradients = ANSWERS[framework][f"fact | {fact.name}"]
    for got, expected in zip(gradients, fact.others.get(framework, fact.ours), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-12)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_two_of_them_give_the_conjugate_of_a_complex_gradient(framework):
    """What they said before it was turned into our convention."""
    _, gradient = ANSWERS[framework]["fact | sum z^2"]
    said = np.conj(gradient) if hasattr(FRAMEWORKS[framework], "conjugates") else gradient
    conjugate = framework in ("JAX", "autograd")
    np.testing.assert_array_equal(said, [2 + 4j, 6 - 2j] if conjugate else [2 - 4j, 6 + 2j])


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_the_stored_answers_are_theirs(framework):
    module = framework.lower().replace("pytorch", "torch")
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{framework} is not installed")
    if version_of(framework) != VERSIONS[framework]:
        pytest.skip(f"{framework} {VERSIONS[framework]} was asked, here is {version_of(framework)}")
    found, _ = answers_of(framework)
    assert found.keys() == ANSWERS[framework].keys()
    for key, parts in found.items():
        for got, expected in zip(parts, ANSWERS[framework][key], strict=True):
            assert not differ(got, expected, key), key
