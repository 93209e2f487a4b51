"""The card itself: text and HTML say the same, nothing typed becomes markup, no colour speaks alone."""

import html
import re

import numpy as np
import pytest

from helpers.exercises import check, hint, predict
from helpers.exercises.review.asking import Task
from helpers.exercises.say import markup as look
from helpers.exercises.say.cards import Card, SmallCase, describe, show, without_addresses
from helpers.exercises.say.markup import WASH, Bars, Grid, Lines, MarkedLine, mixed
from tests.drawing import colors
from tests.drawing.colors import contrast

ALLOWED = {"div", "p", "strong", "span", "pre", "code"}
ALLOWED |= {"table", "caption", "thead", "tbody", "tr", "th", "td"}
HOSTILE = '<script>alert("x")</script><img src=x onerror=alert(1)>'


def words(text):
    return re.findall(r"\w+|[●◐○]", text)


def words_of_html(markup):
    return words(html.unescape(re.sub(r"<[^>]*>", " ", markup)))


def raises(upstream, x):
    raise RuntimeError(HOSTILE)


def hostile_in_every_place():
    pieces = Grid(HOSTILE, np.ones((2, 2))), Bars((HOSTILE, HOSTILE), (1, 2)), Lines([[HOSTILE] * 3])
    mark = MarkedLine(HOSTILE * 3, len(HOSTILE), 2 * len(HOSTILE), HOSTILE)
    case = SmallCase(HOSTILE, pieces, pieces, HOSTILE)
    told = f"{HOSTILE}: {HOSTILE}", (HOSTILE,), ((HOSTILE, HOSTILE),), HOSTILE, mark, case, HOSTILE
    return Task(*told, cell=HOSTILE)


CARDS = {
    "untouched": lambda: check("01.2", None), "not yet": lambda: check("01.2", lambda upstream, x: 2 * x),
    "correct": lambda: check("01.2", lambda upstream, x: upstream * 2 * x),
    "raises": lambda: check("01.2", raises), "how many": lambda: check("01.4", lambda upstream, x, y: x),
    "asked": lambda: predict("01.p1"), "guessed": lambda: predict("01.p1", 32),
    "hostile guess": lambda: predict("01.p1", HOSTILE), "hostile order": lambda: check("01.5", HOSTILE),
    "nudge": lambda: hint("01.7"), "skeleton": lambda: hint("01.7", 3),
    "no such tier": lambda: hint("01.7", 9),
}  # fmt: skip
every_card = pytest.mark.parametrize("card", CARDS.values(), ids=CARDS)


@every_card
def test_text_and_html_carry_the_same_words(card):
    card = card()
    assert words(repr(card)) == words_of_html(card._repr_html_())


@every_card
def test_nothing_typed_becomes_markup(card):
    markup = card()._repr_html_()
    assert set(re.findall(r"</?(\w+)", markup)) <= ALLOWED
    assert "<script" not in markup


def test_only_the_right_numbers_have_the_colour_of_gradients():
    given, yours, right = (
        Grid("A", np.ones(1), role).html() for role in (look.GIVEN, look.YOURS, look.RIGHT)
    )
    purple = f"color:{look.GRADIENT}"
    assert (purple in right, purple in given + yours) == (True, False)


def test_of_marked_numbers_only_the_right_one_has_their_ground_and_edge():
    for role in (look.GIVEN, look.YOURS, look.RIGHT):
        marked = Grid("A", np.ones(1), role, mark=(0,)).html()
        assert {WASH in marked, f"3px solid {look.GRADIENT}" in marked} == {role == look.RIGHT}


def test_of_lines_that_were_run_the_last_is_marked():
    first, last = re.findall("<tr.*?</tr>", Lines([["A", "x", "1"], ["B", "y", "2"]]).html())[1:]
    assert ("here" in first, "here" in last) == (False, True)
    assert (look.BAD in first, look.BAD in last) == (False, True)


def test_nothing_becomes_markup_wherever_it_stands():
    markup = hostile_in_every_place()._repr_html_()
    assert set(re.findall(r"</?(\w+)", markup)) <= ALLOWED | {"details", "summary"}
    assert HOSTILE in html.unescape(markup)


@every_card
def test_a_colour_follows_the_text_of_the_page(card):
    """No colour of text or ground is fixed, so it can be read on white and on black; but for the icon."""
    markup = re.sub(r'<span aria-hidden="true".*?</span>', "", card()._repr_html_())
    for name, value in re.findall(r"[;\"](color|background):([^;\"]*)", markup):
        assert value == "none" or re.fullmatch(
            r"color-mix\(in srgb,.*currentColor.*\)|" + re.escape(WASH), value
        ), name


@pytest.mark.parametrize("role", ["gradient", "local", "accent", "bad"])
@pytest.mark.parametrize(("text", "ground"), [("#000000", "#ffffff"), ("#ffffff", "#111111")])
def test_a_mixed_colour_can_be_read_in_both_themes(role, text, ground):
    base, share = mixed(role)
    assert contrast(colors.mixed(base, text, share / 100), ground) >= 4.5


def test_the_three_states_are_said_in_the_heading():
    assert [CARDS[name]().heading.split(":")[0] for name in ("untouched", "not yet", "correct")] == [
        "Not attempted",
        "Not yet",
        "Correct",
    ]


def test_a_card_of_everything_in_text():
    card = Card("Title", ("A sentence.",), (("rows", "[[1]\n [2]]"), ("one", "2")), code="a = 1\nb = 2")
    assert repr(card) == "Title\n    a = 1\n    b = 2\nA sentence.\n  rows: [[1]\n         [2]]\n  one: 2"


def test_values_are_shown_short_and_without_addresses():
    assert show(1024.0) == "1024"
    assert show(0.1 + 0.2) == "0.3"
    assert "..." in show(np.zeros((20, 20)))
    assert "0x" not in show(object())
    assert without_addresses("<function f at 0x7f00a1>") == "<function f>"
    assert describe(np.zeros((2, 3), np.float32)) == "shape (2, 3), float32"


def test_what_is_shown_does_not_depend_on_the_learners_print_options():
    before = show(np.array([1 / 3, 2.0]))
    with np.printoptions(precision=2, floatmode="fixed", sign="+"):
        assert show(np.array([1 / 3, 2.0])) == before
