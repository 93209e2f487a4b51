"""The sheet, the glossary and the misconceptions say what the lessons, the rules and the answer keys say."""

import re

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers import notebooks
from helpers.exercises.key.misconceptions import MISCONCEPTIONS
from helpers.exercises.review.practice import key_of
from helpers.guides import afterwards, glossary, met, rulebook, sheet
from helpers.notebooks import LessonError
from tests import ROOT
from tests.together import for_all

KNOWN = notebooks.lessons()


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("g * conj(b)", "g · b"),
        ("-g * conj(y / b)", "−g · y / b"),
        ("g / conj(np.sqrt(1 - x * x))", "g / √(1 − x²)"),
        ("g * (conj(a) - b)", "g · (a − b)"),
        ("g - (a - b)", "g − (a − b)"),
        ("g * conj(2 * x)", "g · 2x"),
        ("g / (a * b)", "g / (a · b)"),
        ("(-x) ** 2", "(−x)²"),
        ("-H(y) @ g @ H(y)", "−yᵀ g yᵀ"),
        ("np.where(c, 0.0, g)", "0 where c, else g"),
        ("spread(g / x.size, x, axis, keepdims)", "spread(g / x.size)"),
    ],
)
def test_a_rule_is_printed_as_a_person_would_write_it(code, wanted):
    assert rulebook.printed(code) == wanted


SLOPES = {"·": "*", "−": "-", "²": "**2", "√": "sqrt", "2y": "2*y", "2x": "2*x"}


@pytest.mark.parametrize(
    "name", ["square", "sqrt", "exp", "log", "log1p", "tan", "arctan", "tanh", "reciprocal"]
)
def test_what_is_printed_is_the_slope_that_a_nudge_measures(name):
    (text,) = rulebook.rule_of(name)
    for printed, python in SLOPES.items():
        text = text.replace(printed, python)
    x, h = 0.7, 1e-6
    f = getattr(np, name)
    names = {"g": 1.0, "x": x, "y": f(x), "sqrt": np.sqrt}
    assert eval(text, {"__builtins__": {}}, names) == pytest.approx((f(x + h) - f(x - h)) / (2 * h))


def test_the_sheet_has_every_operation_row_and_lesson_that_it_asks_for():
    assert "| a · b | g · b | g · a |" in sheet.rules()
    assert "*spread*: One number for each entry of x" in sheet.rules()
    assert "| Aᵀ Bᵀ | Bᵀ Gᵀ | Gᵀ Aᵀ |" in sheet.products(KNOWN)
    printed = sheet.frameworks(KNOWN)
    for number, column in sheet.ROWS:
        assert f"| {column} ({number}) |" in printed
    told = [lesson for lesson in KNOWN if lesson.with_role("take-home")]
    assert all(lesson.take_home in sheet.take_home(KNOWN) for lesson in told)
    with pytest.raises(LessonError, match=r"rule of np\.abacus"):
        rulebook.rule_of("abacus")


def spread(sums):
    return np.sum(sums, axis=1, keepdims=True)


def softmax(x):
    return np.exp(x) / spread(np.exp(x))


ROWS, T, WEIGHTS = np.array([0, 2, 0]), np.eye(3), np.random.default_rng(1).normal(size=(3, 2))
# What the sheet says of each, as NumPy: the operation, and the rule of g, x and y.
SAID = {
    "layer x W + b": (lambda x: x @ WEIGHTS + 1, lambda g, x, y: g @ WEIGHTS.T),
    "sigmoid x": (lambda x: 1 / (1 + np.exp(-x)), lambda g, x, y: g * y * (1 - y)),
    "relu x": (lambda x: np.maximum(x, 0), lambda g, x, y: np.where(x > 0, g, 0)),
    "softmax x, a row": (softmax, lambda g, x, y: y * (g - spread(g * y))),
    "log-softmax x, a row": (lambda x: np.log(softmax(x)), lambda g, x, y: g - softmax(x) * spread(g)),
    "ln Σ exp x, a row": (lambda x: np.log(spread(np.exp(x))), lambda g, x, y: g * softmax(x)),
    "cross-entropy of softmax x": (
        lambda x: -spread(T * np.log(softmax(x))),
        lambda g, x, y: g * (softmax(x) - T),
    ),
    "lookup T[rows]": (lambda x: x[ROWS], lambda g, x, y: np.eye(3)[ROWS].T @ g),
    "reshape, transpose x": (lambda x: x.reshape(9, 1).T, lambda g, x, y: g.T.reshape(3, 3)),
    "concatenate(a, b)": (lambda x: np.concatenate([x, x * 0]), lambda g, x, y: g[:3]),
}


@pytest.mark.parametrize("printed", [row[0] for row in sheet.DERIVED])
def test_what_the_sheet_derives_is_what_the_engine_sends(printed):
    operation, rule = SAID[printed]
    x = np.random.default_rng(2).normal(size=(3, 3))
    y, pullback = ad.vjp(operation, x)
    g = np.random.default_rng(3).normal(size=y.shape)
    np.testing.assert_allclose(rule(g, x, y), pullback(g)[0], rtol=1e-12)
    assert f"| {printed} | " in sheet.derived()


def test_the_glossary_quotes_the_lesson_it_names():
    for term, lesson, sentence in glossary.entries(KNOWN):
        said = " ".join(" ".join(cell.source.replace(">", "").split()) for cell in lesson.of_kind("markdown"))
        assert " ".join(sentence.replace(">", "").split()) in said, term
        assert sentence[-1] in ".?!:)*", term


OTHER_WORDS = re.compile(
    rf"\b({'|'.join(word for words in glossary.ELSEWHERE.values() for word in words)})s?\b", re.IGNORECASE
)


def test_one_thing_has_one_word_in_lessons_cards_and_exhibits():
    texts = {
        (lesson.number, cell.name): cell.source for lesson in KNOWN for cell in lesson.of_kind("markdown")
    }
    for folder in ("lessons", "exercises", "widgets"):
        for path in (ROOT / "helpers" / folder).rglob("*.py"):
            texts[path.name, str(path)] = path.read_text(encoding="utf-8")
    assert len(texts) > 500
    assert {name: found[0] for name, text in texts.items() if (found := OTHER_WORDS.search(text))} == {}
    assert OTHER_WORDS.search("the Cotangents that arrive")[0] == "Cotangents"


@for_all({name: name for name in MISCONCEPTIONS})
def test_every_misconception_is_met(name):
    assert met.places()[name], f"no exercise and no guess is tagged with {name}"


def test_the_last_page_asks_ten_things_that_no_lesson_asks_and_every_lesson_is_about():
    asked = {key_of(id).id for id in afterwards.QUESTIONS}
    in_lessons = {
        id for lesson in KNOWN for cell in lesson.cells for role in cell.roles for id in cell.ids(role)
    }
    assert len(asked) == 10
    assert not asked & in_lessons
    assert {id[:2] for id in asked} == {lesson.number for lesson in KNOWN} - {"00"}
    page = notebooks.read(notebooks.NOTEBOOKS / "guides/what_you_can_do_now.ipynb")
    tasks = [cell.source.partition("\n")[0] for cell in page.cells if "generated:task-" in str(cell.tags)]
    assert tasks == [f"### {k} of 10" for k in range(1, 11)]
    for id in asked:
        assert sum(f'("{id}", ' in cell.source for cell in page.of_kind("code")) == 1
