"""Our answers and gradients are those of TensorFlow, PyTorch, JAX and autograd, or differ where we say so.

The ordinary run compares us with their stored answers. Where a framework is installed, it is asked again, so
that the stored answers are theirs.
"""

from collections import defaultdict

import numpy as np
import pytest

from helpers import autodiff as ad
from tests.together import for_all

from .facts import FACTS
from .frameworks import FRAMEWORKS
from .record import answers_of, asked, differ, is_installed, read, said_by, version_of, versions_in

ANSWERS = read()
VERSIONS = versions_in(ANSWERS)
SAID = {(name, version): said_by(ANSWERS, name, version) for name in VERSIONS for version in VERSIONS[name]}
NEWEST = {name: SAID[name, VERSIONS[name][-1]] for name in VERSIONS}
QUESTIONS = {key: question for key, *question in asked()}

# What a framework has not always answered as it does now, and what it was before.
CHANGED = {
    ("JAX", "sign | complex"): "no gradient up to 0.11",
    ("PyTorch", "fact | clip at its bounds"): "1 up to 2.13",
    ("PyTorch", "fact | clip at bounds that are arrays"): "1 up to 2.13",
}
# Where the newest version differs from us, and why. A difference that goes away turns the test red too.
DIFFERENCES = {
    ("autograd", "sign | complex"): "the sign of a complex number is z/|z|; they give it no gradient",
    ("TensorFlow", "angle | float | double"): "their angle of a real double has single precision",
    ("autograd", "prod with zeros"): "they divide by the factor, NaN where it is 0",
    ("autograd", "prod axes with zeros"): "they divide by the factor, NaN where it is 0",
    ("autograd", "full_like"): "they take the value to fill in for a constant",
    ("autograd", "norm inf"): "their rule is for finite orders",
    ("PyTorch", "std axis"): "their std divides by n - 1 unless told otherwise",
    ("TensorFlow", "det | complex"): "their rule leaves the conjugate out",
    ("TensorFlow", "det batch | complex"): "their rule leaves the conjugate out",
    ("TensorFlow", "cumprod | complex"): "their rule leaves the conjugate out",
    ("TensorFlow", "cumprod axis, with zeros | complex"): "their rule leaves the conjugate out",
    ("TensorFlow", "slogdet sign | complex"): "they take the sign for a constant",
    ("autograd", "cholesky | complex"): "their rule leaves conjugates out",
    ("autograd", "cholesky of several | complex"): "their rule leaves conjugates out",
    ("autograd", "pinv | complex"): "their rule leaves conjugates out",
    ("autograd", "pinv of wide ones | complex"): "their rule leaves conjugates out",
    ("autograd", "slogdet sign | complex"): "they take the sign for a constant",
    ("autograd", "sum where"): "they take no notice of where=",
    ("autograd", "mean where"): "they take no notice of where=",
    ("autograd", "var where"): "they take no notice of where=",
}


def ours(f, inputs, upstream):
    y, pullback = ad.vjp(f, *inputs)
    return [y, *pullback(np.asarray(upstream).astype(np.asarray(y).dtype))]


def name_of(key):
    return key.partition(" | ")[0]


def entry(table, framework, key):
    """What a table of (framework, beginning of a question) holds for a question."""
    found = (value for (who, start), value in table.items() if who == framework and key.startswith(start))
    return next(found, None)


def questions_by_name():
    """All that is asked of an operation, by its name: the same in several precisions, real and complex."""
    found = defaultdict(list)
    for key in QUESTIONS:
        if not key.startswith("fact"):
            found[name_of(key)].append(key)
    return found


@for_all(questions_by_name())
def test_our_answers_and_gradients_are_theirs(keys):
    """In every precision, real and complex, of every framework that can do it."""
    wrong = []
    for key in keys:
        with np.errstate(all="ignore"):
            answers = ours(*QUESTIONS[key])
        for framework in (framework for framework in FRAMEWORKS if key in NEWEST[framework]):
            pairs = zip(answers, NEWEST[framework][key], strict=True)
            differing = [pair for pair in pairs if differ(*pair, key)]
            reason = entry(DIFFERENCES, framework, key)
            if reason and not differing:
                wrong.append(f"{framework} agrees with us on {key}: take it out of DIFFERENCES ({reason})")
            elif differing and not reason:
                wrong.append(f"{framework}, {key}: ours {differing[0][0]}, theirs {differing[0][1]}")
    assert not wrong, "\n".join(wrong)


def test_every_question_has_an_answer_and_most_have_three():
    counts = [sum(key in answers for answers in NEWEST.values()) for key in QUESTIONS]
    assert min(counts) >= 1
    assert np.mean(np.array(counts) >= 3) > 0.8


def test_an_answer_that_depends_on_the_version_is_known_to():
    changed = {
        (framework, key)
        for key, groups in ANSWERS.items()
        for framework in VERSIONS
        if sum(any(name == framework for name, _ in who) for who, _ in groups) > 1
    }
    assert {one for one in changed if not entry(CHANGED, *one)} == set()
    assert {known for known in CHANGED if not any(entry({known: True}, *one) for one in changed)} == set()


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.name)
def test_a_fact_about_us(fact):
    with np.errstate(all="ignore"):
        _, *gradients = ours(fact.f, fact.inputs, fact.upstream)
    for got, expected in zip(gradients, fact.ours, strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-12)


@for_all({f"{fact.name}, {' '.join(asked)}": (fact, *asked) for fact in FACTS for asked in SAID})
def test_a_fact_about_them(fact, framework, version):
    _, *gradients = SAID[framework, version][f"fact | {fact.name}"]
    for got, expected in zip(gradients, fact.expected(framework, version), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-12)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_two_of_them_give_the_conjugate_of_a_complex_gradient(framework):
    """What they said before it was turned into our convention."""
    _, gradient = NEWEST[framework]["fact | sum z^2"]
    said = np.conj(gradient) if hasattr(FRAMEWORKS[framework], "conjugates") else gradient
    conjugate = framework in ("JAX", "autograd")
    np.testing.assert_array_equal(said, [2 + 4j, 6 - 2j] if conjugate else [2 - 4j, 6 + 2j])


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_the_stored_answers_are_theirs(framework):
    """A version that was never asked answers as the newest one that was, or it is time to record again."""
    if not is_installed(framework):
        pytest.skip(f"{framework} is not installed")
    stored = SAID.get((framework, version_of(framework)), NEWEST[framework])
    found, _ = answers_of(framework)
    assert found.keys() == stored.keys()
    wrong = [key for key, parts in found.items() if any(map(differ, parts, stored[key], [key] * len(parts)))]
    assert not wrong
