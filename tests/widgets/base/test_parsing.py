"""What a person types or pastes is read as it was meant, or gets one sentence."""

import string

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.drawing import svg
from helpers.widgets.base.errors import InputError
from helpers.widgets.base.parsing import parse_number, parse_table, real_numbers, write_number

PRINTABLE = string.printable + "−×½٣１“”\u2009\u200b\udc80\0"


@given(st.floats(-1e6, 1e6))
def test_a_number_is_read_as_it_is_written(value):
    assert parse_number(write_number(value)) == value
    assert parse_number(svg.number(value)) == pytest.approx(value, rel=5.1e-4)


@pytest.mark.parametrize(
    ("typed", "value"),
    [("2", 2), (" 2.5 ", 2.5), ("2,5", 2.5), ("−3", -3), (".5", 0.5), ("1e-3", 1e-3), ("+4.", 4)],
)
def test_numbers_in_every_usual_form(typed, value):
    assert parse_number(typed) == value


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "empty: type a number"),
        ("  ", "empty"),
        (None, "empty"),
        ("abc", "“abc” is not a number"),
        ("1+1", "“1\\+1” is not a number"),
        ("__import__('os')", "is not a number"),
        ("1_000", "not a number"),
        ("nan", "type a finite number"),
        ("-inf", "type a finite number"),
        ("1e999", "too large here: stay between −1000000 and 1000000"),
        ("-2e6", "too small"),
        ("x" * 500, "“x{23}…” is not"),
        (["2"], "is not a number"),
    ],
)
def test_every_other_text_gets_one_sentence(typed, sentence):
    with pytest.raises(InputError, match=sentence):
        parse_number(typed)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("21-8", 13),
        ("0·6 + 3·7 + (−1)·8", 13),
        ("-3 + 4", 1),
        ("2*-3", -6),
        ("1e3-1", 999),
        ("2,5×2", 5),
        ("7", 7),
    ],
)
def test_where_sums_are_taken_they_are_added_up(typed, value):
    assert parse_number(typed, sums=True) == value


@pytest.mark.parametrize("typed", ["3*(2+1)", "2**3", "1+", "--1", "a+1", "1e300*1e300", "1" + "+1" * 50])
def test_no_other_text_is_a_sum(typed):
    with pytest.raises(InputError):
        parse_number(typed, sums=True)


def test_a_whole_number_is_asked_for():
    assert parse_number("3", whole=True) == 3
    with pytest.raises(InputError, match="not a whole number"):
        parse_number("2.5", whole=True)


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(st.lists(st.integers(-99, 99), min_size=n, max_size=n), min_size=1, max_size=5)
    ),
    st.sampled_from(["tabs", "commas", "spaces", "semicolons", "python", "numpy"]),
)
def test_tables_are_read_from_wherever_they_were_copied(table, form):
    marks = {"tabs": "\t", "commas": ", ", "spaces": "  ", "semicolons": "; "}
    if form in marks:
        text = "\n".join(marks[form].join(map(str, line)) for line in table) + "\n"
    else:
        text = str(table) if form == "python" else repr(np.array(table))
    assert [[int(cell) for cell in line] for line in parse_table(text)] == table


@given(st.text(PRINTABLE, max_size=60))
def test_no_pasted_text_breaks_the_reader(text):
    try:
        table = parse_table(text)
    except InputError:
        return
    assert len({len(line) for line in table}) <= 1


@pytest.mark.parametrize(
    "value", ["abc", None, [1, "x"], [[1, 2], [3]], [1j], print, {"a": 1}, np.array([None])], ids=str
)
def test_arguments_that_are_no_real_numbers_get_one_sentence(value):
    with pytest.raises(InputError, match=r"^x must be a number or an array of real numbers, not [^\n]*\.$"):
        real_numbers("x", value)


def test_lists_inside_each_other_without_end_get_one_sentence():
    cyclic, deep = [], []
    cyclic.append(cyclic)
    for _ in range(100_000):
        deep = [deep]
    for value in (cyclic, deep):
        with pytest.raises(InputError, match=r"^x must be a number or an array of real numbers, not"):
            real_numbers("x", value)


def test_an_object_that_refuses_to_become_an_array_gets_one_sentence():
    class Stubborn:
        def __array__(self, dtype=None, copy=None):
            raise RuntimeError("no")

    with pytest.raises(InputError, match=r"^x must be a number"):
        real_numbers("x", Stubborn())


@pytest.mark.parametrize("value", [2, 2.5, np.float32(1), True, [1, 2], [[1.0]], np.arange(3)], ids=str)
def test_real_numbers_of_every_kind_are_taken_as_floats(value):
    array = real_numbers("x", value)
    assert array.dtype == float
    assert np.array_equal(array, np.asarray(value))
